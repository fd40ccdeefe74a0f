//! Element types of outputs of which the shape is not known.

use super::Call;
use crate::types::ElementType;

/// The element type of the first output of a node that has no signature because a rank or a parameter is not known.
pub(crate) fn element_of_first_output(call: &Call<'_>) -> Option<ElementType> {
    if !call.node.name_space().is_empty() {
        return None;
    }
    match call.node.op() {
        "And" | "Equal" | "Greater" | "GreaterOrEqual" | "IsInf" | "IsNaN" | "Less" | "LessOrEqual"
        | "Not" | "Or" | "Xor" => Some(ElementType::Bool),
        "ArgMax" | "ArgMin" | "NonMaxSuppression" | "NonZero" | "Shape" | "Size" => Some(ElementType::Int64),
        "BitCast" | "Cast" => call.element_attribute("to"),
        "CastLike" | "DequantizeLinear" | "Where" => call.element(1),
        "ConstantOfShape" => match call.node.attribute("value").and_then(|value| value.t.as_ref()?.data_type)
        {
            Some(number) => ElementType::from_number(number),
            None => Some(ElementType::Float),
        },
        "Abs" | "Add" | "AveragePool" | "BatchNormalization" | "Ceil" | "Clip" | "Concat" | "Conv"
        | "CumSum" | "Div" | "Dropout" | "Erf" | "Exp" | "Expand" | "Flatten" | "Floor" | "Gather"
        | "GatherElements" | "GatherND" | "Gelu" | "Gemm" | "Identity" | "LayerNormalization" | "Log"
        | "MatMul" | "Max" | "MaxPool" | "Mean" | "Min" | "Mod" | "Mul" | "Neg" | "Pad" | "Pow" | "Range"
        | "ReduceMax" | "ReduceMean" | "ReduceMin" | "ReduceProd" | "ReduceSum" | "Relu" | "Reshape"
        | "Resize" | "ScatterElements" | "ScatterND" | "Sigmoid" | "Slice" | "Softmax" | "Split" | "Sqrt"
        | "Squeeze" | "Sub" | "Sum" | "Tanh" | "Tile" | "TopK" | "Transpose" | "Trilu" | "Unsqueeze" => {
            call.inputs.iter().flatten().find_map(|input| input.ty.element)
        }
        _ => None,
    }
}
