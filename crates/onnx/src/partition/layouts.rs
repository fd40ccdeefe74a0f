//! The layouts of a model's values on one mesh, from propagation or from specs.

use std::collections::{BTreeMap, BTreeSet};

use partita_base::{Id, IdVec, code};
use partita_mesh::{Mesh, MeshId, TensorSharding};
use rustc_hash::FxHashMap;

use super::MeshLayout;
use crate::bodies::{GraphPath, GraphStep};
use crate::finding::{Finding, NodeLocation};
use crate::graph::{GraphId, NodeId, ValueId, ValueSource};
use crate::infer::{BodyShardings, Inferred, NodeSpec, SpecOrigin, sharding_on_mesh};
use crate::layout::{DeviceLayout, layouts_to_mesh};
use crate::typing::TypedGraph;

/// The layouts of the main graph's values: nodes produce their outputs in them, and initialisers are stored in them. `None` if there is no
/// preference.
pub type ValueLayouts = IdVec<ValueId, Option<MeshLayout>>;

/// The mesh that all annotations of a model fit.
pub fn mesh_of_specs(inferred: &Inferred) -> Result<Mesh, Box<Finding>> {
    let mut layouts: Vec<&DeviceLayout> = Vec::new();
    let mut first = Vec::new();
    for spec in inferred.specs.iter().filter(|spec| spec.origin == SpecOrigin::Annotation) {
        if !layouts.contains(&&spec.layout) {
            layouts.push(&spec.layout);
            first.push(spec);
        }
    }
    let found = layouts_to_mesh(&layouts, inferred.num_devices, MeshId::from_index(0));
    found.map(|(mesh, _)| mesh).map_err(|(at, why)| {
        let location = first
            .get(at)
            .map(|spec| NodeLocation { tensor: Some(spec.tensor.clone()), ..spec.location.clone() });
        let message = format!("the specs have no common mesh: {why} ({})", why.name());
        Box::new(Finding::error(code::ONNX_NO_MESH, location.unwrap_or_default(), message))
    })
}

/// The propagated layouts of the main graph's values. Values without axes are replicated.
pub fn layouts_of_shardings(
    typed: &TypedGraph<'_>,
    shardings: &IdVec<ValueId, Option<TensorSharding>>,
) -> ValueLayouts {
    let mut layouts = ValueLayouts::default();
    for (value, sharding) in shardings.iter() {
        let found = sharding.as_ref().map(MeshLayout::from_sharding);
        layouts.push(
            typed.types[value].rank().map(|rank| found.unwrap_or_else(|| MeshLayout::replicated(rank))),
        );
    }
    layouts
}

/// The layouts in which nodes read some of their inputs: constants with several uses, and tensors that a node annotates with another layout
/// than their producer has.
pub type UseLayouts = FxHashMap<(NodeId, usize), MeshLayout>;

/// Where the values of a graph are.
#[derive(Clone, Debug, Default)]
pub struct GraphLayouts {
    /// The layouts of its values.
    pub values: ValueLayouts,
    /// The layouts in which nodes read some of their inputs.
    pub uses: UseLayouts,
    /// The constants whose layout was given: ranks store them in it. Those that several nodes annotate differently are stored for each.
    pub given: BTreeSet<ValueId>,
}

/// The propagated layouts of all bodies of a graph, at any depth.
pub fn body_layouts(
    typed: &TypedGraph<'_>,
    bodies: &BTreeMap<GraphId, BodyShardings>,
    is_given: &dyn Fn(&TypedGraph<'_>, ValueId) -> bool,
) -> BTreeMap<GraphId, GraphLayouts> {
    let mut found = BTreeMap::new();
    for body in typed.bodies.values() {
        if let Some(shardings) = bodies.get(&body.id) {
            let given = body.graph.values.ids().filter(|&value| is_given(body, value)).collect();
            let values = layouts_of_shardings(body, &shardings.values);
            found.insert(body.id, GraphLayouts { values, uses: use_layouts(body, &shardings.uses), given });
        }
        found.extend(body_layouts(body, bodies, is_given));
    }
    found
}

/// The propagated layouts of the uses of constants in the main graph.
pub fn use_layouts(
    typed: &TypedGraph<'_>,
    uses: &BTreeMap<(NodeId, usize), Option<TensorSharding>>,
) -> UseLayouts {
    let layout = |(&(node, at), sharding): (&(NodeId, usize), &Option<TensorSharding>)| {
        let value = typed.graph.nodes[node].inputs.get(at).copied().flatten()?;
        let found = sharding.as_ref().map(MeshLayout::from_sharding);
        Some(((node, at), found.unwrap_or_else(|| replicated_layout(typed, value))))
    };
    uses.iter().filter_map(layout).collect()
}

/// The layouts that specs give to outputs of nodes and to initialisers in the main graph, and to inputs of nodes where they differ. Converts
/// device sets to axes of a mesh.
pub fn layouts_of_specs(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    mesh: &Mesh,
) -> Result<GraphLayouts, Box<Finding>> {
    layouts_of_graph(typed, inferred, mesh, &GraphPath::main())
}

/// The layouts that specs give to the values of all bodies of a graph, at any depth.
pub fn body_layouts_of_specs(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    mesh: &Mesh,
) -> Result<BTreeMap<GraphId, GraphLayouts>, Box<Finding>> {
    let mut found = BTreeMap::new();
    let is_annotated = |spec: &NodeSpec| !spec.graph.is_main() && spec.origin == SpecOrigin::Annotation;
    if inferred.specs.iter().any(is_annotated) {
        add_body_layouts(typed, inferred, mesh, &GraphPath::main(), &mut found)?;
    }
    Ok(found)
}

// The decoder of the model limits the nesting of bodies, so this recursion is bounded.
fn add_body_layouts(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    mesh: &Mesh,
    path: &GraphPath,
    found: &mut BTreeMap<GraphId, GraphLayouts>,
) -> Result<(), Box<Finding>> {
    for (&(node, attribute, index), body) in &typed.bodies {
        let proto = typed.graph.nodes[node].proto;
        let Some(step) = GraphStep::of_node(proto, node.index(), attribute, index) else { continue };
        let mut inner = path.clone();
        inner.steps.push(step);
        found.insert(body.id, layouts_of_graph(body, inferred, mesh, &inner)?);
        add_body_layouts(body, inferred, mesh, &inner, found)?;
    }
    Ok(())
}

/// The layouts that specs give to the values of one graph.
fn layouts_of_graph(
    typed: &TypedGraph<'_>,
    inferred: &Inferred,
    mesh: &Mesh,
    path: &GraphPath,
) -> Result<GraphLayouts, Box<Finding>> {
    let mut found = GraphLayouts {
        values: IdVec::filled(None, typed.graph.values.len()),
        uses: UseLayouts::default(),
        given: BTreeSet::new(),
    };
    for spec in inferred.specs.iter().filter(|spec| spec.graph == *path) {
        let is_annotated = spec.origin == SpecOrigin::Annotation;
        let Some(sharding) = sharding_on_mesh(&spec.layout, mesh) else {
            // Inferred specs, such as strided ones, are only preferences.
            if !is_annotated {
                continue;
            }
            let location = NodeLocation { tensor: Some(spec.tensor.clone()), ..spec.location.clone() };
            let message = "the spec does not fit the mesh of the other specs";
            return Err(Box::new(Finding::error(code::ONNX_NO_MESH, location, message)));
        };
        let Some(value) = typed.graph.find(&spec.tensor) else { continue };
        let layout = MeshLayout::from_sharding(&sharding);
        if typed.types[value].rank() == Some(layout.0.len()) {
            found.add(typed, spec, value, layout);
        }
    }
    Ok(found)
}

impl GraphLayouts {
    /// Adds the layout that a spec gives to a value of the graph.
    fn add(&mut self, typed: &TypedGraph<'_>, spec: &NodeSpec, value: ValueId, layout: MeshLayout) {
        let info = &typed.graph.values[value];
        let is_annotated = spec.origin == SpecOrigin::Annotation;
        let is_made = match info.source {
            ValueSource::Node(node, _) => spec.is_output && node.index() == spec.node,
            // The first node that annotates an initialiser determines its layout.
            _ => info.initializer.is_some() && is_annotated && self.values[value].is_none(),
        };
        if is_made {
            if info.initializer.is_some() {
                self.given.insert(value);
            }
            self.values[value] = Some(layout);
        } else if is_annotated && !spec.is_output && self.values[value].as_ref() != Some(&layout) {
            // The specs of a producer come before those of its users.
            let node = NodeId::from_index(spec.node);
            let reads = typed.graph.nodes[node].inputs.iter().enumerate();
            let reads = reads.filter(|(_, input)| **input == Some(value));
            self.uses.extend(reads.map(|(at, _)| ((node, at), layout.clone())));
            self.given.remove(&value);
        }
    }
}

/// The layouts of the graph's outputs: those of the nodes that produce them, otherwise replicated. Dimensions of unknown size are not
/// sharded.
pub fn output_layouts(typed: &TypedGraph<'_>, layouts: &ValueLayouts) -> Vec<MeshLayout> {
    let made = |value: ValueId| match typed.graph.values[value].source {
        ValueSource::Node(..) => {
            let (mut layout, dims) = (layouts[value].clone()?, typed.types[value].dims.as_ref()?);
            let sizes = layout.0.iter_mut().zip(dims);
            sizes.filter(|(_, dim)| dim.known().is_none()).for_each(|(axes, _)| axes.clear());
            Some(layout)
        }
        _ => None,
    };
    let layout = |&value: &ValueId| made(value).unwrap_or_else(|| replicated_layout(typed, value));
    typed.graph.outputs.iter().map(layout).collect()
}

/// The layout of a value that is not sharded. Values of unknown rank count as scalars.
pub fn replicated_layout(typed: &TypedGraph<'_>, value: ValueId) -> MeshLayout {
    MeshLayout::replicated(typed.types[value].rank().unwrap_or(0))
}
