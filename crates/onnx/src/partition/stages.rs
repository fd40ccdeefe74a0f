//! Stages: nodes that run on some of the devices only, as in a pipeline.
//!
//! A spec may place a tensor on some of the devices. The devices of a node's outputs form its stage, and every stage has a mesh of its
//! own. The models of all ranks are built by the same walk over all nodes, so that they agree about collectives; what a rank
//! does not need, because it belongs to other stages, is removed afterwards.

use std::collections::{BTreeMap, BTreeSet};

use partita_base::{Id as _, IdVec, code};
use partita_mesh::spec::{MeshAxisSpec, MeshSpec};
use partita_mesh::{Mesh, MeshId};

use super::capture::captured_names;
use super::layouts::{UseLayouts, ValueLayouts, replicated_layout};
use super::mesh_layout::MeshLayout;
use crate::finding::{Finding, NodeLocation};
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::infer::{Inferred, NodeSpec, SpecOrigin, sharding_on_mesh};
use crate::layout::{DeviceLayout, DeviceSet, layouts_to_mesh};
use crate::typing::TypedGraph;

/// Some of the devices, and a mesh of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The devices, in increasing order: device `i` of the mesh is the `i`-th of these.
    pub devices: Vec<u64>,
    /// A mesh of as many devices.
    pub mesh: MeshId,
}

/// The stages of a model. By default there is one, of all devices.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// The stages; empty for a single one of all devices, on the mesh of the job.
    pub list: Vec<Stage>,
    /// The number of devices of all stages.
    pub devices: u64,
    /// The stage of every node.
    pub nodes: IdVec<NodeId, usize>,
    /// The stage that receives each input of the graph; `None` for inputs that all stages receive that use them.
    pub inputs: Vec<Option<usize>>,
}

impl Stages {
    /// The stage that a node runs on.
    pub fn of_node(&self, node: NodeId) -> usize {
        self.nodes.get(node).copied().unwrap_or(0)
    }

    /// The stages that receive an input of the graph, the `at`-th.
    pub fn of_input(&self, typed: &TypedGraph<'_>, at: usize) -> Vec<usize> {
        if self.list.is_empty() {
            return vec![0];
        }
        if let Some(stage) = self.inputs.get(at).copied().flatten() {
            return vec![stage];
        }
        let value = typed.graph.inputs[at];
        let mut stages = BTreeSet::new();
        for (id, node) in typed.graph.nodes.iter() {
            let captures =
                captured_names(node.proto).into_iter().any(|name| typed.graph.find(name) == Some(value));
            if captures || node.inputs.contains(&Some(value)) {
                stages.insert(self.of_node(id));
            }
        }
        if stages.is_empty() {
            stages.insert(0);
        }
        stages.into_iter().collect()
    }

    /// The stage that returns an output of the graph.
    pub(super) fn of_output(&self, typed: &TypedGraph<'_>, value: ValueId) -> usize {
        match typed.graph.values[value].source {
            ValueSource::Node(node, _) => self.of_node(node),
            ValueSource::Input(at) => self.of_input(typed, at)[0],
            _ => 0,
        }
    }
}

/// Where the values of a model with stages are.
#[derive(Clone, Debug, Default)]
pub struct StagedLayouts {
    /// The mesh of every stage.
    pub meshes: Vec<Mesh>,
    /// The stages, whose meshes are numbered in their order.
    pub stages: Stages,
    /// The layouts of values that nodes produce, on the mesh of their stage.
    pub layouts: ValueLayouts,
    /// The layouts of annotated inputs of nodes, on the mesh of the node's stage.
    pub uses: UseLayouts,
    /// The layouts of the graph's inputs.
    pub inputs: Vec<MeshLayout>,
    /// Warnings about annotated layouts that are not kept.
    pub warnings: Vec<Finding>,
}

/// The stages of a model whose specs have no common mesh. `inputs` are the annotations of the graph's inputs.
///
/// A device that has several blocks of a tensor gets one contiguous shard of their size instead. A layout that does not fit the mesh of its stage
/// is not kept: the tensor is on the same devices, sharded as placement chooses.
pub fn stages_of_specs(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    inputs: &[Option<DeviceLayout>],
) -> StagedLayouts {
    let main: Vec<&NodeSpec> = inferred.specs.iter().filter(|spec| spec.graph.is_main()).collect();
    let devices = devices_of_nodes(typed, &main, inferred.num_devices);
    let mut sets: Vec<DeviceSet> = Vec::new();
    let mut number = |set: DeviceSet| match sets.iter().position(|known| *known == set) {
        Some(at) => at,
        None => {
            sets.push(set);
            sets.len() - 1
        }
    };
    let mut nodes = IdVec::default();
    for (_, set) in devices.iter() {
        nodes.push(number(set.clone()));
    }
    let of_inputs: Vec<Option<usize>> =
        inputs.iter().map(|layout| layout.as_ref().map(|layout| number(layout.devices()))).collect();
    if sets.is_empty() {
        sets.push(DeviceSet::all(inferred.num_devices as u32));
    }
    // Only annotations must fit a mesh; other layouts follow from them.
    let mut annotated: Vec<Vec<DeviceLayout>> = vec![Vec::new(); sets.len()];
    for (layout, stage) in inputs.iter().zip(&of_inputs) {
        if let (Some(layout), Some(stage)) = (layout, stage) {
            annotated[*stage].extend(relabelled(layout, &sets[*stage]));
        }
    }
    for spec in main.iter().filter(|spec| spec.origin == SpecOrigin::Annotation) {
        let stage = nodes[NodeId::from_index(spec.node)];
        annotated[stage].extend(relabelled(&spec.layout, &sets[stage]));
    }
    let meshes: Vec<Mesh> =
        annotated.iter().zip(&sets).map(|(layouts, set)| mesh_of_most(layouts, set.len() as u64)).collect();
    let on_stage = |layout: &DeviceLayout, stage: usize| {
        let sharding = sharding_on_mesh(&relabelled(layout, &sets[stage])?, &meshes[stage])?;
        Some(MeshLayout::from_sharding(&sharding))
    };
    let mut layouts: ValueLayouts = IdVec::filled(None, typed.graph.values.len());
    let mut uses = UseLayouts::default();
    let is_moved =
        |layout: &DeviceLayout| layout.contiguous().is_some_and(|contiguous| contiguous != *layout);
    let moved =
        inputs.iter().zip(&typed.graph.inputs).filter(|(layout, _)| layout.as_ref().is_some_and(is_moved));
    let of_input = |(_, value): (_, &ValueId)| {
        let tensor = Some(typed.graph.values[*value].name.to_owned());
        let location = NodeLocation { tensor, ..NodeLocation::default() };
        Finding::warning(code::ONNX_NO_MESH, location, SEVERAL_BLOCKS)
    };
    let mut warnings: Vec<Finding> = moved.map(of_input).collect();
    for spec in &main {
        let node = NodeId::from_index(spec.node);
        let is_annotated = spec.origin == SpecOrigin::Annotation;
        let is_here = is_annotated && spec.layout.devices() == sets[nodes[node]];
        let message = match on_stage(&spec.layout, nodes[node]) {
            None => Some(
                "the spec fits no mesh of its devices together with the others, so its shards are not kept",
            ),
            Some(_) if is_moved(&spec.layout) => Some(SEVERAL_BLOCKS),
            Some(_) => None,
        };
        if let Some(message) = message.filter(|_| is_here) {
            let location = NodeLocation { tensor: Some(spec.tensor.clone()), ..spec.location.clone() };
            warnings.push(Finding::warning(code::ONNX_NO_MESH, location, message));
        }
        let (Some(value), Some(layout)) =
            (typed.graph.find(&spec.tensor), on_stage(&spec.layout, nodes[node]))
        else {
            continue;
        };
        if typed.types[value].rank() != Some(layout.0.len()) {
            continue;
        }
        if spec.is_output {
            layouts[value] = Some(layout);
        } else if is_annotated {
            let reads = typed.graph.nodes[node].inputs.iter().enumerate();
            for (at, _) in reads.filter(|(_, input)| **input == Some(value)) {
                uses.insert((node, at), layout.clone());
            }
        }
    }
    let input_layout = |(at, (layout, stage)): (usize, (&Option<DeviceLayout>, &Option<usize>))| {
        let value = typed.graph.inputs[at];
        let own = layout.as_ref().zip(*stage).and_then(|(layout, stage)| on_stage(layout, stage));
        own.unwrap_or_else(|| replicated_layout(typed, value))
    };
    let inputs = inputs.iter().zip(&of_inputs).enumerate().map(input_layout).collect();
    let stage = |(at, set): (usize, &DeviceSet)| Stage {
        devices: set.devices().iter().map(|&device| u64::from(device)).collect(),
        mesh: MeshId::from_index(at),
    };
    let list = sets.iter().enumerate().map(stage).collect();
    let stages = Stages { list, devices: inferred.num_devices, nodes, inputs: of_inputs };
    StagedLayouts { meshes, stages, layouts, uses, inputs, warnings }
}

const SEVERAL_BLOCKS: &str =
    "a device has several blocks of the tensor; it gets one contiguous shard of their size";

/// The devices that every node runs on: those of its outputs, or without specs those of its first input that has any.
fn devices_of_nodes(
    typed: &TypedGraph<'_>,
    specs: &[&NodeSpec],
    num_devices: u64,
) -> IdVec<NodeId, DeviceSet> {
    let mut of_outputs: BTreeMap<usize, DeviceSet> = BTreeMap::new();
    for spec in specs.iter().filter(|spec| spec.is_output) {
        let devices = spec.layout.devices();
        let known = of_outputs.entry(spec.node).or_insert_with(|| devices.clone());
        *known = known.union(&devices);
    }
    let all = DeviceSet::all(num_devices as u32);
    let mut devices: IdVec<NodeId, DeviceSet> = IdVec::filled(all, typed.graph.nodes.len());
    for &id in &typed.order {
        let produced = |input: &Option<ValueId>| match typed.graph.values[(*input)?].source {
            ValueSource::Node(producer, _) => Some(devices[producer].clone()),
            _ => None,
        };
        let own = of_outputs.get(&id.index()).cloned();
        if let Some(own) = own.or_else(|| typed.graph.nodes[id].inputs.iter().find_map(produced)) {
            devices[id] = own;
        }
    }
    devices
}

/// The layout on the devices `0..n` that stand for those of a stage, in contiguous shards, if it is on all of them and on no others.
fn relabelled(layout: &DeviceLayout, stage: &DeviceSet) -> Option<DeviceLayout> {
    if layout.devices() != *stage {
        return None;
    }
    let label = |device: &u32| stage.devices().binary_search(device).ok().map(|at| at as u32);
    let holder =
        |set: &DeviceSet| set.devices().iter().map(label).collect::<Option<Vec<u32>>>().map(DeviceSet::new);
    let holders = layout.holders().iter().map(holder).collect::<Option<_>>()?;
    let layout = DeviceLayout::new(layout.axes().to_vec(), holders)?;
    Some(layout.contiguous().unwrap_or(layout))
}

/// Layouts that are tried one after the other until the rest has a mesh; beyond that, none is kept.
const MOST_LEFT_OUT: usize = 64;

/// A mesh of the devices `0..count` that fits the layouts, except those that have no mesh in common with others before them.
fn mesh_of_most(layouts: &[DeviceLayout], count: u64) -> Mesh {
    let mut kept: Vec<&DeviceLayout> = Vec::new();
    for layout in layouts {
        if !kept.contains(&layout) {
            kept.push(layout);
        }
    }
    let mut left_out = 0;
    loop {
        match layouts_to_mesh(&kept, count, MeshId::from_index(0)) {
            Ok((mesh, _)) => return mesh,
            Err(_) if kept.is_empty() => return flat_mesh(count),
            Err((at, _)) if left_out < MOST_LEFT_OUT && at < kept.len() => drop(kept.remove(at)),
            Err(_) => kept.clear(),
        }
        left_out += 1;
    }
}

/// The mesh of one axis.
pub fn flat_mesh(count: u64) -> Mesh {
    let axis = MeshAxisSpec { name: "device".into(), size: count.max(1) as i64 };
    Mesh::from_spec(&MeshSpec { axes: vec![axis], ..MeshSpec::default() })
        .expect("an axis of any size is a mesh")
}
