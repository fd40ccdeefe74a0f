//! Costs of steps between slot layouts, cached.
//!
//! A linear layer leads directly from one layout to another if each tap of its window is a single rotation for
//! an entire plane: rows and columns of the output are as far apart as the stride requires. Everything else is
//! a repacking before or after it. Gaps are closed in two levels, via a layout with channels side by side. Only
//! if this leaves no plan at all are arbitrary maps between arbitrary layouts considered, whatever they cost.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::CkksResult;
use crate::kernels::{GlobalPool, MaxPool, Sign, intermediate_layouts};
use crate::linear::{Channels, Choice, Cost, LinearMap, LinearOp, View, Window};
use crate::network::{Layer, Network};
use crate::slot_layout::{Pads, SlotLayout};

/// An op by its shapes, and whether it only moves values; and two layouts.
type Key = (([usize; 3], [usize; 3], Window, Channels, Option<View>, bool), SlotLayout, SlotLayout);

/// The most ciphertexts that a comparison holds for each ciphertext that is compared.
const COMPARED: usize = 24;

/// The costs computed so far.
#[derive(Default)]
pub(super) struct Prices {
    /// Whether arbitrary maps between arbitrary layouts are considered.
    anything: bool,
    /// Whether repackings from planes of one size to planes of another are considered.
    other_planes: bool,
    linear: FxHashMap<Key, Option<Arc<Cost>>>,
    changes: FxHashMap<(SlotLayout, SlotLayout), Option<Arc<Cost>>>,
}

impl Prices {
    /// Prices for a network. Tensors that are viewed may be wanted on larger planes than others, so that a repacking pays.
    pub(super) fn of(network: &Network) -> Prices {
        let is_view = |layer: &Layer| layer.op.linear().is_some_and(|op| op.as_view().is_some());
        let other_planes = network.layers.iter().any(|(_, layer)| is_view(layer));
        Prices { other_planes, ..Prices::default() }
    }

    /// Prices in which arbitrary maps between arbitrary layouts are considered.
    pub(super) fn of_anything() -> Prices {
        Prices { anything: true, ..Prices::default() }
    }

    /// The cost of a linear layer; `None` if it should not be computed between these layouts.
    pub(super) fn linear(&mut self, op: &LinearOp, from: &SlotLayout, to: &SlotLayout) -> Option<Arc<Cost>> {
        if !self.anything && !is_native(op, from, to) {
            return None;
        }
        let view = op.as_view().cloned();
        let shape = (op.input(), op.output(), *op.window(), op.channels(), view, op.is_placement());
        let key = (shape, from.clone(), to.clone());
        let make = || LinearMap::new(op, from, to, Choice::default()).ok().map(|map| Arc::new(map.cost()));
        self.linear.entry(key).or_insert_with(make).clone()
    }

    /// The cost of a repacking.
    pub(super) fn change(&mut self, from: &SlotLayout, to: &SlotLayout) -> Option<Arc<Cost>> {
        let (anything, other_planes) = (self.anything, self.other_planes);
        let make = || {
            let is_other = other_planes && [from, to].iter().all(|layout| layout.spec().gap == [1, 1]);
            if !anything && !is_other && !is_usual(from, to) {
                return None;
            }
            let maps = repack_maps(from, to)?;
            let none = Cost {
                inputs: from.ciphertexts(),
                outputs: to.ciphertexts(),
                live: from.ciphertexts() + to.ciphertexts(),
                ..Cost::default()
            };
            Some(Arc::new(maps.iter().fold(none, |sum, map| sum.then(&map.cost()))))
        };
        self.changes.entry((from.clone(), to.clone())).or_insert_with(make).clone()
    }

    /// The cost of a global pool, whose result stays where the kernel leaves it. Sums are divided directly,
    /// using a level, unless the readers can do it.
    pub(super) fn global_pool(
        &mut self,
        from: &SlotLayout,
        to: &SlotLayout,
        is_divided: bool,
    ) -> Option<Arc<Cost>> {
        let pool = GlobalPool::new(from).ok()?;
        if pool.to().ok()? != *to {
            return None;
        }
        let rotations = pool.rotations();
        let adds = rotations + from.ciphertexts() - from.groups();
        let (inputs, outputs) = (from.ciphertexts(), to.ciphertexts());
        let live = inputs + outputs + 2;
        let (levels, pmul) = if is_divided { (1, outputs) } else { (0, 0) };
        Some(Arc::new(Cost {
            rotations,
            folds: rotations,
            keys: pool.keys(),
            adds,
            levels,
            pmul,
            inputs,
            outputs,
            live,
            ..Cost::default()
        }))
    }

    /// The cost of a max pool.
    pub(super) fn max_pool(
        &mut self,
        window: Window,
        sign: &Sign,
        from: &SlotLayout,
        to: &SlotLayout,
    ) -> Option<Arc<Cost>> {
        let op = LinearOp::average_pool(from.shape(), window, true).ok()?;
        if !self.anything && !is_native(&op, from, to) {
            return None;
        }
        let mut cost = max_pool(window, from, to)?.cost();
        let rounds: usize = window.kernel.iter().map(|n| n.next_power_of_two().ilog2() as usize).sum();
        cost.levels = 2 + rounds * (sign.levels() + 1);
        (cost.inputs, cost.outputs) = (from.ciphertexts(), to.ciphertexts());
        // All taps of a direction are live together until they are compared.
        let taps = window.kernel.into_iter().max().unwrap_or(1);
        cost.live += (taps + COMPARED) * from.ciphertexts().max(to.ciphertexts());
        Some(Arc::new(cost))
    }
}

/// Whether each tap of a window is a single rotation for an entire plane. A view has no taps, so anything goes.
fn is_native(op: &LinearOp, from: &SlotLayout, to: &SlotLayout) -> bool {
    if op.as_view().is_some() {
        return from.spec().halo == 0;
    }
    let strides = |layout: &SlotLayout| [layout.row_stride(), layout.column_stride()];
    let (before, after) = (strides(from), strides(to));
    let fits = |d: usize| op.output()[1 + d] == 1 || after[d] == before[d] * op.window().stride[d];
    fits(0) && fits(1) && from.spec().halo == 0
}

/// Whether a repacking is of the kinds that plans normally use.
fn is_usual(from: &SlotLayout, to: &SlotLayout) -> bool {
    *from == to.with_pads(Pads::Zero)
        || is_native(&LinearOp::identity(from.shape()), from, to)
        || closes_gaps(from, to)
}

fn closes_gaps(from: &SlotLayout, to: &SlotLayout) -> bool {
    let is_closed = from.spec().gap != [1, 1] && to.spec().gap == [1, 1];
    is_closed && to.spec().plane.iter().all(|side| side.is_power_of_two())
}

/// The maps of a repacking, at most two; `None` if dirty slots would have to be preserved.
pub(super) fn repack_maps(from: &SlotLayout, to: &SlotLayout) -> Option<Vec<Arc<LinearMap>>> {
    if from == to || *from == to.with_pads(Pads::Zero) {
        return Some(Vec::new());
    }
    if to.spec().pads == Pads::Dirty {
        return None;
    }
    let op = LinearOp::identity(from.shape());
    let map = |from: &SlotLayout, to: &SlotLayout| {
        LinearMap::new(&op, from, to, Choice::default()).ok().map(Arc::new)
    };
    let mut best: Option<(usize, Vec<Arc<LinearMap>>)> = None;
    if !is_native(&op, from, to) && closes_gaps(from, to) {
        for halfway in intermediate_layouts(from, to).into_iter().flatten() {
            if halfway == *from || halfway == *to {
                continue;
            }
            let (Some(first), Some(second)) = (map(from, &halfway), map(&halfway, to)) else { continue };
            let rotations = first.cost().rotations + second.cost().rotations;
            if best.as_ref().is_none_or(|(least, _)| rotations < *least) {
                best = Some((rotations, vec![first, second]));
            }
        }
    }
    match best {
        Some((_, maps)) => Some(maps),
        None => Some(vec![map(from, to)?]),
    }
}

/// The kernel of a max pool.
pub(super) fn max_pool(window: Window, from: &SlotLayout, to: &SlotLayout) -> Option<MaxPool> {
    let op = LinearOp::average_pool(from.shape(), window, true).ok()?;
    if from.spec().pads == Pads::Dirty {
        return None;
    }
    let [c, _, w] = from.shape();
    let rows = [c, op.output()[1], w];
    let between = if is_native(&op, from, to) {
        from.strided(rows, [window.stride[0], 1]).ok()?
    } else {
        SlotLayout::dense(rows, SlotLayout::pow2_plane(rows[1], rows[2]), to.slots()).ok()?
    };
    MaxPool::new(window, from, &between, to).ok()
}

/// The map of a linear layer.
pub(super) fn linear_map(op: &LinearOp, from: &SlotLayout, to: &SlotLayout) -> CkksResult<Arc<LinearMap>> {
    LinearMap::new(op, from, to, Choice::default()).map(Arc::new)
}
