//! Slot programs: straight-line lists of ciphertext operations.
//!
//! A step defines one ciphertext from earlier ones. Plaintexts are named, not stored: a [`Plain`] identifies a
//! diagonal of a map, and [`Plaintexts`] computes it when a run needs it. Every value has a level and a scale.
//! A product has double the scale until it is rescaled, which uses a level.

mod build;
mod lower;
mod passes;
mod plaintexts;
mod text;
mod types;

use partita_base::ids;

pub use build::Builder;
pub use lower::{Reuse, lower_sum};
pub(crate) use lower::{Rolled, fill_missing_outputs, finish_sums, map_products};
pub use passes::{
    drop_zeros, few_keys, merge_rotations, optimise_program, power_of_two_keys, reduce_keys, remove_unused,
    rescale_late, share_steps,
};
pub use plaintexts::{Diagonals, PlaintextSource, Plaintexts, SourceId};
pub use types::{CtType, Scale};

ids! {
    /// A ciphertext of a [`Program`], defined by the step of this number.
    CtId;
}

/// A plaintext, by reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// The same number in every slot.
    Constant(f64),
    /// The factor of an input of a map for an output, at these two steps.
    Diagonal {
        /// The source that has the map.
        source: SourceId,
        /// Input and output ciphertext of the map.
        pair: [u32; 2],
        /// Baby and giant step.
        steps: [u32; 2],
    },
    /// What is added to one output ciphertext: a bias.
    Addend {
        /// The source that has the bias.
        source: SourceId,
        /// The output ciphertext.
        output: u32,
    },
}

/// One operation; it defines one ciphertext.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlotStep {
    /// Input ciphertext `index`, at a level.
    Input {
        /// The index of the input.
        index: u32,
        /// How many levels it has left.
        level: u32,
    },
    /// Slot `s` of the result is slot `s + by` of the operand.
    Rotate {
        /// The operand.
        of: CtId,
        /// The amount, in `0..slots`.
        by: u32,
    },
    /// A product with a plaintext.
    MulPlain {
        /// The operand.
        of: CtId,
        /// The factor.
        by: Plain,
    },
    /// A sum with a plaintext.
    AddPlain {
        /// The operand.
        of: CtId,
        /// The summand.
        by: Plain,
    },
    /// A sum of two ciphertexts of equal level and scale.
    Add(CtId, CtId),
    /// A difference of two ciphertexts of equal level and scale.
    Sub(CtId, CtId),
    /// A product of two ciphertexts, relinearised.
    Mul(CtId, CtId),
    /// Returns from the double to the single scale, one level lower.
    Rescale(CtId),
    /// The same value at a lower level.
    Drop {
        /// The operand.
        of: CtId,
        /// The new level.
        to: u32,
    },
    /// The same value at a higher level.
    Bootstrap {
        /// The operand.
        of: CtId,
        /// The new level.
        to: u32,
    },
}

impl SlotStep {
    /// The ciphertexts that it uses.
    pub fn operands(&self) -> impl Iterator<Item = CtId> + use<> {
        let (a, b) = match *self {
            SlotStep::Input { .. } => (None, None),
            SlotStep::Rotate { of, .. }
            | SlotStep::MulPlain { of, .. }
            | SlotStep::AddPlain { of, .. }
            | SlotStep::Rescale(of)
            | SlotStep::Drop { of, .. }
            | SlotStep::Bootstrap { of, .. } => (Some(of), None),
            SlotStep::Add(a, b) | SlotStep::Sub(a, b) | SlotStep::Mul(a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }

    /// The same step with other operands.
    #[must_use]
    pub fn map(self, mut new: impl FnMut(CtId) -> CtId) -> SlotStep {
        match self {
            SlotStep::Input { .. } => self,
            SlotStep::Rotate { of, by } => SlotStep::Rotate { of: new(of), by },
            SlotStep::MulPlain { of, by } => SlotStep::MulPlain { of: new(of), by },
            SlotStep::AddPlain { of, by } => SlotStep::AddPlain { of: new(of), by },
            SlotStep::Add(a, b) => SlotStep::Add(new(a), new(b)),
            SlotStep::Sub(a, b) => SlotStep::Sub(new(a), new(b)),
            SlotStep::Mul(a, b) => SlotStep::Mul(new(a), new(b)),
            SlotStep::Rescale(of) => SlotStep::Rescale(new(of)),
            SlotStep::Drop { of, to } => SlotStep::Drop { of: new(of), to },
            SlotStep::Bootstrap { of, to } => SlotStep::Bootstrap { of: new(of), to },
        }
    }
}

/// A straight-line program on ciphertexts.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Slots per ciphertext, a power of two.
    pub slots: usize,
    /// The steps; step `n` defines ciphertext `n`.
    pub steps: Vec<SlotStep>,
    /// The results.
    pub outputs: Vec<CtId>,
}
