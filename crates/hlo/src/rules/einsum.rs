//! `einsum` and `unary_einsum`: the rule is the op's own configuration.

use partita_rule::{FactorKind, RuleSpec};

use super::draft::At;
use super::view::OpView;

/// `einsum` and `unary_einsum`; `...` abbreviates leading dimensions that all tensors share.
pub(super) fn einsum(view: &OpView<'_>) -> Option<RuleSpec> {
    let config = view.text("einsum_config")?;
    let (inputs, output) = config.split_once("->")?;
    let inputs: Vec<&str> = inputs.split(',').collect();
    if inputs.len() != view.operands.len() {
        return None;
    }
    let mut labels: Vec<(Label, u64, Vec<At>)> = Vec::new();
    let mut put =
        |label: Label, size: u64, at: At| match labels.iter_mut().find(|(known, ..)| *known == label) {
            Some((_, known, places)) if *known == size => places.push(at),
            // A dimension of a different size under the same label is broadcast; it has a factor of its own.
            Some(_) => {}
            None => labels.push((label, size, vec![at])),
        };
    let result = view.result(0)?;
    for (dim, label) in spell(output, result.len())?.into_iter().enumerate() {
        put(label, result[dim], At::Result(0, dim));
    }
    for (operand, (text, shape)) in inputs.iter().zip(&view.operands).enumerate() {
        for (dim, label) in spell(text, shape.len())?.into_iter().enumerate() {
            put(label, shape[dim], At::Operand(operand, dim));
        }
    }
    let mut rule = view.draft();
    for (_, size, places) in labels {
        let summed = !places.iter().any(|place| matches!(place, At::Result(..)));
        rule.add(if summed { FactorKind::Reduction } else { FactorKind::PassThrough }, size, places);
    }
    rule.finish()
}

/// The name of a dimension: a letter, or the position within `...` counted from the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Letter(char),
    Rest(usize),
}

fn spell(text: &str, rank: usize) -> Option<Vec<Label>> {
    let text = text.trim();
    let letters =
        |text: &str| text.chars().filter(|c| !c.is_whitespace()).map(Label::Letter).collect::<Vec<_>>();
    let labels = match text.split_once("...") {
        None => letters(text),
        Some((before, after)) => {
            let (before, after) = (letters(before), letters(after));
            let rest = rank.checked_sub(before.len() + after.len())?;
            before.into_iter().chain((0..rest).rev().map(Label::Rest)).chain(after).collect()
        }
    };
    (labels.len() == rank).then_some(labels)
}
