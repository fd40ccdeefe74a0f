//! Sub-axes that cannot coexist meet in every kind of op: `"a":(1)2` on one tensor and `"a":(3)2` on another, of an
//! axis of size 6. Every program can be partitioned, with the same results.

use partita_base::Source;
use partita_engine::{Seeds, verify};
use partita_interp::Limits;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, partition};

/// Sizes of an axis and sub-axes of it, no two of which can coexist.
const PARTS: &[(u64, &[&str])] = &[
    (6, &["(1)2", "(1)3"]),
    (6, &["(1)2", "(3)2"]),
    (12, &["(1)4", "(3)2"]),
    (12, &["(2)3", "(1)3", "(4)3"]),
];

/// Ops on tensors of 4x6x4 with names %x and %y, and the type of their result %r.
const OPS: &[(&str, &str)] = &[
    ("4x6x4", "%r = stablehlo.add %x, %y : tensor<4x6x4xf32>"),
    ("4x6x4", "%r = stablehlo.reverse %x, dims = [0, 1] : tensor<4x6x4xf32>"),
    ("6x4x4", "%r = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<4x6x4xf32>) -> tensor<6x4x4xf32>"),
    ("24x4", "%r = stablehlo.reshape %x : (tensor<4x6x4xf32>) -> tensor<24x4xf32>"),
    ("4x24", "%r = stablehlo.reshape %x : (tensor<4x6x4xf32>) -> tensor<4x24xf32>"),
    ("2x4x4", "%r = stablehlo.slice %x [1:3, 1:5, 0:4] : (tensor<4x6x4xf32>) -> tensor<2x4x4xf32>"),
    ("6x7x4", "%r = stablehlo.pad %x, %z, low = [2, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<6x7x4xf32>"),
    ("4x12x4", "%r = stablehlo.concatenate %x, %y, dim = 1 : (tensor<4x6x4xf32>, tensor<4x6x4xf32>) -> tensor<4x12x4xf32>"),
    ("6x6x4", "%s = stablehlo.slice %y [0:2, 0:6, 0:4] : (tensor<4x6x4xf32>) -> tensor<2x6x4xf32>
  %r = stablehlo.concatenate %x, %s, dim = 0 : (tensor<4x6x4xf32>, tensor<2x6x4xf32>) -> tensor<6x6x4xf32>"),
    ("2x6x4", "%r = stablehlo.dynamic_slice %x, %i, %i, %i, sizes = [2, 6, 4] : (tensor<4x6x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x4xf32>"),
    ("4x6x4", "%s = stablehlo.slice %y [0:1, 0:3, 0:4] : (tensor<4x6x4xf32>) -> tensor<1x3x4xf32>
  %r = stablehlo.dynamic_update_slice %x, %s, %i, %i, %i : (tensor<4x6x4xf32>, tensor<1x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x6x4xf32>"),
    ("4x6x6", "%r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x6x4xf32>, tensor<4x6x4xf32>) -> tensor<4x6x6xf32>"),
    ("6x6", "%r = stablehlo.dot_general %x, %y, contracting_dims = [0, 2] x [0, 2] : (tensor<4x6x4xf32>, tensor<4x6x4xf32>) -> tensor<6x6xf32>"),
    ("4x4", "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x4xf32>"),
    ("4x6x4x3", "%r = stablehlo.broadcast_in_dim %x, dims = [0, 1, 2] : (tensor<4x6x4xf32>) -> tensor<4x6x4x3xf32>"),
    ("4x6x4", "%r = \"stablehlo.sort\"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4x6x4xf32>) -> tensor<4x6x4xf32>"),
    ("4x6x4", "%r = \"stablehlo.reduce_window\"(%x, %z) <{padding = dense<[[0, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6x4xf32>, tensor<f32>) -> tensor<4x6x4xf32>"),
    ("4x6x4", "%r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x4xf32>, tensor<3x4x4xf32>) -> tensor<4x6x4xf32>"),
    ("6x6x4", "%r = \"stablehlo.gather\"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6, 4>}> : (tensor<4x6x4xf32>, tensor<6x1xi32>) -> tensor<6x6x4xf32>"),
    ("4x6x4", "%s = stablehlo.slice %y [0:1, 0:6, 0:4] : (tensor<4x6x4xf32>) -> tensor<1x6x4xf32>
  %u = stablehlo.broadcast_in_dim %s, dims = [0, 1, 2] : (tensor<1x6x4xf32>) -> tensor<6x6x4xf32>
  %r = \"stablehlo.scatter\"(%x, %n, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6x4xf32>, tensor<6x1xi32>, tensor<6x6x4xf32>) -> tensor<4x6x4xf32>"),
    ("4x6x4", "%r = \"stablehlo.if\"(%p) ({
    stablehlo.return %x : tensor<4x6x4xf32>
  }, {
    stablehlo.return %y : tensor<4x6x4xf32>
  }) : (tensor<i1>) -> tensor<4x6x4xf32>"),
];

/// A constraint that shards one dimension of a tensor. Not an argument sharding, because arguments drop axes that do not divide them.
fn sharding(rank: usize, dim: usize, part: &str) -> String {
    let dims: Vec<String> =
        (0..rank).map(|at| if at == dim { format!("{{\"a\":{part}}}") } else { "{}".into() }).collect();
    format!("<@mesh, [{}]>", dims.join(", "))
}

fn program(axis: u64, op: &(&str, &str), of: [String; 3]) -> String {
    let (shape, text) = op;
    let [x, y, r] = of;
    format!(
        "sdy.mesh @mesh = <[\"a\"={axis}]>
func.func @main(%arg0: tensor<4x6x4xf32>, %arg1: tensor<4x6x4xf32>, %k: tensor<3x4x4xf32>) -> tensor<{shape}xf32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<[[3], [1], [0], [2], [2], [1]]> : tensor<6x1xi32>
  %x = sdy.sharding_constraint %arg0 {x} : tensor<4x6x4xf32>
  %y = sdy.sharding_constraint %arg1 {y} : tensor<4x6x4xf32>
  {text}
  %w = sdy.sharding_constraint %r {r} : tensor<{shape}xf32>
  return %w : tensor<{shape}xf32>
}}"
    )
}

fn check(text: &str) -> Result<(), String> {
    let source = Source::new("program", text).expect("short");
    let parsed = parse(&source, ParseOptions::default());
    let mut found = parsed.diagnostics;
    found.append(partita_verify::verify(&parsed.module));
    if found.has_errors() {
        return Err(format!("not valid: {:?}", found.iter().next().map(|error| &error.message)));
    }
    let local = partition(&parsed.module, &PartitionOptions::default())
        .map_err(|found| format!("refused: {:?}", found.iter().next().map(|error| &error.message)))?;
    let invalid = partita_verify::verify(&local.module);
    if invalid.has_errors() {
        return Err(format!("invalid: {:?}", invalid.iter().next().map(|error| &error.message)));
    }
    let report = verify(&parsed.module, &local, Seeds { first: 0, count: 1 }, Limits::default())
        .map_err(|failure| format!("{failure:?}"))?;
    match report.differences.first() {
        Some(difference) => Err(format!("{difference:?}")),
        None => Ok(()),
    }
}

/// The sub-axes on two operands and the result, in all dimensions in turn.
#[test]
fn parts_that_cannot_coexist_meet_in_every_op() {
    let mut checked = 0;
    for (axis, parts) in PARTS {
        for op in OPS {
            let rank = op.0.split('x').count();
            for (x, y, r) in (0..3).flat_map(|x| (0..3).map(move |y| (x, y, (x + y) % rank))) {
                let part = |at: usize| parts[at % parts.len()];
                for first in 0..parts.len() {
                    let of = [
                        sharding(3, x, part(first)),
                        sharding(3, y, part(first + 1)),
                        sharding(rank, r, part(first + 1 + x % 2)),
                    ];
                    let text = program(*axis, op, of);
                    if let Err(message) = check(&text) {
                        panic!("{message} in\n{text}");
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1500, "{checked} programs");
}
