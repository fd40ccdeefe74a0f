//! The files that `partita demo` writes are valid: programs, models and loops can be parsed again.

mod command;

use std::fs;
use std::path::Path;
use std::process::Output;

use partita_ckks::loop_form::LoopForm;

fn partita(arguments: &[&str], folder: &Path) -> Output {
    command::partita().args(arguments).current_dir(folder).output().expect("the command ends")
}

#[test]
fn examples_of_all_front_ends_are_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demo");
    fs::create_dir_all(&folder).expect("writable");
    let demo = partita(&["demo", "--out", ".", "--format", "json"], &folder);
    let verdicts: serde_json::Value = serde_json::from_slice(&demo.stdout).expect("JSON");
    let verdicts = verdicts.as_array().expect("a list");
    assert_eq!((demo.status.code(), verdicts.len()), (Some(0), 8));
    assert!(verdicts.iter().all(|verdict| verdict["pass"] == true), "{verdicts:?}");
    for command in [
        ["check", "mlp.local.mlir"].as_slice(),
        &["check", "transformer.local.mlir"],
        &["onnx", "check", "mlp_onnx.rank0.textproto"],
        &["onnx", "run", "mlp_onnx.rank0.textproto", "mlp_onnx.rank1.textproto"],
        &["ckks", "simulate", "mnist_ckks.toml", "--slots", "4096"],
    ] {
        let output = partita(command, &folder);
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
    let loops = LoopForm::parse(&read("mnist_ckks.loops")).expect("loops");
    loops.check().expect("blocks are written before they are read");
    for page in ["mnist_ckks", "mlp", "transformer", "shard_map", "sub_axes", "conflict", "mistakes"] {
        assert!(read(&format!("{page}.html")).starts_with("<!doctype html>"), "{page}");
    }
    assert!(read("mnist_ckks.txt").contains(&format!("{} rotations", loops.rotations())));
}
