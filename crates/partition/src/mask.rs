//! Masks the padding of blocks, so that arbitrary values never reach a result.
//!
//! Only ops that combine elements along a padded dimension need it: reductions, contractions and windows.
//! Elementwise ops carry the padding along.

use partita_ir::ValueId;

use crate::emit::Emitter;
use crate::local_layout::LocalLayout;
use crate::window::LocalDim;

impl Emitter {
    /// Replaces the padding at the end of a dimension by `fill`, a scalar.
    pub(crate) fn mask_padding(
        &mut self,
        value: ValueId,
        layout: &LocalLayout,
        dim: usize,
        size: u64,
        fill: ValueId,
    ) -> ValueId {
        if !layout.is_padded(dim, size) {
            return value;
        }
        let block = self.shape(value)[dim] as i64;
        let starts: Vec<i64> = (0..layout.shards(dim) as i64).map(|shard| shard * block).collect();
        let local_dim = LocalDim { mesh: layout.mesh, dim, axes: layout.dims[dim].clone(), size };
        self.mask_window(value, &local_dim, &starts, 0..size as i64, fill)
    }

    /// Replaces the elements of a window outside a range by `fill`; window `i` begins at index `starts[i]`.
    pub(crate) fn mask_window(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        starts: &[i64],
        valid: std::ops::Range<i64>,
        fill: ValueId,
    ) -> ValueId {
        let shape = self.shape(value);
        let width = shape[local_dim.dim] as i64;
        let low = starts.iter().any(|&start| start < valid.start);
        let high = starts.iter().any(|&start| start + width > valid.end);
        if !low && !high {
            return value;
        }
        let inside = self.inside(&shape, local_dim, starts, valid, (low, high));
        let fill = self.broadcast(fill, &shape);
        self.select(inside, value, fill)
    }

    /// For each element of the windows, whether its global index is inside a range.
    pub(crate) fn inside(
        &mut self,
        shape: &[u64],
        local_dim: &LocalDim,
        starts: &[i64],
        valid: std::ops::Range<i64>,
        (low, high): (bool, bool),
    ) -> ValueId {
        let index = self.shard_index(local_dim.mesh, &local_dim.axes);
        let start = self.look_up(starts, index);
        let positions = self.iota(shape, local_dim.dim, self.index_type());
        let mut test = |direction: &str, bound: i64| {
            // The bound is shifted rather than the positions, so that one iota serves both tests.
            let bound = self.constant_index(bound);
            let bound = self.like(partita_ir::OpCode::Subtract, &[bound, start]);
            let bound = self.broadcast(bound, shape);
            self.compare(direction, positions, bound)
        };
        match (low, high) {
            (true, true) => {
                let (low, high) = (test("GE", valid.start), test("LT", valid.end));
                self.like(partita_ir::OpCode::And, &[low, high])
            }
            (true, false) => test("GE", valid.start),
            _ => test("LT", valid.end),
        }
    }
}
