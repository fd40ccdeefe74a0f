//! The slice of a tensor that each device holds, and the devices that hold each slice.
//!
//! The position of a device in its mesh is a number whose digits, in a mixed base, are its
//! coordinates. An axis or sub-axis is a digit `position / stride % size`, and the shard index of a
//! dimension is the number formed by the digits of its axes. Nothing here is proportional to the
//! number of devices, so a mesh of 2^32 devices costs no more than one of 4.

use std::ops::Range;

use partita_base::Id;

use crate::{AxisRef, DeviceId, Mesh, TensorSharding};

/// One digit of a position: `position / stride % size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    stride: u64,
    size: u64,
}

impl Digit {
    fn of(self, position: u64) -> u64 {
        position / self.stride % self.size
    }
}

#[derive(Clone, Debug)]
struct DimSlices {
    digits: Vec<Digit>,
    shards: u64,
    size: u64,
    /// Size of every shard except the last ones, which may be smaller or empty.
    local: u64,
}

impl DimSlices {
    fn range(&self, shard: u64) -> Range<u64> {
        let start = shard.saturating_mul(self.local).min(self.size);
        start..start.saturating_add(self.local).min(self.size)
    }
}

/// Which positions hold which shard of a dimension, in one spelling per placement.
#[derive(Debug, PartialEq, Eq)]
struct Placement {
    /// The size of a full shard.
    local: u64,
    /// The digits that form the index of a shard that is not empty, minor to major. The last one
    /// extends over the digits whose larger values hold nothing.
    counting: Vec<Digit>,
    /// The digits that must be 0 for a position to hold data, major to minor.
    zero: Vec<Digit>,
}

impl DimSlices {
    /// Two dimensions of the same size over the devices `0, 1, 2, …` are placed alike if and only if
    /// these are equal.
    ///
    /// Shards that start at or after the size are empty, so it does not matter which of them a position
    /// has. Digits that only distinguish empty shards are therefore kept without their order.
    fn placement(&self) -> Placement {
        let Some(filled) = self.size.checked_sub(1).map(|last| last / self.local + 1) else {
            return Placement { local: 0, counting: Vec::new(), zero: Vec::new() };
        };
        let mut digits = join_digits(self.digits.iter().copied());
        let mut counting = Vec::new();
        let mut left = filled;
        while left > 1 {
            let digit = digits.pop().expect("there are at least as many shards as filled ones");
            left = left.div_ceil(digit.size);
            counting.push(digit);
        }
        digits.sort_unstable_by_key(|digit| std::cmp::Reverse(digit.stride));
        let mut zero = join_digits(digits);
        if let Some(last) = counting.last_mut()
            && let Some(next) = zero.iter().position(|zero| zero.stride == last.stride * last.size)
        {
            last.size *= zero.remove(next).size;
        }
        Placement { local: self.local, counting, zero }
    }
}

/// A slice of a tensor: one index range per dimension.
pub type Slice = Vec<Range<u64>>;

/// Which slice of one tensor each device holds.
#[derive(Clone, Debug)]
pub struct DeviceSlices<'m> {
    mesh: &'m Mesh,
    dims: Vec<DimSlices>,
    /// The digits that shard nothing, major to minor: devices that differ only in these hold the
    /// same slice.
    free: Vec<Digit>,
}

impl<'m> DeviceSlices<'m> {
    /// The slices of a tensor of this shape. `sharding` must be of `mesh`; dimensions that it does
    /// not list, as on a maximal mesh, are unsharded.
    pub fn new(mesh: &'m Mesh, sharding: &TensorSharding, shape: &[u64]) -> Self {
        let dims = shape.iter().enumerate().map(|(d, &size)| {
            let axes = sharding.dims().get(d).map_or(&[][..], |dim| &dim.axes);
            let digits = axes.iter().map(|&axis| digit(mesh, axis)).collect();
            let shards = sharding.shards(d);
            DimSlices { digits, shards, size, local: size.div_ceil(shards) }
        });
        let dims = dims.collect();
        let used = sharding.dims().iter().take(shape.len()).flat_map(|dim| dim.axes.iter().copied());
        let free = free_parts(mesh, used.collect()).map(|axis| digit(mesh, axis)).collect();
        Self { mesh, dims, free }
    }

    /// The number of shards of each dimension.
    pub fn shards(&self) -> Vec<u64> {
        self.dims.iter().map(|dim| dim.shards).collect()
    }

    /// The number of devices that hold the same shard.
    pub fn replicas(&self) -> u64 {
        self.free.iter().map(|digit| digit.size).product()
    }

    /// The shard index of each dimension that a device holds; `None` for a device outside the mesh.
    pub fn shard(&self, device: DeviceId) -> Option<Vec<u64>> {
        let position = self.mesh.position(device)?;
        Some(self.dims.iter().map(|dim| shard_index(&dim.digits, position)).collect())
    }

    /// The indices of the tensor that a device holds; `None` for a device outside the mesh. Where the
    /// number of shards does not divide the size, the last shards are smaller or empty.
    pub fn slice(&self, device: DeviceId) -> Option<Slice> {
        let position = self.mesh.position(device)?;
        Some(self.dims.iter().map(|dim| dim.range(shard_index(&dim.digits, position))).collect())
    }

    /// The indices of the tensor that a shard covers; `None` if there is no such shard.
    pub fn slice_of_shard(&self, shard: &[u64]) -> Option<Slice> {
        self.holds_shard(shard)
            .then(|| self.dims.iter().zip(shard).map(|(dim, &shard)| dim.range(shard)).collect())
    }

    /// The devices that hold a shard, in the order of the mesh, computed on demand; none if there is no
    /// such shard.
    pub fn devices(&self, shard: &[u64]) -> impl Iterator<Item = DeviceId> + '_ {
        let base = self.base_position(shard);
        let replicas = if base.is_some() { self.replicas() } else { 0 };
        let base = base.unwrap_or(0);
        (0..replicas).filter_map(move |replica| {
            let mut position = base;
            let mut rest = replica;
            for digit in self.free.iter().rev() {
                position += rest % digit.size * digit.stride;
                rest /= digit.size;
            }
            self.mesh.device(position)
        })
    }

    /// Whether every device holds the same slice in both, which may be of different meshes. If both
    /// meshes have the devices `0, 1, 2, …`, they are compared without visiting each device.
    pub fn same_placement(&self, other: &DeviceSlices<'_>) -> bool {
        let sizes = |layout: &DeviceSlices<'_>| layout.dims.iter().map(|dim| dim.size).collect::<Vec<_>>();
        if self.mesh.device_count() != other.mesh.device_count() || sizes(self) != sizes(other) {
            return false;
        }
        if self.mesh.is_iota() && other.mesh.is_iota() {
            return self.dims.iter().zip(&other.dims).all(|(a, b)| a.placement() == b.placement());
        }
        // At least one mesh lists its device ids, so there are few enough devices to visit each.
        let devices = (0..self.mesh.device_count()).filter_map(|position| self.mesh.device(position));
        devices.into_iter().all(|device| self.slice(device) == other.slice(device))
    }

    fn holds_shard(&self, shard: &[u64]) -> bool {
        shard.len() == self.dims.len() && self.dims.iter().zip(shard).all(|(dim, &shard)| shard < dim.shards)
    }

    /// The first position that holds a shard.
    fn base_position(&self, shard: &[u64]) -> Option<u64> {
        if !self.holds_shard(shard) {
            return None;
        }
        let mut position = 0;
        for (dim, &shard) in self.dims.iter().zip(shard) {
            let mut rest = shard;
            for digit in dim.digits.iter().rev() {
                position += rest % digit.size * digit.stride;
                rest /= digit.size;
            }
        }
        Some(position)
    }
}

fn digit(mesh: &Mesh, axis: AxisRef) -> Digit {
    Digit { stride: mesh.stride(axis), size: axis.size() }
}

fn shard_index(digits: &[Digit], position: u64) -> u64 {
    digits.iter().fold(0, |index, digit| index * digit.size + digit.of(position))
}

/// Everything of the mesh that is not in `used`, major to minor, without sub-axes of size 1.
fn free_parts(mesh: &Mesh, mut used: Vec<AxisRef>) -> impl Iterator<Item = AxisRef> + '_ {
    used.sort_unstable();
    let mut free = Vec::new();
    let mut used = used.into_iter().peekable();
    for id in mesh.axis_ids() {
        let mut boundary = 1;
        let mut gap = |from: u64, to: u64| {
            if from < to {
                free.push(AxisRef::new(id, from, to / from));
            }
        };
        while let Some(axis) = used.next_if(|axis| axis.axis().index() == id.index()) {
            gap(boundary, axis.pre());
            boundary = axis.end();
        }
        gap(boundary, mesh.mesh_axis(id).size());
    }
    free.into_iter()
}

/// Merges each digit with the next where together they form one, and drops digits of size 1.
fn join_digits(digits: impl IntoIterator<Item = Digit>) -> Vec<Digit> {
    let mut out: Vec<Digit> = Vec::new();
    for digit in digits.into_iter().filter(|digit| digit.size > 1) {
        match out.last_mut() {
            Some(last) if last.stride == digit.stride * digit.size => {
                *last = Digit { stride: digit.stride, size: last.size * digit.size };
            }
            _ => out.push(digit),
        }
    }
    out
}
