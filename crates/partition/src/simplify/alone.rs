//! Collectives in groups of one device: each result is its operand.
//!
//! JAX writes these in place of manual computations whose axes all have size 1. So they also appear outside of
//! manual computations, where other collectives are invalid.

use partita_ir::{Attr, Module, OpCode, OpId, ValueId};

use super::Rewriter;

/// A collective with replica groups.
pub(super) fn in_groups(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let module = &rewriter.emit.out;
    let groups = module.replica_groups(op).ok()??;
    let alone = rewriter.devices == 1 || groups.size() == Some(1) && !has_all_partitions(module, op);
    alone.then(|| unchanged(module, op))?
}

/// `collective_permute` in which every device sends to itself.
pub(super) fn permute_to_self(rewriter: &mut Rewriter, op: OpId) -> Option<Vec<ValueId>> {
    let module = &rewriter.emit.out;
    let pairs = module.op(op).attr(module.context.find_symbol("source_target_pairs")?)?;
    let mut pairs = module.groups_of_attr(pairs).ok()?.lists();
    pairs.sort_unstable();
    let devices = i64::try_from(rewriter.devices).ok()?;
    let alone = pairs.len() as i64 == devices
        && pairs.iter().zip(0..).all(|(pair, device)| pair[..] == [device, device]);
    alone.then(|| unchanged(module, op))?
}

/// The operands of an op, if its results have the same types.
fn unchanged(module: &Module, op: OpId) -> Option<Vec<ValueId>> {
    let data = module.op(op);
    let types = |values: &[ValueId]| values.iter().map(|&value| module.type_of(value)).collect::<Vec<_>>();
    let results: Vec<ValueId> = data.results().collect();
    (types(&data.operands) == types(&results)).then(|| data.operands.to_vec())
}

/// Whether a group contains all partitions of its replicas: with a channel and without global device ids, it
/// does.
fn has_all_partitions(module: &Module, op: OpId) -> bool {
    let attr = |name: &str| module.context.find_symbol(name).and_then(|name| module.attr(op, name));
    let has_channel =
        matches!(attr("channel_handle"), Some(Attr::Record(record)) if record.int("handle") > 0);
    let code = module.op(op).name.code();
    has_channel
        && matches!(code, Some(OpCode::AllGather | OpCode::AllReduce | OpCode::ReduceScatter))
        && attr("use_global_device_ids").is_none()
}
