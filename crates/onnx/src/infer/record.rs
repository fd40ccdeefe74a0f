//! What propagation did, so that shardings can be explained.

use std::collections::BTreeMap;
use std::fmt;

use partita_base::{Id, IdVec};
use partita_mesh::{Mesh, TensorSharding};
use partita_propagate::{
    Cause, Event, Layer, Options, Problem, ProblemOpId, ShardingId, Solution, TensorId, Trace, propagate,
};

use super::answer::{Inferred, SpecOrigin};
use super::propagate::Build;
use crate::graph::{GraphId, NodeId, ValueId, ValueSource};
use crate::typing::TypedModel;

/// A propagation: the problem with its solution, and which part of the model each tensor and op of it is.
pub struct Record {
    /// The problem with its final shardings, and the steps if they were requested.
    pub solution: Solution,
    /// The tensors of the values of every graph; `None` for values of unknown rank.
    pub tensors: BTreeMap<GraphId, IdVec<ValueId, Option<TensorId>>>,
    /// The node of every op. The ops of a node with a body connect its values to those of the body.
    pub ops: Vec<(GraphId, NodeId)>,
    /// The given sharding of every tensor.
    pub initial: Vec<Option<ShardingId>>,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record").field("outcome", &self.solution.outcome).finish_non_exhaustive()
    }
}

impl Record {
    /// Whether a tensor has an annotation, of the model or of the user.
    pub fn is_annotated(&self, tensor: TensorId) -> bool {
        self.initial.get(tensor.index()).is_some_and(Option::is_some)
    }

    /// The record of forward inference, which propagates nothing backwards: every node gives its outputs the layouts that follow
    /// from its inputs. Its steps are the nodes in order. `shardings` are those of the main graph's values.
    pub fn of_specs(
        typed: &TypedModel<'_>,
        inferred: &Inferred,
        mesh: &Mesh,
        shardings: &IdVec<ValueId, Option<TensorSharding>>,
    ) -> Self {
        let mut build = Build::new(typed, &inferred.configuration, inferred.num_devices);
        // The shardings refer to the only mesh.
        let _ = build.problem.meshes_mut().define("mesh", mesh.clone());
        let own = build.tensors[&typed.main.id].clone();
        let mut found: Vec<Option<ShardingId>> = vec![None; build.problem.problem().tensors.len()];
        for (value, sharding) in shardings.iter() {
            if let (Some(tensor), Some(sharding)) = (own[value], sharding) {
                found[tensor.index()] = Some(build.problem.sharding(sharding.clone()));
            }
        }
        let Build { problem, tensors, ops, .. } = build;
        // Without shardings nothing propagates; the run only makes the solution, which then gets the layouts.
        let mut solution = propagate(problem.finish(), Options::default());
        for (tensor, &sharding) in found.iter().enumerate() {
            solution.problem.tensors[TensorId::from_index(tensor)].sharding = sharding;
        }
        let (initial, events) = derive(typed, inferred, (&own, &ops), &found, &solution.problem);
        let trace = Trace::of_derivation(initial.clone(), events);
        solution.outcome.steps = trace.visits.len() as u64;
        solution.outcome.visits = typed.main.order.len() as u64;
        solution.outcome.trace = Some(trace);
        Self { solution, tensors, ops, initial }
    }
}

type NodeOps<'a> = (&'a IdVec<ValueId, Option<TensorId>>, &'a [(GraphId, NodeId)]);

/// The shardings at the start, which annotations, inputs and weights have, and one event for each output of a node.
fn derive(
    typed: &TypedModel<'_>,
    inferred: &Inferred,
    (tensors, ops): NodeOps<'_>,
    found: &[Option<ShardingId>],
    problem: &Problem,
) -> (Vec<Option<ShardingId>>, Vec<Event>) {
    let main = &typed.main;
    let mut annotated = vec![false; main.graph.nodes.len()];
    for spec in inferred.specs.iter().filter(|spec| spec.graph.is_main() && spec.is_output) {
        if let Some(at) = annotated.get_mut(spec.node) {
            *at |= spec.origin == SpecOrigin::Annotation;
        }
    }
    let is_sharded = |id: ShardingId| problem.sharding_of(id).dims().iter().any(|dim| !dim.axes.is_empty());
    let mut initial = vec![None; found.len()];
    for (value, tensor) in tensors.iter() {
        let Some(tensor) = tensor else { continue };
        let is_derived = match main.graph.values[value].source {
            ValueSource::Node(node, _) => !annotated[node.index()],
            _ => false,
        };
        initial[tensor.index()] = found[tensor.index()].filter(|&id| !is_derived && is_sharded(id));
    }
    let mut op_of: IdVec<NodeId, Option<ProblemOpId>> = IdVec::filled(None, main.graph.nodes.len());
    for (op, _) in ops.iter().enumerate().filter(|(_, (graph, _))| *graph == main.id) {
        op_of[ops[op].1].get_or_insert(ProblemOpId::from_index(op));
    }
    let mut events = Vec::new();
    for &node in &main.order {
        let Some(op) = op_of[node].filter(|_| !annotated[node.index()]) else { continue };
        for tensor in main.graph.nodes[node].outputs.iter().flatten().filter_map(|&value| tensors[value]) {
            if let Some(new) = found[tensor.index()] {
                let (cause, layer) = (Cause::Op(op), Layer::default());
                events.push(Event { tensor, old: None, new, cause, layer });
            }
        }
    }
    (initial, events)
}
