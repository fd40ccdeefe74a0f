//! Levels and scales of the values of a program.

use partita_base::{Id, code};

use super::{CtId, Program, SlotStep};
use crate::{CkksError, CkksResult};

/// Whether a value still has to be rescaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// The scale of inputs.
    Single,
    /// The scale of products before rescaling.
    Double,
}

/// The level and scale of a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CtType {
    /// How many more times it can be rescaled.
    pub level: u32,
    /// Whether it has to be rescaled.
    pub scale: Scale,
}

impl CtType {
    /// The type of a step's result, given the types of its operands.
    pub(super) fn of_step(step: &SlotStep, number: usize, of: impl Fn(CtId) -> CtType) -> CkksResult<CtType> {
        let fault = |what: String| CkksError::new(code::BAD_SLOT_PROGRAM, format!("%{number}: {what}"));
        let single = |id: CtId| match of(id) {
            CtType { scale: Scale::Double, .. } => {
                Err(fault(format!("%{} has to be rescaled first", id.index())))
            }
            ok => Ok(ok),
        };
        let same = |a: CtId, b: CtId| {
            if of(a) == of(b) {
                Ok(of(a))
            } else {
                Err(fault("its operands must have equal levels and scales".into()))
            }
        };
        let product = |taken: CtType| {
            if taken.level == 0 {
                let message = format!("%{number} multiplies a ciphertext at level 0");
                return Err(CkksError::new(code::LEVELS_EXHAUSTED, message)
                    .help("start with more levels or bootstrap before"));
            }
            Ok(CtType { scale: Scale::Double, ..taken })
        };
        match *step {
            SlotStep::Input { level, .. } => Ok(CtType { level, scale: Scale::Single }),
            SlotStep::Rotate { of: id, .. } | SlotStep::AddPlain { of: id, .. } => Ok(of(id)),
            SlotStep::MulPlain { of: id, .. } => product(single(id)?),
            SlotStep::Add(a, b) | SlotStep::Sub(a, b) => same(a, b),
            SlotStep::Mul(a, b) => {
                single(a)?;
                product(same(a, b)?)
            }
            SlotStep::Rescale(id) => match of(id) {
                CtType { level, scale: Scale::Double } => {
                    Ok(CtType { level: level - 1, scale: Scale::Single })
                }
                _ => Err(fault(format!("%{} has nothing to rescale", id.index()))),
            },
            SlotStep::Drop { of: id, to } if to <= of(id).level => Ok(CtType { level: to, ..of(id) }),
            SlotStep::Drop { of: id, to } => {
                Err(fault(format!("%{} is at level {}, below {to}", id.index(), of(id).level)))
            }
            SlotStep::Bootstrap { of: id, to } => {
                single(id)?;
                Ok(CtType { level: to, scale: Scale::Single })
            }
        }
    }
}

impl Program {
    /// The level and scale of every value; fails if the program is not well formed.
    pub fn types(&self) -> CkksResult<Vec<CtType>> {
        let fault = |what: String| CkksError::new(code::BAD_SLOT_PROGRAM, what);
        if !self.slots.is_power_of_two() || self.slots > crate::SlotLayout::MAX_SLOTS {
            return Err(fault(format!("expected a power of two up to 2^20 slots, found {}", self.slots)));
        }
        let mut types: Vec<CtType> = Vec::with_capacity(self.steps.len());
        for (number, step) in self.steps.iter().enumerate() {
            if let Some(id) = step.operands().find(|id| id.index() >= number) {
                return Err(fault(format!("%{number} uses %{} before it is defined", id.index())));
            }
            if let SlotStep::Rotate { by, .. } = step
                && *by as usize >= self.slots
            {
                return Err(fault(format!("%{number} rotates by {by}, but there are {} slots", self.slots)));
            }
            types.push(CtType::of_step(step, number, |id| types[id.index()])?);
        }
        if let Some(id) = self.outputs.iter().find(|id| id.index() >= self.steps.len()) {
            return Err(fault(format!("the output %{} is not defined", id.index())));
        }
        Ok(types)
    }
}
