//! The collectives of a plan, in the notation of sdy.

use std::fmt::{self, Display, Formatter};

use partita_cost::CollectiveKind;
use partita_mesh::text::{AxisList, AxisLists};
use partita_mesh::{AxisRef, Mesh};

/// Axes that move from the minor end of one dimension to the minor end of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisMove {
    /// The axes, major to minor.
    pub axes: Vec<AxisRef>,
    /// The dimension that loses them.
    pub from: usize,
    /// The dimension that gets them.
    pub to: usize,
}

/// One step of a plan. Lists of axes are major to minor; lists per dimension have an entry for every dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collective {
    /// Removes axes from the minor ends of dimensions: devices that differ along them exchange their blocks.
    AllGather(Vec<Vec<AxisRef>>),
    /// Adds axes to the minor ends of dimensions: every device keeps its slice of its block.
    AllSlice(Vec<Vec<AxisRef>>),
    /// Moves axes between dimensions. No dimension takes part in two moves; moves are in ascending order of
    /// `from`.
    AllToAll(Vec<AxisMove>),
    /// Every device sends its block to one device and receives one. Each dimension keeps its number of shards.
    CollectivePermute,
    /// Combines partial values along unreduced axes; every device gets the result.
    AllReduce(Vec<AxisRef>),
    /// Combines partial values along unreduced axes and leaves each device its slice of the result: the axes
    /// are added to the minor ends of dimensions.
    ReduceScatter(Vec<Vec<AxisRef>>),
}

impl Collective {
    /// The op without its dialect, such as `all_gather`.
    pub fn name(&self) -> &'static str {
        match self {
            Collective::AllGather(_) => "all_gather",
            Collective::AllSlice(_) => "all_slice",
            Collective::AllToAll(_) => "all_to_all",
            Collective::CollectivePermute => "collective_permute",
            Collective::AllReduce(_) => "all_reduce",
            Collective::ReduceScatter(_) => "reduce_scatter",
        }
    }

    /// The kind, which determines the cost.
    pub fn kind(&self) -> CollectiveKind {
        match self {
            Collective::AllGather(_) => CollectiveKind::AllGather,
            Collective::AllSlice(_) => CollectiveKind::AllSlice,
            Collective::AllToAll(_) => CollectiveKind::AllToAll,
            Collective::CollectivePermute => CollectiveKind::CollectivePermute,
            Collective::AllReduce(_) => CollectiveKind::AllReduce,
            Collective::ReduceScatter(_) => CollectiveKind::ReduceScatter,
        }
    }

    /// The axes along which devices form groups; none for a permutation, whose devices form pairs.
    pub fn axes(&self) -> Vec<AxisRef> {
        match self {
            Collective::AllGather(dims) | Collective::AllSlice(dims) | Collective::ReduceScatter(dims) => {
                dims.concat()
            }
            Collective::AllToAll(moves) => moves.iter().flat_map(|each| each.axes.iter().copied()).collect(),
            Collective::CollectivePermute => Vec::new(),
            Collective::AllReduce(axes) => axes.clone(),
        }
    }

    /// The name and axes in the notation of sdy.
    pub fn text<'a>(&'a self, mesh: &'a Mesh) -> impl Display + use<'a> {
        Text { collective: self, mesh }
    }
}

struct Text<'a> {
    collective: &'a Collective,
    mesh: &'a Mesh,
}

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.collective.name())?;
        let list = |axes: &[AxisRef]| axes.iter().map(|&axis| self.mesh.axis_spec(axis)).collect::<Vec<_>>();
        match self.collective {
            Collective::AllGather(dims) | Collective::AllSlice(dims) | Collective::ReduceScatter(dims) => {
                let dims: Vec<_> = dims.iter().map(|axes| list(axes)).collect();
                write!(f, " {}", AxisLists(&dims))
            }
            Collective::AllToAll(moves) => {
                for (i, AxisMove { axes, from, to }) in moves.iter().enumerate() {
                    let before = if i == 0 { " [" } else { ", " };
                    write!(f, "{before}{}: {from}->{to}", AxisList(&list(axes)))?;
                }
                f.write_str("]")
            }
            Collective::CollectivePermute => Ok(()),
            Collective::AllReduce(axes) => write!(f, " {}", AxisList(&list(axes))),
        }
    }
}
