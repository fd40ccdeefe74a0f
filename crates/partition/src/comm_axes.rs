//! The mesh axes along which the devices of a collective communicate.

use partita_ir::{AttrId, Module, ReplicaGroups};
use partita_mesh::{DeviceId, Mesh};
use rustc_hash::FxHashMap;

use crate::comm_calls::groups_of_call;
use crate::comms::CollectiveTraffic;

/// For each collective, the axes (major first) along which communicating devices differ. Device ids outside the
/// mesh are ignored.
pub fn collective_axes(module: &Module, all: &[CollectiveTraffic], mesh: &Mesh) -> Vec<Vec<String>> {
    // Programs repeat few distinct groupings many times.
    let mut known = FxHashMap::default();
    let names = ["replica_groups", "source_target_pairs"].map(|name| module.context.find_symbol(name));
    let axes = |collective: &CollectiveTraffic| {
        let groups = names.iter().flatten().find_map(|&name| module.op(collective.op).attr(name));
        let groups = groups.or_else(|| groups_of_call(module, collective.op));
        let Some(groups) = groups else { return Vec::<String>::new() };
        let axes = known.entry(groups);
        axes.or_insert_with(|| axes_of(module, groups, mesh)).clone()
    };
    all.iter().map(axes).collect()
}

/// The axes of a mesh that replica groups or device pairs communicate along.
fn axes_of(module: &Module, groups: AttrId, mesh: &Mesh) -> Vec<String> {
    match module.groups_of_attr(groups) {
        Ok(ReplicaGroups::Axes { mesh: own, axes, .. }) if own == *mesh => {
            let used =
                mesh.axis_ids().filter(|&id| axes.iter().any(|axis| axis.axis() == id && axis.size() > 1));
            used.map(|id| mesh.mesh_axis(id).name().to_string()).collect()
        }
        Ok(groups) => differing(&groups.lists(), mesh),
        Err(_) => Vec::new(),
    }
}

/// The axes along which any device of a row differs from the first device of that row.
fn differing(rows: &[Vec<i64>], mesh: &Mesh) -> Vec<String> {
    let position = |device: i64| mesh.position(DeviceId(u64::try_from(device).ok()?));
    let mut differ = vec![false; mesh.axes().len()];
    for row in rows {
        let Some(first) = row.first().and_then(|&device| position(device)) else { continue };
        for other in row.iter().filter_map(|&device| position(device)) {
            let (mut here, mut there) = (first, other);
            for (axis, differs) in mesh.axes().iter().zip(&mut differ).rev() {
                *differs |= here % axis.size() != there % axis.size();
                (here, there) = (here / axis.size(), there / axis.size());
            }
        }
    }
    let named = mesh.axes().iter().zip(differ).filter(|(_, differs)| *differs);
    named.map(|(axis, _)| axis.name().to_string()).collect()
}
