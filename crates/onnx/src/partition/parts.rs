//! Dimensions that are sharded part by part, so that a `Split` needs no communication.
//!
//! Models fuse products: the columns of one weight are the queries, the keys and the values, and a `Split` follows. With contiguous shards its
//! outputs would begin inside shards. But the weight is a constant, so a rank may as well store its shard of the queries, then that of the keys, then
//! that of the values: it computes its shards of all outputs. A value with such a dimension is in its usual order when it is replicated.
//!
//! The same holds where a sequence and its batch are merged to one dimension, as in models whose sequences come first: every step is a part,
//! and a rank has its batches of all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};

use super::capture::captured_names;
use super::layouts::ValueLayouts;
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
    /// The size of all parts, if it is the same.
    pub(crate) fn equal_size(&self) -> Option<u64> {
        let first = *self.sizes.first()?;
        self.sizes.iter().all(|size| *size == first).then_some(first)
    }

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

/// Finds the `Reshape`s that merge a dimension with a sharded one behind it, such as a sequence with its batch, if every use of the merged
/// dimension leads to a `Reshape` that divides it again: the merged dimension is then sharded part by part. Returns whether there are any.
pub fn shard_merged_by_parts(typed: &mut TypedGraph<'_>, layouts: &ValueLayouts, devices: u64) -> bool {
    let bodies = typed.graph.nodes.iter().flat_map(|(_, node)| captured_names(node.proto));
    let captured: BTreeSet<ValueId> = bodies.filter_map(|name| typed.graph.find(name)).collect();
    let mut is_changed = false;
    for id in typed.order.clone() {
        let Some(merged) = merged_dim(typed, layouts, id, devices) else { continue };
        let Some((chain, ends)) = merged_chain(typed, &captured, &merged) else { continue };
        if chain.iter().any(|(value, _)| typed.parts.0.contains_key(value)) {
            continue;
        }
        let sizes: Arc<[u64]> = vec![merged.minor; merged.major as usize].into();
        for (value, dim) in chain {
            typed.parts.0.insert(value, Parts { dim, sizes: Arc::clone(&sizes) });
        }
        if let Ok(signature) = &mut typed.signatures[id] {
            put_minor_first(signature, |signature| &mut signature.outputs[0].mapping, merged.dim);
        }
        for (id, dim) in ends {
            if let Ok(signature) = &mut typed.signatures[id] {
                put_minor_first(signature, |signature| &mut signature.inputs[0], dim);
            }
        }
        is_changed = true;
    }
    is_changed
}

/// A dimension that a `Reshape` made of two others.
struct MergedDim {
    value: ValueId,
    dim: usize,
    major: u64,
    minor: u64,
}

/// The first dimension of a `Reshape`'s result that it merges from two, of which only the minor one is sharded.
fn merged_dim(typed: &TypedGraph<'_>, layouts: &ValueLayouts, id: NodeId, devices: u64) -> Option<MergedDim> {
    let node = &typed.graph.nodes[id];
    if !node.proto.name_space().is_empty() || node.proto.op() != "Reshape" {
        return None;
    }
    let signature = typed.signatures[id].as_ref().ok()?;
    let (input, value) = (node.inputs.first().copied().flatten()?, node.outputs.first().copied().flatten()?);
    let layout = layouts[input].as_ref()?;
    let sources = signature.inputs.first()?;
    // The dimension of the input that consists of this factor.
    let source = |factor: &FactorId| sources.dims.iter().position(|dim| dim[..] == [*factor]);
    let is_sharded = |dim: usize| layout.0.get(dim).is_some_and(|axes| !axes.is_empty());
    let dims = &signature.outputs.first()?.mapping.dims;
    dims.iter().enumerate().find_map(|(dim, factors)| {
        let [major, minor] = &factors[..] else { return None };
        let (from_major, from_minor) = (source(major)?, source(minor)?);
        let size = |factor: &FactorId| signature.factor(*factor).size.known();
        let (major, minor) = (size(major)?, size(minor)?);
        let is_minor_only = is_sharded(from_minor) && !is_sharded(from_major);
        (is_minor_only && minor.is_multiple_of(devices)).then_some(MergedDim { value, dim, major, minor })
    })
}

/// Values and their merged dimensions, and the nodes that divide them again, with the dimension of their input.
type MergedChain = (Vec<(ValueId, usize)>, Vec<(NodeId, usize)>);

/// All values that a merged dimension passes to. `None` if anything else depends on the order of its elements.
fn merged_chain(
    typed: &TypedGraph<'_>,
    captured: &BTreeSet<ValueId>,
    merged: &MergedDim,
) -> Option<MergedChain> {
    let (mut chain, mut ends) = (vec![(merged.value, merged.dim)], Vec::new());
    let mut at = 0;
    while let Some(&(value, dim)) = chain.get(at) {
        at += 1;
        if typed.graph.outputs.contains(&value) || captured.contains(&value) {
            return None;
        }
        for &(id, input) in &typed.graph.values[value].uses {
            let signature = typed.signatures[id].as_ref().ok()?;
            let node = &typed.graph.nodes[id];
            let factors = &signature.inputs.get(input)?.dims.get(dim)?[..];
            let size = |factor: &FactorId| signature.factor(*factor).size.known();
            if let [major, minor] = factors {
                // Each of the parts of the dimension is one of the result.
                let is_alone = |factor: &FactorId| {
                    let dims = &signature.outputs[0].mapping.dims;
                    dims.iter().filter(|dim| dim.contains(factor)).all(|dim| dim.len() == 1)
                };
                let is_divided = size(major) == Some(merged.major) && size(minor) == Some(merged.minor);
                if node.proto.op() != "Reshape"
                    || input != 0
                    || !is_divided
                    || !is_alone(major)
                    || !is_alone(minor)
                {
                    return None;
                }
                ends.push((id, dim));
                continue;
            }
            let [factor] = factors else { return None };
            let has_bodies = node.proto.attribute.iter().any(|a| a.subgraphs().next().is_some());
            if signature.factor(*factor).kind != FactorKind::PassThrough || has_bodies {
                return None;
            }
            let inputs = signature.inputs.iter().zip(&node.inputs);
            let outputs = signature.outputs.iter().map(|output| &output.mapping).zip(&node.outputs);
            for (at, (mapping, value)) in inputs.chain(outputs).enumerate() {
                let with = || (0..mapping.dims.len()).filter(|&dim| mapping.dims[dim].contains(factor));
                let Some(other) = with().next() else { continue };
                let is_plain = with().count() == 1 && mapping.dims[other].len() == 1;
                let is_known = value.is_some_and(|value| chain.contains(&(value, other)));
                match (is_plain, *value) {
                    (true, Some(value)) if at >= signature.inputs.len() && !is_known => {
                        chain.push((value, other))
                    }
                    (true, Some(_)) if is_known => {}
                    (true, None) => {}
                    _ => return None,
                }
            }
        }
    }
    (!ends.is_empty()).then_some((chain, ends))
}

/// Makes the minor factor of a dimension of two the one that is sharded.
fn put_minor_first(
    signature: &mut Signature,
    mapping: impl Fn(&mut Signature) -> &mut TensorMapping,
    dim: usize,
) {
    let factors = &mut mapping(signature).dims[dim];
    factors.reverse();
    if let Some(&major) = factors.get(1) {
        signature.factors[major.index()].kind = FactorKind::NeedsReplication(PARTS);
    }
}

const PARTS: &str = "the dimension behind it is sharded";

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
