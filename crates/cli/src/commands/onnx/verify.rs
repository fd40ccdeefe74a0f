//! `partita onnx verify`

use partita::onnx::{ComparisonLimits, draw_inputs};

use super::load::load_model;
use super::ranks::{partition_ranks, with_contents};
use super::runtime::{given_inputs, inputs_of, print_run_error, rank_processes, start_runtime};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::flags::findings_with_flags;
use crate::onnx_args::{Inputs, RunSetup, Verify};
use crate::output::{self, Timing};

pub(super) fn run_onnx_verify(arguments: &Verify, common: &Common) -> Outcome {
    let Verify { model, running, rtol, atol } = arguments;
    let RunSetup { partition, inputs: Inputs { input, seed }, .. } = running;
    let limits = ComparisonLimits::default().relative(*rtol).absolute(*atol);
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load_model(model, common))?;
    let mut inputs = given_inputs(input, &inputs_of(&loaded.model))?;
    let partitioned = timing.stage("partition", || partition_ranks(&loaded, partition, &inputs, common))?;
    let full = with_contents(&loaded)?;
    let mut types = partitioned.inputs();
    loaded.set_optional_types(&mut types);
    let processes = rank_processes(running, partitioned.made.models.len(), common)?;
    let compared = timing.stage("run", || {
        let sizes = draw_inputs(&mut inputs, &types, &loaded.integer_ranges(), *seed, common.limits.memory)?;
        let runtime = start_runtime(running, common)?;
        let verified = match &processes {
            Some(processes) => partitioned.compare_as_processes(&full, &inputs, &*runtime, limits, processes),
            None => partitioned.compare(&full, &inputs, &*runtime, limits),
        }?;
        Ok((verified, sizes))
    });
    let (verified, sizes) = compared.map_err(|error| print_run_error(&loaded.name, &error, common))?;
    let mut view = verified.view(&partitioned);
    view.sizes = sizes;
    view.warnings = findings_with_flags(&partitioned.warnings);
    output::print_view(&view, common);
    timing.report(common);
    Ok(Exit::checked(verified.differences.is_empty()))
}
