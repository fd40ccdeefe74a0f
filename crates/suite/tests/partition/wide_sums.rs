//! Ops with thousands of operands that are partial sums.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use partita_base::Source;
use partita_ir::OpCode;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, partition};

/// A concatenation of products over a sharded dimension.
fn concatenated_products(count: usize) -> String {
    let mut text = format!(
        r#"sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {{sdy.sharding = #sdy.sharding<@m, [{{}}, {{"x"}}]>}}, %b: tensor<8x2xf32> {{sdy.sharding = #sdy.sharding<@m, [{{"x"}}, {{}}]>}}) -> tensor<4x{}xf32> {{
"#,
        2 * count
    );
    for at in 0..count {
        writeln!(
            text,
            "%{at} = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>"
        )
        .unwrap();
    }
    let names: Vec<String> = (0..count).map(|at| format!("%{at}")).collect();
    let types = vec!["tensor<4x2xf32>"; count].join(", ");
    let (names, width) = (names.join(", "), 2 * count);
    write!(
        text,
        "%c = stablehlo.concatenate {names}, dim = 1 : ({types}) -> tensor<4x{width}xf32>
return %c : tensor<4x{width}xf32>
}}"
    )
    .unwrap();
    text
}

/// It took 23 s when the time grew with the third power of the operands.
#[test]
fn sums_of_thousands_of_operands_are_finished_once() {
    let parsed = parse(&Source::new("test", concatenated_products(4000)).unwrap(), ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics.iter().next());
    let started = Instant::now();
    let local = partition(&parsed.module, &PartitionOptions::default()).expect("it can be partitioned");
    let took = started.elapsed();
    let module = &local.module;
    let is_sum = |&&op: &&_| module.op(op).name.code() == Some(OpCode::AllReduce);
    assert_eq!(module.walk(module.top()).iter().filter(is_sum).count(), 1);
    assert!(took < Duration::from_secs(8), "{took:?}");
}
