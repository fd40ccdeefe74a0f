//! The source and target devices of a permutation.

use std::collections::BTreeMap;

use partita_mesh::{DeviceId, DeviceSlices, MeshError};

use crate::Placed;
use crate::price::unmoved_axes;
use crate::sub_axes::axis_stride;

/// The pairs (sender, receiver) of a `collective_permute` between two layouts that have the same number of
/// shards in every dimension, ordered by receiver; every device is a sender once and a receiver once. Data
/// stays in place where possible and moves only along axes that [`price_collective`](crate::price_collective)
/// counts. Fails for meshes too large to list.
pub fn source_target_pairs(
    before: Placed<'_>,
    after: Placed<'_>,
) -> Result<Vec<(DeviceId, DeviceId)>, MeshError> {
    let devices = before.mesh.devices()?;
    let unmoved = unmoved_axes(before, after);
    let digits: Vec<(u64, u64)> =
        unmoved.iter().map(|&part| (axis_stride(before.mesh, part), part.size())).collect();
    // Shard numbers do not depend on the size of a dimension.
    let shape = vec![0; before.sharding.dims().len()];
    let (old, new) = (
        DeviceSlices::new(before.mesh, before.sharding, &shape),
        DeviceSlices::new(after.mesh, after.sharding, &shape),
    );
    // A device may receive from any device that holds its shard and shares its coordinates along the unmoved
    // axes.
    let mut groups: BTreeMap<Vec<u64>, [Vec<DeviceId>; 2]> = BTreeMap::new();
    for &device in &devices {
        let position = before.mesh.position(device).unwrap_or(0);
        let coordinates = digits.iter().map(|(stride, size)| position / stride % size);
        for (role, layout) in [&old, &new].into_iter().enumerate() {
            let mut key = layout.shard(device).unwrap_or_default();
            key.extend(coordinates.clone());
            groups.entry(key).or_default()[role].push(device);
        }
    }
    let mut pairs = Vec::with_capacity(devices.len());
    for [senders, receivers] in groups.values_mut() {
        let stay: Vec<DeviceId> =
            senders.iter().copied().filter(|device| receivers.contains(device)).collect();
        pairs.extend(stay.iter().map(|&device| (device, device)));
        let others = |devices: &[DeviceId]| {
            devices.iter().copied().filter(|device| !stay.contains(device)).collect::<Vec<_>>()
        };
        pairs.extend(others(senders).into_iter().zip(others(receivers)));
    }
    pairs.sort_unstable_by_key(|&(_, receiver)| receiver);
    Ok(pairs)
}
