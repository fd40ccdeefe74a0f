//! Matrix products: batch and free dimensions pass through, contracting dimensions are reduced.

use partita_ir::RecordAttr;
use partita_rule::{FactorKind, RuleSpec};

use super::draft::{At, Draft};
use super::view::{OpView, dim_indices};

use FactorKind::{NeedReplication, PassThrough, Reduction};

/// `dot_general`: which dimensions contract is in `dot_dimension_numbers`.
pub(super) fn dot_general(view: &OpView<'_>) -> Option<RuleSpec> {
    let product = Product::read(view.record("dot_dimension_numbers")?)?;
    let mut rule = view.draft();
    product.add(view, &mut rule, 0, None)?;
    rule.finish()
}

/// `dot`: the last dimension of the left operand contracts with the first of the right one.
pub(super) fn dot(view: &OpView<'_>) -> Option<RuleSpec> {
    let last = view.operand(0)?.len().checked_sub(1)?;
    let product = Product { batch: [vec![], vec![]], contracting: [vec![last], vec![0]] };
    let mut rule = view.draft();
    product.add(view, &mut rule, 0, None)?;
    rule.finish()
}

/// `chlo.ragged_dot`: the ragged dimension and the groups must be replicated, the rest is a product.
pub(super) fn ragged_dot(view: &OpView<'_>) -> Option<RuleSpec> {
    let numbers = view.record("ragged_dot_dimension_numbers")?;
    let product = Product::read(numbers)?;
    let ragged = *dim_indices(numbers.ints("lhs_ragged_dimensions"))?.first()?;
    let groups = dim_indices(numbers.ints("rhs_group_dimensions"))?;
    let mut rule = view.draft();
    // With a ragged contracting dimension there is one product per group: the first dimension of the result.
    let first = usize::from(product.contracting[0].contains(&ragged));
    if first == 1 {
        rule.add(NeedReplication, *view.result(0)?.first()?, [At::Result(0, 0)]);
    }
    for &dim in &groups {
        rule.add(NeedReplication, *view.operand(1)?.get(dim)?, [At::Operand(1, dim)]);
    }
    for (dim, &size) in view.operand(2)?.iter().enumerate() {
        rule.add(NeedReplication, size, [At::Operand(2, dim)]);
    }
    product.with_groups(&groups).add(view, &mut rule, first, Some(ragged))?;
    rule.finish()
}

/// The dimensions of the two operands that correspond.
struct Product {
    batch: [Vec<usize>; 2],
    contracting: [Vec<usize>; 2],
}

/// A product in which some dimensions of the right operand number the groups.
struct Grouped<'g> {
    product: Product,
    groups: &'g [usize],
}

impl Product {
    fn read(numbers: &RecordAttr) -> Option<Self> {
        let list = |name: &str| dim_indices(numbers.ints(name));
        Some(Self {
            batch: [list("lhs_batching_dimensions")?, list("rhs_batching_dimensions")?],
            contracting: [list("lhs_contracting_dimensions")?, list("rhs_contracting_dimensions")?],
        })
    }

    fn with_groups(self, groups: &[usize]) -> Grouped<'_> {
        Grouped { product: self, groups }
    }

    fn add(self, view: &OpView<'_>, rule: &mut Draft, first: usize, replicated: Option<usize>) -> Option<()> {
        self.with_groups(&[]).add(view, rule, first, replicated)
    }
}

impl Grouped<'_> {
    /// Adds the factors of the product; `first` is the first dimension of the result that takes part, and
    /// dimension `replicated` of the left operand must be replicated.
    fn add(self, view: &OpView<'_>, rule: &mut Draft, first: usize, replicated: Option<usize>) -> Option<()> {
        let (lhs, rhs) = (view.operand(0)?, view.operand(1)?);
        let Product { batch, contracting } = self.product;
        let kind =
            |kind: FactorKind, dim: usize| if replicated == Some(dim) { NeedReplication } else { kind };
        let mut next = first;
        for (&left, &right) in batch[0].iter().zip(&batch[1]) {
            let places = [At::Operand(0, left), At::Operand(1, right), At::Result(0, next)];
            rule.add(kind(PassThrough, left), *lhs.get(left)?, places);
            next += 1;
        }
        for (dim, &size) in lhs.iter().enumerate() {
            if !batch[0].contains(&dim) && !contracting[0].contains(&dim) {
                rule.add(kind(PassThrough, dim), size, [At::Operand(0, dim), At::Result(0, next)]);
                next += 1;
            }
        }
        for (dim, &size) in rhs.iter().enumerate() {
            if !batch[1].contains(&dim) && !contracting[1].contains(&dim) && !self.groups.contains(&dim) {
                rule.add(PassThrough, size, [At::Operand(1, dim), At::Result(0, next)]);
                next += 1;
            }
        }
        for (&left, &right) in contracting[0].iter().zip(&contracting[1]) {
            rule.add(kind(Reduction, left), *lhs.get(left)?, [At::Operand(0, left), At::Operand(1, right)]);
        }
        Some(())
    }
}
