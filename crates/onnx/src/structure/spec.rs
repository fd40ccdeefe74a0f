//! Checks one sharding spec by itself, without its op and other tensors.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use partita_base::{Code, Severity, code};

use crate::proto::{ShardedDim, ShardingSpec, SimpleDim};
use crate::types::Dim;

/// An error or oddity in a sharding spec.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SpecFault {
    /// A sharded dimension has no `axis`.
    AxisAbsent,
    /// The tensor does not have this axis.
    AxisOutOfRange {
        /// The axis as written.
        axis: i64,
        /// The number of dimensions of the tensor.
        rank: usize,
    },
    /// An axis is listed twice, possibly once from the start and once from the end.
    AxisRepeated {
        /// Counted from the start, or as written if the rank is unknown.
        axis: i64,
    },
    /// A simple sharding has no `num_shards`.
    NumShardsAbsent {
        /// The axis as written.
        axis: i64,
    },
    /// The number of shards of an axis is 0.
    NumShardsZero {
        /// The axis as written.
        axis: i64,
    },
    /// The number of shards of an axis is below 0.
    NumShardsNegative {
        /// The axis as written.
        axis: i64,
        /// The value of `num_shards`.
        shards: i64,
    },
    /// The number of listed devices or groups differs from the number of shards.
    DeviceCountMismatch {
        /// The number of shards; `None` if it overflows.
        shards: Option<u64>,
        /// The length of the device list.
        listed: usize,
        /// Whether nothing is sharded and all entries are plain devices, so that replication was probably intended.
        replication_meant: bool,
    },
    /// The configuration has no such device.
    DeviceOutOfRange {
        /// The device as written.
        device: i64,
        /// The number of devices, if known.
        num_devices: Option<u64>,
        /// The group that contains the device; `None` if it is in the device list.
        group: Option<i64>,
    },
    /// A negative entry of the device list does not refer to a group.
    GroupKeyUndefined {
        /// The entry as written.
        key: i64,
    },
    /// A group has no members.
    GroupEmpty {
        /// The key of the group.
        key: i64,
    },
    /// Two groups have the same key.
    GroupKeyRepeated {
        /// The repeated key.
        key: i64,
    },
    /// A group is not used in the device list.
    GroupKeyUnused {
        /// The key of the group.
        key: i64,
    },
    /// A group has no key.
    GroupKeyAbsent,
    /// A group contains a device twice.
    GroupMemberRepeated {
        /// The key of the group.
        key: i64,
        /// The repeated device.
        device: i64,
    },
    /// The key of a group is also a device number, so that this device cannot be listed.
    GroupKeyShadows {
        /// The key of the group.
        key: i64,
    },
    /// The sizes of a dimension's simple shardings do not multiply to its size.
    DimProductMismatch {
        /// The axis as written.
        axis: i64,
        /// The product of the sizes; `None` if a size is negative.
        product: Option<u64>,
        /// The size of the dimension, if known.
        size: Option<u64>,
    },
    /// Two simple shardings of a dimension have no size, so that the shards are ambiguous.
    AmbiguousNestedDims {
        /// The axis as written.
        axis: i64,
    },
    /// The axes are not in ascending order; shards are numbered as if they were.
    AxesUnordered,
    /// A dimension has fewer elements than shards, so that some shards are empty.
    ShardsEmpty {
        /// The axis as written.
        axis: i64,
        /// The number of elements.
        size: u64,
        /// The number of shards.
        shards: i64,
    },
}

impl SpecFault {
    /// A short name, for programs.
    pub fn name(&self) -> &'static str {
        self.row().0
    }

    /// The error code of the finding.
    pub fn code(&self) -> Code {
        self.row().1
    }

    /// `Warning` if the spec has a meaning nevertheless.
    pub fn severity(&self) -> Severity {
        self.row().2
    }

    fn row(&self) -> (&'static str, Code, Severity) {
        use Severity::{Error, Warning};
        match self {
            SpecFault::AxisAbsent => ("axis-absent", code::ONNX_AXIS_ABSENT, Error),
            SpecFault::AxisOutOfRange { .. } => ("axis-out-of-range", code::ONNX_AXIS_RANGE, Error),
            SpecFault::AxisRepeated { .. } => ("axis-repeated", code::ONNX_AXIS_REPEATED, Error),
            SpecFault::NumShardsAbsent { .. } => ("num-shards-absent", code::ONNX_SHARDS_ABSENT, Error),
            SpecFault::NumShardsZero { .. } => ("num-shards-not-positive", code::ONNX_SHARDS_ZERO, Error),
            SpecFault::NumShardsNegative { .. } => {
                ("num-shards-not-positive", code::ONNX_SHARDS_NEGATIVE, Error)
            }
            SpecFault::DeviceCountMismatch { .. } => {
                ("device-count-mismatch", code::ONNX_DEVICE_COUNT, Error)
            }
            SpecFault::DeviceOutOfRange { .. } => ("device-out-of-range", code::ONNX_DEVICE_RANGE, Error),
            SpecFault::GroupKeyUndefined { .. } => ("group-key-undefined", code::ONNX_GROUP_UNDEFINED, Error),
            SpecFault::GroupEmpty { .. } => ("group-empty", code::ONNX_GROUP_EMPTY, Error),
            SpecFault::GroupKeyRepeated { .. } => ("group-key-repeated", code::ONNX_GROUP_REPEATED, Error),
            SpecFault::GroupKeyUnused { .. } => ("group-key-unused", code::ONNX_GROUP_UNUSED, Warning),
            SpecFault::GroupKeyAbsent => ("group-key-absent", code::ONNX_GROUP_KEY_ABSENT, Error),
            SpecFault::GroupMemberRepeated { .. } => {
                ("group-member-repeated", code::ONNX_MEMBER_REPEATED, Error)
            }
            SpecFault::GroupKeyShadows { .. } => ("group-key-shadows", code::ONNX_GROUP_SHADOWS, Warning),
            SpecFault::DimProductMismatch { .. } => ("dim-product-mismatch", code::ONNX_DIM_PRODUCT, Error),
            SpecFault::AmbiguousNestedDims { .. } => {
                ("ambiguous-nested-dims", code::ONNX_DIMS_AMBIGUOUS, Error)
            }
            SpecFault::AxesUnordered => ("axes-unordered", code::ONNX_AXES_UNORDERED, Warning),
            SpecFault::ShardsEmpty { .. } => ("shards-empty", code::ONNX_SHARDS_EMPTY, Warning),
        }
    }

    /// How to fix it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            SpecFault::AxisOutOfRange { rank: 0, .. } => "a scalar has no axes and cannot be sharded".into(),
            SpecFault::AxisOutOfRange { rank, .. } => {
                format!("axes go from -{rank} to {}", rank - 1)
            }
            SpecFault::DeviceCountMismatch { replication_meant: true, listed, .. } if *listed > 1 => {
                "to replicate on several devices, give them as a group: device = [-1] and \
                 index_to_device_group_map = {-1: [..]}"
                    .into()
            }
            SpecFault::DeviceCountMismatch { shards: Some(shards), .. } => {
                format!("list {shards} devices or group keys, in row-major order of the shards")
            }
            SpecFault::GroupKeyUndefined { key } => {
                format!("add group {key} to index_to_device_group_map, or list a device")
            }
            SpecFault::GroupKeyShadows { key } => {
                format!("use a negative key: device {key} cannot be listed while the group exists")
            }
            SpecFault::DeviceOutOfRange { num_devices: Some(count), .. } if *count > 0 => {
                format!("devices go from 0 to {}", count - 1)
            }
            SpecFault::AmbiguousNestedDims { .. } => {
                "set dim_value in all simple_sharding entries but one".into()
            }
            SpecFault::AxesUnordered => {
                "list sharded_dim by ascending axis, so that all readers agree".into()
            }
            _ => return None,
        })
    }
}

impl fmt::Display for SpecFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecFault::AxisAbsent => f.write_str("a sharded_dim has no axis"),
            SpecFault::AxisOutOfRange { axis, rank } => {
                write!(f, "axis {axis} is out of range for a tensor of rank {rank}")
            }
            SpecFault::AxisRepeated { axis } => write!(f, "axis {axis} is listed twice"),
            SpecFault::NumShardsAbsent { axis } => {
                write!(f, "axis {axis} has no num_shards")
            }
            SpecFault::NumShardsZero { axis } => {
                write!(f, "num_shards of axis {axis} must be positive, found 0")
            }
            SpecFault::NumShardsNegative { axis, shards } => {
                write!(f, "num_shards of axis {axis} must be positive, found {shards}")
            }
            SpecFault::DeviceCountMismatch { shards: Some(shards), listed, .. } => {
                let plural = |n: u64| if n == 1 { "" } else { "s" };
                write!(f, "{listed} device{} for {shards} shard{}", plural(*listed as u64), plural(*shards))
            }
            SpecFault::DeviceCountMismatch { shards: None, listed, .. } => {
                write!(f, "the number of shards overflows, found {listed} devices")
            }
            SpecFault::DeviceOutOfRange { device, num_devices, group } => {
                write!(f, "device {device} does not exist")?;
                num_devices.map_or(Ok(()), |count| write!(f, " among {count}"))?;
                group.map_or(Ok(()), |key| write!(f, ", in group {key}"))
            }
            SpecFault::GroupKeyUndefined { key } => write!(f, "{key} is neither a device nor a group"),
            SpecFault::GroupEmpty { key } => write!(f, "group {key} has no members"),
            SpecFault::GroupKeyRepeated { key } => write!(f, "group {key} is defined twice"),
            SpecFault::GroupKeyUnused { key } => write!(f, "group {key} is not in the device list"),
            SpecFault::GroupKeyAbsent => f.write_str("a group has no key"),
            SpecFault::GroupMemberRepeated { key, device } => {
                write!(f, "group {key} contains device {device} twice")
            }
            SpecFault::GroupKeyShadows { key } => {
                write!(f, "{key} refers to a group, and device {key} cannot be listed")
            }
            SpecFault::DimProductMismatch { axis, product: Some(product), size: Some(size) } => {
                write!(
                    f,
                    "the dim_value entries of axis {axis} multiply to {product}, but its size is {size}"
                )
            }
            SpecFault::DimProductMismatch { axis, .. } => {
                write!(f, "the dim_value entries of axis {axis} are not valid sizes")
            }
            SpecFault::AmbiguousNestedDims { axis } => {
                write!(
                    f,
                    "two simple_sharding entries of axis {axis} have no dim_value, so the shards are ambiguous"
                )
            }
            SpecFault::AxesUnordered => {
                f.write_str("the axes are not in ascending order; shards are numbered as if they were")
            }
            SpecFault::ShardsEmpty { axis, size, shards } => {
                write!(f, "axis {axis} of size {size} is sharded into {shards} shards, some of them empty")
            }
        }
    }
}

impl std::error::Error for SpecFault {}

/// Everything wrong with a spec, errors first.
///
/// `dims` are the dimensions of a tensor of known rank; `num_devices` is the size of the configuration, if known.
pub fn check_spec(spec: &ShardingSpec, dims: Option<&[Dim]>, num_devices: Option<u64>) -> Vec<SpecFault> {
    let mut faults = Vec::new();
    check_axes(spec, dims, &mut faults);
    check_devices(spec, num_devices, &mut faults);
    check_count(spec, &mut faults);
    faults.sort_by_key(|fault| std::cmp::Reverse(fault.severity()));
    faults.dedup();
    faults
}

/// Resolves an axis, which counts from the end if negative; `None` if it is out of range.
pub fn resolve_axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = i64::try_from(rank).ok()?;
    let resolved = if axis < 0 { axis.checked_add(rank)? } else { axis };
    (0..rank).contains(&resolved).then_some(resolved as usize)
}

fn check_axes(spec: &ShardingSpec, dims: Option<&[Dim]>, faults: &mut Vec<SpecFault>) {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for sharded in &spec.sharded_dim {
        let Some(axis) = sharded.axis else {
            faults.push(SpecFault::AxisAbsent);
            continue;
        };
        let resolved = dims.map(|dims| resolve_axis(axis, dims.len()));
        let position = match (resolved, dims) {
            (Some(None), Some(dims)) => {
                faults.push(SpecFault::AxisOutOfRange { axis, rank: dims.len() });
                continue;
            }
            (Some(Some(position)), _) => position as i64,
            _ => axis,
        };
        if !seen.insert(position) {
            faults.push(SpecFault::AxisRepeated { axis: position });
        }
        order.push(position);
        let size = dims.and_then(|dims| dims.get(usize::try_from(position).ok()?)?.known());
        check_parts(axis, sharded, size, faults);
    }
    // Without a rank, axes from the start and from the end cannot be compared.
    let comparable =
        dims.is_some() || order.iter().all(|axis| *axis >= 0) || order.iter().all(|axis| *axis < 0);
    if comparable && order.windows(2).any(|pair| pair[0] > pair[1]) {
        faults.push(SpecFault::AxesUnordered);
    }
}

/// Checks the sharding of one axis. `size` is its size, if known.
fn check_parts(axis: i64, sharded: &ShardedDim, size: Option<u64>, faults: &mut Vec<SpecFault>) {
    let mut product = Some(1u64);
    let mut missing = 0usize;
    let mut impossible = false;
    for part in &sharded.simple_sharding {
        let mut part_size = None;
        match &part.dim {
            Some(SimpleDim::Value(value)) => match u64::try_from(*value) {
                Ok(value) => {
                    part_size = Some(value);
                    product = product.and_then(|product| product.checked_mul(value));
                }
                Err(_) => impossible = true,
            },
            Some(SimpleDim::Param(_)) | None => missing += 1,
        }
        if sharded.simple_sharding.len() == 1 {
            part_size = part_size.or(size);
        }
        match (part.num_shards, part_size) {
            (None, _) => faults.push(SpecFault::NumShardsAbsent { axis }),
            (Some(0), _) => faults.push(SpecFault::NumShardsZero { axis }),
            (Some(shards), _) if shards < 0 => faults.push(SpecFault::NumShardsNegative { axis, shards }),
            (Some(shards), Some(size)) if shards as u64 > size && size > 0 => {
                faults.push(SpecFault::ShardsEmpty { axis, size, shards });
            }
            (Some(_), _) => {}
        }
    }
    if missing > 1 {
        faults.push(SpecFault::AmbiguousNestedDims { axis });
    }
    if impossible {
        faults.push(SpecFault::DimProductMismatch { axis, product: None, size });
    } else if let Some(size) = size
        && !sharded.simple_sharding.is_empty()
    {
        let fits = match (product, missing) {
            (Some(product), 0) => product == size,
            (Some(0), _) => size == 0,
            (Some(product), _) => size.is_multiple_of(product),
            (None, _) => false,
        };
        if !fits {
            faults.push(SpecFault::DimProductMismatch { axis, product, size: Some(size) });
        }
    }
}

fn check_devices(spec: &ShardingSpec, num_devices: Option<u64>, faults: &mut Vec<SpecFault>) {
    let exists = |device: i64| match num_devices {
        Some(count) => u64::try_from(device).is_ok_and(|device| device < count),
        None => device >= 0,
    };
    let out_of_range = |device, group| SpecFault::DeviceOutOfRange { device, num_devices, group };
    let mut groups: BTreeMap<i64, usize> = BTreeMap::new();
    for entry in &spec.index_to_device_group_map {
        let Some(key) = entry.key else {
            faults.push(SpecFault::GroupKeyAbsent);
            continue;
        };
        let times = groups.entry(key).or_default();
        *times += 1;
        if *times == 2 {
            faults.push(SpecFault::GroupKeyRepeated { key });
        }
        if entry.value.is_empty() {
            faults.push(SpecFault::GroupEmpty { key });
        }
        let mut members = BTreeMap::new();
        for &device in &entry.value {
            let times: &mut usize = members.entry(device).or_default();
            *times += 1;
            match *times {
                1 if !exists(device) => faults.push(out_of_range(device, Some(key))),
                2 => faults.push(SpecFault::GroupMemberRepeated { key, device }),
                _ => {}
            }
        }
        if *groups.get(&key).unwrap_or(&0) == 1 && key >= 0 && num_devices.is_some() && exists(key) {
            faults.push(SpecFault::GroupKeyShadows { key });
        }
    }
    let listed: BTreeSet<i64> = spec.device.iter().copied().collect();
    for &device in listed.iter().filter(|device| !groups.contains_key(device)) {
        if device < 0 {
            faults.push(SpecFault::GroupKeyUndefined { key: device });
        } else if !exists(device) {
            faults.push(out_of_range(device, None));
        }
    }
    for &key in groups.keys().filter(|key| !listed.contains(key)) {
        faults.push(SpecFault::GroupKeyUnused { key });
    }
}

/// Compares the device list with the number of shards, unless that number is invalid.
fn check_count(spec: &ShardingSpec, faults: &mut Vec<SpecFault>) {
    let mut shards = Some(1u64);
    for part in spec.sharded_dim.iter().flat_map(|sharded| &sharded.simple_sharding) {
        match part.num_shards.map(u64::try_from) {
            Some(Ok(count)) if count > 0 => shards = shards.and_then(|shards| shards.checked_mul(count)),
            _ => return,
        }
    }
    if faults.iter().any(|fault| matches!(fault, SpecFault::AxisRepeated { .. })) {
        return;
    }
    let listed = spec.device.len();
    if shards != Some(listed as u64) {
        let replication_meant = shards == Some(1) && spec.device.iter().all(|device| *device >= 0);
        faults.push(SpecFault::DeviceCountMismatch { shards, listed, replication_meant });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::{GroupEntry, SimpleShardedDim};

    fn part(dim: Option<i64>, shards: i64) -> SimpleShardedDim {
        SimpleShardedDim { dim: dim.map(SimpleDim::Value), num_shards: Some(shards) }
    }

    fn sharded(axis: i64, parts: &[SimpleShardedDim]) -> ShardedDim {
        ShardedDim { axis: Some(axis), simple_sharding: parts.to_vec() }
    }

    fn spec(device: &[i64], groups: &[(i64, &[i64])], dims: &[ShardedDim]) -> ShardingSpec {
        let group = |(key, value): &(i64, &[i64])| GroupEntry { key: Some(*key), value: value.to_vec() };
        ShardingSpec {
            tensor_name: Some("x".into()),
            device: device.to_vec(),
            index_to_device_group_map: groups.iter().map(group).collect(),
            sharded_dim: dims.to_vec(),
        }
    }

    /// The names of the faults of a spec of a 4 x 6 tensor on four devices.
    fn names(spec: &ShardingSpec) -> Vec<&'static str> {
        let dims = [Dim::Known(4), Dim::Known(6)];
        check_spec(spec, Some(&dims), Some(4)).iter().map(SpecFault::name).collect()
    }

    #[test]
    fn good_specs_have_no_faults() {
        let two = [sharded(0, &[part(None, 2)]), sharded(-1, &[part(None, 2)])];
        assert!(names(&spec(&[0, 1, 2, 3], &[], &two)).is_empty());
        assert!(names(&spec(&[-1], &[(-1, &[0, 1])], &[])).is_empty());
        assert!(names(&spec(&[0, 1, 0, 1], &[], &two)).is_empty(), "a device may hold several shards");
        let nested = [sharded(0, &[part(Some(2), 1), part(None, 2)])];
        assert!(names(&spec(&[0, 1], &[], &nested)).is_empty());
        let uneven = [sharded(0, &[part(None, 3)])];
        assert!(names(&spec(&[0, 1, 2], &[], &uneven)).is_empty());
    }

    #[test]
    fn axes_are_checked() {
        let halves = [part(None, 2)];
        assert_eq!(names(&spec(&[0, 1], &[], &[sharded(7, &halves)])), ["axis-out-of-range"]);
        assert_eq!(names(&spec(&[0, 1], &[], &[sharded(-3, &halves)])), ["axis-out-of-range"]);
        let twice = [sharded(1, &halves), sharded(-1, &halves)];
        assert_eq!(names(&spec(&[0, 1, 2, 3], &[], &twice)), ["axis-repeated"]);
        let absent = ShardedDim { axis: None, simple_sharding: halves.to_vec() };
        assert_eq!(names(&spec(&[0, 1], &[], &[absent])), ["axis-absent"]);
        let backwards = [sharded(1, &halves), sharded(0, &halves)];
        assert_eq!(names(&spec(&[0, 1, 2, 3], &[], &backwards)), ["axes-unordered"]);
    }

    #[test]
    fn parts_are_checked() {
        let with =
            |parts: &[SimpleShardedDim], devices: &[i64]| names(&spec(devices, &[], &[sharded(1, parts)]));
        assert_eq!(with(&[part(None, 0)], &[0]), ["num-shards-not-positive"]);
        assert_eq!(with(&[part(None, -3)], &[0]), ["num-shards-not-positive"]);
        let absent = SimpleShardedDim { dim: None, num_shards: None };
        assert_eq!(with(&[absent], &[0]), ["num-shards-absent"]);
        assert_eq!(with(&[part(Some(5), 2)], &[0, 1]), ["dim-product-mismatch"]);
        assert_eq!(with(&[part(Some(-6), 2)], &[0, 1]), ["dim-product-mismatch"]);
        assert_eq!(with(&[part(Some(4), 1), part(None, 2)], &[0, 1]), ["dim-product-mismatch"]);
        assert_eq!(with(&[part(None, 1), part(None, 2)], &[0, 1]), ["ambiguous-nested-dims"]);
        assert_eq!(with(&[part(None, 7)], &[0, 1, 2, 3, 0, 1, 2]), ["shards-empty"]);
        let huge = [part(Some(i64::MAX), i64::MAX), part(Some(i64::MAX), i64::MAX)];
        assert_eq!(with(&huge, &[0]), ["dim-product-mismatch", "device-count-mismatch"]);
    }

    #[test]
    fn devices_and_groups_are_checked() {
        let halves = [sharded(0, &[part(None, 2)])];
        let with = |device: &[i64], groups: &[(i64, &[i64])]| names(&spec(device, groups, &halves));
        assert_eq!(with(&[0, 1, 2], &[]), ["device-count-mismatch"]);
        assert_eq!(with(&[0, 99], &[]), ["device-out-of-range"]);
        assert_eq!(with(&[-1, 1], &[]), ["group-key-undefined"]);
        assert_eq!(with(&[-1, 1], &[(-1, &[])]), ["group-empty"]);
        assert_eq!(with(&[-1, 1], &[(-1, &[0]), (-1, &[0])]), ["group-key-repeated"]);
        assert_eq!(with(&[-1, 1], &[(-1, &[0, 0])]), ["group-member-repeated"]);
        assert_eq!(with(&[-1, 1], &[(-1, &[0, 4])]), ["device-out-of-range"]);
        assert_eq!(with(&[0, 1], &[(-7, &[0])]), ["group-key-unused"]);
        assert_eq!(with(&[0, 1], &[(0, &[0, 2])]), ["group-key-shadows"]);
        assert_eq!(names(&spec(&[0, 1], &[], &[])), ["device-count-mismatch"]);
    }

    #[test]
    fn without_shape_and_configuration_less_is_checked() {
        let halves = [sharded(7, &[part(Some(9), 2)])];
        assert!(check_spec(&spec(&[0, 99], &[], &halves), None, None).is_empty());
    }
}
