//! Builds rules one factor at a time.

use partita_base::Id;

use crate::{DimMapping, FactorId, FactorSize, RuleSpec, TensorMapping};

/// How the op treats a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactorKind {
    /// The op treats the shards of the factor independently.
    PassThrough,
    /// The op sums, or otherwise combines, the elements along the factor.
    Reduction,
    /// The op needs all of the factor on every device.
    NeedReplication,
    /// The op moves data between the shards of the factor.
    Permutation,
}

/// Builds a rule for an op whose tensors have given ranks.
///
/// A matrix product of `8x4` and `4x16`:
///
/// ```
/// use partita_rule::{FactorKind, RuleBuilder};
///
/// let mut rule = RuleBuilder::new(&[2, 2], &[2]);
/// rule.factor(FactorKind::PassThrough, 8).operand(0, 0).result(0, 0);
/// rule.factor(FactorKind::PassThrough, 16).operand(1, 1).result(0, 1);
/// rule.factor(FactorKind::Reduction, 4).operand(0, 1).operand(1, 0);
/// let text = "<([i, k], [k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}>";
/// assert_eq!(rule.finish().to_string(), text);
/// ```
#[derive(Clone, Debug)]
pub struct RuleBuilder {
    rule: RuleSpec,
}

impl RuleBuilder {
    /// Starts a rule for tensors of these ranks.
    pub fn new(operand_ranks: &[usize], result_ranks: &[usize]) -> Self {
        let empty = |ranks: &[usize]| {
            ranks.iter().map(|&rank| TensorMapping { dims: vec![DimMapping::new(); rank] }).collect()
        };
        let rule =
            RuleSpec { operands: empty(operand_ranks), results: empty(result_ranks), ..RuleSpec::default() };
        Self { rule }
    }

    /// Adds a factor. Chain the dimensions that it belongs to; the factors of one dimension are added
    /// major to minor.
    pub fn factor(&mut self, kind: FactorKind, size: u64) -> FactorBuilder<'_> {
        self.sized_factor(kind, size.into())
    }

    /// Like [`RuleBuilder::factor`], for a size that may be unknown.
    pub fn sized_factor(&mut self, kind: FactorKind, size: FactorSize) -> FactorBuilder<'_> {
        let rule = &mut self.rule;
        let factor = FactorId::from_index(rule.factor_sizes.len());
        rule.factor_sizes.push(size);
        match kind {
            FactorKind::PassThrough => {}
            FactorKind::Reduction => rule.reduction.push(factor),
            FactorKind::NeedReplication => rule.need_replication.push(factor),
            FactorKind::Permutation => rule.permutation.push(factor),
        }
        FactorBuilder { rule, factor, size }
    }

    /// The finished rule. Dimensions without a factor get one of size 1 of their own; factors that are in
    /// no dimension are dropped.
    pub fn finish(mut self) -> RuleSpec {
        let rule = &mut self.rule;
        for tensor in rule.operands.iter_mut().chain(&mut rule.results) {
            for dim in tensor.dims.iter_mut().filter(|dim| dim.is_empty()) {
                dim.push(FactorId::from_index(rule.factor_sizes.len()));
                rule.factor_sizes.push(FactorSize::Known(1));
            }
        }
        drop_unused(rule);
        self.rule
    }
}

/// A factor being added to dimensions.
pub struct FactorBuilder<'a> {
    rule: &'a mut RuleSpec,
    factor: FactorId,
    size: FactorSize,
}

impl FactorBuilder<'_> {
    /// Appends the factor to dimension `dim` of this operand.
    pub fn operand(self, operand: usize, dim: usize) -> Self {
        append(&mut self.rule.operands[operand], dim, self.factor, self.size);
        self
    }

    /// Appends the factor to dimension `dim` of this result.
    pub fn result(self, result: usize, dim: usize) -> Self {
        append(&mut self.rule.results[result], dim, self.factor, self.size);
        self
    }

    /// Appends the factor to dimension `dim` of every tensor except scalars.
    pub fn everywhere(self, dim: usize) -> Self {
        for tensor in self.rule.operands.iter_mut().chain(&mut self.rule.results) {
            if !tensor.dims.is_empty() {
                append(tensor, dim, self.factor, self.size);
            }
        }
        self
    }

    /// Blocks propagation along the factor.
    pub fn blocked(self) -> Self {
        self.rule.blocked_propagation.push(self.factor);
        self
    }

    /// The id of the new factor.
    pub fn id(self) -> FactorId {
        self.factor
    }
}

/// Skips a factor of size 1 beside others: it has no effect, and a rule that contains one is invalid.
fn append(tensor: &mut TensorMapping, dim: usize, factor: FactorId, size: FactorSize) {
    let factors = &mut tensor.dims[dim];
    if size != FactorSize::Known(1) || factors.is_empty() {
        factors.push(factor);
    }
}

fn drop_unused(rule: &mut RuleSpec) {
    let mut used = vec![false; rule.factor_sizes.len()];
    for factor in rule.tensors().flat_map(TensorMapping::factors) {
        used[factor.index()] = true;
    }
    if used.iter().all(|&used| used) {
        return;
    }
    let mut renamed = Vec::with_capacity(used.len());
    let mut next = 0;
    for &used in &used {
        renamed.push(FactorId::from_index(next));
        next += usize::from(used);
    }
    let mut keep = used.iter();
    rule.factor_sizes.retain(|_| keep.next() == Some(&true));
    let dims = rule.operands.iter_mut().chain(&mut rule.results).flat_map(|tensor| &mut tensor.dims);
    for factor in dims.flatten() {
        *factor = renamed[factor.index()];
    }
    for list in [
        &mut rule.reduction,
        &mut rule.need_replication,
        &mut rule.permutation,
        &mut rule.blocked_propagation,
    ] {
        list.retain(|factor| used[factor.index()]);
        list.iter_mut().for_each(|factor| *factor = renamed[factor.index()]);
    }
}
