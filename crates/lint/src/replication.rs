//! `silent-replication`: a large tensor is replicated over an axis that could shard it, and no annotation requests it.
//!
//! Three places start such a replication: an argument without an annotation, a stored constant, and an op that has an operand sharded
//! along the axis and a result that is not. Values computed from a replicated tensor are not reported again. A result that was just
//! summed over the axis is not reported either: replicating it is what an all-reduce is for.

use partita_base::code;
use partita_ir::{Module, OpCode, OpId, ValueId};
use partita_mesh::AxisRef;
use partita_mesh::spec::{Openness, ShardingSpec};

use crate::facts::{Facts, arguments, bytes, is_stored_constant, quoted, shape, written_sharding};
use crate::finding::Finding;
use crate::size::size_text;
use crate::table::Thresholds;

pub(crate) fn find(facts: &Facts<'_>, thresholds: &Thresholds, found: &mut Vec<Finding>) {
    let Some(entry) = facts.entry else { return };
    let least = thresholds.replicated_bytes;
    for (index, (value, _)) in arguments(facts.global, entry).into_iter().enumerate() {
        let annotation = written_sharding(facts.written, index);
        let is_free = |axis: &str, dim: usize| annotation.is_none_or(|spec| allows(spec, axis, dim));
        found.extend(replicated(facts, value, least, is_free));
    }
    for op in facts.global.walk(facts.global.top()) {
        let data = facts.global.op(op);
        if is_stored_constant(facts.global, op) {
            found.extend(replicated(facts, data.result(0), least, |_, _| true));
            continue;
        }
        // A constraint or a reshard is the user's own annotation, and these ops only pass values on.
        if !is_computed(facts.global, op) {
            continue;
        }
        // Found once for all results: an op may have thousands of both.
        let mut lost: Option<Vec<&str>> = None;
        for result in data.results().filter(|&result| bytes(facts.global, result) >= least) {
            let Some(tensor) = facts.first_of(result) else { continue };
            let is_summed = facts.definer(tensor.local).is_some_and(|op| facts.collective(op).is_some());
            if is_summed {
                continue;
            }
            let axes = lost.get_or_insert_with(|| operand_axes(facts, &data.operands, least));
            found.extend(replicated(facts, result, least, |axis, _| axes.contains(&axis)));
        }
    }
}

/// The axes that shard a large operand of an op.
fn operand_axes<'f>(facts: &'f Facts<'_>, operands: &[ValueId], least: u64) -> Vec<&'f str> {
    let large = operands.iter().filter(|&&operand| bytes(facts.global, operand) >= least);
    let tensors: Vec<_> = large.filter_map(|&operand| facts.first_of(operand)).collect();
    let is_used = |axis: AxisRef| tensors.iter().any(|tensor| tensor.uses(axis));
    facts.axes().filter(|(axis, _)| is_used(*axis)).map(|(_, name)| name).collect()
}

/// Whether an op computes its results itself, so that their shardings are not annotations.
fn is_computed(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    match data.name.code() {
        Some(OpCode::While | OpCode::If | OpCode::Case | OpCode::FuncCall | OpCode::CustomCall) => false,
        Some(code) => {
            data.regions.len() < 2 && !code.kind().is_identity() && code != OpCode::SdyManualComputation
        }
        None => false,
    }
}

/// Whether an annotation leaves it to propagation to shard a dimension along an axis.
fn allows(spec: &ShardingSpec, axis: &str, dim: usize) -> bool {
    let is_open = spec.dims.get(dim).is_none_or(|dim| dim.openness == Openness::Open);
    is_open && spec.replicated.iter().chain(&spec.unreduced).all(|other| *other.name != *axis)
}

/// The finding for a value that is replicated over axes which could shard it.
fn replicated(
    facts: &Facts<'_>,
    value: ValueId,
    least: u64,
    is_free: impl Fn(&str, usize) -> bool,
) -> Option<Finding> {
    let tensor = facts.first_of(value)?;
    let here = bytes(facts.local, tensor.local);
    if here < least {
        return None;
    }
    let sizes = shape(facts.local, tensor.local);
    let mut axes: Vec<(&str, u64, usize)> = Vec::new();
    for (axis, name) in facts.axes().filter(|(axis, _)| !tensor.uses(*axis)) {
        let could = |dim: &usize| sizes[*dim].is_multiple_of(axis.size()) && is_free(name, *dim);
        // The largest dimension that the axis divides.
        if let Some(dim) = (0..sizes.len()).filter(could).max_by_key(|dim| (sizes[*dim], usize::MAX - dim)) {
            axes.push((name, axis.size(), dim));
        }
    }
    let &(first, size, dim) = axes.iter().max_by_key(|(_, size, _)| *size)?;
    let names: Vec<&str> = axes.iter().map(|(name, _, _)| *name).collect();
    let data = facts.global.value(value);
    let loc = match data.definition {
        partita_ir::Definition::Result { op, .. } => facts.global.op(op).loc,
        partita_ir::Definition::Argument { .. } => data.loc,
    };
    let span = if data.span.is_empty() { span_of_definer(facts.global, value) } else { data.span };
    let plural = if names.len() == 1 { ("axis", "could shard") } else { ("axes", "could shard") };
    Some(Finding {
        code: code::SILENT_REPLICATION,
        span,
        op: span_of_definer(facts.global, value),
        line: facts.user_line(loc),
        bytes: here - here / size,
        message: format!(
            "`{}` takes {} on every device: it is replicated over {} {}, which {} it",
            facts.name(value),
            size_text(here),
            plural.0,
            quoted(&names),
            plural.1,
        ),
        help: format!(
            "shard dimension {dim} along \"{first}\" with an annotation or a constraint: {} per device instead of {}; if it is \
             meant to be replicated, annotate it with a closed sharding",
            size_text(here / size),
            size_text(here),
        ),
        labels: Vec::new(),
    })
}

fn span_of_definer(module: &Module, value: ValueId) -> partita_base::Span {
    match module.value(value).definition {
        partita_ir::Definition::Result { op, .. } => module.op(op).span,
        partita_ir::Definition::Argument { .. } => module.value(value).span,
    }
}
