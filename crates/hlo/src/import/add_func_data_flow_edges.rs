//! `sdy-add-func-data-flow-edges`: an `sdy.func_data_flow_edge` after every result of a call and every
//! argument of a function other than `main`.

use partita_base::{Diagnostics, Symbol};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, AttrId, Module, OpCode, OpId, SdyAttr, ValueId, names};
use partita_mesh::spec::ShardingSpec;
use rustc_hash::FxHashMap;

use super::add_data_flow_edges::is_static;
use crate::placement::Placement;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-add-func-data-flow-edges",
    help: "add an edge after the results of calls and the arguments of called functions",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let functions: Vec<OpId> = module.functions().collect();
    let main = match &functions[..] {
        [only] => Some(*only),
        several => several.iter().copied().find(|&func| module.symbol_name(func) == Some("main")),
    };
    let ops = module.walk(module.top());
    let mut edges = Edges { replaced: FxHashMap::default(), placement: Placement::default() };
    for &op in &ops {
        match module.op(op).name.code() {
            Some(OpCode::FuncFunc) if Some(op) != main => {
                for (index, value) in module.func_args(op).to_vec().into_iter().enumerate().rev() {
                    let sharding = module.func_sharding(op, names::ARG_ATTRS, index).cloned();
                    edges.add(module, value, sharding, op);
                }
            }
            Some(OpCode::FuncCall) => {
                for (index, value) in
                    module.op(op).results().enumerate().collect::<Vec<_>>().into_iter().rev()
                {
                    let sharding = module.result_shardings(op).get(index).cloned();
                    edges.add(module, value, sharding, op);
                }
            }
            _ => {}
        }
    }
    for &op in &ops {
        for operand in &mut module.op_mut(op).operands {
            if let Some(&new) = edges.replaced.get(operand) {
                *operand = new;
            }
        }
    }
    edges.placement.apply(module);
    Ok(())
}

struct Edges {
    replaced: FxHashMap<ValueId, ValueId>,
    placement: Placement,
}

impl Edges {
    fn add(&mut self, module: &mut Module, value: ValueId, sharding: Option<ShardingSpec>, cause: OpId) {
        let ty = module.type_of(value);
        if !is_static(module, ty) {
            return;
        }
        let attrs: Vec<(Symbol, AttrId)> = sharding
            .map(|spec| {
                let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(vec![spec]))));
                (names::SDY_SHARDING, attr)
            })
            .into_iter()
            .collect();
        let (loc, span) = (module.op(cause).loc, module.op(cause).span);
        let edge = module.build(OpCode::SdyFuncDataFlowEdge, &[value], &[ty], &attrs, loc, span);
        self.placement.after_value(module, value, edge);
        self.replaced.insert(value, module.op(edge).result(0));
    }
}
