//! `sort`.
//!
//! A plain comparison of one operand sorts by keys. Any other comparator is a region that is cheap per element and
//! costly per call: runs are merged by a binary search, for all elements of all slices at once, for their positions in
//! the neighbouring run. That takes about `log² n` calls instead of `n log n`.

use super::layout::around;
use crate::parallel::each_chunk;
use crate::{Body, Data, Element, EvalError, EvalResult, Tensor};

/// Which elements come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortDirection {
    /// Small ones: the comparator is `LT`.
    Ascending,
    /// Large ones: the comparator is `GT`.
    Descending,
}

/// How a comparison orders floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOrder {
    /// `FLOAT`: zeros are equal; NaNs, which are unordered, come last.
    Partial,
    /// `TOTALORDER`: by the bits, from negative NaN over −0 and +0 to positive NaN.
    Total,
}

/// The region of a sort.
pub enum Comparator<'a, 'b> {
    /// A plain comparison of one operand's two values.
    Plain {
        /// The operand compared.
        operand: usize,
        /// `LT` or `GT`.
        direction: SortDirection,
        /// How floats are ordered.
        order: FloatOrder,
    },
    /// Any region of `2 n` scalars for `n` operands (both of the first operand come first) that decides whether the first
    /// goes before the second, applied to many at once.
    Body(&'a mut Body<'b>),
}

/// Sorts slices along `dim`, all operands by one permutation. Equal elements always keep their order, whether or not the
/// op demands it.
pub fn sort(operands: &[Tensor], dim: usize, comparator: Comparator<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let Some(first) = operands.first() else {
        return Err(EvalError::Argument("expected at least one operand".into()));
    };
    if dim >= first.rank() || operands.iter().any(|operand| operand.shape != first.shape) {
        return Err(EvalError::Argument(format!(
            "the operands have different shapes, or dimension {dim} is out of range"
        )));
    }
    let slices = Slices::new(&first.shape, dim);
    let order = match comparator {
        Comparator::Plain { operand, direction, order } => {
            let by = operands.get(operand);
            let by = by.ok_or_else(|| {
                EvalError::Argument(format!("operand {operand} of the comparison is out of range"))
            })?;
            slices.by_keys(&keys(by, direction, order)?)
        }
        Comparator::Body(body) => slices.by_body(operands, body)?,
    };
    let places = slices.places(&order);
    Ok(operands.iter().map(|operand| operand.pick(&operand.shape, &places)).collect())
}

/// Unsigned keys in the order in which the elements are to be sorted.
pub(crate) fn keys(tensor: &Tensor, direction: SortDirection, order: FloatOrder) -> EvalResult<Vec<u64>> {
    const SIGN: u64 = 1 << 63;
    let float = |x: f64| -> u64 {
        if order == FloatOrder::Partial && x.is_nan() {
            // Last in both directions: the descending keys are inverted below.
            return if direction == SortDirection::Ascending { u64::MAX } else { 0 };
        }
        let x = if order == FloatOrder::Partial && x == 0.0 { 0.0 } else { x };
        let bits = x.to_bits();
        if bits & SIGN != 0 { !bits } else { bits | SIGN }
    };
    let mut keys: Vec<u64> = match &tensor.data {
        Data::Bool(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Data::Int(v) if tensor.element == Element::U64 => v.iter().map(|&x| x as u64).collect(),
        Data::Int(v) => v.iter().map(|&x| x as u64 ^ SIGN).collect(),
        Data::F32(v) => v.iter().map(|&x| float(x.into())).collect(),
        Data::F64(v) => v.iter().map(|&x| float(x)).collect(),
        Data::C64(_) | Data::C128(_) => {
            return Err(EvalError::Unsupported("an order of complex numbers".into()));
        }
    };
    if direction == SortDirection::Descending {
        keys.iter_mut().for_each(|key| *key = !*key);
    }
    Ok(keys)
}

/// The slices of a shape along one dimension, numbered in row-major order of the other dimensions.
pub(crate) struct Slices {
    count: usize,
    size: usize,
    inner: usize,
}

impl Slices {
    pub(crate) fn new(shape: &[usize], dim: usize) -> Self {
        let (outer, size, inner) = around(shape, dim);
        Slices { count: outer * inner, size, inner }
    }

    /// Where element `at` of a slice is.
    fn place(&self, slice: usize, at: usize) -> usize {
        (slice / self.inner * self.size + at) * self.inner + slice % self.inner
    }

    /// The order of every slice, one after the other, by unsigned keys.
    pub(crate) fn by_keys(&self, keys: &[u64]) -> Vec<usize> {
        let mut order = vec![0; self.count * self.size];
        each_chunk(&mut order, self.size.max(1), &|slice, order| {
            let mut pairs: Vec<(u64, usize)> =
                (0..order.len()).map(|at| (keys[self.place(slice, at)], at)).collect();
            // The index makes all pairs differ, so an unstable sort is stable.
            pairs.sort_unstable();
            order.iter_mut().zip(pairs).for_each(|(to, (_, at))| *to = at);
        });
        order
    }

    /// Turns orders of slices into positions of the tensor.
    fn places(&self, order: &[usize]) -> Vec<usize> {
        let mut places = vec![0; order.len()];
        for (at, &from) in order.iter().enumerate() {
            let slice = at / self.size;
            places[self.place(slice, at % self.size)] = self.place(slice, from);
        }
        places
    }

    fn by_body(&self, operands: &[Tensor], body: &mut Body<'_>) -> EvalResult<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.count * self.size).map(|at| at % self.size.max(1)).collect();
        let mut width = 1;
        while width < self.size {
            order = self.merge(&order, width, operands, body)?;
            width *= 2;
        }
        Ok(order)
    }

    /// Merges neighbouring sorted runs of `width` elements.
    fn merge(
        &self,
        order: &[usize],
        width: usize,
        operands: &[Tensor],
        body: &mut Body<'_>,
    ) -> EvalResult<Vec<usize>> {
        // For each element of a left run, how many elements of the right run go before it: in `low..=high`.
        let mut searches: Vec<Search> = Vec::new();
        for slice in 0..self.count {
            for start in (0..self.size.saturating_sub(width)).step_by(2 * width) {
                let base = slice * self.size + start;
                let right = width.min(self.size - start - width);
                searches.extend((0..width).map(|at| Search {
                    left: base + at,
                    run: base + width,
                    low: 0,
                    high: right,
                }));
            }
        }
        loop {
            let open: Vec<usize> =
                (0..searches.len()).filter(|&at| searches[at].low < searches[at].high).collect();
            if open.is_empty() {
                break;
            }
            let place = |at: usize| self.place(at / self.size, order[at]);
            let left: Vec<usize> = open.iter().map(|&at| place(searches[at].left)).collect();
            let right: Vec<usize> =
                open.iter().map(|&at| place(searches[at].run + searches[at].middle())).collect();
            let size = [open.len()];
            let arguments: Vec<Tensor> =
                operands.iter().flat_map(|x| [x.pick(&size, &right), x.pick(&size, &left)]).collect();
            let results = body(&arguments)?;
            let before = results.first();
            let before =
                before.ok_or_else(|| EvalError::Argument("the comparator returns no value".into()))?;
            for (&at, &before) in open.iter().zip(before.bools()?) {
                let middle = searches[at].middle();
                if before { searches[at].low = middle + 1 } else { searches[at].high = middle }
            }
        }
        Ok(self.interleave(order, width, &searches))
    }

    /// Moves left elements to the positions found and right ones, in order, into the gaps. Positions never decrease, so that
    /// a comparator without a consistent order still produces a permutation.
    fn interleave(&self, order: &[usize], width: usize, searches: &[Search]) -> Vec<usize> {
        let mut merged = order.to_vec();
        for run in searches.chunk_by(|a, b| a.run == b.run) {
            let base = run[0].run - width;
            let end = run[0].run + width.min(self.size - base % self.size - width);
            let (mut to, mut right) = (base, run[0].run);
            for search in run {
                while right < search.run + search.low {
                    merged[to] = order[right];
                    (to, right) = (to + 1, right + 1);
                }
                merged[to] = order[search.left];
                to += 1;
            }
            merged[to..end].copy_from_slice(&order[right..end]);
        }
        merged
    }
}

/// The binary search of one element among the elements of the right run.
struct Search {
    left: usize,
    run: usize,
    low: usize,
    high: usize,
}

impl Search {
    fn middle(&self) -> usize {
        self.low + (self.high - self.low) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn less(args: &[Tensor]) -> EvalResult<Vec<Tensor>> {
        let (a, b) = (args[0].ints()?, args[1].ints()?);
        let less: Vec<bool> = a.iter().zip(b).map(|(a, b)| a < b).collect();
        Ok(vec![Tensor::new(Element::Bool, args[0].shape.clone(), less)])
    }

    proptest! {
        #[test]
        fn a_region_sorts_like_a_plain_comparison(values in prop::collection::vec(0i64..20, 1..60), columns in 1usize..4) {
            let rows = values.len() / columns;
            let shape = vec![rows, columns];
            let keys = Tensor::new(Element::I64, shape.clone(), values[..rows * columns].to_vec());
            let ids = Tensor::new(Element::I64, shape, (0..(rows * columns) as i64).collect::<Vec<_>>());
            let operands = [keys, ids];
            let plain = Comparator::Plain {
                operand: 0,
                direction: SortDirection::Ascending,
                order: FloatOrder::Partial,
            };
            let want = sort(&operands, 0, plain).unwrap();
            prop_assert_eq!(sort(&operands, 0, Comparator::Body(&mut less)).unwrap(), want);
        }

        #[test]
        fn an_inconsistent_comparator_still_permutes(bits in any::<u64>(), size in 1usize..40) {
            let x = Tensor::new(Element::I64, vec![size], (0..size as i64).collect::<Vec<_>>());
            let mut state = bits;
            let mut random = |args: &[Tensor]| {
                let answers: Vec<bool> = (0..args[0].len())
                    .map(|_| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        state >> 63 == 1
                    })
                    .collect();
                Ok(vec![Tensor::new(Element::Bool, args[0].shape.clone(), answers)])
            };
            let got = sort(std::slice::from_ref(&x), 0, Comparator::Body(&mut random)).unwrap();
            let mut got = got[0].ints().unwrap().to_vec();
            got.sort_unstable();
            prop_assert_eq!(&got[..], x.ints().unwrap());
        }
    }

    #[test]
    fn floats_in_total_and_partial_order() {
        let x = Tensor::f32(&[6], vec![f32::NAN, 0.0, -0.0, -1.0, -f32::NAN, f32::INFINITY]);
        let by = |direction, order| {
            let ids = Tensor::new(Element::I64, vec![6], (0..6i64).collect::<Vec<_>>());
            let plain = Comparator::Plain { operand: 0, direction, order };
            sort(&[x.clone(), ids], 0, plain).unwrap()[1].ints().unwrap().to_vec()
        };
        assert_eq!(by(SortDirection::Ascending, FloatOrder::Total), [4, 3, 2, 1, 5, 0]);
        assert_eq!(by(SortDirection::Ascending, FloatOrder::Partial), [3, 1, 2, 5, 0, 4]);
        assert_eq!(by(SortDirection::Descending, FloatOrder::Partial), [5, 1, 2, 3, 0, 4]);
    }
}
