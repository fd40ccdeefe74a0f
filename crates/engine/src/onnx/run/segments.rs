//! A rank's model, split at its collectives into plain models.

use std::collections::{BTreeMap, BTreeSet};

use partita_onnx::ElementType;
use partita_onnx::proto::{self, Graph, Node, ValueInfo};

use super::collective::{RankCollective, is_collective};
use crate::EngineError;

/// What a rank executes, step by step.
pub(crate) struct RankProgram {
    pub(crate) steps: Vec<RankStep>,
    /// Initialisers that are used outside segments: sent to collectives, or returned.
    pub(crate) constants: BTreeMap<String, proto::Tensor>,
    /// The names of the outputs of the model.
    pub(crate) outputs: Vec<String>,
}

pub(crate) enum RankStep {
    Run(Box<RankSegment>),
    Collective(RankCollective),
}

/// The nodes between two collectives, as a model.
pub(crate) struct RankSegment {
    /// The names of the values that other steps or the caller provide.
    pub(crate) inputs: Vec<String>,
    /// The nodes and their initialisers, with the names of the outputs. The inputs have no types until a run provides
    /// their values.
    pub(crate) model: proto::Model,
}

impl RankSegment {
    /// The model with its inputs declared.
    pub(crate) fn with_inputs(&self, types: Vec<(&str, (ElementType, &[usize]))>) -> proto::Model {
        let mut model = self.model.clone();
        if let Some(graph) = &mut model.graph {
            let optional = std::mem::take(&mut graph.input);
            let input = |(name, (element, shape)): (&str, (ElementType, &[usize]))| {
                let declared = optional.iter().find(|info| info.name.as_deref() == Some(name));
                declared.cloned().unwrap_or_else(|| input_info(name, element, shape))
            };
            graph.input = types.into_iter().map(input).collect();
        }
        model
    }
}

/// The declaration of an input.
fn input_info(name: &str, element: ElementType, shape: &[usize]) -> ValueInfo {
    let dim = |&size: &usize| proto::Dimension {
        value: Some(proto::DimValue::Value(size as i64)),
        ..proto::Dimension::default()
    };
    let shape = proto::Shape { dim: shape.iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type: Some(element as i32), shape: Some(shape) };
    let r#type = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), denotation: None };
    ValueInfo { name: Some(name.into()), r#type: Some(r#type), ..ValueInfo::default() }
}

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Producer {
    /// The caller, as an input of the model.
    Given,
    /// An initialiser.
    Constant,
    /// The step of this number.
    Step(usize),
}

/// The nodes of one step, before they become a model.
enum StepNodes<'m> {
    Nodes(Vec<&'m Node>),
    Collective(RankCollective),
}

/// Splits the model of rank `rank` out of `ranks`. `given` are the inputs that the caller provides; the others must
/// have default values in the model.
pub(crate) fn split_at_collectives(
    model: &proto::Model,
    given: &BTreeSet<&str>,
    rank: usize,
    ranks: usize,
) -> Result<RankProgram, EngineError> {
    let graph = model.graph.as_ref().ok_or_else(|| EngineError::model("the model has no graph"))?;
    let mut producers = sources(graph, given)?;
    let steps_nodes = steps_nodes(model, graph, rank, ranks, &mut producers)?;
    let outputs: Vec<String> = graph.output.iter().map(|output| name(output).to_string()).collect();
    // The values that a step must return: outputs of the model, and what other steps read.
    let mut wanted: BTreeSet<&str> = outputs.iter().map(String::as_str).collect();
    for (step, part) in steps_nodes.iter().enumerate() {
        match part {
            StepNodes::Collective(collective) => drop(wanted.insert(&collective.input)),
            StepNodes::Nodes(nodes) => wanted.extend(
                nodes
                    .iter()
                    .flat_map(|node| reads(node))
                    .filter(|value| producers.get(value) != Some(&Producer::Step(step))),
            ),
        }
    }
    for value in &outputs {
        if !producers.contains_key(value.as_str()) {
            return Err(EngineError::model(format!("the output `{value}` is not defined")));
        }
    }
    let outside = steps_nodes.iter().filter_map(|part| match part {
        StepNodes::Collective(collective) => Some(collective.input.as_str()),
        StepNodes::Nodes(_) => None,
    });
    let outside: BTreeSet<&str> = outside.chain(outputs.iter().map(String::as_str)).collect();
    let constants = graph
        .initializer
        .iter()
        .filter(|tensor| {
            let name = tensor.name.as_deref().unwrap_or_default();
            outside.contains(name) && producers.get(name) == Some(&Producer::Constant)
        })
        .map(|tensor| (tensor.name.clone().unwrap_or_default(), tensor.clone()))
        .collect();
    let steps = steps_nodes.iter().enumerate().filter_map(|(step, part)| match part {
        StepNodes::Collective(collective) => Some(RankStep::Collective(collective.clone())),
        StepNodes::Nodes(nodes) => segment(model, graph, step, nodes, &producers, &wanted)
            .map(|segment| RankStep::Run(Box::new(segment))),
    });
    Ok(RankProgram { steps: steps.collect(), constants, outputs })
}

/// The values that are defined before any node runs.
fn sources<'m>(graph: &'m Graph, given: &BTreeSet<&str>) -> Result<BTreeMap<&'m str, Producer>, EngineError> {
    let mut producers = BTreeMap::new();
    for tensor in &graph.initializer {
        producers.insert(tensor.name.as_deref().unwrap_or_default(), Producer::Constant);
    }
    for tensor in graph.sparse_initializer.iter().filter_map(|sparse| sparse.values.as_ref()) {
        producers.insert(tensor.name.as_deref().unwrap_or_default(), Producer::Constant);
    }
    for input in &graph.input {
        if given.contains(name(input)) {
            producers.insert(name(input), Producer::Given);
        } else if !producers.contains_key(name(input)) {
            return Err(EngineError::inputs(format!("the input `{}` has no value", name(input))));
        }
    }
    let inputs: BTreeSet<&str> = graph.input.iter().map(name).collect();
    match given.difference(&inputs).next() {
        Some(unknown) => Err(EngineError::inputs(format!("the model has no input `{unknown}`"))),
        None => Ok(producers),
    }
}

fn steps_nodes<'m>(
    model: &'m proto::Model,
    graph: &'m Graph,
    rank: usize,
    ranks: usize,
    producers: &mut BTreeMap<&'m str, Producer>,
) -> Result<Vec<StepNodes<'m>>, EngineError> {
    let nested = graph.node.iter().flat_map(bodies).flat_map(|graph| &graph.node);
    let functions = model.functions.iter().flat_map(|function| &function.node);
    if let Some(node) = nested.chain(functions).find(|node| holds_collective(node)) {
        return Err(EngineError::model(format!(
            "node `{}` has a collective in a body, which is not supported",
            shown(node)
        )));
    }
    let mut steps_nodes = vec![StepNodes::Nodes(Vec::new())];
    for node in &graph.node {
        for value in reads(node) {
            if !producers.contains_key(value) {
                let message = format!("node `{}` uses `{value}` before it is defined", shown(node));
                return Err(EngineError::model(message));
            }
        }
        if is_collective(node) {
            steps_nodes.push(StepNodes::Collective(RankCollective::of(node, rank, ranks)?));
        } else {
            match steps_nodes.last_mut() {
                Some(StepNodes::Nodes(nodes)) => nodes.push(node),
                _ => steps_nodes.push(StepNodes::Nodes(vec![node])),
            }
        }
        for value in node.output.iter().filter(|value| !value.is_empty()) {
            if producers.insert(value, Producer::Step(steps_nodes.len() - 1)).is_some() {
                return Err(EngineError::model(format!("`{value}` is defined twice")));
            }
        }
    }
    Ok(steps_nodes)
}

/// The model of a step; `None` if none of its values are used.
fn segment(
    model: &proto::Model,
    graph: &Graph,
    step: usize,
    nodes: &[&Node],
    producers: &BTreeMap<&str, Producer>,
    wanted: &BTreeSet<&str>,
) -> Option<RankSegment> {
    let outputs: Vec<&str> =
        wanted.iter().copied().filter(|value| producers.get(value) == Some(&Producer::Step(step))).collect();
    if outputs.is_empty() {
        return None;
    }
    let read: BTreeSet<&str> = nodes.iter().flat_map(|node| reads(node)).collect();
    let is_read = |name: Option<&str>| {
        name.is_some_and(|name| read.contains(name) && producers.get(name) == Some(&Producer::Constant))
    };
    let inputs = read.iter().filter(|value| match producers.get(*value) {
        Some(Producer::Given) => true,
        Some(Producer::Step(producer)) => *producer != step,
        Some(Producer::Constant) | None => false,
    });
    let inputs = inputs.map(|value| (*value).to_string()).collect();
    let plain = |node: &&Node| Node {
        device_configurations: Vec::new(),
        metadata_props: Vec::new(),
        ..Node::clone(node)
    };
    // Before opset 18 the ops on optional values take no tensors, so these declarations are kept.
    let is_optional = |info: &&ValueInfo| {
        let ty = info.r#type.as_ref().and_then(|ty| ty.value.as_ref());
        matches!(ty, Some(proto::TypeValue::Optional(_)))
    };
    let graph = Graph {
        node: nodes.iter().map(plain).collect(),
        name: Some(format!("step {step}")),
        input: graph.input.iter().filter(is_optional).cloned().collect(),
        initializer: graph.initializer.iter().filter(|t| is_read(t.name.as_deref())).cloned().collect(),
        sparse_initializer: graph
            .sparse_initializer
            .iter()
            .filter(|sparse| is_read(sparse.values.as_ref().and_then(|values| values.name.as_deref())))
            .cloned()
            .collect(),
        output: outputs.iter().map(|output| output_info(graph, output)).collect(),
        ..Graph::default()
    };
    let model = proto::Model {
        ir_version: model.ir_version,
        opset_import: model.opset_import.clone(),
        functions: model.functions.clone(),
        graph: Some(graph),
        ..proto::Model::default()
    };
    Some(RankSegment { inputs, model })
}

/// What the graph declares about a value, except its shape, which the runtime infers.
fn output_info(graph: &Graph, value: &str) -> ValueInfo {
    let known = graph.output.iter().chain(&graph.value_info).find(|info| name(info) == value);
    let mut r#type = known.and_then(|info| info.r#type.clone());
    if let Some(proto::TypeValue::Tensor(tensor)) = r#type.as_mut().and_then(|ty| ty.value.as_mut()) {
        tensor.shape = None;
    }
    ValueInfo { name: Some(value.into()), r#type, ..ValueInfo::default() }
}

fn name(info: &ValueInfo) -> &str {
    info.name.as_deref().unwrap_or_default()
}

/// The name of a node in messages.
fn shown(node: &Node) -> &str {
    node.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(node.op())
}

fn bodies(node: &Node) -> impl Iterator<Item = &Graph> {
    node.attribute.iter().flat_map(|attribute| attribute.subgraphs())
}

// The decoder of the model limits the nesting, so this recursion is bounded.
fn holds_collective(node: &Node) -> bool {
    is_collective(node) || bodies(node).flat_map(|graph| &graph.node).any(holds_collective)
}

/// The values that a node reads, including those that its bodies capture.
fn reads(node: &Node) -> BTreeSet<&str> {
    let mut read: BTreeSet<&str> = node.input.iter().map(String::as_str).collect();
    bodies(node).for_each(|graph| read.extend(captures(graph)));
    read.remove("");
    read
}

/// The values that a body uses but does not define.
fn captures(graph: &Graph) -> BTreeSet<&str> {
    let mut own: BTreeSet<&str> = graph.input.iter().map(name).collect();
    own.extend(graph.initializer.iter().filter_map(|tensor| tensor.name.as_deref()));
    let sparse = graph.sparse_initializer.iter().filter_map(|sparse| sparse.values.as_ref());
    own.extend(sparse.filter_map(|values| values.name.as_deref()));
    own.extend(graph.node.iter().flat_map(|node| &node.output).map(String::as_str));
    let mut taken: BTreeSet<&str> = graph.node.iter().flat_map(reads).collect();
    taken.extend(graph.output.iter().map(name));
    taken.retain(|value| !own.contains(value));
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::onnx::Array;

    fn node(op: &str, inputs: &[&str], outputs: &[&str]) -> Node {
        Node {
            op_type: Some(op.into()),
            name: Some(format!("{op} {}", outputs.join(","))),
            domain: op.starts_with("All").then(|| "com.microsoft".into()),
            input: inputs.iter().map(|name| (*name).into()).collect(),
            output: outputs.iter().map(|name| (*name).into()).collect(),
            ..Node::default()
        }
    }

    fn model(outputs: &[&str], constants: &[&str], nodes: Vec<Node>) -> proto::Model {
        let info = |name: &str| ValueInfo { name: Some(name.into()), ..ValueInfo::default() };
        let constant = Array::f32(&[1], &[1.0]).unwrap();
        let graph = Graph {
            node: nodes,
            input: vec![info("x")],
            output: outputs.iter().map(|name| info(name)).collect(),
            initializer: constants.iter().map(|name| constant.to_proto(name)).collect(),
            ..Graph::default()
        };
        proto::Model { graph: Some(graph), ..proto::Model::default() }
    }

    /// The steps in few words: the op of a collective, or `inputs; initialisers -> outputs`.
    fn steps(model: &proto::Model) -> Result<Vec<String>, EngineError> {
        let program = split_at_collectives(model, &BTreeSet::from(["x"]), 0, 2)?;
        let show = |step: &RankStep| match step {
            RankStep::Collective(collective) => format!("{} -> {}", collective.input, collective.output),
            RankStep::Run(segment) => {
                let graph = segment.model.graph.as_ref().unwrap();
                let constants: Vec<_> =
                    graph.initializer.iter().map(|tensor| tensor.name.clone().unwrap()).collect();
                let outputs: Vec<_> = graph.output.iter().map(name).collect();
                format!("{}; {} -> {}", segment.inputs.join(","), constants.join(","), outputs.join(","))
            }
        };
        Ok(program.steps.iter().map(show).collect())
    }

    #[test]
    fn values_cross_segments_and_initialisers_go_where_they_are_used() {
        let model = model(
            &["y"],
            &["v", "w"],
            vec![
                node("Mul", &["x", "v"], &["a"]),
                node("Neg", &["x"], &["b"]),
                node("AllReduce", &["a"], &["s"]),
                node("Mul", &["s", "w"], &["c"]),
                node("Add", &["c", "b"], &["y"]),
            ],
        );
        assert_eq!(steps(&model).unwrap(), ["x; v -> a,b", "a -> s", "b,s; w -> y"]);
    }

    #[test]
    fn unused_steps_are_omitted() {
        let reduce = node("AllReduce", &["x"], &["s"]);
        let first = model(&["s"], &[], vec![reduce.clone()]);
        assert_eq!(steps(&first).unwrap(), ["x -> s"]);
        let unused = model(&["s"], &[], vec![reduce, node("Neg", &["s"], &["unused"])]);
        assert_eq!(steps(&unused).unwrap(), ["x -> s"]);
        let passed = model(&["x", "w"], &["w"], vec![]);
        assert!(steps(&passed).unwrap().is_empty());
    }

    #[test]
    fn values_that_bodies_capture_are_inputs() {
        let branch = |nodes: Vec<Node>| Graph {
            output: vec![ValueInfo { name: Some("r".into()), ..ValueInfo::default() }],
            node: nodes,
            ..Graph::default()
        };
        let choice = |nodes| {
            let mut choice = node("If", &["x"], &["y"]);
            let attribute = proto::Attribute { g: Some(branch(nodes)), ..proto::Attribute::default() };
            choice.attribute.push(attribute);
            model(
                &["y"],
                &["w"],
                vec![node("Neg", &["x"], &["a"]), node("AllReduce", &["x"], &["s"]), choice],
            )
        };
        let inner = choice(vec![node("Add", &["a", "w"], &["t"]), node("Neg", &["t"], &["r"])]);
        assert_eq!(steps(&inner).unwrap(), ["x;  -> a", "x -> s", "a,x; w -> y"]);
        let error = steps(&choice(vec![node("AllReduce", &["a"], &["r"])])).unwrap_err();
        assert_eq!(error.message, "node `AllReduce r` has a collective in a body, which is not supported");
    }
}
