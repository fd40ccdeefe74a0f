//! Measures against jaxlib in one run and writes `BENCHMARKS.md`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::oracle::{self, Server};
use crate::{Outcome, cargo, root, target};

/// Numbers of transformer layers: the growth of times is measured from the first to the last.
const LAYERS: [u32; 5] = [4, 16, 48, 96, 192];

/// Runs of which the median is taken; odd, so that the median is one of them.
const REPEATS: usize = 9;

/// One row of the tables, and the arguments from which `oracle/bench_model.py` lowers it.
pub(crate) struct BenchModel {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) layers: u32,
    pub(crate) mesh: &'static str,
}

impl BenchModel {
    /// Whether the table of partitioning has it.
    pub(crate) fn is_partitioned(&self) -> bool {
        self.kind == "transformer" && self.mesh == SMALL_MESH
    }
}

/// The mesh of 8 devices that all models are on unless stated otherwise.
const SMALL_MESH: &str = "data=4,model=2";

pub(crate) fn models() -> Vec<BenchModel> {
    let transformer = |layers: u32, mesh, note: &str| BenchModel {
        name: format!("transformer, {layers} layers{note}"),
        kind: "transformer",
        layers,
        mesh,
    };
    let mut models: Vec<BenchModel> =
        LAYERS.iter().map(|&layers| transformer(layers, SMALL_MESH, "")).collect();
    let other = |name: &str, kind, layers| BenchModel { name: name.into(), kind, layers, mesh: SMALL_MESH };
    models.push(other("mixture of experts, 48 layers", "experts", 48));
    models.push(other("ResNet, 50 blocks", "resnet", 50));
    models.push(transformer(96, "data=64,model=64", ", 64x64 devices"));
    models.push(transformer(96, "data=16,model=16,pipe=16", ", 16x16x16 devices"));
    models
}

/// One model. Times are medians in CPU milliseconds, memory is in bytes.
struct Row {
    name: String,
    layers: u32,
    small_mesh: bool,
    kind: &'static str,
    ops: f64,
    bytes: f64,
    ours: Ours,
    jaxlib: Jaxlib,
}

struct Ours {
    parse: f64,
    verify: f64,
    print: f64,
    prepare: f64,
    propagate: f64,
    export: f64,
    peak: f64,
}

impl Ours {
    fn pipeline(&self) -> f64 {
        self.prepare + self.propagate + self.export
    }

    fn command(&self) -> f64 {
        self.parse + self.verify + self.pipeline() + self.print
    }
}

struct Jaxlib {
    parse: f64,
    print: f64,
    propagate: f64,
    pipeline: f64,
    peak: f64,
}

impl Jaxlib {
    fn command(&self) -> f64 {
        self.parse + self.pipeline + self.print
    }
}

/// Makes the build that is measured.
pub(crate) fn build() -> Outcome {
    cargo(&["build", "--profile", "dist", "--quiet", "--package", "partita-cli"])
}

pub(crate) fn write_benchmarks() -> Outcome {
    build()?;
    let mut server = Server::start()?;
    let version = server.ask(json!({"cmd": "version"}))?.unwrap_or_default();
    let mut rows = Vec::new();
    for model in models() {
        let path = oracle::bench_model(model.kind, model.layers, model.mesh)?;
        let row = measure(&mut server, &model, &path)?;
        println!(
            "{}: parse {:.1} ms against {:.1}, print {:.1} against {:.1}, propagation {:.2} against {:.0}, \
             pipeline {:.2} against {:.0}",
            row.name,
            row.ours.parse,
            row.jaxlib.parse,
            row.ours.print,
            row.jaxlib.print,
            row.ours.propagate,
            row.jaxlib.propagate,
            row.ours.pipeline(),
            row.jaxlib.pipeline
        );
        rows.push(row);
    }
    let path = root().join("BENCHMARKS.md");
    let mut text = report(&rows, &version);
    partitioning(&mut text, &rows)?;
    if let Some(section) = fs::read_to_string(&path).ok().as_deref().and_then(crate::comms::kept_by_bench) {
        text = format!("{}\n\n{section}", text.trim_end());
    }
    fs::write(path, text).map_err(|error| error.to_string())
}

fn measure(server: &mut Server, model: &BenchModel, path: &Path) -> Result<Row, String> {
    let question = json!({"cmd": "time", "path": path, "repeat": REPEATS, "propagation": true});
    let answer = server.ask(question)?.ok_or("jaxlib crashed while being timed")?;
    let number = |answer: &Value, key: &str| {
        answer[key].as_f64().ok_or_else(|| format!("the oracle gave no {key}: {answer}"))
    };
    let memory = Server::start()?.ask(json!({"cmd": "memory", "path": path}))?;
    let memory = memory.ok_or("jaxlib crashed while its memory was measured")?;
    let timing = propagation_stages(&binary(), path)?;
    let jaxlib = Jaxlib {
        parse: number(&answer, "parse_ms")?,
        print: number(&answer, "print_ms")?,
        propagate: number(&answer, "propagate_ms")?,
        pipeline: number(&answer, "pipeline_ms")?,
        peak: number(&memory, "bytes")?,
    };
    let ours = Ours {
        parse: number(&timing, "parse")?,
        verify: number(&timing, "verify")?,
        print: number(&timing, "print")?,
        prepare: number(&timing, "prepare")?,
        propagate: number(&timing, "propagate")?,
        export: number(&timing, "export")?,
        peak: our_peak(path)?,
    };
    Ok(Row {
        name: model.name.clone(),
        layers: model.layers,
        small_mesh: model.mesh == SMALL_MESH,
        kind: model.kind,
        ops: number(&answer, "ops")?,
        bytes: number(&answer, "bytes")?,
        ours,
        jaxlib,
    })
}

/// Appends the table of partitioning: from the text to the local text, against XLA's two passes for the same.
fn partitioning(out: &mut String, rows: &[Row]) -> Outcome {
    out.push_str(
        "\n## Partitioning\n\nFrom the text of a program to the text that every device runs: `partita partition FILE`, CPU \
         milliseconds, median of 5 runs of\nthe command, all stages included; against what XLA reports for its passes \
         `shardy-xla` and `spmd-partitioning` alone, median of 3 compilations.\n\n| model | ops | parse | verify | partition | \
         print | all | XLA shardy-xla | XLA spmd-partitioning | both | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut totals = Vec::new();
    for row in transformers(rows) {
        let path = oracle::bench_model(row.kind, row.layers, SMALL_MESH)?;
        let ours: Vec<Value> =
            (0..5).map(|_| partition_stages(&binary(), &path)).collect::<Result<_, _>>()?;
        let stage = |name: &str| median(ours.iter().filter_map(|run| run[name].as_f64()).collect());
        let [parse, verify, print] = ["parse", "verify", "print"].map(stage);
        let partition: f64 = ["prepare", "propagate", "partition"].map(stage).iter().sum();
        let all = parse + verify + partition + print;
        let passes: Vec<Value> = (0..3).map(|_| oracle::xla_passes(&path, 8)).collect::<Result<_, _>>()?;
        let pass = |name: &str| median(passes.iter().filter_map(|run| run[name].as_f64()).collect());
        let (shardy, spmd) = (pass("shardy_xla"), pass("spmd_partitioning"));
        let both = shardy + spmd;
        println!("{}: partition {all:.1} ms against {both:.0}", row.name);
        let _ = writeln!(
            out,
            "| {} | {} | {parse:.1} | {verify:.1} | {partition:.1} | {print:.1} | {all:.1} | {shardy:.0} | {spmd:.0} | \
             {both:.0} | {:.0}x |",
            row.name,
            row.ops,
            both / all
        );
        totals.push((row.ops, all));
    }
    let (first, last) = (totals[0], totals[totals.len() - 1]);
    let exponent = (last.1 / first.1).ln() / (last.0 / first.0).ln();
    let _ = writeln!(out, "\nGrowth from the first to the last row (exponent of ops): {exponent:.2}.");
    Ok(())
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The stages of one run of `partita partition`.
pub(crate) fn partition_stages(binary: &Path, path: &Path) -> Result<Value, String> {
    stages(binary, &["partition", "--timing"], path)
}

/// The JSON line of a command with `--timing`.
fn stages(binary: &Path, arguments: &[&str], path: &Path) -> Result<Value, String> {
    let output = Command::new(binary)
        .args(arguments)
        .arg(path)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let line = stderr.lines().last().unwrap_or_default();
    serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))
}

pub(crate) fn binary() -> PathBuf {
    target().join("dist/partita")
}

/// Medians of the stages of `partita propagate` with Shardy's rules, all in one process as jaxlib's are.
pub(crate) fn propagation_stages(binary: &Path, path: &Path) -> Result<Value, String> {
    let repeats = REPEATS.to_string();
    let arguments = ["propagate", "--compat", "shardy", "--timing", "--repeat", &repeats, "-o", "-"];
    stages(binary, &arguments, path)
}

/// The largest resident size of one run of the command in bytes, as the system counts it, minus that of a command that
/// does nothing.
fn our_peak(path: &Path) -> Result<f64, String> {
    let path = path.to_string_lossy();
    Ok(resident(&["propagate", "--compat", "shardy", &path])? - resident(&["--version"])?)
}

fn resident(arguments: &[&str]) -> Result<f64, String> {
    const SCRIPT: &str = "import resource, subprocess, sys\n\
        subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)\n\
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)";
    let output = Command::new(oracle::python()?)
        .args(["-c", SCRIPT])
        .arg(binary())
        .args(arguments)
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|error| format!("no memory figure in {text:?}: {error}"))
}

fn report(rows: &[Row], version: &Value) -> String {
    let mut out = String::from(
        "# Benchmarks\n\nWritten by `cargo xtask bench`. Both sides are measured in one run on one machine, in CPU \
         milliseconds; each figure is the median of ",
    );
    let _ = write!(
        out,
        "{REPEATS} runs in\none process. The peer is MLIR and Shardy inside jaxlib {}. A ratio is jaxlib's time over \
         Partita's. All\nmodels are unrolled training steps as JAX lowers them, on 8 devices unless stated otherwise.\n\n",
        version["versions"]["jaxlib"].as_str().unwrap_or("of the pinned version")
    );
    reading(&mut out, rows);
    propagation(&mut out, rows);
    out
}

/// The transformer on the small mesh.
fn transformers(rows: &[Row]) -> Vec<&Row> {
    rows.iter().filter(|row| row.kind == "transformer" && row.small_mesh).collect()
}

/// How a time grows with the number of ops: the exponent between the first and the last row.
fn growth(rows: &[&Row], time: impl Fn(&Row) -> f64) -> f64 {
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    (time(last) / time(first)).ln() / (last.ops / first.ops).ln()
}

fn reading(out: &mut String, rows: &[Row]) {
    out.push_str(
        "## Reading and printing\n\njaxlib's side is `ir.Module.parse`, which verifies as it reads, and \
         `str(module)`.\n\n| transformer | ops | text KB | parse | + verify | jaxlib parse | ratio | print | jaxlib \
         print | ratio |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let rows = transformers(rows);
    for row in &rows {
        let (ours, jaxlib) = (&row.ours, &row.jaxlib);
        let _ = writeln!(
            out,
            "| {} layers | {} | {:.0} | {:.2} | {:.2} | {:.1} | {:.1}x | {:.2} | {:.1} | {:.1}x |",
            row.layers,
            row.ops,
            row.bytes / 1000.0,
            ours.parse,
            ours.parse + ours.verify,
            jaxlib.parse,
            jaxlib.parse / ours.parse,
            ours.print,
            jaxlib.print,
            jaxlib.print / ours.print
        );
    }
    let _ = writeln!(
        out,
        "\nGrowth from {} to {} layers (exponent of ops; 1 is linear): parse {:.2}, print {:.2}, verify {:.2}; jaxlib \
         parse {:.2}, print {:.2}.\n",
        rows[0].layers,
        rows[rows.len() - 1].layers,
        growth(&rows, |row| row.ours.parse),
        growth(&rows, |row| row.ours.print),
        growth(&rows, |row| row.ours.verify),
        growth(&rows, |row| row.jaxlib.parse),
        growth(&rows, |row| row.jaxlib.print),
    );
}

fn propagation(out: &mut String, rows: &[Row]) {
    out.push_str(
        "## Propagation\n\nWith Shardy's rules, so that results are the same. *Propagation* is \
         `sdy-user-priority-propagate` on the imported module;\n*pipeline* is `sdy-propagation-pipeline`, import and \
         export included; jaxlib's pass manager runs them with its verifier off. *Command* is\n`partita propagate FILE`: \
         parse, verify, pipeline, print, against parse, pipeline, print. *Peak* is the largest resident size during\n\
         the command minus that of an idle process, compared with the same for the Python process.\n\n| model | ops | propagation | \
         jaxlib | ratio | pipeline | jaxlib | ratio | command | jaxlib | ratio | peak MB | jaxlib MB \
         |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let (ours, jaxlib) = (&row.ours, &row.jaxlib);
        let _ = writeln!(
            out,
            "| {} | {} | {:.2} | {:.0} | {:.0}x | {:.2} | {:.0} | {:.0}x | {:.1} | {:.0} | {:.0}x | {:.0} | {:.0} |",
            row.name,
            row.ops,
            ours.propagate,
            jaxlib.propagate,
            jaxlib.propagate / ours.propagate,
            ours.pipeline(),
            jaxlib.pipeline,
            jaxlib.pipeline / ours.pipeline(),
            ours.command(),
            jaxlib.command(),
            jaxlib.command() / ours.command(),
            ours.peak / 1e6,
            jaxlib.peak / 1e6,
        );
    }
    let rows = transformers(rows);
    let _ = writeln!(
        out,
        "\nGrowth from {} to {} layers: propagation {:.2}, pipeline {:.2}; jaxlib {:.2} and {:.2}.",
        rows[0].layers,
        rows[rows.len() - 1].layers,
        growth(&rows, |row| row.ours.propagate),
        growth(&rows, |row| row.ours.pipeline()),
        growth(&rows, |row| row.jaxlib.propagate),
        growth(&rows, |row| row.jaxlib.pipeline),
    );
}
