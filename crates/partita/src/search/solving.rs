//! Chooses a plan in the model of a program, of any front end, and again with less memory if the plan needs more than
//! its model has.

use std::collections::BTreeSet;
use std::sync::Arc;

use partita_auto::{NoChoices, Outcome, SolveOptions, evaluate, solve};
use partita_base::{Code, code};
use partita_cost::CollectiveKind;
use partita_lint::size_text;
use partita_place::plan::{NoProblem, PlanAxes, PlanChoices, PlanMachine, PlanProgram};
use partita_report::{CertificateView, ModelAnswer, SearchEnd};
use partita_reshard::uneven_links;

use super::evaluate::Evaluated;
use super::front::PlanFront;
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
#[derive(Clone, Debug)]
pub(super) struct PricedPlan<A> {
    pub(super) annotations: A,
    pub(super) evaluated: Evaluated,
}

/// What the search with the model found.
pub(super) struct Searched<A> {
    pub(super) front: PlanFront<A>,
    pub(super) certificate: CertificateView,
    /// Why the model has no plan, or none with less memory.
    pub(super) shortage: Option<Error>,
}

/// Annotates a program with the choices of the solver: the plans that were priced, at least one.
pub(super) type Annotate<'a, A> =
    dyn Fn(&PlanChoices, &[u32], Trials) -> Result<Vec<PricedPlan<A>>, Error> + 'a;

/// The model of a program.
pub(super) struct PlanSpace<'a> {
    pub(super) program: &'a PlanProgram,
    pub(super) axes: &'a PlanAxes,
    pub(super) options: &'a SearchOptions<'a>,
    pub(super) limits: SearchLimits<'a>,
    pub(super) names: &'a dyn PlanNames,
}

/// The work of the solver for one of many memory limits.
const RUNG_WORK: usize = 4_000_000;

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
    /// Chooses plans and annotates the program with them.
    pub(super) fn search<A>(
        &self,
        trials: Trials,
        watch: &mut dyn Watch,
        solver: &mut dyn partita_auto::Watch,
        annotate: &Annotate<'_, A>,
    ) -> Result<Searched<A>, Error> {
        let limit = self.options.limit();
        let choices = run_stage(watch, "model", || {
            let SearchOptions { mesh, machine, partitioning, .. } = self.options;
            // Those that partitioning plans for. With them tensors of different sizes have plans of their own, which takes most of the
            // time for a large program; its model has the plans that send the fewest bytes.
            let uneven = || uneven_links(machine, mesh, []).filter(|_| !trials.is_large());
            let links = partitioning.topology.cloned().or_else(uneven);
            let machine = PlanMachine { machine, links: links.as_ref() };
            let limits = self.limits;
            let is_over = || limits.is_over();
            PlanChoices::new_unless(self.program, self.axes, machine, Some(limit), &is_over)
        });
        let choices = match choices {
            Ok(choices) => choices,
            // The answer is one of the plans that need no search.
            Err(NoProblem::Interrupted) => {
                let certificate = CertificateView::unsearched(self.limits.end());
                return Ok(Searched { front: PlanFront::default(), certificate, shortage: None });
            }
            Err(error) => return Err(self.no_problem(&error)),
        };
        let mut searching = Searching {
            space: self,
            front: PlanFront::default(),
            certificate: None,
            shortage: None,
            tried: BTreeSet::default(),
            watch,
            solver,
            annotate,
        };
        let choices = searching.within_the_limit(choices, trials)?;
        if trials.rungs > 0 {
            searching.of_every_size(choices, trials)?;
        }
        let Searching { front, certificate, shortage, .. } = searching;
        let certificate = certificate.expect("the search starts at least once");
        Ok(Searched { front, certificate, shortage })
    }

    fn solve(
        &self,
        choices: &PlanChoices,
        rounds: u64,
        work: Option<usize>,
        solver: &mut dyn partita_auto::Watch,
    ) -> Result<Outcome, NoChoices> {
        let default = SolveOptions::default();
        // With little work, layers are not chosen alike first.
        let classes = work.is_none().then(|| Arc::clone(&choices.classes));
        let work = work.unwrap_or(default.round_work);
        let options = default
            .round_work(work)
            .seed(self.options.seed)
            .rounds(Some(rounds))
            .time_limit(self.limits.time_left())
            .stop(self.options.stop.clone())
            .classes(classes);
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
        let machine = self.options.machine;
        // Minor axes first. At most, the operands are sharded along all axes.
        let lengths: Vec<(u64, u64)> = self.axes.lengths.iter().rev().copied().collect();
        let count = count.max(1) as u64;
        let before = bytes / count / self.options.mesh.device_count().max(1);
        let time = machine.collective(CollectiveKind::AllGather, before, &machine.shares(&lengths));
        format!(
            "no rule for {name} ({count}×): its operands of {} are replicated, which takes up to {:.0} µs",
            size_text(bytes),
            (time * u128::from(count)).micros()
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

    /// What is known about a model of this size for which the solver found no choices.
    fn without_plan(&self, choices: &PlanChoices, none: &NoChoices) -> CertificateView {
        let size = (choices.problem.nodes().len(), choices.problem.edges().len());
        let (answer, reason) = match none {
            NoChoices::Memory { limit, proven, .. } if !self.proves(choices, *limit, *proven) => {
                let over = self.limits.is_over() && !proven;
                (ModelAnswer::NoneFound, if over { self.limits.end() } else { SearchEnd::Memory })
            }
            _ => (ModelAnswer::NoPlan, SearchEnd::Memory),
        };
        CertificateView::without_plan(answer, reason, size).shortened(choices.shortened())
    }

    /// Whether no sharding that the model describes fits into memory, if the solver found none that does, `proven` or not.
    fn proves(&self, choices: &PlanChoices, limit: u64, proven: bool) -> bool {
        let has_all = choices.shortened() == 0 && choices.is_memory_exact();
        (proven && has_all) || choices.least_memory(self.program) > limit
    }

    /// The error about a limit that no choices of the model respect.
    fn shortage(&self, choices: &PlanChoices, none: &NoChoices) -> Error {
        let NoChoices::Memory { limit, least, holders, proven, .. } = none else {
            return self.names.refuse(none.code(), &none.to_string(), "do not keep the annotations");
        };
        let floor = choices.least_memory(self.program);
        let (found, needs, least) = match self.proves(choices, *limit, *proven) {
            true if floor > *limit => ("no sharding", "at least {} are needed", floor),
            true => ("no sharding", "the smallest that was found needs {}", *least),
            false => ("no sharding that was found", "the smallest needs {}", *least),
        };
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
            "{found} fits into {} per device: {}, {} too many; largest: {}",
            size_text(*limit),
            needs.replace("{}", &size_text(least)),
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

/// The state of a search.
struct Searching<'a, 's, A> {
    space: &'a PlanSpace<'s>,
    front: PlanFront<A>,
    certificate: Option<CertificateView>,
    shortage: Option<Error>,
    /// Choices that were annotated.
    tried: BTreeSet<Vec<u32>>,
    watch: &'a mut dyn Watch,
    solver: &'a mut dyn partita_auto::Watch,
    annotate: &'a Annotate<'a, A>,
}

impl<A> Searching<'_, '_, A> {
    /// Searches within the limit that was asked for, and again with less memory if the plan needs more than its model has.
    fn within_the_limit(
        &mut self,
        mut choices: PlanChoices,
        mut trials: Trials,
    ) -> Result<PlanChoices, Error> {
        let limit = self.space.options.limit();
        for _ in 0..trials.starts {
            let outcome = match self.solve(&choices, trials.rounds, None) {
                Ok(outcome) => outcome,
                Err(none) => {
                    // A later start has less memory than was asked for.
                    if self.certificate.is_none() {
                        self.shortage = Some(self.space.shortage(&choices, &none));
                    }
                    let found = self.space.without_plan(&choices, &none);
                    self.certificate.get_or_insert(found);
                    break;
                }
            };
            let known = self.certificate.as_ref().and_then(|first| first.estimate_seconds);
            match &mut self.certificate {
                // What is proven for the limit that was asked for holds for less memory too.
                Some(first) => first.replace_plan(outcome.cost),
                None => {
                    let size = (choices.problem.nodes().len(), choices.problem.edges().len());
                    let certificate = CertificateView::new(&outcome, size.0, size.1);
                    self.certificate = Some(certificate.shortened(choices.shortened()));
                }
            }
            let peak = self.annotate(&choices, &outcome, trials)?;
            if let Some(first) = &mut self.certificate {
                // The same choices may have been annotated before.
                first.estimate_seconds = first.estimate_seconds.or(known);
            }
            if peak <= limit || self.space.limits.is_over() {
                break;
            }
            // The model leaves out the copies that reshards make. Slower programs on the way to the plan may fit already.
            let memory = choices.problem.memory_limit().unwrap_or(limit);
            let less = (memory as f64 * (limit as f64 / peak as f64) * 0.97) as u64;
            choices.set_memory_limit(Some(less));
            trials = trials.again();
        }
        Ok(choices)
    }

    /// Searches for plans of every size, from the largest to the smallest, whatever limit was asked for.
    fn of_every_size(&mut self, mut choices: PlanChoices, trials: Trials) -> Result<(), Error> {
        let smallest: Vec<u32> = choices
            .problem
            .nodes()
            .iter()
            .map(|node| {
                let sizes = node.strategies.iter().enumerate();
                sizes.min_by_key(|(_, strategy)| strategy.memory).map_or(0, |(at, _)| at as u32)
            })
            .collect();
        // No choices hold less at any point.
        let floor = evaluate(&choices.problem, &smallest).peak;
        let mut memory = None;
        for rung in 0..trials.rungs {
            if self.space.limits.is_over() {
                break;
            }
            choices.set_memory_limit(memory);
            let Ok(outcome) = self.solve(&choices, 1, Some(RUNG_WORK)) else { break };
            self.annotate(&choices, &outcome, trials)?;
            let step = outcome.peak.saturating_sub(floor) / (trials.rungs - rung) as u64;
            let Some(less) = outcome.peak.checked_sub(step.max(1)).filter(|less| *less >= floor) else {
                break;
            };
            memory = Some(less);
        }
        Ok(())
    }

    fn solve(
        &mut self,
        choices: &PlanChoices,
        rounds: u64,
        work: Option<usize>,
    ) -> Result<Outcome, NoChoices> {
        let Self { space, watch, solver, .. } = self;
        run_stage(*watch, "solve", || space.solve(choices, rounds, work, *solver))
    }

    /// Annotates the program with the choices of an outcome; the memory of the smallest plan, or of the fastest
    /// one of a large program, which is not improved further.
    fn annotate(&mut self, choices: &PlanChoices, outcome: &Outcome, trials: Trials) -> Result<u64, Error> {
        let (mut least, mut fastest): (u64, Option<Evaluated>) = (u64::MAX, None);
        for chosen in plans_of(outcome, trials) {
            if !self.tried.insert(chosen.to_vec()) {
                continue;
            }
            let annotate = self.annotate;
            let plans = run_stage(self.watch, "annotate", || annotate(choices, chosen, trials))?;
            if let Some(first) = &mut self.certificate {
                // The last program carries out the most of the plan.
                let last = plans.last().map(|last| last.evaluated.serial);
                first.estimate_seconds = first.estimate_seconds.or(last);
            }
            for plan in plans {
                least = least.min(plan.evaluated.figures.peak_bytes);
                if fastest.is_none_or(|fastest| plan.evaluated.is_faster(&fastest)) {
                    fastest = Some(plan.evaluated);
                }
                self.front.add("search", plan);
            }
            if self.space.limits.is_over() {
                break;
            }
        }
        Ok(if trials.is_large() { fastest.map_or(0, |fastest| fastest.figures.peak_bytes) } else { least })
    }
}
