//! Reads the attributes of the smaller ops for their kernels.

use crate::op_call::OpCall;
use crate::op_view::OpView;
use crate::pointwise::take;
use crate::reduce::{self, Combine};
use crate::{
    Element, EvalError, EvalResult, RuntimeValue, Tensor, convert, dynamic, indexing, kernels, movement,
    product,
};

/// Evaluates `stablehlo.optimization_barrier`.
pub(crate) fn pass(_: &OpCall<'_, '_>, operands: &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>> {
    Ok(operands.iter().map(|&value| value.clone()).collect())
}

/// Evaluates `stablehlo.tuple`.
pub(crate) fn tuple(_: &OpCall<'_, '_>, operands: &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::Tuple(operands.iter().map(|&value| value.clone()).collect())])
}

/// Evaluates `stablehlo.get_tuple_element`.
pub(crate) fn tuple_element(
    call: &OpCall<'_, '_>,
    operands: &[&RuntimeValue],
) -> EvalResult<Vec<RuntimeValue>> {
    let index = usize::try_from(call.view.int("index")?).ok();
    match (operands, index) {
        ([RuntimeValue::Tuple(values)], Some(index)) if index < values.len() => {
            Ok(vec![values[index].clone()])
        }
        _ => Err(EvalError::Argument("the index of a tuple element is out of range".into())),
    }
}

/// Evaluates `stablehlo.create_token` and `stablehlo.after_all`.
pub(crate) fn token(_: &OpCall<'_, '_>, _: &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::Token])
}

/// Evaluates an op without results that only concerns shardings.
pub(crate) fn nothing(_: &OpCall<'_, '_>, _: &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>> {
    Ok(Vec::new())
}

/// Evaluates `stablehlo.constant` and those of other dialects.
pub(crate) fn constant(call: &OpCall<'_, '_>, _: &[&Tensor]) -> EvalResult<Tensor> {
    call.view.dense("value")
}

/// Evaluates `chlo.constant_like`.
pub(crate) fn constant_like(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [like] = take(operands)?;
    let value = convert(&call.view.dense("value")?, like.element)?;
    Tensor::splat(&value, &like.shape)
}

/// Evaluates `stablehlo.iota`.
pub(crate) fn iota(call: &OpCall<'_, '_>, _: &[&Tensor]) -> EvalResult<Tensor> {
    let (element, shape) = call.view.result(0)?;
    movement::iota(element, &shape, call.view.int("iota_dimension")?)
}

/// Evaluates `stablehlo.partition_id`.
pub(crate) fn partition_id(call: &OpCall<'_, '_>, _: &[&Tensor]) -> EvalResult<Tensor> {
    Ok(Tensor::int(Element::U32, (call.frame.device(call.lane) % call.frame.topology.partitions) as i64))
}

/// Evaluates `stablehlo.replica_id`.
pub(crate) fn replica_id(call: &OpCall<'_, '_>, _: &[&Tensor]) -> EvalResult<Tensor> {
    Ok(Tensor::int(Element::U32, (call.frame.device(call.lane) / call.frame.topology.partitions) as i64))
}

/// Evaluates `stablehlo.broadcast`.
pub(crate) fn broadcast(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    let sizes = sizes(&call.view.ints("broadcast_sizes")?)?;
    let dims: Vec<i64> = (0..x.rank()).map(|d| (d + sizes.len()) as i64).collect();
    let shape = [&sizes[..], &x.shape[..]].concat();
    movement::broadcast_in_dim(x, &dims, &shape)
}

/// Evaluates `stablehlo.broadcast_in_dim`.
pub(crate) fn broadcast_in_dim(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    movement::broadcast_in_dim(x, &call.view.ints("broadcast_dimensions")?, &call.view.result(0)?.1)
}

/// Evaluates `stablehlo.reshape`.
pub(crate) fn reshape(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    movement::reshape(x, &call.view.result(0)?.1)
}

/// Evaluates `stablehlo.transpose`.
pub(crate) fn transpose(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    movement::transpose(x, &call.view.ints("permutation")?)
}

/// Evaluates `stablehlo.slice`.
pub(crate) fn slice(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    let (start, limit) = (call.view.ints("start_indices")?, call.view.ints("limit_indices")?);
    movement::slice(x, &start, &limit, &call.view.ints("strides")?)
}

/// Evaluates `stablehlo.pad`.
pub(crate) fn pad(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, value] = take(operands)?;
    let (low, high) = (call.view.ints("edge_padding_low")?, call.view.ints("edge_padding_high")?);
    movement::pad(x, value, &low, &high, &call.view.ints("interior_padding")?)
}

/// Evaluates `stablehlo.concatenate`.
pub(crate) fn concatenate(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    movement::concatenate(operands, call.view.int("dimension")?)
}

/// Evaluates `stablehlo.reverse`.
pub(crate) fn reverse(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    movement::reverse(x, &call.view.ints("dimensions")?)
}

/// Evaluates `stablehlo.dynamic_slice`.
pub(crate) fn dynamic_slice(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let (x, starts) = split_first(operands)?;
    movement::dynamic_slice(x, starts, &sizes(&call.view.ints("slice_sizes")?)?)
}

/// Evaluates `stablehlo.dynamic_update_slice`.
pub(crate) fn dynamic_update_slice(_: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let (x, rest) = split_first(operands)?;
    let (update, starts) = split_first(rest)?;
    movement::dynamic_update_slice(x, update, starts)
}

/// Evaluates `stablehlo.gather`.
pub(crate) fn gather(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, indices] = take(operands)?;
    indexing::gather(x, indices, &gather_dims(call.view)?, &call.view.ints("slice_sizes")?)
}

/// Evaluates `stablehlo.torch_index_select`.
pub(crate) fn torch_index_select(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, index] = take(operands)?;
    dynamic::torch_index_select(x, index, call.view.int("dim")?, call.view.int("batch_dims")?)
}

/// Evaluates `stablehlo.scatter`.
pub(crate) fn scatter(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let count = operands.len().saturating_sub(1) / 2;
    let Some((indices, updates)) = operands[count..].split_first() else {
        return Err(EvalError::Argument("expected inputs, indices and updates".into()));
    };
    let record = call.view.record("scatter_dimension_numbers")?;
    let dims = indexing::WindowDims {
        offset_dims: record.ints("update_window_dims"),
        collapsed_dims: record.ints("inserted_window_dims"),
        operand_batching_dims: record.ints("input_batching_dims"),
        indices_batching_dims: record.ints("scatter_indices_batching_dims"),
        index_map: record.ints("scatter_dims_to_operand_dims"),
        index_vector_dim: record.int("index_vector_dim"),
    };
    let body = call.body(0)?;
    let mut combine = |arguments: &[Tensor]| body.call(arguments);
    indexing::scatter(&operands[..count], indices, updates, &dims, &mut combine)
}

/// Evaluates `stablehlo.reduce`.
pub(crate) fn reduce(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let (inputs, inits) = halves(operands)?;
    let (body, dims) = (call.body(0)?, call.view.ints("dimensions")?);
    match body.plain() {
        Some(op) if inputs.len() == 1 => reduce::reduce(inputs, inits, &dims, Combine::Plain(op)),
        _ => reduce::reduce(inputs, inits, &dims, Combine::Body(&mut |arguments| body.call(arguments))),
    }
}

/// Evaluates `stablehlo.map`.
pub(crate) fn map(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let (first, _) = split_first(operands)?;
    let flat: Vec<Tensor> = operands.iter().map(|x| x.reshaped(&[x.len()])).collect();
    let results = call.body(0)?.call(&flat)?;
    results.iter().map(|result| movement::reshape(result, &first.shape)).collect()
}

/// Evaluates `stablehlo.dot`.
pub(crate) fn dot(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs] = take(operands)?;
    product::dot(lhs, rhs, call.view.result_element(0)?)
}

/// Evaluates `stablehlo.dot_general`.
pub(crate) fn dot_general(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs] = take(operands)?;
    let numbers = product::dot_numbers(call.view.record("dot_dimension_numbers")?)?;
    kernels::dot_general(lhs, rhs, &numbers, call.view.result_element(0)?)
}

/// Evaluates `stablehlo.einsum` and `stablehlo.unary_einsum`.
pub(crate) fn einsum(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    product::einsum(call.view.text("einsum_config")?, operands, call.view.result_element(0)?)
}

/// Evaluates `chlo.ragged_dot`.
pub(crate) fn ragged_dot(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs, groups] = take(operands)?;
    product::ragged_dot(lhs, rhs, groups, call.view)
}

/// Evaluates `stablehlo.get_dimension_size`.
pub(crate) fn get_dimension_size(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    let dim = usize::try_from(call.view.int("dimension")?).ok();
    let size = dim.and_then(|dim| x.shape.get(dim));
    let size = size.ok_or_else(|| EvalError::Argument("the dimension is out of range".into()))?;
    Ok(Tensor::int(Element::I32, *size as i64))
}

/// Evaluates `stablehlo.set_dimension_size`.
pub(crate) fn set_dimension_size(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, size] = take(operands)?;
    let dim = usize::try_from(call.view.int("dimension")?).ok();
    let full = dim.and_then(|dim| x.shape.get(dim)).map(|&size| size as i64);
    if full.is_some() && full == size.ints()?.first().copied() {
        return Ok(x.clone());
    }
    Err(EvalError::Dynamic("a dimension that is shorter than its bound".into()))
}

/// The dimension numbers of a gather.
pub(crate) fn gather_dims<'m>(view: OpView<'m>) -> EvalResult<indexing::WindowDims<'m>> {
    let record = view.record("dimension_numbers")?;
    Ok(indexing::WindowDims {
        offset_dims: record.ints("offset_dims"),
        collapsed_dims: record.ints("collapsed_slice_dims"),
        operand_batching_dims: record.ints("operand_batching_dims"),
        indices_batching_dims: record.ints("start_indices_batching_dims"),
        index_map: record.ints("start_index_map"),
        index_vector_dim: record.int("index_vector_dim"),
    })
}

/// The sizes as unsigned numbers; fails if one is negative.
pub(crate) fn sizes(list: &[i64]) -> EvalResult<Vec<usize>> {
    let sizes: Option<Vec<usize>> = list.iter().map(|&size| usize::try_from(size).ok()).collect();
    sizes.ok_or_else(|| EvalError::Argument(format!("negative size in {list:?}")))
}

fn split_first<'t, 'a>(tensors: &'t [&'a Tensor]) -> EvalResult<(&'a Tensor, &'t [&'a Tensor])> {
    let (first, rest) = tensors.split_first().ok_or_else(|| EvalError::Argument("missing operand".into()))?;
    Ok((first, rest))
}

/// The inputs and the initial values, which are equal in number.
pub(crate) fn halves<'t, 'a>(tensors: &'t [&'a Tensor]) -> EvalResult<(&'t [&'a Tensor], &'t [&'a Tensor])> {
    if !tensors.len().is_multiple_of(2) {
        return Err(EvalError::Argument("expected one initial value per input".into()));
    }
    Ok(tensors.split_at(tensors.len() / 2))
}
