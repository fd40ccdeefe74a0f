//! Signatures of products that are summed along shared dimensions.

use super::build::{Rule, RuleDim};
use super::elementwise::align_inputs;
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};

const ROW_SCALES: &str = "rows have different scales, and the sum is rounded again after it is complete";

/// The dimensions of a product.
pub(super) struct Product {
    rows: Option<RuleDim>,
    pub(super) columns: Option<RuleDim>,
    pub(super) axes: Vec<RuleDim>,
}

/// The product of two inputs, as in numpy's `matmul`.
pub(super) fn product(rule: &mut Rule<'_>, a: usize, b: usize, kind: FactorKind) -> Result<Product, NoRule> {
    let (left, right) = (rule.call.dims(a)?, rule.call.dims(b)?);
    if left.is_empty() || right.is_empty() {
        return rule.call.invalid("expected inputs of rank 1 or more, found a scalar".to_string());
    }
    let (batch_a, batch_b) = (left.len().saturating_sub(2), right.len().saturating_sub(2));
    let rank = batch_a.max(batch_b);
    let mut axes = Vec::new();
    for dim in 0..rank {
        let at = |batch: usize| (dim + batch).checked_sub(rank);
        axes.push(match (at(batch_a), at(batch_b)) {
            (Some(dim), None) => rule.pass(a, dim)?,
            (None, Some(dim)) => rule.pass(b, dim)?,
            (Some(l), Some(r)) => {
                let pick = if left[l] == Dim::Known(1)
                    || (right[r].known().is_some() && right[r] != Dim::Known(1))
                {
                    right[r].clone()
                } else {
                    left[l].clone()
                };
                let axis = rule.new_dim(pick, FactorKind::PassThrough);
                rule.broadcast(a, l, &axis)?;
                rule.broadcast(b, r, &axis)?;
                axis
            }
            (None, None) => unreachable!("every batch dimension belongs to at least one input"),
        });
    }
    let rows = if left.len() > 1 { Some(rule.pass(a, left.len() - 2)?) } else { None };
    let inner = rule.keep(a, left.len() - 1, kind)?;
    rule.join(b, right.len().saturating_sub(2), &inner)?;
    let columns = if right.len() > 1 { Some(rule.pass(b, right.len() - 1)?) } else { None };
    axes.extend(rows.clone());
    axes.extend(columns.clone());
    Ok(Product { rows, columns, axes })
}

/// `MatMul`.
pub(super) fn matmul(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut rule = Rule::new(call);
    let product = product(&mut rule, 0, 1, FactorKind::Reduction(Combine::Sum))?;
    rule.output(call.element(0).or(call.element(1)), product.axes);
    rule.finish()
}

/// `MatMulInteger`: one zero point in total, one per row or one per column.
pub(super) fn matmul_integer(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut rule = Rule::new(call);
    let product = product(&mut rule, 0, 1, FactorKind::Reduction(Combine::Sum))?;
    along(&mut rule, 2, product.rows.as_ref())?;
    along(&mut rule, 3, product.columns.as_ref())?;
    rule.output(Some(ElementType::Int32), product.axes);
    rule.finish()
}

/// `QLinearMatMul`: both operands and the result have scales and zero points.
pub(super) fn qlinear_matmul(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut rule = Rule::new(call);
    // Engines sum integers with one zero point of the first operand.
    let is_single = |input: usize| match call.operand(input).and_then(|operand| operand.ty.dims.as_deref()) {
        Some(dims) => dims.iter().all(|size| *size == Dim::Known(1)),
        None => false,
    };
    let inner = match is_single(1) && is_single(2) && is_single(6) && is_single(7) {
        true => FactorKind::Reduction(Combine::Requantised),
        false => FactorKind::NeedsReplication(ROW_SCALES),
    };
    let product = product(&mut rule, 0, 3, inner)?;
    for input in [1, 2] {
        along(&mut rule, input, product.rows.as_ref())?;
    }
    for input in [4, 5] {
        along(&mut rule, input, product.columns.as_ref())?;
    }
    rule.output(call.element(7), product.axes);
    rule.finish()
}

/// A parameter with one element in total, or one per element of `axis`.
fn along(rule: &mut Rule<'_>, input: usize, axis: Option<&RuleDim>) -> Result<(), NoRule> {
    match (rule.call.operand(input).map(|operand| operand.ty.rank()), axis) {
        (Some(Some(1)), Some(axis)) => rule.broadcast(input, 0, axis),
        _ => Ok(()),
    }
}

/// `Gemm`: the third input is added once.
pub(super) fn gemm(call: &Call<'_>) -> Result<Signature, NoRule> {
    call.dims_of_rank(0, 2)?;
    call.dims_of_rank(1, 2)?;
    let mut rule = Rule::new(call);
    let (a, b) = (usize::from(call.flag("transA")), usize::from(call.flag("transB")));
    let rows = rule.pass(0, a)?;
    let inner = rule.keep(0, 1 - a, FactorKind::Reduction(Combine::Sum))?;
    rule.join(1, b, &inner)?;
    let columns = rule.pass(1, 1 - b)?;
    let axes = [rows, columns];
    if call.has(2) {
        let rank = call.dims(2)?.len();
        if rank > 2 {
            return call.invalid(format!("expected rank 2 or less of C, found {rank}"));
        }
        for dim in 0..rank {
            rule.broadcast(2, dim, &axes[dim + 2 - rank])?;
        }
        rule.once(2);
    }
    rule.output(call.element(0).or(call.element(1)), axes.to_vec());
    rule.finish()
}

/// The determinant of the last two dimensions.
pub(super) fn det(call: &Call<'_>) -> Result<Signature, NoRule> {
    let rank = call.dims(0)?.len();
    if rank < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {rank}"));
    }
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..rank - 2 {
        axes.push(rule.pass(0, dim)?);
    }
    for dim in rank - 2..rank {
        rule.keep(0, dim, FactorKind::NeedsReplication("a determinant needs the entire matrix"))?;
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Einsum`: every letter is a factor; letters that the result lacks are summed.
pub(super) fn einsum(call: &Call<'_>) -> Result<Signature, NoRule> {
    let Some(equation) = call.text("equation") else {
        return call.invalid("expected an equation".to_string());
    };
    let equation: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (left, right) = match equation.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (equation.as_str(), None),
    };
    let terms: Vec<&str> = left.split(',').collect();
    if terms.len() != call.inputs.len() {
        return call.invalid(format!(
            "the equation has {} terms for {} inputs",
            terms.len(),
            call.inputs.len()
        ));
    }
    let mut rule = Rule::new(call);
    let mut letters: Vec<(Letter, RuleDim, bool)> = Vec::new();
    for (input, term) in terms.iter().enumerate() {
        for (dim, letter) in term_letters(call, term, call.dims(input)?.len())?.into_iter().enumerate() {
            let size = call.dims(input)?[dim].clone();
            let known = letters.iter().position(|(other, ..)| *other == letter);
            let at = known.unwrap_or_else(|| {
                let axis = rule.new_dim(size.clone(), FactorKind::PassThrough);
                letters.push((letter, axis, false));
                letters.len() - 1
            });
            let (_, axis, repeated) = &mut letters[at];
            if axis.size == Dim::Known(1) || axis.size.known().is_none() && size.known().is_some() {
                axis.size = size;
            }
            *repeated |= rule.has_factor(input, axis);
            let axis = axis.clone();
            rule.resize(&axis);
            rule.broadcast(input, dim, &axis)?;
        }
    }
    let result = match right {
        Some(text) => {
            let rank = letters.iter().filter(|(letter, ..)| matches!(letter, Letter::Rest(_))).count();
            let fixed = text.replace("...", "").chars().count();
            term_letters(call, text, fixed + if text.contains("...") { rank } else { 0 })?
        }
        None => {
            let count = |c: char| left.chars().filter(|other| *other == c).count();
            let mut once: Vec<Letter> = (letters.iter().map(|(letter, ..)| *letter))
                .filter(|letter| matches!(letter, Letter::Named(c) if count(*c) == 1))
                .collect();
            once.sort_unstable();
            let mut rest: Vec<Letter> = (letters.iter().map(|(letter, ..)| *letter))
                .filter(|letter| matches!(letter, Letter::Rest(_)))
                .collect();
            rest.sort_unstable();
            rest.into_iter().chain(once).collect()
        }
    };
    let mut axes = Vec::new();
    for letter in &result {
        let Some((_, axis, _)) = letters.iter().find(|(other, ..)| other == letter) else {
            return call
                .invalid(format!("the result of the equation {equation} has a letter that no input has"));
        };
        axes.push(axis.clone());
    }
    for (letter, axis, repeated) in &letters {
        let kind = match (repeated, result.contains(letter)) {
            (true, _) => FactorKind::NeedsReplication("a diagonal needs both of its dimensions"),
            (false, true) => FactorKind::PassThrough,
            (false, false) => FactorKind::Reduction(Combine::Sum),
        };
        rule.set_kind(axis, kind);
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// A letter of an equation, or a dimension covered by its ellipsis, in the order of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Letter {
    /// A dimension of the ellipsis, counted from its end: -1 is the last.
    Rest(isize),
    Named(char),
}

fn term_letters(call: &Call<'_>, term: &str, rank: usize) -> Result<Vec<Letter>, NoRule> {
    let (before, after) = match term.split_once("...") {
        Some((before, after)) => (before, Some(after)),
        None => (term, None),
    };
    let letters: Vec<char> = before.chars().chain(after.unwrap_or_default().chars()).collect();
    if !letters.iter().all(char::is_ascii_alphabetic) {
        return call.invalid(format!("invalid term {term}"));
    }
    let rest = rank.checked_sub(letters.len()).filter(|rest| *rest == 0 || after.is_some());
    let Some(rest) = rest else {
        return call.invalid(format!("the term {term} does not fit an input of rank {rank}"));
    };
    let named = letters.iter().map(|c| Letter::Named(*c));
    let mut all: Vec<Letter> = named.clone().take(before.chars().count()).collect();
    all.extend((0..rest).map(|dim| Letter::Rest(dim as isize - rest as isize)));
    all.extend(named.skip(before.chars().count()));
    Ok(all)
}

/// `com.microsoft.FusedGemm`: an activation may follow the sum.
pub(super) fn fused_gemm(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut signature = gemm(call)?;
    if call.node.attribute("activation").is_some() {
        for factor in &mut signature.factors {
            if matches!(factor.kind, FactorKind::Reduction(_)) {
                factor.kind = FactorKind::NeedsReplication("the activation follows the complete sum");
            }
        }
    }
    Ok(signature)
}

/// Adds a bias, then applies an elementwise function (`com.microsoft.BiasGelu`, `FastGelu`).
pub(super) fn bias_activation(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut rule = Rule::new(call);
    let inputs: Vec<usize> = (0..call.inputs.len()).filter(|input| call.has(*input)).collect();
    let axes = align_inputs(&mut rule, &inputs)?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `com.microsoft.MatMulNBits`: columns of quantised weights in blocks along the inner dimension, `[N, K / block, bytes of a block]`. Scales and
/// zero points have an element per block; zero points of less than a byte are packed.
pub(super) fn matmul_n_bits(call: &Call<'_>) -> Result<Signature, NoRule> {
    const PACKED: &str = "the elements of a block share one scale, and packed zero points one byte";
    const ORDER: &str = "the groups of the inner dimension are in any order";
    let data = call.dims(0)?;
    let Some(last) = data.len().checked_sub(1) else {
        return call.invalid("expected an input of rank 1 or more, found a scalar".to_string());
    };
    call.dims_of_rank(1, 3)?;
    let (inner, columns) = (call.count("K", 0)?, call.count("N", 0)?);
    let (bits, block) = (call.count("bits", 4)?, call.count("block_size", 0)?);
    let blocks = inner.div_ceil(block);
    let is_packed = call.element(3) == Some(ElementType::Uint8);
    let per_byte = if is_packed && bits < 8 { 8 / bits } else { 1 };
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..last {
        axes.push(rule.pass(0, dim)?);
    }
    let columns = rule.new_dim(Dim::Known(columns), FactorKind::PassThrough);
    rule.sized_attribute("N", &columns);
    let is_even = inner.is_multiple_of(block) && blocks.is_multiple_of(per_byte);
    let kind = match (call.has(4), is_even) {
        (true, _) => FactorKind::NeedsReplication(ORDER),
        (false, false) => FactorKind::NeedsReplication(PACKED),
        (false, true) => FactorKind::Reduction(Combine::Sum),
    };
    // Without remainders, the inner dimension consists of groups of blocks whose zero points share a byte.
    let (groups, per_group, per_block) = match is_even {
        true => (blocks / per_byte, per_byte, block),
        false => (1, blocks, 1),
    };
    let groups = rule.new_dim(Dim::Known(groups), kind);
    let per_group = rule.new_replicated(Dim::Known(per_group), PACKED);
    let per_block = rule.new_replicated(Dim::Known(per_block), PACKED);
    let all_blocks = packed(&[&groups, &per_group]);
    if is_even {
        let inner = packed(&[&all_blocks, &per_block]);
        rule.join(0, last, &inner)?;
        rule.sized_attribute("K", &inner);
    } else {
        rule.keep(0, last, FactorKind::NeedsReplication(PACKED))?;
    }
    rule.join(1, 0, &columns)?;
    rule.join(1, 1, &all_blocks)?;
    rule.keep(1, 2, FactorKind::NeedsReplication(PACKED))?;
    per_column(&mut rule, 2, &columns, &all_blocks)?;
    match per_byte {
        1 => per_column(&mut rule, 3, &columns, &all_blocks)?,
        _ if is_even => per_column(&mut rule, 3, &columns, &groups)?,
        _ => {
            let bytes = rule.new_replicated(Dim::Known(blocks.div_ceil(per_byte)), PACKED);
            per_column(&mut rule, 3, &columns, &bytes)?;
        }
    }
    rule.join_all(5, &[&columns])?;
    rule.once(5);
    axes.push(columns);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// A dimension that consists of several, major to minor.
fn packed(parts: &[&RuleDim]) -> RuleDim {
    let factors = parts.iter().flat_map(|part| part.factors.clone()).collect();
    RuleDim { size: Dim::product(parts.iter().map(|part| &part.size)), factors }
}

/// A parameter of `inner` elements per column, in one or two dimensions.
fn per_column(rule: &mut Rule<'_>, input: usize, columns: &RuleDim, inner: &RuleDim) -> Result<(), NoRule> {
    if !rule.call.has(input) {
        return Ok(());
    }
    match rule.call.dims(input)?.len() {
        1 => rule.join(input, 0, &packed(&[columns, inner])),
        _ => rule.join_all(input, &[columns, inner]),
    }
}
