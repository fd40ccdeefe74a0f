//! Changes inputs in their last digits, to measure the effect of rounding.
//!
//! An input that differs by a few units in the last place makes every later sum round differently. The resulting change
//! is an estimate of what a different order of sums may change.

use partita_interp::{Data, Element, Stored, Tensor};

/// The maximum change of an input, in units in the last place.
const ULPS: u64 = 4;

/// Changes every float of a tensor by up to [`ULPS`] units in the last place. Zeros, integers and non-finite numbers
/// do not change.
pub(crate) fn perturb_last_digits(tensor: &Tensor, seed: u64) -> Tensor {
    let precision = match tensor.element {
        Element::Float(kind) => kind.precision(),
        Element::Complex64 => 24,
        Element::Complex128 => 53,
        Element::Bool | Element::Int { .. } => return tensor.clone(),
    };
    let unit = 2f64.powi(1 - precision as i32);
    let mut state = seed;
    let mut factor = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let steps = (state >> 33) % (2 * ULPS + 1);
        1.0 + unit * (steps as f64 - ULPS as f64)
    };
    let round = |value: f64| tensor.element.round_f64(value);
    let data = match &tensor.data {
        Data::F32(values) => each(values.as_slice(), |value| round(f64::from(value) * factor())),
        Data::F64(values) => each(values.as_slice(), |value| value * factor()),
        Data::C64(values) => each(values.as_slice(), |mut value| {
            value.re = (f64::from(value.re) * factor()) as f32;
            value.im = (f64::from(value.im) * factor()) as f32;
            value
        }),
        Data::C128(values) => each(values.as_slice(), |mut value| {
            value.re *= factor();
            value.im *= factor();
            value
        }),
        Data::Bool(_) | Data::Int(_) => tensor.data.clone(),
    };
    Tensor::new(tensor.element, tensor.shape.clone(), data)
}

fn each<T: Stored>(values: &[T], change: impl FnMut(T) -> T) -> Data {
    T::into_data(values.iter().copied().map(change).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_last_digits_change() {
        let x = Tensor::f32(&[64], (0..64).map(|k| k as f32 * 0.37).collect());
        let y = perturb_last_digits(&x, 1);
        let (Data::F32(x), Data::F32(y)) = (&x.data, &y.data) else { unreachable!("floats") };
        assert!(x.iter().zip(&**y).all(|(x, y)| (x - y).abs() <= x.abs() * 1e-6));
        assert!(x.iter().zip(&**y).filter(|(x, y)| x != y).count() > 32);
        assert_eq!(y[0], 0.0);
        let integer = Tensor::int(Element::I32, 7);
        assert_eq!(perturb_last_digits(&integer, 1), integer);
    }
}
