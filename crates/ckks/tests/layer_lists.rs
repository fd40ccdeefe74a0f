//! Networks as lists of layers: what is read, and what is refused.

use partita_ckks::network::layer_list::parse;
use proptest::prelude::*;

#[test]
fn fields_have_defaults() {
    let network = parse(
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
    let network = parse(
        "input = [2, 8, 8]\nmesh = 'x=4, z=2'\nsharding = '[-, z, -]'\n[[layer]]\nop = 'conv'\nfeatures = 4\nkernel = 1\n\
         sharding = '[x, -, -]'",
    )
    .unwrap();
    let cut = |id| network.layers[id].sharding.as_ref().expect("it is cut").to_string();
    assert_eq!((cut(network.input()), cut(network.output())), ("[-, z, -]".into(), "[x, -, -]".into()));
}

#[test]
fn mistakes_are_named() {
    let conv = "input = [1, 8, 8]\n[[layer]]\nop = 'conv'\nfeatures = 4\n";
    let cases = [
        ("input = 3", "PA0730", "no `input`"),
        ("input = [1, 8, 0]\n[[layer]]\nop = 'flatten'", "PA0730", "zero"),
        ("input = [1, 8, 8]", "PA0730", "no `[[layer]]`"),
        (conv, "PA0730", "no `kernel`"),
        (&format!("{conv}kernal = 3"), "PA0730", "`kernal`"),
        (&format!("{conv}kernel = -3"), "PA0730", "no size"),
        (&format!("{conv}kernel = 9"), "PA0704", ""),
        (&format!("{conv}kernel = 3\ngroups = 3"), "PA0704", "3 groups"),
        (&format!("{conv}kernel = 3\nof = 'nobody'"), "PA0730", "`nobody`"),
        (&format!("{conv}kernel = 3\nlayout = 'here'"), "PA0730", "layout of `conv1`"),
        (&format!("{conv}kernel = 3\n[[layer]]\nop = 'add'\nof = ['conv1', 'input']"), "PA0704", "adds"),
        (
            &format!("{conv}kernel = 3\n[[layer]]\nop = 'activation'\nof = 'input'"),
            "PA0730",
            "nobody reads `conv1`",
        ),
        (&format!("{conv}kernel = 3\n[[layer]]\nop = 'lstm'"), "PA0707", "`lstm`"),
        (&format!("{conv}kernel = 3\nsharding = '[x, -, -]'"), "PA0730", "no `mesh`"),
        (&format!("mesh = 'x'\n{conv}kernel = 3"), "PA0730", "`mesh`"),
        (&format!("mesh = 'x=2'\n{conv}kernel = 3\nsharding = '[y, -, -]'"), "PA0730", "no axis y"),
        (&format!("mesh = 'x=3'\n{conv}kernel = 3\nsharding = '[x, -, -]'"), "PA0702", "x=3"),
        (&format!("mesh = 'x=2'\n{conv}kernel = 3\nsharding = '[-, -, x]'"), "PA0706", "columns"),
    ];
    for (text, code, part) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!(error.code.to_string(), code, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

proptest! {
    /// Whatever stands in a list, it is read or refused.
    #[test]
    fn nothing_panics(numbers in proptest::collection::vec(-2i64..40, 8), op in 0usize..9) {
        let ops = ["conv", "gemm", "average_pool", "max_pool", "global_pool", "activation", "add", "concat", "flatten"];
        let text = format!(
            "input = [{}, {}, {}]\n[[layer]]\nop = '{}'\nfeatures = {}\nkernel = [{}, {}]\nstride = {}\npad = {}",
            numbers[0], numbers[1], numbers[2], ops[op], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7],
        );
        let _ = parse(&text);
    }
}
