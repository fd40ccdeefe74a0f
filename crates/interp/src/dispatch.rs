//! Which kernel an op is, for ops that look at one device only.

use partita_ir::OpCode;

use crate::body::RegionBody;
use crate::frame::Frame;
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::pointwise::{pointwise, take};
use crate::reduce::{Combine, reduce};
use crate::{
    Element, EvalError, EvalResult, Tensor, Value, broadcast, convert, custom_call, dynamic, indexing,
    kernels, large, movement, product, scan,
};

/// One result that is a tensor.
fn one(tensor: EvalResult<Tensor>) -> EvalResult<Vec<Value>> {
    Ok(vec![tensor?.into()])
}

fn many(tensors: Vec<Tensor>) -> Vec<Value> {
    tensors.into_iter().map(Value::from).collect()
}

/// Evaluates an op on one device.
pub(crate) fn apply<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    code: OpCode,
    operands: &[&Value],
    frame: &Frame<'_>,
    lane: usize,
) -> EvalResult<Vec<Value>> {
    match code {
        OpCode::OptimizationBarrier => return Ok(operands.iter().map(|&value| value.clone()).collect()),
        OpCode::Tuple => {
            return Ok(vec![Value::Tuple(operands.iter().map(|&value| value.clone()).collect())]);
        }
        OpCode::GetTupleElement => return tuple_element(view, operands),
        OpCode::CreateToken | OpCode::AfterAll => return Ok(vec![Value::Token]),
        OpCode::CustomCall => return custom_call::evaluate(machine, view, operands, frame, lane),
        OpCode::SdyShardingGroup => return Ok(Vec::new()),
        // On global tensors these change where elements are, not what they are.
        OpCode::SdyAllGather
        | OpCode::SdyAllReduce
        | OpCode::SdyAllSlice
        | OpCode::SdyAllToAll
        | OpCode::SdyCollectivePermute
        | OpCode::SdyDataFlowEdge
        | OpCode::SdyFuncDataFlowEdge
        | OpCode::SdyPropagationBarrier
        | OpCode::SdyReduceScatter
        | OpCode::SdyReplicatedToUnreduced
        | OpCode::SdyReshard
        | OpCode::SdyShardedToUnreduced
        | OpCode::SdyShardingConstraint
        | OpCode::BuiltinUnrealizedConversionCast => return identity(operands),
        _ => {}
    }
    let tensors: Vec<&Tensor> = operands.iter().map(|value| value.tensor()).collect::<EvalResult<_>>()?;
    if let Some((operands, shape)) = broadcast::operands(view, code, &tensors)? {
        let operands: Vec<&Tensor> = operands.iter().collect();
        return match pointwise(view, code, &operands) {
            Some(result) => one(result),
            None => Err(EvalError::Unsupported(format!("it broadcasts to {shape:?}, which is not known"))),
        };
    }
    if let Some(result) = pointwise(view, code, &tensors) {
        return one(result);
    }
    let body = |index: usize| -> EvalResult<RegionBody<'_, 'm>> {
        let region = view.op.regions.get(index).copied();
        let region = region.ok_or_else(|| EvalError::Argument("a region is missing".into()))?;
        Ok(RegionBody { machine, owner: view, region, frame, lane })
    };
    match code {
        OpCode::Constant | OpCode::SdyConstant | OpCode::ChloConstant => one(view.dense("value")),
        OpCode::ChloConstantLike => {
            let [like] = take(&tensors)?;
            let value = convert(&view.dense("value")?, like.element)?;
            one(Tensor::splat(&value, &like.shape))
        }
        OpCode::Iota => {
            let (element, shape) = view.result(0)?;
            one(movement::iota(element, &shape, view.int("iota_dimension")?))
        }
        OpCode::Broadcast => {
            let [x] = take(&tensors)?;
            let sizes = sizes(&view.ints("broadcast_sizes")?)?;
            let dims: Vec<i64> = (0..x.rank()).map(|d| (d + sizes.len()) as i64).collect();
            let shape = [&sizes[..], &x.shape[..]].concat();
            one(movement::broadcast_in_dim(x, &dims, &shape))
        }
        OpCode::BroadcastInDim => {
            let [x] = take(&tensors)?;
            one(movement::broadcast_in_dim(x, &view.ints("broadcast_dimensions")?, &view.result(0)?.1))
        }
        OpCode::Reshape => {
            let [x] = take(&tensors)?;
            one(movement::reshape(x, &view.result(0)?.1))
        }
        OpCode::Transpose => {
            let [x] = take(&tensors)?;
            one(movement::transpose(x, &view.ints("permutation")?))
        }
        OpCode::Slice => {
            let [x] = take(&tensors)?;
            let (start, limit) = (view.ints("start_indices")?, view.ints("limit_indices")?);
            one(movement::slice(x, &start, &limit, &view.ints("strides")?))
        }
        OpCode::Pad => {
            let [x, value] = take(&tensors)?;
            let (low, high) = (view.ints("edge_padding_low")?, view.ints("edge_padding_high")?);
            one(movement::pad(x, value, &low, &high, &view.ints("interior_padding")?))
        }
        OpCode::Concatenate => one(movement::concatenate(&tensors, view.int("dimension")?)),
        OpCode::Reverse => {
            let [x] = take(&tensors)?;
            one(movement::reverse(x, &view.ints("dimensions")?))
        }
        OpCode::DynamicSlice => {
            let (x, starts) = split_first(&tensors)?;
            one(movement::dynamic_slice(x, starts, &sizes(&view.ints("slice_sizes")?)?))
        }
        OpCode::DynamicUpdateSlice => {
            let (x, rest) = split_first(&tensors)?;
            let (update, starts) = split_first(rest)?;
            one(movement::dynamic_update_slice(x, update, starts))
        }
        OpCode::Gather => {
            let [x, indices] = take(&tensors)?;
            one(indexing::gather(x, indices, &gather_dims(view)?, &view.ints("slice_sizes")?))
        }
        OpCode::Scatter => {
            let count = tensors.len().saturating_sub(1) / 2;
            let Some((indices, updates)) = tensors[count..].split_first() else {
                return Err(EvalError::Argument("a scatter needs inputs, indices and updates".into()));
            };
            let record = view.record("scatter_dimension_numbers")?;
            let dims = indexing::WindowDims {
                offset_dims: record.ints("update_window_dims"),
                collapsed_dims: record.ints("inserted_window_dims"),
                operand_batching_dims: record.ints("input_batching_dims"),
                indices_batching_dims: record.ints("scatter_indices_batching_dims"),
                index_map: record.ints("scatter_dims_to_operand_dims"),
                index_vector_dim: record.int("index_vector_dim"),
            };
            let body = body(0)?;
            let mut call = |arguments: &[Tensor]| body.call(arguments);
            Ok(many(indexing::scatter(&tensors[..count], indices, updates, &dims, &mut call)?))
        }
        OpCode::Reduce => {
            let (inputs, inits) = halves(&tensors)?;
            let (body, dims) = (body(0)?, view.ints("dimensions")?);
            let results = match body.plain() {
                Some(op) if inputs.len() == 1 => reduce(inputs, inits, &dims, Combine::Plain(op)),
                _ => reduce(inputs, inits, &dims, Combine::Body(&mut |arguments| body.call(arguments))),
            };
            Ok(many(results?))
        }
        OpCode::Map => {
            let (first, _) = split_first(&tensors)?;
            let flat: Vec<Tensor> = tensors.iter().map(|x| x.reshaped(&[x.len()])).collect();
            let results = body(0)?.call(&flat)?;
            results.iter().map(|result| Ok(movement::reshape(result, &first.shape)?.into())).collect()
        }
        OpCode::Dot => {
            let [lhs, rhs] = take(&tensors)?;
            one(product::dot(lhs, rhs, view.result_element(0)?))
        }
        OpCode::DotGeneral => {
            let [lhs, rhs] = take(&tensors)?;
            let record = view.record("dot_dimension_numbers")?;
            let numbers = product::dot_numbers(record)?;
            one(kernels::dot_general(lhs, rhs, &numbers, view.result_element(0)?))
        }
        OpCode::Einsum => {
            let [lhs, rhs] = take(&tensors)?;
            one(product::einsum(view.text("einsum_config")?, &[lhs, rhs], view.result_element(0)?))
        }
        OpCode::UnaryEinsum => {
            let [x] = take(&tensors)?;
            one(product::einsum(view.text("einsum_config")?, &[x], view.result_element(0)?))
        }
        OpCode::ChloRaggedDot => {
            let [lhs, rhs, groups] = take(&tensors)?;
            one(product::ragged_dot(lhs, rhs, groups, view))
        }
        OpCode::TorchIndexSelect => {
            let [x, index] = take(&tensors)?;
            one(dynamic::torch_index_select(x, index, view.int("dim")?, view.int("batch_dims")?))
        }
        OpCode::GetDimensionSize => {
            let [x] = take(&tensors)?;
            let dim = usize::try_from(view.int("dimension")?).ok();
            let size = dim.and_then(|dim| x.shape.get(dim));
            let size = size.ok_or_else(|| EvalError::Argument("the dimension is out of range".into()))?;
            one(Ok(Tensor::int(Element::I32, *size as i64)))
        }
        OpCode::SetDimensionSize => {
            let [x, size] = take(&tensors)?;
            let dim = usize::try_from(view.int("dimension")?).ok();
            let full = dim.and_then(|dim| x.shape.get(dim)).map(|&size| size as i64);
            if full.is_some() && full == size.ints()?.first().copied() {
                return one(Ok(x.clone()));
            }
            Err(EvalError::Dynamic("a dimension shorter than its bound".into()))
        }
        OpCode::DynamicBroadcastInDim
        | OpCode::DynamicGather
        | OpCode::DynamicIota
        | OpCode::DynamicPad
        | OpCode::DynamicReshape
        | OpCode::DynamicConv
        | OpCode::RealDynamicSlice => one(dynamic::evaluate(view, code, &tensors)),
        OpCode::PartitionId => {
            one(Ok(Tensor::int(Element::U32, (frame.device(lane) % frame.topology.partitions) as i64)))
        }
        OpCode::ReplicaId => {
            one(Ok(Tensor::int(Element::U32, (frame.device(lane) / frame.topology.partitions) as i64)))
        }
        OpCode::Convolution
        | OpCode::ReduceWindow
        | OpCode::SelectAndScatter
        | OpCode::Sort
        | OpCode::Fft
        | OpCode::Cholesky
        | OpCode::TriangularSolve
        | OpCode::Rng
        | OpCode::RngBitGenerator
        | OpCode::BatchNormGrad
        | OpCode::BatchNormInference
        | OpCode::BatchNormTraining
        | OpCode::ChloTopK => Ok(many(large::evaluate(view, code, &tensors, &body)?)),
        OpCode::ChloScan => Ok(many(scan::scan(machine, view, &tensors, frame, lane)?)),
        _ => Err(EvalError::Unsupported("the interpreter does not know this op".into())),
    }
}

/// The numbers of a gather.
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

/// Sizes, none negative.
pub(crate) fn sizes(list: &[i64]) -> EvalResult<Vec<usize>> {
    let sizes: Option<Vec<usize>> = list.iter().map(|&size| usize::try_from(size).ok()).collect();
    sizes.ok_or_else(|| EvalError::Argument(format!("{list:?} has a negative size")))
}

pub(crate) fn split_first<'t, 'a>(tensors: &'t [&'a Tensor]) -> EvalResult<(&'a Tensor, &'t [&'a Tensor])> {
    let (first, rest) =
        tensors.split_first().ok_or_else(|| EvalError::Argument("an operand is missing".into()))?;
    Ok((first, rest))
}

/// Inputs and as many initial values.
pub(crate) fn halves<'t, 'a>(tensors: &'t [&'a Tensor]) -> EvalResult<(&'t [&'a Tensor], &'t [&'a Tensor])> {
    if !tensors.len().is_multiple_of(2) {
        return Err(EvalError::Argument("as many initial values as inputs are needed".into()));
    }
    Ok(tensors.split_at(tensors.len() / 2))
}

pub(crate) fn identity(operands: &[&Value]) -> EvalResult<Vec<Value>> {
    match operands {
        [value] => Ok(vec![(*value).clone()]),
        _ => Err(EvalError::Unsupported("a cast of several values".into())),
    }
}

fn tuple_element(view: OpView<'_>, operands: &[&Value]) -> EvalResult<Vec<Value>> {
    let index = usize::try_from(view.int("index")?).ok();
    match (operands, index) {
        ([Value::Tuple(values)], Some(index)) if index < values.len() => Ok(vec![values[index].clone()]),
        _ => Err(EvalError::Argument("there is no such element of a tuple".into())),
    }
}
