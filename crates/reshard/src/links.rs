//! The links of a machine along the axes of meshes.

use partita_cost::Machine;
use partita_mesh::{Mesh, MeshAxis};

use crate::Topology;

/// The links of a machine along the axes of a mesh whose devices are numbered in order. Other meshes of the same devices add the
/// axes that it lacks.
pub fn machine_links<'m>(
    machine: &Machine,
    mesh: &'m Mesh,
    others: impl IntoIterator<Item = &'m Mesh>,
) -> Topology {
    let others = others.into_iter().flat_map(lengths);
    let others = others.filter(|(axis, _)| mesh.axes().iter().all(|own| own.name() != axis.name()));
    let axes = lengths(mesh).chain(others);
    machine.topology(axes.map(|(axis, stride)| (axis.name(), axis.size(), stride)))
}

/// The links of a machine along the axes of meshes, as [`machine_links`] has them, if some devices have slower links between them than
/// others. `None` where all are connected alike: every byte costs the same there, so plans need no links.
pub fn uneven_links<'m>(
    machine: &Machine,
    mesh: &'m Mesh,
    others: impl IntoIterator<Item = &'m Mesh>,
) -> Option<Topology> {
    let axes: Vec<(u64, u64)> = lengths(mesh).map(|(axis, stride)| (axis.size(), stride)).collect();
    machine.has_uneven_links(&axes).then(|| machine_links(machine, mesh, others))
}

/// Every axis, and how far apart neighbours along it are numbered.
fn lengths(mesh: &Mesh) -> impl Iterator<Item = (&MeshAxis, u64)> {
    mesh.axis_ids().map(|id| (mesh.mesh_axis(id), mesh.stride(mesh.axis(id))))
}
