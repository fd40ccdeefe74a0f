//! Applies regions of scalars to many elements at once.
//!
//! A region of pointwise ops is evaluated on entire tensors in place of its scalars. Any other region is
//! evaluated element by element.

use partita_ir::{BlockId, OpCode, OpKind, RegionId, ValueId};
use rustc_hash::FxHashMap;

use crate::dispatch::{Kernel, kernel};
use crate::frame::Frame;
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::pointwise::Pointwise;
use crate::{Binary, EvalError, EvalResult, RuntimeValue, Tensor, movement};

/// A region as seen from one device.
#[derive(Clone, Copy)]
pub(crate) struct RegionBody<'r, 'm> {
    pub(crate) machine: &'r Machine<'m>,
    pub(crate) owner: OpView<'m>,
    pub(crate) region: RegionId,
    pub(crate) frame: &'r Frame<'r>,
    pub(crate) lane: usize,
}

impl<'m> RegionBody<'_, 'm> {
    fn block(&self) -> EvalResult<BlockId> {
        match self.machine.module.region(self.region).blocks[..] {
            [block] => Ok(block),
            _ => Err(EvalError::Unsupported("a region with several blocks".into())),
        }
    }

    fn ops(&self) -> EvalResult<impl Iterator<Item = OpView<'m>>> {
        let module = self.machine.module;
        Ok(module.block(self.block()?).ops.iter().map(move |&op| OpView::new(module, op)))
    }

    /// The op, if the region consists of one op on its two arguments and the return of its result.
    pub(crate) fn single_op(&self) -> Option<(OpView<'m>, OpCode)> {
        let block = self.machine.module.block(self.block().ok()?);
        let [op, end] = block.ops[..] else { return None };
        let (view, end) = (OpView::new(self.machine.module, op), self.machine.module.op(end));
        let straight = block.args.len() >= 2
            && view.op.operands.len() == 2
            && view.op.result_count() == 1
            && end.operands[..] == [view.op.result(0)];
        let code = view.code()?;
        straight.then_some((view, code))
    }

    /// The plain op of two arguments in their order.
    pub(crate) fn plain(&self) -> Option<Binary> {
        let (view, code) = self.single_op()?;
        let args = &self.machine.module.block(self.block().ok()?).args;
        let commutes = code.traits().commutative;
        let both = args.len() == 2
            && (view.op.operands[..] == args[..]
                || (view.op.operands[0] == args[1] && view.op.operands[1] == args[0]));
        match kernel(code) {
            Kernel::Pointwise(Pointwise::Binary(op)) if commutes && both => Some(op),
            _ => None,
        }
    }

    /// Calls the region for every position of the arguments, which have one shape `[n]`.
    pub(crate) fn call(&self, arguments: &[Tensor]) -> EvalResult<Vec<Tensor>> {
        let module = self.machine.module;
        let args = &module.block(self.block()?).args;
        if args.len() != arguments.len() {
            return Err(EvalError::Argument("unexpected number of arguments of a region".into()));
        }
        let count = arguments.first().map_or(0, Tensor::len);
        if count == 1 || !self.is_liftable()? {
            return self.one_by_one(arguments, count);
        }
        let mut values: FxHashMap<ValueId, Tensor> =
            args.iter().copied().zip(arguments.iter().cloned()).collect();
        let mut returned = Vec::new();
        for view in self.ops()? {
            let operands: Vec<Tensor> = view
                .op
                .operands
                .iter()
                .map(|name| match values.get(name) {
                    Some(tensor) => Ok(tensor.clone()),
                    None => Ok(self.frame.get(*name, self.lane)?.tensor()?.clone()),
                })
                .collect::<EvalResult<_>>()?;
            let Some(code) = view.code() else { continue };
            if code.kind() == OpKind::Terminator {
                returned = operands;
                continue;
            }
            let result = self.lifted(view, code, operands, count)?;
            values.insert(view.op.result(0), result);
        }
        returned.iter().map(|result| broadcast_scalar(result, count)).collect()
    }

    fn lifted(
        &self,
        view: OpView<'m>,
        code: OpCode,
        operands: Vec<Tensor>,
        count: usize,
    ) -> EvalResult<Tensor> {
        match code {
            OpCode::Constant => view.dense("value"),
            OpCode::Reshape | OpCode::BroadcastInDim | OpCode::OptimizationBarrier => {
                operands.into_iter().next().ok_or_else(|| EvalError::Argument("no operand".into()))
            }
            _ => {
                let any_long = operands.iter().any(|operand| operand.rank() > 0);
                let operands: Vec<Tensor> = match any_long {
                    true => operands
                        .iter()
                        .map(|operand| broadcast_scalar(operand, count))
                        .collect::<EvalResult<_>>()?,
                    false => operands,
                };
                let operands: Vec<&Tensor> = operands.iter().collect();
                match kernel(code) {
                    Kernel::Pointwise(op) | Kernel::Broadcast(op) => op.apply(view, &operands),
                    _ => Err(EvalError::Unsupported("this op in a region".into())),
                }
            }
        }
    }

    /// Whether every op works position by position: pointwise ops on scalars, and ops that leave a scalar unchanged.
    fn is_liftable(&self) -> EvalResult<bool> {
        let module = self.machine.module;
        let scalar =
            |name: ValueId| module.context.tensor(module.type_of(name)).is_some_and(|t| t.rank() == 0);
        for view in self.ops()? {
            let scalars = view.op.operands.iter().all(|&name| scalar(name)) && view.op.results().all(scalar);
            let known = match view.code() {
                Some(OpCode::Constant | OpCode::Reshape | OpCode::BroadcastInDim) => true,
                Some(OpCode::OptimizationBarrier) => view.op.operands.len() == 1,
                Some(code) if code.kind() == OpKind::Terminator => true,
                Some(code) => matches!(kernel(code), Kernel::Pointwise(_) | Kernel::Broadcast(_)),
                None => false,
            };
            if !known || !scalars {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn one_by_one(&self, arguments: &[Tensor], count: usize) -> EvalResult<Vec<Tensor>> {
        let mut columns: Vec<Vec<Tensor>> = Vec::new();
        for place in 0..count {
            let scalars = arguments
                .iter()
                .map(|argument| vec![Some(RuntimeValue::Tensor(argument.at(place)))])
                .collect();
            let mut frame = Frame::inside(self.frame, self.lane);
            let results = self.machine.region_apart(self.owner, self.region, scalars, &mut frame);
            let results = results.map_err(|fault| in_region(&fault.op, fault.error))?;
            columns.resize(results.len(), Vec::new());
            for (column, lanes) in columns.iter_mut().zip(results) {
                let value = lanes.into_iter().next().flatten();
                let value =
                    value.ok_or_else(|| EvalError::Argument("expected a region to return a value".into()))?;
                let tensor = value.tensor()?;
                if tensor.len() != 1 {
                    return Err(EvalError::Argument("expected a region to return a scalar".into()));
                }
                column.push(tensor.reshaped(&[1]));
            }
        }
        if count == 0 {
            return self.nothing();
        }
        columns.iter().map(|column| movement::concatenate(&column.iter().collect::<Vec<_>>(), 0)).collect()
    }

    /// The results of zero calls.
    fn nothing(&self) -> EvalResult<Vec<Tensor>> {
        let module = self.machine.module;
        let block = module.block(self.block()?);
        let end = block.ops.last().map(|&op| module.op(op));
        let names = end.map(|end| end.operands.to_vec()).unwrap_or_default();
        names
            .iter()
            .map(|&name| Tensor::zeros(crate::tensor_type(module, module.type_of(name))?.0, &[0]))
            .collect()
    }
}

fn broadcast_scalar(tensor: &Tensor, count: usize) -> EvalResult<Tensor> {
    if tensor.rank() == 0 { Tensor::splat(tensor, &[count]) } else { Ok(tensor.clone()) }
}

/// Reports an error inside a region as an error of the op that has the region.
fn in_region(op: &str, error: EvalError) -> EvalError {
    let text = format!("in its region, {op}: {}", error.message());
    match error {
        EvalError::Unsupported(_) => EvalError::Unsupported(text),
        EvalError::Dynamic(_) => EvalError::Dynamic(text),
        EvalError::Argument(_) => EvalError::Argument(text),
        EvalError::Limit(_) => EvalError::Limit(text),
        EvalError::Diverged(_) => EvalError::Diverged(text),
        EvalError::DeviceDependent(_) => EvalError::DeviceDependent(text),
    }
}
