//! The `chlo` dialect: broadcasting ops, special functions, scans and ragged products.

use partita_base::code;
use partita_ir::{Attr, TypeId};

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::hlo_dot::{Contraction, check_precisions};
use crate::hlo_elementwise::{same_elements, same_operand_elements};
use crate::shape::{Extent, Extents, TensorView};

/// The shape that two operands broadcast to; `None` if it cannot be inferred.
fn broadcast_shape(op: &OpCheck<'_>, x: TypeId, y: TypeId) -> Option<Extents> {
    let (x, y) = (TensorView::of(op.context(), x)?, TensorView::of(op.context(), y)?);
    let Some(dims) = op.ints("broadcast_dimensions") else {
        return numpy_shape(&x.extents(), &y.extents(), uses_bounds(x) && uses_bounds(y));
    };
    let (large, small) = if x.rank() > y.rank() { (x, y) } else { (y, x) };
    if dims.len() != small.rank() {
        return None;
    }
    let mut shape = large.unbounded();
    for (dim, extent) in dims.iter().zip(small.dims()) {
        let dim = usize::try_from(*dim).ok().filter(|dim| *dim < large.rank())?;
        shape[dim] = stretch(large.dim(dim), extent)?;
    }
    Some(shape)
}

/// Whether the bounds of a type count in a broadcast.
fn uses_bounds(tensor: TensorView<'_>) -> bool {
    tensor.is_static() || tensor.has_bounds()
}

/// The shape of NumPy's broadcast: trailing dimensions are aligned, and a size of 1 is expanded.
fn numpy_shape(x: &[Extent], y: &[Extent], bounded: bool) -> Option<Extents> {
    let rank = x.len().max(y.len());
    let at = |shape: &[Extent], dim: usize| match (dim + shape.len()).checked_sub(rank) {
        Some(dim) => shape[dim],
        None => Extent::Fixed(1),
    };
    let stretch = if bounded { stretch_bounded } else { stretch };
    (0..rank).map(|dim| stretch(at(x, dim), at(y, dim))).collect()
}

/// One dimension of a broadcast.
fn stretch(x: Extent, y: Extent) -> Option<Extent> {
    match (x.fixed(), y.fixed()) {
        (Some(1), Some(size)) | (Some(size), Some(1)) => Some(Extent::Fixed(size)),
        (Some(a), Some(b)) => (a == b).then_some(x.unbounded()),
        (Some(size), None) | (None, Some(size)) if size > 1 => Some(Extent::Fixed(size)),
        _ => Some(Extent::Unknown),
    }
}

/// One dimension of a broadcast in which bounds count: a bound acts like a size, but never equals one.
fn stretch_bounded(x: Extent, y: Extent) -> Option<Extent> {
    let is_one = |extent: Extent| extent.limit() == Some(1);
    match (x, y) {
        (Extent::Fixed(1), other) => Some(other),
        (other, Extent::Fixed(1)) if !is_one(other) => Some(other),
        (x, y) if is_one(x) => Some(y),
        (x, y) if is_one(y) => Some(x),
        _ => (x == y).then_some(x),
    }
}

/// Checks a result against a shape that may be unknown; the result may be unranked.
fn infer_maybe(
    op: &OpCheck<'_>,
    index: usize,
    shape: Option<&[Extent]>,
    element: ExpectedElement,
) -> Checked {
    let ty = op.result(index);
    match (shape, TensorView::of(op.context(), ty)) {
        (Some(extents), Some(_)) => op.infer(index, extents, element),
        _ => match op.element_of(ty) {
            Some(given) if !op.is_element(given, element) => {
                let message = format!("unexpected element type of result {index}, `{}`", op.spell(ty));
                op.fail(code::RESULT_TYPE, message)
            }
            _ => Ok(()),
        },
    }
}

/// Arithmetic with broadcasting: all operands and results have one element type.
pub(crate) fn broadcast_arithmetic(op: &OpCheck<'_>) -> Checked {
    same_elements(op)?;
    infer_maybe(op, 0, broadcast_shape(op, op.operand(0), op.operand(1)).as_deref(), ExpectedElement::Any)
}

/// Bitwise logic with broadcasting.
pub(crate) fn broadcast_logical(op: &OpCheck<'_>) -> Checked {
    same_operand_elements(op)?;
    let element = op.element_of(op.operand(0)).map_or(ExpectedElement::Any, ExpectedElement::Is);
    infer_maybe(op, 0, broadcast_shape(op, op.operand(0), op.operand(1)).as_deref(), element)
}

/// Checks `chlo.broadcast_compare`.
pub(crate) fn broadcast_compare(op: &OpCheck<'_>) -> Checked {
    same_operand_elements(op)?;
    infer_maybe(op, 0, broadcast_shape(op, op.operand(0), op.operand(1)).as_deref(), ExpectedElement::Bool)
}

/// Checks `chlo.broadcast_complex`.
pub(crate) fn broadcast_complex(op: &OpCheck<'_>) -> Checked {
    same_operand_elements(op)?;
    let element = op.element_of(op.operand(0)).map_or(ExpectedElement::Any, ExpectedElement::ComplexOf);
    infer_maybe(op, 0, broadcast_shape(op, op.operand(0), op.operand(1)).as_deref(), element)
}

/// Checks `chlo.broadcast_select`.
pub(crate) fn broadcast_select(op: &OpCheck<'_>) -> Checked {
    if op.element_of(op.operand(1)) != op.element_of(op.operand(2)) {
        let (yes, no) = (op.spell(op.operand(1)), op.spell(op.operand(2)));
        return op.fail_operands(format!("the choices `{yes}` and `{no}` have different element types"));
    }
    let ranked = |index| TensorView::of(op.context(), op.operand(index));
    let (Some(pred), Some(yes), Some(no)) = (ranked(0), ranked(1), ranked(2)) else { return Ok(()) };
    let bounded = [pred, yes, no].into_iter().all(uses_bounds);
    let shape = numpy_shape(&pred.extents(), &yes.extents(), bounded)
        .and_then(|shape| numpy_shape(&shape, &no.extents(), bounded));
    match (shape, TensorView::of(op.context(), op.result(0))) {
        (Some(extents), Some(_)) => op.infer_shape(0, &extents),
        _ => Ok(()),
    }
}

/// Checks `chlo.constant_like`.
pub(crate) fn constant_like(op: &OpCheck<'_>) -> Checked {
    let ty = match op.attr("value") {
        Some(Attr::Integer { ty, .. } | Attr::Float { ty, .. } | Attr::TypedString { ty, .. }) => *ty,
        Some(Attr::Dense { ty, .. } | Attr::DenseResource { ty, .. } | Attr::Sparse { ty, .. }) => *ty,
        _ => return op.fail_attr("value", "expected a typed attribute `value`"),
    };
    let result = op.result(0);
    if op.element_of(result) != Some(ty) {
        return op.wrong_result(0, &format!("a tensor of {}", op.spell(ty)));
    }
    match (TensorView::of(op.context(), op.operand(0)), TensorView::of(op.context(), result)) {
        (Some(operand), Some(_)) => op.infer(0, &operand.extents(), ExpectedElement::Is(ty)),
        _ => Ok(()),
    }
}

/// Checks `chlo.top_k`.
pub(crate) fn top_k(op: &OpCheck<'_>) -> Checked {
    let Some(operand) = TensorView::of(op.context(), op.operand(0)) else {
        infer_maybe(
            op,
            0,
            None,
            op.element_of(op.operand(0)).map_or(ExpectedElement::Any, ExpectedElement::Is),
        )?;
        return infer_maybe(op, 1, None, ExpectedElement::I32);
    };
    let k = op.int("k").unwrap_or(0);
    if k < 0 {
        return op.fail_attr("k", format!("expected `k` to be at least 0, found {k}"));
    }
    if operand.rank() == 0 {
        return op.fail_operands("expected an operand of rank at least 1, found a scalar");
    }
    let last = operand.rank() - 1;
    if operand.dim(last).fixed().is_some_and(|size| i128::from(size) < i128::from(k)) {
        return op.fail_attr(
            "k",
            format!("expected at least {k} elements in the last dimension of `{}`", op.spell(operand.ty)),
        );
    }
    let mut extents = operand.extents();
    extents[last] = Extent::Fixed(k.unsigned_abs());
    infer_maybe(op, 0, Some(&extents), ExpectedElement::Is(operand.element))?;
    infer_maybe(op, 1, Some(&extents), ExpectedElement::I32)
}

/// Checks `chlo.ragged_dot`.
pub(crate) fn ragged_dot(op: &OpCheck<'_>) -> Checked {
    check_precisions(op)?;
    let attr = "ragged_dot_dimension_numbers";
    let Some(numbers) = op.record(attr) else { return Ok(()) };
    let ranked = |index| TensorView::of(op.context(), op.operand(index));
    let (Some(lhs), Some(rhs), Some(groups)) = (ranked(0), ranked(1), ranked(2)) else {
        return op.fail_operands("expected ranked operands");
    };
    let [ragged] = numbers.ints("lhs_ragged_dimensions") else {
        return op.fail_attr(attr, "expected exactly one ragged dimension");
    };
    op.dimension(attr, *ragged, lhs.rank())?;
    let dims = Contraction::read(op, attr, numbers, lhs, rhs)?;
    let group_dims = numbers.ints("rhs_group_dimensions");
    let (batch, contract) =
        (numbers.ints("lhs_batching_dimensions"), numbers.ints("lhs_contracting_dimensions"));
    let mode = if batch.contains(ragged) {
        Ragged::Batch
    } else if contract.contains(ragged) {
        Ragged::Contracting
    } else {
        Ragged::Free
    };
    check_group_dims(op, attr, mode, group_dims, rhs)?;
    let used: Vec<i64> =
        [group_dims, numbers.ints("rhs_batching_dimensions"), numbers.ints("rhs_contracting_dimensions")]
            .concat();
    op.dimensions(attr, &used, rhs.rank())?;
    let count = check_group_sizes(op, mode, groups, (lhs, batch), (rhs, group_dims), *ragged, contract)?;
    let mut extents = Extents::new();
    if mode == Ragged::Contracting {
        extents.push(count);
    }
    extents.extend(batch.iter().map(|dim| lhs.dim(*dim as usize)));
    extents.extend(dims.free(lhs, true));
    let free: Extents = {
        let taken = |dim: &usize| {
            let dim = *dim as i64;
            !used.contains(&dim)
        };
        (0..rhs.rank()).filter(taken).map(|dim| rhs.dim(dim)).collect()
    };
    extents.extend(free);
    op.infer_shape(0, &extents)
}

/// The role of the ragged dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ragged {
    Free,
    Contracting,
    Batch,
}

fn check_group_dims(
    op: &OpCheck<'_>,
    attr: &str,
    mode: Ragged,
    dims: &[i64],
    rhs: TensorView<'_>,
) -> Checked {
    match (mode, dims) {
        (Ragged::Free, [dim]) => op.dimension(attr, *dim, rhs.rank()).map(|_| ()),
        (Ragged::Free, _) => {
            op.fail_attr(attr, "expected exactly one group dimension for a free ragged dimension")
        }
        (_, []) => Ok(()),
        _ => op.fail_attr(attr, "expected no group dimension for a batching or contracting ragged dimension"),
    }
}

/// Checks `group_sizes` and returns the number of groups.
fn check_group_sizes(
    op: &OpCheck<'_>,
    mode: Ragged,
    groups: TensorView<'_>,
    (lhs, batch): (TensorView<'_>, &[i64]),
    (rhs, group_dims): (TensorView<'_>, &[i64]),
    ragged: i64,
    contract: &[i64],
) -> Checked<Extent> {
    let outer: Vec<i64> = match mode {
        Ragged::Batch => batch.iter().copied().take_while(|dim| *dim != ragged).collect(),
        Ragged::Contracting => {
            batch.iter().copied().chain(contract.iter().copied().take_while(|dim| *dim != ragged)).collect()
        }
        Ragged::Free => {
            let free = (0..ragged).filter(|dim| !batch.contains(dim) && !contract.contains(dim));
            batch.iter().copied().chain(free).collect()
        }
    };
    let wanted = outer.iter().map(|dim| lhs.dim(*dim as usize).unbounded());
    let fits = groups.rank() == 1
        || (groups.rank() == outer.len() + 1
            && wanted.zip(groups.unbounded()).all(|(wanted, given)| wanted == given));
    if !fits {
        return op.fail_shape(format!(
            "the group sizes `{}` do not match `{}`",
            op.spell(groups.ty),
            op.spell(lhs.ty)
        ));
    }
    let count = groups.dim(groups.rank() - 1);
    if let Some(dim) = group_dims.first()
        && !rhs.dim(*dim as usize).matches(count)
    {
        let (groups, rhs) = (op.spell(groups.ty), op.spell(rhs.ty));
        return op.fail_shape(format!("`{groups}` does not match group dimension {dim} of `{rhs}`"));
    }
    Ok(count)
}

/// Checks `chlo.scan`.
pub(crate) fn scan(op: &OpCheck<'_>) -> Checked {
    let operands: Vec<TypeId> = op.operands().collect();
    let results: Vec<TypeId> = op.results().collect();
    let inputs = segments(op, "operandSegmentSizes", operands.len())?;
    let outputs = segments(op, "resultSegmentSizes", results.len())?;
    let (inputs, inits) = operands.split_at(inputs);
    let Some(block) = op.block(0) else { return Ok(()) };
    let (args, returned) = (op.args(block), op.returned(block));
    if args.len() != operands.len() {
        return op.fail(
            code::REGION_TYPES,
            format!("expected {} arguments of the body, found {}", operands.len(), args.len()),
        );
    }
    let dimension = op.int("dimension").unwrap_or(0);
    let size = op.int("scan_dim_size").and_then(|size| u64::try_from(size).ok());
    let mut length: Option<Extent> = size.map(Extent::Fixed);
    for (index, ty) in inputs.iter().enumerate() {
        let input = op.ranked(*ty)?;
        let dim = op.dimension("dimension", dimension, input.rank())?;
        let extent = input.dim(dim);
        if length.is_some_and(|length| !length.matches(extent)) {
            return op.fail_shape(format!(
                "the size of dimension {dimension} of `{}` differs from the length of the scan",
                op.spell(*ty)
            ));
        }
        length = Some(length.and_then(|length| length.both(extent)).unwrap_or(extent));
        let mut slice = input.extents();
        slice.remove(dim);
        check_arg(op, index, args[index], &slice, input.element)?;
    }
    for (index, ty) in inits.iter().enumerate() {
        let init = op.ranked(*ty)?;
        check_arg(op, inputs.len() + index, args[inputs.len() + index], &init.extents(), init.element)?;
    }
    if returned.len() != results.len() {
        return op.fail(
            code::REGION_TYPES,
            format!("expected the body to return {} values, found {}", results.len(), returned.len()),
        );
    }
    let length = length.unwrap_or(Extent::Unknown);
    for (index, ty) in returned.iter().enumerate() {
        let made = op.ranked(*ty)?;
        let mut extents = made.extents();
        if index < outputs {
            let dim = op.dimension("dimension", dimension, extents.len() + 1)?;
            extents.insert(dim, length);
        }
        if TensorView::of(op.context(), op.result(index)).is_some() {
            op.infer_shape(index, &extents)?;
        }
    }
    Ok(())
}

/// The length of the first of two consecutive lists.
fn segments(op: &OpCheck<'_>, name: &str, count: usize) -> Checked<usize> {
    let sizes = op.ints(name).unwrap_or_default();
    match *sizes {
        [first, second] if first >= 0 && second >= 0 && first + second == count as i64 => Ok(first as usize),
        _ => {
            let message =
                format!("`{name}` is {sizes:?}, which does not split {count} values into two lists");
            Err(op.attr_fault(code::SEGMENTS, name, message).into())
        }
    }
}

fn check_arg(op: &OpCheck<'_>, index: usize, arg: TypeId, extents: &[Extent], element: TypeId) -> Checked {
    let fits = match TensorView::of(op.context(), arg) {
        Some(arg) => arg.rank() == extents.len() && arg.dims().zip(extents).all(|(a, b)| a.agrees(*b)),
        None => true,
    };
    if fits && op.element_of(arg) == Some(element) {
        return Ok(());
    }
    let wanted = super::spell::spell_tensor(extents, &op.spell(element));
    op.fail(
        code::REGION_TYPES,
        format!("expected type `{wanted}` for argument {index} of the body, found `{}`", op.spell(arg)),
    )
}
