//! `partita onnx verify`

use partita::onnx::{Limits, draw_inputs};

use super::load::load;
use super::runtime::{given_inputs, refuse, start};
use super::spread::{ranks, with_contents};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::onnx_args::{Inputs, Running, Verify};
use crate::output::{self, Timing};

pub(super) fn run(arguments: &Verify, common: &Common) -> Outcome {
    let Verify { model, running, rtol, atol } = arguments;
    let Running { spreading, runtime, inputs: Inputs { input, seed } } = running;
    let limits = Limits::default().relative(*rtol).absolute(*atol);
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load(model, common))?;
    let spread = timing.stage("partition", || ranks(&loaded, spreading, common))?;
    let whole = with_contents(&loaded)?;
    let types = spread.inputs();
    let mut inputs = given_inputs(input, &types)?;
    let compared = timing.stage("run", || {
        draw_inputs(&mut inputs, &types, *seed, common.limits.memory)?;
        spread.compare(&whole, &inputs, &*start(runtime, common)?, limits)
    });
    let verified = compared.map_err(|error| refuse(&loaded.name, &error, common))?;
    output::show(&verified.view(&spread), common);
    timing.report(common);
    Ok(Exit::checked(verified.differences.is_empty()))
}
