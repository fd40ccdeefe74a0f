//! Evaluates ops whose sizes are operands, which are plain numbers at run time.

use crate::indexing::{self, WindowDims};
use crate::op_call::OpCall;
use crate::pointwise::take;
use crate::small::{gather_dims, sizes};
use crate::{EvalError, EvalResult, Tensor, large, movement};

/// Evaluates `stablehlo.dynamic_broadcast_in_dim`.
pub(crate) fn broadcast_in_dim(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, shape] = take(operands)?;
    movement::broadcast_in_dim(x, &call.view.ints("broadcast_dimensions")?, &sizes(shape.ints()?)?)
}

/// Evaluates `stablehlo.dynamic_gather`.
pub(crate) fn gather(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, indices, slice_sizes] = take(operands)?;
    indexing::gather(x, indices, &gather_dims(call.view)?, slice_sizes.ints()?)
}

/// Evaluates `stablehlo.dynamic_iota`.
pub(crate) fn iota(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [shape] = take(operands)?;
    let view = call.view;
    movement::iota(view.result_element(0)?, &sizes(shape.ints()?)?, view.int("iota_dimension")?)
}

/// Evaluates `stablehlo.dynamic_pad`.
pub(crate) fn pad(_: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, value, low, high, interior] = take(operands)?;
    movement::pad(x, value, low.ints()?, high.ints()?, interior.ints()?)
}

/// Evaluates `stablehlo.dynamic_reshape`.
pub(crate) fn reshape(_: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, shape] = take(operands)?;
    movement::reshape(x, &sizes(shape.ints()?)?)
}

/// Evaluates `stablehlo.real_dynamic_slice`.
pub(crate) fn slice(_: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, start, limit, strides] = take(operands)?;
    movement::slice(x, start.ints()?, limit.ints()?, strides.ints()?)
}

/// Evaluates `stablehlo.dynamic_conv`.
pub(crate) fn convolution(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs, padding] = take(operands)?;
    large::convolution(call.view, lhs, rhs, padding.ints()?.to_vec())
}

/// Slices of `operand` along `dim`, selected by `index`, after `batch_dims` shared dimensions.
pub(crate) fn torch_index_select(
    operand: &Tensor,
    index: &Tensor,
    dim: i64,
    batch_dims: i64,
) -> EvalResult<Tensor> {
    let rank = operand.rank() as i64;
    if !(0..rank).contains(&dim) || !(0..=dim.min(index.rank() as i64)).contains(&batch_dims) {
        return Err(EvalError::Argument("the dimension is out of range".into()));
    }
    let batching: Vec<i64> = (0..batch_dims).collect();
    let mut slice_sizes: Vec<i64> = operand.shape.iter().map(|&size| size as i64).collect();
    slice_sizes[dim as usize] = 1;
    for &d in &batching {
        slice_sizes[d as usize] = 1;
    }
    // The dimensions of the index replace `dim`.
    let new = index.rank() as i64 - batch_dims;
    let offset_dims: Vec<i64> = (batch_dims..dim).chain(dim + new..rank - 1 + new).collect();
    let dims = WindowDims {
        offset_dims: &offset_dims,
        collapsed_dims: &[dim],
        operand_batching_dims: &batching,
        indices_batching_dims: &batching,
        index_map: &[dim],
        index_vector_dim: index.rank() as i64,
    };
    indexing::gather(operand, index, &dims, &slice_sizes)
}
