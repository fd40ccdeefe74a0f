//! What propagation made of a module, value by value: who says how each is sharded, and why.

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Module, ValueId};
use partita_propagate::{TensorId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::labels::TextNames;
use crate::propagation::stop_text;
use crate::why::{Answers, BlameView, Mark, WhyView};

/// How much is explained.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SpreadLimits {
    /// Most values that are explained: those of the main function first.
    pub values: usize,
    /// Most stretches of the way of an axis that are shown.
    pub hops: usize,
    /// Once ways of so many stretches in all were followed, no further value is explained.
    pub followed: usize,
    /// Most conflicts.
    pub conflicts: usize,
}

partita_base::setters! { SpreadLimits { values: usize, hops: usize, followed: usize, conflicts: usize } }

impl Default for SpreadLimits {
    fn default() -> Self {
        Self { values: 3000, hops: 9, followed: 2_000_000, conflicts: 200 }
    }
}

/// A value of the text after propagation.
#[derive(Clone, Debug, Serialize)]
pub struct PlacedValue {
    /// The line that names it.
    pub line: usize,
    /// What the file calls it.
    pub name: String,
    /// Its sharding in sdy's words.
    pub sharding: Option<String>,
    /// Type and sharding in short.
    pub short: String,
    /// Whether any dimension is split.
    pub is_sharded: bool,
    /// Who says so; absent where there is no sharding.
    pub mark: Option<Mark>,
    /// Which of the explanations is its.
    pub explanation: Option<usize>,
}

/// What propagation did.
#[derive(Clone, Debug, Serialize)]
pub struct SpreadView {
    /// `fixed point` or `step limit`.
    pub stop: &'static str,
    /// Visits that changed a sharding.
    pub steps: u64,
    /// All visits.
    pub visits: u64,
    /// Every value that the file names, and the results of the main function, in the order of the text. A value of a function
    /// that is called several times is there once for each way it is sharded.
    pub values: Vec<PlacedValue>,
    /// Why values are sharded.
    pub explanations: Vec<WhyView>,
    /// How many sharded values are not explained.
    pub unexplained: usize,
    /// Places where the tensors of an op do not agree.
    pub conflicts: Vec<BlameView>,
    /// How many more there are.
    pub conflicts_left_out: usize,
}

impl SpreadView {
    /// The view of a traced run.
    pub fn new(
        module: &Module,
        source: &Source,
        names: &TextNames,
        run: &mut Run,
        trace: &Trace,
        limits: SpreadLimits,
    ) -> Self {
        let stop = stop_text(run.outcome.stop);
        let (steps, visits) = (run.outcome.steps, run.outcome.visits);
        let main = run.problem.main.map_or(0, |main| source.position(module.op(main).span.start).line);
        let mut answers = Answers::new(module, source, names, run, trace);
        let mut found = named(&answers, module, source);
        found.extend(results(&answers, main));
        found.sort_by_key(|found| (found.value.line, found.column));
        let mut order: Vec<usize> = (0..found.len()).filter(|&index| found[index].value.is_sharded).collect();
        order.sort_by_key(|&index| !found[index].in_main);
        let mut unexplained = order.len().saturating_sub(limits.values);
        order.truncate(limits.values);
        // In the order of the text again.
        order.sort_unstable();
        let mut explanations = Vec::new();
        // Several values may be one tensor.
        let mut known: FxHashMap<TensorId, usize> = FxHashMap::default();
        let mut followed = 0;
        for index in order {
            if followed > limits.followed {
                unexplained += 1;
                continue;
            }
            let Found { tensor, value, .. } = &mut found[index];
            let number = *known.entry(*tensor).or_insert_with(|| {
                let view = answers.explanation(*tensor, None, limits.hops);
                let origins = view.dims.iter().flat_map(|dim| &dim.origins);
                followed += origins.map(|origin| origin.hops.len() + origin.hops_left_out).sum::<usize>();
                explanations.push(WhyView { value: value.name.clone(), ..view });
                explanations.len() - 1
            });
            value.explanation = Some(number);
        }
        let mut conflicts = answers.conflicts();
        let conflicts_left_out = conflicts.len().saturating_sub(limits.conflicts);
        conflicts.truncate(limits.conflicts);
        Self {
            stop,
            steps,
            visits,
            values: found.into_iter().map(|found| found.value).collect(),
            explanations,
            unexplained,
            conflicts,
            conflicts_left_out,
        }
    }

    /// How many values have a dimension that is split.
    pub fn sharded(&self) -> usize {
        self.values.iter().filter(|value| value.is_sharded).count()
    }
}

struct Found {
    value: PlacedValue,
    column: usize,
    tensor: TensorId,
    in_main: bool,
}

/// The values that the text names.
fn named(answers: &Answers<'_>, module: &Module, source: &Source) -> Vec<Found> {
    let mut seen: FxHashSet<(u32, String, Option<String>)> = FxHashSet::default();
    let mut all = Vec::new();
    for value in (0..module.value_count()).map(ValueId::from_index) {
        let Some((tensor, view)) = answers.tensor_of(value).zip(answers.listed_value(value)) else {
            continue;
        };
        let span = module.value(value).span;
        if !seen.insert((span.start, view.name.clone(), view.sharding.clone())) {
            continue;
        }
        let at = source.position(span.start);
        all.push(Found {
            column: at.column,
            tensor,
            in_main: answers.is_in_main(value),
            value: PlacedValue {
                line: at.line,
                is_sharded: view.is_sharded(),
                mark: view.sharding.as_ref().map(|_| answers.mark(tensor)),
                name: view.name,
                sharding: view.sharding,
                short: view.short,
                explanation: None,
            },
        });
    }
    all
}

/// The results of the main function, at the end of the line where it begins.
fn results(answers: &Answers<'_>, line: usize) -> Vec<Found> {
    let view = |(index, &tensor): (usize, &TensorId)| {
        let (short, sharding) = answers.described(tensor);
        Found {
            column: usize::MAX,
            tensor,
            in_main: true,
            value: PlacedValue {
                line,
                name: format!("result {index}"),
                is_sharded: short.contains('@'),
                mark: sharding.as_ref().map(|_| answers.mark(tensor)),
                sharding,
                short,
                explanation: None,
            },
        }
    };
    answers.results().iter().enumerate().map(view).collect()
}
