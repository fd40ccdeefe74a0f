//! Makes programs step by step, keeping levels and scales in order.

use partita_base::Id;

use super::types::CtType;
use super::{CtId, Plain, Program, Scale, Source, SourceId, Step};
use crate::CkksResult;

/// A program being made, with the sources of its plaintexts.
#[derive(Debug)]
pub struct Builder {
    program: Program,
    types: Vec<CtType>,
    sources: Vec<Source>,
}

impl Builder {
    /// Starts a program on ciphertexts of this many slots.
    pub fn new(slots: usize) -> Builder {
        let program = Program { slots, steps: Vec::new(), outputs: Vec::new() };
        Builder { program, types: Vec::new(), sources: Vec::new() }
    }

    /// Slots of a ciphertext.
    pub fn slots(&self) -> usize {
        self.program.slots
    }

    /// Level and scale of a value.
    pub fn type_of(&self, id: CtId) -> CtType {
        self.types[id.index()]
    }

    /// Adds a source of plaintexts.
    pub fn source(&mut self, source: Source) -> SourceId {
        self.sources.push(source);
        SourceId::from_index(self.sources.len() - 1)
    }

    /// Adds a step; fails if it breaks a rule of levels and scales.
    pub fn push(&mut self, step: Step) -> CkksResult<CtId> {
        let made = CtType::of_step(&step, self.types.len(), |id| self.types[id.index()])?;
        self.types.push(made);
        self.program.steps.push(step);
        Ok(CtId::from_index(self.types.len() - 1))
    }

    /// `count` inputs at a level, numbered on from the last.
    pub fn inputs(&mut self, count: usize, level: u32) -> CkksResult<Vec<CtId>> {
        let first = self.program.steps.iter().filter(|step| matches!(step, Step::Input { .. })).count();
        (first..first + count).map(|n| self.push(Step::Input { index: n as u32, level })).collect()
    }

    /// The value rotated, or itself for 0.
    pub fn rotate(&mut self, of: CtId, by: u32) -> CkksResult<CtId> {
        if by == 0 { Ok(of) } else { self.push(Step::Rotate { of, by }) }
    }

    /// The value with a single scale.
    pub fn settled(&mut self, id: CtId) -> CkksResult<CtId> {
        match self.type_of(id).scale {
            Scale::Single => Ok(id),
            Scale::Double => self.push(Step::Rescale(id)),
        }
    }

    /// Both values at the lower of their levels.
    fn aligned(&mut self, a: CtId, b: CtId) -> CkksResult<(CtId, CtId)> {
        let (mut a, mut b) = (a, b);
        if self.type_of(a).scale != self.type_of(b).scale {
            (a, b) = (self.settled(a)?, self.settled(b)?);
        }
        let (la, lb) = (self.type_of(a).level, self.type_of(b).level);
        if la > lb {
            a = self.push(Step::Drop { of: a, to: lb })?;
        } else if lb > la {
            b = self.push(Step::Drop { of: b, to: la })?;
        }
        Ok((a, b))
    }

    /// The sum, operands brought to one level.
    pub fn add(&mut self, a: CtId, b: CtId) -> CkksResult<CtId> {
        let (a, b) = self.aligned(a, b)?;
        self.push(Step::Add(a, b))
    }

    /// The difference, operands brought to one level.
    pub fn sub(&mut self, a: CtId, b: CtId) -> CkksResult<CtId> {
        let (a, b) = self.aligned(a, b)?;
        self.push(Step::Sub(a, b))
    }

    /// The product, operands rescaled and brought to one level before.
    pub fn mul(&mut self, a: CtId, b: CtId) -> CkksResult<CtId> {
        let (a, b) = (self.settled(a)?, self.settled(b)?);
        let (a, b) = self.aligned(a, b)?;
        self.push(Step::Mul(a, b))
    }

    /// The product with a plaintext.
    pub fn mul_plain(&mut self, of: CtId, by: Plain) -> CkksResult<CtId> {
        let of = self.settled(of)?;
        self.push(Step::MulPlain { of, by })
    }

    /// Adds a bias to the output ciphertexts it belongs to.
    pub fn add_bias(&mut self, source: SourceId, outputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        let add = |(output, &of): (usize, &CtId)| {
            self.push(Step::AddPlain { of, by: Plain::Addend { source, output: output as u32 } })
        };
        outputs.iter().enumerate().map(add).collect()
    }

    /// The program with these results, rescaled, and its sources.
    pub fn finish(mut self, outputs: &[CtId]) -> CkksResult<(Program, Vec<Source>)> {
        let outputs: CkksResult<Vec<CtId>> = outputs.iter().map(|&id| self.settled(id)).collect();
        self.program.outputs = outputs?;
        Ok((self.program, self.sources))
    }
}
