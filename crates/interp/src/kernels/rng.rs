//! `rng`: random numbers of a distribution.
//!
//! The op has no state, so the specification does not define its numbers; here they are a fixed function of a seed,
//! which the caller varies from op to op.

use std::f64::consts::TAU;

use super::classes::{doubles, from_doubles};
use super::rng_bits::philox;
use crate::{Element, EvalError, EvalResult, Tensor, checked_count};

/// The distribution of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Every number from `a` up to, not including, `b` with equal probability.
    Uniform,
    /// The normal distribution of mean `a` and standard deviation `b`.
    Normal,
}

/// Draws a tensor of the element type of the scalars `a` and `b`.
pub fn rng(
    a: &Tensor,
    b: &Tensor,
    shape: &[usize],
    distribution: Distribution,
    seed: u64,
) -> EvalResult<Tensor> {
    let count = checked_count(shape)?;
    if a.len() != 1 || b.len() != 1 || a.element != b.element {
        return Err(EvalError::Argument(
            "expected two scalars of one type as the parameters of a distribution".into(),
        ));
    }
    let (_, bits) = philox(seed, 0, count * if distribution == Distribution::Normal { 2 } else { 1 }, true);
    // The upper 53 bits as a fraction in [0, 1).
    let fraction = |bits: u64| (bits >> 11) as f64 * 2f64.powi(-53);
    match (distribution, a.element) {
        (Distribution::Uniform, Element::Int { .. }) => {
            let (low, high) = (a.ints()?[0], b.ints()?[0]);
            let span = high.wrapping_sub(low) as u64;
            let draw =
                |bits: &u64| a.element.wrap(low.wrapping_add(bits.checked_rem(span).unwrap_or(0) as i64));
            Ok(Tensor::new(a.element, shape.to_vec(), bits.iter().map(draw).collect::<Vec<_>>()))
        }
        (Distribution::Uniform, Element::Bool) => {
            let (low, high) = (a.bools()?[0], b.bools()?[0]);
            // Only the range from false to true has more than one value.
            let draw = |_: &u64| low && high;
            Ok(Tensor::new(Element::Bool, shape.to_vec(), bits.iter().map(draw).collect::<Vec<_>>()))
        }
        (Distribution::Uniform, _) => {
            let (low, high) = (doubles(a)?[0], doubles(b)?[0]);
            let values = bits.iter().map(|&bits| low + (high - low) * fraction(bits)).collect();
            Ok(from_doubles(a.element, shape.to_vec(), values))
        }
        (Distribution::Normal, _) => {
            let (mean, deviation) = (doubles(a)?[0], doubles(b)?[0]);
            // Box and Muller's transform; one minus the fraction is never zero.
            let draw = |pair: &[u64]| {
                let radius = (-2.0 * (1.0 - fraction(pair[0])).ln()).sqrt();
                mean + deviation * radius * (TAU * fraction(pair[1])).cos()
            };
            Ok(from_doubles(a.element, shape.to_vec(), bits.chunks_exact(2).map(draw).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;

    #[test]
    fn distributions_have_their_moments() {
        let n = 20_000;
        let scalar = |x: f32| Tensor::f32(&[], vec![x]);
        for (distribution, mean, deviation) in
            [(Distribution::Uniform, 2.0, 2.0 / 12f32.sqrt()), (Distribution::Normal, 1.0, 3.0)]
        {
            let got = rng(&scalar(1.0), &scalar(3.0), &[n], distribution, 7).unwrap();
            let Data::F32(values) = got.data else { unreachable!("floats") };
            let average = values.iter().sum::<f32>() / n as f32;
            let square = values.iter().map(|x| (x - average).powi(2)).sum::<f32>() / n as f32;
            assert!((average - mean).abs() < 0.1 && (square.sqrt() - deviation).abs() < 0.1);
        }
    }

    #[test]
    fn integers_stay_in_range_and_seeds_differ() {
        let (a, b) = (Tensor::int(Element::I32, -2), Tensor::int(Element::I32, 3));
        let draw = |seed| rng(&a, &b, &[50], Distribution::Uniform, seed).unwrap();
        assert!(draw(1).ints().unwrap().iter().all(|x| (-2..3).contains(x)));
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(rng(&a, &b, &[2], Distribution::Normal, 0).is_err());
    }
}
