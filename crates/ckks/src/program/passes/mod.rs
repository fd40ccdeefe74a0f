//! Rewrites of slot programs that preserve their results.

mod keys;
mod rescale;
mod rotations;
mod share;
mod zeros;

use partita_base::Id;

pub use keys::{few_keys, power_of_two_keys, reduce_keys};
pub use rescale::rescale_late;
pub use rotations::merge_rotations;
pub use share::{remove_unused, share_steps};
pub use zeros::drop_zeros;

use super::{CtId, Program, SlotStep};

/// Applies all rewrites that need no plaintexts until nothing changes.
pub fn optimise_program(program: &Program) -> Program {
    let mut program = program.clone();
    loop {
        let next = remove_unused(&share_steps(&rescale_late(&merge_rotations(&program))));
        if next == program {
            return program;
        }
        program = next;
    }
}

/// A program that is being rewritten.
struct Rewrite<'a> {
    old: &'a Program,
    new: Program,
    names: Vec<CtId>,
}

impl<'a> Rewrite<'a> {
    fn new(old: &'a Program) -> Self {
        let new =
            Program { slots: old.slots, steps: Vec::with_capacity(old.steps.len()), outputs: Vec::new() };
        Self { old, new, names: Vec::with_capacity(old.steps.len()) }
    }

    /// The new id of an old value.
    fn name(&self, old: CtId) -> CtId {
        self.names[old.index()]
    }

    /// Adds a step to the new program.
    fn push(&mut self, step: SlotStep) -> CtId {
        self.new.steps.push(step);
        CtId::from_index(self.new.steps.len() - 1)
    }

    /// Records the new id of the next old value.
    fn define(&mut self, new: CtId) {
        self.names.push(new);
    }

    fn finish(mut self) -> Program {
        self.new.outputs = self.old.outputs.iter().map(|&id| self.name(id)).collect();
        self.new
    }
}

/// The number of uses of each value, outputs included.
fn uses(program: &Program) -> Vec<usize> {
    let mut uses = vec![0; program.steps.len()];
    for id in program.steps.iter().flat_map(SlotStep::operands).chain(program.outputs.iter().copied()) {
        uses[id.index()] += 1;
    }
    uses
}
