//! What ops with sliding windows have in common: the elements that the windows of a shard cover, and where they
//! come from.

use partita_ir::{Module, OpId, ValueId};
use smallvec::SmallVec;

use super::view;
use crate::local_layout::{Axes, LocalLayout};
use crate::localize::{Localizer, PlacedOp};
use crate::window::LocalDim;

/// How windows slide along one dimension.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sliding {
    /// The size of the dimension.
    pub(super) size: i64,
    /// How many windows there are.
    pub(super) windows: i64,
    /// The distance between the starts of consecutive windows.
    pub(super) stride: i64,
    /// The elements added before and after the dimension; negative padding removes elements.
    pub(super) padding: [i64; 2],
    /// The distance between consecutive elements of the dimension.
    pub(super) base_dilation: i64,
    /// The number of elements in a window.
    pub(super) window: i64,
    /// The distance between consecutive elements of a window.
    pub(super) window_dilation: i64,
}

impl Sliding {
    /// The windows of an op whose attributes have one entry per dimension.
    pub(super) fn read(module: &Module, op: OpId, sizes: &[u64], windows: &[u64]) -> Vec<Sliding> {
        let rank = sizes.len();
        let list = |name: &str| view::ints_or(module, op, name, rank, 1);
        let [window, strides, base, dilations] =
            ["window_dimensions", "window_strides", "base_dilations", "window_dilations"].map(list);
        let padding = view::window_padding(module, op, rank);
        (0..rank)
            .map(|dim| Sliding {
                size: sizes[dim] as i64,
                windows: windows[dim] as i64,
                stride: strides[dim],
                padding: padding[dim],
                base_dilation: base[dim],
                window: window[dim],
                window_dilation: dilations[dim],
            })
            .collect()
    }

    /// Whether there is something to shard and all positions fit into 32-bit indices.
    pub(super) fn is_moderate(&self) -> bool {
        // Positions are sums of at most four such spans, which stay below 2^31.
        const LARGE: i64 = 1 << 28;
        let steps = [self.stride, self.base_dilation, self.window_dilation];
        let spans = [
            self.size.checked_mul(self.base_dilation),
            self.windows.checked_mul(self.stride),
            self.window.checked_mul(self.window_dilation),
            self.padding[0].checked_abs(),
        ];
        self.size > 0
            && self.windows > 0
            && self.window > 0
            && steps.iter().all(|step| (1..=1 << 12).contains(step))
            && spans.iter().all(|span| span.is_some_and(|span| span <= LARGE))
    }

    /// The start of the first window of every shard, relative to the first element of the dimension.
    pub(super) fn starts(&self, shards: u64, block: u64) -> Vec<i64> {
        (0..shards as i64).map(|shard| shard * block as i64 * self.stride - self.padding[0]).collect()
    }

    /// The width that this many consecutive windows cover.
    pub(super) fn width(&self, windows: u64) -> u64 {
        ((windows as i64 - 1) * self.stride + (self.window - 1) * self.window_dilation + 1) as u64
    }
}

/// What is left for the local op to do along a dimension: its padding and base dilation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remaining {
    pub(super) padding: [i64; 2],
    pub(super) base_dilation: i64,
}

impl Localizer<'_> {
    /// An operand for windows along some dimensions. A version that is replicated along them, if there is one
    /// already, needs no exchange.
    pub(super) fn nearest(
        &mut self,
        placed: &PlacedOp<'_>,
        operand: usize,
        dims: &[usize],
    ) -> (ValueId, LocalLayout) {
        let (local, layout) = placed.operands[operand].clone();
        let value = self.module.op(placed.op).operands[operand];
        let without = |dims: &[usize]| {
            let mut layout = layout.clone();
            dims.iter().for_each(|&dim| layout.dims[dim].clear());
            layout
        };
        let mut options: SmallVec<[LocalLayout; 4]> = SmallVec::new();
        options.push(without(dims));
        options.extend(dims.iter().map(|dim| without(std::slice::from_ref(dim))));
        let is_there = |option: &LocalLayout| {
            let same = |known: &LocalLayout| {
                known.partial.is_empty()
                    && known.dims == option.dims
                    && (known.mesh == option.mesh || known.is_replicated())
            };
            self.values.is_free(value) || self.values.layouts(value).any(same)
        };
        match options.into_iter().find(is_there) {
            Some(option) => (self.demand(value, &option), option),
            None => (local, layout),
        }
    }

    /// The window `starts[i] .. starts[i] + width` for the device with shard `i` along `axes`, of a dimension
    /// after its base dilation; positions between elements are filled. If all windows begin at the same phase,
    /// the dilation is left to the op.
    #[allow(clippy::too_many_arguments, reason = "a window, where it comes from, and what fills it")]
    pub(super) fn dilated_or_deferred_window(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
        dilation: i64,
        fill: ValueId,
    ) -> (ValueId, Remaining) {
        // The number of filled positions before the first element.
        let low = (-starts[0]).rem_euclid(dilation);
        let alike = starts.iter().all(|start| (-start).rem_euclid(dilation) == low);
        let rest = width as i64 - low;
        if dilation == 1 || !alike || rest <= 0 {
            let window = self.dilated_window(value, local_dim, axes, starts, width, dilation, fill);
            return (window, Remaining { padding: [0, 0], base_dilation: 1 });
        }
        let first: Vec<i64> = starts.iter().map(|start| (start + low) / dilation).collect();
        let count = (rest - 1) / dilation + 1;
        let window = self.dilated_window(value, local_dim, axes, &first, count as u64, 1, fill);
        let high = rest - ((count - 1) * dilation + 1);
        (window, Remaining { padding: [low, high], base_dilation: dilation })
    }

    /// Sets the padding of a local op.
    pub(super) fn set_padding(&mut self, op: OpId, padding: &[[i64; 2]]) {
        let attr = self.emit.matrix_attr(padding.len(), 2, padding.as_flattened());
        let name = self.emit.symbol("padding");
        self.emit.out.set_attr(op, name, attr);
    }

    /// Sets an integer-list attribute of a local op.
    pub(super) fn set_ints(&mut self, op: OpId, name: &str, values: &[i64]) {
        let attr = self.emit.ints_attr(values);
        let name = self.emit.symbol(name);
        self.emit.out.set_attr(op, name, attr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Sliding = Sliding {
        size: 13,
        windows: 7,
        stride: 2,
        padding: [1, 1],
        base_dilation: 1,
        window: 3,
        window_dilation: 1,
    };

    #[test]
    fn windows_of_a_shard_cover_what_they_need() {
        assert_eq!(PLAIN.starts(4, 2), [-1, 3, 7, 11]);
        assert_eq!(PLAIN.width(2), 5);
        assert_eq!(Sliding { window_dilation: 2, ..PLAIN }.width(1), 5);
    }

    #[test]
    fn huge_windows_are_not_sharded() {
        assert!(PLAIN.is_moderate());
        assert!(!Sliding { padding: [i64::MIN, 0], ..PLAIN }.is_moderate());
        assert!(!Sliding { stride: i64::MAX, ..PLAIN }.is_moderate());
        assert!(!Sliding { window: i64::MAX, window_dilation: 2, ..PLAIN }.is_moderate());
        assert!(!Sliding { windows: 0, ..PLAIN }.is_moderate());
    }
}
