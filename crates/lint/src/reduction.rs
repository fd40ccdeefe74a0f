//! `all-reduce-sliced`: every use of an all-reduce takes one shard of its result.

use partita_base::code;
use partita_cost::CollectiveKind;
use partita_ir::{OpCode, OpId, OpKind, ValueId};

use crate::facts::{Facts, bytes, code_of, quoted};
use crate::finding::Finding;
use crate::size::size_text;
use crate::table::Thresholds;

pub(crate) fn find(facts: &Facts<'_>, thresholds: &Thresholds, found: &mut Vec<Finding>) {
    for collective in &facts.collectives {
        let op = collective.traffic.op;
        if code_of(facts.local, op) != Some(OpCode::AllReduce) {
            continue;
        }
        let data = facts.local.op(op);
        let group = collective.traffic.group;
        let is_sliced = |result: ValueId| {
            let uses = facts.uses(result);
            !uses.is_empty() && uses.iter().all(|&user| is_own_slice(facts, user, result, group))
        };
        if !data.results().all(is_sliced) {
            continue;
        }
        let before: u64 = data.operands.iter().map(|&operand| bytes(facts.local, operand)).sum();
        let times = collective.traffic.runs.times;
        let less = CollectiveKind::ReduceScatter.sent(before, group).saturating_mul(times);
        let saved = collective.sent().saturating_sub(less);
        if saved < thresholds.sent_bytes {
            continue;
        }
        let user = data.results().next().and_then(|result| facts.uses(result).first().copied());
        found.push(Finding {
            code: code::ALL_REDUCE_SLICED,
            span: data.span,
            op: data.span,
            line: facts.user_line(data.loc),
            bytes: saved,
            message: format!(
                "each device keeps only its shard of this all-reduce along {}; it sends {}, a reduce-scatter {}",
                quoted(&collective.axes),
                size_text(collective.sent()),
                size_text(less),
            ),
            help: format!(
                "constrain the result of this op to be sharded along {}, as it is used",
                quoted(&collective.axes)
            ),
            labels: user
                .map(|user| facts.local.op(user).span)
                .filter(|span| *span != data.span)
                .map(|span| (span, "sliced for this op".to_string()))
                .into_iter()
                .collect(),
        });
    }
}

/// Whether an op takes one of `group` equal slices of a value, at an index that depends on the device.
fn is_own_slice(facts: &Facts<'_>, op: OpId, value: ValueId, group: u64) -> bool {
    let data = facts.local.op(op);
    code_of(facts.local, op) == Some(OpCode::DynamicSlice)
        && data.operands[0] == value
        && bytes(facts.local, data.result(0)).saturating_mul(group) <= bytes(facts.local, value)
        && data.operands[1..].iter().any(|&start| depends_on_device(facts, start))
}

/// Whether a scalar is computed from the id of the device, in a few ops.
fn depends_on_device(facts: &Facts<'_>, value: ValueId) -> bool {
    /// Enough for the index of a shard, and a bound on the work for each slice.
    const MOST: usize = 32;
    let mut open = vec![value];
    for _ in 0..MOST {
        let Some(op) = open.pop().and_then(|value| facts.definer(value)) else {
            if open.is_empty() {
                return false;
            }
            continue;
        };
        if code_of(facts.local, op).is_some_and(|code| code.kind() == OpKind::DeviceId) {
            return true;
        }
        open.extend(&facts.local.op(op).operands);
    }
    false
}
