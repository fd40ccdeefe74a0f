//! Signatures of look-ups that read every position in order, and so move elements like a reshape or a transpose.

use partita_rule::{DimMapping, FactorId};

use super::TypedGraph;
use super::positions::Positions;
use crate::graph::NodeId;
use crate::signature::{FactorKind, Signature};

/// Lets shardings pass through look-ups by the positions themselves: a looked-up dimension has the factors of the dimensions of the indices that
/// count its positions. The indices of a shard are then relative to the shard.
pub fn pass_through_lookups(typed: &mut TypedGraph<'_>) {
    let is_lookup = |id: &NodeId| {
        let node = typed.graph.nodes[*id].proto;
        node.name_space().is_empty() && matches!(node.op(), "Gather" | "GatherND" | "GatherElements")
    };
    let found: Vec<NodeId> = typed.order.iter().copied().filter(is_lookup).collect();
    if found.is_empty() {
        return;
    }
    let positions = Positions::find(typed);
    for id in found {
        if let Some(signature) = lookup_signature(typed, id, &positions) {
            typed.signatures[id] = Ok(signature);
        }
    }
}

fn lookup_signature(typed: &TypedGraph<'_>, id: NodeId, positions: &Positions) -> Option<Signature> {
    let node = &typed.graph.nodes[id];
    let (data, indices) = (node.inputs.first().copied()??, node.inputs.get(1).copied()??);
    let mut signature = typed.signatures[id].as_ref().ok()?.clone();
    let sizes = typed.types[data].shape()?;
    let shape = typed.types[indices].shape()?;
    let number = |name: &str| node.proto.attribute(name).and_then(|number| number.i).unwrap_or(0);
    // The first looked-up dimension, the numbers of each of them, and the dimensions of the indices that are not the tuple.
    let (first, parts, outer) = match node.proto.op() {
        "GatherND" => {
            let outer = shape.split_last()?.1;
            (number("batch_dims"), positions.tuple(indices)?, outer)
        }
        _ => {
            let axis = number("axis");
            let axis = if axis < 0 { axis + i64::try_from(sizes.len()).ok()? } else { axis };
            (axis, &[Some(positions.affine(indices)?.clone())][..], &shape[..])
        }
    };
    let first = usize::try_from(first).ok()?;
    let mut used: Vec<FactorId> =
        (signature.inputs[0].dims.iter()).flat_map(|dim| dim.iter().copied()).collect();
    let mut changed = false;
    for (dim, part) in (first..sizes.len()).zip(parts) {
        let is_looked_up = |factor: &FactorId| signature.factor(*factor).kind == FactorKind::Lookup;
        let counted = part.as_ref().and_then(|part| part.counts(outer, sizes[dim]));
        let Some(counted) = counted else { continue };
        if !signature.inputs[0].dims[dim].iter().any(is_looked_up) {
            continue;
        }
        let factors = counted.iter().map(|&at| match signature.inputs[1].dims[at][..] {
            [factor] => Some(factor),
            _ => None,
        });
        let Some(factors) = factors.collect::<Option<Vec<FactorId>>>() else { continue };
        // One dimension of the indices counts one dimension of the data; a diagonal is looked up.
        if factors.iter().any(|factor| used.contains(factor)) {
            continue;
        }
        used.extend(&factors);
        signature.inputs[0].dims[dim] = DimMapping::from(factors);
        changed = true;
    }
    signature.drop_unused();
    changed.then_some(signature)
}
