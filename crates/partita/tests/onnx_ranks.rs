//! Every file of `testdata/onnx/ranks` is partitioned and computes what the model as it is does, on the embedded runtime.
//!
//! The first line is what the file shows. The others are `# mesh: AXES`, `# shard: TENSOR=SHARDING` as the command takes them,
//! `# collectives: COUNT (N bytes)` or `none`, `# output: NAME: TYPE` for the type of an output, `# rank0: TEXT` for what the text of the first rank's model
//! contains (any white space is one space), and `# not run: WHY`.

use std::path::Path;

use partita::onnx::{OnMesh, Ranks, Spreading, read_text};
use partita::{Error, notation};
use partita_onnx::file::{Detail, to_text};
use prost::Message as _;

fn check(name: &str, text: &str) -> Result<(), String> {
    let directives: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# ")).skip(1).collect();
    let all = |key: &str| -> Vec<String> {
        let values = directives.iter().filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        values.map(str::to_owned).collect()
    };
    let known = ["mesh: ", "shard: ", "collectives: ", "output: ", "rank0: ", "not run: "];
    if let Some(odd) = directives.iter().find(|line| !known.iter().any(|known| line.starts_with(known))) {
        return Err(format!("unknown directive `{odd}`"));
    }
    let on = all("mesh").pop().map(|axes| on_mesh(&axes, &all("shard")));
    let on = on.transpose().map_err(|error| error.to_string())?;
    let model = read_text(name, text).map_err(|error| error.to_string())?;
    let spreading = Spreading { on, propagate: true, ..Spreading::default() };
    let ranks = model.partition(&spreading).map_err(|error| error.to_string())?;
    let bytes: u64 = ranks.made.collectives.iter().map(|each| each.bytes).sum();
    let found = match ranks.made.collectives.len() {
        0 => "none".to_owned(),
        count => format!("{count} ({bytes} bytes)"),
    };
    if let Some(expected) = all("collectives").pop().filter(|expected| *expected != found) {
        return Err(format!("expected the collectives {expected}, found {:?}", ranks.made.collectives));
    }
    check_text(&ranks, &all("output"), &all("rank0"))?;
    if !all("not run").is_empty() {
        return Ok(());
    }
    let verified = ranks.verify(&model, 1).map_err(|error| error.to_string())?;
    match verified.differences.first() {
        Some(difference) => Err(difference.to_string()),
        None => Ok(()),
    }
}

fn check_text(ranks: &Ranks, outputs: &[String], parts: &[String]) -> Result<(), String> {
    let found: Vec<String> =
        ranks.made.outputs.iter().map(|port| format!("{}: {}", port.name, port.ty)).collect();
    if let Some(missing) = outputs.iter().find(|output| !found.contains(output)) {
        return Err(format!("expected the output {missing}, found {found:?}"));
    }
    let first = to_text(&ranks.made.models[0].encode_to_vec(), Detail::Full);
    let first: String = first.split_whitespace().collect::<Vec<_>>().join(" ");
    match parts.iter().find(|part| !first.contains(*part)) {
        Some(missing) => Err(format!("expected `{missing}` in the model of rank 0, found {first}")),
        None => Ok(()),
    }
}

#[test]
fn rank_models_compute_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/onnx/ranks");
    let (mut failures, mut count) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(text.starts_with("# "), "{} begins with what it shows", path.display());
        count += 1;
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        if let Err(message) = check(&name, &text) {
            failures.push(format!("{name}: {message}"));
        }
    }
    assert!(failures.is_empty(), "{} of {count} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 5, "only {count} files");
}

/// A mesh, and shardings written `TENSOR=SHARDING`.
fn on_mesh(axes: &str, shardings: &[String]) -> Result<OnMesh, Error> {
    let mut on = OnMesh::new(notation::mesh(axes, None)?);
    for written in shardings {
        let (tensor, sharding) = written.split_once('=').expect("a tensor and a sharding");
        on = on.shard(tensor, sharding.parse()?);
    }
    Ok(on)
}
