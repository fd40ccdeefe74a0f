//! Types of values.

/// The type of a value.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Type {
    /// The kind of the type, with its parameters.
    #[prost(oneof = "TypeValue", tags = "1, 4, 5, 7, 8, 9")]
    pub value: Option<TypeValue>,
    /// The meaning of the value, for readers.
    #[prost(string, optional, tag = "6")]
    pub denotation: Option<String>,
}

impl Type {
    /// The tensor that a value is: of this type, or of the value if the type is optional.
    pub fn tensor_or_value(&self) -> Option<&TensorShape> {
        match self.value.as_ref()? {
            TypeValue::Tensor(tensor) => Some(tensor),
            TypeValue::Optional(optional) => match optional.elem_type.as_ref()?.value.as_ref()? {
                TypeValue::Tensor(tensor) => Some(tensor),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn tensor_or_value_mut(&mut self) -> Option<&mut TensorShape> {
        match self.value.as_mut()? {
            TypeValue::Tensor(tensor) => Some(tensor),
            TypeValue::Optional(optional) => match optional.elem_type.as_mut()?.value.as_mut()? {
                TypeValue::Tensor(tensor) => Some(tensor),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A kind of type.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum TypeValue {
    /// A dense tensor.
    #[prost(message, tag = "1")]
    Tensor(TensorShape),
    /// A list of values of one type.
    #[prost(message, tag = "4")]
    Sequence(Box<SequenceType>),
    /// A dictionary.
    #[prost(message, tag = "5")]
    Map(Box<MapType>),
    /// A type that is defined elsewhere.
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
    /// The shape; absent if the rank is unknown.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<Shape>,
}

/// Element type and shape of a tensor that is mostly zero.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SparseTensorType {
    /// The element type.
    #[prost(int32, optional, tag = "1")]
    pub elem_type: Option<i32>,
    /// The shape; absent if the rank is unknown.
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
    /// The meaning of the dimension, for readers.
    #[prost(string, optional, tag = "3")]
    pub denotation: Option<String>,
}

/// The size of a dimension.
#[derive(Clone, PartialEq, prost::Oneof)]
pub enum DimValue {
    /// A number.
    #[prost(int64, tag = "1")]
    Value(i64),
    /// A symbolic size; equal names mean equal sizes.
    #[prost(string, tag = "2")]
    Param(String),
}

/// A list of values of one type.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SequenceType {
    /// The type of the elements.
    #[prost(message, optional, boxed, tag = "1")]
    pub elem_type: Option<Box<Type>>,
}

/// A dictionary type.
#[derive(Clone, PartialEq, prost::Message)]
pub struct MapType {
    /// The element type of the keys.
    #[prost(int32, optional, tag = "1")]
    pub key_type: Option<i32>,
    /// The type of the entries.
    #[prost(message, optional, boxed, tag = "2")]
    pub value_type: Option<Box<Type>>,
}

/// A type that is defined elsewhere.
#[derive(Clone, PartialEq, prost::Message)]
pub struct OpaqueType {
    /// Its name space.
    #[prost(string, optional, tag = "1")]
    pub domain: Option<String>,
    /// The name in that name space.
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
