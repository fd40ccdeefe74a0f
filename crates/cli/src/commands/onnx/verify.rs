//! `partita onnx verify`

use partita::onnx::{Limits, Verified, draw_inputs};
use partita::report::collective_totals;
use serde_json::json;

use super::load::load;
use super::runtime::{given_inputs, refuse, start};
use super::spread::{ranks, with_contents};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Verify;
use crate::output::{self, Timing};

pub(super) fn run(arguments: &Verify, common: &Common) -> Outcome {
    let Verify { model, spreading, runtime, input, seed, rtol, atol } = arguments;
    let limits = Limits { relative: *rtol, absolute: *atol };
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
    let Verified { expected, differences, largest } = &verified;
    let ranks = spread.made.models.len();
    if common.format == OutputFormat::Json {
        let differences: Vec<_> = differences
            .iter()
            .map(|each| json!({"output": each.name, "difference": each.to_string()}))
            .collect();
        let view = json!({
            "ranks": ranks, "outputs": expected.len(), "elements": verified.elements(), "equal": differences.is_empty(),
            "largest_difference": if largest.is_finite() { json!(largest) } else { json!(null) },
            "collectives": spread.made.collectives.len(), "differences": differences,
        });
        output::print_json(&view);
    } else {
        output::print(&text(&verified, ranks));
        for ((op, group), (count, bytes)) in collective_totals(&spread.made) {
            output::print(&format!("  {count} {op} among {group}: rank 0 sends {bytes} bytes\n"));
        }
    }
    timing.report(common);
    Ok(Exit::checked(differences.is_empty()))
}

pub(super) fn text(verified: &Verified, ranks: usize) -> String {
    if verified.differences.is_empty() {
        let (outputs, elements) = (verified.expected.len(), verified.elements());
        let largest = match verified.largest {
            0.0 => "no difference".to_owned(),
            share => format!("largest difference {share:.1e} of the largest element"),
        };
        return format!("equal: {outputs} outputs, {elements} elements, on {ranks} ranks; {largest}\n");
    }
    verified.differences.iter().map(|each| format!("DIFFERENT: {each}\n")).collect()
}
