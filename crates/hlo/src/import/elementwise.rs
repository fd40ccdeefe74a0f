//! Which ops work element by element.

use partita_ir::{Module, OpCode, OpId};

/// Whether an op is pure and makes each element from those at the same place of its operands. Operands
/// that are scalars count as if broadcast.
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
        | C::SdyReshard => true,
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
