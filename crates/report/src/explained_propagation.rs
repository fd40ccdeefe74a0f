//! The result of propagation with an explanation for every value, for pages.

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Module, ValueId};
use partita_propagate::{TensorId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::explains::Explains as _;
use crate::labels::TextNames;
use crate::propagation::stop_text;
use crate::why::Answers;
use crate::why_view::{BlameView, Mark, WhyView};

/// Limits on the number of explanations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ExplanationLimits {
    /// The maximum number of explained values; those of the main function come first.
    pub values: usize,
    /// The maximum number of hops shown for each axis.
    pub hops: usize,
    /// The maximum total number of hops to follow. Once it is exceeded, no further value is explained.
    pub followed: usize,
    /// The maximum number of conflicts.
    pub conflicts: usize,
}

partita_base::setters! { ExplanationLimits { values: usize, hops: usize, followed: usize, conflicts: usize } }

impl Default for ExplanationLimits {
    fn default() -> Self {
        Self { values: 3000, hops: 9, followed: 2_000_000, conflicts: 200 }
    }
}

/// A value of the text after propagation.
#[derive(Clone, Debug, Serialize)]
pub struct ListedValue {
    /// The line of its definition.
    pub line: usize,
    /// The name in the file.
    pub name: String,
    /// The sharding in sdy notation, if the value has one.
    pub sharding: Option<String>,
    /// Type and sharding in short notation.
    pub short: String,
    /// Whether any dimension is sharded.
    pub is_sharded: bool,
    /// Where the sharding comes from; absent if there is none.
    pub mark: Option<Mark>,
    /// The index of its explanation.
    pub explanation: Option<usize>,
}

/// The result of a propagation run, with explanations.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedPropagationView {
    /// `fixed point` or `step limit`.
    pub stop: &'static str,
    /// The number of visits that changed a sharding.
    pub steps: u64,
    /// The number of all visits.
    pub visits: u64,
    /// Every value with a name in the file, and the results of the main function, in text order. A value of a function
    /// that is called several times is listed once for each different sharding.
    pub values: Vec<ListedValue>,
    /// The explanations that values refer to.
    pub explanations: Vec<WhyView>,
    /// The number of sharded values without an explanation.
    pub unexplained: usize,
    /// Conflicts between the tensors of an op.
    pub conflicts: Vec<BlameView>,
    /// The number of omitted conflicts.
    pub conflicts_left_out: usize,
}

impl ExplainedPropagationView {
    /// Creates the view of a traced run.
    pub fn new(
        module: &Module,
        source: &Source,
        names: &TextNames,
        run: &mut Run,
        trace: &Trace,
        limits: ExplanationLimits,
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
        // Back to text order, so that explanations are numbered as the reader meets them.
        order.sort_unstable();
        let mut explanations = Vec::new();
        // Several values may belong to one tensor and share its explanation.
        let mut known: FxHashMap<TensorId, usize> = FxHashMap::default();
        let mut followed = 0;
        for index in order {
            if followed > limits.followed {
                unexplained += 1;
                continue;
            }
            let FoundValue { tensor, value, .. } = &mut found[index];
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

    /// The number of sharded values.
    pub fn sharded(&self) -> usize {
        self.values.iter().filter(|value| value.is_sharded).count()
    }
}

struct FoundValue {
    value: ListedValue,
    column: usize,
    tensor: TensorId,
    in_main: bool,
}

/// The values with a name in the text.
fn named(answers: &Answers<'_>, module: &Module, source: &Source) -> Vec<FoundValue> {
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
        all.push(FoundValue {
            column: at.column,
            tensor,
            in_main: answers.is_in_main(value),
            value: ListedValue {
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

/// The results of the main function, placed at the end of its first line.
fn results(answers: &Answers<'_>, line: usize) -> Vec<FoundValue> {
    let view = |(index, &tensor): (usize, &TensorId)| {
        let (short, sharding) = answers.described(tensor);
        FoundValue {
            column: usize::MAX,
            tensor,
            in_main: true,
            value: ListedValue {
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
