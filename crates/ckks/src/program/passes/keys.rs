//! Reduces the number of keys by composing rotations of others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use partita_base::code;

use super::super::{Program, SlotStep};
use super::{Rewrite, share_steps};
use crate::{CkksError, CkksResult};

/// The keys for all powers of two below the number of slots.
pub fn power_of_two_keys(slots: usize) -> BTreeSet<u32> {
    (0..slots.max(1).ilog2()).map(|e| 1 << e).collect()
}

/// The program with at most `most` keys: those of its most frequent rotations, and always those of the powers
/// of two, which can compose all others.
pub fn few_keys(program: &Program, most: usize) -> Program {
    let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
    for step in &program.steps {
        if let SlotStep::Rotate { by, .. } = step {
            *uses.entry(*by).or_default() += 1;
        }
    }
    if uses.len() <= most {
        return program.clone();
    }
    let mut keys = power_of_two_keys(program.slots);
    let mut others: Vec<(usize, u32)> =
        uses.into_iter().filter(|(by, _)| !keys.contains(by)).map(|(by, count)| (count, by)).collect();
    others.sort_unstable_by(|a, b| b.cmp(a));
    let room = most.saturating_sub(keys.len());
    keys.extend(others.into_iter().take(room).map(|(_, by)| by));
    reduce_keys(program, &keys).expect("powers of two make every sum")
}

/// Writes every rotation as the shortest sum of rotations that have a key; fails if there is none.
///
/// Rotations of one ciphertext share common prefixes of their sums.
pub fn reduce_keys(program: &Program, keys: &BTreeSet<u32>) -> CkksResult<Program> {
    let ways = shortest(program.slots, keys);
    let mut rewrite = Rewrite::new(program);
    for step in &program.steps {
        let id = match step.map(|id| rewrite.name(id)) {
            SlotStep::Rotate { of, by } => {
                let mut sum = Vec::new();
                let mut left = by as usize % program.slots;
                while left != 0 {
                    let Some(last) = ways[left] else {
                        let message =
                            format!("a rotation by {by} cannot be composed of those that have a key");
                        return Err(CkksError::new(code::MISSING_ROTATION_KEY, message)
                            .help("add a key for it or for a rotation by 1"));
                    };
                    sum.push(last);
                    left = (left + program.slots - last as usize) % program.slots;
                }
                // Larger amounts first: then the most rotations share a prefix.
                sum.sort_unstable_by(|a, b| b.cmp(a));
                sum.into_iter().fold(of, |of, by| rewrite.push(SlotStep::Rotate { of, by }))
            }
            step => rewrite.push(step),
        };
        rewrite.define(id);
    }
    Ok(share_steps(&rewrite.finish()))
}

/// For every rotation, the last key of a shortest sum.
fn shortest(slots: usize, keys: &BTreeSet<u32>) -> Vec<Option<u32>> {
    let mut last = vec![None; slots];
    let mut queue = VecDeque::from([0usize]);
    while let Some(at) = queue.pop_front() {
        for &key in keys {
            let next = (at + key as usize) % slots;
            if next != 0 && last[next].is_none() {
                last[next] = Some(key);
                queue.push_back(next);
            }
        }
    }
    last
}
