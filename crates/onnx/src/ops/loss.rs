//! Signatures of losses and of non-maximum suppression.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};

/// `NegativeLogLikelihoodLoss` and `SoftmaxCrossEntropyLoss`: scores `[batch, class, …]`, one class per position, one weight per class.
pub(super) fn loss(call: &Call<'_>, softmax: bool) -> Result<Signature, NoRule> {
    let dims = call.dims(0)?;
    if dims.len() < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {}", dims.len()));
    }
    call.dims_of_rank(1, dims.len() - 1)?;
    let weighted = call.has(2) || call.node.attribute("ignore_index").is_some();
    let reduction = call.text("reduction").unwrap_or("mean");
    let kind = match reduction {
        "none" => FactorKind::PassThrough,
        "sum" => FactorKind::Reduction(Combine::Sum),
        "mean" if !weighted => FactorKind::Reduction(Combine::Mean),
        "mean" => FactorKind::NeedsReplication("the weights of the mean depend on the targets"),
        other => return call.invalid(format!("reduction {other}")),
    };
    let classes = match softmax {
        true => FactorKind::NeedsReplication("the softmax runs over all classes"),
        false => FactorKind::Lookup,
    };
    let log_prob = call.node.output.get(1).is_some_and(|name| !name.is_empty());
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..dims.len() {
        let kind = if dim == 1 { classes.clone() } else { kind.clone() };
        // The second output keeps the dimensions that the first one reduces.
        let kind = match (&kind, log_prob) {
            (FactorKind::Reduction(_), true) => {
                FactorKind::NeedsReplication("one output is reduced and the other is not")
            }
            _ => kind,
        };
        axes.push(rule.keep(0, dim, kind)?);
    }
    let positions: Vec<&RuleDim> =
        axes.iter().enumerate().filter(|(dim, _)| *dim != 1).map(|(_, axis)| axis).collect();
    rule.join_all(1, &positions)?;
    rule.join_all(2, &[&axes[1]])?;
    let result = if reduction == "none" { positions.into_iter().cloned().collect() } else { Vec::new() };
    rule.output(call.element(0), result);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `NonMaxSuppression`: every box depends on all others.
pub(super) fn non_max_suppression(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut rule = Rule::new(call);
    let why = "the number of selected boxes depends on the contents";
    for input in [0, 1] {
        call.dims_of_rank(input, 3)?;
        rule.keep_all_replicated(input, why)?;
    }
    rule.output(Some(ElementType::Int64), vec![RuleDim::free(Dim::Unknown), RuleDim::free(Dim::Known(3))]);
    rule.finish()
}
