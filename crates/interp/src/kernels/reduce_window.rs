//! `reduce_window`.
//!
//! A plain op is applied dimension by dimension, which costs the sum of the window's sizes instead of their product.
//! Any other region is called once for each position in a window, for all windows together. Padding is skipped: with a
//! proper initial value it has no effect.

use super::combine::{Combine, Combined, Reducer, order_bits};
use super::layout::around;
use super::window::{HOLE, WindowDim, Windows};
use crate::parallel::each_line;
use crate::{Data, Element, EvalError, EvalResult, Indices, Stored, Tensor, checked_count};

/// Reduces the elements under every window. `inits` are scalars, one per input; all inputs have one shape.
pub fn reduce_window(
    inputs: &[Tensor],
    inits: &[Tensor],
    window: &[WindowDim],
    reducer: Reducer<'_, '_>,
) -> EvalResult<Vec<Tensor>> {
    check(inputs, inits, window)?;
    match (reducer, inputs, inits) {
        (Reducer::Plain(op), [input], [init]) => Ok(vec![plain(input, init, window, op)?]),
        (Reducer::Plain(_), ..) => {
            Err(EvalError::Argument("a single op cannot reduce several inputs".into()))
        }
        (Reducer::Body(body), ..) => {
            let windows = Windows::new(window, &inputs[0].shape, &inputs[0].strides())?;
            let mut places = Indices::new(&windows.sizes);
            let count: usize = windows.counts.iter().product();
            let mut sums: Vec<Tensor> =
                inits.iter().map(|init| Tensor::splat(init, &[count])).collect::<EvalResult<_>>()?;
            while let Some(place) = places.next() {
                step(&mut sums, inputs, &windows.sources(place), body)?;
            }
            Ok(sums.iter().map(|sum| sum.reshaped(&windows.counts)).collect())
        }
    }
}

fn check(inputs: &[Tensor], inits: &[Tensor], window: &[WindowDim]) -> EvalResult<()> {
    let Some(first) = inputs.first() else {
        return Err(EvalError::Argument("expected at least one input".into()));
    };
    let same = inputs.iter().all(|input| input.shape == first.shape)
        && inputs.len() == inits.len()
        && inits.iter().zip(inputs).all(|(init, input)| init.len() == 1 && init.element == input.element)
        && window.len() == first.rank();
    if same {
        Ok(())
    } else {
        Err(EvalError::Argument("the inputs, initial values and window do not match".into()))
    }
}

/// Combines one position of all windows into the sums.
fn step(
    sums: &mut [Tensor],
    inputs: &[Tensor],
    sources: &[usize],
    body: &mut crate::Body<'_>,
) -> EvalResult<()> {
    let inside: Vec<usize> = (0..sources.len()).filter(|&at| sources[at] != HOLE).collect();
    let from: Vec<usize> = inside.iter().map(|&at| sources[at]).collect();
    if inside.is_empty() {
        return Ok(());
    }
    let size = [inside.len()];
    let is_full = inside.len() == sources.len();
    let mut arguments: Vec<Tensor> =
        sums.iter().map(|sum| if is_full { sum.clone() } else { sum.pick(&size, &inside) }).collect();
    arguments.extend(inputs.iter().map(|input| input.pick(&size, &from)));
    let results = body(&arguments)?;
    if results.len() != sums.len() {
        return Err(EvalError::Argument("the region returns too few values".into()));
    }
    for (sum, result) in sums.iter_mut().zip(results) {
        *sum = if is_full { result } else { put(sum, &inside, &result)? };
    }
    Ok(())
}

/// `into` with the elements at `places` replaced by those of `values`.
pub(crate) fn put(into: &Tensor, places: &[usize], values: &Tensor) -> EvalResult<Tensor> {
    fn go<T: Stored>(into: &Tensor, places: &[usize], values: &Tensor) -> Option<Data> {
        let mut out = T::of(&into.data)?.to_vec();
        for (&place, value) in places.iter().zip(T::of(&values.data)?) {
            *out.get_mut(place)? = *value;
        }
        Some(T::into_data(out))
    }
    let data = match &into.data {
        Data::Bool(_) => go::<bool>(into, places, values),
        Data::Int(_) => go::<i64>(into, places, values),
        Data::F32(_) => go::<f32>(into, places, values),
        Data::F64(_) => go::<f64>(into, places, values),
        Data::C64(_) => go::<num_complex::Complex<f32>>(into, places, values),
        Data::C128(_) => go::<num_complex::Complex<f64>>(into, places, values),
    };
    let data = data.ok_or_else(|| EvalError::Argument("unexpected type returned by the region".into()))?;
    Ok(Tensor { element: into.element, shape: into.shape.clone(), data })
}

fn plain(input: &Tensor, init: &Tensor, window: &[WindowDim], op: Combine) -> EvalResult<Tensor> {
    let element = input.element;
    let counts: Vec<usize> =
        window.iter().zip(&input.shape).map(|(dim, &size)| dim.count(size)).collect::<EvalResult<_>>()?;
    checked_count(&counts)?;
    let run = WindowReduction { window, shape: &input.shape, counts: &counts, op, element };
    let data = match (&input.data, &init.data) {
        (Data::Bool(x), Data::Bool(init)) => run.go(x, init[0])?.into(),
        (Data::Int(x), Data::Int(init)) => {
            let flip = order_bits(op, element);
            let x: Vec<i64> = x.iter().map(|x| x ^ flip).collect();
            let values = run.go(&x, init[0] ^ flip)?;
            values.into_iter().map(|x| element.wrap(x ^ flip)).collect::<Vec<_>>().into()
        }
        (Data::F32(x), Data::F32(init)) => {
            let values = run.go(x, init[0])?;
            return Ok(super::classes::rounded(element, counts, values));
        }
        (Data::F64(x), Data::F64(init)) => run.go(x, init[0])?.into(),
        (Data::C64(x), Data::C64(init)) => run.go(x, init[0])?.into(),
        (Data::C128(x), Data::C128(init)) => run.go(x, init[0])?.into(),
        _ => return Err(EvalError::Argument("the initial value and the input have different types".into())),
    };
    Ok(Tensor { element, shape: counts, data })
}

struct WindowReduction<'a> {
    window: &'a [WindowDim],
    shape: &'a [usize],
    counts: &'a [usize],
    op: Combine,
    element: Element,
}

impl WindowReduction<'_> {
    fn go<T: Combined>(&self, values: &[T], init: T) -> EvalResult<Vec<T>> {
        let identity = T::identity(self.op, self.element)
            .ok_or_else(|| EvalError::Unsupported(format!("{:?} of {}", self.op, self.element.name())))?;
        let function = T::function(self.op);
        let mut shape = self.shape.to_vec();
        let mut values = values.to_vec();
        for (dim, window) in self.window.iter().enumerate() {
            if *window == WindowDim::plain(1) {
                continue;
            }
            let count = self.counts[dim];
            let table = window.table(shape[dim])?;
            let (outer, size, inner) = around(&shape, dim);
            shape[dim] = count;
            checked_count(&shape)?;
            let mut out = vec![identity; outer * count * inner];
            if !out.is_empty() {
                each_line(&mut out, inner, |at, out| {
                    let (before, at) = (at / count, at % count);
                    for &source in &table[at * window.size..][..window.size] {
                        if source != HOLE {
                            let line = &values[(before * size + source) * inner..][..inner];
                            out.iter_mut().zip(line).for_each(|(sum, x)| *sum = function(*sum, *x));
                        }
                    }
                });
            }
            values = out;
        }
        values.iter_mut().for_each(|x| *x = function(init, *x));
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    #[test]
    fn plain_and_region_agree() {
        let x = Tensor::f32(&[2, 3], vec![1.0, 5.0, 2.0, 4.0, 3.0, 6.0]);
        let init = Tensor::f32(&[], vec![0.0]);
        let dims = [
            WindowDim { low: 1, ..WindowDim::plain(2) },
            WindowDim { base_dilation: 2, window_dilation: 2, stride: 2, ..WindowDim::plain(2) },
        ];
        let got = reduce_window(from_ref(&x), from_ref(&init), &dims, Reducer::Plain(Combine::Add)).unwrap();
        assert_eq!(got, [Tensor::f32(&[2, 2], vec![6.0, 7.0, 13.0, 16.0])]);
        let mut add = |args: &[Tensor]| {
            let (Data::F32(a), Data::F32(b)) = (&args[0].data, &args[1].data) else { unreachable!("floats") };
            let sum: Vec<f32> = a.iter().zip(b.iter()).map(|(a, b)| a + b).collect();
            Ok(vec![Tensor::f32(&args[0].shape, sum)])
        };
        assert_eq!(reduce_window(&[x], &[init], &dims, Reducer::Body(&mut add)).unwrap(), got);
    }

    #[test]
    fn unsigned_maximum_and_windows_of_padding() {
        let x = Tensor::new(Element::U64, vec![2], vec![-1i64, 1]);
        let init = Tensor::int(Element::U64, 0);
        let dim = WindowDim { low: 2, ..WindowDim::plain(2) };
        let got = reduce_window(&[x], &[init], &[dim], Reducer::Plain(Combine::Max)).unwrap();
        assert_eq!(got[0].ints().unwrap(), [0, -1, -1]);
    }
}
