//! What a newcomer tries in the first five minutes, as typed, with the part of the answer that counts.

mod command;

use std::fs;
use std::path::Path;

/// Runs a line in the root of the repository; asserts the exit code and that all parts are printed.
#[track_caller]
fn answers(line: &str, code: i32, parts: &[&str]) {
    let mut partita = command::partita();
    partita.args(line.split(' ')).current_dir(command::root());
    let output = command::piped(&mut partita, b"");
    let printed =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert_eq!(output.status.code(), Some(code), "{line}\n{printed}");
    for part in parts {
        assert!(printed.contains(part), "{line}: no `{part}` in\n{printed}");
    }
}

/// A scratch file of this test program.
fn scratch(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("first_minutes");
    fs::create_dir_all(&folder).expect("writable");
    folder.join(name).to_string_lossy().into_owned()
}

const STEP: &str = "examples/jax/train.mlir";

#[test]
fn the_demo_runs_and_a_page_is_written() {
    answers("demo", 0, &["equal"]);
    let page = scratch("page.html");
    answers(&format!("report {STEP} -o {page}"), 0, &[]);
    assert!(fs::read_to_string(page).expect("it is written").starts_with("<!doctype html>"));
}

#[test]
fn a_program_of_jax_is_shown() {
    answers(
        &format!("show {STEP}"),
        0,
        &["mesh @mesh", "data=4 model=2", "params['embed']", "f32[1024@model,256@data]"],
    );
}

#[test]
fn a_tensor_is_explained_by_the_name_that_python_gives_it() {
    answers(&format!("why {STEP} params['embed']"), 0, &["dimension 0", "model", "given on"]);
}

#[test]
fn collectives_have_python_lines() {
    answers(&format!("comms {STEP}"), 0, &["16 collectives", "all_gather", "train.py:9"]);
}

#[test]
fn peak_memory_has_its_largest_tensors() {
    answers(
        &format!("memory {STEP}"),
        0,
        &["peak 34.6 MiB on each of 8 devices", "f32[32,128,1024@model]", "train.py:11"],
    );
    answers(&format!("memory {STEP} --hbm 32MiB"), 1, &["32.0 MiB"]);
}

#[test]
fn a_tensor_is_drawn_on_its_mesh() {
    answers(&format!("draw {STEP} params['up']"), 0, &["f32[256@data,1024@model]", "┌", "7"]);
    answers("draw x,_,y --mesh x=2,y=2 --type f32[4,2,4]", 0, &["2×1×2 shards"]);
}

#[test]
fn another_mesh_lists_what_no_longer_divides() {
    answers(
        &format!("comms {STEP} --mesh data=3,model=2"),
        0,
        &["no longer divide", "params['embed']", "255 or 258"],
    );
}

#[test]
fn a_reshard_is_planned_without_a_file() {
    let line = "reshard y,_,x _,x.y,_ --mesh x=4,y=2 --type f32[512,512,512]";
    answers(line, 0, &["all_to_all", "optimal"]);
}

#[test]
fn two_annotations_are_compared() {
    answers(
        &format!("diff {STEP} examples/jax/train_fixed.mlir"),
        0,
        &["13.3 MiB", "7.3 MiB", "−45 %", "shardings changed"],
    );
}

#[test]
fn a_budget_fails_in_ci_and_names_the_lines() {
    let budget = "--budget examples/jax/budget.toml";
    answers(&format!("check examples/jax/train_fixed.mlir {budget}"), 0, &[]);
    answers(&format!("check {STEP} {budget}"), 1, &["PA0821", "train.py:9"]);
}

#[test]
fn a_wrong_onnx_model_has_a_real_error() {
    answers("onnx check testdata/onnx/mistakes.textproto", 1, &["error[PA0", "node"]);
}

#[test]
fn the_partitioned_program_computes_the_same_numbers() {
    answers("verify examples/mlp.mlir", 0, &["equal"]);
}
