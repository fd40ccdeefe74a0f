//! Edits of ops: replaced by arguments or by their operands, and without attributes.

use std::ops::Range;

use partita_base::{Span, Symbol};
use partita_ir::{Attr, Module, OpId, Uses, ValueId, names};
use rustc_hash::FxHashSet;

use super::signature::{entry_block, select_attrs, set_type};

/// The ops of the first block of the entry function, without its terminator.
pub(super) fn entry_ops(module: &Module) -> Vec<OpId> {
    let block = module.entry_function().and_then(|entry| entry_block(module, entry));
    let ops = block.map_or(&[][..], |block| &module.block(block).ops);
    ops.split_last().map_or_else(Vec::new, |(_, ops)| ops.to_vec())
}

/// Replaces ops by arguments of the entry function.
pub(super) fn replace_by_arguments(module: &mut Module, range: Range<usize>) {
    let removed: FxHashSet<OpId> = entry_ops(module)[range].iter().copied().collect();
    let Some(entry) = module.entry_function() else { return };
    let Some(block) = entry_block(module, entry) else { return };
    let mut uses = Uses::new(module);
    let inside = |module: &Module, op: OpId| {
        let mut at = Some(op);
        while let Some(op) = at {
            if removed.contains(&op) {
                return true;
            }
            at = module.parent(op);
        }
        false
    };
    let ops: Vec<OpId> = module.block(block).ops.clone();
    let loc = module.context.unknown_loc();
    for &op in ops.iter().filter(|op| removed.contains(op)) {
        let results: Vec<ValueId> = module.op(op).results().collect();
        for result in results {
            let is_needed = uses.of(result).iter().any(|(user, _)| !inside(module, *user));
            if is_needed {
                let argument = module.add_arg(block, module.type_of(result), Span::default(), loc);
                uses.replace_all(module, result, argument);
            }
        }
    }
    module.set_block_ops(block, ops.into_iter().filter(|op| !removed.contains(op)).collect());
    let inputs: Vec<_> = module.func_args(entry).iter().map(|&value| module.type_of(value)).collect();
    let indices: Vec<usize> = (0..inputs.len()).collect();
    let results = module.func_type(entry).1.to_vec();
    set_type(module, entry, inputs, results);
    select_attrs(module, entry, names::ARG_ATTRS, &indices);
}

/// Ops all of whose results have the type of an operand.
pub(super) fn bypassed_ops(module: &Module) -> Vec<OpId> {
    let ops = module.walk(module.top());
    let fits = |op: &OpId| {
        let data = module.op(*op);
        data.result_count() > 0 && data.results().all(|result| substitute(module, *op, result).is_some())
    };
    ops.into_iter().filter(fits).collect()
}

/// The first operand with the type of a result.
fn substitute(module: &Module, op: OpId, result: ValueId) -> Option<ValueId> {
    let ty = module.type_of(result);
    module.op(op).operands.iter().copied().find(|&operand| module.type_of(operand) == ty)
}

/// Replaces the results of ops by their operands.
pub(super) fn replace_by_operands(module: &mut Module, range: Range<usize>) {
    let ops = bypassed_ops(module)[range].to_vec();
    let mut uses = Uses::new(module);
    // From the end, so that the operand of an op is never a result that was replaced before.
    for &op in ops.iter().rev() {
        let results: Vec<ValueId> = module.op(op).results().collect();
        for result in results {
            if let Some(operand) = substitute(module, op, result) {
                uses.replace_all(module, result, operand);
            }
        }
    }
}

/// An attribute that can be removed.
#[derive(Clone, Copy)]
pub(super) struct AttributeSite {
    op: OpId,
    /// The list of the attributes of arguments or results, and the index in it; `None` for an attribute of the op.
    value: Option<(Symbol, usize)>,
    name: Symbol,
}

/// The attributes with the name of a dialect in front, which ops do not need to be valid.
pub(super) fn attribute_sites(module: &Module) -> Vec<AttributeSite> {
    let is_removable = |name: Symbol| module.context.text(name).contains('.');
    let mut sites = Vec::new();
    for op in std::iter::once(module.top()).chain(module.walk(module.top())) {
        let own = module.op(op).attrs.iter().map(|(name, _)| *name);
        sites.extend(own.filter(|&name| is_removable(name)).map(|name| AttributeSite {
            op,
            value: None,
            name,
        }));
        for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
            let Some(Attr::Array(dicts)) = module.attr(op, lists) else { continue };
            for index in 0..dicts.len() {
                let inner = module.value_attrs(op, lists, index).iter().map(|(name, _)| *name);
                sites.extend(inner.map(|name| AttributeSite { op, value: Some((lists, index)), name }));
            }
        }
    }
    sites
}

/// Removes attributes.
pub(super) fn remove_attributes(module: &mut Module, range: Range<usize>) {
    for site in attribute_sites(module).drain(range) {
        let Some((lists, index)) = site.value else {
            module.remove_attr(site.op, site.name);
            continue;
        };
        let kept: Vec<_> = module
            .value_attrs(site.op, lists, index)
            .iter()
            .copied()
            .filter(|(name, _)| *name != site.name)
            .collect();
        let Some(Attr::Array(dicts)) = module.attr(site.op, lists) else { continue };
        let mut dicts = dicts.to_vec();
        dicts[index] = module.context.attr(Attr::Dict(kept.into()));
        let attr = module.context.attr(Attr::Array(dicts.into()));
        module.set_attr(site.op, lists, attr);
        let count = match module.attr(site.op, lists) {
            Some(Attr::Array(dicts)) => dicts.len(),
            _ => 0,
        };
        select_attrs(module, site.op, lists, &(0..count).collect::<Vec<_>>());
    }
}
