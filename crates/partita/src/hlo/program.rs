//! A module that was read.

use std::fmt;
use std::ops::Range;

use partita_base::{Diagnostics, Source, code};
use partita_hlo::rules::RuleFile;
use partita_ir::Module;
use partita_mlir::ParseOptions;

use crate::watch::stage;
use crate::{Error, Watch};

/// A module with its text and everything that was found in it.
#[derive(Clone)]
pub struct Program {
    pub(super) source: Source,
    pub(super) module: Module,
    pub(super) found: Diagnostics,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("source", &self.source.name()).finish_non_exhaustive()
    }
}

impl Program {
    /// Reads and verifies one part of a text, and imports shardings of GSPMD. What is wrong with it is in [`Program::found`]; nothing
    /// more can be made of a program with errors.
    pub fn read_part(
        source: &Source,
        part: Range<usize>,
        options: impl Into<ParseOptions>,
        watch: &mut dyn Watch,
    ) -> Program {
        let mut program = Self::read_as_written(source, part, options, watch);
        if !program.found.has_errors() {
            let imported = partita_hlo::gspmd::import(&mut program.module);
            if !imported.is_empty() && !imported.has_errors() {
                // What was right before may not be on the mesh that was found.
                let found = partita_verify::verify(&program.module);
                if found.has_errors() {
                    program.add(found);
                }
            }
            program.add(imported);
        }
        program
    }

    /// The program with what a partitioner would find in its arguments and results. To be called for a program that is looked at
    /// and not partitioned.
    pub fn with_interface_checked(mut self) -> Program {
        if !self.found.has_errors() {
            let found = partita_hlo::check_interface(&self.module);
            self.add(found);
        }
        self
    }

    /// Adds findings of a later stage.
    pub(super) fn add(&mut self, found: Diagnostics) {
        let found = self.located(found);
        self.found.append(found);
    }

    /// Findings, each with the line of the user's own program that its op came from.
    pub(super) fn located(&self, mut found: Diagnostics) -> Diagnostics {
        partita_report::add_locations(&self.module, &mut found);
        found
    }

    /// Reads and verifies one part of a text and leaves it as it is.
    pub fn read_as_written(
        source: &Source,
        part: Range<usize>,
        options: impl Into<ParseOptions>,
        watch: &mut dyn Watch,
    ) -> Program {
        let options = options.into();
        let parsed = stage(watch, "parse", || partita_mlir::parse_range(source, part, options));
        let (module, mut found) = (parsed.module, parsed.diagnostics);
        // What is missing from half a text would be complained about.
        if found.iter().all(|each| each.code != code::TRUNCATED) {
            found.append(stage(watch, "verify", || partita_verify::verify(&module)));
        }
        found.sort();
        partita_report::add_locations(&module, &mut found);
        Program { source: source.clone(), module, found }
    }

    /// Reads one part of a text and verifies nothing. Stage: `parse`.
    pub fn read_unverified(
        source: &Source,
        part: Range<usize>,
        options: impl Into<ParseOptions>,
        watch: &mut dyn Watch,
    ) -> Program {
        let options = options.into();
        let parsed = stage(watch, "parse", || partita_mlir::parse_range(source, part, options));
        Program { source: source.clone(), module: parsed.module, found: parsed.diagnostics }
    }

    /// The program, unless there are errors in it.
    pub fn checked(self) -> Result<Program, Error> {
        if self.found.has_errors() { Err(Error::in_text(&self.source, self.found)) } else { Ok(self) }
    }

    /// The program, unless there are errors in it, with the calls that these rules do not fit.
    pub(super) fn checked_with(self, rules: Option<&RuleFile>) -> Result<Program, Error> {
        let mut program = self.checked()?;
        if let Some(rules) = rules {
            let found = rules.check(&program.module);
            program.add(found);
        }
        program.checked()
    }

    /// The text it was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// What was found in it.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// The module and what was found in it.
    pub fn into_parts(self) -> (Module, Diagnostics) {
        (self.module, self.found)
    }
}
