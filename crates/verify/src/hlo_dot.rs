//! Checks products of matrices and tensors.

use partita_base::code;
use partita_ir::{Attr, RecordAttr};

use crate::check::{Checked, OpCheck};
use crate::shape::{Extents, TensorView};

/// Checks `stablehlo.dot`.
pub(crate) fn dot(op: &OpCheck<'_>) -> Checked {
    check_precisions(op)?;
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    if !(1..=2).contains(&lhs.rank()) || !(1..=2).contains(&rhs.rank()) {
        let message =
            format!("expected vectors or matrices, found `{}` and `{}`", op.spell(lhs.ty), op.spell(rhs.ty));
        return op.fail_shape(message);
    }
    if !lhs.dim(lhs.rank() - 1).matches(rhs.dim(0)) {
        let message =
            format!("`{}` and `{}` have different contracting sizes", op.spell(lhs.ty), op.spell(rhs.ty));
        return op.fail_shape(message);
    }
    let extents: Extents = lhs.dims().take(lhs.rank() - 1).chain(rhs.dims().skip(1)).collect();
    op.infer_shape(0, &extents)
}

/// Checks that there is at most one precision per operand.
pub(crate) fn check_precisions(op: &OpCheck<'_>) -> Checked {
    match op.array("precision_config") {
        Some(list) if list.len() > 2 => op.fail_attr(
            "precision_config",
            format!("expected at most 2 precisions (one per operand), found {}", list.len()),
        ),
        _ => Ok(()),
    }
}

/// Checks `stablehlo.dot_general`.
pub(crate) fn dot_general(op: &OpCheck<'_>) -> Checked {
    check_precisions(op)?;
    if op.record("algorithm").is_some() {
        let all_default = |list: &[partita_ir::AttrId]| {
            list.iter().all(
                |item| matches!(op.context().attr_of(*item), Attr::Enum(case) if case.text() == "DEFAULT"),
            )
        };
        if !op.array("precision_config").is_none_or(all_default) {
            return op.fail_attr("precision_config", "expected DEFAULT precision with an algorithm");
        }
    }
    let Some(numbers) = op.record("dot_dimension_numbers") else { return Ok(()) };
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    let dims = Contraction::read(op, "dot_dimension_numbers", numbers, lhs, rhs)?;
    let mut extents = dims.batch(op, lhs, rhs)?;
    extents.extend(dims.free(lhs, true));
    extents.extend(dims.free(rhs, false));
    op.infer_shape(0, &extents)
}

/// The dimensions that two operands share.
pub(crate) struct Contraction<'m> {
    lhs_batch: &'m [i64],
    rhs_batch: &'m [i64],
    lhs_contract: &'m [i64],
    rhs_contract: &'m [i64],
}

impl<'m> Contraction<'m> {
    /// Parses dimension numbers and checks them against the operands.
    pub(crate) fn read(
        op: &OpCheck<'_>,
        attr: &str,
        numbers: &'m RecordAttr,
        lhs: TensorView<'_>,
        rhs: TensorView<'_>,
    ) -> Checked<Contraction<'m>> {
        let dims = Contraction {
            lhs_batch: numbers.ints("lhs_batching_dimensions"),
            rhs_batch: numbers.ints("rhs_batching_dimensions"),
            lhs_contract: numbers.ints("lhs_contracting_dimensions"),
            rhs_contract: numbers.ints("rhs_contracting_dimensions"),
        };
        for (what, left, right) in [
            ("batching", dims.lhs_batch, dims.rhs_batch),
            ("contracting", dims.lhs_contract, dims.rhs_contract),
        ] {
            if left.len() != right.len() {
                let message =
                    format!("the operands have {} and {} {what} dimensions", left.len(), right.len());
                return op.fail_attr(attr, message);
            }
        }
        for (tensor, batch, contract) in
            [(lhs, dims.lhs_batch, dims.lhs_contract), (rhs, dims.rhs_batch, dims.rhs_contract)]
        {
            let used: Vec<i64> = batch.iter().chain(contract).copied().collect();
            op.dimensions(attr, &used, tensor.rank())?;
        }
        for (what, left, right) in [
            ("batching", dims.lhs_batch, dims.rhs_batch),
            ("contracting", dims.lhs_contract, dims.rhs_contract),
        ] {
            for (&l, &r) in left.iter().zip(right) {
                if !lhs.dim(l as usize).matches(rhs.dim(r as usize)) {
                    let (lhs, rhs) = (op.spell(lhs.ty), op.spell(rhs.ty));
                    let message =
                        format!("{what} dimension {l} of `{lhs}` and {r} of `{rhs}` have different sizes");
                    return Err(op.label_operands(op.attr_fault(code::SHAPE, attr, message)).into());
                }
            }
        }
        Ok(dims)
    }

    /// The sizes of the batching dimensions.
    pub(crate) fn batch(
        &self,
        op: &OpCheck<'_>,
        lhs: TensorView<'_>,
        rhs: TensorView<'_>,
    ) -> Checked<Extents> {
        let mut extents = Extents::new();
        for (&l, &r) in self.lhs_batch.iter().zip(self.rhs_batch) {
            match lhs.dim(l as usize).both(rhs.dim(r as usize)) {
                Some(extent) => extents.push(extent),
                None => {
                    let (lhs, rhs) = (op.spell(lhs.ty), op.spell(rhs.ty));
                    return op.fail_shape(format!(
                        "batching dimension {l} of `{lhs}` and {r} of `{rhs}` have different sizes"
                    ));
                }
            }
        }
        Ok(extents)
    }

    /// The sizes of the dimensions of one operand that are neither batching nor contracting.
    pub(crate) fn free<'t>(&self, tensor: TensorView<'t>, left: bool) -> Extents {
        let (batch, contract) =
            if left { (self.lhs_batch, self.lhs_contract) } else { (self.rhs_batch, self.rhs_contract) };
        let is_free = |dim: &usize| !batch.contains(&(*dim as i64)) && !contract.contains(&(*dim as i64));
        (0..tensor.rank()).filter(is_free).map(|dim| tensor.dim(dim)).collect()
    }
}
