//! Ops that slide a window: `reduce_window` and `select_and_scatter`.

use partita_rule::{FactorKind, RuleSpec};

use super::Compat;
use super::draft::{At, Travel};
use super::view::{OpView, Shape};

use FactorKind::{NeedReplication, PassThrough, Permutation};

/// `reduce_window`: a window that extends beyond the border of a shard needs a halo.
pub(super) fn reduce_window(view: &OpView<'_>) -> Option<RuleSpec> {
    let rank = view.result(0)?.len();
    let sliding = Sliding::read(view, rank)?;
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        if sliding.along(dim) {
            rule.everywhere_travel(Permutation, size, Travel::blocked_if(view.conservative), dim);
        } else {
            rule.everywhere(PassThrough, size, dim);
        }
    }
    rule.finish()
}

/// `select_and_scatter`: as `reduce_window` between operand and result; the source must be replicated.
pub(super) fn select_and_scatter(view: &OpView<'_>) -> Option<RuleSpec> {
    let (operand, source): (&Shape, &Shape) = (view.operand(0)?, view.operand(1)?);
    let sliding = Sliding::read(view, operand.len())?;
    let travel = Travel::blocked_if(view.conservative);
    let mut rule = view.draft();
    for (dim, (&size, &windows)) in operand.iter().zip(source).enumerate() {
        let [operand, source, result] = [At::Operand(0, dim), At::Operand(1, dim), At::Result(0, dim)];
        if sliding.along(dim) {
            rule.add_travel(NeedReplication, windows, travel, [source]);
            rule.add_travel(Permutation, size, travel, [operand, result]);
        } else {
            rule.add(PassThrough, size, [operand, source, result]);
        }
    }
    rule.finish()
}

/// The window of an op, per dimension.
struct Sliding {
    sizes: Vec<i64>,
    strides: Vec<i64>,
    padding: Vec<[i64; 2]>,
    /// The distances between elements; empty where Shardy's rule ignores them.
    base_dilations: Vec<i64>,
}

impl Sliding {
    fn read(view: &OpView<'_>, rank: usize) -> Option<Self> {
        Some(Self {
            sizes: view.ints_or("window_dimensions", rank, 1)?,
            strides: view.ints_or("window_strides", rank, 1)?,
            padding: view.padding(rank)?,
            base_dilations: match view.compat {
                Compat::Shardy => Vec::new(),
                Compat::Full => view.ints_or("base_dilations", rank, 1)?,
            },
        })
    }

    /// Whether the window reads more than one element at a time, or not every element.
    fn along(&self, dim: usize) -> bool {
        let dilated = self.base_dilations.get(dim).is_some_and(|&dilation| dilation != 1);
        dilated || self.sizes[dim] != 1 || self.strides[dim] != 1 || self.padding[dim] != [0, 0]
    }
}
