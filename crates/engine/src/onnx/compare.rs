//! Comparison of what a model returns, whole and put together from ranks.

use partita_interp::{Data, Mismatch, Tolerance};
use partita_onnx::ElementType;

use super::{Array, Arrays, OnnxError};

/// An output that is not what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDifference {
    /// The output.
    pub name: String,
    /// Where it differs most; nothing when it is missing.
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

/// How far numbers of a type may be from those expected: a share of the number itself, and a share of the largest
/// number of the array, because sums of large terms may leave small results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closeness {
    /// The share of the expected number.
    pub relative: f64,
    /// The share of the largest expected number.
    pub of_largest: f64,
}

impl Closeness {
    /// What reordered sums may change in a model of some depth. Integers and truth values must be equal.
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
        Closeness { relative: share, of_largest: share / 10.0 }
    }
}

/// Compares arrays by name; NaN equals NaN. Outputs that nobody expects are differences too.
pub fn compare_arrays(
    expected: &Arrays,
    got: &Arrays,
    closeness: &dyn Fn(ElementType) -> Closeness,
) -> Result<Vec<ArrayDifference>, OnnxError> {
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

fn compare(expected: &Array, got: &Array, closeness: Closeness) -> Result<Option<Mismatch>, OnnxError> {
    let (expected, got) = (expected.to_tensor()?, got.to_tensor()?);
    let largest = largest(&expected.data);
    let tolerance = Tolerance { absolute: closeness.of_largest * largest, relative: closeness.relative };
    Ok(partita_interp::compare(&expected, &got, tolerance).err())
}

/// The largest magnitude of finite numbers.
fn largest(data: &Data) -> f64 {
    let max = |values: &mut dyn Iterator<Item = f64>| {
        values.map(f64::abs).filter(|value| value.is_finite()).fold(0.0, f64::max)
    };
    match data {
        Data::F32(values) => max(&mut values.iter().map(|&value| value.into())),
        Data::F64(values) => max(&mut values.iter().copied()),
        Data::C64(values) => max(&mut values.iter().map(|value| value.re.abs().max(value.im.abs()).into())),
        Data::C128(values) => max(&mut values.iter().map(|value| value.re.abs().max(value.im.abs()))),
        Data::Bool(_) | Data::Int(_) => 0.0,
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
    fn the_worst_element_is_told() {
        assert!(differences(&[1.0, f32::NAN, 1e-6], &[1.00005, f32::NAN, 2e-6]).is_empty());
        let found = differences(&[1.0, 2.0, 3.0], &[1.1, 2.0, 4.0]);
        let Some(Mismatch::Elements { index, count, .. }) = &found[0].mismatch else { panic!("{found:?}") };
        assert_eq!((index.as_slice(), *count), (&[2][..], 2));
        assert_eq!(differences(&[1.0], &[f32::NAN]).len(), 1);
        assert_eq!(differences(&[1.0], &[1.0, 2.0]).len(), 1);
    }

    #[test]
    fn missing_outputs_and_others_are_told() {
        let none = Arrays::new();
        for (expected, got) in [(&arrays(&[1.0]), &none), (&none, &arrays(&[1.0]))] {
            let found = compare_arrays(expected, got, &Closeness::of).unwrap();
            assert_eq!(found, [ArrayDifference { name: "y".into(), mismatch: None }]);
        }
    }
}
