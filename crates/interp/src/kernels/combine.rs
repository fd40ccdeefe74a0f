//! The region of a reduction: one plain op, or a body to call.

use num_complex::Complex;

use crate::{Body, Data, Element, EvalError, EvalResult, Tensor};

/// An op of two scalars that regions often consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// The sum; of `i1` the disjunction.
    Add,
    /// The product; of `i1` the conjunction.
    Mul,
    /// The larger one; NaN if one is.
    Max,
    /// The smaller one; NaN if one is.
    Min,
    /// Bitwise conjunction.
    And,
    /// Bitwise disjunction.
    Or,
    /// Bitwise exclusive disjunction.
    Xor,
}

impl Combine {
    /// The op on two tensors of one type and shape.
    pub(crate) fn apply(self, a: &Tensor, b: &Tensor) -> EvalResult<Tensor> {
        fn all<T: Combined>(op: Combine, element: Element, a: &[T], b: &[T]) -> EvalResult<Vec<T>> {
            T::identity(op, element)
                .ok_or_else(|| EvalError::Unsupported(format!("{op:?} of {}", element.name())))?;
            let function = T::function(op);
            Ok(a.iter().zip(b).map(|(a, b)| function(*a, *b)).collect())
        }
        let element = a.element;
        let data = match (&a.data, &b.data) {
            (Data::Bool(a), Data::Bool(b)) => all(self, element, a, b)?.into(),
            (Data::Int(a), Data::Int(b)) => {
                let flip = order_bits(self, element);
                let flipped = |v: &[i64]| v.iter().map(|x| x ^ flip).collect::<Vec<_>>();
                let values = all(self, element, &flipped(a), &flipped(b))?;
                values.into_iter().map(|x| element.wrap(x ^ flip)).collect::<Vec<_>>().into()
            }
            (Data::F32(x), Data::F32(y)) => {
                return Ok(super::classes::rounded(element, a.shape.clone(), all(self, element, x, y)?));
            }
            (Data::F64(a), Data::F64(b)) => all(self, element, a, b)?.into(),
            (Data::C64(a), Data::C64(b)) => all(self, element, a, b)?.into(),
            (Data::C128(a), Data::C128(b)) => all(self, element, a, b)?.into(),
            _ => {
                return Err(EvalError::Argument("the two values of a reduction have different types".into()));
            }
        };
        Ok(Tensor { element, shape: a.shape.clone(), data })
    }
}

/// The region of a reduction.
///
/// A plain op may be applied in any grouping, and floats narrower than `f32` are rounded once at the end. A region is
/// called with the accumulated value first.
pub enum Reducer<'a, 'b> {
    /// The region is one op on its two arguments.
    Plain(Combine),
    /// Any region: of `2 n` scalars for `n` operands, applied to many at once.
    Body(&'a mut Body<'b>),
}

/// Elements that the plain ops work on.
pub(crate) trait Combined: Copy + Send + Sync {
    /// The identity of an op, or `None` if the op is not defined for this class.
    fn identity(op: Combine, element: Element) -> Option<Self>;
    /// The function of an op that has an identity. Unsigned 64-bit integers must have been converted by [`order_bits`].
    fn function(op: Combine) -> fn(Self, Self) -> Self;
}

/// What to exclusive-or integers with before and after ordering them: unsigned 64-bit numbers are stored as bit patterns.
pub(crate) fn order_bits(op: Combine, element: Element) -> i64 {
    if element == Element::U64 && matches!(op, Combine::Max | Combine::Min) { i64::MIN } else { 0 }
}

impl Combined for bool {
    fn identity(op: Combine, _: Element) -> Option<Self> {
        Some(matches!(op, Combine::Mul | Combine::Min | Combine::And))
    }

    fn function(op: Combine) -> fn(Self, Self) -> Self {
        match op {
            Combine::Add | Combine::Max | Combine::Or => |a, b| a | b,
            Combine::Mul | Combine::Min | Combine::And => |a, b| a & b,
            Combine::Xor => |a, b| a ^ b,
        }
    }
}

impl Combined for i64 {
    fn identity(op: Combine, element: Element) -> Option<Self> {
        Some(match op {
            Combine::Add | Combine::Or | Combine::Xor => 0,
            Combine::Mul => 1,
            Combine::And => element.wrap(-1),
            Combine::Max => i64::MIN,
            Combine::Min => i64::MAX,
        })
    }

    fn function(op: Combine) -> fn(Self, Self) -> Self {
        match op {
            Combine::Add => i64::wrapping_add,
            Combine::Mul => i64::wrapping_mul,
            Combine::Max => |a, b| a.max(b),
            Combine::Min => |a, b| a.min(b),
            Combine::And => |a, b| a & b,
            Combine::Or => |a, b| a | b,
            Combine::Xor => |a, b| a ^ b,
        }
    }
}

macro_rules! floats {
    ($type:ty) => {
        impl Combined for $type {
            fn identity(op: Combine, _: Element) -> Option<Self> {
                match op {
                    // Negative zero, since zero would change the sign of a negative zero.
                    Combine::Add => Some(-0.0),
                    Combine::Mul => Some(1.0),
                    Combine::Max => Some(<$type>::NEG_INFINITY),
                    Combine::Min => Some(<$type>::INFINITY),
                    Combine::And | Combine::Or | Combine::Xor => None,
                }
            }

            fn function(op: Combine) -> fn(Self, Self) -> Self {
                match op {
                    Combine::Mul => |a, b| a * b,
                    // The sum of a number and NaN is NaN; of two equal numbers only zeros can differ, in their sign.
                    Combine::Max => |a, b| match a.partial_cmp(&b) {
                        None => a + b,
                        Some(std::cmp::Ordering::Greater) => a,
                        Some(std::cmp::Ordering::Equal) if b.is_sign_negative() => a,
                        Some(_) => b,
                    },
                    Combine::Min => |a, b| match a.partial_cmp(&b) {
                        None => a + b,
                        Some(std::cmp::Ordering::Less) => a,
                        Some(std::cmp::Ordering::Equal) if b.is_sign_positive() => a,
                        Some(_) => b,
                    },
                    _ => |a, b| a + b,
                }
            }
        }

        impl Combined for Complex<$type> {
            fn identity(op: Combine, _: Element) -> Option<Self> {
                match op {
                    Combine::Add => Some(Complex { re: -0.0, im: -0.0 }),
                    Combine::Mul => Some(Complex { re: 1.0, im: 0.0 }),
                    _ => None,
                }
            }

            fn function(op: Combine) -> fn(Self, Self) -> Self {
                match op {
                    Combine::Mul => |a, b| a * b,
                    _ => |a, b| a + b,
                }
            }
        }
    };
}

floats!(f32);
floats!(f64);
