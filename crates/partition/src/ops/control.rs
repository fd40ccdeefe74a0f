//! Control flow, calls and manual computations: their values keep the layouts that propagation chose.

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_ir::{BlockId, OpCode, OpId, SdyAttr, TypeId, ValueId, names};
use partita_mesh::axis_list::shard_count;

use crate::local_layout::LocalLayout;
use crate::localize::Localizer;
use crate::manual::{manual_axes, reserved_axes};

/// `while`: carried values have the same layout throughout.
pub(crate) fn while_loop(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let layouts: Vec<LocalLayout> = data.results().map(|result| local.settled(result)).collect();
    let operands: Vec<ValueId> =
        data.operands.iter().zip(&layouts).map(|(&operand, layout)| local.demand(operand, layout)).collect();
    let types: Vec<TypeId> = data
        .results()
        .zip(&layouts)
        .map(|(result, layout)| local.local_type(local.module.type_of(result), layout))
        .collect();
    let new = local.create_copy(op, &operands, &types);
    let condition = LocalLayout::replicated(local.mesh, 0);
    for (index, &region) in data.regions.iter().enumerate() {
        let returned = if index == 0 { std::slice::from_ref(&condition) } else { &layouts[..] };
        region_of(local, region, new, &layouts, returned)?;
    }
    finish(local, op, new, layouts);
    Ok(())
}

/// `case` and `if`: every branch returns its results in the same layouts.
pub(crate) fn branches(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let layouts: Vec<LocalLayout> = data.results().map(|result| local.settled(result)).collect();
    let which = local.demand_replicated(data.operands[0]);
    let types: Vec<TypeId> = data
        .results()
        .zip(&layouts)
        .map(|(result, layout)| local.local_type(local.module.type_of(result), layout))
        .collect();
    let new = local.create_copy(op, &[which], &types);
    for &region in &data.regions {
        region_of(local, region, new, &[], &layouts)?;
    }
    finish(local, op, new, layouts);
    Ok(())
}

fn region_of(
    local: &mut Localizer<'_>,
    region: partita_ir::RegionId,
    new: OpId,
    arguments: &[LocalLayout],
    returned: &[LocalLayout],
) -> Result<(), Diagnostics> {
    let target = local.emit.out.add_region(new);
    let Some(&block) = local.module.region(region).blocks.first() else { return Ok(()) };
    let args: Vec<(ValueId, LocalLayout)> =
        local.module.block(block).args.iter().copied().zip(arguments.iter().cloned()).collect();
    local.block(block, target, &args, returned)
}

fn finish(local: &mut Localizer<'_>, op: OpId, new: OpId, layouts: Vec<LocalLayout>) {
    local.emit.out.append(local.emit.block, new);
    for ((index, result), layout) in local.module.op(op).results().enumerate().zip(layouts) {
        let value = local.emit.out.op(new).result(index);
        local.values.define(&local.emit, result, layout, value);
    }
}

/// `optimization_barrier`: every value keeps its layout.
pub(crate) fn barrier(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let layouts: Vec<LocalLayout> = data.results().map(|result| local.settled(result)).collect();
    let operands: Vec<(ValueId, LocalLayout)> = data
        .operands
        .iter()
        .zip(&layouts)
        .map(|(&operand, layout)| (local.demand(operand, layout), layout.clone()))
        .collect();
    let written = local.same(op, &operands, &layouts);
    for (result, (value, layout)) in data.results().zip(written) {
        local.values.define(&local.emit, result, layout, value);
    }
    Ok(())
}

/// `func.call`: operands and results have the layouts of the callee's signature.
pub(crate) fn call(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let callee = local.module.callee_name(op);
    let Some(signature) = callee.and_then(|callee| local.signatures.get(&callee)).cloned() else {
        return Err(unsupported_op(local, op, "the function it calls is not in the module"));
    };
    if let Some(body) = callee.and_then(|callee| small_body(local, callee)) {
        return inline(local, op, body);
    }
    let operands: Vec<(ValueId, LocalLayout)> = data
        .operands
        .iter()
        .zip(&signature.inputs)
        .map(|(&operand, layout)| (local.demand(operand, layout), layout.clone()))
        .collect();
    let written = local.same(op, &operands, &signature.results);
    for (result, (value, layout)) in data.results().zip(written) {
        local.values.define(&local.emit, result, layout, value);
    }
    Ok(())
}

/// The most ops of a function that is inlined. A function that is called keeps one layout per argument, to
/// which every caller has to reshard.
const SMALL: usize = 8;

/// The body of a function that is small enough and contains no calls or regions.
fn small_body(local: &Localizer<'_>, name: Symbol) -> Option<BlockId> {
    let module = local.module;
    let function = module.find_function(module.context.text(name))?;
    let &[region] = &module.op(function).regions[..] else { return None };
    let &[block] = &module.region(region).blocks[..] else { return None };
    let plain = |&op: &OpId| {
        let op = module.op(op);
        op.regions.is_empty() && !matches!(op.name.code(), None | Some(OpCode::FuncCall | OpCode::CustomCall))
    };
    let ops = &module.block(block).ops;
    (ops.len() <= SMALL && ops.iter().all(plain)).then_some(block)
}

/// Inlines the body of a function, so that its arguments keep the layouts they have at the call.
fn inline(local: &mut Localizer<'_>, op: OpId, body: BlockId) -> Result<(), Diagnostics> {
    let module = local.module;
    let data = module.op(op);
    let block = module.block(body);
    for (&argument, &operand) in block.args.iter().zip(&data.operands) {
        local.values.alias(argument, operand);
    }
    let Some((&last, ops)) = block.ops.split_last() else { return Ok(()) };
    local.call_sites.push(data.loc);
    for &inner in ops {
        local.op(inner)?;
    }
    local.call_sites.pop();
    local.start(op);
    for (result, &returned) in data.results().zip(&module.op(last).operands) {
        local.values.alias(result, returned);
    }
    for (&argument, &operand) in block.args.iter().zip(&data.operands) {
        local.values.learn(operand, argument);
    }
    Ok(())
}

/// `sdy.reshard`, `sdy.sharding_constraint` and collectives on global tensors: the value in another layout.
pub(crate) fn reshard(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let (operand, result) = (data.operands[0], data.result(0));
    let target = local.target(result);
    let value = local.demand(operand, &target);
    local.values.define_shared(&local.emit, result, target, value);
    Ok(())
}

/// Ops that only guide propagation: the result is the operand.
pub(crate) fn forward_operand(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    if let (Some(&operand), Some(result)) = (data.operands.first(), data.results().next()) {
        local.values.alias(result, operand);
    }
    Ok(())
}

/// `sdy.manual_computation`: its body is already local with respect to the manual axes, and is partitioned
/// along the free axes.
pub(crate) fn manual_computation(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let names = manual_axes(local.module, op).to_vec();
    let Some(&block) = data.regions.first().and_then(|&region| local.module.region(region).blocks.first())
    else {
        return Ok(());
    };
    let body = local.module.block(block);
    let operand_types: Vec<TypeId> = data.operands.iter().map(|&value| local.module.type_of(value)).collect();
    let result_types: Vec<TypeId> = data.results().map(|value| local.module.type_of(value)).collect();
    let inputs = layouts(local, op, names::IN_SHARDINGS, &operand_types);
    let outputs = layouts(local, op, names::OUT_SHARDINGS, &result_types);
    for ((&operand, &argument), outer) in data.operands.iter().zip(&body.args).zip(inputs) {
        let (outer, inner) = split(local, outer, operand, &names);
        let value = local.demand(operand, &outer);
        local.values.define(&local.emit, argument, inner, value);
    }
    let reserved = local.planner.reserve(&reserved_axes(local.module, op));
    for &op in &body.ops[..body.ops.len() - 1] {
        local.op(op)?;
    }
    local.start(op);
    let returned = &local.module.op(body.ops[body.ops.len() - 1]).operands;
    for ((result, &value), outer) in data.results().zip(returned).zip(outputs) {
        let (outer, inner) = split(local, outer, result, &names);
        let value = local.demand(value, &inner);
        local.values.define(&local.emit, result, outer, value);
    }
    local.planner.restore(reserved);
    Ok(())
}

/// The layouts that a list of shardings gives to values of these types.
fn layouts(local: &mut Localizer<'_>, op: OpId, name: Symbol, types: &[TypeId]) -> Vec<LocalLayout> {
    let Some(SdyAttr::ShardingPerValue(specs)) = local.module.sdy_attr(op, name) else { return Vec::new() };
    specs.iter().zip(types).map(|(spec, &ty)| local.layout_of(Some(spec), ty)).collect()
}

/// The layout of a value outside a manual computation, and the same layout as seen from inside. Free axes are
/// removed from dimensions that they do not divide.
fn split(
    local: &Localizer<'_>,
    outer: LocalLayout,
    value: ValueId,
    manual: &[Box<str>],
) -> (LocalLayout, LocalLayout) {
    let is_manual = |mesh, axis: partita_mesh::AxisRef| {
        let name = local.emit.mesh(mesh).mesh_axis(axis.axis()).name();
        manual.iter().any(|manual| **manual == *name)
    };
    let (mut outer, mesh) = (outer.clone(), outer.mesh);
    let shape = local.shape(value);
    for (dim, &size) in outer.dims.iter_mut().zip(&shape) {
        if !size.is_multiple_of(shard_count(dim)) {
            dim.retain(|axis| is_manual(mesh, *axis));
        }
    }
    let mut inner = outer.clone();
    for dim in &mut inner.dims {
        dim.retain(|axis| !is_manual(mesh, *axis));
    }
    inner.partial.retain(|axis| !is_manual(mesh, *axis));
    (outer, inner)
}

/// Rejects ops that are invalid in the body of a function that is to be partitioned.
pub(crate) fn reject_op(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    Err(unsupported_op(local, op, "it is not valid in a global program"))
}

pub(crate) fn unsupported_op(local: &Localizer<'_>, op: OpId, cause: &str) -> Diagnostics {
    let name = local.module.op_name(op);
    let message = format!("`{name}` cannot be partitioned: {cause}");
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(Diagnostic::error(code::NOT_PARTITIONED, local.module.op(op).span, message));
    diagnostics
}

/// `sdy.named_computation`: its body is inlined.
pub(crate) fn named_computation(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let Some(&block) = data.regions.first().and_then(|&region| local.module.region(region).blocks.first())
    else {
        return Ok(());
    };
    let body = local.module.block(block);
    for (&argument, &operand) in body.args.iter().zip(&data.operands) {
        local.values.alias(argument, operand);
    }
    local.call_sites.push(data.loc);
    for &op in &body.ops[..body.ops.len() - 1] {
        local.op(op)?;
    }
    local.call_sites.pop();
    let returned = &local.module.op(body.ops[body.ops.len() - 1]).operands;
    for (result, &value) in data.results().zip(returned) {
        local.values.alias(result, value);
    }
    Ok(())
}

/// Ops with tokens or side effects run on replicated tensors.
pub(crate) fn token_op(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    local.run_replicated(op, "it has an effect outside of the program");
    Ok(())
}

/// Ops that run on replicated tensors because their shapes are run-time values or because they hold several
/// tensors.
pub(crate) fn run_replicated(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let cause = match local.module.op(op).name.code() {
        Some(OpCode::Tuple | OpCode::GetTupleElement) => "tuples hold replicated tensors",
        Some(OpCode::Composite) => "its decomposition is not defined in the module",
        Some(OpCode::ChloScan) => "its steps are sequential",
        _ => "its shape is dynamic",
    };
    local.run_replicated(op, cause);
    Ok(())
}

/// Random numbers: every device generates all of them, so that the values match those of the global program,
/// and slices its shard where one is wanted.
pub(crate) fn run_on_every_device(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    let operands: Vec<ValueId> =
        data.operands.iter().map(|&operand| local.demand_replicated(operand)).collect();
    let types: Vec<TypeId> = data.results().map(|result| local.module.type_of(result)).collect();
    let new = local.copy_op(op, &operands, &types);
    for (index, result) in data.results().enumerate() {
        let (layout, value) = (local.replicated(result), local.emit.out.op(new).result(index));
        local.values.define(&local.emit, result, layout, value);
    }
    Ok(())
}
