//! Checkpoints: which device's file has which shard of a tensor, and what has to be copied for another mesh or sharding.

use partita_mesh::{DeviceId, DeviceSlices, Mesh, MeshId, Meshes, Slice};

pub use partita_npy::safetensors;

use crate::Error;
use crate::notation::Sharding;

/// What one target shard takes from the file of one source device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardCopy {
    /// The source device.
    pub device: u64,
    /// The indices within its shard.
    pub from: Slice,
    /// The indices within the target shard.
    pub to: Slice,
}

/// The shards of a tensor on the devices of a mesh.
#[derive(Clone, Debug)]
pub struct ShardedTensor<'m> {
    slices: DeviceSlices<'m>,
}

/// One mesh for all tensors of a checkpoint.
#[derive(Clone, Debug)]
pub struct CheckpointMesh {
    meshes: Meshes,
    id: MeshId,
}

impl CheckpointMesh {
    /// The devices of a mesh.
    pub fn new(mesh: Mesh) -> Self {
        let mut meshes = Meshes::default();
        let id = meshes.define("mesh", mesh).expect("it is the first mesh");
        Self { meshes, id }
    }

    /// A mesh such as `x=4,y=2`.
    pub fn parse(axes: &str) -> Result<Self, Error> {
        Ok(Self::new(crate::notation::parse_mesh(axes, None)?))
    }

    /// Its axes and devices.
    pub fn mesh(&self) -> &Mesh {
        self.meshes.get(self.id)
    }

    /// The shards of a tensor; without a sharding, every device holds all of it.
    pub fn tensor(&self, sharding: Option<&Sharding>, shape: &[u64]) -> Result<ShardedTensor<'_>, Error> {
        let replicated = Sharding::of_axes(shape.iter().map(|_| []));
        let resolved = sharding.unwrap_or(&replicated).on(self.mesh(), self.id, shape.len())?;
        Ok(ShardedTensor { slices: DeviceSlices::new(self.mesh(), &resolved, shape) })
    }
}

impl ShardedTensor<'_> {
    /// The number of shards of each dimension.
    pub fn shards(&self) -> Vec<u64> {
        self.slices.shards()
    }

    /// The first device that holds a shard.
    pub fn first_device(&self, shard: &[u64]) -> Option<u64> {
        self.slices.devices(shard).next().map(|device| device.0)
    }

    /// The indices that a device holds.
    pub fn slice(&self, device: u64) -> Option<Slice> {
        self.slices.slice(DeviceId(device))
    }

    /// What a slice of the tensor consists of: for each shard that overlaps it, the first device that holds it.
    pub fn copies(&self, target: &Slice) -> Vec<ShardCopy> {
        let shards = self.shards();
        let mut copies = Vec::new();
        // Only the shards that overlap the slice are visited: shards of a dimension are in order and equally long.
        let ranges: Vec<_> = (0..shards.len()).map(|dim| self.overlapping(dim, &shards, target)).collect();
        let mut shard: Vec<u64> = ranges.iter().map(|range| range.start).collect();
        if ranges.iter().any(|range| range.is_empty()) {
            return copies;
        }
        loop {
            copies.extend(self.copy(&shard, target));
            let Some(dim) = (0..shard.len()).rev().find(|&dim| shard[dim] + 1 < ranges[dim].end) else {
                return copies;
            };
            shard[dim] += 1;
            for inner in dim + 1..shard.len() {
                shard[inner] = ranges[inner].start;
            }
        }
    }

    /// The shards of a dimension that overlap a slice.
    fn overlapping(&self, dim: usize, shards: &[u64], target: &Slice) -> std::ops::Range<u64> {
        let range_of = |index: u64| {
            let mut shard = vec![0; shards.len()];
            shard[dim] = index;
            self.slices.slice_of_shard(&shard).map_or(0..0, |slice| slice[dim].clone())
        };
        let local = range_of(0).end.max(1);
        let wanted = &target[dim];
        if wanted.is_empty() {
            return 0..0;
        }
        wanted.start / local..((wanted.end - 1) / local + 1).min(shards[dim])
    }

    fn copy(&self, shard: &[u64], target: &Slice) -> Option<ShardCopy> {
        let slice = self.slices.slice_of_shard(shard)?;
        let pairs = slice.iter().zip(target);
        let common: Slice =
            pairs.map(|(own, wanted)| own.start.max(wanted.start)..own.end.min(wanted.end)).collect();
        if common.iter().any(std::ops::Range::is_empty) {
            return None;
        }
        let within = |outer: &Slice| -> Slice {
            common
                .iter()
                .zip(outer)
                .map(|(part, outer)| part.start - outer.start..part.end - outer.start)
                .collect()
        };
        Some(ShardCopy { device: self.first_device(shard)?, from: within(&slice), to: within(target) })
    }
}

/// Calls `run` for every contiguous run of a copy: its offset in the source, its offset in the target and its length, in elements.
pub fn for_each_run<E>(
    copy: &ShardCopy,
    source_shape: &[u64],
    target_shape: &[u64],
    run: &mut dyn FnMut(u64, u64, u64) -> Result<(), E>,
) -> Result<(), E> {
    // Dimensions at the end that are copied completely on both sides belong to one run.
    let is_full = |dim: usize| {
        let length = copy.from[dim].end - copy.from[dim].start;
        length == source_shape[dim] && length == target_shape[dim]
    };
    let rank = copy.from.len();
    let full = (0..rank).rev().take_while(|&dim| is_full(dim)).count();
    let outer = rank.saturating_sub(full + 1);
    let length: u64 = copy.from[outer..].iter().map(|range| range.end - range.start).product();
    let offset = |shape: &[u64], index: &[u64]| {
        shape.iter().zip(index).fold(0, |offset, (size, index)| offset * size + index)
    };
    let mut counter = vec![0u64; outer];
    loop {
        let at = |ranges: &Slice| -> Vec<u64> {
            ranges
                .iter()
                .enumerate()
                .map(|(dim, range)| range.start + counter.get(dim).unwrap_or(&0))
                .collect()
        };
        run(offset(source_shape, &at(&copy.from)), offset(target_shape, &at(&copy.to)), length)?;
        let Some(dim) =
            (0..outer).rev().find(|&dim| counter[dim] + 1 < copy.from[dim].end - copy.from[dim].start)
        else {
            return Ok(());
        };
        counter[dim] += 1;
        counter[dim + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies a tensor of consecutive numbers from one sharding to another; every target shard has the right numbers.
    fn reshards(from: (&str, &str), to: (&str, &str), shape: &[u64]) {
        let (source_mesh, target_mesh) =
            (CheckpointMesh::parse(from.0).expect("a mesh"), CheckpointMesh::parse(to.0).expect("a mesh"));
        let sharding = |text: &str| text.parse::<Sharding>().expect("a sharding");
        let source = source_mesh.tensor(Some(&sharding(from.1)), shape).expect("fits");
        let target = target_mesh.tensor(Some(&sharding(to.1)), shape).expect("fits");
        let lengths = |slice: &Slice| slice.iter().map(|range| range.end - range.start).collect::<Vec<_>>();
        let values = |slice: &Slice| -> Vec<u64> {
            let mut all = vec![0];
            for (range, size) in slice.iter().zip(shape) {
                all = all
                    .iter()
                    .flat_map(|value| range.clone().map(move |index| value * size + index))
                    .collect();
            }
            all
        };
        for device in 0..target_mesh.mesh().device_count() {
            let slice = target.slice(device).expect("a device of the mesh");
            let mut found = vec![u64::MAX; values(&slice).len()];
            for copy in source.copies(&slice) {
                let held = source.slice(copy.device).expect("a device of the mesh");
                let stored = values(&held);
                for_each_run(&copy, &lengths(&held), &lengths(&slice), &mut |from, to, length| {
                    let (from, to, length) = (from as usize, to as usize, length as usize);
                    found[to..to + length].copy_from_slice(&stored[from..from + length]);
                    Ok::<(), ()>(())
                })
                .expect("no failure");
            }
            assert_eq!(found, values(&slice), "{from:?} {to:?} device {device}");
        }
    }

    #[test]
    fn every_element_arrives() {
        reshards(("x=4", "x,_"), ("x=2,y=2", "_,y"), &[8, 6]);
        reshards(("x=2,y=2", "y.x,_"), ("a=3", "_,a"), &[8, 6]);
        reshards(("x=3", "x,_,_"), ("a=4", "_,_,a"), &[7, 2, 5]);
        reshards(("x=2", "_"), ("a=4", "a"), &[5]);
        reshards(("x=2,y=3", "x,y"), ("a=1", "_,_"), &[4, 9]);
    }
}
