//! Removes duplicate and unused steps.

use partita_base::Id;
use rustc_hash::FxHashMap;

use super::super::{CtId, Plain, Program, SlotStep};
use super::Rewrite;

/// The key of equal steps. Sums and products ignore the order of their operands.
type Key = (u8, u32, u32, Option<(u32, u64, u64, u64)>);

fn key(step: &SlotStep) -> Key {
    let plain = |plain: Plain| match plain {
        Plain::Constant(value) => (u32::MAX, value.to_bits(), 0, 0),
        Plain::Diagonal { source, pair, steps } => {
            let two = |[a, b]: [u32; 2]| u64::from(a) << 32 | u64::from(b);
            (source.index() as u32, two(pair), two(steps), 1)
        }
        Plain::Addend { source, output } => (source.index() as u32, output.into(), 0, 2),
    };
    let id = |id: CtId| id.index() as u32;
    let either = |a: CtId, b: CtId| (id(a.min(b)), id(a.max(b)));
    match *step {
        SlotStep::Input { index, level } => (0, index, level, None),
        SlotStep::Rotate { of, by } => (1, id(of), by, None),
        SlotStep::MulPlain { of, by } => (2, id(of), 0, Some(plain(by))),
        SlotStep::AddPlain { of, by } => (3, id(of), 0, Some(plain(by))),
        SlotStep::Add(a, b) => (4, either(a, b).0, either(a, b).1, None),
        SlotStep::Sub(a, b) => (5, id(a), id(b), None),
        SlotStep::Mul(a, b) => (6, either(a, b).0, either(a, b).1, None),
        SlotStep::Rescale(of) => (7, id(of), 0, None),
        SlotStep::Drop { of, to } => (8, id(of), to, None),
        SlotStep::Bootstrap { of, to } => (9, id(of), to, None),
    }
}

/// Removes duplicate steps; above all, repeated rotations of one ciphertext.
pub fn share_steps(program: &Program) -> Program {
    let mut rewrite = Rewrite::new(program);
    let mut known: FxHashMap<Key, CtId> = FxHashMap::default();
    for step in &program.steps {
        let step = step.map(|id| rewrite.name(id));
        let id = match known.get(&key(&step)) {
            Some(&id) => id,
            None => {
                let id = rewrite.push(step);
                known.insert(key(&step), id);
                id
            }
        };
        rewrite.define(id);
    }
    rewrite.finish()
}

/// Removes steps that no output needs; inputs stay.
pub fn remove_unused(program: &Program) -> Program {
    let mut needed = vec![false; program.steps.len()];
    for id in &program.outputs {
        needed[id.index()] = true;
    }
    for (number, step) in program.steps.iter().enumerate().rev() {
        needed[number] |= matches!(step, SlotStep::Input { .. });
        if needed[number] {
            for id in step.operands() {
                needed[id.index()] = true;
            }
        }
    }
    let mut rewrite = Rewrite::new(program);
    for (number, step) in program.steps.iter().enumerate() {
        // A removed step keeps an arbitrary id, which is never used.
        let id = if needed[number] {
            rewrite.push(step.map(|id| rewrite.names[id.index()]))
        } else {
            CtId::from_index(0)
        };
        rewrite.define(id);
    }
    rewrite.finish()
}
