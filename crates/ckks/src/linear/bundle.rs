//! Several linear ops on one input that share their baby steps.
//!
//! A block of a residual network reads its input twice, for the convolution and for the shortcut. Rotated
//! inputs serve both, so both are split together: babies are counted once, giants for the outputs of each.

use std::sync::Arc;

use super::map::{Choice, Copied, Cost, LinearMap, fold_shifts, ways_to_copy};
use super::offsets::{Grouping, Offsets, Period};
use super::op::LinearOp;
use super::split::{self, SplitChoice};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// Linear ops on one input.
#[derive(Clone, Debug)]
pub struct Bundle {
    maps: Vec<Arc<LinearMap>>,
    cost: Cost,
    is_shared: bool,
}

impl Bundle {
    /// Chooses rotations for ops on one input, each with the layout of its output.
    pub fn new(from: &SlotLayout, ops: &[(LinearOp, SlotLayout)]) -> CkksResult<Bundle> {
        if ops.is_empty() {
            return Err(CkksError::shapes("expected at least one linear op in a bundle, found none"));
        }
        let mut best = Self::apart(from, ops)?;
        let copies = ops[0].1.copies();
        if ops.iter().all(|(_, to)| to.copies() == copies) {
            for &copied in &ways_to_copy(from, &ops[0].1, Choice::default().copying)? {
                if let Copied::Full(have) = copied {
                    let together = Self::together(from, ops, have, copies);
                    if together.cost.rotations < best.cost.rotations {
                        best = together;
                    }
                }
            }
        }
        Ok(best)
    }

    /// Each op with its own split.
    fn apart(from: &SlotLayout, ops: &[(LinearOp, SlotLayout)]) -> CkksResult<Bundle> {
        let mut maps = Vec::new();
        let mut cost = Cost::default();
        for (op, to) in ops {
            let map = LinearMap::new(op, from, to, Choice::default())?;
            let own = map.cost();
            let (levels, live) = (cost.levels.max(own.levels), cost.live + own.live);
            cost = Cost {
                levels,
                live,
                inputs: own.inputs,
                outputs: cost.outputs + own.outputs,
                ..cost.then(&own)
            };
            maps.push(Arc::new(map));
        }
        Ok(Bundle { maps, cost, is_shared: false })
    }

    /// All ops with one split, the input in `have` copies.
    fn together(from: &SlotLayout, ops: &[(LinearOp, SlotLayout)], have: usize, want: usize) -> Bundle {
        let slots = from.slots();
        let period = Period { length: slots / have.max(want), any: true };
        let each: Vec<Offsets> =
            ops.iter().map(|(op, to)| Offsets::new(op, from, to, period, Grouping::Direction)).collect();
        let (all, names) = merged(&each, ops);
        let split = split::choose_split(&all, slots, SplitChoice::Best);
        let folds = fold_shifts(slots, have, want);
        let mut maps = Vec::new();
        let mut cost = Cost::default();
        for (((op, to), offsets), names) in ops.iter().zip(each).zip(names) {
            let sets: Vec<Vec<u32>> = offsets
                .sets
                .iter()
                .map(|set| set.iter().map(|&term| names[term as usize]).collect())
                .collect();
            let map = LinearMap {
                op: op.clone(),
                from: from.clone(),
                to: to.clone(),
                copying: Copied::Full(have),
                folds: folds.clone(),
                split: split.restricted(&sets, &offsets.pairs),
                pairs: offsets.pairs,
                sets,
                is_gather: false,
            };
            let own = map.cost();
            cost.keys.extend(&own.keys);
            cost.pmul += own.pmul;
            cost.adds += own.adds - own.copies;
            cost.folds += own.folds;
            cost.copies = cost.copies.max(own.copies);
            cost.levels = cost.levels.max(own.levels);
            cost.outputs += own.outputs;
            cost.inputs = own.inputs;
            cost.live += own.live;
            maps.push(Arc::new(map));
        }
        (cost.babies, cost.giants) = (split.babies, split.giants);
        cost.adds += cost.copies;
        cost.rotations = cost.babies + cost.giants + cost.copies + cost.folds;
        Bundle { maps, cost, is_shared: true }
    }

    /// The maps, one per op.
    pub fn maps(&self) -> &[Arc<LinearMap>] {
        &self.maps
    }

    /// Whether rotated inputs serve all maps. They do not if sharing would save nothing.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The cost of all maps together.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }
}

/// The offsets of all ops, and the index of each op's terms among them.
fn merged(each: &[Offsets], ops: &[(LinearOp, SlotLayout)]) -> (Offsets, Vec<Vec<u32>>) {
    let period = each[0].period;
    let mut all =
        Offsets { period, terms: Vec::new(), sets: Vec::new(), pairs: Vec::new(), moves_units: false };
    let mut term_of = vec![u32::MAX; period.length];
    let mut names = Vec::new();
    let mut outputs = 0;
    for (offsets, (_, to)) in each.iter().zip(ops) {
        let mut own = Vec::new();
        for (term, parts) in offsets.terms.iter().enumerate() {
            let value = offsets.value(term as u32);
            if term_of[value] == u32::MAX {
                term_of[value] = all.terms.len() as u32;
                all.terms.push(*parts);
            }
            own.push(term_of[value]);
        }
        let first = all.sets.len() as u32;
        all.sets.extend(
            offsets.sets.iter().map(|set| set.iter().map(|&term| own[term as usize]).collect::<Vec<u32>>()),
        );
        all.pairs.extend(offsets.pairs.iter().map(|&(i, j, set)| (i, j + outputs, set + first)));
        outputs += to.ciphertexts() as u32;
        names.push(own);
    }
    (all, names)
}
