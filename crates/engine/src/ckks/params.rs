//! The parameters of CKKS: the ring, the primes of the modulus, the scale, the secret.

use super::error::CkksTrouble;
use super::packing::check_slots;
use super::security::{MaxModulus, RINGS, max_modulus_bits};
use crate::EngineError;

/// The distribution of the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// Uniform coefficients from {-1, 0, 1}: two thirds are nonzero.
    Ternary,
    /// A fixed number of nonzero coefficients. Bootstrapping requires few.
    Sparse {
        /// The number of nonzero coefficients.
        weight: u32,
    },
}

/// Whether parameters must be secure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Safety {
    /// At least 128 bits by the published tables.
    #[default]
    Standard,
    /// No requirement: for tests on small rings.
    InsecureTest,
}

/// The parameters of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CkksParams {
    /// The ring has degree `2^log_n`; a ciphertext has half as many slots.
    pub log_n: u32,
    /// Bits of each prime of the modulus. A fresh ciphertext uses all; each rescaling drops the last one.
    pub q_bits: Vec<u32>,
    /// Bits of each prime that key switching adds.
    pub p_bits: Vec<u32>,
    /// Values are multiplied by `2^scale_bits` before they are rounded.
    pub scale_bits: u32,
    /// The distribution of the secret.
    pub secret: Secret,
}

/// The most primes of the modulus.
const MAX_PRIMES: usize = 64;

/// Bits of the scale: it keeps values to about seven digits, which is the precision of the library's interface.
const SCALE_BITS: u32 = 40;

/// Bits of the last prime beyond the scale: values up to half of two to this power fit.
const ROOM_BITS: u32 = 9;

/// Bits that the library's bootstrapping adds to the modulus: three primes of 39 bits for slots to
/// coefficients, eight of 60 for the sine, four of 56 for coefficients to slots.
const BOOTSTRAP_BITS: u32 = 3 * 39 + 8 * 60 + 4 * 56;

/// The number of these primes.
pub(super) const BOOTSTRAP_PRIMES: usize = 3 + 8 + 4;

impl CkksParams {
    /// Secure parameters for programs of this many levels and slots, in the smallest ring that has room.
    pub fn secure(levels: u32, slots: usize) -> Result<Self, EngineError> {
        let secure = |params: &Self| params.check(Safety::Standard).is_ok();
        Self::in_rings(levels, slots, Safety::Standard).find(secure).ok_or_else(|| {
            let message =
                format!("no ring with a published bound has room for {levels} levels and {slots} slots");
            EngineError::ckks(CkksTrouble::Insecure, message)
        })
    }

    /// Parameters for programs of this many levels in a given ring.
    ///
    /// The primes of key switching are chosen only here, so that a ring that the user names gets the same as
    /// one that is found. More of them make keys smaller and key switching faster, up to about a third of the
    /// others; as many are used as are secure. If not even one is, [`Self::check`] rejects the parameters, and
    /// a test may use them all.
    pub fn in_ring(log_n: u32, levels: u32, safety: Safety) -> Self {
        let end_bits = SCALE_BITS + ROOM_BITS;
        // More levels are rejected anyway; the limit keeps the list small until then.
        let levels = levels.min(1 << 16);
        let mut q_bits = vec![end_bits];
        q_bits.extend((0..levels).map(|_| SCALE_BITS));
        let wanted = (levels + 1).div_ceil(3);
        let room = match max_modulus_bits(log_n, Secret::Ternary) {
            MaxModulus::Bits(max) => max.saturating_sub(q_bits.iter().sum()) / end_bits,
            MaxModulus::Unknown => 0,
        };
        let special = match (room, safety) {
            (0, Safety::Standard) => 1,
            (0, Safety::InsecureTest) => wanted,
            (room, _) => room.min(wanted),
        };
        let p_bits = vec![end_bits; special as usize];
        Self { log_n, q_bits, p_bits, scale_bits: SCALE_BITS, secret: Secret::Ternary }
    }

    /// Parameters in all rings with a published bound and enough slots, the smallest first.
    fn in_rings(levels: u32, slots: usize, safety: Safety) -> impl Iterator<Item = Self> {
        let rings = RINGS.filter(move |log_n| 1usize << (log_n - 1) >= slots);
        rings.map(move |log_n| Self::in_ring(log_n, levels, safety))
    }

    /// Secure parameters for programs that bootstrap to this many levels, in the smallest ring that has room.
    pub fn secure_with_bootstraps(levels: u32, slots: usize) -> Result<Self, EngineError> {
        let secure = |params: &Self| {
            params.check(Safety::Standard).is_ok() && params.bootstrap_primes(Safety::Standard).is_ok()
        };
        let rings = Self::in_rings(levels, slots, Safety::Standard);
        rings.map(|params| params.with_bootstraps_of(slots)).find(secure).ok_or_else(|| {
            let message = format!(
                "no ring with a published bound has room for bootstraps to {levels} levels and {slots} slots"
            );
            EngineError::ckks(CkksTrouble::Insecure, message)
        })
    }

    /// The same with a first prime for bootstraps of values that repeat after `slots` slots. Such bootstraps have smaller
    /// matrices and fewer keys; they add up all copies of a value, so the first prime has room for the sum.
    #[must_use]
    pub fn with_bootstraps_of(mut self, slots: usize) -> Self {
        const MOST: u32 = 60;
        let copies = (self.slots() / slots.clamp(1, self.slots())).ilog2();
        let end_bits = self.scale_bits + ROOM_BITS;
        if let Some(first) = self.q_bits.first_mut() {
            *first = (*first).max((end_bits + copies).min(MOST.max(end_bits)));
        }
        self
    }

    /// The period of bootstrapped values for programs of this many slots: the shortest that the first prime has room
    /// for.
    pub fn bootstrap_period(&self, slots: usize) -> usize {
        let room = self.q_bits.first().map_or(0, |first| first.saturating_sub(self.scale_bits + ROOM_BITS));
        slots.max(self.slots() >> room.min(31)).max(1)
    }

    /// The key-switching primes of a scheme that bootstraps: of the numbers that are secure the one with the
    /// smallest keys, which are also the fastest. With more primes there are fewer digits, over more primes.
    pub fn bootstrap_primes(&self, safety: Safety) -> Result<Vec<u32>, EngineError> {
        const BITS: u32 = 61;
        const MOST: usize = 12;
        let secure = |count: &usize| self.check_bootstrap(&vec![BITS; *count], safety).is_ok();
        match (1..=MOST).filter(secure).min_by_key(|&count| self.bootstrap_key_bytes(count)) {
            Some(count) => Ok(vec![BITS; count]),
            None => self.check_bootstrap(&[BITS], safety).map(|()| vec![BITS]),
        }
    }

    /// The degree of the ring, `2^log_n`.
    pub fn degree(&self) -> usize {
        1 << self.log_n
    }

    /// Slots per ciphertext.
    pub fn slots(&self) -> usize {
        self.degree() / 2
    }

    /// The level of a fresh ciphertext.
    pub fn levels(&self) -> u32 {
        self.q_bits.len() as u32 - 1
    }

    /// The number of nonzero coefficients of the secret.
    pub fn weight(&self) -> u32 {
        match self.secret {
            Secret::Ternary => (self.degree() as u32 * 2).div_ceil(3),
            Secret::Sparse { weight } => weight,
        }
    }

    /// The bits of the modulus including the primes of key switching.
    pub fn modulus_bits(&self) -> u32 {
        self.q_bits.iter().chain(&self.p_bits).sum()
    }

    /// Checks that the library supports the scheme and that it is secure.
    pub fn check(&self, safety: Safety) -> Result<(), EngineError> {
        self.check_ranges().map_err(|message| EngineError::ckks(CkksTrouble::Params, message))?;
        self.check_modulus(self.modulus_bits(), safety)
    }

    /// Checks that a program for this many slots can run in the ciphertexts of this ring: on as many copies of
    /// its values as fit exactly.
    pub fn check_slots(&self, slots: usize) -> Result<(), EngineError> {
        check_slots(slots, self.slots())
    }

    /// Checks that a scheme with bootstraps and these key-switching primes is secure.
    pub fn check_bootstrap(&self, p_bits: &[u32], safety: Safety) -> Result<(), EngineError> {
        if p_bits.is_empty() || p_bits.len() > 32 || p_bits.iter().any(|bits| !(30..=61).contains(bits)) {
            let message = "key switching of bootstrapping requires 1 to 32 primes of 30 to 61 bits";
            return Err(EngineError::ckks(CkksTrouble::Params, message));
        }
        let primes = self.q_bits.iter().chain(p_bits).sum::<u32>();
        self.check_modulus(primes + BOOTSTRAP_BITS, safety)
    }

    fn check_modulus(&self, bits: u32, safety: Safety) -> Result<(), EngineError> {
        if safety == Safety::InsecureTest {
            return Ok(());
        }
        let degree = self.degree();
        let secret = match self.secret {
            Secret::Ternary => "a ternary secret".to_string(),
            Secret::Sparse { weight } => format!("a secret of weight {weight}"),
        };
        let message = match max_modulus_bits(self.log_n, self.secret) {
            MaxModulus::Bits(max) if bits <= max => return Ok(()),
            MaxModulus::Bits(max) => format!(
                "a modulus of {bits} bits is not secure in a ring of degree {degree} with {secret}: at most {max} bits have 128 bits of \
                 security"
            ),
            MaxModulus::Unknown => {
                format!("no published table has a secure modulus for a ring of degree {degree} with {secret}")
            }
        };
        Err(EngineError::ckks(CkksTrouble::Insecure, message))
    }

    fn check_ranges(&self) -> Result<(), String> {
        let within = |what: &str, value: usize, low: usize, high: usize| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(format!("expected {what} from {low} to {high}, found {value}"))
            }
        };
        within("the logarithm of the ring's degree", self.log_n as usize, 8, 17)?;
        within("the number of primes of the modulus", self.q_bits.len(), 1, MAX_PRIMES)?;
        within("the number of primes of key switching", self.p_bits.len(), 1, 32)?;
        for &bits in self.q_bits.iter().chain(&self.p_bits) {
            // A prime is one more than a multiple of twice the degree; there must be several to choose from.
            within("the size of a prime in bits", bits as usize, self.log_n as usize + 4, 61)?;
        }
        within("the size of the scale in bits", self.scale_bits as usize, 10, 60)?;
        if self.q_bits[0] <= self.scale_bits {
            let (first, scale) = (self.q_bits[0], self.scale_bits);
            return Err(format!(
                "expected a first prime of more than {scale} bits, the size of the scale, found {first}"
            ));
        }
        within("the weight of the secret", self.weight() as usize, 1, self.degree())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toy() -> CkksParams {
        CkksParams {
            log_n: 13,
            q_bits: vec![49, 40, 40],
            p_bits: vec![49],
            scale_bits: 40,
            secret: Secret::Ternary,
        }
    }

    fn max_bits(log_n: u32) -> u32 {
        match max_modulus_bits(log_n, Secret::Ternary) {
            MaxModulus::Bits(bits) => bits,
            MaxModulus::Unknown => 0,
        }
    }

    #[test]
    fn bootstraps_need_a_large_ring() {
        let params = CkksParams::secure_with_bootstraps(15, 4096).expect("there is room");
        assert_eq!((params.log_n, params.levels(), params.p_bits.len()), (16, 15, 6));
        // As many copies as fit into a prime; values have a longer period then.
        let few = CkksParams::secure_with_bootstraps(3, 4).expect("there is room");
        assert_eq!((few.q_bits[0], few.bootstrap_period(4)), (60, 16));
        let primes = params.bootstrap_primes(Safety::Standard).expect("there is room");
        // 52 + 15 * 40 + 821 + 4 * 61 = 1717 of 1747; eight copies of 4096 values need three more bits.
        assert_eq!((primes.len(), params.q_bits[0], params.bootstrap_period(4096)), (4, 52, 4096));
        params.check_bootstrap(&primes, Safety::Standard).expect("secure");
        let toy = CkksParams::in_ring(12, 3, Safety::InsecureTest);
        // 19 primes in two digits.
        assert_eq!(toy.bootstrap_primes(Safety::InsecureTest).expect("allowed").len(), 10);
        let error = toy.bootstrap_primes(Safety::Standard).expect_err("insecure");
        assert_eq!(error.kind(), CkksTrouble::Insecure);
        assert_eq!(CkksParams::secure_with_bootstraps(30, 4096).expect("there is room").log_n, 17);
        assert!(CkksParams::secure_with_bootstraps(64, 4096).is_err());
    }

    #[test]
    fn secure_parameters_are_secure_and_small() {
        assert_eq!(CkksParams::secure(2, 1024).expect("there is room"), toy());
        for levels in 0..=63 {
            for slots in [1, 4096, 4097, 32768, 65536] {
                let params = CkksParams::secure(levels, slots).expect("there is room");
                params.check(Safety::Standard).expect("secure");
                assert!(params.slots() >= slots && params.levels() == levels);
                assert!(params.modulus_bits() <= max_bits(params.log_n), "{params:?}");
                // No smaller ring would do: it has too few slots, or no room for a key-switching prime.
                let smaller = params.slots() / 2 < slots
                    || params.q_bits.iter().sum::<u32>() + 49 > max_bits(params.log_n - 1);
                assert!(smaller, "{params:?}");
            }
        }
        // The depth at which the standard of 2018 and the guidelines of 2024 differ: 218 bits.
        assert_eq!(CkksParams::secure(3, 1).unwrap().log_n, 14);
        assert_eq!(CkksParams::secure(64, 1).err().unwrap().kind(), CkksTrouble::Insecure);
        assert_eq!(CkksParams::secure(u32::MAX, 1).err().unwrap().kind(), CkksTrouble::Insecure);
        assert_eq!(CkksParams::secure(1, 65537).err().unwrap().kind(), CkksTrouble::Insecure);
    }

    #[test]
    fn a_ring_that_is_named_has_the_parameters_of_one_that_is_found() {
        for levels in 0..=63 {
            let found = CkksParams::secure(levels, 1).expect("there is room");
            for safety in [Safety::Standard, Safety::InsecureTest] {
                assert_eq!(CkksParams::in_ring(found.log_n, levels, safety), found);
            }
            // In every ring: secure, or rejected.
            for log_n in RINGS {
                let named = CkksParams::in_ring(log_n, levels, Safety::Standard);
                let is_secure = named.modulus_bits() <= max_bits(log_n);
                assert_eq!(named.check(Safety::Standard).is_ok(), is_secure, "{named:?}");
                assert_eq!(is_secure, log_n >= found.log_n, "{named:?}");
            }
        }
        // Sixteen levels in the ring of degree 2^15 have room for three: 17 primes in 6 digits instead of 17.
        assert_eq!(CkksParams::in_ring(15, 16, Safety::Standard).p_bits.len(), 3);
        assert_eq!(CkksParams::in_ring(12, 16, Safety::InsecureTest).p_bits.len(), 6);
    }

    #[test]
    fn insecure_parameters_are_refused() {
        let mut params = toy();
        params.q_bits.push(40);
        let error = params.check(Safety::Standard).expect_err("218 bits are too many");
        assert_eq!(error.kind(), CkksTrouble::Insecure);
        assert!(error.message.contains("218 bits") && error.message.contains("at most 214"), "{error}");
        params.check(Safety::InsecureTest).expect("a test may");
        let sparse = CkksParams { secret: Secret::Sparse { weight: 64 }, ..toy() };
        assert_eq!(sparse.check(Safety::Standard).expect_err("sparse").kind(), CkksTrouble::Insecure);
    }

    #[test]
    fn bootstrapping_has_a_larger_modulus() {
        // Lattigo's parameter set N16QP1546H192H32, whose name states its total.
        let params = CkksParams {
            log_n: 16,
            q_bits: [60].into_iter().chain([40; 9]).collect(),
            p_bits: vec![61; 5],
            scale_bits: 40,
            secret: Secret::Sparse { weight: 192 },
        };
        assert_eq!(params.modulus_bits() + BOOTSTRAP_BITS, 1546);
        params.check_bootstrap(&[61; 5], Safety::Standard).expect("secure");
        let error = params.check_bootstrap(&[61; 6], Safety::Standard).expect_err("too many bits");
        assert_eq!(error.kind(), CkksTrouble::Insecure);
        assert_eq!(
            params.check_bootstrap(&[], Safety::Standard).expect_err("none").kind(),
            CkksTrouble::Params
        );
        assert_eq!(
            toy().check_bootstrap(&[61], Safety::Standard).expect_err("toy").kind(),
            CkksTrouble::Insecure
        );
        toy().check_bootstrap(&[61], Safety::InsecureTest).expect("a test may");
    }

    #[test]
    fn nonsense_is_refused_even_in_tests() {
        let wrong = [
            CkksParams { log_n: 40, ..toy() },
            CkksParams { q_bits: vec![], ..toy() },
            CkksParams { q_bits: vec![49; 65], ..toy() },
            CkksParams { p_bits: vec![], ..toy() },
            CkksParams { p_bits: vec![62], ..toy() },
            CkksParams { q_bits: vec![49, 14], ..toy() },
            CkksParams { scale_bits: 49, ..toy() },
            CkksParams { secret: Secret::Sparse { weight: 0 }, ..toy() },
            CkksParams { secret: Secret::Sparse { weight: 8193 }, ..toy() },
        ];
        for params in wrong {
            let error = params.check(Safety::InsecureTest).expect_err("nonsense");
            assert_eq!(error.kind(), CkksTrouble::Params, "{params:?}");
        }
    }
}
