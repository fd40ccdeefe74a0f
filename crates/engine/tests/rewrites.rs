//! Ops that the partitioner rewrites before it shards them keep their meaning, for all shapes and
//! shardings.

use partita_base::Source;
use partita_engine::{Seeds, verify};
use partita_interp::Limits;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, partition};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn tensor(shape: &[u64], element: &str) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}{element}>")
}

/// A sharding of a tensor: for each axis of the mesh, the dimension that it shards, if any.
fn sharding(rank: usize, axes: [usize; 2]) -> String {
    let dim = |dim: usize| {
        let names: Vec<&str> =
            axes.iter().zip(["\"x\"", "\"y\""]).filter(|(at, _)| **at == dim).map(|(_, name)| name).collect();
        format!("{{{}}}", names.join(", "))
    };
    let dims: Vec<String> = (0..rank).map(dim).collect();
    format!("#sdy.sharding<@mesh, [{}]>", dims.join(", "))
}

/// A function with these arguments; `axes` are the shardings of the arguments and results, in order.
fn program(
    arguments: &[(Vec<u64>, &str)],
    line: &str,
    results: &[(Vec<u64>, &str)],
    axes: &[[usize; 2]],
) -> String {
    let mut axes = axes.iter().copied().cycle();
    let mut typed = |(shape, element): &(Vec<u64>, &str)| {
        let axes = axes.next().expect("there are some");
        format!("{} {{sdy.sharding = {}}}", tensor(shape, element), sharding(shape.len(), axes))
    };
    let inputs: Vec<String> =
        arguments.iter().enumerate().map(|(index, ty)| format!("%arg{index}: {}", typed(ty))).collect();
    let outputs: Vec<String> = results.iter().map(typed).collect();
    let types: Vec<String> = results.iter().map(|(shape, element)| tensor(shape, element)).collect();
    let values: Vec<String> = match results.len() {
        1 => vec!["%0".into()],
        count => (0..count).map(|index| format!("%0#{index}")).collect(),
    };
    format!(
        "module {{\n  sdy.mesh @mesh = <[\"x\"=2, \"y\"=3]>\n  func.func @main({}) -> ({}) {{\n    {line}\n    return {} : {}\n  }}\n}}\n",
        inputs.join(", "),
        outputs.join(", "),
        values.join(", "),
        types.join(", "),
    )
}

fn is_kept(text: &str) {
    let source = Source::new("test.mlir", text).expect("short");
    let parsed = parse(&source, ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{text}\n{:?}", parsed.diagnostics);
    let options = PartitionOptions::default().pad_io(true);
    let local = match partition(&parsed.module, &options) {
        Ok(local) => local,
        Err(diagnostics) => panic!("{text}\n{diagnostics:?}"),
    };
    let report = verify(&parsed.module, &local, Seeds { first: 1, count: 1 }, Limits::default());
    let report = report.unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
    assert!(report.differences.is_empty(), "{text}\n{:?}", report.differences);
}

/// For each tensor, the dimension that each axis of the mesh shards; often none.
fn axes() -> impl Strategy<Value = Vec<[usize; 2]>> {
    prop::collection::vec(prop::array::uniform2(0usize..5), 4)
}

fn sizes(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(select(vec![1u64, 2, 3, 4, 6, 8]), count)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn sums_of_products(
        size in sizes(4..5),
        lhs in subsequence(vec![0usize, 1, 2, 3], 1..4).prop_shuffle(),
        rhs in subsequence(vec![0usize, 1, 2, 3], 1..4).prop_shuffle(),
        result in subsequence(vec![0usize, 1, 2, 3], 0..5).prop_shuffle(),
        axes in axes(),
    ) {
        let result: Vec<usize> =
            result.into_iter().filter(|label| lhs.contains(label) || rhs.contains(label)).collect();
        let letters = |labels: &[usize]| -> String { labels.iter().map(|&label| ["a", "b", "c", "d"][label]).collect() };
        let shape = |labels: &[usize]| -> Vec<u64> { labels.iter().map(|&label| size[label]).collect() };
        let [left, right, out] = [&lhs, &rhs, &result].map(|labels| shape(labels));
        let line = format!(
            "%0 = stablehlo.einsum %arg0, %arg1, config = \"{},{}->{}\" : ({}, {}) -> {}",
            letters(&lhs), letters(&rhs), letters(&result),
            tensor(&left, "f32"), tensor(&right, "f32"), tensor(&out, "f32"),
        );
        is_kept(&program(&[(left, "f32"), (right, "f32")], &line, &[(out, "f32")], &axes));
    }

    #[test]
    fn batch_norms(shape in sizes(1..4), feature in 0usize..3, is_grad in any::<bool>(), axes in axes()) {
        let feature = feature % shape.len();
        let each = vec![shape[feature]];
        let (x, c) = (tensor(&shape, "f32"), tensor(&each, "f32"));
        let attrs = format!("<{{epsilon = 2.500000e-01 : f32, feature_index = {feature} : i64}}>");
        let results = [(shape.clone(), "f32"), (each.clone(), "f32"), (each.clone(), "f32")];
        if is_grad {
            let line = format!(
                "%v = stablehlo.multiply %arg3, %arg3 : {c}\n    %0:3 = \"stablehlo.batch_norm_grad\"(%arg0, %arg1, %arg2, %v, %arg4) {attrs} : ({x}, {c}, {c}, {c}, {x}) -> ({x}, {c}, {c})"
            );
            let vector = (each, "f32");
            let inputs = [(shape.clone(), "f32"), vector.clone(), vector.clone(), vector, (shape, "f32")];
            is_kept(&program(&inputs, &line, &results, &axes));
        } else {
            let line = format!(
                "%0:3 = \"stablehlo.batch_norm_training\"(%arg0, %arg1, %arg2) {attrs} : ({x}, {c}, {c}) -> ({x}, {c}, {c})"
            );
            is_kept(&program(&results, &line, &results, &axes));
        }
    }

    #[test]
    fn selections_by_index(
        table in sizes(1..4),
        chosen in sizes(0..3),
        dim in 0usize..3,
        batch in 0usize..3,
        axes in axes(),
    ) {
        let dim = dim % table.len();
        let batch = batch % (dim + 1);
        let indices: Vec<u64> = table[..batch].iter().chain(&chosen).copied().collect();
        let result: Vec<u64> = table[..dim].iter().chain(&chosen).chain(&table[dim + 1..]).copied().collect();
        let (x, i, r) = (tensor(&table, "f32"), tensor(&indices, "i32"), tensor(&result, "f32"));
        let line = format!(
            "%low = stablehlo.constant dense<0> : {i}\n    %high = stablehlo.constant dense<{}> : {i}\n    %index = stablehlo.clamp %low, %arg1, %high : {i}\n    %0 = \"stablehlo.torch_index_select\"(%arg0, %index) <{{batch_dims = {batch} : i64, dim = {dim} : i64}}> : ({x}, {i}) -> {r}",
            table[dim] - 1,
        );
        is_kept(&program(&[(table, "f32"), (indices, "i32")], &line, &[(result, "f32")], &axes));
    }

    #[test]
    fn reductions_of_bits(
        shape in sizes(1..4),
        dims in subsequence(vec![0usize, 1, 2], 1..4),
        op in select(vec!["and", "or", "xor"]),
        axes in axes(),
    ) {
        let dims: Vec<usize> = dims.into_iter().filter(|&dim| dim < shape.len()).collect();
        let kept: Vec<u64> =
            shape.iter().enumerate().filter(|(dim, _)| !dims.contains(dim)).map(|(_, &size)| size).collect();
        let (x, r) = (tensor(&shape, "i32"), tensor(&kept, "i32"));
        let line = format!(
            "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.{op} across dimensions = {dims:?} : ({x}, tensor<i32>) -> {r}"
        );
        is_kept(&program(&[(shape, "i32"), (Vec::new(), "i32")], &line, &[(kept, "i32")], &axes));
    }
}
