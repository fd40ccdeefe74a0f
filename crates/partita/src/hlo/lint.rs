//! Lints and budgets of a partitioned program.

use std::collections::BTreeMap;

use partita_base::{Diagnostics, Id, Source, Span};
use partita_ir::FilePosition;
use partita_lint::{Contributor, Figures, Holder, run_lints};
use partita_mesh::Mesh;
use partita_mesh::foreign_notation::Notation;
use partita_partition::{Arguments, LiveTensor, estimate_memory, list_comms};
use partita_report::{CollectiveView, CommsView, SourceFinder};

pub use partita_lint::{
    Budget, LINTS, Level, Levels, Lint, Thresholds, UnknownLint, Usage, size_text, write_budget,
};

use super::Partitioned;
use super::memory::tensor_view;
use crate::Watch;
use crate::watch::run_stage;

/// The tensors at the peak that [`Usage`] lists.
const LISTED_TENSORS: usize = 10;

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

    /// The figures that a budget limits: those of [`Partitioned::comms`] and [`Partitioned::memory`]. Stage: `usage`.
    pub fn usage(&self, watch: &mut dyn Watch) -> Usage {
        run_stage(watch, "usage", || {
            let CommsView { collectives, by_kind, bytes, per_turn_bytes, .. } = self.comms();
            let figures = |all: Vec<CollectiveView>| {
                let view = CommsView::new(all, Vec::new());
                let count = view.by_kind.iter().fold(0u64, |all, kind| all.saturating_add(kind.count));
                Figures { count, bytes: view.bytes }
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
                },
                kinds: (by_kind.into_iter())
                    .map(|kind| (kind.name, Figures { count: kind.count, bytes: kind.bytes }))
                    .collect(),
                axes,
                peak: memory.peak,
                peak_at: memory.at.map_or_else(|| self.span(), |op| self.local.module.op(op).span),
                holders: memory.live.iter().take(LISTED_TENSORS).map(holder).collect(),
                contributors,
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

    /// A line of the user's own program, such as `train.py:12`.
    fn user_line(&self, loc: partita_ir::LocId) -> Option<String> {
        let FilePosition { file, line, .. } = self.local.module.context.file_position(loc)?;
        Some(format!("{}:{line}", String::from_utf8_lossy(file)))
    }
}
