//! Types of values, possibly incomplete.

use std::fmt;
use std::sync::Arc;

use crate::proto;

/// The size of a dimension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// A known number.
    Known(u64),
    /// A symbolic size of the model.
    Named(Arc<str>),
    /// Neither a number nor a name.
    Unknown,
}

impl Dim {
    /// The number; `None` for symbolic and unknown sizes.
    pub fn known(&self) -> Option<u64> {
        match self {
            Dim::Known(size) => Some(*size),
            Dim::Named(_) | Dim::Unknown => None,
        }
    }

    /// Whether both sizes are certainly equal.
    pub fn is_same(&self, other: &Dim) -> bool {
        self == other && *self != Dim::Unknown
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Known(size) => write!(f, "{size}"),
            Dim::Named(name) => f.write_str(name),
            Dim::Unknown => f.write_str("?"),
        }
    }
}

macro_rules! element_types {
    ($($name:ident = $number:literal, $text:literal, $bits:literal;)*) => {
        /// The type of a tensor's elements, numbered as in the format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the names are those of the format")]
        pub enum ElementType { $($name = $number),* }

        impl ElementType {
            /// Looks up a type by its number in the format.
            pub fn from_number(number: i32) -> Option<ElementType> {
                match number { $($number => Some(ElementType::$name),)* _ => None }
            }

            /// The short name, such as `f32`.
            pub fn text(self) -> &'static str {
                match self { $(ElementType::$name => $text),* }
            }

            /// The number of bits of one element; 0 for strings, which have no fixed size.
            pub fn bits(self) -> u64 {
                match self { $(ElementType::$name => $bits),* }
            }
        }
    };
}

element_types! {
    Float = 1, "f32", 32;
    Uint8 = 2, "u8", 8;
    Int8 = 3, "i8", 8;
    Uint16 = 4, "u16", 16;
    Int16 = 5, "i16", 16;
    Int32 = 6, "i32", 32;
    Int64 = 7, "i64", 64;
    String = 8, "string", 0;
    Bool = 9, "bool", 8;
    Float16 = 10, "f16", 16;
    Double = 11, "f64", 64;
    Uint32 = 12, "u32", 32;
    Uint64 = 13, "u64", 64;
    Complex64 = 14, "c64", 64;
    Complex128 = 15, "c128", 128;
    Bfloat16 = 16, "bf16", 16;
    Float8E4M3FN = 17, "f8e4m3fn", 8;
    Float8E4M3FNUZ = 18, "f8e4m3fnuz", 8;
    Float8E5M2 = 19, "f8e5m2", 8;
    Float8E5M2FNUZ = 20, "f8e5m2fnuz", 8;
    Uint4 = 21, "u4", 4;
    Int4 = 22, "i4", 4;
    Float4E2M1 = 23, "f4e2m1", 4;
    Float8E8M0 = 24, "f8e8m0", 8;
    Uint2 = 25, "u2", 2;
    Int2 = 26, "i2", 2;
}

impl ElementType {
    /// Whether the type is an integer type; booleans are not.
    pub fn is_integer(self) -> bool {
        use ElementType::*;
        matches!(
            self,
            Uint8 | Int8 | Uint16 | Int16 | Int32 | Int64 | Uint32 | Uint64 | Uint4 | Int4 | Uint2 | Int2
        )
    }
}

impl ElementType {
    /// The size of a tensor in bytes, packed as in files; `None` if it exceeds 64 bits. All sizes in bytes are computed here.
    pub fn bytes_of(self, shape: impl IntoIterator<Item = u64>) -> Option<u64> {
        // Saturates instead of failing, because a dimension of size zero may follow.
        let bits =
            shape.into_iter().fold(u128::from(self.bits()), |bits, size| bits.saturating_mul(size.into()));
        u64::try_from(bits.div_ceil(8)).ok()
    }
}

/// The type of a tensor, possibly incomplete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// The element type, if known.
    pub element: Option<ElementType>,
    /// The dimensions; `None` if the rank is unknown.
    pub dims: Option<Vec<Dim>>,
}

impl TensorType {
    /// A fully known type.
    pub fn new(element: ElementType, shape: &[u64]) -> Self {
        let dims = shape.iter().copied().map(Dim::Known).collect();
        Self { element: Some(element), dims: Some(dims) }
    }

    /// The number of dimensions, if known.
    pub fn rank(&self) -> Option<usize> {
        self.dims.as_ref().map(Vec::len)
    }

    /// The sizes; `None` if any is symbolic or unknown.
    pub fn shape(&self) -> Option<Vec<u64>> {
        self.dims.as_ref()?.iter().map(Dim::known).collect()
    }

    /// The sizes, with 1 for those that are symbolic or unknown; `None` if the rank is unknown.
    pub(crate) fn shape_or_ones(&self) -> Option<Vec<u64>> {
        Some(self.dims.as_ref()?.iter().map(|dim| dim.known().unwrap_or(1)).collect())
    }

    /// Converts from the message of the format; `None` for types other than tensors.
    pub fn from_proto(ty: &proto::Type) -> Option<TensorType> {
        let Some(proto::TypeValue::Tensor(tensor)) = &ty.value else { return None };
        Some(Self::from_tensor_proto(tensor))
    }

    /// The type of the tensors that a value of a type may be: a tensor, or the value of an optional one.
    pub fn from_value_proto(ty: &proto::Type) -> Option<TensorType> {
        ty.tensor_or_value().map(Self::from_tensor_proto)
    }

    fn from_tensor_proto(tensor: &proto::TensorShape) -> TensorType {
        let element = tensor.elem_type.and_then(ElementType::from_number);
        let dims = tensor.shape.as_ref().map(|shape| shape.dim.iter().map(dim_from_proto).collect());
        TensorType { element, dims }
    }

    /// Converts to the message of the format. Unknown dimensions have no value.
    pub fn to_proto(&self) -> proto::Type {
        let dim = |dim: &Dim| {
            let value = match dim {
                Dim::Known(size) => i64::try_from(*size).ok().map(proto::DimValue::Value),
                Dim::Named(name) => Some(proto::DimValue::Param(name.to_string())),
                Dim::Unknown => None,
            };
            proto::Dimension { value, denotation: None }
        };
        let shape = self.dims.as_ref().map(|dims| proto::Shape { dim: dims.iter().map(dim).collect() });
        let tensor = proto::TensorShape { elem_type: self.element.map(|element| element as i32), shape };
        proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), denotation: None }
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.element.map_or("?", ElementType::text))?;
        let Some(dims) = &self.dims else { return f.write_str("[..]") };
        f.write_str("[")?;
        for (i, dim) in dims.iter().enumerate() {
            write!(f, "{}{dim}", if i == 0 { "" } else { "," })?;
        }
        f.write_str("]")
    }
}

fn dim_from_proto(dim: &proto::Dimension) -> Dim {
    match &dim.value {
        Some(proto::DimValue::Value(size)) => u64::try_from(*size).map_or(Dim::Unknown, Dim::Known),
        // Exporters write `?` for every unknown size; these are not the same.
        Some(proto::DimValue::Param(name)) if !matches!(name.as_str(), "" | "?") => {
            Dim::Named(name.as_str().into())
        }
        Some(proto::DimValue::Param(_)) | None => Dim::Unknown,
    }
}
