//! `sdy-sharding-group-import`: groups that share a value are merged, and ids are numbered from 0.

use partita_base::{Diagnostic, Diagnostics, code};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, Dim, Module, OpCode, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::placement::Placement;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-sharding-group-import",
    help: "merge sharding groups that share a value and number them from 0",
    anchor: Anchor::Module,
    options: &[],
    run,
};

/// An `sdy.sharding_group` op.
struct Member {
    op: OpId,
    value: ValueId,
    group: i128,
}

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let members = members(module);
    if members.is_empty() {
        return Ok(());
    }
    check(module, &members)?;
    let ids = dense_ids(&members);
    let name = module.context.symbol("group_id");
    let i64 = module.context.int_type(64);
    let mut placement = Placement::default();
    let mut seen: FxHashSet<(ValueId, i128)> = FxHashSet::default();
    for member in &members {
        let id = ids[&member.group];
        if seen.insert((member.value, id)) {
            let attr = module.context.attr(Attr::Integer { value: id, ty: i64 });
            module.set_attr(member.op, name, attr);
        } else {
            placement.remove(member.op);
        }
    }
    placement.apply(module);
    Ok(())
}

fn members(module: &mut Module) -> Vec<Member> {
    let name = module.context.symbol("group_id");
    let mut members = Vec::new();
    for op in module.landmarks(|code| code == OpCode::SdyShardingGroup) {
        if let Some(&Attr::Integer { value: group, .. }) = module.attr(op, name) {
            members.push(Member { op, value: module.op(op).operands[0], group });
        }
    }
    members
}

/// Merges the groups of each value, values in order of appearance. The head of a merged set is the first group of the
/// value that merged it; sets are numbered in the order in which their heads appear, which gives Shardy's ids.
fn dense_ids(members: &[Member]) -> FxHashMap<i128, i128> {
    let mut groups_of: Vec<Vec<usize>> = Vec::new();
    let mut value_index: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut group_index: FxHashMap<i128, usize> = FxHashMap::default();
    let mut groups: Vec<i128> = Vec::new();
    for member in members {
        let group = *group_index.entry(member.group).or_insert_with(|| {
            groups.push(member.group);
            groups.len() - 1
        });
        let value = *value_index.entry(member.value).or_insert_with(|| {
            groups_of.push(Vec::new());
            groups_of.len() - 1
        });
        groups_of[value].push(group);
    }
    let mut parent: Vec<usize> = (0..groups.len()).collect();
    for groups in &groups_of {
        for &other in &groups[1..] {
            let (head, other) = (find(&mut parent, groups[0]), find(&mut parent, other));
            parent[other] = head;
        }
    }
    let mut numbers: Vec<Option<i128>> = vec![None; groups.len()];
    for (next, head) in (0..groups.len()).filter(|&group| parent[group] == group).enumerate() {
        numbers[head] = Some(next as i128);
    }
    let number = |(at, &group): (usize, &i128)| {
        let head = find(&mut parent, at);
        (group, numbers[head].expect("every head has a number"))
    };
    groups.iter().enumerate().map(number).collect()
}

/// The head of a group's set; shortens the path for the next call.
fn find(parent: &mut [usize], mut group: usize) -> usize {
    while parent[group] != group {
        parent[group] = parent[parent[group]];
        group = parent[group];
    }
    group
}

/// The members of a group have one shape and one surrounding manual computation.
fn check(module: &Module, members: &[Member]) -> Result<(), Diagnostics> {
    let mut first_of: FxHashMap<i128, (&Member, Option<OpId>)> = FxHashMap::default();
    let mut diagnostics = Diagnostics::default();
    for member in members {
        let manual = manual_computation(module, member.op);
        let (first, first_manual) = *first_of.entry(member.group).or_insert((member, manual));
        let (span, first_span) = (module.op(member.op).span, module.op(first.op).span);
        if manual != first_manual {
            let message =
                format!("sharding group {} has values inside and outside a manual computation", member.group);
            let diagnostic = Diagnostic::error(code::GROUP_CROSSES_MANUAL, span, message);
            diagnostics.push(diagnostic.label(first_span, "another value of the group"));
        } else if shape(module, member.value) != shape(module, first.value) {
            let message = format!("the tensors of sharding group {} have different shapes", member.group);
            let diagnostic = Diagnostic::error(code::GROUP_SHAPES, span, message);
            diagnostics.push(diagnostic.label(first_span, "another tensor of the group"));
        }
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
}

fn manual_computation(module: &Module, mut op: OpId) -> Option<OpId> {
    while let Some(parent) = module.parent(op) {
        if module.op(parent).name.code() == Some(OpCode::SdyManualComputation) {
            return Some(parent);
        }
        op = parent;
    }
    None
}

fn shape(module: &Module, value: ValueId) -> Option<&[Dim]> {
    module.context.tensor(module.type_of(value)).map(|tensor| &*tensor.shape)
}
