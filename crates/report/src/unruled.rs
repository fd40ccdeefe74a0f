//! Finds ops without a factor rule that keep an axis from propagating to a dimension.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use partita_base::Id;
use partita_ir::{Module, OpId};
use partita_mesh::AxisRef;
use partita_propagate::{Problem, ProblemOpId, TensorDim, TensorId};

/// An op without a rule, and the dimension on its other side that has the axis.
pub(crate) struct Barrier {
    pub(crate) op: OpId,
    pub(crate) from: TensorDim,
}

/// The ops without a rule that have `axis` on their other side and are connected with `place` through ops with rules. A breadth-first
/// search, so that the nearest ops come first.
pub(crate) fn find_barriers(
    module: &Module,
    problem: &Problem,
    (tensors, unknown): (&[Option<TensorId>], &[OpId]),
    place: TensorDim,
    axis: AxisRef,
) -> Vec<Barrier> {
    let tensors_of = |op: OpId| {
        let data = module.op(op);
        let values = data.operands.iter().copied().chain(data.results());
        values.filter_map(|value| tensors[value.index()]).collect::<Vec<TensorId>>()
    };
    let mut unruled: BTreeMap<TensorId, Vec<OpId>> = BTreeMap::new();
    for &op in unknown {
        tensors_of(op).into_iter().for_each(|tensor| unruled.entry(tensor).or_default().push(op));
    }
    let mut seen_by: BTreeMap<TensorId, Vec<ProblemOpId>> = BTreeMap::new();
    for (id, op) in problem.ops.iter() {
        problem.slots(op).iter().for_each(|slot| seen_by.entry(slot.tensor).or_default().push(id));
    }
    let mut found: Vec<Barrier> = Vec::new();
    let mut reached = BTreeSet::from([(place.tensor, place.dim)]);
    let mut queue = VecDeque::from([place]);
    while let Some(at) = queue.pop_front() {
        for &op in unruled.get(&at.tensor).into_iter().flatten() {
            let others = tensors_of(op).into_iter().filter(|tensor| *tensor != at.tensor);
            let from = others.filter_map(|tensor| with_axis(problem, tensor, axis)).next();
            if let Some(from) = from.filter(|_| found.iter().all(|barrier| barrier.op != op)) {
                found.push(Barrier { op, from });
            }
        }
        for &op in seen_by.get(&at.tensor).into_iter().flatten() {
            for next in connected(problem, op, at) {
                if reached.insert((next.tensor, next.dim)) {
                    queue.push_back(next);
                }
            }
        }
    }
    found
}

/// The first dimension of a tensor that is sharded along an axis.
fn with_axis(problem: &Problem, tensor: TensorId, axis: AxisRef) -> Option<TensorDim> {
    let sharding = problem.sharding_of(problem.tensors[tensor].sharding?);
    let has = |dim: &partita_mesh::DimSharding| dim.axes.iter().any(|other| other.overlaps(axis));
    sharding.dims().iter().position(has).map(|dim| TensorDim { tensor, dim })
}

/// The dimensions that share a factor of an op with a dimension.
fn connected(problem: &Problem, op: ProblemOpId, at: TensorDim) -> Vec<TensorDim> {
    let op = &problem.ops[op];
    let Some(rule) = op.rule.map(|rule| problem.rule_of(rule)) else { return Vec::new() };
    let mappings: Vec<_> = rule.tensors().collect();
    let slots = problem.slots(op);
    let mut places = Vec::new();
    for (_, mapping) in slots.iter().zip(&mappings).filter(|(slot, _)| slot.tensor == at.tensor) {
        let factors = mapping.dims.get(at.dim).map_or(&[][..], |factors| factors);
        for (other, mapping) in slots.iter().zip(&mappings) {
            let shares = |dim: &[_]| dim.iter().any(|factor| factors.contains(factor));
            let dims = mapping.dims.iter().enumerate().filter(|(_, dim)| shares(dim));
            places.extend(dims.map(|(dim, _)| TensorDim { tensor: other.tensor, dim }));
        }
    }
    places
}
