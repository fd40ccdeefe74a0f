//! The shardings around an op as shardings of its factors.

use partita_base::Id;
use partita_mesh::axis_list::push_axis;
use partita_mesh::{AxisRef, TensorSharding, gcd};
use partita_rule::{FactorKind, RuleSpec};

/// A rule by index: which factors make up each dimension of each tensor.
pub(in super::super) struct Factors {
    /// The size of each factor.
    pub(super) sizes: Vec<u64>,
    /// What each factor is.
    pub(in super::super) kinds: Vec<FactorKind>,
    /// The factors of each dimension of each operand, then of each result.
    pub(super) tensors: Vec<Vec<Vec<usize>>>,
    /// How many of the tensors are operands.
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
            sizes: rule.factor_sizes.iter().map(|&size| size.max(0) as u64).collect(),
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
        let dim = |factors: &Vec<usize>| {
            let mut list = Vec::new();
            for &factor in factors {
                axes[factor].iter().for_each(|&axis| push_axis(&mut list, axis));
                // What follows would be cut into strips that no list of axes describes.
                if shards(&axes[factor]) < self.sizes[factor] {
                    break;
                }
            }
            list
        };
        self.tensors[tensor].iter().map(dim).collect()
    }
}

/// The sharding of one factor in one tensor.
#[derive(Clone, Default)]
pub(super) struct Cell {
    pub(super) axes: Vec<AxisRef>,
    /// Axes of the same dimension that do not divide the factor; those after it are then unsharded.
    pub(super) overflow: Vec<AxisRef>,
}

/// The sharding of each factor in each tensor that has it.
pub(super) struct Projection {
    pub(super) cells: Vec<Vec<Option<Cell>>>,
    /// How many elements each tensor has, as far as that can be counted. A factor may be larger than the
    /// dimension it stands for, as where a slice is taken.
    pub(super) elements: Vec<u64>,
}

impl Projection {
    /// Projects the dimensions of each tensor.
    pub(super) fn new(factors: &Factors, dims: &[Vec<Vec<AxisRef>>], elements: Vec<u64>) -> Self {
        let mut cells = vec![vec![None; factors.sizes.len()]; factors.tensors.len()];
        for (tensor, dims) in dims.iter().enumerate() {
            for (mapping, axes) in factors.tensors[tensor].iter().zip(dims) {
                project(factors, mapping, axes, &mut cells[tensor]);
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
        let dim = |mapping: &Vec<usize>| {
            let mut list = Vec::new();
            for &factor in mapping {
                let Some(cell) = &self.cells[tensor][factor] else { continue };
                cell.axes.iter().chain(&cell.overflow).for_each(|&axis| push_axis(&mut list, axis));
                // What follows would be cut into strips that no list of axes describes.
                if shards(&cell.axes) < factors.sizes[factor] {
                    break;
                }
            }
            list
        };
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

/// Hands the axes of a dimension to its factors, major to minor.
fn project(factors: &Factors, mapping: &[usize], axes: &[AxisRef], row: &mut [Option<Cell>]) {
    let mut rest: Vec<AxisRef> = axes.iter().rev().copied().collect();
    let mut lost = false;
    for (position, &factor) in mapping.iter().enumerate() {
        let mut cell = Cell::default();
        if position + 1 == mapping.len() {
            cell.axes.extend(rest.drain(..).rev());
        } else if !lost {
            let mut left = factors.sizes[factor];
            while let Some(&axis) = rest.last() {
                let shared = gcd(left, axis.size());
                if axis.size() != 1 && shared == 1 {
                    break;
                }
                rest.pop();
                match axis.split(shared) {
                    Some((major, minor)) => {
                        cell.axes.push(major);
                        rest.push(minor);
                    }
                    None => cell.axes.push(axis),
                }
                left /= shared.max(1);
            }
            if left > 1 && !rest.is_empty() {
                cell.overflow.extend(rest.drain(..).rev());
                lost = true;
            }
        }
        row[factor] = Some(cell);
    }
}

/// The axes of each dimension of a sharding; a tensor without one is whole.
pub(super) fn dim_axes(sharding: Option<&TensorSharding>, rank: usize) -> Vec<Vec<AxisRef>> {
    match sharding {
        Some(sharding) if sharding.dims().len() == rank => {
            sharding.dims().iter().map(|dim| dim.axes.clone()).collect()
        }
        _ => vec![Vec::new(); rank],
    }
}

/// How many shards a list of axes makes.
pub(super) fn shards(axes: &[AxisRef]) -> u64 {
    axes.iter().fold(1, |n: u64, axis| n.saturating_mul(axis.size()))
}
