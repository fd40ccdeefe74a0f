//! All tensors of an op as shardings of its factors.

use partita_base::Id;
use partita_mesh::{AxisRef, DimSharding, Openness, TensorSharding, gcd};
use partita_rule::FactorId;
use partita_rule::projection::{self, FactorAxes, Share};
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
    shardings: &'a [Option<&'a TensorSharding>],
}

impl<'a> Projection<'a> {
    pub(crate) fn new(rule: &RuleInfo, shardings: &'a [Option<&'a TensorSharding>]) -> Self {
        Self::reusing(Vec::new(), rule, shardings)
    }

    /// The same in cells that are not needed any more.
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

    /// The cells, for the next projection.
    pub(crate) fn into_cells(self) -> Vec<Option<Cell>> {
        self.cells
    }

    /// Replicated and unreduced axes of a tensor.
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
        rule.dims(tensor).iter().map(|dim| unproject_dim(rule, dim, row)).collect()
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
    // The factor behind one that overflows is closed, and the end: what comes after it counts as factors that the tensor does
    // not have.
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
    // All factors of a dimension that the tensor has are open or closed with the dimension.
    let first = factors.first().and_then(|factor| row[factor.index()].as_ref());
    let openness = if first.is_some_and(|cell| cell.closed) { Openness::Closed } else { Openness::Open };
    DimSharding { axes, openness, priority: None }
}

/// How many more shards a factor of this size can take after these axes, without a remainder. One of unknown size takes all.
pub(crate) fn room(size: Option<u64>, taken: &[AxisRef], wanted: u64) -> u64 {
    let Some(size) = size else { return wanted };
    let product: u64 = taken.iter().map(|axis| axis.size()).product();
    if product == 0 || !size.is_multiple_of(product) {
        return 1;
    }
    gcd(size / product, wanted)
}
