//! A rank's model, cut at its collectives into plain models.

use std::collections::{BTreeMap, BTreeSet};

use partita_onnx::proto::{self, Graph, Node, ValueInfo};

use super::collective::{Meeting, is_collective};
use crate::EngineError;

/// What a rank does, step by step.
pub(crate) struct RankProgram {
    pub(crate) steps: Vec<RankStep>,
    /// Contents that are used outside segments: brought to collectives, or returned.
    pub(crate) constants: BTreeMap<String, proto::Tensor>,
    /// The names of the results.
    pub(crate) outputs: Vec<String>,
}

pub(crate) enum RankStep {
    Run(Box<Segment>),
    Meet(Meeting),
}

/// Nodes between collectives.
pub(crate) struct Segment {
    /// The values that come from outside.
    pub(crate) inputs: Vec<String>,
    /// The nodes and their initialisers, with the names of outputs. Inputs have no types yet: they are known when
    /// the values are there.
    pub(crate) model: proto::Model,
}

/// Who makes a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maker {
    /// It is given.
    Given,
    /// It is written in the model.
    Constant,
    /// A step makes it.
    Step(usize),
}

/// Nodes of one step, while the model is read.
enum StepNodes<'m> {
    Nodes(Vec<&'m Node>),
    Meeting(Meeting),
}

/// MeshLayout the model of rank `rank` out of `ranks`. `given` are the inputs that there are values for; the others have
/// values in the model.
pub(crate) fn split_at_collectives(
    model: &proto::Model,
    given: &BTreeSet<&str>,
    rank: usize,
    ranks: usize,
) -> Result<RankProgram, EngineError> {
    let graph = model.graph.as_ref().ok_or_else(|| EngineError::model("the model has no graph"))?;
    let mut makers = sources(graph, given)?;
    let steps_nodes = steps_nodes(model, graph, rank, ranks, &mut makers)?;
    let outputs: Vec<String> = graph.output.iter().map(|output| name(output).to_string()).collect();
    // Where values go that another step makes.
    let mut wanted: BTreeSet<&str> = outputs.iter().map(String::as_str).collect();
    for (step, part) in steps_nodes.iter().enumerate() {
        match part {
            StepNodes::Meeting(meeting) => drop(wanted.insert(&meeting.input)),
            StepNodes::Nodes(nodes) => wanted.extend(
                nodes
                    .iter()
                    .flat_map(|node| reads(node))
                    .filter(|value| makers.get(value) != Some(&Maker::Step(step))),
            ),
        }
    }
    for value in &outputs {
        if !makers.contains_key(value.as_str()) {
            return Err(EngineError::model(format!("nothing makes the output `{value}`")));
        }
    }
    let outside = steps_nodes.iter().filter_map(|part| match part {
        StepNodes::Meeting(meeting) => Some(meeting.input.as_str()),
        StepNodes::Nodes(_) => None,
    });
    let outside: BTreeSet<&str> = outside.chain(outputs.iter().map(String::as_str)).collect();
    let constants = graph
        .initializer
        .iter()
        .filter(|tensor| {
            let name = tensor.name.as_deref().unwrap_or_default();
            outside.contains(name) && makers.get(name) == Some(&Maker::Constant)
        })
        .map(|tensor| (tensor.name.clone().unwrap_or_default(), tensor.clone()))
        .collect();
    let steps = steps_nodes.iter().enumerate().filter_map(|(step, part)| match part {
        StepNodes::Meeting(meeting) => Some(RankStep::Meet(meeting.clone())),
        StepNodes::Nodes(nodes) => segment(model, graph, step, nodes, &makers, &wanted)
            .map(|segment| RankStep::Run(Box::new(segment))),
    });
    Ok(RankProgram { steps: steps.collect(), constants, outputs })
}

/// Values that are there before any node runs.
fn sources<'m>(graph: &'m Graph, given: &BTreeSet<&str>) -> Result<BTreeMap<&'m str, Maker>, EngineError> {
    let mut makers = BTreeMap::new();
    for tensor in &graph.initializer {
        makers.insert(tensor.name.as_deref().unwrap_or_default(), Maker::Constant);
    }
    for tensor in graph.sparse_initializer.iter().filter_map(|sparse| sparse.values.as_ref()) {
        makers.insert(tensor.name.as_deref().unwrap_or_default(), Maker::Constant);
    }
    for input in &graph.input {
        if given.contains(name(input)) {
            makers.insert(name(input), Maker::Given);
        } else if !makers.contains_key(name(input)) {
            return Err(EngineError::inputs(format!("there is no value for the input `{}`", name(input))));
        }
    }
    let inputs: BTreeSet<&str> = graph.input.iter().map(name).collect();
    match given.difference(&inputs).next() {
        Some(unknown) => Err(EngineError::inputs(format!("the model has no input `{unknown}`"))),
        None => Ok(makers),
    }
}

fn steps_nodes<'m>(
    model: &'m proto::Model,
    graph: &'m Graph,
    rank: usize,
    ranks: usize,
    makers: &mut BTreeMap<&'m str, Maker>,
) -> Result<Vec<StepNodes<'m>>, EngineError> {
    let nested = graph.node.iter().flat_map(bodies).flat_map(|graph| &graph.node);
    let functions = model.functions.iter().flat_map(|function| &function.node);
    if let Some(node) = nested.chain(functions).find(|node| holds_collective(node)) {
        return Err(EngineError::model(format!("node `{}` has a collective in a body", shown(node))));
    }
    let mut steps_nodes = vec![StepNodes::Nodes(Vec::new())];
    for node in &graph.node {
        for value in reads(node) {
            if !makers.contains_key(value) {
                let message =
                    format!("node `{}` reads `{value}`, which nothing before it makes", shown(node));
                return Err(EngineError::model(message));
            }
        }
        if is_collective(node) {
            steps_nodes.push(StepNodes::Meeting(Meeting::of(node, rank, ranks)?));
        } else {
            match steps_nodes.last_mut() {
                Some(StepNodes::Nodes(nodes)) => nodes.push(node),
                _ => steps_nodes.push(StepNodes::Nodes(vec![node])),
            }
        }
        for value in node.output.iter().filter(|value| !value.is_empty()) {
            if makers.insert(value, Maker::Step(steps_nodes.len() - 1)).is_some() {
                return Err(EngineError::model(format!("`{value}` is made twice")));
            }
        }
    }
    Ok(steps_nodes)
}

/// The model of a step, if anybody wants what it makes.
fn segment(
    model: &proto::Model,
    graph: &Graph,
    step: usize,
    nodes: &[&Node],
    makers: &BTreeMap<&str, Maker>,
    wanted: &BTreeSet<&str>,
) -> Option<Segment> {
    let outputs: Vec<&str> =
        wanted.iter().copied().filter(|value| makers.get(value) == Some(&Maker::Step(step))).collect();
    if outputs.is_empty() {
        return None;
    }
    let read: BTreeSet<&str> = nodes.iter().flat_map(|node| reads(node)).collect();
    let is_read = |name: Option<&str>| {
        name.is_some_and(|name| read.contains(name) && makers.get(name) == Some(&Maker::Constant))
    };
    let inputs = read.iter().filter(|value| match makers.get(*value) {
        Some(Maker::Given) => true,
        Some(Maker::Step(maker)) => *maker != step,
        Some(Maker::Constant) | None => false,
    });
    let inputs = inputs.map(|value| (*value).to_string()).collect();
    let plain = |node: &&Node| Node {
        device_configurations: Vec::new(),
        metadata_props: Vec::new(),
        ..Node::clone(node)
    };
    let graph = Graph {
        node: nodes.iter().map(plain).collect(),
        name: Some(format!("step {step}")),
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
    Some(Segment { inputs, model })
}

/// What the graph says about a value, shape aside: a runtime finds it out.
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

/// What messages call a node.
fn shown(node: &Node) -> &str {
    node.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(node.op())
}

fn bodies(node: &Node) -> impl Iterator<Item = &Graph> {
    node.attribute.iter().flat_map(|attribute| attribute.subgraphs())
}

// Nesting is limited by whoever decoded the model.
fn holds_collective(node: &Node) -> bool {
    is_collective(node) || bodies(node).flat_map(|graph| &graph.node).any(holds_collective)
}

/// The values that a node reads, those that its bodies take from outside included.
fn reads(node: &Node) -> BTreeSet<&str> {
    let mut read: BTreeSet<&str> = node.input.iter().map(String::as_str).collect();
    bodies(node).for_each(|graph| read.extend(captures(graph)));
    read.remove("");
    read
}

/// The values that a body takes from outside.
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
            RankStep::Meet(meeting) => format!("{} -> {}", meeting.input, meeting.output),
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
    fn values_cross_and_initialisers_go_where_they_are_used() {
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
    fn steps_without_use_are_left_out() {
        let reduce = node("AllReduce", &["x"], &["s"]);
        let first = model(&["s"], &[], vec![reduce.clone()]);
        assert_eq!(steps(&first).unwrap(), ["x -> s"]);
        let unused = model(&["s"], &[], vec![reduce, node("Neg", &["s"], &["nobody"])]);
        assert_eq!(steps(&unused).unwrap(), ["x -> s"]);
        let passed = model(&["x", "w"], &["w"], vec![]);
        assert!(steps(&passed).unwrap().is_empty());
    }

    #[test]
    fn bodies_are_looked_into() {
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
        assert_eq!(error.message, "node `AllReduce r` has a collective in a body");
    }
}
