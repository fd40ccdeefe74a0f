//! Models on the embedded runtime.

mod rank_models;

use partita_base::code;
use partita_engine::onnx::{Array, Embedded, run_model, run_ranks};
use partita_onnx::ElementType;

use rank_models::{among, arrays, f32s, model, node, with, works_on};

#[test]
fn ranks_run() {
    works_on(&Embedded::new());
}

#[test]
fn unsupported_types_and_ops_are_reported() {
    let runtime = Embedded::new();
    let one = |op: &str, x: Array| {
        let mut model = model(&["x"], &["y"], &[], vec![node(op, &["x"], &["y"])]);
        model.graph.as_mut().unwrap().output[0].r#type = None;
        run_model(&model, &arrays(&[("x", x)]), &runtime).expect_err("it lacks the type or the op")
    };
    for (op, x, why) in [
        ("Neg", Array::new(ElementType::Double, vec![1], vec![0; 8]).unwrap(), "no Neg of f64"),
        ("Sign", f32s(&[1], &[0.0]), "Sign"),
        ("Neg", Array::i64(&[1], &[1 << 40]).unwrap(), "such as 1099511627776"),
        ("GroupNormalization", f32s(&[1], &[0.0]), "GroupNormalization"),
    ] {
        let error = one(op, x);
        assert_eq!(error.code, code::ONNX_RUNTIME_LACKS, "{error}");
        assert!(error.message.contains(why), "{error}");
    }
}

/// The error of a run of two ranks with these nodes.
fn error_of_ranks(first: Vec<partita_onnx::proto::Node>, second: Vec<partita_onnx::proto::Node>) -> String {
    let models = [first, second].map(|nodes| model(&["x"], &["y"], &[], nodes));
    let inputs = [f32s(&[2], &[1.0; 2]), f32s(&[3], &[1.0; 3])].map(|x| arrays(&[("x", x)]));
    run_ranks(&models, &inputs, &Embedded::new()).expect_err("the collectives do not match").to_string()
}

#[test]
fn mismatched_collectives_are_reported() {
    let reduce = |input: &str, output: &str, name: &str| {
        let mut node = node("AllReduce", &[input], &[output]);
        node.name = Some(name.into());
        node
    };
    let neg = || vec![node("Neg", &["x"], &["y"])];
    for (first, second, why) in [
        (
            vec![reduce("x", "y", "a")],
            vec![reduce("x", "y", "a")],
            "[PA0576] collective `a`: rank 0 sends [2] of f32, rank 1 sends [3] of f32",
        ),
        (
            vec![reduce("x", "y", "a")],
            neg(),
            "[PA0576] the ranks wait for each other in a deadlock\n  rank 0 waits at `a` for [0, 1]\n  rank 1 has ended",
        ),
        (
            vec![reduce("x", "s", "a"), reduce("s", "y", "b")],
            vec![reduce("x", "s", "b"), reduce("s", "y", "a")],
            "[PA0576] the ranks wait for each other in a deadlock\n  rank 0 waits at `a` for [0, 1]\n  rank 1 waits at `b` for [0, 1]",
        ),
        (
            vec![reduce("x", "y", "a")],
            vec![{
                let mut gather = with(node("AllGather", &["x"], &["y"]), "axis", 0);
                gather.name = Some("a".into());
                gather
            }],
            "[PA0576] ranks 0 and 1 disagree about `a`: AllReduce and AllGather along axis 0",
        ),
        (
            vec![among(reduce("x", "y", "a"), "0,2")],
            neg(),
            "[PA0576] rank 0: AllReduce `a` of rank 0 has the group [0, 2], expected distinct ranks below 2",
        ),
        (
            vec![among(reduce("x", "y", "a"), "1")],
            neg(),
            "[PA0576] rank 0: AllReduce `a` of rank 0 has the group [1], which does not contain rank 0",
        ),
        (
            vec![among(reduce("x", "y", "a"), "0,zero")],
            neg(),
            "[PA0576] rank 0: AllReduce `a` of rank 0 has an invalid group",
        ),
        (
            vec![node("Neg", &["z"], &["y"])],
            neg(),
            "[PA0578] rank 0: node `Neg y` uses `z` before it is defined",
        ),
        (vec![node("Neg", &["x"], &["x"])], neg(), "[PA0578] rank 0: `x` is defined twice"),
        (vec![], neg(), "[PA0578] rank 0: the output `y` is not defined"),
    ] {
        assert_eq!(error_of_ranks(first, second), why);
    }
}

#[test]
fn missing_and_unknown_inputs_are_errors() {
    let neg = model(&["x"], &["y"], &[], vec![node("Neg", &["x"], &["y"])]);
    let runtime = Embedded::new();
    let x = f32s(&[1], &[1.0]);
    for inputs in [arrays(&[]), arrays(&[("x", x.clone()), ("z", x)])] {
        let error = run_model(&neg, &inputs, &runtime).expect_err("other inputs");
        assert_eq!(error.code, code::ONNX_RUN_INPUTS, "{error}");
    }
    assert!(run_ranks(&[neg], &[], &runtime).is_err());
}
