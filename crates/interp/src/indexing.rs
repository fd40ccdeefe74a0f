//! Evaluates `gather` and `scatter`: windows at positions given by index tensors.

use rustc_hash::FxHashMap;

use crate::movement::clamp_index;
use crate::{Body, Data, EvalError, EvalResult, Indices, Tensor, checked_count, strides};

fn misfit(what: impl Into<String>) -> EvalError {
    EvalError::Argument(what.into())
}

/// How the windows of one tensor map to another; shared by gather and scatter, whose attributes differ only in name.
pub(crate) struct WindowDims<'a> {
    /// Dimensions of the result (or updates) that index into a window.
    pub(crate) offset_dims: &'a [i64],
    /// Dimensions of the operand in which a window has size one and that the result lacks.
    pub(crate) collapsed_dims: &'a [i64],
    /// Dimensions of the operand that are paired with dimensions of the indices.
    pub(crate) operand_batching_dims: &'a [i64],
    /// The dimensions of the indices that they are paired with.
    pub(crate) indices_batching_dims: &'a [i64],
    /// The dimension of the operand that each component of an index addresses.
    pub(crate) index_map: &'a [i64],
    /// The dimension of the indices that holds the components; one past the last for scalars.
    pub(crate) index_vector_dim: i64,
}

impl WindowDims<'_> {
    /// Rejects numbers that are out of range, so that the loops need no checks.
    fn check(&self, operand: &[usize], indices: &[usize], windows: usize) -> EvalResult<()> {
        let inside = |dims: &[i64], rank: usize| dims.iter().all(|&d| d >= 0 && (d as usize) < rank);
        let ok = inside(self.offset_dims, windows)
            && inside(self.collapsed_dims, operand.len())
            && inside(self.operand_batching_dims, operand.len())
            && inside(self.index_map, operand.len())
            && inside(self.indices_batching_dims, indices.len())
            && self.indices_batching_dims.len() == self.operand_batching_dims.len()
            && (0..=indices.len() as i64).contains(&self.index_vector_dim)
            && self.components(indices) == self.index_map.len();
        if ok { Ok(()) } else { Err(misfit("dimension numbers are out of range")) }
    }

    fn components(&self, indices: &[usize]) -> usize {
        indices.get(self.index_vector_dim as usize).copied().unwrap_or(1)
    }

    /// The operand dimensions of a window, in order.
    fn window_dims(&self, rank: usize) -> Vec<usize> {
        let gone = |d: usize| {
            self.collapsed_dims.contains(&(d as i64)) || self.operand_batching_dims.contains(&(d as i64))
        };
        (0..rank).filter(|&d| !gone(d)).collect()
    }
}

/// Positions in the indices tensor, in the order of the batch dimensions.
struct Starts<'a> {
    values: &'a [i64],
    /// Sizes of the batch dimensions, and the stride of each in the indices.
    shape: Vec<usize>,
    strides: Vec<usize>,
    component_stride: usize,
}

impl<'a> Starts<'a> {
    fn new(indices: &'a Tensor, index_vector_dim: usize) -> EvalResult<Self> {
        let all = indices.strides();
        let batch: Vec<usize> = (0..indices.rank()).filter(|&d| d != index_vector_dim).collect();
        Ok(Starts {
            values: indices.ints()?,
            shape: batch.iter().map(|&d| indices.shape[d]).collect(),
            strides: batch.iter().map(|&d| all[d]).collect(),
            component_stride: all.get(index_vector_dim).copied().unwrap_or(0),
        })
    }

    fn component(&self, batch: &[usize], component: usize) -> i64 {
        let base: usize = batch.iter().zip(&self.strides).map(|(i, stride)| i * stride).sum();
        self.values[base + component * self.component_stride]
    }

    /// The position along dimension `dim` of the indices tensor.
    fn batch_position(batch: &[usize], dim: i64, index_vector_dim: i64) -> usize {
        batch[if dim < index_vector_dim { dim } else { dim - 1 } as usize]
    }
}

/// Offsets of all elements of a box, in row-major order.
fn offsets(shape: &[usize], strides: &[usize]) -> Vec<usize> {
    let mut list = Vec::new();
    let mut indices = Indices::new(shape);
    while let Some(index) = indices.next() {
        list.push(index.iter().zip(strides).map(|(i, stride)| i * stride).sum());
    }
    list
}

/// Collects windows of `slice_sizes`, each clamped so that it fits.
pub(crate) fn gather(
    operand: &Tensor,
    indices: &Tensor,
    dims: &WindowDims<'_>,
    slice_sizes: &[i64],
) -> EvalResult<Tensor> {
    let rank = operand.rank();
    let fits = |d: usize| slice_sizes[d] >= 0 && slice_sizes[d] as u64 <= operand.shape[d] as u64;
    if slice_sizes.len() != rank || !(0..rank).all(fits) {
        return Err(misfit("the slice sizes do not match the operand"));
    }
    let sizes: Vec<usize> = slice_sizes.iter().map(|&size| size as usize).collect();
    let window = dims.window_dims(rank);
    let batch_rank = indices.rank() - usize::from((dims.index_vector_dim as usize) < indices.rank());
    let result_rank = batch_rank + window.len();
    dims.check(&operand.shape, &indices.shape, result_rank)?;
    if dims.offset_dims.len() != window.len() {
        return Err(misfit("expected one offset dimension per dimension of a window"));
    }
    let starts = Starts::new(indices, dims.index_vector_dim as usize)?;
    // The shape of the result: batch and window sizes at their dimensions.
    let mut shape = vec![0; result_rank];
    let batch_dims: Vec<usize> =
        (0..result_rank).filter(|&d| !dims.offset_dims.contains(&(d as i64))).collect();
    for (&d, &size) in batch_dims.iter().zip(&starts.shape) {
        shape[d] = size;
    }
    for (&d, &from) in dims.offset_dims.iter().zip(&window) {
        shape[d as usize] = sizes[from];
    }
    let count = checked_count(&shape)?;
    let (from_strides, to_strides) = (operand.strides(), strides(&shape));
    let window_shape: Vec<usize> = window.iter().map(|&d| sizes[d]).collect();
    let reads = offsets(&window_shape, &window.iter().map(|&d| from_strides[d]).collect::<Vec<_>>());
    let writes =
        offsets(&window_shape, &dims.offset_dims.iter().map(|&d| to_strides[d as usize]).collect::<Vec<_>>());
    let mut positions = vec![0usize; count];
    if count > 0 {
        let mut batches = Indices::new(&starts.shape);
        while let Some(batch) = batches.next() {
            let mut from = 0;
            for (component, &d) in dims.index_map.iter().enumerate() {
                let d = d as usize;
                let start = starts.component(batch, component);
                let start = clamp_index(start, indices.element, operand.shape[d] - sizes[d]) as usize;
                from += start * from_strides[d];
            }
            for (&d, &along) in dims.operand_batching_dims.iter().zip(dims.indices_batching_dims) {
                let place = Starts::batch_position(batch, along, dims.index_vector_dim);
                if place >= operand.shape[d as usize] {
                    return Err(misfit("the batching dimensions have different sizes"));
                }
                from += place * from_strides[d as usize];
            }
            let to: usize = batch_dims.iter().zip(batch).map(|(&d, &i)| i * to_strides[d]).sum();
            for (read, write) in reads.iter().zip(&writes) {
                positions[to + write] = from + read;
            }
        }
    }
    Ok(operand.pick(&shape, &positions))
}

/// Combines windows of updates into copies of the inputs. Drops elements that are out of bounds.
///
/// Updates of one element are applied in order. Those of different elements are independent, so the body is
/// called once for the first update of every element, once for the second, and so on.
pub(crate) fn scatter(
    inputs: &[&Tensor],
    indices: &Tensor,
    updates: &[&Tensor],
    dims: &WindowDims<'_>,
    body: &mut Body<'_>,
) -> EvalResult<Vec<Tensor>> {
    let (Some(input), Some(update)) = (inputs.first(), updates.first()) else {
        return Err(misfit("expected at least one input"));
    };
    if inputs.len() != updates.len()
        || inputs.iter().any(|other| other.shape != input.shape)
        || updates.iter().any(|other| other.shape != update.shape)
    {
        return Err(misfit("inputs or updates have different shapes"));
    }
    let rounds = rounds(input, indices, update, dims)?;
    let mut results: Vec<Tensor> = inputs.iter().map(|&input| input.clone()).collect();
    for round in rounds {
        let (sources, targets): (Vec<usize>, Vec<usize>) = round.into_iter().unzip();
        let count = [targets.len()];
        let mut arguments: Vec<Tensor> = results.iter().map(|result| result.pick(&count, &targets)).collect();
        arguments.extend(updates.iter().map(|update| update.pick(&count, &sources)));
        let combined = body(&arguments)?;
        if combined.len() != results.len() {
            return Err(misfit("unexpected number of values returned by the region"));
        }
        for (result, new) in results.iter_mut().zip(&combined) {
            write_positions(result, new, &targets)?;
        }
    }
    Ok(results)
}

/// Which update applies to which element of the input; list `n` has the `n`-th update of each element.
fn rounds(
    input: &Tensor,
    indices: &Tensor,
    update: &Tensor,
    dims: &WindowDims<'_>,
) -> EvalResult<Vec<Vec<(usize, usize)>>> {
    dims.check(&input.shape, &indices.shape, update.rank())?;
    let window = dims.window_dims(input.rank());
    let starts = Starts::new(indices, dims.index_vector_dim as usize)?;
    let batch_dims: Vec<usize> =
        (0..update.rank()).filter(|&d| !dims.offset_dims.contains(&(d as i64))).collect();
    let batch_shape: Vec<usize> = batch_dims.iter().map(|&d| update.shape[d]).collect();
    if batch_shape != starts.shape || dims.offset_dims.len() != window.len() {
        return Err(misfit("the shape of the updates does not match the indices"));
    }
    let (update_strides, input_strides) = (update.strides(), input.strides());
    let window_shape: Vec<usize> = dims.offset_dims.iter().map(|&d| update.shape[d as usize]).collect();
    let mut rounds: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut seen: FxHashMap<usize, usize> = FxHashMap::default();
    let mut batches = Indices::new(&batch_shape);
    while let Some(batch) = batches.next() {
        let mut start = vec![0i128; input.rank()];
        for (component, &d) in dims.index_map.iter().enumerate() {
            let value = starts.component(batch, component);
            let value =
                if indices.element.is_signed() { i128::from(value) } else { i128::from(value as u64) };
            start[d as usize] += value;
        }
        for (&d, &along) in dims.operand_batching_dims.iter().zip(dims.indices_batching_dims) {
            start[d as usize] += Starts::batch_position(batch, along, dims.index_vector_dim) as i128;
        }
        let from: usize = batch_dims.iter().zip(batch).map(|(&d, &i)| i * update_strides[d]).sum();
        let mut places = Indices::new(&window_shape);
        while let Some(place) = places.next() {
            let mut at = start.clone();
            for (&d, &i) in window.iter().zip(place) {
                at[d] += i as i128;
            }
            let inside = at.iter().zip(&input.shape).all(|(&i, &size)| i >= 0 && i < size as i128);
            if !inside {
                continue;
            }
            let target: usize = at.iter().zip(&input_strides).map(|(&i, stride)| i as usize * stride).sum();
            let offset: usize =
                dims.offset_dims.iter().zip(place).map(|(&d, &i)| i * update_strides[d as usize]).sum();
            let turn = seen.entry(target).or_insert(0);
            if rounds.len() == *turn {
                rounds.push(Vec::new());
            }
            rounds[*turn].push((from + offset, target));
            *turn += 1;
        }
    }
    Ok(rounds)
}

fn write_positions(into: &mut Tensor, new: &Tensor, positions: &[usize]) -> EvalResult<()> {
    if new.element != into.element || new.len() != positions.len() {
        return Err(misfit("unexpected type returned by the region"));
    }
    macro_rules! written {
        ($($class:ident)+) => {
            match (&mut into.data, &new.data) {
                $((Data::$class(target), Data::$class(source)) => {
                    let target = std::sync::Arc::make_mut(target);
                    for (&at, &value) in positions.iter().zip(source.iter()) {
                        target[at] = value;
                    }
                })+
                _ => unreachable!("one element type has one storage class"),
            }
        };
    }
    written!(Bool Int F32 F64 C64 C128);
    Ok(())
}
