//! Small programs lowered with the pinned jax and with the newest, and propagation against the jaxlib of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use partita_mlir::{PrintOptions, print};
use serde_json::json;

use crate::differential::{check_same_text, file_name, mlir_files};
use crate::oracle::{self, Server, report_verdict};
use crate::{Outcome, passes, root, run, target};

/// The texts of the newest jax that are kept for the tests without Python.
const KEPT: &str = "testdata/jax/0.12.0.1";

const PIPELINE: passes::Stage = ("sdy-propagation-pipeline", &[]);

/// Programs that the newest jaxlib propagates differently from the pinned one, which Partita follows.
const CHANGED: &[(&str, &str)] = &[
    ("callback_pure.mlir", "operands and results of an op on one device get reshards"),
    ("explicit_reduced.mlir", "a result may be unreduced"),
];

/// Which jaxlib answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jaxlib {
    Pinned,
    Newest,
}

pub(crate) fn agree_with_jaxlib() -> Outcome {
    let folder = target().join("versions");
    let texts = lower(oracle::python()?, &folder.join("pinned"))?;
    compare("texts of the pinned jax", Jaxlib::Pinned, &mut Server::start()?, &texts)?;
    let Some(python) = oracle::newest_python()? else {
        println!("{}", oracle::NO_NEW_PYTHON);
        return Ok(());
    };
    let texts = lower(python.clone(), &folder.join("newest"))?;
    kept_texts_are_current(&texts)?;
    let mut server = Server::start_in(python)?;
    compare("texts of the newest jax", Jaxlib::Newest, &mut server, &texts)?;
    let corpus = mlir_files(&oracle::corpus()?)?;
    let is_plain =
        |path: &&PathBuf| file_name(path).matches('.').count() == 1 && !file_name(path).starts_with("text_");
    let plain: Vec<PathBuf> = corpus.iter().filter(is_plain).cloned().collect();
    compare("JAX programs with the newest jaxlib", Jaxlib::Newest, &mut server, &plain)
}

fn lower(python: PathBuf, folder: &Path) -> Result<Vec<PathBuf>, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    run(Command::new(python).arg(root().join("oracle/versions.py")).arg(folder))?;
    mlir_files(folder)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The kept texts are what the newest jax lowers the programs to.
fn kept_texts_are_current(texts: &[PathBuf]) -> Outcome {
    let mut failures = Vec::new();
    for path in texts {
        let outcome = read(&root().join(KEPT).join(file_name(path)))
            .and_then(|kept| check_same_text(&read(path)?, &kept));
        failures.extend(outcome.err().map(|message| format!("{}: {message}", file_name(path))));
    }
    let kept = mlir_files(&root().join(KEPT))?.len();
    if kept != texts.len() {
        failures.push(format!("expected {} texts in {KEPT}, found {kept}", texts.len()));
    }
    report_verdict("kept texts of the newest jax", texts.len() - failures.len().min(texts.len()), &failures)
}

/// Compares propagated texts byte for byte. Texts that jaxlib refuses are skipped.
fn compare(what: &str, jaxlib: Jaxlib, server: &mut Server, texts: &[PathBuf]) -> Outcome {
    let (mut passed, mut refused, mut failures) = (0, 0, Vec::new());
    for path in texts {
        let (file, text) = (file_name(path), read(path)?);
        let question = json!({"cmd": "passes", "text": text, "pipeline": passes::pipeline_text(PIPELINE)?,
            "allow_unregistered": true});
        let answer = server.ask(question)?.ok_or_else(|| format!("jaxlib crashed on {file}"))?;
        let Some(expected) = answer["text"].as_str() else {
            refused += 1;
            continue;
        };
        let ours =
            passes::run_passes(&file, &text, &[PIPELINE]).map(|ours| print(&ours, PrintOptions::default()));
        let outcome = ours.and_then(|ours| match jaxlib {
            Jaxlib::Pinned => check_same_text(expected, &ours),
            Jaxlib::Newest => {
                check_same_text(&without_replicated_results(expected), &without_replicated_results(&ours))
            }
        });
        let changed = CHANGED.iter().find(|(name, _)| jaxlib == Jaxlib::Newest && *name == file);
        let reason = changed.map(|(_, reason)| *reason);
        match (outcome, reason) {
            (Ok(()), None) | (Err(_), Some(_)) => passed += 1,
            (Ok(()), Some(reason)) => {
                failures.push(format!("{file}: listed as different ({reason}), but equal"))
            }
            (Err(message), None) => failures.push(format!("{file}: {message}")),
        }
    }
    println!("{what}: jaxlib refuses {refused}");
    report_verdict(what, passed, &failures)
}

/// A text without replicated shardings on function results: the newest jaxlib writes the sharding of the value there,
/// older ones write none if the value is replicated.
fn without_replicated_results(text: &str) -> String {
    let line = |line: &str| match line.split_once(") -> (") {
        Some((before, results)) if line.starts_with("  func.func") => {
            format!("{before}) -> ({}\n", without_replicated(results))
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn without_replicated(results: &str) -> String {
    const START: &str = "sdy.sharding = #sdy.sharding<@";
    let mut parts = results.split(START);
    let mut kept = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let replicated = part.split_once(", [").and_then(|(_, dims)| {
            let (dims, rest) = dims.split_once("]>")?;
            dims.split(", ").all(|dim| dim.is_empty() || dim == "{}").then_some(rest)
        });
        match replicated {
            Some(rest) => {
                kept.truncate(kept.strip_suffix(", ").unwrap_or(&kept).len());
                kept.push_str(rest);
            }
            None => kept.extend([START, part]),
        }
    }
    kept
}
