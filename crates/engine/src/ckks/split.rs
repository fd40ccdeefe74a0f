//! How the library divides a linear map into baby and giant steps, and what that costs.
//!
//! A linear map is a sum of products: for each of its diagonals, the input rotated by some steps, times a plaintext.
//! The library computes the baby steps, which are steps modulo a power of two, from one decomposition of the input,
//! adds up products without dividing by the primes of key switching in between, and rotates one sum for each giant
//! step. Its interface takes the largest ratio of baby to giant steps, of which it finds the power of two.

use std::collections::BTreeSet;

/// How many baby steps there may be for each giant step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ratio {
    /// No giant steps: every diagonal has a rotation of its own.
    Unlimited,
    /// At most two to this power.
    Log(u8),
}

impl Ratio {
    /// All that are tried. A larger ratio has a result of its own only for maps of many more diagonals.
    const ALL: [Self; 8] = [
        Self::Unlimited,
        Self::Log(0),
        Self::Log(1),
        Self::Log(2),
        Self::Log(3),
        Self::Log(4),
        Self::Log(5),
        Self::Log(6),
    ];

    /// Its number in messages.
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Unlimited => u8::MAX,
            Self::Log(log) => log,
        }
    }

    /// The ratio of a number.
    pub(super) fn of_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|ratio| ratio.number() == number)
    }

    /// The number that the library takes: it rounds the natural logarithm towards zero, and has no giant steps if
    /// the result is negative.
    pub(super) fn argument(self) -> f32 {
        match self {
            Self::Unlimited => 0.1,
            Self::Log(log) => (f32::from(log) + 0.5).exp(),
        }
    }
}

/// Costs in rotations, measured in a ring of degree 2^14 at levels 1 to 7: a baby step, a giant step, a map without
/// any, a product within a map, a key in memory, of which the library makes an index for every map, and a product and
/// its addition outside of maps.
const BABY: f64 = 0.15;
const GIANT: f64 = 0.85;
const MAP: f64 = 1.2;
const DIAGONAL: f64 = 0.02;
const KEY: f64 = 0.008;
pub(super) const PRODUCT: f64 = 0.2;

/// The steps of a linear map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepSplit {
    pub(super) ratio: Ratio,
    /// The rotations that need a key.
    pub(super) keys: BTreeSet<u32>,
    /// The cost in rotations.
    pub(super) cost: f64,
}

impl StepSplit {
    /// The cheapest way for these diagonals, in ciphertexts of `slots` slots.
    pub(super) fn cheapest(diagonals: &BTreeSet<u32>, slots: u32) -> Self {
        let all = Ratio::ALL.into_iter().map(|ratio| Self::with_ratio(diagonals, slots, ratio));
        let best = all.min_by(|a, b| a.cost.total_cmp(&b.cost));
        best.expect("there are several ratios")
    }

    fn with_ratio(diagonals: &BTreeSet<u32>, slots: u32, ratio: Ratio) -> Self {
        let (babies, giants) = match ratio {
            Ratio::Unlimited => (diagonals.clone(), BTreeSet::from([0])),
            Ratio::Log(log) => steps_below(diagonals, power_for(diagonals, slots, log)),
        };
        let rotated = |steps: &BTreeSet<u32>| steps.iter().filter(|&&steps| steps != 0).count() as f64;
        let mut keys: BTreeSet<u32> = babies.union(&giants).copied().collect();
        keys.remove(&0);
        let cost = MAP
            + BABY * rotated(&babies)
            + GIANT * rotated(&giants)
            + DIAGONAL * diagonals.len() as f64
            + KEY * keys.len() as f64;
        Self { ratio, keys, cost }
    }
}

/// The baby and the giant steps of diagonals, with baby steps below a power of two.
fn steps_below(diagonals: &BTreeSet<u32>, power: u32) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let baby = |steps: &u32| steps & (power - 1);
    (diagonals.iter().map(baby).collect(), diagonals.iter().map(|steps| steps - baby(steps)).collect())
}

/// The power of two that the library finds for a ratio.
fn power_for(diagonals: &BTreeSet<u32>, slots: u32, log: u8) -> u32 {
    let most = f64::from(log).exp2();
    for power in (0..slots.max(1).ilog2()).map(|bit| 1u32 << bit) {
        let (babies, giants) = steps_below(diagonals, power);
        // Infinite without giant steps, and not a number for a single diagonal.
        let ratio = (babies.len() - 1) as f64 / (giants.len() - 1) as f64;
        if ratio == most {
            return power;
        }
        if ratio > most {
            return (power / 2).max(1);
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_diagonals_have_baby_and_giant_steps() {
        let all: BTreeSet<u32> = (0..64).collect();
        let split = StepSplit::cheapest(&all, 512);
        // Baby steps are cheaper, so there are more of them: 15 and 3, or 31 and 1.
        assert!(split.ratio != Ratio::Unlimited && (15..=32).contains(&split.keys.len()), "{split:?}");
        assert!(split.cost < 10.0, "{split:?}");
        let few = StepSplit::cheapest(&BTreeSet::from([0, 3, 100]), 512);
        assert_eq!((few.ratio, few.keys), (Ratio::Unlimited, BTreeSet::from([3, 100])));
    }

    #[test]
    fn the_power_is_that_of_the_library() {
        // Both as observed.
        let all: BTreeSet<u32> = (0..512).collect();
        assert_eq!([0, 1, 2, 3].map(|log| power_for(&all, 8192, log)), [16, 16, 32, 32]);
        let grid: BTreeSet<u32> =
            (0..6).flat_map(|row| (0..5).map(move |column| row * 32 + column)).collect();
        assert_eq!([0, 1, 2].map(|log| power_for(&grid, 512, log)), [32; 3]);
        assert_eq!(power_for(&BTreeSet::from([5]), 512, 0), 1);
    }

    #[test]
    fn ratios_come_back() {
        for ratio in Ratio::ALL {
            assert_eq!(Ratio::of_number(ratio.number()), Some(ratio));
            let log = ratio.argument().ln() as i32;
            assert_eq!(log, if let Ratio::Log(log) = ratio { log.into() } else { -2 });
        }
        assert_eq!(Ratio::of_number(77), None);
    }
}
