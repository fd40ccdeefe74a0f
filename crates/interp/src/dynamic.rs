//! Ops whose sizes are operands: at run time those are plain numbers.

use partita_ir::OpCode;

use crate::dispatch::{gather_dims, sizes};
use crate::indexing::{WindowDims, gather};
use crate::op_view::OpView;
use crate::pointwise::take;
use crate::{EvalError, EvalResult, Tensor, large, movement};

/// Evaluates a `dynamic_*` op.
pub(crate) fn evaluate(view: OpView<'_>, code: OpCode, operands: &[&Tensor]) -> EvalResult<Tensor> {
    match code {
        OpCode::DynamicBroadcastInDim => {
            let [x, shape] = take(operands)?;
            movement::broadcast_in_dim(x, &view.ints("broadcast_dimensions")?, &sizes(shape.ints()?)?)
        }
        OpCode::DynamicGather => {
            let [x, indices, slice_sizes] = take(operands)?;
            gather(x, indices, &gather_dims(view)?, slice_sizes.ints()?)
        }
        OpCode::DynamicIota => {
            let [shape] = take(operands)?;
            movement::iota(view.result_element(0)?, &sizes(shape.ints()?)?, view.int("iota_dimension")?)
        }
        OpCode::DynamicPad => {
            let [x, value, low, high, interior] = take(operands)?;
            movement::pad(x, value, low.ints()?, high.ints()?, interior.ints()?)
        }
        OpCode::DynamicReshape => {
            let [x, shape] = take(operands)?;
            movement::reshape(x, &sizes(shape.ints()?)?)
        }
        OpCode::RealDynamicSlice => {
            let [x, start, limit, strides] = take(operands)?;
            movement::slice(x, start.ints()?, limit.ints()?, strides.ints()?)
        }
        OpCode::DynamicConv => {
            let [lhs, rhs, padding] = take(operands)?;
            large::convolution(view, lhs, rhs, padding.ints()?.to_vec())
        }
        _ => Err(EvalError::Unsupported("a dynamic op".into())),
    }
}

/// Whole slices of `operand` along `dim`, chosen by `index`, after `batch_dims` shared dimensions.
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
    // The dimensions of the index take the place of `dim`.
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
    gather(operand, index, &dims, &slice_sizes)
}
