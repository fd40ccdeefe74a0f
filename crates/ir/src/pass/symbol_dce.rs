//! `symbol-dce`: erases private symbols that no live op refers to.

use partita_base::{Diagnostics, IdVec, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Anchor, PassInfo, PassOptions};
use crate::{Attr, AttrId, Field, Module, OpCode, OpId};

pub(super) const PASS: PassInfo = PassInfo {
    name: "symbol-dce",
    help: "erase private functions that are not used",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let body = module.body();
    let ops = module.block(body).ops.clone();
    let mut private: FxHashMap<Symbol, OpId> = FxHashMap::default();
    let mut live: Vec<OpId> = Vec::new();
    for &op in &ops {
        if !module.is_private(op) {
            live.push(op);
        } else if let Some(name) = module.symbol_of(op) {
            // A name that was never interned cannot be referred to.
            private.insert(name, op);
        }
    }
    if live.len() == ops.len() || calls_keep_all(module, &private, &live) {
        return Ok(());
    }
    let mut kept: FxHashSet<OpId> = live.iter().copied().collect();
    // A list, not a set: marking follows the order of the text.
    let mut used: Vec<Symbol> = Vec::new();
    // The symbols of an attribute become live with the first live op that has it.
    let mut seen: IdVec<AttrId, bool> = IdVec::new();
    for &(_, attr) in &module.op(module.top()).attrs {
        collect(module, attr, &mut used);
    }
    // Private symbols are walked one by one; a walk of the module would visit them all.
    module.walk(module.top());
    let mut next = 0;
    loop {
        for name in std::mem::take(&mut used) {
            if let Some(&op) = private.get(&name)
                && kept.insert(op)
            {
                live.push(op);
            }
        }
        let Some(&root) = live.get(next) else { break };
        next += 1;
        for &op in &module.walk(root) {
            let op = module.op(op);
            let mut look_at = |attr| {
                if !std::mem::replace(seen.grow(attr, false), true) {
                    collect(module, attr, &mut used);
                }
            };
            op.attrs.iter().for_each(|&(_, attr)| look_at(attr));
            op.properties.into_iter().for_each(look_at);
        }
    }
    module.set_block_ops(body, ops.into_iter().filter(|op| kept.contains(op)).collect());
    Ok(())
}

/// Whether calls alone keep all private symbols alive, as is usual. Then the attributes need not be searched for other uses.
fn calls_keep_all(module: &Module, private: &FxHashMap<Symbol, OpId>, public: &[OpId]) -> bool {
    let mut callees: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    for call in module.landmarks(|code| code == OpCode::FuncCall) {
        if let Some(&callee) = module.callee_name(call).and_then(|name| private.get(&name)) {
            callees.entry(module.outermost(call)).or_default().push(callee);
        }
    }
    let mut kept: FxHashSet<OpId> = FxHashSet::default();
    let mut next = public.to_vec();
    while let Some(caller) = next.pop() {
        let callees = callees.get(&caller).into_iter().flatten().copied();
        next.extend(callees.filter(|&callee| kept.insert(callee)));
    }
    kept.len() + public.len() == module.block(module.body()).ops.len()
}

/// The root symbols that an attribute refers to.
fn collect(module: &Module, attr: AttrId, used: &mut Vec<Symbol>) {
    match module.context.attr_of(attr) {
        Attr::SymbolRef(path) => used.extend(path.first()),
        Attr::Array(items) => items.iter().for_each(|&item| collect(module, item, used)),
        Attr::Dict(entries) => entries.iter().for_each(|&(_, attr)| collect(module, attr, used)),
        Attr::Record(record) => {
            for field in record.fields() {
                match field {
                    Field::Attr(attr) => collect(module, *attr, used),
                    Field::Attrs(attrs) => attrs.iter().for_each(|&attr| collect(module, attr, used)),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
