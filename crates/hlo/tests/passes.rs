//! The passes around propagation, against what Shardy's do.
//!
//! A file `testdata/passes/NAME.mlir` or `testdata/export/NAME.mlir` holds inputs of the pass `NAME`, separated
//! by `// -----`, and `NAME.out` what Shardy's pass of that name makes of each. Options follow the name, as in
//! `NAME@option=value.mlir`, or stand with it in a line `// RUN: NAME{option=value}` of one input. Nothing is
//! verified after the pass, so that one step can be shown alone.

use std::fs;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_ir::pass::{self, PassInfo};
use partita_mlir::{ParseOptions, PipelineItem, PrintOptions, parse, parse_pipeline, print};

const SEPARATOR: &str = "// -----\n";

/// Passes that have files but do not exist yet.
const MISSING: &[&str] = &[];

/// Inputs, by pass and first line, that the pass does not treat as Shardy's does, and why.
const DIFFERENT: &[(&str, &str, &str)] = &[];

fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut files: Vec<PathBuf> = ["passes", "export"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(data.join(folder)).expect("the folder exists"))
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    files
}

fn find_pass(name: &str) -> Option<&'static PassInfo> {
    pass::PASSES.iter().chain(partita_hlo::passes()).find(|pass| pass.name == name)
}

/// The pass and the options that a file's name stands for.
fn split_name(stem: &str) -> (&str, Vec<(String, String)>) {
    let mut parts = stem.split('@');
    let name = parts.next().unwrap_or_default();
    let options = parts.map(|part| part.split_once('=').expect("an option is written NAME=VALUE"));
    (name, options.map(|(name, value)| (name.to_string(), value.to_string())).collect())
}

/// The options that an input brings itself.
fn own_options(input: &str) -> Option<Vec<(String, String)>> {
    let pipeline = input.lines().find_map(|line| line.strip_prefix("// RUN: "))?;
    match parse_pipeline(pipeline.trim()).expect("a pipeline").into_iter().next() {
        Some(PipelineItem::Pass { options, .. }) => Some(options),
        _ => panic!("`{pipeline}` is not one pass"),
    }
}

/// What a pass makes of a text.
fn run(pass: &PassInfo, options: &[(String, String)], name: &str, text: &str) -> Result<String, String> {
    let source = Source::new(name, text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().next() {
        let at = source.position(error.span.start);
        return Err(format!("{}:{}: [{}] {}", at.line, at.column, error.code, error.message));
    }
    let mut module = parsed.module;
    (pass.run)(&mut module, options).map_err(|found| format!("{found:?}"))?;
    Ok(print(&module, PrintOptions::default()))
}

/// The first line that differs, if the texts do.
fn difference(expected: &str, result: Result<String, String>) -> Option<String> {
    let found = match result {
        Ok(found) => found,
        Err(error) => return Some(error),
    };
    let (expected, found) = (expected.trim_end(), found.trim_end());
    if found == expected {
        return None;
    }
    let first = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
    let first = first.unwrap_or(("another number of lines", "see the output"));
    Some(format!("expected {}\n   found {}", first.0, first.1))
}

#[test]
fn every_pass_does_what_shardys_does() {
    let mut failures = Vec::new();
    let mut chunks = 0;
    for path in files() {
        let stem = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let (name, options) = split_name(&stem);
        let Some(pass) = find_pass(name) else {
            assert!(MISSING.contains(&name), "there is no pass for {}", path.display());
            continue;
        };
        if MISSING.contains(&name) {
            continue;
        }
        let inputs = fs::read_to_string(&path).expect("readable");
        let outputs = fs::read_to_string(path.with_extension("out")).expect("every input has its output");
        let (inputs, outputs): (Vec<&str>, Vec<&str>) =
            (inputs.split(SEPARATOR).collect(), outputs.split(SEPARATOR).collect());
        assert_eq!(inputs.len(), outputs.len(), "{stem}: as many outputs as inputs");
        for (input, output) in inputs.iter().zip(&outputs) {
            let title = input.lines().next().unwrap_or_default();
            let options = own_options(input).unwrap_or_else(|| options.clone());
            let known = DIFFERENT.iter().any(|(pass, input, _)| *pass == name && *input == title);
            match difference(output, run(pass, &options, &stem, input)) {
                Some(difference) if !known => failures.push(format!("{stem}: {title}\n{difference}")),
                None if known => failures.push(format!("{stem}: {title}\nno longer differs; drop the line")),
                _ => {}
            }
            chunks += 1;
        }
    }
    assert!(failures.is_empty(), "{} of {chunks}:\n{}", failures.len(), failures.join("\n"));
    assert!(chunks > 100, "only {chunks} inputs");
}

/// Passes without a file of their own, and why.
const WITHOUT_FILE: &[(&str, &str)] = &[
    ("strip-debuginfo", "locations are not printed"),
    ("sdy-import-pipeline", "only runs others"),
    ("sdy-propagation-pipeline", "only runs others"),
    ("sdy-populate-op-sharding-rules", "testdata/rules"),
];

#[test]
fn every_pass_has_a_file() {
    let files = files();
    let stems: Vec<String> = files
        .iter()
        .map(|path| path.file_stem().expect("a file").to_string_lossy().into_owned())
        .map(|stem| split_name(&stem).0.to_string())
        .collect();
    for pass in pass::PASSES.iter().chain(partita_hlo::passes()) {
        let excused = WITHOUT_FILE.iter().any(|(name, _)| *name == pass.name);
        assert!(
            excused || stems.iter().any(|stem| stem == pass.name),
            "testdata/passes/{}.mlir is missing",
            pass.name
        );
    }
}
