//! Levels and scales of the values of a program.

use partita_base::{Id, code};

use super::{CtId, Program, Step};
use crate::{CkksError, CkksResult};

/// Whether a product has yet to be rescaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// As inputs have it.
    Single,
    /// As products have it.
    Double,
}

/// Level and scale of a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CtType {
    /// Rescalings that are left.
    pub level: u32,
    /// The scale.
    pub scale: Scale,
}

impl CtType {
    /// What a step makes, given what it takes.
    pub(super) fn of_step(step: &Step, number: usize, of: impl Fn(CtId) -> CtType) -> CkksResult<CtType> {
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
                Err(fault("its operands differ in level or scale".into()))
            }
        };
        let product = |taken: CtType| {
            if taken.level == 0 {
                let message = format!("%{number} multiplies a ciphertext without a level left");
                return Err(CkksError::new(code::LEVELS_EXHAUSTED, message)
                    .help("start with more levels or bootstrap before"));
            }
            Ok(CtType { scale: Scale::Double, ..taken })
        };
        match *step {
            Step::Input { level, .. } => Ok(CtType { level, scale: Scale::Single }),
            Step::Rotate { of: id, .. } | Step::AddPlain { of: id, .. } => Ok(of(id)),
            Step::MulPlain { of: id, .. } => product(single(id)?),
            Step::Add(a, b) | Step::Sub(a, b) => same(a, b),
            Step::Mul(a, b) => {
                single(a)?;
                product(same(a, b)?)
            }
            Step::Rescale(id) => match of(id) {
                CtType { level, scale: Scale::Double } => {
                    Ok(CtType { level: level - 1, scale: Scale::Single })
                }
                _ => Err(fault(format!("%{} has nothing to rescale", id.index()))),
            },
            Step::Drop { of: id, to } if to <= of(id).level => Ok(CtType { level: to, ..of(id) }),
            Step::Drop { of: id, to } => {
                Err(fault(format!("%{} is at level {}, below {to}", id.index(), of(id).level)))
            }
            Step::Bootstrap { of: id, to } => {
                single(id)?;
                Ok(CtType { level: to, scale: Scale::Single })
            }
        }
    }
}

impl Program {
    /// Level and scale of every value; fails if the program is not well formed.
    pub fn types(&self) -> CkksResult<Vec<CtType>> {
        let fault = |what: String| CkksError::new(code::BAD_SLOT_PROGRAM, what);
        if !self.slots.is_power_of_two() || self.slots > crate::Layout::MAX_SLOTS {
            return Err(fault(format!("{} slots are not a power of two up to 2^20", self.slots)));
        }
        let mut types: Vec<CtType> = Vec::with_capacity(self.steps.len());
        for (number, step) in self.steps.iter().enumerate() {
            if let Some(id) = step.operands().find(|id| id.index() >= number) {
                return Err(fault(format!("%{number} takes %{}, which is made later or never", id.index())));
            }
            if let Step::Rotate { by, .. } = step
                && *by as usize >= self.slots
            {
                return Err(fault(format!("%{number} rotates by {by} of {} slots", self.slots)));
            }
            types.push(CtType::of_step(step, number, |id| types[id.index()])?);
        }
        if let Some(id) = self.outputs.iter().find(|id| id.index() >= self.steps.len()) {
            return Err(fault(format!("the output %{} is never made", id.index())));
        }
        Ok(types)
    }
}
