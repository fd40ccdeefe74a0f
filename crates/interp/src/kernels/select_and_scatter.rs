//! `select_and_scatter`: every window picks one element, and the values of the source are combined there.

use super::combine::Reducer;
use super::reduce_window::put;
use super::window::{HOLE, WindowDim, Windows};
use crate::{Body, Data, EvalError, EvalResult, Indices, Tensor};

/// The region that decides whether the first value stays selected against the second.
pub enum Select<'a, 'b> {
    /// `compare GE`: the first of the largest elements wins.
    Ge,
    /// `compare LE`: the first of the smallest elements wins.
    Le,
    /// Any region of two scalars with a boolean result, applied to many at once.
    Body(&'a mut Body<'b>),
}

/// Scatters `source`, one value per window of `operand`, to the elements that `select` picks.
///
/// A window that consists of padding picks nothing.
pub fn select_and_scatter(
    operand: &Tensor,
    source: &Tensor,
    init: &Tensor,
    window: &[WindowDim],
    select: Select<'_, '_>,
    mut scatter: Reducer<'_, '_>,
) -> EvalResult<Tensor> {
    let windows = Windows::new(window, &operand.shape, &operand.strides())?;
    if windows.counts != source.shape || init.len() != 1 || init.element != source.element {
        return Err(EvalError::Argument(format!(
            "{:?} windows over {:?} do not match a source of {:?}",
            windows.counts, operand.shape, source.shape
        )));
    }
    let picked = pick(operand, &windows, select)?;
    let mut result = Tensor::splat(init, &operand.shape)?;
    // Sources of one element are combined one after the other, sources of different elements together.
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut taken = vec![0usize; operand.len()];
    for (at, &target) in picked.iter().enumerate() {
        if target != HOLE {
            let round = taken[target];
            taken[target] += 1;
            if rounds.len() == round {
                rounds.push(Vec::new());
            }
            rounds[round].push(at);
        }
    }
    for round in rounds {
        let targets: Vec<usize> = round.iter().map(|&at| picked[at]).collect();
        let size = [round.len()];
        let sums = combine(&mut scatter, result.pick(&size, &targets), source.pick(&size, &round))?;
        result = put(&result, &targets, &sums)?;
    }
    Ok(result)
}

/// The element that every window picks, or [`HOLE`].
fn pick(operand: &Tensor, windows: &Windows, mut select: Select<'_, '_>) -> EvalResult<Vec<usize>> {
    let count: usize = windows.counts.iter().product();
    let mut picked = vec![HOLE; count];
    let mut places = Indices::new(&windows.sizes);
    while let Some(place) = places.next() {
        let candidates = windows.sources(place);
        let contested: Vec<usize> =
            (0..count).filter(|&at| candidates[at] != HOLE && picked[at] != HOLE).collect();
        let size = [contested.len()];
        let old = operand.pick(&size, &contested.iter().map(|&at| picked[at]).collect::<Vec<_>>());
        let new = operand.pick(&size, &contested.iter().map(|&at| candidates[at]).collect::<Vec<_>>());
        let stays = if contested.is_empty() { Vec::new() } else { stays(&mut select, old, new)? };
        let lost = contested.iter().zip(stays).filter(|(_, stays)| !stays).map(|(&at, _)| at);
        let fresh = (0..count).filter(|&at| candidates[at] != HOLE && picked[at] == HOLE);
        for at in lost.chain(fresh).collect::<Vec<_>>() {
            picked[at] = candidates[at];
        }
    }
    Ok(picked)
}

fn stays(select: &mut Select<'_, '_>, old: Tensor, new: Tensor) -> EvalResult<Vec<bool>> {
    let compare = match select {
        Select::Body(body) => {
            let results = body(&[old, new])?;
            let result = results.first();
            let result = result.ok_or_else(|| EvalError::Argument("the region returns no value".into()))?;
            return Ok(result.bools()?.to_vec());
        }
        Select::Ge => std::cmp::Ordering::is_ge,
        Select::Le => std::cmp::Ordering::is_le,
    };
    fn all<T: PartialOrd>(a: &[T], b: &[T], test: fn(std::cmp::Ordering) -> bool) -> Vec<bool> {
        a.iter().zip(b).map(|(a, b)| a.partial_cmp(b).is_some_and(test)).collect()
    }
    match (&old.data, &new.data) {
        (Data::Bool(a), Data::Bool(b)) => Ok(all(a, b, compare)),
        (Data::Int(a), Data::Int(b)) if old.element == crate::Element::U64 => {
            let unsigned = |v: &[i64]| v.iter().map(|&x| x as u64).collect::<Vec<_>>();
            Ok(all(&unsigned(a), &unsigned(b), compare))
        }
        (Data::Int(a), Data::Int(b)) => Ok(all(a, b, compare)),
        (Data::F32(a), Data::F32(b)) => Ok(all(a, b, compare)),
        (Data::F64(a), Data::F64(b)) => Ok(all(a, b, compare)),
        _ => Err(EvalError::Unsupported("an order of complex numbers".into())),
    }
}

fn combine(scatter: &mut Reducer<'_, '_>, sums: Tensor, values: Tensor) -> EvalResult<Tensor> {
    match scatter {
        Reducer::Plain(op) => op.apply(&sums, &values),
        Reducer::Body(body) => {
            let result = body(&[sums, values])?.into_iter().next();
            result.ok_or_else(|| EvalError::Argument("the region returns no value".into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Combine;

    #[test]
    fn overlapping_windows_add_up() {
        let operand = Tensor::f32(&[5], vec![1.0, 3.0, 2.0, 2.0, 2.0]);
        let source = Tensor::f32(&[4], vec![10.0, 20.0, 30.0, 40.0]);
        let init = Tensor::f32(&[], vec![1.0]);
        let got = select_and_scatter(
            &operand,
            &source,
            &init,
            &[WindowDim::plain(2)],
            Select::Ge,
            Reducer::Plain(Combine::Add),
        );
        assert_eq!(got.unwrap(), Tensor::f32(&[5], vec![1.0, 31.0, 31.0, 41.0, 1.0]));
    }

    #[test]
    fn windows_of_padding_pick_nothing() {
        let operand = Tensor::f32(&[1], vec![7.0]);
        let source = Tensor::f32(&[3], vec![1.0, 2.0, 4.0]);
        let init = Tensor::f32(&[], vec![0.0]);
        let dim = WindowDim { low: 1, high: 1, ..WindowDim::plain(1) };
        let got =
            select_and_scatter(&operand, &source, &init, &[dim], Select::Ge, Reducer::Plain(Combine::Add));
        assert_eq!(got.unwrap(), Tensor::f32(&[1], vec![2.0]));
    }
}
