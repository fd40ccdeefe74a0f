//! One model per rank.
//!
//! Every node runs on parts of its inputs: `place` chooses which mesh axes shard which factor of its signature, by price, `moves` brings the
//! inputs there, `lower` makes the node, `finish` combines partial results. A rank's model has its own shapes: no part is
//! ever padded, except inside a collective. What cannot be cut is made whole on every rank.

mod build;
mod capture;
mod emit;
mod finish;
mod halo;
mod layouts;
mod lower;
mod mesh_layout;
mod node;
mod placement;
mod port;
mod prices;
mod rank;
mod reshard;
mod route;
mod weights;
mod world;

use bytes::Bytes;
use partita_base::code;
use partita_cost::{Cost, Hardware, Topology};
use partita_mesh::{MeshId, Meshes};

pub use build::{COLLECTIVES, GROUP};
pub use layouts::{
    ValueLayouts, layouts_of_shardings, layouts_of_specs, mesh_of_specs, output_layouts, replicated_layout,
};
pub use mesh_layout::MeshLayout;
pub use port::Port;
pub use rank::CollectiveUse;

use crate::finding::{Finding, NodeLocation};
use crate::graph::ValueId;
use crate::proto;
use crate::types::{Dim, ElementType};
use crate::typing::TypedGraph;
use emit::{Emit, Known, Obstacle};
use rank::Rank;
use world::World;

/// Contents of a tensor in little-endian order, wherever they are; fails with what is wrong.
pub type Load<'a> = dyn Fn(&proto::Tensor) -> Result<Bytes, String> + 'a;

/// A model and how it shall be spread.
pub struct Job<'a, 'm> {
    /// The model.
    pub model: &'m proto::Model,
    /// Its main graph. Calls of functions of the model are run whole.
    pub typed: &'a TypedGraph<'m>,
    /// Where its values shall be.
    pub layouts: ValueLayouts,
    /// The layouts of the graph's inputs.
    pub inputs: Vec<MeshLayout>,
    /// The layouts of the graph's outputs.
    pub outputs: Vec<MeshLayout>,
    /// The meshes.
    pub meshes: &'a Meshes,
    /// The mesh that all layouts are of.
    pub mesh: MeshId,
    /// How fast devices send; without it, only bytes count.
    pub topology: Option<&'a Topology>,
    /// Reads initialisers.
    pub load: &'a Load<'a>,
}

/// The models of all ranks.
#[derive(Clone, Debug)]
pub struct Partitioned {
    /// One model per device, by number.
    pub models: Vec<proto::Model>,
    /// How the inputs of the whole model are cut.
    pub inputs: Vec<Port>,
    /// How its outputs are put together.
    pub outputs: Vec<Port>,
    /// The collectives, as the first rank sees them.
    pub collectives: Vec<CollectiveUse>,
}

/// Makes the models of all ranks.
pub fn partition_model(job: &Job<'_, '_>) -> Result<Partitioned, Box<Finding>> {
    let opset = default_opset(job.model);
    if opset < FIRST_OPSET {
        let message = format!(
            "the model uses version {opset} of the op set, and partitioning needs {FIRST_OPSET} or later"
        );
        let finding = Finding::error(code::ONNX_NOT_PARTITIONED, NodeLocation::default(), message);
        return Err(Box::new(finding.help("convert the model to a later version of the op set first")));
    }
    let mut world = World::new(job.meshes, job.mesh, hardware(job.topology)).map_err(|error| {
        Box::new(Finding::error(error.code(), NodeLocation::default(), error.to_string()))
    })?;
    if world.devices.len() > MAX_RANKS {
        let message =
            format!("the mesh has {} devices, and there may be {MAX_RANKS} ranks", world.devices.len());
        let finding = Finding::error(code::ONNX_TOO_MANY_RANKS, NodeLocation::default(), message);
        return Err(Box::new(finding.help("use a smaller mesh")));
    }
    check_sizes(job).map_err(|obstacle| Box::new(report(job, obstacle)))?;
    let devices = world.devices.clone();
    let mut known = Known::default();
    let mut models = vec![proto::Model::default(); devices.len()];
    let mut collectives = Vec::new();
    for (position, device) in devices.iter().enumerate() {
        let (model, used) = rank_model(job, &mut world, position as u64, &mut known)
            .map_err(|obstacle| Box::new(report(job, obstacle)))?;
        models[device.0 as usize] = model;
        if position == 0 {
            collectives = used;
        }
    }
    let port = |(value, layout): (&ValueId, &MeshLayout)| Port::new(job, *value, layout.clone());
    let inputs = job.typed.graph.inputs.iter().zip(&job.inputs);
    let inputs = inputs.filter(|(value, _)| !is_constant(job, **value)).map(port).collect();
    let outputs = job.typed.graph.outputs.iter().zip(&job.outputs).map(port).collect();
    Ok(Partitioned { models, inputs, outputs, collectives })
}

/// What costs are made of. Without a topology bytes decide, then how many collectives there are; work decides between plans that send the
/// same.
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

/// Most ranks, each of which has a model of its own.
pub const MAX_RANKS: usize = 4096;

/// The most bytes of a tensor. Multiplied by any number of ranks it is still far from what an integer holds.
pub const MOST_BYTES: u64 = 1 << 43;

/// Refuses tensors whose sizes cannot be multiplied.
fn check_sizes(job: &Job<'_, '_>) -> Result<(), Obstacle> {
    for (value, ty) in job.typed.types.iter() {
        let element = ty.element.unwrap_or(ElementType::Complex128);
        // Parts of empty tensors are multiplied too. A size that is not known may be one of those that are.
        let sizes = ty.dims.iter().flatten().map(|dim| dim.known().unwrap_or(1).max(1));
        if element.bytes_of(sizes).is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err(Obstacle { value, what: format!("of type {ty} has more than {MOST_BYTES} bytes") });
        }
    }
    Ok(())
}

/// An input with a value of its own is a constant: nobody can override it any more.
fn is_constant(job: &Job<'_, '_>, value: ValueId) -> bool {
    job.typed.graph.values[value].initializer.is_some()
}

/// The version of the default op set for models that do not use it.
const DEFAULT_OPSET: i64 = 13;

/// The first version of the format in which an initialiser need not be an input.
const CONSTANTS_IR: i64 = 4;

/// The first version of the format in which nodes have properties: the group of a collective is one.
const PROPERTIES_IR: i64 = 10;

/// The first version of the default op set in which moving data takes all types.
const FIRST_OPSET: i64 = 7;

fn is_default(opset: &proto::OperatorSet) -> bool {
    matches!(opset.domain.as_deref(), None | Some("" | "ai.onnx"))
}

fn default_opset(model: &proto::Model) -> i64 {
    let default = model.opset_import.iter().find(|opset| is_default(opset));
    default.map_or(DEFAULT_OPSET, |opset| opset.version.unwrap_or(1))
}

/// The model without its graph and without devices: those of the ranks have one each.
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

fn rank_model(
    job: &Job<'_, '_>,
    world: &mut World<'_>,
    position: u64,
    known: &mut Known,
) -> Result<(proto::Model, Vec<CollectiveUse>), Obstacle> {
    let graph = &job.typed.graph;
    let build = build::Build::new(default_opset(job.model), graph.values.iter().map(|(_, value)| value.name));
    let rank = Rank { world, position, build, collectives: Vec::new(), node: None, cause: String::new() };
    let mut emit = Emit::new(job, rank, known);
    let mut inputs = Vec::new();
    for (&value, layout) in graph.inputs.iter().zip(&job.inputs) {
        if is_constant(job, value) {
            continue;
        }
        emit.provide(value, layout.clone(), graph.values[value].name.to_owned());
        inputs.push(Port::new(job, value, layout.clone()).value_info(job, position)?);
    }
    for &node in &job.typed.order {
        emit.node(node)?;
    }
    emit.rank.node = None;
    let mut outputs = Vec::new();
    for (at, (&value, layout)) in graph.outputs.iter().zip(&job.outputs).enumerate() {
        let name = emit.get(value, layout)?;
        // A graph may return a value twice.
        let is_named = name == graph.values[value].name || graph.outputs[..at].contains(&value);
        if !is_named {
            emit.rank.alias(&name, graph.values[value].name);
        }
        outputs.push(Port::new(job, value, layout.clone()).value_info(job, position)?);
    }
    let Rank { build, collectives, .. } = emit.rank;
    let mut model = header(job.model);
    let first = if collectives.is_empty() { CONSTANTS_IR } else { PROPERTIES_IR };
    model.ir_version = Some(model.ir_version.unwrap_or(0).max(first));
    if !collectives.is_empty()
        && !model.opset_import.iter().any(|opset| opset.domain.as_deref() == Some(COLLECTIVES))
    {
        let opset = proto::OperatorSet { domain: Some(COLLECTIVES.into()), version: Some(1) };
        model.opset_import.push(opset);
    }
    let name = job.model.graph.as_ref().and_then(|graph| graph.name.clone());
    model.graph = Some(proto::Graph {
        node: build.nodes,
        name,
        initializer: build.initializers,
        input: inputs,
        output: outputs,
        ..Default::default()
    });
    Ok((model, collectives))
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

/// What to do about sizes of a tensor that are not known.
fn missing_sizes(job: &Job<'_, '_>, value: ValueId) -> Option<String> {
    let dims = job.typed.types[value].dims.as_deref()?;
    let mut options: Vec<String> = Vec::new();
    for dim in dims {
        if let Dim::Named(name) = dim {
            options.push(format!("`RankPartition::sizes` {name}=SIZE"));
        }
    }
    options.dedup();
    match options.is_empty() {
        false => Some(format!("give sizes with {}", options.join(" "))),
        true if dims.contains(&Dim::Unknown) => Some(
            "name the dimension in the model and give its size with `RankPartition::sizes` NAME=SIZE"
                .to_owned(),
        ),
        true => None,
    }
}
