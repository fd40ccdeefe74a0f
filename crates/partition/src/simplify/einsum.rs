//! Sums of products in index notation: `ab,bc->ac`.

use partita_ir::{Attr, OpCode, OpId, ValueId};

use super::{Rewriter, product};
use crate::combiner::Combiner;
use crate::local_layout::Shape;

/// The subscript of a dimension. Dimensions covered by `...` are numbered from the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subscript {
    Named(char),
    Implied(usize),
}

/// An operand and the subscripts of its dimensions.
struct Term {
    value: ValueId,
    labels: Vec<Subscript>,
}

/// `einsum` and `unary_einsum`
pub(super) fn einsum(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let module = &rewriter.emit.out;
    let Attr::String(config) = module.attr(op, module.context.find_symbol("einsum_config")?)? else {
        return None;
    };
    let config = std::str::from_utf8(config).ok()?;
    let (inputs, result) = config.split_once("->")?;
    let inputs: Vec<&str> = inputs.split(',').collect();
    let operands = module.op(op).operands.clone();
    if inputs.len() != operands.len() {
        return None;
    }
    let mut terms = Vec::new();
    for (text, &value) in inputs.iter().zip(&operands) {
        terms.push(Term { value, labels: labels(text, rewriter.emit.shape(value).len())? });
    }
    let shape = rewriter.result_shape(op);
    let wanted = labels(result, shape.len())?;
    check(rewriter, op, &terms, &wanted, &shape)?;
    for index in 0..terms.len() {
        sum_own(rewriter, &mut terms, index, &wanted);
    }
    let Term { value, labels } = match &terms[..] {
        [lhs, rhs] => multiply(rewriter, op, lhs, rhs, &wanted),
        _ => terms.pop()?,
    };
    let order: Vec<usize> =
        wanted.iter().filter_map(|label| labels.iter().position(|other| other == label)).collect();
    Some(vec![rewriter.transposed(value, &order)])
}

/// The subscripts of a tensor's dimensions; `None` if one is repeated.
fn labels(text: &str, rank: usize) -> Option<Vec<Subscript>> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let named = |text: &str| -> Vec<Subscript> { text.chars().map(Subscript::Named).collect() };
    let found = match text.split_once("...") {
        Some((before, behind)) => {
            let (before, behind) = (named(before), named(behind));
            let implied = rank.checked_sub(before.len() + behind.len())?;
            let implied = (0..implied).rev().map(Subscript::Implied);
            before.into_iter().chain(implied).chain(behind).collect()
        }
        None => named(&text),
    };
    let is_letter = |label: &Subscript| !matches!(label, Subscript::Named(c) if !c.is_alphabetic());
    let is_new = |index: usize| !found[..index].contains(&found[index]);
    (found.len() == rank && found.iter().all(is_letter) && (0..rank).all(is_new)).then_some(found)
}

/// Checks that equal subscripts have equal sizes, that the result has no subscript of its own, and that nothing
/// is summed in a type narrower than that of the result.
fn check(rewriter: &Rewriter, op: OpId, terms: &[Term], wanted: &[Subscript], shape: &Shape) -> Option<()> {
    let mut sizes: Vec<(Subscript, u64)> = wanted.iter().copied().zip(shape.iter().copied()).collect();
    let element = rewriter.emit.element(rewriter.emit.out.op(op).result(0));
    for (index, term) in terms.iter().enumerate() {
        for (&label, &size) in term.labels.iter().zip(&rewriter.emit.shape(term.value)) {
            match sizes.iter().find(|(other, _)| *other == label) {
                Some((_, other)) if *other != size => return None,
                Some(_) => {}
                None => sizes.push((label, size)),
            }
            let is_own = !wanted.contains(&label)
                && terms.iter().enumerate().all(|(at, other)| at == index || !other.labels.contains(&label));
            if is_own && rewriter.emit.element(term.value) != element {
                return None;
            }
        }
    }
    let is_used = |label: &Subscript| terms.iter().any(|term| term.labels.contains(label));
    let same_type = terms.len() > 1 || rewriter.emit.element(terms[0].value) == element;
    (wanted.iter().all(is_used) && same_type).then_some(())
}

/// Sums over dimensions that only one operand has.
fn sum_own(rewriter: &mut Rewriter, terms: &mut [Term], index: usize, wanted: &[Subscript]) {
    let is_own = |label: &Subscript| {
        let elsewhere =
            terms.iter().enumerate().any(|(at, other)| at != index && other.labels.contains(label));
        !elsewhere && !wanted.contains(label)
    };
    let labels = terms[index].labels.clone();
    let dims: Vec<usize> = (0..labels.len()).filter(|&dim| is_own(&labels[dim])).collect();
    if dims.is_empty() {
        return;
    }
    let kept = labels.iter().copied().filter(|label| !is_own(label)).collect();
    let element = rewriter.emit.element(terms[index].value);
    let zero = rewriter.emit.zeros(&[], element);
    let value = rewriter.emit.reduce(terms[index].value, zero, &dims, Combiner::Sum);
    terms[index] = Term { value, labels: kept };
}

/// The product of two operands, with dimensions in the order of a `dot_general`.
fn multiply(rewriter: &mut Rewriter, op: OpId, lhs: &Term, rhs: &Term, wanted: &[Subscript]) -> Term {
    let shared: Vec<Subscript> =
        lhs.labels.iter().copied().filter(|label| rhs.labels.contains(label)).collect();
    let (batch, contracted): (Vec<Subscript>, Vec<Subscript>) =
        shared.iter().copied().partition(|label| wanted.contains(label));
    let places = |term: &Term, labels: &[Subscript]| -> Vec<i64> {
        labels
            .iter()
            .filter_map(|label| term.labels.iter().position(|other| other == label))
            .map(|dim| dim as i64)
            .collect()
    };
    let lists =
        [places(lhs, &batch), places(rhs, &batch), places(lhs, &contracted), places(rhs, &contracted)];
    let free = |term: &Term| -> Vec<Subscript> {
        term.labels.iter().copied().filter(|label| !shared.contains(label)).collect()
    };
    let labels: Vec<Subscript> = batch.iter().copied().chain(free(lhs)).chain(free(rhs)).collect();
    let size = |label: &Subscript| {
        let term = if lhs.labels.contains(label) { lhs } else { rhs };
        let dim = term.labels.iter().position(|other| other == label);
        dim.map_or(1, |dim| rewriter.emit.shape(term.value)[dim])
    };
    let shape: Shape = labels.iter().map(size).collect();
    let element = rewriter.emit.element(rewriter.emit.out.op(op).result(0));
    let ty = rewriter.emit.tensor(&shape, element);
    let numbers = product::dot_dimension_numbers(rewriter, lists);
    let value = rewriter.emit.one(
        OpCode::DotGeneral,
        &[lhs.value, rhs.value],
        ty,
        &[("dot_dimension_numbers", numbers)],
    );
    Term { value, labels }
}
