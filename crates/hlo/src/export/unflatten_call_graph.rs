//! `sdy-unflatten-call-graph`: calls of copies of one function share one of the copies.
//!
//! The import gave every call a copy of its function. Copies with the same shardings are interchangeable;
//! with `dedup-functions-fully` all copies count as such, and the shardings with the most calls are taken. Copies
//! that are no longer called are left for `symbol-dce`.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{self, Anchor, PassInfo, PassOption, PassOptions};
use partita_ir::{Attr, AttrId, FunctionTable, Module, OpCode, OpId, names};
use rustc_hash::FxHashMap;

use super::option_true_false;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-unflatten-call-graph",
    help: "let calls of interchangeable copies of a function share one",
    anchor: Anchor::Module,
    options: &[DEDUP],
    run,
};

const DEDUP: PassOption = option_true_false("dedup-functions-fully", "share one copy whatever its shardings");

/// Copies with the same original name and manual axes may replace each other.
type Origin = (Symbol, Option<AttrId>);
/// The shardings of a copy's arguments and results.
type Variant = (Vec<Option<AttrId>>, Vec<Option<AttrId>>);

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let fully = pass::flag(options, DEDUP.name, false);
    let original = module.context.symbol("sdy.original_func_name");
    let manual = module.context.symbol("sdy.func_manual_axes");
    let functions = FunctionTable::new(module);
    let mut keys: FxHashMap<OpId, (Origin, Variant)> = FxHashMap::default();
    for func in module.functions().collect::<Vec<_>>() {
        let key = key(module, func, original, manual);
        keys.insert(func, key);
    }
    let mut calls: Vec<(OpId, OpId)> = Vec::new();
    for op in module.landmarks(|code| code == OpCode::FuncCall) {
        calls.extend(functions.callee(module, op).map(|func| (op, func)));
    }
    let targets = if fully { most_called(&calls, &keys) } else { first_called(&calls, &keys) };
    for ((call, func), target) in calls.into_iter().zip(targets) {
        if func != target
            && let Some(name) = module.symbol_name(target).map(str::to_string)
        {
            let name = module.context.symbol(&name);
            let attr = module.context.attr(Attr::SymbolRef(Box::new([name])));
            module.set_attr(call, names::CALLEE, attr);
        }
    }
    for func in module.functions().collect::<Vec<_>>() {
        module.remove_attr(func, original);
        module.remove_attr(func, manual);
    }
    Ok(())
}

fn key(module: &mut Module, func: OpId, original: Symbol, manual: Symbol) -> (Origin, Variant) {
    let name = match module.attr(func, original) {
        Some(Attr::String(text)) => String::from_utf8_lossy(text).into_owned(),
        _ => module.symbol_name(func).unwrap_or_default().to_string(),
    };
    let name = module.context.symbol(&name);
    let (inputs, results) = module.func_type(func);
    let shardings = |lists: Symbol, count: usize| {
        (0..count).map(|index| module.func_sharding_attr(func, lists, index)).collect()
    };
    let variant = (shardings(names::ARG_ATTRS, inputs.len()), shardings(names::RES_ATTRS, results.len()));
    ((name, module.op(func).attr(manual)), variant)
}

/// For each call the copy that the first call of the same variant goes to.
fn first_called(calls: &[(OpId, OpId)], keys: &FxHashMap<OpId, (Origin, Variant)>) -> Vec<OpId> {
    let mut first: FxHashMap<&(Origin, Variant), OpId> = FxHashMap::default();
    calls.iter().map(|(_, func)| *first.entry(&keys[func]).or_insert(*func)).collect()
}

/// For each call a copy of the variant with the most calls; of several variants, the one that reached the number first.
/// Of its copies it is the one whose call put the variant ahead of all others, which is Shardy's choice.
fn most_called(calls: &[(OpId, OpId)], keys: &FxHashMap<OpId, (Origin, Variant)>) -> Vec<OpId> {
    let mut counts: FxHashMap<&(Origin, Variant), usize> = FxHashMap::default();
    let mut best: FxHashMap<&Origin, (usize, OpId)> = FxHashMap::default();
    for (_, func) in calls {
        let key = &keys[func];
        let count = counts.entry(key).or_default();
        *count += 1;
        let (ahead, leader) = best.entry(&key.0).or_insert((0, *func));
        if *count > *ahead {
            *ahead = *count;
            if keys[leader] != *key {
                *leader = *func;
            }
        }
    }
    calls.iter().map(|(_, func)| best[&keys[func].0].1).collect()
}
