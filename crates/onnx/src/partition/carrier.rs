//! The element types that collectives exchange.
//!
//! The schemas of onnxruntime's collectives have few types. A tensor of another type is cast to one that holds all its values, and back
//! afterwards.

use super::build::Build;
use super::reshard::byte_count;
use crate::types::ElementType;

/// The metadata property of a collective between two casts: the element type of the tensor. A runtime whose collectives have that type
/// can omit the casts.
pub const CARRIES: &str = "partita.carries";

/// The type in which elements are gathered or exchanged: one of f16, f32, f64, i64 and bool.
pub(crate) fn exchange_carrier(element: ElementType) -> ElementType {
    use ElementType as E;
    match element {
        E::Uint8 | E::Int8 | E::Float8E4M3FN | E::Float8E4M3FNUZ | E::Float8E5M2 | E::Float8E5M2FNUZ => {
            E::Float16
        }
        E::Uint16 | E::Int16 | E::Bfloat16 | E::Float8E8M0 => E::Float,
        // Casts between integers of different signs keep all bits.
        E::Int32 | E::Uint32 | E::Uint64 => E::Int64,
        // There are no casts of complex numbers and of strings. Narrower types are cast before they are resharded.
        other => other,
    }
}

/// The type in which a sum is exchanged: one of f16, f32 and f64. `None` if none of them holds all sums.
pub(crate) fn sum_carrier(element: ElementType) -> Option<ElementType> {
    use ElementType as E;
    match element {
        E::Float16 | E::Float | E::Double => Some(element),
        E::Bfloat16 => Some(E::Float),
        // The sum of up to 2^21 numbers of 32 bits is exact in f64.
        E::Int32 | E::Uint32 => Some(E::Double),
        _ => None,
    }
}

/// A type of entire bytes that holds all values of a narrower one.
pub(crate) fn byte_type(element: ElementType) -> ElementType {
    use ElementType as E;
    match element {
        E::Int4 | E::Int2 => E::Int8,
        E::Uint4 | E::Uint2 => E::Uint8,
        E::Float4E2M1 => E::Float16,
        other => other,
    }
}

/// The number of bytes of a shard when it is gathered or exchanged.
pub(crate) fn sent_bytes(element: ElementType, shape: impl IntoIterator<Item = u64>) -> u64 {
    byte_count(exchange_carrier(byte_type(element)), shape)
}

impl Build {
    /// Casts the sum of a collective back. Integers wrap as in a sum of their own type, which a cast from a float does not.
    pub(crate) fn cast_sum(&mut self, sum: &str, element: ElementType) -> String {
        match element.is_integer() {
            true => {
                let wide = self.cast(sum, ElementType::Int64);
                self.cast(&wide, element)
            }
            false => self.cast(sum, element),
        }
    }
}
