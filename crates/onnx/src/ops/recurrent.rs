//! Signatures of recurrent layers.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::Dim;

const STEP: &str = "each step depends on the previous one";
const GATE: &str = "every gate needs all of the hidden state";
const DIRECTION: &str = "the direction is an attribute of the node";

/// `RNN`, `GRU` and `LSTM` have 1, 3 and 4 gates; gates are the major factor of a dimension of the weights.
pub(super) fn recurrent(call: &Call<'_>, gates: u64) -> Result<Signature, NoRule> {
    call.dims_of_rank(0, 3)?;
    let (weights, recurrence) = (call.dims_of_rank(1, 3)?, call.dims_of_rank(2, 3)?);
    let batch_first = call.flag("layout");
    let (time_at, batch_at) = if batch_first { (1, 0) } else { (0, 1) };
    let hidden = match call.int("hidden_size").map(u64::try_from) {
        Some(Ok(size)) => Dim::Known(size),
        Some(Err(_)) => return call.invalid("hidden_size must not be negative".to_string()),
        None => recurrence[2].clone(),
    };
    if let (Some(rows), Some(hidden)) = (weights[1].known(), hidden.known())
        && hidden.checked_mul(gates) != Some(rows)
    {
        return call.invalid(format!("expected {gates} gates of {hidden} rows, found {rows} rows"));
    }
    let mut rule = Rule::new(call);
    let time = rule.keep(0, time_at, FactorKind::NeedsReplication(STEP))?;
    let batch = rule.pass(0, batch_at)?;
    let input = rule.keep(0, 2, FactorKind::NeedsReplication(GATE))?;
    let directions = if call.text("direction") == Some("bidirectional") { 2 } else { 1 };
    let direction = rule.new_dim(Dim::Known(directions), FactorKind::NeedsReplication(DIRECTION));
    let (gate, state) = (rule.new_replicated(Dim::Known(gates), GATE), rule.new_replicated(hidden, GATE));
    let rows = |times: u64, rule: &mut Rule<'_>| {
        let outer = rule.new_replicated(Dim::Known(times), GATE);
        let size = Dim::product([&outer.size, &gate.size, &state.size]);
        RuleDim { size, factors: [outer.factors, gate.factors.clone(), state.factors.clone()].concat() }
    };
    let single = rows(1, &mut rule);
    rule.join_all(1, &[&direction, &single, &input])?;
    rule.join(2, 0, &direction)?;
    rule.join(2, 1, &single)?;
    rule.keep(2, 2, FactorKind::NeedsReplication(GATE))?;
    let double = rows(2, &mut rule);
    rule.join_all(3, &[&direction, &double])?;
    rule.join_all(4, &[&batch])?;
    let carried = if batch_first { [&batch, &direction, &state] } else { [&direction, &batch, &state] };
    for initial in [5, 6] {
        rule.join_all(initial, &carried)?;
    }
    if call.has(7) {
        let (peepholes, each) = (rule.new_replicated(Dim::Known(3), GATE), &state);
        let size = Dim::product([&peepholes.size, &each.size]);
        let both = RuleDim { size, factors: [peepholes.factors, each.factors.clone()].concat() };
        rule.join_all(7, &[&direction, &both])?;
    }
    let all =
        if batch_first { [&batch, &time, &direction, &state] } else { [&time, &direction, &batch, &state] };
    rule.output(call.element(0), all.into_iter().cloned().collect());
    for _ in 0..if gates == 4 { 2 } else { 1 } {
        rule.output(call.element(0), carried.into_iter().cloned().collect());
    }
    rule.finish()
}
