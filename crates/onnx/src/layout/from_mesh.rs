//! Converts a sharding on a mesh to a device layout, which is always possible.

use partita_mesh::{AxisRef, Mesh, TensorSharding};

use super::axis::Axis;
use super::devices::DeviceSet;
use super::grid::DeviceLayout;
use crate::types::Dim;

/// The layout of a sharding. `None` if the tensor is unreduced along an axis, which no layout can express, if the ranks differ, or if there
/// are more devices than [`DeviceLayout::MAX_DEVICES`].
pub fn mesh_to_layout(mesh: &Mesh, sharding: &TensorSharding, dims: &[Dim]) -> Option<DeviceLayout> {
    let listed = (mesh.device_count() <= DeviceLayout::MAX_DEVICES).then(|| mesh.devices().ok()).flatten()?;
    let devices =
        listed.iter().map(|device| u32::try_from(device.0)).collect::<Result<Vec<u32>, _>>().ok()?;
    if mesh.is_maximal() {
        return Some(DeviceLayout::unsharded(dims, DeviceSet::new(devices)));
    }
    if !sharding.unreduced_axes().is_empty() || sharding.dims().len() != dims.len() {
        return None;
    }
    let axes: Vec<Axis> =
        dims.iter().zip(sharding.dims()).map(|(dim, own)| Axis::blocks(dim.known(), own.shards())).collect();
    let shards = sharding.dims().iter().try_fold(1u64, |product, dim| product.checked_mul(dim.shards()))?;
    let sharding_axes: Vec<AxisRef> =
        sharding.dims().iter().flat_map(|dim| dim.axes.iter().copied()).collect();
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); usize::try_from(shards).ok()?];
    for (position, &device) in devices.iter().enumerate() {
        let shard = sharding_axes.iter().fold(0, |shard, &axis| {
            let digit = position as u64 / mesh.stride(axis) % axis.size();
            shard * axis.size() + digit
        });
        members[shard as usize].push(device);
    }
    DeviceLayout::new(axes, members.into_iter().map(DeviceSet::new).collect())
}
