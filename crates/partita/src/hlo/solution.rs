//! The result of propagation, and questions about it.

use std::ops::Range;

use partita_base::{Diagnostics, Interrupt, Source};
use partita_hlo::propagation::{self, Prepared, Settings};
use partita_hlo::rules::{Compat, RuleFile, RuleOptions};
use partita_ir::ValueName;
use partita_mesh::foreign_notation::Notation;
use partita_propagate::{Options, TensorId, Trace};
use partita_report::{
    Answers, Candidate, DefinedValue, ExplainedPropagationView, ExplanationLimits, ExplorerView,
    OutlinedValue, PropagationView, StepsView, TextNames, Unanswerable, WhyView, propagation_summary,
};

use crate::Watch;
use crate::watch::run_stage;

/// Options of propagation. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Propagation<'a> {
    /// The factor rules to use: all, or only those of Shardy.
    pub compat: Compat,
    /// Factor rules for custom calls.
    pub rules: Option<&'a RuleFile>,
    /// The order of visits and the treatment of conflicts. Explanations need [`Options::trace`].
    pub options: Options,
    /// How answers write shardings.
    pub notation: Notation,
    /// Whether the result is still wanted. An interrupted run gives an incomplete answer.
    pub interrupt: Interrupt<'a>,
}

partita_base::setters! { Propagation<'a> { compat: Compat, rules: Option<&'a RuleFile>, options: Options, notation: Notation, interrupt: Interrupt<'a> } }

impl Default for Propagation<'_> {
    /// All rules, with a trace for explanations.
    fn default() -> Self {
        let options = Options::default().trace(true);
        let (notation, interrupt) = (Notation::Short, Interrupt::default());
        Self { compat: Compat::Full, rules: None, options, notation, interrupt }
    }
}

/// A prepared program with the sharding of every tensor, and the trace that explains them.
pub(super) struct Solution {
    /// The names of values in the text.
    names: TextNames,
    pub(super) propagated: propagation::Propagated,
    trace: Trace,
}

impl Solution {
    /// Runs propagation. Stage: `propagate`.
    pub(super) fn new(
        names: TextNames,
        prepared: Prepared,
        options: &Propagation<'_>,
        watch: &mut dyn Watch,
    ) -> Self {
        let Propagation { compat, rules: user, options, notation, interrupt } = *options;
        let rules = RuleOptions::default().conservative(options.conservative).compat(compat).user(user);
        let mut propagated = run_stage(watch, "propagate", || {
            prepared.propagate(&Settings::default().rules(rules).options(options).interrupt(interrupt))
        });
        let trace = propagated.run.outcome.trace.take().unwrap_or_default();
        let names = names.with_aliases(&propagated.aliases).with_notation(notation);
        Self { names, propagated, trace }
    }

    /// The warnings of the run.
    pub(super) fn warnings(&self) -> &Diagnostics {
        &self.propagated.run.warnings
    }

    /// A summary of the run in one line.
    pub(super) fn summary(&self) -> String {
        propagation_summary(&self.propagated.run)
    }

    /// Every value with its sharding, and every conflict with its cause.
    pub(super) fn view(&mut self, source: &Source) -> PropagationView {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        PropagationView::new(module, source, &self.names, run, &self.trace)
    }

    /// Every value with its sharding and an explanation, within the limits.
    pub(super) fn explained_propagation(
        &mut self,
        source: &Source,
        limits: ExplanationLimits,
    ) -> ExplainedPropagationView {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        ExplainedPropagationView::new(module, source, &self.names, run, &self.trace, limits)
    }

    /// Adds shardings and explanations to the data of a page.
    pub(super) fn explore(&mut self, source: &Source, view: &mut ExplorerView) {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        view.add_propagation(module, source, &self.names, run, &self.trace);
    }

    /// The values that are defined in a range of the text.
    pub(super) fn defined_values(&mut self, source: &Source, range: Range<u32>) -> Vec<DefinedValue> {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        partita_report::defined_values(module, source, &self.names, run, &self.trace, range)
    }

    /// Explains the shardings of the values that are defined at a name of the text.
    pub(super) fn explain_definition(
        &mut self,
        source: &Source,
        at: ValueName,
        most_hops: usize,
    ) -> Vec<WhyView> {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        partita_report::explain_definition(module, source, &self.names, run, &self.trace, at, most_hops)
    }

    /// All values with a name, in the order of their definitions, and the results of the main function.
    pub(super) fn outline(&mut self, source: &Source) -> Vec<OutlinedValue> {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        let main = run.problem.main;
        Answers::new(module, source, &self.names, run, &self.trace).outline(module, main)
    }

    /// Constraints that decide conflicts the other way, and the number of conflicts.
    pub(super) fn candidates(&mut self, source: &Source) -> (Vec<Candidate>, usize) {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        Answers::new(module, source, &self.names, run, &self.trace).candidates()
    }

    /// Constraints that may remove the collectives of the ops at these lines.
    pub(super) fn remedies(&mut self, source: &Source, lines: &[usize], axes: &[String]) -> Vec<Candidate> {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        Answers::new(module, source, &self.names, run, &self.trace).remedies(lines, axes)
    }

    /// The steps of the run, or those that changed a value.
    pub(super) fn steps(
        &mut self,
        source: &Source,
        at: Option<usize>,
        value: Option<&str>,
        limit: usize,
    ) -> Result<StepsView, Unanswerable> {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        let answers = Answers::new(module, source, &self.names, run, &self.trace);
        let tensors = value.map(|value| answers.find(value)).transpose()?;
        answers.steps(&self.trace, at, tensors.as_deref(), limit)
    }

    /// Answers a question for every tensor with the given name.
    pub(super) fn ask<T>(
        &mut self,
        source: &Source,
        value: &str,
        mut ask: impl FnMut(&mut Answers<'_>, TensorId) -> Result<T, Unanswerable>,
    ) -> Result<Vec<T>, Unanswerable> {
        let propagation::Propagated { module, run, .. } = &mut self.propagated;
        let mut answers = Answers::new(module, source, &self.names, run, &self.trace);
        let tensors = answers.find(value)?;
        tensors.into_iter().map(|tensor| ask(&mut answers, tensor)).collect()
    }
}
