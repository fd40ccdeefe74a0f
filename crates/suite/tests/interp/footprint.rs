//! The memory of a run is predicted before it starts.

use partita_base::Source;
use partita_interp::{Element, Limits, Tensor, Topology, footprint, run_spmd};
use partita_ir::Module;
use partita_mlir::{ParseOptions, parse};

fn read(text: &str) -> Module {
    let parsed = parse(&Source::new("test", text).expect("short"), ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics);
    parsed.module
}

const LOOP: &str = r#"
func.func @main(%arg0: tensor<100xf32>) -> tensor<100xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %x = %arg0) : tensor<i32>, tensor<100xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = func.call @twice(%x) : (tensor<100xf32>) -> tensor<100xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<100xf32>
  }
  return %0#1 : tensor<100xf32>
}
func.func private @twice(%arg0: tensor<100xf32>) -> tensor<100xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<100xf32>
  return %0 : tensor<100xf32>
}
"#;

#[test]
fn a_run_fits_into_what_was_found_out_before() {
    let module = read(LOOP);
    let run = |memory: u64| {
        let arguments = vec![vec![Tensor::zeros(Element::F32, &[100]).expect("small")]; 2];
        let limits = Limits::default().memory(memory);
        run_spmd(&module, "main", &arguments, Topology::partitions(2), limits)
    };
    let need = footprint(&module, "main", 2);
    assert!(run(need.bytes).is_ok());
    assert!(run(need.bytes / 2).is_err());
    // Two devices, floats in 4 bytes: the argument, the state of the loop, the argument of the call, its result.
    assert!((2 * 4 * 400..2 * 6 * 400).contains(&need.bytes), "{}", need.bytes);
    assert_eq!((need.largest[0].bytes, need.largest[0].shape.as_slice()), (400, [100].as_slice()));
}

#[test]
fn sizes_beyond_all_memory_are_counted_without_overflow() {
    let module = read(
        "func.func @main(%arg0: tensor<4294967296x4294967296xf64>) -> tensor<4294967296x4294967296xf64> {
  %0 = stablehlo.negate %arg0 : tensor<4294967296x4294967296xf64>
  return %0 : tensor<4294967296x4294967296xf64>
}",
    );
    let need = footprint(&module, "main", 8);
    assert_eq!(need.bytes, u64::MAX);
    assert!(need.largest[0].is_too_large());
}
