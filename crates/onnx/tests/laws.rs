//! Properties of every signature, on random nodes, most of which are invalid.

use partita_base::Id;
use partita_onnx::infer_types;
use partita_onnx::ops::{Call, Contents, IntElement, Operand, node_signature, op_names};
use partita_onnx::proto::{
    Attribute, DimValue, Dimension, Function, Graph, Model, Node, OperatorSet, Shape, Tensor, TensorShape,
    Type, TypeValue, ValueInfo,
};
use partita_onnx::{Dim, ElementType, FactorKind, Signature, TensorType};
use partita_rule::TensorMapping;
use proptest::prelude::*;
use proptest::test_runner::RngAlgorithm;

const ATTRIBUTES: &[&str] = &[
    "allowzero",
    "auto_pad",
    "axes",
    "axis",
    "batch_axis",
    "batch_dims",
    "block_size",
    "blocksize",
    "ceil_mode",
    "dilations",
    "direction",
    "end",
    "equation",
    "group",
    "hidden_size",
    "inverse",
    "k",
    "keepdims",
    "kernel_shape",
    "kv_num_heads",
    "layout",
    "mode",
    "n_targets",
    "noop_with_empty_axes",
    "num_groups",
    "num_heads",
    "num_outputs",
    "offset_group",
    "onesided",
    "output_height",
    "output_padding",
    "output_shape",
    "p",
    "pads",
    "perm",
    "pooled_shape",
    "q_num_heads",
    "reduction",
    "scales",
    "size",
    "split",
    "start",
    "steps",
    "strides",
    "time_axis",
    "to",
    "training_mode",
    "transA",
    "transB",
    "update_rule",
];

const TEXTS: &[&str] = &[
    "",
    "NOTSET",
    "VALID",
    "SAME_UPPER",
    "SAME_LOWER",
    "CRD",
    "DCR",
    "none",
    "sum",
    "mean",
    "add",
    "max",
    "bidirectional",
    "nearest",
    "linear",
    "ij,jk->ik",
    "...i,i...->...",
    "ii",
    "->",
    "a,b,c->abc",
    "\u{e9}->x",
];

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -3i64..9, 1 => Just(i64::MAX), 1 => Just(i64::MIN), 1 => any::<i64>()]
}

fn attribute() -> impl Strategy<Value = Attribute> {
    let name = proptest::sample::select(ATTRIBUTES);
    let text = proptest::sample::select(TEXTS);
    (
        name,
        proptest::option::of(number()),
        proptest::collection::vec(number(), 0..5),
        proptest::option::of(text),
    )
        .prop_map(|(name, i, ints, text)| {
            let floats = ints.iter().map(|int| *int as f32 / 2.0).collect();
            let s = text.map(|text| text.as_bytes().to_vec().into());
            Attribute { name: Some(name.into()), i, ints, floats, s, ..Attribute::default() }
        })
}

fn dim() -> impl Strategy<Value = Dim> {
    let size = prop_oneof![Just(0), Just(1), Just(2), Just(3), Just(4), Just(6), Just(8), Just(12)];
    prop_oneof![
        12 => size.prop_map(Dim::Known),
        1 => Just(Dim::Known(u64::MAX)),
        1 => Just(Dim::Named("N".into())),
        1 => Just(Dim::Named("S".into())),
        1 => Just(Dim::Unknown),
    ]
}

fn operand() -> impl Strategy<Value = Option<Operand>> {
    let element = proptest::sample::select(vec![
        ElementType::Float,
        ElementType::Int64,
        ElementType::Uint8,
        ElementType::Bool,
    ]);
    let dims = proptest::option::weighted(0.95, proptest::collection::vec(dim(), 0..5));
    let elements = proptest::collection::vec(
        prop_oneof![6 => number().prop_map(IntElement::Int), 1 => dim().prop_map(IntElement::Size)],
        0..5,
    );
    let constant = elements.prop_map(|elements| {
        let ty = TensorType::new(ElementType::Int64, &[elements.len() as u64]);
        Some(Operand { ty, contents: Some(Contents::Ints(elements)) })
    });
    let floats = proptest::collection::vec(
        prop_oneof![Just(1.0), Just(2.0), Just(0.5), Just(-1.0), Just(f64::NAN)],
        0..5,
    );
    let floats = floats.prop_map(|floats| {
        let ty = TensorType::new(ElementType::Float, &[floats.len() as u64]);
        Some(Operand { ty, contents: Some(Contents::Floats(floats)) })
    });
    let plain = (proptest::option::of(element), dims)
        .prop_map(|(element, dims)| Some(Operand { ty: TensorType { element, dims }, contents: None }));
    prop_oneof![8 => plain, 3 => constant, 1 => floats, 1 => Just(None)]
}

fn case() -> impl Strategy<Value = (Node, i64, Vec<Option<Operand>>)> {
    let op = proptest::sample::select(op_names().collect::<Vec<_>>());
    let attributes = proptest::collection::vec(attribute(), 0..6);
    // Most ops need inputs of equal shapes.
    let inputs =
        (proptest::collection::vec(operand(), 0..7), any::<bool>()).prop_map(|(mut inputs, alike)| {
            if let (true, Some(first)) = (alike, inputs.first().cloned()) {
                inputs.iter_mut().take(3).for_each(|input| *input = first.clone());
            }
            inputs
        });
    (op, attributes, inputs, 0usize..4, 6i64..27).prop_map(
        |((domain, op), attribute, inputs, outputs, opset)| {
            let node = Node {
                op_type: Some(op.into()),
                domain: Some(domain.into()),
                attribute,
                output: (0..outputs).map(|at| format!("y{at}")).collect(),
                ..Node::default()
            };
            (node, opset, inputs)
        },
    )
}

fn name() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["", "a", "b", "c", "d", "e", "x", "y"]).prop_map(String::from)
}

fn info() -> impl Strategy<Value = ValueInfo> {
    (name(), proptest::option::of(proptest::collection::vec(dim(), 0..4)), 0i32..12).prop_map(
        |(name, dims, element)| {
            let dim = |dim: Dim| {
                let value = match dim {
                    Dim::Known(size) => Some(DimValue::Value(i64::try_from(size).unwrap_or(-1))),
                    Dim::Named(name) => Some(DimValue::Param(name.to_string())),
                    Dim::Unknown => None,
                };
                Dimension { value, denotation: None }
            };
            let shape = dims.map(|dims| Shape { dim: dims.into_iter().map(dim).collect() });
            let value = Some(TypeValue::Tensor(TensorShape { elem_type: Some(element), shape }));
            ValueInfo {
                name: Some(name),
                r#type: Some(Type { value, denotation: None }),
                ..ValueInfo::default()
            }
        },
    )
}

fn tensor() -> impl Strategy<Value = Tensor> {
    (name(), proptest::collection::vec(number(), 0..5), any::<bool>()).prop_map(
        |(name, int64_data, right)| {
            let dims = vec![if right { int64_data.len() as i64 } else { -1 }];
            Tensor { name: Some(name), dims, data_type: Some(7), int64_data, ..Tensor::default() }
        },
    )
}

/// A random node of the common ops, which uses and defines values of a few names.
fn named_node() -> impl Strategy<Value = Node> {
    let ops = [
        "Add",
        "Concat",
        "Exp",
        "Gather",
        "Identity",
        "If",
        "Loop",
        "MatMul",
        "Reshape",
        "Scan",
        "Shape",
        "Slice",
        "Split",
        "Squeeze",
        "Transpose",
        "Unsqueeze",
        "Where",
        "f",
        "g",
    ];
    let names = || proptest::collection::vec(name(), 0..5);
    let op = proptest::sample::select(ops.to_vec());
    let attributes = proptest::collection::vec(attribute(), 0..3);
    (op, names(), names(), attributes).prop_map(|(op, input, output, attribute)| Node {
        op_type: Some(op.into()),
        domain: (op.len() == 1).then(|| "own".into()),
        input,
        output,
        attribute,
        ..Node::default()
    })
}

fn graph(depth: u32) -> BoxedStrategy<Graph> {
    let lists = (
        proptest::collection::vec(named_node(), 0..6),
        proptest::collection::vec(info(), 0..4),
        proptest::collection::vec(info(), 0..4),
        proptest::collection::vec(tensor(), 0..3),
    );
    let plain = lists.prop_map(|(node, input, output, initializer)| Graph {
        node,
        input,
        output,
        initializer,
        ..Graph::default()
    });
    if depth == 0 {
        return plain.boxed();
    }
    (plain, graph(depth - 1), graph(depth - 1), 0i64..3)
        .prop_map(|(mut outer, first, second, scanned)| {
            for node in &mut outer.node {
                let body = |name: &str, graph: &Graph| Attribute {
                    name: Some(name.into()),
                    g: Some(graph.clone()),
                    ..Attribute::default()
                };
                match node.op() {
                    "If" => {
                        node.attribute.extend([body("then_branch", &first), body("else_branch", &second)])
                    }
                    "Loop" | "Scan" => node.attribute.push(body("body", &first)),
                    _ => continue,
                }
                let count = Attribute {
                    name: Some("num_scan_inputs".into()),
                    i: Some(scanned),
                    ..Attribute::default()
                };
                node.attribute.push(count);
            }
            outer
        })
        .boxed()
}

fn function(name: &'static str) -> impl Strategy<Value = Function> {
    proptest::collection::vec(named_node(), 0..4).prop_map(move |node| Function {
        name: Some(name.into()),
        domain: Some("own".into()),
        input: vec!["a".into(), "b".into()],
        output: vec!["x".into(), "y".into()],
        node,
        opset_import: vec![OperatorSet { domain: None, version: Some(20) }],
        ..Function::default()
    })
}

/// A dimension has the size of its factors together, except for windows, whose input has its own size.
fn check_tensor(
    signature: &Signature,
    ty: &TensorType,
    mapping: &TensorMapping,
    is_input: bool,
) -> Result<(), TestCaseError> {
    let mut seen = Vec::new();
    prop_assert!(mapping.dims.is_empty() || Some(mapping.dims.len()) == ty.rank());
    for (size, factors) in ty.dims.iter().flatten().zip(&mapping.dims) {
        let mut product = Some(1u64);
        for id in factors {
            prop_assert!(id.index() < signature.factors.len());
            let factor = signature.factor(*id);
            let window = matches!(factor.kind, FactorKind::Window(_));
            prop_assert!(
                !seen.contains(id) || matches!(factor.kind, FactorKind::NeedsReplication(_)),
                "factor {} twice",
                id.index()
            );
            seen.push(*id);
            product = product
                .zip(factor.size.known())
                .filter(|_| !(window && is_input))
                .and_then(|(a, b)| a.checked_mul(b));
        }
        if let (Some(size), Some(product), false) = (size.known(), product, factors.is_empty()) {
            prop_assert_eq!(size, product);
        }
    }
    Ok(())
}

/// The number of nodes and models to draw.
const CASES: u32 = 10_000;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        // Half of the time went into drawing numbers.
        rng_algorithm: RngAlgorithm::XorShift,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_answer_is_sound((node, opset, inputs) in case()) {
        let Ok(signature) = node_signature(&Call { node: &node, opset, inputs: &inputs }) else { return Ok(()) };
        prop_assert_eq!(signature.outputs.len(), node.output.len());
        prop_assert_eq!(signature.inputs.len(), inputs.len());
        let mut used = vec![false; signature.factors.len()];
        let made = |id| signature.factor(id).kind == FactorKind::Generated;
        let read_and_made = signature.inputs.iter().any(|input| input.factors().any(made));
        prop_assert!(!read_and_made);
        for (mapping, input) in signature.inputs.iter().zip(&inputs) {
            let ty = input.as_ref().map(|input| input.ty.clone()).unwrap_or_default();
            check_tensor(&signature, &ty, mapping, true)?;
            mapping.factors().for_each(|factor| used[factor.index()] = true);
        }
        for output in &signature.outputs {
            check_tensor(&signature, &output.ty, &output.mapping, false)?;
            output.mapping.factors().for_each(|factor| used[factor.index()] = true);
        }
        prop_assert!(used.iter().all(|used| *used));
        for factor in &signature.factors {
            prop_assert!(factor.size != Dim::Known(1));
        }
    }

    #[test]
    fn every_model_is_typed(graph in graph(2), f in function("f"), g in function("g"), opset in 7i64..27) {
        let model = Model {
            ir_version: Some(8),
            graph: Some(graph),
            functions: vec![f, g],
            opset_import: vec![OperatorSet { domain: None, version: Some(opset) }],
            ..Model::default()
        };
        let typed = infer_types(&model).main;
        prop_assert_eq!(typed.order.len() + typed.cycle.len(), typed.graph.nodes.len());
        for (_, answer) in typed.signatures.iter() {
            let Ok(signature) = answer else { continue };
            for output in &signature.outputs {
                check_tensor(signature, &output.ty, &output.mapping, false)?;
            }
        }
    }
}
