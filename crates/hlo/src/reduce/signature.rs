//! Edits of the signature of the entry function.

use std::ops::Range;

use partita_base::Symbol;
use partita_ir::{Attr, BlockId, Definition, Module, OpCode, OpId, Type, TypeId, Uses, names};

/// Functions other than the entry function, with a body.
pub(super) fn other_functions(module: &Module) -> Vec<OpId> {
    let entry = module.entry_function();
    let has_body = |function: &OpId| entry_block(module, *function).is_some();
    module.functions().filter(|&function| Some(function) != entry).filter(has_body).collect()
}

/// Erases the entry function; one other function takes its place. Several cannot.
pub(super) fn enter_function(module: &mut Module, range: Range<usize>) {
    let (functions, entry) = (other_functions(module), module.entry_function());
    let ([chosen], Some(entry)) = (&functions[range], entry) else { return };
    module.remove_attr(*chosen, names::SYM_VISIBILITY);
    module.erase(entry);
    let private = module.context.attr(Attr::String(b"private".as_slice().into()));
    for function in functions.iter().filter(|function| *function != chosen) {
        module.set_attr(*function, names::SYM_VISIBILITY, private);
    }
}

/// The first block of a function.
pub(super) fn entry_block(module: &Module, function: OpId) -> Option<BlockId> {
    let region = *module.op(function).regions.first()?;
    module.region(region).blocks.first().copied()
}

/// The number of results of the entry function.
pub(super) fn result_count(module: &Module) -> usize {
    module.entry_function().map_or(0, |entry| module.func_type(entry).1.len())
}

/// Removes results of the entry function.
pub(super) fn remove_results(module: &mut Module, range: Range<usize>) {
    let Some(entry) = module.entry_function() else { return };
    for op in module.walk(entry) {
        let is_return = module.op(op).name.code() == Some(OpCode::FuncReturn);
        if is_return && module.parent(op) == Some(entry) && module.op(op).operands.len() >= range.end {
            module.op_mut(op).operands.drain(range.clone());
        }
    }
    let (inputs, results) = module.func_type(entry);
    let kept = |index: &usize| !range.contains(index);
    let (inputs, count) = (inputs.to_vec(), results.len());
    let results = results.iter().enumerate().filter(|(index, _)| kept(index)).map(|(_, ty)| *ty).collect();
    set_type(module, entry, inputs, results);
    let indices: Vec<usize> = (0..count).filter(kept).collect();
    select_attrs(module, entry, names::RES_ATTRS, &indices);
}

/// The indices of arguments of the entry function that no op uses.
pub(super) fn unused_arguments(module: &Module) -> Vec<usize> {
    let Some(entry) = module.entry_function() else { return Vec::new() };
    let uses = Uses::new(module);
    let arguments = module.func_args(entry).iter().enumerate();
    arguments.filter(|(_, value)| uses.of(**value).is_empty()).map(|(index, _)| index).collect()
}

/// Removes unused arguments of the entry function.
pub(super) fn remove_arguments(module: &mut Module, range: Range<usize>) {
    let Some(entry) = module.entry_function() else { return };
    let Some(block) = entry_block(module, entry) else { return };
    let removed = unused_arguments(module)[range].to_vec();
    let indices: Vec<usize> =
        (0..module.block(block).args.len()).filter(|index| !removed.contains(index)).collect();
    let arguments: Vec<_> = indices.iter().map(|&index| module.block(block).args[index]).collect();
    for (index, &argument) in arguments.iter().enumerate() {
        module.value_mut(argument).definition = Definition::Argument { block, index: index as u32 };
    }
    let inputs: Vec<TypeId> = arguments.iter().map(|&argument| module.type_of(argument)).collect();
    module.block_mut(block).args = arguments;
    let results = module.func_type(entry).1.to_vec();
    set_type(module, entry, inputs, results);
    select_attrs(module, entry, names::ARG_ATTRS, &indices);
}

pub(super) fn set_type(module: &mut Module, function: OpId, inputs: Vec<TypeId>, results: Vec<TypeId>) {
    let ty = module.context.ty(Type::Function { inputs: inputs.into(), results: results.into() });
    let attr = module.context.attr(Attr::Type(ty));
    module.set_attr(function, names::FUNCTION_TYPE, attr);
}

/// Keeps the attributes of some arguments or results. An index beyond the list has no attributes.
pub(super) fn select_attrs(module: &mut Module, function: OpId, lists: Symbol, indices: &[usize]) {
    let Some(Attr::Array(dicts)) = module.attr(function, lists) else { return };
    let dicts = dicts.clone();
    let empty = module.context.attr(Attr::Dict(Default::default()));
    let kept: Vec<_> = indices.iter().map(|&index| dicts.get(index).copied().unwrap_or(empty)).collect();
    if kept.iter().all(|&dict| dict == empty) {
        module.remove_attr(function, lists);
    } else {
        let attr = module.context.attr(Attr::Array(kept.into()));
        module.set_attr(function, lists, attr);
    }
}
