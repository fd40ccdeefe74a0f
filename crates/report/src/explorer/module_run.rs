//! The run of a StableHLO module, for the explorer page.

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Module, ValueId};
use partita_propagate::{ShardingId, TensorId, Trace};
use rustc_hash::FxHashSet;

use super::model::ExplorerView;
use super::trace::RecordedRun;
use crate::labels::{Labels, TextNames};
use crate::why::Answers;
use crate::why_view::BlameView;

impl ExplorerView {
    /// Adds the shardings, their record and their explanations, from a propagated module with the same text.
    pub fn add_propagation(
        &mut self,
        module: &Module,
        source: &Source,
        names: &TextNames,
        run: &mut Run,
        trace: &Trace,
    ) {
        let blames = Answers::new(module, source, names, run, trace).conflicts();
        let conflicts = self.conflict_rows(blames);
        let labels = Labels::new(module, source, names, &run.problem);
        let all = || run.problem.problem.tensors.ids();
        let value =
            |tensor: TensorId| labels.value_of(tensor).and_then(|v| self.value_behind(module, &labels, v));
        let values: Vec<Option<usize>> = all().map(value).collect();
        let name = |tensor: TensorId| {
            let has_value = values[tensor.index()].is_some() && labels.result(tensor).is_none();
            (!has_value).then(|| labels.tensor(tensor))
        };
        let tensor_names = all().map(name).collect();
        let row = |&op| self.row_at(module.op(labels.op_name(op).1).span.start);
        let rows = run.problem.ops.iter().map(row).collect();
        let (tensor_of, more) = self.tensors_of_values(module, names, run);
        let annotated = all().map(|tensor| run.problem.is_annotated(tensor)).collect();
        let results = run.problem.results.iter().map(|tensor| tensor.index()).collect();
        self.add_run(RecordedRun {
            problem: &mut run.problem.problem,
            trace,
            outcome: &run.outcome,
            values,
            names: tensor_names,
            annotated,
            rows,
            tensor_of,
            more,
            results,
            conflicts,
        });
    }

    /// The value of the text behind a value of the prepared module.
    fn value_behind(&self, module: &Module, labels: &Labels<'_>, value: ValueId) -> Option<usize> {
        let own = self.value(module.value(value).name());
        own.or_else(|| self.value_behind(module, labels, labels.behind(value)?))
    }

    /// Finds the tensors of the values of the text. Of those with the same sharding, the first one represents all.
    fn tensors_of_values(
        &self,
        module: &Module,
        names: &TextNames,
        run: &Run,
    ) -> (Vec<i64>, Vec<(usize, usize)>) {
        let (mut tensor_of, mut more) = (vec![-1; self.value_count()], Vec::new());
        let mut seen: FxHashSet<(usize, Option<ShardingId>)> = FxHashSet::default();
        for value in (0..module.value_count()).map(ValueId::from_index) {
            let Some(tensor) = run.problem.tensors[value.index()] else { continue };
            let Some(index) = self.value(module.value(value).name()) else { continue };
            if !seen.insert((index, run.problem.problem.tensors[tensor].sharding)) {
                continue;
            }
            match tensor_of[index] {
                -1 => tensor_of[index] = tensor.index() as i64,
                _ => more.push((index, tensor.index())),
            }
        }
        for alias in names.replaced() {
            if let Some((index, of)) = self.value(alias.name).zip(self.value(alias.of))
                && tensor_of[index] < 0
            {
                tensor_of[index] = tensor_of[of];
            }
        }
        (tensor_of, more)
    }

    /// The rows of the ops of conflicts.
    fn conflict_rows(&self, blames: Vec<BlameView>) -> Vec<(Option<usize>, BlameView)> {
        let rows = self.op_rows_by_line();
        let row = |blame: BlameView| (blame.line.and_then(|line| rows.get(&line).copied()), blame);
        blames.into_iter().map(row).collect()
    }
}
