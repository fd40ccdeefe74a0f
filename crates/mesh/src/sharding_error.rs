//! What can be wrong with a sharding.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, Diagnostic, Span, code};

use crate::spec::AxisSpec;
use crate::text::{Quoted, ShardingSpans, SymbolName};
use crate::{DeviceId, MeshError};

/// A piece of a sharding as written, in the order of the canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// All of it.
    Whole,
    /// The mesh.
    Mesh,
    /// Axis `.1` of dimension `.0`.
    DimAxis(usize, usize),
    /// The priority of a dimension.
    Priority(usize),
    /// A replicated axis.
    Replicated(usize),
    /// An unreduced axis.
    Unreduced(usize),
}

/// What is wrong with a sharding. `place` is the piece at fault; `first` is an earlier piece that it
/// disagrees with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "place and first are explained above, the others are in the message")]
#[non_exhaustive]
pub enum ShardingError {
    /// There is no mesh of this name.
    UnknownMesh { name: Box<str> },
    /// The mesh written in place is wrong.
    InlineMesh(MeshError),
    /// The mesh has no axis of this name.
    UnknownAxis { place: Place, name: Box<str>, known: Vec<Box<str>> },
    /// An axis or sub-axis stands twice.
    AxisReused { place: Place, first: Place, axis: AxisSpec, size: u64 },
    /// Two parts of an axis, or a part and the whole, have something in common.
    SubAxesOverlap { place: Place, first: Place, axis: AxisSpec, other: AxisSpec },
    /// Two parts of an axis do not belong to one way of splitting it.
    SubAxesDisagree { place: Place, first: Place, axis: AxisSpec, other: AxisSpec, size: u64 },
    /// A sub-axis has a pre-size below 1.
    SubAxisPreSize { place: Place, axis: AxisSpec },
    /// A sub-axis has a size below 2.
    SubAxisSize { place: Place, axis: AxisSpec },
    /// Pre-size times size does not divide the axis.
    SubAxisDivides { place: Place, axis: AxisSpec, axis_size: u64 },
    /// A sub-axis is all of its axis.
    SubAxisIsWhole { place: Place, axis: AxisSpec },
    /// Two neighbours could be one larger part.
    SubAxesMerge { place: Place, first: Place, axis: AxisSpec, next: AxisSpec, merged: AxisSpec },
    /// Replicated or unreduced axes are not in the order of the mesh.
    AxisOrder { place: Place, axis: AxisSpec, before: AxisSpec },
    /// The tensor has another rank.
    Rank { dims: usize, rank: usize },
    /// A dimension that can never have an axis has a priority.
    PriorityOnEmpty { dim: usize, priority: u64 },
    /// One device holds everything, and yet there are dimensions or axes.
    MaximalWithAxes { device: DeviceId },
    /// A value without a shape has dimensions or axes.
    NotShaped,
    /// A tensor of unknown rank has a sharding.
    Unranked,
    /// A tuple that does not hold exactly one value has a sharding.
    Tuple { count: usize },
}

impl Place {
    /// Whether both are axes of one list and `next` directly follows.
    pub(crate) fn is_right_before(self, next: Place) -> bool {
        match (self, next) {
            (Place::DimAxis(d, i), Place::DimAxis(e, j)) => d == e && i + 1 == j,
            (Place::Replicated(i), Place::Replicated(j)) => i + 1 == j,
            (Place::Unreduced(i), Place::Unreduced(j)) => i + 1 == j,
            _ => false,
        }
    }
}

impl ShardingError {
    /// How many axes of the mesh an error about an unknown one names at most.
    pub(crate) const KNOWN_AXES: usize = 9;

    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            ShardingError::UnknownMesh { .. } => code::UNKNOWN_MESH,
            ShardingError::InlineMesh(error) => error.code(),
            ShardingError::UnknownAxis { .. } => code::UNKNOWN_AXIS,
            ShardingError::AxisReused { .. } => code::AXIS_REUSED,
            ShardingError::SubAxesOverlap { .. } => code::SUB_AXES_OVERLAP,
            ShardingError::SubAxesDisagree { .. } => code::SUB_AXES_DISAGREE,
            ShardingError::SubAxisPreSize { .. } => code::SUB_AXIS_PRE_SIZE,
            ShardingError::SubAxisSize { .. } => code::SUB_AXIS_SIZE,
            ShardingError::SubAxisDivides { .. } => code::SUB_AXIS_DIVIDES,
            ShardingError::SubAxisIsWhole { .. } => code::SUB_AXIS_IS_WHOLE,
            ShardingError::SubAxesMerge { .. } => code::SUB_AXES_MERGE,
            ShardingError::AxisOrder { .. } => code::AXIS_ORDER,
            ShardingError::Rank { .. } => code::SHARDING_RANK,
            ShardingError::PriorityOnEmpty { .. } => code::PRIORITY_ON_EMPTY,
            ShardingError::MaximalWithAxes { .. } => code::MAXIMAL_WITH_AXES,
            ShardingError::NotShaped => code::SHARDED_NON_TENSOR,
            ShardingError::Unranked => code::SHARDED_UNRANKED,
            ShardingError::Tuple { .. } => code::SHARDED_TUPLE,
        }
    }

    /// The piece at fault.
    pub fn place(&self) -> Place {
        match *self {
            ShardingError::UnknownAxis { place, .. }
            | ShardingError::AxisReused { place, .. }
            | ShardingError::SubAxesOverlap { place, .. }
            | ShardingError::SubAxesDisagree { place, .. }
            | ShardingError::SubAxisPreSize { place, .. }
            | ShardingError::SubAxisSize { place, .. }
            | ShardingError::SubAxisDivides { place, .. }
            | ShardingError::SubAxisIsWhole { place, .. }
            | ShardingError::SubAxesMerge { place, .. }
            | ShardingError::AxisOrder { place, .. } => place,
            ShardingError::PriorityOnEmpty { dim, .. } => Place::Priority(dim),
            ShardingError::UnknownMesh { .. } | ShardingError::InlineMesh(_) => Place::Mesh,
            ShardingError::Rank { .. }
            | ShardingError::MaximalWithAxes { .. }
            | ShardingError::NotShaped
            | ShardingError::Unranked
            | ShardingError::Tuple { .. } => Place::Whole,
        }
    }

    /// The earlier piece that the one at fault disagrees with.
    pub fn first(&self) -> Option<Place> {
        match *self {
            ShardingError::AxisReused { first, .. }
            | ShardingError::SubAxesOverlap { first, .. }
            | ShardingError::SubAxesDisagree { first, .. }
            | ShardingError::SubAxesMerge { first, .. } => Some(first),
            _ => None,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            ShardingError::UnknownMesh { .. } => "define the mesh at the top of the module".into(),
            ShardingError::InlineMesh(error) => error.help().into(),
            ShardingError::UnknownAxis { known, .. } if known.is_empty() => "the mesh has no axes".into(),
            ShardingError::UnknownAxis { known, .. } => {
                let mut names: Vec<_> = known.iter().map(|name| Quoted(name).to_string()).collect();
                if names.len() == Self::KNOWN_AXES {
                    names[Self::KNOWN_AXES - 1] = "…".into();
                }
                format!("the axes of the mesh are {}", names.join(", "))
            }
            ShardingError::AxisReused { axis, size, .. } => {
                match (2..=*size / 2).take(1000).find(|factor| size.is_multiple_of(*factor)) {
                    Some(k) if axis.part.is_none() => {
                        format!("split the axis, for example {axis}:(1){k} and {axis}:({k}){}", size / k)
                    }
                    _ => "use another axis in one of the places".into(),
                }
            }
            ShardingError::SubAxesOverlap { .. } => {
                "use parts that follow one another, as (1)2 and (2)2".into()
            }
            ShardingError::SubAxesDisagree { .. } => {
                "choose parts so that one ends where the other begins, or a multiple of that".into()
            }
            ShardingError::SubAxisPreSize { .. } => "write 1 for the first part of an axis".into(),
            ShardingError::SubAxisSize { .. } => "leave out parts of size 1".into(),
            ShardingError::SubAxisDivides { axis_size, .. } => {
                format!("choose a pre-size and a size whose product divides {axis_size}")
            }
            ShardingError::SubAxisIsWhole { axis, .. } => format!("write {}", Quoted(&axis.name)),
            ShardingError::SubAxesMerge { merged, .. } => format!("write {merged}"),
            ShardingError::AxisOrder { .. } => {
                "list the axes in the order of the mesh, and parts of an axis from major to minor".into()
            }
            ShardingError::Rank { .. } => "write one pair of braces per dimension".into(),
            ShardingError::PriorityOnEmpty { .. } => {
                "remove the priority, or write {?} to open the dimension".into()
            }
            ShardingError::MaximalWithAxes { .. } => "write [] for the dimensions and no other axes".into(),
            ShardingError::NotShaped => "write [] for the dimensions and no other axes".into(),
            ShardingError::Unranked => "give the tensor a rank, or remove the sharding".into(),
            ShardingError::Tuple { .. } => "return the values one by one, each with its own sharding".into(),
        }
    }

    /// The finding to report, given where the pieces of the sharding stand.
    pub fn to_diagnostic(&self, spans: &ShardingSpans) -> Diagnostic {
        if let ShardingError::InlineMesh(error) = self {
            return error.to_diagnostic(&spans.inline);
        }
        let diagnostic = Diagnostic::error(self.code(), spans.get(self.place()), self.to_string());
        let diagnostic = match self.first() {
            Some(first) => diagnostic.label(spans.get(first), "first used here"),
            None => diagnostic,
        };
        diagnostic.help(self.help())
    }
}

impl ShardingSpans {
    /// Where a piece stands; the whole sharding when the text has no such piece.
    pub fn get(&self, place: Place) -> Span {
        match place {
            Place::Whole => None,
            Place::Mesh => Some(self.mesh),
            Place::DimAxis(d, i) => self.dims.get(d).and_then(|dim| dim.axes.get(i).copied()),
            Place::Priority(d) => self.dims.get(d).map(|dim| dim.priority.unwrap_or(dim.whole)),
            Place::Replicated(i) => self.replicated.get(i).copied(),
            Place::Unreduced(i) => self.unreduced.get(i).copied(),
        }
        .unwrap_or(self.whole)
    }
}

impl Display for ShardingError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ShardingError::UnknownMesh { name } => write!(f, "there is no mesh {}", SymbolName(name)),
            ShardingError::InlineMesh(error) => error.fmt(f),
            ShardingError::UnknownAxis { name, .. } => write!(f, "mesh has no axis {}", Quoted(name)),
            ShardingError::AxisReused { place, first, axis, .. } => match (first, place) {
                (Place::DimAxis(d, _), Place::DimAxis(e, _)) if d != e => {
                    write!(f, "axis {axis} shards two dimensions of one tensor")
                }
                _ => write!(f, "axis {axis} is used twice in one sharding"),
            },
            ShardingError::SubAxesOverlap { axis, other, .. } => write!(f, "axes {other} and {axis} overlap"),
            ShardingError::SubAxesDisagree { axis, other, size, .. } => {
                write!(f, "no split of an axis of size {size} has both {other} and {axis}")
            }
            ShardingError::SubAxisPreSize { axis, .. } => {
                let pre = axis.part.map_or(0, |part| part.pre);
                write!(f, "sub-axis {axis} has pre-size {pre}, which is less than 1")
            }
            ShardingError::SubAxisSize { axis, .. } => {
                let size = axis.part.map_or(0, |part| part.size);
                write!(f, "sub-axis {axis} has size {size}, which is less than 2")
            }
            ShardingError::SubAxisDivides { axis, axis_size, .. } => {
                let part = axis.part.map_or((0, 0), |part| (part.pre, part.size));
                write!(f, "{} * {} of sub-axis {axis} does not divide {axis_size}", part.0, part.1)
            }
            ShardingError::SubAxisIsWhole { axis, .. } => write!(f, "sub-axis {axis} is the whole axis"),
            ShardingError::SubAxesMerge { axis, next, merged, .. } => {
                write!(f, "sub-axes {axis} and {next} are the one part {merged}")
            }
            ShardingError::AxisOrder { place, axis, before } => {
                let list = if let Place::Unreduced(_) = place { "unreduced" } else { "replicated" };
                write!(f, "{list} axis {axis} comes after {before} but is before it in the mesh")
            }
            ShardingError::Rank { dims, rank } => {
                write!(f, "sharding of {} is on a tensor of rank {rank}", plural(*dims, "dimension"))
            }
            ShardingError::PriorityOnEmpty { dim, priority } => {
                write!(f, "dimension {dim} is empty and closed but has priority {priority}")
            }
            ShardingError::MaximalWithAxes { device } => {
                write!(f, "sharding on the single device {} has dimensions or axes", device.0)
            }
            ShardingError::NotShaped => {
                write!(f, "a value without a shape has dimensions or axes in its sharding")
            }
            ShardingError::Unranked => write!(f, "a tensor of unknown rank has a sharding"),
            ShardingError::Tuple { count } => {
                write!(f, "a tuple of {} has one sharding", plural(*count, "value"))
            }
        }
    }
}

impl std::error::Error for ShardingError {}

fn plural(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
