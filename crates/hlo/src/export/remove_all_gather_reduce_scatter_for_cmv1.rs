//! `sdy-remove-all-gather-reduce-scatter-for-cmv1`: gathers and scatters beside products are left to the next
//! partitioner, which overlaps them with the product.
//!
//! An `sdy.all_gather` that only a product uses is removed. So is an `sdy.reduce_scatter` of a product that has no
//! other user and no unreduced axes; the product takes its sharding.

use partita_base::{Diagnostics, Id};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Definition, Module, OpCode, OpId, Replacements, names};
use partita_mesh::spec::ShardingSpec;

use super::shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-remove-all-gather-reduce-scatter-for-cmv1",
    help: "drop gathers before products and reduce-scatters after them",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let only_users = only_users(module);
    let mut removed: Vec<OpId> = Vec::new();
    let mut replaced = Replacements::default();
    for op in shardings::walk_inner_first(module, module.top()) {
        let drops = match shardings::op_code(module, op) {
            Some(OpCode::SdyAllGather) => {
                only_users[module.op(op).result(0).index()].is_some_and(|user| is_product(module, user))
            }
            Some(OpCode::SdyReduceScatter) => scatter_product(module, op, &only_users),
            _ => false,
        };
        if drops {
            removed.push(op);
            replaced.insert(module, module.op(op).result(0), module.op(op).operands[0]);
        }
    }
    shardings::remove_ops(module, &removed, &replaced);
    Ok(())
}

fn is_product(module: &Module, op: OpId) -> bool {
    matches!(shardings::op_code(module, op), Some(OpCode::Dot | OpCode::DotGeneral))
}

/// The user of each value that is used once. A removed op is replaced by its operand, so the number of uses does not
/// change.
fn only_users(module: &Module) -> Vec<Option<OpId>> {
    let mut uses = vec![0u32; module.value_count()];
    let mut users = vec![None; module.value_count()];
    for op in module.walk(module.top()) {
        for operand in &module.op(op).operands {
            uses[operand.index()] += 1;
            users[operand.index()] = (uses[operand.index()] == 1).then_some(op);
        }
    }
    users
}

/// Gives the product that an `sdy.reduce_scatter` follows the sharding of the latter. False when it does not
/// follow a product, or one with other users or unreduced axes.
fn scatter_product(module: &mut Module, scatter: OpId, only_users: &[Option<OpId>]) -> bool {
    let input = module.op(scatter).operands[0];
    let Definition::Result { op: product, .. } = module.value(input).definition else { return false };
    let keeps_unreduced = |sharding: &ShardingSpec| !sharding.unreduced.is_empty();
    if !is_product(module, product)
        || only_users[input.index()].is_none()
        || module.result_sharding(product, 0).is_some_and(keeps_unreduced)
    {
        return false;
    }
    let Some(spec) = shardings::sharding_in_attr(module, scatter, names::OUT_SHARDING).cloned() else {
        return false;
    };
    let attr = shardings::list_attr(module, vec![spec]);
    module.set_attr(product, names::SDY_SHARDING, attr);
    true
}
