//! What gather and scatter have in common: dimension numbers, and indices split into columns.
//!
//! An index has one number per entry of the index map. A column holds one of these numbers for every index.

use partita_ir::{Module, OpCode, OpId, RecordAttr, Signedness, Type, ValueId};
use partita_mesh::{AxisRef, MeshId};
use partita_rule::{FactorId, RuleSpec};

use super::view;
use crate::local_layout::Shape;
use crate::localize::Localizer;
use partita_place::Role;

/// The dimension numbers that gathers and scatters share.
pub(super) struct IndexDims {
    /// Dimensions of the result or the updates that run through a slice.
    pub(super) window: Vec<usize>,
    /// Dimensions of the operand of which a slice has one element, and which the result omits.
    collapsed: Vec<usize>,
    /// Dimensions of the operand that correspond to dimensions of the indices.
    pub(super) batching: Vec<usize>,
    /// The dimension of the operand that each number of an index refers to.
    pub(super) map: Vec<usize>,
    /// The dimension of the indices that holds an index vector; equal to their rank if every number is an index
    /// by itself.
    pub(super) vector_dim: usize,
}

impl IndexDims {
    pub(super) fn of_gather(module: &Module, op: OpId) -> Option<Self> {
        let names = ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_index_map"];
        Some(Self::read(view::record_attr(module, op, "dimension_numbers")?, names))
    }

    pub(super) fn of_scatter(module: &Module, op: OpId) -> Option<Self> {
        let names = [
            "update_window_dims",
            "inserted_window_dims",
            "input_batching_dims",
            "scatter_dims_to_operand_dims",
        ];
        Some(Self::read(view::record_attr(module, op, "scatter_dimension_numbers")?, names))
    }

    fn read(record: &RecordAttr, names: [&str; 4]) -> Self {
        let [window, collapsed, batching, map] = names.map(|name| {
            let dims = record.ints(name).iter();
            dims.filter_map(|&dim| usize::try_from(dim).ok()).collect()
        });
        let vector_dim = record.int("index_vector_dim").max(0) as usize;
        Self { window, collapsed, batching, map, vector_dim }
    }

    /// The number of index vectors in a tensor of this shape.
    pub(super) fn count(&self, indices: &[u64]) -> u64 {
        let counted = indices.iter().enumerate().filter(|(dim, _)| *dim != self.vector_dim);
        counted.fold(1, |count, (_, &size)| count.saturating_mul(size))
    }

    /// The slice sizes, derived from the tensor that holds all slices.
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

/// Sets the role of a factor in a rule.
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
    /// The columns of indices, in the partitioner's index type. Numbers are clamped to their range; every range
    /// contains zero.
    pub(super) fn columns(
        &mut self,
        indices: ValueId,
        numbers: &IndexDims,
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

    /// Joins columns to indices of this rank.
    pub(super) fn joined(&mut self, columns: &[ValueId], numbers: &IndexDims, rank: usize) -> ValueId {
        if numbers.vector_dim >= rank {
            return columns[0];
        }
        let mut shape: Shape = self.emit.shape(columns[0]);
        shape.insert(numbers.vector_dim, 1);
        let columns: Vec<ValueId> = columns.iter().map(|&column| self.emit.reshape(column, &shape)).collect();
        self.emit.concatenate(&columns, numbers.vector_dim)
    }

    /// Converts integers of any type to the index type, clamped to `low ..= high`.
    pub(super) fn within(&mut self, value: ValueId, low: i64, high: i64) -> ValueId {
        let room = self.emit.out.element_bits(self.emit.index_type());
        let bits = self.emit.out.element_bits(self.emit.element(value));
        let is_unsigned = matches!(
            self.emit.out.context.type_of(self.emit.element(value)),
            Type::Integer { sign: Signedness::Unsigned, .. }
        );
        // Clamp before the conversion if the value may not fit into an index.
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

    /// Indices relative to the start of a device's block.
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

    /// Whether the device holds the first shard along some axes.
    pub(super) fn is_first(&mut self, mesh: MeshId, axes: &[AxisRef]) -> ValueId {
        let (index, zero) = (self.emit.shard_index(mesh, axes), self.emit.constant_index(0));
        self.emit.compare("EQ", index, zero)
    }

    /// Indices clamped to `0 ..= last`.
    pub(super) fn bounded(&mut self, indices: ValueId, last: i64) -> ValueId {
        let (zero, last) = (self.emit.constant_index(0), self.emit.constant_index(last));
        self.clamp(indices, zero, last)
    }

    /// Whether each element of a column is in `0 .. size`.
    pub(super) fn is_below(&mut self, column: ValueId, size: u64) -> ValueId {
        let inside = self.bounded(column, size as i64 - 1);
        self.emit.compare("EQ", inside, column)
    }
}
