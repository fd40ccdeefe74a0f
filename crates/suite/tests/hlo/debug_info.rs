//! What the debug options leave beside the module, and where they say less than Shardy.

use std::fs;
use std::path::Path;

use partita_base::Source;
use partita_hlo::propagation::run_with_dumps;
use partita_ir::Module;
use partita_ir::pass::PassInfo;
use partita_mlir::{ParseOptions, PrintOptions, parse, print};

fn read(text: &str) -> Module {
    let source = Source::new("test", text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors());
    parsed.module
}

fn pass(name: &str) -> &'static PassInfo {
    partita_hlo::passes().find(|pass| pass.name == name).expect("the pass exists")
}

/// The files in `testdata/dumps` are what jaxlib writes for `priorities.mlir`: one after each priority but the last.
#[test]
fn dumps_are_those_of_shardy() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/dumps");
    let mut module = read(&fs::read_to_string(folder.join("priorities.mlir")).expect("readable"));
    let options = [("module-dump-directory".to_string(), "folder".to_string())];
    let dumps = run_with_dumps(pass("sdy-user-priority-propagate"), &mut module, &options)
        .unwrap_or_else(|_| panic!("no error"));
    let names: Vec<&str> = dumps.iter().map(|dump| dump.name.as_str()).collect();
    let expected = [0, 1, 2].map(|priority| format!("00.propagation_after_user_priority_{priority}.mlir"));
    assert_eq!(names, expected);
    for dump in &dumps {
        assert_eq!(dump.directory, "folder");
        let expected = fs::read_to_string(folder.join(&dump.name)).expect("jaxlib wrote it");
        assert_eq!(print(&dump.module, PrintOptions::default()), expected, "{}", dump.name);
    }
}

/// The files in `testdata/dumps/export` are what jaxlib writes for `product.mlir`.
#[test]
fn dumps_of_the_export_pipeline_are_those_of_shardy() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/dumps/export");
    let mut module = read(&fs::read_to_string(folder.join("product.mlir")).expect("readable"));
    let options = [("dump-directory", "folder"), ("enable-insert-explicit-collectives", "true")]
        .map(|(name, value)| (name.to_string(), value.to_string()));
    let dumps = run_with_dumps(pass("sdy-export-pipeline"), &mut module, &options)
        .unwrap_or_else(|_| panic!("no error"));
    let names: Vec<&str> = dumps.iter().map(|dump| dump.name.as_str()).collect();
    let expected = [
        "00.after_propagation.mlir",
        "01.after_explicit_reshards.mlir",
        "02.after_partitioner_with_global_shapes.mlir",
    ];
    assert_eq!(names, expected);
    for dump in &dumps {
        assert_eq!(dump.directory, "folder");
        let expected = fs::read_to_string(folder.join(&dump.name)).expect("jaxlib wrote it");
        assert_eq!(print(&dump.module, PrintOptions::default()), expected, "{}", dump.name);
    }
}

/// Without priorities, and without the option, there is nothing between the start and the end.
#[test]
fn nothing_is_dumped_unless_there_are_priorities_and_a_folder() {
    let text = r#"sdy.mesh @mesh = <["a"=2]>
        func.func @main(%0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}PRIORITY]>}) -> tensor<8xf32> {
          return %0 : tensor<8xf32>
        }"#;
    let folder = [("module-dump-directory".to_string(), "folder".to_string())];
    for (priority, options) in [("", &folder[..]), ("p1", &[])] {
        let mut module = read(&text.replace("PRIORITY", priority));
        let dumps = run_with_dumps(pass("sdy-user-priority-propagate"), &mut module, options);
        assert!(dumps.is_ok_and(|dumps| dumps.is_empty()));
    }
}

/// A sharding on an op does not count as an origin. Shardy looks one up regardless and prints what it finds in memory.
#[test]
fn axes_given_on_an_op_have_no_origin() {
    let text = r#"sdy.mesh @mesh = <["a"=2, "b"=2]>
        func.func @main(%0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) -> tensor<8x8xf32> {
          %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>} : tensor<8x8xf32>
          return %1 : tensor<8x8xf32>
        }"#;
    let mut module = read(text);
    let options = [("debug-sharding-origins".to_string(), "true".to_string())];
    (pass("sdy-basic-propagate").run)(&mut module, &options).unwrap_or_else(|_| panic!("no error"));
    let printed = print(&module, PrintOptions::default());
    assert!(printed.contains(r#"sdy.sharding_origins = [{b = "input: 0"}]"#), "{printed}");
    assert!(!printed.contains("a = \""), "{printed}");
}

/// What flows into a loop and what its body returns are operands of its edge; Shardy's verifier counts only one.
#[test]
fn edges_of_loops_verify() {
    let text = r#"sdy.mesh @mesh = <["a"=2]>
        func.func @main(%0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %i: tensor<i1>) -> tensor<8xf32> {
          %1 = stablehlo.while(%x = %0) : tensor<8xf32> cond {
            stablehlo.return %i : tensor<i1>
          } do {
            %2 = stablehlo.negate %x : tensor<8xf32>
            stablehlo.return %2 : tensor<8xf32>
          }
          return %1 : tensor<8xf32>
        }"#;
    let mut module = read(text);
    (pass("sdy-add-data-flow-edges").run)(&mut module, &[]).unwrap_or_else(|_| panic!("no error"));
    let options = [("debug-propagation-edge-sharding".to_string(), "true".to_string())];
    (pass("sdy-basic-propagate").run)(&mut module, &options).unwrap_or_else(|_| panic!("no error"));
    assert!(print(&module, PrintOptions::default()).contains("operand-0 -> [operand-1, result-0]"));
    assert!(!partita_verify::verify(&module).has_errors());
}
