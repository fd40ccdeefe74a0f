//! How exactly the outputs of a model can be reproduced, by the ops that compute them.
//!
//! Ranks add in a different order than the unpartitioned model, so the last digits differ. How far a result may be off
//! is a fraction of the numbers it was computed from, which are not always visible in the result: a saturated sigmoid
//! returns 1e-9 from terms around 1, and a quantised result changes by a full step when its input changes by a rounding
//! error.

use std::collections::BTreeMap;

use partita_onnx::{ElementType, proto};

use super::Array;
use super::rounding::narrowest_types;

/// How exactly a value can be reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Precision {
    /// The magnitude of the terms that the results are computed from; 0 if the op gives no bound.
    pub range: f64,
    /// How much one step of quantisation changes the value; 0 if it is not quantised.
    pub step: f64,
    /// The narrowest float type that it, or a value it is computed from, was rounded to, if that is known.
    pub narrowest: Option<ElementType>,
}

impl Precision {
    fn new(range: f64, step: f64) -> Self {
        Self { range, step, narrowest: None }
    }

    /// The looser of both bounds of ops.
    fn or(self, other: Self) -> Self {
        Self::new(self.range.max(other.range), self.step.max(other.step))
    }

    /// The precision of the outputs of a model, by name. Outputs of unknown precision are absent.
    pub fn of_outputs(model: &proto::Model) -> BTreeMap<String, Precision> {
        let Some(graph) = &model.graph else { return BTreeMap::new() };
        let mut known: BTreeMap<&str, Precision> = BTreeMap::new();
        for node in &graph.node {
            let of = |input: usize| {
                let name = node.input.get(input).map(String::as_str);
                name.and_then(|name| known.get(name)).copied().unwrap_or_default()
            };
            let precision = match kind(node) {
                PrecisionKind::Bounded => Precision::new(1.0, 0.0),
                PrecisionKind::Quantised => Precision::new(0.0, 1.0),
                PrecisionKind::Dequantised => {
                    let scale = node.input.get(1).and_then(|name| largest_constant(graph, name));
                    Precision::new(0.0, of(0).step * scale.unwrap_or(0.0))
                }
                PrecisionKind::KeepsFirst => of(0),
                PrecisionKind::KeepsAll => {
                    (0..node.input.len()).map(of).fold(Precision::default(), Precision::or)
                }
                PrecisionKind::Other => continue,
            };
            let outputs = node.output.iter().enumerate().filter(|(at, _)| applies(node.op(), *at));
            known.extend(outputs.map(|(_, name)| (name.as_str(), precision)));
        }
        let narrowest = narrowest_types(graph);
        let outputs = graph.output.iter().filter_map(|info| info.name.as_deref());
        let of = |name: &str| match (known.get(name), narrowest.get(name).copied()) {
            (None, None) => None,
            (bounds, narrowest) => Some(Precision { narrowest, ..bounds.copied().unwrap_or_default() }),
        };
        outputs.filter_map(|name| Some((name.to_owned(), of(name)?))).collect()
    }
}

/// What an op does to the precision of values.
enum PrecisionKind {
    /// The result is between -1 and 1 and is computed from terms around 1.
    Bounded,
    /// The result is rounded to an integer.
    Quantised,
    /// A step of input 0 becomes a step of the size of the scale, input 1.
    Dequantised,
    /// Elements of the result are elements of input 0, or limits of a range that contains them.
    KeepsFirst,
    /// Elements of the result are elements of any input.
    KeepsAll,
    Other,
}

/// Whether [`kind`] describes this output: not the positions of maxima, not the scale of a quantisation.
fn applies(op: &str, output: usize) -> bool {
    match op {
        "Split" => true,
        "DynamicQuantizeLinear" => output != 1,
        _ => output == 0,
    }
}

/// Whether elements of the results are elements of inputs, so that nothing is rounded.
pub(super) fn moves_elements(node: &proto::Node) -> bool {
    matches!(kind(node), PrecisionKind::KeepsFirst | PrecisionKind::KeepsAll)
}

fn kind(node: &proto::Node) -> PrecisionKind {
    match (node.name_space(), node.op()) {
        ("", "Sigmoid" | "HardSigmoid" | "Softmax" | "Softsign" | "Tanh" | "Erf" | "Sin" | "Cos") => {
            PrecisionKind::Bounded
        }
        ("", "QuantizeLinear" | "DynamicQuantizeLinear" | "QLinearConv" | "QLinearMatMul") => {
            PrecisionKind::Quantised
        }
        ("com.microsoft", op) if op.starts_with("QLinear") || op == "QGemm" || op == "QuantizeLinear" => {
            PrecisionKind::Quantised
        }
        ("" | "com.microsoft", "DequantizeLinear") => PrecisionKind::Dequantised,
        (
            "",
            "Clip" | "DepthToSpace" | "Expand" | "Flatten" | "Gather" | "Identity" | "MaxPool" | "ReduceMax"
            | "ReduceMin" | "Relu" | "Reshape" | "Slice" | "SpaceToDepth" | "Split" | "Squeeze" | "Tile"
            | "Transpose" | "Unsqueeze",
        ) => PrecisionKind::KeepsFirst,
        ("", "Concat" | "Max" | "Min") => PrecisionKind::KeepsAll,
        _ => PrecisionKind::Other,
    }
}

/// What is rounded before a node computes with it, or as its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// The elements of an input.
    Elements,
    /// Integers times the scale in an input.
    Scaled,
}

/// The input on which it depends how a node rounds: the numbers that it rounds, or a scale that they are proportional to. `None` if the results
/// are not rounded to steps.
pub(super) fn rounded_input(node: &proto::Node) -> Option<(usize, Rounds)> {
    match (node.name_space(), node.op()) {
        ("", "QuantizeLinear" | "DynamicQuantizeLinear" | "Round")
        | ("com.microsoft", "QuantizeLinear" | "DynamicQuantizeMatMul") => Some((0, Rounds::Elements)),
        ("com.microsoft", "QLinearConcat") => Some((0, Rounds::Scaled)),
        _ => matches!(kind(node), PrecisionKind::Quantised).then_some((1, Rounds::Scaled)),
    }
}

/// Whether the results are the same however a model is partitioned if the inputs are.
pub(super) fn is_exact(node: &proto::Node) -> bool {
    moves_elements(node)
        || matches!(
            (node.name_space(), node.op()),
            ("", "Cast" | "Constant") | ("" | "com.microsoft", "QuantizeLinear" | "DequantizeLinear")
        )
}

/// The largest magnitude in an initialiser or a constant.
fn largest_constant(graph: &proto::Graph, name: &str) -> Option<f64> {
    let made = || {
        let node = graph
            .node
            .iter()
            .find(|node| node.op() == "Constant" && node.output.iter().any(|o| o == name))?;
        node.attribute("value")?.t.as_ref()
    };
    let given = graph.initializer.iter().find(|tensor| tensor.name.as_deref() == Some(name));
    let tensor = Array::from_proto(given.or_else(made)?).ok()?.to_tensor().ok()?;
    Some(super::compare::largest_magnitude(&tensor.data))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(op: &str, inputs: &[&str], output: &str) -> proto::Node {
        proto::Node {
            op_type: Some(op.into()),
            input: inputs.iter().map(|&name| name.into()).collect(),
            output: vec![output.into()],
            ..Default::default()
        }
    }

    #[test]
    fn precision_follows_from_the_ops_before_an_output() {
        let scales = Array::f32(&[2], &[0.5, -0.25]).unwrap().to_proto("scales");
        let outputs = ["bounded", "quantised", "steps", "weights", "sum", "bytes", "scale"];
        let graph = proto::Graph {
            node: vec![
                node("Sigmoid", &["x"], "s"),
                node("Reshape", &["s", "shape"], "bounded"),
                node("QuantizeLinear", &["x", "scales"], "quantised"),
                node("DequantizeLinear", &["quantised", "scales"], "d"),
                node("Concat", &["d", "x"], "steps"),
                node("DequantizeLinear", &["w", "scales"], "weights"),
                node("Add", &["d", "d"], "sum"),
                proto::Node {
                    output: vec!["bytes".into(), "scale".into()],
                    ..node("DynamicQuantizeLinear", &["x"], "")
                },
            ],
            initializer: vec![scales],
            output: (outputs.iter())
                .map(|&name| proto::ValueInfo { name: Some(name.into()), ..Default::default() })
                .collect(),
            ..Default::default()
        };
        let model = proto::Model { graph: Some(graph), ..Default::default() };
        let found = Precision::of_outputs(&model);
        let of = |name| found.get(name).map(|precision| (precision.range, precision.step));
        assert_eq!(of("bounded"), Some((1.0, 0.0)));
        assert_eq!(of("quantised"), Some((0.0, 1.0)));
        assert_eq!(of("steps"), Some((0.0, 0.5)));
        assert_eq!(of("weights"), Some((0.0, 0.0)));
        assert_eq!(of("sum"), Some((0.0, 0.0)));
        assert_eq!(found["sum"].narrowest, Some(ElementType::Float));
        assert_eq!((of("bytes"), of("scale")), (Some((0.0, 1.0)), None));
    }
}
