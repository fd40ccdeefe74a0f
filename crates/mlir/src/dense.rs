//! Encodes and decodes the bytes of dense constants.

use partita_ir::{Attr, Context, DenseData, FloatKind, Signedness, Type, TypeId};

/// A dense constant of 64-bit integers.
pub(crate) fn i64_elements(ty: TypeId, values: &[i64]) -> Attr {
    let bytes = |value: &i64| value.to_le_bytes();
    let data = match values {
        [] => DenseData::Full([].into()),
        [first, rest @ ..] if rest.iter().all(|value| value == first) => {
            DenseData::Splat(bytes(first).into())
        }
        _ => DenseData::Full(values.iter().flat_map(bytes).collect()),
    };
    Attr::Dense { ty, data }
}

/// How one element is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar {
    Int { width: u32, sign: Signedness },
    Float(FloatKind),
}

/// The element type of a constant.
#[derive(Clone, Copy)]
pub(crate) struct ElementFormat {
    pub(crate) scalar: Scalar,
    pub(crate) complex: bool,
}

impl Scalar {
    pub(crate) fn of(context: &Context, ty: TypeId) -> Option<Scalar> {
        match *context.type_of(ty) {
            Type::Integer { width, sign } => Some(Scalar::Int { width, sign }),
            Type::Index => Some(Scalar::Int { width: 64, sign: Signedness::Signless }),
            Type::Float(kind) => Some(Scalar::Float(kind)),
            _ => None,
        }
    }

    /// Bytes of storage per element.
    pub(crate) fn bytes(self) -> usize {
        let bits = match self {
            Scalar::Int { width, .. } => width,
            Scalar::Float(kind) => kind.bits(),
        };
        (bits as usize).div_ceil(8).next_power_of_two().max(1)
    }
}

impl ElementFormat {
    pub(crate) fn of(context: &Context, ty: TypeId) -> Option<ElementFormat> {
        match *context.type_of(ty) {
            Type::Complex(inner) => {
                Some(ElementFormat { scalar: Scalar::of(context, inner)?, complex: true })
            }
            _ => Some(ElementFormat { scalar: Scalar::of(context, ty)?, complex: false }),
        }
    }

    pub(crate) fn bytes(self) -> usize {
        self.scalar.bytes() * if self.complex { 2 } else { 1 }
    }
}

/// Turns equal elements into a splat, as MLIR does.
pub(crate) fn canonical_data(data: Vec<u8>, element: usize, count: Option<u64>) -> DenseData {
    if data.is_empty() {
        return DenseData::Full([].into());
    }
    debug_assert!(
        count != Some(0) || data.len() == element,
        "a constant without elements may still be a splat"
    );
    let (first, rest) = data.split_at(element.min(data.len()));
    if rest.chunks_exact(element).all(|chunk| chunk == first) {
        DenseData::Splat(first.into())
    } else {
        DenseData::Full(data.into())
    }
}

/// The elements of a dense constant of 64-bit integers.
pub(crate) fn i64_values(context: &Context, attr: partita_ir::AttrId) -> Option<Vec<i64>> {
    let Attr::Dense { ty, data } = context.attr_of(attr) else { return None };
    let tensor = context.tensor(*ty)?;
    let word = |bytes: &[u8]| bytes.try_into().ok().map(i64::from_le_bytes);
    match data {
        DenseData::Splat(bytes) => Some(vec![word(bytes)?; usize::try_from(tensor.elements()?).ok()?]),
        DenseData::Full(bytes) => bytes.chunks(8).map(word).collect(),
    }
}
