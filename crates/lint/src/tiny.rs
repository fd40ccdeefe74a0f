//! `tiny-shards`: a small argument is sharded, and gathered before it is used.
//!
//! Sharding it saves a few kilobytes of memory and costs the latency of a collective in every step. Rules that shard all parameters
//! alike do this to biases and scales.

use partita_base::code;
use partita_ir::{Definition, OpCode, ValueId};

use crate::facts::{Facts, bytes, code_of, is_elementwise, quoted};
use crate::finding::Finding;
use crate::size::size_text;
use crate::table::Thresholds;

pub(crate) fn find(facts: &Facts<'_>, thresholds: &Thresholds, found: &mut Vec<Finding>) {
    for collective in &facts.collectives {
        let op = collective.traffic.op;
        if code_of(facts.local, op) != Some(OpCode::AllGather) {
            continue;
        }
        let data = facts.local.op(op);
        let size = bytes(facts.local, data.result(0));
        let shard = bytes(facts.local, data.operands[0]);
        if size > thresholds.tiny_bytes || shard == 0 {
            continue;
        }
        let Some(argument) = entry_argument(facts, data.operands[0]) else { continue };
        let times = collective.traffic.runs.times;
        let runs = if times == 1 { String::new() } else { format!(" {times} times") };
        found.push(Finding {
            code: code::TINY_SHARDS,
            span: data.span,
            op: data.span,
            line: facts.user_line(data.loc),
            bytes: collective.sent(),
            message: format!(
                "`{}` is {} in all, sharded into {}, and gathered{runs} along {} before it is used",
                facts.name(argument),
                size_text(size),
                size_text(shard),
                quoted(&collective.axes),
            ),
            help: format!(
                "replicate it along {}: {} more memory per device, and no collective",
                quoted(&collective.axes),
                size_text(size - shard)
            ),
            labels: Vec::new(),
        });
    }
}

/// The argument of the entry function that a local value is, or is converted from.
fn entry_argument(facts: &Facts<'_>, mut value: ValueId) -> Option<ValueId> {
    /// A few conversions; longer chains compute something.
    const MOST: usize = 4;
    for _ in 0..MOST {
        match facts.local.value(value).definition {
            Definition::Argument { block, .. } => {
                let function = facts.local.block_parent(block);
                let is_entry = facts.local.entry_function() == Some(function);
                // A batch that ops compute on shards is sharded for a reason.
                let is_only_gathered = facts.uses(value).iter().all(|&user| {
                    let code = code_of(facts.local, user);
                    let passes = matches!(
                        code,
                        Some(OpCode::AllGather | OpCode::Reshape | OpCode::Return | OpCode::FuncReturn)
                    );
                    passes || is_elementwise(facts.local, user)
                });
                return facts
                    .tensor_of(value)
                    .filter(|_| is_entry && is_only_gathered)
                    .map(|tensor| tensor.global);
            }
            Definition::Result { op, .. } => {
                let data = facts.local.op(op);
                let passes = is_elementwise(facts.local, op)
                    || matches!(code_of(facts.local, op), Some(OpCode::Reshape | OpCode::Convert));
                let &[operand] = &data.operands[..] else { return None };
                if !passes {
                    return None;
                }
                value = operand;
            }
        }
    }
    None
}
