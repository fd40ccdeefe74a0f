//! Measures reading and printing against jaxlib in one run and writes `BENCHMARKS.md`.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::oracle::{self, Server};
use crate::{Outcome, cargo, root, target};

const LAYERS: [u32; 5] = [4, 16, 48, 96, 192];
const REPEATS: usize = 9;

/// Medians in CPU milliseconds.
struct Row {
    layers: u32,
    ops: u64,
    bytes: u64,
    ours: [f64; 3],
    jaxlib: [f64; 2],
}

pub(crate) fn run() -> Outcome {
    cargo(&["build", "--release", "--quiet", "--package", "partita-cli"])?;
    let mut server = Server::start()?;
    let version = server.ask(json!({"cmd": "version"}))?.unwrap_or_default();
    let mut rows = Vec::new();
    for layers in LAYERS {
        let path = oracle::bench_model(layers)?;
        let question = json!({"cmd": "time", "path": path, "repeat": REPEATS});
        let answer = server.ask(question)?.ok_or("jaxlib crashed while being timed")?;
        let number =
            |key: &str| answer[key].as_f64().ok_or_else(|| format!("the oracle gave no {key}: {answer}"));
        let jaxlib = [number("parse_ms")?, number("print_ms")?];
        let ours = [
            our_time(&path, "fmt", "parse")?,
            our_time(&path, "fmt", "print")?,
            our_time(&path, "check", "verify")?,
        ];
        println!(
            "{layers} layers: parse {:.1} ms against {:.1}, print {:.1} ms against {:.1}, verify {:.1} ms",
            ours[0], jaxlib[0], ours[1], jaxlib[1], ours[2]
        );
        rows.push(Row { layers, ops: number("ops")? as u64, bytes: number("bytes")? as u64, ours, jaxlib });
    }
    fs::write(root().join("BENCHMARKS.md"), report(&rows, &version)).map_err(|error| error.to_string())
}

/// The median CPU time of one stage over several runs of the command, each a process of its own.
fn our_time(path: &std::path::Path, command: &str, stage: &str) -> Result<f64, String> {
    let binary = target().join("release/partita");
    let mut times = Vec::new();
    for _ in 0..REPEATS {
        let output = Command::new(&binary)
            .args([command, "--timing"])
            .arg(path)
            .output()
            .map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        let line = stderr.lines().last().unwrap_or_default();
        let timing: Value = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        times.push(timing[stage].as_f64().ok_or_else(|| format!("no {stage} in {line}"))?);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

fn report(rows: &[Row], version: &Value) -> String {
    let mut out = String::from(
        "# Benchmarks\n\n\
         Written by `cargo xtask bench`. Both sides are measured in one run on one machine, in CPU milliseconds; each \
         figure is the median of ",
    );
    let _ = write!(
        out,
        "{REPEATS} runs.\nThe peer is MLIR inside jaxlib {}: `ir.Module.parse`, which verifies as it reads, and \
         `str(module)`.\n\n## Reading and printing a transformer training step\n\n",
        version["jaxlib"].as_str().unwrap_or("of the pinned version")
    );
    out.push_str("| layers | ops | text KB | parse | + verify | jaxlib parse | ratio | print | jaxlib print | ratio |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    for row in rows {
        let [parse, print, verify] = row.ours;
        let [their_parse, their_print] = row.jaxlib;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {parse:.2} | {:.2} | {their_parse:.1} | {:.1}x | {print:.2} | {their_print:.1} | {:.1}x |",
            row.layers,
            row.ops,
            row.bytes / 1000,
            parse + verify,
            their_parse / parse,
            their_print / print
        );
    }
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    let exponent = |a: f64, b: f64| (b / a).ln() / (last.ops as f64 / first.ops as f64).ln();
    let _ = write!(
        out,
        "\nThe ratio is jaxlib's time over Partita's; for reading it compares `parse` alone, `+ verify` is what `partita \
         check` does.\nGrowth from {} to {} layers (exponent of ops; 1 is linear): parse {:.2}, print {:.2}, verify {:.2}; \
         jaxlib parse {:.2}, print {:.2}.\n",
        first.layers,
        last.layers,
        exponent(first.ours[0], last.ours[0]),
        exponent(first.ours[1], last.ours[1]),
        exponent(first.ours[2], last.ours[2]),
        exponent(first.jaxlib[0], last.jaxlib[0]),
        exponent(first.jaxlib[1], last.jaxlib[1]),
    );
    out
}
