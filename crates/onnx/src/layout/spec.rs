//! Converts between device layouts and sharding specs.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use partita_base::Severity;

use super::axis::{Axis, SimpleSharding};
use super::devices::DeviceSet;
use super::grid::DeviceLayout;
use crate::proto::{GroupEntry, ShardedDim, ShardingSpec, SimpleDim, SimpleShardedDim};
use crate::structure::spec::{SpecFault, check_spec, resolve_axis};
use crate::types::Dim;

/// Why a spec has no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// The spec is invalid.
    Fault(SpecFault),
    /// The spec exceeds a limit.
    Limit(&'static str),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Fault(fault) => fault.fmt(f),
            SpecError::Limit(what) => f.write_str(what),
        }
    }
}

impl Error for SpecError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SpecError::Fault(fault) => Some(fault),
            SpecError::Limit(_) => None,
        }
    }
}

impl DeviceLayout {
    /// The layout of a spec, for a tensor of these dimensions. Fails with everything that is wrong with the spec.
    pub fn from_spec(
        spec: &ShardingSpec,
        dims: &[Dim],
        num_devices: u64,
    ) -> Result<DeviceLayout, Vec<SpecError>> {
        let faults = check_spec(spec, Some(dims), Some(num_devices));
        let errors: Vec<SpecError> = faults
            .into_iter()
            .filter(|fault| fault.severity() == Severity::Error)
            .map(SpecError::Fault)
            .collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let limit = |what| Err(vec![SpecError::Limit(what)]);
        if num_devices > Self::MAX_DEVICES {
            return limit("a layout is limited to 65536 devices");
        }
        let mut axes: Vec<Axis> = dims.iter().map(|dim| Axis::unsharded(dim.known())).collect();
        for sharded in &spec.sharded_dim {
            let Some(d) = sharded.axis.and_then(|axis| resolve_axis(axis, dims.len())) else { continue };
            let shardings: Vec<SimpleSharding> = sharded.simple_sharding.iter().map(sharding).collect();
            if shardings
                .iter()
                .filter_map(|sharding| sharding.size)
                .try_fold(1u64, u64::checked_mul)
                .is_none()
            {
                return limit("the product of the dim_value entries of an axis exceeds 64 bits");
            }
            let size = dims[d].known().or_else(|| known_product(&shardings));
            axes[d] = Axis::new(size, shardings);
        }
        let groups: BTreeMap<i64, DeviceSet> = (spec.index_to_device_group_map.iter())
            .filter_map(|entry| {
                Some((entry.key?, DeviceSet::new(entry.value.iter().map(|&device| device as u32))))
            })
            .collect();
        let holder =
            |device: &i64| groups.get(device).cloned().unwrap_or_else(|| DeviceSet::new([*device as u32]));
        let holders = self_limited(spec.device.len()).map(|()| spec.device.iter().map(holder).collect());
        let holders: Vec<DeviceSet> = match holders {
            Some(holders) => holders,
            None => return limit("a layout is limited to 65536 shards"),
        };
        // Redundant simple shardings have one shard each, so removing them does not change the number of shards.
        DeviceLayout::new(axes, holders)
            .map_or_else(|| limit("the number of shards differs from the number of devices"), Ok)
    }

    /// The spec of this layout: groups are sorted and have the keys -1, -2, … in order of first use.
    pub fn to_spec(&self, name: &str) -> ShardingSpec {
        let mut keys: BTreeMap<&DeviceSet, i64> = BTreeMap::new();
        let mut groups = Vec::new();
        let mut device = Vec::with_capacity(self.holders().len());
        for set in self.holders() {
            if let [only] = set.devices() {
                device.push(i64::from(*only));
                continue;
            }
            let next = -(keys.len() as i64) - 1;
            let key = *keys.entry(set).or_insert_with(|| {
                let value = set.devices().iter().map(|&device| i64::from(device)).collect();
                groups.push(GroupEntry { key: Some(next), value });
                next
            });
            device.push(key);
        }
        let sharded = self.axes().iter().enumerate().filter(|(_, axis)| axis.is_sharded());
        let sharded_dim = sharded.map(|(d, axis)| sharded_dim(d, axis)).collect();
        ShardingSpec {
            tensor_name: Some(name.to_string()),
            device,
            index_to_device_group_map: groups,
            sharded_dim,
        }
    }
}

fn self_limited(shards: usize) -> Option<()> {
    (shards as u64 <= DeviceLayout::MAX_SHARDS).then_some(())
}

fn known_product(shardings: &[SimpleSharding]) -> Option<u64> {
    shardings.iter().map(|sharding| sharding.size).try_fold(1u64, |product, size| product.checked_mul(size?))
}

fn sharding(part: &SimpleShardedDim) -> SimpleSharding {
    let size = match &part.dim {
        Some(SimpleDim::Value(size)) => u64::try_from(*size).ok(),
        Some(SimpleDim::Param(_)) | None => None,
    };
    SimpleSharding { size, shards: part.num_shards.map_or(1, |shards| shards.max(1) as u64) }
}

fn sharded_dim(d: usize, axis: &Axis) -> ShardedDim {
    // The size is redundant if the dimension has one simple sharding.
    let is_nested = axis.simple_shardings().len() > 1;
    let part = |sharding: &SimpleSharding| SimpleShardedDim {
        dim: sharding.size.filter(|_| is_nested).map(|size| SimpleDim::Value(size as i64)),
        num_shards: Some(sharding.shards as i64),
    };
    ShardedDim { axis: Some(d as i64), simple_sharding: axis.simple_shardings().iter().map(part).collect() }
}
