//! Composites become calls of their decomposition.

use partita_ir::{Attr, OpCode, OpId, TypeId, ValueId, names};

use super::Rewriter;

/// `composite` as a call; one whose decomposition is only declared stays.
pub(super) fn composite(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let module = &rewriter.emit.out;
    let data = module.op(op);
    let callee = data.attr(module.context.find_symbol("decomposition")?)?;
    let Attr::SymbolRef(path) = module.context.attr_of(callee) else { return None };
    let function = module.find_function(module.context.text(*path.first()?))?;
    let types = |values: &mut dyn Iterator<Item = ValueId>| -> Vec<TypeId> {
        values.map(|value| module.type_of(value)).collect()
    };
    let (inputs, results) = (types(&mut data.operands.iter().copied()), types(&mut data.results()));
    // A function that is only declared has no body to call.
    let is_defined =
        module.op(function).regions.iter().any(|&region| !module.region(region).blocks.is_empty());
    let fits = module.func_type(function) == (&inputs[..], &results[..]);
    if !data.regions.is_empty() || !is_defined || !fits {
        return None;
    }
    let sharding = data.attr(names::SDY_SHARDING).map(|attr| (names::SDY_SHARDING, attr));
    let attrs: Vec<_> = std::iter::once((names::CALLEE, callee)).chain(sharding).collect();
    let operands = data.operands.clone();
    let call = rewriter.emit.op(OpCode::FuncCall, &operands, &results, &attrs);
    rewriter.results(call)
}
