//! Dimensions that are sharded part by part, so that a `Split` needs no communication.
//!
//! Models fuse products: the columns of one weight are the queries, the keys and the values, and a `Split` follows. With contiguous shards its
//! outputs would begin inside shards. But the weight is a constant, so a rank may as well store its shard of the queries, then that of the keys, then
//! that of the values: it computes its shards of all outputs. A value with such a dimension is in its usual order when it is replicated.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use partita_base::Id;
use partita_rule::FactorId;

use super::capture::captured_names;
use super::mesh_layout::shard_range;
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::signature::{Factor, FactorKind, NumberLocation, Signature, SizedNumber};
use crate::types::Dim;
use crate::typing::TypedGraph;

/// The dimension of a value that is sharded part by part, and the sizes of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) dim: usize,
    pub(crate) sizes: Arc<[u64]>,
}

impl Parts {
    /// The range of every part that a shard has. All parts are divisible by the number of shards.
    pub(crate) fn ranges(&self, shards: u64, index: u64) -> Vec<Range<u64>> {
        let mut start = 0;
        let range = |&size: &u64| {
            let own = shard_range(size, shards, index);
            let range = start + own.start..start + own.end;
            start += size;
            range
        };
        self.sizes.iter().map(range).collect()
    }
}

/// The values of a graph that have a dimension in parts.
#[derive(Clone, Debug, Default)]
pub struct PartedValues(BTreeMap<ValueId, Parts>);

impl PartedValues {
    /// The dimension of a value that is in parts.
    pub(crate) fn get(&self, value: ValueId) -> Option<&Parts> {
        self.0.get(&value)
    }
}

/// Finds the `Split`s whose input is computed from constants along the split dimension, and gives them signatures in which it passes through.
/// All parts must be divisible by the number of devices, so that no sharding is uneven.
pub fn shard_by_parts(typed: &mut TypedGraph<'_>, devices: u64) {
    if devices < 2 {
        return;
    }
    let bodies = typed.graph.nodes.iter().flat_map(|(_, node)| captured_names(node.proto));
    let captured: BTreeSet<ValueId> = bodies.filter_map(|name| typed.graph.find(name)).collect();
    for id in typed.order.clone() {
        let Some((axis, sizes)) = split_sizes(typed, id) else { continue };
        let common = sizes.iter().copied().fold(0, gcd);
        let Some(input) = typed.graph.nodes[id].inputs.first().copied().flatten() else { continue };
        if common == 0 || !common.is_multiple_of(devices) {
            continue;
        }
        let Some(chain) = constant_chain(typed, &captured, input, axis) else { continue };
        if chain.iter().any(|(value, _)| typed.parts.0.contains_key(value)) {
            continue;
        }
        let sizes: Arc<[u64]> = sizes.into();
        for (value, dim) in chain {
            typed.parts.0.insert(value, Parts { dim, sizes: Arc::clone(&sizes) });
        }
        if let Ok(signature) = &mut typed.signatures[id] {
            pass_parts(signature, axis, &sizes, common);
        }
    }
}

/// The dimension that a `Split` divides, and the sizes of its outputs.
fn split_sizes(typed: &TypedGraph<'_>, id: NodeId) -> Option<(usize, Vec<u64>)> {
    let node = &typed.graph.nodes[id];
    let signature = typed.signatures[id].as_ref().ok()?;
    if !node.proto.name_space().is_empty() || node.proto.op() != "Split" || signature.outputs.len() < 2 {
        return None;
    }
    let is_split =
        |factor: &FactorId| matches!(signature.factor(*factor).kind, FactorKind::NeedsReplication(_));
    let axis = signature.inputs.first()?.dims.iter().position(|dim| dim.iter().any(is_split))?;
    let size = |output: &crate::signature::Output| output.ty.dims.as_ref()?.get(axis)?.known();
    Some((axis, signature.outputs.iter().map(size).collect::<Option<_>>()?))
}

/// The values whose dimension passes unchanged from constants to this one, with that dimension. `None` if anything else depends on the order of
/// its elements.
fn constant_chain(
    typed: &TypedGraph<'_>,
    captured: &BTreeSet<ValueId>,
    value: ValueId,
    dim: usize,
) -> Option<Vec<(ValueId, usize)>> {
    let mut chain: Vec<(ValueId, usize)> = Vec::new();
    let mut open = vec![(value, dim)];
    while let Some((value, dim)) = open.pop() {
        let info = &typed.graph.values[value];
        let is_seen = typed.graph.outputs.contains(&value) || captured.contains(&value);
        if info.uses.len() != 1 || is_seen {
            return None;
        }
        chain.push((value, dim));
        match info.source {
            ValueSource::Node(id, output) if typed.graph.nodes[id].proto.op() != "Constant" => {
                open.extend(inputs_along(typed, id, output, dim)?);
            }
            ValueSource::Node(..) => {}
            _ if info.initializer.is_some() => {}
            _ => return None,
        }
    }
    Some(chain)
}

/// The dimensions of a node's inputs that become this dimension of its output; `None` if it does not simply pass through.
fn inputs_along(
    typed: &TypedGraph<'_>,
    id: NodeId,
    output: usize,
    dim: usize,
) -> Option<Vec<(ValueId, usize)>> {
    let node = &typed.graph.nodes[id];
    let signature = typed.signatures[id].as_ref().ok()?;
    if node.proto.attribute.iter().any(|attribute| attribute.subgraphs().next().is_some()) {
        return None;
    }
    let [factor] = signature.outputs.get(output)?.mapping.dims.get(dim)?[..] else { return None };
    if signature.factor(factor).kind != FactorKind::PassThrough {
        return None;
    }
    let others = signature.outputs.iter().enumerate().filter(|(at, _)| *at != output);
    if others.flat_map(|(_, other)| other.mapping.factors()).any(|other| other == factor) {
        return None;
    }
    let mut found = Vec::new();
    for (mapping, value) in signature.inputs.iter().zip(&node.inputs) {
        let with: Vec<usize> =
            (0..mapping.dims.len()).filter(|&dim| mapping.dims[dim].contains(&factor)).collect();
        match (with[..].first(), value) {
            (None, _) => {}
            (Some(&only), Some(value)) if with.len() == 1 && mapping.dims[only].len() == 1 => {
                found.push((*value, only));
            }
            _ => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Lets shards of the split dimension pass through. `common` divides the sizes of all parts, and a part is `common` times a minor factor: a shard has
/// the same share of every part.
fn pass_parts(signature: &mut Signature, axis: usize, sizes: &[u64], common: u64) {
    let shared = FactorId::from_index(signature.factors.len());
    signature.factors.push(Factor { size: Dim::Known(common), kind: FactorKind::PassThrough });
    let total: u64 = sizes.iter().sum();
    let Signature { factors, inputs, outputs, sized, .. } = signature;
    let mut prepend = |dim: &mut partita_rule::DimMapping, size: u64| {
        for factor in dim.iter() {
            factors[factor.index()].size = Dim::Known(size / common);
        }
        dim.insert(0, shared);
        dim.to_vec()
    };
    prepend(&mut inputs[0].dims[axis], total);
    let takes_sizes = inputs.len() > 1;
    for (at, (output, &size)) in outputs.iter_mut().zip(sizes).enumerate() {
        let factors = prepend(&mut output.mapping.dims[axis], size);
        if takes_sizes {
            sized.push(SizedNumber { location: NumberLocation::Element { input: 1, at }, factors });
        }
    }
    signature.drop_unused();
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
