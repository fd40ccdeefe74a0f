//! The search spaces of a problem, from the finest to the coarsest.
//!
//! A finer space contains more plans but takes longer to search, so [`plan_reshard`](crate::plan_reshard) tries the
//! granularities in the order of [`Granularity::ALL`]: the first search that finishes wins. The coarser ones
//! keep a plan within the budget for large meshes.

use partita_mesh::axis_list::{common_prefix, shard_count};
use partita_mesh::{AxisRef, Mesh};

use crate::Side;
use crate::price::link_group;
use crate::problem::Problem;
use crate::space::{Crossing, LinkedSubAxis, Space};
use crate::state::{MAX_DIMS, MAX_SUB_AXES, State, push_sub_axis};
use crate::sub_axes::{prime_sub_axes, refine_axes};

/// How finely axes are split, and which of them a search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Granularity {
    /// Every axis of the mesh, split into sub-axes of prime size.
    Primes,
    /// The mentioned sub-axes are split into primes, all other axes are unsplit.
    MentionedPrimes,
    /// Every axis of the mesh, split where a mentioned sub-axis ends.
    Named,
    /// Only mentioned sub-axes.
    Mentioned,
    /// Only mentioned sub-axes that differ between source and target. A common prefix of a dimension is frozen:
    /// it stays in place and is not part of the search.
    Frozen,
}

impl Granularity {
    pub(crate) const ALL: [Granularity; 5] = [
        Granularity::Primes,
        Granularity::MentionedPrimes,
        Granularity::Named,
        Granularity::Mentioned,
        Granularity::Frozen,
    ];

    /// Whether every axis may be used, so that a best path is optimal in the model.
    fn is_complete(self) -> bool {
        !matches!(self, Granularity::Mentioned | Granularity::Frozen)
    }

    /// The most sub-axes for which a search is expected to finish within the budget. Splitting into primes
    /// multiplies the number of layouts, so its limit is lower; `MAX_SUB_AXES` is what a [`State`] can hold.
    fn max_sub_axes(self) -> usize {
        match self {
            Granularity::Primes | Granularity::MentionedPrimes => 5,
            Granularity::Named | Granularity::Mentioned | Granularity::Frozen => MAX_SUB_AXES,
        }
    }
}

impl<'a> Problem<'a> {
    /// The common prefix of source and target in every dimension, if it is frozen.
    fn frozen(&self, granularity: Granularity) -> Vec<Vec<AxisRef>> {
        let both = self.from.iter().zip(&self.to);
        match granularity {
            Granularity::Frozen if self.start_side == self.end_side => {
                both.map(|(a, b)| common_prefix(a, b)).collect()
            }
            _ => vec![Vec::new(); self.from.len()],
        }
    }

    fn sub_axes(
        &self,
        side: Side,
        mentioned: Vec<AxisRef>,
        granularity: Granularity,
        frozen: &[Vec<AxisRef>],
    ) -> Vec<LinkedSubAxis> {
        let (mesh, _) = self.mesh(side);
        let mut boundaries = mentioned.clone();
        boundaries.extend(frozen.iter().flatten());
        let named = boundaries.len();
        if self.topology.has_boundaries() {
            boundaries.extend(self.link_boundaries(mesh));
        }
        // Links that change inside a mentioned sub-axis do not split it if the parts cannot coexist.
        let parts = refine_axes(mesh, &boundaries).or_else(|| refine_axes(mesh, &boundaries[..named]));
        let parts = parts.unwrap_or_default();
        let within = |axes: &[AxisRef], part: &AxisRef| axes.iter().any(|axis| axis.contains(*part));
        let frozen = frozen.concat();
        let mut axes = Vec::new();
        for part in parts.into_iter().filter(|part| !within(&frozen, part)) {
            match (granularity, within(&mentioned, &part)) {
                (Granularity::Primes, _) | (Granularity::MentionedPrimes, true) => {
                    axes.extend(prime_sub_axes(part))
                }
                (Granularity::Mentioned | Granularity::Frozen, false) => {}
                _ => axes.push(part),
            }
        }
        let link = |axis: AxisRef| match self.topology.has_boundaries() {
            true => link_group(self.topology, mesh, &[axis]).joined_link(),
            false => self.topology.link(mesh.mesh_axis(axis.axis()).name()),
        };
        axes.into_iter().map(|axis| LinkedSubAxis { axis, size: axis.size(), link: link(axis) }).collect()
    }

    /// The parts of axes within which all links are fast.
    fn link_boundaries(&self, mesh: &Mesh) -> Vec<AxisRef> {
        let inner = mesh.axis_ids().flat_map(|id| {
            let axis = mesh.mesh_axis(id);
            self.topology
                .boundaries(axis.name())
                .filter_map(move |inner| mesh.part(id, axis.size().checked_div(inner)?, inner))
        });
        inner.collect()
    }

    /// The space of a granularity, and whether it contains every plan of the model. `None` if there are too
    /// many sub-axes or dimensions.
    pub(crate) fn space(&self, granularity: Granularity, memory: Option<u64>) -> Option<(Space<'a>, bool)> {
        let frozen = self.frozen(granularity);
        let one_side = self.start_side == self.end_side;
        let sides = if one_side {
            [self.sub_axes(self.start_side, self.mentioned(), granularity, &frozen), Vec::new()]
        } else {
            let source = [self.from.concat(), self.unreduced.clone()].concat();
            [
                self.sub_axes(self.start_side, source, granularity, &frozen),
                self.sub_axes(self.end_side, self.to.concat(), granularity, &frozen),
            ]
        };
        if sides.iter().any(|sub_axes| sub_axes.len() > granularity.max_sub_axes()) {
            return None;
        }
        let extent = |d: usize| self.padded[d] / shard_count(&frozen[d]);
        let named = |d: usize| !(self.from[d].is_empty() && self.to[d].is_empty());
        let useful = |d: usize| {
            named(d)
                || sides
                    .iter()
                    .flatten()
                    .any(|sub_axis| extent(d) > 1 && extent(d).is_multiple_of(sub_axis.size))
        };
        let all: Vec<usize> = (0..self.padded.len()).filter(|&d| useful(d)).collect();
        let mut dims: Vec<usize> = all.iter().copied().filter(|&d| named(d)).collect();
        if dims.len() > MAX_DIMS {
            return None;
        }
        // A dimension that neither side shards can only hold axes for a while; these are left out first.
        dims.extend(all.iter().copied().filter(|&d| !named(d)));
        dims.truncate(MAX_DIMS);
        dims.sort_unstable();
        let complete = dims.len() == all.len();
        let mut extents = [1; MAX_DIMS];
        let mut unit = self.element_bytes;
        for (d, &size) in self.padded.iter().enumerate() {
            match dims.iter().position(|&dim| dim == d) {
                Some(at) => extents[at] = extent(d),
                None => unit *= size / shard_count(&frozen[d]),
            }
        }
        let last = u8::from(!one_side);
        let start = state(&sides[0], 0, &dims, &self.from, &self.unreduced);
        let goal = state(&sides[last as usize], last, &dims, &self.to, &self.kept);
        let meshes = [self.mesh(self.start_side).0, self.mesh(self.end_side).0];
        let crossing = (!one_side).then_some(Crossing { meshes, topology: self.topology });
        let complete = complete && granularity.is_complete();
        let differ =
            |sub_axes: &Vec<LinkedSubAxis>| sub_axes.windows(2).any(|pair| pair[0].link != pair[1].link);
        let mixed = [differ(&sides[0]), differ(&sides[1])];
        Some((Space { sides, mixed, crossing, dims, extents, unit, frozen, start, goal, memory }, complete))
    }
}

/// Whether two spaces have the same sub-axes, so that searching the second finds nothing new.
pub(crate) fn same_sub_axes(a: &Space<'_>, b: &Space<'_>) -> bool {
    let axes = |space: &Space<'_>| {
        space.sides.iter().map(|side| side.iter().map(|sub_axis| sub_axis.axis).collect()).collect()
    };
    let (a, b): (Vec<Vec<AxisRef>>, Vec<Vec<AxisRef>>) = (axes(a), axes(b));
    a == b
}

fn state(
    sub_axes: &[LinkedSubAxis],
    side: u8,
    dims: &[usize],
    lists: &[Vec<AxisRef>],
    unreduced: &[AxisRef],
) -> State {
    let mut state = State { side, ..State::default() };
    // Frozen axes have no sub-axes in the space, so they are left out.
    let of = |axis: &AxisRef| {
        let axis = *axis;
        (0..sub_axes.len()).filter(move |&sub_axis| axis.contains(sub_axes[sub_axis].axis))
    };
    for (at, &dim) in dims.iter().enumerate() {
        state.dims[at] = lists[dim].iter().flat_map(of).fold(0, push_sub_axis);
    }
    state.unreduced = unreduced.iter().flat_map(of).fold(0, |set, sub_axis| set | 1 << sub_axis);
    state
}
