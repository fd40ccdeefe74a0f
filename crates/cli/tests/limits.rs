//! The page about limits lists the limits in the code, and `--timeout` ends any command.

mod command;

use std::fs;
use std::time::{Duration, Instant};

use partita_base::{Cursor, Diagnostics, Limits, Source, code};
use partita_engine::TensorShards;
use partita_interp::Tensor;
use partita_mesh::Mesh;
use partita_onnx::{file, inline, partition, written_out};

/// The start of a row of the page, and its number.
fn values() -> Vec<(&'static str, u64)> {
    let limits = Limits::default();
    let onnx = file::ReadLimits::default();
    vec![
        ("ops that the interpreter evaluates", limits.ops),
        ("ops that copies of functions add", limits.expansion),
        ("bytes of text that aliases stand for", limits.expansion * Limits::BYTES_PER_OP),
        ("bytes of text that bytecode expands to", limits.expansion * Limits::BYTES_PER_OP),
        ("bytes of an MLIR text", Source::MAX_BYTES as u64),
        ("levels of attributes, types and regions", Cursor::MAX_DEPTH.into()),
        ("dimensions of a tensor", partita_mlir::MAX_RANK as u64),
        ("diagnostics that are kept", Diagnostics::LIMIT as u64),
        ("devices of a mesh |", Mesh::MAX_DEVICES),
        ("devices of a mesh that are listed", Mesh::MAX_LISTED),
        ("devices of replica groups", partita::hlo::MAX_LISTED_DEVICES),
        ("devices that a program is run on", TensorShards::MAX_DEVICES),
        ("calls and regions inside each other", limits.depth as u64),
        ("elements of a tensor in the interpreter", Tensor::MAX_ELEMENTS as u64),
        ("steps of a search", partita_reshard::PlanLimits::default().budget),
        ("messages of an ONNX file inside", onnx.depth as u64),
        ("messages of an ONNX file |", onnx.parts as u64),
        ("nodes of an ONNX model", written_out::MAX_NODES),
        ("functions of an ONNX model that call", inline::MAX_DEPTH as u64),
        ("bytes of a tensor of an ONNX model", partition::MOST_BYTES),
        ("ranks of an ONNX model", partition::MAX_RANKS as u64),
        ("bytes of the file of a rank", file::LARGEST_MESSAGE as u64),
        ("nodes, and edges, of an optimisation problem", partita_auto::MAX_ITEMS as u64),
        ("strategies of a node", partita_auto::MAX_STRATEGIES as u64),
        ("bytes of a contest instance", partita_auto::MAX_JSON_BYTES as u64),
        ("connections to `partita serve`", partita_serve::limits::MAX_CONNECTIONS as u64),
        ("bytes of the head of a request", partita_serve::limits::MAX_HEAD as u64),
        ("bytes of the body of a request", partita_serve::limits::MAX_BODY as u64),
        ("changes in `partita serve`", partita_serve::limits::MAX_UNDO as u64),
    ]
}

/// Rows without a number.
const IN_WORDS: &[&str] = &["limit |", "--- |", "memory", "time"];

#[test]
fn the_page_has_the_limits_of_the_program() {
    let page = fs::read_to_string(command::root().join("docs/limits.md")).expect("the page is there");
    let rows: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| ")).collect();
    let values = values();
    for (name, value) in &values {
        let found: Vec<&&str> = rows.iter().filter(|row| row.starts_with(name)).collect();
        let [row] = found[..] else { panic!("{} rows begin with `{name}`", found.len()) };
        let cell = row.split(" | ").nth(1).expect("a row has a value");
        let number = cell.split([',', ' ']).next().expect("a value has a number");
        assert_eq!(number, value.to_string(), "{row}");
    }
    for row in rows {
        let tested = values.iter().map(|(name, _)| *name).chain(IN_WORDS.iter().copied());
        assert!(tested.into_iter().any(|name| row.starts_with(name)), "no test covers the row {row}");
        let codes = row.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.starts_with("PA0"));
        for word in codes {
            assert!(code::Code::parse(word).is_some(), "{word} in {row}");
        }
    }
    for growth in page.split("or ").skip(1).filter_map(|rest| rest.split_once(" times ")) {
        assert_eq!(growth.0, Limits::GROWTH.to_string());
        assert_eq!(written_out::GROWTH, Limits::GROWTH);
    }
}

/// A program with an infinite loop.
const ENDLESS: &str = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %x) : tensor<4xf32>
   cond { stablehlo.return %t : tensor<i1> }
   do { stablehlo.return %i : tensor<4xf32> }
  return %0 : tensor<4xf32>
}";

#[test]
fn a_run_ends_at_its_time_limit() {
    let start = Instant::now();
    let output = command::piped(command::partita().args(["run", "-", "--timeout", "1"]), ENDLESS.as_bytes());
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("[PA0553]") || stderr.contains("[PA0032]"), "{stderr}");
}

/// A command that waits for input forever is ended too, and its output file does not change.
#[test]
#[cfg(target_os = "linux")]
fn a_waiting_command_ends_at_its_time_limit() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = folder.join("limits.mlir");
    fs::write(&target, "old").expect("writable");
    {
        let mut child = command::partita()
            .args(["fmt", "-", "--timeout", "1", "-o"])
            .arg(&target)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the command starts");
        let _kept_open = child.stdin.take();
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(1));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.contains("error[PA0032]: the command took longer than 1 seconds"), "{stderr}");
        assert_eq!(fs::read_to_string(&target).expect("there"), "old");
    }
}

/// The original and the partitioned program have the same limit on nested calls.
#[test]
fn verify_and_run_have_the_same_limit_on_nested_calls() {
    let program = |levels: usize| {
        let mut text = "!t = tensor<4xf32>\nfunc.func @main(%x: !t) -> !t {\n  %0 = call @f0(%x) : (!t) -> !t\n  return %0 : !t\n}\n".to_string();
        for level in 1..levels {
            text += &format!(
                "func.func private @f{}(%x: !t) -> !t {{\n  %0 = call @f{level}(%x) : (!t) -> !t\n  return %0 : !t\n}}\n",
                level - 1
            );
        }
        text + &format!(
            "func.func private @f{}(%x: !t) -> !t {{\n  %0 = stablehlo.negate %x : !t\n  return %0 : !t\n}}\n",
            levels - 1
        )
    };
    let depth = Limits::default().depth;
    // Partitioning inlines the innermost function.
    for (levels, ends) in [(depth, 0), (depth + 2, 1)] {
        for name in ["verify", "run"] {
            let output = command::piped(command::partita().args([name, "-"]), program(levels).as_bytes());
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(ends), "{name} of {levels} calls: {stderr}");
            assert_eq!(stderr.contains("[PA0553]"), ends == 1, "{stderr}");
        }
    }
}

/// CPU milliseconds to prepare a chain of calls.
fn preparation_time(calls: usize) -> f64 {
    let mut text =
        "!t = tensor<4xf32>\nfunc.func @main(%x: !t) -> !t {\n  %0 = call @f1(%x) : (!t) -> !t\n  return %0 : !t\n}\n".to_string();
    for at in 1..calls {
        let next = at + 1;
        text += &format!(
            "func.func private @f{at}(%x: !t) -> !t {{\n  %0 = call @f{next}(%x) : (!t) -> !t\n  return %0 : !t\n}}\n"
        );
    }
    text += &format!("func.func private @f{calls}(%x: !t) -> !t {{\n  return %x : !t\n}}\n");
    let output = command::piped(command::partita().args(["propagate", "-", "--timing"]), text.as_bytes());
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = stderr.lines().find(|line| line.starts_with('{')).expect("a line of times");
    let times: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
    times["prepare"].as_f64().expect("a stage that prepares")
}

/// Ten times the calls take about ten times as long, not a hundred times.
#[test]
fn a_chain_of_calls_is_prepared_in_linear_time() {
    let (short, long) = (preparation_time(1500), preparation_time(15_000));
    assert!(long < 40.0 * short, "{long} ms after {short} ms");
}
