//! Propagates the annotations of a few tensors through the entire model, in both directions, with `partita-propagate`.

use std::collections::BTreeMap;
use std::fmt;

use partita_base::{Id, IdVec, code};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, TensorSharding};
use partita_propagate::{
    Direction, OpTraits, PassThrough, ProblemBuilder, ShardingId, Solution, TensorId, propagate,
};
use rustc_hash::FxHashMap;

use super::answer::Inferred;
use super::forward::{self, InferOptions};
use super::record::Record;
use super::rule::{StatisticsPass, signature_to_rule};
use crate::finding::{Finding, NodeLocation};
use crate::graph::{GraphId, NodeId, ValueId, ValueSource};
use crate::layout::{DeviceLayout, DeviceSet, SimpleSharding, layouts_to_mesh, mesh_to_layout};
use crate::proto;
use crate::signature::{FactorKind, Signature};
use crate::types::Dim;
use crate::typing::{TypedGraph, TypedModel};

/// Shardings given in addition to the annotations of the model.
#[derive(Clone, Debug)]
pub struct GivenShardings {
    /// The mesh of these shardings, and of all results.
    pub mesh: Mesh,
    /// Tensors by name, with their shardings. A name that the main graph lacks is that of tensors of bodies.
    pub shardings: Vec<(String, TensorSharding)>,
}

/// A model with propagated shardings.
pub struct PropagatedModel {
    /// The given mesh, or the one found for the annotations.
    pub mesh: Mesh,
    /// The shardings of the main graph's values; `None` for values of unknown rank.
    pub shardings: IdVec<ValueId, Option<TensorSharding>>,
    /// The shardings of the main graph's constants that have several uses, for each input of a node that uses one.
    pub uses: BTreeMap<(NodeId, usize), Option<TensorSharding>>,
    /// The shardings of the bodies of control flow.
    pub bodies: BTreeMap<GraphId, BodyShardings>,
    /// The specs of every node.
    pub inferred: Inferred,
    /// What propagation did. It holds the steps if they were requested.
    pub record: Record,
}

/// The shardings of a body of control flow.
#[derive(Clone, Debug, Default)]
pub struct BodyShardings {
    /// Those of its values; `None` for values of unknown rank.
    pub values: IdVec<ValueId, Option<TensorSharding>>,
    /// Those of its constants that have several uses, for each input of a node that uses one.
    pub uses: BTreeMap<(NodeId, usize), Option<TensorSharding>>,
}

impl fmt::Debug for PropagatedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PropagatedModel").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

/// The layouts of all values, per graph, and those of constants with several uses, per input of a node.
#[derive(Default)]
pub(super) struct KnownLayouts {
    values: BTreeMap<GraphId, IdVec<ValueId, Option<DeviceLayout>>>,
    uses: BTreeMap<UseKey, DeviceLayout>,
}

impl KnownLayouts {
    pub(super) fn get(&self, graph: &TypedGraph<'_>, value: ValueId) -> Option<&DeviceLayout> {
        self.values.get(&graph.id)?.get(value)?.as_ref()
    }

    /// The layout of an input of a node that is a constant with several uses.
    pub(super) fn of_use(&self, graph: &TypedGraph<'_>, node: NodeId, input: usize) -> Option<&DeviceLayout> {
        self.uses.get(&(graph.id, node, input))
    }
}

/// Propagates the annotations of one configuration. Without a given mesh, searches one that fits all annotations of the model. Reports
/// the first annotation that does not fit.
pub fn propagate_specs(
    model: &proto::Model,
    typed: &TypedModel<'_>,
    configuration: &proto::DeviceConfiguration,
    given: Option<&GivenShardings>,
    options: InferOptions,
) -> Result<PropagatedModel, Vec<Finding>> {
    let name = configuration.name.clone().unwrap_or_default();
    let location = |tensor: Option<String>| NodeLocation {
        tensor,
        configuration: Some(name.clone()),
        ..NodeLocation::default()
    };
    let num_devices = configuration.num_devices.and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
    if !(1..=DeviceLayout::MAX_DEVICES).contains(&num_devices) {
        let message = format!("expected 1 to {} devices, found {num_devices}", DeviceLayout::MAX_DEVICES);
        return Err(vec![Finding::error(code::ONNX_LAYOUT_LIMIT, location(None), message)]);
    }
    let mut build = Build::new(typed, &name, num_devices);
    let annotated = std::mem::take(&mut build.annotated);
    let (mesh, shardings) = match given {
        Some(given) => (given.mesh.clone(), on_mesh(&annotated, &given.mesh).map_err(|i| (i, None))),
        None => match find_mesh(&annotated, num_devices) {
            Ok((mesh, shardings)) => (mesh, Ok(shardings)),
            Err((i, why)) => (Mesh::empty(), Err((i, Some(why)))),
        },
    };
    let shardings = shardings.map_err(|(i, why)| {
        let why =
            why.map_or_else(|| "its spec does not fit the given mesh".to_string(), |why| why.to_string());
        vec![Finding::error(code::ONNX_NO_MESH, location(annotated.get(i).map(|a| a.name.clone())), why)]
    })?;
    let id = build.problem.meshes_mut().define("mesh", mesh.clone()).ok_or_else(Vec::new)?;
    for (annotation, sharding) in annotated.iter().zip(shardings) {
        let sharding = build.problem.sharding(sharding);
        if build.problem.problem().tensors[annotation.tensor].sharding.is_none() {
            build.problem.set_sharding(annotation.tensor, sharding);
        }
    }
    for (tensor, sharding) in given.map_or(&[][..], |given| &given.shardings) {
        let values = typed.main.find_defined(tensor);
        let tensors: Vec<TensorId> =
            values.iter().filter_map(|(graph, value)| build.tensors.get(&graph.id)?[*value]).collect();
        let fits = |found: &TensorId| build.dims[found.index()].len() == sharding.dims().len();
        if tensors.is_empty() || !tensors.iter().all(fits) {
            let message = match tensors.iter().find(|found| !fits(found)) {
                Some(found) => format!(
                    "expected one sharding per dimension: the tensor has {} dimensions",
                    build.dims[found.index()].len()
                ),
                None => "the model has no tensor of this name with a known rank".to_string(),
            };
            return Err(vec![Finding::error(
                code::ONNX_SHARD_ARGUMENT,
                location(Some(tensor.clone())),
                message,
            )]);
        }
        let sharding = TensorSharding::new(id, &mesh, sharding.parts()).map_err(|_| Vec::new())?;
        let sharding = build.problem.sharding(sharding);
        for found in tensors {
            build.problem.set_sharding(found, sharding);
        }
    }
    build.annotate_uses();
    let Build { problem, tensors, uses, dims, ops, .. } = build;
    let problem = problem.finish();
    let initial: Vec<Option<ShardingId>> =
        problem.tensors.iter().map(|(_, tensor)| tensor.sharding).collect();
    let settings = partita_propagate::Options::default().trace(options.trace);
    let mut answer = Answer { solution: propagate(problem, settings), tensors, uses, dims };
    answer.join_equal_uses();
    let layouts = answer.layouts(&mesh);
    let shardings = answer.shardings(typed.main.id);
    let uses = answer.use_shardings(typed.main.id);
    let others = answer.tensors.keys().filter(|graph| **graph != typed.main.id);
    let body = |graph: &GraphId| {
        let (values, uses) = (answer.shardings(*graph), answer.use_shardings(*graph));
        (*graph, BodyShardings { values, uses })
    };
    let bodies = others.map(body).collect();
    let inferred = forward::infer_with_layouts(model, typed, configuration, options, &layouts);
    let Answer { solution, tensors, .. } = answer;
    let record = Record { solution, tensors, ops, initial };
    Ok(PropagatedModel { mesh, shardings, uses, bodies, inferred, record })
}

/// An annotated spec of the model.
struct Annotated {
    tensor: TensorId,
    name: String,
    layout: DeviceLayout,
}

fn mesh_id() -> MeshId {
    MeshId::from_index(0)
}

/// Searches a mesh for all annotations. Equal layouts are considered once.
fn find_mesh(
    annotated: &[Annotated],
    num_devices: u64,
) -> Result<(Mesh, Vec<TensorSharding>), (usize, crate::layout::NoMesh)> {
    type Spelled<'l> = (Vec<&'l [SimpleSharding]>, &'l [DeviceSet]);
    let mut distinct: Vec<&DeviceLayout> = Vec::new();
    let mut first: Vec<usize> = Vec::new();
    let mut known: FxHashMap<Spelled<'_>, usize> = FxHashMap::default();
    let mut of: Vec<usize> = Vec::new();
    for (i, annotation) in annotated.iter().enumerate() {
        let layout = &annotation.layout;
        let spelled = (layout.axes().iter().map(|axis| axis.simple_shardings()).collect(), layout.holders());
        of.push(*known.entry(spelled).or_insert_with(|| {
            distinct.push(layout);
            first.push(i);
            distinct.len() - 1
        }));
    }
    let (mesh, shardings) = layouts_to_mesh(&distinct, num_devices, mesh_id())
        .map_err(|(i, why)| (first.get(i).copied().unwrap_or(0), why))?;
    Ok((mesh, of.into_iter().map(|i| shardings[i].clone()).collect()))
}

/// The annotations as shardings of a given mesh; fails with the first that does not fit.
fn on_mesh(annotated: &[Annotated], mesh: &Mesh) -> Result<Vec<TensorSharding>, usize> {
    annotated
        .iter()
        .enumerate()
        .map(|(i, annotation)| sharding_on_mesh(&annotation.layout, mesh).ok_or(i))
        .collect()
}

/// Converts a layout to a sharding of a mesh. `None` if no sharding has this layout.
pub fn sharding_on_mesh(layout: &DeviceLayout, mesh: &Mesh) -> Option<TensorSharding> {
    let layout = layout.reduced();
    let count = usize::try_from(mesh.device_count()).ok()?;
    let mut shard_of: Vec<Option<u64>> = vec![None; count];
    for (shard, set) in layout.holders().iter().enumerate() {
        for &device in set.devices() {
            let position = mesh.position(partita_mesh::DeviceId(u64::from(device)))?;
            if shard_of[position as usize].replace(shard as u64).is_some() {
                return None;
            }
        }
    }
    let shard_of: Vec<u64> = shard_of.into_iter().collect::<Option<_>>()?;
    let parts = prime_parts(mesh);
    let mut minor: u64 = layout.axes().iter().map(|axis| axis.shards()).product();
    let mut dims = Vec::new();
    for axis in layout.axes() {
        if axis.is_strided() {
            return None;
        }
        let count = axis.shards();
        minor /= count;
        let mut rest = count;
        let mut axes = Vec::new();
        while rest > 1 {
            let fits = |part: &&AxisRef| {
                rest.is_multiple_of(part.size())
                    && shard_of.iter().enumerate().all(|(position, shard)| {
                        let digit = shard / minor % count / (rest / part.size()) % part.size();
                        digit == position as u64 / mesh.stride(**part) % part.size()
                    })
            };
            let part = *parts.iter().find(fits)?;
            rest /= part.size();
            axes.push(part);
        }
        dims.push(DimSharding::closed(axes));
    }
    let parts = ShardingParts { dims, ..ShardingParts::default() };
    TensorSharding::new(mesh_id(), mesh, parts.normalised()).ok()
}

/// All sub-axes of prime size of a mesh.
fn prime_parts(mesh: &Mesh) -> Vec<AxisRef> {
    let is_prime = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    let mut parts = Vec::new();
    for axis in mesh.axis_ids() {
        let size = mesh.mesh_axis(axis).size();
        for pre in (1..=size).filter(|pre| size.is_multiple_of(*pre)) {
            let primes = (2..=size / pre).filter(|&n| is_prime(n) && (size / pre).is_multiple_of(n));
            parts.extend(primes.filter_map(|prime| mesh.part(axis, pre, prime)));
        }
    }
    parts
}

pub(super) struct Build<'a> {
    pub(super) problem: ProblemBuilder,
    /// The tensors of every graph; `None` for values of unknown rank.
    pub(super) tensors: BTreeMap<GraphId, IdVec<ValueId, Option<TensorId>>>,
    /// The tensors of constants with several uses, for each input of a node that uses one.
    uses: BTreeMap<UseKey, ConstantUse>,
    /// Whether each value of the current graph is a constant with several uses.
    shared: Vec<bool>,
    /// The node of every op of the problem.
    pub(super) ops: Vec<(GraphId, NodeId)>,
    /// The dimensions of every tensor.
    dims: Vec<Vec<Dim>>,
    annotated: Vec<Annotated>,
    configuration: &'a str,
    num_devices: u64,
}

impl<'a> Build<'a> {
    /// The problem of a model without its shardings.
    pub(super) fn new(typed: &TypedModel<'_>, configuration: &'a str, num_devices: u64) -> Self {
        let mut build = Self {
            problem: ProblemBuilder::new(Meshes::default()),
            tensors: BTreeMap::new(),
            uses: BTreeMap::new(),
            shared: Vec::new(),
            ops: Vec::new(),
            dims: Vec::new(),
            annotated: Vec::new(),
            configuration,
            num_devices,
        };
        build.graph(&typed.main, &[], 0);
        build
    }

    /// Adds a graph and its nested graphs. `around` are the enclosing graphs, outermost first.
    fn graph<'g, 'm>(&mut self, typed: &'g TypedGraph<'m>, around: &[&'g TypedGraph<'m>], depth: usize) {
        let mut own: IdVec<ValueId, Option<TensorId>> = IdVec::filled(None, typed.graph.values.len());
        for id in typed.graph.values.ids() {
            let value = &typed.graph.values[id];
            own[id] = match (value.source, &typed.types[id].dims) {
                (ValueSource::Outer, _) => self.outer(around, value.name),
                (_, Some(dims)) => {
                    self.dims.push(dims.clone());
                    Some(self.problem.add_tensor(None))
                }
                (_, None) => None,
            };
        }
        self.tensors.insert(typed.id, own);
        const MAX_DEPTH: usize = 64;
        let around = [around, &[typed]].concat();
        let shared = shared_constants(typed);
        for &id in &typed.order {
            self.shared.clone_from(&shared);
            self.annotations(typed, id);
            if let Some(body) = typed.calls.get(&id).filter(|_| depth < MAX_DEPTH) {
                self.graph(body, &[], depth + 1);
                let node = &typed.graph.nodes[id];
                self.tie_all(typed, id, &node.inputs, body, &body.graph.inputs);
                self.tie_all(typed, id, &node.outputs, body, &body.graph.outputs);
                continue;
            }
            let bodies = typed.bodies.range((id, "", 0)..).take_while(|((owner, ..), _)| *owner == id);
            let mut is_control_flow = false;
            for ((_, name, _), body) in bodies.filter(|_| depth < MAX_DEPTH) {
                self.graph(body, &around, depth + 1);
                if typed.taken.get(&id).is_none_or(|taken| taken == name) {
                    self.tie_body(typed, id, body);
                }
                is_control_flow = true;
            }
            if !is_control_flow {
                self.op(typed, id);
            }
        }
    }

    /// The tensor of that name in the enclosing graphs, innermost first.
    fn outer(&self, around: &[&TypedGraph<'_>], name: &str) -> Option<TensorId> {
        around.iter().rev().find_map(|graph| {
            let id = graph.graph.find(name)?;
            let is_own = !matches!(graph.graph.values[id].source, ValueSource::Outer | ValueSource::Missing);
            is_own.then(|| self.tensors.get(&graph.id)?[id]).flatten()
        })
    }

    fn tensor(&self, typed: &TypedGraph<'_>, value: Option<ValueId>) -> Option<TensorId> {
        self.tensors[&typed.id][value?]
    }

    /// Adds an op with the rule of its signature.
    fn op(&mut self, typed: &TypedGraph<'_>, id: NodeId) {
        let Ok(signature) = &typed.signatures[id] else { return };
        let node = &typed.graph.nodes[id];
        let side = |values: &[Option<ValueId>]| -> Vec<Option<TensorId>> {
            values.iter().map(|value| self.tensor(typed, *value)).collect()
        };
        let (mut inputs, outputs) = (side(&node.inputs), side(&node.outputs));
        let rank = |tensor: &Option<TensorId>| tensor.map(|tensor| self.dims[tensor.index()].len());
        let input_ranks: Vec<Option<usize>> = inputs.iter().map(rank).collect();
        let output_ranks: Vec<Option<usize>> = outputs.iter().map(rank).collect();
        let rule = |statistics| signature_to_rule(signature, &input_ranks, &output_ranks, statistics);
        let Some(all) = rule(StatisticsPass::Yes) else { return };
        // Where a result is used in shards, these are slices of the replicated one, which sends nothing. Shards that are computed
        // exchange statistics.
        let has_statistics = signature.factors.iter().any(|factor| factor.kind == FactorKind::Statistics);
        let others = if has_statistics { rule(StatisticsPass::No) } else { None };
        self.separate_uses(typed, id, &mut inputs);
        let operands: Vec<TensorId> = inputs.into_iter().take(signature.inputs.len()).flatten().collect();
        let results: Vec<TensorId> = outputs.into_iter().take(signature.outputs.len()).flatten().collect();
        if all.operands.len() != operands.len() || all.results.len() != results.len() {
            return;
        }
        let elementwise = all.need_replication.is_empty() && is_elementwise(signature);
        let pass_through = if elementwise { PassThrough::Both } else { PassThrough::No };
        let limit = if others.is_some() { Direction::FORWARD } else { Direction::BOTH };
        let forward = (all, OpTraits { pass_through, elementwise, limit, ..OpTraits::default() });
        for (rule, traits) in others.map(|rule| (rule, OpTraits::default())).into_iter().chain([forward]) {
            let rule = self.problem.rule(rule);
            self.problem.add_op(rule, traits, operands.iter().copied(), results.iter().copied());
            self.ops.push((typed.id, id));
        }
    }

    /// Gives each use of a constant that has several its own tensor: exporters merge equal constants, such as biases of zeros, and a
    /// sharding of one use must not reach the others.
    fn separate_uses(&mut self, typed: &TypedGraph<'_>, id: NodeId, inputs: &mut [Option<TensorId>]) {
        for (at, value) in typed.graph.nodes[id].inputs.iter().enumerate() {
            let (Some(value), Some(Some(tensor))) = (*value, inputs.get(at).copied()) else { continue };
            if !self.shared[value.index()] || self.dims[tensor.index()].is_empty() {
                continue;
            }
            // The format has one spec per tensor and node.
            let earlier = (0..at).find_map(|before| self.uses.get(&(typed.id, id, before)));
            let own = match earlier.filter(|earlier| earlier.value == value) {
                Some(earlier) => earlier.own,
                None => {
                    self.dims.push(self.dims[tensor.index()].clone());
                    self.problem.add_tensor(None)
                }
            };
            self.uses.insert((typed.id, id, at), ConstantUse { value, main: tensor, own });
            inputs[at] = Some(own);
        }
    }

    /// Gives all uses of an annotated constant its sharding.
    fn annotate_uses(&mut self) {
        for each in self.uses.values() {
            if let Some(sharding) = self.problem.problem().tensors[each.main].sharding {
                self.problem.set_sharding(each.own, sharding);
            }
        }
    }

    /// Adds an identity op of a node with a body, so that both tensors get the same sharding.
    fn tie(&mut self, node: (GraphId, NodeId), a: Option<TensorId>, b: Option<TensorId>) {
        let (Some(a), Some(b)) = (a, b) else { return };
        let (a_dims, b_dims) = (&self.dims[a.index()], &self.dims[b.index()]);
        if a == b || a_dims.len() != b_dims.len() || a_dims.is_empty() {
            return;
        }
        let mut rule = partita_rule::RuleBuilder::new(&[a_dims.len()], &[b_dims.len()]);
        for (d, dim) in a_dims.iter().enumerate() {
            rule.sized_factor(partita_rule::FactorKind::PassThrough, dim.known().into())
                .operand(0, d)
                .result(0, d);
        }
        let rule = self.problem.rule(rule.finish());
        let traits = OpTraits {
            pass_through: PassThrough::Both,
            elementwise: true,
            identity: true,
            ..OpTraits::default()
        };
        self.problem.add_op(rule, traits, [a], [b]);
        self.ops.push(node);
    }

    fn tie_all(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        outer: &[Option<ValueId>],
        body: &TypedGraph<'_>,
        inner: &[ValueId],
    ) {
        for (outer, inner) in outer.iter().zip(inner) {
            self.tie((typed.id, id), self.tensor(typed, *outer), self.tensor(body, Some(*inner)));
        }
    }

    /// Ties the inputs and outputs of `If`, `Loop` or `Scan` to those of a body.
    fn tie_body(&mut self, typed: &TypedGraph<'_>, id: NodeId, body: &TypedGraph<'_>) {
        let node = &typed.graph.nodes[id];
        let scanned = node.proto.attribute("num_scan_inputs").and_then(|a| a.i).unwrap_or(0).max(0) as usize;
        let (skip_in, skip_out, carried) = match node.proto.standard_op() {
            Some("If") => return self.tie_all(typed, id, &node.outputs, body, &body.graph.outputs),
            Some("Loop") => (2, 1, node.inputs.len().saturating_sub(2)),
            Some("Scan") => (0, 0, node.inputs.len().saturating_sub(scanned)),
            _ => return,
        };
        for i in 0..carried {
            let inner_in = body.graph.inputs.get(skip_in + i).copied();
            let inner_out = body.graph.outputs.get(skip_out + i).copied();
            let outer_in = node.inputs.get(skip_in + i).copied().flatten();
            let outer_out = node.outputs.get(i).copied().flatten();
            let inner_in = self.tensor(body, inner_in);
            let at = (typed.id, id);
            self.tie(at, self.tensor(typed, outer_in), inner_in);
            self.tie(at, inner_in, self.tensor(body, inner_out));
            self.tie(at, inner_in, self.tensor(typed, outer_out));
        }
        // Values that are scanned or stacked have one dimension more outside.
        let axis = |name: &str, i: usize| {
            node.proto.attribute(name).and_then(|attribute| attribute.ints.get(i).copied()).unwrap_or(0)
        };
        for i in 0..scanned {
            let inner = self.tensor(body, body.graph.inputs.get(carried + i).copied());
            let outer = self.tensor(typed, node.inputs.get(carried + i).copied().flatten());
            self.tie_rows((typed.id, id), outer, inner, axis("scan_input_axes", i));
        }
        for (i, &outer) in node.outputs.iter().skip(carried).enumerate() {
            let inner = self.tensor(body, body.graph.outputs.get(skip_out + carried + i).copied());
            self.tie_rows((typed.id, id), self.tensor(typed, outer), inner, axis("scan_output_axes", i));
        }
    }

    /// Adds an op of a node with a body, so that the rows of `stacked` along an axis get the sharding of `row`.
    fn tie_rows(
        &mut self,
        node: (GraphId, NodeId),
        stacked: Option<TensorId>,
        row: Option<TensorId>,
        axis: i64,
    ) {
        let (Some(stacked), Some(row)) = (stacked, row) else { return };
        let (rank, dims) = (self.dims[stacked.index()].len(), &self.dims[row.index()]);
        let axis = if axis < 0 { axis + rank as i64 } else { axis };
        let Some(axis) = usize::try_from(axis).ok().filter(|axis| *axis < rank && rank == dims.len() + 1)
        else {
            return;
        };
        let length = self.dims[stacked.index()][axis].known();
        let mut rule = partita_rule::RuleBuilder::new(&[rank], &[dims.len()]);
        rule.sized_factor(partita_rule::FactorKind::NeedReplication, length.into()).operand(0, axis);
        for (d, dim) in dims.iter().enumerate() {
            rule.sized_factor(partita_rule::FactorKind::PassThrough, dim.known().into())
                .operand(0, d + usize::from(d >= axis))
                .result(0, d);
        }
        let rule = self.problem.rule(rule.finish());
        self.problem.add_op(rule, OpTraits::default(), [stacked], [row]);
        self.ops.push(node);
    }

    /// Collects the specs of a node. Outputs come first, so that the spec of the producer wins.
    fn annotations(&mut self, typed: &TypedGraph<'_>, id: NodeId) {
        let node = &typed.graph.nodes[id];
        let annotation = (node.proto.device_configurations.iter())
            .find(|annotation| annotation.configuration_id.as_deref() == Some(self.configuration));
        let Some(annotation) = annotation else { return };
        for spec in &annotation.sharding_spec {
            let name = spec.tensor_name.as_deref().unwrap_or_default();
            let value = node
                .outputs
                .iter()
                .chain(&node.inputs)
                .flatten()
                .copied()
                .find(|v| typed.graph.values[*v].name == name);
            let Some(tensor) = self.tensor(typed, value) else { continue };
            if let Ok(layout) = DeviceLayout::from_spec(spec, &self.dims[tensor.index()], self.num_devices) {
                self.annotated.push(Annotated { tensor, name: name.to_string(), layout });
            }
        }
    }
}

/// An input of a node.
type UseKey = (GraphId, NodeId, usize);

/// One use of a constant that has several.
#[derive(Clone, Copy)]
struct ConstantUse {
    value: ValueId,
    /// The tensor of the value.
    main: TensorId,
    /// The tensor of the use.
    own: TensorId,
}

/// Whether each value is an initialiser, or the result of a node without inputs, that nodes of its graph use several times.
fn shared_constants(typed: &TypedGraph<'_>) -> Vec<bool> {
    let graph = &typed.graph;
    let mut count = vec![0usize; graph.values.len()];
    graph.nodes.iter().flat_map(|(_, node)| node.inputs.iter().flatten()).for_each(|v| count[v.index()] += 1);
    let is_constant = |value: ValueId| match graph.values[value].source {
        ValueSource::Node(node, _) => graph.nodes[node].proto.standard_op() == Some("Constant"),
        ValueSource::Outer | ValueSource::Missing => false,
        _ => graph.values[value].initializer.is_some(),
    };
    graph.values.ids().map(|value| count[value.index()] > 1 && is_constant(value)).collect()
}

/// The propagated shardings, for the values of every graph.
struct Answer {
    solution: Solution,
    tensors: BTreeMap<GraphId, IdVec<ValueId, Option<TensorId>>>,
    uses: BTreeMap<UseKey, ConstantUse>,
    dims: Vec<Vec<Dim>>,
}

impl Answer {
    /// A constant whose uses all got the same sharding has it too.
    fn join_equal_uses(&mut self) {
        let sharding = |each: &ConstantUse| self.solution.problem.tensors[each.own].sharding;
        let mut first: BTreeMap<(GraphId, ValueId), (ConstantUse, bool)> = BTreeMap::new();
        for ((graph, ..), each) in &self.uses {
            let (other, equal) = first.entry((*graph, each.value)).or_insert((*each, true));
            *equal &= sharding(other) == sharding(each);
        }
        for ((graph, value), (each, equal)) in first {
            if let Some(tensors) = self.tensors.get_mut(&graph).filter(|_| equal) {
                tensors[value] = Some(each.own);
            }
        }
    }

    /// The shardings of the uses of constants in one graph.
    fn use_shardings(&self, graph: GraphId) -> BTreeMap<(NodeId, usize), Option<TensorSharding>> {
        let own = self.uses.iter().filter(|((of, ..), _)| *of == graph);
        own.map(|(&(_, node, at), each)| ((node, at), self.solution.sharding(each.own).cloned())).collect()
    }

    /// The layouts of all values.
    fn layouts(&self, mesh: &Mesh) -> KnownLayouts {
        let mut known: FxHashMap<(ShardingId, &[Dim]), DeviceLayout> = FxHashMap::default();
        let all = DeviceSet::all(mesh.device_count() as u32);
        let mut of: Vec<DeviceLayout> = Vec::with_capacity(self.dims.len());
        let problem = &self.solution.problem;
        for ((_, tensor), dims) in problem.tensors.iter().zip(&self.dims) {
            let layout = tensor.sharding.and_then(|sharding| {
                if let Some(layout) = known.get(&(sharding, &dims[..])) {
                    return Some(layout.clone());
                }
                let layout = mesh_to_layout(mesh, problem.sharding_of(sharding), dims)?;
                known.insert((sharding, dims), layout.clone());
                Some(layout)
            });
            of.push(layout.unwrap_or_else(|| DeviceLayout::unsharded(dims, all.clone())));
        }
        let mut layouts = KnownLayouts::default();
        for (&graph, tensors) in &self.tensors {
            let mut own = IdVec::filled(None, tensors.len());
            for value in tensors.ids() {
                own[value] = tensors[value].map(|tensor| of[tensor.index()].clone());
            }
            layouts.values.insert(graph, own);
        }
        let uses = self.uses.iter().map(|(&key, each)| (key, of[each.own.index()].clone()));
        layouts.uses = uses.collect();
        layouts
    }

    /// The shardings of one graph.
    fn shardings(&self, graph: GraphId) -> IdVec<ValueId, Option<TensorSharding>> {
        let mut shardings = IdVec::default();
        for (_, tensor) in self.tensors[&graph].iter() {
            shardings.push(tensor.and_then(|tensor| self.solution.sharding(tensor)).cloned());
        }
        shardings
    }
}

/// Whether all inputs and outputs have the same dimensions.
fn is_elementwise(signature: &Signature) -> bool {
    let Some(first) = signature.outputs.first() else { return false };
    let outputs = signature.outputs.iter().map(|output| &output.mapping);
    signature.factors.iter().all(|factor| factor.kind == FactorKind::PassThrough)
        && signature.inputs.iter().chain(outputs).all(|mapping| *mapping == first.mapping)
}
