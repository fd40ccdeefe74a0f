//! Checks branches, loops, barriers, and calls of what StableHLO does not define.

use partita_base::{Diagnostic, Diagnostics, Severity, code};
use partita_ir::{Attr, Field, OpCode, OpKind, OpName, RecordAttr, Type, TypeId};

use crate::check::{Checked, ExpectedElement, Integers, OpCheck};
use crate::func::check_decomposition;
use crate::shape::TensorView;

/// Checks `stablehlo.if` and `stablehlo.case`.
pub(crate) fn branches(op: &OpCheck<'_>) -> Checked {
    let selector = op.tensor(0)?;
    if selector.rank() != 0 {
        return op.fail_shape(format!(
            "expected a scalar to select the branch, found `{}`",
            op.spell(selector.ty)
        ));
    }
    let count = op.op.regions.len();
    if count == 0 {
        return op.fail(code::REGION_COUNT, "expected at least one branch");
    }
    let mut returned: Vec<Vec<TypeId>> = Vec::with_capacity(count);
    for region in 0..count {
        let Some(block) = op.block(region) else { return Ok(()) };
        if !block.args.is_empty() {
            let message = format!("expected no arguments of branch {region}, found {}", block.args.len());
            return op.fail(code::REGION_TYPES, message);
        }
        let types = op.returned(block);
        if let Some(first) = returned.first().filter(|first| !all_compatible(op, first, &types)) {
            let (a, b) = (op.spell_all(first.iter().copied()), op.spell_all(types));
            return op.fail(
                code::REGION_TYPES,
                format!("branch 0 returns ({a}), but branch {region} returns ({b})"),
            );
        }
        returned.push(types);
    }
    if op.op.result_count() != returned[0].len() {
        let message = format!(
            "the op has {} results, but the branches return ({})",
            op.op.result_count(),
            op.spell_all(returned.swap_remove(0))
        );
        return op.fail(code::RESULT_COUNT, message);
    }
    (0..op.op.result_count()).try_for_each(|index| {
        let tensors: Option<Vec<TensorView<'_>>> =
            returned.iter().map(|types| TensorView::of(op.context(), types[index])).collect();
        match tensors.as_deref() {
            Some([first, rest @ ..]) => {
                let mut extents = first.extents();
                for tensor in rest {
                    for (extent, other) in extents.iter_mut().zip(tensor.dims()) {
                        *extent = extent.either(other);
                    }
                }
                if !first.has_bounds() {
                    extents.iter_mut().for_each(|extent| *extent = extent.unbounded());
                }
                op.infer(index, &extents, ExpectedElement::Is(first.element))
            }
            _ => op.infer_type(index, returned[0][index]),
        }
    })
}

/// Whether two lists of types are pairwise compatible.
fn all_compatible(op: &OpCheck<'_>, a: &[TypeId], b: &[TypeId]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| op.compatible(*a, *b))
}

/// Checks `stablehlo.while`.
pub(crate) fn while_loop(op: &OpCheck<'_>) -> Checked {
    let (Some(cond), Some(body)) = (op.block(0), op.block(1)) else { return Ok(()) };
    let operands: Vec<TypeId> = op.operands().collect();
    let agree = |types: Vec<TypeId>, what: &str| {
        if all_compatible(op, &operands, &types) {
            return Ok(());
        }
        let (types, operands) = (op.spell_all(types), op.spell_all(operands.iter().copied()));
        op.fail(code::REGION_TYPES, format!("{what} ({types}), but the operands have types ({operands})"))
    };
    agree(op.args(cond), "the condition takes")?;
    agree(op.args(body), "the body takes")?;
    agree(op.returned(body), "the body returns")?;
    let tested = op.returned(cond);
    let is_bool = |ty: TypeId| {
        TensorView::of(op.context(), ty)
            .is_some_and(|tensor| tensor.rank() == 0 && op.is_element(tensor.element, ExpectedElement::Bool))
    };
    if !matches!(tested[..], [ty] if is_bool(ty)) {
        let message =
            format!("expected the condition to return `tensor<i1>`, found ({})", op.spell_all(tested));
        return op.fail(code::REGION_TYPES, message);
    }
    let results: Vec<TypeId> = op.results().collect();
    if all_compatible(op, &results, &operands) {
        return Ok(());
    }
    let message = format!(
        "the results have types ({}), but the operands have types ({})",
        op.spell_all(results),
        op.spell_all(operands)
    );
    op.fail(code::RESULT_TYPE, message)
}

/// Checks `stablehlo.optimization_barrier`.
pub(crate) fn barrier(op: &OpCheck<'_>) -> Checked {
    if op.operands().eq(op.results()) {
        return Ok(());
    }
    let (operands, results) = (op.spell_all(op.operands()), op.spell_all(op.results()));
    op.fail(
        code::RESULT_TYPE,
        format!("the results have types ({results}), but the operands have types ({operands})"),
    )
}

/// Checks `stablehlo.async_start`.
pub(crate) fn async_start(op: &OpCheck<'_>) -> Checked {
    let Some(block) = op.block(0) else { return Ok(()) };
    let module = op.run.module;
    let [inner, _] = block.ops[..] else {
        return op.fail(code::REGION_SHAPE, "expected one collective or slice and its return in the region");
    };
    // A cross-replica sum, which no producer writes any more, has no asynchronous form.
    let starts = match module.op(inner).name {
        OpName::Known(OpCode::Slice | OpCode::DynamicSlice | OpCode::DynamicUpdateSlice) => true,
        OpName::Known(code) => code.kind() == OpKind::Collective && code != OpCode::CrossReplicaSum,
        OpName::Other(_) => false,
    };
    if !starts {
        let message =
            format!("expected a collective or a slice in the region, found {}", module.op_name(inner));
        return op.fail(code::REGION_SHAPE, message);
    }
    let (args, made) = (op.args(block), op.returned(block));
    if !op.operands().eq(args.iter().copied()) {
        let message = format!(
            "the region has arguments ({}), but the operands have types ({})",
            op.spell_all(args),
            op.spell_all(op.operands())
        );
        return op.fail(code::REGION_TYPES, message);
    }
    match op.context().type_of(op.result(0)) {
        Type::Future(types) if all_compatible(op, types, &made) => Ok(()),
        _ => op.wrong_result(0, &format!("!stablehlo.future<{}>", op.spell_all(made))),
    }
}

/// Checks `stablehlo.async_done`.
pub(crate) fn async_done(op: &OpCheck<'_>) -> Checked {
    let Type::Future(types) = op.context().type_of(op.operand(0)) else { return Ok(()) };
    match types[..] {
        [ty] => op.infer_type(0, ty),
        _ => op.wrong_result(0, &op.spell_all(types.iter().copied())),
    }
}

/// Checks `stablehlo.composite`.
pub(crate) fn composite(op: &OpCheck<'_>) -> Checked {
    if let Some(Attr::String(name)) = op.attr("name")
        && !is_composite_name(name)
    {
        let name = String::from_utf8_lossy(name);
        let fault = op.attr_fault(
            code::ATTRIBUTE_VALUE,
            "name",
            format!("expected a name with a namespace, found \"{name}\""),
        );
        return Err(fault.help("write it as \"namespace.name\"").into());
    }
    check_decomposition(op)
}

/// Letters, digits, `_` and `$` in segments joined by dots; at least two segments, the first starting with a letter.
fn is_composite_name(name: &[u8]) -> bool {
    let mut parts = name.split(|byte| *byte == b'.');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&[u8]> = parts.collect();
    let word = |part: &[u8]| part.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'));
    first.first().is_some_and(u8::is_ascii_alphabetic)
        && word(first)
        && !rest.is_empty()
        && rest.iter().all(|part| !part.is_empty() && word(part))
}

/// Checks `stablehlo.custom_call`.
pub(crate) fn custom_call(op: &OpCheck<'_>, sink: &mut Diagnostics) {
    check_computations(op, sink);
    if let Err(fault) = check_config(op).and_then(|()| check_layouts(op)).and_then(|()| check_aliases(op)) {
        sink.push(*fault);
    }
}

fn check_config(op: &OpCheck<'_>) -> Checked {
    let version = op.int("api_version").unwrap_or(1);
    if !(0..=4).contains(&version) {
        return op.fail_attr("api_version", format!("unknown API version {version}"));
    }
    let typed = version == 4;
    match op.attr("backend_config") {
        None => {}
        Some(Attr::Dict(_)) if typed => {}
        Some(Attr::String(_)) if !typed => {}
        Some(_) => {
            let wanted = if typed { "a dictionary" } else { "a string" };
            let message = format!("expected `backend_config` to be {wanted} for API version {version}");
            return Err(op.attr_fault(code::ATTRIBUTE_KIND, "backend_config", message).into());
        }
    }
    Ok(())
}

/// Warns about computations that a custom call names but the module does not define, which MLIR accepts.
fn check_computations(op: &OpCheck<'_>, sink: &mut Diagnostics) {
    for item in op.array("called_computations").unwrap_or_default() {
        let Attr::SymbolRef(path) = op.context().attr_of(*item) else { continue };
        let name = path.first().map_or("", |name| op.context().text(*name));
        if op.run.symbols.lookup(op.run.module, op.id, name.as_bytes()).is_none() {
            let fault = op.attr_fault(
                code::UNDEFINED_SYMBOL,
                "called_computations",
                format!("undefined function @{name}"),
            );
            sink.push(Diagnostic { severity: Severity::Warning, ..fault });
        }
    }
}

fn check_layouts(op: &OpCheck<'_>) -> Checked {
    let (operands, results) = (op.array("operand_layouts"), op.array("result_layouts"));
    let (operands, results) = match (operands, results) {
        (None, None) => return Ok(()),
        (Some(operands), Some(results)) => (operands, results),
        (Some(_), None) => {
            return op.fail_attr("operand_layouts", "operands have layouts, but results do not");
        }
        (None, Some(_)) => {
            return op.fail_attr("result_layouts", "results have layouts, but operands do not");
        }
    };
    let operand_types: Vec<TypeId> = op.operands().collect();
    let mut result_types: Vec<TypeId> = op.results().collect();
    if let [only] = result_types[..]
        && let Type::Tuple(parts) = op.context().type_of(only)
    {
        result_types = parts.to_vec();
    }
    check_layout_list(op, "operand_layouts", operands, &operand_types)?;
    check_layout_list(op, "result_layouts", results, &result_types)
}

fn check_layout_list(
    op: &OpCheck<'_>,
    name: &str,
    layouts: &[partita_ir::AttrId],
    types: &[TypeId],
) -> Checked {
    if layouts.len() != types.len() {
        return op.fail_attr(
            name,
            format!("expected {} layouts in `{name}`, found {}", types.len(), layouts.len()),
        );
    }
    for (layout, ty) in layouts.iter().zip(types) {
        let Some(layout) = Integers::of(op.context(), op.context().attr_of(*layout)) else { continue };
        let length = layout.size(0);
        let fits = match op.context().type_of(*ty) {
            Type::Tensor(tensor) => is_permutation(layout, tensor.rank()),
            Type::Verbatim(text) => is_permutation(layout, buffer_rank(op.context().text(*text))),
            Type::UnrankedTensor(_) => true,
            Type::Tuple(_) => return op.fail_attr(name, "a tuple cannot have a layout"),
            _ => length == 0,
        };
        if !fits {
            return op.fail_attr(
                name,
                format!("a layout in `{name}` is not a permutation of the dimensions of `{}`", op.spell(*ty)),
            );
        }
    }
    Ok(())
}

/// Whether a layout lists each of `rank` dimensions exactly once.
fn is_permutation(layout: Integers<'_>, rank: usize) -> bool {
    let mut order: Vec<i64> = layout.iter().take(rank + 1).collect();
    order.sort_unstable();
    order.len() == rank && order.iter().enumerate().all(|(index, dim)| *dim == index as i64)
}

/// The number of dimensions in the text of a `memref` type.
fn buffer_rank(text: &str) -> usize {
    let inner = text.strip_prefix("memref<").unwrap_or("");
    inner.split('x').take_while(|part| *part == "?" || part.parse::<u64>().is_ok()).count()
}

fn check_aliases(op: &OpCheck<'_>) -> Checked {
    for item in op.array("output_operand_aliases").unwrap_or_default() {
        let Attr::Record(alias) = op.context().attr_of(*item) else { continue };
        check_alias(op, alias)?;
    }
    check_buffers(op)
}

/// Checks that a result that is a buffer aliases an operand.
fn check_buffers(op: &OpCheck<'_>) -> Checked {
    let single = op.op.result_count() == 1;
    for (index, ty) in op.results().enumerate() {
        if !matches!(op.context().type_of(ty), Type::Verbatim(_)) {
            continue;
        }
        let path: &[i64] = if single { &[] } else { &[index as i64] };
        let aliases = op.array("output_operand_aliases").unwrap_or_default();
        let is_aliased = aliases.iter().any(|item| match op.context().attr_of(*item) {
            Attr::Record(alias) => alias.ints("output_tuple_indices") == path,
            _ => false,
        });
        if !is_aliased {
            let message = format!("the buffer `{}` does not alias an operand", op.spell(ty));
            let fault =
                op.fault(code::RESULT_TYPE, message).help("add its operand to `output_operand_aliases`");
            return Err(fault.into());
        }
    }
    Ok(())
}

fn check_alias(op: &OpCheck<'_>, alias: &RecordAttr) -> Checked {
    let name = "output_operand_aliases";
    let index = match alias.fields()[1] {
        Field::Int(index) => index,
        _ => 0,
    };
    let operand = usize::try_from(index).ok().and_then(|index| op.op.operands.get(index));
    let Some(operand) = operand else {
        return op.fail_attr(name, format!("operand index {index} is out of range"));
    };
    let inside = alias.ints("operand_tuple_indices");
    let operand = op.run.module.type_of(*operand);
    let Some(operand) = tuple_part(op, operand, inside) else {
        return op.fail_attr(name, format!("`{}` has no element {inside:?}", op.spell(operand)));
    };
    let path = alias.ints("output_tuple_indices");
    let results: Vec<TypeId> = op.results().collect();
    let output = match (&results[..], path) {
        ([only], path) => tuple_part(op, *only, path),
        (many, [first, rest @ ..]) => {
            let at = usize::try_from(*first).ok().and_then(|index| many.get(index));
            at.and_then(|ty| tuple_part(op, *ty, rest))
        }
        (_, []) => None,
    };
    let Some(output) = output else {
        return op.fail_attr(name, format!("output index {path:?} is out of range"));
    };
    if operand != output {
        let message = format!("`{}` and `{}` cannot share a buffer", op.spell(operand), op.spell(output));
        return op.fail_attr(name, message);
    }
    Ok(())
}

fn tuple_part(op: &OpCheck<'_>, ty: TypeId, path: &[i64]) -> Option<TypeId> {
    path.iter().try_fold(ty, |ty, index| match op.context().type_of(ty) {
        Type::Tuple(parts) => parts.get(usize::try_from(*index).ok()?).copied(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::is_composite_name;

    #[test]
    fn composite_names_have_a_namespace() {
        assert!(is_composite_name(b"my_namespace.my_op"));
        assert!(is_composite_name(b"a.b.c$1"));
        assert!(!is_composite_name(b"a"));
        assert!(!is_composite_name(b"a."));
        assert!(!is_composite_name(b"1.b"));
    }
}
