//! Functions, calls and returns.

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_ir::{Attr, Module, OpCode, OpId, OpName, Type, TypeId, names};

use crate::check::{Checked, OpCheck};
use crate::structure::{list_dictionaries, may_end_block};
use crate::symbols::function_of;

/// The argument and result types of a `func.func`.
fn signature(module: &Module, id: OpId) -> Option<(&[TypeId], &[TypeId])> {
    let Attr::Type(ty) = module.attr(id, names::FUNCTION_TYPE)? else { return None };
    match module.context.type_of(*ty) {
        Type::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

fn symbol(op: &OpCheck<'_>, name: &str) -> Option<Symbol> {
    match op.attr(name)? {
        Attr::SymbolRef(path) => path.first().copied(),
        _ => None,
    }
}

/// Checks a function's body and attributes against its type; reports every error.
pub(crate) fn check_func(op: &OpCheck<'_>, sink: &mut Diagnostics) {
    let module = op.run.module;
    let Some((inputs, results)) = signature(module, op.id) else { return };
    let blocks = &module.region(op.op.regions[0]).blocks;
    match blocks.first() {
        None => check_declaration(op, sink),
        Some(entry) => {
            let args = op.args(module.block(*entry));
            if args != inputs {
                let message = format!(
                    "the body has arguments ({}), but the function type has ({})",
                    op.spell_all(args),
                    op.spell_all(inputs.iter().copied())
                );
                sink.push(op.fault(code::FUNCTION_TYPE, message));
            }
        }
    }
    for block in blocks {
        let last = module.block(*block).ops.last();
        if !last.is_some_and(|last| may_end_block(module.op(*last).name)) {
            let span = last.map_or(module.block(*block).span, |last| module.op(*last).span);
            let span = if span == partita_base::Span::default() { op.op.span } else { span };
            let message = "expected every block of a function to end in func.return".to_string();
            sink.push(Diagnostic::error(code::REGION_SHAPE, span, format!("{}: {message}", op.name())));
        }
    }
    check_value_attrs(op, names::ARG_ATTRS, inputs.len(), "argument", sink);
    check_value_attrs(op, names::RES_ATTRS, results.len(), "result", sink);
}

fn check_declaration(op: &OpCheck<'_>, sink: &mut Diagnostics) {
    let visibility = match op.attr("sym_visibility") {
        Some(Attr::String(text)) => &**text,
        _ => b"public",
    };
    if visibility == b"public" {
        let message = "expected private or nested visibility for a function without a body";
        sink.push(op.fault(code::VISIBILITY, message).help("write `func.func private @name(…)`"));
    }
}

fn check_value_attrs(op: &OpCheck<'_>, name: Symbol, count: usize, what: &str, sink: &mut Diagnostics) {
    let module = op.run.module;
    let Some(dicts) = list_dictionaries(module, op.id, name) else { return };
    let span = module.attr_span(op.id, name);
    if dicts.len() != count {
        let message =
            format!("{}: expected attributes for {count} {what}s, found {}", op.name(), dicts.len());
        sink.push(Diagnostic::error(code::FUNCTION_TYPE, span, message));
        return;
    }
    for (index, dict) in dicts.iter().enumerate() {
        for (key, _) in dict.iter() {
            let key = module.context.text(*key);
            if !key.contains('.') {
                let message = format!("missing dialect prefix in the attribute `{key}` of {what} {index}");
                sink.push(Diagnostic::error(code::ATTRIBUTE_PREFIX, span, message));
            }
        }
    }
}

/// Checks that `func.return` returns the result types of its function.
pub(crate) fn check_return(op: &OpCheck<'_>) -> Checked {
    let module = op.run.module;
    let parent =
        module.parent(op.id).filter(|parent| module.op(*parent).name == OpName::Known(OpCode::FuncFunc));
    let Some(parent) = parent else {
        return op.fail(code::PARENT, "expected a func.func as the parent op");
    };
    let Some((_, results)) = signature(module, parent) else { return Ok(()) };
    if op.operands().eq(results.iter().copied()) {
        return Ok(());
    }
    let message = format!(
        "returns ({}), but the function type has results ({})",
        op.spell_all(op.operands()),
        op.spell_all(results.iter().copied())
    );
    let fault = op.fault(code::FUNCTION_TYPE, message);
    Err(fault.label(module.attr_span(parent, names::FUNCTION_TYPE), "function defined here").into())
}

/// Checks that `func.call` matches the function it calls.
pub(crate) fn check_call(op: &OpCheck<'_>) -> Checked {
    let Some(callee) = symbol(op, "callee") else { return Ok(()) };
    check_against(op, "callee", callee)
}

/// Checks that `stablehlo.composite` matches its decomposition.
pub(crate) fn check_decomposition(op: &OpCheck<'_>) -> Checked {
    let Some(callee) = symbol(op, "decomposition") else { return Ok(()) };
    check_against(op, "decomposition", callee)
}

fn check_against(op: &OpCheck<'_>, attr: &str, callee: Symbol) -> Checked {
    let module = op.run.module;
    let name = module.context.text(callee);
    let Some(target) = function_of(module, &op.run.symbols, op.id, name.as_bytes()) else {
        return Err(op
            .attr_fault(code::UNDEFINED_SYMBOL, attr, format!("undefined function @{name}"))
            .into());
    };
    let Some((inputs, results)) = signature(module, target) else { return Ok(()) };
    if op.operands().eq(inputs.iter().copied()) && op.results().eq(results.iter().copied()) {
        return Ok(());
    }
    let message = format!(
        "the call has type ({}) -> ({}), but @{name} has type ({}) -> ({})",
        op.spell_all(op.operands()),
        op.spell_all(op.results()),
        op.spell_all(inputs.iter().copied()),
        op.spell_all(results.iter().copied())
    );
    let span = module.attr_span(target, names::SYM_NAME);
    Err(op.fault(code::FUNCTION_TYPE, message).label(span, "function defined here").into())
}

/// Checks that `func.constant` has the type of the function it names.
pub(crate) fn check_constant(op: &OpCheck<'_>) -> Checked {
    let Some(value) = symbol(op, "value") else { return Ok(()) };
    let module = op.run.module;
    let name = module.context.text(value);
    let Some(target) = function_of(module, &op.run.symbols, op.id, name.as_bytes()) else {
        return Err(op
            .attr_fault(code::UNDEFINED_SYMBOL, "value", format!("undefined function @{name}"))
            .into());
    };
    match module.attr(target, names::FUNCTION_TYPE) {
        Some(Attr::Type(ty)) if *ty != op.result(0) => {
            let message = format!(
                "the result has type `{}`, but @{name} has type `{}`",
                op.spell(op.result(0)),
                op.spell(*ty)
            );
            op.fail(code::FUNCTION_TYPE, message)
        }
        _ => Ok(()),
    }
}

/// Checks that `func.call_indirect` matches the function type of its first operand.
pub(crate) fn check_call_indirect(op: &OpCheck<'_>) -> Checked {
    let Type::Function { inputs, results } = op.context().type_of(op.operand(0)) else { return Ok(()) };
    if op.operands().skip(1).eq(inputs.iter().copied()) && op.results().eq(results.iter().copied()) {
        return Ok(());
    }
    let message =
        format!("the operands and results do not match the function type `{}`", op.spell(op.operand(0)));
    op.fail(code::FUNCTION_TYPE, message)
}

/// Checks that `builtin.unrealized_conversion_cast` has a result.
pub(crate) fn check_cast(op: &OpCheck<'_>) -> Checked {
    if op.op.result_count() == 0 {
        return op.fail(code::RESULT_COUNT, "expected at least one result");
    }
    Ok(())
}
