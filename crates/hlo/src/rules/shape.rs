//! Ops that move, select, repeat or join elements along entire dimensions.

use partita_rule::{FactorKind, RuleSpec};

use super::Compat;
use super::draft::{At, Travel};
use super::view::OpView;

use FactorKind::{NeedReplication, PassThrough, Permutation};

/// `broadcast_in_dim`: mapped dimensions of equal size correspond; broadcast and new ones appear only in the result.
pub(super) fn broadcast_in_dim(view: &OpView<'_>) -> Option<RuleSpec> {
    let to = view.dims("broadcast_dimensions")?;
    broadcast_to(view, &to)
}

/// `broadcast`: the operand is repeated along new major dimensions.
pub(super) fn broadcast(view: &OpView<'_>) -> Option<RuleSpec> {
    let new = view.ints("broadcast_sizes")?.len();
    let to: Vec<usize> = (new..new + view.operand(0)?.len()).collect();
    broadcast_to(view, &to)
}

fn broadcast_to(view: &OpView<'_>, to: &[usize]) -> Option<RuleSpec> {
    let operand = view.operand(0)?;
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        match to.iter().position(|&mapped| mapped == dim) {
            Some(from) if operand.get(from) == Some(&size) => {
                rule.add(PassThrough, size, [At::Operand(0, from), At::Result(0, dim)]);
            }
            Some(from) => {
                rule.add(PassThrough, 1, [At::Operand(0, from)]);
                rule.add(PassThrough, size, [At::Result(0, dim)]);
            }
            None => rule.add(PassThrough, size, [At::Result(0, dim)]),
        }
    }
    shape_operands(view, &mut rule);
    rule.finish()
}

/// Operands that only give sizes or indices, from the second on, must be replicated.
fn shape_operands(view: &OpView<'_>, rule: &mut super::draft::Draft) {
    for (index, shape) in view.operands.iter().enumerate().skip(1) {
        for (dim, &size) in shape.iter().enumerate() {
            rule.add(NeedReplication, size, [At::Operand(index, dim)]);
        }
    }
}

/// `transpose`: result dimension `d` is operand dimension `permutation[d]`.
pub(super) fn transpose(view: &OpView<'_>) -> Option<RuleSpec> {
    let from = view.dims("permutation")?;
    let mut rule = view.draft();
    for (dim, (&size, &from)) in view.result(0)?.iter().zip(&from).enumerate() {
        rule.add(PassThrough, size, [At::Operand(0, from), At::Result(0, dim)]);
    }
    rule.finish()
}

/// `reverse`: the shards of a reversed dimension are permuted.
pub(super) fn reverse(view: &OpView<'_>) -> Option<RuleSpec> {
    let reversed = view.dims("dimensions")?;
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        rule.everywhere(if reversed.contains(&dim) { Permutation } else { PassThrough }, size, dim);
    }
    rule.finish()
}

/// `slice`: a dimension that shrinks shifts data between shards.
pub(super) fn slice(view: &OpView<'_>) -> Option<RuleSpec> {
    resized(view, |_| false)
}

/// `pad`: a dimension that grows or shrinks shifts data between shards. With [`Compat::Full`](super::Compat) so does
/// one that is padded at one end by as much as it is truncated at the other; Shardy compares only the sizes.
pub(super) fn pad(view: &OpView<'_>) -> Option<RuleSpec> {
    let low = view.ints("edge_padding_low")?;
    let shifts = |dim: usize| view.compat == Compat::Full && low.get(dim).is_some_and(|&low| low != 0);
    resized(view, shifts)
}

/// `dynamic_pad`: as `pad`, but by an unknown distance.
pub(super) fn dynamic_pad(view: &OpView<'_>) -> Option<RuleSpec> {
    resized(view, |_| true)
}

fn resized(view: &OpView<'_>, shifts: impl Fn(usize) -> bool) -> Option<RuleSpec> {
    let (operand, result) = (view.operand(0)?, view.result(0)?);
    let mut rule = view.draft();
    for (dim, (&size, &new)) in operand.iter().zip(result).enumerate() {
        let places = [At::Operand(0, dim), At::Result(0, dim)];
        if size == new && !shifts(dim) {
            rule.add(PassThrough, size, places);
        } else {
            rule.add_travel(Permutation, size, Travel::blocked_if(view.conservative), places);
        }
    }
    shape_operands(view, &mut rule);
    rule.finish()
}

/// `dynamic_slice`: a dimension that shrinks must be replicated.
pub(super) fn dynamic_slice(view: &OpView<'_>) -> Option<RuleSpec> {
    let (operand, result) = (view.operand(0)?, view.result(0)?);
    let mut rule = view.draft();
    for (dim, (&size, &new)) in operand.iter().zip(result).enumerate() {
        let places = [At::Operand(0, dim), At::Result(0, dim)];
        if size == new {
            rule.add(PassThrough, size, places);
        } else {
            rule.add_travel(NeedReplication, size, Travel::Blocked, places);
        }
    }
    shape_operands(view, &mut rule);
    rule.finish()
}

/// `dynamic_update_slice`: an update smaller than the operand must be replicated, unless its position is constant.
pub(super) fn dynamic_update_slice(view: &OpView<'_>) -> Option<RuleSpec> {
    let (operand, update) = (view.operand(0)?, view.operand(1)?);
    let smaller = if view.facts.0 { PassThrough } else { NeedReplication };
    let mut rule = view.draft();
    for (dim, (&size, &new)) in operand.iter().zip(update).enumerate() {
        let [target, source, result] = [At::Operand(0, dim), At::Operand(1, dim), At::Result(0, dim)];
        if size == new {
            rule.add(PassThrough, size, [target, source, result]);
        } else {
            rule.add(PassThrough, size, [target, result]);
            rule.add(smaller, new, [source]);
        }
    }
    rule.finish()
}

/// `concatenate`: the joined dimension must be replicated; if slices are joined, data is exchanged instead.
pub(super) fn concatenate(view: &OpView<'_>) -> Option<RuleSpec> {
    let joined = view.dim("dimension")?;
    let mut rule = view.draft();
    for (dim, &size) in view.result(0)?.iter().enumerate() {
        match (dim == joined, view.conservative) {
            (false, _) => rule.everywhere(PassThrough, size, dim),
            (true, true) => {}
            (true, false) => {
                rule.everywhere(if view.facts.0 { Permutation } else { NeedReplication }, size, dim)
            }
        }
    }
    rule.finish()
}
