//! What gather and scatter have in common: dimension numbers, and indices taken apart into columns.
//!
//! An index has one number per entry of the index map. A column is one of these numbers of every index.

use partita_ir::{Module, OpCode, OpId, RecordAttr, Signedness, Type, ValueId};
use partita_mesh::{AxisRef, MeshId};
use partita_rule::{FactorId, RuleSpec};

use super::view;
use crate::layout::Shape;
use crate::localize::Localizer;
use partita_place::Role;

/// The dimension numbers that a gather and a scatter have in common.
pub(super) struct Numbers {
    /// Dimensions of the result or of the updates that run through a slice.
    pub(super) window: Vec<usize>,
    /// Dimensions of the operand that slices have one element of and that are left out.
    collapsed: Vec<usize>,
    /// Dimensions of the operand that go with dimensions of the indices.
    pub(super) batching: Vec<usize>,
    /// The dimension of the operand that each number of an index is about.
    pub(super) map: Vec<usize>,
    /// The dimension of the indices that holds an index; their rank when each number is an index.
    pub(super) vector_dim: usize,
}

impl Numbers {
    pub(super) fn of_gather(module: &Module, op: OpId) -> Option<Self> {
        let names = ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_index_map"];
        Some(Self::read(view::record(module, op, "dimension_numbers")?, names))
    }

    pub(super) fn of_scatter(module: &Module, op: OpId) -> Option<Self> {
        let names = [
            "update_window_dims",
            "inserted_window_dims",
            "input_batching_dims",
            "scatter_dims_to_operand_dims",
        ];
        Some(Self::read(view::record(module, op, "scatter_dimension_numbers")?, names))
    }

    fn read(record: &RecordAttr, names: [&str; 4]) -> Self {
        let [window, collapsed, batching, map] = names.map(|name| {
            let dims = record.ints(name).iter();
            dims.filter_map(|&dim| usize::try_from(dim).ok()).collect()
        });
        let vector_dim = record.int("index_vector_dim").max(0) as usize;
        Self { window, collapsed, batching, map, vector_dim }
    }

    /// How many indices a tensor of this shape holds.
    pub(super) fn count(&self, indices: &[u64]) -> u64 {
        let counted = indices.iter().enumerate().filter(|(dim, _)| *dim != self.vector_dim);
        counted.fold(1, |count, (_, &size)| count.saturating_mul(size))
    }

    /// The sizes of a slice of the operand, read off the tensor that holds all slices.
    pub(super) fn slices(&self, operand: &[u64], holder: &[u64]) -> Vec<u64> {
        let mut window = self.window.iter().map(|&dim| holder[dim]);
        let dims = operand.iter().enumerate();
        dims.map(|(dim, &size)| {
            let left_out = self.collapsed.contains(&dim) || self.batching.contains(&dim);
            if left_out { size.min(1) } else { window.next().unwrap_or(size) }
        })
        .collect()
    }
}

/// Says what sharding a factor means.
pub(super) fn set_role(rule: &mut RuleSpec, factor: FactorId, role: Role) {
    for list in [&mut rule.reduction, &mut rule.need_replication, &mut rule.permutation] {
        list.retain(|other| *other != factor);
    }
    match role {
        Role::PassThrough => {}
        Role::Reduction => rule.reduction.push(factor),
        Role::Window => rule.permutation.push(factor),
        Role::Replicated => rule.need_replication.push(factor),
    }
}

impl Localizer<'_> {
    /// The columns of indices, each as indices of the partitioner's own type. A number outside of its range
    /// becomes the nearest one inside; every range has zero in it.
    pub(super) fn columns(
        &mut self,
        indices: ValueId,
        numbers: &Numbers,
        range: impl Fn(usize) -> (i64, i64),
    ) -> Vec<ValueId> {
        let mut shape = self.emit.shape(indices);
        let implicit = numbers.vector_dim >= shape.len();
        if !implicit {
            shape.remove(numbers.vector_dim);
        }
        let each = numbers.map.iter().enumerate();
        each.map(|(place, &dim)| {
            let column = if implicit {
                indices
            } else {
                let place = place as u64;
                let column = self.emit.slice(indices, numbers.vector_dim, place, place + 1);
                self.emit.reshape(column, &shape)
            };
            let (low, high) = range(dim);
            self.within(column, low, high)
        })
        .collect()
    }

    /// Puts columns together again; `rank` is that of the indices.
    pub(super) fn joined(&mut self, columns: &[ValueId], numbers: &Numbers, rank: usize) -> ValueId {
        if numbers.vector_dim >= rank {
            return columns[0];
        }
        let mut shape: Shape = self.emit.shape(columns[0]);
        shape.insert(numbers.vector_dim, 1);
        let columns: Vec<ValueId> = columns.iter().map(|&column| self.emit.reshape(column, &shape)).collect();
        self.emit.concatenate(&columns, numbers.vector_dim)
    }

    /// Integers of any type as indices, moved into `low ..= high`.
    pub(super) fn within(&mut self, value: ValueId, low: i64, high: i64) -> ValueId {
        let room = self.emit.out.element_bits(self.emit.index_type());
        let bits = self.emit.out.element_bits(self.emit.element(value));
        let is_unsigned = matches!(
            self.emit.out.context.type_of(self.emit.element(value)),
            Type::Integer { sign: Signedness::Unsigned, .. }
        );
        // What may be too large for an index is bounded before it becomes one.
        let is_wide = bits > room || (bits == room && is_unsigned);
        if !is_wide {
            let value = self.emit.as_index(value);
            let [low, high] = [low, high].map(|bound| self.emit.constant_index(bound));
            return self.clamp(value, low, high);
        }
        let low = if is_unsigned { 0 } else { low };
        let element = self.emit.element(value);
        let bytes = bits.map_or(8, |bits| (bits as usize / 8).min(8));
        let [low, high] =
            [low, high].map(|bound| self.emit.splat(&bound.to_le_bytes()[..bytes], &[], element));
        let value = self.clamp(value, low, high);
        self.emit.as_index(value)
    }

    fn clamp(&mut self, value: ValueId, low: ValueId, high: ValueId) -> ValueId {
        let ty = self.emit.out.type_of(value);
        self.emit.one(OpCode::Clamp, &[low, value, high], ty, &[])
    }

    /// Indices counted from where a device's block begins.
    pub(super) fn counted_in_block(
        &mut self,
        column: ValueId,
        mesh: MeshId,
        axes: &[AxisRef],
        block: u64,
    ) -> ValueId {
        let index = self.emit.shard_index(mesh, axes);
        let origin = self.emit.times_constant(index, block as i64);
        let shape = self.emit.shape(column);
        let origin = self.emit.broadcast(origin, &shape);
        self.emit.like(OpCode::Subtract, &[column, origin])
    }

    /// Whether a device has the first shard along some axes.
    pub(super) fn is_first(&mut self, mesh: MeshId, axes: &[AxisRef]) -> ValueId {
        let (index, zero) = (self.emit.shard_index(mesh, axes), self.emit.constant_index(0));
        self.emit.compare("EQ", index, zero)
    }

    /// Indices moved into `0 ..= last`.
    pub(super) fn bounded(&mut self, indices: ValueId, last: i64) -> ValueId {
        let (zero, last) = (self.emit.constant_index(0), self.emit.constant_index(last));
        self.clamp(indices, zero, last)
    }

    /// Where a column is one of `0 .. size`.
    pub(super) fn is_below(&mut self, column: ValueId, size: u64) -> ValueId {
        let inside = self.bounded(column, size as i64 - 1);
        self.emit.compare("EQ", inside, column)
    }
}
