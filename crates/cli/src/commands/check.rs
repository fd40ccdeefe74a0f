//! `partita check`

use std::path::Path;

use partita::hlo::{
    self, Budget, Levels, Machine, Partitioned, Partitioning, Program, Propagation, Thresholds, Usage,
    write_budget,
};
use partita::report::{no_errors_line, within_budget_line};
use partita::{Diagnostics, Error, Severity, Source, apply_fixes, code};

use super::cost::{check_fit, read_machine};
use super::{load_input, parse_options};
use crate::args::{Check, Common, OutputFormat};
use crate::companion::{self, CompanionFile};
use crate::exit::{Exit, Outcome};
use crate::files::{self, FileOut};
use crate::input::{self, Loaded};
use crate::lint_args::LintOptions;
use crate::output::{self, Timing};

pub(super) fn run_check(arguments: &Check, common: &Common) -> Exit {
    Exit::of(try_check(arguments, common))
}

fn try_check(given: &Check, common: &Common) -> Outcome {
    let Check { input: arguments, deny_warnings, lints: options, .. } = given;
    let mut checker = PartitionChecker::new(options, common)?;
    let loaded = load_input(arguments, common)?;
    let mut timing = Timing::default();
    let mut diagnostics = Diagnostics::default();
    let mut ops = 0;
    for part in loaded.parts.clone() {
        let options = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, options, &mut timing);
        ops += program.module().walk(program.module().top()).len() - 1;
        if checker.options.needs_partition() && !program.found().has_errors() {
            diagnostics.append(checker.check(program, &mut timing)?);
        } else {
            diagnostics.append(program.with_interface_checked().into_parts().1);
        }
    }
    let diagnostics = checker.levels.apply(diagnostics);
    input::print_all_findings(&loaded.source, &diagnostics, common);
    checker.warn_about_files();
    timing.report(common);
    if given.fix {
        return write_fixed(given, &loaded, diagnostics, common);
    }
    let failed = diagnostics.has_errors() || *deny_warnings && diagnostics.warnings() > 0;
    if !diagnostics.has_errors() {
        checker.write_budget()?;
    }
    let is_written = checker.options.write_budget.as_deref() == Some(Path::new("-"));
    if !failed && !is_written && common.format == OutputFormat::Text {
        output::print_text(&no_errors_line(loaded.source.name(), loaded.parts.len(), ops, "op"));
        checker.print_figures(loaded.source.name());
    }
    Ok(Exit::checked(!failed))
}

/// How often fixed text is checked again: a fix may uncover the next mistake of a line.
const MAX_ROUNDS: usize = 8;

/// Writes the file with all fixes, including those of mistakes that the first fixes uncover.
fn write_fixed(given: &Check, loaded: &Loaded, diagnostics: Diagnostics, common: &Common) -> Outcome {
    if loaded.is_binary && given.output.is_none() {
        let message =
            format!("{} is a binary program, and its fixes are written as text", loaded.source.name());
        let help = "write the text to another file, with `-o`";
        input::print_finding(code::FIXED_BYTECODE, &message, help, common);
        return Err(Exit::Findings);
    }
    let (mut text, mut applied) = apply_fixes(loaded.source.text(), &diagnostics);
    let mut left = diagnostics;
    for _ in 0..MAX_ROUNDS {
        let Ok(source) = Source::new(loaded.source.name(), text.clone()) else { break };
        left = findings_of(given, source, common);
        let (fixed, count) = apply_fixes(&text, &left);
        if count == 0 {
            break;
        }
        (text, applied) = (fixed, applied + count);
    }
    let target = given.output.as_deref().unwrap_or(&given.input.file);
    files::write_files(&[FileOut::new(target, text)])?;
    let plural = if applied == 1 { "" } else { "es" };
    let rest = left.iter().filter(|each| each.severity == Severity::Error).count();
    let rest = if rest == 0 { String::new() } else { format!(", {rest} left to fix by hand") };
    output::eprint_text(&format!("{applied} fix{plural} applied{rest}\n"));
    Ok(Exit::checked(!left.has_errors()))
}

/// The errors and warnings of a text, without those of its partitioned program.
fn findings_of(given: &Check, source: Source, common: &Common) -> Diagnostics {
    let full = 0..source.text().len();
    let parts =
        if given.input.split_input_file { hlo::split_modules(source.text()) } else { Vec::from([full]) };
    let loaded = Loaded { source, parts: parts.clone(), mesh: None, is_binary: false };
    let options = parse_options(given.input.deny_unknown_dialects, common);
    let mut found = Diagnostics::default();
    for part in parts {
        let program = input::read_module(&loaded, part, options, &mut Timing::default());
        found.append(program.with_interface_checked().into_parts().1);
    }
    found
}

/// The checks that need the partitioned program.
struct PartitionChecker<'a> {
    options: &'a LintOptions,
    common: &'a Common,
    levels: Levels,
    rules: Option<CompanionFile<hlo::RuleFile>>,
    topology: Option<CompanionFile<hlo::Topology>>,
    budget: Option<(Budget, Source)>,
    machine: Option<Machine>,
    /// The figures of all modules, for a written budget.
    usages: Vec<Usage>,
}

impl<'a> PartitionChecker<'a> {
    /// Reads the files that the options name.
    fn new(options: &'a LintOptions, common: &'a Common) -> Result<Self, Exit> {
        let (rules, topology) = (options.rules.as_deref(), options.local_program.topology.as_deref());
        let budget =
            options.budget.as_deref().map(|path| companion::read_budget(path, common)).transpose()?;
        Ok(Self {
            options,
            common,
            machine: budget_machine(options, budget.as_ref(), common)?,
            levels: options.levels(),
            rules: rules.map(|path| companion::read_rules(path, common)).transpose()?,
            topology: topology.map(|path| companion::read_topology(path, common)).transpose()?,
            budget,
            usages: Vec::new(),
        })
    }

    /// All findings about a module without errors.
    fn check(&mut self, program: Program, timing: &mut Timing) -> Result<Diagnostics, Exit> {
        self.rules.iter().for_each(|rules| rules.note_module(program.module()));
        self.topology.iter().for_each(|topology| topology.note_module(program.module()));
        let mut propagation = Propagation::default();
        propagation.rules = self.rules.as_ref().map(|rules| &rules.content);
        // Nothing is explained, so the trace is not needed.
        propagation.options.trace = false;
        let mut partitioning = Partitioning::default();
        partitioning.topology = self.topology.as_ref().map(|topology| &topology.content);
        partitioning.machine = self.machine.as_ref();
        partitioning.pad_io = self.options.local_program.pad_io;
        let propagated = program.propagate(&propagation, timing);
        match propagated.and_then(|propagated| propagated.partition(&partitioning, timing)) {
            Ok(partitioned) => self.check_partitioned(&partitioned, timing),
            Err(Error::Text { found, .. }) => Ok(found),
            Err(error) => Err(input::report_error(&error, self.common)),
        }
    }

    fn check_partitioned(
        &mut self,
        partitioned: &Partitioned,
        timing: &mut Timing,
    ) -> Result<Diagnostics, Exit> {
        let mut found = partitioned.found().clone();
        if self.options.runs_lints() {
            found.append(partitioned.lint(&Thresholds::default(), timing));
        }
        if self.budget.is_some() || self.options.write_budget.is_some() {
            let machine = self.machine.as_ref();
            machine.map_or(Ok(()), |machine| check_fit(partitioned, machine))?;
            let usage = partitioned.usage(machine, timing);
            if let Some((budget, source)) = &self.budget {
                let axes = partitioned.axis_names();
                let unknown = budget.check_axes(&axes.iter().map(String::as_str).collect::<Vec<_>>());
                if unknown.has_errors() {
                    input::print_all_findings(source, &unknown, self.common);
                    return Err(Exit::Findings);
                }
                found.append(partitioned.check_budget(budget, source, &usage));
            }
            self.usages.push(usage);
        }
        Ok(found)
    }

    /// Warns about names in the accompanying files that no module contains.
    fn warn_about_files(&self) {
        self.rules.iter().for_each(|rules| rules.warn(self.common));
        self.topology.iter().for_each(|topology| topology.warn(self.common));
    }

    /// Prints the figures that have limits, for every module.
    fn print_figures(&self, file: &str) {
        let Some((budget, source)) = &self.budget else { return };
        for usage in &self.usages {
            output::print_text(&within_budget_line(file, source.name(), &budget.totals(usage)));
        }
    }

    fn write_budget(&self) -> Result<(), Exit> {
        match &self.options.write_budget {
            Some(path) => {
                files::write_files(&[FileOut::new(path, write_budget(&self.usages, self.options.margin))])
            }
            None => Ok(()),
        }
    }
}

/// The machine that times are for: the one of the command line, else the one that the budget names.
fn budget_machine(
    options: &LintOptions,
    budget: Option<&(Budget, Source)>,
    common: &Common,
) -> Result<Option<Machine>, Exit> {
    if let Some(name) = &options.hardware {
        let mut machine = read_machine(name, common)?;
        // A written budget names the hardware as the command line does, and a file from its own folder.
        machine.name.clone_from(name);
        let folder = options.write_budget.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        if name.ends_with(".toml") && folder != Path::new("") {
            let path = Path::new(name);
            let full = || path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            let named = path.strip_prefix(folder).map_or_else(|_| full(), Path::to_path_buf);
            machine.name = named.to_string_lossy().into_owned();
        }
        return Ok(Some(machine));
    }
    let Some((budget, source)) = budget else { return Ok(None) };
    let refused = |found: Diagnostics| {
        input::print_all_findings(source, &found, common);
        Exit::Findings
    };
    match &budget.hardware {
        Some((name, _)) if name.ends_with(".toml") => {
            // The file is found from the folder of the budget, wherever the command runs.
            let folder = options.budget.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
            companion::read_machine(&folder.join(name), common).map(Some)
        }
        Some(_) => budget.preset().map_err(refused),
        None => {
            let found = budget.check_without_hardware();
            if found.has_errors() { Err(refused(found)) } else { Ok(None) }
        }
    }
}
