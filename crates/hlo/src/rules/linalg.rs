//! Linear algebra, Fourier transforms, normalisation and random bits: ops with batch dimensions.

use partita_rule::{FactorKind, RuleSpec};

use super::draft::{At, Travel};
use super::view::OpView;

use FactorKind::{NeedReplication, PassThrough};

/// `cholesky`: all but the last two dimensions are independent.
pub(super) fn cholesky(view: &OpView<'_>) -> Option<RuleSpec> {
    let shape = view.result(0)?;
    let batch = shape.len().checked_sub(2)?;
    let mut rule = view.draft();
    for (dim, &size) in shape.iter().enumerate() {
        rule.everywhere(if dim < batch { PassThrough } else { NeedReplication }, size, dim);
    }
    rule.finish()
}

/// `triangular_solve`: as the product that it inverts, with every matrix replicated.
pub(super) fn triangular_solve(view: &OpView<'_>) -> Option<RuleSpec> {
    let b = view.operand(1)?;
    let batch = b.len().checked_sub(2)?;
    let transposed = matches!(view.case("transpose_a")?, "TRANSPOSE" | "ADJOINT");
    let (rows, columns) = (batch, batch + 1);
    let mut rule = view.draft();
    for (dim, &size) in b.iter().enumerate().take(batch) {
        rule.everywhere(PassThrough, size, dim);
    }
    // On the left, `a` times the result is `b`: the rows of `a` are those of `b`.
    let (outer, inner) = if transposed { (columns, rows) } else { (rows, columns) };
    if view.bool("left_side")? {
        rule.add(NeedReplication, b[rows], [At::Operand(0, outer), At::Operand(1, rows)]);
        rule.add(NeedReplication, b[columns], [At::Operand(1, columns), At::Result(0, columns)]);
        rule.add(NeedReplication, b[rows], [At::Operand(0, inner), At::Result(0, rows)]);
    } else {
        rule.add(NeedReplication, b[rows], [At::Operand(1, rows), At::Result(0, rows)]);
        rule.add(NeedReplication, b[columns], [At::Operand(0, inner), At::Operand(1, columns)]);
        rule.add(NeedReplication, b[columns], [At::Operand(0, outer), At::Result(0, columns)]);
    }
    rule.finish()
}

/// `fft`: the transformed dimensions are the last ones; a real transform changes the size of the very last.
pub(super) fn fft(view: &OpView<'_>) -> Option<RuleSpec> {
    let (operand, result) = (view.operand(0)?, view.result(0)?);
    let batch = operand.len().checked_sub(view.ints("fft_length")?.len())?;
    let mut rule = view.draft();
    for (dim, (&size, &new)) in operand.iter().zip(result).enumerate() {
        if dim < batch {
            rule.everywhere(PassThrough, size, dim);
        } else {
            rule.everywhere_travel(NeedReplication, size, Travel::blocked_if(size != new), dim);
        }
    }
    rule.finish()
}

/// `batch_norm_inference`: statistics are given, so only the features of the five operands correspond.
pub(super) fn batch_norm_inference(view: &OpView<'_>) -> Option<RuleSpec> {
    batch_norm(view, PassThrough)
}

/// `batch_norm_training` and `batch_norm_grad`: statistics run over all dimensions but the features.
pub(super) fn batch_norm_statistics(view: &OpView<'_>) -> Option<RuleSpec> {
    batch_norm(view, NeedReplication)
}

fn batch_norm(view: &OpView<'_>, others: FactorKind) -> Option<RuleSpec> {
    let feature = view.dim("feature_index")?;
    let shape = view.result(0)?;
    let mut rule = view.draft();
    // The first operand and result are full tensors, as is the last operand of the gradient; all others are
    // vectors of features. A full tensor of rank 1 is a vector, too.
    let full = |other: &[u64]| other.len() == shape.len();
    for (dim, &size) in shape.iter().enumerate() {
        let place = |other: &[u64]| match (full(other), dim == feature) {
            (true, _) => Some(dim),
            (false, true) => Some(0),
            (false, false) => None,
        };
        let operands = view.operands.iter().enumerate().filter_map(|(i, o)| Some(At::Operand(i, place(o)?)));
        let results = view.results.iter().enumerate().filter_map(|(i, r)| Some(At::Result(i, place(r)?)));
        rule.add(if dim == feature { PassThrough } else { others }, size, operands.chain(results));
    }
    rule.finish()
}

/// `rng_bit_generator`: the state must be replicated, the output may be sharded.
pub(super) fn rng_bit_generator(view: &OpView<'_>) -> Option<RuleSpec> {
    let (state, output) = (view.operand(0)?, view.result(1)?);
    let mut rule = view.draft();
    for (dim, &size) in state.iter().enumerate() {
        rule.add_travel(NeedReplication, size, Travel::Blocked, [At::Operand(0, dim), At::Result(0, dim)]);
    }
    for (dim, &size) in output.iter().enumerate() {
        rule.add(PassThrough, size, [At::Result(1, dim)]);
    }
    rule.finish()
}
