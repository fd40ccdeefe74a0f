//! The collectives of a reshard, as partitioning writes them: those of the plan of `partita_reshard`, one for each
//! dimension that a step changes.
//!
//! Where plans send the fewest bytes, they depend on the sizes of a tensor only through what divides its dimensions. Elsewhere they depend
//! on its bytes too, but not on how these are distributed over dimensions that all shard counts divide. All tensors that are alike share
//! one search.

use std::sync::{Arc, Mutex, PoisonError};

use partita_cost::{CollectiveKind, Hardware, Topology};
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DimSharding, MeshId, Meshes, ShardingParts, TensorSharding, gcd};
use partita_reshard::{Collective, Placed, Plan, PlanLimits, ReshardTensor, moved_axes, plan_reshard};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::layout::{GroupLengths, PlanAxes, PlanLayout};
use super::prices::IsOver;
use super::program::Collectives;

/// A tensor that is resharded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReshardedTensor<'a> {
    pub(crate) shape: &'a [u64],
    /// Bits of an element.
    pub(crate) bits: u64,
}

impl ReshardedTensor<'_> {
    pub(crate) fn elements(&self) -> u64 {
        self.shape.iter().fold(1, |all, &size| all.saturating_mul(size))
    }

    /// The bytes of a device if the tensor has this many shards of equal size. A truth value takes a byte.
    pub(crate) fn local_bytes(&self, shards: u64) -> u64 {
        let bits = if self.bits == 1 { 8 } else { self.bits };
        (self.elements() / shards.max(1)).saturating_mul(bits).div_ceil(8)
    }
}

/// A collective of a reshard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SentStep {
    pub(crate) kind: CollectiveKind,
    /// The axes and parts of axes along which devices communicate.
    pub(crate) lengths: GroupLengths,
    /// How many devices are in a group.
    pub(crate) group: u64,
    /// How many shards the tensor has before.
    pub(crate) shards: u64,
}

/// The collectives of a reshard; `None` if there is no plan.
type Sent = Option<Arc<[SentStep]>>;

/// Plans of reshards between layouts, each searched for once.
pub(crate) struct ReshardPlans<'m> {
    axes: &'m PlanAxes,
    mesh: MeshId,
    collectives: Collectives,
    links: Topology,
    /// Whether plans send the fewest bytes, whatever the sizes.
    counts_bytes: bool,
    devices: u64,
    pub(crate) is_over: IsOver<'m>,
    /// Several threads ask at the same time.
    known: Mutex<FxHashMap<PlanKey, Sent>>,
}

#[derive(PartialEq, Eq, Hash)]
struct PlanKey {
    from: PlanLayout,
    to: PlanLayout,
    shape: SmallVec<[u64; 5]>,
    element_bytes: u64,
}

/// A tile of which plans move multiples. The number of collectives never decides between plans that move different numbers
/// of tiles, because it counts as one byte each where plans send the fewest bytes.
const LEAST_TILE: u64 = 64;

impl<'m> ReshardPlans<'m> {
    pub(crate) fn new(
        axes: &'m PlanAxes,
        links: Option<&Topology>,
        collectives: Collectives,
        is_over: IsOver<'m>,
    ) -> Self {
        Self {
            axes,
            mesh: Meshes::default().inline(axes.mesh.clone()),
            collectives,
            links: links.cloned().unwrap_or_else(|| Hardware::counting_bytes().links),
            counts_bytes: links.is_none(),
            devices: axes.mesh.device_count(),
            is_over,
            known: Mutex::default(),
        }
    }

    /// The collectives that reshard a tensor. None are searched for once they are not wanted.
    pub(crate) fn sent(&self, tensor: &ReshardedTensor<'_>, from: &PlanLayout, to: &PlanLayout) -> Sent {
        let (shape, element_bytes) = self.alike(tensor);
        // Dimensions that no axis divides stay as they are.
        let dims: SmallVec<[usize; 5]> = (0..shape.len()).filter(|&dim| shape[dim] > 1).collect();
        let [from, to] = [from, to].map(|layout| layout.select(dims.iter().copied().map(Some)));
        let shape = dims.iter().map(|&dim| shape[dim]).collect();
        let key = PlanKey { from, to, shape, element_bytes };
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sent) = known().get(&key) {
            return sent.clone();
        }
        if (self.is_over)() {
            return None;
        }
        let sent = self.search(&key);
        known().insert(key, sent.clone());
        sent
    }

    /// The shape and the bytes of an element of a tensor that is resharded by the same steps. Whether a shard count divides a
    /// dimension depends only on the divisors that it shares with the number of devices.
    fn alike(&self, tensor: &ReshardedTensor<'_>) -> (SmallVec<[u64; 5]>, u64) {
        let element_bytes = tensor.bits.div_ceil(8);
        let reduced = |reduce: &dyn Fn(u64) -> u64| {
            let shape: SmallVec<[u64; 5]> = tensor.shape.iter().map(|&size| reduce(size)).collect();
            let tiles: u64 = shape.iter().product();
            let tile = (tensor.elements() / tiles.max(1)).saturating_mul(element_bytes);
            (shape, tile)
        };
        let (shape, tile) = reduced(&|size| gcd(size, self.devices));
        if self.counts_bytes && tile >= LEAST_TILE {
            return (shape, LEAST_TILE);
        }
        // All shard counts divide a multiple of the number of devices. Others may be padded, which depends on them.
        reduced(&|size| if size.is_multiple_of(self.devices) { self.devices } else { size })
    }

    fn search(&self, key: &PlanKey) -> Sent {
        let mut start = key.from.clone();
        let mut sent = Vec::new();
        let finished = u32::from(start.partial() & !key.to.partial());
        if finished != 0 && self.collectives == Collectives::GatherAndReduce {
            let shards = self.axes.devices(start.mask());
            let group = self.axes.devices(finished);
            let lengths = self.axes.group_lengths(finished);
            sent.push(SentStep { kind: CollectiveKind::AllReduce, lengths, group, shards });
            start = start.with_partial(key.to.partial());
        }
        let (from, to) = (self.sharding(&start)?, self.sharding(&key.to)?);
        let [from, to] = [&from, &to].map(|sharding| Placed { mesh: &self.axes.mesh, sharding });
        let tensor = ReshardTensor { shape: &key.shape, element_bytes: key.element_bytes };
        let plan = plan_reshard(from, to, tensor, &self.links, PlanLimits::default()).ok()?;
        sent.extend(self.steps(from, &plan));
        Some(sent.into())
    }

    fn sharding(&self, layout: &PlanLayout) -> Option<TensorSharding> {
        let axes = |dim: usize| layout.axes(dim).map(|axis| self.axes.axes[axis]).collect();
        let dims = (0..layout.rank()).map(|dim| DimSharding::closed(axes(dim))).collect();
        let partial = self.axes.axes.iter().enumerate();
        let unreduced = partial.filter(|(axis, _)| layout.partial() >> axis & 1 == 1).map(|(_, &axis)| axis);
        let parts = ShardingParts { dims, unreduced: unreduced.collect(), ..ShardingParts::default() };
        TensorSharding::new(self.mesh, &self.axes.mesh, parts.normalised()).ok()
    }

    /// The collectives of a plan, one after the other.
    fn steps(&self, from: Placed<'_>, plan: &Plan) -> Vec<SentStep> {
        let mut before = from.sharding.clone();
        let mut sent = Vec::new();
        for step in &plan.steps {
            let mut shards: u64 = (0..before.dims().len()).map(|dim| before.shards(dim)).product();
            let kind = step.collective.kind();
            let mut push = |axes: &[AxisRef], shards: u64| {
                let group = shard_count(axes);
                if group > 1 {
                    sent.push(SentStep { kind, lengths: self.lengths(axes), group, shards });
                }
                group
            };
            match &step.collective {
                Collective::AllSlice(_) => {}
                Collective::AllGather(dims) => dims.iter().for_each(|axes| shards /= push(axes, shards)),
                Collective::ReduceScatter(dims) => dims.iter().for_each(|axes| shards *= push(axes, shards)),
                Collective::AllReduce(axes) => {
                    push(axes, shards);
                }
                Collective::AllToAll(moves) => moves.iter().for_each(|each| {
                    push(&each.axes, shards);
                }),
                Collective::CollectivePermute => {
                    sent.push(self.permutation(from, &before, &step.after, shards))
                }
            }
            before = step.after.clone();
        }
        sent
    }

    fn permutation(
        &self,
        placed: Placed<'_>,
        before: &TensorSharding,
        after: &TensorSharding,
        shards: u64,
    ) -> SentStep {
        let [before, after] = [before, after].map(|sharding| Placed { sharding, ..placed });
        let (kind, lengths) = match self.collectives {
            Collectives::All => (CollectiveKind::CollectivePermute, self.lengths(&moved_axes(before, after))),
            Collectives::GatherAndReduce => {
                (CollectiveKind::AllGather, self.axes.group_lengths((1 << self.axes.axes.len()) - 1))
            }
        };
        SentStep { kind, lengths, group: self.devices, shards }
    }

    /// The sizes and strides of axes and sub-axes, minor first.
    fn lengths(&self, parts: &[AxisRef]) -> GroupLengths {
        let parts = parts.iter().filter(|part| part.size() > 1);
        let mut lengths: GroupLengths =
            parts.map(|&part| (part.size(), self.axes.mesh.stride(part))).collect();
        lengths.sort_by_key(|&(_, stride)| stride);
        lengths
    }
}
