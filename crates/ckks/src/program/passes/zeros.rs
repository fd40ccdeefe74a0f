//! Removes products with plaintexts of zeros.

use partita_base::Id;

use super::super::{PlaintextSource, Plaintexts, Program, SlotStep};
use super::{Rewrite, remove_unused};
use crate::CkksResult;

/// Removes products with plaintexts that are zero in every slot, as pruned weights produce them.
pub fn drop_zeros(program: &Program, sources: &[PlaintextSource]) -> CkksResult<Program> {
    let mut plaintexts = Plaintexts::new(sources, program.slots);
    let mut rewrite = Rewrite::new(program);
    let mut is_zero: Vec<bool> = Vec::with_capacity(program.steps.len());
    for step in &program.steps {
        let zero = |id: super::super::CtId| is_zero[id.index()];
        let (made_zero, same_as) = match *step {
            SlotStep::MulPlain { of, by } => {
                (zero(of) || plaintexts.get(by)?.iter().all(|&v| v == 0.0), None)
            }
            SlotStep::Rotate { of, .. } | SlotStep::Rescale(of) | SlotStep::Drop { of, .. } => {
                (zero(of), None)
            }
            SlotStep::Add(a, b) if zero(a) => (zero(b), Some(b)),
            SlotStep::Add(a, b) | SlotStep::Sub(a, b) if zero(b) => (zero(a), Some(a)),
            SlotStep::Mul(a, b) => (zero(a) || zero(b), None),
            _ => (false, None),
        };
        is_zero.push(made_zero);
        let id = match same_as {
            Some(other) => rewrite.name(other),
            None => rewrite.push(step.map(|id| rewrite.names[id.index()])),
        };
        rewrite.define(id);
    }
    Ok(remove_unused(&rewrite.finish()))
}
