//! Rescales sums of products once, after the sum.

use partita_base::Id;

use super::super::{CtId, Program, SlotStep};
use super::{Rewrite, uses};

/// Moves rescalings after additions, differences and rotations, where that saves a rescaling or costs none.
pub fn rescale_late(program: &Program) -> Program {
    let Ok(types) = program.types() else { return program.clone() };
    let uses = uses(program);
    let mut rewrite = Rewrite::new(program);
    // For each old value, the new value that it rescales, if no other step uses the rescaled one.
    let mut unscaled: Vec<Option<CtId>> = Vec::with_capacity(program.steps.len());
    for (number, step) in program.steps.iter().enumerate() {
        let both = |a: CtId, b: CtId| Some((unscaled[a.index()]?, unscaled[b.index()]?));
        let same = |a: CtId, b: CtId| types[a.index()] == types[b.index()];
        let late = match *step {
            SlotStep::Rescale(of) => Some(rewrite.name(of)),
            SlotStep::Add(a, b) if a != b && same(a, b) => {
                both(a, b).map(|(a, b)| rewrite.push(SlotStep::Add(a, b)))
            }
            SlotStep::Sub(a, b) if a != b && same(a, b) => {
                both(a, b).map(|(a, b)| rewrite.push(SlotStep::Sub(a, b)))
            }
            _ => None,
        };
        match late {
            Some(sum) => {
                let id = rewrite.push(SlotStep::Rescale(sum));
                unscaled.push((uses[number] == 1).then_some(sum));
                rewrite.define(id);
            }
            None => {
                let id = rewrite.push(step.map(|id| rewrite.names[id.index()]));
                unscaled.push(None);
                rewrite.define(id);
            }
        }
    }
    super::remove_unused(&rewrite.finish())
}
