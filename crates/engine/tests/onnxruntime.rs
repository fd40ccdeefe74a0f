//! Models on onnxruntime. An environment variable has the path of its library; `cargo xtask onnx-engine` sets it.
//!
//! The engine starts this program again as the process that loads the library, so it has its own `main`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test with its own main talks to its developer"
)]

mod rank_models;

use std::path::PathBuf;
use std::time::Duration;

use partita_base::code;
use partita_engine::EngineError;
use partita_engine::onnx::{
    Array, LIBRARY_VARIABLE, OnnxRuntime, OnnxRuntimeSettings, SERVE_ARGUMENT, run_model, serve_onnxruntime,
};
use partita_onnx::ElementType;

use rank_models::{arrays, f32s, model, node, works_on};

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
    rejected_models_are_reported(&runtime);
    println!("all models run on onnxruntime");
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
