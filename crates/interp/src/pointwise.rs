//! Which kernel a pointwise op is. Shapes are those of the operands, so that scalars and tensors take one path.

use partita_ir::OpCode;

use crate::elementwise::{
    Binary, Direction, Unary, binary, bitcast_convert, clamp, combine_parts, compare, conjugate, convert,
    is_infinite, multiply_high, reduce_precision, select, unary,
};
use crate::kernels as math;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Tensor};

pub(crate) fn unary_op(code: OpCode) -> Option<Unary> {
    Some(match code {
        OpCode::Abs => Unary::Abs,
        OpCode::Ceil => Unary::Ceil,
        OpCode::CountLeadingZeros => Unary::CountLeadingZeros,
        OpCode::Floor => Unary::Floor,
        OpCode::Imag => Unary::Imag,
        OpCode::IsFinite => Unary::IsFinite,
        OpCode::Negate => Unary::Negate,
        OpCode::Not => Unary::Not,
        OpCode::Popcnt => Unary::Popcnt,
        OpCode::Real => Unary::Real,
        OpCode::RoundNearestAfz => Unary::RoundNearestAfz,
        OpCode::RoundNearestEven => Unary::RoundNearestEven,
        OpCode::Sign => Unary::Sign,
        _ => return None,
    })
}

pub(crate) fn binary_op(code: OpCode) -> Option<Binary> {
    Some(match code {
        OpCode::Add | OpCode::ChloBroadcastAdd => Binary::Add,
        OpCode::And | OpCode::ChloBroadcastAnd => Binary::And,
        OpCode::Divide | OpCode::ChloBroadcastDivide => Binary::Divide,
        OpCode::Maximum | OpCode::ChloBroadcastMaximum => Binary::Maximum,
        OpCode::Minimum | OpCode::ChloBroadcastMinimum => Binary::Minimum,
        OpCode::Multiply | OpCode::ChloBroadcastMultiply => Binary::Multiply,
        OpCode::Or | OpCode::ChloBroadcastOr => Binary::Or,
        OpCode::Power | OpCode::ChloBroadcastPower => Binary::Power,
        OpCode::Remainder | OpCode::ChloBroadcastRemainder => Binary::Remainder,
        OpCode::ShiftLeft | OpCode::ChloBroadcastShiftLeft => Binary::ShiftLeft,
        OpCode::ShiftRightArithmetic | OpCode::ChloBroadcastShiftRightArithmetic => {
            Binary::ShiftRightArithmetic
        }
        OpCode::ShiftRightLogical | OpCode::ChloBroadcastShiftRightLogical => Binary::ShiftRightLogical,
        OpCode::Subtract | OpCode::ChloBroadcastSubtract => Binary::Subtract,
        OpCode::Xor | OpCode::ChloBroadcastXor => Binary::Xor,
        _ => return None,
    })
}

/// Functions that are computed approximately and rounded.
fn math_unary(code: OpCode) -> Option<math::Unary> {
    Some(match code {
        OpCode::Abs => math::Unary::Abs,
        OpCode::Cbrt => math::Unary::Cbrt,
        OpCode::Cosine => math::Unary::Cosine,
        OpCode::Exponential => math::Unary::Exponential,
        OpCode::ExponentialMinusOne => math::Unary::ExponentialMinusOne,
        OpCode::Log => math::Unary::Log,
        OpCode::LogPlusOne => math::Unary::LogPlusOne,
        OpCode::Logistic => math::Unary::Logistic,
        OpCode::Rsqrt => math::Unary::Rsqrt,
        OpCode::Sign => math::Unary::Sign,
        OpCode::Sine => math::Unary::Sine,
        OpCode::Sqrt => math::Unary::Sqrt,
        OpCode::Tan | OpCode::ChloTan => math::Unary::Tan,
        OpCode::Tanh => math::Unary::Tanh,
        OpCode::ChloAcos => math::Unary::Acos,
        OpCode::ChloAcosh => math::Unary::Acosh,
        OpCode::ChloAsin => math::Unary::Asin,
        OpCode::ChloAsinh => math::Unary::Asinh,
        OpCode::ChloAtan => math::Unary::Atan,
        OpCode::ChloAtanh => math::Unary::Atanh,
        OpCode::ChloBesselI1e => math::Unary::BesselI1e,
        OpCode::ChloCosh => math::Unary::Cosh,
        OpCode::ChloDigamma => math::Unary::Digamma,
        OpCode::ChloErf => math::Unary::Erf,
        OpCode::ChloErfInv => math::Unary::ErfInv,
        OpCode::ChloErfc => math::Unary::Erfc,
        OpCode::ChloLgamma => math::Unary::Lgamma,
        OpCode::ChloSinh => math::Unary::Sinh,
        OpCode::ChloSquare => math::Unary::Square,
        _ => return None,
    })
}

fn math_binary(code: OpCode) -> Option<math::Binary> {
    Some(match code {
        OpCode::Atan2 | OpCode::ChloBroadcastAtan2 => math::Binary::Atan2,
        OpCode::Power | OpCode::ChloBroadcastPower => math::Binary::Power,
        OpCode::ChloNextAfter | OpCode::ChloBroadcastNextAfter => math::Binary::NextAfter,
        OpCode::ChloPolygamma | OpCode::ChloBroadcastPolygamma => math::Binary::Polygamma,
        OpCode::ChloZeta | OpCode::ChloBroadcastZeta => math::Binary::Zeta,
        _ => return None,
    })
}

/// Whether [`pointwise`] knows an op and the op is free to work on any shape.
pub(crate) fn is_pointwise(code: OpCode) -> bool {
    unary_op(code).is_some()
        || binary_op(code).is_some()
        || math_unary(code).is_some()
        || math_binary(code).is_some()
        || matches!(
            code,
            OpCode::Clamp
                | OpCode::Compare
                | OpCode::Complex
                | OpCode::Convert
                | OpCode::ReducePrecision
                | OpCode::Select
                | OpCode::BitcastConvert
                | OpCode::ChloConj
                | OpCode::ChloIsInf
                | OpCode::ChloIsPosInf
                | OpCode::ChloIsNegInf
                | OpCode::ChloMulhi
        )
}

/// Evaluates a pointwise op; `None` when it is none.
pub(crate) fn pointwise(view: OpView<'_>, code: OpCode, operands: &[&Tensor]) -> Option<EvalResult<Tensor>> {
    let inexact = operands.first().is_some_and(|x| x.element.is_float() || x.element.is_complex());
    if let Some(op) = math_unary(code).filter(|_| inexact) {
        return Some(take(operands).and_then(|[x]| math::unary(op, x)));
    }
    if let Some(op) = math_binary(code).filter(|_| inexact) {
        return Some(take(operands).and_then(|[lhs, rhs]| math::binary(op, lhs, rhs)));
    }
    if let Some(op) = unary_op(code) {
        return Some(take(operands).and_then(|[x]| unary(op, x)));
    }
    if let Some(op) = binary_op(code) {
        return Some(take(operands).and_then(|[lhs, rhs]| binary(op, lhs, rhs)));
    }
    Some(match code {
        OpCode::Clamp => take(operands).and_then(|[min, x, max]| clamp(min, x, max)),
        OpCode::Compare | OpCode::ChloBroadcastCompare => take(operands).and_then(|[lhs, rhs]| {
            let (direction, total) = comparison(view)?;
            compare(direction, total, lhs, rhs)
        }),
        OpCode::Complex | OpCode::ChloBroadcastComplex => {
            take(operands).and_then(|[lhs, rhs]| combine_parts(lhs, rhs))
        }
        OpCode::Convert => take(operands).and_then(|[x]| convert(x, view.result_element(0)?)),
        OpCode::ReducePrecision => take(operands).and_then(|[x]| {
            let (exponent, mantissa) = (view.int("exponent_bits")?, view.int("mantissa_bits")?);
            reduce_precision(x, exponent.clamp(0, 64) as u32, mantissa.clamp(0, 64) as u32)
        }),
        OpCode::Select | OpCode::ChloBroadcastSelect => {
            take(operands).and_then(|[pred, on_true, on_false]| select(pred, on_true, on_false))
        }
        OpCode::BitcastConvert => take(operands).and_then(|[x]| {
            let to = view.result_element(0)?;
            if to.bits() == x.element.bits() {
                return bitcast_convert(x, to, &x.shape);
            }
            bitcast_convert(x, to, &view.result(0)?.1)
        }),
        OpCode::ChloConj => take(operands).and_then(|[x]| conjugate(x)),
        OpCode::ChloIsInf => take(operands).and_then(|[x]| is_infinite(x, |x| x.is_infinite())),
        OpCode::ChloIsPosInf => take(operands).and_then(|[x]| is_infinite(x, |x| x == f64::INFINITY)),
        OpCode::ChloIsNegInf => take(operands).and_then(|[x]| is_infinite(x, |x| x == f64::NEG_INFINITY)),
        OpCode::ChloMulhi => take(operands).and_then(|[lhs, rhs]| multiply_high(lhs, rhs)),
        // Integers have no inexact functions.
        _ if is_pointwise(code) => {
            let name = operands.first().map_or(String::new(), |x| x.element.name());
            Err(EvalError::Unsupported(format!("it is not defined for {name}")))
        }
        _ => return None,
    })
}

/// Direction of a comparison and whether floats are in their total order.
pub(crate) fn comparison(view: OpView<'_>) -> EvalResult<(Direction, bool)> {
    let direction = match view.case("comparison_direction") {
        Some("EQ") => Direction::Eq,
        Some("NE") => Direction::Ne,
        Some("GE") => Direction::Ge,
        Some("GT") => Direction::Gt,
        Some("LE") => Direction::Le,
        Some("LT") => Direction::Lt,
        _ => return Err(EvalError::Argument("a comparison without direction".into())),
    };
    Ok((direction, view.case("compare_type") == Some("TOTALORDER")))
}

/// Exactly so many operands.
pub(crate) fn take<'a, const N: usize>(operands: &[&'a Tensor]) -> EvalResult<[&'a Tensor; N]> {
    operands
        .try_into()
        .map_err(|_| EvalError::Argument(format!("it needs {N} operands, not {}", operands.len())))
}
