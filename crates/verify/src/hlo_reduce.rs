//! Checks ops that apply a small computation to many elements: reduce, windows, map, sort.

use partita_base::code;
use partita_ir::{Type, TypeId};

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::hlo_conv::{WindowAttrs, build_windows};
use crate::hlo_elementwise::same_shape;
use crate::shape::{Extent, Extents, TensorView};

/// The operands that a reducing region is applied to.
pub(crate) struct Reducer<'a, 'm> {
    /// The tensors whose elements are reduced.
    pub(crate) inputs: &'a [TensorView<'m>],
    /// The initial values of the reduction.
    pub(crate) starts: Starts<'a, 'm>,
    /// Sizes that a non-scalar partial result may have, in order.
    pub(crate) allowed: &'a [Extent],
}

/// The initial values of a reduction.
pub(crate) enum Starts<'a, 'm> {
    /// Tensors, whose shapes are those of the partial results.
    Tensors(&'a [TensorView<'m>]),
    /// Elements of these types.
    Elements(&'a [TypeId]),
}

/// Checks a reducing region and returns the element types it accumulates in.
///
/// For `n` inputs the region takes `n` partial results and `n` elements, and returns `n` partial results.
pub(crate) fn check_reducer(
    op: &OpCheck<'_>,
    region: usize,
    reducer: &Reducer<'_, '_>,
) -> Checked<Vec<TypeId>> {
    let Some(block) = op.block(region) else { return Ok(Vec::new()) };
    let (args, sums) = (op.args(block), op.returned(block));
    let count = reducer.inputs.len();
    if args.len() != 2 * count {
        return op.fail(
            code::REGION_TYPES,
            format!("expected {} arguments of the region, found {}", 2 * count, args.len()),
        );
    }
    if sums.len() != count {
        return op.fail(
            code::REGION_TYPES,
            format!("expected {count} values returned by the region, found {}", sums.len()),
        );
    }
    let mut elements = Vec::with_capacity(count);
    for (index, &sum) in sums.iter().enumerate() {
        let Some(sum) = TensorView::of(op.context(), sum) else {
            return op.fail(
                code::REGION_TYPES,
                format!("expected the region to return a tensor, found `{}`", op.spell(sum)),
            );
        };
        let (partial, element) = (args[index], args[count + index]);
        let fits = [op.compatible(partial, sum.ty), same_but_precision(op, element, sum)];
        if let Some((_, arg)) = fits.iter().zip([partial, element]).find(|(fits, _)| !**fits) {
            let message = format!(
                "the region has an argument `{}` where it returns `{}`",
                op.spell(arg),
                op.spell(sum.ty)
            );
            return op.fail(code::REGION_TYPES, message);
        }
        check_start(op, reducer, index, sum)?;
        let element = op.ranked(element)?;
        if !promotes(op, reducer.inputs[index].element, element.element) {
            let (from, to) = (op.spell(reducer.inputs[index].ty), op.spell(element.ty));
            return op.fail(code::REGION_TYPES, format!("elements of `{from}` cannot be promoted to `{to}`"));
        }
        check_partial_shape(op, reducer, element)?;
        elements.push(sum.element);
    }
    Ok(elements)
}

/// Whether an argument of a region can have the type that it returns; floats may differ in precision.
fn same_but_precision(op: &OpCheck<'_>, arg: TypeId, sum: TensorView<'_>) -> bool {
    let float = |ty| matches!(op.context().type_of(ty), Type::Float(_));
    TensorView::of(op.context(), arg).is_some_and(|arg| {
        arg.agrees(sum) && (arg.element == sum.element || (float(arg.element) && float(sum.element)))
    })
}

/// Checks that the initial value can be promoted to what the region returns.
fn check_start(op: &OpCheck<'_>, reducer: &Reducer<'_, '_>, index: usize, sum: TensorView<'_>) -> Checked {
    let (element, shape) = match reducer.starts {
        Starts::Tensors(inits) => (inits[index].element, Some(inits[index])),
        Starts::Elements(elements) => (elements[index], None),
    };
    let fits = shape.is_none_or(|init| init.matches(sum));
    if fits && promotes(op, element, sum.element) {
        return Ok(());
    }
    let from = shape.map_or(element, |init| init.ty);
    let message = format!(
        "the initial value `{}` cannot be promoted to `{}`, which the region returns",
        op.spell(from),
        op.spell(sum.ty)
    );
    op.fail(code::REGION_TYPES, message)
}

/// Checks that a partial result is a scalar, or that its sizes occur among the allowed ones in order.
fn check_partial_shape(op: &OpCheck<'_>, reducer: &Reducer<'_, '_>, partial: TensorView<'_>) -> Checked {
    let mut found = 0;
    for extent in reducer.allowed {
        if found < partial.rank() && partial.dim(found).matches(*extent) {
            found += 1;
        }
    }
    if found == partial.rank() {
        return Ok(());
    }
    op.fail(
        code::REGION_TYPES,
        format!("the shape of the region's argument `{}` does not match the op", op.spell(partial.ty)),
    )
}

/// Whether a sum of one element type may be accumulated in another.
fn promotes(op: &OpCheck<'_>, from: TypeId, to: TypeId) -> bool {
    let context = op.context();
    let bits = |ty| match context.type_of(ty) {
        Type::Float(kind) => kind.bits(),
        _ => 0,
    };
    match (context.type_of(from), context.type_of(to)) {
        (Type::Integer { width: a, .. }, Type::Integer { width: b, .. }) => a <= b,
        (Type::Float(_), Type::Float(_)) => true,
        (Type::Complex(a), Type::Complex(b)) => bits(*a) <= bits(*b),
        _ => from == to,
    }
}

/// The inputs and the initial values, which are equal in number.
fn halves<'a, 'm>(
    op: &OpCheck<'m>,
    tensors: &'a [TensorView<'m>],
) -> Checked<(&'a [TensorView<'m>], &'a [TensorView<'m>])> {
    if tensors.is_empty() {
        return op.fail(code::OPERAND_COUNT, "expected at least one input");
    }
    let (inputs, inits) = tensors.split_at(tensors.len() / 2);
    if let Some(other) = inputs.iter().find(|input| !input.matches(inputs[0])) {
        let message = format!(
            "the inputs `{}` and `{}` have different shapes",
            op.spell(inputs[0].ty),
            op.spell(other.ty)
        );
        return op.fail_shape(message);
    }
    Ok((inputs, inits))
}

pub(crate) fn check_result_count(op: &OpCheck<'_>, count: usize) -> Checked {
    if op.op.result_count() == count {
        return Ok(());
    }
    op.fail(
        code::RESULT_COUNT,
        format!("expected {count} results (one per input), found {}", op.op.result_count()),
    )
}

/// Checks `stablehlo.reduce`.
pub(crate) fn reduce(op: &OpCheck<'_>) -> Checked {
    let tensors = op.tensors()?;
    let (inputs, inits) = halves(op, &tensors)?;
    let dims = op.ints("dimensions").unwrap_or_default();
    op.dimensions("dimensions", dims, inputs[0].rank())?;
    let kept = (0..inputs[0].rank()).filter(|dim| !dims.contains(&(*dim as i64)));
    let kept: Extents = kept.map(|dim| inputs[0].dim(dim)).collect();
    let sums = check_reducer(op, 0, &Reducer { inputs, starts: Starts::Tensors(inits), allowed: &kept })?;
    check_result_count(op, inputs.len())?;
    for (index, sum) in sums.iter().enumerate() {
        op.infer(index, &kept, ExpectedElement::Is(*sum))?;
    }
    Ok(())
}

/// Checks `stablehlo.reduce_window`.
pub(crate) fn reduce_window(op: &OpCheck<'_>) -> Checked {
    let tensors = op.tensors()?;
    let (inputs, inits) = halves(op, &tensors)?;
    let sizes = op.ints("window_dimensions").unwrap_or_default();
    op.one_per_dim("window_dimensions", sizes, inputs[0].rank())?;
    let attrs = WindowAttrs {
        strides: "window_strides",
        padding: "padding",
        base_dilation: "base_dilations",
        window_dilation: "window_dilations",
    };
    let lengths: Vec<Option<i64>> = sizes.iter().map(|size| Some(*size)).collect();
    let windows = build_windows(op, &lengths, &attrs)?;
    let allowed: Extents = sizes.iter().map(|size| Extent::Fixed(size.unsigned_abs())).collect();
    let sums = check_reducer(op, 0, &Reducer { inputs, starts: Starts::Tensors(inits), allowed: &allowed })?;
    check_result_count(op, inputs.len())?;
    for (index, (input, sum)) in inputs.iter().zip(&sums).enumerate() {
        let extents: Extents =
            windows.iter().zip(input.dims()).map(|(window, dim)| window.positions(dim)).collect();
        op.infer(index, &extents, ExpectedElement::Is(*sum))?;
    }
    Ok(())
}

/// Checks `stablehlo.select_and_scatter`.
pub(crate) fn select_and_scatter(op: &OpCheck<'_>) -> Checked {
    let (operand, source, init) = (op.tensor(0)?, op.tensor(1)?, op.tensor(2)?);
    check_select(op, operand)?;
    let reducer = Reducer { inputs: &[source], starts: Starts::Tensors(&[init]), allowed: &[] };
    let sums = check_reducer(op, 1, &reducer)?;
    let sizes = op.ints("window_dimensions").unwrap_or_default();
    op.one_per_dim("window_dimensions", sizes, operand.rank())?;
    let attrs =
        WindowAttrs { strides: "window_strides", padding: "padding", base_dilation: "", window_dilation: "" };
    let lengths: Vec<Option<i64>> = sizes.iter().map(|size| Some(*size)).collect();
    let windows = build_windows(op, &lengths, &attrs)?;
    let positions: Extents =
        windows.iter().zip(operand.dims()).map(|(window, dim)| window.positions(dim)).collect();
    let fits = source.rank() == positions.len() && source.dims().zip(&positions).all(|(a, b)| a.matches(*b));
    if !fits {
        let wanted = super::spell::spell_tensor(&positions, &op.spell(operand.element));
        return op
            .fail_shape(format!("expected a source of type `{wanted}`, found `{}`", op.spell(source.ty)));
    }
    op.infer(
        0,
        &operand.extents(),
        sums.first().map_or(ExpectedElement::Any, |sum| ExpectedElement::Is(*sum)),
    )
}

/// Checks that the selecting region compares two elements.
fn check_select(op: &OpCheck<'_>, operand: TensorView<'_>) -> Checked {
    let Some(block) = op.block(0) else { return Ok(()) };
    let (args, picks) = (op.args(block), op.returned(block));
    let scalar = |ty| TensorView::of(op.context(), ty).is_none_or(|tensor| tensor.rank() == 0);
    let float = |ty| matches!(op.context().type_of(ty), Type::Float(_));
    let same = |a, b| a == b || (float(a) && float(b));
    let takes =
        |ty: &TypeId| scalar(*ty) && op.element_of(*ty).is_some_and(|element| same(element, operand.element));
    if args.len() != 2 || !args.iter().all(takes) {
        let message = format!(
            "expected two arguments `tensor<{}>` of the selecting region, found `{}`",
            op.spell(operand.element),
            op.spell_all(args.iter().copied())
        );
        return op.fail(code::REGION_TYPES, message);
    }
    returns_bool(op, &picks, "the selecting region")
}

/// Fails unless a scalar `i1` and nothing else is returned.
fn returns_bool(op: &OpCheck<'_>, returned: &[TypeId], what: &str) -> Checked {
    if let [ty] = returned
        && let Some(tensor) = TensorView::of(op.context(), *ty)
        && tensor.rank() == 0
        && op.is_element(tensor.element, ExpectedElement::Bool)
    {
        return Ok(());
    }
    let message =
        format!("expected {what} to return `tensor<i1>`, found `{}`", op.spell_all(returned.iter().copied()));
    op.fail(code::REGION_TYPES, message)
}

/// Checks `stablehlo.map`.
pub(crate) fn map(op: &OpCheck<'_>) -> Checked {
    let inputs = op.tensors()?;
    let Some(first) = inputs.first() else {
        return op.fail(code::OPERAND_COUNT, "expected at least one input");
    };
    let mut all = inputs.clone();
    all.push(op.result_tensor(0)?);
    same_shape(op, &all)?;
    let Some(block) = op.block(0) else { return Ok(()) };
    let (args, returned) = (op.args(block), op.returned(block));
    if args.len() != inputs.len() {
        let message = format!(
            "expected {} arguments of the region (one per operand), found {}",
            inputs.len(),
            args.len()
        );
        return op.fail(code::REGION_TYPES, message);
    }
    for (arg, input) in args.iter().zip(&inputs) {
        let fits = TensorView::of(op.context(), *arg)
            .is_some_and(|arg| arg.rank() == 0 && arg.element == input.element);
        if !fits {
            let message = format!(
                "the region has an argument `{}` for elements of `{}`",
                op.spell(*arg),
                op.spell(input.ty)
            );
            return op.fail(code::REGION_TYPES, message);
        }
    }
    let made = match &returned[..] {
        [one] => TensorView::of(op.context(), *one).filter(|tensor| tensor.rank() == 0),
        _ => None,
    };
    let Some(made) = made else {
        let message = format!("expected the region to return one scalar, found `{}`", op.spell_all(returned));
        return op.fail(code::REGION_TYPES, message);
    };
    let dims = op.ints("dimensions").unwrap_or_default();
    if !dims.iter().enumerate().all(|(index, dim)| *dim == index as i64) || dims.len() != first.rank() {
        let message =
            format!("expected `dimensions` to list all {} dimensions in order, found {dims:?}", first.rank());
        return op.fail_attr("dimensions", message);
    }
    let shape = inputs.last().copied().map(TensorView::unbounded).unwrap_or_default();
    op.infer(0, &shape, ExpectedElement::Is(made.element))
}

/// Checks `stablehlo.sort`.
pub(crate) fn sort(op: &OpCheck<'_>) -> Checked {
    let inputs = op.tensors()?;
    let Some(first) = inputs.first() else {
        return op.fail(code::OPERAND_COUNT, "expected at least one input");
    };
    if op.op.result_count() != inputs.len() {
        return check_result_count(op, inputs.len());
    }
    let mut all = inputs.clone();
    all.extend(op.result_tensors()?);
    same_shape(op, &all)?;
    let (dim, rank) = (op.int("dimension").unwrap_or(-1), first.rank() as i64);
    if !(-rank..rank).contains(&dim) {
        let message = format!("`dimension` {dim} is out of range for tensors of rank {rank}");
        return Err(op.attr_fault(code::DIMENSION, "dimension", message).into());
    }
    let Some(block) = op.block(0) else { return Ok(()) };
    let (args, returned) = (op.args(block), op.returned(block));
    if args.len() != 2 * inputs.len() {
        let message =
            format!("expected {} arguments of the comparator, found {}", 2 * inputs.len(), args.len());
        return op.fail(code::REGION_TYPES, message);
    }
    for (index, arg) in args.iter().enumerate() {
        let input = inputs[index / 2];
        let fits = TensorView::of(op.context(), *arg)
            .is_some_and(|arg| arg.rank() == 0 && arg.element == input.element);
        if !fits {
            let message = format!(
                "argument {index} of the comparator is `{}`, not `tensor<{}>`",
                op.spell(*arg),
                op.spell(input.element)
            );
            return op.fail(code::REGION_TYPES, message);
        }
    }
    returns_bool(op, &returned, "the comparator")?;
    for (index, input) in inputs.iter().enumerate() {
        op.infer(index, &input.extents(), ExpectedElement::Is(input.element))?;
    }
    Ok(())
}
