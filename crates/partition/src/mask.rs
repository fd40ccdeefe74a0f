//! Keeping the arbitrary ends of padded blocks away from results.

use partita_ir::ValueId;

use crate::emit::Emitter;
use crate::layout::Layout;
use crate::window::CutDim;

impl Emitter {
    /// Replaces what a padded block holds beyond the end of a dimension.
    ///
    /// `fill` is a scalar.
    pub(crate) fn mask_padding(
        &mut self,
        value: ValueId,
        layout: &Layout,
        dim: usize,
        size: u64,
        fill: ValueId,
    ) -> ValueId {
        if !layout.is_padded(dim, size) {
            return value;
        }
        let block = self.shape(value)[dim] as i64;
        let starts: Vec<i64> = (0..layout.shards(dim) as i64).map(|shard| shard * block).collect();
        let cut = CutDim { mesh: layout.mesh, dim, axes: layout.dims[dim].clone(), size };
        self.mask_window(value, &cut, &starts, 0..size as i64, fill)
    }

    /// Replaces what a window holds outside of a range; window `i` begins at index `starts[i]`.
    pub(crate) fn mask_window(
        &mut self,
        value: ValueId,
        cut: &CutDim,
        starts: &[i64],
        valid: std::ops::Range<i64>,
        fill: ValueId,
    ) -> ValueId {
        let shape = self.shape(value);
        let width = shape[cut.dim] as i64;
        let low = starts.iter().any(|&start| start < valid.start);
        let high = starts.iter().any(|&start| start + width > valid.end);
        if !low && !high {
            return value;
        }
        let inside = self.inside(&shape, cut, starts, valid, (low, high));
        let fill = self.broadcast(fill, &shape);
        self.select(inside, value, fill)
    }

    /// Where the elements of windows lie inside a range, as truth values of a shape.
    pub(crate) fn inside(
        &mut self,
        shape: &[u64],
        cut: &CutDim,
        starts: &[i64],
        valid: std::ops::Range<i64>,
        (low, high): (bool, bool),
    ) -> ValueId {
        let index = self.shard_index(cut.mesh, &cut.axes);
        let start = self.look_up(starts, index);
        let positions = self.iota(shape, cut.dim, self.index_type());
        let mut test = |direction: &str, bound: i64| {
            // Compared with the position, not the other way round, so that one iota serves all.
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
