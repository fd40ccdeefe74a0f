//! A mesh: an array of devices with named axes.

use partita_base::Id;

use crate::spec::{AxisSpec, MeshAxisSpec, MeshSpec, SubAxis};
use crate::{AxisId, AxisRef, MeshError};

/// The number that identifies a device throughout a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeviceId(pub u64);

/// A named axis. Invariant: `size >= 1`; names are unique within a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeshAxis {
    name: Box<str>,
    size: u64,
    /// Product of the sizes of all axes that are minor to this one.
    stride: u64,
}

impl MeshAxis {
    /// The name, unescaped.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of devices along the axis.
    pub fn size(&self) -> u64 {
        self.size
    }
}

/// How a mesh assigns its devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshKind {
    /// `<[]>`: a placeholder that is compatible with any mesh.
    Empty,
    /// `<[], device_ids=[k]>`: a single device holds everything.
    Maximal(DeviceId),
    /// Axes over the devices `0, 1, 2, …`.
    Iota,
    /// Axes over the devices in the order that the mesh lists.
    Explicit,
}

/// Which device is at which position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum DeviceOrder {
    Iota,
    Single(DeviceId),
    Explicit { devices: Box<[DeviceId]>, positions: Box<[u64]> },
}

/// A mesh that has passed every check.
///
/// Nothing in it grows with the number of devices, unless the mesh lists its device ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mesh {
    axes: Vec<MeshAxis>,
    /// The axes, sorted by name, for [`Mesh::find`].
    by_name: Vec<AxisId>,
    order: DeviceOrder,
    device_count: u64,
}

impl Mesh {
    /// The largest number of devices of a mesh.
    pub const MAX_DEVICES: u64 = 1 << 32;

    /// The largest number of devices that [`Mesh::devices`] lists.
    pub const MAX_LISTED: u64 = 1 << 24;

    /// Checks a mesh as written; fails with every problem found.
    pub fn from_spec(spec: &MeshSpec) -> Result<Mesh, Vec<MeshError>> {
        let mut errors = Vec::new();
        for (axis, MeshAxisSpec { name, size }) in spec.axes.iter().enumerate() {
            if *size < 1 {
                errors.push(MeshError::AxisSize { axis, name: name.clone(), size: *size });
            }
        }
        let by_name = sorted_names(&spec.axes, &mut errors);
        for (index, &id) in spec.device_ids.iter().enumerate() {
            if id < 0 {
                errors.push(MeshError::NegativeDevice { index, id });
            }
        }
        if spec.axes.is_empty() && spec.device_ids.len() > 1 {
            errors.push(MeshError::DevicesWithoutAxes { count: spec.device_ids.len() });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut axes: Vec<MeshAxis> = spec
            .axes
            .iter()
            .map(|axis| MeshAxis { name: axis.name.clone(), size: axis.size as u64, stride: 1 })
            .collect();
        let mut device_count = 1u64;
        for axis in axes.iter_mut().rev() {
            axis.stride = device_count;
            device_count = device_count
                .checked_mul(axis.size)
                .filter(|&count| count <= Self::MAX_DEVICES)
                .ok_or_else(|| vec![MeshError::TooLarge])?;
        }
        let order = match &spec.device_ids[..] {
            [] => DeviceOrder::Iota,
            [only] if axes.is_empty() => DeviceOrder::Single(DeviceId(*only as u64)),
            ids => explicit_order(ids, device_count).map_err(|error| vec![error])?,
        };
        Ok(Mesh { axes, by_name, order, device_count })
    }

    /// The placeholder mesh `<[]>`.
    pub fn empty() -> Mesh {
        Mesh { axes: Vec::new(), by_name: Vec::new(), order: DeviceOrder::Iota, device_count: 1 }
    }

    /// The mesh as it is written.
    pub fn to_spec(&self) -> MeshSpec {
        let axes = self.axes.iter().map(|axis| MeshAxisSpec::new(axis.name.clone(), axis.size as i64));
        let device_ids = match &self.order {
            DeviceOrder::Iota => Vec::new(),
            DeviceOrder::Single(device) => vec![device.0 as i64],
            DeviceOrder::Explicit { devices, .. } => devices.iter().map(|device| device.0 as i64).collect(),
        };
        MeshSpec { axes: axes.collect(), device_ids }
    }

    /// How this mesh assigns its devices.
    pub fn kind(&self) -> MeshKind {
        match &self.order {
            DeviceOrder::Single(device) => MeshKind::Maximal(*device),
            DeviceOrder::Iota if self.axes.is_empty() => MeshKind::Empty,
            DeviceOrder::Iota => MeshKind::Iota,
            DeviceOrder::Explicit { .. } => MeshKind::Explicit,
        }
    }

    /// Whether a single device holds everything.
    pub fn is_maximal(&self) -> bool {
        matches!(self.kind(), MeshKind::Maximal(_))
    }

    /// The axes, major to minor.
    pub fn axes(&self) -> &[MeshAxis] {
        &self.axes
    }

    /// The ids of the axes, major to minor.
    pub fn axis_ids(&self) -> impl DoubleEndedIterator<Item = AxisId> + use<> {
        (0..self.axes.len()).map(AxisId::from_index)
    }

    /// The axis behind an id.
    pub fn mesh_axis(&self, id: AxisId) -> &MeshAxis {
        &self.axes[id.index()]
    }

    /// A full axis.
    pub fn axis(&self, id: AxisId) -> AxisRef {
        AxisRef::new(id, 1, self.mesh_axis(id).size)
    }

    /// Looks up an axis by its name.
    pub fn find(&self, name: &str) -> Option<AxisId> {
        let found = self.by_name.binary_search_by(|id| self.mesh_axis(*id).name().cmp(name)).ok()?;
        Some(self.by_name[found])
    }

    /// The sub-axis `(pre)size`, if it is valid: `size > 1`, and `pre * size` divides the axis. The
    /// full axis is valid even when it has size 1.
    pub fn part(&self, id: AxisId, pre: u64, size: u64) -> Option<AxisRef> {
        let full = self.axis(id);
        let part = AxisRef::new(id, pre, size);
        if part == full {
            return Some(full);
        }
        let end = pre.checked_mul(size).filter(|&end| end > 0 && size > 1)?;
        full.size().is_multiple_of(end).then_some(part)
    }

    /// The axis or sub-axis that `spec` names, if this mesh has it.
    pub fn resolve_axis(&self, spec: &AxisSpec) -> Option<AxisRef> {
        let id = self.find(&spec.name)?;
        match spec.part {
            None => Some(self.axis(id)),
            Some(SubAxis { pre, size }) => self.part(id, pre.try_into().ok()?, size.try_into().ok()?),
        }
    }

    /// Whether this is the full axis.
    pub fn is_full_axis(&self, axis: AxisRef) -> bool {
        axis == self.axis(axis.axis())
    }

    /// Product of the sizes of the sub-axes that are minor to this one.
    pub fn post(&self, axis: AxisRef) -> u64 {
        self.mesh_axis(axis.axis()).size / axis.end()
    }

    /// The distance, in positions, between neighbours along an axis or sub-axis.
    pub fn stride(&self, axis: AxisRef) -> u64 {
        self.mesh_axis(axis.axis()).stride * self.post(axis)
    }

    /// The axis as it is written: a full axis has no `(1)n`.
    pub fn axis_spec(&self, axis: AxisRef) -> AxisSpec {
        let name = self.mesh_axis(axis.axis()).name.clone();
        let part = SubAxis { pre: axis.pre() as i64, size: axis.size() as i64 };
        AxisSpec { name, part: (!self.is_full_axis(axis)).then_some(part) }
    }

    /// The number of devices: 1 for a maximal mesh and for the empty placeholder.
    pub fn device_count(&self) -> u64 {
        self.device_count
    }

    /// The device at a position; positions count along the axes, last axis fastest.
    pub fn device(&self, position: u64) -> Option<DeviceId> {
        if position >= self.device_count {
            return None;
        }
        Some(match &self.order {
            DeviceOrder::Iota => DeviceId(position),
            DeviceOrder::Single(device) => *device,
            DeviceOrder::Explicit { devices, .. } => devices[position as usize],
        })
    }

    /// The position of a device, if it is in this mesh.
    pub fn position(&self, device: DeviceId) -> Option<u64> {
        match &self.order {
            DeviceOrder::Single(only) => (device == *only).then_some(0),
            _ if device.0 >= self.device_count => None,
            DeviceOrder::Iota => Some(device.0),
            DeviceOrder::Explicit { positions, .. } => Some(positions[device.0 as usize]),
        }
    }

    /// All devices in the order of the mesh, unless there are more than [`Mesh::MAX_LISTED`].
    pub fn devices(&self) -> Result<Vec<DeviceId>, MeshError> {
        if self.device_count > Self::MAX_LISTED {
            return Err(MeshError::TooManyToList { count: self.device_count });
        }
        Ok((0..self.device_count).filter_map(|position| self.device(position)).collect())
    }

    /// Whether both have the same axes, regardless of the order of their devices.
    pub fn same_axes(&self, other: &Mesh) -> bool {
        self.axes == other.axes && self.is_maximal() == other.is_maximal()
    }

    /// Whether the devices are `0, 1, 2, …` in that order.
    pub(crate) fn is_iota(&self) -> bool {
        matches!(self.order, DeviceOrder::Iota)
    }
}

/// The axes sorted by name; a duplicate name is an error.
fn sorted_names(axes: &[MeshAxisSpec], errors: &mut Vec<MeshError>) -> Vec<AxisId> {
    let mut by_name: Vec<AxisId> = (0..axes.len()).map(AxisId::from_index).collect();
    by_name.sort_by_key(|id| (&axes[id.index()].name, *id));
    let mut repeated = Vec::new();
    for same in by_name.chunk_by(|a, b| axes[a.index()].name == axes[b.index()].name) {
        for id in &same[1..] {
            repeated.push((id.index(), same[0].index()));
        }
    }
    repeated.sort_unstable();
    errors.extend(repeated.into_iter().map(|(axis, first)| MeshError::DuplicateAxis {
        axis,
        first,
        name: axes[axis].name.clone(),
    }));
    by_name
}

/// Checks that `ids`, none of them negative, are `0..count` in some order.
fn explicit_order(ids: &[i64], count: u64) -> Result<DeviceOrder, MeshError> {
    if ids.len() as u64 != count {
        return Err(MeshError::DeviceCount { expected: count, found: ids.len() as u64 });
    }
    // Never a position: there are fewer ids than that.
    const UNSEEN: u64 = u64::MAX;
    let mut positions = vec![UNSEEN; ids.len()].into_boxed_slice();
    for (index, &id) in ids.iter().enumerate() {
        match positions.get_mut(id as usize) {
            Some(position) if *position == UNSEEN => *position = index as u64,
            _ => return Err(MeshError::NotPermutation { index, id, count }),
        }
    }
    if positions.is_sorted() {
        return Ok(DeviceOrder::Iota);
    }
    Ok(DeviceOrder::Explicit { devices: ids.iter().map(|&id| DeviceId(id as u64)).collect(), positions })
}
