//! `// test: partition`: a program is partitioned, and the local program computes what the program as it is does.
//!
//! The line after the header is what the file shows. `// collectives: all_to_all=2, all_gather=0` counts the collectives of the local
//! program, `// ops: partition_id=0, select=2` its ops, `// pad-io` lets arguments and results be padded, `// not run: …` is why the program is only
//! partitioned.

use partita_engine::{Seeds, verify};
use partita_interp::Limits;
use partita_ir::Module;
use partita_partition::{PartitionOptions, list_collectives, partition};

use super::{Author, Chunking, Expected, Test, TestKind, everything, module};
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "partition",
    chunking: Chunking::Separated,
    tests: &[Test { run, expected: Expected::None, author: Author::Partita, compared: everything }],
    fewest: 90,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    if let Some(unknown) = chunk.unknown_directive(&["test", "collectives", "ops", "not run"]) {
        return Err(format!("unknown directive `{unknown}`"));
    }
    if chunk.title.is_empty() || chunk.title.starts_with("collectives: ") {
        return Err("expected a line with what the program shows".into());
    }
    let global = module::read_module(chunk)?;
    valid(&global, "the program")?;
    let pad_io = chunk.comments().any(|comment| comment == "pad-io");
    let local = partition(&global, &PartitionOptions::default().pad_io(pad_io))
        .map_err(|found| module::error_messages(&found))?;
    valid(&local.module, "the local program")?;
    for counts in chunk.directives("collectives") {
        let all = list_collectives(&local.module);
        count(counts, |kind| all.iter().filter(|each| each.name == kind).count())?;
    }
    for counts in chunk.directives("ops") {
        let all = local.module.walk(local.module.top());
        let names: Vec<&str> = all.into_iter().map(|op| local.module.op_name(op)).collect();
        count(counts, |op| names.iter().filter(|name| name.strip_prefix("stablehlo.") == Some(op)).count())?;
    }
    if !chunk.directives("not run").is_empty() {
        return Ok(Found::default());
    }
    let report = verify(&global, &local, Seeds { first: 0, count: 3 }, Limits::default())
        .map_err(|failure| format!("{failure:?}"))?;
    match report.differences.first() {
        Some(difference) => Err(format!("{difference:?}")),
        None if report.elements == 0 => Err("nothing was compared".into()),
        None => Ok(Found::default()),
    }
}

fn valid(module: &Module, what: &str) -> Result<(), String> {
    let found = partita_verify::verify(module);
    if found.has_errors() {
        Err(format!("{what} is invalid: {}", module::error_messages(&found)))
    } else {
        Ok(())
    }
}

/// Compares counts that a file states with those of the local program.
fn count(counts: &str, found: impl Fn(&str) -> usize) -> Result<(), String> {
    for expected in counts.split(", ") {
        let (name, count) = expected.split_once('=').ok_or("a count is written all_gather=0")?;
        let found = found(name);
        if found.to_string() != count {
            return Err(format!("expected {count} {name}, found {found}"));
        }
    }
    Ok(())
}
