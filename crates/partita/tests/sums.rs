//! Programs that combine several products: their partial sums may be finished late, but the results stay the same.

use std::fmt::Write;

use partita::hlo::{self, Partitioning, Seeds};

/// A generator of numbers that are the same in every run (splitmix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) % count as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

const SQUARE: &str = "tensor<6x6xf32>";
const DIMS: [&str; 7] =
    ["{}", "{}", "{\"x\"}", "{\"y\"}", "{\"x\", \"y\"}", "{\"y\", \"x\"}", "{\"x\":(1)2}"];

/// A sharding of a 6x6 tensor. 6 is not divisible by 4, so some shards are padded.
fn sharding(draw: &mut Draw) -> String {
    let (rows, columns) = loop {
        let (rows, columns) = (draw.of(&DIMS), draw.of(&DIMS));
        if ["x", "y"].iter().all(|axis| !(rows.contains(axis) && columns.contains(axis))) {
            break (rows, columns);
        }
    };
    format!("{{sdy.sharding = #sdy.sharding<@m, [{rows}, {columns}]>}}")
}

/// A program of square tensors: products first, then ops of which most keep partial sums.
fn program(seed: u64) -> String {
    let draw = &mut Draw(seed);
    let arguments: Vec<String> = (0..5).map(|at| format!("%a{at}: {SQUARE} {}", sharding(draw))).collect();
    let mut text = format!(
        "sdy.mesh @m = <[\"x\"=4, \"y\"=2]>\nfunc.func @main({}) -> ({SQUARE} {}, {SQUARE}) {{\n  %c = stablehlo.constant dense<-2.5> : {SQUARE}\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n",
        arguments.join(", "),
        sharding(draw),
    );
    let mut values: Vec<String> = (0..5).map(|at| format!("%a{at}")).chain(["%c".to_owned()]).collect();
    let products = 2 + draw.below(3);
    for at in 0..products + 8 {
        let (a, b) = (values[draw.below(values.len())].clone(), values[draw.below(values.len())].clone());
        // Later values more often, so that sums meet.
        let late = values[values.len() - 1 - draw.below(values.len().min(4))].clone();
        let binary = |name: &str, a: &str, b: &str| format!("stablehlo.{name} {a}, {b} : {SQUARE}");
        let op = match if at < products { 0 } else { 1 + draw.below(14) } {
            0 => {
                let (a, b) = (draw.below(5), draw.below(5));
                format!(
                    "stablehlo.dot_general %a{a}, %a{b}, contracting_dims = [1] x [0] : ({SQUARE}, {SQUARE}) -> {SQUARE}"
                )
            }
            1..=4 => binary("add", &late, &a),
            5 | 6 => binary("subtract", &a, &late),
            7 => binary("multiply", &late, &b),
            8 => binary("divide", &late, "%c"),
            9 => format!("stablehlo.negate {late} : {SQUARE}"),
            10 => format!("stablehlo.transpose {late}, dims = [1, 0] : ({SQUARE}) -> {SQUARE}"),
            11 => format!(
                "stablehlo.dot_general {late}, {b}, contracting_dims = [1] x [0] : ({SQUARE}, {SQUARE}) -> {SQUARE}"
            ),
            12 => format!("stablehlo.reverse {late}, dims = [1] : {SQUARE}"),
            13 => binary("maximum", &late, &a),
            _ => format!("stablehlo.tanh {late} : {SQUARE}"),
        };
        let _ = writeln!(text, "  %{at} = {op}");
        values.push(format!("%{at}"));
    }
    let last = &values[values.len() - 1];
    let other = &values[values.len() - 3];
    let _ = writeln!(
        text,
        "  %s = stablehlo.reduce({last} init: %z) applies stablehlo.add across dimensions = [1] : ({SQUARE}, tensor<f32>) -> tensor<6xf32>\n  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<6xf32>) -> {SQUARE}\n  %r = stablehlo.add %t, {last} : {SQUARE}\n  return %r, {other} : {SQUARE}, {SQUARE}\n}}"
    );
    text
}

#[test]
fn sums_of_several_products_stay_the_same() {
    for seed in 0..120 {
        let text = program(seed);
        let program = hlo::read("test.mlir", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let partitioned = hlo::partition(program, &Partitioning::default()).unwrap();
        let report = partitioned.verify(Seeds { first: seed, count: 1 }).unwrap();
        assert!(report.differences.is_empty() && report.elements == 72, "{text}\n{}", partitioned.text());
    }
}

/// The drawn programs do contain sums that wait: without them, each of these products has a collective of its own.
#[test]
fn terms_of_a_sum_share_one_collective() {
    for terms in 2..6 {
        let shard = "{sdy.sharding = #sdy.sharding<@m, [{}, {\"x\"}]>}";
        let mut text = format!(
            "sdy.mesh @m = <[\"x\"=2]>\nfunc.func @main(%a: {SQUARE} {shard}, %b: {SQUARE}, %r: {SQUARE}) -> {SQUARE} {{\n  %s0 = stablehlo.add %r, %r : {SQUARE}\n"
        );
        for at in 0..terms {
            let next = at + 1;
            let _ = writeln!(
                text,
                "  %p{at} = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({SQUARE}, {SQUARE}) -> {SQUARE}\n  %s{next} = stablehlo.subtract %s{at}, %p{at} : {SQUARE}"
            );
        }
        let _ = writeln!(text, "  return %s{terms} : {SQUARE}\n}}");
        let program = hlo::read("test.mlir", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let partitioned = hlo::partition(program, &Partitioning::default()).unwrap();
        assert_eq!(
            partitioned.text().matches("\"stablehlo.all_reduce\"").count(),
            1,
            "{}",
            partitioned.text()
        );
        let report = partitioned.verify(Seeds { first: 0, count: 1 }).unwrap();
        assert!(report.differences.is_empty() && report.elements > 0, "{text}");
    }
}
