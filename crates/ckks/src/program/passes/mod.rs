//! Rewrites of slot programs that keep what they compute.

mod keys;
mod rescale;
mod rotations;
mod share;
mod zeros;

use partita_base::Id;

pub use keys::{few_keys, power_of_two_keys, reduce_keys};
pub use rescale::rescale_late;
pub use rotations::merge_rotations;
pub use share::{remove_unused, share};
pub use zeros::drop_zeros;

use super::{CtId, Program, Step};

/// All rewrites that need no plaintexts, until nothing changes.
pub fn optimise(program: &Program) -> Program {
    let mut program = program.clone();
    loop {
        let next = remove_unused(&share(&rescale_late(&merge_rotations(&program))));
        if next == program {
            return program;
        }
        program = next;
    }
}

/// A program being written anew.
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

    /// The new name of an old value.
    fn name(&self, old: CtId) -> CtId {
        self.names[old.index()]
    }

    /// Adds a step to the new program.
    fn push(&mut self, step: Step) -> CtId {
        self.new.steps.push(step);
        CtId::from_index(self.new.steps.len() - 1)
    }

    /// Says that the next old value is this new one.
    fn define(&mut self, new: CtId) {
        self.names.push(new);
    }

    fn finish(mut self) -> Program {
        self.new.outputs = self.old.outputs.iter().map(|&id| self.name(id)).collect();
        self.new
    }
}

/// How often each value is used, outputs included.
fn uses(program: &Program) -> Vec<usize> {
    let mut uses = vec![0; program.steps.len()];
    for id in program.steps.iter().flat_map(Step::operands).chain(program.outputs.iter().copied()) {
        uses[id.index()] += 1;
    }
    uses
}
