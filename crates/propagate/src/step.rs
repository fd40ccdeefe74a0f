//! One step, a pure function: from the shardings of an op's tensors to the new shardings that its rule implies.

use std::sync::Arc;

use partita_base::Id;
use partita_mesh::{AxisRef, Mesh, MeshId, MeshKind, ShardingParts, TensorSharding};
use partita_rule::{DimMapping, RuleSpec};
use smallvec::SmallVec;

use crate::direction::{Direction, Directions};
use crate::projection::{Cell, Projection};
use crate::{aggressive, basic};

/// How conflicts are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Only axes that conflict with nothing.
    Basic,
    /// As many axes as fit.
    Aggressive,
}

/// How shardings propagate along a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Travel {
    PassThrough,
    /// Reduction, permutation and need-replication factors: propagated at a later level than pass-through factors,
    /// because sharding them needs communication.
    Special,
    Blocked,
}

/// A rule with what propagation needs about its factors. Every distinct rule has one, so it should not allocate much.
#[derive(Clone, Debug)]
pub(crate) struct RuleInfo {
    spec: Arc<RuleSpec>,
    /// The size of every factor; `None` if it is unknown.
    pub(crate) sizes: SmallVec<[Option<u64>; 8]>,
    /// How shardings propagate along each factor.
    travel: SmallVec<[Travel; 16]>,
    pub(crate) operands: usize,
}

impl RuleInfo {
    pub(crate) fn new(spec: Arc<RuleSpec>) -> Self {
        let sizes: SmallVec<[Option<u64>; 8]> = spec.factor_sizes.iter().map(|size| size.known()).collect();
        let mut travel = SmallVec::from_elem(Travel::PassThrough, sizes.len());
        for factor in [&spec.reduction, &spec.need_replication, &spec.permutation].into_iter().flatten() {
            travel[factor.index()] = Travel::Special;
        }
        for factor in &spec.blocked_propagation {
            travel[factor.index()] = Travel::Blocked;
        }
        Self { operands: spec.operands.len(), spec, sizes, travel }
    }

    /// The factors of each dimension of a tensor; operands come before results.
    pub(crate) fn dims(&self, tensor: usize) -> &[DimMapping] {
        let spec = &self.spec;
        let mapping = match tensor.checked_sub(self.operands) {
            None => &spec.operands[tensor],
            Some(result) => &spec.results[result],
        };
        &mapping.dims
    }

    /// The dimension of a tensor that a factor is part of.
    pub(crate) fn dim_of(&self, tensor: usize, factor: usize) -> Option<usize> {
        self.dims(tensor).iter().position(|dim| dim.iter().any(|id| id.index() == factor))
    }

    /// Whether a factor is the most minor one of a dimension of a tensor.
    pub(crate) fn is_minor_most(&self, tensor: usize, factor: usize) -> bool {
        let mut last = self.dims(tensor).iter().filter_map(|dim| dim.last());
        last.any(|last| last.index() == factor)
    }

    /// Whether shardings do not propagate along a factor.
    pub(crate) fn is_blocked(&self, factor: usize) -> bool {
        self.travel[factor] == Travel::Blocked
    }

    /// The direction in which shardings propagate along a factor.
    pub(crate) fn direction(&self, factor: usize, directions: Directions) -> Direction {
        match self.travel[factor] {
            Travel::PassThrough => directions.pass_through,
            Travel::Special => directions.special,
            Travel::Blocked => Direction::NONE,
        }
    }
}

/// What a step needs besides the shardings.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) rule: &'a RuleInfo,
    pub(crate) directions: Directions,
    pub(crate) mode: Mode,
    pub(crate) elementwise: bool,
    pub(crate) conservative: bool,
    pub(crate) mesh: &'a Mesh,
}

impl Step<'_> {
    /// Whether an axis may be propagated at all: in conservative mode sub-axes may not.
    pub(crate) fn allows(self, axis: AxisRef) -> bool {
        !self.conservative || self.mesh.is_full_axis(axis)
    }
}

/// The new shardings, by slot.
pub(crate) type Changes = SmallVec<[(usize, TensorSharding); 2]>;

/// Takes one step on one mesh. Slots that keep their sharding are not listed. `cells` is the allocation for the
/// projection, which steps share because there are many short ones.
pub(crate) fn take_step(
    step: Step<'_>,
    id: MeshId,
    shardings: &[Option<&TensorSharding>],
    cells: &mut Vec<Option<Cell>>,
) -> Changes {
    let mesh = step.mesh;
    // On a single device there are no axes to propagate.
    if matches!(mesh.kind(), MeshKind::Maximal(_)) {
        return Changes::new();
    }
    let mut projection = Projection::reusing(std::mem::take(cells), step.rule, shardings);
    let changed = match step.mode {
        Mode::Basic => basic::propagate_along_factors(step, &mut projection),
        Mode::Aggressive => aggressive::propagate_along_factors(step, &mut projection),
    };
    let mut changes = Changes::new();
    for (slot, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
        let old = shardings[slot];
        let dims = projection.dims(step.rule, slot);
        // A sharding on the empty mesh is replaced by one on this mesh even if nothing else changes.
        let is_same = old.is_some_and(|old| old.mesh() == id && dims == old.dims());
        if is_same || old.is_none() && dims.iter().all(|dim| dim.axes.is_empty()) {
            continue;
        }
        let mut parts = ShardingParts { dims, ..ShardingParts::default() };
        if let Some(old) = old {
            parts.replicated = old.replicated_axes().to_vec();
            parts.unreduced = old.unreduced_axes().to_vec();
            parts.reduction = old.reduction();
        }
        // Every axis was checked against the others of its tensor before it was added, so this does not fail.
        if let Ok(sharding) = TensorSharding::new(id, mesh, parts) {
            changes.push((slot, sharding));
        }
    }
    *cells = projection.into_cells();
    changes
}
