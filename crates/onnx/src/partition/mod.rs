//! Partitions a model into one model per rank.
//!
//! Every node runs on shards of its inputs: `placement` chooses the mesh axes that shard each factor of its signature, by cost, `reshard`
//! brings the inputs into their layouts, `lower` emits the node, and `finish` combines partial results. A rank's model has its own shapes:
//! shards are padded only inside collectives. Nodes that cannot be sharded run replicated on every rank.

mod achieved;
mod build;
mod capture;
mod carrier;
mod control_flow;
mod declare;
mod deferred;
mod emit;
mod finish;
mod flops;
mod flow_ports;
mod halo;
mod layouts;
mod lower;
mod mesh_layout;
mod node;
mod node_work;
mod origins;
mod parts;
mod placement;
mod plan;
mod port;
mod prices;
mod prune;
mod rank;
mod rank_mesh;
mod reshard;
mod route;
mod scan;
mod send;
mod stages;
mod sum_steps;
mod sums;
mod unmerge;
mod weights;

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use partita_base::{Id as _, IdVec, code};
use partita_cost::{CollectiveKind, Cost, Hardware, Topology};
use partita_mesh::{MeshError, MeshId, Meshes};
use rustc_hash::FxHashMap;

pub use achieved::{Achieved, LostSharding, Share};
pub use build::{COLLECTIVES, GROUP};
pub(crate) use capture::captured_names;
pub use carrier::CARRIES;
pub use declare::{MESH, SHARD_OF};
pub use deferred::DeferredWeight;
pub use layouts::{
    GraphLayouts, UseLayouts, ValueLayouts, body_layouts, body_layouts_of_specs, layouts_of_shardings,
    layouts_of_specs, mesh_of_specs, output_layouts, replicated_layout, use_layouts,
};
pub use lower::spell_attributes;
pub use mesh_layout::MeshLayout;
pub(crate) use node_work::node_work;
pub use parts::{PartedValues, shard_by_parts};
pub use plan::{PlannedModel, plan_model};
pub use port::{Port, PortStage};
pub use rank::{CollectiveUse, FirstRank};
pub use stages::{Stage, StagedLayouts, Stages, flat_mesh, stages_of_specs};
pub use unmerge::{MergedValues, unmerge_dims};

use crate::finding::{Finding, NodeLocation};
use crate::graph::{GraphId, ValueId, ValueSource};
use crate::proto;
use crate::types::{Dim, ElementType};
use crate::typing::TypedGraph;
use emit::{Emit, Known, Obstacle};
use rank::Rank;
use rank_mesh::RankMesh;

/// Loads the contents of a tensor in little-endian order, or returns the reason why not.
pub type Load<'a> = dyn Fn(&proto::Tensor) -> Result<Bytes, String> + 'a;

/// The size of a tensor's contents in bytes, if they can be read, or the reason why not.
pub type Measure<'a> = dyn Fn(&proto::Tensor) -> Result<u64, String> + 'a;

/// A model and how to partition it.
pub struct Job<'a, 'm> {
    /// The model to partition.
    pub model: &'m proto::Model,
    /// Its main graph. Calls of functions run replicated.
    pub typed: &'a TypedGraph<'m>,
    /// Where its values are stored; `None` leaves the choice to placement.
    pub layouts: ValueLayouts,
    /// Where constants with several uses are stored for each of them, if not as in `layouts`, and the annotated layouts of inputs that are not
    /// those of their producers.
    pub uses: UseLayouts,
    /// The initialisers whose layout was given: ranks store them in it, and reshard them where they are used in another.
    pub given: BTreeSet<ValueId>,
    /// Where the values of the bodies of control flow are.
    pub bodies: &'a BTreeMap<GraphId, GraphLayouts>,
    /// For a body: the constants that it captures.
    pub constants: FxHashMap<ValueId, &'m proto::Tensor>,
    /// Whether this is a body: its constants are stored in the main graph.
    pub is_body: bool,
    /// The layouts of the graph's inputs, in their order.
    pub inputs: Vec<MeshLayout>,
    /// The layouts of the graph's outputs, in their order.
    pub outputs: Vec<MeshLayout>,
    /// The table that contains `mesh`.
    pub meshes: &'a Meshes,
    /// The mesh of all layouts, except those on the meshes of stages.
    pub mesh: MeshId,
    /// The stages, if not all nodes run on all devices.
    pub stages: Stages,
    /// The speed of the links; without it, cost is counted in bytes.
    pub topology: Option<&'a Topology>,
    /// Loads the contents of initialisers.
    pub load: &'a Load<'a>,
    /// Measures the contents of initialisers that are left out of the models and listed in [`Partitioned::deferred`]; `None` loads all of
    /// them.
    pub defer: Option<&'a Measure<'a>>,
}

impl<'a, 'm> Job<'a, 'm> {
    /// A job that leaves all layouts to placement, except that inputs and outputs are replicated.
    pub fn new(
        model: &'m proto::Model,
        typed: &'a TypedGraph<'m>,
        (meshes, mesh): (&'a Meshes, MeshId),
        load: &'a Load<'a>,
    ) -> Self {
        let replicated =
            |values: &[ValueId]| values.iter().map(|&value| replicated_layout(typed, value)).collect();
        Self {
            model,
            typed,
            layouts: IdVec::filled(None, typed.graph.values.len()),
            uses: UseLayouts::default(),
            given: BTreeSet::new(),
            bodies: const { &BTreeMap::new() },
            constants: FxHashMap::default(),
            is_body: false,
            inputs: replicated(&typed.graph.inputs),
            outputs: replicated(&typed.graph.outputs),
            meshes,
            mesh,
            stages: Stages::default(),
            topology: None,
            load,
            defer: None,
        }
    }

    /// The contents of a value that ranks store: an initialiser, of the enclosing graph for a captured one, or a constant of a body.
    pub(crate) fn initializer(&self, value: ValueId) -> Option<&'m proto::Tensor> {
        let info = &self.typed.graph.values[value];
        let constant = || match info.source {
            ValueSource::Node(node, _) if self.is_body => {
                self.typed.graph.nodes[node].proto.constant_tensor()
            }
            _ => None,
        };
        info.initializer.or_else(|| self.constants.get(&value).copied()).or_else(constant)
    }
}

/// The models of all ranks.
#[derive(Clone, Debug)]
pub struct Partitioned {
    /// One model per device, by device number.
    pub models: Vec<proto::Model>,
    /// For every model, the contents that it lacks. Empty unless [`Job::defer`] is set.
    pub deferred: Vec<Vec<DeferredWeight>>,
    /// The sharding of the model's inputs.
    pub inputs: Vec<Port>,
    /// The sharding of the model's outputs.
    pub outputs: Vec<Port>,
    /// The ranks and the mesh of every stage; empty if all nodes run on all ranks.
    pub stages: Vec<PortStage>,
    /// The collectives of the first rank; with stages, also those of the first ranks of stages that it is not in.
    pub collectives: Vec<CollectiveUse>,
    /// Where the first rank's nodes and values come from.
    pub first: FirstRank,
    /// How much of the work and of the weights is sharded.
    pub achieved: Achieved,
}

/// Builds the models of all ranks.
pub fn partition_model(job: &Job<'_, '_>) -> Result<Partitioned, Box<Finding>> {
    partition_ranks(job, usize::MAX)
}

/// Builds the model of the first rank only; those of the others are empty. What a partition costs is known from it.
pub fn partition_first_rank(job: &Job<'_, '_>) -> Result<Partitioned, Box<Finding>> {
    partition_ranks(job, 1)
}

fn partition_ranks(job: &Job<'_, '_>, count: usize) -> Result<Partitioned, Box<Finding>> {
    let opset = default_opset(job.model);
    if opset < FIRST_OPSET {
        let message = format!(
            "the model uses version {opset} of the op set, but partitioning needs version {FIRST_OPSET} or later"
        );
        let finding = Finding::error(code::ONNX_NOT_PARTITIONED, NodeLocation::default(), message);
        return Err(Box::new(finding.help("convert the model to a later version of the op set")));
    }
    let mut rank_meshes = rank_meshes(job).map_err(|error| {
        Box::new(Finding::error(error.code(), NodeLocation::default(), error.to_string()))
    })?;
    let devices: Vec<u64> = match job.stages.list.is_empty() {
        true => rank_meshes[0].devices.iter().map(|device| device.0).collect(),
        false => (0..job.stages.devices).collect(),
    };
    if devices.len() > MAX_RANKS {
        let message =
            format!("the mesh has {} devices, more than the limit of {MAX_RANKS} ranks", devices.len());
        let finding = Finding::error(code::ONNX_TOO_MANY_RANKS, NodeLocation::default(), message);
        return Err(Box::new(finding.help("use a smaller mesh")));
    }
    check_sizes(job).map_err(|obstacle| Box::new(report(job, obstacle)))?;
    let mut known = Known::default();
    let mut models = vec![proto::Model::default(); devices.len()];
    let mut deferred = vec![Vec::new(); devices.len()];
    let (mut collectives, mut first) = (Vec::new(), FirstRank::default());
    let mut achieved = Achieved::default();
    for (position, &device) in devices.iter().enumerate().take(count) {
        let model = |rank_meshes: &mut [RankMesh<'_>], known: &mut Known| {
            rank_model(job, rank_meshes, device, known).map_err(|obstacle| Box::new(report(job, obstacle)))
        };
        let mut made = model(&mut rank_meshes, &mut known)?;
        let reduces = |each: &CollectiveUse| each.kind == CollectiveKind::AllReduce;
        if position == 0 && made.collectives.iter().any(reduces) {
            // The first model has shown the placement of all nodes.
            known.sums = sums::finish_sums(job, &known.choices, &mut rank_meshes[0]);
            if !known.sums.is_empty() {
                made = model(&mut rank_meshes, &mut known)?;
            }
        }
        models[device as usize] = made.model;
        deferred[device as usize] = made.deferred;
        if position == 0 {
            (collectives, first, achieved) = (made.collectives, made.origins, made.achieved);
        }
    }
    let inputs = (0..job.inputs.len()).filter(|&at| !is_constant(job, job.typed.graph.inputs[at]));
    let inputs = inputs.map(|at| input_port(job, at)).collect();
    let outputs = (0..job.outputs.len()).map(|at| output_port(job, at)).collect();
    let stage = |stage: &Stage| PortStage {
        devices: stage.devices.clone(),
        mesh: job.meshes.get(stage.mesh).clone(),
    };
    let stages = job.stages.list.iter().map(stage).collect();
    Ok(Partitioned { models, deferred, inputs, outputs, stages, collectives, first, achieved })
}

/// The ranks of every stage.
fn rank_meshes<'a>(job: &Job<'a, '_>) -> Result<Vec<RankMesh<'a>>, MeshError> {
    let hardware = || hardware(job.topology);
    if job.stages.list.is_empty() {
        return Ok(vec![RankMesh::new(job.meshes, job.mesh, None, hardware())?]);
    }
    let stages = job.stages.list.iter();
    stages.map(|stage| RankMesh::new(job.meshes, stage.mesh, Some(&stage.devices), hardware())).collect()
}

/// The port of an input of the graph.
fn input_port(job: &Job<'_, '_>, at: usize) -> Port {
    let stages = job.stages.of_input(job.typed, at);
    Port::new(job, job.typed.graph.inputs[at], job.inputs[at].clone()).on(job, &stages)
}

/// The port of an output of the graph.
fn output_port(job: &Job<'_, '_>, at: usize) -> Port {
    let value = job.typed.graph.outputs[at];
    let stage = job.stages.of_output(job.typed, value);
    Port::new(job, value, job.outputs[at].clone()).on(job, &[stage])
}

/// The cost model. Without a topology bytes decide, then the number of collectives; work breaks ties between plans that send the same
/// bytes.
fn hardware(topology: Option<&Topology>) -> Hardware {
    match topology {
        Some(links) => Hardware::with_links(links.clone()),
        None => Hardware {
            per_element: Cost(1),
            per_multiplication: Cost(0),
            per_look_up: Cost(0),
            ..Hardware::counting_bytes()
        },
    }
}

/// Maximum number of ranks; each has its own model.
pub const MAX_RANKS: usize = 4096;

/// Maximum size of a tensor in bytes. Its product with the number of ranks does not overflow.
pub const MOST_BYTES: u64 = 1 << 43;

/// Rejects tensors whose sizes would overflow.
fn check_sizes(job: &Job<'_, '_>) -> Result<(), Obstacle> {
    for (value, ty) in job.typed.types.iter() {
        let element = ty.element.unwrap_or(ElementType::Complex128);
        // Empty dimensions count as 1, because products of the other sizes occur too. So do unknown sizes.
        let sizes = ty.dims.iter().flatten().map(|dim| dim.known().unwrap_or(1).max(1));
        if element.bytes_of(sizes).is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err(Obstacle {
                value,
                what: format!("has type {ty}, which takes more than {MOST_BYTES} bytes"),
            });
        }
    }
    Ok(())
}

/// An input with an initialiser becomes a constant, which callers can no longer override.
fn is_constant(job: &Job<'_, '_>, value: ValueId) -> bool {
    job.typed.graph.values[value].initializer.is_some()
}

/// The version of the default op set for models that do not import it.
const DEFAULT_OPSET: i64 = 13;

/// The first version of the format in which initialisers need not be inputs.
const CONSTANTS_IR: i64 = 4;

/// The first version of the format with metadata properties of nodes and values, which store the group of a collective and the sharding
/// of a value.
const PROPERTIES_IR: i64 = 10;

/// The first version of the default op set whose data movement ops accept all types.
const FIRST_OPSET: i64 = 7;

fn is_default(opset: &proto::OperatorSet) -> bool {
    matches!(opset.domain.as_deref(), None | Some("" | "ai.onnx"))
}

fn default_opset(model: &proto::Model) -> i64 {
    let default = model.opset_import.iter().find(|opset| is_default(opset));
    default.map_or(DEFAULT_OPSET, |opset| opset.version.unwrap_or(1))
}

/// The model without its graph and its configurations, which every rank's model replaces.
fn header(model: &proto::Model) -> proto::Model {
    let mut opset_import = model.opset_import.clone();
    if !opset_import.iter().any(is_default) {
        opset_import.push(proto::OperatorSet { domain: None, version: Some(DEFAULT_OPSET) });
    }
    proto::Model {
        ir_version: model.ir_version,
        producer_name: model.producer_name.clone(),
        producer_version: model.producer_version.clone(),
        domain: model.domain.clone(),
        model_version: model.model_version,
        doc_string: model.doc_string.clone(),
        opset_import,
        metadata_props: model.metadata_props.clone(),
        functions: model.functions.clone(),
        ..Default::default()
    }
}

/// The model of one rank and what belongs to it.
struct RankModel {
    model: proto::Model,
    deferred: Vec<DeferredWeight>,
    collectives: Vec<CollectiveUse>,
    origins: FirstRank,
    achieved: Achieved,
}

/// The names of all values of a graph and of its bodies.
fn names_of<'m>(typed: &TypedGraph<'m>, names: &mut Vec<&'m str>) {
    names.extend(typed.graph.values.iter().map(|(_, value)| value.name));
    typed.bodies.values().for_each(|body| names_of(body, names));
}

fn rank_model(
    job: &Job<'_, '_>,
    rank_meshes: &mut [RankMesh<'_>],
    device: u64,
    known: &mut Known,
) -> Result<RankModel, Obstacle> {
    let mut taken = Vec::new();
    names_of(job.typed, &mut taken);
    let build = build::Build::new(default_opset(job.model), taken.into_iter());
    let (rank_mesh, others) = rank_meshes.split_first_mut().expect("there is at least one stage");
    let position = rank_mesh.position(device).unwrap_or(0);
    let rank = Rank { rank_mesh, position, build, collectives: Vec::new(), node: None, cause: String::new() };
    let mut emit = Emit::new(job, rank, device, others.iter_mut(), known);
    let inputs = emit_inputs(&mut emit, job, device)?;
    let mut origins = FirstRank { device: device as usize, ..FirstRank::default() };
    for &node in &job.typed.order {
        emit.enter(job.stages.of_node(node));
        emit.node(node)?;
        origins.nodes.resize(emit.rank.build.nodes.len(), Some(node.index()));
    }
    emit.rank.node = None;
    let outputs = emit_outputs(&mut emit, job, device)?;
    origins.nodes.resize(emit.rank.build.nodes.len(), None);
    let is_staged = !job.stages.list.is_empty();
    let copies = emit.named_copies();
    if !is_staged {
        origins.values =
            copies.iter().map(|(name, copy)| (name.clone(), copy.value(), copy.layout.clone())).collect();
    }
    let achieved = std::mem::take(&mut emit.achieved);
    let Rank { mut build, mut collectives, .. } = emit.rank;
    if is_staged {
        prune::prune_rank(&mut build, &outputs, device, &mut collectives, &mut origins);
    }
    let mut graph = proto::Graph {
        node: build.nodes,
        name: job.model.graph.as_ref().and_then(|graph| graph.name.clone()),
        initializer: build.initializers,
        input: inputs,
        output: outputs,
        ..Default::default()
    };
    declare::declare_shards(job, device, &copies, &mut graph);
    let model = model_of(job, graph, !collectives.is_empty());
    Ok(RankModel { model, deferred: build.deferred, collectives, origins, achieved })
}

/// Provides the inputs of the graph, and returns those of this device.
fn emit_inputs(
    emit: &mut Emit<'_, '_, '_, '_>,
    job: &Job<'_, '_>,
    device: u64,
) -> Result<Vec<proto::ValueInfo>, Obstacle> {
    let graph = &job.typed.graph;
    let mut inputs = Vec::new();
    for (at, &value) in graph.inputs.iter().enumerate() {
        if is_constant(job, value) {
            continue;
        }
        for stage in job.stages.of_input(job.typed, at) {
            emit.enter(stage);
            emit.provide(value, job.inputs[at].clone(), graph.values[value].name.to_owned());
        }
        let port = input_port(job, at);
        if port.is_on(device) {
            inputs.push(port.value_info(job, device)?);
        }
    }
    Ok(inputs)
}

/// Brings the outputs of the graph into their layouts and under their names, and returns those of this device.
fn emit_outputs(
    emit: &mut Emit<'_, '_, '_, '_>,
    job: &Job<'_, '_>,
    device: u64,
) -> Result<Vec<proto::ValueInfo>, Obstacle> {
    let graph = &job.typed.graph;
    let mut outputs = Vec::new();
    for (at, (&value, layout)) in graph.outputs.iter().zip(&job.outputs).enumerate() {
        emit.enter(job.stages.of_output(job.typed, value));
        emit.receive(value, None)?;
        let name = emit.get(value, layout)?;
        // A graph may return a value twice.
        let is_named = name == graph.values[value].name || graph.outputs[..at].contains(&value);
        if !is_named {
            emit.rank.alias(&name, graph.values[value].name);
        }
        let port = output_port(job, at);
        if port.is_on(device) {
            outputs.push(port.value_info(job, device)?);
        }
    }
    Ok(outputs)
}

/// The model of a rank with this graph: the versions and op sets that it needs, and the mesh as metadata.
fn model_of(job: &Job<'_, '_>, mut graph: proto::Graph, exchanges: bool) -> proto::Model {
    let mut model = header(job.model);
    let first = if exchanges { PROPERTIES_IR } else { CONSTANTS_IR };
    let version = model.ir_version.unwrap_or(0).max(first);
    model.ir_version = Some(version);
    // Metadata for viewers alone does not raise the version, which old runtimes reject.
    if version >= PROPERTIES_IR {
        let mesh = job.meshes.get(job.mesh).to_spec().to_string();
        // The model may be a rank of another partition; keys are unique.
        model.metadata_props.retain(|entry| entry.key.as_deref() != Some(MESH));
        model.metadata_props.push(proto::StringEntry { key: Some(MESH.into()), value: Some(mesh) });
    } else {
        declare::remove_properties(&mut graph);
    }
    let has_collectives = model.opset_import.iter().any(|opset| opset.domain.as_deref() == Some(COLLECTIVES));
    if exchanges && !has_collectives {
        let opset = proto::OperatorSet { domain: Some(COLLECTIVES.into()), version: Some(1) };
        model.opset_import.push(opset);
    }
    model.graph = Some(graph);
    model
}

fn report(job: &Job<'_, '_>, obstacle: Obstacle) -> Finding {
    let name = job.typed.graph.values[obstacle.value].name;
    let location = NodeLocation { tensor: Some(name.to_owned()), ..NodeLocation::default() };
    let message = format!("'{name}' {}", obstacle.what);
    let finding = Finding::error(code::ONNX_NOT_PARTITIONED, location, message);
    match missing_sizes(job, obstacle.value) {
        Some(help) => finding.help(help),
        None => finding,
    }
}

/// The help text for unknown sizes of a tensor.
fn missing_sizes(job: &Job<'_, '_>, value: ValueId) -> Option<String> {
    let at = job.typed.graph.inputs.iter().position(|input| *input == value)?;
    let dims = job.typed.types[value].dims.as_deref()?;
    let name = job.typed.graph.values[value].name;
    let mut options: Vec<String> = Vec::new();
    for (place, (dim, axes)) in dims.iter().zip(&job.inputs[at].0).enumerate() {
        match dim {
            _ if axes.is_empty() => {}
            Dim::Known(_) => {}
            Dim::Named(name) => options.push(format!("`RankPartition::sizes` {name}=SIZE")),
            Dim::Unknown => options.push(format!("`RankPartition::sizes` {name}.{place}=SIZE")),
        }
    }
    options.dedup();
    (!options.is_empty()).then(|| format!("set the size with {}", options.join(" ")))
}
