//! A program annotated with the sharding of every tensor, as by Shardy's propagation pipeline.

use std::cell::RefCell;
use std::fmt;

use partita_base::{Diagnostics, Source};
use partita_hlo::propagation::{self, Purpose};
use partita_ir::Module;
use partita_report::{PropagationView, TextNames};

use super::solution::Solution;
use super::{Program, Propagation};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// The original program with a sharding for every tensor. It may differ from [`Propagated`](super::Propagated), whose ops are rewritten
/// for partitioning.
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
    /// Propagates shardings through the original program, to print it with its shardings. Stages: `prepare`, `propagate`.
    pub fn annotate(self, options: &Propagation<'_>, watch: &mut dyn Watch) -> Result<Annotated, Error> {
        let mut program = self.checked_with(options.rules)?;
        let names = TextNames::new(&program.module);
        let Program { source, module, mut found } = program;
        let prepared =
            run_stage(watch, "prepare", || propagation::prepare(module, options.compat, Purpose::Annotate));
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

    /// The warnings about the text and the run.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// A summary of the run in one line.
    pub fn summary(&self) -> String {
        self.solution.borrow().summary()
    }

    /// Every value with its sharding, and every conflict with its cause.
    pub fn view(&self) -> PropagationView {
        self.solution.borrow_mut().view(&self.source)
    }

    /// The module with the sharding of every tensor as an attribute. Stages: `propagate`, `export`.
    pub fn into_module(self, watch: &mut dyn Watch) -> Result<Module, Error> {
        let propagated = self.solution.into_inner().propagated;
        let written = run_stage(watch, "propagate", || propagated.write());
        let module = run_stage(watch, "export", || written.annotate());
        module.map_err(|found| Error::in_text(&self.source, found))
    }
}
