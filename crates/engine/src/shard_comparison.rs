//! Compares results with those of the reference, within tolerances.

use partita_interp::{Data, Element, EvalResult, Mismatch, Tensor, Tolerance, compare};
use partita_ir::FloatKind;

use crate::TensorShards;

/// The allowed difference between a result and the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Allowance {
    /// For floats: the maximum absolute difference of an element.
    pub(crate) distance: f64,
    /// For integers and booleans: the maximum number of elements that may differ.
    pub(crate) flips: usize,
}

impl Allowance {
    /// Allows a difference for floats, and none for other types.
    pub(crate) fn distance(distance: f64) -> Self {
        Allowance { distance, flips: 0 }
    }
}

/// The difference between a result and the reference.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShardComparison {
    /// The largest difference of a float on any device; infinite if only one of two numbers is finite.
    pub(crate) distance: f64,
    /// The first device with a difference beyond the allowance, and its element.
    pub(crate) mismatch: Option<(usize, Mismatch)>,
}

/// The default tolerance of an element type, relative to the largest element. Sums in a different order round
/// differently.
pub fn default_tolerance(element: Element) -> f64 {
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

/// The largest difference between two float tensors of the same type; infinite if one number is not finite and the other
/// differs from it; zero for other types.
pub(crate) fn largest_difference(a: &Tensor, b: &Tensor) -> f64 {
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

/// The number of integers or booleans that differ.
pub(crate) fn count_flips(a: &Tensor, b: &Tensor) -> usize {
    match (&a.data, &b.data) {
        (Data::Bool(a), Data::Bool(b)) => a.iter().zip(&**b).filter(|(a, b)| a != b).count(),
        (Data::Int(a), Data::Int(b)) => a.iter().zip(&**b).filter(|(a, b)| a != b).count(),
        _ => 0,
    }
}

/// Compares the shard of every device with the corresponding slice of the expected result.
pub(crate) fn compare_shards(
    expected: &Tensor,
    shards: &TensorShards,
    got: &[Tensor],
    allowance: Allowance,
) -> EvalResult<ShardComparison> {
    let mut comparison = ShardComparison { distance: 0.0, mismatch: None };
    for device in 0..shards.devices() {
        let (want, have) = (shards.slice(expected, device), shards.content(got, device)?);
        comparison.distance = comparison.distance.max(largest_difference(&want, &have));
        let off = compare(&want, &have, Tolerance { absolute: allowance.distance, relative: 0.0 });
        let flips = count_flips(&want, &have);
        let is_tolerated = flips > 0 && flips <= allowance.flips;
        if comparison.mismatch.is_none()
            && !is_tolerated
            && let Err(mismatch) = off
        {
            comparison.mismatch = Some((device, mismatch));
        }
    }
    Ok(comparison)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_finite_numbers_differ_infinitely_from_others() {
        let tensor = |values: [f32; 3]| Tensor::f32(&[3], values.to_vec());
        let a = tensor([1.0, f32::NAN, f32::INFINITY]);
        assert_eq!(largest_difference(&a, &tensor([1.5, f32::NAN, f32::INFINITY])), 0.5);
        assert_eq!(largest_difference(&a, &tensor([1.0, 2.0, f32::INFINITY])), f64::INFINITY);
        assert_eq!(largest_difference(&a, &tensor([1.0, f32::NAN, f32::NEG_INFINITY])), f64::INFINITY);
        assert_eq!(a.largest(), 1.0);
    }
}
