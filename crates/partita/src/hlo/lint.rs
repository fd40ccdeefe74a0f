//! Lints and budgets of a partitioned program.

use std::collections::BTreeMap;

use partita_base::{Diagnostics, Id, Source, Span};
use partita_cost::{Machine, Overlap};
use partita_ir::FilePosition;
use partita_lint::{Contributor, Figures, Holder, StepTimes, TimePart, run_lints};
use partita_mesh::Mesh;
use partita_mesh::foreign_notation::Notation;
use partita_partition::{Arguments, LiveTensor, estimate_memory, list_comms};
use partita_report::{By, CollectiveView, CommsView, CostGroupView, SourceFinder, StepCostView};

pub use partita_lint::{
    Budget, LINTS, Level, Levels, Lint, Thresholds, UnknownLint, Usage, size_text, write_budget,
};

use super::Partitioned;
use super::memory::tensor_view;
use crate::Watch;
use crate::watch::run_stage;

/// The tensors at the peak, and the parts of a step, that [`Usage`] lists.
const LISTED: usize = 10;

impl Partitioned {
    /// Warnings about what wastes memory or communication, the most bytes first. A program on one device has none. Stage: `lint`.
    pub fn lint(&self, thresholds: &Thresholds, watch: &mut dyn Watch) -> Diagnostics {
        let known = self.found();
        let found =
            run_stage(watch, "lint", || run_lints(&self.program.module, &self.local, thresholds, known));
        self.program.located(found)
    }

    /// The names of the axes that a budget can limit.
    pub fn axis_names(&self) -> Vec<String> {
        let mesh = Mesh::from_spec(&self.local.interface.mesh);
        mesh.map_or_else(
            |_| Vec::new(),
            |mesh| mesh.axes().iter().map(|axis| axis.name().to_string()).collect(),
        )
    }

    /// The figures that a budget limits: those of [`Partitioned::comms`] and [`Partitioned::memory`], and with a machine the times of
    /// [`Partitioned::comms_on`] and [`Partitioned::cost`]. Stages: `cost` with a machine, `usage`.
    pub fn usage(&self, machine: Option<&Machine>, watch: &mut dyn Watch) -> Usage {
        let times = machine.map(|machine| {
            let cost = self.cost(machine, Overlap::default(), Arguments::Kept, watch);
            self.step_times(&cost)
        });
        run_stage(watch, "usage", || {
            let CommsView { collectives, by_kind, bytes, per_turn_bytes, .. } = self.comms_on(machine);
            let figures = |all: Vec<CollectiveView>| {
                let time = all.iter().fold(0u64, |sum, each| sum.saturating_add(taken(each)));
                let view = CommsView::new(all, Vec::new());
                let count = view.by_kind.iter().fold(0u64, |all, kind| all.saturating_add(kind.count));
                Figures { count, bytes: view.bytes, time }
            };
            let total_time = |kind: Option<&str>| {
                let of_kind =
                    collectives.iter().filter(|each| kind.is_none_or(|kind| each.collective == kind));
                of_kind.fold(0u64, |sum, each| sum.saturating_add(taken(each)))
            };
            let along = |axis: &String| {
                collectives.iter().filter(|each| each.axes.contains(axis)).cloned().collect::<Vec<_>>()
            };
            let axes: BTreeMap<String, Figures> = self
                .axis_names()
                .into_iter()
                .map(|axis| {
                    let figures = figures(along(&axis));
                    (axis, figures)
                })
                .collect();
            let contributors = list_comms(&self.local.module).collectives;
            let contributors = contributors.iter().zip(&collectives).map(|(traffic, view)| Contributor {
                kind: view.collective.to_string(),
                axes: view.axes.clone(),
                count: view.runs.times,
                bytes: view.sent(),
                time: taken(view),
                span: traffic.span,
                line: view.line,
                source: self.user_line(self.local.module.op(traffic.op).loc),
            });
            let contributors = contributors.collect();
            let memory = estimate_memory(&self.local.module, Arguments::Kept);
            let origins = self.local.origins();
            let sources = SourceFinder::new(&self.local.module, &self.program.source);
            let holder = |live: &LiveTensor| {
                let origin = origins.get(live.value.index()).and_then(Option::as_ref);
                let view = tensor_view(self, &sources, live, origin, Notation::Short);
                let tensor = view.tensor.unwrap_or(view.local_type);
                Holder {
                    name: view.name.map_or(tensor.clone(), |name| format!("{name} {tensor}")),
                    bytes: view.bytes,
                    source: view.made_by.and_then(|made_by| made_by.location),
                }
            };
            Usage {
                total: Figures {
                    count: by_kind.iter().fold(0, |all, kind| all.saturating_add(kind.count)),
                    bytes,
                    time: total_time(None),
                },
                kinds: (by_kind.into_iter())
                    .map(|kind| {
                        let time = total_time(Some(&kind.name));
                        (kind.name, Figures { count: kind.count, bytes: kind.bytes, time })
                    })
                    .collect(),
                axes,
                peak: memory.peak,
                peak_at: memory.at.map_or_else(|| self.span(), |op| self.local.module.op(op).span),
                holders: memory.live.iter().take(LISTED).map(holder).collect(),
                contributors,
                times,
                per_turn_bytes,
            }
        })
    }

    /// Everything that exceeds a budget, whose text is `source`.
    pub fn check_budget(&self, budget: &Budget, source: &Source, usage: &Usage) -> Diagnostics {
        let mut found = budget.check(usage, source);
        // A figure without a contributor, such as the arguments before the first op, belongs to the module.
        for each in found.iter_mut().filter(|each| each.span == Span::default()) {
            each.span = self.span();
        }
        self.program.located(found)
    }

    /// The times of a step, with the lines that take most of it.
    fn step_times(&self, cost: &StepCostView) -> StepTimes {
        let part = |group: &CostGroupView| {
            let place = group.source.as_ref().map(|at| format!("{}:{}", at.file, at.line));
            let place = place.unwrap_or_else(|| format!("line {}", group.line));
            let kind = group.kind.unwrap_or("kernels");
            TimePart {
                name: format!("{}× {kind}, {place}", group.times),
                time: picoseconds(group.seconds),
                span: self.op_span(group.line),
            }
        };
        StepTimes {
            hardware: cost.hardware.clone(),
            step: picoseconds(cost.step_seconds),
            exposed: picoseconds(cost.time.exposed_communication),
            parts: cost.groups(By::Source).iter().take(LISTED).map(part).collect(),
        }
    }

    /// The name of the op in a line of the text.
    fn op_span(&self, line: usize) -> Span {
        let source = &self.program.source;
        let before = source.text().split_inclusive('\n').take(line.saturating_sub(1));
        let start: usize = before.map(str::len).sum();
        let text = source.line(line);
        let indentation = text.len() - text.trim_start().len();
        let name = text.find(" = ").map_or(indentation, |at| at + 3);
        let end = text[name..].find([' ', '(']).map_or(text.len(), |length| name + length);
        Span::new(start + name, start + end)
    }

    /// A line of the user's own program, such as `train.py:12`.
    fn user_line(&self, loc: partita_ir::LocId) -> Option<String> {
        let FilePosition { file, line, .. } = self.local.module.context.file_position(loc)?;
        Some(format!("{}:{line}", String::from_utf8_lossy(file)))
    }
}

/// The picoseconds of all executions of a collective; 0 without hardware.
fn taken(collective: &CollectiveView) -> u64 {
    collective.seconds.map_or(0, |seconds| picoseconds(seconds * collective.runs.times as f64))
}

fn picoseconds(seconds: f64) -> u64 {
    (seconds * 1e12).round() as u64
}
