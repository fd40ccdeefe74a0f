//! `loop-collective`: a collective in the body of a loop whose operands are the same in every iteration.
//!
//! A value is invariant if it is defined outside the loop, if the loop carries it unchanged, or if it is computed from invariant values
//! by ops without effects.

use partita_base::{Id, code};
use partita_ir::{BlockId, Effect, OpCode, OpId, ValueId};

use crate::back_and_forth::is_reshard_step;
use crate::facts::{Facts, code_of, quoted, shape};
use crate::finding::Finding;
use crate::size::size_text;
use crate::table::Thresholds;

pub(crate) fn find(facts: &Facts<'_>, thresholds: &Thresholds, found: &mut Vec<Finding>) {
    // The values that may differ between iterations of a loop around them. A value belongs to one block, so one table serves all loops.
    let mut varies = vec![false; facts.local.value_count()];
    for &op in &facts.local_ops {
        if code_of(facts.local, op) != Some(OpCode::While) {
            continue;
        }
        let data = facts.local.op(op);
        let Some(&body) = data.regions.get(1).and_then(|&region| facts.local.region(region).blocks.first())
        else {
            continue;
        };
        mark_carried(facts, body, &mut varies);
        for &inner in &facts.local.block(body).ops {
            if !is_invariant(facts, inner, &varies) {
                facts.local.op(inner).results().for_each(|result| varies[result.index()] = true);
            } else if let Some(collective) = facts.collective(inner) {
                let traffic = &collective.traffic;
                // The iterations of this loop alone, however many times the loop itself runs.
                let outside = facts.runs.of(op).times.max(1);
                let turns = traffic.runs.times / outside;
                let sent = collective.sent();
                let once = traffic.bytes.saturating_mul(outside);
                let is_known = !traffic.runs.per_turn;
                if is_known && turns < 2 || sent < thresholds.sent_bytes {
                    continue;
                }
                let inner = facts.local.op(inner);
                let turns =
                    if is_known { format!("{turns} iterations") } else { "all iterations".to_string() };
                found.push(Finding {
                    code: code::LOOP_COLLECTIVE,
                    span: inner.span,
                    op: inner.span,
                    line: facts.user_line(inner.loc),
                    bytes: if is_known { sent - once } else { sent },
                    message: format!(
                        "the operand of this {} along {} is the same in {turns} of the loop; each device sends {}{}",
                        traffic.name,
                        quoted(&collective.axes),
                        size_text(sent),
                        if is_known { format!(" instead of {}", size_text(once)) } else { " per iteration".into() },
                    ),
                    help: "reshard the tensor before the loop, and let the loop carry the result; if memory does not allow it, this is \
                           the price of gathering in every iteration"
                        .into(),
                    labels: vec![(data.span, "the loop".to_string())],
                });
            }
        }
    }
}

/// Marks the carried values that an iteration replaces.
fn mark_carried(facts: &Facts<'_>, body: BlockId, varies: &mut [bool]) {
    let block = facts.local.block(body);
    let returned = block.ops.last().map_or(&[][..], |&last| &facts.local.op(last).operands);
    for (&argument, &next) in block.args.iter().zip(returned) {
        varies[argument.index()] = !is_same_tensor(facts, next, argument);
    }
}

/// Whether a value is an argument, or the argument resharded to another layout and back.
fn is_same_tensor(facts: &Facts<'_>, mut value: ValueId, argument: ValueId) -> bool {
    /// There and back; each takes a few steps.
    const MOST: usize = 12;
    let is_tensor = |value: ValueId, other: ValueId| match (facts.tensor_of(value), facts.tensor_of(other)) {
        (Some(a), Some(b)) => shape(facts.global, a.global) == shape(facts.global, b.global),
        // A step inside a reshard has no global tensor.
        (None, _) => true,
        (_, None) => false,
    };
    let is_in_same_layout = match (facts.tensor_of(value), facts.tensor_of(argument)) {
        (Some(a), Some(b)) => a.same_layout(b),
        _ => value == argument,
    };
    for _ in 0..MOST {
        if value == argument {
            return is_in_same_layout;
        }
        let step = facts.definer(value).filter(|&op| is_reshard_step(facts, op));
        let Some(op) = step.filter(|_| is_tensor(value, argument)) else { return false };
        value = facts.local.op(op).operands[0];
    }
    false
}

/// Whether an op computes the same in every iteration.
fn is_invariant(facts: &Facts<'_>, op: OpId, varies: &[bool]) -> bool {
    let data = facts.local.op(op);
    let is_collective = facts.collective(op).is_some();
    let is_pure = data
        .name
        .code()
        .is_some_and(|code| matches!(code.effect(), Effect::Pure | Effect::Undeclared) && !is_random(code));
    // A region may use values of the body that differ; collectives and reductions have regions of scalars only.
    let has_plain_regions =
        is_collective || data.regions.is_empty() || data.name.code() == Some(OpCode::Reduce);
    (is_collective || is_pure)
        && has_plain_regions
        && data.operands.iter().all(|operand: &ValueId| !varies[operand.index()])
}

/// Whether an op may return other values each time.
fn is_random(code: OpCode) -> bool {
    matches!(code, OpCode::Rng)
}
