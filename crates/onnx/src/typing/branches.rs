//! Signatures of `If` that include the values which its branches capture.

use std::collections::BTreeMap;

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};

use super::TypedGraph;
use super::compose::Classes;
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::signature::{Factor, FactorKind, Output, Signature};
use crate::types::TensorType;

const INSIDE: &str = "a node of a branch needs it replicated";

/// A dimension around an `If`: of a captured value or of an output, both by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BranchDim {
    Captured(usize, usize),
    Output(usize, usize),
}

/// Gives every `If` of the main graph a signature that has the values which its branches capture as further inputs: a dimension passes through if it
/// does in both branches.
pub fn pass_through_branches(typed: &mut TypedGraph<'_>) {
    for id in typed.order.clone() {
        let node = &typed.graph.nodes[id];
        if !node.proto.name_space().is_empty() || node.proto.op() != "If" || typed.signatures[id].is_err() {
            continue;
        }
        if let Some((signature, captured)) = branch_signature(typed, id) {
            typed.signatures[id] = Ok(signature);
            typed.captured.insert(id, captured);
        }
    }
}

fn branch_signature(typed: &TypedGraph<'_>, id: NodeId) -> Option<(Signature, Vec<ValueId>)> {
    let names = match typed.taken.get(&id) {
        Some(taken) => vec![*taken],
        None => vec!["then_branch", "else_branch"],
    };
    let bodies = names.iter().map(|name| typed.bodies.get(&(id, *name, 0)));
    let bodies: Vec<&TypedGraph<'_>> = bodies.collect::<Option<_>>()?;
    let old = typed.signatures[id].as_ref().ok()?;
    let mut captured: Vec<ValueId> = Vec::new();
    for body in &bodies {
        for (_, value) in body.graph.values.iter().filter(|(_, value)| value.source == ValueSource::Outer) {
            captured.extend(typed.graph.find(value.name));
        }
    }
    captured.sort_unstable();
    captured.dedup();
    let outputs: Vec<TensorType> = old.outputs.iter().map(|output| output.ty.clone()).collect();
    let places = |types: &[TensorType], place: fn(usize, usize) -> BranchDim| -> Vec<BranchDim> {
        let dims =
            |(at, ty): (usize, &TensorType)| (0..ty.rank().unwrap_or(0)).map(move |dim| place(at, dim));
        types.iter().enumerate().flat_map(dims).collect()
    };
    let types: Vec<TensorType> = captured.iter().map(|value| typed.types[*value].clone()).collect();
    let all = [places(&types, BranchDim::Captured), places(&outputs, BranchDim::Output)].concat();
    let mut groups = Groups::new(&all);
    for body in bodies {
        let mut classes = Classes::of_branch(body);
        let mut first: BTreeMap<usize, BranchDim> = BTreeMap::new();
        for &place in &all {
            let found = match place {
                BranchDim::Captured(at, dim) => {
                    let name = typed.graph.values[captured[at]].name;
                    // A branch that does not use the value does not restrict it.
                    let Some(value) = body.graph.find(name) else { continue };
                    classes.class(value, dim)
                }
                BranchDim::Output(at, dim) => {
                    body.graph.outputs.get(at).and_then(|value| classes.class(*value, dim))
                }
            };
            match found {
                Some((class, false)) => match first.get(&class) {
                    Some(&other) => groups.join(place, other),
                    None => drop(first.insert(class, place)),
                },
                _ => groups.refuse(place),
            }
        }
    }
    let formal = typed.graph.nodes[id].inputs.len();
    let mut signature = Signature { inputs: vec![TensorMapping::default(); formal], ..Signature::default() };
    let mut factors: BTreeMap<usize, FactorId> = BTreeMap::new();
    let mut mapping =
        |ty: &TensorType, at: usize, place: fn(usize, usize) -> BranchDim, all: &mut Vec<Factor>| {
            let dims = ty.dims.as_deref().unwrap_or_default();
            let mut seen = Vec::new();
            TensorMapping::new(dims.iter().enumerate().map(|(dim, size)| {
                let group = groups.of(place(at, dim)).filter(|group| !seen.contains(group));
                seen.extend(group);
                let mut new = |kind: FactorKind| {
                    all.push(Factor { size: size.clone(), kind });
                    FactorId::from_index(all.len() - 1)
                };
                match group {
                    Some(group) => {
                        vec![*factors.entry(group).or_insert_with(|| new(FactorKind::PassThrough))]
                    }
                    None => vec![new(FactorKind::NeedsReplication(INSIDE))],
                }
            }))
        };
    for (at, ty) in types.iter().enumerate() {
        let mapping = mapping(ty, at, BranchDim::Captured, &mut signature.factors);
        signature.inputs.push(mapping);
    }
    for (at, ty) in outputs.into_iter().enumerate() {
        let mapping = mapping(&ty, at, BranchDim::Output, &mut signature.factors);
        signature.outputs.push(Output { ty, mapping });
    }
    lost_factors_are_replicated(&mut signature);
    signature.drop_unused();
    Some((signature, captured))
}

/// A factor that an output lacks would leave shards of a result that every rank must have; one that no captured value has cannot be
/// sharded by the branches.
fn lost_factors_are_replicated(signature: &mut Signature) {
    for at in 0..signature.factors.len() {
        let factor = FactorId::from_index(at);
        let has = |mapping: &TensorMapping| mapping.factors().any(|other| other == factor);
        let in_all = signature.outputs.iter().all(|output| has(&output.mapping));
        if !in_all || !signature.inputs.iter().any(has) {
            signature.factors[at].kind = FactorKind::NeedsReplication(INSIDE);
        }
    }
}

/// Dimensions that are sharded together.
struct Groups {
    index: BTreeMap<BranchDim, usize>,
    parent: Vec<usize>,
    refused: Vec<bool>,
}

impl Groups {
    fn new(places: &[BranchDim]) -> Self {
        let index = places.iter().enumerate().map(|(at, place)| (*place, at)).collect();
        Self { index, parent: (0..places.len()).collect(), refused: vec![false; places.len()] }
    }

    fn root(&self, place: BranchDim) -> Option<usize> {
        let mut at = *self.index.get(&place)?;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        Some(at)
    }

    fn join(&mut self, a: BranchDim, b: BranchDim) {
        let (Some(a), Some(b)) = (self.root(a), self.root(b)) else { return };
        self.parent[b] = a;
        self.refused[a] |= self.refused[b];
    }

    fn refuse(&mut self, place: BranchDim) {
        if let Some(root) = self.root(place) {
            self.refused[root] = true;
        }
    }

    /// The group of a dimension that may be sharded.
    fn of(&self, place: BranchDim) -> Option<usize> {
        self.root(place).filter(|root| !self.refused[*root])
    }
}
