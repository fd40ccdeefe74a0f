//! Tests the rewritten text. That it means the same is tested by running the files of `testdata/partition`.

use partita_base::Source;
use partita_ir::{Module, names};
use partita_mlir::{ParseOptions, PrintOptions, parse, print};
use partita_verify::verify;

use super::simplify;

fn module(text: &str) -> Module {
    let parsed = parse(&Source::new("test.mlir", text).expect("short"), ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics);
    parsed.module
}

/// A function with this line, rewritten; it returns `%0`.
fn simplified(arguments: &str, line: &str, results: &str) -> String {
    let text = format!(
        "sdy.mesh @mesh = <[\"x\"=2]>\nfunc.func @main({arguments}) -> ({results}) {{\n  {line}\n  return %0 : {results}\n}}\n"
    );
    let module = module(&text);
    let spans: Vec<_> = module.walk(module.top()).iter().map(|&op| module.op(op).span).collect();
    let (module, _) = simplify(module);
    assert!(!verify(&module).has_errors(), "{}", print(&module, PrintOptions::default()));
    for op in module.walk(module.top()) {
        assert!(spans.contains(&module.op(op).span), "every op has the span of an original op");
    }
    print(&module, PrintOptions::default())
}

#[track_caller]
fn becomes(text: &str, ops: &[&str]) {
    let mut rest = text;
    for op in ops {
        let at = rest.find(op).unwrap_or_else(|| panic!("no {op} in its place in\n{text}"));
        rest = &rest[at..];
    }
}

#[test]
fn a_dot_becomes_a_dot_general() {
    let line = r#"%0 = stablehlo.dot %a, %b, precision = [HIGHEST, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, my.note = 3 : i64} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>"#;
    let text = simplified("%a: tensor<4x8xf32>, %b: tensor<8xf32>", line, "tensor<4xf32>");
    becomes(
        &text,
        &[
            "dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT]",
            "my.note = 3 : i64",
            r#"sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>"#,
        ],
    );
}

#[test]
fn an_einsum_sums_multiplies_and_transposes() {
    let line = r#"%0 = stablehlo.einsum %a, %b, config = "...abk,...bc->...cb" : (tensor<2x4x8x3xf32>, tensor<2x8x6xf32>) -> tensor<2x6x8xf32>"#;
    let text = simplified("%a: tensor<2x4x8x3xf32>, %b: tensor<2x8x6xf32>", line, "tensor<2x6x8xf32>");
    becomes(
        &text,
        &[
            "across dimensions = [1, 3] : (tensor<2x4x8x3xf32>, tensor<f32>) -> tensor<2x8xf32>",
            "batching_dims = [0, 1] x [0, 1]",
            "-> tensor<2x8x6xf32>",
            "transpose",
            "dims = [0, 2, 1]",
        ],
    );
}

#[test]
fn a_diagonal_stays() {
    let line = r#"%0 = stablehlo.unary_einsum %a, config = "aa->a" : (tensor<4x4xf32>) -> tensor<4xf32>"#;
    becomes(&simplified("%a: tensor<4x4xf32>", line, "tensor<4xf32>"), &["unary_einsum"]);
}

#[test]
fn a_broadcast_has_new_dimensions_in_front() {
    let line = "%0 = stablehlo.broadcast %a, sizes = [2, 3] : (tensor<4xf32>) -> tensor<2x3x4xf32>";
    becomes(
        &simplified("%a: tensor<4xf32>", line, "tensor<2x3x4xf32>"),
        &["broadcast_in_dim %arg0, dims = [2]"],
    );
}

#[test]
fn a_padding_that_is_not_constant_stays() {
    let line = "%z = stablehlo.constant dense<0.0> : tensor<f32>\n  %0 = stablehlo.dynamic_pad %a, %z, %p, %p, %p : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>";
    becomes(&simplified("%a: tensor<4xf32>, %p: tensor<1xi32>", line, "tensor<6xf32>"), &["dynamic_pad"]);
}

#[test]
fn sizes_are_computed_from_constants() {
    let line = "%z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %d = stablehlo.subtract %n, %c : tensor<i32>
  %p = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %a, %z, %p, %p, %i : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>";
    let text = simplified("%a: tensor<4xf32>", line, "tensor<6xf32>");
    becomes(
        &text,
        &["dense<4> : tensor<i32>", "stablehlo.pad %arg0", "low = [1], high = [1], interior = [0]"],
    );
}

#[test]
fn a_dynamic_size_stays() {
    let line = "%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>";
    becomes(&simplified("%a: tensor<?xf32>", line, "tensor<i32>"), &["get_dimension_size"]);
}

#[test]
fn a_map_is_its_body_on_tensors() {
    let line = r#"%0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<f32>):
      %1 = chlo.broadcast_multiply %x, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.is_finite %1 : (tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xi1>"#;
    let text = simplified("%a: tensor<4xf32>, %s: tensor<f32>", line, "tensor<4xi1>");
    becomes(
        &text,
        &[
            "broadcast_in_dim %arg1, dims = []",
            "multiply %arg0, %0 : tensor<4xf32>",
            "is_finite %1",
            "tensor<4xi1>",
        ],
    );
    assert!(!text.contains("stablehlo.map"), "{text}");
}

#[test]
fn a_map_that_returns_its_argument_keeps_its_sharding() {
    let line = r#"%0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>"#;
    let text = simplified("%a: tensor<4xf32>", line, "tensor<4xf32>");
    becomes(&text, &["stablehlo.reshape %arg0 {sdy.sharding", "return %0"]);
}

#[test]
fn a_map_with_a_reduction_stays() {
    let line = r#"%0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<f32>):
      %1 = stablehlo.reduce(%x init: %x) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>"#;
    becomes(&simplified("%a: tensor<4xf32>", line, "tensor<4xf32>"), &["stablehlo.map"]);
}

#[test]
fn statistics_of_short_floats_are_long() {
    let line = r#"%0, %m, %v = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<4x3xbf16>, tensor<3xbf16>, tensor<3xbf16>) -> (tensor<4x3xbf16>, tensor<3xbf16>, tensor<3xbf16>)"#;
    let text = simplified("%a: tensor<4x3xbf16>, %s: tensor<3xbf16>", line, "tensor<4x3xbf16>");
    becomes(
        &text,
        &[
            "(tensor<4x3xbf16>) -> tensor<4x3xf32>",
            "across dimensions = [0] : (tensor<4x3xf32>",
            "stablehlo.sqrt",
            "(tensor<4x3xf32>) -> tensor<4x3xbf16>",
        ],
    );
    assert!(!text.contains("batch_norm"), "{text}");
}

#[test]
fn comparisons_change_their_dialect() {
    let line = "%0 = chlo.broadcast_compare %a, %b {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LE>} : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x3xi1>";
    let text = simplified("%a: tensor<4x1xf32>, %b: tensor<3xf32>", line, "tensor<4x3xi1>");
    becomes(
        &text,
        &[
            "broadcast_in_dim %arg0, dims = [0, 1]",
            "broadcast_in_dim %arg1, dims = [1]",
            "compare LE, %0, %1, TOTALORDER",
        ],
    );
}

#[test]
fn a_composite_is_a_call_and_its_rule_goes() {
    let module = module(
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
           %0 = stablehlo.composite \"a.b\" %a {decomposition = @f, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}, custom>} : (tensor<4xf32>) -> tensor<4xf32>
           return %0 : tensor<4xf32>
         }
         func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
           return %a : tensor<4xf32>
         }",
    );
    let (module, _) = simplify(module);
    assert!(module.walk(module.top()).iter().all(|&op| module.attr(op, names::SDY_SHARDING_RULE).is_none()));
    becomes(&print(&module, PrintOptions::default()), &["call @f(%arg0)"]);
}

#[test]
fn a_module_without_such_ops_is_left_alone() {
    let text = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.abs %a : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";
    let module = module(text);
    let before = print(&module, PrintOptions::default());
    let (module, _) = simplify(module);
    assert_eq!(print(&module, PrintOptions::default()), before);
}
