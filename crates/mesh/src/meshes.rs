//! The meshes of a program.

use std::collections::{BTreeMap, HashMap};

use partita_base::IdVec;

use crate::resolve::Subject;
use crate::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use crate::{Mesh, MeshError, MeshId, MeshKind, ShardingError, TensorSharding};

/// All meshes that a program defines by name or writes inline.
#[derive(Clone, Debug, Default)]
pub struct Meshes {
    meshes: IdVec<MeshId, NamedMesh>,
    by_name: BTreeMap<Box<str>, MeshId>,
    inline: HashMap<Mesh, MeshId>,
}

#[derive(Clone, Debug)]
struct NamedMesh {
    /// `None` for an inline mesh.
    name: Option<Box<str>>,
    mesh: Mesh,
}

impl Meshes {
    /// Adds a mesh under a name. Returns `None` if the name is taken.
    pub fn define(&mut self, name: impl Into<Box<str>>, mesh: Mesh) -> Option<MeshId> {
        let name = name.into();
        if self.by_name.contains_key(&name) {
            return None;
        }
        let id = self.meshes.push(NamedMesh { name: Some(name.clone()), mesh });
        self.by_name.insert(name, id);
        Some(id)
    }

    /// The id of an inline mesh; equal inline meshes share one id.
    pub fn inline(&mut self, mesh: Mesh) -> MeshId {
        if let Some(&id) = self.inline.get(&mesh) {
            return id;
        }
        let id = self.meshes.push(NamedMesh { name: None, mesh: mesh.clone() });
        self.inline.insert(mesh, id);
        id
    }

    /// Looks up a mesh by its name.
    pub fn find(&self, name: &str) -> Option<MeshId> {
        self.by_name.get(name).copied()
    }

    /// The error about a name that no mesh has.
    pub fn unknown_mesh(&self, name: &str) -> ShardingError {
        let near = partita_base::nearest_name(name, self.by_name.keys().map(|known| &**known));
        ShardingError::UnknownMesh { name: name.into(), near: near.map(Into::into) }
    }

    /// The mesh behind an id.
    pub fn get(&self, id: MeshId) -> &Mesh {
        &self.meshes[id].mesh
    }

    /// The name of a mesh; `None` for an inline mesh.
    pub fn name(&self, id: MeshId) -> Option<&str> {
        self.meshes[id].name.as_deref()
    }

    /// All ids, in order of definition.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = MeshId> + use<> {
        self.meshes.ids()
    }

    /// The number of meshes, named and inline.
    pub fn len(&self) -> usize {
        self.meshes.len()
    }

    /// Whether the program has no meshes.
    pub fn is_empty(&self) -> bool {
        self.meshes.is_empty()
    }

    /// How a sharding refers to this mesh: by name or inline.
    pub fn reference(&self, id: MeshId) -> MeshOrRef {
        match self.name(id) {
            Some(name) => MeshOrRef::Symbol(name.into()),
            None => MeshOrRef::Inline(self.get(id).to_spec()),
        }
    }

    /// Checks `spec` as a sharding of `subject`; fails with every problem found. Adds an inline mesh.
    pub fn resolve(
        &mut self,
        spec: &ShardingSpec,
        subject: Subject,
    ) -> Result<TensorSharding, Vec<ShardingError>> {
        let id = match &spec.mesh {
            MeshOrRef::Symbol(name) => self.find(name).ok_or_else(|| vec![self.unknown_mesh(name)])?,
            MeshOrRef::Inline(mesh) => self.resolve_inline(mesh)?,
        };
        TensorSharding::resolve(spec, id, self.get(id), subject)
    }

    fn resolve_inline(&mut self, spec: &MeshSpec) -> Result<MeshId, Vec<ShardingError>> {
        let mesh = Mesh::from_spec(spec)
            .map_err(|errors| errors.into_iter().map(ShardingError::InlineMesh).collect::<Vec<_>>())?;
        Ok(self.inline(mesh))
    }

    /// The sharding as it is written.
    pub fn to_spec(&self, sharding: &TensorSharding) -> ShardingSpec {
        sharding.to_spec(self.get(sharding.mesh()), self.reference(sharding.mesh()))
    }

    /// The number of devices that all meshes have in common, ignoring maximal and empty ones; `None` if there are no
    /// others. Fails with every mesh that differs from the first.
    pub fn device_count(&self) -> Result<Option<u64>, Vec<MeshError>> {
        let mut first: Option<(MeshId, u64)> = None;
        let mut errors = Vec::new();
        for (id, NamedMesh { mesh, .. }) in self.meshes.iter() {
            if matches!(mesh.kind(), MeshKind::Empty | MeshKind::Maximal(_)) {
                continue;
            }
            let count = mesh.device_count();
            let &mut (first, first_count) = first.get_or_insert((id, count));
            if count != first_count {
                let name = |id| self.name(id).unwrap_or("inline").into();
                errors.push(MeshError::DifferentCounts {
                    mesh: name(id),
                    count,
                    first: name(first),
                    first_count,
                });
            }
        }
        if errors.is_empty() { Ok(first.map(|(_, count)| count)) } else { Err(errors) }
    }

    /// Whether two shardings of one tensor place the data alike; `None` counts as replicated. Openness,
    /// explicitly replicated axes and priorities do not matter. The meshes may differ if both are
    /// replicated.
    pub fn are_equivalent(&self, a: Option<&TensorSharding>, b: Option<&TensorSharding>) -> bool {
        let replicated = |s: Option<&TensorSharding>| {
            s.is_none_or(|s| s.is_fully_replicated() && !self.get(s.mesh()).is_maximal())
        };
        if replicated(a) && replicated(b) {
            return true;
        }
        let (Some(a), Some(b)) = (a, b) else { return false };
        (a.mesh() == b.mesh() || self.get(a.mesh()) == self.get(b.mesh())) && a.same_placement(b)
    }
}
