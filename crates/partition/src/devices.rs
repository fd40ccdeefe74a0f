//! Which devices a collective brings together.

use partita_mesh::{AxisRef, Mesh};

use crate::layout::{Layout, Shape, shards};

/// The number that a device's coordinates along `axes` make.
pub(crate) fn shard_of(mesh: &Mesh, axes: &[AxisRef], position: u64) -> u64 {
    axes.iter().fold(0, |index, &axis| index * axis.size() + position / mesh.stride(axis) % axis.size())
}

/// The position of the device that stands where `position` does but has shard number `shard` along `axes`.
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

/// The number of the device at a position.
fn device(mesh: &Mesh, position: u64) -> u64 {
    mesh.device(position).map_or(position, |device| device.0)
}

/// Groups of devices that differ along `axes` only, each in the order of its shards.
pub(crate) fn groups(mesh: &Mesh, axes: &[AxisRef]) -> Vec<Vec<u64>> {
    let count = shards(axes);
    (0..mesh.device_count())
        .filter(|&position| shard_of(mesh, axes, position) == 0)
        .map(|first| (0..count).map(|shard| device(mesh, moved(mesh, axes, first, shard))).collect())
        .collect()
}

/// Pairs of devices, from source to target, one for every pair of shards along `axes` and every place of the
/// other axes.
pub(crate) fn pairs(mesh: &Mesh, axes: &[AxisRef], shard_pairs: &[(u64, u64)]) -> Vec<(u64, u64)> {
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

/// Which device sends its piece to which so that data laid out as `from` comes to lie as `to`: both cut every
/// dimension into as many shards. A device that already has its piece keeps it.
///
/// On one mesh a piece keeps its place along all axes that neither layout has: along those of partial sums and of
/// a manual computation around it, devices hold different data under the same shard numbers.
pub(crate) fn permutation(from: (&Mesh, &Layout), to: (&Mesh, &Layout)) -> Vec<(u64, u64)> {
    let moving: Vec<AxisRef> = from.1.dims.iter().chain(&to.1.dims).flatten().copied().collect();
    let one_mesh = from.1.mesh == to.1.mesh;
    let shard = |(mesh, layout): (&Mesh, &Layout), device: u64| -> Shape {
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
    // As many devices hold a piece as want it, and those that keep theirs count on both sides.
    senders.sort_unstable();
    receivers.sort_unstable();
    pairs.extend(senders.iter().zip(&receivers).map(|(sender, receiver)| (sender.1, receiver.1)));
    pairs.sort_unstable_by_key(|pair| pair.1);
    pairs
}
