//! Branches, loops, barriers, and calls of what StableHLO does not define.

use partita_base::{Diagnostic, Diagnostics, Severity, code};
use partita_ir::{Attr, Field, OpCode, OpKind, OpName, RecordAttr, Type, TypeId};

use crate::check::{Checked, Element, Integers, OpCheck};
use crate::func::check_decomposition;
use crate::shape::Tensor;

/// `stablehlo.if` and `stablehlo.case`
pub(crate) fn branches(op: &OpCheck<'_>) -> Checked {
    let selector = op.tensor(0)?;
    if selector.rank() != 0 {
        return op.fail_shape(format!("a branch is chosen by a scalar, not by `{}`", op.spell(selector.ty)));
    }
    let count = op.op.regions.len();
    if count == 0 {
        return op.fail(code::REGION_COUNT, "there is no branch");
    }
    let mut returned: Vec<Vec<TypeId>> = Vec::with_capacity(count);
    for region in 0..count {
        let Some(block) = op.block(region) else { return Ok(()) };
        if !block.args.is_empty() {
            let message =
                format!("branch {region} takes {} arguments, but a branch takes none", block.args.len());
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
            "there are {} results for ({})",
            op.op.result_count(),
            op.spell_all(returned.swap_remove(0))
        );
        return op.fail(code::RESULT_COUNT, message);
    }
    (0..op.op.result_count()).try_for_each(|index| {
        let tensors: Option<Vec<Tensor<'_>>> =
            returned.iter().map(|types| Tensor::of(op.context(), types[index])).collect();
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
                op.infer(index, &extents, Element::Is(first.element))
            }
            _ => op.infer_type(index, returned[0][index]),
        }
    })
}

/// Whether two lists of types can be the same values.
fn all_compatible(op: &OpCheck<'_>, a: &[TypeId], b: &[TypeId]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| op.compatible(*a, *b))
}

/// `stablehlo.while`
pub(crate) fn while_loop(op: &OpCheck<'_>) -> Checked {
    let (Some(cond), Some(body)) = (op.block(0), op.block(1)) else { return Ok(()) };
    let operands: Vec<TypeId> = op.operands().collect();
    let agree = |types: Vec<TypeId>, what: &str| {
        if all_compatible(op, &operands, &types) {
            return Ok(());
        }
        let (types, operands) = (op.spell_all(types), op.spell_all(operands.iter().copied()));
        op.fail(code::REGION_TYPES, format!("{what} ({types}), but the operands are ({operands})"))
    };
    agree(op.args(cond), "the condition takes")?;
    agree(op.args(body), "the body takes")?;
    agree(op.returned(body), "the body returns")?;
    let tested = op.returned(cond);
    let is_bool = |ty: TypeId| {
        Tensor::of(op.context(), ty)
            .is_some_and(|tensor| tensor.rank() == 0 && op.is_element(tensor.element, Element::Bool))
    };
    if !matches!(tested[..], [ty] if is_bool(ty)) {
        let message = format!("the condition returns `tensor<i1>`, not ({})", op.spell_all(tested));
        return op.fail(code::REGION_TYPES, message);
    }
    let results: Vec<TypeId> = op.results().collect();
    if all_compatible(op, &results, &operands) {
        return Ok(());
    }
    let message = format!(
        "the results are ({}), but the operands are ({})",
        op.spell_all(results),
        op.spell_all(operands)
    );
    op.fail(code::RESULT_TYPE, message)
}

/// `stablehlo.optimization_barrier`
pub(crate) fn barrier(op: &OpCheck<'_>) -> Checked {
    if op.operands().eq(op.results()) {
        return Ok(());
    }
    let (operands, results) = (op.spell_all(op.operands()), op.spell_all(op.results()));
    op.fail(code::RESULT_TYPE, format!("({operands}) pass through, but the results are ({results})"))
}

/// `stablehlo.async_start`
pub(crate) fn async_start(op: &OpCheck<'_>) -> Checked {
    let Some(block) = op.block(0) else { return Ok(()) };
    let module = op.run.module;
    let [inner, _] = block.ops[..] else {
        return op.fail(code::REGION_SHAPE, "the region holds one collective or slice and its return");
    };
    // A cross-replica sum, which nothing writes any more, has no asynchronous form.
    let starts = match module.op(inner).name {
        OpName::Known(OpCode::Slice | OpCode::DynamicSlice | OpCode::DynamicUpdateSlice) => true,
        OpName::Known(code) => code.kind() == OpKind::Collective && code != OpCode::CrossReplicaSum,
        OpName::Other(_) => false,
    };
    if !starts {
        let message = format!("the region holds a collective or a slice, not {}", module.op_name(inner));
        return op.fail(code::REGION_SHAPE, message);
    }
    let (args, made) = (op.args(block), op.returned(block));
    if !op.operands().eq(args.iter().copied()) {
        let message = format!(
            "the region takes ({}) for operands ({})",
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

/// `stablehlo.async_done`
pub(crate) fn async_done(op: &OpCheck<'_>) -> Checked {
    let Type::Future(types) = op.context().type_of(op.operand(0)) else { return Ok(()) };
    match types[..] {
        [ty] => op.infer_type(0, ty),
        _ => op.wrong_result(0, &op.spell_all(types.iter().copied())),
    }
}

/// `stablehlo.composite`
pub(crate) fn composite(op: &OpCheck<'_>) -> Checked {
    if let Some(Attr::String(name)) = op.attr("name")
        && !is_composite_name(name)
    {
        let name = String::from_utf8_lossy(name);
        let fault =
            op.attr_fault(code::ATTRIBUTE_VALUE, "name", format!("\"{name}\" is no name with a namespace"));
        return Err(fault.help("write it as \"namespace.name\"").into());
    }
    check_decomposition(op)
}

/// Letters, digits, `_` and `$` in parts joined by dots; at least two parts, the first starting with a letter.
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

/// `stablehlo.custom_call`
pub(crate) fn custom_call(op: &OpCheck<'_>, sink: &mut Diagnostics) {
    check_computations(op, sink);
    if let Err(fault) = check_config(op).and_then(|()| check_layouts(op)).and_then(|()| check_aliases(op)) {
        sink.push(*fault);
    }
}

fn check_config(op: &OpCheck<'_>) -> Checked {
    let version = op.int("api_version").unwrap_or(1);
    if !(0..=4).contains(&version) {
        return op.fail_attr("api_version", format!("there is no API version {version}"));
    }
    let typed = version == 4;
    match op.attr("backend_config") {
        None => {}
        Some(Attr::Dict(_)) if typed => {}
        Some(Attr::String(_)) if !typed => {}
        Some(_) => {
            let wanted = if typed { "a dictionary" } else { "a string" };
            let message = format!("`backend_config` is {wanted} for API version {version}");
            return Err(op.attr_fault(code::ATTRIBUTE_KIND, "backend_config", message).into());
        }
    }
    Ok(())
}

/// Warns of computations that a custom call names but the module lacks, which MLIR lets pass.
fn check_computations(op: &OpCheck<'_>, sink: &mut Diagnostics) {
    for item in op.array("called_computations").unwrap_or_default() {
        let Attr::SymbolRef(path) = op.context().attr_of(*item) else { continue };
        let name = path.first().map_or("", |name| op.context().text(*name));
        if op.run.symbols.lookup(op.run.module, op.id, name.as_bytes()).is_none() {
            let fault = op.attr_fault(
                code::UNDEFINED_SYMBOL,
                "called_computations",
                format!("there is no function @{name}"),
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
            return op.fail_attr("operand_layouts", "layouts are given for operands but not for results");
        }
        (None, Some(_)) => {
            return op.fail_attr("result_layouts", "layouts are given for results but not for operands");
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
        return op
            .fail_attr(name, format!("`{name}` has {} entries for {} values", layouts.len(), types.len()));
    }
    for (layout, ty) in layouts.iter().zip(types) {
        let Some(layout) = Integers::of(op.context(), op.context().attr_of(*layout)) else { continue };
        let length = layout.size(0);
        let fits = match op.context().type_of(*ty) {
            Type::Tensor(tensor) => is_order(layout, tensor.rank()),
            Type::Verbatim(text) => is_order(layout, buffer_rank(op.context().text(*text))),
            Type::UnrankedTensor(_) => true,
            Type::Tuple(_) => return op.fail_attr(name, "tuples have no layout"),
            _ => length == 0,
        };
        if !fits {
            return op.fail_attr(
                name,
                format!("a layout in `{name}` does not order the dimensions of `{}`", op.spell(*ty)),
            );
        }
    }
    Ok(())
}

/// Whether a layout lists each of `rank` dimensions once.
fn is_order(layout: Integers<'_>, rank: usize) -> bool {
    let mut order: Vec<i64> = layout.iter().take(rank + 1).collect();
    order.sort_unstable();
    order.len() == rank && order.iter().enumerate().all(|(index, dim)| *dim == index as i64)
}

/// How many dimensions the text of a `memref` type spells.
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

/// A result that is a buffer is one of the operands.
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
            let message = format!("the buffer `{}` is made from no operand", op.spell(ty));
            let fault =
                op.fault(code::RESULT_TYPE, message).help("name its operand in `output_operand_aliases`");
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
        return op.fail_attr(name, format!("there is no operand {index}"));
    };
    let inside = alias.ints("operand_tuple_indices");
    let operand = op.run.module.type_of(*operand);
    let Some(operand) = tuple_part(op, operand, inside) else {
        return op.fail_attr(name, format!("there is no part {inside:?} in `{}`", op.spell(operand)));
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
        return op.fail_attr(name, format!("there is no output {path:?}"));
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
