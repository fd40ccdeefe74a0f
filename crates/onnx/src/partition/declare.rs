//! Declares the values between the nodes of a rank's model, for shape inference and viewers: their local types, and which shard of which
//! tensor they are.

use partita_base::Id as _;
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::{Mesh, MeshId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::mesh_layout::MeshLayout;
use super::port::Port;
use super::{Job, Partitioned};
use crate::proto::{self, StringEntry};
use crate::types::TensorType;
use crate::typing::infer_types;

/// The metadata property of a value that is a shard: the unsharded type with the axes of every dimension, such as `f32[8@x,64]`.
pub const SHARD_OF: &str = "partita.shard_of";

/// The metadata property of a rank's model that describes the mesh.
pub const MESH: &str = "partita.mesh";

/// The entry of metadata for a shard; `None` for replicated values.
pub(super) fn shard_entry(mesh: &Mesh, layout: &MeshLayout, ty: &TensorType) -> Option<StringEntry> {
    let sharding = layout.to_sharding(MeshId::from_index(0), mesh).filter(|_| !layout.is_replicated())?;
    let written = MeshSharding::unnamed(mesh, &sharding);
    let text = written.tensor_text(Notation::Short, ty.element?.text(), ty.dims.as_deref()?);
    Some(StringEntry { key: Some(SHARD_OF.into()), value: Some(text) })
}

/// Declares those values of a rank's model that are shards or copies of the source model's values.
pub(super) fn declare_shards(
    job: &Job<'_, '_>,
    rank: u64,
    copies: &[(String, Port)],
    graph: &mut proto::Graph,
) {
    let mesh = job.meshes.get(job.mesh);
    let info = |(name, copy): &(String, Port)| {
        let info = copy.value_info(job, rank).ok()?;
        Some(proto::ValueInfo { name: Some(name.clone()), ..info })
    };
    declare_values(copies.iter().filter_map(info).collect(), graph);
    let entry = |(name, copy): &'_ (String, Port)| {
        Some((name.clone(), shard_entry(copy.mesh(mesh), &copy.layout, &copy.ty)?))
    };
    let entries: FxHashMap<String, StringEntry> = copies.iter().filter_map(entry).collect();
    for tensor in &mut graph.initializer {
        tensor.metadata_props.extend(entries.get(tensor.name.as_deref().unwrap_or_default()).cloned());
    }
}

/// Declares values between the nodes of a graph, each once; other values are left out.
pub(super) fn declare_values(mut infos: Vec<proto::ValueInfo>, graph: &mut proto::Graph) {
    let made = between(graph);
    let mut declared: FxHashSet<String> = FxHashSet::default();
    infos.retain(|info| {
        let name = info.name.as_deref().unwrap_or_default();
        // A value of unknown type is left to type inference.
        let is_known = match info.r#type.as_ref().and_then(|ty| ty.value.as_ref()) {
            Some(proto::TypeValue::Tensor(tensor)) => tensor.elem_type.is_some(),
            other => other.is_some(),
        };
        is_known && made.contains(name) && declared.insert(name.to_owned())
    });
    graph.value_info = infos;
}

/// Removes the metadata of shards, for versions of the format that lack it.
// The decoder of the model limits the nesting of bodies, so this recursion is bounded.
pub(super) fn remove_properties(graph: &mut proto::Graph) {
    for attribute in graph.node.iter_mut().flat_map(|node| &mut node.attribute) {
        attribute.g.iter_mut().chain(&mut attribute.graphs).for_each(remove_properties);
    }
    let is_other = |entry: &StringEntry| entry.key.as_deref() != Some(SHARD_OF);
    let infos = graph.input.iter_mut().chain(&mut graph.output).chain(&mut graph.value_info);
    infos.for_each(|info| info.metadata_props.retain(is_other));
    graph.initializer.iter_mut().for_each(|tensor| tensor.metadata_props.retain(is_other));
}

/// The values that nodes define and that are not outputs of the graph.
fn between(graph: &proto::Graph) -> FxHashSet<&str> {
    let mut made: FxHashSet<&str> =
        graph.node.iter().flat_map(|node| &node.output).map(String::as_str).collect();
    made.remove("");
    for name in graph.output.iter().filter_map(|info| info.name.as_deref()) {
        made.remove(name);
    }
    made
}

impl Partitioned {
    /// The model of a rank with the types of all values that can be inferred. Weights that were left out stay so.
    pub fn declared_model(&self, rank: usize) -> proto::Model {
        let mut model = self.models[rank].clone();
        let inferred = undeclared_types(&model);
        if let Some(graph) = &mut model.graph {
            graph.value_info.extend(inferred);
        }
        model
    }
}

/// The types of values that a model does not declare.
fn undeclared_types(model: &proto::Model) -> Vec<proto::ValueInfo> {
    let Some(graph) = &model.graph else { return Vec::new() };
    let mut missing = between(graph);
    for name in graph.value_info.iter().filter_map(|info| info.name.as_deref()) {
        missing.remove(name);
    }
    let typed = infer_types(model).main;
    let outputs = graph.node.iter().flat_map(|node| &node.output);
    let info = |name: &String| {
        let ty = &typed.types[typed.graph.find(name).filter(|_| missing.contains(name.as_str()))?];
        ty.element?;
        Some(proto::ValueInfo {
            name: Some(name.clone()),
            r#type: Some(ty.to_proto()),
            ..proto::ValueInfo::default()
        })
    };
    outputs.filter_map(info).collect()
}
