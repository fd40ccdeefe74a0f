//! A rank's model, split at its collectives into plain models.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use partita_onnx::ElementType;
use partita_onnx::proto::{self, Graph, Node, ValueInfo};

use super::Array;
use super::collective::{RankCollective, is_collective};
use super::control::{ControlStep, StackedRows, declared_row};
use crate::EngineError;

/// What a rank executes, step by step. A node whose bodies hold collectives becomes several steps.
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
    Control(ControlStep),
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
    Nodes(Vec<Cow<'m, Node>>),
    Collective(RankCollective),
    Control(ControlStep),
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
    let functions = model.functions.iter().flat_map(|function| &function.node);
    if let Some(node) = functions.into_iter().find(|node| holds_collective(node)) {
        let message =
            format!("node `{}` has a collective in a function, which is not supported", shown(node));
        return Err(EngineError::model(message));
    }
    let mut split = ProgramSplit {
        graph,
        rank,
        ranks,
        producers: sources(graph, given)?,
        steps: vec![StepNodes::Nodes(Vec::new())],
        constants: Vec::new(),
        loops: 0,
    };
    split.add_nodes(&graph.node)?;
    let ProgramSplit { producers, steps: mut steps_nodes, constants: added, .. } = split;
    let outputs: Vec<String> = graph.output.iter().map(|output| name(output).to_string()).collect();
    for value in &outputs {
        if !producers.contains_key(value.as_str()) {
            return Err(EngineError::model(format!("the output `{value}` is not defined")));
        }
    }
    // The values that a step must return: outputs of the model, and what other steps read.
    let mut wanted: BTreeSet<String> = outputs.iter().cloned().collect();
    let mut outside = wanted.clone();
    for (step, part) in steps_nodes.iter().enumerate() {
        match part {
            StepNodes::Collective(collective) => drop(outside.insert(collective.input.clone())),
            StepNodes::Control(control) => outside.extend(control.reads().into_iter().map(str::to_owned)),
            StepNodes::Nodes(nodes) => wanted.extend(
                nodes
                    .iter()
                    .flat_map(|node| reads(node))
                    .filter(|value| producers.get(*value) != Some(&Producer::Step(step)))
                    .map(str::to_owned),
            ),
        }
    }
    wanted.extend(outside.iter().cloned());
    let constants = (graph.initializer.iter().chain(&added))
        .filter(|tensor| {
            let name = tensor.name.as_deref().unwrap_or_default();
            outside.contains(name) && producers.get(name) == Some(&Producer::Constant)
        })
        .map(|tensor| (tensor.name.clone().unwrap_or_default(), tensor.clone()))
        .collect();
    let mut steps: Vec<Option<RankStep>> = Vec::new();
    for (step, part) in steps_nodes.iter_mut().enumerate() {
        steps.push(match part {
            StepNodes::Collective(collective) => Some(RankStep::Collective(collective.clone())),
            StepNodes::Control(control) => Some(RankStep::Control(control.clone())),
            StepNodes::Nodes(nodes) => segment(model, graph, (step, nodes), &producers, &wanted, &added)
                .map(|segment| RankStep::Run(Box::new(segment))),
        });
    }
    // Steps that compute nothing are left out.
    let mut position = vec![0];
    for step in &steps {
        position.push(position[position.len() - 1] + usize::from(step.is_some()));
    }
    let mut steps: Vec<RankStep> = steps.into_iter().flatten().collect();
    for step in &mut steps {
        if let RankStep::Control(control) = step
            && let Some(target) = control.target()
        {
            *target = position[*target];
        }
    }
    Ok(RankProgram { steps, constants, outputs })
}

/// The values that are defined before any node runs.
fn sources(graph: &Graph, given: &BTreeSet<&str>) -> Result<BTreeMap<String, Producer>, EngineError> {
    let mut producers = BTreeMap::new();
    for tensor in &graph.initializer {
        producers.insert(tensor.name.clone().unwrap_or_default(), Producer::Constant);
    }
    for tensor in graph.sparse_initializer.iter().filter_map(|sparse| sparse.values.as_ref()) {
        producers.insert(tensor.name.clone().unwrap_or_default(), Producer::Constant);
    }
    for input in &graph.input {
        if given.contains(name(input)) {
            producers.insert(name(input).to_owned(), Producer::Given);
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

/// The steps of a rank so far.
struct ProgramSplit<'m> {
    graph: &'m Graph,
    rank: usize,
    ranks: usize,
    producers: BTreeMap<String, Producer>,
    steps: Vec<StepNodes<'m>>,
    /// Constants of loops.
    constants: Vec<proto::Tensor>,
    /// The number of loops that became steps.
    loops: usize,
}

impl<'m> ProgramSplit<'m> {
    // The decoder of the model limits the nesting of bodies, so this recursion is bounded.
    fn add_nodes(&mut self, nodes: &'m [Node]) -> Result<(), EngineError> {
        for node in with_late_sequences(nodes) {
            for value in reads(node) {
                if !self.producers.contains_key(value) {
                    let message = format!("node `{}` uses `{value}` before it is defined", shown(node));
                    return Err(EngineError::model(message));
                }
            }
            if is_collective(node) {
                let collective = RankCollective::of(node, self.rank, self.ranks)?;
                self.steps.push(StepNodes::Collective(collective));
            } else if holds_collective(node) {
                match (node.name_space(), node.op()) {
                    ("", "If") => self.add_branches(node)?,
                    ("", "Loop") => self.add_loop(node)?,
                    _ => return Err(unsupported_body(node)),
                }
                continue;
            } else {
                self.add_node(Cow::Borrowed(node));
            }
            self.define_outputs(node)?;
        }
        Ok(())
    }

    /// The outputs of a node, which the last step defines.
    fn define_outputs(&mut self, node: &Node) -> Result<(), EngineError> {
        node.output.iter().filter(|value| !value.is_empty()).try_for_each(|value| self.define(value))
    }

    fn add_node(&mut self, node: Cow<'m, Node>) {
        match self.steps.last_mut() {
            Some(StepNodes::Nodes(nodes)) => nodes.push(node),
            _ => self.steps.push(StepNodes::Nodes(vec![node])),
        }
    }

    fn add_control(&mut self, control: ControlStep) -> usize {
        self.steps.push(StepNodes::Control(control));
        self.steps.len() - 1
    }

    /// Lets a step go on at the next one that is added.
    fn land(&mut self, step: usize) {
        let next = self.steps.len();
        if let StepNodes::Control(control) = &mut self.steps[step]
            && let Some(target) = control.target()
        {
            *target = next;
        }
        // Steps are only joined if they always follow each other.
        self.steps.push(StepNodes::Nodes(Vec::new()));
    }

    /// A value that the last step defines.
    fn define(&mut self, value: &str) -> Result<(), EngineError> {
        match self.producers.insert(value.to_owned(), Producer::Step(self.steps.len() - 1)) {
            Some(_) => Err(EngineError::model(format!("`{value}` is defined twice"))),
            None => Ok(()),
        }
    }

    /// The body in an attribute.
    fn body_of(&self, node: &'m Node, attribute: &str) -> Result<&'m Graph, EngineError> {
        let body = node.attribute(attribute).and_then(|attribute| attribute.g.as_ref());
        let body = body.ok_or_else(|| EngineError::model(format!("node `{}` has no body", shown(node))))?;
        match body.initializer.is_empty() && body.sparse_initializer.is_empty() {
            true => Ok(body),
            false => Err(unsupported_body(node)),
        }
    }

    fn add_branches(&mut self, node: &'m Node) -> Result<(), EngineError> {
        let condition = node.input.first().cloned().unwrap_or_default();
        let select = self.add_control(ControlStep::Unless { condition, step: 0 });
        let returned = |body: &Graph| {
            let pairs = body.output.iter().map(name).zip(&node.output);
            let used = pairs.filter(|(_, output)| !output.is_empty());
            ControlStep::Rename(used.map(|(value, output)| (value.to_owned(), output.clone())).collect())
        };
        let then = self.body_of(node, "then_branch")?;
        self.add_nodes(&then.node)?;
        self.add_control(returned(then));
        let skip = self.add_control(ControlStep::Go(0));
        self.land(select);
        let other = self.body_of(node, "else_branch")?;
        self.add_nodes(&other.node)?;
        let last = self.add_control(returned(other));
        self.check_returned(node, [skip - 1, last])?;
        self.define_outputs(node)?;
        self.land(skip);
        Ok(())
    }

    /// Fails if steps name values that are not defined.
    fn check_returned(&self, node: &Node, steps: [usize; 2]) -> Result<(), EngineError> {
        for step in steps {
            let StepNodes::Control(control) = &self.steps[step] else { continue };
            if let Some(value) =
                control.reads().into_iter().find(|value| !self.producers.contains_key(*value))
            {
                let message =
                    format!("a body of node `{}` returns `{value}`, which is not defined", shown(node));
                return Err(EngineError::model(message));
            }
        }
        Ok(())
    }

    fn add_loop(&mut self, node: &'m Node) -> Result<(), EngineError> {
        let body = self.body_of(node, "body")?;
        self.loops += 1;
        // The outputs of a node may have no names, and a node in a body may have those of one in another.
        let number = self.loops;
        let inner = |value: &str| format!("loop {number} {value}");
        let input = |at: usize| node.input.get(at).filter(|name| !name.is_empty());
        let inputs: Vec<&str> = body.input.iter().map(name).collect();
        let outputs: Vec<&str> = body.output.iter().map(name).collect();
        let carried = node.input.len().saturating_sub(2);
        let ([counter, condition, state @ ..], [go_on, results @ ..]) = (&inputs[..], &outputs[..]) else {
            return Err(unsupported_body(node));
        };
        if state.len() != carried || results.len() < carried || node.output.len() > results.len() {
            return Err(unsupported_body(node));
        }
        let [zero, one, yes] = ["zero", "one", "true"].map(inner);
        let scalar = |element, raw: Vec<u8>, name: &str| -> Result<proto::Tensor, EngineError> {
            Ok(Array::new(element, Vec::new(), raw)?.to_proto(name))
        };
        self.constants.push(scalar(ElementType::Int64, 0i64.to_le_bytes().to_vec(), &zero)?);
        self.constants.push(scalar(ElementType::Int64, 1i64.to_le_bytes().to_vec(), &one)?);
        self.constants.push(scalar(ElementType::Bool, vec![1], &yes)?);
        for constant in [&zero, &one, &yes] {
            self.producers.insert(constant.clone(), Producer::Constant);
        }
        let first = input(1).cloned().unwrap_or(yes);
        let mut start = vec![(first, (*condition).to_owned()), (zero, (*counter).to_owned())];
        let mut again = Vec::new();
        for ((at, state), result) in state.iter().enumerate().zip(results) {
            let given = input(2 + at).ok_or_else(|| unsupported_body(node))?;
            start.push((given.clone(), (*state).to_owned()));
            again.push(((*result).to_owned(), (*state).to_owned()));
        }
        let lists: Vec<(String, String)> = (results.iter().zip(&node.output).skip(carried))
            .filter(|(_, output)| !output.is_empty())
            .map(|(row, output)| ((*row).to_owned(), inner(&format!("rows {output}"))))
            .collect();
        self.add_control(ControlStep::Rename(start));
        for value in &inputs {
            self.define(value)?;
        }
        self.add_control(ControlStep::Clear(lists.iter().map(|(_, list)| list.clone()).collect()));
        let test = self.steps.len();
        let [less, both, next] = ["less", "both", "next"].map(inner);
        let holds = match input(0) {
            Some(most) => {
                self.add_node(Cow::Owned(plain("Less", &[counter, most], &less)));
                self.add_node(Cow::Owned(plain("And", &[&less, condition], &both)));
                vec![less, both]
            }
            None => vec![(*condition).to_owned()],
        };
        self.add_node(Cow::Owned(plain("Add", &[counter, &one], &next)));
        if let [_, _] = holds[..] {
            for value in &holds {
                self.define(value)?;
            }
        }
        self.define(&next)?;
        let condition_holds = holds.last().cloned().unwrap_or_default();
        let leave = self.add_control(ControlStep::Unless { condition: condition_holds, step: 0 });
        self.add_nodes(&body.node)?;
        let pushed = self.add_control(ControlStep::Push(lists.clone()));
        again.extend([((*go_on).to_owned(), (*condition).to_owned()), (next, (*counter).to_owned())]);
        let renamed = self.add_control(ControlStep::Rename(again));
        self.check_returned(node, [pushed, renamed])?;
        self.add_control(ControlStep::Go(test));
        self.land(leave);
        let stacked = node.output.iter().zip(body.output.iter().skip(1)).skip(carried);
        let stacked = stacked.filter(|(output, _)| !output.is_empty());
        let rows = |((_, list), (output, row)): (&(String, String), (&String, &ValueInfo))| StackedRows {
            rows: list.clone(),
            output: output.clone(),
            row: declared_row(row, self.declared(output)),
        };
        let stacks: Vec<StackedRows> = lists.iter().zip(stacked).map(rows).collect();
        self.add_control(ControlStep::Stack(stacks));
        let last = state.iter().zip(&node.output).filter(|(_, output)| !output.is_empty());
        let last = last.map(|(state, output)| ((*state).to_owned(), output.clone())).collect();
        self.add_control(ControlStep::Rename(last));
        self.define_outputs(node)
    }

    /// What the graph declares about a value.
    fn declared(&self, value: &str) -> Option<&'m ValueInfo> {
        self.graph.output.iter().chain(&self.graph.value_info).find(|info| name(info) == value)
    }
}

/// The nodes with those that make sequences or optional values as late as possible: only tensors can be passed from one step to the next.
fn with_late_sequences(nodes: &[Node]) -> Vec<&Node> {
    let mut ordered = Vec::with_capacity(nodes.len());
    let mut late: Vec<&Node> = Vec::new();
    for node in nodes {
        let is_late = |value: &str| late.iter().any(|node| node.output.iter().any(|output| output == value));
        let makes_sequence = match (node.name_space(), node.op()) {
            ("", "Optional" | "SequenceConstruct" | "SequenceEmpty" | "SequenceErase" | "SequenceInsert") => {
                true
            }
            ("", "SplitToSequence") => true,
            ("", "Identity") => node.input.iter().any(|value| is_late(value)),
            _ => false,
        };
        if makes_sequence {
            late.push(node);
            continue;
        }
        if !late.is_empty() {
            let mut needed = reads(node);
            let mut is_needed = vec![false; late.len()];
            for (at, other) in late.iter().enumerate().rev() {
                if other.output.iter().any(|output| needed.contains(output.as_str())) {
                    is_needed[at] = true;
                    needed.extend(reads(other));
                }
            }
            let mut is_needed = is_needed.into_iter();
            let (now, later) = late.into_iter().partition(|_| is_needed.next() == Some(true));
            ordered.extend::<Vec<&Node>>(now);
            late = later;
        }
        ordered.push(node);
    }
    ordered.extend(late);
    ordered
}

fn unsupported_body(node: &Node) -> EngineError {
    EngineError::model(format!(
        "node `{}` has a collective in a body, which is not supported for it",
        shown(node)
    ))
}

/// A node with one output and no attributes.
fn plain(op: &str, inputs: &[&str], output: &str) -> Node {
    Node {
        op_type: Some(op.into()),
        input: inputs.iter().map(|input| (*input).into()).collect(),
        output: vec![output.into()],
        ..Node::default()
    }
}

/// The model of a step; `None` if none of its values are used.
fn segment(
    model: &proto::Model,
    graph: &Graph,
    (step, nodes): (usize, &[Cow<'_, Node>]),
    producers: &BTreeMap<String, Producer>,
    wanted: &BTreeSet<String>,
    added: &[proto::Tensor],
) -> Option<RankSegment> {
    let is_own = |value: &&String| producers.get(*value) == Some(&Producer::Step(step));
    let outputs: Vec<&str> = wanted.iter().filter(is_own).map(String::as_str).collect();
    if outputs.is_empty() {
        return None;
    }
    let read: BTreeSet<&str> = nodes.iter().flat_map(|node| reads(node)).collect();
    let is_read = |name: Option<&str>| {
        name.is_some_and(|name| read.contains(name) && producers.get(name) == Some(&Producer::Constant))
    };
    let inputs = read.iter().filter(|value| match producers.get(**value) {
        Some(Producer::Given) => true,
        Some(Producer::Step(producer)) => *producer != step,
        Some(Producer::Constant) | None => false,
    });
    let inputs = inputs.map(|value| (*value).to_string()).collect();
    let plain = |node: &Cow<'_, Node>| Node {
        device_configurations: Vec::new(),
        metadata_props: Vec::new(),
        ..Node::clone(node)
    };
    let stored = graph.initializer.iter().chain(added);
    // Before opset 18 the ops on optional values take no tensors, so these declarations are kept.
    let is_optional = |info: &&ValueInfo| {
        let ty = info.r#type.as_ref().and_then(|ty| ty.value.as_ref());
        matches!(ty, Some(proto::TypeValue::Optional(_)))
    };
    let graph = Graph {
        node: nodes.iter().map(plain).collect(),
        name: Some(format!("step {step}")),
        input: graph.input.iter().filter(is_optional).cloned().collect(),
        initializer: stored.filter(|t| is_read(t.name.as_deref())).cloned().collect(),
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
            RankStep::Control(control) => format!("{control:?}"),
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
    }

    fn graph(inputs: &[&str], nodes: Vec<Node>, outputs: &[&str]) -> Graph {
        let info = |name: &&str| ValueInfo { name: Some((*name).into()), ..ValueInfo::default() };
        Graph {
            input: inputs.iter().map(info).collect(),
            node: nodes,
            output: outputs.iter().map(info).collect(),
            ..Graph::default()
        }
    }

    fn with_body(mut node: Node, name: &str, body: Graph) -> Node {
        let attribute =
            proto::Attribute { name: Some(name.into()), g: Some(body), ..proto::Attribute::default() };
        node.attribute.push(attribute);
        node
    }

    #[test]
    fn branches_with_collectives_become_steps() {
        let choice = node("If", &["c"], &["y"]);
        let then = graph(&[], vec![node("Neg", &["a"], &["t"]), node("AllReduce", &["t"], &["s"])], &["s"]);
        let choice = with_body(choice, "then_branch", then);
        let choice = with_body(choice, "else_branch", graph(&[], vec![node("Relu", &["a"], &["e"])], &["e"]));
        let first = node("Neg", &["x"], &["a"]);
        let last = node("Abs", &["y"], &["z"]);
        let test = node("IsNaN", &["x"], &["c"]);
        let model = model(&["z"], &[], vec![first, test, choice, last]);
        let expected = [
            "x;  -> a,c",
            "Unless { condition: \"c\", step: 6 }",
            "a;  -> t",
            "t -> s",
            "Rename([(\"s\", \"y\")])",
            "Go(8)",
            "a;  -> e",
            "Rename([(\"e\", \"y\")])",
            "y;  -> z",
        ];
        assert_eq!(steps(&model).unwrap(), expected);
    }

    #[test]
    fn loops_with_collectives_become_steps() {
        let nodes = vec![
            node("AllReduce", &["v"], &["s"]),
            node("Neg", &["s"], &["w"]),
            node("Identity", &["go"], &["on"]),
        ];
        let body = graph(&["i", "go", "v"], nodes, &["on", "w", "s"]);
        let looped = with_body(node("Loop", &["m", "", "x"], &["y", "rows"]), "body", body);
        let model = model(&["y", "rows"], &["m"], vec![looped]);
        let rows = "StackedRows { rows: \"loop 1 rows rows\", output: \"rows\", row: None }";
        let expected = [
            "Rename([(\"loop 1 true\", \"go\"), (\"loop 1 zero\", \"i\"), (\"x\", \"v\")])".to_owned(),
            "Clear([\"loop 1 rows rows\"])".to_owned(),
            "go,i; m,loop 1 one -> loop 1 both,loop 1 next".to_owned(),
            "Unless { condition: \"loop 1 both\", step: 9 }".to_owned(),
            "v -> s".to_owned(),
            "go,s;  -> on,w".to_owned(),
            "Push([(\"s\", \"loop 1 rows rows\")])".to_owned(),
            "Rename([(\"w\", \"v\"), (\"on\", \"go\"), (\"loop 1 next\", \"i\")])".to_owned(),
            "Go(2)".to_owned(),
            format!("Stack([{rows}])"),
            "Rename([(\"v\", \"y\")])".to_owned(),
        ];
        assert_eq!(steps(&model).unwrap(), expected);
    }

    #[test]
    fn sequences_are_made_in_the_step_that_reads_them() {
        let nodes = vec![
            node("SequenceConstruct", &["x"], &["made"]),
            node("SequenceInsert", &["made", "x"], &["longer"]),
            node("AllReduce", &["x"], &["s"]),
            node("SequenceAt", &["longer", "s"], &["y"]),
        ];
        assert_eq!(steps(&model(&["y"], &[], nodes)).unwrap(), ["x -> s", "s,x;  -> y"]);
    }

    #[test]
    fn loops_without_named_carried_outputs_do_not_share_names() {
        let looped = |output: &str, names: [&str; 5]| {
            let [counter, go, state, on, sum] = names;
            let nodes = vec![node("AllReduce", &[state], &[sum]), node("Identity", &[go], &[on])];
            let body = graph(&[counter, go, state], nodes, &[on, sum, sum]);
            with_body(node("Loop", &["m", "", "x"], &["", output]), "body", body)
        };
        let nodes =
            vec![looped("y", ["i", "go", "v", "on", "s"]), looped("z", ["i2", "go2", "v2", "on2", "s2"])];
        assert!(steps(&model(&["y", "z"], &["m"], nodes)).is_ok());
    }

    #[test]
    fn the_body_declares_the_rows_that_a_loop_without_iterations_returns() {
        let tensor = |sizes: &[usize]| input_info("rows", ElementType::Float, sizes);
        assert_eq!(declared_row(&tensor(&[2, 3]), None), Some((ElementType::Float, vec![2, 3])));
        let untyped = ValueInfo::default();
        assert_eq!(declared_row(&untyped, Some(&tensor(&[5, 4]))), Some((ElementType::Float, vec![4])));
        assert_eq!(declared_row(&untyped, None), None);
        let mut unknown = tensor(&[2, 3]);
        let ty = unknown.r#type.as_mut().and_then(|ty| ty.value.as_mut());
        let Some(proto::TypeValue::Tensor(ty)) = ty else { unreachable!("it is a tensor") };
        ty.shape.as_mut().unwrap().dim[1].value = None;
        assert_eq!(declared_row(&unknown, None), Some((ElementType::Float, vec![2, 0])));
        let stacked = tensor(&[0, 2, 7]);
        assert_eq!(declared_row(&unknown, Some(&stacked)), Some((ElementType::Float, vec![2, 7])));
    }

    #[test]
    fn bodies_of_other_nodes_hold_no_collectives() {
        let body = graph(&["v"], vec![node("AllReduce", &["v"], &["s"])], &["s"]);
        let scan = with_body(node("Scan", &["x"], &["y"]), "body", body);
        let error = steps(&model(&["y"], &[], vec![scan])).unwrap_err();
        let expected = "node `Scan y` has a collective in a body, which is not supported for it";
        assert_eq!(error.message, expected);
    }
}
