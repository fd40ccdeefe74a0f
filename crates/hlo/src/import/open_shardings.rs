//! Completes lists of shardings in which only some values have one.

use partita_ir::{Module, OpCode, SdyAttr, TypeId, names};
use partita_mesh::spec::{DimSpec, MeshOrRef, MeshSpec, ShardingSpec};
use rustc_hash::FxHashSet;

/// The meshes of a module that are a single device.
pub(super) struct MaximalMeshes(FxHashSet<Box<str>>);

impl MaximalMeshes {
    pub(super) fn new(module: &Module) -> Self {
        let ops = module.block(module.body()).ops.iter();
        let meshes = ops.filter(|&&op| module.op(op).name.code() == Some(OpCode::SdyMesh));
        let maximal = meshes.filter(
            |&&op| matches!(module.sdy_attr(op, names::MESH), Some(SdyAttr::Mesh(mesh)) if is_maximal(mesh)),
        );
        Self(maximal.filter_map(|&op| module.symbol_name(op)).map(Into::into).collect())
    }

    fn contains(&self, mesh: &MeshOrRef) -> bool {
        match mesh {
            MeshOrRef::Symbol(name) => self.0.contains(name),
            MeshOrRef::Inline(mesh) => is_maximal(mesh),
        }
    }

    /// One sharding per type: where there is none, an open one on the first mesh of several devices.
    /// `None` if there is no such mesh.
    pub(super) fn complete(
        &self,
        module: &Module,
        types: &[TypeId],
        shardings: &[Option<&ShardingSpec>],
    ) -> Option<Vec<ShardingSpec>> {
        let mesh = shardings.iter().flatten().map(|spec| &spec.mesh).find(|mesh| !self.contains(mesh))?;
        let all = types.iter().zip(shardings).map(|(&ty, sharding)| match sharding {
            Some(spec) => (*spec).clone(),
            None => open_sharding(module, mesh, ty),
        });
        Some(all.collect())
    }
}

fn is_maximal(mesh: &MeshSpec) -> bool {
    mesh.axes.is_empty() && mesh.device_ids.len() == 1
}

/// The sharding of a type with all dimensions open.
pub(super) fn open_sharding(module: &Module, mesh: &MeshOrRef, ty: TypeId) -> ShardingSpec {
    let rank = module.context.tensor(ty).map_or(0, |tensor| tensor.shape.len());
    ShardingSpec { mesh: mesh.clone(), ..ShardingSpec::new("", (0..rank).map(|_| DimSpec::open([]))) }
}
