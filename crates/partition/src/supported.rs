//! Rejects programs that cannot be partitioned, before any local op is emitted.

use partita_base::{Diagnostic, Diagnostics, Id, Symbol, code};
use partita_ir::{Module, OpCode, OpId, OpKind, ValueId};

/// Returns errors for a module that cannot be partitioned, and warnings otherwise.
pub(crate) fn check_supported(module: &Module) -> Result<Diagnostics, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let walk = module.walk(module.top());
    check_shapes(module, &walk, &mut diagnostics);
    check_sizes(module, &walk, &mut diagnostics);
    check_collectives(module, &walk, &mut diagnostics);
    check_groups(module, &walk, &mut diagnostics);
    check_blocks(module, &walk, &mut diagnostics);
    check_calls(module, &walk, &mut diagnostics);
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(diagnostics) }
}

fn refusal(module: &Module, op: OpId, cause: &str, help: &str) -> Diagnostic {
    let message = format!("`{}` cannot be partitioned: {cause}", module.op_name(op));
    Diagnostic::error(code::NOT_PARTITIONED, module.op(op).span, message).help(help)
}

/// Rejects tensors of dynamic shape: the bounds of their shards are unknown.
fn check_shapes(module: &Module, walk: &[OpId], diagnostics: &mut Diagnostics) {
    let is_dynamic = |value: ValueId| {
        let tensor = module.context.tensor(module.type_of(value));
        tensor.is_some_and(|tensor| tensor.static_shape().is_none())
    };
    for &op in walk {
        let data = module.op(op);
        let blocks = data.regions.iter().flat_map(|&region| &module.region(region).blocks);
        let arguments = blocks.flat_map(|&block| module.block(block).args.iter().copied());
        if data.results().chain(arguments).any(is_dynamic) {
            let help = "lower the program with static shapes";
            diagnostics.push(refusal(module, op, "the shape of one of its tensors is dynamic", help));
        }
    }
}

/// Rejects tensors whose size in bytes, padded to full shards, could overflow.
fn check_sizes(module: &Module, walk: &[OpId], diagnostics: &mut Diagnostics) {
    // In bits. Leaves room for padding to full shards below `NoPlan::MAX_BYTES`, the limit of the planner.
    const MOST: u64 = 1 << 48;
    for &op in walk {
        for value in module.op(op).results() {
            let (shape, bits) = crate::local_values::shape_and_bits(module, value);
            let elements = shape.iter().try_fold(bits.max(8), |all, &size| all.checked_mul(size.max(1)));
            if elements.is_none_or(|bits| bits > MOST) {
                let message = "tensors larger than 32 TiB cannot be partitioned".to_string();
                diagnostics.push(Diagnostic::error(code::RESHARD_TOO_LARGE, module.op(op).span, message));
            }
        }
    }
}

/// Rejects collectives of the global program itself: devices exist only in manual computations and in the
/// functions that these call.
fn check_collectives(module: &Module, walk: &[OpId], diagnostics: &mut Diagnostics) {
    let is_collective = |op: &&OpId| module.op(**op).name.code().is_some_and(is_collective);
    // With a single device, collectives are valid everywhere.
    if !walk.iter().any(|op| is_collective(&op)) || crate::simplify::device_count(module) == 1 {
        return;
    }
    let manual = in_manual(module, walk);
    for &op in walk.iter().filter(is_collective).filter(|op| !manual[op.index()]) {
        let cause = "it refers to devices, which exist only inside manual computations";
        let help = "remove the collective (the partitioner inserts collectives), or put it into an `sdy.manual_computation`";
        diagnostics.push(refusal(module, op, cause, help));
    }
}

/// Rejects replica groups along axes that their mesh does not have.
fn check_groups(module: &Module, walk: &[OpId], diagnostics: &mut Diagnostics) {
    let Some(name) = module.context.find_symbol("replica_groups") else { return };
    for &op in walk.iter().filter(|&&op| module.op(op).attr(name).is_some()) {
        if let Err(fault) = module.replica_groups(op) {
            let message = format!("invalid replica groups of `{}`: {fault}", module.op_name(op));
            diagnostics.push(
                Diagnostic::error(code::GROUPS_DO_NOT_FIT_MESH, module.attr_span(op, name), message)
                    .help("use axes or sub-axes of the mesh, each at most once"),
            );
        }
    }
}

/// Whether an op has a meaning only where devices exist.
fn is_collective(code: OpCode) -> bool {
    matches!(code.kind(), OpKind::Collective | OpKind::DeviceId)
}

/// For each op, whether it runs as part of a manual computation.
fn in_manual(module: &Module, walk: &[OpId]) -> Vec<bool> {
    let mut inside = vec![false; module.op_count()];
    loop {
        // Outer ops come before inner ones in the walk.
        let mut called: Vec<Symbol> = Vec::new();
        for &op in walk {
            let parent = module.parent(op);
            inside[op.index()] |= parent.is_some_and(|parent| {
                inside[parent.index()] || module.op(parent).name.code() == Some(OpCode::SdyManualComputation)
            });
            if inside[op.index()] {
                called.extend(module.callee_name(op));
            }
        }
        let mut changed = false;
        for function in module.functions() {
            if module.symbol_of(function).is_some_and(|name| called.contains(&name)) {
                changed |= !std::mem::replace(&mut inside[function.index()], true);
            }
        }
        if !changed {
            return inside;
        }
    }
}

/// Checks custom calls that only XLA's own partitioner implements.
fn check_calls(module: &Module, walk: &[OpId], diagnostics: &mut Diagnostics) {
    for &op in walk {
        let Some(target) = partita_hlo::rules::call_target(module, op) else { continue };
        let span = module.op(op).span;
        match target {
            "CustomSPMDPartitioning" => {
                let message = "`@CustomSPMDPartitioning` stays in the local program, where XLA has no implementation of it: \
                               only the process that lowered the program can partition it";
                diagnostics.push(
                    Diagnostic::warning(code::PARTITIONER_CALL, span, message).help(
                        "to run the local program, use `jax.shard_map` instead of `custom_partitioning`",
                    ),
                );
            }
            "SPMDFullToShardShape" | "SPMDShardToFullShape" => {
                let message = format!(
                    "`@{target}` cannot be partitioned: it marks the boundary of a GSPMD manual computation"
                );
                let help = "lower the program with `jax.config.update('jax_use_shardy_partitioner', True)`";
                diagnostics.push(Diagnostic::error(code::PARTITIONER_CALL, span, message).help(help));
            }
            target if target.starts_with("xla.sdy.") => {
                let message = format!("`@{target}` cannot be partitioned: XLA replaces an sdy op by it");
                let help = "partition the program as JAX lowers it, before XLA reads it";
                diagnostics.push(Diagnostic::error(code::PARTITIONER_CALL, span, message).help(help));
            }
            _ => {}
        }
    }
}

/// Rejects branches between blocks.
fn check_blocks(module: &Module, walk: &[OpId], diagnostics: &mut Diagnostics) {
    for &op in walk {
        let data = module.op(op);
        let help = "branches within a function are `stablehlo.if`, `stablehlo.case` and `stablehlo.while`";
        if data.regions.iter().any(|&region| module.region(region).blocks.len() > 1) {
            diagnostics.push(refusal(module, op, "its body has several blocks", help));
        } else if !data.successors.is_empty() {
            diagnostics.push(refusal(module, op, "it branches to a block", help));
        }
    }
}
