//! Signatures of look-ups that read every position in order, and so move elements like a reshape or a transpose.

use partita_base::Id;
use partita_rule::{DimMapping, FactorId};

use super::TypedGraph;
use super::positions::{Affine, InBlocks, Positions};
use crate::graph::NodeId;
use crate::signature::{Factor, FactorKind, Signature};
use crate::types::Dim;

/// Lets shardings pass through look-ups by the positions themselves: a looked-up dimension has the factors of the dimensions of the indices that
/// count its positions, or its blocks if only the place in a block is computed. The indices of a shard are then relative to the shard.
pub fn pass_through_lookups(typed: &mut TypedGraph<'_>) {
    let is_lookup = |id: &NodeId| {
        let node = typed.graph.nodes[*id].proto;
        node.name_space().is_empty()
            && matches!(node.op(), "Gather" | "GatherND" | "GatherElements" | "ScatterND")
    };
    let found: Vec<NodeId> = typed.order.iter().copied().filter(is_lookup).collect();
    if found.is_empty() {
        return;
    }
    let positions = Positions::find(typed);
    for id in found {
        let signature = match typed.graph.nodes[id].proto.op() {
            "ScatterND" => scatter_signature(typed, id, &positions),
            _ => lookup_signature(typed, id, &positions),
        };
        if let Some(signature) = signature {
            typed.signatures[id] = Ok(signature);
        }
    }
}

/// Positions along a looked-up dimension.
enum Looked<'p> {
    /// Known positions.
    At(&'p Affine),
    /// Positions that are known up to the place in a block.
    Within(&'p InBlocks),
}

impl Looked<'_> {
    /// The dimensions of the indices that count the elements or the blocks of a dimension, and the length of a block.
    fn counts(&self, shape: &[u64], size: u64) -> Option<(Vec<usize>, u64)> {
        match self {
            Looked::At(affine) => match affine.counts(shape, size) {
                Some(counted) => Some((counted, 1)),
                None => affine.counts_around(shape, size),
            },
            Looked::Within(InBlocks { starts, length }) => {
                Some((starts.counts_blocks(shape, size, *length)?, *length))
            }
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
            let parts = positions.tuple(indices)?.iter().map(|part| part.as_ref().map(Looked::At));
            (number("batch_dims"), parts.collect(), outer)
        }
        _ => {
            let axis = number("axis");
            let axis = if axis < 0 { axis + i64::try_from(sizes.len()).ok()? } else { axis };
            let known = positions.affine(indices).map(Looked::At);
            let looked = known.or_else(|| positions.in_blocks(indices).map(Looked::Within))?;
            (axis, vec![Some(looked)], &shape[..])
        }
    };
    let first = usize::try_from(first).ok()?;
    let mut used: Vec<FactorId> =
        (signature.inputs[0].dims.iter()).flat_map(|dim| dim.iter().copied()).collect();
    let mut changed = false;
    for (dim, part) in (first..sizes.len()).zip(parts) {
        let is_looked_up = |factor: &FactorId| signature.factor(*factor).kind == FactorKind::Lookup;
        let counted = part.and_then(|part: Looked<'_>| part.counts(outer, sizes[dim]));
        let Some((counted, block)) = counted else { continue };
        if !signature.inputs[0].dims[dim].iter().any(is_looked_up) {
            continue;
        }
        let factors = counted.iter().map(|&at| match signature.inputs[1].dims[at][..] {
            [factor] => Some(factor),
            _ => None,
        });
        let Some(mut factors) = factors.collect::<Option<Vec<FactorId>>>() else { continue };
        // One dimension of the indices counts one dimension of the data; a diagonal is looked up.
        if factors.iter().any(|factor| used.contains(factor)) {
            continue;
        }
        used.extend(&factors);
        if block > 1 {
            factors.push(FactorId::from_index(signature.factors.len()));
            let kind = FactorKind::NeedsReplication("positions within a block are looked up");
            signature.factors.push(Factor { size: Dim::Known(block), kind });
        }
        signature.inputs[0].dims[dim] = DimMapping::from(factors);
        changed = true;
    }
    signature.drop_unused();
    changed.then_some(signature)
}

/// The signature of a `ScatterND` whose updates are in the order of what they are written to, such as an assignment to a slice: a written dimension has
/// the factor of the dimension of the updates that counts its positions.
fn scatter_signature(typed: &TypedGraph<'_>, id: NodeId, positions: &Positions) -> Option<Signature> {
    let node = &typed.graph.nodes[id];
    let (data, indices) = (node.inputs.first().copied()??, node.inputs.get(1).copied()??);
    let mut signature = typed.signatures[id].as_ref().ok()?.clone();
    let (sizes, shape) = (typed.types[data].shape()?, typed.types[indices].shape()?);
    let outer = shape.split_last()?.1;
    let mut used: Vec<FactorId> = Vec::new();
    for (dim, part) in positions.tuple(indices)?.iter().enumerate() {
        let counted = part.as_ref().and_then(|part| part.counts(outer, *sizes.get(dim)?));
        let Some([at]) = counted.as_deref() else { continue };
        let Some([factor]) = signature.inputs[1].dims.get(*at).map(|factors| &factors[..]) else { continue };
        let factor = *factor;
        if used.contains(&factor) {
            continue;
        }
        used.push(factor);
        signature.factors[factor.index()].kind = FactorKind::PassThrough;
        signature.inputs[0].dims[dim] = DimMapping::from(vec![factor]);
        signature.outputs[0].mapping.dims[dim] = DimMapping::from(vec![factor]);
    }
    signature.drop_unused();
    (!used.is_empty()).then_some(signature)
}
