//! Collectives that undo or complete each other.

use partita_base::Symbol;
use partita_ir::{
    AllToAllMove, Attr, AttrId, Definition, Module, OpCode, OpId, OpKind, SdyAttr, Uses, ValueId, names,
};
use partita_mesh::axis_list::merge_neighbours;
use partita_mesh::spec::AxisSpec;
use partita_mesh::{AxisRef, Subject};

use super::super::shardings;
use super::replace;

/// Applies all patterns until none applies.
pub(super) fn simplify_collectives(module: &mut Module) {
    let mut ops = module.landmarks(|code| code.kind() == OpKind::SdyCollective);
    if ops.is_empty() {
        return;
    }
    let mut uses = Uses::new(module);
    loop {
        let mut changed = false;
        for index in (0..ops.len()).rev() {
            if module.op(ops[index]).block.is_none() {
                continue;
            }
            changed |= simplify_op(module, &mut uses, ops[index], &mut ops);
        }
        if !changed {
            return;
        }
    }
}

/// Applies one pattern to an op. Returns whether one applied. New ops are added to the list.
fn simplify_op(module: &mut Module, uses: &mut Uses, op: OpId, ops: &mut Vec<OpId>) -> bool {
    let input = module.op(op).operands[0];
    let code = shardings::op_code(module, op);
    if code == Some(OpCode::SdyAllToAll) && uses.of(module.op(op).result(0)).is_empty() {
        uses.remove_op(module, op);
        module.erase(op);
        return true;
    }
    if does_nothing(module, op) || undoes_input(module, op, input) {
        let value = if does_nothing(module, op) { input } else { input_of(module, input) };
        replace(module, uses, op, value);
        return true;
    }
    let made = match code {
        Some(OpCode::SdyAllReduce) => gather_instead(module, uses, op, input),
        Some(OpCode::SdyAllSlice) => scatter_sum(module, uses, op, input),
        Some(OpCode::SdyAllToAll) => move_together(module, uses, op, input),
        _ => Vec::new(),
    };
    let changed = !made.is_empty();
    ops.extend(made);
    changed
}

/// Whether an op moves no data: it has no axes, or permutes every device to itself.
fn does_nothing(module: &Module, op: OpId) -> bool {
    match shardings::op_code(module, op) {
        Some(OpCode::SdyAllGather | OpCode::SdyAllSlice | OpCode::SdyReduceScatter) => {
            axis_lists(module, op).iter().all(Vec::is_empty)
        }
        Some(OpCode::SdyAllReduce) => axes(module, op).is_empty(),
        Some(OpCode::SdyCollectivePermute) => {
            let given = shardings::of_value(module, module.op(op).operands[0]);
            given.is_some() && given.as_ref() == module.result_sharding(op, 0)
        }
        _ => false,
    }
}

/// Whether an op undoes the op before it.
fn undoes_input(module: &Module, op: OpId, input: ValueId) -> bool {
    let Some(before) = definer(module, input) else { return false };
    match (shardings::op_code(module, op), shardings::op_code(module, before)) {
        (Some(OpCode::SdyAllSlice), Some(OpCode::SdyAllGather)) => {
            axis_lists(module, op) == axis_lists(module, before)
        }
        (Some(OpCode::SdyAllReduce), Some(OpCode::SdyReplicatedToUnreduced)) => {
            axes(module, op) == axes(module, before)
        }
        _ => false,
    }
}

/// Replaces an all-reduce of an `sdy.sharded_to_unreduced` along the same axes by an all-gather: the partial values are
/// the different slices of the devices, so their sum is all slices together.
fn gather_instead(module: &mut Module, uses: &mut Uses, op: OpId, input: ValueId) -> Vec<OpId> {
    let Some(before) = definer(module, input) else { return Vec::new() };
    if shardings::op_code(module, before) != Some(OpCode::SdyShardedToUnreduced) {
        return Vec::new();
    }
    let gathered = axis_lists(module, before);
    if merged_axes(module, op, &gathered.concat()) != merged_axes(module, op, axes(module, op)) {
        return Vec::new();
    }
    let lists = SdyAttr::AxisRefLists(gathered.to_vec());
    let sharding = module.op(op).attr(names::OUT_SHARDING);
    let value = module.op(before).operands[0];
    let Some(new) = build(module, OpCode::SdyAllGather, "gathering_axes", value, lists, sharding, op) else {
        return Vec::new();
    };
    put(module, uses, op, new);
    vec![new]
}

/// Replaces an all-reduce that is then sliced along all its axes by a reduce-scatter.
fn scatter_sum(module: &mut Module, uses: &mut Uses, op: OpId, input: ValueId) -> Vec<OpId> {
    let Some(before) = definer(module, input) else { return Vec::new() };
    if shardings::op_code(module, before) != Some(OpCode::SdyAllReduce) || uses.of(input).len() != 1 {
        return Vec::new();
    }
    let reduced = axes(module, before).to_vec();
    let sliced = axis_lists(module, op).to_vec();
    let first = |list: &Vec<AxisSpec>| list.iter().take_while(|axis| reduced.contains(axis)).count();
    let lengths: Vec<usize> = sliced.iter().map(first).collect();
    if lengths.iter().sum::<usize>() != reduced.len() {
        return Vec::new();
    }
    let split = |lists: &[Vec<AxisSpec>], rest: bool| -> Vec<Vec<AxisSpec>> {
        let part = |(list, &length): (&Vec<AxisSpec>, &usize)| {
            if rest { list[length..].to_vec() } else { list[..length].to_vec() }
        };
        lists.iter().zip(&lengths).map(part).collect()
    };
    let (scattered, rest) = (split(&sliced, false), split(&sliced, true));
    let Some(mut sharding) = module.result_sharding(before, 0).cloned() else { return Vec::new() };
    for (dim, axes) in sharding.dims.iter_mut().zip(&scattered) {
        dim.axes.extend(axes.iter().cloned());
    }
    let covers_all = rest.iter().all(Vec::is_empty);
    let last = module.op(op).attr(names::OUT_SHARDING);
    let between = if covers_all { last } else { Some(shardings::single_attr(module, sharding)) };
    let value = module.op(before).operands[0];
    let lists = SdyAttr::AxisRefLists(scattered);
    let Some(scatter) =
        build(module, OpCode::SdyReduceScatter, "reduce_scatter_axes", value, lists, between, op)
    else {
        return Vec::new();
    };
    module.insert_before(op, scatter);
    uses.add_op(module, scatter);
    let mut made = vec![scatter];
    let mut result = module.op(scatter).result(0);
    if !covers_all {
        let lists = SdyAttr::AxisRefLists(rest);
        if let Some(slice) = build(module, OpCode::SdyAllSlice, "slicing_axes", result, lists, last, op) {
            module.insert_before(op, slice);
            uses.add_op(module, slice);
            result = module.op(slice).result(0);
            made.push(slice);
        }
    }
    replace(module, uses, op, result);
    uses.remove_op(module, before);
    module.erase(before);
    made
}

/// Merges two all-to-alls between different dimensions, unless the value between them has other users.
fn move_together(module: &mut Module, uses: &mut Uses, op: OpId, input: ValueId) -> Vec<OpId> {
    let Some(before) = definer(module, input) else { return Vec::new() };
    if shardings::op_code(module, before) != Some(OpCode::SdyAllToAll) || uses.of(input).len() != 1 {
        return Vec::new();
    }
    let mut moves: Vec<AllToAllMove> = [moves(module, before), moves(module, op)].concat();
    let mut dims: Vec<i64> = moves.iter().flat_map(|step| [step.source, step.target]).collect();
    dims.sort_unstable();
    if dims.windows(2).any(|pair| pair[0] == pair[1]) {
        return Vec::new();
    }
    moves.sort_by_key(|step| step.source);
    let sharding = module.op(op).attr(names::OUT_SHARDING);
    let value = module.op(before).operands[0];
    let moves = SdyAttr::AllToAll(moves);
    let Some(new) = build(module, OpCode::SdyAllToAll, "params", value, moves, sharding, op) else {
        return Vec::new();
    };
    put(module, uses, op, new);
    vec![new]
}

/// Creates an op whose result has the type of its operand.
fn build(
    module: &mut Module,
    code: OpCode,
    name: &str,
    value: ValueId,
    axes: SdyAttr,
    sharding: Option<AttrId>,
    cause: OpId,
) -> Option<OpId> {
    let name: Symbol = module.context.symbol(name);
    let axes = module.context.attr(Attr::Sdy(Box::new(axes)));
    let (loc, span, ty) = (module.op(cause).loc, module.op(cause).span, module.type_of(value));
    Some(module.build(code, &[value], &[ty], &[(name, axes), (names::OUT_SHARDING, sharding?)], loc, span))
}

/// Replaces an op by a new one.
fn put(module: &mut Module, uses: &mut Uses, op: OpId, new: OpId) {
    module.insert_before(op, new);
    uses.add_op(module, new);
    let value = module.op(new).result(0);
    replace(module, uses, op, value);
}

fn definer(module: &Module, value: ValueId) -> Option<OpId> {
    match module.value(value).definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { .. } => None,
    }
}

fn input_of(module: &Module, value: ValueId) -> ValueId {
    definer(module, value).map_or(value, |op| module.op(op).operands[0])
}

/// Axes in the order of the mesh, with adjacent parts merged.
fn merged_axes(module: &Module, op: OpId, axes: &[AxisSpec]) -> Option<Vec<AxisRef>> {
    let mut meshes = module.meshes();
    let sharding = meshes.resolve(module.result_sharding(op, 0)?, Subject::Unknown).ok()?;
    let mesh = meshes.get(sharding.mesh());
    let mut axes: Vec<AxisRef> = axes.iter().map(|axis| mesh.resolve_axis(axis)).collect::<Option<_>>()?;
    axes.sort_unstable();
    merge_neighbours(&mut axes);
    Some(axes)
}

/// The inherent attributes of a collective.
fn own_attrs(module: &Module, op: OpId) -> impl Iterator<Item = &SdyAttr> {
    let attrs = module.op(op).name.code().map_or(&[][..], |code| &code.info().attrs[..]);
    attrs.iter().filter_map(move |attr| module.sdy_attr(op, attr.symbol))
}

/// The axes of a collective that has one list of them.
fn axes(module: &Module, op: OpId) -> &[AxisSpec] {
    let mut lists = own_attrs(module, op).filter_map(|attr| match attr {
        SdyAttr::AxisRefs(axes) => Some(&axes[..]),
        _ => None,
    });
    lists.next().unwrap_or(&[])
}

/// The axes of a collective that has one list of them for every dimension.
fn axis_lists(module: &Module, op: OpId) -> &[Vec<AxisSpec>] {
    let mut lists = own_attrs(module, op).filter_map(|attr| match attr {
        SdyAttr::AxisRefLists(lists) => Some(&lists[..]),
        _ => None,
    });
    lists.next().unwrap_or(&[])
}

/// The moves of an `sdy.all_to_all`.
fn moves(module: &Module, op: OpId) -> Vec<AllToAllMove> {
    let mut lists = own_attrs(module, op).filter_map(|attr| match attr {
        SdyAttr::AllToAll(moves) => Some(moves.clone()),
        _ => None,
    });
    lists.next().unwrap_or_default()
}
