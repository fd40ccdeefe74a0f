//! From shardings of dimensions to shardings of factors and back.

use partita_mesh::axis_list::push_axis;
use partita_mesh::{AxisRef, DimSharding, Openness, TensorSharding, gcd};
use smallvec::SmallVec;

use crate::step::RuleInfo;

/// A short list of axes.
pub(crate) type Axes = SmallVec<[AxisRef; 2]>;

/// The sharding of one factor as seen from one tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) axes: Axes,
    pub(crate) closed: bool,
    /// Axes of the same dimension that do not divide the factor. Never propagated; kept so that projecting
    /// back loses nothing.
    pub(crate) overflow: Axes,
}

/// All tensors of an op, projected onto the factors of its rule.
#[derive(Clone, Debug)]
pub(crate) struct Projection<'a> {
    factors: usize,
    cells: Vec<Option<Cell>>,
    /// Replicated and unreduced axes of each tensor.
    pub(crate) barred: Vec<Axes>,
    shardings: &'a [Option<&'a TensorSharding>],
}

impl<'a> Projection<'a> {
    pub(crate) fn new(rule: &RuleInfo, shardings: &'a [Option<&'a TensorSharding>]) -> Self {
        let factors = rule.sizes.len();
        let mut cells: Vec<Option<Cell>> = vec![None; factors * shardings.len()];
        let mut barred = Vec::with_capacity(shardings.len());
        for (tensor, sharding) in shardings.iter().enumerate() {
            let row = &mut cells[tensor * factors..(tensor + 1) * factors];
            for (index, dim) in rule.tensors[tensor].dims.iter().enumerate() {
                match sharding {
                    Some(sharding) => project_dim(rule, dim, &sharding.dims()[index], row),
                    None => dim.iter().for_each(|&factor| row[factor] = Some(Cell::default())),
                }
            }
            barred.push(sharding.map_or_else(Axes::new, |sharding| {
                sharding.replicated_axes().iter().chain(sharding.unreduced_axes()).copied().collect()
            }));
        }
        Self { factors, cells, barred, shardings }
    }

    pub(crate) fn tensors(&self) -> usize {
        self.shardings.len()
    }

    /// The cell of a tensor and a factor, if the tensor has the factor.
    pub(crate) fn cell(&self, tensor: usize, factor: usize) -> Option<&Cell> {
        self.cells[tensor * self.factors + factor].as_ref()
    }

    /// The cells of a tensor by factor.
    pub(crate) fn row(&self, tensor: usize) -> &[Option<Cell>] {
        &self.cells[tensor * self.factors..(tensor + 1) * self.factors]
    }

    /// Gives a factor more axes in one tensor, if what it has begins the new list. Says whether it did.
    pub(crate) fn expand(&mut self, tensor: usize, factor: usize, axes: &[AxisRef]) -> bool {
        let Some(cell) = &mut self.cells[tensor * self.factors + factor] else { return false };
        if !is_strict_prefix(&cell.axes, axes) {
            return false;
        }
        cell.axes = axes.into();
        true
    }

    /// The dimensions of a tensor that its factors make.
    pub(crate) fn dims(&self, rule: &RuleInfo, tensor: usize) -> Vec<DimSharding> {
        let row = self.row(tensor);
        rule.tensors[tensor].dims.iter().map(|dim| unproject_dim(rule, dim, row)).collect()
    }
}

/// Whether `longer` begins with `axes` (whose last axis may be the major part of one) and has more.
pub(crate) fn is_strict_prefix(axes: &[AxisRef], longer: &[AxisRef]) -> bool {
    let Some((last, front)) = axes.split_last() else { return !longer.is_empty() };
    if longer.len() < axes.len() || longer[..front.len()] != *front {
        return false;
    }
    let other = longer[front.len()];
    if *last == other { longer.len() > axes.len() } else { last.begins(other) }
}

/// Hands the axes of a dimension to its factors, major to minor.
fn project_dim(rule: &RuleInfo, factors: &[usize], dim: &DimSharding, row: &mut [Option<Cell>]) {
    let closed = dim.openness == Openness::Closed;
    let mut rest: Axes = dim.axes.iter().rev().copied().collect();
    let mut lost = false;
    for (position, &factor) in factors.iter().enumerate() {
        if lost {
            // Closed, and the end: what comes after it counts as factors that the tensor does not have.
            row[factor] = Some(Cell { closed: true, ..Cell::default() });
            break;
        }
        let mut cell = Cell { closed, ..Cell::default() };
        if position + 1 == factors.len() {
            while let Some(axis) = rest.pop() {
                cell.axes.push(axis);
            }
        } else {
            let mut left = rule.sizes[factor];
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
                cell.overflow = rest.drain(..).rev().collect();
                lost = true;
            }
        }
        row[factor] = Some(cell);
    }
}

/// Puts the axes of a dimension's factors together again.
fn unproject_dim(rule: &RuleInfo, factors: &[usize], row: &[Option<Cell>]) -> DimSharding {
    let mut axes = Vec::new();
    let mut closed = false;
    for (position, &factor) in factors.iter().enumerate() {
        let cell = row[factor].as_ref().expect("a tensor has the factors of its dimensions");
        closed |= cell.closed;
        cell.axes.iter().chain(&cell.overflow).for_each(|&axis| push_axis(&mut axes, axis));
        let sharded: u64 = cell.axes.iter().map(|axis| axis.size()).product();
        if !cell.overflow.is_empty() || sharded < rule.sizes[factor] && position + 1 < factors.len() {
            break;
        }
    }
    let openness = if closed { Openness::Closed } else { Openness::Open };
    DimSharding { axes, openness, priority: None }
}

/// How many more shards a factor of this size can take after these axes, without a remainder.
pub(crate) fn room(size: u64, taken: &[AxisRef], wanted: u64) -> u64 {
    let product: u64 = taken.iter().map(|axis| axis.size()).product();
    if product == 0 || !size.is_multiple_of(product) {
        return 1;
    }
    gcd(size / product, wanted)
}
