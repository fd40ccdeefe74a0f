//! The main graph of a model in the form that `partita_place::plan` chooses layouts for.

use std::rc::Rc;

use partita_base::{Id, IdVec};
use partita_cost::{Device, Work};
use partita_mesh::TensorSharding;
use partita_place::plan::{Allowed, Collectives, OpLoad, OpSums, PlanAxes, PlanOp, PlanProgram, PlanTensor};
use partita_place::{Abilities, DimFactors, Factors, Role};
use partita_rule::FactorId;

use super::capture::captured_names;
use super::emit::has_bodies;
use super::lower::{Plain, may_shard};
use super::node_work::{is_folded, node_work};
use super::origins::find_origins;
use super::placement::{NodeTensor, factors};
use super::reshard::GlobalTensor;
use super::sums::op_sums;
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::memory::{is_view, last_uses};
use crate::signature::{FactorKind, Signature};
use crate::types::ElementType;
use crate::typing::TypedGraph;

/// A model to plan, and what its parts are in the graph.
pub struct PlannedModel {
    /// Tensors, ops and what they cost.
    pub program: PlanProgram,
    /// The value of each tensor; `None` for what the model returns.
    pub values: Vec<Option<ValueId>>,
    /// The input or weight that each value is in another layout or element type; by value.
    pub origins: IdVec<ValueId, Option<ValueId>>,
    /// Nodes without a rule, so that every device needs all of their inputs.
    pub unruled: Vec<NodeId>,
}

/// Describes the main graph of a model for planning. `given` are shardings that stay.
pub fn plan_model(
    typed: &TypedGraph<'_>,
    axes: &PlanAxes,
    device: &Device,
    given: &[(ValueId, TensorSharding)],
) -> PlannedModel {
    let graph = &typed.graph;
    let values: Vec<Option<ValueId>> = graph.values.ids().map(Some).collect();
    let origins = find_origins(typed, |value| is_stored(typed, value));
    let mut planned = PlannedModel { program: PlanProgram::default(), values, origins, unruled: Vec::new() };
    let live = lifetimes(typed);
    for value in graph.values.ids() {
        let ty = &typed.types[value];
        let allowed = given.iter().find(|(own, _)| *own == value);
        planned.program.tensors.push(PlanTensor {
            shape: ty.shape().unwrap_or_default(),
            bits: ty.element.map_or(32, ElementType::bits),
            live: live[value],
            allowed: allowed.map_or(Allowed::Any, |(_, sharding)| axes.restriction(sharding)),
        });
    }
    planned.program.arguments =
        graph.values.ids().filter(|&value| is_stored(typed, value)).map(Id::index).collect();
    let counts = axes.shard_counts();
    // The bodies of a node read complete values.
    let mut is_captured: IdVec<ValueId, bool> = IdVec::filled(false, graph.values.len());
    for &id in &typed.order {
        let captured = captured_names(graph.nodes[id].proto).into_iter().filter_map(|name| graph.find(name));
        captured.for_each(|value| is_captured[value] = true);
    }
    for &id in &typed.order {
        let mut op = plan_op(typed, id, &counts, device);
        if let Some(op) = &mut op {
            op.sums = op_sums(typed, id, |value| is_captured[value]);
        }
        if op.is_none() {
            planned.unruled.push(id);
        }
        planned.program.ops.extend(op.or_else(|| unruled_op(typed, id, device)));
    }
    planned.program.collectives = Collectives::GatherAndReduce;
    for (at, &output) in graph.outputs.iter().enumerate() {
        let tensor = planned.program.tensors[output.index()].clone();
        planned.program.results.push(planned.program.tensors.len());
        planned.program.tensors.push(PlanTensor { live: (0, 0), allowed: Allowed::Any, ..tensor });
        planned.values.push(None);
        planned.program.returned.push((output.index(), at));
    }
    planned
}

/// Whether a value is an input of the model or an initialiser.
fn is_stored(typed: &TypedGraph<'_>, value: ValueId) -> bool {
    !matches!(typed.graph.values[value].source, ValueSource::Node(..) | ValueSource::Missing)
}

/// When every value is in memory: from the node that computes it to its last use. Inputs and weights always are.
/// A view has no memory of its own; what it shows is in memory as long as the view is used.
fn lifetimes(typed: &TypedGraph<'_>) -> IdVec<ValueId, (u32, u32)> {
    let graph = &typed.graph;
    let end = typed.order.len() as u32 + 2;
    let mut last = last_uses(typed);
    graph.outputs.iter().for_each(|&output| last[output] = typed.order.len() + 1);
    for &id in typed.order.iter().rev() {
        let node = &graph.nodes[id];
        if let (true, Some(Some(seen)), Some(Some(view))) =
            (is_view(node.proto), node.inputs.first(), node.outputs.first())
        {
            last[*seen] = last[*seen].max(last[*view]);
        }
    }
    let mut live = IdVec::filled((0, 0), graph.values.len());
    for value in graph.values.ids().filter(|&value| is_stored(typed, value)) {
        live[value] = (0, end);
    }
    for (at, &id) in typed.order.iter().enumerate() {
        let node = &graph.nodes[id];
        if is_view(node.proto) || is_folded(typed, id) {
            continue;
        }
        let born = at as u32 + 1;
        for &output in node.outputs.iter().flatten() {
            live[output] = (born, (last[output] as u32 + 1).max(born + 1));
        }
    }
    live
}

/// A node as an op, if its rule and its shapes are known.
fn plan_op(typed: &TypedGraph<'_>, id: NodeId, counts: &[u64], device: &Device) -> Option<PlanOp> {
    let node = &typed.graph.nodes[id];
    if is_folded(typed, id) || node.inputs.iter().flatten().next().is_none() {
        return free_op(typed, id);
    }
    let signature = typed.signatures[id].as_ref().ok().filter(|_| !has_bodies(node.proto))?;
    let shape = |value: &Option<ValueId>| match value {
        Some(value) => typed.types[*value].shape().map(Some),
        None => Some(None),
    };
    let inputs: Vec<Option<Vec<u64>>> = node.inputs.iter().map(shape).collect::<Option<_>>()?;
    let outputs: Vec<Option<Vec<u64>>> = node.outputs.iter().map(shape).collect::<Option<_>>()?;
    if inputs.iter().chain(&outputs).flatten().any(|shape| shape.contains(&0)) {
        return None;
    }
    let element = |value: &Option<ValueId>| {
        value.and_then(|value| typed.types[value].element).unwrap_or(ElementType::Float)
    };
    let mappings = signature.inputs.iter().map(Some).chain(std::iter::repeat(None)).take(inputs.len());
    let results = signature.outputs.iter().map(|output| Some(&output.mapping)).chain(std::iter::repeat(None));
    let around: Vec<Option<NodeTensor<'_>>> = (node.inputs.iter().zip(&inputs).zip(mappings))
        .chain(node.outputs.iter().zip(&outputs).zip(results))
        .map(|((value, shape), mapping)| {
            let dims = typed.types[(*value)?].dims.as_deref().unwrap_or_default();
            let global = GlobalTensor { shape: shape.as_ref()?, dims, parts: None, element: element(value) };
            Some(NodeTensor { global, mapping, layouts: Vec::new(), is_stored: false })
        })
        .collect();
    let tensors: Vec<Option<&NodeTensor<'_>>> = around.iter().map(Option::as_ref).collect();
    let all = factors(signature, &tensors, inputs.len());
    let shapes: Vec<Vec<u64>> = inputs.iter().map(|shape| shape.clone().unwrap_or_default()).collect();
    let first = node.inputs.first().copied().flatten().and_then(|value| typed.types[value].element);
    let opset = typed.opsets.version("");
    let plain = Plain { node: node.proto, signature, shapes: &shapes, element: first, opset };
    let factors = shardable(typed, id, &plain, all, counts);
    let is_elementwise = is_elementwise(signature);
    Some(PlanOp { is_elementwise, ..with_load(typed, id, factors, device) })
}

/// The factors that the lowering of an op can shard into any number of shards of the mesh. A factor whose shards
/// exchange statistics or candidates is left alone: the model has no price for that.
fn shardable(
    typed: &TypedGraph<'_>,
    id: NodeId,
    plain: &Plain<'_>,
    factors: Factors,
    counts: &[u64],
) -> Factors {
    let roles = factors.roles.iter().enumerate().map(|(at, &role)| {
        let factor = FactorId::from_index(at);
        let mut fitting = counts.iter().filter(|&&count| factors.sizes[at].is_multiple_of(count));
        let kind = &plain.signature.factor(factor).kind;
        let is_exchanged = matches!(kind, FactorKind::Statistics | FactorKind::Ordered(_));
        let may = !is_exchanged && fitting.all(|&count| may_shard(plain, factor, count));
        if may { role } else { Role::Replicated }
    });
    let roles = roles.collect();
    let mut present: Vec<Vec<DimFactors>> = Vec::new();
    let node = &typed.graph.nodes[id];
    for (value, dims) in node.inputs.iter().chain(&node.outputs).zip(&factors.tensors) {
        if value.is_some() {
            present.push(dims.clone());
        }
    }
    Factors::with_roles(factors.sizes.clone(), roles, present, node.inputs.iter().flatten().count())
}

/// A node that every device runs on all of its inputs.
fn unruled_op(typed: &TypedGraph<'_>, id: NodeId, device: &Device) -> Option<PlanOp> {
    let node = &typed.graph.nodes[id];
    let rank =
        |value: &ValueId| vec![DimFactors::new(); typed.types[*value].shape().map_or(0, |shape| shape.len())];
    let values = node.inputs.iter().chain(&node.outputs).flatten();
    let operands = node.inputs.iter().flatten().count();
    let factors = Factors::with_roles(Vec::new(), Vec::new(), values.map(rank).collect(), operands);
    Some(with_load(typed, id, factors, device)).filter(|op| !op.results.is_empty())
}

/// A node whose results every device has anyway.
fn free_op(typed: &TypedGraph<'_>, id: NodeId) -> Option<PlanOp> {
    let results: Vec<usize> =
        typed.graph.nodes[id].outputs.iter().flatten().map(|value| value.index()).collect();
    let rank = |&at: &usize| {
        let shape = typed.types[ValueId::from_index(at)].shape();
        vec![DimFactors::new(); shape.map_or(0, |shape| shape.len())]
    };
    let factors = Factors::with_roles(Vec::new(), Vec::new(), results.iter().map(rank).collect(), 0);
    Some(PlanOp {
        factors: Rc::new(factors),
        abilities: Abilities { partial: false, windows: false, work: Work::Memory },
        operands: Vec::new(),
        results,
        load: OpLoad::default(),
        runs: 1.0,
        carried: None,
        is_elementwise: true,
        sums: OpSums::default(),
    })
}

fn with_load(typed: &TypedGraph<'_>, id: NodeId, factors: Factors, device: &Device) -> PlanOp {
    let node = &typed.graph.nodes[id];
    let number = |values: &[Option<ValueId>]| values.iter().flatten().map(|value| value.index()).collect();
    let present = |(at, _): (usize, &ValueId)| at;
    let given: Vec<usize> = node
        .inputs
        .iter()
        .enumerate()
        .filter_map(|(at, value)| Some((at, value.as_ref()?)))
        .map(present)
        .collect();
    let load = node_work(typed, id, device).map_or_else(OpLoad::default, |work| OpLoad {
        reads: given.iter().map(|&at| work.reads[at]).collect(),
        writes: work.writes,
        instructions: work.instructions,
        kernels: 1.0,
        product: work.product,
        ..OpLoad::default()
    });
    let mut load = load;
    load.reads.resize(given.len(), 0.0);
    PlanOp {
        factors: Rc::new(factors),
        abilities: Abilities { partial: true, windows: true, work: Work::Memory },
        operands: number(&node.inputs),
        results: number(&node.outputs),
        load,
        runs: 1.0,
        carried: None,
        is_elementwise: false,
        sums: OpSums::default(),
    }
}

/// Whether every element of the only result is computed from one element of each input.
fn is_elementwise(signature: &Signature) -> bool {
    let [output] = &signature.outputs[..] else { return false };
    signature.factors.iter().all(|factor| factor.kind == FactorKind::PassThrough)
        && output.mapping.dims.iter().all(|dim| dim.len() == 1)
}
