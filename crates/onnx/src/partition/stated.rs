//! What the specs of a model say about every node, on one mesh.

use partita_base::{Id, IdVec, code};
use partita_mesh::{Mesh, MeshId};

use super::{Cuts, Stated};
use crate::finding::{Finding, Place};
use crate::graph::{NodeId, ValueId};
use crate::infer::{Inferred, Origin, sharding_on};
use crate::layout::{Layout, layouts_to_mesh};
use crate::typing::TypedGraph;

/// The one mesh that all annotations of a model are on.
pub fn mesh_of_specs(inferred: &Inferred) -> Result<Mesh, Box<Finding>> {
    let mut layouts: Vec<&Layout> = Vec::new();
    let mut first = Vec::new();
    for spec in inferred.specs.iter().filter(|spec| spec.origin == Origin::Annotation) {
        if !layouts.contains(&&spec.layout) {
            layouts.push(&spec.layout);
            first.push(spec);
        }
    }
    let found = layouts_to_mesh(&layouts, inferred.num_devices, MeshId::from_index(0));
    found.map(|(mesh, _)| mesh).map_err(|(at, why)| {
        let place =
            first.get(at).map(|spec| Place { tensor: Some(spec.tensor.clone()), ..spec.place.clone() });
        let message = format!("the specs are on no common mesh: {why} ({})", why.name());
        Box::new(Finding::error(code::ONNX_NO_MESH, place.unwrap_or_default(), message))
    })
}

/// The layouts that every node of the main graph states.
pub fn stated(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    mesh: &Mesh,
) -> Result<IdVec<NodeId, Stated>, Box<Finding>> {
    let mut stated: IdVec<NodeId, Stated> = IdVec::default();
    for (_, node) in typed.graph.nodes.iter() {
        let (inputs, outputs) = (vec![None; node.inputs.len()], vec![None; node.outputs.len()]);
        stated.push(Stated { inputs, outputs });
    }
    let count = stated.len();
    for spec in inferred.specs.iter().filter(|spec| spec.graph.is_main() && spec.node < count) {
        let id = NodeId::from_index(spec.node);
        let node = &typed.graph.nodes[id];
        let Some(sharding) = sharding_on(&spec.layout, mesh) else {
            // What was only inferred, as a strided layout, need not be so.
            if spec.origin != Origin::Annotation {
                continue;
            }
            let place = Place { tensor: Some(spec.tensor.clone()), ..spec.place.clone() };
            let message = "the spec is not on the mesh of the others";
            return Err(Box::new(Finding::error(code::ONNX_NO_MESH, place, message)));
        };
        let cuts = Cuts::of(&sharding);
        let (values, slots) = match spec.is_output {
            true => (&node.outputs, &mut stated[id].outputs),
            false => (&node.inputs, &mut stated[id].inputs),
        };
        for (value, slot) in values.iter().zip(slots) {
            let is_it = value.is_some_and(|value| typed.graph.values[value].name == spec.tensor);
            if is_it && value.is_some_and(|value| typed.types[value].rank() == Some(cuts.0.len())) {
                *slot = Some(cuts.clone());
            }
        }
    }
    Ok(stated)
}

/// The layouts of the graph's outputs: as their nodes state them, else whole.
pub fn output_cuts(typed: &TypedGraph<'_>, stated: &IdVec<NodeId, Stated>) -> Vec<Cuts> {
    let made = |value: ValueId| match typed.graph.values[value].source {
        crate::graph::Source::Node(node, at) => stated[node].outputs.get(at).cloned().flatten(),
        _ => None,
    };
    let cuts = |&value: &ValueId| made(value).unwrap_or_else(|| whole(typed, value));
    typed.graph.outputs.iter().map(cuts).collect()
}

/// A value that is not cut.
pub fn whole(typed: &TypedGraph<'_>, value: ValueId) -> Cuts {
    Cuts::whole(typed.types[value].rank().unwrap_or(0))
}
