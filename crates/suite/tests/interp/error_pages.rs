//! The error pages of the interpreter are correct: the example stops with the code, the fixed program runs.

use std::fs;
use std::path::Path;

use partita_base::Source;
use partita_interp::{Fault, Limits, Tensor, Topology, run_spmd, tensor_type};
use partita_mlir::{ParseOptions, parse};

/// Runs `@main` on two devices, every argument zero.
fn evaluate(text: &str) -> Result<Vec<Vec<Tensor>>, Fault> {
    let source = Source::new("page", text).expect("small");
    let parsed = parse(&source, ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{text}\n{:?}", parsed.diagnostics);
    let module = &parsed.module;
    let main = module.functions().find(|&f| module.symbol_name(f) == Some("main")).expect("@main");
    let (types, _) = module.func_type(main);
    let zero = |&ty| {
        let (element, shape) = tensor_type(module, ty).expect("static");
        Tensor::zeros(element, &shape).expect("small")
    };
    let arguments: Vec<Tensor> = types.iter().map(zero).collect();
    run_spmd(module, "main", &[arguments.clone(), arguments], Topology::partitions(2), Limits::default())
}

#[test]
fn pages_show_their_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut tried = 0;
    for entry in fs::read_dir(folder).expect("the pages are there") {
        let path = entry.expect("readable").path();
        let code = path.file_stem().expect("a file").to_string_lossy().into_owned();
        if !code.starts_with("PA055") {
            continue;
        }
        let page = fs::read_to_string(&path).expect("readable");
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let block = |part: &str| {
            let (_, rest) = part.split_once("```mlir\n").expect("a page shows a program");
            rest.split_once("```").expect("the block ends").0.to_string()
        };
        let fault = evaluate(&block(example)).expect_err(&code);
        assert_eq!(fault.error.code().to_string(), code, "{fault:?}");
        if let Err(fault) = evaluate(&block(cure)) {
            panic!("{code}: the cure stops: {fault:?}");
        }
        tried += 1;
    }
    assert_eq!(tried, 5);
}
