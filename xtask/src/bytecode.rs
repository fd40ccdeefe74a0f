//! Binary forms that jaxlib writes of every program: the module read from them is the one that jaxlib prints.
//!
//! jaxlib's answers are kept under `target/bytecode`, by a digest of the file they are about; the comparison always runs.

use std::fs;
use std::path::{Path, PathBuf};

use partita_base::{Limits, Source};
use partita_ir::{Module, hex_bytes};
use partita_mlir::{ParseOptions, PrintOptions, parse, print, read_bytecode, split_chunks};
use serde_json::{Value, json};

use crate::confirmed::{self, Digest};
use crate::differential::{file_name, mlir_files};
use crate::oracle::{self, Jaxlib, report_verdict};
use crate::{Outcome, root, target};

/// Versions of portable artefacts: the newest, and one without the newer versions of many ops.
const VERSIONS: &[&str] = &["1.17.0", "1.0.0", "0.9.0"];

/// Folders with programs.
const FOLDERS: &[&str] = &[
    "examples",
    "testdata/comms",
    "testdata/export",
    "testdata/lint",
    "testdata/partition",
    "testdata/passes",
    "testdata/roundtrip",
    "testdata/roundtrip/in",
    "testdata/rules",
    "testdata/verify",
];

/// What is refused: a part of the message, and the reason.
const REFUSED: &[(&str, &str)] = &[
    ("`mhlo`", "attributes of the mhlo dialect, which JAX does not write"),
    ("whose encoding is unknown", "dialects of tests"),
    ("memory references", "JAX does not write them into modules"),
    ("witnesses and buffers", "JAX does not write them into modules"),
    ("quantized", "JAX has no quantized types"),
    ("`distinct`", "they are refused in text as well"),
];

/// Longer texts take jaxlib minutes, and contain nothing that shorter ones do not.
const LONGEST: u64 = 400_000;

/// The outcome of all comparisons.
#[derive(Default)]
struct Comparison {
    passed: usize,
    refused: usize,
    failures: Vec<String>,
}

/// In the normal tests, one program in this many is compared: jaxlib takes minutes for all of them.
const SAMPLE: usize = 12;

/// Compares programs of the repository and those lowered from JAX: all of them, or a sample.
pub(crate) fn agrees_with_jaxlib(all: bool) -> Outcome {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in FOLDERS {
        files.extend(mlir_files(&root().join(folder))?);
    }
    files.extend(mlir_files(&oracle::corpus()?)?);
    files.retain(|path| fs::metadata(path).is_ok_and(|data| data.len() < LONGEST));
    let files: Vec<PathBuf> = files.into_iter().step_by(if all { 1 } else { SAMPLE }).collect();
    let mut jaxlib = Jaxlib::default();
    let mut comparison = Comparison::default();
    for path in &files {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let answer = answer(&text, &mut jaxlib)?;
        let Some(modules) = answer["modules"].as_array() else { continue };
        for (number, forms) in modules.iter().enumerate() {
            for form in forms.as_array().into_iter().flatten() {
                let place = format!("{}, chunk {}", file_name(path), number + 1);
                comparison.add(&place, form);
            }
        }
    }
    println!("{} binary programs are refused, as expected", comparison.refused);
    report_verdict("binary programs", comparison.passed, &comparison.failures)
}

impl Comparison {
    fn add(&mut self, place: &str, form: &Value) {
        match compare(form) {
            Ok(()) => self.passed += 1,
            Err(message) if REFUSED.iter().any(|(part, _)| message.contains(part)) => self.refused += 1,
            Err(message) => self.failures.push(format!("{place}: {message}")),
        }
    }
}

/// jaxlib's binary forms of all modules of a text, from an earlier run if there was one.
fn answer(text: &str, jaxlib: &mut Jaxlib) -> Result<Value, String> {
    let mut digest = Digest::new()?;
    digest.add(text);
    VERSIONS.iter().for_each(|version| digest.add(version));
    let path = kept(&digest.hex());
    if !confirmed::asks_all()
        && let Ok(kept) = fs::read_to_string(&path)
    {
        return serde_json::from_str(&kept).map_err(|error| format!("{}: {error}", path.display()));
    }
    let texts: Vec<&str> = split_chunks(text).into_iter().map(|range| &text[range]).collect();
    let question = json!({"cmd": "bytecode", "texts": texts, "versions": VERSIONS});
    // A module that kills the server is not written; there is nothing to read.
    let answer = jaxlib.server()?.ask(question)?.unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&path, answer.to_string()))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(answer)
}

fn kept(digest: &str) -> PathBuf {
    target().join("bytecode").join(format!("{digest}.json"))
}

/// Reads one binary form and compares it with what jaxlib prints, both printed by us.
fn compare(form: &Value) -> Outcome {
    let (Some(digits), Some(text)) = (form[0].as_str(), form[1].as_str()) else {
        return Err("the oracle did not answer with two texts".into());
    };
    let options = PrintOptions::default().debug_info(true);
    let source = Source::new("jaxlib", text).map_err(|_| "the text is too large".to_string())?;
    let parsed = parse(&source, ParseOptions::default());
    if parsed.diagnostics.has_errors() {
        // What is refused as text is tested elsewhere.
        return Ok(());
    }
    let module: Module = read_bytecode(&hex_bytes(digits.as_bytes()), Limits::default())
        .map_err(|diagnostic| diagnostic.message.clone())?;
    let (found, expected) = (print(&module, options), print(&parsed.module, options));
    if found == expected {
        return Ok(());
    }
    let differing = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    let (found, expected) = differing.unwrap_or_default();
    Err(format!("expected {expected}, found {found}"))
}
