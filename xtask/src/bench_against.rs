//! Measures the stages of two builds of the command in turn, so that a stage that became slower is seen whatever the machine does.

use std::path::Path;

use serde_json::Value;

use crate::bench::{self, BenchModel};
use crate::{Outcome, oracle};

/// How many times each build is measured per row; in turn, and the first of them in turn too.
const ROUNDS: usize = 9;

/// How much slower a stage may be: less is the noise of a machine, and of how a linker orders functions.
const TOLERANCE: f64 = 1.03;

/// What is slower by less than that many milliseconds is not measured well enough to be named.
const LEAST: f64 = 0.02;

/// A command whose stages are timed, and the stages that make up each figure of BENCHMARKS.md.
struct Timed {
    title: &'static str,
    run: fn(&Path, &Path) -> Result<Value, String>,
    figures: &'static [(&'static str, &'static [&'static str])],
}

const PROPAGATE: Timed = Timed {
    title: "propagate",
    run: bench::propagation_stages,
    figures: &[
        ("parse", &["parse"]),
        ("verify", &["verify"]),
        ("propagation", &["propagate"]),
        ("pipeline", &["prepare", "propagate", "export"]),
        ("print", &["print"]),
        ("command", &["parse", "verify", "prepare", "propagate", "export", "print"]),
    ],
};

const PARTITION: Timed = Timed {
    title: "partition",
    run: bench::partition_stages,
    figures: &[
        ("partition", &["prepare", "propagate", "partition"]),
        ("all", &["parse", "verify", "prepare", "propagate", "partition", "print"]),
    ],
};

/// Compares the build of this tree with another one; fails if a figure of BENCHMARKS.md became slower.
pub(crate) fn compare_builds(other: &Path) -> Outcome {
    bench::build()?;
    let mut slower = Vec::new();
    for model in bench::models() {
        let path = oracle::bench_model(model.kind, model.layers, model.mesh)?;
        slower.extend(compare(&PROPAGATE, &model, &path, other)?);
        if model.is_partitioned() {
            slower.extend(compare(&PARTITION, &model, &path, other)?);
        }
    }
    match slower.is_empty() {
        true => Ok(()),
        false => Err(format!("slower than {}:\n{}", other.display(), slower.join("\n"))),
    }
}

/// Prints the figures of a row, and returns those that became slower.
fn compare(timed: &Timed, model: &BenchModel, path: &Path, other: &Path) -> Result<Vec<String>, String> {
    let own = bench::binary();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let own_first = round % 2 == 0;
        if own_first {
            ours.push((timed.run)(&own, path)?);
        }
        theirs.push((timed.run)(other, path)?);
        if !own_first {
            ours.push((timed.run)(&own, path)?);
        }
    }
    let mut slower = Vec::new();
    let figures = timed.figures.iter().map(|(name, stages)| {
        let time = |runs: &[Value]| bench::median(runs.iter().map(|run| sum(run, stages)).collect());
        let (before, now) = (time(&theirs), time(&ours));
        let text = format!("{name} {before:.2} -> {now:.2} ({:+.0} %)", (now / before - 1.0) * 100.0);
        if now > before * TOLERANCE && now - before > LEAST {
            slower.push(format!("{}, {}: {text}", model.name, timed.title));
        }
        text
    });
    println!("{}, {}: {}", model.name, timed.title, figures.collect::<Vec<_>>().join(", "));
    Ok(slower)
}

fn sum(run: &Value, stages: &[&str]) -> f64 {
    stages.iter().filter_map(|stage| run[stage].as_f64()).sum()
}
