//! Which part of a tensor each device holds.

use std::ops::Range;

use partita_interp::{Element, EvalResult, Tensor, binary};
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::{AxisRef, DeviceId, DeviceSlices, Mesh, Meshes, Subject, TensorSharding};

use crate::EngineError;

/// The pieces of one argument or result of the entry function.
#[derive(Clone, Debug)]
pub struct Pieces {
    shape: Vec<usize>,
    /// What every device holds, without padding.
    slices: Vec<Vec<Range<usize>>>,
    /// The shape of every piece, padding included.
    local: Vec<usize>,
    /// Whether a device is the first along all axes that the tensor is partial over.
    first: Vec<bool>,
    /// Devices whose partial values add up, by device; empty where nothing is partial.
    partial: bool,
    groups: Vec<u64>,
}

impl Pieces {
    /// Most devices that a program is run on.
    pub const MAX_DEVICES: u64 = 1 << 20;

    /// The pieces of a tensor of this shape on so many devices.
    pub fn new(
        mesh: &MeshSpec,
        sharding: Option<&ShardingSpec>,
        shape: &[usize],
    ) -> Result<Pieces, EngineError> {
        let fault = || EngineError::argument("the sharding of an argument or result is not valid");
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
            let message = format!("a program is run on at most {most} devices, the mesh has {devices}");
            return Err(EngineError::argument(message));
        }
        let whole: Vec<Range<usize>> = shape.iter().map(|&size| 0..size).collect();
        let mut pieces = Pieces {
            shape: shape.to_vec(),
            slices: vec![whole; devices as usize],
            local: shape.to_vec(),
            first: vec![true; devices as usize],
            partial: false,
            groups: vec![0; devices as usize],
        };
        let Some((own, sharding)) = &resolved else { return Ok(pieces) };
        let layout = DeviceSlices::new(own, sharding, &sizes);
        for device in 0..devices {
            let slice = layout.slice(DeviceId(device)).ok_or_else(fault)?;
            let position = own.position(DeviceId(device)).ok_or_else(fault)?;
            let at = |axis: &AxisRef| position / own.stride(*axis) % axis.size();
            let device = device as usize;
            pieces.slices[device] =
                slice.into_iter().map(|range| range.start as usize..range.end as usize).collect();
            pieces.first[device] = sharding.unreduced_axes().iter().all(|axis| at(axis) == 0);
            // Devices of one group differ along the unreduced axes only.
            pieces.groups[device] = sharding
                .unreduced_axes()
                .iter()
                .fold(position, |rest, axis| rest - at(axis) * own.stride(*axis));
        }
        pieces.partial = !sharding.unreduced_axes().is_empty();
        pieces.local = sharding.local_shape(&sizes).into_iter().map(|size| size as usize).collect();
        Ok(pieces)
    }

    /// How many devices there are.
    pub fn devices(&self) -> usize {
        self.slices.len()
    }

    /// The shape of the piece of every device.
    pub fn local_shape(&self) -> &[usize] {
        &self.local
    }

    /// Cuts a tensor: the piece of every device. What pads a piece is `filler`'s element.
    pub fn cut(&self, tensor: &Tensor, filler: &Tensor) -> EvalResult<Vec<Tensor>> {
        let mut pieces = Vec::with_capacity(self.devices());
        for device in 0..self.devices() {
            let mut piece = self.slice(tensor, device);
            if piece.shape != self.local {
                piece = padded(&piece, &self.local, filler)?;
            }
            if !self.first[device] {
                piece = Tensor::zeros(piece.element, &piece.shape)?;
            }
            pieces.push(piece);
        }
        Ok(pieces)
    }

    /// What a device holds of a tensor, without padding.
    pub fn slice(&self, tensor: &Tensor, device: usize) -> Tensor {
        let ranges = &self.slices[device];
        let shape: Vec<usize> = ranges.iter().map(|range| range.len()).collect();
        if shape == tensor.shape {
            return tensor.clone();
        }
        tensor.pick(&shape, &positions(&tensor.shape, ranges))
    }

    /// The piece of a device without what pads it, and with the parts of other devices added where it is partial.
    pub fn content(&self, pieces: &[Tensor], device: usize) -> EvalResult<Tensor> {
        let mut sum = pieces[device].clone();
        if self.partial {
            for other in (0..self.devices())
                .filter(|&other| other != device && self.groups[other] == self.groups[device])
            {
                let add = if sum.element == Element::Bool {
                    partita_interp::Binary::Or
                } else {
                    partita_interp::Binary::Add
                };
                sum = binary(add, &sum, &pieces[other])?;
            }
        }
        let shape: Vec<usize> = self.slices[device].iter().map(|range| range.len()).collect();
        if shape == sum.shape {
            return Ok(sum);
        }
        let ranges: Vec<Range<usize>> = shape.iter().map(|&size| 0..size).collect();
        Ok(sum.pick(&shape, &positions(&sum.shape, &ranges)))
    }

    /// Puts a tensor together from the pieces of all devices.
    pub fn join(&self, pieces: &[Tensor]) -> EvalResult<Tensor> {
        let element = pieces.first().map_or(Element::Bool, |piece| piece.element);
        let mut bits = vec![0; partita_interp::checked_count(&self.shape)?];
        for device in 0..self.devices() {
            let content = self.content(pieces, device)?;
            for (at, value) in positions(&self.shape, &self.slices[device]).into_iter().zip(content.bits()) {
                bits[at] = value;
            }
        }
        Ok(Tensor::from_bits(element, &self.shape, &bits))
    }
}

/// The mesh and the meaning of a sharding whose mesh is written out.
fn resolve(spec: &ShardingSpec, rank: usize) -> Option<(Mesh, TensorSharding)> {
    let MeshOrRef::Inline(mesh) = &spec.mesh else { return None };
    let mesh = Mesh::from_spec(mesh).ok()?;
    let sharding = Meshes::default().resolve(spec, Subject::Ranked(rank)).ok()?;
    Some((mesh, sharding))
}

/// Where the elements of a slice are in row-major order.
fn positions(shape: &[usize], ranges: &[Range<usize>]) -> Vec<usize> {
    let strides = partita_interp::strides(shape);
    let mut all = vec![0];
    for (range, stride) in ranges.iter().zip(strides) {
        all = all.iter().flat_map(|at| range.clone().map(move |index| at + index * stride)).collect();
    }
    all
}

/// A piece with filler behind it.
fn padded(piece: &Tensor, shape: &[usize], filler: &Tensor) -> EvalResult<Tensor> {
    let mut bits = vec![filler.bits()[0]; partita_interp::checked_count(shape)?];
    let ranges: Vec<Range<usize>> = piece.shape.iter().map(|&size| 0..size).collect();
    for (at, value) in positions(shape, &ranges).into_iter().zip(piece.bits()) {
        bits[at] = value;
    }
    Ok(Tensor::from_bits(piece.element, shape, &bits))
}
