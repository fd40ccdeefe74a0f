//! Checks a sharding as written and turns it into one that upholds its invariants.
//!
//! Every check is here. None stops at the first problem: elements that are valid on their own are
//! still checked against the rest.

use crate::sharding::{DimSharding, MeshId, Priority, ShardingParts, TensorSharding};
use crate::spec::{AxisSpec, ShardingSpec};
use crate::{AxisRef, Mesh, MeshKind, Openness, ShardingError, ShardingPart};

/// What a sharding is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A tensor, or another shaped value, of this rank.
    Ranked(usize),
    /// A tensor of unknown rank.
    Unranked,
    /// A value without a shape, such as a token.
    NotShaped,
    /// A tuple of this many values; a tuple of one counts as the value it holds.
    Tuple(usize),
    /// An op without results.
    NoValue,
    /// Unknown; checks that depend on it are skipped.
    Unknown,
}

impl TensorSharding {
    /// Checks `spec` as a sharding of `subject` on `mesh`; fails with every problem found.
    pub fn resolve(
        spec: &ShardingSpec,
        id: MeshId,
        mesh: &Mesh,
        subject: Subject,
    ) -> Result<TensorSharding, Vec<ShardingError>> {
        let mut errors = Vec::new();
        if let MeshKind::Maximal(device) = mesh.kind() {
            if mentions_anything(spec) {
                return Err(vec![ShardingError::MaximalWithAxes { device }]);
            }
        } else {
            errors.extend(check_subject(spec, subject));
        }
        let parts = resolve_parts(spec, mesh, &mut errors);
        if errors.is_empty() { Ok(TensorSharding::from_checked(id, parts)) } else { Err(errors) }
    }
}

/// The problem, if any, that a sharding on a non-maximal mesh has with its subject.
pub fn check_subject(spec: &ShardingSpec, subject: Subject) -> Option<ShardingError> {
    match subject {
        Subject::Ranked(rank) if spec.dims.len() != rank => {
            Some(ShardingError::Rank { dims: spec.dims.len(), rank })
        }
        Subject::Unranked => Some(ShardingError::Unranked),
        Subject::NotShaped | Subject::NoValue if mentions_anything(spec) => Some(ShardingError::NotShaped),
        Subject::Tuple(count) => Some(ShardingError::Tuple { count }),
        Subject::Ranked(_) | Subject::NotShaped | Subject::NoValue | Subject::Unknown => None,
    }
}

/// Checks that parts whose axes belong to `mesh` fit together.
pub(crate) fn check_parts(mesh: &Mesh, parts: &ShardingParts) -> Vec<ShardingError> {
    let mut errors = Vec::new();
    if let MeshKind::Maximal(device) = mesh.kind()
        && !(parts.dims.is_empty() && parts.replicated.is_empty() && parts.unreduced.is_empty())
    {
        return vec![ShardingError::MaximalWithAxes { device }];
    }
    let mut lists = Vec::new();
    for (d, dim) in parts.dims.iter().enumerate() {
        lists.push(
            dim.axes.iter().enumerate().map(|(i, &axis)| (axis, ShardingPart::DimAxis(d, i))).collect(),
        );
        check_priority(d, dim, &mut errors);
    }
    lists.push(
        parts.replicated.iter().enumerate().map(|(i, &axis)| (axis, ShardingPart::Replicated(i))).collect(),
    );
    lists.push(
        parts.unreduced.iter().enumerate().map(|(i, &axis)| (axis, ShardingPart::Unreduced(i))).collect(),
    );
    check_lists(mesh, &lists, &mut errors);
    errors
}

/// The axes of one list that resolved, each with its place.
type PlacedAxes = Vec<(AxisRef, ShardingPart)>;

fn mentions_anything(spec: &ShardingSpec) -> bool {
    !(spec.dims.is_empty() && spec.replicated.is_empty() && spec.unreduced.is_empty())
}

fn resolve_parts(spec: &ShardingSpec, mesh: &Mesh, errors: &mut Vec<ShardingError>) -> ShardingParts {
    let mut parts = ShardingParts { reduction: spec.reduction, ..ShardingParts::default() };
    let mut lists = Vec::with_capacity(spec.dims.len() + 2);
    let mut list =
        |axes: &[AxisSpec], place: &dyn Fn(usize) -> ShardingPart, errors: &mut Vec<ShardingError>| {
            let mut placed = PlacedAxes::with_capacity(axes.len());
            for (i, axis) in axes.iter().enumerate() {
                placed.extend(resolve_axis(axis, place(i), mesh, errors).map(|axis| (axis, place(i))));
            }
            let axes = placed.iter().map(|(axis, _)| *axis).collect();
            lists.push(placed);
            axes
        };
    for (d, dim) in spec.dims.iter().enumerate() {
        let axes: Vec<AxisRef> = list(&dim.axes, &|i| ShardingPart::DimAxis(d, i), errors);
        let resolved = DimSharding { axes, openness: dim.openness, priority: dim.priority.map(Priority) };
        if dim.axes.is_empty() {
            check_priority(d, &resolved, errors);
        }
        parts.dims.push(resolved);
    }
    parts.replicated = list(&spec.replicated, &ShardingPart::Replicated, errors);
    parts.unreduced = list(&spec.unreduced, &ShardingPart::Unreduced, errors);
    check_lists(mesh, &lists, errors);
    parts
}

/// The axis that `spec` names; reports an error unless it is in canonical form.
fn resolve_axis(
    spec: &AxisSpec,
    place: ShardingPart,
    mesh: &Mesh,
    errors: &mut Vec<ShardingError>,
) -> Option<AxisRef> {
    let Some(id) = mesh.find(&spec.name) else {
        let known = mesh.axes().iter().take(ShardingError::KNOWN_AXES).map(|axis| axis.name().into());
        errors.push(ShardingError::UnknownAxis { place, axis: spec.clone(), known: known.collect() });
        return None;
    };
    let Some(part) = spec.part else { return Some(mesh.axis(id)) };
    let axis = spec.clone();
    let found = match (u64::try_from(part.pre), u64::try_from(part.size)) {
        (Ok(pre), Ok(size)) => mesh.part(id, pre, size),
        _ => None,
    };
    let error = if part.pre < 1 {
        ShardingError::SubAxisPreSize { place, axis }
    } else if part.size < 2 {
        ShardingError::SubAxisSize { place, axis }
    } else {
        match found {
            None => ShardingError::SubAxisDivides { place, axis, axis_size: mesh.mesh_axis(id).size() },
            Some(part) if mesh.is_full_axis(part) => ShardingError::SubAxisIsFullAxis { place, axis },
            Some(part) => return Some(part),
        }
    };
    errors.push(error);
    // An axis that is only spelled incorrectly still takes part in the checks that follow.
    found
}

fn check_priority(d: usize, dim: &DimSharding, errors: &mut Vec<ShardingError>) {
    if let (Some(priority), Openness::Closed, true) = (dim.priority, dim.openness, dim.axes.is_empty()) {
        errors.push(ShardingError::PriorityOnEmpty { dim: d, priority: priority.0 });
    }
}

/// Checks the relations between axes: adjacent ones are merged, the order is that of the mesh, and
/// each is used once. The last two lists are the replicated and the unreduced axes.
fn check_lists(mesh: &Mesh, lists: &[PlacedAxes], errors: &mut Vec<ShardingError>) {
    for (n, list) in lists.iter().enumerate() {
        for pair in list.windows(2) {
            let [(a, first), (b, place)] = [pair[0], pair[1]];
            let (axis, next) = (|| mesh.axis_spec(a), || mesh.axis_spec(b));
            if !first.is_right_before(place) {
                continue;
            }
            if let Some(merged) = a.merge(b) {
                let merged = mesh.axis_spec(merged);
                errors.push(ShardingError::SubAxesMerge { place, first, axis: axis(), next: next(), merged });
            } else if n + 2 >= lists.len() && b < a {
                errors.push(ShardingError::AxisOrder { place, axis: next(), before: axis() });
            }
        }
    }
    let mut used: PlacedAxes = lists.concat();
    used.sort_by_key(|(axis, place)| (*axis, *place));
    // Of the sub-axes seen on the current axis, the one that extends furthest to the minor side.
    let mut furthest: Option<(AxisRef, ShardingPart)> = None;
    for &(axis, place) in &used {
        if let Some((other, other_place)) = furthest.filter(|(other, _)| other.axis() == axis.axis()) {
            let (place, first) = (place.max(other_place), place.min(other_place));
            let specs = || match place == other_place {
                true => (mesh.axis_spec(other), mesh.axis_spec(axis)),
                false => (mesh.axis_spec(axis), mesh.axis_spec(other)),
            };
            if axis == other {
                let size = axis.size();
                errors.push(ShardingError::AxisReused { place, first, axis: mesh.axis_spec(axis), size });
            } else if axis.overlaps(other) {
                let (axis, other) = specs();
                errors.push(ShardingError::SubAxesOverlap { place, first, axis, other });
            } else if !axis.can_coexist(other) {
                let size = mesh.mesh_axis(axis.axis()).size();
                let (axis, other) = specs();
                errors.push(ShardingError::SubAxesDisagree { place, first, axis, other, size });
            }
            if axis.end() <= other.end() {
                continue;
            }
        }
        furthest = Some((axis, place));
    }
}
