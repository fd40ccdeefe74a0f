//! Programs that combine several products: their partial sums may be finished late, but the results stay the same.

use std::fmt::Write;

use partita::hlo::{self, Partitioning, Seeds};

/// A generator of numbers that are the same in every run (splitmix64).
struct Choices(u64);

impl Choices {
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

/// A sharding of a 6x6 tensor. 6 is not divisible by 4, so some shards are padded.
fn sharding(rows: &str, columns: &str) -> String {
    format!("{{sdy.sharding = #sdy.sharding<@m, [{{{rows}}}, {{{columns}}}]>}}")
}

/// A program that combines products of operands sharded along the contracted dimension, and how many products it has. Every value is used
/// once, so that sums may wait; some ops need complete ones.
fn program(seed: u64) -> (String, usize) {
    let draw = &mut Choices(seed);
    let axes = draw.of(&["\"x\"", "\"y\"", "\"x\", \"y\"", "\"x\":(1)2"]);
    let products = 2 + draw.below(3);
    let mut arguments = vec![format!("%r: {SQUARE} {}", sharding("", ""))];
    for at in 0..products {
        let rows = if axes.contains('x') { "" } else { draw.of(&["", "\"x\""]) };
        arguments.push(format!("%a{at}: {SQUARE} {}", sharding(rows, axes)));
        arguments.push(format!("%b{at}: {SQUARE} {}", sharding(draw.of(&["", axes]), "")));
    }
    let result = sharding(draw.of(&["", "", axes]), "");
    let mut text = format!(
        "sdy.mesh @m = <[\"x\"=4, \"y\"=2]>\nfunc.func @main({}) -> ({SQUARE} {result}) {{\n  %c = stablehlo.constant dense<-2.5> : {SQUARE}\n",
        arguments.join(", "),
    );
    let mut values: Vec<String> = Vec::new();
    let mut count = 0;
    let mut write = |op: String| {
        count += 1;
        let _ = writeln!(text, "  %{count} = {op}");
        format!("%{count}")
    };
    let dot = |a: &str, b: &str| {
        format!(
            "stablehlo.dot_general {a}, {b}, contracting_dims = [1] x [0] : ({SQUARE}, {SQUARE}) -> {SQUARE}"
        )
    };
    for at in 0..products {
        values.push(write(dot(&format!("%a{at}"), &format!("%b{at}"))));
    }
    while values.len() > 1 || draw.below(3) > 0 {
        let first = values.swap_remove(draw.below(values.len()));
        let mut other = || if values.is_empty() { "%r".to_owned() } else { values.swap_remove(0) };
        let op = match draw.below(16) {
            0..=4 => format!("stablehlo.add {first}, {} : {SQUARE}", other()),
            5..=7 => format!("stablehlo.subtract {first}, {} : {SQUARE}", other()),
            8 => format!("stablehlo.add {first}, %c : {SQUARE}"),
            9 => format!("stablehlo.multiply %r, {first} : {SQUARE}"),
            10 => format!("stablehlo.divide {first}, %c : {SQUARE}"),
            11 => format!("stablehlo.transpose {first}, dims = [1, 0] : ({SQUARE}) -> {SQUARE}"),
            12 => format!("stablehlo.reverse {first}, dims = [1] : {SQUARE}"),
            13 => dot(&first, "%r"),
            14 => format!("stablehlo.maximum {first}, {} : {SQUARE}", other()),
            _ => format!("stablehlo.multiply {first}, {} : {SQUARE}", other()),
        };
        values.push(write(op));
    }
    let _ = writeln!(text, "  return {} : {SQUARE}\n}}", values[0]);
    (text, products)
}

#[test]
fn sums_of_several_products_stay_the_same() {
    let mut shared = 0;
    for seed in 0..150 {
        let (text, products) = program(seed);
        let program = hlo::read("test.mlir", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let partitioned = hlo::partition(program, &Partitioning::default()).unwrap();
        let local = partitioned.text();
        let report = partitioned.verify(Seeds { first: seed, count: 1 }).unwrap();
        assert!(report.differences.is_empty() && report.elements == 36, "{text}\n{local}");
        let sums =
            ["stablehlo.all_reduce", "stablehlo.reduce_scatter"].map(|name| local.matches(name).count());
        shared += usize::from(sums[0] + sums[1] < products);
    }
    assert!(shared >= 40, "{shared} programs finish fewer sums than they have products");
}
