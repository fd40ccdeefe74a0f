//! A program with the sharding of every tensor written down, as Shardy's propagation pipeline writes it.

use std::cell::RefCell;
use std::fmt;

use partita_base::{Diagnostics, Source};
use partita_hlo::propagation::{self, Purpose};
use partita_ir::Module;
use partita_report::{PropagationView, TextNames};

use super::solution::Solution;
use super::{Program, Propagation};
use crate::watch::stage;
use crate::{Error, Watch};

/// A program as it is written, with a sharding for every tensor. [`Propagated`](super::Propagated) may differ from it: it is what is
/// partitioned.
pub struct Annotated {
    source: Source,
    found: Diagnostics,
    solution: RefCell<Solution>,
}

impl fmt::Debug for Annotated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Annotated").field("source", &self.source.name()).finish_non_exhaustive()
    }
}

impl Program {
    /// Works out how every tensor of the program as it is written is sharded, for a program that is printed with its shardings. Stages:
    /// `prepare`, `propagate`.
    pub fn annotate(self, options: &Propagation<'_>, watch: &mut dyn Watch) -> Result<Annotated, Error> {
        let mut program = self.checked_with(options.rules)?;
        let names = TextNames::new(&program.module);
        let Program { source, module, mut found } = program;
        let prepared =
            stage(watch, "prepare", || propagation::prepare(module, options.compat, Purpose::Annotate));
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(refused) => {
                program = Program { source, module: refused.module, found };
                program.add(refused.found);
                return Err(Error::in_text(&program.source, program.found));
            }
        };
        let solution = Solution::new(names, prepared, options, watch);
        let mut warnings = solution.warnings().clone();
        partita_report::add_locations(&solution.propagated.module, &mut warnings);
        found.append(warnings);
        Ok(Annotated { source, found, solution: RefCell::new(solution) })
    }
}

impl Annotated {
    /// The text that the program was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What is worth knowing, about the text and the run.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// One line about the run.
    pub fn summary(&self) -> String {
        self.solution.borrow().summary()
    }

    /// Every value with its sharding, and every conflict with its cause.
    pub fn view(&self) -> PropagationView {
        self.solution.borrow_mut().view(&self.source)
    }

    /// The module with the sharding of every tensor written down. Stages: `propagate`, `export`.
    pub fn into_module(self, watch: &mut dyn Watch) -> Result<Module, Error> {
        let propagated = self.solution.into_inner().propagated;
        let written = stage(watch, "propagate", || propagated.write());
        let module = stage(watch, "export", || written.annotate());
        module.map_err(|found| Error::in_text(&self.source, found))
    }
}
