//! Linear ops between two slot layouts, with their rotations chosen.

use std::collections::BTreeSet;

use super::offsets::{Grouping, Offsets, Period};
use super::op::{Channels, LinearOp};
use super::split::{self, Sides, Split, SplitChoice};
use crate::slot_layout::{Pads, SlotLayout};
use crate::{CkksError, CkksResult};

/// The operation counts of a linear op.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// All rotations.
    pub rotations: usize,
    /// Rotations of inputs, which share one decomposition per ciphertext if the engine hoists.
    pub babies: usize,
    /// Rotations of sums.
    pub giants: usize,
    /// Rotations that copy inputs.
    pub copies: usize,
    /// Rotations that add up partial sums of outputs.
    pub folds: usize,
    /// Plaintext multiplications.
    pub pmul: usize,
    /// Ciphertext multiplications.
    pub cmul: usize,
    /// Additions.
    pub adds: usize,
    /// The levels that it uses.
    pub levels: usize,
    /// The distinct amounts of rotations, each of which needs a key.
    pub keys: BTreeSet<u32>,
    /// Input ciphertexts.
    pub inputs: usize,
    /// Output ciphertexts.
    pub outputs: usize,
    /// The most ciphertexts live at once, inputs and outputs included.
    pub live: usize,
}

impl Cost {
    /// The cost of one op after another.
    #[must_use]
    pub fn then(mut self, next: &Cost) -> Cost {
        self.rotations += next.rotations;
        self.babies += next.babies;
        self.giants += next.giants;
        self.copies += next.copies;
        self.folds += next.folds;
        self.pmul += next.pmul;
        self.cmul += next.cmul;
        self.adds += next.adds;
        self.levels += next.levels;
        self.keys.extend(&next.keys);
        self.outputs = next.outputs;
        self.live = self.live.max(next.live);
        self
    }
}

/// How the input is made periodic before the products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Copying {
    /// The way with the fewest rotations.
    #[default]
    Best,
    /// The input stays as it is.
    Never,
    /// Until the ciphertext holds this many copies.
    Full(usize),
    /// One more copy directly after the block.
    Behind,
}

/// The free choices of a linear op.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The split into baby and giant steps.
    pub split: SplitChoice,
    /// The copies of the input.
    pub copying: Copying,
}

/// A linear op between two slot layouts with its rotations chosen.
#[derive(Clone, Debug)]
pub struct LinearMap {
    pub(crate) op: LinearOp,
    pub(crate) from: SlotLayout,
    pub(crate) to: SlotLayout,
    pub(crate) copying: Copied,
    /// Shifts by which outputs are added to themselves.
    pub(crate) folds: Vec<u32>,
    pub(crate) split: Split,
    /// Input, output, and the set of terms between them, sorted; terms index `split.steps`.
    pub(crate) pairs: Vec<(u32, u32, u32)>,
    pub(crate) sets: Vec<Vec<u32>>,
    /// Whether rotations and additions suffice, without products.
    pub(crate) is_gather: bool,
}

/// How the input of a map was made periodic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// The ciphertext holds this many copies afterwards.
    Full(usize),
    /// A second block starts this many slots after the first.
    Behind(usize),
}

impl LinearMap {
    /// Chooses rotations for `op` from one layout to another.
    pub fn new(op: &LinearOp, from: &SlotLayout, to: &SlotLayout, choice: Choice) -> CkksResult<LinearMap> {
        check(op, from, to)?;
        let slots = from.slots();
        let groupings: &[Grouping] = match op.channels() {
            Channels::Groups(1) => &[Grouping::Direction],
            Channels::Viewed => &[Grouping::Direction, Grouping::Channel, Grouping::Output],
            _ => &[Grouping::Direction, Grouping::Channel],
        };
        let mut best: Option<((usize, usize), LinearMap)> = None;
        for copied in ways_to_copy(from, to, choice.copying)? {
            let period = match copied {
                Copied::Full(copies) => Period { length: slots / copies.max(to.copies()), any: true },
                Copied::Behind(length) => Period { length, any: false },
            };
            for &grouping in groupings {
                let offsets = Offsets::new(op, from, to, period, grouping);
                let split = split::choose_split(&offsets, slots, choice.split);
                let folds = match copied {
                    Copied::Full(copies) => fold_shifts(slots, copies, to.copies()),
                    Copied::Behind(_) => Vec::new(),
                };
                let Offsets { sets, pairs, moves_units, .. } = offsets;
                let (op, from, to) = (op.clone(), from.clone(), to.clone());
                let mut map =
                    LinearMap { op, from, to, copying: copied, folds, split, pairs, sets, is_gather: false };
                map.is_gather = map.only_gathers(moves_units);
                let rank = map.rank();
                if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                    best = Some((rank, map));
                }
            }
        }
        Ok(best.expect("there is always a way to copy").1)
    }

    fn rank(&self) -> (usize, usize) {
        let cost = self.cost();
        (cost.rotations, cost.levels)
    }

    /// The op that the map computes.
    pub fn op(&self) -> &LinearOp {
        &self.op
    }

    /// The layout of the input.
    pub fn from(&self) -> &SlotLayout {
        &self.from
    }

    /// The layout of the output.
    pub fn to(&self) -> &SlotLayout {
        &self.to
    }

    /// Whether entire ciphertexts are moved and added, which uses no level.
    pub fn only_moves(&self) -> bool {
        self.is_gather
    }

    /// An input and an output with the set of terms between them, if the map connects them.
    pub(crate) fn pair(&self, input: usize, output: usize) -> Option<(u32, u32, u32)> {
        let key = (input as u32, output as u32);
        let found = self.pairs.binary_search_by_key(&key, |&(input, output, _)| (input, output));
        found.ok().map(|at| self.pairs[at])
    }

    /// Shifts by which inputs are added to themselves before anything else.
    pub(crate) fn copy_shifts(&self) -> Vec<u32> {
        let slots = self.from.slots();
        match self.copying {
            // A shift back by half a period is a shift forward.
            Copied::Full(copies) => fold_shifts(slots, self.from.copies(), copies),
            Copied::Behind(length) => vec![(slots - length) as u32],
        }
    }

    /// Whether every input is only moved as a unit into slots that were zero; `moves_units` states that of a view.
    fn only_gathers(&self, moves_units: bool) -> bool {
        let moved = matches!(self.copying, Copied::Full(copies) if copies == self.from.copies());
        let mut seen = BTreeSet::new();
        moved
            && self.op.is_placement()
            && self.from.spec().pads == Pads::Zero
            && self.from.spec().halo == 0
            && self.from.copies() == self.to.copies()
            && self
                .pairs
                .iter()
                .all(|&(i, _, set)| (moves_units || seen.insert(i)) && self.sets[set as usize].len() == 1)
            && (moves_units || self.op.as_view().is_none())
    }

    /// The only rotation of a pair of ciphertexts, if entire ciphertexts are moved.
    pub(crate) fn gather_offset(&self, set: u32) -> u32 {
        let (baby, giant) = self.split.steps[self.sets[set as usize][0] as usize];
        (baby + giant) % self.from.slots() as u32
    }

    /// The exact cost of the program that [`LinearMap::lower`](crate::program) makes.
    pub fn cost(&self) -> Cost {
        let (inputs, outputs) = (self.from.ciphertexts(), self.to.ciphertexts());
        let mut cost = Cost { inputs, outputs, ..Cost::default() };
        // There are many pairs but few sets, so each set is counted once.
        let mut uses = vec![0; self.sets.len()];
        let (mut touched, mut terms) = (vec![false; inputs], vec![None; outputs]);
        for &(i, j, set) in &self.pairs {
            uses[set as usize] += 1;
            touched[i as usize] = true;
            *terms[j as usize].get_or_insert(0) += self.sets[set as usize].len();
        }
        if self.is_gather {
            // A single rotation does everything, for all outputs that need it.
            let moves: BTreeSet<(u32, u32)> =
                self.pairs.iter().map(|&(i, _, set)| (i, self.gather_offset(set))).collect();
            let moves = moves.into_iter().filter(|&(_, offset)| offset != 0);
            moves.for_each(|(_, offset)| {
                cost.babies += 1;
                cost.keys.insert(offset);
            });
        } else {
            for (set, &uses) in self.sets.iter().zip(&uses).filter(|(_, uses)| **uses > 0) {
                for &term in set {
                    let (baby, giant) = self.split.steps[term as usize];
                    cost.keys.extend([baby, giant].into_iter().filter(|&step| step != 0));
                    cost.pmul += uses;
                }
            }
        }
        // The terms of an output are added up per giant step, then the giant steps: in all, one addition less
        // than there are terms.
        let sums = terms.iter().flatten().count();
        cost.adds += terms.iter().flatten().map(|terms: &usize| terms.saturating_sub(1)).sum::<usize>();
        if self.is_gather {
            cost.rotations = cost.babies;
            cost.live = inputs + outputs + 1;
            return cost;
        }
        let copies = self.copy_shifts();
        if !matches!(self.op.channels(), Channels::Moved { .. }) {
            // An output that reads only padding is computed as a difference of equal ciphertexts.
            cost.adds += outputs - sums;
        }
        cost.copies = copies.len() * touched.iter().filter(|&&is_touched| is_touched).count();
        cost.folds = self.folds.len() * sums;
        cost.adds += cost.copies + cost.folds;
        if sums > 0 {
            cost.keys.extend(copies.iter().chain(&self.folds));
        }
        (cost.babies, cost.giants) = (self.split.babies, self.split.giants);
        cost.rotations = cost.babies + cost.giants + cost.copies + cost.folds;
        cost.levels = usize::from(sums > 0);
        cost.live = inputs + outputs + 4 + self.held();
        cost
    }

    /// Whether the program finishes output after output, holding all rotated inputs, or takes input after
    /// input, holding all sums: it does whatever holds fewer ciphertexts.
    pub(crate) fn by_output(&self) -> bool {
        self.split.babies <= self.split.giants
    }

    /// The most rotated inputs and unfinished sums that the program holds.
    fn held(&self) -> usize {
        let (babies, giants) = self.steps();
        // Copied inputs are live next to the inputs; step 0 of a sum is one of them too.
        let sums = self.split.giants + self.to.ciphertexts();
        let rolls = self.split.babies + self.from.ciphertexts();
        if self.by_output() { rolls + giants } else { sums + babies }
    }

    /// The numbers of baby and giant steps of the input and output with the most, 0 included.
    pub fn steps(&self) -> (usize, usize) {
        let inputs = Sides::new(self.pairs.iter().map(|&(i, _, set)| (i, set)));
        let outputs = Sides::new(self.pairs.iter().map(|&(_, j, set)| (j, set)));
        let (slots, steps) = (self.from.slots(), &self.split.steps);
        (
            inputs.most_steps(&self.sets, slots, |term| steps[term as usize].0),
            outputs.most_steps(&self.sets, slots, |term| steps[term as usize].1),
        )
    }
}

/// The cost of `op` between two layouts, from shapes alone.
pub fn linear_cost(op: &LinearOp, from: &SlotLayout, to: &SlotLayout) -> CkksResult<Cost> {
    Ok(LinearMap::new(op, from, to, Choice::default())?.cost())
}

fn check(op: &LinearOp, from: &SlotLayout, to: &SlotLayout) -> CkksResult<()> {
    if from.slots() != to.slots() {
        return Err(CkksError::shapes(format!(
            "expected ciphertexts of equal size, found {} and {} slots",
            from.slots(),
            to.slots()
        )));
    }
    for (what, layout, shape) in [("input", from, op.input()), ("output", to, op.output())] {
        if layout.shape() != shape {
            return Err(CkksError::shapes(format!(
                "the {what} of the op has shape {shape:?}, its slot layout {:?}",
                layout.shape()
            )));
        }
    }
    if op.as_view().is_some() && (from.spec().halo, to.spec().halo) != (0, 0) {
        return Err(CkksError::layout("cannot view a tensor whose parts have a halo")
            .help("repack to a layout without a halo first"));
    }
    // Limits what is enumerated, so that every shape is handled in bounded time.
    let window = op.window();
    let walked = [
        op.output()[1].saturating_mul(window.kernel[0]),
        op.output()[2].saturating_mul(window.kernel[1]),
        from.ciphertexts().saturating_mul(to.ciphertexts()),
        match op.channels() {
            Channels::Groups(1) => 0,
            Channels::Groups(groups) => op.output()[0].saturating_mul(op.input()[0] / groups),
            Channels::Moved { .. } => op.output()[0],
            Channels::Viewed => op.as_view().map_or(0, |view| view.count()),
        },
    ];
    if walked.iter().any(|&n| n > MAX_WALKED) {
        let message = format!("a linear op from {:?} to {:?} is too large", op.input(), op.output());
        return Err(CkksError::new(partita_base::code::SLOT_LIMIT, message)
            .help("use larger ciphertexts or smaller tensors"));
    }
    Ok(())
}

/// The most pairs of rows and taps, of ciphertexts, and of channels that are enumerated.
const MAX_WALKED: usize = 1 << 24;

/// The shifts that turn `have` copies into `want`, by adding a ciphertext to itself.
pub(crate) fn fold_shifts(slots: usize, have: usize, want: usize) -> Vec<u32> {
    let mut shifts = Vec::new();
    let mut copies = have;
    while copies < want {
        copies *= 2;
        shifts.push((slots / copies) as u32);
    }
    shifts
}

pub(crate) fn ways_to_copy(from: &SlotLayout, to: &SlotLayout, copying: Copying) -> CkksResult<Vec<Copied>> {
    let have = from.copies();
    let room = from.slots() / from.block();
    let most = if room == 0 { 1 } else { 1 << room.ilog2() };
    let is_clean = from.spec().pads == Pads::Zero;
    let length = from.block().max(to.block());
    let behind = is_clean && have == 1 && to.copies() == 1 && 2 * length <= from.slots();
    let ways = match copying {
        Copying::Never => vec![Copied::Full(have)],
        Copying::Full(copies) => {
            if !copies.is_power_of_two() || copies < have || copies > most || (copies > have && !is_clean) {
                return Err(CkksError::layout(format!(
                    "cannot make {copies} copies of {have}: at most {most} fit, and all other slots must be zero"
                )));
            }
            vec![Copied::Full(copies)]
        }
        Copying::Behind if behind => vec![Copied::Behind(length)],
        Copying::Behind => {
            return Err(CkksError::layout(format!(
                "a second block of {length} slots does not fit after the first in {}",
                from.slots()
            )));
        }
        Copying::Best => {
            let mut ways: Vec<Copied> = vec![Copied::Full(have)];
            // More copies than fill one period with the block have no use.
            if is_clean && have < most {
                ways.extend([have * 2, most].map(Copied::Full));
                ways.dedup();
            }
            if behind && 2 * length < from.slots() {
                ways.push(Copied::Behind(length));
            }
            ways
        }
    };
    Ok(ways)
}
