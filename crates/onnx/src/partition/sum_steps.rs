//! Finishes the partial sums of a value.
//!
//! onnxruntime has no collective that combines partial sums and leaves every rank its shard. An AllToAll sends each rank the partial sums
//! of its shard, which it adds: half the bytes of an AllReduce.

use partita_cost::{CollectiveKind, Cost};
use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;
use partita_place::Axes;

use super::build::{LocalSize, int_attribute, is_float};
use super::carrier::{sent_bytes, sum_carrier};
use super::mesh_layout::{MeshLayout, shard_index};
use super::rank::{Rank, range_lengths};
use super::rank_mesh::RankMesh;
use super::reshard::{GlobalTensor, byte_count};
use crate::types::ElementType;

/// A step that finishes sums along axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SumStep {
    /// All ranks get the sum.
    Reduce(Axes),
    /// Every rank gets its shard of the sum, along this dimension.
    Scatter(usize, Axes),
}

impl SumStep {
    pub(crate) fn is_scatter(&self) -> bool {
        matches!(self, SumStep::Scatter(..))
    }

    /// The layout after the step.
    fn apply(&self, layout: &MeshLayout) -> MeshLayout {
        let (SumStep::Reduce(axes) | SumStep::Scatter(_, axes)) = self;
        let left: Vec<AxisRef> =
            layout.unreduced().iter().copied().filter(|axis| !axes.contains(axis)).collect();
        let mut after = layout.clone().with_unreduced(left);
        if let SumStep::Scatter(dim, axes) = self {
            after.0[*dim].extend(axes.iter().copied());
        }
        after
    }
}

impl RankMesh<'_> {
    /// The steps that finish the sums of a value which `to` does not leave unreduced. Shards come first, because later steps then sum less.
    pub(crate) fn sum_steps(
        &self,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> Vec<SumStep> {
        let mut left: Vec<AxisRef> =
            from.unreduced().iter().copied().filter(|axis| !to.unreduced().contains(axis)).collect();
        let mut steps = Vec::new();
        for (dim, &size) in global.shape.iter().enumerate() {
            let is_parted = global.parts.is_some_and(|parts| parts.dim == dim);
            let Some(added) = to.0[dim].strip_prefix(&from.0[dim][..]) else { continue };
            let is_sum = added.iter().all(|axis| left.contains(axis));
            let is_even = size.is_multiple_of(shard_count(&to.0[dim]));
            if !added.is_empty() && is_sum && is_even && !is_parted && is_float(global.element) {
                left.retain(|axis| !added.contains(axis));
                steps.push(SumStep::Scatter(dim, added.iter().copied().collect()));
            }
        }
        if !left.is_empty() {
            steps.push(SumStep::Reduce(left.into()));
        }
        steps
    }

    /// The cost of these steps, and the layout after them.
    pub(crate) fn sum_cost(
        &self,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> (Cost, MeshLayout) {
        let (mut cost, mut at) = (Cost::default(), from.clone());
        for step in self.sum_steps(global, from, to) {
            let local = at.local_shape(global.shape);
            cost += match &step {
                SumStep::Scatter(_, axes) => {
                    self.time(CollectiveKind::AllToAll, sent_bytes(global.element, local), axes)
                }
                SumStep::Reduce(axes) => match sum_carrier(global.element) {
                    Some(carrier) => self.time(CollectiveKind::AllReduce, byte_count(carrier, local), axes),
                    None => self.time(CollectiveKind::AllGather, sent_bytes(global.element, local), axes),
                },
            };
            at = step.apply(&at);
        }
        (cost, at.with_unreduced(to.unreduced().iter().copied()))
    }
}

impl Rank<'_, '_> {
    /// Finishes the sums of a value which `to` does not leave unreduced. Returns its new name and layout.
    pub(crate) fn finish_sum(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> (String, MeshLayout) {
        let (mut value, mut at) = (value.to_owned(), from.clone());
        for step in self.rank_mesh.sum_steps(global, from, to) {
            value = match &step {
                SumStep::Scatter(dim, axes) => self.scatter_sum(&value, global, &at, *dim, axes),
                SumStep::Reduce(axes) => {
                    let local = range_lengths(&at.ranges(self.rank_mesh.mesh, global.shape, self.position));
                    self.all_sum(&value, &local, global.element, axes)
                }
            };
            at = step.apply(&at);
        }
        let missing = to.unreduced().iter().copied().filter(|axis| !at.unreduced().contains(axis));
        let missing: Vec<AxisRef> = missing.collect();
        let local = range_lengths(&at.ranges(self.rank_mesh.mesh, global.shape, self.position));
        let value = self.contribute_once(&value, global.element, &global.local_sizes(&local), &missing);
        (value, at.with_unreduced(to.unreduced().iter().copied()))
    }

    /// The value on the first rank along these axes, and zeros of the same sizes on the others: partial sums whose sum is the value.
    pub(crate) fn contribute_once(
        &mut self,
        value: &str,
        element: ElementType,
        sizes: &[LocalSize],
        axes: &[AxisRef],
    ) -> String {
        match shard_index(self.rank_mesh.mesh, axes, self.position) {
            0 => value.to_owned(),
            _ => self.build.zeros_like(element, value, sizes),
        }
    }

    /// Finishes a sum along `axes`, which then shard a dimension: every rank receives the partial sums of its shard, and adds them.
    fn scatter_sum(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        at: &MeshLayout,
        dim: usize,
        axes: &[AxisRef],
    ) -> String {
        let local = range_lengths(&at.ranges(self.rank_mesh.mesh, global.shape, self.position));
        let count = shard_count(axes);
        // [.., size, ..] -> [.., count, size / count, ..] -> [count, .., size / count, ..]
        let mut split = global.local_sizes(&local);
        split[dim] = LocalSize::Known(local[dim] / count);
        split.insert(dim, LocalSize::Known(count));
        let mut rows = self.build.reshape(value, &split);
        if dim > 0 {
            let order = std::iter::once(dim).chain((0..=local.len()).filter(|&at| at != dim));
            rows = self.build.transpose(&rows, order);
        }
        let group = self.rank_mesh.group(axes, self.position);
        let bytes = sent_bytes(global.element, local.iter().copied());
        self.note_collective(CollectiveKind::AllToAll, axes, count, bytes);
        let attributes = vec![int_attribute("group_size", count as i64)];
        let mut terms = self.build.exchange("AllToAll", &rows, global.element, &group, attributes);
        // Narrow floats are added in f32, so that small terms are not lost.
        let is_narrow = matches!(global.element, ElementType::Float16 | ElementType::Bfloat16);
        if is_narrow {
            terms = self.build.cast(&terms, ElementType::Float);
        }
        let sum = self.build.reduce("ReduceSum", &terms, &[0], false);
        if is_narrow { self.build.cast(&sum, global.element) } else { sum }
    }
}
