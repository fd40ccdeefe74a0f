//! Counts and times of library operations, by level.

use std::collections::BTreeMap;
use std::time::Duration;

/// The operations that are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timed {
    /// Sums and differences of ciphertexts.
    Add,
    /// Sums with a plaintext.
    AddPlain,
    /// Products with a plaintext.
    MulPlain,
    /// Products of ciphertexts, relinearised.
    Mul,
    /// Rotations by nonzero amounts.
    Rotate,
    /// Divisions by a prime.
    Rescale,
    /// Drops to a lower level.
    Drop,
    /// Bootstrapped ciphertexts.
    Bootstrap,
    /// Encodings of plaintexts.
    Encode,
    /// Encryptions.
    Encrypt,
    /// Decryptions.
    Decrypt,
    /// Creations of rotation keys.
    Key,
    /// Linear maps.
    Map,
}

impl Timed {
    /// All operations; the position of one is its number in messages.
    pub const ALL: [Self; 13] = [
        Self::Add,
        Self::AddPlain,
        Self::MulPlain,
        Self::Mul,
        Self::Rotate,
        Self::Rescale,
        Self::Drop,
        Self::Bootstrap,
        Self::Encode,
        Self::Encrypt,
        Self::Decrypt,
        Self::Key,
        Self::Map,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::AddPlain => "add_plain",
            Self::MulPlain => "mul_plain",
            Self::Mul => "mul",
            Self::Rotate => "rotate",
            Self::Map => "map",
            Self::Rescale => "rescale",
            Self::Drop => "drop",
            Self::Bootstrap => "bootstrap",
            Self::Encode => "encode",
            Self::Encrypt => "encrypt",
            Self::Decrypt => "decrypt",
            Self::Key => "key",
        }
    }
}

/// How many times an operation ran, and for how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The number of runs.
    pub count: u64,
    /// The total processor time.
    pub time: Duration,
    /// The shortest run: the time with warm memory and caches.
    pub best: Duration,
}

/// Counts and times by operation and level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// By operation and the level of its operand. A key counts at the highest level.
    pub by_level: BTreeMap<(Timed, u32), Timing>,
}

impl Stats {
    /// Adds one run.
    pub(super) fn add(&mut self, what: Timed, level: u32, time: Duration) {
        let timing = self.by_level.entry((what, level)).or_default();
        timing.best = if timing.count == 0 { time } else { timing.best.min(time) };
        timing.count += 1;
        timing.time += time;
    }

    /// The total of an operation over all levels.
    pub fn total(&self, what: Timed) -> Timing {
        let timings = self.by_level.iter().filter(|(key, _)| key.0 == what).map(|(_, timing)| timing);
        let both = |sum: Timing, timing: Timing| Timing {
            count: sum.count + timing.count,
            time: sum.time + timing.time,
            best: sum.best.min(timing.best),
        };
        timings.copied().reduce(both).unwrap_or_default()
    }

    /// The processor time of all operations.
    pub fn processor_time(&self) -> Duration {
        self.by_level.values().map(|timing| timing.time).sum()
    }

    /// How many times an operation ran.
    pub fn count(&self, what: Timed) -> u64 {
        self.total(what).count
    }
}
