//! Every test vector under `testdata/onnx` is a test of its own, `FILE::ID`.
//!
//! It has its own harness, because the list of tests comes from the files. It accepts the usual arguments: filters,
//! `--exact`, `--skip TEXT` and `--list`.

#![allow(clippy::print_stdout, reason = "a test harness reports on standard output")]

mod vector_format;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut selected = Vec::new();
    let mut skipped = Vec::new();
    let (mut exact, mut list) = (false, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--exact" => exact = true,
            "--list" => list = true,
            "--skip" => skipped.extend(arguments.next()),
            "--test-threads" | "--format" | "--color" | "-Z" => drop(arguments.next()),
            flag if flag.starts_with('-') => {}
            name => selected.push(name.to_string()),
        }
    }
    let matches = |name: &str, text: &String| if exact { name == text } else { name.contains(text.as_str()) };
    let (mut passed, mut failed, mut filtered) = (0, Vec::new(), 0);
    for (name, vector) in tests() {
        let wanted = selected.is_empty() || selected.iter().any(|text| matches(&name, text));
        if !wanted || skipped.iter().any(|text| matches(&name, text)) {
            filtered += 1;
            continue;
        }
        if list {
            println!("{name}: test");
            continue;
        }
        match vector_format::run(&vector) {
            Ok(()) => {
                println!("test {name} ... ok");
                passed += 1;
            }
            Err(message) => {
                println!("test {name} ... FAILED: {message}");
                failed.push(name);
            }
        }
    }
    if list {
        return ExitCode::SUCCESS;
    }
    let outcome = if failed.is_empty() { "ok" } else { "FAILED" };
    println!("\ntest result: {outcome}. {passed} passed; {} failed; {filtered} filtered out", failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All vectors with their names.
fn tests() -> Vec<(String, serde_json::Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/onnx");
    let mut tests = Vec::new();
    for file in ["vectors.json", "more_vectors.json", "spec_cases.json"] {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let read = vector_format::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!read.is_empty(), "{} has no vectors", path.display());
        tests.extend(
            read.into_iter()
                .map(|(id, vector)| (format!("{}::{id}", file.trim_end_matches(".json")), vector)),
        );
    }
    tests
}
