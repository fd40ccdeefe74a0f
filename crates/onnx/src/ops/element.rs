//! Element types of outputs, by the type variables of the standard.
//!
//! A node whose shapes are unknown still has outputs of a known element type. An output takes it from the inputs that the standard
//! gives the same type variable, never from others: the axes of an `Unsqueeze` are integers whatever it unsqueezes.

use super::{Call, table};
use crate::types::ElementType;

/// The element type of an output, from the element types of the inputs and from attributes.
pub fn element_of_output(call: &Call<'_>, output: usize) -> Option<ElementType> {
    let op = call.node.op();
    if !call.node.name_space().is_empty() || table::find_row("", op).is_none() {
        return None;
    }
    if let Some(fixed) = fixed(op, output) {
        return Some(fixed);
    }
    match by_attribute(call, output) {
        ElementSource::Known(element) => Some(element),
        ElementSource::Inputs(inputs) => inputs.iter().find_map(|&input| call.element(input)),
        ElementSource::AllInputs => (0..call.inputs.len()).find_map(|input| call.element(input)),
        ElementSource::Unknown => None,
    }
}

/// Where an element type comes from.
enum ElementSource {
    Known(ElementType),
    /// The first of these inputs with a known type; all have the same.
    Inputs(&'static [usize]),
    AllInputs,
    Unknown,
}

/// The only type that the standard allows for an output.
fn fixed(op: &str, output: usize) -> Option<ElementType> {
    Some(match (op, output) {
        (
            "And" | "Equal" | "Greater" | "GreaterOrEqual" | "IsInf" | "IsNaN" | "Less" | "LessOrEqual"
            | "Not" | "OptionalHasElement" | "Or" | "RegexFullMatch" | "Xor",
            0,
        ) => ElementType::Bool,
        ("ArgMax" | "ArgMin" | "NonMaxSuppression" | "NonZero" | "SequenceLength" | "Shape" | "Size", 0)
        | ("MaxPool" | "StringSplit" | "TopK", 1)
        | ("Unique", 1..=3) => ElementType::Int64,
        ("ConvInteger" | "MatMulInteger", 0) => ElementType::Int32,
        ("DynamicQuantizeLinear", 0 | 2) | ("ImageDecoder", 0) => ElementType::Uint8,
        ("DynamicQuantizeLinear", 1) | ("TfIdfVectorizer", 0) => ElementType::Float,
        ("StringConcat" | "StringNormalizer" | "StringSplit", 0) => ElementType::String,
        _ => return None,
    })
}

/// The type that an attribute gives, otherwise that of the inputs with the same type variable.
fn by_attribute(call: &Call<'_>, output: usize) -> ElementSource {
    let named = |name: &str, otherwise: ElementSource| {
        call.element_attribute(name).map_or(otherwise, ElementSource::Known)
    };
    match (call.node.op(), output) {
        ("BitCast" | "Cast", 0) => named("to", ElementSource::Unknown),
        ("ConstantOfShape", 0) => {
            match call.node.attribute("value").and_then(|value| value.t.as_ref()?.data_type) {
                Some(number) => {
                    ElementType::from_number(number).map_or(ElementSource::Unknown, ElementSource::Known)
                }
                None => ElementSource::Known(ElementType::Float),
            }
        }
        ("BlackmanWindow" | "HammingWindow" | "HannWindow" | "MelWeightMatrix", 0) => {
            named("output_datatype", ElementSource::Known(ElementType::Float))
        }
        ("RandomNormal" | "RandomUniform", 0) => named("dtype", ElementSource::Known(ElementType::Float)),
        ("Bernoulli" | "EyeLike" | "RandomNormalLike" | "RandomUniformLike", 0) => {
            named("dtype", ElementSource::Inputs(&[0]))
        }
        ("Multinomial", 0) => named("dtype", ElementSource::Known(ElementType::Int32)),
        ("DequantizeLinear", 0) => named("output_dtype", ElementSource::Inputs(&[1])),
        ("QuantizeLinear", 0) if !call.has(2) => {
            named("output_dtype", ElementSource::Known(ElementType::Uint8))
        }
        ("LayerNormalization", 1 | 2) => named("stash_type", ElementSource::Known(ElementType::Float)),
        // Before version 10 the mask had the type of the data.
        ("Dropout", 1) if call.opset >= 10 => ElementSource::Known(ElementType::Bool),
        (op, output) => by_variable(op, output),
    }
}

/// The inputs with the type variable of an output.
fn by_variable(op: &str, output: usize) -> ElementSource {
    ElementSource::Inputs(match (op, output) {
        ("Concat" | "Einsum" | "Max" | "Mean" | "Min" | "Sum", 0) => return ElementSource::AllInputs,
        (
            "Add" | "BitShift" | "BitwiseAnd" | "BitwiseOr" | "BitwiseXor" | "Div" | "MatMul" | "MaxRoiPool"
            | "Mod" | "Mul" | "PRelu" | "RoiAlign" | "Sub" | "SwiGLU" | "TensorScatter",
            0,
        ) => &[0, 1],
        (
            "Clip"
            | "Conv"
            | "ConvTranspose"
            | "Gemm"
            | "GroupNormalization"
            | "InstanceNormalization"
            | "LayerNormalization"
            | "Range"
            | "RotaryEmbedding",
            0,
        ) => &[0, 1, 2],
        (
            "NegativeLogLikelihoodLoss"
            | "Pad"
            | "STFT"
            | "Scatter"
            | "ScatterElements"
            | "ScatterND"
            | "SoftmaxCrossEntropyLoss",
            0,
        )
        | ("SoftmaxCrossEntropyLoss", 1) => &[0, 2],
        ("CastLike" | "RMSNormalization", 0) => &[1],
        ("Where", 0) => &[1, 2],
        ("OneHot" | "QuantizeLinear", 0) => &[2],
        ("QLinearConv" | "QLinearMatMul", 0) => &[7],
        ("CausalConvWithState", 0 | 1) => &[0, 1, 2, 3],
        ("DeformConv", 0) => &[0, 1, 2, 3, 4],
        ("GRU" | "RNN", 0 | 1) => &[0, 1, 2, 3, 5],
        ("LSTM", 0..=2) => &[0, 1, 2, 3, 5, 6, 7],
        ("LinearAttention", 0) => &[0, 1, 2, 4, 5],
        ("LinearAttention", 1) => &[3],
        ("Attention", 0 | 1 | 3) => &[0, 1, 4],
        ("Attention", 2) => &[2, 5],
        ("BatchNormalization", 1 | 2) => &[3, 4],
        // Outputs that are not tensors, or whose type comes from attributes or bodies.
        (
            "ConcatFromSequence" | "Constant" | "If" | "Loop" | "Optional" | "OptionalGetElement" | "Scan"
            | "SequenceAt" | "SequenceConstruct" | "SequenceEmpty" | "SequenceErase" | "SequenceInsert"
            | "SequenceMap" | "SplitToSequence",
            _,
        ) => return ElementSource::Unknown,
        ("Split", _) | (_, 0) => &[0],
        _ => return ElementSource::Unknown,
    })
}
