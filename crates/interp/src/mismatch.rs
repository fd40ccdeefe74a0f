//! Compares results with expected ones.

use std::fmt;

use crate::{Data, Element, Tensor};

/// How far a number may be from the expected one: `absolute + relative * |expected|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Allowed for every number.
    pub absolute: f64,
    /// Allowed for every unit of the expected number's size.
    pub relative: f64,
}

impl Tolerance {
    /// No difference at all; zeros of either sign are the same, and so are all NaNs.
    pub const EXACT: Tolerance = Tolerance { absolute: 0.0, relative: 0.0 };

    /// A number of units in the last place of a float format; exact for other types.
    pub fn ulps(element: Element, count: f64) -> Tolerance {
        let precision = match element {
            Element::Float(kind) => kind.precision(),
            Element::Complex64 => 24,
            Element::Complex128 => 53,
            Element::Bool | Element::Int { .. } => return Tolerance::EXACT,
        };
        let unit = 2f64.powi(1 - precision as i32);
        Tolerance { absolute: 0.0, relative: count * unit }
    }

    fn allows(self, expected: f64, got: f64) -> bool {
        if expected == got || (expected.is_nan() && got.is_nan()) {
            return true;
        }
        let difference = (expected - got).abs();
        difference.is_finite() && difference <= self.absolute + self.relative * expected.abs()
    }
}

/// The largest difference between two tensors.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// Element types or shapes differ.
    Type {
        /// The expected type, as `[2, 3] of f32`.
        expected: String,
        /// The type found.
        got: String,
    },
    /// Elements differ.
    Elements {
        /// The index of the largest difference.
        index: Vec<usize>,
        /// The expected value there.
        expected: String,
        /// The value found there.
        got: String,
        /// The number of elements that differ by more than the tolerance.
        count: usize,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Type { expected, got } => write!(f, "expected {expected}, got {got}"),
            Mismatch::Elements { index, expected, got, count } => {
                write!(f, "{count} elements differ, most at {index:?}: expected {expected}, got {got}")
            }
        }
    }
}

/// Compares element by element and reports the largest difference. Components of complex numbers are compared separately.
pub fn compare(expected: &Tensor, got: &Tensor, tolerance: Tolerance) -> Result<(), Mismatch> {
    if expected.element != got.element || expected.shape != got.shape {
        let show = |t: &Tensor| format!("{:?} of {}", t.shape, t.element.name());
        return Err(Mismatch::Type { expected: show(expected), got: show(got) });
    }
    let worst = match (&expected.data, &got.data) {
        (Data::Bool(a), Data::Bool(b)) => worst(a, b, |a, b| if a == b { None } else { Some(1.0) }),
        (Data::Int(a), Data::Int(b)) => worst(a, b, |a, b| (a != b).then(|| (a as f64 - b as f64).abs())),
        (Data::F32(a), Data::F32(b)) => worst(a, b, |a, b| error(tolerance, a.into(), b.into())),
        (Data::F64(a), Data::F64(b)) => worst(a, b, |a, b| error(tolerance, a, b)),
        (Data::C64(a), Data::C64(b)) => worst(a, b, |a, b| {
            larger(error(tolerance, a.re.into(), b.re.into()), error(tolerance, a.im.into(), b.im.into()))
        }),
        (Data::C128(a), Data::C128(b)) => {
            worst(a, b, |a, b| larger(error(tolerance, a.re, b.re), error(tolerance, a.im, b.im)))
        }
        _ => unreachable!("one element type has one storage class"),
    };
    let Some((place, count)) = worst else { return Ok(()) };
    let mut rest = place;
    let index = expected.strides().into_iter().map(|stride| {
        let i = rest / stride;
        rest %= stride;
        i
    });
    Err(Mismatch::Elements {
        index: index.collect(),
        expected: show(expected, place),
        got: show(got, place),
        count,
    })
}

/// The size of a difference, if it exceeds the tolerance.
fn error(tolerance: Tolerance, expected: f64, got: f64) -> Option<f64> {
    if tolerance.allows(expected, got) {
        return None;
    }
    let difference = (expected - got).abs();
    Some(if difference.is_finite() {
        difference / expected.abs().max(f64::MIN_POSITIVE)
    } else {
        f64::INFINITY
    })
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (one, other) => one.or(other),
    }
}

fn worst<T: Copy>(a: &[T], b: &[T], error: impl Fn(T, T) -> Option<f64>) -> Option<(usize, usize)> {
    let mut found: Option<(usize, f64)> = None;
    let mut count = 0;
    for (place, (&a, &b)) in a.iter().zip(b).enumerate() {
        if let Some(size) = error(a, b) {
            count += 1;
            if found.is_none_or(|(_, worst)| size > worst) {
                found = Some((place, size));
            }
        }
    }
    found.map(|(place, _)| (place, count))
}

/// An element, by its position in row-major order, as text.
pub fn show(tensor: &Tensor, place: usize) -> String {
    match &tensor.data {
        Data::Bool(values) => values[place].to_string(),
        Data::Int(values) if tensor.element == Element::U64 => (values[place] as u64).to_string(),
        Data::Int(values) => values[place].to_string(),
        Data::F32(values) => format!("{:?}", values[place]),
        Data::F64(values) => format!("{:?}", values[place]),
        Data::C64(values) => format!("{:?}+{:?}i", values[place].re, values[place].im),
        Data::C128(values) => format!("{:?}+{:?}i", values[place].re, values[place].im),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_place_is_reported() {
        let a = Tensor::f32(&[2, 2], vec![1.0, 2.0, f32::NAN, -0.0]);
        let b = Tensor::f32(&[2, 2], vec![1.0, 2.5, f32::NAN, 0.0]);
        assert_eq!(compare(&a, &a, Tolerance::EXACT), Ok(()));
        let Err(Mismatch::Elements { index, count, .. }) = compare(&a, &b, Tolerance::EXACT) else {
            panic!("they differ")
        };
        assert_eq!((index, count), (vec![0, 1], 1));
        assert_eq!(compare(&a, &b, Tolerance { absolute: 0.5, relative: 0.0 }), Ok(()));
        assert!(compare(&a, &b.reshaped(&[4]), Tolerance::EXACT).is_err());
        let infinite = Tensor::f32(&[1], vec![f32::INFINITY]);
        let finite = Tensor::f32(&[1], vec![1.0]);
        assert!(compare(&infinite, &finite, Tolerance { absolute: 1e30, relative: 1.0 }).is_err());
    }
}
