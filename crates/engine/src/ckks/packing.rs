//! Where the values of a program with few slots are in ciphertexts with many slots.

use super::error::CkksTrouble;
use super::stream::normal_steps;
use super::wiped::Values;
use crate::EngineError;

/// The order of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotOrder {
    /// Slot `s` of sample `n` is at `s * samples + n`. Rotating the ciphertext by a multiple of the samples rotates
    /// every sample by itself, so a run computes all samples at once.
    Interleaved,
    /// One sample, repeated with the slots of the program as its period. Bootstraps of few slots require it.
    /// Rotating the copies by `k` gives copies of the rotated values: what leaves one copy on the left is what the
    /// previous copy needs on the right.
    Repeated,
}

/// The arrangement of `slots` values in ciphertexts of `real` slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    slots: usize,
    real: usize,
    order: SlotOrder,
}

impl Packing {
    /// An arrangement; the slots of the program divide those of ciphertexts.
    pub(super) fn new(slots: usize, real: usize, order: SlotOrder) -> Result<Self, EngineError> {
        check_slots(slots, real)?;
        Ok(Self { slots, real, order })
    }

    /// Slots of the program.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// Slots per ciphertext.
    pub(super) fn real(&self) -> usize {
        self.real
    }

    /// The most samples of one run.
    pub(super) fn samples(&self) -> usize {
        match self.order {
            SlotOrder::Interleaved => self.real / self.slots,
            SlotOrder::Repeated => 1,
        }
    }

    /// The rotation of a ciphertext that rotates the program's slots by `steps`.
    pub(super) fn steps(&self, steps: i64) -> u32 {
        normal_steps(steps, self.slots) * self.samples() as u32
    }

    /// The values of a plaintext, the same for all samples; missing ones are zero.
    pub(super) fn pack_plain(&self, values: &[f64]) -> Result<Values, EngineError> {
        let mut packed: Values = vec![0.0; self.real].into();
        self.check_values(values)?;
        let copies = self.real / self.slots;
        for (slot, &value) in values.iter().enumerate() {
            match self.order {
                SlotOrder::Interleaved => packed[slot * copies..(slot + 1) * copies].fill(value as f32),
                SlotOrder::Repeated => {
                    (0..copies).for_each(|copy| packed[copy * self.slots + slot] = value as f32);
                }
            }
        }
        Ok(packed)
    }

    /// The values of an input for each of at most [`Self::samples`] samples; missing samples and values are zero.
    pub(super) fn pack_samples<'v>(
        &self,
        samples: impl IntoIterator<Item = &'v [f64]>,
    ) -> Result<Values, EngineError> {
        if self.order == SlotOrder::Repeated {
            return self.pack_plain(samples.into_iter().next().unwrap_or_default());
        }
        let mut packed: Values = vec![0.0; self.real].into();
        for (number, values) in samples.into_iter().enumerate() {
            self.check_values(values)?;
            let places = packed.iter_mut().skip(number).step_by(self.samples());
            places.zip(values).for_each(|(place, &value)| *place = value as f32);
        }
        Ok(packed)
    }

    /// The values of one sample.
    pub(super) fn unpack(&self, values: &[f32], sample: usize) -> Vec<f64> {
        let of_sample = values.iter().skip(sample).step_by(self.samples());
        of_sample.take(self.slots).map(|&value| value.into()).collect()
    }

    /// The library's interface has 24-bit precision, which is finer than the noise of a fresh ciphertext.
    pub(super) fn check_values(&self, values: &[f64]) -> Result<(), EngineError> {
        let fault = |message: String| Err(EngineError::ckks(CkksTrouble::Stream, message));
        if values.len() > self.slots {
            return fault(format!("found {} values for {} slots", values.len(), self.slots));
        }
        if let Some(place) = values.iter().position(|&value| !(value as f32).is_finite()) {
            return fault(format!("value {place} is {}, which cannot be encoded", values[place]));
        }
        Ok(())
    }
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

    fn packing(slots: usize, real: usize, order: SlotOrder) -> Packing {
        Packing::new(slots, real, order).expect("the slots divide")
    }

    #[test]
    fn values_are_padded_and_checked() {
        let repeated = packing(4, 8, SlotOrder::Repeated);
        let padded = repeated.pack_plain(&[1.0, 2.0, 3.0]).expect("they fit");
        assert_eq!(padded.as_slice(), [1.0, 2.0, 3.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
        let interleaved = packing(4, 8, SlotOrder::Interleaved);
        let padded = interleaved.pack_plain(&[1.0, 2.0, 3.0]).expect("they fit");
        assert_eq!(padded.as_slice(), [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 0.0, 0.0]);
        let samples = interleaved.pack_samples([[1.0, 2.0].as_slice(), &[5.0; 4]]).expect("they fit");
        assert_eq!(samples.as_slice(), [1.0, 5.0, 2.0, 5.0, 0.0, 5.0, 0.0, 5.0]);
        for packing in [repeated, interleaved] {
            assert!(
                packing.pack_plain(&[1.0; 5]).is_err()
                    && packing.pack_samples([[1.0; 5].as_slice()]).is_err()
            );
            assert!(packing.pack_plain(&[f64::NAN]).is_err() && packing.pack_plain(&[1e300]).is_err());
        }
    }

    #[test]
    fn slots_divide() {
        assert!(check_slots(1024, 4096).is_ok() && check_slots(4096, 4096).is_ok());
        assert!(check_slots(0, 4096).is_err() && check_slots(3, 4096).is_err());
        assert!(check_slots(8192, 4096).is_err());
    }

    proptest! {
        #[test]
        fn rotating_all_slots_rotates_every_sample(
            values in proptest::collection::vec(-9.0f64..9.0, 64), k in -20i64..20, copies in 0u32..3,
        ) {
            let samples: Vec<&[f64]> = values.chunks(16).collect();
            for order in [SlotOrder::Interleaved, SlotOrder::Repeated] {
                let packing = packing(16, 16 << copies, order);
                let taken = &samples[..packing.samples()];
                let mut packed = packing.pack_samples(taken.iter().copied()).expect("they fit");
                packed.rotate_left(packing.steps(k) as usize);
                for (number, sample) in taken.iter().enumerate() {
                    let mut rotated: Vec<f64> = sample.iter().map(|&value| f64::from(value as f32)).collect();
                    rotated.rotate_left(normal_steps(k, 16) as usize);
                    prop_assert_eq!(packing.unpack(&packed, number), rotated);
                }
            }
        }
    }
}
