//! Repacking: from one slot layout to another in one level or two.
//!
//! Separating interleaved channels permutes the bits of the slot number. In one step it needs as many diagonals
//! as there are pixels. With an intermediate layout, in which the channels of a plane are side by side in its
//! rows, each of the two steps needs only about the square root of that.

use std::sync::Arc;

use crate::linear::{Choice, Cost, LinearMap, LinearOp};
use crate::program::{Builder, CtId};
use crate::slot_layout::{Sharing, SlotLayout};
use crate::{CkksError, CkksResult};

/// A repacking as a chain of maps.
#[derive(Clone, Debug)]
pub struct Repack {
    /// The maps, first to last; at most two.
    pub maps: Vec<Arc<LinearMap>>,
}

impl Repack {
    /// The cost of the chain.
    pub fn cost(&self) -> Cost {
        let mut costs = self.maps.iter().map(|map| map.cost());
        let first = costs.next().unwrap_or_default();
        costs.fold(first, |sum, cost| sum.then(&cost))
    }

    /// Adds the steps of the chain.
    pub fn lower(&self, builder: &mut Builder, inputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        self.maps.iter().try_fold(inputs.to_vec(), |values, map| map.lower(builder, &values))
    }
}

/// The cheapest repacking within this many levels.
pub fn cheapest_repack(from: &SlotLayout, to: &SlotLayout, levels: usize) -> CkksResult<Repack> {
    if from == to {
        return Ok(Repack { maps: Vec::new() });
    }
    let op = LinearOp::identity(from.shape());
    let map =
        |from: &SlotLayout, to: &SlotLayout| LinearMap::new(&op, from, to, Choice::default()).map(Arc::new);
    let mut best = Repack { maps: vec![map(from, to)?] };
    if best.cost().levels > levels {
        let message = format!("a repacking needs {} level, but {levels} are left", best.cost().levels);
        return Err(CkksError::new(partita_base::code::LEVELS_EXHAUSTED, message).help("bootstrap before"));
    }
    if levels < 2 {
        return Ok(best);
    }
    for halfway in intermediate_layouts(from, to) {
        let Ok(halfway) = halfway else { continue };
        if halfway == *from || halfway == *to {
            continue;
        }
        let (Ok(first), Ok(second)) = (map(from, &halfway), map(&halfway, to)) else { continue };
        let chain = Repack { maps: vec![first, second] };
        if chain.cost().rotations < best.cost().rotations {
            best = chain;
        }
    }
    Ok(best)
}

/// Intermediate layouts worth trying.
pub(crate) fn intermediate_layouts(from: &SlotLayout, to: &SlotLayout) -> Vec<CkksResult<SlotLayout>> {
    let mut stops = Vec::new();
    for (layout, other) in [(from, to), (to, from)] {
        if layout.spec().gap[1] > 1 {
            stops.push(layout.with_sharing(Sharing::Beside));
            // Columns separated, rows unchanged, on the planes of the other side.
            let [gh, gw] = layout.spec().gap;
            let [ph, pw] = layout.spec().plane;
            if pw % gw == 0 {
                stops.push(SlotLayout::multiplexed(layout.shape(), [ph, pw / gw], [gh, 1], layout.slots()));
            }
            if ph % gh == 0 {
                stops.push(SlotLayout::multiplexed(layout.shape(), [ph / gh, pw], [1, gw], layout.slots()));
            }
        }
        // Distribute over ciphertexts first, change planes afterwards.
        let spec = layout.spec();
        stops.push(SlotLayout::new(crate::SlotLayoutSpec {
            channels: other.spec().channels.min(spec.channels),
            copies: 1,
            ..spec.clone()
        }));
    }
    stops
}
