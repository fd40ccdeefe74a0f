//! Rewrites every sharding of a module in one walk.

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, AttrKind, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Replaces the shardings for which `rewrite` returns another one.
///
/// Shardings are seen in text order: of a function its arguments, its results, then its body. Equal ones
/// are passed to `rewrite` once, with the first op that has them.
pub(super) fn rewrite_shardings(
    module: &mut Module,
    rewrite: impl FnMut(OpId, &ShardingSpec) -> Option<ShardingSpec>,
) {
    let mut rewriter = Rewriter { rewrite, seen: FxHashMap::default() };
    let may_hold =
        |module: &Module, attr| matches!(module.context.attr_of(attr), Attr::Sdy(_) | Attr::Array(_));
    for &op in &module.walk(module.top()) {
        if !module.op(op).attrs.iter().any(|&(_, attr)| may_hold(module, attr)) {
            continue;
        }
        for name in sharding_attrs(module, op) {
            if let Some(attr) = module.op(op).attr(name) {
                let new = rewriter.attr(module, op, attr);
                if new != attr {
                    module.set_attr(op, name, new);
                }
            }
        }
    }
}

/// The attributes of an op that hold its shardings.
fn sharding_attrs(module: &Module, op: OpId) -> SmallVec<[Symbol; 2]> {
    let code = match module.op(op).name.code() {
        Some(OpCode::FuncFunc) => return smallvec![names::ARG_ATTRS, names::RES_ATTRS],
        code => code,
    };
    let attrs = code.map_or(&[][..], |code| &code.info().attrs);
    let own = attrs.iter().filter(|attr| matches!(attr.kind, AttrKind::Sharding | AttrKind::Shardings));
    let own: SmallVec<[Symbol; 2]> = own.map(|attr| attr.symbol).collect();
    if own.is_empty() { smallvec![names::SDY_SHARDING] } else { own }
}

struct Rewriter<F> {
    rewrite: F,
    seen: FxHashMap<AttrId, AttrId>,
}

impl<F: FnMut(OpId, &ShardingSpec) -> Option<ShardingSpec>> Rewriter<F> {
    /// The attribute that replaces `attr`: a sharding, a list of them, or the dictionaries of a function.
    fn attr(&mut self, module: &mut Module, op: OpId, attr: AttrId) -> AttrId {
        if let Some(&new) = self.seen.get(&attr) {
            return new;
        }
        let new = match module.context.attr_of(attr).clone() {
            Attr::Sdy(sdy) => match self.sdy(op, &sdy) {
                Some(new) => module.context.attr(Attr::Sdy(Box::new(new))),
                None => attr,
            },
            Attr::Array(dicts) => {
                let new: Box<[AttrId]> = dicts.iter().map(|&dict| self.dict(module, op, dict)).collect();
                if new == dicts { attr } else { module.context.attr(Attr::Array(new)) }
            }
            _ => attr,
        };
        self.seen.insert(attr, new);
        new
    }

    /// The dictionary of one argument or result.
    fn dict(&mut self, module: &mut Module, op: OpId, dict: AttrId) -> AttrId {
        let Attr::Dict(entries) = module.context.attr_of(dict) else { return dict };
        let Some(at) = entries.iter().position(|(name, _)| *name == names::SDY_SHARDING) else { return dict };
        let mut entries = entries.clone();
        let new = self.attr(module, op, entries[at].1);
        if new == entries[at].1 {
            return dict;
        }
        entries[at].1 = new;
        module.context.attr(Attr::Dict(entries))
    }

    fn sdy(&mut self, op: OpId, attr: &SdyAttr) -> Option<SdyAttr> {
        match attr {
            SdyAttr::Sharding(spec) => (self.rewrite)(op, spec).map(SdyAttr::Sharding),
            SdyAttr::ShardingPerValue(specs) => {
                let mut changed = false;
                let specs = specs.iter().map(|spec| {
                    let new = (self.rewrite)(op, spec);
                    changed |= new.is_some();
                    new.unwrap_or_else(|| spec.clone())
                });
                let specs = specs.collect();
                changed.then_some(SdyAttr::ShardingPerValue(specs))
            }
            _ => None,
        }
    }
}
