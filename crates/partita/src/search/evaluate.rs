//! What an annotated program costs: the same estimate that `cost` shows.

use partita_base::Diagnostics;
use partita_cost::{Machine, Overlap};
use partita_hlo::propagation::{Propagated, Sharded};
use partita_hlo::rules::{Compat, RuleFile};
use partita_mesh::Mesh;
use partita_partition::{
    Arguments, GroupForm, LocalizeOptions, estimate_memory_on, estimate_time, list_collectives, localize,
};
use partita_propagate::Options;
use partita_report::PlanFigures;
use partita_reshard::Topology;

use super::annotate::settings;
use crate::Error;
use crate::hlo::{Partitioning, Program, Propagation};

/// Prices programs on one machine.
#[derive(Clone, Copy)]
pub(super) struct Evaluator<'a> {
    pub(super) machine: &'a Machine,
    pub(super) overlap: Overlap,
    pub(super) arguments: Arguments,
    pub(super) propagation: Propagation<'a>,
    pub(super) partitioning: Partitioning<'a>,
}

/// What an evaluator is made of, without the questions whether a result is still wanted, so that it can be sent to
/// another thread.
#[derive(Clone, Copy)]
pub(super) struct EvaluatorParts<'a> {
    machine: &'a Machine,
    overlap: Overlap,
    arguments: Arguments,
    compat: Compat,
    rules: Option<&'a RuleFile>,
    options: Options,
    topology: Option<&'a Topology>,
    pad_io: bool,
    groups: GroupForm,
}

impl<'a> EvaluatorParts<'a> {
    pub(super) fn evaluator(&self) -> Evaluator<'a> {
        let Self { machine, overlap, arguments, .. } = *self;
        let propagation = Propagation {
            compat: self.compat,
            rules: self.rules,
            options: self.options,
            ..Propagation::default()
        };
        let partitioning = Partitioning::default().topology(self.topology).machine(Some(machine));
        let partitioning = partitioning.pad_io(self.pad_io).groups(self.groups);
        Evaluator { machine, overlap, arguments, propagation, partitioning }
    }
}

/// Figures, and the time without overlap, which decides between plans that are equally fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluated {
    pub(super) figures: PlanFigures,
    pub(super) serial: f64,
}

impl Evaluated {
    /// Fast plans come first, then those that do less. There is no tolerance: with one, a plan for more memory could be
    /// slower than one for less.
    pub(super) fn speed(&self) -> (f64, f64) {
        (self.figures.step_seconds, self.serial)
    }

    /// Whether it is faster than another, or as fast and does less.
    pub(super) fn is_faster(&self, other: &Evaluated) -> bool {
        self.speed() < other.speed()
    }

    /// Whether it is better than another under a memory limit: plans within it come first.
    pub(super) fn is_better(&self, other: &Evaluated, limit: u64) -> bool {
        let over = |each: &Evaluated| each.figures.peak_bytes.saturating_sub(limit);
        over(self) < over(other) || (over(self) == over(other) && self.is_faster(other))
    }
}

/// Prepares and propagates a program.
pub(super) fn propagate(mut program: Program, propagation: &Propagation<'_>) -> Result<Propagated, Error> {
    match partita_partition::prepare(program.module, propagation.compat) {
        Ok(prepared) => Ok(prepared.propagate(&settings(propagation))),
        Err(refused) => {
            program.found.append(refused.found);
            Err(Error::in_text(&program.source, program.found))
        }
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn parts(&self) -> EvaluatorParts<'a> {
        let Self { machine, overlap, arguments, propagation, partitioning } = *self;
        let Propagation { compat, rules, options, .. } = propagation;
        let Partitioning { topology, pad_io, groups, .. } = partitioning;
        EvaluatorParts { machine, overlap, arguments, compat, rules, options, topology, pad_io, groups }
    }

    /// Prices a program that is checked.
    pub(super) fn price(&self, program: Program) -> Result<Evaluated, Error> {
        let source = program.source.clone();
        let propagated = propagate(program, &self.propagation)?;
        self.price_propagated(propagated).map_err(|found| Error::in_text(&source, found))
    }

    /// Prices a program after propagation.
    pub(super) fn price_propagated(&self, propagated: Propagated) -> Result<Evaluated, Diagnostics> {
        self.price_sharded(propagated.write().shard(self.partitioning.pad_io)?)
    }

    /// Prices a program whose shardings are final.
    pub(super) fn price_sharded(&self, sharded: Sharded) -> Result<Evaluated, Diagnostics> {
        let Partitioning { topology, machine, groups, interrupt, .. } = self.partitioning;
        let options =
            LocalizeOptions::default().user(self.propagation.rules).topology(topology).machine(machine);
        let partitioned = localize(sharded, &options.groups(groups).interrupt(interrupt))?;
        let local = &partitioned.module;
        let mesh = Mesh::from_spec(&partitioned.interface.mesh).ok();
        let timeline = estimate_time(local, self.machine, mesh.as_ref());
        let memory = estimate_memory_on(local, self.arguments, Some(self.machine));
        let (mut sent_bytes, mut collectives) = (0u64, 0u64);
        for each in list_collectives(local) {
            sent_bytes = sent_bytes.saturating_add(each.bytes.saturating_mul(each.runs.times));
            collectives = collectives.saturating_add(each.runs.times);
        }
        let step_seconds = timeline.step(self.overlap).seconds();
        let figures = PlanFigures { step_seconds, peak_bytes: memory.peak, sent_bytes, collectives };
        Ok(Evaluated { figures, serial: timeline.device(Overlap::None).seconds() })
    }
}
