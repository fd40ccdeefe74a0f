//! Functions, calls and computations with regions of their own.

use partita_base::Diagnostics;
use partita_ir::{Attr, OpCode, OpId, Type, ValueId, names};

use super::super::conversion::Conversion;
use super::super::shardings;
use super::{Localizer, Refusal};

/// Gives a function the local types of its arguments and results.
pub(super) fn function(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let mut lists = [Vec::new(), Vec::new()];
    for (list, name) in lists.iter_mut().zip([names::ARG_ATTRS, names::RES_ATTRS]) {
        let types = shardings::func_types(out.module, op, name);
        for (spec, ty) in shardings::of_func(out.module, op, name).iter().zip(types) {
            list.push(local.shard(out, ty, spec.as_ref())?);
        }
    }
    let [inputs, results] = lists;
    for (arg, &ty) in out.module.func_args(op).to_vec().into_iter().zip(&inputs) {
        out.set_type(arg, ty);
    }
    let ty = Type::Function { inputs: inputs.into(), results: results.into() };
    let ty = out.module.context.ty(ty);
    let ty = out.module.context.attr(Attr::Type(ty));
    out.module.set_attr(op, names::FUNCTION_TYPE, ty);
    out.emit(op);
    Ok(())
}

/// A call passes shards. As in Shardy, its results keep their types, and it keeps nothing but its callee.
pub(super) fn call(local: &mut Localizer, out: &mut Conversion<'_>, op: OpId) -> Result<(), Refusal> {
    let operands = local.operands(out, op)?;
    let types: Vec<_> = out.module.op(op).results().map(|value| out.module.type_of(value)).collect();
    let callee = out.module.op(op).attr(names::CALLEE);
    let call = out.op(OpCode::FuncCall, &operands, &types, &[]);
    if let Some(callee) = callee {
        out.module.set_attr(call, names::CALLEE, callee);
    }
    let pairs: Vec<(ValueId, ValueId)> =
        out.module.op(op).results().zip(out.module.op(call).results()).collect();
    pairs.into_iter().for_each(|(old, new)| out.replace(old, new));
    Ok(())
}

/// A named computation gets local types; as in Shardy, it keeps only its name and shardings.
pub(super) fn named_computation(
    local: &mut Localizer,
    out: &mut Conversion<'_>,
    op: OpId,
) -> Result<(), Refusal> {
    for arg in arguments(out, op) {
        let ty = local.type_of(out, arg)?;
        out.set_type(arg, ty);
    }
    let name = out.module.context.symbol("name");
    let kept = [name, names::IN_SHARDINGS, names::OUT_SHARDINGS];
    out.module.op_mut(op).attrs.retain(|(name, _)| kept.contains(name));
    local.generic(out, op)
}

fn arguments(out: &Conversion<'_>, op: OpId) -> Vec<ValueId> {
    let region = out.module.op(op).regions.first();
    let block = region.and_then(|&region| out.module.region(region).blocks.first());
    block.map_or_else(Vec::new, |&block| out.module.block(block).args.clone())
}

impl Localizer {
    /// A manual computation is local code already: its ops replace it.
    pub(super) fn manual_computation(
        &mut self,
        out: &mut Conversion<'_>,
        op: OpId,
    ) -> Result<(), Diagnostics> {
        let region = out.module.op(op).regions.first();
        let Some(&body) = region.and_then(|&region| out.module.region(region).blocks.first()) else {
            return Ok(());
        };
        let operands = match self.operands(out, op) {
            Ok(operands) => operands,
            Err(why) => return Err(super::refusal(out, op, &why)),
        };
        for (arg, operand) in arguments(out, op).into_iter().zip(operands) {
            out.replace(arg, operand);
        }
        let end = out.module.block(body).ops.last().copied();
        let returned = end.map_or_else(Vec::new, |end| out.module.op(end).operands.to_vec());
        out.ops_but_last(body, self)?;
        let pairs: Vec<(ValueId, ValueId)> = out.module.op(op).results().zip(returned).collect();
        pairs.into_iter().for_each(|(result, value)| out.replace(result, value));
        Ok(())
    }
}
