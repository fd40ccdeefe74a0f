//! `partita onnx verify`

use partita_engine::onnx::{
    ArrayDifference, Arrays, Closeness, OnnxError, Runtime, assemble, compare_arrays, cut_inputs, run_model,
    run_ranks,
};
use partita_onnx::proto;
use serde_json::json;

use super::load::load;
use super::partition::totals;
use super::runtime::{draw_others, given_inputs, refuse, start};
use super::spread::{Ranks, ranks, with_contents};
use crate::args::{Common, OutputFormat};
use crate::onnx_args::{Model, RuntimeChoice, Spreading};
use crate::output::{self, Timing};
use crate::{FINDINGS, FINE};

pub(super) fn run(
    model: &Model,
    spreading: &Spreading,
    choice: &RuntimeChoice,
    (given, seed): (&[String], u64),
    common: &Common,
) -> Result<u8, u8> {
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load(model, common))?;
    let spread = timing.stage("partition", || ranks(&loaded, spreading, common))?;
    let whole = with_contents(&loaded)?;
    let types: Vec<_> = spread.made.inputs.iter().map(|port| (port.name.clone(), port.ty.clone())).collect();
    let mut inputs = given_inputs(given, &types)?;
    let compared = timing.stage("run", || {
        draw_others(&mut inputs, &types, seed)?;
        compare(&whole, &spread, &inputs, &*start(choice)?)
    });
    let (expected, differences) = compared.map_err(|error| refuse(&loaded.name, &error, common))?;
    let elements: usize = expected.values().map(|array| array.shape().iter().product::<usize>()).sum();
    let ranks = spread.made.models.len();
    if common.format == OutputFormat::Json {
        let differences: Vec<_> = differences
            .iter()
            .map(|each| json!({"output": each.name, "difference": each.to_string()}))
            .collect();
        let view = json!({
            "ranks": ranks, "outputs": expected.len(), "elements": elements, "equal": differences.is_empty(),
            "collectives": spread.made.collectives.len(), "differences": differences,
        });
        output::print(&format!("{view:#}\n"));
    } else {
        output::print(&text(&expected, elements, &differences, ranks));
        for ((op, group), (count, bytes)) in totals(&spread.made.collectives) {
            output::print(&format!("  {count} {op} among {group}: rank 0 sends {bytes} bytes\n"));
        }
    }
    timing.report(common);
    Ok(if differences.is_empty() { FINE } else { FINDINGS })
}

/// What the whole model computes, and how the ranks together differ from it.
pub(super) fn compare(
    whole: &proto::Model,
    spread: &Ranks,
    inputs: &Arrays,
    runtime: &dyn Runtime,
) -> Result<(Arrays, Vec<ArrayDifference>), OnnxError> {
    let expected = run_model(whole, inputs, runtime)?;
    let parts = cut_inputs(&spread.made, &spread.mesh, inputs)?;
    let results = run_ranks(&spread.made.models, &parts, runtime)?;
    let got = assemble(&spread.made, &spread.mesh, &results)?;
    let differences = compare_arrays(&expected, &got, &Closeness::of)?;
    Ok((expected, differences))
}

pub(super) fn text(
    expected: &Arrays,
    elements: usize,
    differences: &[ArrayDifference],
    ranks: usize,
) -> String {
    if differences.is_empty() {
        return format!("equal: {} outputs, {elements} elements, on {ranks} ranks\n", expected.len());
    }
    differences.iter().map(|each| format!("different: {each}\n")).collect()
}
