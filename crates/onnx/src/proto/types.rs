//! Types of values.

/// The type of a value.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Type {
    /// What kind of type it is.
    #[prost(oneof = "TypeValue", tags = "1, 4, 5, 7, 8, 9")]
    pub value: Option<TypeValue>,
    /// What the value means, for people.
    #[prost(string, optional, tag = "6")]
    pub denotation: Option<String>,
}

/// A kind of type.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum TypeValue {
    /// A tensor.
    #[prost(message, tag = "1")]
    Tensor(TensorShape),
    /// A list of values of one type.
    #[prost(message, tag = "4")]
    Sequence(Box<SequenceType>),
    /// A map.
    #[prost(message, tag = "5")]
    Map(Box<MapType>),
    /// A type known by name only.
    #[prost(message, tag = "7")]
    Opaque(OpaqueType),
    /// A tensor that is mostly zero.
    #[prost(message, tag = "8")]
    SparseTensor(SparseTensorType),
    /// A value or none.
    #[prost(message, tag = "9")]
    Optional(Box<OptionalType>),
}

/// Element type and shape of a tensor.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TensorShape {
    /// The element type.
    #[prost(int32, optional, tag = "1")]
    pub elem_type: Option<i32>,
    /// The shape, if its rank is known.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<Shape>,
}

/// Element type and shape of a tensor that is mostly zero.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SparseTensorType {
    /// The element type.
    #[prost(int32, optional, tag = "1")]
    pub elem_type: Option<i32>,
    /// The shape, if its rank is known.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<Shape>,
}

/// The dimensions of a tensor.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Shape {
    /// One per dimension.
    #[prost(message, repeated, tag = "1")]
    pub dim: Vec<Dimension>,
}

/// One dimension of a shape.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Dimension {
    /// Its size.
    #[prost(oneof = "DimValue", tags = "1, 2")]
    pub value: Option<DimValue>,
    /// What it means, for people.
    #[prost(string, optional, tag = "3")]
    pub denotation: Option<String>,
}

/// The size of a dimension.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum DimValue {
    /// A number.
    #[prost(int64, tag = "1")]
    Value(i64),
    /// A name; dimensions of one name are of one size.
    #[prost(string, tag = "2")]
    Param(String),
}

/// A list of values of one type.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SequenceType {
    /// The type.
    #[prost(message, optional, boxed, tag = "1")]
    pub elem_type: Option<Box<Type>>,
}

/// A map.
#[derive(Clone, PartialEq, prost::Message)]
pub struct MapType {
    /// The element type of the keys.
    #[prost(int32, optional, tag = "1")]
    pub key_type: Option<i32>,
    /// The type of the values.
    #[prost(message, optional, boxed, tag = "2")]
    pub value_type: Option<Box<Type>>,
}

/// A type known by name only.
#[derive(Clone, PartialEq, prost::Message)]
pub struct OpaqueType {
    /// Its name space.
    #[prost(string, optional, tag = "1")]
    pub domain: Option<String>,
    /// Its name.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
}

/// A value or none.
#[derive(Clone, PartialEq, prost::Message)]
pub struct OptionalType {
    /// The type of the value.
    #[prost(message, optional, boxed, tag = "1")]
    pub elem_type: Option<Box<Type>>,
}
