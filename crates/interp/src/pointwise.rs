//! Pointwise ops. Shapes are those of the operands, so that scalars and tensors take one path.

use crate::elementwise::{
    Binary, ComparisonDirection, Unary, binary, bitcast_convert, clamp, combine_parts, compare, conjugate,
    convert, is_infinite, multiply_high, reduce_precision, select, unary,
};
use crate::kernels as math;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Tensor};

/// A function of the op's attributes and operands.
pub(crate) type Special = fn(OpView<'_>, &[&Tensor]) -> EvalResult<Tensor>;

/// What a pointwise op computes at each position.
#[derive(Clone, Copy)]
pub(crate) enum Pointwise {
    /// An exact function of one operand.
    Unary(Unary),
    /// An exact function of two operands.
    Binary(Binary),
    /// An approximate function of one float, rounded to its format; not defined for integers.
    Inexact(math::Unary),
    /// An approximate function of two floats, rounded to their format; not defined for integers.
    InexactOfTwo(math::Binary),
    /// The first for floats, the second for other elements.
    Either(math::Unary, Unary),
    /// The first for floats, the second for other elements.
    EitherOfTwo(math::Binary, Binary),
    /// A function of its own.
    Special(Special),
}

impl Pointwise {
    /// Evaluates the op on tensors of one shape.
    pub(crate) fn apply(self, view: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
        let inexact = operands.first().is_some_and(|x| x.element.is_float() || x.element.is_complex());
        match self {
            Pointwise::Inexact(op) | Pointwise::Either(op, _) if inexact => {
                take(operands).and_then(|[x]| math::unary(op, x))
            }
            Pointwise::InexactOfTwo(op) | Pointwise::EitherOfTwo(op, _) if inexact => {
                take(operands).and_then(|[lhs, rhs]| math::binary(op, lhs, rhs))
            }
            Pointwise::Unary(op) | Pointwise::Either(_, op) => take(operands).and_then(|[x]| unary(op, x)),
            Pointwise::Binary(op) | Pointwise::EitherOfTwo(_, op) => {
                take(operands).and_then(|[lhs, rhs]| binary(op, lhs, rhs))
            }
            Pointwise::Inexact(_) | Pointwise::InexactOfTwo(_) => {
                let name = operands.first().map_or(String::new(), |x| x.element.name());
                Err(EvalError::Unsupported(format!("it is not defined for {name}")))
            }
            Pointwise::Special(function) => function(view, operands),
        }
    }
}

/// Evaluates `stablehlo.clamp`.
pub(crate) fn clamped(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [min, x, max] = take(operands)?;
    clamp(min, x, max)
}

/// Evaluates `stablehlo.compare`.
pub(crate) fn compared(view: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs] = take(operands)?;
    let (direction, total) = comparison(view)?;
    compare(direction, total, lhs, rhs)
}

/// Evaluates `stablehlo.complex`.
pub(crate) fn complex(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [real, imaginary] = take(operands)?;
    combine_parts(real, imaginary)
}

/// Evaluates `stablehlo.convert`.
pub(crate) fn converted(view: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    convert(x, view.result_element(0)?)
}

/// Evaluates `stablehlo.reduce_precision`.
pub(crate) fn with_precision(view: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    let (exponent, mantissa) = (view.int("exponent_bits")?, view.int("mantissa_bits")?);
    reduce_precision(x, exponent.clamp(0, 64) as u32, mantissa.clamp(0, 64) as u32)
}

/// Evaluates `stablehlo.select`.
pub(crate) fn selected(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [pred, on_true, on_false] = take(operands)?;
    select(pred, on_true, on_false)
}

/// Evaluates `stablehlo.bitcast_convert`.
pub(crate) fn bitcast(view: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    let to = view.result_element(0)?;
    if to.bits() == x.element.bits() {
        return bitcast_convert(x, to, &x.shape);
    }
    bitcast_convert(x, to, &view.result(0)?.1)
}

/// Evaluates `chlo.conj`.
pub(crate) fn conjugated(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    conjugate(x)
}

/// Evaluates `chlo.is_inf`.
pub(crate) fn is_inf(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    is_infinite(x, |x| x.is_infinite())
}

/// Evaluates `chlo.is_pos_inf`.
pub(crate) fn is_pos_inf(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    is_infinite(x, |x| x == f64::INFINITY)
}

/// Evaluates `chlo.is_neg_inf`.
pub(crate) fn is_neg_inf(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    is_infinite(x, |x| x == f64::NEG_INFINITY)
}

/// Evaluates `chlo.mulhi`.
pub(crate) fn high_product(_: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs] = take(operands)?;
    multiply_high(lhs, rhs)
}

/// The direction of a comparison, and whether it uses the total order of floats.
pub(crate) fn comparison(view: OpView<'_>) -> EvalResult<(ComparisonDirection, bool)> {
    let direction = match view.case("comparison_direction") {
        Some("EQ") => ComparisonDirection::Eq,
        Some("NE") => ComparisonDirection::Ne,
        Some("GE") => ComparisonDirection::Ge,
        Some("GT") => ComparisonDirection::Gt,
        Some("LE") => ComparisonDirection::Le,
        Some("LT") => ComparisonDirection::Lt,
        _ => return Err(EvalError::Argument("missing direction of a comparison".into())),
    };
    Ok((direction, view.case("compare_type") == Some("TOTALORDER")))
}

/// The operands as an array; fails unless there are exactly `N`.
pub(crate) fn take<'a, const N: usize>(operands: &[&'a Tensor]) -> EvalResult<[&'a Tensor; N]> {
    operands
        .try_into()
        .map_err(|_| EvalError::Argument(format!("expected {N} operands, found {}", operands.len())))
}
