//! `symbol-dce`: private symbols that nothing live refers to are erased.

use partita_base::{Diagnostics, IdVec, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Anchor, PassInfo, PassOptions};
use crate::{Attr, AttrId, Field, Module, OpId};

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
        } else if let Some(name) = module.symbol_name(op).and_then(|name| module.context.find_symbol(name)) {
            // A name that was never interned is one that nothing refers to.
            private.insert(name, op);
        }
    }
    if live.len() == ops.len() {
        return Ok(());
    }
    let mut kept: FxHashSet<OpId> = live.iter().copied().collect();
    // A list, not a set: the order of marking stays that of the text.
    let mut used: Vec<Symbol> = Vec::new();
    // What an attribute refers to is live from the first op on that has it.
    let mut seen: IdVec<AttrId, bool> = IdVec::new();
    for &(_, attr) in &module.op(module.top()).attrs {
        collect(module, attr, &mut used);
    }
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
        for op in module.walk(root) {
            let op = module.op(op);
            for attr in op.attrs.iter().map(|(_, attr)| *attr).chain(op.properties) {
                if !std::mem::replace(seen.grow(attr, false), true) {
                    collect(module, attr, &mut used);
                }
            }
        }
    }
    for op in ops {
        if !kept.contains(&op) {
            module.erase(op);
        }
    }
    Ok(())
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
