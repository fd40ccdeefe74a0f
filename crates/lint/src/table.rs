//! The table of lints, their thresholds, and the function that runs them.

use partita_base::{Code, Diagnostics, Span, code};
use partita_ir::Module;
use partita_partition::Partitioned;
use rustc_hash::FxHashSet;

use crate::facts::Facts;
use crate::finding::{Finding, warnings};
use crate::{back_and_forth, gather, padding, reduction, repeated, replication, tiny};

/// The sizes below which a lint reports nothing. Take the default and set what differs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Thresholds {
    /// `silent-replication`: bytes of the tensor on one device.
    pub replicated_bytes: u64,
    /// `full-gather`: bytes of the gathered tensor.
    pub gathered_bytes: u64,
    /// `all-reduce-sliced`, `loop-collective` and `back-and-forth`: bytes that one device sends needlessly.
    pub sent_bytes: u64,
    /// `padding-waste`: bytes of padding on one device.
    pub padding_bytes: u64,
    /// `padding-waste`: padding as a share of the elements.
    pub padding_share: f64,
    /// `tiny-shards`: the most bytes of a tensor that is not worth sharding.
    pub tiny_bytes: u64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            // A tensor of this size is a noticeable share of the memory of a device.
            replicated_bytes: 64 << 20,
            gathered_bytes: 64 << 20,
            // Below this a collective takes about as long as its latency.
            sent_bytes: 1 << 20,
            padding_bytes: 1 << 20,
            padding_share: 0.1,
            // Replicated, such a tensor takes no noticeable memory; gathering it costs a full latency.
            tiny_bytes: 64 << 10,
        }
    }
}

partita_base::setters! { Thresholds { replicated_bytes: u64, gathered_bytes: u64, sent_bytes: u64, padding_bytes: u64, padding_share: f64, tiny_bytes: u64 } }

/// One lint.
#[derive(Clone, Copy)]
pub struct Lint {
    /// The code, whose page explains it.
    pub code: Code,
    /// The name on command lines: lower-case words with hyphens.
    pub name: &'static str,
    /// What it finds.
    pub summary: &'static str,
    /// What finds it; `None` if propagation or partitioning reports it.
    find: Option<fn(&Facts<'_>, &Thresholds, &mut Vec<Finding>)>,
}

/// All lints, in the order of their codes.
pub const LINTS: &[Lint] = &[
    Lint { code: code::OP_WITHOUT_RULE, name: "no-rule", summary: "an op without a factor rule", find: None },
    Lint {
        code: code::GATHERED,
        name: "gathered-operand",
        summary: "a tensor is gathered for an op that cannot be computed on shards",
        find: None,
    },
    Lint {
        code: code::SILENT_REPLICATION,
        name: "silent-replication",
        summary: "a large tensor is replicated over an axis that could shard it",
        find: Some(replication::find),
    },
    Lint {
        code: code::FULL_GATHER,
        name: "full-gather",
        summary: "an all-gather creates an entire large tensor on every device",
        find: Some(gather::find),
    },
    Lint {
        code: code::ALL_REDUCE_SLICED,
        name: "all-reduce-sliced",
        summary: "an all-reduce whose result each device slices; a reduce-scatter sends half",
        find: Some(reduction::find),
    },
    Lint {
        code: code::PADDING_WASTE,
        name: "padding-waste",
        summary: "a sharded dimension is padded by a large share",
        find: Some(padding::find),
    },
    Lint {
        code: code::TINY_SHARDS,
        name: "tiny-shards",
        summary: "a small tensor is sharded and gathered before it is used",
        find: Some(tiny::find),
    },
    Lint {
        code: code::LOOP_COLLECTIVE,
        name: "loop-collective",
        summary: "a collective in a loop whose operand does not change",
        find: Some(repeated::find),
    },
    Lint {
        code: code::BACK_AND_FORTH,
        name: "back-and-forth",
        summary: "a tensor is resharded and then resharded back",
        find: Some(back_and_forth::find),
    },
];

/// Runs all lints on a program, `written` as the user wrote it. Returns warnings, those about the most bytes first; none for a program
/// on one device. Gathers for ops that `known` already reports (PA0511) are not reported again.
pub fn run_lints(
    written: &Module,
    partitioned: &Partitioned,
    thresholds: &Thresholds,
    known: &Diagnostics,
) -> Diagnostics {
    let mut found = Diagnostics::default();
    let Some(facts) = Facts::new(written, partitioned) else { return found };
    let mut findings = Vec::new();
    for find in LINTS.iter().filter_map(|lint| lint.find) {
        find(&facts, thresholds, &mut findings);
    }
    drop_consequences(&mut findings, known);
    for warning in warnings(findings, facts.local.source.as_ref()) {
        found.push(warning);
    }
    found
}

/// Removes findings that another one at the same op explains: an op without a rule gathers its operands, and a gathered tensor is
/// replicated.
fn drop_consequences(findings: &mut Vec<Finding>, known: &Diagnostics) {
    let without_rule = known.iter().filter(|each| each.code == code::GATHERED);
    let without_rule: FxHashSet<Span> = without_rule.map(|each| each.span).collect();
    let gathered = findings.iter().filter(|each| each.code == code::FULL_GATHER);
    let gathered: FxHashSet<Span> = gathered.map(|each| each.op).collect();
    findings.retain(|each| match each.code {
        code::FULL_GATHER | code::TINY_SHARDS => !without_rule.contains(&each.op),
        code::SILENT_REPLICATION => !without_rule.contains(&each.op) && !gathered.contains(&each.op),
        _ => true,
    });
}
