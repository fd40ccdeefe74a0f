//! `map` with an elementwise body: the body itself, applied to tensors.

use partita_ir::{Attr, Copies, DenseData, NewOp, OpId, OpKind, ValueId, names};

use super::Rewriter;

/// `map` as the ops of its body; a body with other than elementwise ops stays.
pub(super) fn map(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let module = &rewriter.emit.out;
    let data = module.op(op);
    let &[block] = &module.region(*data.regions.first()?).blocks[..] else { return None };
    let body = module.block(block);
    let (&last, ops) = body.ops.split_last()?;
    if !ops.iter().all(|&inner| is_plain(rewriter, inner)) || body.args.len() != data.operands.len() {
        return None;
    }
    let (ops, operands, args) = (ops.to_vec(), data.operands.clone(), body.args.clone());
    let &[returned] = &module.op(last).operands[..] else { return None };
    let shape = rewriter.result_shape(op);
    let mut copies = Copies::default();
    args.into_iter().zip(operands).for_each(|(arg, operand)| copies.add(arg, operand));
    for inner in ops {
        let (result, copy) = on_tensors(rewriter, inner, &shape, &mut copies);
        copies.add(result, copy);
    }
    Some(vec![on_shape(rewriter, rewriter.current(returned), &shape, &mut copies)])
}

/// Whether an op of a body means the same when applied to tensors.
fn is_plain(rewriter: &Rewriter, op: OpId) -> bool {
    let module = &rewriter.emit.out;
    let data = module.op(op);
    let is_scalar = |value: ValueId| {
        module.context.tensor(module.type_of(value)).is_some_and(|tensor| tensor.rank() == 0)
    };
    let Some(code) = data.name.code() else { return false };
    let is_splat = module.is_constant(op)
        && matches!(
            module.attr(op, names::VALUE),
            Some(Attr::Dense { data: DenseData::Splat(_) | DenseData::Full(_), .. })
        );
    let works_on_elements = partita_hlo::is_elementwise(module, op) && code.kind() != OpKind::Annotation;
    (is_splat || works_on_elements)
        && data.result_count() == 1
        && data.results().chain(data.operands.iter().copied()).all(is_scalar)
}

/// Emits an op of a body on tensors; returns its result in the body and the new one.
fn on_tensors(rewriter: &mut Rewriter, op: OpId, shape: &[u64], copies: &mut Copies) -> (ValueId, ValueId) {
    let data = rewriter.emit.out.op(op).clone();
    let result = data.result(0);
    let element = rewriter.emit.element(result);
    if rewriter.emit.out.is_constant(op)
        && let Some(Attr::Dense { data: DenseData::Splat(bytes) | DenseData::Full(bytes), .. }) =
            rewriter.emit.out.attr(op, names::VALUE)
    {
        let bytes = bytes.clone();
        return (result, rewriter.emit.splat(&bytes, shape, element));
    }
    let operands = data
        .operands
        .iter()
        .map(|&operand| on_shape(rewriter, rewriter.current(operand), shape, copies))
        .collect();
    let ty = rewriter.emit.tensor(shape, element);
    let copy = rewriter.emit.out.create_op(NewOp {
        name: data.name,
        operands,
        result_types: &[ty],
        attrs: data.attrs.iter().copied().filter(|(name, _)| *name != names::SDY_SHARDING).collect(),
        loc: data.loc,
        span: data.span,
    });
    rewriter.emit.out.append(rewriter.emit.block, copy);
    (result, rewriter.emit.out.op(copy).result(0))
}

/// The tensor for a scalar of the body. A scalar from outside is broadcast.
fn on_shape(rewriter: &mut Rewriter, value: ValueId, shape: &[u64], copies: &mut Copies) -> ValueId {
    let copy = copies.value(value);
    if rewriter.emit.shape(copy)[..] == *shape {
        return copy;
    }
    let broadcast = rewriter.emit.broadcast(copy, shape);
    copies.add(value, broadcast);
    broadcast
}
