//! Evaluates products in other forms than `dot_general`.

use partita_ir::RecordAttr;

use crate::kernels::{DotNumbers, dot_general};
use crate::op_view::OpView;
use crate::reduce::{Combine, reduce};
use crate::small::sizes;
use crate::{Binary, Element, EvalError, EvalResult, Tensor, binary, convert, movement};

/// The dimension numbers of a `dot_general`.
pub(crate) fn dot_numbers(record: &RecordAttr) -> EvalResult<DotNumbers> {
    Ok(DotNumbers {
        lhs_batching: sizes(record.ints("lhs_batching_dimensions"))?,
        rhs_batching: sizes(record.ints("rhs_batching_dimensions"))?,
        lhs_contracting: sizes(record.ints("lhs_contracting_dimensions"))?,
        rhs_contracting: sizes(record.ints("rhs_contracting_dimensions"))?,
    })
}

/// The last dimension of the left operand against the first of the right one.
pub(crate) fn dot(lhs: &Tensor, rhs: &Tensor, element: Element) -> EvalResult<Tensor> {
    let last = lhs.rank().checked_sub(1).filter(|_| rhs.rank() > 0);
    let last =
        last.ok_or_else(|| EvalError::Argument("expected a left operand of rank at least 1".into()))?;
    let numbers =
        DotNumbers { lhs_contracting: vec![last], rhs_contracting: vec![0], ..DotNumbers::default() };
    dot_general(lhs, rhs, &numbers, element)
}

/// `ab,bc->ac` of one or two operands; every label names one dimension of an operand.
pub(crate) fn einsum(config: &str, operands: &[&Tensor], element: Element) -> EvalResult<Tensor> {
    let bad = || EvalError::Unsupported(format!("the einsum {config:?}"));
    let text: String = config.chars().filter(|c| !c.is_whitespace()).collect();
    let (inputs, output) = text.split_once("->").ok_or_else(bad)?;
    let inputs: Vec<Vec<char>> = inputs.split(',').map(|labels| labels.chars().collect()).collect();
    let output: Vec<char> = output.chars().collect();
    let distinct = |labels: &[char]| (1..labels.len()).all(|i| !labels[..i].contains(&labels[i]));
    let well_formed = inputs.len() == operands.len()
        && inputs.iter().zip(operands).all(|(labels, operand)| labels.len() == operand.rank())
        && inputs
            .iter()
            .chain([&output])
            .all(|labels| distinct(labels) && labels.iter().all(char::is_ascii_alphabetic));
    if !well_formed {
        return Err(bad());
    }
    // Labels that appear in no other operand and not in the result are summed beforehand.
    let mut terms: Vec<(Vec<char>, Tensor)> = Vec::new();
    for (at, (labels, operand)) in inputs.iter().zip(operands).enumerate() {
        let other = inputs.iter().enumerate().filter(|(i, _)| *i != at);
        let elsewhere: Vec<char> =
            other.flat_map(|(_, labels)| labels.clone()).chain(output.clone()).collect();
        terms.push(summed(labels, &convert(operand, element)?, |label| elsewhere.contains(&label))?);
    }
    let (labels, product) = match <[(Vec<char>, Tensor); 2]>::try_from(terms) {
        Ok([(left, lhs), (right, rhs)]) => {
            let shared: Vec<char> = left.iter().copied().filter(|label| right.contains(label)).collect();
            let (batch, contracted): (Vec<char>, Vec<char>) =
                shared.iter().partition(|label| output.contains(label));
            let at = |labels: &[char], wanted: &[char]| -> Vec<usize> {
                wanted.iter().filter_map(|label| labels.iter().position(|other| other == label)).collect()
            };
            let numbers = DotNumbers {
                lhs_batching: at(&left, &batch),
                rhs_batching: at(&right, &batch),
                lhs_contracting: at(&left, &contracted),
                rhs_contracting: at(&right, &contracted),
            };
            let free =
                |labels: &[char]| labels.iter().copied().filter(|l| !shared.contains(l)).collect::<Vec<_>>();
            let labels = [batch, free(&left), free(&right)].concat();
            (labels, dot_general(&lhs, &rhs, &numbers, element)?)
        }
        Err(mut terms) => terms.pop().ok_or_else(bad)?,
    };
    let order: Option<Vec<i64>> = output
        .iter()
        .map(|label| labels.iter().position(|other| other == label).map(|at| at as i64))
        .collect();
    movement::transpose(&product, &order.ok_or_else(bad)?)
}

/// Sums over the labels that are not kept.
fn summed(labels: &[char], operand: &Tensor, keep: impl Fn(char) -> bool) -> EvalResult<(Vec<char>, Tensor)> {
    let dims: Vec<i64> = (0..labels.len()).filter(|&d| !keep(labels[d])).map(|d| d as i64).collect();
    let kept: Vec<char> = labels.iter().copied().filter(|&label| keep(label)).collect();
    if dims.is_empty() {
        return Ok((kept, operand.clone()));
    }
    let zero = Tensor::zeros(operand.element, &[])?;
    let results = reduce(&[operand], &[&zero], &dims, Combine::Plain(Binary::Add))?;
    let result =
        results.into_iter().next().ok_or_else(|| EvalError::Argument("expected an operand to sum".into()))?;
    Ok((kept, result))
}

/// Multiplies each group of rows by its own matrix: the ragged dimension of `lhs` is split into runs of `groups` sizes.
pub(crate) fn ragged_dot(
    lhs: &Tensor,
    rhs: &Tensor,
    groups: &Tensor,
    view: OpView<'_>,
) -> EvalResult<Tensor> {
    let record = view.record("ragged_dot_dimension_numbers")?;
    let numbers = dot_numbers(record)?;
    let (ragged, group_dims) = (record.ints("lhs_ragged_dimensions"), record.ints("rhs_group_dimensions"));
    let unsupported = || EvalError::Unsupported("this mode of a ragged product".into());
    let [ragged] = sizes(ragged)?[..] else { return Err(unsupported()) };
    if groups.rank() != 1 || ragged >= lhs.rank() || numbers.lhs_batching.contains(&ragged) {
        return Err(unsupported());
    }
    let element = view.result_element(0)?;
    let total = lhs.shape[ragged] as i64;
    let mut start = 0i64;
    let mut products = Vec::new();
    let contracting = numbers.lhs_contracting.iter().position(|&d| d == ragged);
    for (group, &size) in groups.ints()?.iter().enumerate() {
        let end = start.saturating_add(size.max(0)).min(total);
        let rows = slice_dim(lhs, ragged, start, end)?;
        start = end;
        match (contracting, &sizes(group_dims)?[..]) {
            // The rows of a group are multiplied by the matrix of that group.
            (None, &[group_dim]) if group_dim < rhs.rank() => {
                let matrix = slice_dim(rhs, group_dim, group as i64, group as i64 + 1)?;
                let mut shape = matrix.shape.clone();
                shape.remove(group_dim);
                let matrix = movement::reshape(&matrix, &shape)?;
                let shift = |dims: &[usize]| dims.iter().map(|&d| d - usize::from(d > group_dim)).collect();
                let numbers = DotNumbers {
                    rhs_batching: shift(&numbers.rhs_batching),
                    rhs_contracting: shift(&numbers.rhs_contracting),
                    ..numbers.clone()
                };
                products.push(dot_general(&rows, &matrix, &numbers, element)?);
            }
            // The sum is split: one product per group.
            (Some(at), []) => {
                let part = slice_dim(rhs, numbers.rhs_contracting[at], end - rows.shape[ragged] as i64, end)?;
                let product = dot_general(&rows, &part, &numbers, element)?;
                products.push(movement::reshape(&product, &[&[1], &product.shape[..]].concat())?);
            }
            _ => return Err(unsupported()),
        }
    }
    let dim = if contracting.is_some() {
        0
    } else {
        // The position of the ragged dimension among batch and free ones.
        let free =
            (0..ragged).filter(|d| !numbers.lhs_batching.contains(d) && !numbers.lhs_contracting.contains(d));
        numbers.lhs_batching.len() + free.count()
    };
    if contracting.is_none() && start < total {
        // Rows beyond the last group are zero.
        let mut shape = products.first().map(|product| product.shape.clone()).ok_or_else(unsupported)?;
        shape[dim] = (total - start) as usize;
        products.push(Tensor::zeros(element, &shape)?);
    }
    movement::concatenate(&products.iter().collect::<Vec<_>>(), dim as i64)
}

fn slice_dim(tensor: &Tensor, dim: usize, start: i64, end: i64) -> EvalResult<Tensor> {
    let mut starts = vec![0; tensor.rank()];
    let mut limits: Vec<i64> = tensor.shape.iter().map(|&size| size as i64).collect();
    (starts[dim], limits[dim]) = (start, end);
    movement::slice(tensor, &starts, &limits, &vec![1; tensor.rank()])
}

/// The sum of two tensors, for callers that only have values.
pub(crate) fn add(lhs: &Tensor, rhs: &Tensor) -> EvalResult<Tensor> {
    binary(Binary::Add, lhs, rhs)
}
