//! `full-gather`: an all-gather after which every device holds an entire large tensor.

use partita_base::code;
use partita_ir::OpCode;

use crate::facts::{Facts, bytes, code_of, quoted};
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
        let Some(tensor) = facts.tensor_of(data.result(0)).filter(|tensor| tensor.is_replicated()) else {
            continue;
        };
        let size = bytes(facts.local, data.result(0));
        if size < thresholds.gathered_bytes {
            continue;
        }
        let sent = collective.sent();
        found.push(Finding {
            code: code::FULL_GATHER,
            span: data.span,
            op: data.span,
            line: facts.user_line(data.loc),
            bytes: sent,
            message: format!(
                "all of `{}` ({}) is gathered on every device along {}; each device sends {}",
                facts.name(tensor.global),
                size_text(size),
                quoted(&collective.axes),
                size_text(sent),
            ),
            help: "keep it sharded here: constrain the result of this op to a sharding with these axes, or shard a dimension that the \
                   op needs no other elements of"
                .into(),
            labels: Vec::new(),
        });
    }
}
