//! Networks as lists of layers: what is read, and what is refused.

use partita_ckks::network::layer_list::parse_layer_list;
use partita_ckks::plan::{PlanOptions, plan_network};
use proptest::prelude::*;

#[test]
fn fields_have_defaults() {
    let network = parse_layer_list(
        "input = [2, 8, 8]\n[[layer]]\nop = 'conv'\nfeatures = 4\nkernel = [3, 1]\npad = 'same'\n[[layer]]\nop = 'max_pool'\nkernel = 2\n\
         [[layer]]\nop = 'activation'\nfunction = [0.0, 0.5, 0.5]\n[[layer]]\nop = 'flatten'\n[[layer]]\nop = 'gemm'\nfeatures = 3",
    )
    .unwrap();
    let shapes: Vec<([usize; 3], &str)> =
        network.layers.iter().map(|(_, layer)| (layer.shape, layer.op.kind())).collect();
    let expected = [
        ([2, 8, 8], "input"),
        ([4, 8, 8], "conv"),
        ([4, 4, 4], "max_pool"),
        ([4, 4, 4], "polynomial"),
        ([3, 1, 1], "gemm"),
    ];
    assert_eq!(shapes, expected);
}

#[test]
fn shardings_are_read() {
    let network = parse_layer_list(
        "input = [2, 8, 8]\nmesh = 'x=4, z=2'\nsharding = '[-, z, -]'\n[[layer]]\nop = 'conv'\nfeatures = 4\nkernel = 1\n\
         sharding = '[x, -, -]'",
    )
    .unwrap();
    let sharding = |id| network.layers[id].sharding.as_ref().expect("it is sharded").to_string();
    assert_eq!(
        (sharding(network.input()), sharding(network.output())),
        ("[-, z, -]".into(), "[x, -, -]".into())
    );
}

#[test]
fn mistakes_are_named() {
    let conv = "input = [1, 8, 8]\n[[layer]]\nop = 'conv'\nfeatures = 4\n";
    let cases = [
        ("input = 3", "PA0730", "`input`"),
        ("input = [1, 8, 0]\n[[layer]]\nop = 'flatten'", "PA0730", "at least 1"),
        ("input = [1, 8, 8]", "PA0730", "at least one `[[layer]]`"),
        (conv, "PA0730", "missing `kernel`"),
        (&format!("{conv}kernal = 3"), "PA0730", "`kernal`"),
        (&format!("{conv}kernel = -3"), "PA0730", "expected a size"),
        (&format!("{conv}kernel = 9"), "PA0704", ""),
        (&format!("{conv}kernel = 3\ngroups = 3"), "PA0704", "3 groups"),
        (&format!("{conv}kernel = 3\nof = 'absent'"), "PA0730", "`absent`"),
        (&format!("{conv}kernel = 3\nlayout = 'here'"), "PA0730", "layout of `conv1`"),
        (&format!("{conv}kernel = 3\n[[layer]]\nop = 'add'\nof = ['conv1', 'input']"), "PA0704", "adds"),
        (
            &format!("{conv}kernel = 3\n[[layer]]\nop = 'activation'\nof = 'input'"),
            "PA0730",
            "`conv1` has no readers",
        ),
        (&format!("{conv}kernel = 3\n[[layer]]\nop = 'lstm'"), "PA0707", "`lstm`"),
        (&format!("{conv}kernel = 3\nsharding = '[x, -, -]'"), "PA0730", "no `mesh`"),
        (&format!("mesh = 'x'\n{conv}kernel = 3"), "PA0730", "`mesh`"),
        (&format!("mesh = 'x=2'\n{conv}kernel = 3\nsharding = '[y, -, -]'"), "PA0730", "axis y"),
        (&format!("mesh = 'x=3'\n{conv}kernel = 3\nsharding = '[x, -, -]'"), "PA0702", "x=3"),
        (&format!("mesh = 'x=2'\n{conv}kernel = 3\nsharding = '[-, -, x]'"), "PA0706", "columns"),
    ];
    for (text, code, part) in cases {
        let error = parse_layer_list(text).expect_err(text);
        assert_eq!(error.code.to_string(), code, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

/// A list of `count` identical layers.
fn repeated(input: &str, layer: &str, count: usize) -> String {
    format!("input = {input}\n") + &format!("[[layer]]\n{layer}\n").repeat(count)
}

#[test]
fn lists_that_are_too_large_are_refused_at_once() {
    let huge = "op = 'conv'\nfeatures = 16777216\nkernel = 3\npad = 'same'";
    let cases = [
        (repeated("[1, 8, 8]", "op = 'flatten'", 1_000_000), "PA0713"),
        (repeated("[1, 8, 8]", "op = 'activation'", 1_000_000), "PA0713"),
        (repeated("[1, 8, 8]", "op = 'flatten'", 4097), "PA0713"),
        (repeated("[1, 8, 8]", "op = 'activation'", 4096), "PA0713"),
        (repeated("[1099511627776, 1, 1]", "op = 'flatten'", 1), "PA0730"),
        // If no earlier check rejects a tensor as too large, no layout fits it.
        (repeated("[16777216, 16777216, 16777216]", huge, 1), "PA0713, PA0732"),
        (repeated("[1, 4096, 4096]", huge, 3), "PA0713, PA0732"),
        (repeated("[1, 8, 8]", "op = 'gemm'\nfeatures = 1099511627776", 1), "PA0730"),
        (repeated("[1, 8, 8]", "op = 'concat'\nof = ['input', 'input']\nname = 'a'", 2), "PA0730"),
        (
            repeated(
                "[1, 8, 8]",
                "op = 'activation'\nlayout = '[1, 8, 8] in 1x[1, 8, 8] plane 8x8 slots 1099511627776'",
                1,
            ),
            "PA0703, PA0713, PA0730",
        ),
    ];
    for (text, codes) in cases {
        let start = std::time::Instant::now();
        let shown: String = text.chars().take(120).collect();
        // What is read may still be refused when it is planned.
        let made =
            parse_layer_list(&text).and_then(|network| plan_network(&network, 1024, &PlanOptions::default()));
        let error = made.err().unwrap_or_else(|| panic!("not refused: {shown}"));
        assert!(codes.contains(&error.code.to_string()), "{shown}: {error}");
        assert!(start.elapsed().as_secs() < 20, "{shown}: {:?}", start.elapsed());
    }
    let small = parse_layer_list(&repeated(
        "[1, 8, 8]",
        "op = 'flatten'\nname = 'a'\n[[layer]]\nop = 'activation'",
        1,
    ))
    .unwrap();
    for slots in [0, 1, 1000, 1 << 40, usize::MAX] {
        let error = plan_network(&small, slots, &PlanOptions::default()).expect_err("no such ciphertexts");
        assert_eq!(error.code.to_string(), "PA0703", "{slots}");
    }
}

#[test]
fn two_thousand_layers_are_planned_in_seconds() {
    let pair = "op = 'conv'\nfeatures = 4\nkernel = 3\npad = 'same'\n[[layer]]\nop = 'activation'";
    let network = parse_layer_list(&repeated("[4, 8, 8]", pair, 1000)).unwrap();
    let start = std::time::Instant::now();
    let plan = plan_network(&network, 1024, &PlanOptions::default()).unwrap();
    assert!(plan.is_exact && plan.depth() == 2000 && plan.keys().len() < 40, "{}", plan.depth());
    assert!(plan.peak() > 0);
    // It takes about two seconds; planning that is cubic took minutes.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

proptest! {
    /// Any text is either parsed or an error.
    #[test]
    fn nothing_panics(numbers in proptest::collection::vec(-2i64..40, 8), op in 0usize..9) {
        let ops = ["conv", "gemm", "average_pool", "max_pool", "global_pool", "activation", "add", "concat", "flatten"];
        let text = format!(
            "input = [{}, {}, {}]\n[[layer]]\nop = '{}'\nfeatures = {}\nkernel = [{}, {}]\nstride = {}\npad = {}",
            numbers[0], numbers[1], numbers[2], ops[op], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7],
        );
        let _ = parse_layer_list(&text);
    }
}
