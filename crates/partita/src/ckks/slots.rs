//! Programs of single operations on slots.

#[cfg(feature = "engine")]
use std::fmt;

use partita_base::code;
#[cfg(feature = "engine")]
use partita_ckks::heir::{HeirProgram, HeirScheme};
use partita_ckks::plan::Lowered;
use partita_ckks::program::{SlotStep, drop_zeros, few_keys, optimise_program, power_of_two_keys};
use partita_ckks::{CkksError, Counters, Simulation, count_steps, simulate_program};
#[cfg(feature = "engine")]
use partita_engine::ckks::{CkksEngine, CkksParams, EncryptedRun};
#[cfg(feature = "engine")]
use zeroize::Zeroizing;

#[cfg(feature = "engine")]
use super::stream;
use crate::{Error, Watch};

/// How a slot program is rewritten. Take the default and set what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passes {
    /// Removes products with zeros: the program is then for these weights only.
    pub drop_zeros: bool,
    /// Removes duplicate and unused steps.
    pub optimise: bool,
    /// The most distinct rotations, at least [`least_keys`]; others are composed of these.
    pub max_keys: Option<usize>,
}

partita_base::setters! { Passes { drop_zeros: bool, optimise: bool, max_keys: Option<usize> } }

impl Default for Passes {
    fn default() -> Self {
        Self { drop_zeros: false, optimise: true, max_keys: None }
    }
}

/// The fewest distinct rotations of which all others can be composed: one for each power of two.
pub fn least_keys(slots: usize) -> usize {
    power_of_two_keys(slots).len()
}

/// A program of single operations on slots.
#[derive(Clone, Debug)]
pub struct SlotProgram {
    /// The program after all rewrites.
    pub lowered: Lowered,
    /// Its rotations before the rewrites.
    pub rotations: usize,
    /// The most distinct rotations, if they are limited.
    pub max_keys: Option<usize>,
}

/// The result of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// The output of the network.
    pub values: Vec<f64>,
    /// What the program did.
    pub counters: Counters,
}

/// The results of encrypted runs.
#[cfg(feature = "engine")]
pub struct Results {
    /// The output of the network for each input. They are wiped when they are dropped.
    pub values: Vec<Zeroizing<Vec<f64>>>,
    /// The runs, each of as many inputs as fit into the free slots of a ciphertext.
    pub runs: Vec<EncryptedRun>,
}

#[cfg(feature = "engine")]
impl fmt::Debug for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Results").field("runs", &self.runs).finish_non_exhaustive()
    }
}

impl SlotProgram {
    /// Rewrites a program.
    pub fn new(mut lowered: Lowered, passes: &Passes) -> Result<Self, Error> {
        let rotations = count_steps(&lowered.program)?.rotations;
        if passes.drop_zeros {
            lowered.program = drop_zeros(&lowered.program, &lowered.sources)?;
        }
        if passes.optimise {
            lowered.program = optimise_program(&lowered.program);
        }
        if let Some(most) = passes.max_keys {
            let least = least_keys(lowered.program.slots);
            if most < least {
                let message =
                    format!("expected at least {least} keys (one for each power of two), found {most}");
                return Err(CkksError::new(code::MISSING_ROTATION_KEY, message).into());
            }
            lowered.program = few_keys(&lowered.program, most);
        }
        Ok(Self { lowered, rotations, max_keys: passes.max_keys })
    }

    /// The level of inputs and of bootstrapped values.
    pub fn top(&self) -> u32 {
        let level = |step: &SlotStep| match *step {
            SlotStep::Input { level, .. } | SlotStep::Bootstrap { to: level, .. } => level,
            _ => 0,
        };
        self.lowered.program.steps.iter().map(level).max().unwrap_or(0)
    }

    /// The program in the `ckks` dialect of HEIR, for a scheme.
    #[cfg(feature = "engine")]
    pub fn to_heir(&self, params: &CkksParams) -> Result<HeirProgram, Error> {
        let CkksParams { log_n, q_bits, p_bits, scale_bits, .. } = params.clone();
        Ok(self.lowered.program.to_heir(&HeirScheme { log_n, q_bits, p_bits, scale_bits })?)
    }

    /// The operation counts of the program.
    pub fn counters(&self) -> Result<Counters, Error> {
        Ok(count_steps(&self.lowered.program)?)
    }

    /// Runs the program on plain slots. Stage: `simulate`, counted in steps.
    pub fn simulate(&self, input: &[f64], watch: &mut dyn Watch) -> Result<Simulated, Error> {
        let Lowered { program, sources, .. } = &self.lowered;
        let packed = self.lowered.pack(input)?;
        watch.begin("simulate");
        let mut count = |done| watch.count(done, program.steps.len(), "steps");
        let simulated =
            simulate_program(program, sources, &packed, Simulation::default().watch(Some(&mut count)));
        watch.end();
        let (slots, counters) = simulated?;
        Ok(Simulated { values: self.lowered.unpack(&slots)?, counters })
    }

    /// Runs the program encrypted, on an engine that has its keys. Intermediate copies of the input and the
    /// result are wiped; both themselves belong to the caller. Stage: `run`, counted in steps and bootstraps.
    #[cfg(feature = "engine")]
    pub fn run(
        &self,
        engine: &mut dyn CkksEngine,
        input: &[f64],
        watch: &mut dyn Watch,
    ) -> Result<Vec<f64>, Error> {
        let mut made = self.run_all(engine, &[input], watch)?;
        Ok(made.values.pop().map(|mut values| std::mem::take(&mut *values)).unwrap_or_default())
    }

    /// As [`Self::run`], for several inputs: the result of each, and the runs. A run computes as many inputs as fit into
    /// the free slots of a ciphertext. Progress is also counted in inputs.
    #[cfg(feature = "engine")]
    pub fn run_all(
        &self,
        engine: &mut dyn CkksEngine,
        inputs: &[impl AsRef<[f64]>],
        watch: &mut dyn Watch,
    ) -> Result<Results, Error> {
        let packed = inputs.iter().map(|input| self.lowered.pack(input.as_ref()));
        let packed = packed.collect::<Result<Vec<_>, _>>()?;
        let samples: Vec<&[Vec<f64>]> = packed.iter().map(|inputs| inputs.as_slice()).collect();
        watch.begin("run");
        let ran = stream::run_stream(engine, &self.lowered, &samples, watch);
        watch.end();
        let made = ran?;
        let values = made.outputs.iter().map(|outputs| {
            let slots: Zeroizing<Vec<Vec<f64>>> =
                outputs.iter().map(|output| output.values.to_vec()).collect::<Vec<_>>().into();
            Ok(Zeroizing::new(self.lowered.unpack(&slots)?))
        });
        Ok(Results { values: values.collect::<Result<_, Error>>()?, runs: made.runs })
    }
}
