//! Checks ops whose sizes or offsets are values.

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::hlo_shape::same_count;
use crate::shape::{Extent, Extents, TensorView};

impl OpCheck<'_> {
    /// Fails unless two tensors have the same element type.
    fn elements_equal(&self, a: TensorView<'_>, b: TensorView<'_>) -> Checked {
        if a.element == b.element {
            return Ok(());
        }
        self.fail_operands(format!(
            "`{}` and `{}` have different element types",
            self.spell(a.ty),
            self.spell(b.ty)
        ))
    }

    /// Fails unless the start indices, which are the operands from `first` on, match the rank and have one type.
    fn start_indices(&self, first: usize, rank: usize) -> Checked {
        let count = self.op.operands.len() - first;
        if count != rank {
            return self.fail_shape(format!("expected {rank} start indices, found {count}"));
        }
        for index in first + 1..self.op.operands.len() {
            let (a, b) = (self.tensor(first)?, self.tensor(index)?);
            if a.element != b.element {
                let (a, b) = (self.spell(a.ty), self.spell(b.ty));
                return self
                    .fail_operands(format!("the start indices have different types, `{a}` and `{b}`"));
            }
        }
        Ok(())
    }
}

/// Checks `stablehlo.dynamic_broadcast_in_dim`.
pub(crate) fn broadcast_in_dim(op: &OpCheck<'_>) -> Checked {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    op.elements_equal(operand, result)?;
    let dims = op.ints("broadcast_dimensions").unwrap_or_default();
    op.one_per_dim("broadcast_dimensions", dims, operand.rank())?;
    op.dimensions("broadcast_dimensions", dims, result.rank())?;
    for (from, &to) in dims.iter().enumerate() {
        let (size, target) = (operand.dim(from), result.dim(to as usize));
        if size != Extent::Fixed(1) && !size.matches(target) {
            let (operand, result) = (op.spell(operand.ty), op.spell(result.ty));
            return op.fail_shape(format!(
                "dimension {from} of `{operand}` does not match dimension {to} of `{result}`"
            ));
        }
    }
    let hints = |name| op.ints(name).unwrap_or_default();
    let (expanding, kept) = (hints("known_expanding_dimensions"), hints("known_nonexpanding_dimensions"));
    op.dimensions("known_expanding_dimensions", expanding, operand.rank())?;
    op.dimensions("known_nonexpanding_dimensions", kept, operand.rank())?;
    if let Some(both) = expanding.iter().find(|dim| kept.contains(dim)) {
        return op.fail_attr(
            "known_expanding_dimensions",
            format!("dimension {both} is listed as both expanding and not expanding"),
        );
    }
    Ok(())
}

/// Checks `stablehlo.dynamic_reshape`.
pub(crate) fn reshape(op: &OpCheck<'_>) -> Checked {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    op.elements_equal(operand, result)?;
    if op.tensor(1)?.dim(0).fixed() != Some(result.rank() as u64) {
        let message =
            format!("expected one size in `output_shape` per dimension of `{}`", op.spell(result.ty));
        return op.fail_shape(message);
    }
    same_count(op)
}

/// Checks `stablehlo.dynamic_pad`.
pub(crate) fn pad(op: &OpCheck<'_>) -> Checked {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    op.elements_equal(operand, op.tensor(1)?)?;
    op.elements_equal(operand, result)?;
    same_index_types(op, 2)?;
    if operand.rank() != result.rank() {
        return op.fail_shape(format!(
            "`{}` and `{}` have different ranks",
            op.spell(operand.ty),
            op.spell(result.ty)
        ));
    }
    if op.tensor(2)?.dim(0).fixed() != Some(operand.rank() as u64) {
        return op.fail_shape(format!("expected one padding per dimension of `{}`", op.spell(operand.ty)));
    }
    Ok(())
}

/// Fails unless all operands from `first` on have the same type.
fn same_index_types(op: &OpCheck<'_>, first: usize) -> Checked {
    let ty = op.operand(first);
    match op.operands().skip(first).find(|other| *other != ty) {
        None => Ok(()),
        Some(other) => {
            op.fail_operands(format!("`{}` and `{}` have different types", op.spell(ty), op.spell(other)))
        }
    }
}

/// Checks `stablehlo.real_dynamic_slice`.
pub(crate) fn real_dynamic_slice(op: &OpCheck<'_>) -> Checked {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    op.elements_equal(operand, result)?;
    same_index_types(op, 1)?;
    if op.tensor(1)?.dim(0).fixed() != Some(operand.rank() as u64) {
        return op
            .fail_shape(format!("expected one start index per dimension of `{}`", op.spell(operand.ty)));
    }
    Ok(())
}

/// Checks `stablehlo.dynamic_slice`.
pub(crate) fn slice(op: &OpCheck<'_>) -> Checked {
    let operand = op.tensor(0)?;
    op.start_indices(1, operand.rank())?;
    let sizes = op.ints("slice_sizes").unwrap_or_default();
    op.one_per_dim("slice_sizes", sizes, operand.rank())?;
    let mut extents = Extents::new();
    for (dim, (&size, extent)) in sizes.iter().zip(operand.dims()).enumerate() {
        if size < 0 {
            return op.fail_attr("slice_sizes", format!("negative slice size {size}"));
        }
        if let Some(full) = extent.fixed().filter(|full| size.unsigned_abs() > *full) {
            return op.fail_attr(
                "slice_sizes",
                format!("slice size {size} exceeds size {full} of dimension {dim}"),
            );
        }
        extents.push(Extent::Fixed(size.unsigned_abs()));
    }
    op.infer(0, &extents, ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.dynamic_update_slice`.
pub(crate) fn update_slice(op: &OpCheck<'_>) -> Checked {
    let (operand, update) = (op.tensor(0)?, op.tensor(1)?);
    op.elements_equal(operand, update)?;
    if operand.rank() != update.rank() {
        return op.fail_shape(format!(
            "`{}` and `{}` have different ranks",
            op.spell(operand.ty),
            op.spell(update.ty)
        ));
    }
    op.start_indices(2, operand.rank())?;
    for (dim, (slice, full)) in update.dims().zip(operand.dims()).enumerate() {
        if let (Some(slice), Some(full)) = (slice.fixed(), full.fixed())
            && slice > full
        {
            return op.fail_shape(format!(
                "the size {slice} of the update exceeds size {full} of dimension {dim}"
            ));
        }
    }
    op.infer(0, &operand.extents(), ExpectedElement::Is(operand.element))
}
