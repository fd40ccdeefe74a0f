//! Loops: their ops cost as much in the model as in the estimate, turn by turn, and their tensors are in memory one after the other.

use partita::Error;
use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::search::{FoundPlan, ModelAnswer, SearchOptions, find_plan};

use super::{MACHINE, read};

fn search(text: &str, mesh: &str, memory: u64) -> Result<FoundPlan, Error> {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh(mesh, None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.memory = Some(memory);
    find_plan(&read(text), &options, &mut (), &mut ())
}

/// A loop of 64 by 64 matrices around some products, which another loop may surround.
fn products(count: usize, turns: u64, is_nested: bool) -> String {
    let matrix = "tensor<64x64xf32>";
    let mut body = String::new();
    for at in 1..=count {
        let from = if at == 1 { "%x".to_string() } else { format!("%p{}", at - 1) };
        body += &format!(
            "%p{at} = stablehlo.dot_general %w, {from}, contracting_dims = [1] x [0] : ({matrix}, {matrix}) -> {matrix}\n"
        );
    }
    let around = |from: &str, index: &str, body: &str, result: &str| {
        format!(
            "%z{index} = stablehlo.constant dense<0> : tensor<i32>
             %r{index}:2 = stablehlo.while(%i{index} = %z{index}, %x{index} = {from}) : tensor<i32>, {matrix}
             cond {{
               %n{index} = stablehlo.constant dense<{turns}> : tensor<i32>
               %c{index} = stablehlo.compare LT, %i{index}, %n{index}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %c{index} : tensor<i1>
             }} do {{
               {body}
               %one{index} = stablehlo.constant dense<1> : tensor<i32>
               %j{index} = stablehlo.add %i{index}, %one{index} : tensor<i32>
               stablehlo.return %j{index}, {result} : tensor<i32>, {matrix}
             }}"
        )
    };
    let body = body.replace("%x,", "%xI,").replace(", %x ", ", %xI ").replace(" %x,", " %xI,");
    let inner = around(if is_nested { "%xO" } else { "%a" }, "I", &body, &format!("%p{count}"));
    let all = if is_nested { around("%a", "O", &inner, "%rI#1") } else { inner };
    let result = if is_nested { "%rO#1" } else { "%rI#1" };
    format!(
        "func.func @main(%a: {matrix}, %w: {matrix}) -> {matrix} {{\n{all}\nreturn {result} : {matrix}\n}}"
    )
}

/// The layer of a scan that calls a function, over weights that the loop carries unchanged.
const SCAN: &str = "
func.func @main(%x: tensor<32x64xf32>, %w: tensor<8x64x64xf32>) -> tensor<32x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %y = %x, %v = %w) : tensor<i32>, tensor<32x64xf32>, tensor<8x64x64xf32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %v, %i, %none, %none, sizes = [1, 64, 64] : (tensor<8x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %m = stablehlo.reshape %s : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %l = func.call @layer(%y, %m) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %j = func.call @next(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j, %l, %v : tensor<i32>, tensor<32x64xf32>, tensor<8x64x64xf32>
  }
  return %r#1 : tensor<32x64xf32>
}
func.func private @layer(%y: tensor<32x64xf32>, %m: tensor<64x64xf32>) -> tensor<32x64xf32> {
  %p = stablehlo.dot_general %y, %m, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %t = stablehlo.tanh %p : tensor<32x64xf32>
  return %t : tensor<32x64xf32>
}
func.func private @next(%i: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  return %j : tensor<i32>
}
";

#[test]
fn every_turn_of_a_loop_counts() {
    let programs = [
        ("8 turns", products(1, 8, false), 8),
        ("nested", products(1, 6, true), 36),
        ("scan", SCAN.to_string(), 8),
    ];
    for (name, text, turns) in programs {
        let view = search(&text, "x=4", 1 << 30).unwrap().view;
        let certificate = &view.certificate;
        let (model, estimate) = (certificate.model_seconds, certificate.estimate_seconds.unwrap());
        assert!((model - estimate).abs() <= 0.05 * estimate, "{name}: {model} s and {estimate} s");
        // A product of a shard of the rows or columns takes at least 32 · 64 · 64 · 2 / 4 operations.
        assert!(view.figures.step_seconds >= turns as f64 * 65_536e-9, "{name}: {estimate} s");
        // Its columns need no communication.
        assert_eq!(view.figures.collectives, 0, "{name}");
    }
}

/// A product with weights on both sides needs communication in every turn, or does the same work on all devices: what is right for one
/// turn is not right for the loop and the product after it.
#[test]
fn communication_in_a_loop_counts_every_turn() {
    let loop_text = products(1, 50, false).replace(
        "stablehlo.return %jI, %p1",
        "%q = stablehlo.dot_general %p1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
         stablehlo.return %jI, %q",
    );
    let view = search(&loop_text, "x=4", 1 << 30).unwrap().view;
    let certificate = &view.certificate;
    let (model, estimate) = (certificate.model_seconds, certificate.estimate_seconds.unwrap());
    assert!((model - estimate).abs() <= 0.05 * estimate, "{model} s and {estimate} s");
    assert_eq!(view.origin, "search");
    for row in view.rows.iter().filter_map(|row| row.figures) {
        assert!(view.figures.step_seconds < row.step_seconds, "{:?}", view.rows);
    }
}

/// Eight products one after the other need two results at a time, in the innermost loop as without one.
#[test]
fn tensors_of_a_body_are_in_memory_one_after_the_other() {
    // The argument, the weights, and two results, each half of 16 kB except for the weights, and the counters.
    let limit = 16_384 + 4 * 8_192 + 64;
    for text in [products(8, 8, false), products(8, 8, true)] {
        let found = search(&text, "x=2", limit).unwrap_or_else(|error| panic!("{error}"));
        assert!(found.view.figures.peak_bytes <= limit);
        assert_eq!(found.view.certificate.answer, ModelAnswer::Plan);
    }
}

/// The loop does not hold the weights a second time, unless it reads them in another layout.
#[test]
fn what_a_loop_returns_unchanged_is_in_memory_once() {
    // A quarter of the weights, a layer of them, and activations.
    let limit = 131_072 / 4 + 2 * 16_384 + 3 * 8_192;
    let found = search(SCAN, "x=4", limit).unwrap_or_else(|error| panic!("{error}"));
    assert!(found.view.figures.peak_bytes <= limit);
    assert_eq!(found.view.certificate.answer, ModelAnswer::Plan);
    // Without it, nothing fits.
    let less = search(SCAN, "x=4", 131_072 / 4).unwrap_err().to_string();
    assert!(less.contains("PA0930") && less.contains("too many"), "{less}");
}
