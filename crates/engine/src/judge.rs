//! How far a result may be from the reference's, and how far it is.

use partita_interp::{Data, Element, EvalResult, Mismatch, Tensor, Tolerance, compare};
use partita_ir::FloatKind;

use crate::Pieces;

/// How far the elements of one result may be from those expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Allowance {
    /// For floats: the most that an element may be off.
    pub(crate) distance: f64,
    /// For integers and truth values: how many elements may be others.
    pub(crate) flips: usize,
}

impl Allowance {
    /// For floats so much, for all else nothing.
    pub(crate) fn distance(distance: f64) -> Self {
        Allowance { distance, flips: 0 }
    }
}

/// How far one result is from the reference's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judgement {
    /// The largest difference of a float on any device, infinite where only one of two numbers is finite.
    pub(crate) distance: f64,
    /// The first device that is off by more than allowed, and where.
    pub(crate) mismatch: Option<(usize, Mismatch)>,
}

/// How far results of an element type may be apart, as a share of the largest element: sums in another order round
/// differently.
pub fn tolerance(element: Element) -> f64 {
    match element {
        Element::Bool | Element::Int { .. } => 0.0,
        Element::Complex64 => 1e-5,
        Element::Complex128 => 1e-10,
        Element::Float(kind) => match kind {
            FloatKind::F64 => 1e-10,
            FloatKind::F32 | FloatKind::Tf32 => 1e-5,
            FloatKind::F16 => 4e-3,
            FloatKind::Bf16 => 3e-2,
            _ => 0.25,
        },
    }
}

/// The largest difference of two tensors of floats, of one type: infinite where one number is not finite and the other
/// is not the same; zero for other types.
pub(crate) fn distance(a: &Tensor, b: &Tensor) -> f64 {
    fn one(a: f64, b: f64) -> f64 {
        if a == b || (a.is_nan() && b.is_nan()) {
            return 0.0;
        }
        let difference = (a - b).abs();
        if difference.is_nan() { f64::INFINITY } else { difference }
    }
    let most = |pairs: &mut dyn Iterator<Item = f64>| pairs.fold(0.0, f64::max);
    match (&a.data, &b.data) {
        (Data::F32(a), Data::F32(b)) => most(&mut a.iter().zip(&**b).map(|(&a, &b)| one(a.into(), b.into()))),
        (Data::F64(a), Data::F64(b)) => most(&mut a.iter().zip(&**b).map(|(&a, &b)| one(a, b))),
        (Data::C64(a), Data::C64(b)) => most(
            &mut a
                .iter()
                .zip(&**b)
                .flat_map(|(a, b)| [one(a.re.into(), b.re.into()), one(a.im.into(), b.im.into())]),
        ),
        (Data::C128(a), Data::C128(b)) => {
            most(&mut a.iter().zip(&**b).flat_map(|(a, b)| [one(a.re, b.re), one(a.im, b.im)]))
        }
        _ => 0.0,
    }
}

/// How many integers or truth values differ.
pub(crate) fn flips(a: &Tensor, b: &Tensor) -> usize {
    match (&a.data, &b.data) {
        (Data::Bool(a), Data::Bool(b)) => a.iter().zip(&**b).filter(|(a, b)| a != b).count(),
        (Data::Int(a), Data::Int(b)) => a.iter().zip(&**b).filter(|(a, b)| a != b).count(),
        _ => 0,
    }
}

/// Compares what every device holds of a result with what it should hold.
pub(crate) fn judge(
    expected: &Tensor,
    pieces: &Pieces,
    got: &[Tensor],
    allowance: Allowance,
) -> EvalResult<Judgement> {
    let mut judgement = Judgement { distance: 0.0, mismatch: None };
    for device in 0..pieces.devices() {
        let (want, have) = (pieces.slice(expected, device), pieces.content(got, device)?);
        judgement.distance = judgement.distance.max(distance(&want, &have));
        let off = compare(&want, &have, Tolerance { absolute: allowance.distance, relative: 0.0 });
        let flips = flips(&want, &have);
        let is_tolerated = flips > 0 && flips <= allowance.flips;
        if judgement.mismatch.is_none()
            && !is_tolerated
            && let Err(mismatch) = off
        {
            judgement.mismatch = Some((device, mismatch));
        }
    }
    Ok(judgement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_finite_are_far_from_others() {
        let tensor = |values: [f32; 3]| Tensor::f32(&[3], values.to_vec());
        let a = tensor([1.0, f32::NAN, f32::INFINITY]);
        assert_eq!(distance(&a, &tensor([1.5, f32::NAN, f32::INFINITY])), 0.5);
        assert_eq!(distance(&a, &tensor([1.0, 2.0, f32::INFINITY])), f64::INFINITY);
        assert_eq!(distance(&a, &tensor([1.0, f32::NAN, f32::NEG_INFINITY])), f64::INFINITY);
        assert_eq!(a.largest(), 1.0);
    }
}
