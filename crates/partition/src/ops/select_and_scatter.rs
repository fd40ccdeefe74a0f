//! The gradient of pooling: every device computes what is added to its block of the result.
//!
//! It takes all windows that overlap its block, runs the op on the elements that these cover, and keeps its
//! block. A window may extend over the edge of the operand, where nothing may be selected. There the operand is
//! continued with its outermost element: comparing an element with a copy of itself selects nothing new, and
//! what is scattered to a copy is then combined into the element itself.

use partita_base::Id;
use partita_ir::{Attr, Definition, EnumAttr, Module, OpCode, OpId, RegionId, ValueId};
use partita_rule::{FactorSize, RuleSpec};
use smallvec::smallvec;

use super::Written;
use super::halo::Sliding;
use crate::combiner::Combiner;
use crate::local_layout::{Axes, LocalLayout};
use crate::local_values::shape_and_bits;
use crate::localize::{Localizer, PlacedOp};
use crate::window::LocalDim;
use partita_place::Role;

/// A dimension with windows may be sharded if the bodies are recognised; the source is sharded with the
/// operand.
pub(crate) fn select_and_scatter_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let is_recognised = scatter(module, op).is_some();
    let is_comparison = module.op(op).regions.first().is_some_and(|&region| is_comparison(module, region));
    for (dim, sliding) in sliding(module, op).iter().enumerate() {
        let (&[factor], &[source]) = (&rule.results[0].dims[dim][..], &rule.operands[1].dims[dim][..]) else {
            continue;
        };
        let Some(at) = rule.permutation.iter().position(|other| *other == factor) else { continue };
        let is_safe = || !sliding.touches_edge() || (is_comparison && !sliding.leaves());
        if is_recognised && sliding.is_moderate() && is_safe() {
            rule.operands[1].dims[dim] = smallvec![factor];
            rule.factor_sizes[source.index()] = FactorSize::Known(1);
        } else {
            rule.permutation.remove(at);
            rule.need_replication.push(factor);
        }
    }
    Some(rule)
}

fn sliding(module: &Module, op: OpId) -> Vec<Sliding> {
    let data = module.op(op);
    let (operand, source) =
        (shape_and_bits(module, data.operands[0]).0, shape_and_bits(module, data.operands[1]).0);
    Sliding::read(module, op, &operand, &source)
}

/// The combiner of the scatter body, and the bytes of its neutral element.
fn scatter(module: &Module, op: OpId) -> Option<(Combiner, Vec<u8>)> {
    let data = module.op(op);
    let &[combiner] = &Combiner::of_body(module, *data.regions.get(1)?)?[..] else { return None };
    let element = module.context.tensor(module.type_of(data.result(0)))?.element;
    Some((combiner, combiner.neutral(module, element)?))
}

/// Whether a region compares its arguments by size.
fn is_comparison(module: &Module, region: RegionId) -> bool {
    let compared = || {
        let &[block] = &module.region(region).blocks[..] else { return None };
        let block = module.block(block);
        let &[value] = &module.op(*block.ops.last()?).operands[..] else { return None };
        let Definition::Result { op, .. } = module.value(value).definition else { return None };
        let &[a, b] = &block.args[..] else { return None };
        let data = module.op(op);
        let both = data.operands[..] == [a, b] || data.operands[..] == [b, a];
        let direction = module.attr(op, module.context.find_symbol("comparison_direction")?)?;
        let Attr::Enum(direction) = direction else { return None };
        let by_size = ["GE", "GT", "LE", "LT"].iter().any(|name| {
            EnumAttr::parse(partita_ir::EnumKind::ComparisonDirection, name).as_ref() == Some(direction)
        });
        Some(data.name.code() == Some(OpCode::Compare) && both && by_size)
    };
    compared().unwrap_or(false)
}

/// The windows that each shard needs.
struct Needed {
    /// The number of each shard's first window; it may not exist.
    first: Vec<i64>,
    count: u64,
    /// The start of the first window in the operand, and the width that all cover.
    starts: Vec<i64>,
    width: u64,
}

impl Sliding {
    /// Whether a window contains positions outside the operand.
    fn touches_edge(&self) -> bool {
        self.padding[0] > 0 || self.end_of_last() > self.size
    }

    /// Whether a window is entirely outside the operand.
    fn leaves(&self) -> bool {
        self.padding[0] >= self.window || self.end_of_last() - self.window >= self.size
    }

    fn end_of_last(&self) -> i64 {
        (self.windows - 1) * self.stride - self.padding[0] + self.window
    }

    /// All windows that overlap the blocks of the operand.
    fn overlapping(&self, shards: u64, block: u64) -> Needed {
        let (block, low) = (block as i64, self.padding[0]);
        let first = |shard: i64| (shard * block + low - self.window).div_euclid(self.stride) + 1;
        let behind = |shard: i64| ((shard + 1) * block + low - 1).div_euclid(self.stride) + 1;
        let count = (0..shards as i64).map(|shard| behind(shard) - first(shard)).max().unwrap_or(1).max(1);
        let first: Vec<i64> = (0..shards as i64).map(first).collect();
        let starts = first.iter().map(|first| first * self.stride - low).collect();
        Needed { first, count: count as u64, starts, width: self.width(count as u64) }
    }
}

/// `select_and_scatter` on all windows that overlap a device's block.
pub(crate) fn select_and_scatter(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let layout: &LocalLayout = &placed.results[0];
    let slides = |dim: usize| {
        let factor = placed.factors.factor(0, dim);
        factor.is_some_and(|factor| placed.factors.roles[factor] == Role::Window)
    };
    let dims: Vec<usize> =
        (0..layout.dims.len()).filter(|&dim| layout.is_sharded(dim) && slides(dim)).collect();
    let Some((combiner, neutral)) = scatter(local.module, placed.op).filter(|_| !dims.is_empty()) else {
        return local.same(placed.op, placed.operands, placed.results);
    };
    let sliding = sliding(local.module, placed.op);
    let (mut operand, operand_layout) = local.nearest(placed, 0, &dims);
    let (mut source, source_layout) = local.nearest(placed, 1, &dims);
    let given = placed.operands[2].0;
    let element = local.emit.element(operand);
    let neutral = local.emit.splat(&neutral, &[], element);
    let folds = dims.iter().any(|&dim| sliding[dim].touches_edge());
    let init = if folds { neutral } else { given };
    let mut padding: Vec<[i64; 2]> = sliding.iter().map(|dim| dim.padding).collect();
    let mut needs: Vec<(LocalDim, Needed)> = Vec::new();
    for &dim in &dims {
        let along = &sliding[dim];
        let axes: Axes = layout.dims[dim].clone();
        let needed = along.overlapping(layout.shards(dim), layout.block(dim, along.size as u64));
        let from = |own: &LocalLayout, size: i64| LocalDim {
            mesh: placed.mesh,
            dim,
            axes: own.dims[dim].clone(),
            size: size as u64,
        };
        let windows = from(&source_layout, along.windows);
        source = local.dilated_window(source, &windows, &axes, &needed.first, needed.count, 1, neutral);
        let covered = from(&operand_layout, along.size);
        operand = local.emit.window(operand, &covered, &axes, &needed.starts, needed.width);
        let covered = LocalDim { axes, ..covered };
        for edge in edges(along) {
            operand = continued(local, operand, &covered, &needed, edge);
        }
        padding[dim] = [0, 0];
        needs.push((covered, needed));
    }
    let ty = local.emit.out.type_of(operand);
    let new = local.create_copy(placed.op, &[operand, source, init], &[ty]);
    local.set_padding(new, &padding);
    for &region in &local.module.op(placed.op).regions {
        local.copy_region(region, new);
    }
    local.emit.out.append(local.emit.block, new);
    let mut result = local.emit.out.op(new).result(0);
    for (covered, needed) in needs {
        for edge in edges(&sliding[covered.dim]) {
            result = folded(local, result, &covered, &needed, edge, (combiner, neutral));
        }
        result = own_block(local, result, &covered, &needed, layout, init);
    }
    if folds {
        let shape = local.emit.shape(result);
        let given = local.emit.broadcast(given, &shape);
        result = local.emit.combine(combiner, given, result);
    }
    vec![(result, layout.clone())]
}

/// One end of the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Low,
    High,
}

/// The ends of the operand that windows extend over.
fn edges(sliding: &Sliding) -> Vec<Edge> {
    let low = (sliding.padding[0] > 0).then_some(Edge::Low);
    let high = (sliding.end_of_last() > sliding.size).then_some(Edge::High);
    low.into_iter().chain(high).collect()
}

impl Edge {
    /// The position of the outermost element in each window; arbitrary if the window does not contain it.
    fn places(self, local_dim: &LocalDim, needed: &Needed) -> Vec<i64> {
        let outermost = if self == Edge::Low { 0 } else { local_dim.size as i64 - 1 };
        needed.starts.iter().map(|start| (outermost - start).clamp(0, needed.width as i64 - 1)).collect()
    }

    /// Which elements of a window are not beyond this end.
    fn inside(
        self,
        local: &mut Localizer<'_>,
        shape: &[u64],
        local_dim: &LocalDim,
        needed: &Needed,
    ) -> ValueId {
        let sides = (self == Edge::Low, self == Edge::High);
        local.emit.inside(shape, local_dim, &needed.starts, 0..local_dim.size as i64, sides)
    }
}

/// The operand, continued beyond its end with its outermost element.
fn continued(
    local: &mut Localizer<'_>,
    value: ValueId,
    local_dim: &LocalDim,
    needed: &Needed,
    edge: Edge,
) -> ValueId {
    let shape = local.emit.shape(value);
    let index = local.emit.shard_index(local_dim.mesh, &local_dim.axes);
    let place = local.emit.look_up(&edge.places(local_dim, needed), index);
    let outermost = local.emit.dynamic_slice(value, local_dim.dim, place, 1);
    let dims: Vec<i64> = (0..shape.len() as i64).collect();
    let copies = local.emit.broadcast_in_dim(outermost, &shape, &dims);
    let inside = edge.inside(local, &shape, local_dim, needed);
    local.emit.select(inside, value, copies)
}

/// The result, with everything beyond its end combined into its outermost element.
fn folded(
    local: &mut Localizer<'_>,
    value: ValueId,
    local_dim: &LocalDim,
    needed: &Needed,
    edge: Edge,
    (combiner, neutral): (Combiner, ValueId),
) -> ValueId {
    let shape = local.emit.shape(value);
    let inside = edge.inside(local, &shape, local_dim, needed);
    let nothing = local.emit.broadcast(neutral, &shape);
    let outside = local.emit.select(inside, nothing, value);
    let sum = local.emit.reduce(outside, neutral, &[local_dim.dim], combiner);
    let dims: Vec<i64> = (0..shape.len() as i64).filter(|&dim| dim != local_dim.dim as i64).collect();
    let sum = local.emit.broadcast_in_dim(sum, &shape, &dims);
    let sum = local.emit.combine(combiner, value, sum);
    let index = local.emit.shard_index(local_dim.mesh, &local_dim.axes);
    let place = local.emit.look_up(&edge.places(local_dim, needed), index);
    let place = local.emit.broadcast(place, &shape);
    let positions = local.emit.iota(&shape, local_dim.dim, local.emit.index_type());
    let here = local.emit.compare("EQ", positions, place);
    local.emit.select(here, sum, value)
}

/// A device's block of what its windows cover; uncovered elements have the initial value.
fn own_block(
    local: &mut Localizer<'_>,
    value: ValueId,
    local_dim: &LocalDim,
    needed: &Needed,
    layout: &LocalLayout,
    init: ValueId,
) -> ValueId {
    let block = layout.block(local_dim.dim, local_dim.size) as i64;
    let offsets: Vec<i64> =
        needed.starts.iter().enumerate().map(|(shard, start)| shard as i64 * block - start).collect();
    let low = offsets.iter().map(|offset| -offset).max().unwrap_or(0).max(0);
    let high = offsets.iter().map(|offset| offset + block - needed.width as i64).max().unwrap_or(0).max(0);
    let value = local.emit.pad(value, init, local_dim.dim, [low, high, 0]);
    let table: Vec<i64> = offsets.iter().map(|offset| offset + low).collect();
    let index = local.emit.shard_index(local_dim.mesh, &local_dim.axes);
    let start = local.emit.look_up(&table, index);
    local.emit.dynamic_slice(value, local_dim.dim, start, block as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every window that touches a block is among those that it needs.
    #[test]
    fn a_block_gets_every_window_that_overlaps_it() {
        let sizes = [(1, 2), (7, 4), (13, 8), (23, 8)];
        let shapes = [(1, 1, 0), (2, 5, 0), (3, 2, 1), (5, 1, 4), (4, 3, 2)];
        for ((size, shards), (window, stride, low)) in
            sizes.iter().flat_map(|size| shapes.iter().map(move |shape| (*size, *shape)))
        {
            let windows = (size + low + window) / stride + 1;
            let padding = [low, 0];
            let sliding =
                Sliding { size, windows, stride, padding, base_dilation: 1, window, window_dilation: 1 };
            let block = size.div_euclid(shards) + i64::from(size % shards != 0);
            let needed = sliding.overlapping(shards as u64, block as u64);
            for (number, shard) in
                (0..windows).flat_map(|number| (0..shards).map(move |shard| (number, shard)))
            {
                let start = number * stride - low;
                let overlaps = start < (shard + 1) * block && start + window > shard * block;
                let first = needed.first[shard as usize];
                let included = (first..first + needed.count as i64).contains(&number);
                assert!(included || !overlaps, "window {number} of {sliding:?} for shard {shard}");
            }
        }
    }

    #[test]
    fn windows_beyond_the_edge_are_noticed() {
        let plain = Sliding {
            size: 7,
            windows: 4,
            stride: 2,
            padding: [1, 1],
            base_dilation: 1,
            window: 3,
            window_dilation: 1,
        };
        assert!(plain.touches_edge() && !plain.leaves());
        assert!(!Sliding { padding: [0, 0], windows: 3, ..plain }.touches_edge());
        assert!(Sliding { padding: [3, 0], ..plain }.leaves());
        assert!(Sliding { padding: [0, 9], windows: 5, ..plain }.leaves());
    }
}
