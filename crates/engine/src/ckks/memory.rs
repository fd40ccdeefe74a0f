//! Estimates the memory of keys and ciphertexts before keys are created.
//!
//! Nearly all of it is keys. The key of a rotation, like that of relinearisation, is one pair of polynomials
//! for each digit into which the primes of the modulus are grouped, over all primes of the modulus and of key
//! switching.

use std::collections::BTreeSet;

use super::key_needs::{KeyNeeds, Placing};
use super::params::{BOOTSTRAP_PRIMES, CkksParams};

/// What a program needs of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload<'p> {
    /// The rotation keys of the program.
    pub keys: &'p KeyNeeds,
    /// Where they are.
    pub placing: &'p Placing,
    /// The most ciphertexts that are live at once.
    pub ciphertexts: usize,
    /// Slots per ciphertext from the program's point of view.
    pub slots: usize,
    /// The key-switching primes of bootstraps; empty without bootstraps.
    pub bootstrap_primes: &'p [u32],
}

/// The memory of the process that loads the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyMemory {
    /// The number of rotation keys of the program.
    pub rotations: usize,
    /// Bytes of one rotation key.
    pub key: u64,
    /// Bytes of all keys in memory except those of bootstraps: those of the program, those of the powers of two, which
    /// the library creates unasked, and that of relinearisation.
    pub keys: u64,
    /// Bytes of keys in a temporary file.
    pub stored: u64,
    /// Bytes of the encoded plaintexts of the largest linear map.
    pub map: u64,
    /// Bytes of the keys and matrices of bootstraps. Their number is fitted to measurements.
    pub bootstrap_keys: u64,
    /// Bytes of the ciphertexts that are live at once, all at the highest level.
    pub ciphertexts: u64,
    /// Bytes of the process at its peak.
    pub peak: u64,
}

/// How much garbage Go's collector lets accumulate, in percent of the memory in use. Go's default is 100, which
/// doubles the memory. Keys are long lists of numbers without pointers, so collecting more often has no
/// measurable cost.
pub(super) const GARBAGE_PERCENT: u64 = 25;

/// Bytes of the process without keys: the library, buffers, tables of the ring's roots.
const BASE_BYTES: u64 = 32 << 20;

impl KeyMemory {
    /// The same with this many bytes of encoded plaintexts that are kept from run to run.
    #[must_use]
    pub fn with_plaintexts(self, bytes: u64) -> Self {
        Self { peak: self.peak + bytes.saturating_sub(self.map) / 100 * (100 + GARBAGE_PERCENT), ..self }
    }

    /// The bytes of encoded plaintexts that fit within a limit beside everything else.
    pub fn room_for_plaintexts(&self, limit: u64) -> u64 {
        match limit.checked_sub(self.peak) {
            Some(free) => self.map + free / (100 + GARBAGE_PERCENT) * 100,
            None => 0,
        }
    }
}

impl CkksParams {
    /// Bytes of a key that switches ciphertexts of the highest level.
    pub fn switching_key_bytes(&self) -> u64 {
        self.switching_bytes(self.q_bits.len(), self.p_bits.len())
    }

    /// Bytes of a ciphertext of the highest level.
    pub fn ciphertext_bytes(&self) -> u64 {
        2 * self.q_bits.len() as u64 * self.polynomial_bytes()
    }

    /// The memory of the library's process for a program.
    pub fn key_memory(&self, work: &Workload<'_>) -> KeyMemory {
        let key = self.switching_key_bytes();
        let rotations = work.keys.count(work.placing);
        let (in_memory, stored) = match work.placing.stored {
            // Those that are loaded, and the bytes of one that is.
            Some(most) => (most.min(rotations) as u64 + 1, rotations as u64),
            None => {
                let powers = (0..self.log_n - 1).map(|bit| 1u32 << bit);
                let single: BTreeSet<u32> = work.keys.rotations.iter().copied().chain(powers).collect();
                ((single.len() + work.keys.maps.len()) as u64, 0)
            }
        };
        let (keys, stored) = (key * (in_memory + 1), key * stored);
        let map = work.keys.map_bytes;
        let bootstrap_keys = match work.bootstrap_primes.len() {
            0 => 0,
            special => self.bootstrap_bytes(special, self.bootstrap_period(work.slots)),
        };
        let ciphertexts = self.ciphertext_bytes() * work.ciphertexts as u64;
        let used = BASE_BYTES + keys + map + bootstrap_keys + ciphertexts + self.buffer_bytes();
        let peak = used / 100 * (100 + GARBAGE_PERCENT);
        KeyMemory { rotations, key, keys, stored, map, bootstrap_keys, ciphertexts, peak }
    }

    /// Bytes of a polynomial modulo one prime.
    fn polynomial_bytes(&self) -> u64 {
        8 * self.degree() as u64
    }

    fn switching_bytes(&self, primes: usize, special: usize) -> u64 {
        let digits = primes.div_ceil(special.max(1));
        2 * (digits * (primes + special)) as u64 * self.polynomial_bytes()
    }

    /// Bytes of a key of bootstrapping, with this many primes of key switching.
    pub(super) fn bootstrap_key_bytes(&self, special: usize) -> u64 {
        self.switching_bytes(self.q_bits.len() + BOOTSTRAP_PRIMES, special)
    }

    /// Rotation keys and encoded diagonals of the matrices from slots to coefficients and back. Both grow with
    /// the logarithm of the degree; the counts are fitted to the library in rings of degree 2^11 to 2^14. For values
    /// of a shorter period they are smaller, by an eighteenth for every halving.
    fn bootstrap_bytes(&self, special: usize, period: usize) -> u64 {
        let log_n = u64::from(self.log_n);
        let (keys, diagonals) = ((4 * log_n).saturating_sub(18), (22 * log_n).saturating_sub(100));
        let primes = self.q_bits.len() + BOOTSTRAP_PRIMES;
        let diagonal = (primes + special) as u64 * self.polynomial_bytes();
        let all = keys * self.bootstrap_key_bytes(special) + diagonals * diagonal;
        let halvings = u64::from((self.slots() / period.clamp(1, self.slots())).ilog2());
        all / 18 * (18 - halvings.min(9))
    }

    /// The secret and the public key, the buffers of the evaluator, and the plaintexts of one batch of ops.
    fn buffer_bytes(&self) -> u64 {
        const POLYNOMIALS: u64 = 24;
        POLYNOMIALS * (self.q_bits.len() + self.p_bits.len()) as u64 * self.polynomial_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::Safety;
    use super::*;

    #[test]
    fn keys_that_the_library_makes_by_itself_are_counted() {
        let params = CkksParams::secure(5, 4096).expect("there is room");
        // 6 primes in 3 digits of 2, over 8 primes, in the ring of degree 2^14.
        assert_eq!((params.log_n, params.p_bits.len()), (14, 2));
        assert_eq!(params.switching_key_bytes(), 3 * 8 * 2 * (1 << 14) * 8);
        let mut keys = KeyNeeds { rotations: BTreeSet::from([1, 3, 4096]), ..KeyNeeds::default() };
        let memory_of = |keys: &KeyNeeds, placing: &Placing| {
            params.key_memory(&Workload {
                keys,
                placing,
                ciphertexts: 10,
                slots: 4096,
                bootstrap_primes: &[],
            })
        };
        let memory = memory_of(&keys, &Placing::default());
        // Thirteen powers of two, 1 and 4096 among them; 3; relinearisation.
        assert_eq!((memory.rotations, memory.keys / memory.key), (3, 15));
        assert_eq!(memory.ciphertexts, 10 * 2 * 6 * (1 << 14) * 8);
        assert!(memory.peak > memory.keys + memory.ciphertexts && memory.bootstrap_keys == 0);
        // Linear maps have keys of their own.
        keys.maps = BTreeSet::from([1, 2]);
        assert_eq!(memory_of(&keys, &Placing::default()).keys / memory.key, 17);
        // In a file there is one for both. One is loaded, one is being read; relinearisation.
        let stored = memory_of(&keys, &Placing { maps: None, stored: Some(1) });
        assert_eq!((stored.keys / memory.key, stored.stored / memory.key), (3, 4));
    }

    #[test]
    fn plaintexts_have_the_room_that_keys_leave() {
        let params = CkksParams::secure(5, 4096).expect("there is room");
        let keys = KeyNeeds { map_bytes: 1 << 30, ..KeyNeeds::default() };
        let placing = Placing::default();
        let work =
            Workload { keys: &keys, placing: &placing, ciphertexts: 1, slots: 4096, bootstrap_primes: &[] };
        let memory = params.key_memory(&work);
        assert_eq!(memory.room_for_plaintexts(memory.peak - 1), 0);
        let room = memory.room_for_plaintexts(memory.peak + (5 << 20));
        assert!(room > (1 << 30) + (3 << 20) && room <= (1 << 30) + (4 << 20), "{room}");
        assert!(memory.with_plaintexts(room).peak <= memory.peak + (5 << 20));
        assert_eq!(memory.with_plaintexts(1 << 20).peak, memory.peak);
    }

    #[test]
    fn more_primes_of_key_switching_make_smaller_keys() {
        let params = CkksParams::in_ring(15, 16, Safety::Standard);
        let one = CkksParams { p_bits: vec![49], ..params.clone() };
        // 6 digits over 20 primes instead of 17 over 18.
        assert_eq!(params.switching_key_bytes() * (17 * 18), one.switching_key_bytes() * (6 * 20));
    }

    #[test]
    fn bootstraps_take_gigabytes() {
        let memory_of = |levels: u32, slots: usize| {
            let params = CkksParams::secure_with_bootstraps(levels, slots).expect("there is room");
            let primes = params.bootstrap_primes(Safety::Standard).expect("there is room");
            params.key_memory(&Workload {
                keys: &KeyNeeds::default(),
                placing: &Placing::default(),
                ciphertexts: 1,
                slots,
                bootstrap_primes: &primes,
            })
        };
        let most = memory_of(15, 32768);
        assert!(most.bootstrap_keys > 10 << 30 && most.peak > most.bootstrap_keys, "{most:?}");
        // Fewer levels leave room for more primes of key switching; few slots have smaller matrices.
        let [fewer, few] = [memory_of(10, 32768), memory_of(10, 1024)].map(|memory| memory.bootstrap_keys);
        assert!(fewer < most.bootstrap_keys * 2 / 3 && few < fewer * 3 / 4, "{fewer} {few}");
    }
}
