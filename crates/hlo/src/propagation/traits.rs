//! What decides when an op propagates.

use partita_ir::{Attr, Module, OpCode, OpId, Type};
use partita_propagate::PassThrough;

/// Whether an op works element by element on tensors of one shape.
pub(super) fn is_elementwise(module: &Module, op: OpId) -> bool {
    use OpCode as Op;
    let Some(code) = module.op(op).name.code() else { return false };
    match code {
        Op::BitcastConvert => same_width(module, op),
        Op::SdyShardingConstraint | Op::SdyReshard | Op::SdyPropagationBarrier => true,
        Op::Clamp | Op::Select => true,
        Op::Abs
        | Op::Add
        | Op::And
        | Op::Atan2
        | Op::Cbrt
        | Op::Ceil
        | Op::CountLeadingZeros
        | Op::Compare
        | Op::Complex
        | Op::Convert
        | Op::Cosine
        | Op::Divide
        | Op::Exponential
        | Op::ExponentialMinusOne
        | Op::Floor
        | Op::Imag
        | Op::IsFinite
        | Op::Log
        | Op::LogPlusOne
        | Op::Logistic
        | Op::Maximum
        | Op::Minimum
        | Op::Multiply
        | Op::Negate
        | Op::Not
        | Op::Or
        | Op::Popcnt
        | Op::Power
        | Op::Real
        | Op::ReducePrecision
        | Op::Remainder
        | Op::RoundNearestAfz
        | Op::RoundNearestEven
        | Op::Rsqrt
        | Op::ShiftLeft
        | Op::ShiftRightArithmetic
        | Op::ShiftRightLogical
        | Op::Sign
        | Op::Sine
        | Op::Sqrt
        | Op::Subtract
        | Op::Tan
        | Op::Tanh
        | Op::Xor => true,
        _ => false,
    }
}

fn same_width(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let rank = |value| module.context.tensor(module.type_of(value)).map(|tensor| tensor.rank());
    rank(data.operands[0]) == rank(data.result(0))
}

/// Whether an op comes before all others, and which way it passes shardings.
pub(super) fn pass_through(module: &Module, op: OpId) -> PassThrough {
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
        _ if is_elementwise(module, op) => PassThrough::Both,
        _ => PassThrough::No,
    }
}

/// Why a function cannot be propagated through, if it cannot.
pub(super) fn unsupported(module: &Module, op: OpId) -> Option<&'static str> {
    module.op(op).results().find_map(|value| match module.context.type_of(module.type_of(value)) {
        Type::Tensor(tensor) if tensor.static_shape().is_none() => Some("a tensor of dynamic shape"),
        Type::Tuple(_) => Some("a tuple"),
        _ => None,
    })
}

/// Whether an op may be erased when nothing uses its results: it, and everything in it, has no effect.
pub(super) fn is_erasable(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    if data.regions.is_empty() {
        return is_effect_free(module, op);
    }
    let inside = module.walk(op);
    inside.iter().all(|&inner| {
        let terminator = module.op(inner).name.code().is_some_and(|code| code.info().traits.terminator);
        terminator && inner != op || is_effect_free(module, inner)
    })
}

fn is_effect_free(module: &Module, op: OpId) -> bool {
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
