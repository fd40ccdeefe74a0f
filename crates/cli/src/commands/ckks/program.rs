//! Slot programs: made by a plan and rewritten, or read from a file.

use std::path::Path;

use partita_ckks::count_steps;
use partita_ckks::network::Network;
use partita_ckks::plan::Lowered;
use partita_ckks::program::{Step, drop_zeros, few_keys, optimise, power_of_two_keys};

use super::load::{self, Planned};
use super::refuse;
use crate::args::Common;
use crate::ckks_args::{Network as Arguments, Passes};
use crate::{USAGE, output};

/// A program.
pub(super) struct Made {
    /// After all rewrites.
    pub(super) lowered: Lowered,
    /// Rotations before them.
    pub(super) rotations: usize,
    /// Rotations that the plan counted; those of a file are counted nowhere else.
    pub(super) planned: usize,
}

impl Made {
    /// The level of inputs and of what is bootstrapped.
    pub(super) fn top(&self) -> u32 {
        let level = |step: &Step| match *step {
            Step::Input { level, .. } | Step::Bootstrap { to: level, .. } => level,
            _ => 0,
        };
        self.lowered.program.steps.iter().map(level).max().unwrap_or(0)
    }
}

/// The program in a file, or else that of the best plan.
pub(super) fn of(
    network: &Network,
    arguments: &Arguments,
    passes: &Passes,
    file: Option<&Path>,
    default_slots: Option<usize>,
    common: &Common,
) -> Result<Made, u8> {
    match file {
        Some(path) => read(path, network, passes, common),
        None => make(&load::planned(network, arguments, false, default_slots, common)?, passes, common),
    }
}

/// The program of a plan, or why there is none with the exit code.
pub(super) fn make(planned: &Planned<'_>, passes: &Passes, common: &Common) -> Result<Made, u8> {
    let lowered = planned.plan.lower(planned.network, &planned.bootstraps);
    let made = rewritten(lowered.map_err(|error| refuse(&error, common))?, passes, common)?;
    Ok(Made { planned: planned.plan.rotations(), ..made })
}

/// The program in a file, for a network.
fn read(path: &Path, network: &Network, passes: &Passes, common: &Common) -> Result<Made, u8> {
    let lowered = load::parsed(path, common, |text| Lowered::parse(text, network))?;
    let fits = lowered.input.shape() == network.layers[network.input()].shape
        && lowered.output.shape() == network.layers[network.output()].shape;
    if !fits {
        output::error(&format!("{} is not a program of this network: its shapes differ", path.display()));
        return Err(USAGE);
    }
    rewritten(lowered, passes, common)
}

fn rewritten(mut lowered: Lowered, passes: &Passes, common: &Common) -> Result<Made, u8> {
    let refused = |error| refuse(&error, common);
    let rotations = count_steps(&lowered.program).map_err(refused)?.rotations;
    if passes.drop_zeros {
        lowered.program = drop_zeros(&lowered.program, &lowered.sources).map_err(refused)?;
    }
    if !passes.no_passes {
        lowered.program = optimise(&lowered.program);
    }
    if let Some(most) = passes.max_keys {
        let least = power_of_two_keys(lowered.program.slots).len();
        if most < least {
            output::error(&format!(
                "--max-keys {most}: at least {least} are needed, one for each power of two"
            ));
            return Err(USAGE);
        }
        lowered.program = few_keys(&lowered.program, most);
    }
    Ok(Made { lowered, rotations, planned: rotations })
}
