//! Straight-line programs over ciphertexts in registers.

use std::collections::{BTreeMap, BTreeSet};

use super::error::CkksTrouble;
use crate::EngineError;

/// A register. It holds a ciphertext from its definition to its last use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// A plaintext, whose values are requested at its first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlainId(pub u32);

/// A linear map that an engine made of other ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapId(pub u32);

/// The computation of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The sum, at the lower of both levels.
    Add(Reg, Reg),
    /// The difference, at the lower of both levels.
    Sub(Reg, Reg),
    /// The product, relinearised, at the lower of both levels. It has to be rescaled.
    Mul(Reg, Reg),
    /// The sum with a plaintext.
    AddPlain(Reg, PlainId),
    /// The product with a plaintext. It has to be rescaled.
    MulPlain(Reg, PlainId),
    /// Slot `i` becomes slot `i + steps`, modulo the slots of the program.
    Rotate(Reg, i64),
    /// Divides by the last prime: one level less, and the scale from before a product.
    Rescale(Reg),
    /// The same value at a lower level.
    Drop(Reg, u32),
    /// The same value at the highest level of the scheme.
    Bootstrap(Reg),
    /// A sum of products with plaintexts of the value, rotated in many ways. It has to be rescaled. Programs have none:
    /// an engine replaces other ops by it.
    Map(Reg, MapId),
}

impl Action {
    /// The registers that it reads.
    pub fn operands(self) -> [Option<Reg>; 2] {
        match self {
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) => [Some(a), Some(b)],
            Self::AddPlain(a, _)
            | Self::MulPlain(a, _)
            | Self::Rotate(a, _)
            | Self::Rescale(a)
            | Self::Drop(a, _)
            | Self::Bootstrap(a)
            | Self::Map(a, _) => [Some(a), None],
        }
    }

    /// The level of its result, from the lowest of its operands; bootstrapped values are at `top`.
    pub(super) fn level_after(self, lowest: u32, top: u32) -> u32 {
        match self {
            Self::Rescale(_) => lowest.saturating_sub(1),
            Self::Drop(_, level) => level,
            Self::Bootstrap(_) => top,
            _ => lowest,
        }
    }

    /// The plaintext that it reads.
    pub fn plain(self) -> Option<PlainId> {
        match self {
            Self::AddPlain(_, plain) | Self::MulPlain(_, plain) => Some(plain),
            _ => None,
        }
    }
}

/// An op and the register of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// The target register; its previous contents are overwritten.
    pub to: Reg,
    /// What is computed.
    pub action: Action,
}

/// An encrypted input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The target register.
    pub to: Reg,
    /// The level at which it is encrypted; the highest by default.
    pub level: Option<u32>,
}

/// A straight-line program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Slots per ciphertext from the program's point of view; rotations are modulo this. It divides the slots
    /// of the engine, which then holds several samples, or copies of one.
    pub slots: usize,
    /// The inputs to encrypt.
    pub inputs: Vec<Input>,
    /// The ops, in order of execution.
    pub ops: Vec<Op>,
    /// The registers to decrypt.
    pub outputs: Vec<Reg>,
}

impl Stream {
    /// The distinct rotations, from 1 to one less than the slots: those that need a key.
    pub fn rotations(&self) -> Vec<u32> {
        let steps = self.ops.iter().filter_map(|op| match op.action {
            Action::Rotate(_, steps) => Some(normal_steps(steps, self.slots)),
            _ => None,
        });
        steps.filter(|&steps| steps != 0).collect::<BTreeSet<u32>>().into_iter().collect()
    }

    /// Checks that every register is written before it is read.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        let undefined = |reg: Reg| {
            EngineError::ckks(CkksTrouble::Stream, format!("register {} is read before it is written", reg.0))
        };
        let mut written: BTreeSet<Reg> = self.inputs.iter().map(|input| input.to).collect();
        for (place, op) in self.ops.iter().enumerate() {
            if let Some(reg) = op.action.operands().into_iter().flatten().find(|reg| !written.contains(reg)) {
                return Err(undefined(reg).at(place));
            }
            written.insert(op.to);
        }
        self.outputs.iter().find(|reg| !written.contains(reg)).map_or(Ok(()), |&reg| Err(undefined(reg)))
    }

    /// For every op, whether it is the last to read each of its operands.
    pub(super) fn last_uses(&self) -> Vec<[bool; 2]> {
        let mut live: BTreeSet<Reg> = self.outputs.iter().copied().collect();
        let mut last = vec![[false; 2]; self.ops.len()];
        for (op, last) in self.ops.iter().zip(&mut last).rev() {
            live.remove(&op.to);
            let operands = op.action.operands();
            for (operand, last) in operands.iter().zip(last) {
                *last = operand.is_some_and(|reg| !live.contains(&reg));
            }
            live.extend(operands.into_iter().flatten());
        }
        last
    }

    /// The plaintexts in the order of their first use, each with the level at which it is encoded first; inputs and
    /// bootstrapped values are at `top`.
    pub(super) fn plain_levels(&self, top: u32) -> Vec<(PlainId, u32)> {
        let mut levels: BTreeMap<Reg, u32> =
            self.inputs.iter().map(|input| (input.to, input.level.unwrap_or(top))).collect();
        let (mut seen, mut plains) = (BTreeSet::new(), Vec::new());
        for op in &self.ops {
            let operands = op.action.operands().into_iter().flatten();
            let lowest = operands.filter_map(|reg| levels.get(&reg).copied()).min().unwrap_or(top);
            if let Some(plain) = op.action.plain()
                && seen.insert(plain)
            {
                plains.push((plain, lowest));
            }
            levels.insert(op.to, op.action.level_after(lowest, top));
        }
        plains
    }

    /// The index of the last op that uses each plaintext.
    pub(super) fn last_plains(&self) -> BTreeMap<PlainId, usize> {
        let uses = self.ops.iter().enumerate();
        uses.filter_map(|(place, op)| Some((op.action.plain()?, place))).collect()
    }
}

/// A rotation as one to the left, from 0 to one less than the slots.
pub(super) fn normal_steps(steps: i64, slots: usize) -> u32 {
    steps.rem_euclid(slots.max(1) as i64) as u32
}

/// Provides the values of plaintexts. Each is requested at its first use in a run, unless an engine kept it from
/// the run before.
pub trait Plaintexts {
    /// The values: at most as many as the program has slots; missing ones are zero. An error explains in one
    /// lower-case sentence why there are none.
    fn values(&mut self, plain: PlainId) -> Result<Vec<f64>, String>;

    /// Called from time to time with the number of ops done, to report progress.
    fn done(&mut self, _ops: usize) {}

    /// Called after a run with the number of samples done.
    fn ran(&mut self, _samples: usize) {}
}

impl Plaintexts for Vec<Vec<f64>> {
    fn values(&mut self, plain: PlainId) -> Result<Vec<f64>, String> {
        let values = self.get(plain.0 as usize);
        values.cloned().ok_or_else(|| format!("missing plaintext {}", plain.0))
    }
}

impl<F: FnMut(PlainId) -> Result<Vec<f64>, String>> Plaintexts for F {
    fn values(&mut self, plain: PlainId) -> Result<Vec<f64>, String> {
        self(plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(to: u32, action: Action) -> Op {
        Op { to: Reg(to), action }
    }

    fn stream(ops: Vec<Op>, outputs: &[u32]) -> Stream {
        let inputs = vec![Input { to: Reg(0), level: None }];
        Stream { slots: 8, inputs, ops, outputs: outputs.iter().map(|&reg| Reg(reg)).collect() }
    }

    #[test]
    fn rotations_are_counted_modulo_the_slots() {
        let rotate = |steps| op(1, Action::Rotate(Reg(0), steps));
        let stream = stream(vec![rotate(-1), rotate(7), rotate(16), rotate(i64::MIN), rotate(3)], &[1]);
        assert_eq!(stream.rotations(), [3, 7]);
    }

    #[test]
    fn plaintexts_have_the_level_of_their_operand() {
        let ops = vec![
            op(1, Action::MulPlain(Reg(0), PlainId(4))),
            op(1, Action::Rescale(Reg(1))),
            op(2, Action::Mul(Reg(1), Reg(0))),
            op(2, Action::AddPlain(Reg(2), PlainId(3))),
            op(2, Action::Drop(Reg(2), 1)),
            op(3, Action::AddPlain(Reg(2), PlainId(2))),
            op(3, Action::MulPlain(Reg(0), PlainId(2))),
            op(3, Action::Bootstrap(Reg(2))),
            op(3, Action::AddPlain(Reg(3), PlainId(1))),
        ];
        let levels = stream(ops, &[3]).plain_levels(5);
        assert_eq!(levels, [(4, 5), (3, 4), (2, 1), (1, 5)].map(|(plain, level)| (PlainId(plain), level)));
    }

    #[test]
    fn registers_must_be_written_first() {
        let error = stream(vec![op(1, Action::Add(Reg(0), Reg(1)))], &[1]).check().expect_err("1 is empty");
        assert_eq!((error.kind(), error.op), (CkksTrouble::Stream, Some(0)));
        assert!(stream(vec![], &[2]).check().is_err());
        stream(vec![op(2, Action::Add(Reg(0), Reg(0)))], &[2, 0]).check().expect("all are written");
    }

    #[test]
    fn a_last_use_is_the_last_before_the_register_is_overwritten() {
        let ops = vec![
            op(1, Action::Rotate(Reg(0), 1)),
            op(1, Action::Add(Reg(0), Reg(1))),
            op(2, Action::Mul(Reg(1), Reg(1))),
            op(0, Action::Rescale(Reg(2))),
            op(3, Action::Drop(Reg(0), 0)),
        ];
        let last = stream(ops, &[0, 3]).last_uses();
        assert_eq!(last, [[false, false], [true, true], [true, true], [true, false], [false, false]]);
    }
}
