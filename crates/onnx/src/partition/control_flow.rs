//! Control flow on shards: the bodies of `If`, `Loop` and `Scan` are partitioned like graphs of their own.
//!
//! The first rank tries a body before it emits it, to find the layouts of what enters and leaves it: the branches of an `If` must agree about
//! their results, and an iteration of a loop takes what the previous one returns. All ranks evaluate conditions on replicated values, so that
//! they take the same branches and bodies may contain collectives.

use std::collections::BTreeSet;

use partita_base::Id as _;
use partita_cost::Cost;
use partita_mesh::AxisRef;
use partita_place::Axes;
use rustc_hash::FxHashMap;

use super::Job;
use super::achieved::{Achieved, LostSharding};
use super::build::Build;
use super::declare::{declare_values, shard_entry};
use super::emit::{Emit, Known, Obstacle, draws, is_tensor};
use super::flops::multiplies;
use super::flow_ports::{FlowPort, FlowPorts, iterations};
use super::layouts::{GraphLayouts, replicated_layout};
use super::mesh_layout::MeshLayout;
use super::rank::Rank;
use super::scan::{self, LocalScan};
use super::sums;
use crate::graph::{Node, NodeId, ValueId, ValueSource};
use crate::proto;
use crate::types::{Dim, TensorType};
use crate::typing::TypedGraph;

/// The most rounds in which the layouts of what a loop carries follow from the iteration before. Later they are only sharded less.
const FREE_ROUNDS: usize = 2;

/// The most rounds in which the bodies of a node are tried.
const MOST_ROUNDS: usize = 6;

/// The layouts of what enters and leaves the bodies of a node, and what all ranks know about these.
pub(crate) struct FlowPlan {
    bodies: Vec<Known>,
    inputs: Vec<MeshLayout>,
    outputs: Vec<MeshLayout>,
    /// The layouts of captured values that the enclosing graph provides, because bodies would reshard them every time.
    captured: Vec<(ValueId, MeshLayout)>,
}

/// How a node with bodies runs.
pub(crate) enum Flow {
    Sharded(FlowPlan),
    Replicated(Option<LostSharding>),
}

/// What a trial of one body shows.
struct TriedBody {
    known: Known,
    /// The layout of every output; `None` if any is free.
    outputs: Vec<Option<MeshLayout>>,
    /// The layouts that the body made of captured values.
    captured: Vec<(ValueId, MeshLayout)>,
    has_sums: bool,
    has_collectives: bool,
    is_sharded: bool,
    lost: Option<LostSharding>,
}

/// The layout without axes of dimensions whose size is unknown or too small, and without partial sums.
fn kept_layout(layout: &MeshLayout, ty: &TensorType) -> MeshLayout {
    let Some((dims, shape)) = ty.dims.as_ref().zip(ty.shape_or_ones()) else {
        return MeshLayout::replicated(0);
    };
    if layout.0.len() != dims.len() {
        return MeshLayout::replicated(dims.len());
    }
    let own = layout.0.iter().zip(dims).map(|(axes, dim)| match dim {
        Dim::Known(_) => axes.clone(),
        _ => Axes::new(),
    });
    MeshLayout::from(own.collect::<Vec<_>>()).without_empty_shards(&shape)
}

/// The axes that shard every dimension in both layouts.
fn common_layout(a: &MeshLayout, b: &MeshLayout) -> MeshLayout {
    let common = |(a, b): (&Axes, &Axes)| -> Axes {
        a.iter().zip(b).take_while(|(a, b)| a == b).map(|(axis, _)| *axis).collect::<Vec<AxisRef>>().into()
    };
    MeshLayout::from(a.0.iter().zip(&b.0).map(common).collect::<Vec<_>>())
}

/// Whether nodes run on shards, as far as this is known.
fn has_shards(known: &Known) -> bool {
    known.choices.values().any(|choice| !choice.is_replicated())
        || known.taken.values().any(has_shards)
        || known.flows.values().any(|flow| matches!(flow, Flow::Sharded(_)))
}

impl<'e, 'm> Emit<'e, '_, '_, 'm> {
    /// Emits a node with bodies on shards. Returns whether it did; otherwise the node is to run replicated.
    pub(super) fn control_flow(&mut self, id: NodeId) -> Result<bool, Obstacle> {
        if let Some(&taken) = self.job.typed.taken.get(&id) {
            let mut known = self.known.taken.remove(&id).unwrap_or_else(|| self.known.for_a_body());
            let done = self.emit_taken(id, taken, &mut known);
            self.known.taken.insert(id, known);
            return done.map(|()| true);
        }
        let Some(ports) = FlowPorts::of(self.job.typed, id) else { return Ok(false) };
        let flow = match self.known.flows.remove(&id) {
            Some(flow) => flow,
            None => self.plan_flow(id, &ports),
        };
        let (flow, done) = match flow {
            Flow::Sharded(mut plan) => {
                self.achieved.bodies += usize::from(multiplies(self.job.typed.graph.nodes[id].proto));
                let done = self.emit_flow(id, &ports, &mut plan);
                (Flow::Sharded(plan), done.map(|()| true))
            }
            Flow::Replicated(lost) => {
                if self.achieved.lost.is_none() {
                    self.achieved.lost = lost.clone();
                }
                (Flow::Replicated(lost), Ok(false))
            }
        };
        self.known.flows.insert(id, flow);
        done
    }

    /// Emits the nodes of the branch that is always taken instead of the `If`.
    fn emit_taken(&mut self, id: NodeId, name: &'static str, known: &mut Known) -> Result<(), Obstacle> {
        let typed = self.body(id, name);
        let job = self.body_job(typed, Vec::new());
        let empty = Build::new(self.rank.build.opset, std::iter::empty());
        let build = std::mem::replace(&mut self.rank.build, empty);
        let finish = |emit: &mut Emit<'_, '_, '_, 'm>| {
            let mut outputs = Vec::new();
            for &value in &typed.graph.outputs {
                if emit.copies().at(value).is_empty() {
                    let layout = emit.job.layouts[value].clone();
                    match layout.filter(|layout| !layout.is_replicated()) {
                        Some(layout) => emit.get(value, &layout)?,
                        None => emit.get_replicated(value)?,
                    };
                }
                outputs.push(emit.copies().at(value).to_vec());
            }
            Ok(outputs)
        };
        let inside = self.inside_body(&job, build, known, (Vec::new(), &[]), finish);
        let inside = inside.map_err(|obstacle| self.obstacle_inside(id, typed, &obstacle))?;
        self.rank.build = inside.build;
        let node = self.rank.node;
        self.rank.collectives.extend(inside.collectives.into_iter().map(|mut each| {
            each.node = node;
            each
        }));
        let mut achieved = inside.achieved;
        achieved.lost = achieved.lost.map(|lost| self.lost_inside(id, lost));
        self.achieved.add(achieved);
        for (value, layout, name) in inside.captured {
            self.provide(value, layout, name);
        }
        for (output, copies) in self.job.typed.graph.nodes[id].outputs.iter().zip(inside.result) {
            let Some(value) = *output else { continue };
            for (layout, name) in copies {
                self.provide(value, layout, name);
            }
        }
        Ok(())
    }

    fn body(&self, id: NodeId, name: &'static str) -> &'e TypedGraph<'m> {
        &self.job.typed.bodies[&(id, name, 0)]
    }

    /// Tries the bodies of a node until the layouts of what enters and leaves them fit.
    fn plan_flow(&mut self, id: NodeId, ports: &FlowPorts) -> Flow {
        let mut inputs = self.first_layouts(id, ports);
        let mut captured: Vec<(ValueId, MeshLayout)> = Vec::new();
        let mut round = 0;
        // What each body is tried with. No inner body is tried in more rounds because an outer one is, or else the time would be
        // exponential in their depth.
        let mut known: Vec<Known> = ports.bodies.iter().map(|_| self.known.for_a_body()).collect();
        let (tried, outputs) = loop {
            let mut tried = Vec::new();
            for (&name, known) in ports.bodies.iter().zip(known) {
                match self.try_body(id, name, &inputs, &captured, known) {
                    Ok(body) => tried.push(body),
                    Err(_) => return Flow::Replicated(None),
                }
            }
            let outputs = self.agreed_layouts(id, ports, &tried);
            round += 1;
            let mut next = inputs.clone();
            let carried = if self.known.is_repeated { &[][..] } else { &ports.carried[..] };
            for &(input, output) in carried {
                let Some(after) = tried[0].outputs.get(output).and_then(Option::as_ref) else { continue };
                let body = self.body(id, ports.bodies[0]);
                let after = kept_layout(after, &body.types[body.graph.inputs[input]]);
                next[input] = match round <= FREE_ROUNDS {
                    true => after,
                    false => common_layout(&inputs[input], &after),
                };
            }
            // What bodies make of captured values is made once outside.
            let mut made = captured.clone();
            for (value, layout) in &tried[0].captured {
                let in_all = tried.iter().all(|body| body.captured.contains(&(*value, layout.clone())));
                if in_all && !made.contains(&(*value, layout.clone())) {
                    made.push((*value, layout.clone()));
                }
            }
            if round >= MOST_ROUNDS || (next == inputs && made == captured) {
                break (tried, outputs);
            }
            known = match next == inputs {
                true => tried.into_iter().map(|body| body.known.flows_only()).collect(),
                false => ports.bodies.iter().map(|_| Known::repeated()).collect(),
            };
            (inputs, captured) = (next, made);
        };
        let has_shards = tried.iter().any(|body| body.is_sharded)
            || inputs.iter().chain(&outputs).any(|layout| !layout.is_replicated());
        let is_sharded = has_shards || ports.bodies.iter().any(|&name| draws(self.body(id, name)));
        // A `Scan` becomes a `Loop` for the sake of shards, not to draw the same numbers on all ranks.
        let unsupported = self.job.typed.graph.nodes[id].proto.op() == "Scan"
            && tried.iter().any(|body| body.has_collectives)
            && !(has_shards && self.can_be_loop(ports));
        if !is_sharded || unsupported {
            let lost = tried.into_iter().find_map(|body| body.lost);
            let lost = lost.map(|lost| self.lost_inside(id, lost));
            return Flow::Replicated(lost.or_else(|| self.lost_by_exchange(id).filter(|_| unsupported)));
        }
        let mut outputs = outputs;
        for &(input, output) in &ports.carried {
            outputs[output].clone_from(&inputs[input]);
        }
        let mut bodies = Vec::new();
        for (&name, tried) in ports.bodies.iter().zip(tried) {
            let TriedBody { mut known, has_sums, .. } = tried;
            if has_sums {
                let typed = self.body(id, name);
                let job = self.body_job(typed, outputs.clone());
                known.sums = sums::finish_sums(&job, &known.choices, self.rank.rank_mesh);
            }
            bodies.push(known);
        }
        Flow::Sharded(FlowPlan { bodies, inputs, outputs, captured })
    }

    /// The layouts in which the inputs of a body are tried first: as propagated, or as they are available.
    fn first_layouts(&self, id: NodeId, ports: &FlowPorts) -> Vec<MeshLayout> {
        let body = self.body(id, ports.bodies[0]);
        let layouts = self.job.bodies.get(&body.id);
        let layout = |(&port, &value): (&FlowPort, &ValueId)| {
            let outside = port.outside.and_then(|at| self.job.typed.graph.nodes[id].inputs[at]);
            let ty = &body.types[value];
            let Some(outside) = outside else { return kept_layout(&MeshLayout::replicated(0), ty) };
            let wanted = layouts.and_then(|layouts| layouts.values[value].clone());
            let wanted = wanted.filter(|layout| !layout.is_replicated());
            let available = || Some(port.inside(&self.copies().at(outside).first()?.0));
            let layout = wanted.or_else(available).unwrap_or_else(|| MeshLayout::replicated(0));
            kept_layout(&layout, ty)
        };
        let mut found: Vec<MeshLayout> = ports.inputs.iter().zip(&body.graph.inputs).map(layout).collect();
        // The condition of a loop must be the same on all ranks.
        if self.job.typed.graph.nodes[id].proto.op() == "Loop" {
            for (layout, &value) in found.iter_mut().zip(&body.graph.inputs).take(2) {
                *layout = replicated_layout(body, value);
            }
        }
        found
    }

    /// The layouts of the outputs of all bodies: those that cost least where bodies differ.
    fn agreed_layouts(&mut self, id: NodeId, ports: &FlowPorts, tried: &[TriedBody]) -> Vec<MeshLayout> {
        let mut agreed = Vec::new();
        for (at, port) in ports.outputs.iter().enumerate() {
            let outside =
                port.outside.and_then(|at| self.job.typed.graph.nodes[id].outputs.get(at).copied().flatten());
            let rank = |name: &&'static str| {
                let body = self.body(id, name);
                body.types[body.graph.outputs[at]].rank()
            };
            let replicated = MeshLayout::replicated(ports.bodies.iter().find_map(rank).unwrap_or(0));
            let Some(outside) = outside else {
                agreed.push(replicated);
                continue;
            };
            let outer = self.job.typed.types[outside].clone();
            let inside = |layout: &MeshLayout| port.inside(&kept_layout(&port.outside(layout), &outer));
            let mut candidates: Vec<MeshLayout> =
                tried.iter().filter_map(|body| body.outputs[at].as_ref()).map(inside).collect();
            candidates.push(replicated);
            let mut best: Option<(Cost, MeshLayout)> = None;
            for candidate in candidates {
                let fits = ports.bodies.iter().all(|&name| {
                    let body = self.body(id, name);
                    kept_layout(&candidate, &body.types[body.graph.outputs[at]]) == candidate
                });
                if !fits && !candidate.is_replicated() {
                    continue;
                }
                let mut cost = Cost::default();
                for (&name, tried) in ports.bodies.iter().zip(tried) {
                    cost += self.output_cost(self.body(id, name), at, tried.outputs[at].as_ref(), &candidate);
                }
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, candidate));
                }
            }
            agreed.push(best.map_or_else(|| MeshLayout::replicated(0), |(_, layout)| layout));
        }
        agreed
    }

    /// What it costs a body to return an output in a layout.
    fn output_cost(
        &mut self,
        body: &TypedGraph<'_>,
        at: usize,
        from: Option<&MeshLayout>,
        to: &MeshLayout,
    ) -> Cost {
        let ty = &body.types[body.graph.outputs[at]];
        let (Some(from), Some(shape), Some(element)) = (from, ty.shape_or_ones(), ty.element) else {
            return Cost::default();
        };
        if from.0.len() != shape.len() || to.0.len() != shape.len() || element.bits() == 0 {
            return Cost::default();
        }
        let dims = ty.dims.as_deref().unwrap_or_default();
        let global = super::reshard::GlobalTensor { shape: &shape, dims, parts: None, element };
        self.rank.rank_mesh.cost(global, from, to)
    }

    /// The job of partitioning a body.
    fn body_job<'j>(&self, typed: &'j TypedGraph<'m>, outputs: Vec<MeshLayout>) -> Job<'j, 'm>
    where
        'e: 'j,
    {
        let job = self.job;
        let GraphLayouts { mut values, uses, mut given } =
            job.bodies.get(&typed.id).cloned().unwrap_or_default();
        let mut constants = FxHashMap::default();
        for (value, info) in typed.graph.values.iter() {
            let ValueSource::Outer = info.source else { continue };
            let Some(outer) = job.typed.graph.find(info.name) else { continue };
            if let Some(tensor) = job.initializer(outer) {
                constants.insert(value, tensor);
                if job.given.contains(&outer) {
                    given.insert(value);
                }
            }
        }
        for _ in values.len()..typed.graph.values.len() {
            values.push(None);
        }
        Job {
            layouts: values,
            uses,
            given,
            bodies: job.bodies,
            constants,
            is_body: true,
            inputs: Vec::new(),
            outputs,
            topology: job.topology,
            defer: job.defer,
            ..Job::new(job.model, typed, (job.meshes, job.mesh), job.load)
        }
    }

    /// Emits the nodes of a body after the copies of what enters it, and then does `finish`. `made` are copies of captured values that the
    /// enclosing graph will have.
    fn inside_body<R>(
        &mut self,
        job: &Job<'_, 'm>,
        build: Build,
        known: &mut Known,
        (inputs, made): BodyInputs<'_>,
        finish: impl FnOnce(&mut Emit<'_, '_, '_, 'm>) -> Result<R, Obstacle>,
    ) -> Result<InsideBody<R>, Obstacle> {
        let body = &job.typed.graph;
        let mut outer = Vec::new();
        for (value, info) in body.values.iter() {
            if let (ValueSource::Outer, Some(own)) = (info.source, self.job.typed.graph.find(info.name)) {
                let mut copies = self.copies().at(own).to_vec();
                for (_, layout) in made.iter().filter(|(made, _)| *made == own) {
                    copies.push((layout.clone(), info.name.to_owned()));
                }
                outer.push((value, own, copies));
            }
        }
        let rank = Rank {
            rank_mesh: &mut *self.rank.rank_mesh,
            position: self.rank.position,
            build,
            collectives: Vec::new(),
            node: self.rank.node,
            cause: String::new(),
        };
        let mut emit = Emit::new(job, rank, self.device, std::iter::empty(), known);
        for (value, _, copies) in &outer {
            for (layout, name) in copies {
                emit.provide(*value, layout.clone(), name.clone());
            }
        }
        for (&value, (layout, name)) in body.inputs.iter().zip(inputs) {
            emit.provide(value, layout, name);
        }
        for &node in &job.typed.order {
            emit.node(node)?;
        }
        let result = finish(&mut emit)?;
        let mut captured = Vec::new();
        for (value, own, copies) in &outer {
            let added = emit.copies().at(*value).iter().skip(copies.len());
            captured.extend(added.map(|(layout, name)| (*own, layout.clone(), name.clone())));
        }
        let achieved = std::mem::take(&mut emit.achieved);
        let Rank { build, collectives, .. } = emit.rank;
        Ok(InsideBody { result, build, collectives, captured, achieved })
    }

    fn try_body(
        &mut self,
        id: NodeId,
        name: &'static str,
        inputs: &[MeshLayout],
        captured: &[(ValueId, MeshLayout)],
        mut known: Known,
    ) -> Result<TriedBody, Obstacle> {
        let typed = self.body(id, name);
        let job = self.body_job(typed, Vec::new());
        let build = Build::new(self.rank.build.opset, std::iter::empty());
        let named = inputs.iter().map(|layout| (layout.clone(), "input".to_owned())).collect();
        let finish = |emit: &mut Emit<'_, '_, '_, 'm>| {
            let layout = |&value: &ValueId| emit.copies().at(value).first().map(|(layout, _)| layout.clone());
            Ok(typed.graph.outputs.iter().map(layout).collect::<Vec<_>>())
        };
        let inside = self.inside_body(&job, build, &mut known, (named, captured), finish)?;
        let InsideBody { result: outputs, collectives, captured: made, achieved, .. } = inside;
        let is_sharded =
            has_shards(&known) || outputs.iter().flatten().any(|layout: &MeshLayout| !layout.is_replicated());
        let has_sums = collectives.iter().any(|each| each.op == "AllReduce");
        // Constants are stored, not resharded, unless the layout in which ranks store them was given.
        let is_resharded = |value: ValueId, layout: &MeshLayout| match self.job.initializer(value) {
            Some(_) => self.given_layout(value).is_some_and(|given| given != *layout),
            None => true,
        };
        let made = made.into_iter().filter(|(value, layout, _)| is_resharded(*value, layout));
        Ok(TriedBody {
            known,
            outputs,
            captured: made.map(|(value, layout, _)| (value, layout)).collect(),
            has_sums,
            has_collectives: !collectives.is_empty(),
            is_sharded,
            lost: achieved.lost,
        })
    }

    /// Emits a node whose bodies run on shards.
    fn emit_flow(&mut self, id: NodeId, ports: &FlowPorts, plan: &mut FlowPlan) -> Result<(), Obstacle> {
        let node = &self.job.typed.graph.nodes[id];
        let mut proto = node.proto.clone();
        proto.device_configurations.clear();
        for (at, input) in node.inputs.iter().enumerate() {
            let Some(value) = *input else { continue };
            let port = ports.inputs.iter().zip(&plan.inputs).find(|(port, _)| port.outside == Some(at));
            let layout = port.map(|(port, layout)| port.outside(layout));
            proto.input[at] = match layout.filter(|layout| !layout.is_replicated()) {
                Some(layout) => self.get_input(id, at, value, &layout)?,
                None => self.get_replicated(value)?,
            };
        }
        for (value, layout) in &plan.captured {
            self.get(*value, layout)?;
        }
        let exchanged = self.rank.collectives.len();
        for (&name, known) in ports.bodies.iter().zip(&mut plan.bodies) {
            let graph = self.emit_body(id, name, (&plan.inputs, &plan.outputs), known)?;
            for attribute in &mut proto.attribute {
                if attribute.name.as_deref() == Some(name) {
                    attribute.g = Some(graph);
                    break;
                }
            }
        }
        for (at, output) in node.outputs.iter().enumerate() {
            let Some(value) = *output else { continue };
            let port = ports.outputs.iter().zip(&plan.outputs).find(|(port, _)| port.outside == Some(at));
            let layout = match port.map(|(port, layout)| port.outside(layout)) {
                Some(layout) if !layout.is_replicated() => layout,
                _ => replicated_layout(self.job.typed, value),
            };
            let name = self.rank.build.name(self.job.typed.graph.values[value].name);
            proto.output[at].clone_from(&name);
            self.provide(value, layout, name);
        }
        let is_scan = proto.op() == "Scan" && self.rank.collectives.len() > exchanged;
        match proto.attribute.iter_mut().find_map(|attribute| attribute.g.take_if(|_| is_scan)) {
            Some(body) => self.push_scan_as_loop(id, ports, (proto, body), exchanged),
            None => self.rank.build.nodes.push(proto),
        }
        Ok(())
    }

    /// Whether a `Scan` can become a `Loop`.
    fn can_be_loop(&self, ports: &FlowPorts) -> bool {
        self.rank.build.opset >= scan::FIRST_OPSET && ports.inputs.len() > ports.carried.len()
    }

    /// Adds a `Scan` as a `Loop`. The collectives from `exchanged` on are in its body.
    fn push_scan_as_loop(
        &mut self,
        id: NodeId,
        ports: &FlowPorts,
        (node, body): (proto::Node, proto::Graph),
        exchanged: usize,
    ) {
        let typed = self.job.typed;
        let Node { inputs, outputs, .. } = &typed.graph.nodes[id];
        let rank = |value: &Option<ValueId>| value.and_then(|value| typed.types[value].rank()).unwrap_or(0);
        let length = || {
            let first = ports.carried.len();
            let dims = typed.types[inputs[first]?].dims.as_deref()?;
            dims[ports.inputs[first].scanned?].known()
        };
        let scan =
            LocalScan { node, body, ports, length: length(), ranks: outputs.iter().map(rank).collect() };
        let before = scan.push_as_loop(&mut self.rank.build);
        for each in &mut self.rank.collectives[exchanged..] {
            each.at += before;
        }
    }

    /// Emits one body of a node.
    fn emit_body(
        &mut self,
        id: NodeId,
        name: &'static str,
        (inputs, outputs): (&[MeshLayout], &[MeshLayout]),
        known: &mut Known,
    ) -> Result<proto::Graph, Obstacle> {
        let typed = self.body(id, name);
        let job = self.body_job(typed, outputs.to_vec());
        let empty = Build::new(self.rank.build.opset, std::iter::empty());
        let mut build = std::mem::replace(&mut self.rank.build, empty);
        let stored = build.initializers.len();
        let outside = build.enter_body();
        let mut infos = Vec::new();
        let mut named = Vec::new();
        for (&value, layout) in typed.graph.inputs.iter().zip(inputs) {
            let name = build.name(typed.graph.values[value].name);
            infos.push(self.body_info(&name, typed, value, layout));
            named.push((layout.clone(), name));
        }
        let finish = |emit: &mut Emit<'_, '_, '_, 'm>| {
            let mut infos: Vec<proto::ValueInfo> = Vec::new();
            for (&value, layout) in typed.graph.outputs.iter().zip(outputs) {
                let name = match layout.is_replicated() {
                    true => emit.get_replicated(value)?,
                    false => emit.get(value, layout)?,
                };
                let nodes = &emit.rank.build.nodes;
                let is_made = nodes.iter().any(|node| node.output.contains(&name));
                let is_returned = infos.iter().any(|info| info.name.as_ref() == Some(&name));
                // A body returns values of its own nodes only, and each once.
                let name = match is_made && !is_returned {
                    true => name,
                    false => emit.rank.build.unary("Identity", &name),
                };
                infos.push(emit.body_info(&name, typed, value, layout));
            }
            Ok((infos, emit.body_values()))
        };
        let (position, node) = (outside.position(), self.rank.node);
        let inside = self.inside_body(&job, build, known, (named, &[]), finish);
        let InsideBody { result: (infos_out, declared), mut build, collectives, captured, achieved } =
            inside.map_err(|obstacle| self.obstacle_inside(id, typed, &obstacle))?;
        let nodes = build.leave_body(outside);
        self.rank.build = build;
        for mut each in collectives {
            (each.at, each.node) = (position, node);
            self.rank.collectives.push(each);
        }
        let flops = achieved.flops.times(iterations(self.job.typed, id));
        let lost = achieved.lost.map(|lost| self.lost_inside(id, lost));
        self.achieved.add(Achieved { flops, lost, ..achieved });
        // Constants that the body uses are stored in the main graph, where other nodes can use them too.
        let added: BTreeSet<&str> = (self.rank.build.initializers[stored..].iter())
            .filter_map(|tensor| tensor.name.as_deref())
            .collect();
        let shared: Vec<_> =
            captured.into_iter().filter(|(.., name)| added.contains(name.as_str())).collect();
        for (value, layout, name) in shared {
            self.provide(value, layout, name);
        }
        let source = self.job.typed.graph.nodes[id].proto.attribute(name).and_then(|body| body.g.as_ref());
        let mut graph = proto::Graph {
            node: nodes,
            name: source.and_then(|graph| graph.name.clone()),
            input: infos,
            output: infos_out,
            ..proto::Graph::default()
        };
        declare_values(declared, &mut graph);
        Ok(graph)
    }

    /// The declaration of a value in a body: the sizes that it has on this rank.
    fn body_info(
        &self,
        name: &str,
        typed: &TypedGraph<'_>,
        value: ValueId,
        layout: &MeshLayout,
    ) -> proto::ValueInfo {
        let ty = &typed.types[value];
        let mesh = self.rank.rank_mesh.mesh;
        let mut local = ty.clone();
        if let (Some(dims), Some(shape)) = (&mut local.dims, ty.shape_or_ones())
            && layout.0.len() == dims.len()
        {
            let ranges = layout.ranges(mesh, &shape, self.rank.position);
            for ((dim, axes), range) in dims.iter_mut().zip(&layout.0).zip(ranges) {
                match dim {
                    Dim::Known(size) => *size = range.end - range.start,
                    _ if !axes.is_empty() => *dim = Dim::Unknown,
                    _ => {}
                }
            }
        }
        proto::ValueInfo {
            name: Some(name.to_owned()),
            r#type: ty.element.is_some().then(|| local.to_proto()),
            metadata_props: shard_entry(mesh, layout, ty).into_iter().collect(),
            ..proto::ValueInfo::default()
        }
    }

    /// The declarations of all copies of values in a body whose types are known.
    fn body_values(&self) -> Vec<proto::ValueInfo> {
        let typed = self.job.typed;
        let is_known = |value: ValueId| {
            typed.types[value].element.is_some()
                && is_tensor(typed, value)
                && typed.merged.get(value).is_none()
        };
        let values = typed.graph.values.ids().filter(|&value| is_known(value));
        let info = |value: ValueId| {
            let copies = self.copies().at(value).iter();
            copies.map(move |(layout, name)| self.body_info(name, typed, value, layout))
        };
        values.flat_map(info).collect()
    }

    /// An obstacle in a body, as one of its node.
    fn obstacle_inside(&self, id: NodeId, typed: &TypedGraph<'_>, obstacle: &Obstacle) -> Obstacle {
        let node = &self.job.typed.graph.nodes[id];
        let value = node.outputs.iter().chain(&node.inputs).flatten().next().copied();
        let inner = typed.graph.values[obstacle.value].name;
        let what = format!("comes from a body in which '{inner}' {}", obstacle.what);
        Obstacle { value: value.unwrap_or(ValueId::from_index(0)), what }
    }

    /// A node that runs replicated because its body would exchange: the tensor that is sharded, outside or in the body.
    fn lost_by_exchange(&self, id: NodeId) -> Option<LostSharding> {
        let body = self.job.typed.bodies_of(id).next()?;
        let layouts = self.job.bodies.get(&body.id);
        let is_sharded = |value: &ValueId| {
            let layout = layouts.and_then(|layouts| layouts.values.get(*value)?.as_ref());
            layout.is_some_and(|layout| !layout.is_replicated())
        };
        // Weights come first: users shard those.
        let is_constant = |value: &ValueId| body.graph.values[*value].initializer.is_some();
        let inside = body.graph.values.ids().filter(is_sharded).min_by_key(|value| !is_constant(value));
        let tensor = match inside {
            Some(value) => body.graph.values[value].name,
            None => {
                let inputs = &self.job.typed.graph.nodes[id].inputs;
                let sharded = inputs.iter().flatten().find(|value| self.only_sharded(**value).is_some());
                self.job.typed.graph.values[*sharded?].name
            }
        };
        let proto = self.job.typed.graph.nodes[id].proto;
        Some(LostSharding {
            axes: Vec::new(),
            node: id.index(),
            op: proto.op().to_owned(),
            tensor: tensor.to_owned(),
            reason: format!(
                "ranks would exchange in its body, which is done for If and Loop, not for {}",
                proto.op()
            ),
        })
    }

    /// A node of a body that runs replicated, as part of the node with the body.
    fn lost_inside(&self, id: NodeId, lost: LostSharding) -> LostSharding {
        let op = self.job.typed.graph.nodes[id].proto.op().to_owned();
        let reason = format!("node {} ({}) in its body: {}", lost.node, lost.op, lost.reason);
        LostSharding { node: id.index(), op, reason, ..lost }
    }
}

/// The layouts and names of what enters a body, and the copies of captured values that the enclosing graph will have.
type BodyInputs<'i> = (Vec<(MeshLayout, String)>, &'i [(ValueId, MeshLayout)]);

/// What emitting a body made.
struct InsideBody<R> {
    result: R,
    build: Build,
    collectives: Vec<super::CollectiveUse>,
    /// New copies of values of the enclosing graph.
    captured: Vec<(ValueId, MeshLayout, String)>,
    achieved: Achieved,
}
