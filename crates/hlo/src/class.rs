//! Classes of ops that passes and propagation treat alike.

use partita_ir::{Attr, Effect, Module, OpCode, OpId, OpKind, Type};
use partita_propagate::PassThrough;

/// Whether an op computes each element from those at the same position of its operands. Operands that are scalars
/// count as if broadcast. Collectives are not elementwise, nor are custom calls, whatever their rule.
pub fn is_elementwise(module: &Module, op: OpId) -> bool {
    match module.op(op).name.code().map(OpCode::kind) {
        Some(OpKind::Elementwise | OpKind::Annotation) => true,
        Some(OpKind::Bitcast) => same_width(module, op),
        _ => false,
    }
}

fn same_width(module: &Module, op: OpId) -> bool {
    let op = module.op(op);
    let bits = |value| {
        let tensor = module.context.tensor(module.type_of(value))?;
        module.element_bits(tensor.element)
    };
    match (op.operands.first(), op.result_count()) {
        (Some(&operand), 1) => bits(operand).is_some() && bits(operand) == bits(op.result(0)),
        _ => false,
    }
}

/// Whether an op that is not elementwise propagates before other ops, as elementwise ops do, and in which direction.
/// The list is Shardy's.
pub(crate) fn pass_through(module: &Module, op: OpId) -> PassThrough {
    match module.op(op).name.code() {
        Some(OpCode::DynamicSlice | OpCode::DynamicUpdateSlice) => PassThrough::Forward,
        Some(OpCode::Reshape | OpCode::Transpose) => PassThrough::Both,
        Some(code) if code.kind() == OpKind::Edge => PassThrough::Both,
        Some(OpCode::CustomCall) => {
            let name = OpCode::CustomCall.info().attrs.iter().find(|attr| attr.name == "call_target_name");
            match name.and_then(|name| module.attr(op, name.symbol)) {
                Some(Attr::String(target)) if matches!(&**target, b"MoveToHost" | b"MoveToDevice") => {
                    PassThrough::Both
                }
                _ => PassThrough::No,
            }
        }
        _ => PassThrough::No,
    }
}

/// What an op produces that shardings cannot propagate through; `None` if it produces nothing of the kind.
pub(crate) fn unsupported_result(module: &Module, op: OpId) -> Option<&'static str> {
    module.op(op).results().find_map(|value| match module.context.type_of(module.type_of(value)) {
        Type::Tensor(tensor) if tensor.static_shape().is_none() => Some("a tensor of dynamic shape"),
        Type::Tuple(_) => Some("a tuple"),
        _ => None,
    })
}

/// Whether an op may be erased when nothing uses its results: it, and everything in it, has no effect.
pub(crate) fn is_erasable(module: &Module, op: OpId) -> bool {
    if !is_effect_free(module, op) || module.op(op).regions.is_empty() {
        return is_effect_free(module, op);
    }
    let inside = module.walk(op);
    inside[1..].iter().all(|&inner| is_terminator(module, inner) || is_effect_free(module, inner))
}

/// Whether an op ends a block, which does not count as an effect of the op around it.
pub(crate) fn is_terminator(module: &Module, op: OpId) -> bool {
    module.op(op).name.code().is_some_and(|code| code.kind() == OpKind::Terminator)
}

/// Whether an op by itself has no effect. Ops nested in it may still have one; see [`is_erasable`].
pub(crate) fn is_effect_free(module: &Module, op: OpId) -> bool {
    match module.op(op).name.code().map(OpCode::effect) {
        Some(Effect::Pure) => true,
        Some(Effect::ByAttribute) => !has_side_effect(module, op),
        Some(Effect::Undeclared | Effect::Observable) | None => false,
    }
}

/// Whether erasing an unused op changes what the program does. MLIR keeps every op whose definition does not declare it
/// free of effects; this function is true only for ops that do have one.
pub fn has_effect(module: &Module, op: OpId) -> bool {
    match module.op(op).name.code().map(OpCode::effect) {
        Some(Effect::Pure | Effect::Undeclared) => false,
        Some(Effect::ByAttribute) => has_side_effect(module, op),
        Some(Effect::Observable) | None => true,
    }
}

/// Whether a custom call declares an effect.
fn has_side_effect(module: &Module, op: OpId) -> bool {
    let name = module.context.find_symbol("has_side_effect");
    let attr = name.and_then(|name| module.attr(op, name));
    matches!(attr, Some(Attr::Integer { value, .. }) if *value != 0)
}
