//! Repeats values over all slots, so that a rotation modulo few slots is one modulo many.

use super::error::CkksTrouble;
use super::wiped::Values;
use crate::EngineError;

/// Fills `real` slots with copies of `values`, each padded with zeros to `slots`.
///
/// Rotating the copies by `k < slots` gives copies of the rotated values: what leaves one copy on the left is
/// what the previous copy needs on the right.
pub(super) fn tile_values(values: &[f64], slots: usize, real: usize) -> Result<Values, EngineError> {
    let fault = |message: String| Err(EngineError::ckks(CkksTrouble::Stream, message));
    if values.len() > slots {
        return fault(format!("found {} values for {slots} slots", values.len()));
    }
    // The library's interface has 24-bit precision, which is finer than the noise of a fresh ciphertext.
    let mut tiled: Values = Vec::with_capacity(real).into();
    tiled.extend(values.iter().map(|&value| value as f32));
    if let Some(place) = tiled.iter().position(|value| !value.is_finite()) {
        return fault(format!("value {place} is {}, which cannot be encoded", values[place]));
    }
    tiled.resize(slots, 0.0);
    while tiled.len() < real {
        tiled.extend_from_within(..slots);
    }
    Ok(tiled)
}

/// Checks that a program of this many slots can run in ciphertexts of `real` slots.
pub(super) fn check_slots(slots: usize, real: usize) -> Result<(), EngineError> {
    if slots > 0 && real.is_multiple_of(slots) {
        return Ok(());
    }
    let message = format!("a program for {slots} slots cannot run in ciphertexts of {real}");
    Err(EngineError::ckks(CkksTrouble::Stream, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_repeat_and_are_padded() {
        assert_eq!(
            tile_values(&[1.0, 2.0, 3.0], 4, 8).unwrap().as_slice(),
            [1.0, 2.0, 3.0, 0.0, 1.0, 2.0, 3.0, 0.0]
        );
        assert!(tile_values(&[1.0; 5], 4, 8).is_err());
        assert!(tile_values(&[f64::NAN], 4, 8).is_err());
        assert!(tile_values(&[1e300], 4, 8).is_err());
    }

    #[test]
    fn slots_divide() {
        assert!(check_slots(1024, 4096).is_ok() && check_slots(4096, 4096).is_ok());
        assert!(check_slots(0, 4096).is_err() && check_slots(3, 4096).is_err());
        assert!(check_slots(8192, 4096).is_err());
    }

    proptest! {
        #[test]
        fn rotating_all_slots_rotates_every_copy(
            values in proptest::collection::vec(-9.0f64..9.0, 16), k in 0usize..16, copies in 1usize..5,
        ) {
            let mut tiled = tile_values(&values, 16, 16 * copies).unwrap();
            tiled.rotate_left(k);
            let mut once = values;
            once.rotate_left(k);
            prop_assert_eq!(tiled, tile_values(&once, 16, 16 * copies).unwrap());
        }
    }
}
