//! Parameters for SEAL, which has one prime of key switching and no bootstraps.

use super::error::CkksTrouble;
use super::params::{CkksParams, Safety, Secret};
use super::security::{MaxModulus, RINGS, max_modulus_bits};
use crate::EngineError;

/// The most bits of a prime.
const MAX_BITS: u32 = 60;

impl CkksParams {
    /// Parameters for programs of this many levels and slots: in the given ring, or in the smallest that is secure and
    /// has room.
    ///
    /// The secret is ternary, and the error has a standard deviation of 3.2, as SEAL draws them; these are the
    /// assumptions of the table. The prime of key switching is as large as is secure, for less noise, but not smaller
    /// than the others.
    pub fn for_seal(
        log_n: Option<u32>,
        levels: u32,
        slots: usize,
        safety: Safety,
    ) -> Result<Self, EngineError> {
        let in_ring = |log_n: u32| {
            let params = Self::in_ring(log_n, levels, Safety::Standard);
            let least = params.q_bits.iter().copied().max().unwrap_or(MAX_BITS);
            let room = match max_modulus_bits(log_n, Secret::Ternary) {
                MaxModulus::Bits(most) => most.saturating_sub(params.q_bits.iter().sum()),
                MaxModulus::Unknown => 0,
            };
            // Where not even the smallest is secure, the parameters are rejected, or a test takes the largest.
            let special = if room < least { MAX_BITS } else { room.min(MAX_BITS) };
            Self { p_bits: vec![special], ..params }
        };
        let params = match log_n {
            Some(log_n) => in_ring(log_n),
            None => RINGS
                .filter(|log_n| 1usize << (log_n - 1) >= slots)
                .map(in_ring)
                .find(|params| params.check(Safety::Standard).is_ok())
                .ok_or_else(|| {
                    let message = format!(
                        "no ring with a published bound has room for {levels} levels and {slots} slots with SEAL"
                    );
                    EngineError::ckks(CkksTrouble::Insecure, message)
                })?,
        };
        params.check(safety)?;
        params.check_slots(slots)?;
        Ok(params)
    }

    /// The bytes of the keys of this many rotations in a file, before compression: SEAL stores a seed in place of the
    /// random half of each.
    pub fn seal_key_bytes(&self, rotations: usize) -> u64 {
        let key = self.switching_key_bytes();
        let public = self.ciphertext_bytes();
        public + key / 2 * (rotations as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rings_are_secure() {
        for levels in 0..=62 {
            let params = CkksParams::for_seal(None, levels, 64, Safety::Standard).expect("there is room");
            params.check(Safety::Standard).expect("it is secure");
            let [special] = params.p_bits[..] else { panic!("SEAL has one prime of key switching") };
            assert!((49..=60).contains(&special) && params.secret == Secret::Ternary);
        }
        let three = CkksParams::for_seal(None, 3, 64, Safety::Standard).expect("there is room");
        assert_eq!((three.log_n, &three.p_bits[..]), (14, &[60][..]));
        // 49 + 2 * 40 + 60 = 189 of 214 bits.
        assert_eq!(CkksParams::for_seal(None, 2, 64, Safety::Standard).expect("there is room").log_n, 13);
        let error = CkksParams::for_seal(Some(13), 3, 64, Safety::Standard).expect_err("218 bits");
        assert_eq!(error.kind(), CkksTrouble::Insecure);
        CkksParams::for_seal(Some(11), 3, 64, Safety::InsecureTest).expect("a test may");
        assert!(CkksParams::for_seal(Some(10), 3, 1024, Safety::InsecureTest).is_err(), "too many slots");
        assert!(CkksParams::for_seal(None, 64, 64, Safety::Standard).is_err());
    }
}
