//! A partitioned program.

use std::fmt;

use partita_base::{Diagnostics, Interrupt, Source, Span};
use partita_cost::Machine;
#[cfg(feature = "engine")]
use partita_engine::{Failure, Interpreter, Report, RunnableProgram, Seeds, verify_on};
use partita_hlo::Runs;
use partita_ir::{Module, OpId};
use partita_mesh::Mesh;
use partita_partition::{
    Arguments, Cause, CollectiveTraffic, GroupForm, Interface, LocalizeOptions, Peer, collective_axes,
    collective_lengths, collective_time, estimate_memory, list_collectives, list_comms, localize,
};
use partita_report::{
    CauseView, CollectiveView, CommsView, ExplorerView, InterfaceView, MemoryView, RunsView, SourceFinder,
    StepCostView, UncountedView, most_bytes, name_layers, op_pattern,
};
use partita_reshard::Topology;

use super::{Program, Propagated};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// Options of partitioning. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Partitioning<'a> {
    /// The latency and bandwidth of the axes; without it, plans minimise bytes.
    pub topology: Option<&'a Topology>,
    /// The machine whose links are used without `topology`, where they differ in speed along the axes of the mesh.
    pub machine: Option<&'a Machine>,
    /// Whether to pad arguments and results that their sharding does not divide; otherwise such a
    /// sharding drops axes.
    pub pad_io: bool,
    /// The notation of replica groups.
    pub groups: GroupForm,
    /// Whether the result is still wanted; if not, partitioning fails.
    pub interrupt: Interrupt<'a>,
}

partita_base::setters! { Partitioning<'a> { topology: Option<&'a Topology>, machine: Option<&'a Machine>, pad_io: bool, groups: GroupForm, interrupt: Interrupt<'a> } }

/// A program before and after partitioning.
pub struct Partitioned {
    pub(super) program: Program,
    pub(super) local: partita_partition::Partitioned,
}

impl fmt::Debug for Partitioned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Partitioned").field("program", &self.program).finish_non_exhaustive()
    }
}

impl Propagated {
    /// Creates the local program. Stage: `partition`.
    pub fn partition(self, options: &Partitioning<'_>, watch: &mut dyn Watch) -> Result<Partitioned, Error> {
        let Partitioning { topology, machine, pad_io, groups, interrupt } = *options;
        let Propagated { mut program, rules, solution, .. } = self;
        let propagated = solution.into_inner().propagated;
        let mut warnings =
            if pad_io { Diagnostics::default() } else { partita_hlo::check_interface(&program.module) };
        warnings.append(propagated.run.warnings.clone());
        let localizing = LocalizeOptions::default().user(rules.as_ref()).topology(topology);
        let localizing = localizing.machine(machine).groups(groups).interrupt(interrupt);
        let made = run_stage(watch, "partition", || localize(propagated.write().shard(pad_io)?, &localizing));
        match made {
            Ok(mut local) => {
                warnings.append(std::mem::take(&mut local.warnings));
                program.add(warnings);
                Ok(Partitioned { program, local })
            }
            Err(found) => {
                program.add(found);
                Err(Error::in_text(&program.source, program.found))
            }
        }
    }
}

impl Partitioned {
    /// The text that the program was read from.
    pub fn source(&self) -> &Source {
        &self.program.source
    }

    /// The program before partitioning.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The span of the module in its text.
    pub fn span(&self) -> Span {
        self.program.module.op(self.program.module.top()).span
    }

    /// The warnings about the text and about gathered tensors.
    pub fn found(&self) -> &Diagnostics {
        &self.program.found
    }

    /// The local program.
    pub fn module(&self) -> &Module {
        &self.local.module
    }

    /// The local program as MLIR text.
    pub fn text(&self) -> String {
        super::print(&self.local.module)
    }

    /// The shardings of arguments and results.
    pub fn interface(&self) -> &Interface {
        &self.local.interface
    }

    /// The view of the shardings of arguments and results.
    pub fn interface_view(&self) -> InterfaceView {
        let Interface { mesh, inputs, results } = &self.local.interface;
        InterfaceView::new(mesh, inputs, results)
    }

    /// Every collective with the bytes that it moves.
    pub fn collectives(&self) -> Vec<CollectiveTraffic> {
        list_collectives(&self.local.module)
    }

    /// The view of every collective, with the bytes that it moves and its cause.
    pub fn comms(&self) -> CommsView {
        self.comms_on(None)
    }

    /// The view of every collective, with its time on a machine.
    pub fn comms_on(&self, machine: Option<&Machine>) -> CommsView {
        let (collectives, uncounted) = self.traffic(machine);
        let view = CommsView::new(collectives.into_iter().map(|(view, _)| view).collect(), uncounted);
        match Mesh::from_spec(&self.local.interface.mesh) {
            Ok(mesh) => {
                let axes = mesh.axes().iter().map(|axis| (axis.name().to_string(), axis.size()));
                view.on_mesh(mesh.device_count(), axes.collect())
            }
            Err(_) => view,
        }
    }

    /// The maximum number of bytes that one device sends, as in [`Partitioned::comms`], without finding the origin of every collective.
    pub(super) fn sent_bytes(&self) -> u64 {
        let found = list_comms(&self.local.module).collectives;
        most_bytes(
            found.iter().map(|each| (each.bytes.saturating_mul(each.runs.times), each.senders.as_deref())),
        )
    }

    /// The data of the explorer page about the local program, added to that of the program before.
    /// The times of a step are added if there are any.
    pub fn add_to_explorer(
        &self,
        view: &mut ExplorerView,
        comms: &CommsView,
        memory: &MemoryView,
        cost: Option<&StepCostView>,
    ) {
        let estimate = estimate_memory(&self.local.module, Arguments::Kept);
        let placed = self.placed_costs(&self.traffic(None).0, &estimate);
        view.add_costs(&placed, comms, memory);
        if let Some(cost) = cost {
            view.add_times(cost);
        }
    }

    /// Every collective with its op in the local program, and other ops that communicate.
    pub(super) fn traffic(
        &self,
        machine: Option<&Machine>,
    ) -> (Vec<(CollectiveView, OpId)>, Vec<UncountedView>) {
        let found = list_comms(&self.local.module);
        let mesh = Mesh::from_spec(&self.local.interface.mesh);
        let axes = match &mesh {
            Ok(mesh) => collective_axes(&self.local.module, &found.collectives, mesh),
            Err(_) => vec![Vec::new(); found.collectives.len()],
        };
        let module = &self.local.module;
        let lengths = match (&mesh, machine) {
            (Ok(mesh), Some(_)) => {
                collective_lengths(module, &found.collectives, mesh).into_iter().map(Some).collect()
            }
            _ => vec![None; found.collectives.len()],
        };
        let origins = SourceFinder::new(module, &self.program.source);
        let views = found.collectives.into_iter().zip(axes).zip(lengths).map(|((each, axes), lengths)| {
            let (line, op) = self.place(each.span);
            let origin = origins.of(each.op);
            let pattern = match origin.source {
                Some(_) => String::new(),
                None => op_pattern(self.program.source.line(line)),
            };
            let time = |machine| collective_time(&each, lengths.as_deref(), machine).seconds();
            let seconds = machine.map(time);
            let view = CollectiveView {
                collective: each.name,
                seconds,
                axes,
                group: each.group,
                pairs: each.pairs,
                bytes: each.bytes,
                senders: each.senders,
                runs: runs_view(each.runs),
                line,
                op,
                pattern,
                cause: cause_view(self.local.cause(each.op)),
                origin,
            };
            (view, each.op)
        });
        let mut views: Vec<(CollectiveView, OpId)> = views.collect();
        let uncounted = found.uncounted.into_iter().map(|each| {
            let (line, op) = self.place(each.span);
            let with = match each.peer {
                Peer::Devices => "devices",
                Peer::Host => "host",
            };
            let origin = origins.of(each.op);
            UncountedView { name: each.name, with, runs: runs_view(each.runs), line, op, origin }
        });
        let mut uncounted: Vec<UncountedView> = uncounted.collect();
        let named = views.iter_mut().map(|(each, _)| &mut each.origin);
        name_layers(named.chain(uncounted.iter_mut().map(|each| &mut each.origin)));
        (views, uncounted)
    }

    /// The line of a span and the start of its op.
    fn place(&self, span: Span) -> (usize, String) {
        let source = &self.program.source;
        let line = source.position(span.start).line;
        let text = source.line(line).trim();
        let op = text.split_once(" = ").map_or(text, |(_, op)| op);
        (line, op.chars().take(60).collect())
    }
}

#[cfg(feature = "engine")]
impl Partitioned {
    /// The program before and after partitioning, for an engine.
    pub fn runnable(&self) -> Result<RunnableProgram<'_>, Error> {
        RunnableProgram::new(&self.program.module, &self.local).map_err(|failure| self.failed(&failure))
    }

    /// Runs the program before and after partitioning on the same random inputs, in the interpreter, and compares the results.
    pub fn verify(&self, seeds: Seeds) -> Result<Report, Error> {
        let mut interpreter = Interpreter::default();
        let (engine, reference) = (&mut interpreter.clone(), &mut interpreter);
        let report = verify_on(&self.runnable()?, seeds, engine, reference, &mut |_| ());
        report.map_err(|failure| self.failed(&failure))
    }

    /// Turns the failure of an engine into an error.
    pub fn failed(&self, failure: &Failure) -> Error {
        let mut found = Diagnostics::default();
        found.push(failure.diagnostic(self.span()));
        Error::in_text(&self.program.source, found)
    }
}

fn cause_view(cause: Cause) -> CauseView {
    CauseView { name: cause.name(), short: cause.short_name() }
}

fn runs_view(runs: Runs) -> RunsView {
    let Runs { calls, times, in_loop, per_turn } = runs;
    RunsView { calls, times, in_loop, per_turn }
}
