//! A search space: sub-axes, dimensions, start and goal.

use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::{AxisRef, Mesh};

use crate::state::{MAX_DIMS, Stack, State, minor_to_major};
use crate::{Link, Topology};

/// A sub-axis that the search moves as a unit, and its link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkedSubAxis {
    pub(crate) axis: AxisRef,
    pub(crate) size: u64,
    pub(crate) link: Link,
}

/// The two meshes of a problem whose target cannot be expressed in the source's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing<'a> {
    /// The meshes of source and target. If they are equal, equal axes mean equal layouts.
    pub(crate) meshes: [&'a Mesh; 2],
    pub(crate) topology: &'a Topology,
}

/// A search problem.
#[derive(Clone, Debug)]
pub(crate) struct Space<'a> {
    /// The sub-axes of the source's mesh and of the target's. The latter are used only with a crossing.
    pub(crate) sides: [Vec<LinkedSubAxis>; 2],
    /// Whether the links of a side's sub-axes differ.
    pub(crate) mixed: [bool; 2],
    pub(crate) crossing: Option<Crossing<'a>>,
    /// The dimensions of the tensor that are considered.
    pub(crate) dims: Vec<usize>,
    /// Their padded sizes without frozen axes; 1 beyond the last dimension.
    pub(crate) extents: [u64; MAX_DIMS],
    /// Bytes of one element along all considered dimensions: the size of an element times that of all other
    /// dimensions.
    pub(crate) unit: u64,
    /// The frozen axes of each dimension of the tensor, which are more major than its sub-axes in every layout.
    pub(crate) frozen: Vec<Vec<AxisRef>>,
    pub(crate) start: State,
    pub(crate) goal: State,
    /// The most bytes before and after a step together.
    pub(crate) memory: Option<u64>,
}

impl Crossing<'_> {
    pub(crate) fn on_one_mesh(&self) -> bool {
        self.meshes[0] == self.meshes[1]
    }
}

impl Space<'_> {
    pub(crate) fn sub_axes(&self, state: &State) -> &[LinkedSubAxis] {
        &self.sides[state.side as usize]
    }

    /// How many shards a stack of sub-axes makes.
    pub(crate) fn count(&self, side: u8, stack: Stack) -> u64 {
        let sub_axes = &self.sides[side as usize];
        minor_to_major(stack).map(|sub_axis| sub_axes[sub_axis].size).product()
    }

    pub(crate) fn counts(&self, state: &State) -> [u64; MAX_DIMS] {
        state.dims.map(|stack| self.count(state.side, stack))
    }

    /// Bytes per device of a layout with these shard counts.
    pub(crate) fn bytes(&self, counts: &[u64; MAX_DIMS]) -> u64 {
        let local = self.extents.iter().zip(counts).map(|(extent, count)| extent / count);
        local.fold(self.unit, |bytes, size| bytes * size)
    }

    /// Whether a step between layouts of these sizes is within the memory limit.
    pub(crate) fn fits(&self, before: u64, after: u64) -> bool {
        self.memory.is_none_or(|bound| before + after <= bound)
    }

    /// The lowest latency and the highest bandwidth of all links.
    pub(crate) fn best_link(&self) -> Link {
        let links = self.sides.iter().flatten().map(|sub_axis| sub_axis.link);
        links.reduce(Link::best).unwrap_or_default()
    }

    /// The axes of a stack, major to minor and merged, without the frozen axes of its dimension.
    pub(crate) fn axes(&self, side: u8, stack: Stack) -> Vec<AxisRef> {
        let sub_axes = &self.sides[side as usize];
        let mut axes: Vec<AxisRef> = minor_to_major(stack).map(|sub_axis| sub_axes[sub_axis].axis).collect();
        axes.reverse();
        merge_neighbours(&mut axes);
        axes
    }
}
