//! How often the library did what, at which level, and how long it took.

use std::collections::BTreeMap;
use std::time::Duration;

/// What is timed.
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
    /// Rotations that are not by zero.
    Rotate,
    /// Divisions by a prime.
    Rescale,
    /// Levels dropped.
    Drop,
    /// Bootstraps.
    Bootstrap,
    /// Plaintexts encoded.
    Encode,
    /// Ciphertexts made.
    Encrypt,
    /// Ciphertexts opened.
    Decrypt,
    /// Rotation keys made.
    Key,
}

impl Timed {
    /// All of them; the place of one is its number in messages.
    pub const ALL: [Self; 12] = [
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
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::AddPlain => "add_plain",
            Self::MulPlain => "mul_plain",
            Self::Mul => "mul",
            Self::Rotate => "rotate",
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

/// How often something was done, and how long that took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// How often.
    pub count: u64,
    /// How long, in processor time.
    pub time: Duration,
    /// The shortest: what it takes when memory and caches are warm.
    pub best: Duration,
}

/// What was done, by kind and by the level of what it was done to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// By kind and level. A key is of the highest level.
    pub by_level: BTreeMap<(Timed, u32), Timing>,
}

impl Stats {
    /// Counts one more.
    pub(super) fn add(&mut self, what: Timed, level: u32, time: Duration) {
        let timing = self.by_level.entry((what, level)).or_default();
        timing.best = if timing.count == 0 { time } else { timing.best.min(time) };
        timing.count += 1;
        timing.time += time;
    }

    /// All of a kind, at any level.
    pub fn total(&self, what: Timed) -> Timing {
        let timings = self.by_level.iter().filter(|(key, _)| key.0 == what).map(|(_, timing)| timing);
        let both = |sum: Timing, timing: Timing| Timing {
            count: sum.count + timing.count,
            time: sum.time + timing.time,
            best: sum.best.min(timing.best),
        };
        timings.copied().reduce(both).unwrap_or_default()
    }

    /// How often a kind was done.
    pub fn count(&self, what: Timed) -> u64 {
        self.total(what).count
    }
}
