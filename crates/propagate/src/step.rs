//! One step: the shardings around an op in, the shardings it implies out. A pure function.

use partita_base::Id;
use partita_mesh::{AxisRef, Mesh, MeshId, MeshKind, TensorSharding};
use partita_rule::{FactorId, RuleSpec};
use smallvec::SmallVec;

use crate::direction::{Direction, Directions};
use crate::projection::Projection;
use crate::{aggressive, basic};

/// How conflicts are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Only what conflicts with nothing.
    Basic,
    /// As much as fits.
    Aggressive,
}

/// The factors of each dimension of one tensor, by index.
#[derive(Clone, Debug)]
pub(crate) struct TensorFactors {
    pub(crate) dims: Vec<Vec<usize>>,
    /// Whether each factor is the last of its dimension.
    pub(crate) minor_most: Vec<bool>,
}

/// A rule, laid out for propagation.
#[derive(Clone, Debug)]
pub(crate) struct RuleInfo {
    /// The size of every factor, if it is known.
    pub(crate) sizes: Vec<Option<u64>>,
    pub(crate) tensors: Vec<TensorFactors>,
    pub(crate) operands: usize,
    /// Whether each factor is a pass-through one.
    pub(crate) pass_through: Vec<bool>,
    pub(crate) blocked: Vec<bool>,
}

impl RuleInfo {
    pub(crate) fn new(rule: &RuleSpec) -> Self {
        let count = rule.factor_sizes.len();
        let marked = |lists: &[&Vec<FactorId>]| {
            let mut marks = vec![false; count];
            for factor in lists.iter().copied().flatten() {
                marks[factor.index()] = true;
            }
            marks
        };
        let sizes = rule.factor_sizes.iter().map(|size| size.known()).collect();
        let tensors = rule
            .tensors()
            .map(|mapping| {
                let dims: Vec<Vec<usize>> = mapping
                    .dims
                    .iter()
                    .map(|dim| dim.iter().map(|factor| factor.index()).collect())
                    .collect();
                let mut minor_most = vec![false; count];
                for last in dims.iter().filter_map(|dim| dim.last()) {
                    minor_most[*last] = true;
                }
                TensorFactors { dims, minor_most }
            })
            .collect();
        let special = marked(&[&rule.reduction, &rule.need_replication, &rule.permutation]);
        Self {
            sizes,
            tensors,
            operands: rule.operands.len(),
            pass_through: special.into_iter().map(|special| !special).collect(),
            blocked: marked(&[&rule.blocked_propagation]),
        }
    }

    /// The direction of a factor.
    pub(crate) fn direction(&self, factor: usize, directions: Directions) -> Direction {
        if self.blocked[factor] {
            Direction::NONE
        } else if self.pass_through[factor] {
            directions.pass_through
        } else {
            directions.special
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
    /// Whether an axis may spread at all: the conservative way spreads no sub-axes.
    pub(crate) fn allows(self, axis: AxisRef) -> bool {
        !self.conservative || self.mesh.is_whole(axis)
    }
}

/// The new shardings, by slot.
pub(crate) type Changes = SmallVec<[(usize, TensorSharding); 2]>;

/// Takes one step on one mesh. Slots that keep their sharding are not listed.
pub(crate) fn take(step: Step<'_>, id: MeshId, shardings: &[Option<&TensorSharding>]) -> Changes {
    let mesh = step.mesh;
    if matches!(mesh.kind(), MeshKind::Maximal(_)) {
        return Changes::new();
    }
    let mut projection = Projection::new(step.rule, shardings);
    let changed = match step.mode {
        Mode::Basic => basic::spread(step, &mut projection),
        Mode::Aggressive => aggressive::spread(step, &mut projection),
    };
    let mut changes = Changes::new();
    for (slot, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
        let old = shardings[slot];
        let mut parts = old.map(TensorSharding::parts).unwrap_or_default();
        let dims = projection.dims(step.rule, slot);
        // One on the empty mesh moves to this one even if nothing else comes of it.
        let is_same = old.is_some_and(|old| old.mesh() == id && dims == parts.dims);
        if is_same || old.is_none() && dims.iter().all(|dim| dim.axes.is_empty()) {
            continue;
        }
        parts.dims = dims;
        // Every axis was checked against the others of its tensor before it was taken.
        if let Ok(sharding) = TensorSharding::new(id, mesh, parts) {
            changes.push((slot, sharding));
        }
    }
    changes
}
