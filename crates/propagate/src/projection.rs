//! All tensors of an op as shardings of its factors.

use partita_base::Id;
use partita_mesh::axis_list::shard_count;
use partita_mesh::{AxisRef, DimSharding, Openness, TensorSharding, gcd};
use partita_rule::FactorId;
use partita_rule::projection::{self, FactorAxes, Share};
use smallvec::SmallVec;

use crate::step::RuleInfo;

/// The axes of one factor, major first. Few factors have more than two.
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
    shardings: &'a [Option<&'a TensorSharding>],
}

impl<'a> Projection<'a> {
    pub(crate) fn new(rule: &RuleInfo, shardings: &'a [Option<&'a TensorSharding>]) -> Self {
        Self::reusing(Vec::new(), rule, shardings)
    }

    /// The same, reusing the allocation of an earlier projection.
    pub(crate) fn reusing(
        mut cells: Vec<Option<Cell>>,
        rule: &RuleInfo,
        shardings: &'a [Option<&'a TensorSharding>],
    ) -> Self {
        let factors = rule.sizes.len();
        cells.clear();
        cells.resize_with(factors * shardings.len(), || None);
        for (tensor, sharding) in shardings.iter().enumerate() {
            let row = &mut cells[tensor * factors..(tensor + 1) * factors];
            for (index, dim) in rule.dims(tensor).iter().enumerate() {
                match sharding {
                    Some(sharding) => project_dim(rule, dim, &sharding.dims()[index], row),
                    None => dim.iter().for_each(|factor| row[factor.index()] = Some(Cell::default())),
                }
            }
        }
        Self { factors, cells, shardings }
    }

    /// The allocation, for the next projection.
    pub(crate) fn into_cells(self) -> Vec<Option<Cell>> {
        self.cells
    }

    /// The explicitly replicated and unreduced axes of a tensor: no dimension of it may take them.
    pub(crate) fn barred(&self, tensor: usize) -> impl Iterator<Item = AxisRef> + '_ {
        let sharding = self.shardings[tensor];
        let lists = sharding.map_or([&[][..]; 2], |s| [s.replicated_axes(), s.unreduced_axes()]);
        lists.into_iter().flatten().copied()
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

    /// Gives a factor more axes in one tensor, if its present axes are a prefix of the new list. Returns whether they
    /// are.
    pub(crate) fn expand(&mut self, tensor: usize, factor: usize, axes: &[AxisRef]) -> bool {
        let Some(cell) = &mut self.cells[tensor * self.factors + factor] else { return false };
        if !is_strict_prefix(&cell.axes, axes) {
            return false;
        }
        cell.axes = axes.into();
        true
    }

    /// The dimension shardings of a tensor, from those of its factors.
    pub(crate) fn dims(&self, rule: &RuleInfo, tensor: usize) -> Vec<DimSharding> {
        let row = self.row(tensor);
        rule.dims(tensor).iter().map(|dim| unproject_dim(rule, dim, row)).collect()
    }
}

/// Whether `axes` is a strict prefix of `longer`. The last of `axes` may be the major part of an axis of `longer`.
pub(crate) fn is_strict_prefix(axes: &[AxisRef], longer: &[AxisRef]) -> bool {
    let Some((last, front)) = axes.split_last() else { return !longer.is_empty() };
    if longer.len() < axes.len() || longer[..front.len()] != *front {
        return false;
    }
    let other = longer[front.len()];
    if *last == other { longer.len() > axes.len() } else { last.begins(other) }
}

/// Projects a dimension onto the cells of its factors.
fn project_dim(rule: &RuleInfo, factors: &[FactorId], dim: &DimSharding, row: &mut [Option<Cell>]) {
    let closed = dim.openness == Openness::Closed;
    for factor in factors {
        row[factor.index()] = Some(Cell { closed, ..Cell::default() });
    }
    let mut overflowing = None;
    let sizes = factors.iter().map(|factor| rule.sizes[factor.index()]);
    projection::project_dim(sizes, &dim.axes, |position, axis, share| {
        let Some(cell) = &mut row[factors[position].index()] else { return };
        match share {
            Share::Own => cell.axes.push(axis),
            Share::Overflow => {
                cell.overflow.push(axis);
                overflowing = Some(position);
            }
        }
    });
    // As in Shardy, the factor after one that overflows is closed, and those after it count as factors that the tensor
    // does not have: nothing more may shard the dimension behind the overflow.
    let behind = overflowing.map_or(&[][..], |position| &factors[position + 1..]);
    for (index, factor) in behind.iter().enumerate() {
        row[factor.index()] = (index == 0).then(|| Cell { closed: true, ..Cell::default() });
    }
}

/// Puts the axes of a dimension's factors together again.
fn unproject_dim(rule: &RuleInfo, factors: &[FactorId], row: &[Option<Cell>]) -> DimSharding {
    let cells = factors.iter().map(|factor| factor.index());
    let cells = cells.map_while(|factor| Some((rule.sizes[factor], row[factor].as_ref()?)));
    let axes = projection::unproject_dim(cells.map(|(size, cell)| FactorAxes {
        size,
        own: &cell.axes,
        overflow: &cell.overflow,
    }));
    // The first factor of a dimension always has a cell, with the openness of the dimension.
    let first = factors.first().and_then(|factor| row[factor.index()].as_ref());
    let openness = if first.is_some_and(|cell| cell.closed) { Openness::Closed } else { Openness::Open };
    DimSharding { axes, openness, priority: None }
}

/// The largest divisor of `wanted` that shards a factor of this size behind the axes `taken` without a remainder. A
/// factor of unknown size takes all.
pub(crate) fn shards_that_fit(size: Option<u64>, taken: &[AxisRef], wanted: u64) -> u64 {
    let Some(size) = size else { return wanted };
    let product = shard_count(taken);
    if !size.is_multiple_of(product) {
        return 1;
    }
    gcd(size / product, wanted)
}
