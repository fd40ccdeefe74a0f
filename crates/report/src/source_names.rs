//! The names that the author of a program gave its arguments and results, as JAX writes them down.

use partita_ir::{Attr, Definition, Loc, Module, OpCode, OpId, ValueId, names};

/// `params['w']`, for an argument of a function: the name of its location.
pub(crate) fn argument(module: &Module, value: ValueId) -> Option<&str> {
    let Definition::Argument { block, .. } = module.value(value).definition else { return None };
    // Propagation turns called functions into named computations.
    let code = module.op(module.block_parent(block)).name.code();
    let is_function = matches!(code, Some(OpCode::FuncFunc | OpCode::SdyNamedComputation));
    match module.context.loc_of(module.value(value).loc) {
        Loc::Name { name, .. } if is_function => std::str::from_utf8(name).ok(),
        _ => None,
    }
}

/// `result[0]['w']`, for a result of a function: its attribute `jax.result_info`.
pub(crate) fn result(module: &Module, func: OpId, index: usize) -> Option<&str> {
    let attrs = module.value_attrs(func, names::RES_ATTRS, index);
    let (_, info) = attrs.iter().find(|(name, _)| module.context.text(*name) == "jax.result_info")?;
    match module.context.attr_of(*info) {
        Attr::String(text) if !text.is_empty() => std::str::from_utf8(text).ok(),
        _ => None,
    }
}
