//! A program whose tensors are all sharded, ready to be partitioned.

use std::cell::RefCell;
use std::fmt;

use partita_base::{Diagnostics, Source};
use partita_hlo::rules::RuleFile;
use partita_report::{
    ExplainedPropagationView, ExplanationLimits, PropagationView, TextNames, WhyNotView, WhyView,
};

use super::solution::Solution;
use super::{Program, Propagation};
use crate::watch::stage;
use crate::{Error, Watch};

/// A program whose tensors are all sharded, with all that explains it. It is exactly what [`Propagated::partition`] partitions: ops that
/// are partitioned as others, such as composites and `einsum`, are rewritten before shardings propagate.
pub struct Propagated {
    /// The program as it was read.
    pub(super) program: Program,
    /// The rules that were given.
    pub(super) rules: Option<RuleFile>,
    /// Explanations intern shardings, which no question should show.
    pub(super) solution: RefCell<Solution>,
    found: Diagnostics,
}

impl fmt::Debug for Propagated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Propagated").field("program", &self.program).finish_non_exhaustive()
    }
}

/// What is asked about a value. The number of a dimension, or `None` for all of them, is a question too.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct WhyOptions {
    /// The only dimension; -1 is the last. All by default.
    pub dim: Option<i64>,
    /// Whether the answer has a table of the factors of the op that makes the value, for each of its steps.
    pub tables: bool,
}

partita_base::setters! { WhyOptions { dim: Option<i64>, tables: bool } }

impl From<Option<i64>> for WhyOptions {
    fn from(dim: Option<i64>) -> Self {
        Self { dim, tables: false }
    }
}

impl Program {
    /// Works out how every tensor is sharded. Stages: `prepare`, `propagate`.
    pub fn propagate(self, options: &Propagation<'_>, watch: &mut dyn Watch) -> Result<Propagated, Error> {
        let mut program = self.checked_with(options.rules)?;
        let names = TextNames::new(&program.module);
        let module = program.module.clone();
        let prepared = match stage(watch, "prepare", || partita_partition::prepare(module, options.compat)) {
            Ok(prepared) => prepared,
            Err(refused) => {
                program.add(refused.found);
                return Err(Error::in_text(&program.source, program.found));
            }
        };
        let solution = Solution::new(names, prepared, options, watch);
        let mut found = program.found.clone();
        found.append(program.located(solution.warnings().clone()));
        Ok(Propagated { program, rules: options.rules.cloned(), solution: RefCell::new(solution), found })
    }
}

impl Propagated {
    /// The text that the program was read from.
    pub fn source(&self) -> &Source {
        &self.program.source
    }

    /// What is worth knowing, about the text and the run.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// What was found out in the run alone.
    pub fn warnings(&self) -> Diagnostics {
        self.program.located(self.solution.borrow().warnings().clone())
    }

    /// One line about the run.
    pub fn summary(&self) -> String {
        self.solution.borrow().summary()
    }

    /// Every value with its sharding, and every conflict with its cause.
    pub fn view(&self) -> PropagationView {
        self.solution.borrow_mut().view(&self.program.source)
    }

    /// Every value with its sharding and where that comes from, as far as the limits go.
    pub fn explained_propagation(&self, limits: ExplanationLimits) -> ExplainedPropagationView {
        self.solution.borrow_mut().explained_propagation(&self.program.source, limits)
    }

    /// Why a value is sharded as it is, in all dimensions or in one, such as `Some(-1)`. A value is called as the text calls it: `%5`, `%0#1`,
    /// `@f/%5` in the function @f, `result#0` of the main function. There are several answers for a value in a function that is called
    /// several times.
    pub fn why(&self, value: &str, options: impl Into<WhyOptions>) -> Result<Vec<WhyView>, Error> {
        let WhyOptions { dim, tables } = options.into();
        let mut solution = self.solution.borrow_mut();
        Ok(solution.ask(&self.program.source, value, |answers, tensor| {
            let dim = dim.map(|dim| answers.dim(tensor, dim)).transpose()?;
            answers.why(tensor, dim, tables)
        })?)
    }

    /// What kept an axis, or a part of it written `x:(1)2`, away from a dimension of a value; -1 is the last.
    pub fn why_not(&self, value: &str, dim: i64, axis: &str) -> Result<Vec<WhyNotView>, Error> {
        let mut solution = self.solution.borrow_mut();
        Ok(solution.ask(&self.program.source, value, |answers, tensor| {
            let dim = answers.dim(tensor, dim)?;
            answers.why_not(tensor, dim, axis)
        })?)
    }
}
