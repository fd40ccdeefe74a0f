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
        let packed = lowered.pack(&input).unwrap();
        let (made, counters) =
            simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
        let made = lowered.unpack(&made).unwrap();
        assert_eq!(counters.rotations, plan.rotations());
        for ((made, direct), theirs) in made.iter().zip(&direct).zip(theirs) {
            assert!((made - direct).abs() < 1e-12, "{made} and {direct}");
            assert!((direct - theirs).abs() < 1e-6, "{direct} and {theirs}");
        }
    }
}

#[test]
fn constants_functions_and_products_are_those_of_onnxruntime() {
    let text = include_str!("../../../../testdata/ckks/nets/smooth.textproto");
    let mut network = network(text).unwrap();
    // Constants are in the weights of their neighbours, except before padding; SiLU and GELU are one layer each.
    let names: Vec<&str> = network.layers.iter().map(|(_, layer)| layer.name.as_str()).collect();
    assert_eq!(names, ["x", "b", "conv", "sigmoid", "point", "g2", "tanh", "gate", "less", "gemm"]);
    let kinds: Vec<&str> = network.layers.iter().map(|(_, layer)| layer.op.kind()).collect();
    assert_eq!(kinds[3..9], ["silu", "conv", "gelu", "tanh", "multiply", "subtract"]);
    let input: Vec<f64> = (0..32).map(|n| f64::from(n * 7 % 13) / 13.0 - 0.5).collect();
    network.calibrate(std::slice::from_ref(&input), 1.25).unwrap();
    let [direct, exact] = [network.run(&input).unwrap(), network.run_exactly(&input).unwrap()];
    // onnxruntime 1.31, f32.
    let theirs = [2.612_326_9, 3.863_292_7, -1.639_785_6, 1.447_284_2];
    for ((direct, exact), theirs) in direct.iter().zip(&exact).zip(theirs) {
        assert!((exact - theirs).abs() < 2e-6, "{exact} and {theirs}");
        assert!((direct - exact).abs() < 2e-3, "{direct} and {exact}");
    }
    for slots in [64, 256] {
        let plan = plan_network(&network, slots, &PlanOptions::default()).unwrap();
        let lowered = plan.lower(&network, &plan.without_bootstraps()).unwrap();
        let packed = lowered.pack(&input).unwrap();
        let (made, counters) =
            simulate_program(&lowered.program, &lowered.sources, &packed, Simulation::default()).unwrap();
        assert_eq!(counters.rotations, plan.rotations());
        for (made, direct) in lowered.unpack(&made).unwrap().iter().zip(&direct) {
            assert!((made - direct).abs() < 1e-9, "{made} and {direct}");
        }
    }
}

#[test]
fn own_polynomials_are_read() {
    let image = "dim { dim_value: 1 } dim { dim_value: 2 }";
    let node = "node { input: \"x\" output: \"y\" op_type: \"Chebyshev\" domain: \"partita\" attribute { name: \"coefficients\" \
                floats: [0.5, 0.25, 0.125] type: FLOATS } attribute { name: \"range\" f: 4 type: FLOAT } }";
    let mut network = network(&one_node(node, image)).unwrap();
    let input = [3.0, -1.0];
    assert_eq!(network.run(&input).unwrap_err().code.to_string(), "PA0714", "not calibrated");
    network.calibrate(&[input.to_vec()], 1.0).unwrap();
    // T2(x / 4) is x * x / 8 - 1.
    let wanted = input.map(|x: f64| 0.5 + 0.25 * x / 4.0 + 0.125 * (x * x / 8.0 - 1.0));
    for (made, wanted) in network.run(&input).unwrap().iter().zip(wanted) {
        assert!((made - wanted).abs() < 1e-12, "{made} and {wanted}");
    }
    let error = network.calibrate(&[vec![5.0, 0.0]], 1.0).unwrap_err();
    assert_eq!(error.code.to_string(), "PA0714", "{error}");
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
            "node { input: \"x\" output: \"y\" name: \"end\" op_type: \"LogSoftmax\" }",
            image,
            "PA0707",
            "LogSoftmax `end`",
        ),
        ("node { input: \"x\" output: \"y\" op_type: \"HardSwish\" }", image, "PA0707", "HardSwish `y`"),
        (
            "node { input: [\"x\", \"w\"] output: \"y\" op_type: \"Mul\" } \
             initializer { dims: [3] data_type: 1 name: \"w\" float_data: [1, 2, 3] }",
            image,
            "PA0707",
            "its constant does not fit its operand",
        ),
        (
            "node { input: [\"x\", \"w\"] output: \"y\" op_type: \"Div\" } \
             initializer { data_type: 1 name: \"w\" float_data: 0 }",
            image,
            "PA0707",
            "it divides by zero",
        ),
        (
            "node { input: [\"x\", \"w\"] output: \"t\" op_type: \"Add\" } \
             node { input: \"t\" output: \"y\" op_type: \"Relu\" } \
             initializer { dims: [4] data_type: 1 name: \"w\" float_data: [0, 0, -1e9, 0] }",
            image,
            "PA0707",
            "it reads a mask, which only Softmax can",
        ),
        (
            "node { input: [\"x\", \"w\"] output: \"y\" op_type: \"Pow\" } \
             initializer { data_type: 1 name: \"w\" float_data: 0.3 }",
            image,
            "PA0707",
            "its exponent is not supported",
        ),
        (
            "node { input: [\"x\", \"w\"] output: \"y\" op_type: \"Gather\" } \
             initializer { dims: [2] data_type: 7 name: \"w\" int64_data: [0, 7] }",
            image,
            "PA0707",
            "its indices do not follow each other",
        ),
        (
            "node { input: [\"x\", \"w\"] output: [\"y\", \"z\"] op_type: \"Split\" attribute { name: \"axis\" i: 1 type: INT } } \
             initializer { dims: [2] data_type: 7 name: \"w\" int64_data: [1, 3] }",
            image,
            "PA0707",
            "its parts do not add up",
        ),
        (
            "node { input: \"x\" output: \"y\" op_type: \"Softmax\" attribute { name: \"axis\" i: 9 type: INT } }",
            image,
            "PA0707",
            "no such dimension",
        ),
        (
            "node { input: [\"x\", \"x\"] output: \"y\" op_type: \"MatMul\" } ",
            "dim { dim_value: 2 } dim { dim_value: 3 }",
            "PA0704",
            "multiplies shapes [2, 3] and [2, 3]",
        ),
        (
            "node { input: \"x\" output: \"y\" op_type: \"Chebychev\" domain: \"partita\" }",
            image,
            "PA0707",
            "the domain `partita` has no such op",
        ),
        (
            "node { input: \"x\" output: \"y\" op_type: \"Chebyshev\" domain: \"partita\" }",
            image,
            "PA0712",
            "invalid polynomial",
        ),
        (
            "node { input: [\"x\", \"w\"] output: \"y\" op_type: \"Conv\" }",
            image,
            "PA0707",
            "operand 1 is not a constant",
        ),
        (
            "node { input: \"x\" output: \"y\" op_type: \"Relu\" }",
            "dim { dim_value: 3 } dim { dim_param: \"n\" }",
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
