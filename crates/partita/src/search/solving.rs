//! Chooses a plan in the model of a program, of any front end, and again with less memory if the plan needs more than
//! its model has.

use std::sync::Arc;

use partita_auto::{NoChoices, Outcome, SolveOptions, solve};
use partita_base::{Code, code};
use partita_lint::size_text;
use partita_place::plan::{NoProblem, PlanAxes, PlanChoices, PlanProgram};
use partita_report::CertificateView;

use super::evaluate::Evaluated;
use super::limits::{SearchLimits, Trials};
use super::plan::SearchOptions;
use crate::watch::run_stage;
use crate::{Error, Watch};

/// The number of tensors that errors about memory list.
const LISTED: usize = 4;

/// How the parts of a model are called in errors.
pub(super) trait PlanNames {
    /// The name of a tensor in the program.
    fn tensor_name(&self, tensor: usize) -> String;
    /// The error about the program.
    fn refuse(&self, code: Code, message: &str, help: &str) -> Error;
}

/// A plan and what it costs.
pub(super) struct PricedPlan<A> {
    pub(super) annotations: A,
    pub(super) evaluated: Evaluated,
}

/// What the search with the model found.
pub(super) struct Searched<A> {
    pub(super) best: Option<PricedPlan<A>>,
    pub(super) certificate: CertificateView,
    /// Why the model has no plan, or none with less memory.
    pub(super) shortage: Option<Error>,
}

/// Annotates a program with the choices of the solver.
pub(super) type Annotate<'a, A> = dyn Fn(&PlanChoices, &[u32], Trials) -> Result<PricedPlan<A>, Error> + 'a;

/// The model of a program.
pub(super) struct PlanSpace<'a> {
    pub(super) program: &'a PlanProgram,
    pub(super) axes: &'a PlanAxes,
    pub(super) options: &'a SearchOptions<'a>,
    pub(super) limits: SearchLimits<'a>,
    pub(super) names: &'a dyn PlanNames,
}

/// How much dearer a plan with equal layers may be to be tried alone: what the model leaves out, such as reshards between layers
/// that differ, weighs more.
const ALIKE_MARGIN: f64 = 1.05;

/// The choices to annotate: those with equal layers, and the best ones if they differ, except that a large program gets one of
/// both.
fn plans_of(outcome: &Outcome, trials: Trials) -> Vec<&[u32]> {
    let best = &outcome.choices[..];
    match &outcome.uniform {
        Some((alike, _)) if alike == best => vec![best],
        Some((alike, cost)) if trials.is_large() && *cost <= ALIKE_MARGIN * outcome.cost => vec![alike],
        Some((alike, _)) if !trials.is_large() => vec![alike, best],
        _ => vec![best],
    }
}

impl PlanSpace<'_> {
    /// Chooses a plan and annotates the program with it.
    pub(super) fn search<A>(
        &self,
        mut trials: Trials,
        watch: &mut dyn Watch,
        solver: &mut dyn partita_auto::Watch,
        annotate: &Annotate<'_, A>,
    ) -> Result<Searched<A>, Error> {
        let limit = self.options.limit();
        let (mut best, mut certificate): (Option<PricedPlan<A>>, Option<CertificateView>) = (None, None);
        let (mut memory, mut shortage) = (limit, None);
        for _ in 0..trials.starts {
            let choices = run_stage(watch, "model", || {
                PlanChoices::new(self.program, self.axes, self.options.machine, Some(memory))
            });
            let choices = choices.map_err(|error| self.no_problem(&error))?;
            let (nodes, edges) = (choices.problem.nodes().len(), choices.problem.edges().len());
            let outcome = match run_stage(watch, "solve", || self.solve(&choices, trials.rounds, solver)) {
                Ok(outcome) => outcome,
                Err(none) => {
                    // A later start has less memory than was asked for.
                    if certificate.is_none() {
                        shortage = Some(self.shortage(&choices, &none));
                    }
                    certificate.get_or_insert(CertificateView::without_plan(nodes, edges));
                    break;
                }
            };
            // What is proven holds for the limit that was asked for.
            certificate.get_or_insert(CertificateView::new(&outcome, nodes, edges));
            let mut peak = u64::MAX;
            for chosen in plans_of(&outcome, trials) {
                let found = run_stage(watch, "annotate", || annotate(&choices, chosen, trials))?;
                peak = peak.min(found.evaluated.figures.peak_bytes);
                if let Some(first) = &mut certificate
                    && first.estimate_seconds == 0.0
                {
                    first.estimate_seconds = found.evaluated.serial;
                }
                if best.as_ref().is_none_or(|best| found.evaluated.is_better(&best.evaluated, limit)) {
                    best = Some(found);
                }
                if self.limits.is_over() {
                    break;
                }
            }
            if peak <= limit || self.limits.is_over() {
                break;
            }
            // The model leaves out the copies that reshards make.
            memory = (memory as f64 * (limit as f64 / peak as f64) * 0.97) as u64;
            trials = trials.again();
        }
        let certificate = certificate.unwrap_or_else(|| CertificateView::without_plan(0, 0));
        Ok(Searched { best, certificate, shortage })
    }

    fn solve(
        &self,
        choices: &PlanChoices,
        rounds: u64,
        solver: &mut dyn partita_auto::Watch,
    ) -> Result<Outcome, NoChoices> {
        let options = SolveOptions::default()
            .seed(self.options.seed)
            .rounds(Some(rounds))
            .time_limit(self.limits.time_left())
            .stop(self.options.stop.clone())
            .classes(Some(Arc::clone(&choices.classes)));
        solve(&choices.problem, &options, solver)
    }

    /// The axes that divide no dimension, as notes.
    pub(super) fn idle_axes(&self) -> Vec<String> {
        let axes = self.axes.names.iter().zip(&self.axes.lengths);
        let idle = axes.filter(|(_, (size, _))| !self.divides(*size));
        idle.map(|(axis, (size, _))| {
            format!("axis \"{axis}\" of size {size} divides no dimension; its devices do the same work")
        })
        .collect()
    }

    /// The note about ops without a rule: their kind, their number and the bytes of their operands.
    pub(super) fn unruled_note(&self, name: &str, count: usize, bytes: u64) -> String {
        let level = self.options.machine.levels.first();
        let bandwidth = level.map_or(1e11, |level| 1.0 / level.link.per_byte().seconds().max(1e-15));
        format!(
            "no rule for {name} ({count}×): its operands of {} are replicated, which takes up to {:.0} µs",
            size_text(bytes),
            bytes as f64 / bandwidth * 1e6
        )
    }

    fn divides(&self, size: u64) -> bool {
        let tensors = self.program.tensors.iter();
        tensors.flat_map(|tensor| &tensor.shape).any(|&dim| dim > 0 && dim.is_multiple_of(size))
    }

    /// Refuses a mesh none of whose axes can be used.
    pub(super) fn check_sizes(&self) -> Result<(), Error> {
        let sizes: Vec<u64> = self.axes.lengths.iter().map(|(size, _)| *size).collect();
        if sizes.is_empty() || sizes.iter().any(|&size| self.divides(size)) {
            return Ok(());
        }
        let dims = self.program.tensors.iter().flat_map(|tensor| &tensor.shape);
        let largest = dims.max().copied().unwrap_or(1);
        let message = format!(
            "no axis of the mesh divides any dimension of the program; its largest dimension is {largest}"
        );
        let help = "use axes whose sizes divide dimensions of the program";
        Err(self.names.refuse(code::PLAN_MESH, &message, help))
    }

    fn no_problem(&self, error: &NoProblem) -> Error {
        match error {
            NoProblem::NotAllowed { tensor } => {
                let message = format!(
                    "no sharding of {} respects its annotation and divides it evenly",
                    self.names.tensor_name(*tensor)
                );
                let help = "change the annotation, or do not keep it";
                self.names.refuse(code::PLAN_ANNOTATION, &message, help)
            }
            NoProblem::Problem(error) => {
                self.names.refuse(error.code(), &error.to_string(), "use fewer axes")
            }
            _ => self.names.refuse(code::AUTO_PROBLEM, "the program has no model", "report it"),
        }
    }

    /// The error about a limit that no choices of the model respect.
    fn shortage(&self, choices: &PlanChoices, none: &NoChoices) -> Error {
        let NoChoices::Memory { limit, least, holders, proven, .. } = none else {
            return self.names.refuse(none.code(), &none.to_string(), "do not keep the annotations");
        };
        let found = if *proven { "no sharding" } else { "no sharding that was found" };
        let listed: Vec<String> = holders
            .iter()
            .take(LISTED)
            .map(|holder| {
                let (_, tensor) = choices.node(holder.node.index());
                let name = tensor.map_or_else(String::new, |tensor| self.names.tensor_name(tensor));
                format!("{name} {}", size_text(holder.memory))
            })
            .collect();
        let message = format!(
            "{found} fits into {} per device: at least {} are needed, {} too many; largest: {}",
            size_text(*limit),
            size_text(*least),
            size_text(least.saturating_sub(*limit)),
            listed.join(", ")
        );
        self.names.refuse(code::PLAN_MEMORY, &message, "raise the memory limit, or use more devices")
    }

    /// The error about a limit that no plan respects once it is partitioned.
    pub(super) fn over(&self, peak: u64) -> Error {
        let limit = self.options.limit();
        let mut tensors: Vec<usize> = (0..self.program.tensors.len()).collect();
        let bytes = |&tensor: &usize| self.program.tensors[tensor].bytes();
        tensors.retain(|&tensor| self.program.tensors[tensor].live.1 > 0);
        tensors.sort_by(|a, b| bytes(b).total_cmp(&bytes(a)));
        let listed: Vec<String> = tensors
            .iter()
            .take(LISTED)
            .map(|tensor| format!("{} {}", self.names.tensor_name(*tensor), size_text(bytes(tensor) as u64)))
            .collect();
        let message = format!(
            "no plan that was found fits into {} per device: the smallest needs {}, {} too many; largest before sharding: {}",
            size_text(limit),
            size_text(peak),
            size_text(peak.saturating_sub(limit)),
            listed.join(", ")
        );
        self.names.refuse(code::PLAN_MEMORY, &message, "raise the memory limit, or use more devices")
    }
}
