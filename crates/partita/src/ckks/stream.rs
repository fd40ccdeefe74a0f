//! Converts slot programs for an engine.

use partita_base::Id;
use partita_ckks::CkksError;
use partita_ckks::plan::Lowered;
use partita_ckks::program::{CtId, Plaintexts, Program, SlotStep};
use partita_engine::ckks::{Action, CkksEngine, EncryptedRuns, Input, Op, PlainId, Reg, Stream};

use crate::{Error, Watch};

/// The program over registers: every step writes the register of its own number, which is also the number of
/// its plaintext.
///
/// A value that is dropped only to meet another at a lower level is left undropped: engines accept operands at
/// different levels, and can correct scales that have drifted apart when a level is lost there.
pub(super) fn stream(program: &Program) -> Stream {
    let kept = kept_drops(program);
    let reg = |id: CtId| match program.steps[id.index()] {
        SlotStep::Drop { of, .. } if !kept[id.index()] => Reg(of.index() as u32),
        _ => Reg(id.index() as u32),
    };
    let mut stream = Stream { slots: program.slots, ..Stream::default() };
    let mut inputs: Vec<(u32, Input)> = Vec::new();
    for (number, step) in program.steps.iter().enumerate() {
        let (to, plain) = (Reg(number as u32), PlainId(number as u32));
        let action = match *step {
            SlotStep::Input { index, level } => {
                inputs.push((index, Input { to, level: Some(level) }));
                continue;
            }
            SlotStep::Rotate { of, by } => Action::Rotate(reg(of), i64::from(by)),
            SlotStep::MulPlain { of, .. } => Action::MulPlain(reg(of), plain),
            SlotStep::AddPlain { of, .. } => Action::AddPlain(reg(of), plain),
            SlotStep::Add(a, b) => Action::Add(reg(a), reg(b)),
            SlotStep::Sub(a, b) => Action::Sub(reg(a), reg(b)),
            SlotStep::Mul(a, b) => Action::Mul(reg(a), reg(b)),
            SlotStep::Rescale(of) => Action::Rescale(reg(of)),
            SlotStep::Drop { .. } if !kept[number] => continue,
            SlotStep::Drop { of, to } => Action::Drop(reg(of), to),
            SlotStep::Bootstrap { of, to: level } => {
                // The engine restores all of its levels; the program drops to the number that it counted.
                stream.ops.push(Op { to, action: Action::Bootstrap(reg(of)) });
                Action::Drop(to, level)
            }
        };
        stream.ops.push(Op { to, action });
    }
    inputs.sort_by_key(|&(index, _)| index);
    stream.inputs = inputs.into_iter().map(|(_, input)| input).collect();
    stream.outputs = program.outputs.iter().map(|&id| reg(id)).collect();
    stream
}

/// For every step, whether it drops levels for anything but sums and products with others.
fn kept_drops(program: &Program) -> Vec<bool> {
    let mut kept = vec![false; program.steps.len()];
    for step in &program.steps {
        if !matches!(step, SlotStep::Add(..) | SlotStep::Sub(..) | SlotStep::Mul(..)) {
            step.operands().for_each(|id| kept[id.index()] = true);
        }
    }
    program.outputs.iter().for_each(|id| kept[id.index()] = true);
    kept
}

/// The plaintexts of a program, computed when an engine requests them; reports progress.
pub(super) struct Lazy<'a> {
    program: &'a Program,
    ops: &'a [Op],
    plaintexts: Plaintexts<'a>,
    /// The error that occurred when one was computed.
    error: Option<CkksError>,
    samples: usize,
    watch: &'a mut dyn Watch,
}

impl<'a> Lazy<'a> {
    /// The plaintexts of a program that runs on a number of samples.
    pub(super) fn new(lowered: &'a Lowered, ops: &'a [Op], samples: usize, watch: &'a mut dyn Watch) -> Self {
        let Lowered { program, sources, .. } = lowered;
        Self {
            program,
            ops,
            plaintexts: Plaintexts::new(sources, program.slots),
            error: None,
            samples,
            watch,
        }
    }

    /// The error that occurred when a plaintext was computed, if one did.
    pub(super) fn finish(self) -> Result<(), CkksError> {
        self.error.map_or(Ok(()), Err)
    }
}

impl partita_engine::ckks::Plaintexts for Lazy<'_> {
    fn values(&mut self, plain: PlainId) -> Result<Vec<f64>, String> {
        let Some(SlotStep::MulPlain { by, .. } | SlotStep::AddPlain { by, .. }) =
            self.program.steps.get(plain.0 as usize).copied()
        else {
            return Err("unknown plaintext".into());
        };
        self.plaintexts.get(by).map_err(|error| {
            let text = error.to_string();
            self.error = Some(error);
            text
        })
    }

    fn done(&mut self, ops: usize) {
        let bootstraps =
            |ops: &[Op]| ops.iter().filter(|op| matches!(op.action, Action::Bootstrap(_))).count();
        self.watch.count(ops, self.ops.len(), "steps");
        let all = bootstraps(self.ops);
        if all > 0 {
            self.watch.count(bootstraps(&self.ops[..ops.min(self.ops.len())]), all, "bootstraps");
        }
    }

    fn ran(&mut self, samples: usize) {
        if self.samples > 1 {
            self.watch.count(samples, self.samples, "inputs");
        }
    }
}

/// Runs a slot program on an engine that has the keys, for samples that each have one vector per input.
pub(super) fn run_stream(
    engine: &mut dyn CkksEngine,
    lowered: &Lowered,
    samples: &[&[Vec<f64>]],
    watch: &mut dyn Watch,
) -> Result<EncryptedRuns, Error> {
    let stream = stream(&lowered.program);
    let mut lazy = Lazy::new(lowered, &stream.ops, samples.len(), watch);
    let made = engine.run_all(&stream, samples, &mut lazy);
    lazy.finish()?;
    Ok(made?)
}

#[cfg(test)]
mod tests {
    use partita_ckks::program::Builder;

    use super::*;

    #[test]
    fn levels_are_lost_where_values_meet() {
        let mut builder = Builder::new(8);
        let x = builder.inputs(1, 3).expect("an input")[0];
        let square = builder.mul(x, x).expect("there are levels");
        let square = builder.settled(square).expect("a product");
        // The input is dropped to meet its square, and once more to be rotated.
        let sum = builder.add(square, x).expect("both are there");
        let low = builder.push(SlotStep::Drop { of: x, to: 1 }).expect("it is lower");
        let moved = builder.rotate(low, 1).expect("within the slots");
        let fresh = builder.push(SlotStep::Bootstrap { of: moved, to: 2 }).expect("it is single");
        let sum = builder.add(sum, fresh).expect("at one level");
        let (program, _) = builder.finish(&[sum]).expect("it is complete");
        let stream = stream(&program);
        let drops: Vec<Action> = stream
            .ops
            .iter()
            .map(|op| op.action)
            .filter(|action| matches!(action, Action::Drop(..) | Action::Bootstrap(_)))
            .collect();
        let [low, moved, fresh] = [low, moved, fresh].map(|id| Reg(id.index() as u32));
        assert_eq!(drops, [Action::Drop(Reg(0), 1), Action::Bootstrap(moved), Action::Drop(fresh, 2)]);
        assert!(stream.ops.iter().any(|op| op.to == low));
        assert!(stream.ops.iter().any(|op| matches!(op.action, Action::Add(_, Reg(0)))));
    }
}
