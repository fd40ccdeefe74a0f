//! The shardings of an op's tensors as shardings of its factors.

use partita_base::Id;
use partita_mesh::{AxisRef, TensorSharding};
use partita_rule::projection::{FactorAxes, Share, project_dim, unproject_dim};
use partita_rule::{FactorKind, RuleSpec};

/// A rule by index: the factors of each dimension of each tensor.
pub(in super::super) struct Factors {
    /// The size of each factor.
    pub(super) sizes: Vec<u64>,
    /// The kind of each factor.
    pub(in super::super) kinds: Vec<FactorKind>,
    /// The factors of each dimension of each operand, then of each result.
    pub(super) tensors: Vec<Vec<Vec<usize>>>,
    /// The number of operands; the other tensors are results.
    pub(super) operands: usize,
}

impl Factors {
    pub(super) fn new(rule: &RuleSpec) -> Self {
        let mut kinds = vec![FactorKind::PassThrough; rule.factor_sizes.len()];
        for (list, kind) in [
            (&rule.reduction, FactorKind::Reduction),
            (&rule.need_replication, FactorKind::NeedReplication),
            (&rule.permutation, FactorKind::Permutation),
        ] {
            list.iter().for_each(|factor| kinds[factor.index()] = kind);
        }
        let dims = |mapping: &partita_rule::TensorMapping| {
            mapping.dims.iter().map(|dim| dim.iter().map(|factor| factor.index()).collect()).collect()
        };
        Self {
            sizes: rule.factor_sizes.iter().map(|size| size.known().unwrap_or(0)).collect(),
            kinds,
            tensors: rule.tensors().map(dims).collect(),
            operands: rule.operands.len(),
        }
    }

    /// Whether all tensors but scalars have a factor.
    pub(super) fn is_everywhere(&self, factor: usize) -> bool {
        let has = |dims: &Vec<Vec<usize>>| dims.iter().flatten().any(|&other| other == factor);
        self.tensors.iter().all(|dims| dims.is_empty() || has(dims))
    }

    /// The dimensions of a tensor whose factors are sharded like this.
    pub(super) fn dims(&self, tensor: usize, axes: &[Vec<AxisRef>]) -> Vec<Vec<AxisRef>> {
        let factor = |&factor: &usize| FactorAxes {
            size: Some(self.sizes[factor]),
            own: &axes[factor],
            overflow: &[],
        };
        let dim = |factors: &Vec<usize>| unproject_dim(factors.iter().map(factor));
        self.tensors[tensor].iter().map(dim).collect()
    }
}

/// The sharding of one factor in one tensor.
#[derive(Clone, Default)]
pub(super) struct Cell {
    pub(super) axes: Vec<AxisRef>,
    /// Axes of the same dimension that do not divide the factor; the factors after it are then unsharded.
    pub(super) overflow: Vec<AxisRef>,
}

/// The sharding of each factor in each tensor that has it.
pub(super) struct Projection {
    pub(super) cells: Vec<Vec<Option<Cell>>>,
    /// The number of elements of each tensor, saturating. The sizes of factors are not enough to compute it: a factor
    /// may be larger than its dimension, as in the result of a slice.
    pub(super) elements: Vec<u64>,
}

impl Projection {
    /// Projects the dimensions of each tensor.
    pub(super) fn new(factors: &Factors, dims: &[Vec<Vec<AxisRef>>], elements: Vec<u64>) -> Self {
        let mut cells = vec![vec![None; factors.sizes.len()]; factors.tensors.len()];
        for (tensor, dims) in dims.iter().enumerate() {
            for (mapping, axes) in factors.tensors[tensor].iter().zip(dims) {
                let row: &mut Vec<Option<Cell>> = &mut cells[tensor];
                mapping.iter().for_each(|&factor| row[factor] = Some(Cell::default()));
                let sizes = mapping.iter().map(|&factor| Some(factors.sizes[factor]));
                project_dim(sizes, axes, |position, axis, share| {
                    let cell = row[mapping[position]].get_or_insert_default();
                    match share {
                        Share::Own => cell.axes.push(axis),
                        Share::Overflow => cell.overflow.push(axis),
                    }
                });
            }
        }
        Self { cells, elements }
    }

    /// The sharding of a factor in the tensors that have it.
    pub(super) fn of_factor(&self, factor: usize) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.iter().enumerate().filter_map(move |(tensor, row)| Some((tensor, row[factor].as_ref()?)))
    }

    /// The axes of a factor on which all tensors agree that have it; none when they do not.
    pub(super) fn common(&self, factor: usize) -> &[AxisRef] {
        let mut cells = self.of_factor(factor).map(|(_, cell)| &cell.axes[..]);
        let first = cells.next().unwrap_or(&[]);
        if cells.all(|other| other == first) { first } else { &[] }
    }

    /// The dimensions of a tensor as its own factors are sharded.
    pub(super) fn dims(&self, factors: &Factors, tensor: usize) -> Vec<Vec<AxisRef>> {
        let factor = |&factor: &usize| {
            let Cell { axes, overflow } = self.cells[tensor][factor].as_ref()?;
            Some(FactorAxes { size: Some(factors.sizes[factor]), own: axes, overflow })
        };
        let dim = |mapping: &Vec<usize>| unproject_dim(mapping.iter().filter_map(factor));
        factors.tensors[tensor].iter().map(dim).collect()
    }

    /// Whether any tensor has axes that no factor could take.
    pub(super) fn overflows(&self) -> bool {
        (0..self.cells.len()).any(|tensor| self.overflows_in(tensor))
    }

    /// Whether a tensor has axes that no factor could take.
    pub(super) fn overflows_in(&self, tensor: usize) -> bool {
        self.cells[tensor].iter().flatten().any(|cell| !cell.overflow.is_empty())
    }
}

/// The axes of each dimension of a sharding; a tensor without one is replicated.
pub(super) fn dim_axes(sharding: Option<&TensorSharding>, rank: usize) -> Vec<Vec<AxisRef>> {
    match sharding {
        Some(sharding) if sharding.dims().len() == rank => {
            sharding.dims().iter().map(|dim| dim.axes.clone()).collect()
        }
        _ => vec![Vec::new(); rank],
    }
}
