//! Comparison of what a model returns on one device and what its ranks return together.

use std::collections::BTreeMap;

use partita_interp::{Data, Mismatch, Tensor, Tolerance};
use partita_onnx::ElementType;

use super::{Array, Arrays, Precision};
use crate::EngineError;

/// An output that differs from the expected one.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDifference {
    /// The name of the output.
    pub name: String,
    /// Where it differs most; `None` if it is missing, or not expected.
    pub mismatch: Option<Mismatch>,
}

impl std::fmt::Display for ArrayDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.mismatch {
            Some(mismatch) => write!(f, "`{}`: {mismatch}", self.name),
            None => write!(f, "`{}` is not returned by both", self.name),
        }
    }
}

/// How far numbers of a type may be from those expected: a fraction of the number itself, and a fraction of the largest
/// number of the array, because sums of large terms that cancel leave small results with large errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closeness {
    /// Fraction of the expected number.
    pub relative: f64,
    /// Fraction of the largest expected number.
    pub of_largest: f64,
    /// Fraction of 1, for results of ops that compute with terms around 1, such as a sigmoid.
    pub of_bounded: f64,
}

impl Closeness {
    /// What a different order of additions may change in a model of several layers. Integers and booleans must be
    /// equal.
    ///
    /// The relative fraction is that of about 2000 roundings in `f32`, of 10 to 20 in the 16-bit types, and of two in
    /// the 8-bit types.
    pub fn of(element: ElementType) -> Closeness {
        let share = match element {
            ElementType::Double | ElementType::Complex128 => 1e-10,
            ElementType::Float | ElementType::Complex64 => 1e-4,
            ElementType::Float16 => 1e-2,
            ElementType::Bfloat16 => 5e-2,
            ElementType::Float8E4M3FN | ElementType::Float8E4M3FNUZ => 0.15,
            ElementType::Float8E5M2 | ElementType::Float8E5M2FNUZ => 0.3,
            _ => 0.0,
        };
        Closeness { relative: share, of_largest: share / 10.0, of_bounded: share / 100.0 }
    }

    /// The closeness of floats that were computed in a narrower type. Integers still must be equal.
    fn widened(self, narrowest: Option<ElementType>) -> Closeness {
        let wide =
            narrowest.map(Closeness::of).filter(|wide| self.relative > 0.0 && wide.relative > self.relative);
        wide.unwrap_or(self)
    }
}

/// Limits that replace those of [`Closeness`] where they are given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ComparisonLimits {
    /// Fraction of the expected number.
    pub relative: Option<f64>,
    /// Added to the relative limit of every number.
    pub absolute: Option<f64>,
}

partita_base::setters! { ComparisonLimits { relative: Option<f64>, absolute: Option<f64> } }

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The outputs that differ from the expected ones.
    pub differences: Vec<ArrayDifference>,
    /// The largest difference between two numbers, as a fraction of the largest number of their output, or of the terms
    /// that the op computes with if those are larger.
    pub largest: f64,
}

/// Compares what a model returns with what its ranks return together. How far numbers may differ follows from their
/// type, from the largest of them, and from the op that computes them; limits that are given replace that.
pub fn compare_outputs(
    expected: &Arrays,
    got: &Arrays,
    precision: &BTreeMap<String, Precision>,
    limits: ComparisonLimits,
) -> Result<Comparison, EngineError> {
    let mut result = Comparison::default();
    for (name, expected) in expected {
        let mut mismatch = Some(None);
        if let Some(got) = got.get(name) {
            let precision = precision.get(name).copied().unwrap_or_default();
            let (found, share) = compare_output(expected, got, precision, limits)?;
            result.largest = result.largest.max(share);
            mismatch = found.map(Some);
        }
        result.differences.extend(mismatch.map(|mismatch| ArrayDifference { name: name.clone(), mismatch }));
    }
    let unexpected = got.keys().filter(|name| !expected.contains_key(*name));
    result.differences.extend(unexpected.map(|name| ArrayDifference { name: name.clone(), mismatch: None }));
    Ok(result)
}

/// How two arrays differ, if they do, and their largest difference as a fraction of the largest number.
fn compare_output(
    expected: &Array,
    got: &Array,
    precision: Precision,
    limits: ComparisonLimits,
) -> Result<(Option<Mismatch>, f64), EngineError> {
    let element = expected.element();
    let (expected, got) = (expected.to_tensor()?, got.to_tensor()?);
    let tolerance = tolerance_of(element, &expected, precision, limits);
    let largest = largest_magnitude(&expected.data);
    let furthest = furthest(&expected, &got);
    let share = match largest.max(precision.range) {
        _ if furthest == 0.0 => 0.0,
        scale if scale > 0.0 => furthest / scale,
        _ => f64::INFINITY,
    };
    // The relative error of an integer that is one quantisation step off is arbitrary.
    let is_integer = matches!((&expected.data, &got.data), (Data::Int(_), Data::Int(_)));
    if is_integer
        && expected.shape == got.shape
        && expected.element == got.element
        && furthest <= tolerance.absolute
    {
        return Ok((None, share));
    }
    Ok((partita_interp::compare(&expected, &got, tolerance).err(), share))
}

/// How far the numbers of an array may be from those expected.
pub(super) fn tolerance_of(
    element: ElementType,
    expected: &Tensor,
    precision: Precision,
    limits: ComparisonLimits,
) -> Tolerance {
    let closeness = Closeness::of(element).widened(precision.narrowest);
    let largest = largest_magnitude(&expected.data);
    let by_op = (closeness.of_bounded * precision.range).max(precision.step * STEP);
    Tolerance {
        absolute: limits.absolute.unwrap_or((closeness.of_largest * largest).max(by_op)),
        relative: limits.relative.unwrap_or(closeness.relative),
    }
}

/// One step of quantisation, with room for the rounding of its multiples.
const STEP: f64 = 1.001;

/// The largest difference between finite numbers at the same position.
fn furthest(expected: &Tensor, got: &Tensor) -> f64 {
    let largest = |differences: &mut dyn Iterator<Item = f64>| {
        differences.map(f64::abs).filter(|difference| difference.is_finite()).fold(0.0, f64::max)
    };
    match (&expected.data, &got.data) {
        (Data::F32(a), Data::F32(b)) => {
            largest(&mut a.iter().zip(b.iter()).map(|(a, b)| f64::from(*a) - f64::from(*b)))
        }
        (Data::F64(a), Data::F64(b)) => largest(&mut a.iter().zip(b.iter()).map(|(a, b)| a - b)),
        (Data::Int(a), Data::Int(b)) => {
            largest(&mut a.iter().zip(b.iter()).map(|(a, b)| *a as f64 - *b as f64))
        }
        (Data::C64(a), Data::C64(b)) => largest(
            &mut a.iter().zip(b.iter()).map(|(a, b)| f64::from((a.re - b.re).abs().max((a.im - b.im).abs()))),
        ),
        (Data::C128(a), Data::C128(b)) => {
            largest(&mut a.iter().zip(b.iter()).map(|(a, b)| (a.re - b.re).abs().max((a.im - b.im).abs())))
        }
        _ => 0.0,
    }
}

/// Compares arrays by name; NaN equals NaN. Outputs that are not expected are differences as well.
pub fn compare_arrays(
    expected: &Arrays,
    got: &Arrays,
    closeness: &dyn Fn(ElementType) -> Closeness,
) -> Result<Vec<ArrayDifference>, EngineError> {
    let mut differences = Vec::new();
    for (name, expected) in expected {
        let mismatch = match got.get(name) {
            Some(got) => compare(expected, got, closeness(expected.element()))?.map(Some),
            None => Some(None),
        };
        differences.extend(mismatch.map(|mismatch| ArrayDifference { name: name.clone(), mismatch }));
    }
    let unexpected = got.keys().filter(|name| !expected.contains_key(*name));
    differences.extend(unexpected.map(|name| ArrayDifference { name: name.clone(), mismatch: None }));
    Ok(differences)
}

fn compare(expected: &Array, got: &Array, closeness: Closeness) -> Result<Option<Mismatch>, EngineError> {
    let (expected, got) = (expected.to_tensor()?, got.to_tensor()?);
    let largest = largest_magnitude(&expected.data);
    let tolerance = Tolerance { absolute: closeness.of_largest * largest, relative: closeness.relative };
    Ok(partita_interp::compare(&expected, &got, tolerance).err())
}

/// The largest magnitude of finite numbers.
pub(super) fn largest_magnitude(data: &Data) -> f64 {
    let max = |values: &mut dyn Iterator<Item = f64>| {
        values.map(f64::abs).filter(|value| value.is_finite()).fold(0.0, f64::max)
    };
    match data {
        Data::F32(values) => max(&mut values.iter().map(|&value| value.into())),
        Data::F64(values) => max(&mut values.iter().copied()),
        Data::C64(values) => max(&mut values.iter().map(|value| value.re.abs().max(value.im.abs()).into())),
        Data::C128(values) => max(&mut values.iter().map(|value| value.re.abs().max(value.im.abs()))),
        Data::Int(values) => max(&mut values.iter().map(|&value| value as f64)),
        Data::Bool(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrays(values: &[f32]) -> Arrays {
        Arrays::from([("y".into(), Array::f32(&[values.len()], values).unwrap())])
    }

    fn differences(expected: &[f32], got: &[f32]) -> Vec<ArrayDifference> {
        compare_arrays(&arrays(expected), &arrays(got), &Closeness::of).unwrap()
    }

    #[test]
    fn the_worst_element_is_reported() {
        assert!(differences(&[1.0, f32::NAN, 1e-6], &[1.00005, f32::NAN, 2e-6]).is_empty());
        let found = differences(&[1.0, 2.0, 3.0], &[1.1, 2.0, 4.0]);
        let Some(Mismatch::Elements { index, count, .. }) = &found[0].mismatch else { panic!("{found:?}") };
        assert_eq!((index.as_slice(), *count), (&[2][..], 2));
        assert_eq!(differences(&[1.0], &[f32::NAN]).len(), 1);
        assert_eq!(differences(&[1.0], &[1.0, 2.0]).len(), 1);
    }

    #[test]
    fn rounding_is_measured_against_what_the_op_computes_with() {
        let bounded = BTreeMap::from([("y".to_string(), Precision { range: 1.0, ..Precision::default() })]);
        let stepped = BTreeMap::from([("y".to_string(), Precision { step: 0.5, ..Precision::default() })]);
        let plain = BTreeMap::new();
        let judge = |expected: &[f32], got: &[f32], precision, limits| {
            compare_outputs(&arrays(expected), &arrays(got), precision, limits).unwrap()
        };
        let (none, [expected, got]) = (ComparisonLimits::default(), [[0.0, 1e-9], [1.8e-7, 1e-9]]);
        // A saturated sigmoid; the same numbers from an op that is not bounded are wrong.
        assert!(judge(&expected, &got, &bounded, none).differences.is_empty());
        assert_eq!(judge(&expected, &got, &plain, none).differences.len(), 1);
        assert_eq!(judge(&expected, &[1.8e-5, 1e-9], &bounded, none).differences.len(), 1);
        // One step of quantisation, and two.
        let one = judge(&[2.0, 4.0], &[2.5, 4.0], &stepped, none);
        assert_eq!((one.differences.len(), one.largest), (0, 0.125));
        assert_eq!(judge(&[2.0, 4.0], &[3.0, 4.0], &stepped, none).differences.len(), 1);
        // Results of f16 that are returned as f32.
        let half = Precision { narrowest: Some(ElementType::Float16), ..Precision::default() };
        let half = BTreeMap::from([("y".to_string(), half)]);
        assert!(judge(&[2.0, 4.0], &[2.01, 4.0], &half, none).differences.is_empty());
        assert_eq!(judge(&[2.0, 4.0], &[2.01, 4.0], &plain, none).differences.len(), 1);
        assert_eq!(judge(&[2.0, 4.0], &[2.1, 4.0], &half, none).differences.len(), 1);
        // Limits that are given replace all of these.
        let limits = ComparisonLimits { relative: Some(0.0), absolute: Some(1.0) };
        assert!(judge(&[2.0, 4.0], &[3.0, 4.0], &plain, limits).differences.is_empty());
        assert_eq!(judge(&[2.0, 4.0], &[3.1, 4.0], &stepped, limits).differences.len(), 1);
    }

    #[test]
    fn quantised_integers_may_be_one_off_and_others_may_not() {
        let ints =
            |values: &[i64]| Arrays::from([("y".into(), Array::i64(&[values.len()], values).unwrap())]);
        let step = BTreeMap::from([("y".to_string(), Precision { step: 1.0, ..Precision::default() })]);
        let count = |got: &[i64], precision| {
            compare_outputs(&ints(&[5, 7]), &ints(got), precision, ComparisonLimits::default())
                .unwrap()
                .differences
                .len()
        };
        assert_eq!(
            [count(&[6, 6], &step), count(&[7, 7], &step), count(&[6, 7], &BTreeMap::new())],
            [0, 1, 1]
        );
    }

    #[test]
    fn missing_and_unexpected_outputs_are_reported() {
        let none = Arrays::new();
        for (expected, got) in [(&arrays(&[1.0]), &none), (&none, &arrays(&[1.0]))] {
            let found = compare_arrays(expected, got, &Closeness::of).unwrap();
            assert_eq!(found, [ArrayDifference { name: "y".into(), mismatch: None }]);
        }
    }
}
