//! Evaluates ops that only move elements: each is a strided read, or a strided write into padding.

use crate::{
    Data, Element, EvalError, EvalResult, Indices, Stored, Tensor, checked_count, convert, each_class,
    element_count, strides,
};

fn misfit(what: impl Into<String>) -> EvalError {
    EvalError::Argument(what.into())
}

/// Reads elements along strides: the one at index `i` is `values[base + Σ i[d] * steps[d]]`. The caller must
/// check that all of them are in range.
fn strided<T: Stored>(values: &[T], base: usize, shape: &[usize], steps: &[isize]) -> Vec<T> {
    let count = element_count(shape).expect("the caller has checked the size");
    let mut out = Vec::with_capacity(count);
    if count == 0 {
        return out;
    }
    let Some((&inner, outer)) = shape.split_last() else {
        out.push(values[base]);
        return out;
    };
    let step = steps[outer.len()];
    let mut rows = Indices::new(outer);
    while let Some(index) = rows.next() {
        let offset: isize = index.iter().zip(steps).map(|(&i, &step)| i as isize * step).sum();
        let start = (base as isize + offset) as usize;
        match step {
            1 => out.extend_from_slice(&values[start..start + inner]),
            0 => out.extend(std::iter::repeat_n(values[start], inner)),
            _ => out.extend((0..inner).map(|i| values[(start as isize + i as isize * step) as usize])),
        }
    }
    out
}

fn read(operand: &Tensor, base: usize, shape: &[usize], steps: &[isize]) -> EvalResult<Tensor> {
    checked_count(shape)?;
    let data = each_class!(&operand.data, values => Data::from(strided(values, base, shape, steps)));
    Ok(Tensor { element: operand.element, shape: shape.to_vec(), data })
}

fn signed_strides(tensor: &Tensor) -> Vec<isize> {
    tensor.strides().into_iter().map(|stride| stride as isize).collect()
}

/// The same elements in another shape.
pub(crate) fn reshape(operand: &Tensor, shape: &[usize]) -> EvalResult<Tensor> {
    if checked_count(shape)? != operand.len() {
        return Err(misfit(format!("cannot reshape {} elements into {shape:?}", operand.len())));
    }
    Ok(operand.reshaped(shape))
}

/// Dimension `d` of the operand becomes dimension `dims[d]`; dimensions of size 1 are repeated.
pub(crate) fn broadcast_in_dim(operand: &Tensor, dims: &[i64], shape: &[usize]) -> EvalResult<Tensor> {
    let from = signed_strides(operand);
    let mut steps = vec![0isize; shape.len()];
    if dims.len() != operand.rank() {
        return Err(misfit("expected one dimension per dimension of the operand"));
    }
    for (d, &to) in dims.iter().enumerate() {
        let to = usize::try_from(to).ok().filter(|&to| to < shape.len());
        let to = to.ok_or_else(|| misfit("a broadcast dimension is out of range"))?;
        if operand.shape[d] == shape[to] {
            steps[to] = from[d];
        } else if operand.shape[d] != 1 {
            return Err(misfit(format!("cannot broadcast size {} to {}", operand.shape[d], shape[to])));
        }
    }
    if operand.is_empty() && element_count(shape) != Some(0) {
        return Err(misfit("cannot broadcast an empty tensor to a non-empty one"));
    }
    read(operand, 0, shape, &steps)
}

/// Dimension `d` of the result is dimension `permutation[d]` of the operand.
pub fn transpose(operand: &Tensor, permutation: &[i64]) -> EvalResult<Tensor> {
    let rank = operand.rank();
    let mut seen = vec![false; rank];
    for &dim in permutation {
        match usize::try_from(dim).ok().and_then(|dim| seen.get_mut(dim)) {
            Some(slot) if !*slot => *slot = true,
            _ => return Err(misfit("expected a permutation of the dimensions")),
        }
    }
    if permutation.len() != rank {
        return Err(misfit("expected a permutation of the dimensions"));
    }
    let from = signed_strides(operand);
    let shape: Vec<usize> = permutation.iter().map(|&dim| operand.shape[dim as usize]).collect();
    let steps: Vec<isize> = permutation.iter().map(|&dim| from[dim as usize]).collect();
    read(operand, 0, &shape, &steps)
}

/// Every `strides[d]`-th element from `starts[d]` up to `limits[d]`.
pub(crate) fn slice(operand: &Tensor, starts: &[i64], limits: &[i64], steps: &[i64]) -> EvalResult<Tensor> {
    let rank = operand.rank();
    if [starts.len(), limits.len(), steps.len()] != [rank; 3] {
        return Err(misfit("expected one start, limit and stride per dimension"));
    }
    let from = signed_strides(operand);
    let (mut base, mut shape, mut read_steps) = (0, Vec::new(), Vec::new());
    for d in 0..rank {
        let (start, limit, step) = (starts[d], limits[d], steps[d]);
        if start < 0 || limit < start || limit as u64 > operand.shape[d] as u64 || step < 1 {
            return Err(misfit(format!(
                "[{start}:{limit}:{step}] is out of range for size {}",
                operand.shape[d]
            )));
        }
        shape.push((limit - start) as usize / step as usize + usize::from((limit - start) % step != 0));
        base += start as usize * from[d] as usize;
        // A step beyond the dimension is never taken, so its stride does not matter.
        read_steps.push(from[d].saturating_mul(step as isize));
    }
    read(operand, base, &shape, &read_steps)
}

/// Reverses dimensions.
pub(crate) fn reverse(operand: &Tensor, dims: &[i64]) -> EvalResult<Tensor> {
    let mut steps = signed_strides(operand);
    let mut base = 0;
    for &dim in dims {
        let dim = usize::try_from(dim).ok().filter(|&dim| dim < operand.rank());
        let dim = dim.ok_or_else(|| misfit("a dimension is out of range"))?;
        base += steps[dim] as usize * operand.shape[dim].saturating_sub(1);
        steps[dim] = -steps[dim];
    }
    read(operand, base, &operand.shape, &steps)
}

/// Counts along a dimension.
pub(crate) fn iota(element: Element, shape: &[usize], dim: i64) -> EvalResult<Tensor> {
    let dim = usize::try_from(dim).ok().filter(|&dim| dim < shape.len());
    let dim = dim.ok_or_else(|| misfit("the dimension is out of range"))?;
    let count: Vec<i64> = (0..shape[dim] as i64).collect();
    let line = Tensor::new(Element::I64, vec![shape[dim]], count);
    broadcast_in_dim(&convert(&line, element)?, &[dim as i64], shape)
}

/// Concatenates tensors along a dimension.
pub(crate) fn concatenate(inputs: &[&Tensor], dim: i64) -> EvalResult<Tensor> {
    let first = *inputs.first().ok_or_else(|| misfit("expected at least one tensor to concatenate"))?;
    let dim = usize::try_from(dim).ok().filter(|&dim| dim < first.rank());
    let dim = dim.ok_or_else(|| misfit("the dimension is out of range"))?;
    let mut shape = first.shape.clone();
    shape[dim] = 0;
    for input in inputs {
        let agrees = |d: usize| d == dim || input.shape[d] == first.shape[d];
        if input.element != first.element || input.rank() != first.rank() || !(0..first.rank()).all(agrees) {
            return Err(misfit("the tensors have different types"));
        }
        shape[dim] = shape[dim].saturating_add(input.shape[dim]);
    }
    checked_count(&shape)?;
    let outer: usize = shape[..dim].iter().product();
    macro_rules! joined {
        ($($class:ident)+) => {
            match &first.data {
                $(Data::$class(_) => {
                    let mut out = Vec::with_capacity(checked_count(&shape)?);
                    for row in 0..outer {
                        for input in inputs {
                            let Data::$class(values) = &input.data else {
                                unreachable!("one element type has one storage class")
                            };
                            let size = values.len() / outer;
                            out.extend_from_slice(&values[row * size..(row + 1) * size]);
                        }
                    }
                    Data::from(out)
                })+
            }
        };
    }
    let data = joined!(Bool Int F32 F64 C64 C128);
    Ok(Tensor { element: first.element, shape, data })
}

/// Pads the elements with `low`, `high` and, between neighbours, `interior` copies of a scalar; negative counts at
/// the edges remove elements.
pub(crate) fn pad(
    operand: &Tensor,
    value: &Tensor,
    low: &[i64],
    high: &[i64],
    interior: &[i64],
) -> EvalResult<Tensor> {
    let rank = operand.rank();
    if [low.len(), high.len(), interior.len()] != [rank; 3]
        || value.len() != 1
        || value.element != operand.element
    {
        return Err(misfit("expected one padding of each kind per dimension and one padding value"));
    }
    let mut shape = Vec::new();
    // For each dimension: the first index of the operand that is kept, how many are, and where the first one goes.
    let mut kept = Vec::new();
    for d in 0..rank {
        let size = operand.shape[d] as i128;
        let (low, high, gap) = (i128::from(low[d]), i128::from(high[d]), i128::from(interior[d]));
        if gap < 0 {
            return Err(misfit("negative interior padding"));
        }
        let total = low + high + size + (size - 1).max(0) * gap;
        let total = usize::try_from(total)
            .map_err(|_| misfit("negative padding removes more elements than there are"))?;
        shape.push(total);
        let pitch = gap + 1;
        let first = (-low).max(0).div_euclid(pitch) + i128::from((-low).max(0) % pitch != 0);
        let last = (total as i128 - 1 - low).div_euclid(pitch).min(size - 1);
        let count = (last - first + 1).max(0) as usize;
        kept.push((first as usize, count, (low + first * pitch) as usize, pitch as usize));
    }
    let mut result = Tensor::splat(value, &shape)?;
    let counts: Vec<usize> = kept.iter().map(|kept| kept.1).collect();
    if counts.contains(&0) {
        return Ok(result);
    }
    let (from, to) = (operand.strides(), strides(&shape));
    let source: usize = kept.iter().zip(&from).map(|(kept, stride)| kept.0 * stride).sum();
    let target: usize = kept.iter().zip(&to).map(|(kept, stride)| kept.2 * stride).sum();
    let write_steps: Vec<usize> = kept.iter().zip(&to).map(|(kept, stride)| kept.3 * stride).collect();
    let block = ElementBox { source, read_steps: &from, target, write_steps: &write_steps, counts: &counts };
    copy_box(operand, &mut result, &block);
    Ok(result)
}

/// A box of elements that is copied between two tensors.
pub(crate) struct ElementBox<'a> {
    /// The offset of its first element in the source.
    pub(crate) source: usize,
    /// The distance of its elements in the source, per dimension.
    pub(crate) read_steps: &'a [usize],
    /// The offset of its first element in the target.
    pub(crate) target: usize,
    /// The distance of its elements in the target, per dimension.
    pub(crate) write_steps: &'a [usize],
    /// The sizes of the box.
    pub(crate) counts: &'a [usize],
}

/// Copies a box of elements from one tensor into another of the same element type.
pub(crate) fn copy_box(from: &Tensor, into: &mut Tensor, block: &ElementBox<'_>) {
    macro_rules! copied {
        ($($class:ident)+) => {
            match (&from.data, &mut into.data) {
                $((Data::$class(source), Data::$class(target)) => {
                    let target: &mut Vec<_> = std::sync::Arc::make_mut(target);
                    copy_rows(source, target, block);
                })+
                _ => unreachable!("one element type has one storage class"),
            }
        };
    }
    copied!(Bool Int F32 F64 C64 C128);
}

fn copy_rows<T: Stored>(source: &[T], target: &mut [T], block: &ElementBox<'_>) {
    let Some((&inner, outer)) = block.counts.split_last() else {
        target[block.target] = source[block.source];
        return;
    };
    let (read, write) = (block.read_steps[outer.len()], block.write_steps[outer.len()]);
    let mut rows = Indices::new(outer);
    while let Some(index) = rows.next() {
        let offset = |steps: &[usize]| index.iter().zip(steps).map(|(i, step)| i * step).sum::<usize>();
        let (from, to) = (block.source + offset(block.read_steps), block.target + offset(block.write_steps));
        if read == 1 && write == 1 {
            target[to..to + inner].copy_from_slice(&source[from..from + inner]);
        } else {
            for i in 0..inner {
                target[to + i * write] = source[from + i * read];
            }
        }
    }
}

/// Start indices given as scalars, clamped so that a window of `sizes` fits.
pub(crate) fn clamped_starts(starts: &[&Tensor], shape: &[usize], sizes: &[usize]) -> EvalResult<Vec<i64>> {
    if starts.len() != shape.len() || sizes.len() != shape.len() {
        return Err(misfit("expected one start index per dimension"));
    }
    let mut clamped = Vec::new();
    for (d, start) in starts.iter().enumerate() {
        let room =
            shape[d].checked_sub(sizes[d]).ok_or_else(|| misfit("the window is larger than the operand"))?;
        let values = start.ints()?;
        let value = *values.first().ok_or_else(|| misfit("an empty start index"))?;
        clamped.push(clamp_index(value, start.element, room));
    }
    Ok(clamped)
}

/// An index of any integer type, clamped to `0..=room`.
pub(crate) fn clamp_index(value: i64, element: Element, room: usize) -> i64 {
    if element.is_signed() { value.clamp(0, room as i64) } else { (value as u64).min(room as u64) as i64 }
}

/// A window at start indices that are operands.
pub(crate) fn dynamic_slice(operand: &Tensor, starts: &[&Tensor], sizes: &[usize]) -> EvalResult<Tensor> {
    let starts = clamped_starts(starts, &operand.shape, sizes)?;
    let limits: Vec<i64> = starts.iter().zip(sizes).map(|(start, &size)| start + size as i64).collect();
    slice(operand, &starts, &limits, &vec![1; sizes.len()])
}

/// The operand with a window replaced by the update.
pub(crate) fn dynamic_update_slice(
    operand: &Tensor,
    update: &Tensor,
    starts: &[&Tensor],
) -> EvalResult<Tensor> {
    if update.element != operand.element || update.rank() != operand.rank() {
        return Err(misfit("the update and the operand have different types"));
    }
    let starts = clamped_starts(starts, &operand.shape, &update.shape)?;
    let mut result = operand.clone();
    write_at(&mut result, update, &starts.iter().map(|&start| start as usize).collect::<Vec<_>>());
    Ok(result)
}

/// Writes a smaller tensor into a larger one, which must contain it.
pub(crate) fn write_at(into: &mut Tensor, update: &Tensor, starts: &[usize]) {
    if update.is_empty() {
        return;
    }
    let (from, to) = (update.strides(), into.strides());
    let target = starts.iter().zip(&to).map(|(start, stride)| start * stride).sum();
    let block = ElementBox { source: 0, read_steps: &from, target, write_steps: &to, counts: &update.shape };
    copy_box(update, into, &block);
}
