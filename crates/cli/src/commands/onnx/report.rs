//! `partita onnx report`

use std::path::PathBuf;

use super::load::load_model;
use super::print_error;
use super::ranks::rank_partition;
use crate::args::{Common, OutputFormat};
use crate::commands::write;
use crate::exit::{Exit, Outcome};
use crate::flags::with_flags;
use crate::onnx_args::{ModelReport, ModelSizes, OnMesh, RankPartition};
use crate::output::{self, Timing};

pub(super) fn run_onnx_report(arguments: &ModelReport, common: &Common) -> Outcome {
    let ModelReport { model, partition, output: target, title } = arguments;
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load_model(model, common))?;
    let settings = rank_partition(&loaded, partition, common)?;
    let view = timing.stage("report", || loaded.report(&settings));
    let mut view = view.map_err(|error| print_error(&error, common))?;
    view.options = given(partition);
    if let Some(title) = title {
        view.title = title.clone();
    }
    for shown in view.parts.iter_mut().flat_map(|part| &mut part.findings) {
        shown.text = with_flags(&shown.text).into_owned();
    }
    match common.format {
        OutputFormat::Text => {
            for shown in view.parts.iter().flat_map(|part| &part.findings) {
                output::eprint_rendered(&format!("{}\n\n", shown.text));
            }
            let html = timing.stage("print", || view.html());
            write(target.as_deref(), html)?;
        }
        OutputFormat::Json => output::print_exactly(&view.json()),
    }
    timing.report(common);
    Ok(Exit::checked(!view.has_errors()))
}

/// The options that determine the ranks, as written on the command line. All fields are named, so that a new one is not forgotten.
fn given(partition: &RankPartition) -> Vec<String> {
    let RankPartition { configuration, on, propagate, sizes, replicate_outputs, topology, hardware } =
        partition;
    let OnMesh { mesh, device_ids, shard, shardings, tp_plan, tp_axis } = on;
    let ModelSizes { dim, shape } = sizes;
    let named = |name: &str, value: &str| format!("--{name} {value}");
    let path =
        |name: &str, path: &Option<PathBuf>| path.as_ref().map(|path| format!("--{name} {}", path.display()));
    let mut all: Vec<String> = mesh.iter().map(|mesh| named("mesh", mesh)).collect();
    all.extend(device_ids.iter().map(|ids| named("device-ids", ids)));
    all.extend(path("shardings", shardings));
    all.extend(shard.iter().map(|shard| named("shard", shard)));
    all.extend(path("tp-plan", tp_plan));
    all.extend(tp_axis.iter().map(|axis| named("tp-axis", axis)));
    all.extend(configuration.iter().map(|name| named("configuration", name)));
    all.extend(propagate.then(|| "--propagate".to_string()));
    all.extend(dim.iter().map(|dim| named("dim", dim)));
    all.extend(shape.iter().map(|shape| named("shape", shape)));
    all.extend(replicate_outputs.then(|| "--whole-outputs".to_string()));
    all.extend(path("topology", topology));
    all.extend(hardware.iter().map(|hardware| named("hardware", hardware)));
    all
}
