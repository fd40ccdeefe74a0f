//! A parsed module.

use std::fmt;
use std::ops::Range;

use partita_base::{Diagnostics, Source, code};
use partita_hlo::rules::RuleFile;
use partita_ir::Module;
use partita_mlir::ParseOptions;

use crate::watch::run_stage;
use crate::{Error, Watch};

/// A module with its text and its diagnostics.
#[derive(Clone)]
pub struct Program {
    pub(crate) source: Source,
    pub(crate) module: Module,
    pub(crate) found: Diagnostics,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("source", &self.source.name()).finish_non_exhaustive()
    }
}

impl Program {
    /// Parses and verifies the module in one range of a text, and imports GSPMD shardings. Errors are in [`Program::found`]; a program with
    /// errors cannot be processed further.
    pub fn read_part(
        source: &Source,
        part: Range<usize>,
        options: impl Into<ParseOptions>,
        watch: &mut dyn Watch,
    ) -> Program {
        let mut program = Self::read_as_written(source, part, options, watch);
        if !program.found.has_errors() {
            let imported = partita_hlo::gspmd::import_shardings(&mut program.module);
            if !imported.is_empty() && !imported.has_errors() {
                // A valid program may be invalid on the mesh that the import derives.
                let found = partita_verify::verify(&program.module);
                if found.has_errors() {
                    program.add(found);
                }
            }
            program.add(imported);
        }
        program
    }

    /// Adds the warnings that the partitioner would report about arguments and results. For commands that do not partition the
    /// program.
    pub fn with_interface_checked(mut self) -> Program {
        if !self.found.has_errors() {
            let found = partita_hlo::check_interface(&self.module);
            self.add(found);
        }
        self
    }

    /// Adds the diagnostics of a later stage.
    pub(crate) fn add(&mut self, found: Diagnostics) {
        let found = self.located(found);
        self.found.append(found);
    }

    /// Adds the line of the user's own program to each diagnostic.
    pub(super) fn located(&self, mut found: Diagnostics) -> Diagnostics {
        partita_report::add_locations(&self.module, &mut found);
        found
    }

    /// Parses and verifies the module in one range of a text, without importing GSPMD shardings.
    pub fn read_as_written(
        source: &Source,
        part: Range<usize>,
        options: impl Into<ParseOptions>,
        watch: &mut dyn Watch,
    ) -> Program {
        let options = options.into();
        let parsed = run_stage(watch, "parse", || partita_mlir::parse_range(source, part, options));
        let (module, mut found) = (parsed.module, parsed.diagnostics);
        // The verifier would only report what is missing from a truncated text.
        if found.iter().all(|each| each.code != code::TRUNCATED) {
            found.append(run_stage(watch, "verify", || partita_verify::verify(&module)));
        }
        found.sort();
        partita_report::add_locations(&module, &mut found);
        Program { source: source.clone(), module, found }
    }

    /// Parses the module in one range of a text without verifying it. Stage: `parse`.
    pub fn read_unverified(
        source: &Source,
        part: Range<usize>,
        options: impl Into<ParseOptions>,
        watch: &mut dyn Watch,
    ) -> Program {
        let options = options.into();
        let parsed = run_stage(watch, "parse", || partita_mlir::parse_range(source, part, options));
        Program { source: source.clone(), module: parsed.module, found: parsed.diagnostics }
    }

    /// The program, or its errors.
    pub fn checked(self) -> Result<Program, Error> {
        if self.found.has_errors() { Err(Error::in_text(&self.source, self.found)) } else { Ok(self) }
    }

    /// The program, or its errors, including custom calls that do not match their rules.
    pub(super) fn checked_with(self, rules: Option<&RuleFile>) -> Result<Program, Error> {
        let mut program = self.checked()?;
        if let Some(rules) = rules {
            let found = rules.check(&program.module);
            program.add(found);
        }
        program.checked()
    }

    /// The text that the program was parsed from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The parsed module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The diagnostics of all stages so far.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// The module and its diagnostics.
    pub fn into_parts(self) -> (Module, Diagnostics) {
        (self.module, self.found)
    }
}
