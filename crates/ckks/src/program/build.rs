//! Builds programs step by step, maintaining levels and scales.

use partita_base::Id;

use super::types::CtType;
use super::{CtId, Plain, PlaintextSource, Program, Scale, SlotStep, SourceId};
use crate::CkksResult;

/// A program under construction, with the sources of its plaintexts.
#[derive(Debug)]
pub struct Builder {
    program: Program,
    types: Vec<CtType>,
    sources: Vec<PlaintextSource>,
}

impl Builder {
    /// Starts a program on ciphertexts of this many slots.
    pub fn new(slots: usize) -> Builder {
        let program = Program { slots, steps: Vec::new(), outputs: Vec::new() };
        Builder { program, types: Vec::new(), sources: Vec::new() }
    }

    /// Slots per ciphertext.
    pub fn slots(&self) -> usize {
        self.program.slots
    }

    /// The level and scale of a value.
    pub fn type_of(&self, id: CtId) -> CtType {
        self.types[id.index()]
    }

    /// Adds a source of plaintexts.
    pub fn source(&mut self, source: PlaintextSource) -> SourceId {
        self.sources.push(source);
        SourceId::from_index(self.sources.len() - 1)
    }

    /// Adds a step; fails if it violates the rules of levels and scales.
    pub fn push(&mut self, step: SlotStep) -> CkksResult<CtId> {
        let made = CtType::of_step(&step, self.types.len(), |id| self.types[id.index()])?;
        self.types.push(made);
        self.program.steps.push(step);
        Ok(CtId::from_index(self.types.len() - 1))
    }

    /// Adds `count` inputs at a level, numbered from the last one on.
    pub fn inputs(&mut self, count: usize, level: u32) -> CkksResult<Vec<CtId>> {
        let first = self.program.steps.iter().filter(|step| matches!(step, SlotStep::Input { .. })).count();
        (first..first + count).map(|n| self.push(SlotStep::Input { index: n as u32, level })).collect()
    }

    /// Rotates a value; a rotation by 0 is the value itself.
    pub fn rotate(&mut self, of: CtId, by: u32) -> CkksResult<CtId> {
        if by == 0 { Ok(of) } else { self.push(SlotStep::Rotate { of, by }) }
    }

    /// Rescales a value if it has a double scale.
    pub fn settled(&mut self, id: CtId) -> CkksResult<CtId> {
        match self.type_of(id).scale {
            Scale::Single => Ok(id),
            Scale::Double => self.push(SlotStep::Rescale(id)),
        }
    }

    /// Brings both values to the lower of their levels.
    fn aligned(&mut self, a: CtId, b: CtId) -> CkksResult<(CtId, CtId)> {
        let (mut a, mut b) = (a, b);
        if self.type_of(a).scale != self.type_of(b).scale {
            (a, b) = (self.settled(a)?, self.settled(b)?);
        }
        let (la, lb) = (self.type_of(a).level, self.type_of(b).level);
        if la > lb {
            a = self.push(SlotStep::Drop { of: a, to: lb })?;
        } else if lb > la {
            b = self.push(SlotStep::Drop { of: b, to: la })?;
        }
        Ok((a, b))
    }

    /// Adds two values after bringing them to one level.
    pub fn add(&mut self, a: CtId, b: CtId) -> CkksResult<CtId> {
        let (a, b) = self.aligned(a, b)?;
        self.push(SlotStep::Add(a, b))
    }

    /// Subtracts two values after bringing them to one level.
    pub fn sub(&mut self, a: CtId, b: CtId) -> CkksResult<CtId> {
        let (a, b) = self.aligned(a, b)?;
        self.push(SlotStep::Sub(a, b))
    }

    /// Multiplies two values after rescaling them and bringing them to one level.
    pub fn mul(&mut self, a: CtId, b: CtId) -> CkksResult<CtId> {
        let (a, b) = (self.settled(a)?, self.settled(b)?);
        let (a, b) = self.aligned(a, b)?;
        self.push(SlotStep::Mul(a, b))
    }

    /// Multiplies a value by a plaintext.
    pub fn mul_plain(&mut self, of: CtId, by: Plain) -> CkksResult<CtId> {
        let of = self.settled(of)?;
        self.push(SlotStep::MulPlain { of, by })
    }

    /// Adds a bias to its output ciphertexts.
    pub fn add_bias(&mut self, source: SourceId, outputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        let add = |(output, &of): (usize, &CtId)| {
            self.push(SlotStep::AddPlain { of, by: Plain::Addend { source, output: output as u32 } })
        };
        outputs.iter().enumerate().map(add).collect()
    }

    /// Finishes the program with these results, rescaled; also returns its sources.
    pub fn finish(mut self, outputs: &[CtId]) -> CkksResult<(Program, Vec<PlaintextSource>)> {
        let outputs: CkksResult<Vec<CtId>> = outputs.iter().map(|&id| self.settled(id)).collect();
        self.program.outputs = outputs?;
        Ok((self.program, self.sources))
    }
}
