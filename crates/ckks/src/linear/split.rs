//! Baby and giant steps: every offset as a sum of two, so that few distinct ones of each are needed.
//!
//! An input ciphertext is rotated once per baby step that any output needs of it; an output is rotated once per
//! giant step, after everything with that step has been added up. So the number of rotations is `sum over
//! inputs of nonzero babies + sum over outputs of nonzero giants`. Both can be shifted by one common amount,
//! which makes the most frequent step 0 and thus free.
//!
//! Finding the best split: each of the three directions of an offset (channels, rows, columns) is decomposed
//! into digits, and each digit has a list of candidate splits (`digits.rs`). All combinations are ranked by an
//! estimate that assumes every input needs every baby and every output every giant; the best few are counted
//! exactly.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::digits::{DigitSplit, DigitSum};
use super::offsets::Offsets;

/// A chosen split.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// The baby and the giant of every term, as rotations in `0..slots`.
    pub(crate) steps: Vec<(u32, u32)>,
    /// Rotations of all inputs.
    pub(crate) babies: usize,
    /// Rotations of all outputs.
    pub(crate) giants: usize,
}

impl Split {
    pub(crate) fn rotations(&self) -> usize {
        self.babies + self.giants
    }

    /// The same steps, counting only the rotations of some pairs.
    pub(crate) fn restricted(&self, sets: &[Vec<u32>], pairs: &[(u32, u32, u32)]) -> Split {
        let steps = |side: fn((u32, u32)) -> u32, ciphertext: fn(&(u32, u32, u32)) -> u32| {
            let used: BTreeSet<(u32, u32)> = pairs
                .iter()
                .flat_map(|pair| sets[pair.2 as usize].iter().map(move |term| (ciphertext(pair), *term)))
                .map(|(ciphertext, term)| (ciphertext, side(self.steps[term as usize])))
                .filter(|&(_, step)| step != 0)
                .collect();
            used.len()
        };
        let (babies, giants) = (steps(|(b, _)| b, |pair| pair.0), steps(|(_, g)| g, |pair| pair.1));
        Split { steps: self.steps.clone(), babies, giants }
    }
}

/// How a split is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitChoice {
    /// The one with the fewest rotations that the search finds.
    #[default]
    Best,
    /// All taps are babies, and so are this many channel rolls.
    Channels(usize),
}

/// The most splits that are counted exactly, after ranking by an estimate. It is reduced for large ops, so that
/// about `TERMS` offsets are visited.
const TRIED: usize = 32;
const TERMS: usize = 200_000;
/// The most combinations of digit splits that are ranked.
const RANKED: usize = 60_000;

/// A value and its summands, one per digit.
type Summands = (i64, Vec<i64>);

/// Chooses the best split of these offsets.
pub(crate) fn choose_split(offsets: &Offsets, slots: usize, choice: SplitChoice) -> Split {
    if offsets.terms.is_empty() {
        // The op reads only padding.
        return Split { steps: Vec::new(), babies: 0, giants: 0 };
    }
    let shape = RotationSides::new(offsets);
    // The values of each direction, each with its summands.
    let axes: Vec<(DigitSum, Vec<Summands>)> = (0..3)
        .map(|d| {
            let mut values: Vec<i64> = offsets.terms.iter().map(|term| term[d]).collect();
            values.sort_unstable();
            values.dedup();
            let axis = DigitSum::new(&values);
            let parts = values.into_iter().map(|value| (value, axis.summands(value))).collect();
            (axis, parts)
        })
        .collect();
    let digits: Vec<_> = axes.iter().flat_map(|(axis, _)| &axis.digits).collect();
    let (inputs, outputs) = (shape.inputs.len_total(), shape.outputs.len_total());
    let work: usize = offsets.sets.iter().map(Vec::len).sum::<usize>().max(1);
    let tried = (TERMS / work).clamp(6, TRIED);
    let plans: Vec<Vec<DigitSplit>> = match choice {
        SplitChoice::Channels(width) => {
            let channels = axes[0].0.digits.len();
            let widths = digits.iter().enumerate().map(|(n, digit)| {
                let all = i64::MAX / 4;
                digit.split_by_width(if n < channels { (width as i64).min(all) } else { all })
            });
            vec![widths.collect()]
        }
        SplitChoice::Best => {
            let mut most = 64;
            let mut splits: Vec<Vec<DigitSplit>> =
                digits.iter().map(|digit| digit.candidate_splits(most)).collect();
            while splits.iter().map(Vec::len).product::<usize>() > RANKED && most > 4 {
                most /= 2;
                splits = digits.iter().map(|digit| digit.candidate_splits(most)).collect();
            }
            ranked(&splits, inputs, outputs, tried)
        }
    };
    let mut best: Option<Split> = None;
    let mut keep = |split: Split| {
        if best.as_ref().is_none_or(|best| split.rotations() < best.rotations()) {
            best = Some(split);
        }
    };
    for plan in &plans {
        let mut tables: Vec<FxHashMap<i64, (i64, i64)>> = Vec::new();
        let mut first = 0;
        for (axis, values) in &axes {
            let splits = &plan[first..first + axis.digits.len()];
            first += axis.digits.len();
            let split = |parts: &[i64]| {
                let pairs = parts
                    .iter()
                    .zip(&axis.digits)
                    .zip(splits)
                    .map(|((&p, d), &split)| d.split_value(p, split));
                pairs.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1))
            };
            tables.push(values.iter().map(|(value, parts)| (*value, split(parts))).collect());
        }
        let steps = offsets.terms.iter().map(|term| {
            let parts = [0, 1, 2].map(|d| tables[d][&term[d]]);
            (parts.iter().map(|p| p.0).sum::<i64>(), parts.iter().map(|p| p.1).sum::<i64>())
        });
        keep(shape.evaluate(offsets, steps.collect(), slots));
    }
    if choice == SplitChoice::Best && digits.iter().any(|digit| !digit.is_progression() || digit.len() > 16) {
        // Any set of offsets can be split by a remainder. This helps if the set has no other structure.
        let step = if tried < TRIED { 2 } else { 1 };
        for exponent in (0..slots.ilog2()).step_by(step) {
            let width = 1i64 << exponent;
            let steps = (0..offsets.terms.len() as u32).map(|term| {
                let offset = offsets.value(term) as i64;
                (offset % width, offset - offset % width)
            });
            keep(shape.evaluate(offsets, steps.collect(), slots));
        }
    }
    best.expect("there is always a split")
}

/// The most promising combinations of digit splits, best first.
fn ranked(splits: &[Vec<DigitSplit>], inputs: usize, outputs: usize, tried: usize) -> Vec<Vec<DigitSplit>> {
    let mut plans: Vec<(usize, Vec<u16>)> = Vec::new();
    let mut index = vec![0u16; splits.len()];
    loop {
        let chosen = || index.iter().zip(splits).map(|(&n, splits)| splits[n as usize]);
        let babies: usize = chosen().map(|split| split.babies).product();
        let giants: usize = chosen().map(|split| split.giants).product();
        plans.push((inputs * (babies - 1) + outputs * (giants - 1), index.clone()));
        let Some(next) = (0..splits.len()).find(|&n| usize::from(index[n]) + 1 < splits[n].len()) else {
            break;
        };
        index[next] += 1;
        index[..next].fill(0);
    }
    plans.sort();
    plans.truncate(tried);
    let plan = |(_, index): (usize, Vec<u16>)| {
        index.iter().zip(splits).map(|(&n, splits)| splits[n as usize]).collect::<Vec<_>>()
    };
    plans.into_iter().map(plan).collect()
}

/// Ciphertexts grouped by their sets of offsets, and the size of each group. There are few groups, however many
/// ciphertexts there are.
pub(super) struct Sides(Vec<(Vec<u32>, usize)>);

impl Sides {
    /// Groups ciphertexts by the sets that they meet in pairs.
    pub(super) fn new(pairs: impl Iterator<Item = (u32, u32)>) -> Sides {
        let mut sets: Vec<Vec<u32>> = Vec::new();
        for (ciphertext, set) in pairs {
            let ciphertext = ciphertext as usize;
            sets.resize_with(sets.len().max(ciphertext + 1), Vec::new);
            if sets[ciphertext].last() != Some(&set) {
                sets[ciphertext].push(set);
            }
        }
        let mut sides: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        for mut set in sets.into_iter().filter(|sets| !sets.is_empty()) {
            set.sort_unstable();
            set.dedup();
            *sides.entry(set).or_default() += 1;
        }
        Sides(sides.into_iter().collect())
    }

    /// The most distinct steps of any ciphertext. Steps are below `slots`.
    pub(super) fn most_steps(&self, sets: &[Vec<u32>], slots: usize, step: impl Fn(u32) -> u32) -> usize {
        let mut seen_by = vec![usize::MAX; slots];
        let count = |(n, (list, _)): (usize, &(Vec<u32>, usize))| {
            let terms = list.iter().flat_map(|&set| &sets[set as usize]);
            terms.filter(|&&term| std::mem::replace(&mut seen_by[step(term) as usize], n) != n).count()
        };
        self.0.iter().enumerate().map(count).max().unwrap_or(0)
    }

    fn len_total(&self) -> usize {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// How many ciphertexts need each step, by step.
    fn uses(&self, offsets: &Offsets, step: impl Fn(u32) -> u32) -> Uses {
        let mut uses: FxHashMap<u32, (usize, u32)> = FxHashMap::default();
        for (n, (sets, count)) in self.0.iter().enumerate() {
            for &term in sets.iter().flat_map(|&set| &offsets.sets[set as usize]) {
                let (stamp, used) = uses.entry(step(term)).or_insert((usize::MAX, 0));
                if *stamp != n {
                    *stamp = n;
                    *used += *count as u32;
                }
            }
        }
        let mut uses: Vec<(u32, u32)> = uses.into_iter().map(|(step, (_, count))| (step, count)).collect();
        uses.sort_unstable();
        Uses(uses)
    }
}

/// Steps and how many ciphertexts need each, sorted by step.
struct Uses(Vec<(u32, u32)>);

impl Uses {
    fn of(&self, step: u32) -> u32 {
        self.0.binary_search_by_key(&step, |&(step, _)| step).map_or(0, |n| self.0[n].1)
    }

    /// The number of rotations if one step is free.
    fn count(&self, free: u32) -> usize {
        self.0.iter().filter(|&&(step, _)| step != free).map(|&(_, count)| count as usize).sum()
    }
}

struct RotationSides {
    inputs: Sides,
    outputs: Sides,
}

impl RotationSides {
    fn new(offsets: &Offsets) -> RotationSides {
        RotationSides {
            inputs: Sides::new(offsets.pairs.iter().map(|&(i, _, set)| (i, set))),
            outputs: Sides::new(offsets.pairs.iter().map(|&(_, j, set)| (j, set))),
        }
    }

    /// Counts the rotations of a split, after shifting it so that the most frequent step becomes 0.
    fn evaluate(&self, offsets: &Offsets, steps: Vec<(i64, i64)>, slots: usize) -> Split {
        let wrap = |step: i64| step.rem_euclid(slots as i64) as u32;
        let steps: Vec<(u32, u32)> = steps.into_iter().map(|(b, g)| (wrap(b), wrap(g))).collect();
        let babies = self.inputs.uses(offsets, |term| steps[term as usize].0);
        let giants = self.outputs.uses(offsets, |term| steps[term as usize].1);
        let slots = slots as u32;
        let back = |shift: u32| (slots - shift) % slots;
        let shifts = babies.0.iter().map(|&(b, _)| b).chain(giants.0.iter().map(|&(g, _)| back(g)));
        // The rotations that a shift saves; the second number makes the choice independent of the order.
        let gain = |&shift: &u32| (babies.of(shift) + giants.of(back(shift)), back(shift));
        let shift = shifts.max_by_key(gain).unwrap_or(0);
        Split {
            babies: babies.count(shift),
            giants: giants.count(back(shift)),
            steps: steps.into_iter().map(|(b, g)| ((b + back(shift)) % slots, (g + shift) % slots)).collect(),
        }
    }
}
