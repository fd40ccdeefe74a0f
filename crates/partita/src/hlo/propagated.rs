//! A program with propagated shardings, ready to be partitioned.

use std::cell::RefCell;
use std::fmt;

use partita_base::{Diagnostics, Source};
use partita_hlo::rules::RuleFile;
use partita_report::{
    DrawView, ExplainedPropagationView, ExplanationLimits, PropagationView, StepsView, TextNames, WhyNotView,
    WhyView,
};

use super::solution::Solution;
use super::{Program, Propagation};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// A program with propagated shardings and their explanations. It is exactly what [`Propagated::partition`] partitions: ops that
/// are partitioned in another form, such as composites and `einsum`, are rewritten before shardings propagate.
pub struct Propagated {
    /// The original program.
    pub(super) program: Program,
    /// The rules for custom calls.
    pub(super) rules: Option<RuleFile>,
    /// In a cell, because explanations intern shardings, although they change nothing visible.
    pub(super) solution: RefCell<Solution>,
    found: Diagnostics,
}

impl fmt::Debug for Propagated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Propagated").field("program", &self.program).finish_non_exhaustive()
    }
}

/// Options of an explanation. `From` accepts a dimension, or `None` for all of them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct WhyOptions {
    /// The dimension to explain; -1 is the last. By default, all dimensions.
    pub dim: Option<i64>,
    /// Whether to include a factor table for each step of the op that defines the value.
    pub tables: bool,
}

partita_base::setters! { WhyOptions { dim: Option<i64>, tables: bool } }

/// Which steps of propagation to show. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StepOptions<'a> {
    /// The number of one step, from 1.
    pub at: Option<usize>,
    /// A value; only steps that change it are shown.
    pub value: Option<&'a str>,
    /// The largest number of lines of the text.
    pub limit: usize,
}

partita_base::setters! { StepOptions<'a> { at: Option<usize>, value: Option<&'a str>, limit: usize } }

impl Default for StepOptions<'_> {
    fn default() -> Self {
        Self { at: None, value: None, limit: 40 }
    }
}

impl From<Option<i64>> for WhyOptions {
    fn from(dim: Option<i64>) -> Self {
        Self { dim, tables: false }
    }
}

impl Program {
    /// Propagates shardings to all tensors. Stages: `prepare`, `propagate`.
    pub fn propagate(self, options: &Propagation<'_>, watch: &mut dyn Watch) -> Result<Propagated, Error> {
        let mut program = self.checked_with(options.rules)?;
        let names = TextNames::new(&program.module);
        let module = program.module.clone();
        let prepared =
            match run_stage(watch, "prepare", || partita_partition::prepare(module, options.compat)) {
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

    /// The warnings about the text and the run.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// The warnings about the run alone.
    pub fn warnings(&self) -> Diagnostics {
        self.program.located(self.solution.borrow().warnings().clone())
    }

    /// A summary of the run in one line.
    pub fn summary(&self) -> String {
        self.solution.borrow().summary()
    }

    /// Every value with its sharding, and every conflict with its cause.
    pub fn view(&self) -> PropagationView {
        self.solution.borrow_mut().view(&self.program.source)
    }

    /// Every value with its sharding and an explanation, within the limits.
    pub fn explained_propagation(&self, limits: ExplanationLimits) -> ExplainedPropagationView {
        self.solution.borrow_mut().explained_propagation(&self.program.source, limits)
    }

    /// Explains the sharding of a value, in all dimensions or in one, such as `Some(-1)`. The value is given by its name in the text: `%5`,
    /// `%0#1`, `@f/%5` in the function @f, `result#0` of the main function. A value in a function that is called several times has
    /// several answers.
    pub fn why(&self, value: &str, options: impl Into<WhyOptions>) -> Result<Vec<WhyView>, Error> {
        let WhyOptions { dim, tables } = options.into();
        let mut solution = self.solution.borrow_mut();
        Ok(solution.ask(&self.program.source, value, |answers, tensor| {
            let dim = dim.map(|dim| answers.dim(tensor, dim)).transpose()?;
            answers.why(tensor, dim, tables)
        })?)
    }

    /// Where a value is annotated, with its type and its sharding; several if a function is called several times.
    pub(crate) fn sites(&self, value: &str) -> Result<Vec<partita_report::ShardedSite>, Error> {
        let mut solution = self.solution.borrow_mut();
        Ok(solution.ask(&self.program.source, value, |answers, tensor| answers.site(tensor))?)
    }

    /// Which device holds which shard of a value. The value is named as for [`Propagated::why`].
    pub fn draw(&self, value: &str) -> Result<Vec<DrawView>, Error> {
        let mut solution = self.solution.borrow_mut();
        Ok(solution.ask(&self.program.source, value, |answers, tensor| answers.draw(tensor))?)
    }

    /// The steps of propagation: all, the one with a number from 1, or those that changed a value, which is named as
    /// for [`Propagated::why`].
    pub fn steps(&self, options: StepOptions<'_>) -> Result<StepsView, Error> {
        let StepOptions { at, value, limit } = options;
        Ok(self.solution.borrow_mut().steps(&self.program.source, at, value, limit)?)
    }

    /// Explains why a dimension of a value is not sharded along an axis or sub-axis, such as `x:(1)2`. Dimension -1 is the last.
    pub fn why_not(&self, value: &str, dim: i64, axis: &str) -> Result<Vec<WhyNotView>, Error> {
        let mut solution = self.solution.borrow_mut();
        Ok(solution.ask(&self.program.source, value, |answers, tensor| {
            let dim = answers.dim(tensor, dim)?;
            answers.why_not(tensor, dim, axis)
        })?)
    }
}
