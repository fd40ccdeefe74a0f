//! The search: model, solver, annotations, and the comparison with the plans that people write by hand.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use partita_auto::evaluate;
use partita_base::{Code, Diagnostic, Diagnostics, code};
use partita_cost::{Machine, Overlap};
use partita_hlo::propagation::Propagated;
use partita_ir::OpId;
use partita_mesh::{Mesh, MeshId};
use partita_partition::{Arguments, PlannedProgram, plan_program};
use partita_place::plan::{PlanAxes, PlanChoices};
use partita_propagate::Options;
use partita_report::{CertificateView, PlanLinesView, PlanRowView, ShardingPlanView};

use super::annotate::{AnnotatedPlan, ChosenPlan, PlanTarget, annotate, settings};
use super::compare::PlanComparison;
use super::evaluate::{Evaluator, propagate};
use super::explore::{Exploration, explore};
use super::front::PlanFront;
use super::limits::{SearchLimits, Trials};
use super::nearby::NearbyPlans;
use super::solving::{PlanNames, PlanSpace, Searched};
use super::versions::NewVersions;
use crate::hlo::{Partitioning, Program, Propagation};
use crate::plans::{Annotations, Given, MinimiseOptions, minimise, with_mesh};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// What to search for. Start with [`SearchOptions::new`] and set individual fields.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchOptions<'a> {
    /// The mesh to use.
    pub mesh: &'a Mesh,
    /// The hardware.
    pub machine: &'a Machine,
    /// The most bytes that a device may use; by default, the memory of the hardware.
    pub memory: Option<u64>,
    /// Which communication is hidden behind computation, where plans are compared.
    pub overlap: Overlap,
    /// Whether the buffers of arguments may hold results.
    pub arguments: Arguments,
    /// Whether the annotations of the program stay.
    pub given: Given,
    /// The rounds of the solver; by default as many as its size suggests.
    pub rounds: Option<u64>,
    /// The time of the search. When it is over, the best plan that was found is the answer.
    pub time_limit: Option<Duration>,
    /// Ends the search, as the time limit does, once another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
    /// The seed of the solver.
    pub seed: u64,
    /// How shardings propagate.
    pub propagation: Propagation<'a>,
    /// How programs are partitioned.
    pub partitioning: Partitioning<'a>,
}

impl<'a> SearchOptions<'a> {
    /// The default of every option.
    pub fn new(mesh: &'a Mesh, machine: &'a Machine) -> Self {
        Self {
            mesh,
            machine,
            memory: None,
            overlap: Overlap::Streams,
            arguments: Arguments::Kept,
            given: Given::Removed,
            rounds: None,
            time_limit: None,
            stop: None,
            seed: 1,
            propagation: Propagation::default().options(Options::default()),
            partitioning: Partitioning::default(),
        }
    }

    pub(super) fn limit(&self) -> u64 {
        self.memory.unwrap_or(self.machine.device.memory)
    }

    fn evaluator(&self) -> Evaluator<'a> {
        Evaluator {
            machine: self.machine,
            overlap: self.overlap,
            arguments: self.arguments,
            propagation: self.propagation,
            partitioning: self.partitioning.machine(Some(self.machine)),
        }
    }
}

/// A plan and the program with its annotations.
#[derive(Debug)]
pub struct FoundPlan {
    /// The plan, what it costs and what is proven about it.
    pub view: ShardingPlanView,
    /// The annotated program.
    pub program: Program,
}

/// The stack of the thread that prices other plans: as large as that of commands, for deeply nested programs.
const STACK_BYTES: usize = 64 << 20;

/// Searches for the sharding of a program. Stages: `model`, `solve`, `annotate`, `compare`. `solver` observes the solver
/// and may end it, with the best plan found.
///
/// # Errors
/// Programs that cannot be partitioned, a memory limit that no plan respects, a mesh that shards nothing.
pub fn find_plan(
    program: &Program,
    options: &SearchOptions<'_>,
    watch: &mut dyn Watch,
    solver: &mut dyn partita_auto::Watch,
) -> Result<FoundPlan, Error> {
    let program = program.clone().checked()?;
    let bare = match options.given {
        Given::Removed => Annotations::none(&program).apply(&program, Given::Removed),
        Given::Kept => program.clone(),
    };
    let (base, mesh) = with_mesh(bare, options.mesh)?;
    let search = PlanSearch::new(&program, base, mesh, options, watch)?;
    search.run(watch, solver)
}

struct PlanSearch<'a> {
    original: &'a Program,
    /// The program on the new mesh.
    base: Program,
    mesh: MeshId,
    options: &'a SearchOptions<'a>,
    axes: PlanAxes,
    prepared: Propagated,
    planned: PlannedProgram,
    versions: NewVersions,
    started: Instant,
}

impl<'a> PlanSearch<'a> {
    fn new(
        original: &'a Program,
        base: Program,
        mesh: MeshId,
        options: &'a SearchOptions<'a>,
        watch: &mut dyn Watch,
    ) -> Result<Self, Error> {
        let Some(axes) = PlanAxes::new(options.mesh) else {
            let message = "a plan can use at most 8 axes with more than one device";
            return Err(refuse(&base, code::PLAN_AXES, message, "merge axes of the mesh"));
        };
        let started = Instant::now();
        run_stage(watch, "model", || {
            let prepared = propagate(base.clone(), &options.propagation)?;
            let rules = settings(&options.propagation).rules;
            let device = &options.machine.device;
            let mut planned = plan_program(&prepared, rules, &axes, device, options.arguments);
            let versions = NewVersions::new(&base, options.given);
            planned.program.tied = tied(&prepared, &planned, &versions);
            Ok(Self { original, base, mesh, options, axes, prepared, planned, versions, started })
        })
    }

    fn run(&self, watch: &mut dyn Watch, solver: &mut dyn partita_auto::Watch) -> Result<FoundPlan, Error> {
        self.space().check_sizes()?;
        let limit = self.options.limit();
        let comparison = self.comparison();
        let limits = self.limits();
        // The other plans need no solver, so they are priced while it runs.
        let (searched, mut compared) = std::thread::scope(|scope| {
            let compare = || comparison.run(&|| limits.is_over());
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, compare);
            let searched = self.search(watch, solver);
            let compared = run_stage(watch, "compare", || match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(_) => compare(),
            });
            (searched, compared)
        });
        let Searched { mut front, certificate, shortage } = searched?;
        let fits = |front: &PlanFront<Annotations>| {
            front.best(limit).is_some_and(|best| best.plan.evaluated.figures.peak_bytes <= limit)
        };
        if compared.is_incomplete && !fits(&front) {
            // An answer late is better than none.
            compared = run_stage(watch, "compare", || comparison.run(&|| false));
        }
        for (name, other) in compared.plans {
            front.add(&name, other);
        }
        run_stage(watch, "annotate", || {
            self.explore(&mut front);
            match front.take_best(limit) {
                Some(best) if best.plan.evaluated.figures.peak_bytes <= limit => {
                    self.answer(best.plan, best.origin, certificate, compared.rows)
                }
                other => Err(shortage.unwrap_or_else(|| {
                    self.space().over(other.map_or(0, |best| best.plan.evaluated.figures.peak_bytes))
                })),
            }
        })
    }

    /// Improves the plans that were found with the estimate itself.
    fn explore(&self, front: &mut PlanFront<Annotations>) {
        let trials = self.trials();
        if trials.explored > 0 {
            let evaluator = self.options.evaluator();
            let limit = (!trials.improves_all).then_some(self.options.limit());
            let exploration = Exploration {
                trials: trials.improved,
                detours: trials.explored,
                limit,
                limits: self.limits(),
            };
            explore(front, &NearbyPlans::new(self.target(), &evaluator), exploration);
        }
    }

    fn space(&self) -> PlanSpace<'_> {
        let (program, axes, options) = (&self.planned.program, &self.axes, self.options);
        PlanSpace { program, axes, options, limits: self.limits(), names: self }
    }

    fn search(
        &self,
        watch: &mut dyn Watch,
        solver: &mut dyn partita_auto::Watch,
    ) -> Result<Searched<Annotations>, Error> {
        let annotate = |choices: &PlanChoices, chosen: &[u32], trials| self.annotate(choices, chosen, trials);
        self.space().search(self.trials(), watch, solver, &annotate)
    }

    fn comparison(&self) -> PlanComparison<'_> {
        PlanComparison {
            original: self.original,
            base: &self.base,
            mesh: self.mesh,
            given: self.options.given,
            versions: &self.versions,
            limit: self.options.limit(),
            parts: self.options.evaluator().parts(),
        }
    }

    fn trials(&self) -> Trials {
        Trials::new(self.base.module.value_count(), self.options.rounds)
    }

    fn limits(&self) -> SearchLimits<'_> {
        SearchLimits {
            started: self.started,
            time: self.options.time_limit,
            stop: self.options.stop.as_deref(),
        }
    }

    fn target(&self) -> PlanTarget<'_> {
        PlanTarget {
            program: &self.base,
            mesh: self.mesh,
            axes: &self.axes,
            given: self.options.given,
            versions: &self.versions,
        }
    }

    fn annotate(
        &self,
        choices: &PlanChoices,
        chosen: &[u32],
        trials: Trials,
    ) -> Result<Vec<AnnotatedPlan>, Error> {
        let points = choices.points(chosen);
        let (followers, reshards) = (choices.followers(chosen), choices.reshards(chosen));
        let (prepared, planned) = (&self.prepared.module, &self.planned);
        let seconds = evaluate(&choices.problem, chosen).cost;
        let memory = self.options.limit();
        let plan = ChosenPlan {
            prepared,
            planned,
            points: &points,
            followers: &followers,
            reshards: &reshards,
            seconds,
            memory,
        };
        let bounds = (self.limits(), trials);
        annotate(self.target(), &plan, &self.options.evaluator(), bounds)
    }

    fn answer(
        &self,
        best: AnnotatedPlan,
        origin: String,
        certificate: CertificateView,
        rows: Vec<PlanRowView>,
    ) -> Result<FoundPlan, Error> {
        let AnnotatedPlan { mut annotations, evaluated } = best;
        if self.options.given == Given::Removed && !self.limits().is_over() {
            let fewer = minimise(
                &self.base,
                &annotations,
                &self.options.propagation,
                MinimiseOptions::default().max_trials(self.trials().minimised),
            )?;
            annotations = fewer.annotations;
        }
        let program = annotations.apply(&self.base, self.options.given);
        let axes = self.options.mesh.axes().iter().map(|axis| format!("{}={}", axis.name(), axis.size()));
        let view = ShardingPlanView {
            mesh: axes.collect::<Vec<_>>().join(","),
            hardware: self.options.machine.name.clone(),
            devices: self.options.mesh.device_count(),
            memory_limit: self.options.limit(),
            figures: evaluated.figures,
            origin,
            certificate,
            rows,
            annotated: annotations.count(),
            annotations: PlanLinesView::Jax(annotations.jax_lines(&self.base)),
            notes: self.notes(),
            meshes: Vec::new(),
        };
        Ok(FoundPlan { view, program })
    }

    /// Ops without rules, with what it costs to gather their operands, and axes that divide nothing.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let module = &self.prepared.module;
        let mut kinds: Vec<(String, usize, u64)> = Vec::new();
        for &op in &self.planned.unruled {
            let name = partita_hlo::propagation::kind_of(module, op);
            let bytes = self.operand_bytes(op);
            match kinds.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, count, sum)) => (*count, *sum) = (*count + 1, sum.saturating_add(bytes)),
                None => kinds.push((name, 1, bytes)),
            }
        }
        let space = self.space();
        notes.extend(kinds.iter().map(|(name, count, bytes)| space.unruled_note(name, *count, *bytes)));
        notes.extend(space.idle_axes());
        notes
    }

    fn operand_bytes(&self, op: OpId) -> u64 {
        let operands = self.prepared.module.op(op).operands.iter();
        let tensors = operands.filter_map(|value| {
            let at = self.planned.values.iter().position(|known| known.as_ref() == Some(value))?;
            Some(self.planned.program.tensors[at].bytes() as u64)
        });
        tensors.fold(0, u64::saturating_add)
    }
}

impl PlanNames for PlanSearch<'_> {
    fn tensor_name(&self, tensor: usize) -> String {
        let source = &self.base.source;
        let value = self.planned.values.get(tensor).copied().flatten();
        let name = value.and_then(|value| crate::hlo::name_of(&self.prepared.module, source, value));
        name.unwrap_or_else(|| "a result".into())
    }

    fn refuse(&self, code: Code, message: &str, help: &str) -> Error {
        refuse(&self.base, code, message, help)
    }
}

/// Arguments and their new versions, as the model numbers them.
fn tied(prepared: &Propagated, planned: &PlannedProgram, versions: &NewVersions) -> Vec<(usize, usize)> {
    let module = &prepared.module;
    let Some(main) = module.main_function() else { return Vec::new() };
    let args = module.func_args(main);
    let tied = versions.tied();
    tied.filter_map(|(argument, result)| {
        let value = *args.get(argument)?;
        let is_own = |&tensor: &usize| planned.values[tensor] == Some(value);
        Some((planned.program.arguments.iter().position(is_own)?, result))
    })
    .collect()
}

fn refuse(program: &Program, code: Code, message: &str, help: &str) -> Error {
    let mut found = Diagnostics::default();
    let span = program.module.op(program.module.top()).span;
    found.push(Diagnostic::error(code, span, message.to_string()).help(help.to_string()));
    Error::in_text(&program.source, found)
}
