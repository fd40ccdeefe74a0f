//! Evaluates `chlo.scan`: folds a region along a dimension and keeps its output at each position.

use crate::frame::Frame;
use crate::op_call::OpCall;
use crate::{EvalError, EvalResult, RuntimeValue, Tensor, movement};

/// Evaluates a scan on one device. The region takes slices and carries, and returns output slices and carries.
pub(crate) fn scan(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let OpCall { machine, view, frame, lane } = *call;
    let misfit = |what: &str| EvalError::Argument(what.into());
    let segments = view.ints("operandSegmentSizes")?;
    let inputs = segments.first().and_then(|&count| usize::try_from(count).ok());
    let inputs = inputs
        .filter(|&count| count <= operands.len())
        .ok_or_else(|| misfit("the segment sizes do not match the operands"))?;
    let outputs = view.ints("resultSegmentSizes")?.first().and_then(|&count| usize::try_from(count).ok());
    let outputs = outputs.ok_or_else(|| misfit("the segment sizes do not match the results"))?;
    let dim = view.int("dimension")?;
    let at = usize::try_from(dim).map_err(|_| misfit("the dimension is out of range"))?;
    let (inputs, inits) = operands.split_at(inputs);
    let length = match inputs.first() {
        Some(input) => *input.shape.get(at).ok_or_else(|| misfit("the dimension is out of range"))?,
        None => usize::try_from(view.int_or("scan_dim_size", 0)?).unwrap_or(0),
    };
    if inputs.iter().any(|input| input.shape.get(at) != Some(&length)) {
        return Err(misfit("the inputs have different lengths"));
    }
    let mut carries: Vec<Tensor> = inits.iter().map(|&init| init.clone()).collect();
    let mut columns: Vec<Vec<Tensor>> = vec![Vec::new(); outputs];
    let region = *view.op.regions.first().ok_or_else(|| misfit("missing region"))?;
    for step in 0..length {
        let place = if view.flag("is_reverse") { length - 1 - step } else { step };
        let mut arguments = Vec::new();
        for input in inputs {
            let (mut starts, mut limits) =
                (vec![0; input.rank()], input.shape.iter().map(|&size| size as i64).collect::<Vec<_>>());
            (starts[at], limits[at]) = (place as i64, place as i64 + 1);
            let slice = movement::slice(input, &starts, &limits, &vec![1; input.rank()])?;
            let mut shape = slice.shape.clone();
            shape.remove(at);
            arguments.push(vec![Some(RuntimeValue::Tensor(slice.reshaped(&shape)))]);
        }
        arguments.extend(carries.iter().map(|carry| vec![Some(RuntimeValue::Tensor(carry.clone()))]));
        let mut inner = Frame::inside(frame, lane);
        let results =
            machine.region_apart(view, region, arguments, &mut inner).map_err(|fault| fault.error)?;
        let tensors: Vec<Tensor> = results
            .into_iter()
            .filter_map(|lanes| match lanes.into_iter().next().flatten() {
                Some(RuntimeValue::Tensor(tensor)) => Some(tensor),
                _ => None,
            })
            .collect();
        if tensors.len() != outputs + carries.len() {
            return Err(misfit("unexpected number of values returned by the region"));
        }
        for (column, tensor) in columns.iter_mut().zip(&tensors) {
            let mut shape = tensor.shape.clone();
            if at > shape.len() {
                return Err(misfit("the dimension is out of range"));
            }
            shape.insert(at, 1);
            column.push(tensor.reshaped(&shape));
        }
        carries = tensors[outputs..].to_vec();
    }
    let mut results = Vec::new();
    for (index, column) in columns.iter_mut().enumerate() {
        if column.is_empty() {
            let (element, shape) = view.result(index)?;
            results.push(Tensor::zeros(element, &shape)?);
            continue;
        }
        if view.flag("is_reverse") {
            column.reverse();
        }
        results.push(movement::concatenate(&column.iter().collect::<Vec<_>>(), dim)?);
    }
    results.extend(carries);
    Ok(results)
}
