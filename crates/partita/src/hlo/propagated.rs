//! A program whose tensors are all sharded.

use std::fmt;

use partita_base::{Diagnostics, Source};
use partita_hlo::propagation::{self, Run, Settings};
use partita_hlo::rules::{Compat, RuleFile, RuleOptions};
use partita_ir::Module;
use partita_propagate::{Options, Stop, TensorId, Trace};
use partita_report::{
    Answers, Functions, PropagationView, SpreadLimits, SpreadView, Unanswerable, WhyNotView, WhyView,
};

use super::Program;
use crate::watch::stage;
use crate::{Error, Watch};

/// How shardings spread.
#[derive(Clone, Copy, Debug)]
pub struct Propagation<'a> {
    /// Whose factor rules to use: all there are, or only Shardy's.
    pub compat: Compat,
    /// Rules of the user's own custom calls.
    pub rules: Option<&'a RuleFile>,
    /// In which order, and how conflicts are treated. Questions need [`Options::trace`].
    pub options: Options,
}

impl Default for Propagation<'_> {
    /// All rules, and answers to questions.
    fn default() -> Self {
        let options = Options { trace: true, ..Options::default() };
        Self { compat: Compat::Full, rules: None, options }
    }
}

/// A program whose tensors are all sharded, with all that explains it.
pub struct Propagated {
    source: Source,
    module: Module,
    functions: Functions,
    run: Run,
    trace: Trace,
    found: Diagnostics,
}

impl fmt::Debug for Propagated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Propagated").field("source", &self.source.name()).finish_non_exhaustive()
    }
}

impl Program {
    /// Works out how every tensor is sharded. Stages: `prepare`, `propagate`.
    pub fn propagate(self, options: &Propagation<'_>, watch: &mut dyn Watch) -> Result<Propagated, Error> {
        // A module with errors may have any shape.
        let Program { source, mut module, mut found } = self.checked()?;
        if let Some(rules) = options.rules {
            found.append(rules.check(&module));
        }
        let functions = Functions::new(&module);
        if !found.has_errors()
            && let Err(refused) =
                stage(watch, "prepare", || propagation::prepare(&mut module, options.compat))
        {
            found.append(refused);
        }
        if found.has_errors() {
            partita_report::add_locations(&module, &mut found);
            return Err(Error::in_text(&source, found));
        }
        let conservative = options.options.conservative;
        let rules = RuleOptions { conservative, compat: options.compat, user: options.rules };
        let settings = Settings { rules, options: options.options };
        let mut run = stage(watch, "propagate", || propagation::run(&mut module, &settings));
        found.append(run.warnings.clone());
        partita_report::add_locations(&module, &mut found);
        let trace = run.outcome.trace.take().unwrap_or_default();
        Ok(Propagated { source, module, functions, run, trace, found })
    }
}

impl Propagated {
    /// What is worth knowing, about the text and the run.
    pub fn found(&self) -> &Diagnostics {
        &self.found
    }

    /// One line about the run.
    pub fn summary(&self) -> String {
        let problem = &self.run.problem.problem;
        let sharded = problem.tensors.iter().filter(|(_, tensor)| {
            let sharding = tensor.sharding.map(|id| problem.sharding_of(id));
            sharding.is_some_and(|sharding| sharding.dims().iter().any(|dim| !dim.axes.is_empty()))
        });
        let outcome = &self.run.outcome;
        let steps = match outcome.steps {
            1 => "1 step".to_string(),
            steps => format!("{steps} steps"),
        };
        let stop = match outcome.stop {
            Stop::FixedPoint => "fixed point",
            Stop::StepLimit => "step limit",
        };
        let (sharded, all) = (sharded.count(), problem.tensors.len());
        format!("{stop} after {steps} and {} visits; {sharded} of {all} tensors sharded", outcome.visits)
    }

    /// Every value with its sharding, and every conflict with its cause.
    pub fn view(&mut self) -> PropagationView {
        PropagationView::new(&self.module, &self.source, &self.functions, &mut self.run, &self.trace)
    }

    /// What was found out in the run alone.
    pub fn warnings(&self) -> Diagnostics {
        let mut warnings = self.run.warnings.clone();
        partita_report::add_locations(&self.module, &mut warnings);
        warnings
    }

    /// Every value with its sharding and where that comes from, as far as the limits go.
    pub fn spread(&mut self, limits: SpreadLimits) -> SpreadView {
        SpreadView::new(&self.module, &self.source, &self.functions, &mut self.run, &self.trace, limits)
    }

    /// Why a value is sharded as it is, in all dimensions or one. A value is called as the text calls it: `%5`, `%0#1`, `@f/%5` in the
    /// function @f, `result#0` of the main function. There are several answers for a value in a function that is called several times.
    pub fn why(&mut self, value: &str, dim: Option<usize>) -> Result<Vec<WhyView>, Error> {
        Ok(self.ask(value, |answers, tensor| answers.why(tensor, dim, false))?)
    }

    /// What kept an axis, or a part of it written `x:(1)2`, away from a dimension of a value.
    pub fn why_not(&mut self, value: &str, dim: usize, axis: &str) -> Result<Vec<WhyNotView>, Error> {
        Ok(self.ask(value, |answers, tensor| answers.why_not(tensor, dim, axis))?)
    }

    /// Asks the same about every tensor that a name stands for.
    pub fn ask<T>(
        &mut self,
        value: &str,
        mut ask: impl FnMut(&mut Answers<'_>, TensorId) -> Result<T, Unanswerable>,
    ) -> Result<Vec<T>, Unanswerable> {
        let (functions, run) = (&self.functions, &mut self.run);
        let mut answers = Answers::new(&self.module, &self.source, functions, run, &self.trace);
        let tensors = answers.find(value)?;
        tensors.into_iter().map(|tensor| ask(&mut answers, tensor)).collect()
    }

    /// The module with the sharding of every tensor written down.
    pub fn annotated(self) -> Result<Module, Error> {
        self.annotated_watched(&mut ())
    }

    /// The same. Stages: `propagate`, `export`.
    pub fn annotated_watched(mut self, watch: &mut dyn Watch) -> Result<Module, Error> {
        let (module, run) = (&mut self.module, &self.run);
        stage(watch, "propagate", || propagation::apply(module, run));
        let finished = stage(watch, "export", || propagation::finish(module));
        finished.map_err(|found| Error::in_text(&self.source, found))?;
        Ok(self.module)
    }
}
