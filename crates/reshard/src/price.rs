//! The cost of a collective between two layouts.
//!
//! [`CollectiveKind`] gives the bytes that it sends and its number of latencies. Along axes with equal links, the time is
//! the bytes over the bandwidth plus the latencies; along axes whose links differ, [`LinkGroup`] keeps the data on slow
//! links small. A permutation sees the lowest bandwidth and the longest latency of the axes along which a device may
//! receive from a device with another coordinate.

use partita_cost::{CollectiveKind, LinkGroup};
use partita_mesh::{AxisRef, Mesh, TensorSharding};

use crate::sub_axes::refine_axes;
use crate::{Collective, Cost, Link, Placed, Topology};

/// The cost of a step for each device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Bytes sent.
    pub sent: u64,
    /// Time.
    pub cost: Cost,
    /// Bytes held before the step.
    pub before: u64,
    /// Bytes held after the step.
    pub after: u64,
}

/// The cost of a collective between two layouts of a tensor. Sizes that the shard counts do not divide are
/// rounded up.
pub fn price_collective(
    collective: &Collective,
    before: Placed<'_>,
    after: Placed<'_>,
    (shape, element_bytes): (&[u64], u64),
    topology: &Topology,
) -> Price {
    let bytes = |sharding: &TensorSharding| {
        sharding.local_shape(shape).iter().fold(element_bytes, |bytes, &size| bytes.saturating_mul(size))
    };
    let (held, made) = (bytes(before.sharding), bytes(after.sharding));
    let axes = match collective {
        Collective::AllSlice(_) => return Price { before: held, after: made, ..Price::default() },
        Collective::CollectivePermute => return permutation(before, after, held, topology),
        _ => collective.axes(),
    };
    let group = link_group(topology, before.mesh, &axes);
    let kind = collective.kind();
    Price {
        sent: kind.sent(held, group.size()),
        cost: group.time(kind, held).cost,
        before: held,
        after: made,
    }
}

/// The devices along axes, by the links between them.
pub fn link_group(topology: &Topology, mesh: &Mesh, axes: &[AxisRef]) -> LinkGroup {
    let mut group = LinkGroup::default();
    for &axis in axes {
        let name = mesh.mesh_axis(axis.axis()).name();
        topology.join(&mut group, name, mesh.post(axis), axis.size());
    }
    group
}

fn permutation(before: Placed<'_>, after: Placed<'_>, bytes: u64, topology: &Topology) -> Price {
    let link = permutation_link([before.mesh, after.mesh], [&lists(before), &lists(after)], topology);
    // Devices form pairs.
    let (kind, group) = (CollectiveKind::CollectivePermute, 2);
    Price { sent: kind.sent(bytes, group), cost: kind.time(bytes, group, link), before: bytes, after: bytes }
}

fn lists(placed: Placed<'_>) -> Vec<Vec<AxisRef>> {
    placed.sharding.dims().iter().map(|dim| dim.axes.clone()).collect()
}

/// The slowest combination of links that a permutation between two layouts uses. A layout is given as the axes
/// of every dimension.
pub(crate) fn permutation_link(
    meshes: [&Mesh; 2],
    layouts: [&[Vec<AxisRef>]; 2],
    topology: &Topology,
) -> Link {
    match split_by_move(meshes, layouts) {
        Some(Parts { moved, .. }) => link_group(topology, meshes[0], &moved).joined_link(),
        None => {
            let axes = meshes.into_iter().flat_map(Mesh::axes).filter(|axis| axis.size() > 1);
            axes.map(|axis| topology.link(axis.name())).reduce(Link::and).unwrap_or_default()
        }
    }
}

/// The sub-axes of a mesh, by what a permutation does to them.
struct Parts {
    /// Those at different positions before and after.
    moved: Vec<AxisRef>,
    /// All others: no data moves along them.
    unmoved: Vec<AxisRef>,
}

/// The sub-axes along which a permutation between two layouts on one mesh moves no data; none for different
/// meshes.
pub(crate) fn unmoved_axes(before: Placed<'_>, after: Placed<'_>) -> Vec<AxisRef> {
    let parts = split_by_move([before.mesh, after.mesh], [&lists(before), &lists(after)]);
    parts.map_or_else(Vec::new, |parts| parts.unmoved)
}

/// The sub-axes along which a permutation between two layouts on one mesh moves data. Every sub-axis for different meshes.
pub fn moved_axes(before: Placed<'_>, after: Placed<'_>) -> Vec<AxisRef> {
    match split_by_move([before.mesh, after.mesh], [&lists(before), &lists(after)]) {
        Some(parts) => parts.moved,
        None => before.mesh.axis_ids().map(|id| before.mesh.axis(id)).collect(),
    }
}

/// `None` for layouts on different meshes or with sub-axes that cannot coexist.
fn split_by_move(meshes: [&Mesh; 2], [before, after]: [&[Vec<AxisRef>]; 2]) -> Option<Parts> {
    if meshes[0] != meshes[1] {
        return None;
    }
    let parts = refine_axes(meshes[0], &[before.concat(), after.concat()].concat())?;
    let places = |dims: &[Vec<AxisRef>]| {
        let mut places = vec![None; parts.len()];
        for (d, axes) in dims.iter().enumerate() {
            let mut stride = 1;
            for axis in axes.iter().rev() {
                for (i, part) in parts.iter().enumerate().rev().filter(|(_, part)| axis.contains(**part)) {
                    places[i] = Some((d, stride));
                    stride *= part.size();
                }
            }
        }
        places
    };
    let (old, new) = (places(before), places(after));
    let (moved, unmoved): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(|&i| old[i] != new[i]);
    let pick = |indices: Vec<usize>| indices.into_iter().map(|i| parts[i]).collect();
    Some(Parts { moved: pick(moved), unmoved: pick(unmoved) })
}
