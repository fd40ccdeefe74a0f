//! Checks ops that compute each element of the result from the elements at the same position.

use partita_base::code;
use partita_ir::Type;

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::shape::{Extents, TensorView, all_match};

/// Checks that all operands and results can have one type.
pub(crate) fn same_type(op: &OpCheck<'_>) -> Checked {
    let first = op.operand(0);
    if let Some(other) = op.operands().chain(op.results()).find(|ty| !op.compatible(first, *ty)) {
        let message = format!("`{}` and `{}` have different types", op.spell(first), op.spell(other));
        return op.fail_operands(message);
    }
    most_specific(op)
}

/// Like [`same_type`], and ranked tensors must not be mixed with unranked ones.
pub(crate) fn same_kind(op: &OpCheck<'_>) -> Checked {
    check_kind(op)?;
    same_type(op)
}

/// Checks that the operand and the result are both ranked or both unranked.
fn check_kind(op: &OpCheck<'_>) -> Checked {
    let ranked = |ty| TensorView::of(op.context(), ty).is_some();
    if ranked(op.operand(0)) == ranked(op.result(0)) {
        return Ok(());
    }
    let (operand, result) = (op.spell(op.operand(0)), op.spell(op.result(0)));
    op.fail(
        code::RESULT_TYPE,
        format!("expected both `{operand}` and `{result}` to be ranked, or both unranked"),
    )
}

/// Like [`same_type`], but only compares element types and shapes.
pub(crate) fn add(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    most_specific(op)
}

/// Checks the result against the combined sizes of the operands.
fn most_specific(op: &OpCheck<'_>) -> Checked {
    if op.op.operands.len() < 2 {
        return Ok(());
    }
    let ranked = |ty| TensorView::of(op.context(), ty);
    let operands: Vec<TensorView<'_>> = op.operands().filter_map(ranked).collect();
    let all: Vec<TensorView<'_>> = operands.iter().copied().chain(op.results().filter_map(ranked)).collect();
    same_shape(op, &all)?;
    if operands.is_empty() || all.len() == operands.len() {
        return Ok(());
    }
    op.infer(0, &merge_shapes(op, &operands)?, ExpectedElement::Any)
}

/// Fails unless all fixed sizes agree.
pub(crate) fn same_shape(op: &OpCheck<'_>, tensors: &[TensorView<'_>]) -> Checked {
    if all_match(tensors) {
        return Ok(());
    }
    let types = op.spell_all(tensors.iter().map(|tensor| tensor.ty));
    op.fail_shape(format!("the operands and results `{types}` have different shapes"))
}

/// Fails unless all operands and results have the same element type.
pub(crate) fn same_elements(op: &OpCheck<'_>) -> Checked {
    let mut elements = op.operands().chain(op.results()).filter_map(|ty| op.element_of(ty));
    let Some(first) = elements.next() else { return Ok(()) };
    match elements.find(|other| first != *other) {
        None => Ok(()),
        Some(other) => {
            let message =
                format!("expected one element type, found {} and {}", op.spell(first), op.spell(other));
            op.fail_operands(message)
        }
    }
}

/// Fails unless all operands have the same element type.
pub(crate) fn same_operand_elements(op: &OpCheck<'_>) -> Checked {
    let mut elements = op.operands().filter_map(|ty| op.element_of(ty));
    let Some(first) = elements.next() else { return Ok(()) };
    match elements.find(|other| first != *other) {
        None => Ok(()),
        Some(other) => {
            let message =
                format!("expected one element type, found {} and {}", op.spell(first), op.spell(other));
            op.fail_operands(message)
        }
    }
}

/// The most precise shape that matches all tensors; bounds count if the first tensor has some.
pub(crate) fn merge_shapes(op: &OpCheck<'_>, tensors: &[TensorView<'_>]) -> Checked<Extents> {
    let Some((first, rest)) = tensors.split_first() else { return Ok(Extents::new()) };
    let mut extents = first.extents();
    for tensor in rest {
        for (index, (extent, other)) in extents.iter_mut().zip(tensor.dims()).enumerate() {
            match extent.both(other) {
                Some(both) => *extent = both,
                None => {
                    let types = op.spell_all(tensors.iter().map(|tensor| tensor.ty));
                    return op.fail_shape(format!("the sizes of dimension {index} of `{types}` differ"));
                }
            }
        }
    }
    if !first.has_bounds() {
        extents.iter_mut().for_each(|extent| *extent = extent.unbounded());
    }
    Ok(extents)
}

/// Checks that the result has the operand's shape and its component type: `abs`, `real`, `imag`.
pub(crate) fn component_type(op: &OpCheck<'_>) -> Checked {
    let operand = op.tensor(0)?;
    op.infer(0, &operand.extents(), ExpectedElement::Is(op.part_of(operand.element)))
}

/// Checks that the result has the operand's shape and is boolean.
pub(crate) fn boolean_result(op: &OpCheck<'_>) -> Checked {
    check_kind(op)?;
    match TensorView::of(op.context(), op.operand(0)) {
        Some(operand) => op.infer(0, &operand.extents(), ExpectedElement::Bool),
        None => Ok(()),
    }
}

/// Checks `stablehlo.complex`.
pub(crate) fn complex(op: &OpCheck<'_>) -> Checked {
    same_operand_elements(op)?;
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    same_shape(op, &[lhs, rhs, op.result_tensor(0)?])?;
    op.infer(0, &lhs.extents(), ExpectedElement::ComplexOf(lhs.element))
}

/// Checks `stablehlo.compare`.
pub(crate) fn compare(op: &OpCheck<'_>) -> Checked {
    same_operand_elements(op)?;
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    same_shape(op, &[lhs, rhs, op.result_tensor(0)?])?;
    op.infer(0, &lhs.extents(), ExpectedElement::Bool)
}

/// Checks `stablehlo.convert`.
pub(crate) fn convert(op: &OpCheck<'_>) -> Checked {
    same_shape(op, &[op.tensor(0)?, op.result_tensor(0)?])
}

/// Checks `stablehlo.clamp`.
pub(crate) fn clamp(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(1)?;
    for (index, name) in [(0, "min"), (2, "max")] {
        let limit = op.tensor(index)?;
        if limit.rank() != 0 && !limit.matches(operand) {
            let (limit, operand) = (op.spell(limit.ty), op.spell(operand.ty));
            return op.fail_shape(format!(
                "expected `{name}` to be a scalar or to have the shape of `{operand}`, found `{limit}`"
            ));
        }
    }
    op.infer(0, &operand.unbounded(), ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.select`.
pub(crate) fn select(op: &OpCheck<'_>) -> Checked {
    let (pred, yes, no) = (op.tensor(0)?, op.tensor(1)?, op.tensor(2)?);
    if !op.compatible(yes.ty, no.ty) {
        let message =
            format!("the choices `{}` and `{}` have different types", op.spell(yes.ty), op.spell(no.ty));
        return op.fail_operands(message);
    }
    if pred.rank() != 0 && !pred.matches(yes) {
        let message = format!(
            "the predicate `{}` is neither a scalar nor has the shape of `{}`",
            op.spell(pred.ty),
            op.spell(yes.ty)
        );
        return op.fail_shape(message);
    }
    op.infer(0, &merge_shapes(op, &[yes, no])?, ExpectedElement::Is(yes.element))
}

/// Checks `stablehlo.bitcast_convert`.
pub(crate) fn bitcast(op: &OpCheck<'_>) -> Checked {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let types = || format!("`{}` and `{}`", op.spell(operand.ty), op.spell(result.ty));
    if op.is_complex(operand.element) != op.is_complex(result.element) {
        return op
            .fail(code::RESULT_TYPE, format!("cannot convert between real and complex types, {}", types()));
    }
    let bits = (bits_of(op, operand), bits_of(op, result));
    let (small, large) = if bits.0 <= bits.1 { (operand, result) } else { (result, operand) };
    let (small_bits, large_bits) = (bits.0.min(bits.1), bits.0.max(bits.1));
    if small_bits == large_bits {
        return check_prefix(op, operand, result);
    }
    if small.rank() != large.rank() + 1 {
        return op.fail_shape(format!(
            "the ranks of {} do not match their widths of {small_bits} and {large_bits} bits",
            types()
        ));
    }
    check_prefix(op, operand, result)?;
    match small.dim(small.rank() - 1).fixed() {
        Some(count) if u128::from(count) * u128::from(small_bits) != u128::from(large_bits) => op.fail_shape(
            format!("{count} x {small_bits} bits do not equal {large_bits} bits, in {}", types()),
        ),
        _ => Ok(()),
    }
}

/// Checks that the dimensions that both tensors have agree.
fn check_prefix(op: &OpCheck<'_>, a: TensorView<'_>, b: TensorView<'_>) -> Checked {
    match a.dims().zip(b.dims()).position(|(a, b)| !a.matches(b)) {
        None => Ok(()),
        Some(index) => op.fail_shape(format!(
            "dimension {index} of `{}` and of `{}` differ",
            op.spell(a.ty),
            op.spell(b.ty)
        )),
    }
}

/// The width of an element in bits.
fn bits_of(op: &OpCheck<'_>, tensor: TensorView<'_>) -> u32 {
    let plain = |ty| match op.context().type_of(ty) {
        Type::Integer { width, .. } => *width,
        Type::Float(kind) => kind.bits(),
        _ => 0,
    };
    match op.context().type_of(tensor.element) {
        Type::Complex(part) => 2 * plain(*part),
        _ => plain(tensor.element),
    }
}
