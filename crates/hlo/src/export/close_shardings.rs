//! `sdy-close-shardings`: no dimension takes further axes, and no axis needs to be kept away.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, AttrId, Module, SdyAttr};
use partita_mesh::Openness;
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-close-shardings",
    help: "close every dimension and drop replicated axes",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut closed: FxHashMap<AttrId, AttrId> = FxHashMap::default();
    for op in module.walk(module.top()) {
        for index in 0..module.op(op).attrs.len() {
            let old = module.op(op).attrs[index].1;
            if !may_hold_sharding(module, old) {
                continue;
            }
            let attr = close(module, old, &mut closed);
            module.op_mut(op).attrs[index].1 = attr;
        }
    }
    Ok(())
}

/// Whether it is worth looking into an attribute.
fn may_hold_sharding(module: &Module, attr: AttrId) -> bool {
    match module.context.attr_of(attr) {
        Attr::Sdy(sdy) => matches!(**sdy, SdyAttr::Sharding(_) | SdyAttr::ShardingPerValue(_)),
        Attr::Array(_) | Attr::Dict(_) => true,
        _ => false,
    }
}

/// The attribute with every sharding in it closed; equal ones are worked out once.
fn close(module: &mut Module, attr: AttrId, closed: &mut FxHashMap<AttrId, AttrId>) -> AttrId {
    if let Some(&done) = closed.get(&attr) {
        return done;
    }
    let new = match module.context.attr_of(attr).clone() {
        Attr::Sdy(sdy) => match *sdy {
            SdyAttr::Sharding(spec) => Attr::Sdy(Box::new(SdyAttr::Sharding(closed_spec(spec)))),
            SdyAttr::ShardingPerValue(specs) => {
                let specs = specs.into_iter().map(closed_spec).collect();
                Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs)))
            }
            _ => return attr,
        },
        Attr::Array(items) => Attr::Array(items.iter().map(|&item| close(module, item, closed)).collect()),
        Attr::Dict(entries) => {
            Attr::Dict(entries.iter().map(|&(name, attr)| (name, close(module, attr, closed))).collect())
        }
        _ => return attr,
    };
    let new = module.context.attr(new);
    closed.insert(attr, new);
    new
}

fn closed_spec(mut spec: ShardingSpec) -> ShardingSpec {
    spec.replicated.clear();
    for dim in &mut spec.dims {
        dim.openness = Openness::Closed;
    }
    spec
}
