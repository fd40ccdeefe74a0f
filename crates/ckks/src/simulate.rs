//! Executes slot programs on plain numbers, slot by slot, and counts operations.

use std::collections::BTreeSet;
use std::fmt;

use partita_base::{Id, code};

use crate::program::{CtId, PlaintextSource, Plaintexts, Program, SlotStep};
use crate::{CkksError, CkksResult};

/// The operation counts of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Rotations by nonzero amounts.
    pub rotations: usize,
    /// Products with plaintexts.
    pub pmul: usize,
    /// Products of ciphertexts.
    pub cmul: usize,
    /// Sums and differences of ciphertexts.
    pub adds: usize,
    /// Sums with plaintexts.
    pub adds_plain: usize,
    /// Rescalings.
    pub rescales: usize,
    /// Bootstrapped ciphertexts.
    pub bootstraps: usize,
    /// Levels on the longest path from an input or bootstrap to an output.
    pub levels: usize,
    /// The distinct amounts of rotations, each of which needs a key.
    pub keys: BTreeSet<u32>,
    /// The most ciphertexts that are live at once.
    pub peak: usize,
}

/// Counts the operations of a program without executing it.
pub fn count_steps(program: &Program) -> CkksResult<Counters> {
    program.types()?;
    let mut counters = Counters::default();
    let last = last_uses(program);
    let mut depth: Vec<usize> = Vec::with_capacity(program.steps.len());
    let mut live = 0;
    for (number, step) in program.steps.iter().enumerate() {
        let mut below = step.operands().map(|id| depth[id.index()]).max().unwrap_or(0);
        match step {
            SlotStep::Input { .. } | SlotStep::Drop { .. } => {}
            SlotStep::Rotate { by, .. } => {
                counters.rotations += 1;
                counters.keys.insert(*by);
            }
            SlotStep::MulPlain { .. } => counters.pmul += 1,
            SlotStep::AddPlain { .. } => counters.adds_plain += 1,
            SlotStep::Add(..) | SlotStep::Sub(..) => counters.adds += 1,
            SlotStep::Mul(..) => counters.cmul += 1,
            SlotStep::Rescale(_) => {
                counters.rescales += 1;
                below += 1;
            }
            SlotStep::Bootstrap { .. } => {
                counters.bootstraps += 1;
                below = 0;
            }
        }
        counters.levels = counters.levels.max(below);
        depth.push(below);
        live += 1;
        counters.peak = counters.peak.max(live);
        live -= ended(program, &last, number).len();
    }
    Ok(counters)
}

/// How a program is simulated. Take the default and set what differs.
#[derive(Default)]
#[non_exhaustive]
pub struct Simulation<'s> {
    /// The available rotation keys: a rotation by any other amount fails, as it would on an engine. By default
    /// there is a key for each.
    pub keys: Option<&'s BTreeSet<u32>>,
    /// Called before every step with the number of steps done.
    pub watch: Option<&'s mut dyn FnMut(usize)>,
}

partita_base::setters! {
    Simulation<'s> { keys: Option<&'s BTreeSet<u32>>, watch: Option<&'s mut dyn FnMut(usize)> }
}

impl fmt::Debug for Simulation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("keys", &self.keys).finish_non_exhaustive()
    }
}

/// Executes a program on plain numbers.
pub fn simulate_program(
    program: &Program,
    sources: &[PlaintextSource],
    inputs: &[Vec<f64>],
    options: Simulation<'_>,
) -> CkksResult<(Vec<Vec<f64>>, Counters)> {
    let Simulation { keys, mut watch } = options;
    let counters = count_steps(program)?;
    if let Some(missing) = keys.and_then(|keys| counters.keys.difference(keys).next()) {
        let message = format!("missing key for a rotation by {missing}");
        return Err(CkksError::new(code::MISSING_ROTATION_KEY, message)
            .help("add the key or express the rotation by others"));
    }
    let last = last_uses(program);
    let mut plaintexts = Plaintexts::new(sources, program.slots);
    let mut values: Vec<Option<Vec<f64>>> = Vec::with_capacity(program.steps.len());
    for (number, step) in program.steps.iter().enumerate() {
        if let Some(watch) = &mut watch {
            watch(number);
        }
        let get = |id: &CtId| values[id.index()].as_ref().expect("a value lives until its last use");
        let both = |a: &CtId, b: &CtId, f: fn(f64, f64) -> f64| {
            get(a).iter().zip(get(b)).map(|(&a, &b)| f(a, b)).collect::<Vec<f64>>()
        };
        let made = match step {
            SlotStep::Input { index, .. } => match inputs.get(*index as usize) {
                Some(input) if input.len() == program.slots => input.clone(),
                _ => {
                    let message = format!("missing input {index} of {} slots", program.slots);
                    return Err(CkksError::new(code::BAD_SLOT_PROGRAM, message));
                }
            },
            SlotStep::Rotate { of, by } => {
                let mut slots = get(of).clone();
                slots.rotate_left(*by as usize);
                slots
            }
            SlotStep::MulPlain { of, by } => {
                let plain = plaintexts.get(*by)?;
                get(of).iter().zip(plain).map(|(a, b)| a * b).collect()
            }
            SlotStep::AddPlain { of, by } => {
                let plain = plaintexts.get(*by)?;
                get(of).iter().zip(plain).map(|(a, b)| a + b).collect()
            }
            SlotStep::Add(a, b) => both(a, b, |a, b| a + b),
            SlotStep::Sub(a, b) => both(a, b, |a, b| a - b),
            SlotStep::Mul(a, b) => both(a, b, |a, b| a * b),
            SlotStep::Rescale(of) | SlotStep::Drop { of, .. } | SlotStep::Bootstrap { of, .. } => {
                get(of).clone()
            }
        };
        values.push(Some(made));
        for id in ended(program, &last, number) {
            values[id] = None;
        }
    }
    let outputs = program.outputs.iter().map(|id| values[id.index()].clone().expect("outputs live on"));
    Ok((outputs.collect(), counters))
}

/// The last step that uses each value; outputs stay live.
fn last_uses(program: &Program) -> Vec<usize> {
    let mut last: Vec<usize> = (0..program.steps.len()).collect();
    for (number, step) in program.steps.iter().enumerate() {
        for id in step.operands() {
            last[id.index()] = number;
        }
    }
    for id in &program.outputs {
        last[id.index()] = usize::MAX;
    }
    last
}

/// The values whose last use is a step.
fn ended(program: &Program, last: &[usize], number: usize) -> Vec<usize> {
    let mut ended: Vec<usize> =
        program.steps[number].operands().map(|id| id.index()).filter(|&id| last[id] == number).collect();
    if last[number] == number {
        ended.push(number);
    }
    ended.sort_unstable();
    ended.dedup();
    ended
}
