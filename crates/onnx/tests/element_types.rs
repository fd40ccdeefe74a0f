//! Element types of outputs against the type variables of the standard.
//!
//! `testdata/onnx/type_variables.json` lists them for every op; `cargo xtask onnx-rules` compares it with the installed onnx.

use std::collections::BTreeMap;

use partita_onnx::ops::{Call, Operand, element_of_output, op_names};
use partita_onnx::proto::{Attribute, Node};
use partita_onnx::{ElementType, TensorType};

/// A type that is not the only allowed type of any op.
const PROBE: ElementType = ElementType::Double;

/// Outputs whose type depends on an attribute, or is not a tensor type in the standard.
const BY_ATTRIBUTE: &[&str] = &[
    "Bernoulli",
    "BitCast",
    "BlackmanWindow",
    "Cast",
    "Constant",
    "ConstantOfShape",
    "DequantizeLinear",
    "EyeLike",
    "HammingWindow",
    "HannWindow",
    "LayerNormalization",
    "MelWeightMatrix",
    "Multinomial",
    "RandomNormal",
    "RandomNormalLike",
    "RandomUniform",
    "RandomUniformLike",
];

/// Ops on sequences, optional values and bodies, whose types are inferred elsewhere or not at all.
const NO_TENSORS: &[&str] = &[
    "ConcatFromSequence",
    "If",
    "Loop",
    "Optional",
    "OptionalGetElement",
    "Scan",
    "SequenceAt",
    "SequenceConstruct",
    "SequenceEmpty",
    "SequenceErase",
    "SequenceInsert",
    "SequenceMap",
    "SplitToSequence",
];

fn variables() -> BTreeMap<String, [Vec<String>; 2]> {
    serde_json::from_str(include_str!("../../../testdata/onnx/type_variables.json")).expect("a table of ops")
}

/// The element type of an output if one input has the type [`PROBE`] and the other types are unknown.
fn probe(op: &str, inputs: usize, known: Option<usize>, output: usize) -> Option<ElementType> {
    let node = Node { op_type: Some(op.into()), ..Node::default() };
    let operand = |at: usize| {
        let element = (known == Some(at)).then_some(PROBE);
        Some(Operand { ty: TensorType { element, dims: None }, contents: None })
    };
    let inputs: Vec<_> = (0..inputs).map(operand).collect();
    element_of_output(&Call { node: &node, opset: 26, inputs: &inputs }, output)
}

fn fixed(variable: &str) -> Option<ElementType> {
    Some(match variable {
        "tensor(bool)" => ElementType::Bool,
        "tensor(float)" => ElementType::Float,
        "tensor(int32)" => ElementType::Int32,
        "tensor(int64)" => ElementType::Int64,
        "tensor(string)" => ElementType::String,
        "tensor(uint8)" => ElementType::Uint8,
        _ => return None,
    })
}

/// Every output takes its type from the inputs with its variable and no others.
#[test]
fn an_output_has_the_type_of_the_inputs_with_its_variable() {
    let variables = variables();
    let mut faults = Vec::new();
    let mut checked = 0;
    for (_, op) in op_names().filter(|(domain, op)| domain.is_empty() && !NO_TENSORS.contains(op)) {
        let Some([inputs, outputs]) = variables.get(op) else { continue };
        for (at, output) in outputs.iter().enumerate() {
            let name = output.trim_end_matches("...");
            if let Some(expected) = fixed(name) {
                checked += 1;
                if probe(op, inputs.len(), None, at) != Some(expected) {
                    faults.push(format!("{op}: output {at} is {name}"));
                }
                continue;
            }
            if BY_ATTRIBUTE.contains(&op) && !(op == "LayerNormalization" && at == 0) {
                continue;
            }
            for (input, variable) in inputs.iter().enumerate() {
                checked += 1;
                let shares = variable.trim_end_matches("...") == name;
                let found = probe(op, inputs.len(), Some(input), at);
                if found != shares.then_some(PROBE) {
                    faults.push(format!(
                        "{op}: output {at} of input {input}: shared {shares}, found {found:?}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 300, "only {checked} checked");
}

/// Types given by attributes, and their defaults.
#[test]
fn attributes_decide_first() {
    let of = |op: &str, attribute: Option<(&str, i64)>, inputs: &[Option<ElementType>]| {
        let attribute = attribute.map(|(name, value)| Attribute {
            name: Some(name.into()),
            i: Some(value),
            ..Attribute::default()
        });
        let node =
            Node { op_type: Some(op.into()), attribute: attribute.into_iter().collect(), ..Node::default() };
        let inputs: Vec<_> = (inputs.iter())
            .map(|element| {
                let ty = TensorType { element: Some((*element)?), dims: None };
                Some(Operand { ty, contents: None })
            })
            .collect();
        element_of_output(&Call { node: &node, opset: 26, inputs: &inputs }, 0)
    };
    use ElementType::{Double, Float, Float16, Int8, Int32, Uint8};
    assert_eq!(of("Cast", Some(("to", 10)), &[Some(Float)]), Some(Float16));
    assert_eq!(of("Cast", None, &[Some(Float)]), None);
    assert_eq!(of("EyeLike", None, &[Some(Int32)]), Some(Int32));
    assert_eq!(of("EyeLike", Some(("dtype", 11)), &[Some(Int32)]), Some(Double));
    assert_eq!(of("ConstantOfShape", None, &[]), Some(Float));
    assert_eq!(of("HannWindow", None, &[]), Some(Float));
    assert_eq!(of("Multinomial", None, &[Some(Float)]), Some(Int32));
    assert_eq!(of("QuantizeLinear", None, &[Some(Float), Some(Float)]), Some(Uint8));
    assert_eq!(of("QuantizeLinear", None, &[Some(Float), Some(Float), Some(Int8)]), Some(Int8));
    assert_eq!(of("DequantizeLinear", None, &[Some(Int8), Some(Float16)]), Some(Float16));
    assert_eq!(of("DequantizeLinear", Some(("output_dtype", 1)), &[Some(Int8), Some(Float16)]), Some(Float));
}
