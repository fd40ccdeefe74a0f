//! Runs the command, for all tests.

#![allow(dead_code, reason = "every test uses a subset")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A command line for each command that prints; `ckks run` needs a library that may not be installed.
pub(crate) const PRINTING: &[&str] = &[
    "--help",
    "--version",
    "check examples/mlp.mlir",
    "check examples/mistakes.mlir --format json",
    "show examples/mlp.mlir",
    "show examples/mlp.mlir --format json",
    "fmt examples/mlp.mlir",
    "opt examples/mlp.mlir --symbol-dce",
    "opt --list-passes",
    "propagate examples/mlp.mlir",
    "propagate examples/conflict.mlir --conflicts",
    "why examples/conflict.mlir %0",
    "why-not examples/conflict.mlir %0 --dim 0 --axis x",
    "reshard x,_ _,x --mesh x=4 --type f32[16,16]",
    "reshard x.y,_ _,_ --mesh x=4,y=4 --type f32[16,16] --hardware h200x16",
    "auto --iopddl examples/auto/contest.json",
    "auto examples/mlp.mlir --mesh x=2",
    "draw x,_ --mesh x=4,y=2 --type f32[16,16]",
    "draw examples/mlp.mlir %7",
    "diff examples/jax/train.mlir examples/jax/train_fixed.mlir",
    "suggest examples/jax/train.mlir",
    "steps examples/conflict.mlir",
    "partition examples/conflict.mlir",
    "verify examples/conflict.mlir",
    "run examples/conflict.mlir",
    "comms examples/mlp.mlir",
    "export examples/conflict.mlir --to dot",
    "export examples/conflict.mlir --to perfetto",
    "export examples/conflict.mlir --to model-explorer",
    "export examples/conflict.mlir --to json",
    "reduce examples/book/reduce.mlir --keep-code PA0406",
    "rules check examples/book/rules.toml",
    "lit examples/book/lit.mlir",
    "man comms",
    "memory examples/mlp.mlir",
    "cost examples/mlp.mlir --hardware h200",
    "report examples/mlp.mlir",
    "report examples/mlp.mlir --hardware h200 --fix",
    "explain",
    "explain PA0203",
    "completions bash",
    "demo",
    "onnx check examples/mlp.textproto",
    "onnx infer examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx mesh testdata/onnx/mlp.textproto",
    "onnx show examples/mlp.textproto",
    "onnx export examples/mlp.textproto",
    "onnx strip examples/mlp.textproto -o -",
    "onnx partition examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx verify examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx run examples/mlp.textproto",
    "onnx report examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx why examples/mlp.textproto w1 --mesh x=2 --shard w1=_,x",
    "onnx memory examples/mlp.textproto --mesh x=2 --shard w1=_,x",
    "onnx draw examples/mlp.textproto w1 --mesh x=2 --shard w1=_,x",
    "ckks count examples/mnist.toml --slots 4096",
    "ckks plan examples/mnist.toml --slots 4096",
    "ckks report examples/mnist.toml --slots 4096",
    "ckks lower testdata/ckks/nets/e1.toml --slots 1024",
    "ckks lower testdata/ckks/nets/e1.toml --slots 1024 --stage heir",
    "ckks simulate testdata/ckks/nets/e1.toml --slots 1024",
];

/// A command line for each command that writes one file, without the file name, and a file name.
pub(crate) const WRITING: &[(&str, &str)] = &[
    ("fmt examples/mlp.mlir -o", "file.mlir"),
    ("opt examples/mlp.mlir --symbol-dce -o", "file.mlir"),
    ("propagate examples/mlp.mlir -o", "file.mlir"),
    ("partition examples/mlp.mlir -o", "file.mlir"),
    ("suggest examples/jax/train.mlir -o", "file.mlir"),
    ("auto examples/mlp.mlir --mesh x=2 -o", "file.mlir"),
    ("report examples/conflict.mlir -o", "file.html"),
    ("export examples/conflict.mlir --to dot -o", "file.dot"),
    ("reduce examples/book/reduce.mlir --keep-code PA0406 -o", "file.mlir"),
    ("run examples/mlp.mlir -o", "file.npz"),
    ("onnx export examples/mlp.textproto --full -o", "file.json"),
    ("onnx infer examples/mlp.textproto --mesh x=2 --shard w1=_,x -o", "file.onnx"),
    ("onnx strip testdata/onnx/mlp.textproto -o", "file.textproto"),
    ("ckks plan testdata/ckks/nets/e1.toml --slots 1024 --html", "file.html"),
    ("ckks lower testdata/ckks/nets/e1.toml --slots 1024 --stage heir --plaintexts", "file.npz"),
    ("ckks compile testdata/ckks/nets/e1.toml --slots 1024 --range 1 -o", "file.ckks"),
];

/// The root folder of the repository.
pub(crate) fn root() -> PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the repository exists")
}

/// The command without colours, in 100 columns.
pub(crate) fn partita() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_partita"));
    command.env("NO_COLOR", "1").env_remove("COLUMNS");
    command
}

/// Runs a command with `input` as standard input.
pub(crate) fn piped(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The command may end before it has read all of its input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("writing does not panic");
    output
}
