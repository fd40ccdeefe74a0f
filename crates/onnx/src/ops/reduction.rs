//! Signatures of reductions.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};

const ROUNDED: &str = "partial results of integers would be rounded";
const NOT_CONSTANT: &str = "the reduced dimensions are determined at run time";

/// A reduction. The axes are an attribute or the second input; without axes all dimensions are reduced.
pub(super) fn reduce(call: &Call<'_>, combine: Combine) -> Result<Signature, NoRule> {
    let dims = call.dims(0)?;
    let (mut rule, rank) = (Rule::new(call), dims.len());
    let keep = call.int("keepdims").unwrap_or(1) != 0;
    let axes = match call.ints_or_input("axes", 1) {
        Err(NoRule::NotConstant(_)) => {
            rule.keep_all_replicated(0, NOT_CONSTANT)?;
            match keep {
                true => rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); rank]),
                false => rule.output_of_unknown_rank(call.element(0)),
            }
            return rule.finish();
        }
        axes => axes?.unwrap_or_default(),
    };
    let mut reduced = call.axes(&axes, rank)?;
    if axes.is_empty() && !call.flag("noop_with_empty_axes") {
        reduced = (0..rank).collect();
    }
    let rounds = matches!(combine, Combine::Mean | Combine::Norm2 | Combine::LogSumExp);
    let kind = if rounds && call.element(0).is_some_and(ElementType::is_integer) {
        FactorKind::NeedsReplication(ROUNDED)
    } else {
        FactorKind::Reduction(combine)
    };
    fold(&mut rule, &reduced, &kind, keep)?;
    rule.finish_with_element(call.element(0))
}

/// The position of the largest or smallest element.
pub(super) fn arg_extremum(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut rule = Rule::new(call);
    let axis = call.axis_attribute(0, call.dims(0)?.len())?;
    let kind = FactorKind::Ordered(
        "the candidates of all shards are compared, with their positions in the unsharded tensor",
    );
    fold(&mut rule, &[axis], &kind, call.int("keepdims").unwrap_or(1) != 0)?;
    rule.finish_with_element(Some(ElementType::Int64))
}

/// Reduces all dimensions after the second one to size 1.
pub(super) fn global_pool(call: &Call<'_>, combine: Option<Combine>) -> Result<Signature, NoRule> {
    let rank = call.dims(0)?.len();
    if rank < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {rank}"));
    }
    let combine = match (combine, call.int("p").unwrap_or(2)) {
        (Some(combine), _) => FactorKind::Reduction(combine),
        (None, 1) => FactorKind::Reduction(Combine::Sum),
        (None, 2) => FactorKind::Reduction(Combine::Norm2),
        (None, _) => FactorKind::NeedsReplication("partial results of this norm cannot be combined"),
    };
    let mut rule = Rule::new(call);
    fold(&mut rule, &(2..rank).collect::<Vec<_>>(), &combine, true)?;
    rule.finish_with_element(call.element(0))
}

fn fold(rule: &mut Rule<'_>, reduced: &[usize], kind: &FactorKind, keep: bool) -> Result<(), NoRule> {
    let mut axes = Vec::new();
    for dim in 0..rule.call.dims(0)?.len() {
        if !reduced.contains(&dim) {
            axes.push(rule.pass(0, dim)?);
            continue;
        }
        rule.keep(0, dim, kind.clone())?;
        if keep {
            axes.push(RuleDim::free(Dim::Known(1)));
        }
    }
    rule.output(None, axes);
    Ok(())
}
