//! Factor rules in the form that placement uses, and the layouts that sharded factors imply.

use partita_base::Id;
use partita_mesh::AxisRef;
use partita_rule::projection::{FactorAxes, Share, project_dim, remove_strided, unproject_dim};
use partita_rule::{RuleOrigin, RuleSpec};
use smallvec::SmallVec;

use crate::axes::{Axes, can_join};

/// What it means to shard a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Every device computes its own shard.
    PassThrough,
    /// Every device computes a partial result.
    Reduction,
    /// The op reads across shard boundaries.
    Window,
    /// Every device needs all of it, so it cannot be sharded.
    Replicated,
}

/// The factors of a dimension, major to minor.
pub type DimFactors = SmallVec<[usize; 2]>;

/// The factors of a rule, and those of each tensor around the op.
#[derive(Clone, Debug)]
pub struct Factors {
    /// The size of each factor.
    pub sizes: Vec<u64>,
    /// The role of each factor.
    pub roles: Vec<Role>,
    /// The factors of each dimension of each tensor, operands first, major to minor.
    pub tensors: Vec<Vec<DimFactors>>,
    /// How many of the tensors are operands.
    pub operands: usize,
    /// Factors that may only be sharded evenly, because they share a dimension with another.
    even: Vec<bool>,
}

impl Factors {
    /// Derives roles from a rule.
    pub fn new(rule: &RuleSpec) -> Self {
        let mut roles = vec![Role::PassThrough; rule.factor_sizes.len()];
        let lists = [
            (&rule.reduction, Role::Reduction),
            (&rule.permutation, Role::Window),
            (&rule.need_replication, Role::Replicated),
        ];
        for (list, role) in lists {
            list.iter().for_each(|factor| roles[factor.index()] = role);
        }
        let tensors: Vec<Vec<DimFactors>> = rule
            .tensors()
            .map(|tensor| {
                let dims = tensor.dims.iter();
                dims.map(|dim| dim.iter().map(|factor| factor.index()).collect()).collect()
            })
            .collect();
        // A factor of unknown size is treated like an empty one: it is not sharded.
        let sizes: Vec<u64> = rule.factor_sizes.iter().map(|size| size.known().unwrap_or(0)).collect();
        let operands = rule.operands.len();
        for (factor, role) in roles.iter_mut().enumerate() {
            let has = |tensor: &Vec<DimFactors>| tensor.iter().flatten().any(|&other| other == factor);
            // A result without the factor would differ between devices.
            let in_operands = tensors[..operands].iter().any(has);
            let gets_lost = in_operands && !tensors[operands..].iter().all(has);
            // A built-in op can compute one shard of a dimension that no operand has. A custom call cannot:
            // it has no way to find out which shard to compute.
            let made_unseen = !in_operands && rule.origin == RuleOrigin::Custom;
            if *role == Role::PassThrough && (gets_lost || made_unseen) {
                *role = Role::Replicated;
            }
        }
        Self::with_roles(sizes, roles, tensors, operands)
    }

    /// The factors of an op whose roles the front end determines. `tensors` lists the factors of every
    /// dimension of every tensor, operands first.
    pub fn with_roles(
        sizes: Vec<u64>,
        mut roles: Vec<Role>,
        tensors: Vec<Vec<DimFactors>>,
        operands: usize,
    ) -> Self {
        // Sharding a factor of size 1 would leave all shards but one empty.
        for (role, _) in roles.iter_mut().zip(&sizes).filter(|(_, size)| **size <= 1) {
            *role = Role::Replicated;
        }
        let mut even = vec![false; sizes.len()];
        for dim in tensors.iter().flatten().filter(|dim| dim.len() > 1) {
            dim.iter().for_each(|&factor| even[factor] = true);
        }
        Self { sizes, roles, tensors, operands, even }
    }

    /// For elementwise ops: a factor of size 1 may stay sharded as it is. One device then holds the element,
    /// and the others hold only padding.
    pub fn with_single_elements(mut self) -> Self {
        for (factor, role) in self.roles.iter_mut().enumerate() {
            let everywhere = self
                .tensors
                .iter()
                .all(|tensor| tensor.is_empty() || tensor.iter().any(|dim| dim[..] == [factor]));
            if self.sizes[factor] == 1 && everywhere {
                *role = Role::PassThrough;
            }
        }
        self
    }

    /// The factor of a dimension, if it has exactly one.
    pub fn factor(&self, tensor: usize, dim: usize) -> Option<usize> {
        match self.tensors[tensor][dim][..] {
            [factor] => Some(factor),
            _ => None,
        }
    }

    /// Whether any dimension of a tensor has a factor.
    pub fn has(&self, tensor: usize, factor: usize) -> bool {
        self.tensors[tensor].iter().flatten().any(|&other| other == factor)
    }

    /// Assigns the axes of each dimension of a tensor to its factors, as far as they divide.
    pub(crate) fn project(&self, tensor: usize, dims: &[Axes], mut found: impl FnMut(usize, Axes)) {
        for (dim, axes) in self.tensors[tensor].iter().zip(dims) {
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
            // The last factor gets all remaining axes.
            if let (Some(axes), Some(&factor)) = (taken.last_mut(), dim.last()) {
                *axes = dividing(axes, self.sizes[factor]);
            }
            for (&factor, axes) in dim.iter().zip(taken).filter(|(_, axes)| !axes.is_empty()) {
                found(factor, axes);
            }
        }
    }

    /// Removes axes from factors until every tensor has a valid layout. A factor may only have axes that
    /// `may_shard` allows. A factor that shares a dimension must divide evenly, and may be sharded only if all
    /// factors that are major to it in the dimension are sharded fully.
    pub(crate) fn make_valid(&self, assignment: &mut [Axes], may_shard: &dyn Fn(usize, &[AxisRef]) -> bool) {
        for (factor, axes) in assignment.iter_mut().enumerate() {
            if self.even[factor] {
                *axes = dividing(axes, self.sizes[factor]);
            }
            if !axes.is_empty() && !may_shard(factor, axes) {
                axes.clear();
            }
        }
        let dims = self.tensors.iter().flatten().map(|dim| dim.iter().copied());
        remove_strided(dims, |factor| Some(self.sizes[factor]), assignment);
    }

    /// The same assignment with an axis left to partial sums: no factor is sharded along it. `None` if a summed factor is, or if other
    /// axes depend on it.
    pub fn without_axis(&self, assignment: &[Axes], axis: AxisRef) -> Option<Vec<Axes>> {
        let mut left = assignment.to_vec();
        for (axes, role) in left.iter_mut().zip(&self.roles) {
            if axes.last() == Some(&axis) && *role != Role::Reduction {
                axes.pop();
            }
        }
        let mut valid = left.clone();
        self.make_valid(&mut valid, &|_, _| true);
        (valid == left && can_join(axis, left.iter().flatten())).then_some(left)
    }

    /// The layout of a tensor if the factors have these axes.
    pub fn layout(&self, tensor: usize, assignment: &[Axes]) -> FactorLayout {
        let factor = |&factor: &usize| FactorAxes {
            size: Some(self.sizes[factor]),
            own: &assignment[factor],
            overflow: &[],
        };
        let dims = self.tensors[tensor].iter();
        let dims = dims.map(|dim| unproject_dim(dim.iter().map(factor)).into_iter().collect()).collect();
        let mut layout = FactorLayout { dims, partial: Axes::new() };
        if tensor >= self.operands {
            for (factor, axes) in assignment.iter().enumerate() {
                if self.roles[factor] == Role::Reduction && !self.has(tensor, factor) {
                    layout.partial.extend(axes.iter().copied());
                }
            }
            layout.partial.sort_unstable();
        }
        layout
    }
}

/// The layout of a tensor that follows from the axes of the op's factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorLayout {
    /// The axes of each dimension, major to minor.
    pub dims: SmallVec<[Axes; 4]>,
    /// Axes along which every device holds a partial value.
    pub partial: Axes,
}

/// The longest prefix of a list of axes that divides a size.
fn dividing(axes: &[AxisRef], size: u64) -> Axes {
    partita_mesh::axis_list::dividing_prefix(axes, size).into_iter().collect()
}
