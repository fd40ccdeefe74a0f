//! Evaluates `reduce` with any region.

use crate::movement::{reshape, transpose};
use crate::parallel::{CHUNK, PARALLEL_FROM, fill};
use crate::{Binary, Body, Data, Element, EvalError, EvalResult, Stored, Tensor, binary};

/// How elements are combined.
pub(crate) enum Combine<'a, 'b> {
    /// By one op whose operands are the two values.
    Plain(Binary),
    /// By a region.
    Body(&'a mut Body<'b>),
}

/// Combines all elements along `dims`, and the initial values with the results.
///
/// Neighbours are combined pairwise, then the results pairwise, and so on: this keeps the order of operands, calls the
/// region a logarithmic number of times, and loses little precision in sums of floats.
pub(crate) fn reduce(
    inputs: &[&Tensor],
    inits: &[&Tensor],
    dims: &[i64],
    combine: Combine<'_, '_>,
) -> EvalResult<Vec<Tensor>> {
    let misfit = |what: &str| EvalError::Argument(what.into());
    let first = *inputs.first().ok_or_else(|| misfit("expected at least one input"))?;
    let rank = first.rank();
    if inputs.len() != inits.len() || inputs.iter().any(|input| input.shape != first.shape) {
        return Err(misfit("the inputs have different shapes, or initial values are missing"));
    }
    if inits.iter().any(|init| init.len() != 1) || dims.iter().any(|&d| d < 0 || d as usize >= rank) {
        return Err(misfit("an initial value is not a scalar, or a dimension is out of range"));
    }
    let kept: Vec<i64> = (0..rank as i64).filter(|d| !dims.contains(d)).collect();
    let reduced: Vec<i64> = (0..rank as i64).filter(|d| dims.contains(d)).collect();
    let shape: Vec<usize> = kept.iter().map(|&d| first.shape[d as usize]).collect();
    let rows: usize = shape.iter().product();
    let columns: usize = reduced.iter().map(|&d| first.shape[d as usize]).product();
    if rows == 0 || columns == 0 {
        return inits.iter().map(|init| Tensor::splat(init, &shape)).collect();
    }
    let order: Vec<i64> = kept.into_iter().chain(reduced).collect();
    let lines: Vec<Tensor> = inputs
        .iter()
        .map(|input| reshape(&transpose(input, &order)?, &[rows, columns]))
        .collect::<EvalResult<_>>()?;
    let results = match combine {
        Combine::Plain(op) => {
            vec![binary(op, &Tensor::splat(inits[0], &[rows])?, &fold_lines(op, &lines[0])?)?]
        }
        Combine::Body(body) => {
            let combined = combine_lines(lines, rows, columns, body)?;
            let mut arguments: Vec<Tensor> =
                inits.iter().map(|init| Tensor::splat(init, &[rows])).collect::<EvalResult<_>>()?;
            arguments.extend(combined);
            body(&arguments)?
        }
    };
    results.iter().map(|result| reshape(result, &shape)).collect()
}

/// Combines every row of `[rows, columns]` into one value, as a tree.
fn combine_lines(
    mut lines: Vec<Tensor>,
    rows: usize,
    mut columns: usize,
    body: &mut Body<'_>,
) -> EvalResult<Vec<Tensor>> {
    while columns > 1 {
        let half = columns / 2;
        let place = |parity: usize| -> Vec<usize> {
            (0..rows).flat_map(|row| (0..half).map(move |k| row * columns + 2 * k + parity)).collect()
        };
        let (even, odd) = (place(0), place(1));
        let count = [rows * half];
        let mut arguments: Vec<Tensor> = lines.iter().map(|line| line.pick(&count, &even)).collect();
        arguments.extend(lines.iter().map(|line| line.pick(&count, &odd)));
        let combined = body(&arguments)?;
        if combined.len() != lines.len() {
            return Err(EvalError::Argument("unexpected number of values returned by the region".into()));
        }
        if columns.is_multiple_of(2) {
            lines = combined;
        } else {
            // The last element of every row has no neighbour.
            let last: Vec<usize> = (0..rows).map(|row| row * columns + columns - 1).collect();
            lines = lines
                .iter()
                .zip(&combined)
                .map(|(line, pairs)| {
                    let pairs = reshape(pairs, &[rows, half])?;
                    crate::movement::concatenate(&[&pairs, &line.pick(&[rows, 1], &last)], 1)
                })
                .collect::<EvalResult<_>>()?;
        }
        columns = columns.div_ceil(2);
    }
    lines.iter().map(|line| reshape(line, &[rows])).collect()
}

/// Combines every row by one op, in loops that the compiler can vectorise.
fn fold_lines(op: Binary, lines: &Tensor) -> EvalResult<Tensor> {
    let (rows, columns) = (lines.shape[0], lines.shape[1]);
    let element = lines.element;
    let data = match (&lines.data, op) {
        (Data::F32(values), Binary::Add) if element == Element::F32 => {
            fold(values, columns, |a: f32, b| a + b)
        }
        (Data::F32(values), Binary::Add) => fold(values, columns, |a: f32, b| element.round_f32(a + b)),
        (Data::F32(values), Binary::Maximum) => {
            fold(values, columns, |a: f32, b: f32| if b > a || b.is_nan() { b } else { a })
        }
        (Data::F64(values), Binary::Add) => fold(values, columns, |a: f64, b| a + b),
        (Data::Int(values), Binary::Add) => {
            fold(values, columns, |a: i64, b| element.wrap(a.wrapping_add(b)))
        }
        (Data::Bool(values), Binary::Or) => fold(values, columns, |a, b| a | b),
        (Data::Bool(values), Binary::And) => fold(values, columns, |a, b| a & b),
        _ => {
            let mut body = |arguments: &[Tensor]| Ok(vec![binary(op, &arguments[0], &arguments[1])?]);
            let combined = combine_lines(vec![lines.clone()], rows, columns, &mut body)?;
            return combined
                .into_iter()
                .next()
                .ok_or_else(|| EvalError::Argument("expected at least one element".into()));
        }
    };
    Ok(Tensor { element, shape: vec![rows], data })
}

fn fold<T: Stored>(values: &[T], columns: usize, f: impl Fn(T, T) -> T + Sync + Copy) -> Data {
    let rows = values.len() / columns;
    let chunk = if values.len() > PARALLEL_FROM { 1 + CHUNK / columns } else { rows };
    T::into_data(fill(rows, chunk, &|start, out: &mut [T]| {
        for (to, row) in out.iter_mut().zip(values[start * columns..].chunks(columns)) {
            *to = fold_row(row, f);
        }
    }))
}

/// Combines the halves of a long row element by element, a short row from left to right in eight interleaved runs.
fn fold_row<T: Stored>(row: &[T], f: impl Fn(T, T) -> T + Copy) -> T {
    const LANES: usize = 8;
    const SHORT: usize = 1 << 10;
    if row.len() > SHORT {
        let (left, right) = row.split_at(row.len() / 2);
        return f(fold_row(left, f), fold_row(right, f));
    }
    if row.len() < 2 * LANES {
        return row[1..].iter().fold(row[0], |sum, &value| f(sum, value));
    }
    let mut lanes = [row[0]; LANES];
    lanes.copy_from_slice(&row[..LANES]);
    let chunks = row[LANES..].chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = f(*lane, value);
        }
    }
    let sum = lanes[1..].iter().fold(lanes[0], |sum, &value| f(sum, value));
    rest.iter().fold(sum, |sum, &value| f(sum, value))
}
