//! Types, interned and compared by [`TypeId`].

use partita_base::{Symbol, ids};

use crate::AttrId;

ids! {
    /// An interned [`Type`].
    TypeId;
}

/// Whether an integer type has a sign of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Signedness {
    /// `i8`: the op decides how to interpret it.
    Signless,
    /// `si8`
    Signed,
    /// `ui8`
    Unsigned,
}

macro_rules! float_kinds {
    ($($name:ident $text:literal $bits:literal $precision:literal $min_exponent:literal $specials:ident;)+) => {
        /// The floating-point formats, from 4 to 64 bits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FloatKind {
            $(#[doc = concat!("`", $text, "`")] $name,)+
        }

        impl FloatKind {
            /// Every format.
            pub const ALL: &[FloatKind] = &[$(FloatKind::$name),+];

            /// The spelling in MLIR text.
            pub fn name(self) -> &'static str {
                match self { $(FloatKind::$name => $text),+ }
            }

            /// The number of bits of storage.
            pub fn bits(self) -> u32 {
                match self { $(FloatKind::$name => $bits),+ }
            }

            /// The number of significant bits, including the implicit one.
            pub fn precision(self) -> u32 {
                match self { $(FloatKind::$name => $precision),+ }
            }

            /// The exponent of the smallest normal number.
            pub fn min_exponent(self) -> i32 {
                match self { $(FloatKind::$name => $min_exponent),+ }
            }

            /// The bit patterns that are not numbers.
            pub fn specials(self) -> Specials {
                match self { $(FloatKind::$name => Specials::$specials),+ }
            }
        }
    };
}

/// How a float format encodes infinities and NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Specials {
    /// All-ones exponent: infinity with mantissa zero, otherwise NaN.
    Ieee,
    /// No infinity; NaN is all ones after the sign.
    NanAllOnes,
    /// No infinity, no negative zero: its pattern is NaN.
    NanNegativeZero,
    /// Finite numbers only.
    FiniteOnly,
    /// Eight exponent bits alone: no sign, no zero; all ones is NaN.
    ExponentOnly,
}

float_kinds! {
    // name      text          bits precision min_exponent specials
    F4E2M1Fn     "f4E2M1FN"      4   2      0  FiniteOnly;
    F6E2M3Fn     "f6E2M3FN"      6   4      0  FiniteOnly;
    F6E3M2Fn     "f6E3M2FN"      6   3     -2  FiniteOnly;
    F8E3M4       "f8E3M4"        8   5     -2  Ieee;
    F8E4M3       "f8E4M3"        8   4     -6  Ieee;
    F8E4M3B11Fnuz "f8E4M3B11FNUZ" 8  4    -10  NanNegativeZero;
    F8E4M3Fn     "f8E4M3FN"      8   4     -6  NanAllOnes;
    F8E4M3Fnuz   "f8E4M3FNUZ"    8   4     -7  NanNegativeZero;
    F8E5M2       "f8E5M2"        8   3    -14  Ieee;
    F8E5M2Fnuz   "f8E5M2FNUZ"    8   3    -15  NanNegativeZero;
    F8E8M0Fnu    "f8E8M0FNU"     8   1   -127  ExponentOnly;
    Bf16         "bf16"         16   8   -126  Ieee;
    F16          "f16"          16  11    -14  Ieee;
    Tf32         "tf32"         19  11   -126  Ieee;
    F32          "f32"          32  24   -126  Ieee;
    F64          "f64"          64  53  -1022  Ieee;
}

/// One dimension of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dim {
    /// A size given in the type.
    Static(u64),
    /// An unknown size, written `?`.
    Dynamic,
}

impl Dim {
    /// The size, unless it is dynamic.
    pub fn size(self) -> Option<u64> {
        match self {
            Dim::Static(size) => Some(size),
            Dim::Dynamic => None,
        }
    }
}

/// A ranked tensor type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// Sizes, major first.
    pub shape: Box<[Dim]>,
    /// The type of each element, never a tensor itself.
    pub element: TypeId,
    /// The attribute after the element type, such as `#stablehlo.bounds<?, 4>`.
    pub encoding: Option<AttrId>,
}

impl TensorType {
    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The sizes, unless one is dynamic.
    pub fn static_shape(&self) -> Option<Vec<u64>> {
        self.shape.iter().map(|dim| dim.size()).collect()
    }

    /// The number of elements, unless dynamic or beyond 64 bits.
    pub fn elements(&self) -> Option<u64> {
        if self.shape.contains(&Dim::Static(0)) && !self.shape.contains(&Dim::Dynamic) {
            return Some(0);
        }
        self.shape.iter().try_fold(1u64, |n, dim| n.checked_mul(dim.size()?))
    }
}

/// A type of a value or attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `i32`, `si4`, `ui8`; width 1 to [`Type::MAX_INTEGER_WIDTH`].
    Integer {
        /// The number of bits.
        width: u32,
        /// Signless, signed or unsigned.
        sign: Signedness,
    },
    /// The type `index`, as wide as a pointer.
    Index,
    /// The type `none`, which has no values.
    None,
    /// `f32` and the other formats.
    Float(FloatKind),
    /// `complex<f32>`
    Complex(TypeId),
    /// Several values as one, `tuple<…>`.
    Tuple(Box<[TypeId]>),
    /// Inputs and results, `(…) -> …`.
    Function {
        /// Argument types.
        inputs: Box<[TypeId]>,
        /// Result types.
        results: Box<[TypeId]>,
    },
    /// `tensor<4x8xf32>`
    Tensor(TensorType),
    /// `tensor<*xf32>`
    UnrankedTensor(TypeId),
    /// `!stablehlo.token`
    Token,
    /// `!stablehlo.future<…>`
    Future(Box<[TypeId]>),
    /// A builtin type with a grammar of its own (`vector`, `memref`), kept as text.
    Verbatim(Symbol),
    /// A type of another dialect, `!quant.uniform<i8:f32, 1.0>`: the text after the `!`, kept unchanged.
    Opaque {
        /// The dialect, without `!`.
        dialect: Symbol,
        /// The rest of the type, as written.
        body: Symbol,
    },
    /// The type of a value whose definition could not be parsed; only in modules with errors.
    Poison,
}

impl Type {
    /// The widest integer type of MLIR.
    pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;
}
