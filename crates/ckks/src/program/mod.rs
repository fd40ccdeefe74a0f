//! Slot programs: straight-line lists of ciphertext operations.
//!
//! A step makes one ciphertext from earlier ones. Plaintexts are named, not held: a [`Plain`] says which diagonal of
//! which map it is, and [`Plaintexts`] makes it when a run needs it. Every value has a level and a scale;
//! a product has the scale twice until it is rescaled, which costs a level.

mod build;
mod lower;
mod passes;
mod plaintexts;
mod text;
mod types;

use partita_base::ids;

pub use build::Builder;
pub use lower::{Reuse, lower_sum};
pub(crate) use lower::{Rolled, completed, finish_sums, map_products};
pub use passes::{
    drop_zeros, few_keys, merge_rotations, optimise, power_of_two_keys, reduce_keys, remove_unused,
    rescale_late, share,
};
pub use plaintexts::{Diagonals, Plaintexts, Source, SourceId};
pub use types::{CtType, Scale};

ids! {
    /// A ciphertext of a [`Program`], made by the step of this number.
    CtId;
}

/// A plaintext, by reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// The same number in every slot.
    Constant(f64),
    /// What a map multiplies an input with for an output, at these two steps.
    Diagonal {
        /// The map.
        source: SourceId,
        /// Input and output ciphertext of the map.
        pair: [u32; 2],
        /// Baby and giant step.
        steps: [u32; 2],
    },
    /// What is added to one output ciphertext: a bias.
    Addend {
        /// The bias.
        source: SourceId,
        /// The output ciphertext.
        output: u32,
    },
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Input ciphertext `index`, at a level.
    Input {
        /// Which input.
        index: u32,
        /// The level it comes at.
        level: u32,
    },
    /// Slot `s` of the result is slot `s + by` of the operand.
    Rotate {
        /// The operand.
        of: CtId,
        /// The amount, in `0..slots`.
        by: u32,
    },
    /// Product with a plaintext.
    MulPlain {
        /// The operand.
        of: CtId,
        /// The plaintext.
        by: Plain,
    },
    /// Sum with a plaintext.
    AddPlain {
        /// The operand.
        of: CtId,
        /// The plaintext.
        by: Plain,
    },
    /// Sum.
    Add(CtId, CtId),
    /// Difference.
    Sub(CtId, CtId),
    /// Product, relinearised.
    Mul(CtId, CtId),
    /// Back to the single scale, one level down.
    Rescale(CtId),
    /// The same at a lower level.
    Drop {
        /// The operand.
        of: CtId,
        /// The level.
        to: u32,
    },
    /// The same at a higher level.
    Bootstrap {
        /// The operand.
        of: CtId,
        /// The level.
        to: u32,
    },
}

impl Step {
    /// The ciphertexts it takes.
    pub fn operands(&self) -> impl Iterator<Item = CtId> + use<> {
        let (a, b) = match *self {
            Step::Input { .. } => (None, None),
            Step::Rotate { of, .. }
            | Step::MulPlain { of, .. }
            | Step::AddPlain { of, .. }
            | Step::Rescale(of)
            | Step::Drop { of, .. }
            | Step::Bootstrap { of, .. } => (Some(of), None),
            Step::Add(a, b) | Step::Sub(a, b) | Step::Mul(a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }

    /// The same with other operands.
    #[must_use]
    pub fn map(self, mut new: impl FnMut(CtId) -> CtId) -> Step {
        match self {
            Step::Input { .. } => self,
            Step::Rotate { of, by } => Step::Rotate { of: new(of), by },
            Step::MulPlain { of, by } => Step::MulPlain { of: new(of), by },
            Step::AddPlain { of, by } => Step::AddPlain { of: new(of), by },
            Step::Add(a, b) => Step::Add(new(a), new(b)),
            Step::Sub(a, b) => Step::Sub(new(a), new(b)),
            Step::Mul(a, b) => Step::Mul(new(a), new(b)),
            Step::Rescale(of) => Step::Rescale(new(of)),
            Step::Drop { of, to } => Step::Drop { of: new(of), to },
            Step::Bootstrap { of, to } => Step::Bootstrap { of: new(of), to },
        }
    }
}

/// A straight-line program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Slots of every ciphertext, a power of two.
    pub slots: usize,
    /// The steps; step `n` makes ciphertext `n`.
    pub steps: Vec<Step>,
    /// The results.
    pub outputs: Vec<CtId>,
}
