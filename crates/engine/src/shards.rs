//! The shard of a tensor on each device.

use std::ops::Range;

use partita_interp::{Element, EvalResult, Tensor, binary};
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::{AxisRef, DeviceId, DeviceSlices, Mesh, Meshes, Subject, TensorSharding};

use crate::EngineError;

/// The shards of an argument or result of the entry function.
#[derive(Clone, Debug)]
pub struct TensorShards {
    shape: Vec<usize>,
    /// The index ranges on each device, without padding.
    slices: Vec<Vec<Range<usize>>>,
    /// The local shape, including padding.
    local: Vec<usize>,
    /// Whether each device is the first along all unreduced axes. The others hold zeros, so that the sum is right.
    first: Vec<bool>,
    /// Whether the tensor has unreduced axes.
    partial: bool,
    groups: Vec<u64>,
}

impl TensorShards {
    /// The maximum number of devices of a run.
    pub const MAX_DEVICES: u64 = 1 << 20;

    /// Computes the shards of a tensor of the given global shape.
    pub fn new(
        mesh: &MeshSpec,
        sharding: Option<&ShardingSpec>,
        shape: &[usize],
    ) -> Result<TensorShards, EngineError> {
        let fault = || EngineError::argument("invalid sharding of an argument or result");
        let mesh = Mesh::from_spec(mesh).map_err(|_| fault())?;
        let sizes: Vec<u64> = shape.iter().map(|&size| size as u64).collect();
        let resolved = match sharding {
            Some(spec) => Some(resolve(spec, shape.len()).ok_or_else(fault)?),
            None => None,
        };
        let resolved = resolved.filter(|(mesh, _)| !mesh.axes().is_empty());
        let devices = mesh.device_count();
        if devices > Self::MAX_DEVICES {
            let most = Self::MAX_DEVICES;
            let message = format!("expected a mesh of at most {most} devices, found {devices}");
            return Err(EngineError::argument(message));
        }
        let full: Vec<Range<usize>> = shape.iter().map(|&size| 0..size).collect();
        let mut shards = TensorShards {
            shape: shape.to_vec(),
            slices: vec![full; devices as usize],
            local: shape.to_vec(),
            first: vec![true; devices as usize],
            partial: false,
            groups: vec![0; devices as usize],
        };
        let Some((own, sharding)) = &resolved else { return Ok(shards) };
        let layout = DeviceSlices::new(own, sharding, &sizes);
        for device in 0..devices {
            let slice = layout.slice(DeviceId(device)).ok_or_else(fault)?;
            let position = own.position(DeviceId(device)).ok_or_else(fault)?;
            let at = |axis: &AxisRef| position / own.stride(*axis) % axis.size();
            let device = device as usize;
            shards.slices[device] =
                slice.into_iter().map(|range| range.start as usize..range.end as usize).collect();
            shards.first[device] = sharding.unreduced_axes().iter().all(|axis| at(axis) == 0);
            // Devices that differ only along unreduced axes form a group, whose partial values are added.
            shards.groups[device] = sharding
                .unreduced_axes()
                .iter()
                .fold(position, |rest, axis| rest - at(axis) * own.stride(*axis));
        }
        shards.partial = !sharding.unreduced_axes().is_empty();
        shards.local = sharding.local_shape(&sizes).into_iter().map(|size| size as usize).collect();
        Ok(shards)
    }

    /// The number of devices.
    pub fn devices(&self) -> usize {
        self.slices.len()
    }

    /// The local shape, including padding.
    pub fn local_shape(&self) -> &[usize] {
        &self.local
    }

    /// Splits a tensor into the shards of all devices. Padding has the element of `filler`.
    pub fn split(&self, tensor: &Tensor, filler: &Tensor) -> EvalResult<Vec<Tensor>> {
        let mut shards = Vec::with_capacity(self.devices());
        for device in 0..self.devices() {
            let mut shard = self.slice(tensor, device);
            if shard.shape != self.local {
                shard = padded(&shard, &self.local, filler)?;
            }
            if !self.first[device] {
                shard = Tensor::zeros(shard.element, &shard.shape)?;
            }
            shards.push(shard);
        }
        Ok(shards)
    }

    /// The slice of a tensor on a device, without padding.
    pub fn slice(&self, tensor: &Tensor, device: usize) -> Tensor {
        let ranges = &self.slices[device];
        let shape: Vec<usize> = ranges.iter().map(|range| range.len()).collect();
        if shape == tensor.shape {
            return tensor.clone();
        }
        tensor.pick(&shape, &positions(&tensor.shape, ranges))
    }

    /// The shard of a device without padding. Partial values are added up over the group of the device.
    pub fn content(&self, shards: &[Tensor], device: usize) -> EvalResult<Tensor> {
        let mut sum = shards[device].clone();
        if self.partial {
            for other in (0..self.devices())
                .filter(|&other| other != device && self.groups[other] == self.groups[device])
            {
                let add = if sum.element == Element::Bool {
                    partita_interp::Binary::Or
                } else {
                    partita_interp::Binary::Add
                };
                sum = binary(add, &sum, &shards[other])?;
            }
        }
        let shape: Vec<usize> = self.slices[device].iter().map(|range| range.len()).collect();
        if shape == sum.shape {
            return Ok(sum);
        }
        let ranges: Vec<Range<usize>> = shape.iter().map(|&size| 0..size).collect();
        Ok(sum.pick(&shape, &positions(&sum.shape, &ranges)))
    }

    /// Assembles a tensor from the shards of all devices.
    pub fn join(&self, shards: &[Tensor]) -> EvalResult<Tensor> {
        let element = shards.first().map_or(Element::Bool, |shard| shard.element);
        let mut bits = vec![0; partita_interp::checked_count(&self.shape)?];
        for device in 0..self.devices() {
            let content = self.content(shards, device)?;
            for (at, value) in positions(&self.shape, &self.slices[device]).into_iter().zip(content.bits()) {
                bits[at] = value;
            }
        }
        Ok(Tensor::from_bits(element, &self.shape, &bits))
    }
}

/// Resolves a sharding with an inline mesh.
fn resolve(spec: &ShardingSpec, rank: usize) -> Option<(Mesh, TensorSharding)> {
    let MeshOrRef::Inline(mesh) = &spec.mesh else { return None };
    let mesh = Mesh::from_spec(mesh).ok()?;
    let sharding = Meshes::default().resolve(spec, Subject::Ranked(rank)).ok()?;
    Some((mesh, sharding))
}

/// The row-major positions of the elements of a slice.
fn positions(shape: &[usize], ranges: &[Range<usize>]) -> Vec<usize> {
    let strides = partita_interp::strides(shape);
    let mut all = vec![0];
    for (range, stride) in ranges.iter().zip(strides) {
        all = all.iter().flat_map(|at| range.clone().map(move |index| at + index * stride)).collect();
    }
    all
}

/// Pads a shard at the end of each dimension.
fn padded(shard: &Tensor, shape: &[usize], filler: &Tensor) -> EvalResult<Tensor> {
    let mut bits = vec![filler.bits()[0]; partita_interp::checked_count(shape)?];
    let ranges: Vec<Range<usize>> = shard.shape.iter().map(|&size| 0..size).collect();
    for (at, value) in positions(shape, &ranges).into_iter().zip(shard.bits()) {
        bits[at] = value;
    }
    Ok(Tensor::from_bits(shard.element, shape, &bits))
}
