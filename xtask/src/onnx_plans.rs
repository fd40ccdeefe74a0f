//! What partitioned ONNX models exchange, against what an expert would: models of many sources, exported and judged by Python.

use std::process::Command;

use crate::built::Built;
use crate::{Outcome, oracle, root, run, target};

/// Exports the models whose sources have changed, partitions each in every way that it can be, runs the ranks on onnxruntime, and
/// compares the collectives with those that the script derives from the architecture.
pub(crate) fn compare_plans(only: Option<&str>) -> Outcome {
    let built = Built::find()?;
    // Packages that carry trained models are installed for these files; nothing of theirs is imported.
    let python = oracle::environment("onnx-plans", "oracle/onnx_plans/requirements.txt")?;
    run(Command::new(python)
        .arg(root().join("oracle/onnx_plans/run.py"))
        .arg(target().join("onnx-plans-models"))
        .arg("--partita")
        .arg(built.partita()?)
        .args(["--only", only.unwrap_or("")]))
}
