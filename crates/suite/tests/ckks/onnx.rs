//! Networks from ONNX models, against onnxruntime's results; and what is refused.

use partita_ckks::kernels::Activation;
use partita_ckks::network::{Network, onnx};
use partita_ckks::plan::{PlanOptions, plan_network};
use partita_ckks::{CkksResult, Simulation, simulate_program};
use partita_onnx::file::{ReadLimits, from_text, read_model};

fn network(text: &str) -> CkksResult<Network> {
    let bytes = from_text(text).expect("it is a model").into();
    let model = read_model(&bytes, &ReadLimits::default()).expect("it is a model").model;
    onnx::from_model(&model, &Activation::Square)
}

#[test]
fn results_are_those_of_onnxruntime() {
    let network = network(include_str!("../../../../testdata/ckks/nets/small.textproto")).unwrap();
    let input: Vec<f64> = (0..128).map(|n| f64::from(n * 7 % 13) / 13.0 - 0.5).collect();
    // onnxruntime 1.27, f32.
    let theirs = [-0.233_416_2, 0.080_761_15, -0.027_137_004];
    let direct = network.run(&input).unwrap();
    for slots in [256, 1024] {
        let plan = plan_network(&network, slots, &PlanOptions::default()).unwrap();
        let lowered = plan.lower(&network, &plan.without_bootstraps()).unwrap();
        let packed = lowered.input.pack(&input).unwrap();
        let (made, counters) =
            simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
        let made = lowered.output.unpack(&made).unwrap();
        assert_eq!(counters.rotations, plan.rotations());
        for ((made, direct), theirs) in made.iter().zip(&direct).zip(theirs) {
            assert!((made * lowered.factor - direct).abs() < 1e-12, "{made} and {direct}");
            assert!((direct - theirs).abs() < 1e-6, "{direct} and {theirs}");
        }
    }
}

fn one_node(node: &str, shape: &str) -> String {
    format!(
        "ir_version: 10 opset_import {{ version: 21 }} graph {{ {node}
         input {{ name: \"x\" type {{ tensor_type {{ elem_type: 1 shape {{ {shape} }} }} }} }}
         output {{ name: \"y\" type {{ tensor_type {{ elem_type: 1 }} }} }} }}"
    )
}

#[test]
fn what_cannot_be_computed_is_named() {
    let image = "dim { dim_value: 1 } dim { dim_value: 2 } dim { dim_value: 4 } dim { dim_value: 4 }";
    let cases = [
        (
            "node { input: \"x\" output: \"y\" name: \"end\" op_type: \"Softmax\" }",
            image,
            "PA0707",
            "Softmax `end`",
        ),
        ("node { input: \"x\" output: \"y\" op_type: \"Sigmoid\" }", image, "PA0707", "Sigmoid `y`"),
        (
            "node { input: [\"x\", \"w\"] output: \"y\" op_type: \"Conv\" }",
            image,
            "PA0707",
            "operand 1 is not a constant",
        ),
        (
            "node { input: \"x\" output: \"y\" op_type: \"Relu\" }",
            "dim { dim_value: 3 } dim { dim_value: 2 }",
            "PA0735",
            "'x'",
        ),
        ("node { input: \"x\" output: \"z\" op_type: \"Relu\" }", image, "PA0735", "'y'"),
        (
            "node { input: \"x\" output: \"y\" op_type: \"MaxPool\" \
             attribute { name: \"kernel_shape\" ints: [2] type: INTS } }",
            image,
            "PA0707",
            "its window does not cover exactly rows and columns",
        ),
    ];
    for (node, shape, code, part) in cases {
        let error = network(&one_node(node, shape)).expect_err(node);
        assert_eq!(error.code.to_string(), code, "{error}");
        assert!(error.message.contains(part), "{error}");
        assert!(!error.help.is_empty(), "{error}");
    }
}
