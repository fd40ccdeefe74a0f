//! Debug attributes from a recorded propagation.

use partita_base::Id;
use partita_ir::ValueId;
use partita_propagate::{Cause, ProblemOp, StepMoves, recorded_moves};
use partita_rule::edges::{EdgeNode, EdgeValueRef};

use super::run::Run;
use crate::debug_info::{Origins, StepEdges};

/// Replays the steps of a run, numbered from `first_step` on. Adds the tensors that axes were propagated to to
/// `origins`, and returns the edges of all steps.
pub(super) fn replay_steps(
    run: &Run,
    first_step: i64,
    conservative: bool,
    origins: Option<&mut Origins>,
) -> StepEdges {
    let mut edges = StepEdges::default();
    let Some(trace) = &run.outcome.trace else { return edges };
    let steps = recorded_moves(&run.problem.problem, trace, conservative);
    for (number, step) in steps.iter().enumerate() {
        add_edges(run, first_step.saturating_add(number as i64), step, &mut edges);
    }
    if let Some(origins) = origins {
        let keepers = keepers(run, origins);
        for step in &steps {
            add_origins(run, step, &keepers, origins);
        }
    }
    edges
}

fn op_of<'r>(run: &'r Run, step: &StepMoves) -> Option<&'r ProblemOp> {
    match step.cause {
        Cause::Op(id) => Some(&run.problem.problem.ops[id]),
        Cause::Boundary(index) => run.problem.problem.boundary.get(index as usize),
        Cause::Group(_) | Cause::Annotation => None,
    }
}

fn add_edges(run: &Run, number: i64, step: &StepMoves, edges: &mut StepEdges) {
    let problem = &run.problem.problem;
    let Some(rule) = op_of(run, step).and_then(|op| op.rule) else { return };
    let operands = problem.rule_of(rule).operands.len();
    let value = |slot: usize| match slot.checked_sub(operands) {
        None => EdgeValueRef { node: EdgeNode::Operand, index: slot as i64 },
        Some(result) => EdgeValueRef { node: EdgeNode::Result, index: result as i64 },
    };
    for moved in &step.moves {
        let axis = problem.meshes.get(step.mesh).axis_spec(moved.axis);
        match (step.cause, run.problem.main) {
            (Cause::Op(id), _) => {
                edges.add(run.problem.ops[id.index()], number, axis, value(moved.from), value(moved.to));
            }
            (_, Some(main)) => {
                edges.add_to_results(main, number, axis, value(moved.from), value(moved.to));
            }
            _ => {}
        }
    }
}

/// The value at which the sharding of each tensor is recorded. For a function result that is the returned value.
fn keepers(run: &Run, origins: &Origins) -> Vec<Option<ValueId>> {
    let problem = &run.problem;
    let mut keepers = vec![None; problem.problem.tensors.len()];
    for (index, tensor) in problem.tensors.iter().enumerate() {
        if let Some(tensor) = tensor {
            keepers[tensor.index()].get_or_insert(origins.keeper(ValueId::from_index(index)));
        }
    }
    for op in &problem.problem.boundary {
        if let [returned, result] = problem.problem.slots(op) {
            keepers[result.tensor.index()] = keepers[returned.tensor.index()];
        }
    }
    keepers
}

fn add_origins(run: &Run, step: &StepMoves, keepers: &[Option<ValueId>], origins: &mut Origins) {
    let problem = &run.problem.problem;
    let Some(op) = op_of(run, step) else { return };
    let keeper = |slot: usize| keepers[problem.slots(op)[slot].tensor.index()];
    for moved in &step.moves {
        if let (Some(from), Some(to)) = (keeper(moved.from), keeper(moved.to)) {
            origins.propagate_axis(problem.meshes.get(step.mesh).axis_spec(moved.axis), from, to);
        }
    }
}
