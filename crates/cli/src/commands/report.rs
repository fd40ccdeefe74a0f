//! `partita report`

use std::cell::Cell;
use std::ops::Range;

use partita::hlo::{
    self, Arguments, CommsFixes, ExplanationLimits, Machine, MemoryOptions, Overlap, ParseOptions,
    Partitioned, RuleFile, Topology, UnknownDialects,
};
use partita::mesh::Mesh;
use partita::report::{CostView, ExplorerView, ModuleView, PartView, ProgramView, ReportView, ShownFinding};
use partita::{Diagnostics, Error, Source};

use super::comms::time_limit;
use super::cost::{check_fit, read_machine};
use super::propagate::propagation_settings;
use super::{parse_options, with_mesh, write};
use crate::args::{
    Common, CompatChoice, LocalProgramOptions, OutputFormat, Propagation, Report, StrategyChoice,
};
use crate::companion::{self, CompanionFile};
use crate::exit::{Exit, Outcome};
use crate::flags;
use crate::input::{self, LoadError, Loaded};
use crate::output::{self, Timing};

/// The number of tensors at the memory peak to list.
const TOP: usize = 20;
/// The number of groups of collectives for which annotations are tried.
const GROUPS: usize = 12;

pub(super) fn run_report(arguments: &Report, common: &Common) -> Exit {
    Exit::of(try_run(arguments, common))
}

fn try_run(arguments: &Report, common: &Common) -> Outcome {
    let Report { input, other, propagation, local_program, output: target, title, hardware, fix, time_limit } =
        arguments;
    let files = ReportFiles::read(propagation, local_program, hardware.as_deref(), common)?;
    let reading = parse_options(input.deny_unknown_dialects, common);
    let reporter = files.reporter(propagation, local_program, reading, common.format);
    reporter.search.set(fix.then_some(*time_limit));
    let mut timing = Timing::default();
    let mut report_file = |path| -> Result<_, Exit> {
        match input::load_source(path, input.split_input_file, common.limits) {
            Ok(loaded) => Ok(reporter.report(&with_mesh(loaded, input, common)?, &mut timing)),
            Err(LoadError::Io(message)) => {
                output::print_error(&message);
                Err(Exit::Usage)
            }
            // The file is not MLIR text; the page shows only the diagnostics.
            Err(LoadError::Findings(source, found)) => {
                let program = ProgramView { lines: Vec::new(), left_out: 0, aliases: 0 };
                Ok((reporter.page(&source, vec![part(&source, &found, program)]), vec![(source, found)]))
            }
        }
    };
    let (mut view, mut found) = report_file(&input.file)?;
    if let Some(other) = other {
        let (second, more) = report_file(other)?;
        view.compare_with(second);
        found.extend(more);
    }
    if let Some(title) = title {
        view.title = title.clone();
    }
    view.options = deviations(propagation, local_program, hardware.as_deref());
    match common.format {
        OutputFormat::Text => {
            for (source, found) in &found {
                input::print_findings(source, found, common);
            }
            files.warn(common);
            let html = timing.stage("print", || view.html());
            write(target.as_deref(), html)?;
        }
        OutputFormat::Json => output::print_exactly(&view.json()),
    }
    timing.report(common);
    Ok(Exit::checked(!view.has_errors() && !reporter.lacks_times.get()))
}

/// The files that a report needs besides the program.
pub(super) struct ReportFiles {
    rules: Option<CompanionFile<RuleFile>>,
    topology: Option<CompanionFile<Topology>>,
    machine: Option<Machine>,
}

impl ReportFiles {
    /// Reads the files that options name, or prints the errors.
    pub(super) fn read(
        propagation: &Propagation,
        local_program: &LocalProgramOptions,
        hardware: Option<&str>,
        common: &Common,
    ) -> Result<Self, Exit> {
        let rules = propagation.rules.as_deref().map(|path| companion::read_rules(path, common));
        let topology = local_program.topology.as_deref().map(|path| companion::read_topology(path, common));
        let machine = hardware.map(|name| read_machine(name, common)).transpose()?;
        Ok(Self { rules: rules.transpose()?, topology: topology.transpose()?, machine })
    }

    /// What reports on files with these options.
    pub(super) fn reporter(
        &self,
        propagation: &Propagation,
        local_program: &LocalProgramOptions,
        reading: ParseOptions,
        format: OutputFormat,
    ) -> Reporter<'_> {
        let mut partitioning = hlo::Partitioning::default();
        partitioning.topology = self.topology.as_ref().map(|topology| &topology.content);
        partitioning.machine = self.machine.as_ref();
        partitioning.pad_io = local_program.pad_io;
        Reporter {
            reading,
            partitioning,
            settings: propagation_settings(propagation, self.rules.as_ref().map(|rules| &rules.content)),
            companions: (self.rules.as_ref(), self.topology.as_ref()),
            machine: self.machine.as_ref(),
            lacks_times: Cell::new(false),
            search: Cell::new(None),
            format,
        }
    }

    /// Warns of names in these files that no program has.
    pub(super) fn warn(&self, common: &Common) {
        self.rules.iter().for_each(|rules| rules.warn(common));
        self.topology.iter().for_each(|topology| topology.warn(common));
    }
}

/// The options that differ from their defaults, as written on the command line.
pub(super) fn deviations(
    propagation: &Propagation,
    local_program: &LocalProgramOptions,
    hardware: Option<&str>,
) -> Vec<String> {
    let file = |name: &str, path: &Option<std::path::PathBuf>| {
        path.as_ref().map(|path| format!("--{name} {}", path.display()))
    };
    let flag = |name: &str, is_given: bool| is_given.then(|| format!("--{name}"));
    let all = [
        flag("compat shardy", propagation.compat == CompatChoice::Shardy),
        flag("strategy basic", propagation.strategy == StrategyChoice::Basic),
        flag("strategy basic-then-aggressive", propagation.strategy == StrategyChoice::BasicThenAggressive),
        flag("conservative", propagation.conservative),
        flag("no-op-priorities", propagation.no_op_priorities),
        propagation.step_limit.map(|limit| format!("--step-limit {limit}")),
        file("rules", &propagation.rules),
        file("topology", &local_program.topology),
        flag("pad-io", local_program.pad_io),
        hardware.map(|name| format!("--hardware {name}")),
    ];
    all.into_iter().flatten().collect()
}

/// The page of a short text, with default options.
pub(super) fn page_of(source: &Source) -> String {
    report_page(source, None)
}

/// The page of a text, with default options, for a mesh of other sizes if one is given.
pub fn report_page(source: &Source, mesh: Option<Mesh>) -> String {
    let reporter = Reporter {
        reading: UnknownDialects::Keep.into(),
        settings: hlo::Propagation::default(),
        partitioning: hlo::Partitioning::default(),
        companions: (None, None),
        machine: None,
        lacks_times: Cell::new(false),
        search: Cell::new(None),
        format: OutputFormat::Text,
    };
    let full = 0..source.text().len();
    let mesh = mesh.map(|mesh| (mesh, false));
    let loaded = Loaded { source: source.clone(), parts: vec![full], mesh, is_binary: false };
    reporter.report(&loaded, &mut Timing::default()).0.html()
}

/// Builds the views of the page.
pub(super) struct Reporter<'a> {
    pub(super) reading: ParseOptions,
    settings: hlo::Propagation<'a>,
    partitioning: hlo::Partitioning<'a>,
    /// The files that these settings come from, to warn of unused names.
    companions: (Option<&'a CompanionFile<RuleFile>>, Option<&'a CompanionFile<Topology>>),
    /// What times are for.
    machine: Option<&'a Machine>,
    /// Whether the machine had too few devices for a program.
    lacks_times: Cell<bool>,
    /// The seconds to search for annotations that remove collectives, if they are wanted.
    pub(super) search: Cell<Option<f64>>,
    /// What is made of the data.
    format: OutputFormat,
}

impl Reporter<'_> {
    /// The report on a file, and the diagnostics of each of its modules.
    pub(super) fn report(
        &self,
        loaded: &Loaded,
        timing: &mut Timing,
    ) -> (ReportView, Vec<(Source, Diagnostics)>) {
        let (mut parts, mut all) = (Vec::new(), Vec::new());
        for range in loaded.parts.iter().cloned() {
            let (part, found) = self.part(loaded, range, timing);
            parts.push(part);
            all.push((loaded.source.clone(), found));
        }
        (self.page(&loaded.source, parts), all)
    }

    fn page(&self, source: &Source, parts: Vec<PartView>) -> ReportView {
        let file = source.name().to_string();
        ReportView { title: format!("Sharding of {file}"), file, options: Vec::new(), parts, other: None }
    }

    /// The view of one module, up to the stage that fails.
    fn part(&self, loaded: &Loaded, range: Range<usize>, timing: &mut Timing) -> (PartView, Diagnostics) {
        let source = &loaded.source;
        let program = ProgramView::new(source, range.clone());
        let read = input::read_module(loaded, range, self.reading, timing);
        self.companions.0.iter().for_each(|rules| rules.note_module(read.module()));
        self.companions.1.iter().for_each(|topology| topology.note_module(read.module()));
        if read.found().has_errors() {
            return (part(source, read.found(), program), read.found().clone());
        }
        let mut view =
            PartView { module: Some(ModuleView::new(read.module())), ..part(source, read.found(), program) };
        view.explorer = read.explorer();
        let propagated = match read.propagate(&self.settings, timing) {
            Ok(propagated) => propagated,
            Err(error) => {
                let found = errors(error);
                return (found_in(view, source, &found), found);
            }
        };
        // Explanations are data of their own as JSON; a page derives them from the record of propagation.
        match self.format {
            OutputFormat::Text => view.explorer = timing.stage("explain", || propagated.explorer()),
            OutputFormat::Json => {
                let explain = || propagated.explained_propagation(ExplanationLimits::default());
                view.propagation = Some(timing.stage("explain", explain));
            }
        }
        let warnings = propagated.warnings();
        let (cost, found) = match propagated.partition(&self.partitioning, timing) {
            Ok(partitioned) => {
                let memory = partitioned.memory(&MemoryOptions::default().top(TOP), timing);
                let machine = self.machine.filter(|machine| check_fit(&partitioned, machine).is_ok());
                self.lacks_times.set(self.lacks_times.get() || machine.is_some() != self.machine.is_some());
                let comms = partitioned.comms_on(machine);
                let cost = machine
                    .map(|machine| partitioned.cost(machine, Overlap::default(), Arguments::Kept, timing));
                if self.format == OutputFormat::Text {
                    partitioned.add_to_explorer(&mut view.explorer, &comms, &memory, cost.as_ref());
                }
                let found = partitioned.found().clone();
                let fixes = self.fixes(&partitioned, timing);
                if let Some(CommsFixes { price, fixes, .. }) = &fixes {
                    view.explorer.add_fixes(&comms, *price, fixes);
                }
                let mut cost = CostView::new(comms, memory).with_cost(cost);
                cost.fixes = fixes.map(|found| found.fixes);
                (Some(cost), found)
            }
            Err(error) => {
                let mut found = errors(error);
                found.append(warnings);
                (None, found)
            }
        };
        view.partitioned = cost;
        (found_in(view, source, &found), found)
    }
}

impl Reporter<'_> {
    /// What removes the largest groups of collectives, if it is wanted.
    fn fixes(&self, partitioned: &Partitioned, timing: &mut Timing) -> Option<CommsFixes> {
        let limit = self.search.get()?;
        let is_over = time_limit(limit);
        let found =
            partitioned.program().fix_comms(&self.settings, &self.partitioning, GROUPS, &is_over, timing);
        // The program is partitioned already, so it can be partitioned without an annotation.
        found.ok()
    }
}

/// The diagnostics of an error in a text.
fn errors(error: Error) -> Diagnostics {
    match error {
        Error::Text { found, .. } => found,
        _ => Diagnostics::default(),
    }
}

/// The view with its diagnostics replaced.
fn found_in(view: PartView, source: &Source, found: &Diagnostics) -> PartView {
    let found = &flags::diagnostics_with_flags(found.clone());
    PartView {
        errors: found.errors(),
        warnings: found.warnings(),
        findings_left_out: found.dropped(),
        findings: ShownFinding::all(source, found),
        ..view
    }
}

/// The view of a module with diagnostics only.
fn part(source: &Source, found: &Diagnostics, program: ProgramView) -> PartView {
    let explorer = ExplorerView::of_text(&program);
    let nothing = PartView {
        errors: 0,
        warnings: 0,
        findings_left_out: 0,
        findings: Vec::new(),
        module: None,
        program,
        propagation: None,
        partitioned: None,
        explorer,
    };
    found_in(nothing, source, found)
}
