//! Infers missing specs by the rules of the format: an input has the spec of its producer, and an output the one that the op derives
//! from its inputs.

use partita_base::{Id, IdVec, code};

use super::answer::{Inferred, NodeSpec, Reshard, SpecOrigin};
use super::propagate::KnownLayouts;
use super::scope::{Scope, Values};
use crate::bodies::{GraphPath, GraphStep, Root};
use crate::check::{Composition, Exchange, Mode, OpFault, compose_node, fit_inputs};
use crate::finding::{Finding, NodeLocation};
use crate::graph::{NodeId, ValueSource};
use crate::layout::{Axis, DeviceLayout, DeviceSet, Transfer};
use crate::ops::{Call, NoRule, Operand};
use crate::proto;
use crate::signature::Signature;
use crate::structure::{SpecJson, input_sharding};
use crate::types::Dim;
use crate::typing::{TypedGraph, TypedModel};

/// How specs are inferred.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct InferOptions {
    /// How strictly the shardings of a node's inputs must agree.
    pub mode: Mode,
    /// Report communication inside an op as an error instead of a warning, for runtimes that execute ops unchanged.
    pub deny_exchanges: bool,
    /// Whether propagation records its steps, for explanations.
    pub trace: bool,
}

partita_base::setters! { InferOptions { mode: Mode, deny_exchanges: bool, trace: bool } }

/// Infers the specs of one configuration. Reports nodes whose inputs are incompatible and infers nothing from them.
pub fn infer_forward(
    model: &proto::Model,
    typed: &TypedModel<'_>,
    configuration: &proto::DeviceConfiguration,
    options: InferOptions,
) -> Inferred {
    infer_with_layouts(model, typed, configuration, options, &KnownLayouts::default())
}

/// Infers specs where the layouts of some values are given: nodes produce their outputs in these layouts.
pub(super) fn infer_with_layouts(
    model: &proto::Model,
    typed: &TypedModel<'_>,
    configuration: &proto::DeviceConfiguration,
    options: InferOptions,
    known: &KnownLayouts,
) -> Inferred {
    let num_devices = configuration.num_devices.and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
    let name = configuration.name.clone().unwrap_or_default();
    let answer = Inferred { configuration: name.clone(), num_devices, ..Inferred::default() };
    let location = || NodeLocation { configuration: Some(name.clone()), ..NodeLocation::default() };
    if num_devices == 0 {
        // The structural check reports this.
        return answer;
    }
    if num_devices > DeviceLayout::MAX_DEVICES {
        let message = format!("{num_devices} devices exceed the limit of {}", DeviceLayout::MAX_DEVICES);
        return Inferred {
            findings: vec![Finding::error(code::ONNX_LAYOUT_LIMIT, location(), message)],
            ..answer
        };
    }
    let all = DeviceSet::all(num_devices as u32);
    let mut walk = Walk { model, configuration: &name, all, options, known, answer };
    walk.graph(&typed.main, Vec::new(), None, &At { graph: GraphPath::main(), path: Vec::new(), depth: 0 });
    walk.answer
}

/// Nesting depth up to which bodies are visited.
const MAX_DEPTH: usize = 64;

struct Walk<'a> {
    model: &'a proto::Model,
    configuration: &'a str,
    all: DeviceSet,
    options: InferOptions,
    known: &'a KnownLayouts,
    answer: Inferred,
}

/// The graph that is being visited.
struct At {
    graph: GraphPath,
    path: Vec<String>,
    depth: usize,
}

/// The layouts of a node's inputs.
struct Inputs {
    layouts: Vec<Option<DeviceLayout>>,
    origins: Vec<SpecOrigin>,
    /// Whether an input has no valid layout, so that nothing can be inferred.
    poisoned: bool,
}

impl Walk<'_> {
    /// Visits a graph with the given input layouts and returns the layouts of its values.
    fn graph(
        &mut self,
        typed: &TypedGraph<'_>,
        given: Vec<Option<DeviceLayout>>,
        scope: Option<&Scope<'_, '_>>,
        at: &At,
    ) -> Values {
        let mut values: Values = IdVec::filled(None, typed.graph.values.len());
        for id in typed.graph.values.ids() {
            let value = &typed.graph.values[id];
            let replicated =
                || DeviceLayout::unsharded(typed.types[id].dims.as_deref().unwrap_or(&[]), self.all.clone());
            if let Some(known) =
                self.known.get(typed, id).filter(|_| !matches!(value.source, ValueSource::Node(..)))
            {
                values[id] = Some(known.clone());
                continue;
            }
            values[id] = match value.source {
                ValueSource::Input(i) if at.depth > 0 => given.get(i).cloned().flatten(),
                ValueSource::Input(i) => self.model_input(typed, i).or_else(|| Some(replicated())),
                ValueSource::Initializer(_) | ValueSource::SparseInitializer(_) => Some(replicated()),
                ValueSource::Outer => scope.and_then(|scope| scope.find(value.name)),
                ValueSource::Node(..) | ValueSource::Missing => None,
            };
        }
        for &id in &typed.order {
            self.node(typed, id, &mut values, scope, at);
        }
        values
    }

    /// The sharding in the metadata of a model input.
    fn model_input(&self, typed: &TypedGraph<'_>, input: usize) -> Option<DeviceLayout> {
        let info = self.model.graph.as_ref()?.input.get(input)?;
        let spec = input_sharding(info, self.configuration)?.ok()?;
        let value = typed.graph.inputs.get(input)?;
        let dims = typed.types[*value].dims.as_deref()?;
        DeviceLayout::from_spec(&spec, dims, self.answer.num_devices).ok()
    }

    fn node(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        values: &mut Values,
        scope: Option<&Scope<'_, '_>>,
        at: &At,
    ) {
        let node = &typed.graph.nodes[id];
        let annotation = (node.proto.device_configurations.iter())
            .find(|annotation| annotation.configuration_id.as_deref() == Some(self.configuration));
        let location = self.location(node.proto, id, at);
        let mut inputs = self.inputs(typed, id, annotation, values, &location, at);
        let outputs = if inputs.poisoned {
            None
        } else if let Some(body) = typed.calls.get(&id) {
            self.call(body, node.proto, &inputs.layouts, at)
        } else if typed.bodies.range((id, "", 0)..).next().is_some_and(|((owner, ..), _)| *owner == id) {
            self.control_flow(typed, id, &inputs.layouts, values, scope, &location, at)
        } else {
            self.plain(typed, id, &mut inputs, &location)
        };
        for ((input, layout), origin) in node.inputs.iter().zip(&inputs.layouts).zip(&inputs.origins) {
            if let (Some(value), Some(layout)) = (input, layout) {
                self.spec(at, id, typed.graph.values[*value].name, false, layout, *origin, &location);
            }
        }
        for (i, output) in node.outputs.iter().enumerate() {
            let Some(value) = *output else { continue };
            let name = typed.graph.values[value].name;
            let natural = outputs.as_ref().and_then(|outputs| outputs.get(i).cloned().flatten());
            let written = annotation
                .and_then(|annotation| self.written(annotation, name, typed.types[value].dims.as_deref()));
            let (layout, origin) = match (written, natural) {
                (Some(Ok(written)), natural) => {
                    if let Some(natural) = natural {
                        self.reshard(name, &location, &natural, &written);
                    }
                    (Some(written), SpecOrigin::Annotation)
                }
                (Some(Err(())), _) => (None, SpecOrigin::Annotation),
                (None, natural) => match self.known.get(typed, value).cloned() {
                    Some(known) => {
                        if let Some(natural) = natural {
                            self.reshard(name, &location, &natural, &known);
                        }
                        (Some(known), SpecOrigin::Propagation)
                    }
                    None => (natural, SpecOrigin::Rule),
                },
            };
            if let Some(layout) = &layout {
                self.spec(at, id, name, true, layout, origin, &location);
            }
            values[value] = layout;
        }
    }

    /// The layouts of the inputs: as annotated, otherwise as their producers give them.
    fn inputs(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        annotation: Option<&proto::NodeDeviceConfiguration>,
        values: &Values,
        location: &NodeLocation,
        at: &At,
    ) -> Inputs {
        let node = &typed.graph.nodes[id];
        let mut inputs =
            Inputs { layouts: Vec::with_capacity(node.inputs.len()), origins: Vec::new(), poisoned: false };
        for (place, input) in node.inputs.iter().enumerate() {
            let Some(value) = *input else {
                inputs.layouts.push(None);
                inputs.origins.push(SpecOrigin::Annotation);
                continue;
            };
            let name = typed.graph.values[value].name;
            let origin = match typed.graph.values[value].source {
                _ if self.known.get(typed, value).is_some() => SpecOrigin::Propagation,
                ValueSource::Node(..) => SpecOrigin::Producer,
                ValueSource::Input(_) if at.depth == 0 => SpecOrigin::ModelInput,
                ValueSource::Initializer(_) | ValueSource::SparseInitializer(_) => SpecOrigin::Initializer,
                ValueSource::Input(_) | ValueSource::Outer | ValueSource::Missing => SpecOrigin::Outer,
            };
            let written = annotation
                .and_then(|annotation| self.written(annotation, name, typed.types[value].dims.as_deref()));
            let (layout, origin) = match written {
                Some(Ok(written)) => {
                    // Initialisers are placed when the model is loaded, so they need no reshard.
                    let source = typed.graph.values[value].source;
                    let moves =
                        !matches!(source, ValueSource::Initializer(_) | ValueSource::SparseInitializer(_));
                    if let Some(delivered) = values[value].as_ref().filter(|_| moves) {
                        self.reshard(name, location, delivered, &written);
                    }
                    (Some(written), SpecOrigin::Annotation)
                }
                Some(Err(())) => (None, SpecOrigin::Annotation),
                None => match self.known.of_use(typed, id, place) {
                    Some(own) => (Some(own.clone()), SpecOrigin::Propagation),
                    None => (values[value].clone(), origin),
                },
            };
            inputs.poisoned |= layout.is_none();
            inputs.layouts.push(layout);
            inputs.origins.push(origin);
        }
        inputs
    }

    /// The annotated spec of a tensor. `Some(Err(()))` is an invalid spec, which the structural check reports.
    fn written(
        &self,
        annotation: &proto::NodeDeviceConfiguration,
        name: &str,
        dims: Option<&[Dim]>,
    ) -> Option<Result<DeviceLayout, ()>> {
        let spec = annotation.sharding_spec.iter().find(|spec| spec.tensor_name.as_deref() == Some(name))?;
        let Some(dims) = dims else {
            // For a tensor of unknown rank, only a spec without sharded dimensions is meaningful.
            let replicated = spec
                .sharded_dim
                .is_empty()
                .then(|| DeviceLayout::from_spec(spec, &[], self.answer.num_devices).ok());
            return Some(replicated.flatten().ok_or(()));
        };
        Some(DeviceLayout::from_spec(spec, dims, self.answer.num_devices).map_err(|_| ()))
    }

    /// A node that is described by its signature.
    fn plain(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        inputs: &mut Inputs,
        location: &NodeLocation,
    ) -> Option<Vec<Option<DeviceLayout>>> {
        let node = &typed.graph.nodes[id];
        let layouts: Vec<Option<&DeviceLayout>> = inputs.layouts.iter().map(Option::as_ref).collect();
        let signature = match &typed.signatures[id] {
            Ok(signature) => signature,
            Err(why) => return self.without_rule(typed, id, &layouts, why, location),
        };
        let operands: Vec<Option<Operand>> = (node.inputs.iter())
            .map(|input| {
                let input = (*input)?;
                Some(Operand { ty: typed.types[input].clone(), contents: typed.contents[input].clone() })
            })
            .collect();
        let opset = typed.opsets.version(node.proto.name_space());
        let call = Call { node: node.proto, opset, inputs: &operands };
        let outcome = match compose_node(&call, signature, &layouts, &self.all, self.options.mode) {
            Err(fault) => match self.refit(&call, signature, inputs, &fault) {
                Some((composition, fitted)) => {
                    for (i, (to, from)) in fitted.iter().zip(&inputs.layouts).enumerate() {
                        if let (Some(to), Some(from)) = (to, from) {
                            self.reshard(node.proto.input.get(i).map_or("", |name| name), location, from, to);
                        }
                    }
                    for (i, to) in fitted.into_iter().enumerate().filter(|(_, to)| to.is_some()) {
                        (inputs.layouts[i], inputs.origins[i]) = (to, SpecOrigin::Need);
                    }
                    Ok(composition)
                }
                None => Err(fault),
            },
            outcome => outcome,
        };
        let layouts: Vec<Option<&DeviceLayout>> = inputs.layouts.iter().map(Option::as_ref).collect();
        match outcome {
            Ok(Composition { outputs, exchanges }) => {
                for exchange in exchanges.iter().filter(|exchange| exchange.is_inside()) {
                    self.exchange(exchange, node.proto, location);
                }
                Some(outputs.into_iter().map(Some).collect())
            }
            Err(fault) => {
                let names: Vec<&str> = node.proto.input.iter().map(String::as_str).collect();
                let finding = fault_finding(&fault, &names, location);
                let finding = match suggestion(signature, &layouts, &fault, &names) {
                    Some(help) => finding.help(help),
                    None => finding,
                };
                self.answer.findings.push(finding);
                None
            }
        }
    }

    /// Reshards propagated inputs that are incompatible with each other, so that the node can run. Annotated inputs keep their layouts.
    /// Returns what the node then computes, and the layouts that changed.
    fn refit(
        &self,
        call: &Call<'_>,
        signature: &Signature,
        inputs: &Inputs,
        fault: &OpFault,
    ) -> Option<(Composition, Vec<Option<DeviceLayout>>)> {
        let shards = |input: usize| inputs.layouts[input].as_ref().map_or(0, |layout| layout.holders().len());
        let free = |input: usize| inputs.origins.get(input) == Some(&SpecOrigin::Propagation);
        let compose = |layouts: &[Option<DeviceLayout>]| {
            let borrowed: Vec<Option<&DeviceLayout>> = layouts.iter().map(Option::as_ref).collect();
            compose_node(call, signature, &borrowed, &self.all, self.options.mode)
        };
        let mut layouts = inputs.layouts.clone();
        let mut outcome = Err(fault.clone());
        // A fault names the inputs of one dimension. Without it, another may show.
        while let Err(fault @ (OpFault::NeedsReplication(..) | OpFault::UnitAxisSharded(_))) = &outcome {
            let faulty = fault.inputs();
            if !faulty.iter().all(|&input| free(input)) {
                return None;
            }
            let before = layouts.clone();
            faulty.into_iter().for_each(|input| layouts[input] = layouts[input].as_ref().map(unsharded));
            if layouts == before {
                break;
            }
            outcome = compose(&layouts);
        }
        if outcome.is_err() {
            // An annotated input leads, otherwise the one with the most shards.
            let leader = (0..layouts.len()).rev().max_by_key(|&i| (!free(i) && shards(i) > 0, shards(i)))?;
            let borrowed: Vec<Option<&DeviceLayout>> = layouts.iter().map(Option::as_ref).collect();
            let fits = fit_inputs(signature, &borrowed, leader)?;
            for (i, fit) in fits.into_iter().enumerate().filter(|(i, _)| *i != leader && free(*i)) {
                layouts[i] = fit.or_else(|| layouts[i].clone());
            }
            outcome = compose(&layouts);
        }
        if outcome.is_err() {
            let free_inputs = layouts.iter_mut().enumerate().filter(|(input, _)| free(*input));
            free_inputs.for_each(|(_, layout)| *layout = layout.as_ref().map(unsharded));
            outcome = compose(&layouts);
        }
        let changed = |(new, old): (Option<DeviceLayout>, &Option<DeviceLayout>)| {
            new.filter(|new| Some(new) != old.as_ref())
        };
        let changed = layouts.into_iter().zip(&inputs.layouts).map(changed).collect();
        outcome.ok().map(|outcome| (outcome, changed))
    }

    /// A node without a rule: if no input is sharded, every device that holds all inputs can run it.
    fn without_rule(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        inputs: &[Option<&DeviceLayout>],
        why: &NoRule,
        location: &NodeLocation,
    ) -> Option<Vec<Option<DeviceLayout>>> {
        let node = &typed.graph.nodes[id];
        if inputs.iter().flatten().any(|layout| !layout.reduced().is_unsharded()) {
            let message =
                format!("{} has no sharding rule, so its specs are not checked: {why}", node.proto.op());
            self.answer.findings.push(Finding::warning(code::ONNX_NO_RULE, location.clone(), message));
            return None;
        }
        let devices = (inputs.iter().flatten())
            .fold(self.all.clone(), |set, layout| set.intersection(&layout.devices()));
        if devices.is_empty() {
            let message = "no device holds all inputs".to_string();
            self.answer.findings.push(Finding::error(code::ONNX_NOT_COMPOSABLE, location.clone(), message));
            return None;
        }
        let replicated = |value: &Option<_>| {
            let dims = value.map(|value| typed.types[value].dims.clone().unwrap_or_default());
            dims.map(|dims| DeviceLayout::unsharded(&dims, devices.clone()))
        };
        Some(node.outputs.iter().map(replicated).collect())
    }

    fn exchange(&mut self, exchange: &Exchange, node: &proto::Node, location: &NodeLocation) {
        let groups: Vec<String> = exchange.groups.iter().take(4).map(ToString::to_string).collect();
        let more = if exchange.groups.len() > 4 { ", …" } else { "" };
        let message = format!(
            "{} along a sharded axis needs communication inside the op: {} over {}{more}",
            node.op(),
            exchange.collective(),
            groups.join(", ")
        );
        let help = "a runtime that executes ops unchanged needs the axis replicated";
        let finding = match self.options.deny_exchanges {
            true => Finding::error(code::ONNX_EXCHANGE, location.clone(), message),
            false => Finding::warning(code::ONNX_EXCHANGE, location.clone(), message),
        };
        self.answer.findings.push(finding.help(help));
    }

    /// A call of a function: visits the body with the layouts of the call.
    fn call(
        &mut self,
        body: &TypedGraph<'_>,
        node: &proto::Node,
        inputs: &[Option<DeviceLayout>],
        at: &At,
    ) -> Option<Vec<Option<DeviceLayout>>> {
        let function = self.model.functions.iter().position(|function| {
            let domain = function.domain.as_deref().filter(|domain| *domain != "ai.onnx").unwrap_or_default();
            function.name.as_deref() == Some(node.op())
                && domain == node.name_space()
                && function.overload.as_deref().unwrap_or_default()
                    == node.overload.as_deref().unwrap_or_default()
        })?;
        if at.depth >= MAX_DEPTH {
            return None;
        }
        let path = [&at.path[..], &[format!("function {}", node.op())]].concat();
        let graph = GraphPath { root: Root::Function(function), steps: Vec::new() };
        let values = self.graph(body, inputs.to_vec(), None, &At { graph, path, depth: at.depth + 1 });
        Some(body.graph.outputs.iter().map(|output| values[*output].clone()).collect())
    }

    /// `If`, `Loop` and `Scan`: visits the bodies with the layouts of their inputs.
    #[expect(clippy::too_many_arguments, reason = "the context of a body")]
    fn control_flow(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        inputs: &[Option<DeviceLayout>],
        values: &Values,
        scope: Option<&Scope<'_, '_>>,
        location: &NodeLocation,
        at: &At,
    ) -> Option<Vec<Option<DeviceLayout>>> {
        if at.depth >= MAX_DEPTH {
            return None;
        }
        let node = &typed.graph.nodes[id];
        let inner = Scope { typed, values, parent: scope };
        let mut answers: Vec<Vec<Option<DeviceLayout>>> = Vec::new();
        for ((_, attribute, index), body) in
            typed.bodies.range((id, "", 0)..).take_while(|((owner, ..), _)| *owner == id)
        {
            let Some(step) = step(node.proto, id, attribute, *index) else { continue };
            let label = location.label.as_deref().unwrap_or_default();
            let path = [&at.path[..], &[format!("node {} ({label}) {attribute}", id.index())]].concat();
            let mut graph = at.graph.clone();
            graph.steps.push(step);
            let given = self.body_inputs(node.proto, body, inputs);
            let walked =
                self.graph(body, given.clone(), Some(&inner), &At { graph, path, depth: at.depth + 1 });
            let outputs = body.graph.outputs.iter().map(|output| walked[*output].clone()).collect();
            if typed.taken.get(&id).is_some_and(|taken| taken != attribute) {
                continue;
            }
            answers.push(self.body_outputs(node.proto, body, &given, outputs, location));
        }
        let mut answers = answers.into_iter();
        let mut first = answers.next()?;
        // Branches may return different numbers of dimensions.
        for (layout, output) in first.iter_mut().zip(&node.outputs) {
            let rank = output.and_then(|value| typed.types[value].rank());
            layout.take_if(|layout| rank != Some(layout.axes().len()));
        }
        let names: Vec<&str> = node.proto.output.iter().map(String::as_str).collect();
        for other in answers {
            // The second branch is resharded to the layouts of the first.
            for (i, (a, b)) in first.iter().zip(&other).enumerate() {
                if let (Some(to), Some(from)) = (a, b) {
                    self.reshard(names.get(i).copied().unwrap_or_default(), location, from, to);
                }
            }
        }
        Some(first)
    }

    /// The layouts of a body's inputs.
    fn body_inputs(
        &self,
        node: &proto::Node,
        body: &TypedGraph<'_>,
        inputs: &[Option<DeviceLayout>],
    ) -> Vec<Option<DeviceLayout>> {
        let scanned =
            node.attribute("num_scan_inputs").and_then(|attribute| attribute.i).unwrap_or(0).max(0) as usize;
        let states = inputs.len().saturating_sub(scanned);
        (body.graph.inputs.iter().enumerate())
            .map(|(i, &value)| {
                let dims = body.types[value].dims.clone().unwrap_or_default();
                let input = inputs.get(i).cloned().flatten();
                match node.standard_op() {
                    Some("Loop") if i < 2 => Some(DeviceLayout::unsharded(&dims, self.all.clone())),
                    Some("Scan") if i >= states => {
                        input.map(|input| DeviceLayout::unsharded(&dims, input.devices()))
                    }
                    _ => input,
                }
            })
            .collect()
    }

    /// The layouts of a node's outputs, given those of its body. Loop-carried values are resharded to their initial layouts.
    fn body_outputs(
        &mut self,
        node: &proto::Node,
        body: &TypedGraph<'_>,
        given: &[Option<DeviceLayout>],
        outputs: Vec<Option<DeviceLayout>>,
        location: &NodeLocation,
    ) -> Vec<Option<DeviceLayout>> {
        let scanned =
            node.attribute("num_scan_inputs").and_then(|attribute| attribute.i).unwrap_or(0).max(0) as usize;
        let (skipped, carried) = match node.standard_op() {
            Some("Loop") => (2, given.len().saturating_sub(2)),
            Some("Scan") => (0, given.len().saturating_sub(scanned)),
            _ => return outputs,
        };
        let mut answers = Vec::new();
        for (i, output) in
            outputs.into_iter().skip(usize::from(node.standard_op() == Some("Loop"))).enumerate()
        {
            if i >= carried {
                answers.push(output.as_ref().map(stacked));
                continue;
            }
            let came = given.get(skipped + i).cloned().flatten();
            let name = body.graph.inputs.get(skipped + i).map_or("", |value| body.graph.values[*value].name);
            if let (Some(from), Some(to)) = (&output, &came) {
                self.reshard(name, location, from, to);
            }
            answers.push(came.or(output));
        }
        answers
    }

    fn reshard(&mut self, value: &str, location: &NodeLocation, from: &DeviceLayout, to: &DeviceLayout) {
        let transfer = Transfer::between(from, to);
        if transfer != Transfer::None {
            let (from, to) = (from.clone(), to.clone());
            self.answer.reshards.push(Reshard {
                value: value.to_string(),
                location: location.clone(),
                from,
                to,
                transfer,
            });
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all of them are stored")]
    fn spec(
        &mut self,
        at: &At,
        id: NodeId,
        name: &str,
        is_output: bool,
        layout: &DeviceLayout,
        origin: SpecOrigin,
        location: &NodeLocation,
    ) {
        self.answer.specs.push(NodeSpec {
            graph: at.graph.clone(),
            node: id.index(),
            tensor: name.to_string(),
            is_output,
            layout: layout.clone(),
            origin,
            location: location.clone(),
        });
    }

    fn location(&self, node: &proto::Node, id: NodeId, at: &At) -> NodeLocation {
        let label = node.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(node.op());
        NodeLocation {
            path: at.path.clone(),
            node: Some(id.index()),
            label: Some(label.to_string()),
            tensor: None,
            configuration: Some(self.configuration.to_string()),
        }
    }
}

/// The step from a node to one of its subgraphs.
fn step(node: &proto::Node, id: NodeId, attribute: &str, index: usize) -> Option<GraphStep> {
    let at = node.attribute.iter().position(|own| own.name.as_deref() == Some(attribute))?;
    let graph = match (&node.attribute[at].g, index) {
        (Some(_), 0) => None,
        (Some(_), index) => Some(index - 1),
        (None, index) => Some(index),
    };
    Some(GraphStep { node: id.index(), attribute: at, graph })
}

/// The layout of a stack of tensors along a new first dimension.
fn stacked(layout: &DeviceLayout) -> DeviceLayout {
    let axes = [&[Axis::unsharded(None)], layout.axes()].concat();
    DeviceLayout::new(axes, layout.holders().to_vec()).unwrap_or_else(|| layout.clone())
}

fn fault_finding(fault: &OpFault, names: &[&str], location: &NodeLocation) -> Finding {
    let name = |input: usize| match names.get(input) {
        Some(name) if !name.is_empty() => format!("'{name}'"),
        _ => format!("input {input}"),
    };
    let tensor = fault.inputs().last().and_then(|&input| names.get(input)).map(|name| name.to_string());
    let location = NodeLocation { tensor, ..location.clone() };
    match fault {
        OpFault::Unsupported(_) => Finding::warning(fault.code(), location, fault.text(name)),
        _ => Finding::error(fault.code(), location, fault.text(name)),
    }
}

/// A spec that would make the inputs compatible.
fn suggestion(
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
    fault: &OpFault,
    names: &[&str],
) -> Option<String> {
    if let OpFault::NeedsReplication(at, _) | OpFault::UnitAxisSharded(at) = fault {
        let name = names.get(at.input)?;
        return Some(format!("replicate axis {} of '{name}'", at.dim));
    }
    let at_fault = fault.inputs();
    let shards =
        |input: &usize| inputs.get(*input).copied().flatten().map_or(0, |layout| layout.holders().len());
    let leader = at_fault.iter().copied().rev().max_by_key(shards)?;
    let fits = fit_inputs(signature, inputs, leader)?;
    for &input in at_fault.iter().filter(|&&input| input != leader) {
        let (Some(Some(fit)), Some(Some(own))) = (fits.get(input), inputs.get(input)) else { continue };
        if fit == *own {
            continue;
        }
        let json =
            serde_json::to_string(&SpecJson { tensor_name: None, ..SpecJson::from_proto(&fit.to_spec("")) })
                .ok()?;
        const MOST: usize = 400;
        let shown = if json.len() <= MOST { json } else { fit.to_string() };
        return Some(format!(
            "'{}' matches '{}' if its spec is {shown}",
            names.get(input)?,
            names.get(leader)?
        ));
    }
    None
}

/// The layout of the same tensor on the same devices, replicated.
fn unsharded(layout: &DeviceLayout) -> DeviceLayout {
    let size = |axis: &Axis| axis.size().map_or(Dim::Unknown, Dim::Known);
    let dims: Vec<Dim> = layout.axes().iter().map(size).collect();
    DeviceLayout::unsharded(&dims, layout.devices())
}
