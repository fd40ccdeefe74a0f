//! `# test: ranks`: an ONNX model is partitioned, and the models of its ranks compute what it does, on the embedded runtime.
//!
//! The line after the header is what the file shows. The others are `# mesh: AXES` and `# shard: TENSOR=SHARDING` as the command takes
//! them (without a mesh, the model is annotated), `# collectives: COUNT (N bytes)` or `none`, `# output: NAME: TYPE` for the type of an output, `# rank0: TEXT` for what the text
//! of the first rank's model contains (any white space is one space), `# achieved: FIGURES` for how much is sharded, and `# not run: WHY`.

use partita::onnx::{OnMesh, RankPartition, Ranks, read_text};
use partita::{Error, notation};
use partita_onnx::file::{Detail, to_text};
use partita_onnx::partition::{Achieved, LostSharding, Share};
use prost::Message as _;

use super::{Author, Chunking, Expected, Test, TestKind, everything};
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "ranks",
    chunking: Chunking::Separated,
    tests: &[Test { run, expected: Expected::None, author: Author::Partita, compared: everything }],
    fewest: 18,
};

const KNOWN: &[&str] =
    &["mesh: ", "shard: ", "collectives: ", "output: ", "rank0: ", "achieved: ", "not run: "];

fn run(chunk: &Chunk) -> Result<Found, String> {
    let mut directives = chunk.comments().skip(2);
    if let Some(odd) = directives.find(|line| !KNOWN.iter().any(|known| line.starts_with(known))) {
        return Err(format!("unknown directive `{odd}`"));
    }
    let all = |key: &str| -> Vec<String> { chunk.directives(key).into_iter().map(str::to_owned).collect() };
    let on = all("mesh").pop().map(|axes| on_mesh(&axes, &all("shard")));
    let on = on.transpose().map_err(|error| error.to_string())?;
    let model = read_text(chunk.file, chunk.text).map_err(|error| error.to_string())?;
    let partition = RankPartition::default().on(on);
    let ranks = model.partition(&partition).map_err(|error| error.to_string())?;
    let bytes: u64 = ranks.made.collectives.iter().map(|each| each.bytes).sum();
    let found = match ranks.made.collectives.len() {
        0 => "none".to_owned(),
        count => format!("{count} ({bytes} bytes)"),
    };
    if let Some(expected) = all("collectives").pop().filter(|expected| *expected != found) {
        return Err(format!("expected the collectives {expected}, found {:?}", ranks.made.collectives));
    }
    check_text(&ranks, &all("output"), &all("rank0"))?;
    let found = achieved(&ranks.made.achieved);
    if let Some(missing) = all("achieved").iter().find(|figures| !found.contains(figures)) {
        return Err(format!("expected that this is achieved: {missing}, found {found:?}"));
    }
    if !all("not run").is_empty() {
        return Ok(Found::default());
    }
    let verified = ranks.verify(&model, 1).map_err(|error| error.to_string())?;
    match verified.differences.first() {
        Some(difference) => Err(difference.to_string()),
        None => Ok(Found::default()),
    }
}

/// How much is sharded, and where a sharding is lost.
fn achieved(achieved: &Achieved) -> Vec<String> {
    let share = |what: &str, share: &Share| {
        format!("{what} {}, sharded {}, on rank 0 {}", share.total, share.sharded, share.on_first_rank)
    };
    let lost = |lost: &LostSharding| {
        let along = lost.axes.iter().map(|axis| format!("along {axis} ")).collect::<String>();
        format!("lost {along}at node {} ({}) with '{}'", lost.node, lost.op, lost.tensor)
    };
    let lost = achieved.lost.as_ref().map_or("nothing lost".to_owned(), lost);
    vec![share("flops", &achieved.flops), share("weight bytes", &achieved.weight_bytes), lost]
}

/// A mesh, and shardings written `TENSOR=SHARDING`.
fn on_mesh(axes: &str, shardings: &[String]) -> Result<OnMesh, Error> {
    let mut on = OnMesh::new(notation::parse_mesh(axes, None)?);
    for written in shardings {
        // Without `=` there is no sharding, which its reader reports.
        let (tensor, sharding) = written.split_once('=').unwrap_or((written, ""));
        on = on.shard(tensor, sharding.parse()?);
    }
    Ok(on)
}

fn check_text(ranks: &Ranks, outputs: &[String], parts: &[String]) -> Result<(), String> {
    let found: Vec<String> =
        ranks.made.outputs.iter().map(|port| format!("{}: {}", port.name, port.ty)).collect();
    if let Some(missing) = outputs.iter().find(|output| !found.contains(output)) {
        return Err(format!("expected the output {missing}, found {found:?}"));
    }
    let first = to_text(&ranks.made.declared_model(0).encode_to_vec(), Detail::Full);
    let first: String = first.split_whitespace().collect::<Vec<_>>().join(" ");
    match parts.iter().find(|part| !first.contains(*part)) {
        Some(missing) => Err(format!("expected `{missing}` in the model of rank 0, found {first}")),
        None => Ok(()),
    }
}
