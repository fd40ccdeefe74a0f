//! The mesh axes along which the devices of a collective communicate.

use partita_ir::{AttrId, Module, ReplicaGroups};
use partita_mesh::{DeviceId, Mesh};
use rustc_hash::FxHashMap;

use crate::comm_calls::groups_of_call;
use crate::comms::CollectiveTraffic;

/// For each collective, the axes (major first) along which communicating devices differ. Device ids outside the
/// mesh are ignored.
pub fn collective_axes(module: &Module, all: &[CollectiveTraffic], mesh: &Mesh) -> Vec<Vec<String>> {
    of_groups(module, all, |groups| axes_of(module, groups, mesh))
}

/// For each collective, how many devices communicate along each axis or part of one, and how far apart in the mesh its neighbours
/// are; minor first.
pub fn collective_lengths(module: &Module, all: &[CollectiveTraffic], mesh: &Mesh) -> Vec<Vec<(u64, u64)>> {
    of_groups(module, all, |groups| lengths_of(module, groups, mesh))
}

/// What `find` finds for the groups or pairs of each collective; the default for a collective without any.
fn of_groups<T: Clone + Default>(
    module: &Module,
    all: &[CollectiveTraffic],
    find: impl Fn(AttrId) -> T,
) -> Vec<T> {
    // Programs repeat few distinct groupings many times.
    let mut known = FxHashMap::default();
    let names = ["replica_groups", "source_target_pairs"].map(|name| module.context.find_symbol(name));
    let found = |collective: &CollectiveTraffic| {
        let groups = names.iter().flatten().find_map(|&name| module.op(collective.op).attr(name));
        let groups = groups.or_else(|| groups_of_call(module, collective.op));
        groups.map_or_else(T::default, |groups| known.entry(groups).or_insert_with(|| find(groups)).clone())
    };
    all.iter().map(found).collect()
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

/// Along which parts of the axes replica groups or device pairs communicate.
fn lengths_of(module: &Module, groups: AttrId, mesh: &Mesh) -> Vec<(u64, u64)> {
    match module.groups_of_attr(groups) {
        Ok(ReplicaGroups::Axes { mesh: own, axes, .. }) if own == *mesh => {
            let used = axes.iter().filter(|axis| axis.size() > 1);
            let mut lengths: Vec<(u64, u64)> = used.map(|&axis| (axis.size(), mesh.stride(axis))).collect();
            lengths.sort_by_key(|&(_, stride)| stride);
            lengths
        }
        Ok(groups) => differing_parts(&groups.lists(), mesh),
        Err(_) => Vec::new(),
    }
}

/// The parts of axes along which any device of a row differs from the first device of that row. A part is a product of prime
/// factors of the size of its axis, the smallest factors minor.
fn differing_parts(rows: &[Vec<i64>], mesh: &Mesh) -> Vec<(u64, u64)> {
    let position = |device: i64| mesh.position(DeviceId(u64::try_from(device).ok()?));
    let mut lengths: Vec<(u64, u64)> = Vec::new();
    let mut stride = 1;
    for axis in mesh.axes().iter().rev() {
        // Where the last part of this axis ends, so that the next factor may continue it.
        let (start, end) = (stride, stride * axis.size());
        for factor in prime_factors(axis.size()) {
            let digit = |position: u64| position / stride % factor;
            let differs = rows.iter().any(|row| {
                let mut known = row.iter().filter_map(|&device| position(device)).map(digit);
                known.next().is_some_and(|first| known.any(|other| other != first))
            });
            if differs {
                match lengths.last_mut() {
                    Some((length, from)) if *from >= start && *from * *length == stride => *length *= factor,
                    _ => lengths.push((factor, stride)),
                }
            }
            stride *= factor;
        }
        stride = end;
    }
    lengths
}

/// The prime factors of a number, smallest first.
fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut factor = 2;
    while factor * factor <= number {
        if number.is_multiple_of(factor) {
            factors.push(factor);
            number /= factor;
        } else {
            factor += 1;
        }
    }
    factors.extend((number > 1).then_some(number));
    factors
}
