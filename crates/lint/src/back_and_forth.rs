//! `back-and-forth`: a tensor is resharded by a collective, and then, after at most elementwise ops, resharded back.
//!
//! One pass over the local program follows, for every value, the collective that last resharded it and the layout before that.

use partita_base::{Id, code};
use partita_ir::{OpCode, OpId, ValueId};
use partita_partition::LocalTensor;

use crate::facts::{Facts, code_of, is_elementwise, quoted, shape};
use crate::finding::Finding;
use crate::size::size_text;
use crate::table::Thresholds;

/// Where a value was before it was resharded.
#[derive(Clone, Copy)]
struct Journey<'f, 'p> {
    /// The tensor in its earlier layout.
    from: &'f LocalTensor<'p>,
    /// The first collective since then.
    through: OpId,
    /// The bytes sent since then.
    sent: u64,
}

pub(crate) fn find(facts: &Facts<'_>, thresholds: &Thresholds, found: &mut Vec<Finding>) {
    let mut journeys: Vec<Option<Journey<'_, '_>>> = vec![None; facts.local.value_count()];
    for &op in &facts.local_ops {
        let data = facts.local.op(op);
        if data.result_count() != 1 {
            continue;
        }
        let result = data.result(0);
        if !is_reshard_step(facts, op) {
            if is_elementwise(facts.local, op) {
                let before = data.operands.iter().find_map(|operand| journeys[operand.index()]);
                journeys[result.index()] = before.filter(|_| is_only_passed_on(facts, result));
            }
            continue;
        }
        let operand = data.operands[0];
        let before = journeys[operand.index()];
        let sent = facts.collective(op).map_or(0, |collective| collective.sent());
        if let (Some(journey), Some(to)) = (before, facts.tensor_of(result))
            && to.same_layout(journey.from)
            && same_global_shape(facts, to, journey.from)
        {
            let total = journey.sent.saturating_add(sent);
            if total >= thresholds.sent_bytes {
                found.push(finding(facts, op, &journey, total));
            }
            continue;
        }
        // The op of a manual computation that changes a shape is not a reshard.
        if let (Some(from), Some(to)) = (facts.tensor_of(operand), facts.tensor_of(result))
            && !same_global_shape(facts, from, to)
        {
            continue;
        }
        // An op that needs the tensor in this layout justifies the reshard.
        if !is_only_passed_on(facts, result) {
            continue;
        }
        // A step inside one reshard has no layout of its own: the journey goes on.
        journeys[result.index()] = match (facts.tensor_of(operand), before) {
            (None, Some(journey)) => Some(Journey { sent: journey.sent.saturating_add(sent), ..journey }),
            (Some(from), _) if sent > 0 => Some(Journey { from, through: op, sent }),
            _ => before.map(|journey| Journey { sent: journey.sent.saturating_add(sent), ..journey }),
        };
    }
}

/// Whether all uses of a value are elementwise or steps of a reshard.
fn is_only_passed_on(facts: &Facts<'_>, value: ValueId) -> bool {
    facts.uses(value).iter().all(|&user| is_elementwise(facts.local, user) || is_reshard_step(facts, user))
}

/// Whether an op may be a step of a reshard.
pub(crate) fn is_reshard_step(facts: &Facts<'_>, op: OpId) -> bool {
    matches!(
        code_of(facts.local, op),
        Some(OpCode::AllGather | OpCode::AllToAll | OpCode::CollectivePermute | OpCode::DynamicSlice)
    )
}

/// Whether two local tensors hold global tensors of one shape.
fn same_global_shape(facts: &Facts<'_>, a: &LocalTensor<'_>, b: &LocalTensor<'_>) -> bool {
    let of = |value: ValueId| shape(facts.global, value);
    of(a.global) == of(b.global)
}

fn finding(facts: &Facts<'_>, op: OpId, journey: &Journey<'_, '_>, sent: u64) -> Finding {
    let (first, last) = (facts.local.op(journey.through), facts.local.op(op));
    let axes = facts.collective(journey.through).map_or(&[][..], |collective| &collective.axes);
    Finding {
        code: code::BACK_AND_FORTH,
        span: first.span,
        op: first.span,
        line: facts.user_line(first.loc),
        bytes: sent,
        message: format!(
            "`{}` is resharded along {} here and resharded back afterwards; each device sends {} for it",
            facts.name(journey.from.global),
            quoted(axes),
            size_text(sent),
        ),
        help:
            "remove the annotation in between, or give it the sharding that the tensor has before and after"
                .into(),
        labels: (last.span != first.span)
            .then(|| (last.span, "resharded back for this op".to_string()))
            .into_iter()
            .collect(),
    }
}
