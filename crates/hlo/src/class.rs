//! Kinds of op that passes and propagation treat alike.

use partita_ir::{Attr, Module, OpCode, OpId, Type};
use partita_propagate::PassThrough;

/// Whether an op makes each element from those at the same place of its operands. Operands that are scalars
/// count as if broadcast. Collectives are not elementwise, nor are custom calls, whatever their rule.
pub fn is_elementwise(module: &Module, op: OpId) -> bool {
    use OpCode as C;
    let Some(code) = module.op(op).name.code() else { return false };
    match code {
        C::BitcastConvert => same_width(module, op),
        C::Abs
        | C::Add
        | C::And
        | C::Atan2
        | C::Cbrt
        | C::Ceil
        | C::Clamp
        | C::Compare
        | C::Complex
        | C::Convert
        | C::Cosine
        | C::CountLeadingZeros
        | C::Divide
        | C::Exponential
        | C::ExponentialMinusOne
        | C::Floor
        | C::Imag
        | C::IsFinite
        | C::Log
        | C::LogPlusOne
        | C::Logistic
        | C::Maximum
        | C::Minimum
        | C::Multiply
        | C::Negate
        | C::Not
        | C::Or
        | C::Popcnt
        | C::Power
        | C::Real
        | C::ReducePrecision
        | C::Remainder
        | C::RoundNearestAfz
        | C::RoundNearestEven
        | C::Rsqrt
        | C::Select
        | C::ShiftLeft
        | C::ShiftRightArithmetic
        | C::ShiftRightLogical
        | C::Sign
        | C::Sine
        | C::Sqrt
        | C::Subtract
        | C::Tan
        | C::Tanh
        | C::UniformDequantize
        | C::UniformQuantize
        | C::Xor
        | C::SdyPropagationBarrier
        | C::SdyReshard
        | C::SdyShardingConstraint => true,
        _ => code.name().starts_with("chlo.") && chlo(code),
    }
}

/// CHLO's one-operand functions, and all its ops that broadcast, are elementwise; its plain two-operand
/// functions do not say so.
fn chlo(code: OpCode) -> bool {
    use OpCode as C;
    !matches!(
        code,
        C::ChloConstant
            | C::ChloMulhi
            | C::ChloNextAfter
            | C::ChloPolygamma
            | C::ChloRaggedDot
            | C::ChloScan
            | C::ChloTopK
            | C::ChloZeta
    )
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

/// Whether an op that is not elementwise comes before all others, as those do, and which way it passes shardings.
pub(crate) fn pass_through(module: &Module, op: OpId) -> PassThrough {
    match module.op(op).name.code() {
        Some(OpCode::DynamicSlice | OpCode::DynamicUpdateSlice) => PassThrough::Forward,
        Some(OpCode::Reshape | OpCode::Transpose | OpCode::SdyDataFlowEdge | OpCode::SdyFuncDataFlowEdge) => {
            PassThrough::Both
        }
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

/// Why a function cannot be propagated through, if it cannot.
pub(crate) fn unsupported(module: &Module, op: OpId) -> Option<&'static str> {
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

/// Whether an op ends a block, which is no effect of the op around it.
pub(crate) fn is_terminator(module: &Module, op: OpId) -> bool {
    module.op(op).name.code().is_some_and(|code| code.info().traits.terminator)
}

/// Whether an op by itself has no effect. One that holds others may be erased if none of them has.
pub(crate) fn is_effect_free(module: &Module, op: OpId) -> bool {
    use OpCode as Op;
    let Some(code) = module.op(op).name.code() else { return false };
    match code {
        Op::BuiltinModule
        | Op::FuncCall
        | Op::FuncCallIndirect
        | Op::FuncConstant
        | Op::FuncFunc
        | Op::FuncReturn => false,
        Op::Return | Op::SdyReturn => false,
        Op::SdyAllGather
        | Op::SdyAllReduce
        | Op::SdyAllSlice
        | Op::SdyAllToAll
        | Op::SdyCollectivePermute
        | Op::SdyDataFlowEdge
        | Op::SdyFuncDataFlowEdge
        | Op::SdyMesh
        | Op::SdyReduceScatter
        | Op::SdyReplicatedToUnreduced
        | Op::SdyShardedToUnreduced
        | Op::SdyShardingConstraint
        | Op::SdyShardingGroup => false,
        Op::AllGather
        | Op::AllReduce
        | Op::AllToAll
        | Op::AsyncDone
        | Op::AsyncStart
        | Op::CollectiveBroadcast
        | Op::CollectivePermute
        | Op::Composite
        | Op::Infeed
        | Op::Outfeed
        | Op::Recv
        | Op::ReduceScatter
        | Op::Rng
        | Op::Send => false,
        Op::CustomCall => {
            let name = OpCode::CustomCall.info().attrs.iter().find(|attr| attr.name == "has_side_effect");
            let effect = name.and_then(|name| module.attr(op, name.symbol));
            !matches!(effect, Some(Attr::Integer { value: 1, .. }))
        }
        _ => true,
    }
}
