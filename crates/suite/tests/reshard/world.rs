//! Meshes and shardings for tests.

use partita_base::Cursor;
use partita_mesh::spec::{MeshAxisSpec, MeshSpec};
use partita_mesh::{
    AxisRef, DimSharding, Mesh, MeshId, Meshes, ShardingParts, Subject, TensorSharding, text,
};

/// A mesh and its id.
pub(crate) struct MeshWithId {
    pub(crate) mesh: Mesh,
    pub(crate) id: MeshId,
}

impl MeshWithId {
    pub(crate) fn new(axes: &[(&str, u64)], devices: &[u64]) -> MeshWithId {
        let axes = axes.iter().map(|&(name, size)| MeshAxisSpec::new(name, size as i64)).collect();
        let device_ids = devices.iter().map(|&id| id as i64).collect();
        let mesh = Mesh::from_spec(&MeshSpec { axes, device_ids }).expect("a valid mesh");
        let id = Meshes::default().define("m", mesh.clone()).expect("a new name");
        MeshWithId { mesh, id }
    }

    /// A sharding from sdy text without the mesh: `[{"x"}, {}]`, optionally with `, unreduced={"y"}`.
    pub(crate) fn sharding(&self, dims: &str) -> TensorSharding {
        let text = format!("<@m, {dims}>");
        let spec = text::parse_sharding(&mut Cursor::new(&text)).expect("a sharding");
        TensorSharding::resolve(&spec, self.id, &self.mesh, Subject::Unknown).expect("a valid sharding")
    }

    /// A sharding from lists of sub-axes.
    pub(crate) fn of_parts(&self, dims: &[Vec<AxisRef>], unreduced: &[AxisRef]) -> TensorSharding {
        let dims = dims.iter().map(|axes| DimSharding::closed(axes.clone())).collect();
        let parts = ShardingParts { dims, unreduced: unreduced.to_vec(), ..ShardingParts::default() };
        TensorSharding::new(self.id, &self.mesh, parts.normalised()).expect("a valid sharding")
    }

    /// All axes, split into sub-axes of prime size.
    pub(crate) fn primes(&self) -> Vec<AxisRef> {
        prime_parts(&self.mesh)
    }
}

/// All axes of a mesh, split into sub-axes of prime size, the smallest primes most major.
pub(crate) fn prime_parts(mesh: &Mesh) -> Vec<AxisRef> {
    let mut parts = Vec::new();
    for id in mesh.axis_ids() {
        let size = mesh.mesh_axis(id).size();
        let mut pre = 1;
        while pre < size {
            let prime = (2..).find(|p| (size / pre).is_multiple_of(*p)).expect("a divisor");
            parts.push(mesh.part(id, pre, prime).expect("a part"));
            pre *= prime;
        }
    }
    parts
}
