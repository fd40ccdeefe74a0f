//! What a search looks at: pieces of axes, dimensions, where to start and where to end.

use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::{AxisRef, Mesh};

use crate::state::{MAX_DIMS, Stack, State, minor_to_major};
use crate::{Link, Topology};

/// A part of an axis that the search moves as one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) axis: AxisRef,
    pub(crate) size: u64,
    pub(crate) link: Link,
}

/// How to get from the pieces of the source to those of the target, where they are not the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing<'a> {
    /// The meshes of both. Where they are the same, equal axes mean equal layouts.
    pub(crate) meshes: [&'a Mesh; 2],
    pub(crate) topology: &'a Topology,
}

/// A search problem.
#[derive(Clone, Debug)]
pub(crate) struct Space<'a> {
    /// The pieces of the source's mesh and of the target's. The second are used only with a crossing.
    pub(crate) sides: [Vec<Piece>; 2],
    pub(crate) crossing: Option<Crossing<'a>>,
    /// The dimensions of the tensor that are looked at.
    pub(crate) dims: Vec<usize>,
    /// Their padded sizes, 1 for those beyond, without what is frozen.
    pub(crate) extents: [u64; MAX_DIMS],
    /// Bytes of one element along all dimensions looked at.
    pub(crate) unit: u64,
    /// Axes that every layout has before its pieces, per dimension of the tensor.
    pub(crate) frozen: Vec<Vec<AxisRef>>,
    pub(crate) start: State,
    pub(crate) goal: State,
    /// Most bytes before and after a step together.
    pub(crate) memory: Option<u64>,
}

impl Crossing<'_> {
    pub(crate) fn on_one_mesh(&self) -> bool {
        self.meshes[0] == self.meshes[1]
    }
}

impl Space<'_> {
    pub(crate) fn pieces(&self, state: &State) -> &[Piece] {
        &self.sides[state.side as usize]
    }

    /// How many shards a stack makes.
    pub(crate) fn count(&self, side: u8, stack: Stack) -> u64 {
        let pieces = &self.sides[side as usize];
        minor_to_major(stack).map(|piece| pieces[piece].size).product()
    }

    pub(crate) fn counts(&self, state: &State) -> [u64; MAX_DIMS] {
        state.dims.map(|stack| self.count(state.side, stack))
    }

    /// Bytes per device of a layout with these shard counts.
    pub(crate) fn bytes(&self, counts: &[u64; MAX_DIMS]) -> u64 {
        let local = self.extents.iter().zip(counts).map(|(extent, count)| extent / count);
        local.fold(self.unit, |bytes, size| bytes * size)
    }

    /// Whether a step between layouts of so many bytes is within the bound.
    pub(crate) fn fits(&self, before: u64, after: u64) -> bool {
        self.memory.is_none_or(|bound| before + after <= bound)
    }

    /// The best of all links there are.
    pub(crate) fn best_link(&self) -> Link {
        let links = self.sides.iter().flatten().map(|piece| piece.link);
        links.reduce(Link::best).unwrap_or_default()
    }

    /// The axes that a stack stands for, major to minor and merged, without what is frozen of its dimension.
    pub(crate) fn axes(&self, side: u8, stack: Stack) -> Vec<AxisRef> {
        let pieces = &self.sides[side as usize];
        let mut axes: Vec<AxisRef> = minor_to_major(stack).map(|piece| pieces[piece].axis).collect();
        axes.reverse();
        merge_neighbours(&mut axes);
        axes
    }
}
