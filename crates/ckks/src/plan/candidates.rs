//! The slot layouts that are considered for a tensor.
//!
//! Planes are powers of two, so that channel rolls are cyclic if they fill the slots, or exactly as large as
//! the tensor. Gaps are those that strided layers leave; they may be closed at any tensor. A block smaller than
//! a ciphertext appears once, or is repeated until the slots are full.

use std::collections::BTreeSet;

use partita_base::{IdVec, code};

use crate::network::{LayerId, LayerOp, Network};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// The planes and gaps that are considered.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    /// The most rows and columns of a plane.
    largest: [usize; 2],
    /// The gaps that strides leave on the way to each tensor, unless they are the same power of two for rows
    /// and columns.
    gaps: IdVec<LayerId, BTreeSet<[usize; 2]>>,
    /// Planes of other tensors, which a view leads to or from at less cost: rows and columns stay where they are.
    shared: BTreeSet<[usize; 2]>,
}

impl Planes {
    /// The most irregular gaps of a tensor.
    const MAX_GAPS: usize = 8;
    /// The most planes that tensors share.
    const MAX_SHARED: usize = 4;

    /// Collects the planes and gaps that the layers of a network need.
    pub(super) fn of(network: &Network) -> Planes {
        let mut planes = Planes { largest: [1, 1], gaps: IdVec::new(), shared: BTreeSet::new() };
        for (_, layer) in network.layers.iter() {
            let [_, h, w] = layer.shape;
            let plane = SlotLayout::pow2_plane(h, w);
            planes.largest = [0, 1].map(|d| planes.largest[d].max(plane[d]));
            if layer.op.linear().is_some_and(|op| op.as_view().is_some())
                && planes.shared.len() < Self::MAX_SHARED
            {
                planes.shared.insert(plane);
            }
            let stride = match &layer.op {
                LayerOp::Linear { op, .. } => op.window().stride,
                LayerOp::MaxPool { window, .. } => window.stride,
                _ => [1, 1],
            };
            // Single values have no gaps.
            let stride = [0, 1].map(|d| if layer.shape[1 + d] == 1 { 1 } else { stride[d] });
            let mut gaps = BTreeSet::new();
            for &input in &layer.inputs {
                let before = planes.gaps[input].iter().copied().chain(squares());
                gaps.extend(before.map(|gap| [0, 1].map(|d| gap[d].saturating_mul(stride[d]))));
            }
            gaps.retain(|gap| gap[0] != gap[1] || !gap[0].is_power_of_two());
            planes.gaps.push(gaps.into_iter().take(Self::MAX_GAPS).collect());
        }
        planes
    }

    /// Layouts for rows and columns of these sizes: on powers of two with every gap, and exact; repeated and
    /// once. Also the first reason why one is impossible.
    fn layouts(
        &self,
        tensor: LayerId,
        sizes: [usize; 2],
        made: impl Fn([usize; 2], [usize; 2]) -> CkksResult<SlotLayout>,
    ) -> (Vec<SlotLayout>, Option<CkksError>) {
        let mut found: Vec<SlotLayout> = Vec::new();
        let mut fault = None;
        let mut consider = |layout: CkksResult<SlotLayout>| match layout {
            Ok(layout) => {
                for layout in [layout.filled(), layout] {
                    if !found.contains(&layout) {
                        found.push(layout);
                    }
                }
            }
            Err(error) => {
                fault.get_or_insert(error);
            }
        };
        let plane = |gap: [usize; 2]| [0, 1].map(|d| sizes[d].saturating_mul(gap[d]).next_power_of_two());
        let smallest = plane([1, 1]);
        let fits = |plane: [usize; 2]| (0..2).all(|d| plane[d] <= self.largest[d]);
        for gap in squares().chain(self.gaps[tensor].iter().copied()) {
            // Single values have no rows to share.
            if gap == [1, 1] || (smallest != [1, 1] && fits(plane(gap))) {
                consider(made(plane(gap), gap));
            }
        }
        if smallest != sizes {
            consider(made(sizes, [1, 1]));
        }
        for &plane in &self.shared {
            if plane != smallest && (0..2).all(|d| plane[d] >= sizes[d]) {
                consider(made(plane, [1, 1]));
            }
        }
        (found, fault)
    }
}

/// The gaps that are the same power of two for rows and columns.
fn squares() -> impl Iterator<Item = [usize; 2]> {
    (0..16).map(|e| [1 << e, 1 << e])
}

/// The slot layouts of a layer's result.
pub(super) fn candidate_layouts(
    tensor: LayerId,
    shape: [usize; 3],
    slots: usize,
    planes: &Planes,
) -> CkksResult<Vec<SlotLayout>> {
    let made = |plane, gap| SlotLayout::multiplexed(shape, plane, gap, slots);
    let (found, fault) = planes.layouts(tensor, [shape[1], shape[2]], made);
    if found.is_empty() {
        let [c, h, w] = shape;
        let reason = fault.map_or_else(String::new, |fault| format!(": {}", fault.message));
        let message = format!("no layout of [{c}, {h}, {w}] fits into ciphertexts of {slots} slots{reason}");
        return Err(CkksError::new(code::NO_SLOT_LAYOUT, message)
            .help(format!("a row has to fit: use at least {} slots", w.next_power_of_two())));
    }
    Ok(found)
}

/// The layouts with this many channel groups and row parts.
pub(super) fn layouts_of_blocks(
    tensor: LayerId,
    shape: [usize; 3],
    slots: usize,
    planes: &Planes,
    [groups, parts]: [usize; 2],
) -> Vec<SlotLayout> {
    let (channels, rows) = (shape[0].div_ceil(groups.max(1)), shape[1].div_ceil(parts.max(1)));
    let made = |plane, gap| SlotLayout::of_blocks([channels, rows], shape, plane, gap, slots);
    planes.layouts(tensor, [rows, shape[2]], made).0
}
