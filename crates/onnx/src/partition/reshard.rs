//! Emits the nodes that reshard a tensor on one rank.

use partita_cost::CollectiveKind;
use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;
use partita_place::Axes;
use partita_reshard::{Collective, Placed, ReshardStep, source_target_pairs};

use super::build::{LocalSize, int_attribute};
use super::carrier::{byte_type, sent_bytes, sum_carrier};
use super::mesh_layout::{MeshLayout, shard_index, shard_range};
use super::parts::Parts;
use super::rank::{Rank, range_lengths};
use crate::types::{Dim, ElementType};

/// The global shape and the element type of a tensor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GlobalTensor<'a> {
    /// The sizes. Those that are unknown until run time count as 1, and these dimensions are never sharded.
    pub(crate) shape: &'a [u64],
    /// The sizes as the model states them.
    pub(crate) dims: &'a [Dim],
    /// The dimension that is sharded part by part.
    pub(crate) parts: Option<&'a Parts>,
    pub(crate) element: ElementType,
}

impl GlobalTensor<'_> {
    /// The size of an element in bytes when it is sent, at least one.
    pub(crate) fn element_bytes(&self) -> u64 {
        sent_bytes(self.element, []).max(1)
    }

    /// The sizes of a shard whose known sizes are `local`. The others are those of the shard itself.
    pub(crate) fn local_sizes(&self, local: &[u64]) -> Vec<LocalSize> {
        let size = |(dim, &size): (usize, &u64)| match self.dims.get(dim) {
            Some(Dim::Named(_) | Dim::Unknown) => LocalSize::Like(dim),
            _ => LocalSize::Known(size),
        };
        local.iter().enumerate().map(size).collect()
    }
}

impl Rank<'_, '_> {
    /// Reshards a value and returns its new name. No op slices or joins elements of less than a byte, so they are widened.
    pub(crate) fn reshard_elements(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> String {
        let element = byte_type(global.element);
        if element == global.element || from == to {
            return self.reshard(value, global, from, to);
        }
        let wide = self.build.cast(value, element);
        let resharded = self.reshard(&wide, GlobalTensor { element, ..global }, from, to);
        self.build.cast(&resharded, global.element)
    }

    /// Reshards a value of entire bytes.
    pub(crate) fn reshard(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> String {
        if from == to {
            return value.to_owned();
        }
        if from.unreduced() != to.unreduced() {
            let (summed, from) = self.finish_sum(value, global, from, to);
            return self.reshard(&summed, global, &from, to);
        }
        if global.shape.contains(&0) {
            // An empty tensor needs no communication.
            let local = range_lengths(&to.ranges(self.rank_mesh.mesh, global.shape, self.position));
            return self.build.zeros_like(global.element, value, &global.local_sizes(&local));
        }
        let route = self.rank_mesh.route(global, from, to);
        let (mut value, mut from) = (value.to_owned(), from.clone());
        for &dim in &route.gathered {
            value = self.gather_dim(&value, global, dim, &from);
            from.0[dim] = Axes::new();
        }
        match &route.plan {
            Some(plan) => {
                for step in &plan.steps {
                    value = self.step(&value, global, &mut from, step);
                }
            }
            None => value = self.gather_and_slice(&value, global, &mut from, &route.middle),
        }
        self.slice_dims(&value, global, &from, to)
    }

    /// Gathers the dimensions that change and slices them again. This always works, and is the fallback without a plan.
    fn gather_and_slice(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        from: &mut MeshLayout,
        to: &MeshLayout,
    ) -> String {
        let mut value = value.to_owned();
        for dim in 0..global.shape.len() {
            if from.0[dim] != to.0[dim] {
                value = self.gather_dim(&value, global, dim, from);
                from.0[dim] = Axes::new();
            }
        }
        let sliced = self.slice_dims(&value, global, from, to);
        from.clone_from(to);
        sliced
    }

    /// Slices this rank's shard of the dimensions whose layout changes; they are replicated in `from`.
    fn slice_dims(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> String {
        let own = to.ranges(self.rank_mesh.mesh, global.shape, self.position);
        let is_parted = |dim: usize| global.parts.is_some_and(|parts| parts.dim == dim);
        let changed = |dim: &usize| from.0[*dim] != to.0[*dim];
        let slices = (0..global.shape.len()).filter(|dim| changed(dim) && !is_parted(*dim));
        let slices: Vec<_> = slices.map(|dim| (dim, own[dim].start, own[dim].end)).collect();
        let value = self.build.slices(value, &slices);
        match global.parts.filter(|parts| changed(&parts.dim)) {
            Some(parts) => self.slice_parts(&value, global, parts, to),
            None => value,
        }
    }

    /// Slices this rank's shard of every part. All other dimensions have the layout `to` already.
    fn slice_parts(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        parts: &Parts,
        to: &MeshLayout,
    ) -> String {
        let (dim, axes) = (parts.dim, &to.0[parts.dim]);
        let index = shard_index(self.rank_mesh.mesh, axes, self.position);
        let ranges = parts.ranges(shard_count(axes), index);
        let Some(equal) = parts.equal_size() else {
            let slices: Vec<String> =
                ranges.iter().map(|r| self.build.slice(value, dim, r.start, r.end)).collect();
            return self.build.concat(&slices.iter().map(String::as_str).collect::<Vec<_>>(), dim);
        };
        let local = range_lengths(&to.ranges(self.rank_mesh.mesh, global.shape, self.position));
        let sizes = global.local_sizes(&local);
        let divided = divide_dim(&sizes, dim, &[parts.sizes.len() as u64, equal]);
        let divided = self.build.reshape(value, &divided);
        let own = self.build.slice(&divided, dim + 1, ranges[0].start, ranges[0].end);
        self.build.reshape(&own, &merge_dims(&sizes, dim, 2, local[dim]))
    }

    /// Joins the parts of gathered shards: all shards of the first part, then all of the second. The shape of a shard is `local`.
    fn join_parts(
        &mut self,
        gathered: &str,
        global: GlobalTensor<'_>,
        parts: &Parts,
        count: u64,
        local: &[u64],
    ) -> String {
        let dim = parts.dim;
        if let Some(equal) = parts.equal_size() {
            let sizes = global.local_sizes(local);
            let divided = divide_dim(&sizes, dim, &[count, parts.sizes.len() as u64, equal / count]);
            let divided = self.build.reshape(gathered, &divided);
            let order = (0..sizes.len() + 2).map(|at| match at {
                at if at == dim => dim + 1,
                at if at == dim + 1 => dim,
                at => at,
            });
            let joined = self.build.transpose(&divided, order);
            return self.build.reshape(&joined, &merge_dims(&sizes, dim, 3, global.shape[dim]));
        }
        let local: Vec<u64> = parts.sizes.iter().map(|size| size / count).collect();
        let width: u64 = local.iter().sum();
        let mut slices = Vec::new();
        let mut start = 0;
        for size in local {
            for shard in 0..count {
                let at = shard * width + start;
                slices.push(self.build.slice(gathered, dim, at, at + size));
            }
            start += size;
        }
        self.build.concat(&slices.iter().map(String::as_str).collect::<Vec<_>>(), dim)
    }

    /// Gathers one dimension.
    fn gather_dim(&mut self, value: &str, global: GlobalTensor<'_>, dim: usize, from: &MeshLayout) -> String {
        let local = range_lengths(&from.ranges(self.rank_mesh.mesh, global.shape, self.position));
        self.gather_local(value, global, dim, from, local)
    }

    /// The same for a tensor whose local shape `local` differs from its layout in other dimensions.
    pub(crate) fn gather_local(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        dim: usize,
        from: &MeshLayout,
        mut local: Vec<u64>,
    ) -> String {
        let axes = &from.0[dim];
        let (size, count) = (global.shape[dim], shard_count(axes));
        if count == 1 {
            return value.to_owned();
        }
        let full = size.div_ceil(count);
        let missing = full - local[dim];
        let padded = if missing == 0 {
            value.to_owned()
        } else {
            local[dim] = missing;
            let zeros = self.build.zeros_like(global.element, value, &global.local_sizes(&local));
            self.build.concat(&[value, &zeros], dim)
        };
        let gathered = self.all_gather(&padded, dim, axes, full * count, global, from);
        if let Some(parts) = global.parts.filter(|parts| parts.dim == dim) {
            return self.join_parts(&gathered, global, parts, count, &local);
        }
        if full * count == size { gathered } else { self.build.slice(&gathered, dim, 0, size) }
    }

    /// Concatenates the values of the ranks along `axes`.
    fn all_gather(
        &mut self,
        value: &str,
        dim: usize,
        axes: &[AxisRef],
        size: u64,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
    ) -> String {
        let own = from.ranges(self.rank_mesh.mesh, global.shape, self.position);
        let others = own.iter().enumerate().filter(|(d, _)| *d != dim).map(|(_, r)| r.end - r.start);
        let group = self.rank_mesh.group(axes, self.position);
        let count = group.len() as u64;
        let bytes = sent_bytes(global.element, others.chain([size / count]));
        self.note_collective(CollectiveKind::AllGather, axes, count, bytes);
        let attributes = vec![int_attribute("axis", dim as i64), int_attribute("group_size", count as i64)];
        self.build.exchange("AllGather", value, global.element, &group, attributes)
    }

    /// One step of a plan. All shards are even.
    fn step(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        at: &mut MeshLayout,
        step: &ReshardStep,
    ) -> String {
        let after = MeshLayout::after_step(&step.after);
        let mut value = value.to_owned();
        match &step.collective {
            Collective::AllGather(dims) => {
                for (dim, axes) in dims.iter().enumerate().filter(|(_, axes)| !axes.is_empty()) {
                    let size = global.shape[dim].div_ceil(shard_count(&after.0[dim]));
                    value = self.all_gather(&value, dim, axes, size, global, at);
                    at.0[dim].clone_from(&after.0[dim]);
                }
            }
            Collective::AllSlice(dims) => {
                let mut parts = Vec::new();
                for (dim, axes) in dims.iter().enumerate().filter(|(_, axes)| !axes.is_empty()) {
                    let size = global.shape[dim].div_ceil(shard_count(&at.0[dim]));
                    let own = shard_range(
                        size,
                        shard_count(axes),
                        shard_index(self.rank_mesh.mesh, axes, self.position),
                    );
                    parts.push((dim, own.start, own.end));
                }
                value = self.build.slices(&value, &parts);
            }
            Collective::AllToAll(moves) => {
                for each in moves {
                    value = self.all_to_all(&value, global, at, &each.axes, each.from, each.to);
                    let kept = shard_count(&at.0[each.from]) / shard_count(&each.axes);
                    at.0[each.from] = leading(&at.0[each.from], kept);
                    at.0[each.to].extend(each.axes.iter().copied());
                }
            }
            Collective::CollectivePermute => value = self.permute(&value, global, at, &after),
            // Partial sums are finished before, so no plan changes the unreduced axes.
            Collective::AllReduce(_) | Collective::ReduceScatter(_) => {}
        }
        *at = after;
        value
    }

    /// Moves `axes` from the minor end of one dimension to that of another.
    fn all_to_all(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        at: &MeshLayout,
        axes: &[AxisRef],
        from: usize,
        to: usize,
    ) -> String {
        let rank = global.shape.len();
        let own = at.ranges(self.rank_mesh.mesh, global.shape, self.position);
        let local: Vec<u64> = own.iter().map(|range| range.end - range.start).collect();
        let count = shard_count(axes);
        // [.., to, ..] -> [.., count, to / count, ..] -> [count, .., to / count, ..]
        let mut split = global.local_sizes(&local);
        split[to] = LocalSize::Known(local[to] / count);
        split.insert(to, LocalSize::Known(count));
        let split_value = self.build.reshape(value, &split);
        let front = self
            .build
            .transpose(&split_value, std::iter::once(to).chain((0..=rank).filter(|&dim| dim != to)));
        let group = self.rank_mesh.group(axes, self.position);
        let bytes = sent_bytes(global.element, local.iter().copied());
        self.note_collective(CollectiveKind::AllToAll, axes, count, bytes);
        let exchanged = self.build.exchange(
            "AllToAll",
            &front,
            global.element,
            &group,
            vec![int_attribute("group_size", count as i64)],
        );
        // [count, .., from, ..] -> [.., count, from, ..] -> [.., count * from, ..]
        let back = (1..=from).chain(std::iter::once(0)).chain(from + 1..=rank);
        let back = self.build.transpose(&exchanged, back);
        // The dimensions after `count` are one place further in the value.
        let place = |(dim, size): (usize, LocalSize)| match size {
            LocalSize::Like(_) => LocalSize::Like(dim + usize::from(dim >= from)),
            known => known,
        };
        let merged = global.local_sizes(&local).into_iter().enumerate().map(place);
        let mut merged: Vec<LocalSize> = merged.collect();
        merged[to] = LocalSize::Known(local[to] / count);
        merged[from] = LocalSize::Known(local[from] * count);
        self.build.reshape(&back, &merged)
    }

    /// A collective permute. ONNX has none, so every rank gathers all shards and selects one.
    fn permute(
        &mut self,
        value: &str,
        global: GlobalTensor<'_>,
        from: &MeshLayout,
        to: &MeshLayout,
    ) -> String {
        let sharding = |layout: &MeshLayout| layout.to_sharding(self.rank_mesh.id, self.rank_mesh.mesh);
        let placed = |sharding| Placed { mesh: self.rank_mesh.mesh, sharding };
        let pairs = match (&sharding(from), &sharding(to)) {
            (Some(before), Some(after)) => source_target_pairs(placed(before), placed(after)).ok(),
            _ => None,
        };
        let Some(pairs) = pairs else { return self.gather_and_slice(value, global, &mut from.clone(), to) };
        let own = from.ranges(self.rank_mesh.mesh, global.shape, self.position);
        let bytes = sent_bytes(global.element, own.iter().map(|range| range.end - range.start));
        let all_ranks: Vec<u64> = self.rank_mesh.devices.iter().map(|device| device.0).collect();
        // Devices of the mesh, which are not ranks if the mesh is that of a stage.
        let own_device = self.rank_mesh.mesh.device(self.position);
        let sender =
            pairs.iter().find(|(_, receiver)| Some(*receiver) == own_device).map(|(sender, _)| *sender);
        let at =
            sender.and_then(|sender| self.rank_mesh.mesh.position(sender)).unwrap_or(self.position) as usize;
        let count = all_ranks.len() as u64;
        let axes = self.rank_mesh.all_axes();
        self.note_collective(CollectiveKind::AllGather, &axes, count, bytes);
        self.row_of_all(value, value, global.element, &all_ranks, at)
    }

    /// The first rank's copy of a value that must be the same on all ranks.
    pub(crate) fn first_of_all(&mut self, value: &str, element: ElementType) -> String {
        let all_ranks: Vec<u64> = self.rank_mesh.devices.iter().map(|device| device.0).collect();
        if all_ranks.len() == 1 {
            return value.to_owned();
        }
        let axes = self.rank_mesh.all_axes();
        self.note_collective(CollectiveKind::AllGather, &axes, all_ranks.len() as u64, 0);
        self.row_of_all(value, value, element, &all_ranks, 0)
    }

    /// Gathers the values of a group and selects that of the member at `at`. The name of the result begins with `base`.
    pub(crate) fn row_of_all(
        &mut self,
        value: &str,
        base: &str,
        element: ElementType,
        group: &[u64],
        at: usize,
    ) -> String {
        let row = self.build.unsqueeze(value);
        let attributes = vec![int_attribute("axis", 0), int_attribute("group_size", group.len() as i64)];
        let all = self.build.exchange("AllGather", &row, element, group, attributes);
        let at = self.build.integers(&[at as i64], true);
        self.build.op("Gather", base, &[&all, &at], vec![int_attribute("axis", 0)])
    }

    /// Sums the values of the ranks along `axes`; all ranks get the sum.
    pub(crate) fn all_sum(
        &mut self,
        value: &str,
        shape: &[u64],
        element: ElementType,
        axes: &[AxisRef],
    ) -> String {
        if let Some(carrier) = sum_carrier(element) {
            let group = self.rank_mesh.group(axes, self.position);
            let count = group.len() as u64;
            let bytes = byte_count(carrier, shape.iter().copied());
            self.note_collective(CollectiveKind::AllReduce, axes, count, bytes);
            return self.build.sum(value, element, carrier, &group);
        }
        self.all_combine(value, shape, element, axes, "ReduceSum")
    }

    /// Combines the values of the ranks along `axes` with a reduction op; all ranks get the result.
    pub(crate) fn all_combine(
        &mut self,
        value: &str,
        shape: &[u64],
        element: ElementType,
        axes: &[AxisRef],
        op: &str,
    ) -> String {
        let group = self.rank_mesh.group(axes, self.position);
        let count = group.len() as u64;
        let bytes = sent_bytes(element, shape.iter().copied());
        self.note_collective(CollectiveKind::AllGather, axes, count, bytes);
        let row = self.build.unsqueeze(value);
        let attributes = vec![int_attribute("axis", 0), int_attribute("group_size", count as i64)];
        let all = self.build.exchange("AllGather", &row, element, &group, attributes);
        if element == ElementType::Bool {
            // Old op sets do not reduce booleans; bytes have the same order.
            let bytes = self.build.cast(&all, ElementType::Uint8);
            let reduced = self.build.reduce(op, &bytes, &[0], false);
            return self.build.cast(&reduced, ElementType::Bool);
        }
        self.build.reduce(op, &all, &[0], false)
    }
}

/// The size of a shard in bytes. The global size was checked before, so it does not overflow.
pub(crate) fn byte_count(element: ElementType, shape: impl IntoIterator<Item = u64>) -> u64 {
    element.bytes_of(shape).unwrap_or(u64::MAX)
}

/// The sizes of a tensor after one of its dimensions is divided.
fn divide_dim(sizes: &[LocalSize], dim: usize, into: &[u64]) -> Vec<LocalSize> {
    let mut divided = sizes.to_vec();
    divided.splice(dim..=dim, into.iter().map(|&size| LocalSize::Known(size)));
    divided
}

/// The sizes of a tensor after a dimension that was divided into `count` is one of this size again.
fn merge_dims(sizes: &[LocalSize], dim: usize, count: usize, size: u64) -> Vec<LocalSize> {
    let place = |(at, &size): (usize, &LocalSize)| match size {
        LocalSize::Like(_) if at > dim => LocalSize::Like(at + count - 1),
        size => size,
    };
    let mut merged: Vec<LocalSize> = sizes.iter().enumerate().map(place).collect();
    merged[dim] = LocalSize::Known(size);
    merged
}

/// The leading axes that form this many shards.
fn leading(axes: &[AxisRef], shards: u64) -> Axes {
    let (mut kept, mut made) = (Axes::new(), 1);
    for &axis in axes {
        if made == shards {
            break;
        }
        let wanted = (shards / made).min(axis.size());
        kept.push(axis.split(wanted).map_or(axis, |(major, _)| major));
        made *= wanted;
    }
    kept
}
