//! The names of arguments and results in the user's own program, as recorded by JAX.

use partita_ir::{Attr, Definition, Loc, Module, OpCode, OpId, ValueId, names};

/// The name of a function argument, such as `params['w']`, from its location.
pub(crate) fn argument_name(module: &Module, value: ValueId) -> Option<&str> {
    let Definition::Argument { block, .. } = module.value(value).definition else { return None };
    // During propagation, called functions are named computations.
    let code = module.op(module.block_parent(block)).name.code();
    let is_function = matches!(code, Some(OpCode::FuncFunc | OpCode::SdyNamedComputation));
    match module.context.loc_of(module.value(value).loc) {
        Loc::Name { name, .. } if is_function => std::str::from_utf8(name).ok(),
        _ => None,
    }
}

/// The name of a function result, such as `result[0]['w']`, from its attribute `jax.result_info`.
pub(crate) fn result_name(module: &Module, func: OpId, index: usize) -> Option<&str> {
    let attrs = module.value_attrs(func, names::RES_ATTRS, index);
    let (_, info) = attrs.iter().find(|(name, _)| module.context.text(*name) == "jax.result_info")?;
    match module.context.attr_of(*info) {
        Attr::String(text) if !text.is_empty() => std::str::from_utf8(text).ok(),
        _ => None,
    }
}
