//! Measures the cost of ops by ring and level, for the planner's table.

use super::engine::CkksEngine;
use super::lattigo::LattigoSettings;
use super::params::{CkksParams, Safety};
use super::stats::Timed;
use super::stream::{Action, Input, Op, PlainId, Reg, Stream};
use crate::EngineError;

/// The time of one op at one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostRow {
    /// What was measured.
    pub op: Timed,
    /// The level of its operand.
    pub level: u32,
    /// The shortest processor time.
    pub milliseconds: f64,
}

/// Measures every op at some levels of a scheme, `repeats` times each: in the order of ops, then of levels.
pub fn measure_ops(
    settings: &LattigoSettings,
    params: &CkksParams,
    levels: &[u32],
    repeats: usize,
) -> Result<Vec<CostRow>, EngineError> {
    let mut engine = settings.start(params, Safety::Standard)?;
    // Not a power of two: the library creates those keys unasked.
    engine.load_keys(params.slots(), &[3])?;
    let mut plain = |id: PlainId| Ok(vec![f64::from(id.0 % 7) / 8.0 + 0.125; params.slots()]);
    let mut rows = Vec::new();
    for &level in levels {
        let stream = every_op(params.slots(), level, repeats);
        let values: Vec<f64> = (0..params.slots()).map(|slot| (slot % 17) as f64 / 17.0).collect();
        let inputs: Vec<Vec<f64>> = stream.inputs.iter().map(|_| values.clone()).collect();
        // One run without measuring, to grow buffers and fault memory in.
        engine.run(&every_op(params.slots(), level, 1), &inputs, &mut plain)?;
        let stats = engine.run(&stream, &inputs, &mut plain)?.stats;
        let timings = stats.by_level.iter().filter(|((_, at), _)| *at == level);
        rows.extend(timings.map(|((op, level), timing)| CostRow {
            op: *op,
            level: *level,
            milliseconds: timing.best.as_secs_f64() * 1000.0,
        }));
    }
    rows.sort_by_key(|row| (row.op, row.level));
    Ok(rows)
}

/// The measured cost of a bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BootstrapCost {
    /// The shortest processor time.
    pub milliseconds: f64,
    /// The level after it.
    pub level: u32,
}

/// Measures bootstraps of a scheme, which need not be secure, with these primes of key switching.
pub fn measure_bootstrap(
    settings: &LattigoSettings,
    params: &CkksParams,
    p_bits: &[u32],
    repeats: usize,
) -> Result<BootstrapCost, EngineError> {
    let mut engine = settings.start(params, Safety::InsecureTest)?;
    let slots = params.slots();
    engine.load_bootstrap_keys(p_bits, slots)?;
    let input = Input { to: Reg(0), level: Some(0) };
    let op = Op { to: Reg(1), action: Action::Bootstrap(Reg(0)) };
    let stream = Stream { slots, inputs: vec![input], ops: vec![op; repeats.max(1)], outputs: vec![Reg(1)] };
    let values = (0..slots).map(|slot| (slot % 17) as f64 / 17.0).collect();
    let outcome = engine.run(&stream, &[values], &mut Vec::new())?;
    let best = outcome.stats.total(Timed::Bootstrap).best;
    let level = outcome.outputs.first().map_or(0, |output| output.level);
    Ok(BootstrapCost { milliseconds: best.as_secs_f64() * 1000.0, level })
}

/// A program that performs every op `repeats` times at one level. Products need a level above 0.
fn every_op(slots: usize, level: u32, repeats: usize) -> Stream {
    let (a, b, scratch) = (Reg(0), Reg(1), Reg(2));
    let mut ops = Vec::new();
    for repeat in 0..repeats as u32 {
        let mut push = |action| ops.push(Op { to: scratch, action });
        push(Action::Rotate(a, 3));
        // Most sums are stored in place of one of their operands.
        push(Action::Add(scratch, a));
        push(Action::AddPlain(scratch, PlainId(repeat * 2)));
        if level > 0 {
            push(Action::Drop(a, level - 1));
            push(Action::Mul(a, b));
            push(Action::Rescale(scratch));
            push(Action::MulPlain(a, PlainId(repeat * 2 + 1)));
            push(Action::Rescale(scratch));
        }
    }
    let inputs = [a, b].map(|to| Input { to, level: Some(level) }).to_vec();
    Stream { slots, inputs, ops, outputs: vec![a, b, scratch] }
}
