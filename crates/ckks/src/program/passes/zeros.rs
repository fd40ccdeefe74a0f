//! Products with nothing but zeros are left out.

use partita_base::Id;

use super::super::{Plaintexts, Program, Source, Step};
use super::{Rewrite, remove_unused};
use crate::CkksResult;

/// Leaves out products with plaintexts that are zero in every slot, as weights that were pruned make them.
pub fn drop_zeros(program: &Program, sources: &[Source]) -> CkksResult<Program> {
    let mut plaintexts = Plaintexts::new(sources, program.slots);
    let mut rewrite = Rewrite::new(program);
    let mut is_zero: Vec<bool> = Vec::with_capacity(program.steps.len());
    for step in &program.steps {
        let zero = |id: super::super::CtId| is_zero[id.index()];
        let (made_zero, same_as) = match *step {
            Step::MulPlain { of, by } => (zero(of) || plaintexts.get(by)?.iter().all(|&v| v == 0.0), None),
            Step::Rotate { of, .. } | Step::Rescale(of) | Step::Drop { of, .. } => (zero(of), None),
            Step::Add(a, b) if zero(a) => (zero(b), Some(b)),
            Step::Add(a, b) | Step::Sub(a, b) if zero(b) => (zero(a), Some(a)),
            Step::Mul(a, b) => (zero(a) || zero(b), None),
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
