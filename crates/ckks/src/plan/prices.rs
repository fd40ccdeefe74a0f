//! What steps between layouts cost; every question is answered once.
//!
//! A linear layer goes straight from one layout to another where each tap of its window is one rotation for all of a
//! plane: rows and columns of the output stand as far apart as the layer's stride says. Everything else is a change of
//! layout before or after. Gaps are closed in two levels, halfway stopping where channels lie side by side. Only where
//! that leaves no plan at all is any map considered between any layouts, whatever it costs.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::CkksResult;
use crate::kernels::{GlobalPool, MaxPool, Sign, stops};
use crate::layout::{Layout, Pads};
use crate::linear::{Channels, Choice, Cost, LinearMap, LinearOp, Window};

type Key = ([usize; 3], [usize; 3], Window, Channels, Layout, Layout);

/// Ciphertexts that a comparison holds at most, of each that is compared.
const COMPARED: usize = 24;

/// The costs found so far.
#[derive(Default)]
pub(super) struct Prices {
    /// Whether any map is considered between any layouts.
    anything: bool,
    linear: FxHashMap<Key, Option<Arc<Cost>>>,
    changes: FxHashMap<(Layout, Layout), Option<Arc<Cost>>>,
}

impl Prices {
    /// Any map between any layouts has a price.
    pub(super) fn of_anything() -> Prices {
        Prices { anything: true, ..Prices::default() }
    }

    /// A linear layer; `None` where it should not be done like this.
    pub(super) fn linear(&mut self, op: &LinearOp, from: &Layout, to: &Layout) -> Option<Arc<Cost>> {
        if !self.anything && !is_native(op, from, to) {
            return None;
        }
        let key = (op.input(), op.output(), *op.window(), op.channels(), from.clone(), to.clone());
        let make = || LinearMap::new(op, from, to, Choice::default()).ok().map(|map| Arc::new(map.cost()));
        self.linear.entry(key).or_insert_with(make).clone()
    }

    /// A change of layout.
    pub(super) fn change(&mut self, from: &Layout, to: &Layout) -> Option<Arc<Cost>> {
        let anything = self.anything;
        let make = || {
            if !anything && !is_usual(from, to) {
                return None;
            }
            let maps = change(from, to)?;
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

    /// A pool over whole planes, whose result lies where the kernel leaves it. Sums are divided at once, for a level, unless
    /// what reads them can do so.
    pub(super) fn global_pool(&mut self, from: &Layout, to: &Layout, is_divided: bool) -> Option<Arc<Cost>> {
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

    /// A max pool.
    pub(super) fn max_pool(
        &mut self,
        window: Window,
        sign: &Sign,
        from: &Layout,
        to: &Layout,
    ) -> Option<Arc<Cost>> {
        let op = LinearOp::average_pool(from.shape(), window, true).ok()?;
        if !self.anything && !is_native(&op, from, to) {
            return None;
        }
        let mut cost = max_pool(window, from, to)?.cost();
        let rounds: usize = window.kernel.iter().map(|n| n.next_power_of_two().ilog2() as usize).sum();
        cost.levels = 2 + rounds * (sign.levels() + 1);
        (cost.inputs, cost.outputs) = (from.ciphertexts(), to.ciphertexts());
        // All taps of a direction stand side by side until they are compared.
        let taps = window.kernel.into_iter().max().unwrap_or(1);
        cost.live += (taps + COMPARED) * from.ciphertexts().max(to.ciphertexts());
        Some(Arc::new(cost))
    }
}

/// Whether each tap of a window is one rotation for all of a plane.
fn is_native(op: &LinearOp, from: &Layout, to: &Layout) -> bool {
    let strides = |layout: &Layout| [layout.row_stride(), layout.column_stride()];
    let (before, after) = (strides(from), strides(to));
    let fits = |d: usize| op.output()[1 + d] == 1 || after[d] == before[d] * op.window().stride[d];
    fits(0) && fits(1) && from.spec().halo == 0
}

/// Whether a change of layout is one that plans are usually made of.
fn is_usual(from: &Layout, to: &Layout) -> bool {
    *from == to.with_pads(Pads::Zero)
        || is_native(&LinearOp::identity(from.shape()), from, to)
        || closes_gaps(from, to)
}

fn closes_gaps(from: &Layout, to: &Layout) -> bool {
    let is_closed = from.spec().gap != [1, 1] && to.spec().gap == [1, 1];
    is_closed && to.spec().plane.iter().all(|side| side.is_power_of_two())
}

/// The maps of a change of layout, at most two; `None` where slots that hold anything would have to stay so.
pub(super) fn change(from: &Layout, to: &Layout) -> Option<Vec<Arc<LinearMap>>> {
    if from == to || *from == to.with_pads(Pads::Zero) {
        return Some(Vec::new());
    }
    if to.spec().pads == Pads::Dirty {
        return None;
    }
    let op = LinearOp::identity(from.shape());
    let map =
        |from: &Layout, to: &Layout| LinearMap::new(&op, from, to, Choice::default()).ok().map(Arc::new);
    let mut best: Option<(usize, Vec<Arc<LinearMap>>)> = None;
    if !is_native(&op, from, to) && closes_gaps(from, to) {
        for halfway in stops(from, to).into_iter().flatten() {
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

/// A max pool.
pub(super) fn max_pool(window: Window, from: &Layout, to: &Layout) -> Option<MaxPool> {
    let op = LinearOp::average_pool(from.shape(), window, true).ok()?;
    if from.spec().pads == Pads::Dirty {
        return None;
    }
    let [c, _, w] = from.shape();
    let rows = [c, op.output()[1], w];
    let between = match is_native(&op, from, to) {
        true => from.strided(rows, [window.stride[0], 1]).ok()?,
        false => Layout::dense(rows, Layout::pow2_plane(rows[1], rows[2]), to.slots()).ok()?,
    };
    MaxPool::new(window, from, &between, to).ok()
}

/// The map of a linear layer.
pub(super) fn linear(op: &LinearOp, from: &Layout, to: &Layout) -> CkksResult<Arc<LinearMap>> {
    LinearMap::new(op, from, to, Choice::default()).map(Arc::new)
}
