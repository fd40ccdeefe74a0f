//! Changes of layout in one level or in two.
//!
//! Taking interleaved channels apart is a permutation of bits of the slot number. In one step it needs as many
//! diagonals as there are pixels; with a stop halfway, where channels of a plane lie side by side in its rows, each of
//! the two steps needs only about their square root.

use std::sync::Arc;

use crate::layout::{Layout, Sharing};
use crate::linear::{Choice, Cost, LinearMap, LinearOp};
use crate::program::{Builder, CtId};
use crate::{CkksError, CkksResult};

/// A change of layout as a chain of maps.
#[derive(Clone, Debug)]
pub struct Repack {
    /// The maps, first to last; at most two.
    pub maps: Vec<Arc<LinearMap>>,
}

impl Repack {
    /// What the chain costs.
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

/// The cheapest change of layout within so many levels.
pub fn repack(from: &Layout, to: &Layout, levels: usize) -> CkksResult<Repack> {
    if from == to {
        return Ok(Repack { maps: Vec::new() });
    }
    let op = LinearOp::identity(from.shape());
    let map = |from: &Layout, to: &Layout| LinearMap::new(&op, from, to, Choice::default()).map(Arc::new);
    let mut best = Repack { maps: vec![map(from, to)?] };
    if best.cost().levels > levels {
        let message = format!("a change of layout takes {} level, {levels} are left", best.cost().levels);
        return Err(CkksError::new(partita_base::code::LEVELS_EXHAUSTED, message).help("bootstrap before"));
    }
    if levels < 2 {
        return Ok(best);
    }
    for halfway in stops(from, to) {
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

/// Layouts worth stopping at.
pub(crate) fn stops(from: &Layout, to: &Layout) -> Vec<CkksResult<Layout>> {
    let mut stops = Vec::new();
    for (layout, other) in [(from, to), (to, from)] {
        if layout.spec().gap[1] > 1 {
            stops.push(layout.with_sharing(Sharing::Beside));
            // Columns apart, rows as they are, on the planes of the other side.
            let [gh, gw] = layout.spec().gap;
            let [ph, pw] = layout.spec().plane;
            if pw % gw == 0 {
                stops.push(Layout::multiplexed(layout.shape(), [ph, pw / gw], [gh, 1], layout.slots()));
            }
            if ph % gh == 0 {
                stops.push(Layout::multiplexed(layout.shape(), [ph / gh, pw], [1, gw], layout.slots()));
            }
        }
        // Gather or spread ciphertexts first, change planes after.
        let spec = layout.spec();
        stops.push(Layout::new(crate::LayoutSpec {
            channels: other.spec().channels.min(spec.channels),
            copies: 1,
            ..spec.clone()
        }));
    }
    stops
}
