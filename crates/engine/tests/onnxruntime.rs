//! Models on onnxruntime. An environment variable has the path of its library; `cargo xtask onnx-engine` sets it.
//!
//! The engine starts this program again as the process that loads the library, so it has its own `main`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test with its own main talks to its developer"
)]

mod rank_models;

use std::path::{Path, PathBuf};
use std::time::Duration;

use partita_base::code;
use partita_engine::EngineError;
use partita_engine::onnx::{
    Array, LIBRARY_VARIABLE, OnnxRuntime, OnnxRuntimeSettings, RankExchange, RankProcesses, SERVE_ARGUMENT,
    run_model, serve_onnxruntime,
};
use partita_onnx::proto::{OperatorSet, OptionalType, Type, TypeValue};
use partita_onnx::{ElementType, TensorType};

use rank_models::{among, arrays, collectives_work, f32s, model, node, works_on};

/// The environment variable with a Python that has the package onnxruntime.
const PYTHON_VARIABLE: &str = "PARTITA_PYTHON";

fn main() {
    let arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|argument| argument == SERVE_ARGUMENT) {
        serve_onnxruntime(arguments[2].as_ref());
        return;
    }
    invalid_libraries_are_reported();
    let Some(library) = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty()) else {
        eprintln!("note: {LIBRARY_VARIABLE} is not set, nothing was run on onnxruntime");
        return;
    };
    let runtime = start(library.into()).expect("the library loads");
    works_on(&runtime);
    all_types_go_in_and_out(&runtime);
    optional_inputs_have_values(&runtime);
    rejected_models_are_reported(&runtime);
    println!("all models run on onnxruntime");
    if let Some(python) = std::env::var_os(PYTHON_VARIABLE).filter(|_| cfg!(unix)) {
        ranks_are_processes(Path::new(&python));
        println!("all ranks run as processes");
    }
}

fn ranks_are_processes(python: &Path) {
    let processes =
        RankProcesses::new(python, Duration::from_secs(60)).exchange(Some(RankExchange::SharedMemory));
    collectives_work(&|models, inputs| processes.run(models, inputs));
    let x = || arrays(&[("x", f32s(&[1], &[1.0]))]);
    let waits = |name: &str| {
        let mut sum = among(node("AllReduce", &["x"], &["s"]), "0,1");
        sum.name = Some(name.into());
        model(&["x"], &["s"], &[], vec![sum])
    };
    // One rank fails while the other waits for it.
    let fails = model(&["x"], &["y"], &[], vec![node("Unknown", &["x"], &["y"])]);
    let error = processes.run(&[waits("a"), fails], &[x(), x()]).expect_err("rank 1 fails");
    assert_eq!(error.code, code::ONNX_RUNTIME_FAILED, "{error}");
    assert!(error.message.starts_with("rank 1: onnxruntime rejected the model: "), "{error}");
    let error = processes.run(&[waits("a"), waits("b")], &[x(), x()]).expect_err("they wait for each other");
    assert_eq!((error.code, error.output.len()), (code::ONNX_COLLECTIVE, 2), "{error}");
    let wide = arrays(&[("x", f32s(&[2], &[1.0; 2]))]);
    let error = processes.run(&[waits("a"), waits("a")], &[x(), wide]).expect_err("the shapes differ");
    let expected = "rank 1: collective `a`: rank 0 sends [1] of f32, rank 1 sends [2] of f32";
    let other = expected.replacen("rank 1", "rank 0", 1);
    assert!([expected, &other].contains(&error.message.as_str()), "{error}");
    // A process that does not answer is ended.
    let hasty = processes.clone().timeout(Duration::from_millis(1));
    let error = hasty.run(&[waits("a"), waits("a")], &[x(), x()]).expect_err("Python starts more slowly");
    assert_eq!(error.code, code::ONNX_RUNTIME_ABSENT, "{error}");
    for python in ["/nonexistent/python", "false"] {
        let processes = RankProcesses::new(python, Duration::from_secs(60));
        let error = processes.run(&[waits("a"), waits("a")], &[x(), x()]).expect_err("it is not Python");
        assert_eq!(error.code, code::ONNX_RUNTIME_ABSENT, "{error}");
    }
}

fn start(library: PathBuf) -> Result<OnnxRuntime, EngineError> {
    OnnxRuntime::start(OnnxRuntimeSettings::new(library, Duration::from_secs(60)))
}

fn invalid_libraries_are_reported() {
    for library in ["/nonexistent/libonnxruntime.so".into(), std::env::current_exe().expect("we run")] {
        let error = start(library).err().expect("it is not a library");
        assert_eq!(error.code, code::ONNX_RUNTIME_ABSENT, "{error}");
    }
}

fn all_types_go_in_and_out(runtime: &OnnxRuntime) {
    use ElementType as E;
    for element in [
        E::Float,
        E::Uint8,
        E::Int8,
        E::Uint16,
        E::Int16,
        E::Int32,
        E::Int64,
        E::Bool,
        E::Float16,
        E::Double,
        E::Uint32,
        E::Uint64,
        E::Bfloat16,
    ] {
        let bytes: Vec<u8> = vec![1; 3 * Array::element_bytes(element)];
        let x = Array::new(element, vec![3], bytes).expect("three elements");
        let mut same = model(&["x"], &["y"], &[], vec![node("Identity", &["x"], &["y"])]);
        same.graph.as_mut().unwrap().output[0].r#type = None;
        let y = run_model(&same, &arrays(&[("x", x.clone())]), runtime);
        assert_eq!(y.map(|y| y["y"].clone()), Ok(x), "{element:?}");
    }
}

/// Inputs of an optional type are given as tensors, also where the ops on them take none.
fn optional_inputs_have_values(runtime: &OnnxRuntime) {
    for version in [15, 18] {
        let mut model = model(
            &["o"],
            &["y"],
            &[],
            vec![node("OptionalGetElement", &["o"], &["x"]), node("Neg", &["x"], &["y"])],
        );
        model.opset_import = vec![OperatorSet { domain: None, version: Some(version) }];
        let input = &mut model.graph.as_mut().expect("a graph").input[0];
        let value = Some(Box::new(TensorType::new(ElementType::Float, &[2]).to_proto()));
        let optional = TypeValue::Optional(Box::new(OptionalType { elem_type: value }));
        input.r#type = Some(Type { value: Some(optional), denotation: None });
        let outputs = run_model(&model, &arrays(&[("o", f32s(&[2], &[1.0, -2.0]))]), runtime);
        assert_eq!(outputs, Ok(arrays(&[("y", f32s(&[2], &[-1.0, 2.0]))])), "opset {version}");
    }
}

fn rejected_models_are_reported(runtime: &OnnxRuntime) {
    let unknown = model(&["x"], &["y"], &[], vec![node("Unknown", &["x"], &["y"])]);
    let error = run_model(&unknown, &arrays(&[("x", f32s(&[], &[1.0]))]), runtime).expect_err("no such op");
    assert_eq!(error.code, code::ONNX_RUNTIME_FAILED);
    assert!(error.message.contains("Unknown"), "{error}");
    let narrow = Array::new(ElementType::Float8E5M2, vec![1], vec![0]).expect("one byte");
    let mut same = model(&["x"], &["y"], &[], vec![node("Identity", &["x"], &["y"])]);
    same.opset_import[0].version = Some(19);
    same.graph.as_mut().unwrap().output[0].r#type = None;
    let error = run_model(&same, &arrays(&[("x", narrow)]), runtime).expect_err("cannot be passed");
    assert_eq!(error.code, code::ONNX_RUNTIME_LACKS, "{error}");
}
