//! Custom calls, by the name of their target.

use partita_ir::{Module, Op};
use partita_rule::{FactorKind, RuleSpec};

use super::Compat;
use super::draft::{At, Draft, Travel};
use super::pointwise::pointwise;
use super::table::Row;
use super::view::{self, OpView};

use FactorKind::{NeedReplication, PassThrough};

/// The rule of each target, sorted by name; other targets are unknown.
static TARGETS: &[(&str, Row)] = &[
    ("ApproxTopK", Row::Both(partial_reduce)),
    ("Cholesky", Row::Both(pointwise)),
    ("CompactWyHelper", Row::Both(pointwise)),
    ("Eigh", Row::Both(eigh)),
    ("InspectSharding", Row::Both(pointwise)),
    ("InvertDiagBlocksLowerTriangular", Row::Both(pointwise)),
    ("InvertDiagBlocksUpperTriangular", Row::Both(pointwise)),
    ("LayoutConstraint", Row::Both(pointwise)),
    ("LuDecomposition", Row::Ours(lu)),
    ("MoveToDevice", Row::Both(pointwise)),
    ("MoveToHost", Row::Both(pointwise)),
    ("PartialReduce", Row::Both(partial_reduce)),
    ("ProductOfElementaryHouseholderReflectors", Row::Both(householder)),
    ("Qr", Row::Both(qr)),
    ("QrDecompositionBlock", Row::Both(qr)),
    ("Sharding", Row::Ours(pointwise)),
    ("X64Combine", Row::Both(x64_combine)),
    ("X64SplitHigh", Row::Both(pointwise)),
    ("X64SplitLow", Row::Both(pointwise)),
    ("_SPMDInternalOp_MultiPad", Row::Both(pointwise)),
    ("_SPMDInternalOp_MultiRotate", Row::Both(pointwise)),
    ("_SPMDInternalOp_MultiSlice", Row::Both(pointwise)),
    ("_SPMDInternalOp_RotateRight", Row::Both(pointwise)),
    ("_SPMDInternalOp_Wrap", Row::Both(pointwise)),
    ("annotate_device_placement", Row::Both(pointwise)),
    ("mhlo.acos", Row::Ours(pointwise)),
    ("mhlo.acosh", Row::Ours(pointwise)),
    ("mhlo.asin", Row::Ours(pointwise)),
    ("mhlo.asinh", Row::Ours(pointwise)),
    ("mhlo.atanh", Row::Ours(pointwise)),
    ("mhlo.cosh", Row::Ours(pointwise)),
    ("mhlo.erf", Row::Both(pointwise)),
    ("mhlo.sinh", Row::Ours(pointwise)),
    ("mhlo.tan", Row::Ours(pointwise)),
    ("mhlo.topk", Row::Both(top_k)),
    ("sdy_testonly", Row::NoRule),
    ("tpu_custom_call", Row::NoRule),
    ("xla.debug.Log", Row::NoRule),
    ("xla.megascale.provide_metadata", Row::Both(pointwise)),
    ("xla_ffi_python_cpu_callback", Row::NoRule),
    ("xla_ffi_python_gpu_callback", Row::NoRule),
    ("xla_python_cpu_callback", Row::NoRule),
    ("xla_python_gpu_callback", Row::NoRule),
];

/// The `call_target_name` of a custom call.
pub(super) fn target_name<'m>(module: &'m Module, op: &'m Op) -> Option<&'m str> {
    let name = module.context.find_symbol("call_target_name")?;
    view::string_value(module.context.attr_of(op.attr(name)?))
}

/// The table row of a target; [`Row::Unknown`] if it is not listed.
pub(super) fn row_of_target(target: &str) -> Row {
    match TARGETS.binary_search_by_key(&target, |(name, _)| name) {
        Ok(index) => TARGETS[index].1,
        Err(_) => Row::Unknown,
    }
}

/// Adds the dimensions that all tensors share before the last `matrix` dimensions of operand 0. Returns their number.
fn batch(view: &OpView<'_>, rule: &mut Draft, matrix: usize) -> Option<usize> {
    let shape = view.operand(0)?;
    let batch = shape.len().checked_sub(matrix)?;
    for (dim, &size) in shape.iter().enumerate().take(batch) {
        rule.everywhere(PassThrough, size, dim);
    }
    Some(batch)
}

/// `Eigh`: from a matrix to its eigenvectors and eigenvalues.
fn eigh(view: &OpView<'_>) -> Option<RuleSpec> {
    if (view.operands.len(), view.results.len()) != (1, 2) {
        return None;
    }
    let shape = view.operand(0)?;
    let mut rule = view.draft();
    let rows = batch(view, &mut rule, 2)?;
    let columns = rows + 1;
    rule.add(PassThrough, shape[rows], [At::Operand(0, rows), At::Result(0, rows)]);
    rule.add(
        PassThrough,
        shape[columns],
        [At::Operand(0, columns), At::Result(0, columns), At::Result(1, rows)],
    );
    rule.finish()
}

/// `Qr`: from a matrix to a matrix and a vector of scales.
fn qr(view: &OpView<'_>) -> Option<RuleSpec> {
    if (view.operands.len(), view.results.len()) != (1, 2) {
        return None;
    }
    let mut rule = view.draft();
    let rows = replicated_matrix(view, &mut rule)?;
    rule.add(NeedReplication, *view.result(1)?.get(rows)?, [At::Result(1, rows)]);
    rule.finish()
}

/// `ProductOfElementaryHouseholderReflectors`: from a matrix and a vector of scales to a matrix.
fn householder(view: &OpView<'_>) -> Option<RuleSpec> {
    if (view.operands.len(), view.results.len()) != (2, 1) {
        return None;
    }
    let mut rule = view.draft();
    let rows = replicated_matrix(view, &mut rule)?;
    rule.add(NeedReplication, *view.operand(1)?.get(rows)?, [At::Operand(1, rows)]);
    rule.finish()
}

/// `LuDecomposition`: from a matrix to a matrix and two vectors of indices.
fn lu(view: &OpView<'_>) -> Option<RuleSpec> {
    let mut rule = view.draft();
    let rows = replicated_matrix(view, &mut rule)?;
    for (index, shape) in view.results.iter().enumerate().skip(1) {
        rule.add(NeedReplication, *shape.get(rows)?, [At::Result(index, rows)]);
    }
    rule.finish()
}

/// Adds batch dimensions, then a matrix that must be replicated in operand 0 and result 0. Returns the dimension of its
/// rows.
fn replicated_matrix(view: &OpView<'_>, rule: &mut Draft) -> Option<usize> {
    let shape = view.operand(0)?;
    let rows = batch(view, rule, 2)?;
    for dim in [rows, rows + 1] {
        rule.add(NeedReplication, shape[dim], [At::Operand(0, dim), At::Result(0, dim)]);
    }
    Some(rows)
}

/// `mhlo.topk`: a dimension that shrinks must be replicated. With [`Compat::Full`](super::Compat) also one of which all
/// elements are taken, because they are sorted; Shardy's rule shards it.
fn top_k(view: &OpView<'_>) -> Option<RuleSpec> {
    let (operand, result) = (view.operand(0)?, view.result(0)?);
    let mut rule = view.draft();
    for (dim, (&size, &new)) in operand.iter().zip(result).enumerate() {
        let last = view.compat == Compat::Full && dim + 1 == operand.len();
        if size == new && !last {
            rule.everywhere(PassThrough, size, dim);
        } else {
            rule.everywhere_travel(NeedReplication, size, Travel::Blocked, dim);
        }
    }
    rule.finish()
}

/// `PartialReduce` and `ApproxTopK`: a dimension that shrinks must be replicated in the results. Shardy's rule allows
/// it to be sharded in the operands.
fn partial_reduce(view: &OpView<'_>) -> Option<RuleSpec> {
    let (operand, result) = (view.operand(0)?, view.result(0)?);
    let mut rule = view.draft();
    for (dim, (&size, &new)) in operand.iter().zip(result).enumerate() {
        if size == new {
            rule.everywhere(PassThrough, size, dim);
            continue;
        }
        let (operands, results) = (rule.operands_at(dim), rule.results_at(dim));
        match view.compat {
            Compat::Shardy => rule.add(PassThrough, size, operands),
            Compat::Full => rule.add(NeedReplication, size, operands),
        }
        rule.add_travel(NeedReplication, new, Travel::Blocked, results);
    }
    rule.finish()
}

/// `X64Combine`: pointwise, except that the state of a random generator must be replicated.
fn x64_combine(view: &OpView<'_>) -> Option<RuleSpec> {
    if !view.facts.0 {
        return pointwise(view);
    }
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        rule.everywhere_travel(NeedReplication, size, Travel::Blocked, dim);
    }
    rule.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_sorted() {
        assert!(TARGETS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
