//! `padding-waste`: the shards of a dimension are padded by a large share of its size.
//!
//! Only the first tensor of a chain is reported: an op whose operand is padded in the same way has not caused it.

use partita_base::code;
use partita_ir::{Definition, ValueId};
use rustc_hash::FxHashSet;

use crate::facts::{Facts, bytes, shape};
use crate::finding::Finding;
use crate::size::size_text;
use crate::table::Thresholds;

/// A padded dimension: its size and the number of shards.
type Padded = (u64, u64);

pub(crate) fn find(facts: &Facts<'_>, thresholds: &Thresholds, found: &mut Vec<Finding>) {
    for op in facts.global.walk(facts.global.top()) {
        let data = facts.global.op(op);
        // Collected once for all results: an op may have thousands of both.
        let mut inherited: Option<FxHashSet<Padded>> = None;
        for result in data.results() {
            for (dim, padded) in paddings(facts, result) {
                let operands = || data.operands.iter().flat_map(|&operand| paddings(facts, operand));
                let inherited =
                    inherited.get_or_insert_with(|| operands().map(|(_, padded)| padded).collect());
                if !inherited.contains(&padded) {
                    found.extend(waste(facts, thresholds, result, dim, padded));
                }
            }
        }
    }
    for argument in facts.entry.into_iter().flat_map(|entry| crate::facts::arguments(facts.global, entry)) {
        for (dim, padded) in paddings(facts, argument.0) {
            found.extend(waste(facts, thresholds, argument.0, dim, padded));
        }
    }
}

/// The padded dimensions of a tensor.
fn paddings<'f>(facts: &'f Facts<'_>, value: ValueId) -> impl Iterator<Item = (usize, Padded)> + 'f {
    let tensor = facts.first_of(value);
    let sizes = tensor.map_or_else(Vec::new, |_| shape(facts.global, value));
    sizes.into_iter().enumerate().filter_map(move |(dim, size)| {
        let shards = tensor?.shards(dim);
        (!size.is_multiple_of(shards)).then_some((dim, (size, shards)))
    })
}

fn waste(
    facts: &Facts<'_>,
    thresholds: &Thresholds,
    value: ValueId,
    dim: usize,
    (size, shards): Padded,
) -> Option<Finding> {
    let tensor = facts.first_of(value)?;
    let padded = size.div_ceil(shards).saturating_mul(shards);
    let share = (padded - size) as f64 / padded as f64;
    let here = bytes(facts.local, tensor.local);
    let wasted = (here as f64 * share) as u64;
    if share < thresholds.padding_share || wasted < thresholds.padding_bytes {
        return None;
    }
    let data = facts.global.value(value);
    let (span, loc) = match data.definition {
        Definition::Result { op, .. } => (facts.global.op(op).span, facts.global.op(op).loc),
        Definition::Argument { .. } => (data.span, data.loc),
    };
    let percent = share * 100.0;
    Some(Finding {
        code: code::PADDING_WASTE,
        span,
        op: span,
        line: facts.user_line(loc),
        bytes: wasted,
        message: format!(
            "{percent:.0} % of `{}` is padding: dimension {dim} of size {size} has {shards} shards of {}; {} of {} on each device",
            facts.name(value),
            size.div_ceil(shards),
            size_text(wasted),
            size_text(here),
        ),
        help: format!(
            "use a size that is a multiple of {shards}, such as {padded}, or shard this dimension along axes that divide {size}"
        ),
        labels: Vec::new(),
    })
}
