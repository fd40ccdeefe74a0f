//! `partita ckks compile`: a model that a server evaluates on encrypted inputs.

use partita::ckks::Network;
use partita::ckks::deploy::CompiledModel;

use super::deploy::StepReport;
use super::{load, parameters, print_ckks_error, program, values};
use crate::args::Common;
use crate::ckks_deploy_args::Compile;
use crate::exit::{Exit, Outcome};
use crate::output::Timing;
use crate::{input, output, progress};

/// The slots of a program if neither they nor the ring are given.
const FEW_SLOTS: usize = 4096;

/// Generated inputs that calibrate without others.
const GENERATED: u64 = 16;

pub(super) fn run_ckks_compile(arguments: &Compile, common: &Common) -> Outcome {
    let mut timing = Timing::default();
    let mut network = load::with_weights(&arguments.network, arguments.seed, common, &mut timing)?;
    let largest = set_ranges(&mut network, arguments, common)?;
    let ring = parameters::ring_options(&arguments.ring);
    // Few slots leave room for further samples in each ciphertext.
    let slots = arguments.ring.log_n.map_or(FEW_SLOTS, |log_n| 1 << (log_n - 1));
    let planning = load::Planning { slots: Some(slots), ..load::Planning::default_in(&ring) };
    let planned = load::plan_network(&network, &arguments.network, &planning, common, &mut timing)?;
    let made = program::lower_plan(&planned, &arguments.passes, common, &mut timing)?;
    let model = CompiledModel::compile(&network, made.program, &ring, largest)
        .map_err(|error| input::report_error(&error, common))?;
    let contract = &model.contract;
    let mut report = StepReport::new(contract);
    let (degree, bits, lanes) = (contract.params.degree(), contract.params.modulus_bits(), contract.lanes());
    let (levels, rotations) = (contract.params.levels(), contract.rotations.len());
    report.line(format!(
        "ring of degree {degree}, modulus of {bits} bits, {levels} levels; {} slots: {lanes} samples share a ciphertext",
        contract.slots
    ));
    let keys = contract.params.seal_key_bytes(rotations);
    report.line(format!("inputs up to {largest}; {}", keys_line(rotations, keys)));
    for (name, count) in
        [("ring", degree), ("slots", contract.slots), ("lanes", lanes), ("rotation_keys", rotations)]
    {
        report.count(name, count);
    }
    report.count("modulus_bits", bits as usize);
    report.count("levels", levels as usize);
    report.real("largest_input", largest);
    report.file(&arguments.output, "a model", model.to_bytes());
    if let Some(path) = &arguments.contract {
        report.file(path, "a contract", contract.to_bytes());
    }
    timing.report(common);
    report.finish(common)
}

fn keys_line(rotations: usize, bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    format!("keys of {rotations} rotations: at most {mebibytes:.1} MiB in a file")
}

/// Chooses divisors for the range of inputs; returns the largest input.
fn set_ranges(network: &mut Network, arguments: &Compile, common: &Common) -> Result<f64, Exit> {
    let refused = |error| print_ckks_error(&error, common);
    if let Some(range) = arguments.ranges.range {
        network.set_range(range).map_err(refused)?;
        return Ok(range);
    }
    let samples = match arguments.ranges.calibrate.as_slice() {
        files @ [_, ..] => values::samples(files, network, common)?,
        [] => {
            output::eprint_text(
                "note: calibrated with generated inputs in [-1, 1]; `--calibrate` takes others\n",
            );
            (0..GENERATED).map(|seed| network.seeded_input(arguments.seed.wrapping_add(seed))).collect()
        }
    };
    progress::run_stage("calibrate", || network.calibrate(&samples, arguments.ranges.margin))
        .map_err(refused)?;
    let largest = samples.iter().flatten().fold(0.0f64, |most, value| most.max(value.abs()));
    // Inputs that are all zero calibrate nothing.
    Ok(if largest > 0.0 { largest * arguments.ranges.margin } else { arguments.ranges.margin })
}
