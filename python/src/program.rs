//! StableHLO programs: everything that `partita.Analysis` asks.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use partita::hlo::{
    self, Arguments, Budget, GroupForm, Interpreter, Machine, MemoryOptions, Partitioned, Partitioning,
    PrintOptions, Propagated, Propagation, Seeds, StepOptions, SuggestOptions, Thresholds, UnknownDialects,
    WhyOptions,
};
use partita::mesh::Mesh;
use partita::report::{
    AnswersView, By, DiffView, DrawingsView, InterfaceView, ListOptions, ModuleView, ModulesView,
    ProgramOutline, View, diagnostics_json,
};
use partita::{Diagnostics, Error, Source, Watch, notation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure;
use crate::hardware::{self, Hardware, read_machine};
use crate::search::{Found, SearchRequest};
use crate::worker::{Stopper, work, work_in_pool};

/// A text for people and the same as JSON.
type Shown = (String, String);

/// A partitioned program.
#[pyclass(frozen, module = "partita._native")]
pub(crate) struct Program(Arc<Analysed>);

/// The program, shared with the threads that work on it.
struct Analysed {
    source: Source,
    /// The mesh that replaces the sizes of the text.
    mesh: Option<Mesh>,
    pad_io: bool,
    partitioned: Mutex<Partitioned>,
    /// With the trace that explains shardings, created by the first question.
    propagated: OnceLock<Mutex<Propagated>>,
}

impl Analysed {
    /// Parses the text and replaces the mesh.
    fn read(source: &Source, mesh: Option<&Mesh>, watch: &mut Stopper) -> Result<hlo::Program, Error> {
        if let Some(found) = hlo::not_mlir(source.text().as_bytes()) {
            return Err(failure::of_text(source, found));
        }
        let full = 0..source.text().len();
        let program = hlo::Program::read_part(source, full, UnknownDialects::Keep, watch).checked()?;
        match mesh {
            Some(mesh) => program.on_mesh(mesh).0.checked(),
            None => Ok(program),
        }
    }

    fn partitioning(pad_io: bool) -> Partitioning<'static> {
        Partitioning::default().pad_io(pad_io)
    }

    fn create(
        source: Source,
        mesh: Option<Mesh>,
        pad_io: bool,
        watch: &mut Stopper,
    ) -> Result<Analysed, Error> {
        let program = Self::read(&source, mesh.as_ref(), watch)?;
        let partitioned =
            program.propagate(&without_trace(), watch)?.partition(&Self::partitioning(pad_io), watch)?;
        let partitioned = Mutex::new(partitioned);
        Ok(Analysed { source, mesh, pad_io, partitioned, propagated: OnceLock::new() })
    }

    fn partitioned(&self) -> MutexGuard<'_, Partitioned> {
        self.partitioned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks about the program as it is planned for a machine: another one where links of the machine differ along the axes of the mesh.
    fn ask_on<T>(
        &self,
        machine: Option<&Machine>,
        watch: &mut Stopper,
        ask: impl FnOnce(&Partitioned, &mut Stopper) -> T,
    ) -> Result<T, Error> {
        let usual = self.partitioned();
        let Some(machine) = machine.filter(|machine| usual.has_uneven_links(machine)) else {
            return Ok(ask(&usual, watch));
        };
        drop(usual);
        let program = Self::read(&self.source, self.mesh.as_ref(), watch)?;
        let options = Self::partitioning(self.pad_io).machine(Some(machine));
        let planned = program.propagate(&without_trace(), watch)?.partition(&options, watch)?;
        Ok(ask(&planned, watch))
    }

    fn propagated(&self, watch: &mut Stopper) -> Result<MutexGuard<'_, Propagated>, Error> {
        if self.propagated.get().is_none() {
            let program = Self::read(&self.source, self.mesh.as_ref(), watch)?;
            let propagated = program.propagate(&Propagation::default(), watch)?;
            // Another thread may have been faster; its result is the same.
            let _ = self.propagated.set(Mutex::new(propagated));
        }
        let cell = self.propagated.get().expect("it was just set");
        Ok(cell.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn outline(&self, watch: &mut Stopper) -> Result<ProgramOutline, Error> {
        let program = Self::read(&self.source, self.mesh.as_ref(), watch)?;
        program.outline(&Propagation::default(), &Self::partitioning(self.pad_io), watch)
    }
}

/// Settings of propagation for programs whose shardings are not explained.
fn without_trace() -> Propagation<'static> {
    let mut propagation = Propagation::default();
    propagation.options.trace = false;
    propagation
}

fn group_by(name: &str) -> PyResult<By> {
    let known = [By::Source, By::Layer, By::Axis, By::Kind];
    known.into_iter().find(|by| by.name() == name).ok_or_else(|| {
        PyValueError::new_err(format!("unknown grouping {name:?}; use 'source', 'layer', 'axis' or 'kind'"))
    })
}

impl Program {
    /// Runs `body` on a worker thread with the shared state.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        body: impl FnOnce(&Analysed, &mut Stopper) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let state = self.0.clone();
        work(py, move |watch| body(&state, watch))
    }
}

#[pymethods]
impl Program {
    /// Parses, propagates and partitions a text; `mesh` replaces the sizes of its axes.
    #[new]
    #[pyo3(signature = (name, text, mesh=None, pad_io=false))]
    fn new(py: Python<'_>, name: String, text: String, mesh: Option<String>, pad_io: bool) -> PyResult<Self> {
        let state = work(py, move |watch| {
            let mesh = mesh.map(|axes| notation::parse_mesh(&axes, None)).transpose()?;
            let source = new_source(&name, text)?;
            Analysed::create(source, mesh, pad_io, watch)
        })?;
        Ok(Self(Arc::new(state)))
    }

    /// The warnings as JSON.
    fn warnings(&self) -> String {
        let partitioned = self.0.partitioned();
        diagnostics_json(partitioned.source(), partitioned.found())
    }

    /// The functions of the program with their arguments and results, as JSON.
    fn signature(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |state, watch| {
            let view = ModuleView::new(state.propagated(watch)?.program().module());
            Ok(ModulesView(vec![view]).json())
        })
    }

    /// Every collective, as JSON.
    fn comms(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, move |state, _| Ok(state.partitioned().comms_on(None).json()))
    }

    /// The collectives in groups, as text and as JSON, with times if the hardware is given.
    #[pyo3(signature = (by, top, width, hardware=None))]
    fn comms_summary(
        &self,
        py: Python<'_>,
        by: &str,
        top: usize,
        width: usize,
        hardware: Option<Hardware>,
    ) -> PyResult<Shown> {
        let options = ListOptions::default().by(group_by(by)?).top(top).width(width).hint("");
        let machine = hardware.map(|each| read_machine(py, each)).transpose()?;
        self.ask(py, move |state, watch| {
            state.ask_on(machine.as_ref(), watch, |partitioned, _| {
                let comms = partitioned.comms_on(machine.as_ref());
                let summary = comms.summary(options);
                (summary.text(), summary.json())
            })
        })
    }

    /// The time of a step and the peak memory of a device on some hardware, as text and as JSON, and its collectives as JSON.
    fn cost(
        &self,
        py: Python<'_>,
        hardware: Hardware,
        overlap: &str,
        donated: bool,
        top: usize,
        width: usize,
    ) -> PyResult<(String, String, String)> {
        let machine = read_machine(py, hardware)?;
        let overlap = hardware::overlap(py, overlap)?;
        let arguments = if donated { Arguments::Donated } else { Arguments::Kept };
        let shown = self.ask(py, move |state, watch| {
            let devices = state.partitioned().device_count();
            if !machine.fits(devices) {
                let own = machine.devices.unwrap_or(0);
                return Ok(Err(format!(
                    "the mesh has {devices} devices, and {} has {own}: pass hardware with more, or a smaller mesh",
                    machine.name
                )));
            }
            state.ask_on(Some(&machine), watch, |partitioned, watch| {
                let view = partitioned.cost(&machine, overlap, arguments, watch);
                let summary = view.summary(ListOptions::default().top(top).width(width).hint(""));
                Ok((summary.text(), summary.json(), partitioned.comms_on(Some(&machine)).json()))
            })
        })?;
        shown.map_err(|message| failure::unusable(py, &message))
    }

    /// The peak memory of a device, as text and as JSON.
    fn memory(&self, py: Python<'_>, top: usize, donated: bool) -> PyResult<Shown> {
        let arguments = if donated { Arguments::Donated } else { Arguments::Kept };
        let options = MemoryOptions::default().top(top).arguments(arguments);
        self.ask(py, move |state, watch| {
            let view = state.partitioned().memory(&options, watch);
            let list = ListOptions::default().top(top).width(80).hint("");
            Ok((view.summary(list, None).text(), view.json()))
        })
    }

    /// The shardings of arguments and results, as JSON.
    fn interface(&self) -> String {
        InterfaceView::json_of(&[self.0.partitioned().interface_view()])
    }

    /// The local program, as it is planned for the hardware if that is given.
    #[pyo3(signature = (debug_info=false, hardware=None))]
    fn local_text(&self, py: Python<'_>, debug_info: bool, hardware: Option<Hardware>) -> PyResult<String> {
        let options = PrintOptions::default().debug_info(debug_info);
        let machine = hardware.map(|each| read_machine(py, each)).transpose()?;
        self.ask(py, move |state, watch| {
            let print =
                |partitioned: &Partitioned, _: &mut Stopper| hlo::print_as(partitioned.module(), options);
            state.ask_on(machine.as_ref(), watch, print)
        })
    }

    /// The local program with replica groups as lists of devices, which any version of StableHLO reads.
    fn listed_text(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |state, watch| {
            let program = Analysed::read(&state.source, state.mesh.as_ref(), watch)?;
            let options = Analysed::partitioning(state.pad_io).groups(GroupForm::Lists);
            let partitioned = program.propagate(&without_trace(), watch)?.partition(&options, watch)?;
            Ok(partitioned.text())
        })
    }

    /// The program with the sharding of every tensor.
    fn annotated_text(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |state, watch| {
            let program = Analysed::read(&state.source, state.mesh.as_ref(), watch)?;
            let module = program.annotate(&without_trace(), watch)?.into_module(watch)?;
            Ok(hlo::print(&module))
        })
    }

    /// Explains the sharding of a value.
    fn why(&self, py: Python<'_>, value: String, dim: Option<i64>, tables: bool) -> PyResult<Shown> {
        self.ask(py, move |state, watch| {
            let options = WhyOptions::from(dim).tables(tables);
            let view = AnswersView(state.propagated(watch)?.why(&value, options)?);
            Ok((view.text(), view.json()))
        })
    }

    /// Explains why a dimension does not have an axis.
    fn why_not(&self, py: Python<'_>, value: String, dim: i64, axis: String) -> PyResult<Shown> {
        self.ask(py, move |state, watch| {
            let view = AnswersView(state.propagated(watch)?.why_not(&value, dim, &axis)?);
            Ok((view.text(), view.json()))
        })
    }

    /// The steps of propagation, or those that changed a value.
    fn steps(&self, py: Python<'_>, value: Option<String>, limit: usize) -> PyResult<Shown> {
        self.ask(py, move |state, watch| {
            let options = StepOptions::default().value(value.as_deref()).limit(limit);
            let view = state.propagated(watch)?.steps(options)?;
            Ok((view.text(), view.json()))
        })
    }

    /// Which device holds which shard of a value.
    fn draw(&self, py: Python<'_>, value: String) -> PyResult<Shown> {
        self.ask(py, move |state, watch| {
            let view = DrawingsView(state.propagated(watch)?.draw(&value)?);
            Ok((view.text(), view.json()))
        })
    }

    /// Every value with its sharding, and every conflict, as JSON.
    fn propagation(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |state, watch| Ok(state.propagated(watch)?.view().json()))
    }

    /// Runs the program before and after partitioning in the interpreter, and compares the results.
    fn verify(&self, py: Python<'_>, seeds: u64, seed: u64) -> PyResult<Shown> {
        let state = self.0.clone();
        work_in_pool(py, move |watch| {
            let partitioned = state.partitioned();
            let program = partitioned.runnable()?;
            let seeds = Seeds { first: seed, count: seeds };
            let (mut engine, mut reference) = (Interpreter::default(), Interpreter::default());
            let mut count = |done: u64| watch.count(done as usize, seeds.count as usize, "sets of inputs");
            let report = hlo::verify_on(&program, seeds, &mut engine, &mut reference, &mut count)
                .map_err(|failure| partitioned.failed(&failure))?;
            let view = hlo::verification_view(&report, &program.result_names, seeds);
            Ok((view.text(), view.json()))
        })
    }

    /// The interactive page.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |state, _| Ok(partita_cli::report_page(&state.source, state.mesh.clone())))
    }

    /// What differs from another program.
    fn diff(&self, py: Python<'_>, other: &Program, top: usize) -> PyResult<Shown> {
        let other = other.0.clone();
        self.ask(py, move |state, watch| {
            let view = DiffView::new(&state.outline(watch)?, &other.outline(watch)?, top);
            Ok((view.text(), view.json()))
        })
    }

    /// Annotations that make the program cheaper.
    fn suggest(&self, py: Python<'_>, max_trials: usize) -> PyResult<Shown> {
        self.ask(py, move |state, watch| {
            let program = Analysed::read(&state.source, state.mesh.as_ref(), watch)?;
            let options = SuggestOptions::default().max_trials(max_trials);
            let partitioning = Analysed::partitioning(state.pad_io);
            let is_over = || false;
            let suggested =
                program.suggest(&Propagation::default(), &partitioning, options, &is_over, watch)?;
            Ok((suggested.view.text(), suggested.view.json()))
        })
    }

    /// The sharding that takes the least time: as text and as JSON, and the program with its annotations.
    fn auto(&self, py: Python<'_>, request: SearchRequest) -> PyResult<Found> {
        let search = request.read(py)?;
        let state = self.0.clone();
        // The solver has two workers.
        work_in_pool(py, move |watch| {
            let program = Analysed::read(&state.source, state.mesh.as_ref(), watch)?;
            search.run(&program, watch)
        })
    }

    /// Warnings about what wastes memory or communication, rendered and as JSON.
    fn lint(&self, py: Python<'_>) -> PyResult<Shown> {
        self.ask(py, |state, watch| {
            let partitioned = state.partitioned();
            let found = partitioned.lint(&Thresholds::default(), watch);
            Ok(shown_diagnostics(partitioned.source(), found))
        })
    }

    /// Everything that exceeds a budget in TOML, rendered and as JSON.
    fn check_budget(&self, py: Python<'_>, name: String, text: String) -> PyResult<Shown> {
        self.ask(py, move |state, watch| {
            let source = new_source(&name, text)?;
            let refused = |found| failure::of_text(&source, found);
            let budget = Budget::parse(source.text()).map_err(refused)?;
            let partitioned = state.partitioned();
            let axes = partitioned.axis_names();
            let unknown = budget.check_axes(&axes.iter().map(String::as_str).collect::<Vec<_>>());
            if unknown.has_errors() {
                return Err(refused(unknown));
            }
            // Times are for the preset that the budget names.
            let machine = budget.preset().map_err(refused)?;
            if machine.is_none() && budget.check_without_hardware().has_errors() {
                return Err(refused(budget.check_without_hardware()));
            }
            drop(partitioned);
            state.ask_on(machine.as_ref(), watch, |partitioned, watch| {
                let usage = partitioned.usage(machine.as_ref(), watch);
                let found = partitioned.check_budget(&budget, &source, &usage);
                shown_diagnostics(partitioned.source(), found)
            })
        })
    }

    /// A budget with the figures of this program, as TOML.
    fn write_budget(&self, py: Python<'_>, margin: f64) -> PyResult<String> {
        self.ask(py, move |state, watch| {
            let usage = state.partitioned().usage(None, watch);
            Ok(hlo::write_budget(&[usage], margin))
        })
    }
}

fn shown_diagnostics(source: &Source, found: Diagnostics) -> Shown {
    let json = diagnostics_json(source, &found);
    (failure::of_text(source, found).to_string(), json)
}

/// The source of a text, or the error that it is too long.
fn new_source(name: &str, text: String) -> Result<Source, Error> {
    match Source::new(name, text) {
        Ok(source) => Ok(source),
        Err(_) => {
            let message = format!("the text is longer than {} bytes", Source::MAX_BYTES);
            let mut found = Diagnostics::default();
            let code = partita::code::TOO_LARGE;
            found.push(partita::Diagnostic::error(code, partita::Span::default(), message));
            Err(failure::of_text(&Source::new(name, "").expect("an empty text is short"), found))
        }
    }
}
