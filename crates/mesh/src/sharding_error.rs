//! Errors of a sharding.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, Diagnostic, Span, code, nearest_name};

use crate::spec::AxisSpec;
use crate::text::{Quoted, ShardingSpans, SymbolName};
use crate::{DeviceId, MeshError};

/// An element of a sharding as written, in the order of the canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShardingPart {
    /// The entire sharding.
    All,
    /// The mesh, by name or inline.
    Mesh,
    /// Axis `.1` of dimension `.0`.
    DimAxis(usize, usize),
    /// The priority of the dimension at this index.
    Priority(usize),
    /// The replicated axis at this index.
    Replicated(usize),
    /// The unreduced axis at this index.
    Unreduced(usize),
}

/// A problem with a sharding. `place` is the element at fault; `first` is the earlier element that it
/// conflicts with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "place and first are explained above, the others are in the message")]
#[non_exhaustive]
pub enum ShardingError {
    /// There is no mesh with this name.
    UnknownMesh { name: Box<str>, near: Option<Box<str>> },
    /// The inline mesh is invalid.
    InlineMesh(MeshError),
    /// The mesh has no axis with this name.
    UnknownAxis { place: ShardingPart, axis: AxisSpec, known: Vec<Box<str>> },
    /// An axis or sub-axis appears twice.
    AxisReused { place: ShardingPart, first: ShardingPart, axis: AxisSpec, size: u64 },
    /// Two sub-axes of an axis, or a sub-axis and the full axis, overlap.
    SubAxesOverlap { place: ShardingPart, first: ShardingPart, axis: AxisSpec, other: AxisSpec },
    /// Two sub-axes do not fit into one factorisation of their axis.
    SubAxesDisagree { place: ShardingPart, first: ShardingPart, axis: AxisSpec, other: AxisSpec, size: u64 },
    /// A sub-axis has a pre-size below 1.
    SubAxisPreSize { place: ShardingPart, axis: AxisSpec },
    /// A sub-axis has a size below 2.
    SubAxisSize { place: ShardingPart, axis: AxisSpec },
    /// Pre-size times size does not divide the axis.
    SubAxisDivides { place: ShardingPart, axis: AxisSpec, axis_size: u64 },
    /// A sub-axis covers its full axis.
    SubAxisIsFullAxis { place: ShardingPart, axis: AxisSpec },
    /// Two adjacent sub-axes form one larger sub-axis.
    SubAxesMerge {
        place: ShardingPart,
        first: ShardingPart,
        axis: AxisSpec,
        next: AxisSpec,
        merged: AxisSpec,
    },
    /// Replicated or unreduced axes are not in the order of the mesh.
    AxisOrder { place: ShardingPart, axis: AxisSpec, before: AxisSpec },
    /// The number of dimension shardings differs from the number of dimensions of the tensor.
    Rank { dims: usize, rank: usize },
    /// A dimension that can never have an axis has a priority.
    PriorityOnEmpty { dim: usize, priority: u64 },
    /// A sharding on a maximal mesh mentions dimensions or axes.
    MaximalWithAxes { device: DeviceId },
    /// A value without a shape has dimensions or axes.
    NotShaped,
    /// A tensor of unknown rank has a sharding.
    Unranked,
    /// A tuple that does not hold exactly one value has a sharding.
    Tuple { count: usize },
}

impl ShardingPart {
    /// Whether both are axes of one list and `next` directly follows `self`.
    pub(crate) fn is_right_before(self, next: ShardingPart) -> bool {
        match (self, next) {
            (ShardingPart::DimAxis(d, i), ShardingPart::DimAxis(e, j)) => d == e && i + 1 == j,
            (ShardingPart::Replicated(i), ShardingPart::Replicated(j)) => i + 1 == j,
            (ShardingPart::Unreduced(i), ShardingPart::Unreduced(j)) => i + 1 == j,
            _ => false,
        }
    }
}

impl ShardingError {
    /// The largest number of axes that an error about an unknown axis lists.
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
            ShardingError::SubAxisIsFullAxis { .. } => code::SUB_AXIS_IS_FULL_AXIS,
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

    /// The element at fault.
    pub fn place(&self) -> ShardingPart {
        match *self {
            ShardingError::UnknownAxis { place, .. }
            | ShardingError::AxisReused { place, .. }
            | ShardingError::SubAxesOverlap { place, .. }
            | ShardingError::SubAxesDisagree { place, .. }
            | ShardingError::SubAxisPreSize { place, .. }
            | ShardingError::SubAxisSize { place, .. }
            | ShardingError::SubAxisDivides { place, .. }
            | ShardingError::SubAxisIsFullAxis { place, .. }
            | ShardingError::SubAxesMerge { place, .. }
            | ShardingError::AxisOrder { place, .. } => place,
            ShardingError::PriorityOnEmpty { dim, .. } => ShardingPart::Priority(dim),
            ShardingError::UnknownMesh { .. } | ShardingError::InlineMesh(_) => ShardingPart::Mesh,
            ShardingError::Rank { .. }
            | ShardingError::MaximalWithAxes { .. }
            | ShardingError::NotShaped
            | ShardingError::Unranked
            | ShardingError::Tuple { .. } => ShardingPart::All,
        }
    }

    /// The earlier element that the one at fault conflicts with.
    pub fn first(&self) -> Option<ShardingPart> {
        match *self {
            ShardingError::AxisReused { first, .. }
            | ShardingError::SubAxesOverlap { first, .. }
            | ShardingError::SubAxesDisagree { first, .. }
            | ShardingError::SubAxesMerge { first, .. } => Some(first),
            _ => None,
        }
    }

    /// How to fix the problem.
    pub fn help(&self) -> String {
        match self {
            ShardingError::UnknownMesh { near: Some(near), .. } => format!("did you mean {}?", SymbolName(near)),
            ShardingError::UnknownMesh { near: None, .. } => "define the mesh at the top of the module".into(),
            ShardingError::InlineMesh(error) => error.help().into(),
            ShardingError::UnknownAxis { known, .. } if known.is_empty() => "the mesh has no axes".into(),
            ShardingError::UnknownAxis { known, axis, .. } => {
                let near = nearest_axis(axis, known).map(|near| format!("did you mean {near}? "));
                let the = if near.is_some() { "The" } else { "the" };
                let mut names: Vec<_> = known.iter().map(|name| Quoted(name).to_string()).collect();
                if names.len() == Self::KNOWN_AXES {
                    names[Self::KNOWN_AXES - 1] = "…".into();
                }
                format!("{}{the} axes of the mesh are {}", near.unwrap_or_default(), names.join(", "))
            }
            ShardingError::AxisReused { axis, size, .. } => {
                match (2..=*size / 2).take(1000).find(|factor| size.is_multiple_of(*factor)) {
                    Some(k) if axis.part.is_none() => {
                        format!("split the axis, for example {axis}:(1){k} and {axis}:({k}){}", size / k)
                    }
                    _ => "use a different axis in one of the two places".into(),
                }
            }
            ShardingError::SubAxesOverlap { .. } => {
                "use sub-axes that follow one another, such as (1)2 and (2)2".into()
            }
            ShardingError::SubAxesDisagree { .. } => {
                "choose sub-axes so that the pre-size of one is a multiple of the end (pre-size times size) of the other".into()
            }
            ShardingError::SubAxisPreSize { .. } => "write 1 for the first sub-axis of an axis".into(),
            ShardingError::SubAxisSize { .. } => "omit sub-axes of size 1".into(),
            ShardingError::SubAxisDivides { axis_size, .. } => {
                format!("choose a pre-size and a size whose product divides {axis_size}")
            }
            ShardingError::SubAxisIsFullAxis { axis, .. } => format!("write {}", Quoted(&axis.name)),
            ShardingError::SubAxesMerge { merged, .. } => format!("write {merged}"),
            ShardingError::AxisOrder { .. } => {
                "list the axes in the order of the mesh, and the sub-axes of an axis from major to minor".into()
            }
            ShardingError::Rank { .. } => "write one pair of braces per dimension of the tensor".into(),
            ShardingError::PriorityOnEmpty { .. } => {
                "remove the priority, or write {?} to open the dimension".into()
            }
            ShardingError::MaximalWithAxes { .. } => "write [] for the dimensions and no other axes".into(),
            ShardingError::NotShaped => "write [] for the dimensions and no other axes".into(),
            ShardingError::Unranked => "give the tensor a rank, or remove the sharding".into(),
            ShardingError::Tuple { .. } => "return the values one by one, each with its own sharding".into(),
        }
    }

    /// The diagnostic to report, given the spans of the sharding.
    pub fn to_diagnostic(&self, spans: &ShardingSpans) -> Diagnostic {
        if let ShardingError::InlineMesh(error) = self {
            return error.to_diagnostic(&spans.inline);
        }
        let diagnostic = Diagnostic::error(self.code(), spans.get(self.place()), self.to_string());
        let diagnostic = match self.first() {
            Some(first) => diagnostic.label(spans.get(first), "first used here"),
            None => diagnostic,
        };
        let diagnostic = diagnostic.help(self.help());
        match self.fix(spans) {
            Some((span, replacement)) => diagnostic.fix(span, replacement),
            None => diagnostic,
        }
    }

    /// The exact edit that fixes the problem, if there is one.
    fn fix(&self, spans: &ShardingSpans) -> Option<(Span, String)> {
        let here = spans.get(self.place());
        let is_written = |span: Span| span != spans.full;
        // The elements of an alias are elsewhere.
        if !matches!(self, ShardingError::Rank { .. }) && !is_written(here) {
            return None;
        }
        match self {
            ShardingError::UnknownMesh { near, .. } => Some((here, SymbolName(near.as_ref()?).to_string())),
            ShardingError::UnknownAxis { axis, known, .. } => {
                Some((here, nearest_axis(axis, known)?.to_string()))
            }
            ShardingError::SubAxisIsFullAxis { axis, .. } => Some((here, Quoted(&axis.name).to_string())),
            ShardingError::SubAxesMerge { first, merged, .. } if is_written(spans.get(*first)) => {
                Some((spans.get(*first).to(here), merged.to_string()))
            }
            ShardingError::Rank { dims, rank } => rank_fix(spans, *dims, *rank),
            _ => None,
        }
    }
}

/// The axis whose name was probably meant.
fn nearest_axis(axis: &AxisSpec, known: &[Box<str>]) -> Option<AxisSpec> {
    let near = nearest_name(&axis.name, known.iter().map(|name| &**name))?;
    Some(AxisSpec { name: near.into(), ..axis.clone() })
}

/// Adds dimensions without axes, or removes the last ones if they have none.
fn rank_fix(spans: &ShardingSpans, dims: usize, rank: usize) -> Option<(Span, String)> {
    let last = spans.dims.last()?.full;
    if dims != spans.dims.len() || rank == 0 {
        return None;
    }
    if dims < rank {
        return Some((Span::new(last.end as usize, last.end as usize), ", {}".repeat(rank - dims)));
    }
    let is_empty = spans.dims[rank..].iter().all(|dim| dim.axes.is_empty() && dim.priority.is_none());
    let kept = spans.dims[rank - 1].full.end as usize;
    is_empty.then(|| (Span::new(kept, last.end as usize), String::new()))
}

impl ShardingSpans {
    /// The span of an element; that of the entire sharding if the text has no such element.
    pub fn get(&self, place: ShardingPart) -> Span {
        match place {
            ShardingPart::All => None,
            ShardingPart::Mesh => Some(self.mesh),
            ShardingPart::DimAxis(d, i) => self.dims.get(d).and_then(|dim| dim.axes.get(i).copied()),
            ShardingPart::Priority(d) => self.dims.get(d).map(|dim| dim.priority.unwrap_or(dim.full)),
            ShardingPart::Replicated(i) => self.replicated.get(i).copied(),
            ShardingPart::Unreduced(i) => self.unreduced.get(i).copied(),
        }
        .unwrap_or(self.full)
    }
}

impl Display for ShardingError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ShardingError::UnknownMesh { name, .. } => write!(f, "unknown mesh {}", SymbolName(name)),
            ShardingError::InlineMesh(error) => error.fmt(f),
            ShardingError::UnknownAxis { axis, .. } => {
                write!(f, "the mesh has no axis {}", Quoted(&axis.name))
            }
            ShardingError::AxisReused { place, first, axis, .. } => match (first, place) {
                (ShardingPart::DimAxis(d, _), ShardingPart::DimAxis(e, _)) if d != e => {
                    write!(f, "axis {axis} shards two dimensions of one tensor")
                }
                _ => write!(f, "axis {axis} is used twice in one sharding"),
            },
            ShardingError::SubAxesOverlap { axis, other, .. } => write!(f, "axes {other} and {axis} overlap"),
            ShardingError::SubAxesDisagree { axis, other, size, .. } => {
                write!(f, "an axis of size {size} cannot be split into both {other} and {axis}")
            }
            ShardingError::SubAxisPreSize { axis, .. } => {
                let pre = axis.part.map_or(0, |part| part.pre);
                write!(f, "expected a pre-size of at least 1 in sub-axis {axis}, found {pre}")
            }
            ShardingError::SubAxisSize { axis, .. } => {
                let size = axis.part.map_or(0, |part| part.size);
                write!(f, "expected a size of at least 2 in sub-axis {axis}, found {size}")
            }
            ShardingError::SubAxisDivides { axis, axis_size, .. } => {
                let part = axis.part.map_or((0, 0), |part| (part.pre, part.size));
                write!(
                    f,
                    "{} * {} of sub-axis {axis} does not divide the axis size {axis_size}",
                    part.0, part.1
                )
            }
            ShardingError::SubAxisIsFullAxis { axis, .. } => {
                write!(f, "sub-axis {axis} covers the full axis")
            }
            ShardingError::SubAxesMerge { axis, next, merged, .. } => {
                write!(f, "sub-axes {axis} and {next} must be written as {merged}")
            }
            ShardingError::AxisOrder { place, axis, before } => {
                let list = if let ShardingPart::Unreduced(_) = place { "unreduced" } else { "replicated" };
                write!(f, "{list} axis {axis} is listed after {before} but precedes it in the mesh")
            }
            ShardingError::Rank { dims, rank } => {
                write!(f, "expected {}, found {dims}", plural(*rank, "dimension sharding"))
            }
            ShardingError::PriorityOnEmpty { dim, priority } => {
                write!(f, "dimension {dim} has priority {priority} but is closed and has no axes")
            }
            ShardingError::MaximalWithAxes { device } => {
                write!(f, "a sharding on the single device {} cannot have dimensions or axes", device.0)
            }
            ShardingError::NotShaped => {
                write!(f, "the sharding of a value without a shape cannot have dimensions or axes")
            }
            ShardingError::Unranked => write!(f, "a tensor of unknown rank cannot have a sharding"),
            ShardingError::Tuple { count } => {
                write!(f, "a tuple of {} cannot have a sharding", plural(*count, "value"))
            }
        }
    }
}

impl std::error::Error for ShardingError {}

fn plural(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
