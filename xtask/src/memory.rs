//! The memory of partitioned programs against what XLA needs for them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use partita_base::Source;
use partita_mlir::{ParseOptions, PrintOptions, parse, print};
use partita_partition::{Arguments, Memory, PartitionOptions, estimate_memory, partition};
use serde_json::Value;

use crate::partition::Text;
use crate::{Outcome, kinds, oracle, root, target};

/// The mesh whose programs are compared.
const MESH: &str = ".2x4.";
const DEVICES: &str = "8";

/// Programs with longer texts, in bytes, take XLA too long to compile.
const LONGEST: usize = 40_000;

/// Arguments and results of programs of most kinds take the number of bytes that XLA reports. Its temporaries depend on
/// what it fuses, and are only printed.
pub(crate) fn agrees_with_xla() -> Outcome {
    let folder = target().join("memory");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let kinds = kinds::lower_kinds()?;
    let programs = kinds.iter().flat_map(|kind| &kind.programs);
    let programs = programs.filter(|program| program.name.contains(MESH) && program.text.len() < LONGEST);
    let mut ours: Vec<(&str, Memory, PathBuf)> = Vec::new();
    for program in programs {
        let (found, text) = local(program)?;
        let path = folder.join(&program.name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        ours.push((&program.name, found, path));
    }
    let output = Command::new(oracle::python()?)
        .arg(root().join("oracle/memory.py"))
        .arg(DEVICES)
        .args(ours.iter().map(|(_, _, path)| path))
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let theirs: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if theirs.len() != ours.len() {
        return Err(format!("XLA compiled {} of {} programs", theirs.len(), ours.len()));
    }
    let (mut failures, mut ratios) = (Vec::new(), Vec::new());
    for ((name, found, _), xla) in ours.iter().zip(&theirs) {
        let [arguments, results, temporaries] =
            ["arguments", "results", "temporaries"].map(|part| xla[part].as_u64().unwrap_or(0));
        if (found.arguments, found.results) != (arguments, results) {
            let counted = format!("{} + {}", found.arguments, found.results);
            failures.push(format!("{name}: {counted} bytes, XLA reports {arguments} + {results}"));
        }
        ratios.push(found.peak as f64 / (arguments + results + temporaries) as f64);
    }
    ratios.sort_by(f64::total_cmp);
    let [least, middle, most] = [0, ratios.len() / 2, ratios.len() - 1].map(|at| ratios[at]);
    println!("peaks are {least:.2} to {most:.2} times the bytes that XLA allocates, median {middle:.2}");
    oracle::report_verdict("sizes of arguments and results", ours.len() - failures.len(), &failures)
}

/// The memory of a partitioned program, and its text.
fn local(program: &Text) -> Result<(Memory, String), String> {
    let source = Source::new(&program.name, program.text.as_str()).map_err(|_| "too large".to_string())?;
    let module = parse(&source, ParseOptions::default()).module;
    let local = partition(&module, &PartitionOptions::default())
        .map_err(|_| format!("{} cannot be partitioned", program.name))?;
    Ok((estimate_memory(&local.module, Arguments::Kept), print(&local.module, PrintOptions::default())))
}
