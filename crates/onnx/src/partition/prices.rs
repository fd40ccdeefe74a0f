//! Prices the placement of a node.

use partita_cost::{CollectiveKind, Cost, Hardware, Topology};
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, Mesh};
use partita_place::{Axes, FactorLayout, Factors, Pricing};
use partita_reshard::link_group;
use partita_rule::FactorId;

use super::carrier::{sent_bytes, sum_carrier};
use super::halo::Reads;
use super::lower::{Plain, contributed_bytes, reads_inside};
use super::mesh_layout::{MeshLayout, shard_range};
use super::placement::NodeTensor;
use super::rank_mesh::RankMesh;
use super::reshard::byte_count;
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::ElementType;

/// A dimension of a weight that stays sharded along these axes.
pub(crate) struct KeptShards {
    pub(crate) input: usize,
    pub(crate) dim: usize,
    pub(crate) axes: Axes,
}

/// The price of giving up kept shards: more than any exchange, so that it is paid only if there is no other placement.
const GIVEN_UP: Cost = Cost(1 << 100);

/// The prices of one node.
pub(crate) struct Prices<'a, 'w> {
    pub(crate) rank_mesh: &'a mut RankMesh<'w>,
    /// The inputs, then the outputs; `None` for omitted ones.
    pub(crate) tensors: &'a [Option<&'a NodeTensor<'a>>],
    pub(crate) operands: usize,
    /// The weights that stay sharded.
    pub(crate) kept: &'a [KeptShards],
    /// The collective that combines partial results.
    pub(crate) partial: CollectiveKind,
    /// The element type of partial results, if it is not that of the outputs.
    pub(crate) partial_element: Option<ElementType>,
    /// The number of bits that a device sends while the node runs.
    pub(crate) inside: &'a dyn Fn(&[Axes]) -> u128,
    /// Whether a factor may be sharded into this many shards.
    pub(crate) may_shard: &'a dyn Fn(usize, u64) -> bool,
}

impl Pricing for Prices<'_, '_> {
    fn hardware(&self) -> &Hardware {
        &self.rank_mesh.hardware
    }

    fn reshard(&mut self, tensor: usize, offer: usize, layout: &FactorLayout) -> Cost {
        let Some(around) = self.tensors[tensor] else { return Cost::default() };
        let (placed, other) = (MeshLayout::from(layout.dims.to_vec()), &around.layouts[offer]);
        if tensor < self.operands {
            let is_given_up = |kept: &KeptShards| kept.input == tensor && placed.0[kept.dim] != kept.axes;
            let penalty = if self.kept.iter().any(is_given_up) { GIVEN_UP } else { Cost::default() };
            return self.rank_mesh.cost(around.global, other, &placed) + penalty;
        }
        let combined = match layout.partial.is_empty() {
            true => Cost::default(),
            false => {
                let held = placed.local_shape(around.global.shape);
                let element = around.global.element;
                let bytes = match self.partial {
                    CollectiveKind::AllReduce => byte_count(
                        sum_carrier(self.partial_element.unwrap_or(element)).unwrap_or(element),
                        held,
                    ),
                    _ => sent_bytes(element, held),
                };
                self.rank_mesh.time(self.partial, bytes, &layout.partial)
            }
        };
        combined + self.rank_mesh.cost(around.global, &placed, other)
    }

    fn sent_to_neighbours(&self, assignment: &[Axes]) -> u128 {
        (self.inside)(assignment)
    }

    fn may_shard(&self, factor: usize, axes: &[AxisRef]) -> bool {
        (self.may_shard)(factor, shard_count(axes))
    }
}

/// The collective that combines partial results of a node. Only sums of some types have an op of their own; others are gathered and reduced.
pub(crate) fn partial_kind(signature: &Signature) -> CollectiveKind {
    let is_sum = |kind: &FactorKind| !matches!(kind, FactorKind::Reduction(combine) if !matches!(combine, Combine::Sum | Combine::Mean | Combine::Requantised));
    let all_sums = signature.factors.iter().all(|factor| is_sum(&factor.kind))
        && signature.outputs.iter().all(|output| {
            output.ty.element.is_none_or(|element| sum_carrier(element).is_some() || requantises(signature))
        });
    if all_sums { CollectiveKind::AllReduce } else { CollectiveKind::AllGather }
}

/// Whether partial results are sums of integers instead of outputs.
pub(crate) fn requantises(signature: &Signature) -> bool {
    signature.factors.iter().any(|factor| factor.kind == FactorKind::Reduction(Combine::Requantised))
}

/// The number of bits that a device sends while the node runs: halos of windows, statistics, candidates and totals.
pub(crate) fn inside_bits(
    plain: &Plain<'_>,
    factors: &Factors,
    assignment: &[Axes],
    tensors: &[Option<&NodeTensor<'_>>],
    (mesh, links): (&Mesh, &Topology),
) -> u128 {
    let Some(Some(input)) = tensors.first() else { return 0 };
    let placed = MeshLayout::from(factors.layout(0, assignment).dims.into_vec());
    let local = placed.local_shape(input.global.shape);
    let bytes = |shape: &[u64]| sent_bytes(input.global.element, shape.iter().copied());
    let mut sent: u64 = 0;
    for &(dim, window) in &plain.signature.windows {
        let axes = placed.0.get(dim).map_or(&[][..], |axes| axes);
        let (count, extent) = (shard_count(axes), input.global.shape[dim]);
        let size = factors.factor(0, dim).map(|factor| factors.sizes[factor]);
        let Some(size) = size.filter(|_| count > 1) else { continue };
        let need = |at| reads_inside(&window, &shard_range(size, count, at), extent);
        let reads = Reads { size: extent, count, need: &need };
        let bytes = |width: u64| {
            let sizes = local.iter().enumerate().map(|(at, &size)| if at == dim { width } else { size });
            sent_bytes(input.global.element, sizes)
        };
        let exchange = reads.cheapest(&bytes, &link_group(links, mesh, axes));
        sent = sent.saturating_add(exchange.sent(&reads, &bytes));
    }
    let is_along = |dim: &usize| {
        let mapping = plain.signature.inputs.first().and_then(|input| input.dims.get(*dim));
        let kind = |factor: &FactorId| &plain.signature.factor(*factor).kind;
        let works =
            |factor: &FactorId| matches!(kind(factor), FactorKind::Statistics | FactorKind::Ordered(_));
        mapping.is_some_and(|factors| factors.iter().any(works))
    };
    let along: Vec<usize> = (0..local.len()).filter(is_along).collect();
    let count: u64 = along.iter().map(|&dim| shard_count(&placed.0[dim])).product();
    if count > 1 {
        let mut each = local;
        along.iter().for_each(|&dim| each[dim] = 1);
        let is_statistics =
            plain.signature.factors.iter().any(|factor| factor.kind == FactorKind::Statistics);
        sent = sent.saturating_add(match contributed_bytes(plain) {
            Some(row) => {
                let rows = each.iter().fold(1, |rows: u64, &size| rows.saturating_mul(size));
                CollectiveKind::AllGather.sent(rows.saturating_mul(row), count)
            }
            // A maximum and a sum, or two sums.
            None if is_statistics => CollectiveKind::AllReduce.sent(bytes(&each), count).saturating_mul(2),
            None => 0,
        });
    }
    u128::from(sent) * 8
}
