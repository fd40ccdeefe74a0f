//! Programs of single operations on slots.

use partita_base::code;
#[cfg(feature = "engine")]
use partita_ckks::heir::{HeirProgram, HeirScheme};
use partita_ckks::plan::Lowered;
use partita_ckks::program::{SlotStep, drop_zeros, few_keys, optimise_program, power_of_two_keys};
use partita_ckks::{CkksError, Counters, Simulation, count_steps, simulate_program};
#[cfg(feature = "engine")]
use partita_engine::ckks::{CkksEngine, CkksParams};

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
}

/// The result of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// The output of the network.
    pub values: Vec<f64>,
    /// What the program did.
    pub counters: Counters,
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
        Ok(Self { lowered, rotations })
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
        let packed = self.lowered.pack(input)?;
        watch.begin("run");
        let ran = stream::run_stream(engine, &self.lowered, &packed, watch);
        watch.end();
        Ok(self.lowered.unpack(&ran?)?)
    }
}
