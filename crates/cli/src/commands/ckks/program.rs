//! Slot programs: made from a plan and rewritten, or read from a file.

use std::path::Path;

use partita::ckks::{self, Lowered, Network, Ring, SlotProgram, least_keys};

use super::load::{self, Planned};
use super::print_ckks_error;
use crate::args::Common;
use crate::ckks_args::{Network as Arguments, Passes};
use crate::exit::Exit;
use crate::output::Timing;
use crate::{input, output};

/// A slot program and the plan's count for it.
pub(super) struct Made {
    pub(super) program: SlotProgram,
    /// The rotations that the plan counted; for a program from a file, its own.
    pub(super) planned: usize,
}

/// The program in a file, or else that of the best plan.
pub(super) fn load_or_lower_program(
    network: &Network,
    arguments: &Arguments,
    passes: &Passes,
    file: Option<&Path>,
    ring: &Ring,
    common: &Common,
    timing: &mut Timing,
) -> Result<Made, Exit> {
    match file {
        Some(path) => read(path, network, passes, common, timing),
        None => {
            let planning = load::Planning::default_in(ring);
            let planned = load::plan_network(network, arguments, &planning, common, timing)?;
            lower_plan(&planned, passes, common, timing)
        }
    }
}

/// The program of a plan; on errors, prints them and returns the exit code.
pub(super) fn lower_plan(
    planned: &Planned<'_>,
    passes: &Passes,
    common: &Common,
    timing: &mut Timing,
) -> Result<Made, Exit> {
    let lowered = timing.stage("lower", || planned.plan.lower(planned.network, &planned.bootstraps));
    let lowered = lowered.map_err(|error| print_ckks_error(&error, common))?;
    let program = timing.stage("rewrite", || rewritten(lowered, passes, common))?;
    Ok(Made { program, planned: planned.plan.rotations() })
}

/// The program in a file, for a network.
fn read(
    path: &Path,
    network: &Network,
    passes: &Passes,
    common: &Common,
    timing: &mut Timing,
) -> Result<Made, Exit> {
    let lowered =
        timing.stage("read", || load::parse_file(path, common, |text| Lowered::parse(text, network)))?;
    let shapes = network.inputs().chain([network.output()]).map(|id| network.layers[id].shape);
    let ports = lowered.inputs.iter().chain([&lowered.output]).map(|port| port.layout.shape());
    let fits = ports.eq(shapes);
    if !fits {
        output::print_error(&format!(
            "{} is not a program of this network: its shapes differ",
            path.display()
        ));
        return Err(Exit::Usage);
    }
    let program = timing.stage("rewrite", || rewritten(lowered, passes, common))?;
    let planned = program.rotations;
    Ok(Made { program, planned })
}

fn rewritten(lowered: Lowered, passes: &Passes, common: &Common) -> Result<SlotProgram, Exit> {
    if let Some(most) = passes.max_keys {
        let least = least_keys(lowered.program.slots);
        if most < least {
            output::print_error(&format!(
                "--max-keys: expected at least {least} (one for each power of two), found {most}"
            ));
            return Err(Exit::Usage);
        }
    }
    let passes = ckks::Passes::default()
        .drop_zeros(passes.drop_zeros)
        .optimise(!passes.no_passes)
        .max_keys(passes.max_keys);
    SlotProgram::new(lowered, &passes).map_err(|error| input::report_error(&error, common))
}
