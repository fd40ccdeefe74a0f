//! Custom calls: those of XLA's partitioner, and those that one device runs for all, such as JAX callbacks.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::{Module, OpCode, OpId, Specials, Type, TypeId, ValueId};
use partita_mesh::spec::{MeshOrRef, MeshSpec};
use partita_mesh::{MeshId, MeshKind};

use super::{control, table};
use crate::cause::Cause;
use crate::combiner::Combiner;
use crate::emit::Emitter;
use crate::local_layout::LocalLayout;
use crate::localize::Localizer;

/// `custom_call`: by its rule, unless its sharding assigns it to one device.
pub(crate) fn custom_call(local: &mut Localizer<'_>, op: OpId) -> Result<(), Diagnostics> {
    let module = local.module;
    if partita_hlo::rules::call_target(module, op) == Some("Sharding") && is_identity(module, op) {
        let is_sharded = !module.result_shardings(op).is_empty();
        return if is_sharded { control::reshard(local, op) } else { control::forward_operand(local, op) };
    }
    let devices = local.emit.mesh(local.mesh).device_count();
    match device_of(module, op) {
        Some(device) if devices > 1 => on_device(local, op, device, devices),
        _ => {
            local.by_rule(op, table::SAME);
            Ok(())
        }
    }
}

fn is_identity(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    data.operands.len() == 1
        && data.result_count() == 1
        && module.type_of(data.operands[0]) == module.type_of(data.result(0))
}

/// The device that all shardings of an op assign it to.
fn device_of(module: &Module, op: OpId) -> Option<u64> {
    let shardings = module.result_shardings(op);
    let meshes = module.meshes();
    let device = |mesh: &MeshOrRef| match mesh {
        MeshOrRef::Symbol(name) => match meshes.get(meshes.find(name)?).kind() {
            MeshKind::Maximal(device) => Some(device.0),
            _ => None,
        },
        MeshOrRef::Inline(MeshSpec { axes, device_ids }) => match device_ids[..] {
            [device] if axes.is_empty() => u64::try_from(device).ok(),
            _ => None,
        },
    };
    let first = device(&shardings.first()?.mesh)?;
    shardings.iter().all(|sharding| device(&sharding.mesh) == Some(first)).then_some(first)
}

/// Runs a call on one device. The others contribute the neutral element, and a sum distributes the results.
fn on_device(local: &mut Localizer<'_>, op: OpId, device: u64, devices: u64) -> Result<(), Diagnostics> {
    let data = local.module.op(op);
    if device >= devices {
        return Err(refusal(
            local,
            op,
            &format!("it is assigned to device {device}, but there are {devices} devices"),
        ));
    }
    if data.result_count() > 0 && local.planner.is_reserved() {
        return Err(refusal(
            local,
            op,
            "its results cannot reach the other devices from within a manual computation",
        ));
    }
    let types: Vec<TypeId> = data.results().map(|result| local.module.type_of(result)).collect();
    local.warn_gathered(op, &format!("it runs on device {device} only"));
    local.emit.cause = Cause::OneDevice;
    let operands: Vec<ValueId> =
        data.operands.iter().map(|&operand| local.demand_replicated(operand)).collect();
    let here = local.emit.is_device(device);
    let branch = local.emit.op(OpCode::If, &[here], &types, &[]);
    let [yes, no] = [(); 2].map(|()| {
        let region = local.emit.out.add_region(branch);
        local.emit.out.add_block(region, data.span)
    });
    let outer = std::mem::replace(&mut local.emit.block, yes);
    let call = local.copy_op(op, &operands, &types);
    let made: Vec<ValueId> = local.emit.out.op(call).results().collect();
    local.emit.op(OpCode::Return, &made, &[], &[]);
    local.emit.block = no;
    let others: Vec<Option<ValueId>> = types.iter().map(|&ty| neutral_result(local, ty, &operands)).collect();
    let Some(others) = others.into_iter().collect::<Option<Vec<ValueId>>>() else {
        return Err(refusal(local, op, "results of its type cannot be sent to the other devices"));
    };
    local.emit.op(OpCode::Return, &others, &[], &[]);
    local.emit.block = outer;
    let mesh = local.mesh;
    for (index, result) in data.results().enumerate() {
        let value = local.emit.out.op(branch).result(index);
        let layout = match local.module.context.tensor(types[index]) {
            Some(tensor) => summed(&local.emit, mesh, tensor.rank(), tensor.element),
            None => local.replicated(result),
        };
        local.define(result, layout, value);
    }
    Ok(())
}

/// The value that the other devices contribute for a result. A token stays as it is.
fn neutral_result(local: &mut Localizer<'_>, ty: TypeId, operands: &[ValueId]) -> Option<ValueId> {
    let emit = &mut local.emit;
    let Some(tensor) = emit.out.context.tensor(ty) else {
        return operands.iter().copied().find(|&operand| emit.out.type_of(operand) == ty);
    };
    let (shape, element) = (tensor.static_shape()?, tensor.element);
    let bytes = nothing_added(&emit.out, element)?;
    Some(emit.splat(&bytes, &shape, element))
}

/// The bytes of the neutral element of a sum: -0.0, because adding 0.0 would lose the sign of -0.0.
fn nothing_added(module: &Module, element: TypeId) -> Option<Vec<u8>> {
    let mut bytes = combiner(module, element).neutral(module, element)?;
    match *module.context.type_of(element) {
        Type::Float(kind)
            if matches!(kind.specials(), Specials::Ieee | Specials::NanAllOnes) && kind.bits() >= 8 =>
        {
            *bytes.last_mut()? |= 0x80;
        }
        Type::Complex(part) => {
            let part = nothing_added(module, part)?;
            bytes = [part.clone(), part].concat();
        }
        _ => {}
    }
    Some(bytes)
}

fn combiner(module: &Module, element: TypeId) -> Combiner {
    match module.context.type_of(element) {
        Type::Integer { width: 1, .. } => Combiner::Or,
        _ => Combiner::Sum,
    }
}

/// The layout of a result that is partial over all devices.
fn summed(emit: &Emitter, mesh: MeshId, rank: usize, element: TypeId) -> LocalLayout {
    let axes = emit.mesh(mesh).axis_ids().map(|id| emit.mesh(mesh).axis(id));
    let partial = axes.filter(|axis| axis.size() > 1).collect();
    LocalLayout { partial, combiner: combiner(&emit.out, element), ..LocalLayout::replicated(mesh, rank) }
}

fn refusal(local: &Localizer<'_>, op: OpId, cause: &str) -> Diagnostics {
    let target = partita_hlo::rules::call_target(local.module, op).unwrap_or_default();
    let message = format!("the single-device call of @{target} cannot be partitioned: {cause}");
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(
        Diagnostic::error(code::ONE_DEVICE_CALL, local.module.op(op).span, message)
            .help("give the call a sharding on the mesh of the program, or remove it"),
    );
    diagnostics
}
