//! `sdy-close-shardings`: closes all dimensions and drops replicated axes, which only matter to propagation.

use partita_base::{Diagnostics, IdVec};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, AttrId, Module, SdyAttr};
use partita_mesh::Openness;
use partita_mesh::spec::ShardingSpec;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-close-shardings",
    help: "close every dimension and drop replicated axes",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut closed = Closed::new();
    for &op in &module.walk(module.top()) {
        for index in 0..module.op(op).attrs.len() {
            let old = module.op(op).attrs[index].1;
            let new = close(module, old, &mut closed);
            if new != old {
                module.op_mut(op).attrs[index].1 = new;
            }
        }
    }
    Ok(())
}

/// The closed form of each attribute that was visited.
type Closed = IdVec<AttrId, Option<AttrId>>;

/// The attribute with every sharding in it closed; equal ones are computed once.
fn close(module: &mut Module, attr: AttrId, closed: &mut Closed) -> AttrId {
    if let Some(done) = *closed.grow(attr, None) {
        return done;
    }
    let new = closed_attr(module, attr, closed).map_or(attr, |new| module.context.attr(new));
    *closed.grow(attr, None) = Some(new);
    new
}

/// The same for one that is visited for the first time; `None` where there is nothing to close.
fn closed_attr(module: &mut Module, attr: AttrId, closed: &mut Closed) -> Option<Attr> {
    Some(match module.context.attr_of(attr) {
        Attr::Sdy(sdy) => match &**sdy {
            SdyAttr::Sharding(spec) => Attr::Sdy(Box::new(SdyAttr::Sharding(closed_spec(spec.clone())))),
            SdyAttr::ShardingPerValue(specs) => {
                let specs = specs.iter().cloned().map(closed_spec).collect();
                Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs)))
            }
            _ => return None,
        },
        Attr::Array(items) => {
            let items = items.clone();
            Attr::Array(items.iter().map(|&item| close(module, item, closed)).collect())
        }
        Attr::Dict(entries) => {
            let entries = entries.clone();
            Attr::Dict(entries.iter().map(|&(name, attr)| (name, close(module, attr, closed))).collect())
        }
        _ => return None,
    })
}

fn closed_spec(mut spec: ShardingSpec) -> ShardingSpec {
    spec.replicated.clear();
    for dim in &mut spec.dims {
        dim.openness = Openness::Closed;
    }
    spec
}
