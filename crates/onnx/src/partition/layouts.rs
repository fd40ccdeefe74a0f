//! Where the values of a model shall be, on one mesh: as propagation found, or as specs say.

use partita_base::{Id, IdVec, code};
use partita_mesh::{Mesh, MeshId, TensorSharding};

use super::Cuts;
use crate::finding::{Finding, Place};
use crate::graph::{Source, ValueId};
use crate::infer::{Inferred, Origin, sharding_on};
use crate::layout::{Layout, layouts_to_mesh};
use crate::typing::TypedGraph;

/// Where the values of the main graph shall be: nodes deliver their outputs so, initialisers are kept so. `None` where nothing is known: as
/// they come.
pub type ValueLayouts = IdVec<ValueId, Option<Cuts>>;

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

/// The layouts that propagation found, in the main graph. What it left without axes is replicated.
pub fn layouts_of_shardings(
    typed: &TypedGraph<'_>,
    shardings: &IdVec<ValueId, Option<TensorSharding>>,
) -> ValueLayouts {
    let mut layouts = ValueLayouts::default();
    for (value, sharding) in shardings.iter() {
        let found = sharding.as_ref().map(Cuts::of);
        layouts.push(typed.types[value].rank().map(|rank| found.unwrap_or_else(|| Cuts::whole(rank))));
    }
    layouts
}

/// The layouts that specs give to the outputs of nodes and to initialisers, in the main graph. Specs are device sets; this is where they
/// become axes of a mesh.
pub fn layouts_of_specs(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    mesh: &Mesh,
) -> Result<ValueLayouts, Box<Finding>> {
    let mut layouts: ValueLayouts = IdVec::filled(None, typed.graph.values.len());
    for spec in inferred.specs.iter().filter(|spec| spec.graph.is_main()) {
        let is_annotated = spec.origin == Origin::Annotation;
        let Some(sharding) = sharding_on(&spec.layout, mesh) else {
            // What was only inferred, as a strided layout, need not be so.
            if !is_annotated {
                continue;
            }
            let place = Place { tensor: Some(spec.tensor.clone()), ..spec.place.clone() };
            let message = "the spec is not on the mesh of the others";
            return Err(Box::new(Finding::error(code::ONNX_NO_MESH, place, message)));
        };
        let Some(value) = typed.graph.find(&spec.tensor) else { continue };
        let info = &typed.graph.values[value];
        let is_made = match info.source {
            Source::Node(node, _) => spec.is_output && node.index() == spec.node,
            // The first node that annotates an initialiser decides for the others.
            _ => info.initializer.is_some() && is_annotated && layouts[value].is_none(),
        };
        let cuts = Cuts::of(&sharding);
        if is_made && typed.types[value].rank() == Some(cuts.0.len()) {
            layouts[value] = Some(cuts);
        }
    }
    Ok(layouts)
}

/// The layouts of the graph's outputs: as their nodes deliver them, else replicated.
pub fn output_cuts(typed: &TypedGraph<'_>, layouts: &ValueLayouts) -> Vec<Cuts> {
    let made = |value: ValueId| match typed.graph.values[value].source {
        Source::Node(..) => layouts[value].clone(),
        _ => None,
    };
    let cuts = |&value: &ValueId| made(value).unwrap_or_else(|| whole(typed, value));
    typed.graph.outputs.iter().map(cuts).collect()
}

/// A value that is not sharded.
pub fn whole(typed: &TypedGraph<'_>, value: ValueId) -> Cuts {
    Cuts::whole(typed.types[value].rank().unwrap_or(0))
}
