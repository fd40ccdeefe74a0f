//! Who sends to whom in a permutation.

use std::collections::BTreeMap;

use partita_mesh::{DeviceId, Layout, MeshError};

use crate::Placed;
use crate::parts::stride;
use crate::price::unmoved;

/// The pairs (sender, receiver) of a `collective_permute` between two layouts that have the same number of shards in
/// every dimension, by receiver; every device is once a sender and once a receiver. Data stays where it is as far as
/// possible, and moves only along axes that [`price`](crate::price()) counts. Fails for meshes too large to list.
pub fn source_target_pairs(
    before: Placed<'_>,
    after: Placed<'_>,
) -> Result<Vec<(DeviceId, DeviceId)>, MeshError> {
    let devices = before.mesh.devices()?;
    let unmoved = unmoved(before, after);
    let digits: Vec<(u64, u64)> =
        unmoved.iter().map(|&part| (stride(before.mesh, part), part.size())).collect();
    // Shards do not depend on the size of a dimension.
    let shape = vec![0; before.sharding.dims().len()];
    let (old, new) =
        (Layout::new(before.mesh, before.sharding, &shape), Layout::new(after.mesh, after.sharding, &shape));
    // A device may get its data from those that have it and share its coordinates along what does not move.
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
