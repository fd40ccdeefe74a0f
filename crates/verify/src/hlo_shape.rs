//! Checks ops that arrange elements without computing: constants, broadcasts, slices, transposes.

use partita_base::code;
use partita_ir::{Attr, Definition, DenseData, OpCode, OpName, Type};

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::hlo_elementwise::same_elements;
use crate::shape::{Extent, Extents};

impl OpCheck<'_> {
    /// The dimension in attribute `name`; fails unless a tensor of `rank` has it.
    pub(crate) fn dimension(&self, name: &str, value: i64, rank: usize) -> Checked<usize> {
        match usize::try_from(value) {
            Ok(dim) if dim < rank => Ok(dim),
            _ => {
                let message =
                    format!("dimension {value} in `{name}` is out of range for a tensor of rank {rank}");
                Err(self.attr_fault(code::DIMENSION, name, message).into())
            }
        }
    }

    /// Fails unless the dimensions of a list are in range and distinct.
    pub(crate) fn dimensions(&self, name: &str, values: &[i64], rank: usize) -> Checked {
        for (index, value) in values.iter().enumerate() {
            self.dimension(name, *value, rank)?;
            if values[..index].contains(value) {
                let message = format!("duplicate dimension {value} in `{name}`");
                return Err(self.attr_fault(code::DIMENSION, name, message).into());
            }
        }
        Ok(())
    }

    /// Fails unless a list attribute has one entry per dimension.
    pub(crate) fn one_per_dim(&self, name: &str, values: &[i64], rank: usize) -> Checked {
        if values.len() == rank {
            return Ok(());
        }
        let message =
            format!("expected {rank} entries in `{name}` (one per dimension), found {}", values.len());
        self.fail_attr(name, message)
    }
}

/// Checks `stablehlo.constant` and `chlo.constant`.
pub(crate) fn constant(op: &OpCheck<'_>) -> Checked {
    let ty = match op.attr("value") {
        Some(
            Attr::Dense { ty, .. }
            | Attr::DenseStrings { ty, .. }
            | Attr::DenseResource { ty, .. }
            | Attr::Sparse { ty, .. },
        ) => *ty,
        _ => return Ok(()),
    };
    op.infer_type(0, ty)
}

/// Checks `stablehlo.iota` and `stablehlo.dynamic_iota`.
pub(crate) fn iota(op: &OpCheck<'_>) -> Checked {
    let result = op.result_tensor(0)?;
    op.dimension("iota_dimension", op.int("iota_dimension").unwrap_or(0), result.rank())?;
    Ok(())
}

/// Checks `stablehlo.broadcast`.
pub(crate) fn broadcast(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let sizes = op.ints("broadcast_sizes").unwrap_or_default();
    let mut extents = Extents::new();
    for size in sizes {
        match u64::try_from(*size) {
            Ok(size) => extents.push(Extent::Fixed(size)),
            Err(_) => {
                return op.fail_attr("broadcast_sizes", format!("negative broadcast size {size}"));
            }
        }
    }
    let operand = op.tensor(0)?;
    extents.extend(operand.dims().map(Extent::unbounded));
    op.infer(0, &extents, ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.broadcast_in_dim`.
pub(crate) fn broadcast_in_dim(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let dims = op.ints("broadcast_dimensions").unwrap_or_default();
    op.one_per_dim("broadcast_dimensions", dims, operand.rank())?;
    op.dimensions("broadcast_dimensions", dims, result.rank())?;
    for (from, &to) in dims.iter().enumerate() {
        let (size, target) = (operand.dim(from), result.dim(to as usize));
        if size.fixed().is_some_and(|size| size != 1 && target.fixed() != Some(size)) {
            let message = format!(
                "expected dimension {from} of `{}` to be 1 or the size of dimension {to} of `{}`",
                op.spell(operand.ty),
                op.spell(result.ty)
            );
            return op.fail_shape(message);
        }
    }
    Ok(())
}

/// Checks `stablehlo.concatenate`.
pub(crate) fn concatenate(op: &OpCheck<'_>) -> Checked {
    let inputs = op.tensors()?;
    let Some(first) = inputs.first() else {
        return op.fail(code::OPERAND_COUNT, "expected at least one operand");
    };
    same_elements(op)?;
    let dimension = op.dimension("dimension", op.int("dimension").unwrap_or(0), first.rank())?;
    if let Some(other) = inputs.iter().find(|input| input.rank() != first.rank()) {
        let message = format!("`{}` and `{}` have different ranks", op.spell(first.ty), op.spell(other.ty));
        return op.fail_shape(message);
    }
    let mut extents = first.extents();
    for input in &inputs[1..] {
        for (dim, extent) in extents.iter_mut().enumerate() {
            let next = input.dim(dim);
            *extent = if dim == dimension {
                join(*extent, next)
            } else {
                match extent.both(next) {
                    Some(both) => both,
                    None => {
                        let (first, input) = (op.spell(first.ty), op.spell(input.ty));
                        return op
                            .fail_shape(format!("dimension {dim} of `{first}` and of `{input}` differ"));
                    }
                }
            };
        }
    }
    op.infer(0, &extents, ExpectedElement::Is(first.element))
}

/// The extent of two tensors concatenated.
fn join(a: Extent, b: Extent) -> Extent {
    match (a, b) {
        (Extent::Fixed(a), Extent::Fixed(b)) => Extent::Fixed(a.saturating_add(b)),
        _ => match (a.limit(), b.limit()) {
            (Some(a), Some(b)) => Extent::Bounded(a.saturating_add(b)),
            _ => Extent::Unknown,
        },
    }
}

/// Checks `stablehlo.pad`.
pub(crate) fn pad(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(0)?;
    let list = |name| op.ints(name).unwrap_or_default();
    let (low, high, interior) =
        (list("edge_padding_low"), list("edge_padding_high"), list("interior_padding"));
    op.one_per_dim("edge_padding_low", low, operand.rank())?;
    op.one_per_dim("edge_padding_high", high, operand.rank())?;
    op.one_per_dim("interior_padding", interior, operand.rank())?;
    let mut extents = Extents::new();
    for (dim, extent) in operand.dims().enumerate() {
        if interior[dim] < 0 {
            return op.fail_attr("interior_padding", format!("negative interior padding {}", interior[dim]));
        }
        let padded = |size: u64| {
            let size = i128::from(size);
            let inner = (size - 1).max(0) * i128::from(interior[dim]);
            i128::from(low[dim]) + i128::from(high[dim]) + size + inner
        };
        if let Some(size) = extent.limit().map(padded).filter(|size| *size < 0) {
            return op.fail_shape(format!("negative size {size} of dimension {dim} after padding"));
        }
        extents.push(extent.map(|size| u64::try_from(padded(size)).unwrap_or(0)));
    }
    op.infer(0, &extents, ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.reshape`.
pub(crate) fn reshape(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    same_count(op)
}

/// Checks that the operand and the result have the same number of elements, if both are static.
pub(crate) fn same_count(op: &OpCheck<'_>) -> Checked {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    match (operand.elements(), result.elements()) {
        (Some(from), Some(to)) if from != to => {
            let (operand, result) = (op.spell(operand.ty), op.spell(result.ty));
            op.fail_shape(format!("`{operand}` has {from} elements, but `{result}` has {to}"))
        }
        _ => Ok(()),
    }
}

/// Checks `stablehlo.reverse`.
pub(crate) fn reverse(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(0)?;
    op.dimensions("dimensions", op.ints("dimensions").unwrap_or_default(), operand.rank())?;
    op.infer(0, &operand.extents(), ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.slice`.
pub(crate) fn slice(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(0)?;
    let list = |name| op.ints(name).unwrap_or_default();
    let (start, limit, strides) = (list("start_indices"), list("limit_indices"), list("strides"));
    op.one_per_dim("start_indices", start, operand.rank())?;
    op.one_per_dim("limit_indices", limit, operand.rank())?;
    op.one_per_dim("strides", strides, operand.rank())?;
    let mut extents = Extents::new();
    for (dim, extent) in operand.dims().enumerate() {
        let (start, limit, stride) = (start[dim], limit[dim], strides[dim]);
        if start < 0 {
            return op.fail_attr("start_indices", format!("negative start index {start} of dimension {dim}"));
        }
        if start > limit {
            let message = format!("start index {start} exceeds limit index {limit} in dimension {dim}");
            return op.fail_attr("start_indices", message);
        }
        if let Some(size) = extent.limit().filter(|size| i128::from(*size) < i128::from(limit)) {
            return op.fail_attr(
                "limit_indices",
                format!("limit index {limit} exceeds size {size} of dimension {dim}"),
            );
        }
        if stride <= 0 {
            return op.fail_attr(
                "strides",
                format!("expected a positive stride of dimension {dim}, found {stride}"),
            );
        }
        extents.push(Extent::Fixed((limit.abs_diff(start)).div_ceil(stride.unsigned_abs())));
    }
    op.infer(0, &extents, ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.transpose`.
pub(crate) fn transpose(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    let operand = op.tensor(0)?;
    let permutation = op.ints("permutation").unwrap_or_default();
    op.one_per_dim("permutation", permutation, operand.rank())?;
    op.dimensions("permutation", permutation, operand.rank())?;
    let extents: Extents = permutation.iter().map(|from| operand.dim(*from as usize)).collect();
    op.infer(0, &extents, ExpectedElement::Is(operand.element))
}

/// Checks `stablehlo.get_dimension_size`.
pub(crate) fn get_dimension_size(op: &OpCheck<'_>) -> Checked {
    op.dimension("dimension", op.int("dimension").unwrap_or(0), op.tensor(0)?.rank())?;
    op.infer(0, &[], ExpectedElement::I32)
}

/// Checks `stablehlo.set_dimension_size`.
pub(crate) fn set_dimension_size(op: &OpCheck<'_>) -> Checked {
    let (operand, size) = (op.tensor(0)?, op.tensor(1)?);
    if size.rank() != 0 {
        return op.fail_shape(format!("expected the new size to be a scalar, found `{}`", op.spell(size.ty)));
    }
    let dim = op.dimension("dimension", op.int("dimension").unwrap_or(0), operand.rank())?;
    let mut extents = operand.extents();
    extents[dim] = match (operand.dim(dim), constant_size(op)) {
        (Extent::Fixed(size), Some(constant)) if i128::from(size) == i128::from(constant) => {
            Extent::Fixed(size)
        }
        (extent, _) => extent.limit().map_or(Extent::Unknown, Extent::Bounded),
    };
    op.infer(0, &extents, ExpectedElement::Is(operand.element))
}

/// The value of operand 1 if a constant defines it.
fn constant_size(op: &OpCheck<'_>) -> Option<i32> {
    let module = op.run.module;
    let Definition::Result { op: definition, .. } = module.value(op.op.operands[1]).definition else {
        return None;
    };
    if module.op(definition).name != OpName::Known(OpCode::Constant) {
        return None;
    }
    match module.attr(definition, partita_ir::names::VALUE)? {
        Attr::Dense { data: DenseData::Splat(bytes) | DenseData::Full(bytes), .. } => {
            Some(i32::from_le_bytes((**bytes).try_into().ok()?))
        }
        _ => None,
    }
}

/// Checks `stablehlo.tuple`.
pub(crate) fn tuple(op: &OpCheck<'_>) -> Checked {
    let fits = match op.context().type_of(op.result(0)) {
        Type::Tuple(parts) => parts.iter().copied().eq(op.operands()),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    op.wrong_result(0, &format!("tuple<{}>", op.spell_all(op.operands())))
}

/// Checks `stablehlo.get_tuple_element`.
pub(crate) fn get_tuple_element(op: &OpCheck<'_>) -> Checked {
    let Type::Tuple(parts) = op.context().type_of(op.operand(0)) else { return Ok(()) };
    let index = op.int("index").unwrap_or(0);
    match usize::try_from(index).ok().and_then(|index| parts.get(index)) {
        Some(part) => op.infer_type(0, *part),
        None => {
            let message = format!("element index {index} is out of range for `{}`", op.spell(op.operand(0)));
            op.fail_attr("index", message)
        }
    }
}

/// Checks `stablehlo.partition_id` and `stablehlo.replica_id`.
pub(crate) fn device_id(op: &OpCheck<'_>) -> Checked {
    op.infer(0, &[], ExpectedElement::Ui32)
}
