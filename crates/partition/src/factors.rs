//! A factor rule as placement sees it, and what shardings of factors make of tensors.

use partita_base::Id;
use partita_mesh::{AxisRef, MeshId};
use partita_rule::projection::{FactorAxes, Share, project_dim, remove_strided, unproject_dim};
use partita_rule::{RuleOrigin, RuleSpec};
use smallvec::SmallVec;

use crate::layout::{Axes, Layout};

/// What sharding a factor means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every device works on its own part.
    PassThrough,
    /// Every device makes a part of the result.
    Reduction,
    /// The op looks across the borders of shards.
    Window,
    /// Every device needs all of it.
    Whole,
}

/// The factors of a dimension, major to minor.
type DimFactors = SmallVec<[usize; 2]>;

/// The factors of a rule and of the tensors around an op, operands first.
#[derive(Clone, Debug)]
pub(crate) struct Factors {
    pub(crate) sizes: Vec<u64>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) tensors: Vec<Vec<DimFactors>>,
    pub(crate) operands: usize,
    /// Factors that only may be cut into equal parts, because they share a dimension with another.
    even: Vec<bool>,
}

impl Factors {
    pub(crate) fn new(rule: &RuleSpec) -> Self {
        let mut kinds = vec![Kind::PassThrough; rule.factor_sizes.len()];
        let lists = [
            (&rule.reduction, Kind::Reduction),
            (&rule.permutation, Kind::Window),
            (&rule.need_replication, Kind::Whole),
        ];
        for (list, kind) in lists {
            list.iter().for_each(|factor| kinds[factor.index()] = kind);
        }
        let tensors: Vec<Vec<DimFactors>> = rule
            .tensors()
            .map(|tensor| {
                let dims = tensor.dims.iter();
                dims.map(|dim| dim.iter().map(|factor| factor.index()).collect()).collect()
            })
            .collect();
        let sizes: Vec<u64> = rule.factor_sizes.iter().map(|&size| size.max(0) as u64).collect();
        let operands = rule.operands.len();
        for (factor, kind) in kinds.iter_mut().enumerate() {
            let has = |tensor: &Vec<DimFactors>| tensor.iter().flatten().any(|&other| other == factor);
            // Cutting what has one element leaves all shards but one with nothing; and a result without the
            // factor would be something else on every device.
            let in_operands = tensors[..operands].iter().any(has);
            let gets_lost = in_operands && !tensors[operands..].iter().all(has);
            // Ops of StableHLO can make part of a new dimension. A function that only its author knows cannot be told
            // which part to make.
            let made_unseen = !in_operands && rule.origin == RuleOrigin::Custom;
            if sizes[factor] <= 1 || (*kind == Kind::PassThrough && (gets_lost || made_unseen)) {
                *kind = Kind::Whole;
            }
        }
        let mut even = vec![false; sizes.len()];
        for dim in tensors.iter().flatten().filter(|dim| dim.len() > 1) {
            dim.iter().for_each(|&factor| even[factor] = true);
        }
        Self { sizes, kinds, tensors, operands, even }
    }

    /// For an op that works on every element by itself: what has one element may stay cut where it is. Its
    /// element then lies on one of the devices, and the others hold nothing of use.
    pub(crate) fn with_single_elements(mut self) -> Self {
        for (factor, kind) in self.kinds.iter_mut().enumerate() {
            let everywhere = self
                .tensors
                .iter()
                .all(|tensor| tensor.is_empty() || tensor.iter().any(|dim| dim[..] == [factor]));
            if self.sizes[factor] == 1 && everywhere {
                *kind = Kind::PassThrough;
            }
        }
        self
    }

    /// Which factor a dimension of a tensor is, if it is one alone.
    pub(crate) fn factor(&self, tensor: usize, dim: usize) -> Option<usize> {
        match self.tensors[tensor][dim][..] {
            [factor] => Some(factor),
            _ => None,
        }
    }

    /// Whether a tensor has a factor.
    pub(crate) fn has(&self, tensor: usize, factor: usize) -> bool {
        self.tensors[tensor].iter().flatten().any(|&other| other == factor)
    }

    /// Hands the axes of every dimension of a tensor to its factors, as far as they go.
    pub(crate) fn project(&self, tensor: usize, layout: &Layout, mut found: impl FnMut(usize, Axes)) {
        for (dim, axes) in self.tensors[tensor].iter().zip(&layout.dims) {
            if axes.is_empty() {
                continue;
            }
            if let [only] = dim[..] {
                found(only, axes.clone());
                continue;
            }
            let mut taken: SmallVec<[Axes; 2]> = dim.iter().map(|_| Axes::new()).collect();
            let sizes = dim.iter().map(|&factor| Some(self.sizes[factor]));
            project_dim(sizes, axes, |position, axis, share| match share {
                Share::Own => taken[position].push(axis),
                Share::Overflow => {}
            });
            // The last factor was handed all that was left.
            if let (Some(axes), Some(&factor)) = (taken.last_mut(), dim.last()) {
                *axes = dividing(axes, self.sizes[factor]);
            }
            for (&factor, axes) in dim.iter().zip(taken).filter(|(_, axes)| !axes.is_empty()) {
                found(factor, axes);
            }
        }
    }

    /// Takes axes away from factors until every tensor can be laid out so: a factor that shares a dimension
    /// divides evenly, and is cut only when all that is major to it in the dimension is cut to the end.
    pub(crate) fn make_valid(&self, assignment: &mut [Axes]) {
        for (factor, axes) in assignment.iter_mut().enumerate() {
            if self.even[factor] {
                *axes = dividing(axes, self.sizes[factor]);
            }
        }
        let dims = self.tensors.iter().flatten().map(|dim| dim.iter().copied());
        remove_strided(dims, |factor| Some(self.sizes[factor]), assignment);
    }

    /// How a tensor lies when the factors are cut like this.
    pub(crate) fn layout(&self, tensor: usize, mesh: MeshId, assignment: &[Axes]) -> Layout {
        let mut layout = Layout::replicated(mesh, self.tensors[tensor].len());
        for (axes, dim) in layout.dims.iter_mut().zip(&self.tensors[tensor]) {
            let factor = |&factor: &usize| FactorAxes {
                size: Some(self.sizes[factor]),
                own: &assignment[factor],
                overflow: &[],
            };
            *axes = unproject_dim(dim.iter().map(factor)).into_iter().collect();
        }
        if tensor >= self.operands {
            for (factor, axes) in assignment.iter().enumerate() {
                if self.kinds[factor] == Kind::Reduction && !self.has(tensor, factor) {
                    layout.partial.extend(axes.iter().copied());
                }
            }
            layout.partial.sort_unstable();
        }
        layout
    }
}

/// The longest beginning of a list of axes that divides a size.
fn dividing(axes: &[AxisRef], size: u64) -> Axes {
    partita_mesh::axis_list::dividing_prefix(axes, size).into_iter().collect()
}
