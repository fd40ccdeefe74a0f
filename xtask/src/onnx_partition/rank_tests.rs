//! The models under `testdata/onnx/ranks`, whose tests run on the embedded runtime, on onnxruntime.
//!
//! Among them are the plans that an expert would write: uses of one constant with shardings of their own, candidates instead of gathered
//! tensors, fused projections by parts, merged dimensions, branches and loops on shards.

use std::fs;

use partita::notation;
use partita::onnx::{Model, OnMesh, RankPartition, Ranks, draw_inputs, read_text};
use partita_base::Limits;
use partita_engine::onnx::{Arrays, ComparisonLimits};

use super::{Tools, digest};
use crate::confirmed::Confirmation;
use crate::oracle::report_verdict;
use crate::{Outcome, root};

/// Models that onnxruntime does not run, and the reason.
const NOT_RUN: &[(&str, &str)] = &[("declared_shape_kept", "its op is of a domain of its own")];

/// Checks the models whose names contain `only`.
pub(super) fn compare_tests(only: Option<&str>, tools: &mut Tools<'_>) -> Outcome {
    let folder = root().join("testdata/onnx/ranks");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let (mut equal, mut failures) = (0, Vec::new());
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let missing = NOT_RUN.iter().find(|(listed, _)| *listed == name);
        match (compare_test(&name, &text, tools), missing) {
            (Ok(()), None) => equal += 1,
            (Ok(()), Some(_)) => failures.push(format!("{name}: listed as not run, but it runs")),
            (Err(_), Some((_, why))) => println!("{name} is not run by onnxruntime: {why}"),
            (Err(why), None) => failures.push(format!("{name}: {why}")),
        }
    }
    report_verdict("models of testdata/onnx/ranks", equal, &failures)
}

/// Partitions a model as its first lines state, and compares as `verify` does.
fn compare_test(name: &str, text: &str, tools: &mut Tools<'_>) -> Outcome {
    let model = read_text(name, text).map_err(|error| error.to_string())?;
    let settings = RankPartition::default().on(on_mesh(text)?);
    let ranks = model.partition(&settings).map_err(|error| error.to_string())?;
    let inputs = drawn_inputs(&model, &ranks)?;
    let digest = digest(&model.model, &inputs, &ranks.made)?;
    tools.count += 1;
    if tools.confirmed.get_run(&digest, tools.count).is_some() {
        return Ok(());
    }
    let verified = ranks
        .compare(&model.model, &inputs, tools.runtime, ComparisonLimits::default())
        .map_err(|error| error.to_string())?;
    if let Some(difference) = verified.differences.first() {
        return Err(difference.to_string());
    }
    tools.check(&model.model, &ranks.made)?;
    tools.confirmed.keep(&digest, Confirmation { passed: 1, lost: 0 });
    Ok(())
}

/// The mesh and the shardings in the first lines of a test; none for an annotated model.
fn on_mesh(text: &str) -> Result<Option<OnMesh>, String> {
    let stated = |key: &'static str| text.lines().filter_map(move |line| line.strip_prefix(key));
    let Some(axes) = stated("# mesh: ").next() else { return Ok(None) };
    let mesh = notation::parse_mesh(axes, None).map_err(|error| error.to_string())?;
    let mut on = OnMesh::new(mesh);
    for written in stated("# shard: ") {
        let (tensor, sharding) = written.split_once('=').ok_or("a sharding without `=`")?;
        on = on.shard(tensor, sharding.parse().map_err(|error: partita::Error| error.to_string())?);
    }
    Ok(Some(on))
}

/// The inputs that `verify` draws.
fn drawn_inputs(model: &Model, ranks: &Ranks) -> Result<Arrays, String> {
    let mut types = ranks.inputs();
    model.set_optional_types(&mut types);
    let mut inputs = Arrays::new();
    draw_inputs(&mut inputs, &types, &model.integer_ranges(), 1, Limits::default().memory)
        .map_err(|error| error.to_string())?;
    Ok(inputs)
}
