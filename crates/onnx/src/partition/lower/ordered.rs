//! Lowers ops along a dimension in order: the candidates of all shards are compared with their positions, and totals of earlier shards are
//! continued.

use partita_base::Id;
use partita_cost::CollectiveKind;
use partita_mesh::AxisRef;
use partita_rule::FactorId;

use super::super::build::int_attribute;
use super::super::mesh_layout::shard_range;
use super::super::node::Shard;
use super::super::reshard::byte_count;
use super::{LocalNode, Plain, Rank, by_kind, same};
use crate::signature::FactorKind;
use crate::types::ElementType;

/// The first version of the default op set with `GatherElements`.
const FIRST_GATHER_ELEMENTS: i64 = 11;

/// Whether a factor is the dimension along which the op works, and the only one.
fn is_along(plain: &Plain<'_>, factor: FactorId) -> bool {
    let is_along = |kind: &FactorKind| matches!(kind, FactorKind::Ordered(_) | FactorKind::Statistics);
    let count = plain.signature.factors.iter().filter(|factor| is_along(&factor.kind)).count();
    is_along(&plain.signature.factor(factor).kind) && count == 1
}

/// Whether engines compare and sum elements of this type.
fn has_kernels(plain: &Plain<'_>) -> bool {
    use ElementType::{Double, Float, Int32, Int64};
    matches!(plain.element, Some(Float | Double | Int32 | Int64))
}

/// The default, and the dimension in which the largest or smallest element is searched.
pub(super) fn may_search(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    let is_along = is_along(plain, factor) && has_kernels(plain) && plain.opset >= FIRST_GATHER_ELEMENTS;
    is_along || by_kind(plain, factor, shards)
}

/// The same, if every shard has as many elements as are selected.
pub(super) fn may_select(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    let size = plain.signature.factor(factor).size.known();
    let smallest = size.map_or(0, |size| {
        let last = shard_range(size, shards, shards - 1);
        last.end - last.start
    });
    let is_enough = selected(plain).is_some_and(|count| count <= smallest);
    is_along(plain, factor) && is_enough && may_search(plain, factor, shards)
        || by_kind(plain, factor, shards)
}

/// The default, and the dimension along which totals are continued.
pub(super) fn may_accumulate(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    is_along(plain, factor) && has_kernels(plain) || by_kind(plain, factor, shards)
}

/// The number of elements that `TopK` selects.
fn selected(plain: &Plain<'_>) -> Option<u64> {
    let output = plain.signature.outputs.first()?;
    let dims = output.ty.dims.as_deref()?;
    let input = plain.signature.inputs.first()?;
    let is_ordered =
        |factor: &FactorId| matches!(plain.signature.factor(*factor).kind, FactorKind::Ordered(_));
    let axis = input.dims.iter().position(|dim| dim.iter().any(is_ordered))?;
    dims.get(axis)?.known()
}

/// The bytes that a shard contributes per row: an element and its position.
pub(super) fn searched_bytes(plain: &Plain<'_>) -> u64 {
    element_bytes(plain) + POSITION_BYTES
}

/// The same for every selected element.
pub(super) fn selected_bytes(plain: &Plain<'_>) -> u64 {
    searched_bytes(plain) * selected(plain).unwrap_or(1)
}

/// A shard contributes one element per row.
pub(super) fn total_bytes(plain: &Plain<'_>) -> u64 {
    element_bytes(plain)
}

const POSITION_BYTES: u64 = 8;

fn element_bytes(plain: &Plain<'_>) -> u64 {
    plain.element.map_or(1, |element| byte_count(element, []))
}

/// The sharded dimension along which an op works.
struct Along {
    dim: usize,
    axes: Vec<AxisRef>,
    /// The position of this rank's first element.
    start: i64,
    input: Shard,
}

impl Along {
    fn of(node: &LocalNode<'_>) -> Option<Self> {
        let is_along = |kind: &FactorKind| matches!(kind, FactorKind::Ordered(_) | FactorKind::Statistics);
        let (factor, _) = node.sharded_factors().find(|(_, kind)| is_along(kind))?;
        let input = node.inputs.first()?.clone()?;
        let dim = node.input_dim(0, factor)?;
        let start = input.ranges[dim].start as i64;
        Some(Self { dim, axes: node.chosen[factor.index()].to_vec(), start, input })
    }

    /// Concatenates what all shards contribute, `width` elements each.
    fn gather(&self, rank: &mut Rank<'_, '_>, value: &str, width: u64, element: ElementType) -> String {
        let mut shape = self.input.local_shape();
        shape[self.dim] = width;
        let group = rank.rank_mesh.group(&self.axes, rank.position);
        let count = group.len() as u64;
        let bytes = byte_count(element, shape.iter().copied());
        rank.note_collective(CollectiveKind::AllGather, &self.axes, count, bytes);
        let attributes =
            vec![int_attribute("axis", self.dim as i64), int_attribute("group_size", count as i64)];
        rank.build.exchange("AllGather", value, element, &group, attributes)
    }

    fn axis(&self) -> crate::proto::Attribute {
        int_attribute("axis", self.dim as i64)
    }

    /// The positions in the unsharded tensor of positions in this rank's shard.
    fn unsharded(&self, rank: &mut Rank<'_, '_>, positions: &str) -> String {
        let start = rank.build.integers(&[self.start], true);
        rank.build.binary("Add", positions, &start)
    }

    /// The elements of `values` at `positions`, along the dimension.
    fn pick(&self, rank: &mut Rank<'_, '_>, values: &str, positions: &str) -> String {
        rank.build.op("GatherElements", values, &[values, positions], vec![self.axis()])
    }

    /// The position of the winner of all shards; the dimension keeps size 1. Shards are in order, so the first or last of equal elements
    /// is that of the unsharded tensor.
    fn winner(&self, rank: &mut Rank<'_, '_>, op: &str, last: bool) -> String {
        let mut attributes = vec![self.axis(), int_attribute("keepdims", 1)];
        if last {
            attributes.push(int_attribute("select_last_index", 1));
        }
        let name = self.input.name.clone();
        let local = rank.build.op(op, &name, &[&name], attributes.clone());
        let value = self.pick(rank, &name, &local);
        let position = self.unsharded(rank, &local);
        let values = self.gather(rank, &value, 1, self.input.element);
        let positions = self.gather(rank, &position, 1, ElementType::Int64);
        let shard = rank.build.op(op, &values, &[&values], attributes);
        self.pick(rank, &positions, &shard)
    }
}

/// `ArgMax` and `ArgMin`.
pub(super) fn search(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let (Some(along), Some(Some(output))) = (Along::of(node), node.outputs.first().cloned()) else {
        return same(rank, node);
    };
    let flag =
        |name: &str, default: i64| node.proto.attribute(name).and_then(|a| a.i).unwrap_or(default) != 0;
    let (keeps, last) = (flag("keepdims", 1), flag("select_last_index", 0));
    let mut winner = along.winner(rank, node.proto.op(), last);
    if !keeps {
        winner = rank.build.squeeze(&winner, along.dim);
    }
    rank.alias(&winner, &output.name);
}

/// `Hardmax`: one where the winner is, and zero elsewhere.
pub(super) fn hardmax(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let (Some(along), Some(Some(output))) = (Along::of(node), node.outputs.first().cloned()) else {
        return same(rank, node);
    };
    let winner = along.winner(rank, "ArgMax", false);
    let behind = along.input.shape.len() - along.dim - 1;
    let range = along.input.ranges[along.dim].clone();
    let positions: Vec<i64> = range.map(|position| position as i64).collect();
    let raw: Vec<u8> = positions.iter().flat_map(|position| position.to_le_bytes()).collect();
    let dims = std::iter::once(positions.len() as i64).chain(std::iter::repeat_n(1, behind)).collect();
    let positions = rank.build.constant("positions", ElementType::Int64, dims, raw.into());
    let is_winner = rank.build.binary("Equal", &winner, &positions);
    let result = rank.build.cast(&is_winner, output.element);
    rank.alias(&result, &output.name);
}

/// `TopK`: every shard selects its candidates, and the best of all of them are selected again.
pub(super) fn select(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let outputs = [node.outputs.first().cloned().flatten(), node.outputs.get(1).cloned().flatten()];
    let made = outputs.iter().flatten().next().cloned();
    let (Some(along), Some(made), Some(Some(count))) = (Along::of(node), made, node.inputs.get(1).cloned())
    else {
        return same(rank, node);
    };
    let width = made.shape[along.dim];
    let top = |rank: &mut Rank<'_, '_>, value: &str, attributes: Vec<crate::proto::Attribute>| {
        let [values, positions] = [rank.build.name(value), rank.build.name(value)];
        let mut top = node.proto.clone();
        top.name = Some(values.clone());
        top.input = vec![value.to_owned(), count.name.clone()];
        top.output = vec![values.clone(), positions.clone()];
        top.attribute = attributes;
        rank.build.nodes.push(top);
        (values, positions)
    };
    // Candidates of one shard are sorted, so that of equal elements the first comes first.
    let is_order = |attribute: &crate::proto::Attribute| attribute.name.as_deref() == Some("sorted");
    let sorted = node.proto.attribute.iter().filter(|attribute| !is_order(attribute)).cloned().collect();
    let (values, positions) = top(rank, &along.input.name, sorted);
    let positions = along.unsharded(rank, &positions);
    let values = along.gather(rank, &values, width, along.input.element);
    let positions = along.gather(rank, &positions, width, ElementType::Int64);
    let (values, chosen) = top(rank, &values, node.proto.attribute.clone());
    if let Some(output) = &outputs[0] {
        rank.alias(&values, &output.name);
    }
    if let Some(output) = &outputs[1] {
        let positions = along.pick(rank, &positions, &chosen);
        rank.alias(&positions, &output.name);
    }
}

/// `CumSum` and `CumProd`: every shard continues the total of those before it.
pub(super) fn accumulate(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let (Some(along), Some(Some(output))) = (Along::of(node), node.outputs.first().cloned()) else {
        return same(rank, node);
    };
    let (reduce, join) = match node.proto.op() {
        "CumProd" => ("ReduceProd", "Mul"),
        _ => ("ReduceSum", "Add"),
    };
    let is_reverse = node.proto.attribute("reverse").and_then(|attribute| attribute.i).unwrap_or(0) != 0;
    let total = rank.build.reduce(reduce, &along.input.name, &[along.dim], true);
    let totals = along.gather(rank, &total, 1, along.input.element);
    let factor = node.sharded_factors().find(|(factor, _)| node.input_dim(0, *factor) == Some(along.dim));
    let (count, mine) = factor.map_or((1, 0), |(factor, _)| node.shard(factor));
    let before = if is_reverse { mine + 1..count } else { 0..mine };
    if before.is_empty() {
        return same(rank, node);
    }
    let mut local = output.clone();
    local.name = rank.build.name(&output.name);
    node.outputs[0] = Some(local.clone());
    same(rank, node);
    node.outputs[0] = Some(output.clone());
    let others = rank.build.slice(&totals, along.dim, before.start, before.end);
    let start = rank.build.reduce(reduce, &others, &[along.dim], true);
    let continued = rank.build.binary(join, &local.name, &start);
    rank.alias(&continued, &output.name);
}
