//! Tries annotations that remove the collectives of a program.

use partita_base::Interrupt;
use partita_report::{
    By, Candidate, CommsFixView, CommsGroupView, CommsView, PriceView, TriedView, can_be_annotated,
    reason_of_cause,
};

use super::trial::{jax_line, price_program, with_constraint};
use super::{Partitioning, Program, Propagation};
use crate::{Error, Watch};

/// What removes the largest groups of collectives.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CommsFixes {
    /// The price of the program as it is.
    pub price: PriceView,
    /// An answer for each of the largest groups by source line, in descending order of bytes.
    pub fixes: Vec<CommsFixView>,
}

impl Program {
    /// For each of the `top` largest groups of collectives by source line, tries constraints on the values that its op
    /// reads and defines: the program is propagated and partitioned with each of them. `is_over` ends the search, also
    /// during a trial; groups that were not reached say so. Stage: `fix`.
    pub fn fix_comms(
        &self,
        propagation: &Propagation<'_>,
        partitioning: &Partitioning<'_>,
        top: usize,
        is_over: &dyn Fn() -> bool,
        watch: &mut dyn Watch,
    ) -> Result<CommsFixes, Error> {
        watch.begin("fix");
        let trials = Trials { program: self, propagation, partitioning, is_over };
        let result = trials.run(top, watch);
        watch.end();
        result
    }
}

struct Trials<'t> {
    program: &'t Program,
    propagation: &'t Propagation<'t>,
    partitioning: &'t Partitioning<'t>,
    is_over: &'t dyn Fn() -> bool,
}

impl Trials<'_> {
    fn run(&self, top: usize, watch: &mut dyn Watch) -> Result<CommsFixes, Error> {
        let (price, comms) = self.price(self.program.clone(), Interrupt::default())?;
        let propagation = Propagation { options: self.propagation.options.trace(true), ..*self.propagation };
        let propagated = self.program.clone().propagate(&propagation, &mut ())?;
        let groups = comms.groups(By::Source);
        let groups = &groups[..top.min(groups.len())];
        let mut fixes = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            watch.count(index, groups.len(), "groups");
            let cause = group.cause.map_or("", |cause| cause.name);
            let axes = group.axes.as_deref().unwrap_or_default();
            let candidates = if can_be_annotated(cause) && !(self.is_over)() {
                let mut solution = propagated.solution.borrow_mut();
                solution.remedies(&self.program.source, &group.lines, axes)
            } else {
                Vec::new()
            };
            fixes.push(self.fix(group, price, &candidates, reason_of_cause(cause)));
        }
        Ok(CommsFixes { price, fixes })
    }

    fn fix(
        &self,
        group: &CommsGroupView,
        price: PriceView,
        candidates: &[Candidate],
        reason: &str,
    ) -> CommsFixView {
        let mut fix = CommsFixView {
            removed_by: None,
            reduced_by: None,
            reason: reason.into(),
            tried: 0,
            is_complete: !(self.is_over)(),
        };
        for candidate in candidates {
            let Some(trial) = with_constraint(self.program, candidate) else { continue };
            let found = self.price(trial, Interrupt::when(self.is_over));
            if (self.is_over)() {
                fix.is_complete = false;
                break;
            }
            fix.tried += 1;
            // A program that cannot be partitioned has no price.
            let Ok((after, comms)) = found else { continue };
            let tried = tried_view(candidate, after, left_bytes(group, &comms));
            let best = if tried.left_bytes == 0 { &mut fix.removed_by } else { &mut fix.reduced_by };
            let is_better = |best: &TriedView| {
                (after.sent_bytes, after.peak_bytes) < (best.after.sent_bytes, best.after.peak_bytes)
            };
            let is_useful = tried.left_bytes == 0 || after.sent_bytes < price.sent_bytes;
            if is_useful && best.as_ref().is_none_or(is_better) {
                *best = Some(tried);
            }
        }
        if fix.removed_by.is_some() {
            fix.reduced_by = None;
        }
        fix
    }

    /// The price of a program, and its collectives.
    fn price(&self, program: Program, interrupt: Interrupt<'_>) -> Result<(PriceView, CommsView), Error> {
        let priced = price_program(program, self.propagation, self.partitioning, interrupt)?;
        Ok((priced.0, priced.1.comms()))
    }
}

/// The bytes that a device sends in collectives of a group: of the same kind, at the same lines, along the same axes.
fn left_bytes(group: &CommsGroupView, comms: &CommsView) -> u64 {
    let same = comms.collectives.iter().filter(|each| {
        group.lines.contains(&each.line)
            && group.collective == Some(each.collective)
            && group.axes.as_ref() == Some(&each.axes)
    });
    same.fold(0, |all, each| all.saturating_add(each.sent()))
}

fn tried_view(candidate: &Candidate, after: PriceView, left_bytes: u64) -> TriedView {
    let Candidate { values, label, place, line, spec, jax, short: [from, to], .. } = candidate.clone();
    TriedView {
        jax: jax.map(jax_line),
        sdy: format!("sdy.sharding_constraint {label} {spec}"),
        place,
        line,
        value: label,
        values: values.len(),
        from,
        to,
        after,
        left_bytes,
    }
}
