//! Which devices take part in a collective, and which device sends to which.

use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, Mesh};

use crate::local_layout::{LocalLayout, Shape};

/// The shard number of the device at a position: its coordinates along `axes`, major first, as one number.
pub(crate) fn shard_of(mesh: &Mesh, axes: &[AxisRef], position: u64) -> u64 {
    axes.iter().fold(0, |index, &axis| index * axis.size() + position / mesh.stride(axis) % axis.size())
}

/// The position that has shard number `shard` along `axes` and the coordinates of `position` along all others.
fn moved(mesh: &Mesh, axes: &[AxisRef], position: u64, shard: u64) -> u64 {
    let (mut position, mut rest) = (position, shard);
    for &axis in axes.iter().rev() {
        let stride = mesh.stride(axis);
        position -= position / stride % axis.size() * stride;
        position += rest % axis.size() * stride;
        rest /= axis.size();
    }
    position
}

/// The id of the device at a position.
fn device(mesh: &Mesh, position: u64) -> u64 {
    mesh.device(position).map_or(position, |device| device.0)
}

/// Groups of devices that differ along `axes` only, each in the order of its shards.
pub(crate) fn device_groups(mesh: &Mesh, axes: &[AxisRef]) -> Vec<Vec<u64>> {
    let count = shard_count(axes);
    (0..mesh.device_count())
        .filter(|&position| shard_of(mesh, axes, position) == 0)
        .map(|first| (0..count).map(|shard| device(mesh, moved(mesh, axes, first, shard))).collect())
        .collect()
}

/// Source and target devices: one pair for every pair of shards along `axes` and every coordinate along the
/// other axes.
pub(crate) fn device_pairs(mesh: &Mesh, axes: &[AxisRef], shard_pairs: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let firsts = (0..mesh.device_count()).filter(|&position| shard_of(mesh, axes, position) == 0);
    firsts
        .flat_map(|first| {
            shard_pairs.iter().map(move |&(from, to)| {
                let at = |shard| device(mesh, moved(mesh, axes, first, shard));
                (at(from), at(to))
            })
        })
        .collect()
}

/// The permutation, as pairs of source and target device, that turns layout `from` into `to`. Both have the
/// same number of shards in every dimension. A device that already holds its shard keeps it.
///
/// On one mesh a shard keeps its coordinates along all axes that neither layout uses: along axes of partial
/// values and of an enclosing manual computation, devices hold different data under the same shard numbers.
pub(crate) fn device_permutation(from: (&Mesh, &LocalLayout), to: (&Mesh, &LocalLayout)) -> Vec<(u64, u64)> {
    let moving: Vec<AxisRef> = from.1.dims.iter().chain(&to.1.dims).flatten().copied().collect();
    let one_mesh = from.1.mesh == to.1.mesh;
    let shard = |(mesh, layout): (&Mesh, &LocalLayout), device: u64| -> Shape {
        let position = mesh.position(partita_mesh::DeviceId(device)).unwrap_or(device);
        let shards = layout.dims.iter().map(|axes| shard_of(mesh, axes, position));
        shards.chain(one_mesh.then(|| moved(mesh, &moving, position, 0))).collect()
    };
    let count = from.0.device_count();
    let mut senders: Vec<(Shape, u64)> = Vec::new();
    let mut receivers: Vec<(Shape, u64)> = Vec::new();
    let mut pairs = Vec::new();
    for device in 0..count {
        let (has, wants) = (shard(from, device), shard(to, device));
        if has == wants {
            pairs.push((device, device));
        } else {
            senders.push((has, device));
            receivers.push((wants, device));
        }
    }
    // As many devices hold a given shard as want it, because devices that keep theirs count on both sides. So
    // sorting both lists pairs them up.
    senders.sort_unstable();
    receivers.sort_unstable();
    pairs.extend(senders.iter().zip(&receivers).map(|(sender, receiver)| (sender.1, receiver.1)));
    pairs.sort_unstable_by_key(|pair| pair.1);
    pairs
}
