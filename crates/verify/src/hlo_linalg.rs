//! Checks factorisations, transforms, normalisation and random numbers.

use partita_base::code;
use partita_ir::{FloatKind, Type};

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::hlo_elementwise::{same_elements, same_shape};
use crate::shape::{Extent, TensorView};

/// Checks `stablehlo.cholesky`.
pub(crate) fn cholesky(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let a = op.tensor(0)?;
    check_square(op, a)?;
    op.infer(0, &a.extents(), ExpectedElement::Is(a.element))
}

fn check_square(op: &OpCheck<'_>, a: TensorView<'_>) -> Checked {
    if a.rank() < 2 || !a.dim(a.rank() - 2).matches(a.dim(a.rank() - 1)) {
        return op.fail_shape(format!("expected square matrices, found `{}`", op.spell(a.ty)));
    }
    Ok(())
}

/// Checks `stablehlo.triangular_solve`.
pub(crate) fn triangular_solve(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let (a, b) = (op.tensor(0)?, op.tensor(1)?);
    check_square(op, a)?;
    if a.rank() != b.rank() {
        return op.fail_shape(format!("`{}` and `{}` have different ranks", op.spell(a.ty), op.spell(b.ty)));
    }
    let shared = b.rank() - if op.flag("left_side").unwrap_or(true) { 2 } else { 1 };
    if !a.dim(a.rank() - 1).matches(b.dim(shared)) {
        let (a, b) = (op.spell(a.ty), op.spell(b.ty));
        return op.fail_shape(format!("`{a}` does not match dimension {shared} of `{b}`"));
    }
    if let Some(dim) = (0..a.rank() - 2).find(|dim| !a.dim(*dim).matches(b.dim(*dim))) {
        let (a, b) = (op.spell(a.ty), op.spell(b.ty));
        return op.fail_shape(format!("dimension {dim} of `{a}` and of `{b}` differ"));
    }
    if op.case("transpose_a") == Some("TRANSPOSE_INVALID") {
        return op.fail_attr(
            "transpose_a",
            "expected NO_TRANSPOSE, TRANSPOSE or ADJOINT, found TRANSPOSE_INVALID",
        );
    }
    op.infer(0, &b.extents(), ExpectedElement::Is(b.element))
}

/// Checks `stablehlo.fft`.
pub(crate) fn fft(op: &OpCheck<'_>) -> Checked {
    let operand = op.tensor(0)?;
    let (kind, lengths) = (op.case("fft_type").unwrap_or("FFT"), op.ints("fft_length").unwrap_or_default());
    if !(1..=3).contains(&lengths.len()) || lengths.len() > operand.rank() {
        let message = format!("expected 1 to 3 lengths, at most one per dimension, found {}", lengths.len());
        return op.fail_attr("fft_length", message);
    }
    if let Some(length) = lengths.iter().find(|length| **length < 0 && kind.ends_with("RFFT")) {
        return op.fail_attr("fft_length", format!("negative length {length}"));
    }
    let complex = op.is_complex(operand.element);
    let real = matches!(op.context().type_of(operand.element), Type::Float(FloatKind::F32 | FloatKind::F64));
    if (kind == "RFFT" && !real) || (kind != "RFFT" && !complex) {
        let wanted = if kind == "RFFT" { "f32 or f64" } else { "complex numbers" };
        return op.fail_operands(format!(
            "expected an operand of {wanted} for {kind}, found `{}`",
            op.spell(operand.ty)
        ));
    }
    let first = operand.rank() - lengths.len();
    let mut extents = operand.extents();
    let last = extents.len() - 1;
    let half = |length: i64| match length {
        0 => Extent::Fixed(0),
        _ => Extent::Fixed((length / 2 + 1).unsigned_abs()),
    };
    let length_of = |dim: usize| lengths[dim - first];
    let mismatch = |dim: usize, wanted: i64| {
        let message = format!("expected size {wanted} of dimension {dim} of `{}`", op.spell(operand.ty));
        op.fail_shape(message)
    };
    let full = |dim: usize| Extent::Fixed(length_of(dim).unsigned_abs());
    match kind {
        "RFFT" => {
            if let Some(dim) = (first..=last).find(|dim| !operand.dim(*dim).matches(full(*dim))) {
                return mismatch(dim, length_of(dim));
            }
            if length_of(last) != 0 {
                extents[last] = half(length_of(last));
            }
            op.infer(0, &extents, ExpectedElement::ComplexOf(operand.element))
        }
        "IRFFT" => {
            if let Some(dim) = (first..last).find(|dim| !operand.dim(*dim).matches(full(*dim))) {
                return mismatch(dim, length_of(dim));
            }
            if !operand.dim(last).matches(half(length_of(last))) {
                return mismatch(last, length_of(last));
            }
            extents[last] = full(last);
            op.infer(0, &extents, ExpectedElement::Is(op.part_of(operand.element)))
        }
        _ => op.infer(0, &extents, ExpectedElement::Is(operand.element)),
    }
}

/// Checks `stablehlo.batch_norm_inference`, `_training` and `_grad`.
pub(crate) fn batch_norm(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let tensors = op.tensors()?;
    let operand = tensors[0];
    let index = op.int("feature_index").unwrap_or(0);
    let feature = op.dimension("feature_index", index, operand.rank())?;
    let is_full = |position: &usize| *position == 0 || op.info.operands[*position].name == "grad_output";
    let (full, vectors): (Vec<usize>, Vec<usize>) = (0..tensors.len()).partition(is_full);
    for group in [full, vectors] {
        let group: Vec<TensorView<'_>> = group.into_iter().map(|position| tensors[position]).collect();
        same_shape(op, &group)?;
    }
    let vector = tensors.get(1).copied();
    let features = operand.dim(feature);
    if let Some(vector) = vector.filter(|vector| !vector.dim(0).matches(features)) {
        let (vector, operand) = (op.spell(vector.ty), op.spell(operand.ty));
        return op.fail_shape(format!("`{vector}` does not match dimension {feature} of `{operand}`"));
    }
    op.infer(0, &operand.extents(), ExpectedElement::Is(operand.element))?;
    for index in 1..op.op.result_count() {
        op.infer(index, &[features], ExpectedElement::Is(operand.element))?;
    }
    Ok(())
}

/// Checks `stablehlo.rng`.
pub(crate) fn rng(op: &OpCheck<'_>) -> Checked {
    let (a, b, result) = (op.tensor(0)?, op.tensor(1)?, op.result_tensor(0)?);
    if a.element != b.element || a.element != result.element {
        let types = op.spell_all([a.ty, b.ty, result.ty]);
        return op.fail_operands(format!("expected one element type, found `{types}`"));
    }
    let float = matches!(op.context().type_of(a.element), Type::Float(_));
    if op.case("rng_distribution") == Some("NORMAL") && !float {
        return op.fail_operands(format!(
            "expected float parameters of a normal distribution, found `{}`",
            op.spell(a.ty)
        ));
    }
    if op.tensor(2)?.dim(0).fixed().is_some_and(|rank| rank != result.rank() as u64) {
        return op
            .fail_shape(format!("expected one size in `shape` per dimension of `{}`", op.spell(result.ty)));
    }
    Ok(())
}

/// Checks `stablehlo.rng_bit_generator`.
pub(crate) fn rng_bit_generator(op: &OpCheck<'_>) -> Checked {
    let (before, after) = (op.tensor(0)?, op.result_tensor(0)?);
    if before.matches(after) {
        return Ok(());
    }
    let (before, after) = (op.spell(before.ty), op.spell(after.ty));
    op.fail(
        code::RESULT_TYPE,
        format!("the initial state `{before}` and the output state `{after}` have different shapes"),
    )
}
