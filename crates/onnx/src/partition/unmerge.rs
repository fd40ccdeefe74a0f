//! Dimensions that a model merges and divides again, such as batches and heads around a product of matrices.
//!
//! A contiguous shard of a merged dimension is a shard of its first part only. But where every use of it leads to nodes that divide it again at
//! the same places, nothing depends on its being one dimension: for shardings such a value has the parts as dimensions of their own, each with its own
//! axes. The nodes of a rank still see one merged dimension, which has the local sizes of the parts.

use std::collections::{BTreeMap, BTreeSet};

use partita_base::Id;
use partita_rule::{DimMapping, FactorId, TensorMapping};

use super::build::LocalSize;
use super::capture::captured_names;
use super::emit::{has_bodies, known_integers};
use super::lower::{ByShape, lowered_by_shape};
use crate::graph::{NodeId, ValueId, ValueSource};
use crate::signature::{Factor, FactorKind, Signature};
use crate::types::Dim;
use crate::typing::TypedGraph;

const STATISTICS: &str = "a dimension of the tensor is merged of several";

/// The values that have more dimensions for shardings than in the model: for each dimension of the model, how many it has.
#[derive(Clone, Debug, Default)]
pub struct MergedValues(BTreeMap<ValueId, Vec<usize>>);

impl MergedValues {
    /// For every dimension of the model, the number of dimensions that it is merged of; `None` if all are single.
    pub(crate) fn get(&self, value: ValueId) -> Option<&[usize]> {
        self.0.get(&value).map(Vec::as_slice)
    }
}

/// The sizes of a shard with merged dimensions apart. Unknown sizes are those of the merged shard.
pub(crate) fn divided_sizes(groups: &[usize], dims: &[Dim], local: &[u64]) -> Vec<LocalSize> {
    let mut sizes = Vec::new();
    for (merged, &count) in groups.iter().enumerate() {
        for _ in 0..count {
            let at = sizes.len();
            sizes.push(match dims[at].known() {
                Some(_) => LocalSize::Known(local[at]),
                None if count == 1 => LocalSize::Like(merged),
                None => LocalSize::Rest,
            });
        }
    }
    sizes
}

/// The sizes of a shard with its dimensions merged. Unknown sizes are those of the shard with its dimensions apart.
pub(crate) fn merged_sizes(groups: &[usize], dims: &[Dim], local: &[u64]) -> Vec<LocalSize> {
    let mut start = 0;
    let merge = |&count: &usize| {
        let range = start..start + count;
        start += count;
        match dims[range.clone()].iter().all(|dim| dim.known().is_some()) {
            true => LocalSize::Known(local[range].iter().product()),
            false if count == 1 => LocalSize::Like(range.start),
            false => LocalSize::Rest,
        }
    };
    groups.iter().map(merge).collect()
}

/// Sizes of a shard with its dimensions merged, in terms of that shard instead of the one with its dimensions apart.
pub(crate) fn like_merged(sizes: &[LocalSize]) -> Vec<LocalSize> {
    let like = |(at, size): (usize, &LocalSize)| match size {
        LocalSize::Known(size) => LocalSize::Known(*size),
        LocalSize::Like(_) | LocalSize::Rest => LocalSize::Like(at),
    };
    sizes.iter().enumerate().map(like).collect()
}

/// Gives the values whose dimensions are merged and divided again these dimensions apart, and the nodes around them signatures for it. Tensors for which
/// `is_given` has a sharding stay as they are.
pub fn unmerge_dims(typed: &mut TypedGraph<'_>, is_given: &dyn Fn(&str) -> bool) {
    let bodies = typed.graph.nodes.iter().flat_map(|(_, node)| captured_names(node.proto));
    let captured: BTreeSet<ValueId> = bodies.filter_map(|name| typed.graph.find(name)).collect();
    for id in typed.order.clone() {
        let outputs = typed.graph.nodes[id].outputs.clone();
        for (at, value) in outputs.iter().enumerate() {
            let Some(value) = *value else { continue };
            let Ok(signature) = &typed.signatures[id] else { continue };
            let Some(output) = signature.outputs.get(at) else { continue };
            let is_merged = |dim: &usize| output.mapping.dims[*dim].len() > 1;
            let merged: Vec<usize> = (0..output.mapping.dims.len()).filter(is_merged).collect();
            // A value is divided along one dimension: the positions of others would change.
            let found = merged.into_iter().find_map(|dim| {
                let mut region = MergedRegion::default();
                region.grow(typed, &captured, is_given, (value, dim))?;
                region.parts(typed).map(|parts| (region, parts))
            });
            if let Some((region, parts)) = found {
                region.divide(typed, &parts);
            }
        }
    }
}

/// A tensor of a node, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NodePlace {
    Input(usize),
    Output(usize),
}

impl NodePlace {
    fn mapping(self, signature: &Signature) -> Option<&TensorMapping> {
        match self {
            NodePlace::Input(at) => signature.inputs.get(at),
            NodePlace::Output(at) => signature.outputs.get(at).map(|output| &output.mapping),
        }
    }

    fn mapping_mut(self, signature: &mut Signature) -> Option<&mut TensorMapping> {
        match self {
            NodePlace::Input(at) => signature.inputs.get_mut(at),
            NodePlace::Output(at) => signature.outputs.get_mut(at).map(|output| &mut output.mapping),
        }
    }
}

/// The values that a merged dimension passes to, and the nodes around them.
#[derive(Default)]
struct MergedRegion {
    /// The values, each with its merged dimension.
    values: BTreeMap<ValueId, usize>,
    /// The tensors of every node that have the dimension.
    nodes: BTreeMap<NodeId, BTreeMap<NodePlace, usize>>,
    /// The inputs of nodes that are not run, because their results are known, such as the shape of a value.
    unread: Vec<(NodeId, usize)>,
}

impl MergedRegion {
    /// Adds all values that have the dimension. `None` if it has to stay merged for one of them.
    fn grow(
        &mut self,
        typed: &TypedGraph<'_>,
        captured: &BTreeSet<ValueId>,
        is_given: &dyn Fn(&str) -> bool,
        first: (ValueId, usize),
    ) -> Option<()> {
        let mut open = vec![first];
        while let Some((value, dim)) = open.pop() {
            if let Some(&known) = self.values.get(&value) {
                if known != dim {
                    return None;
                }
                continue;
            }
            let info = &typed.graph.values[value];
            let parts = typed.parts.get(value);
            let (maker, is_fixed) = match info.source {
                ValueSource::Node(maker, output) => {
                    let is_fixed =
                        typed.contents[value].is_some() || parts.is_some_and(|parts| parts.dim == dim);
                    (Some((maker, NodePlace::Output(output))), is_fixed)
                }
                // Ranks store their shards of a constant, whatever its shards are.
                ValueSource::Initializer(_) => (None, parts.is_some()),
                _ => return None,
            };
            let is_fixed = is_fixed
                || typed.graph.outputs.contains(&value)
                || captured.contains(&value)
                || typed.merged.get(value).is_some()
                || is_given(info.name);
            if is_fixed {
                return None;
            }
            self.values.insert(value, dim);
            let uses = info.uses.iter().map(|&(id, at)| (id, NodePlace::Input(at)));
            for (id, place) in uses.chain(maker) {
                open.extend(self.visit(typed, id, place, dim)?);
            }
        }
        Some(())
    }

    /// Adds a tensor of a node, and returns the other tensors that have the dimension.
    fn visit(
        &mut self,
        typed: &TypedGraph<'_>,
        id: NodeId,
        place: NodePlace,
        dim: usize,
    ) -> Option<Vec<(ValueId, usize)>> {
        let node = &typed.graph.nodes[id];
        if has_bodies(node.proto) || !node.proto.device_configurations.is_empty() {
            return None;
        }
        if let NodePlace::Input(at) = place
            && node.outputs.iter().flatten().all(|output| known_integers(typed, *output).is_some())
        {
            self.unread.push((id, at));
            return Some(Vec::new());
        }
        // A node without a rule takes replicated inputs.
        let Ok(signature) = &typed.signatures[id] else { return Some(Vec::new()) };
        let factors = place.mapping(signature)?.dims.get(dim)?;
        let depends = match lowered_by_shape(node.proto) {
            ByShape::No => false,
            ByShape::Axis => looked_up_factors(typed, id, signature)?.iter().any(|own| factors.contains(own)),
            ByShape::All => true,
        };
        if depends || !signature.windows.is_empty() {
            return None;
        }
        self.nodes.entry(id).or_default().insert(place, dim);
        // Only a dimension with equal elements is generated by shards.
        let passes = |factor: &FactorId| {
            let kind = &signature.factor(*factor).kind;
            matches!(kind, FactorKind::PassThrough | FactorKind::Generated | FactorKind::Unread)
        };
        let [factor] = factors[..] else { return factors.iter().all(passes).then(Vec::new) };
        if !passes(&factor) && !matches!(signature.factor(factor).kind, FactorKind::NeedsReplication(_)) {
            return None;
        }
        let inputs = (0..signature.inputs.len()).map(|at| (NodePlace::Input(at), node.inputs.get(at)));
        let outputs = (0..signature.outputs.len()).map(|at| (NodePlace::Output(at), node.outputs.get(at)));
        let mut others = Vec::new();
        for (other, value) in inputs.chain(outputs) {
            let dims = &other.mapping(signature)?.dims;
            let with: Vec<usize> = (0..dims.len()).filter(|&dim| dims[dim].contains(&factor)).collect();
            match (&with[..], value.copied().flatten()) {
                ([], _) => {}
                ([_], None) => return None,
                ([only], Some(value)) if dims[*only].len() == 1 => others.push((value, *only)),
                _ => return None,
            }
        }
        Some(others)
    }

    /// The sizes of the parts at which all nodes around the values merge and divide the dimension. `None` if there are no two, or if nothing divides
    /// it again.
    fn parts(&self, typed: &TypedGraph<'_>) -> Option<Vec<Dim>> {
        let mut common: Option<Vec<(Dim, Dim)>> = None;
        let mut is_divided = false;
        for (place, sizes) in self.borders(typed) {
            is_divided |= matches!(place, NodePlace::Input(_));
            let ends = ends(&sizes);
            common = Some(match common {
                None => ends.clone().into_iter().zip(sizes.iter().cloned()).collect(),
                Some(old) => {
                    let same = |(end, _): &(Dim, Dim)| ends.iter().any(|other| other.is_same(end));
                    merge_until(old, same)
                }
            });
        }
        let parts: Vec<Dim> = common?.into_iter().map(|(_, size)| size).collect();
        // A reshape infers at most one size from the others.
        let unknown = parts.iter().filter(|part| part.known().is_none()).count();
        (is_divided && parts.len() > 1 && unknown <= 1).then_some(parts)
    }

    /// The sizes of the factors of the dimension where nodes merge or divide it.
    fn borders<'a>(&'a self, typed: &'a TypedGraph<'_>) -> impl Iterator<Item = (NodePlace, Vec<Dim>)> + 'a {
        self.nodes.iter().flat_map(move |(id, places)| {
            let signature = typed.signatures[*id].as_ref().ok();
            places.iter().filter_map(move |(place, dim)| {
                let signature = signature?;
                let factors = place.mapping(signature)?.dims.get(*dim)?;
                let size = |factor: &FactorId| signature.factor(*factor).size.clone();
                (factors.len() > 1).then(|| (*place, factors.iter().map(size).collect()))
            })
        })
    }

    /// Divides the dimension of all values, and in the signatures of all nodes.
    fn divide(&self, typed: &mut TypedGraph<'_>, parts: &[Dim]) {
        for (&id, places) in &self.nodes {
            if let Ok(signature) = &mut typed.signatures[id] {
                divide_node(signature, places, parts);
            }
        }
        for &(id, at) in &self.unread {
            if let Ok(signature) = &mut typed.signatures[id] {
                let rank = signature.inputs[at].dims.len() + parts.len() - 1;
                signature.inputs[at] = TensorMapping { dims: vec![DimMapping::default(); rank] };
                signature.drop_unused();
            }
        }
        for (&value, &dim) in &self.values {
            let Some(dims) = &mut typed.types[value].dims else { continue };
            let mut groups = vec![1; dims.len()];
            groups[dim] = parts.len();
            dims.splice(dim..=dim, parts.iter().cloned());
            typed.merged.0.insert(value, groups);
            typed.parts.move_dims(value, dim, parts.len() - 1);
        }
    }
}

/// The factors of the dimension of the first input that the attribute `axis` of a node names.
fn looked_up_factors<'s>(
    typed: &TypedGraph<'_>,
    id: NodeId,
    signature: &'s Signature,
) -> Option<&'s [FactorId]> {
    let node = &typed.graph.nodes[id];
    let first = node.inputs.first().copied()??;
    let groups = typed.merged.get(first);
    let rank = groups.map_or(signature.inputs[0].dims.len(), <[usize]>::len);
    let axis = node.proto.attribute("axis").and_then(|axis| axis.i).unwrap_or(0);
    let axis = if axis < 0 { axis + i64::try_from(rank).ok()? } else { axis };
    let axis = usize::try_from(axis).ok().filter(|axis| *axis < rank)?;
    let dim = groups.map_or(axis, |groups| groups[..axis].iter().sum());
    Some(&signature.inputs[0].dims.get(dim)?[..])
}

/// The products of the first sizes, for each of them.
fn ends(sizes: &[Dim]) -> Vec<Dim> {
    (1..=sizes.len()).map(|count| Dim::product(&sizes[..count])).collect()
}

/// Joins every part to the next one until one ends where `is_end` holds.
fn merge_until(parts: Vec<(Dim, Dim)>, is_end: impl Fn(&(Dim, Dim)) -> bool) -> Vec<(Dim, Dim)> {
    let count = parts.len();
    let mut merged = Vec::new();
    let mut open: Option<Dim> = None;
    for (at, (end, size)) in parts.into_iter().enumerate() {
        let size = match open.take() {
            Some(before) => Dim::product([&before, &size]),
            None => size,
        };
        let part = (end, size);
        match at + 1 == count || is_end(&part) {
            true => merged.push(part),
            false => open = Some(part.1),
        }
    }
    merged
}

/// Divides the dimension in the mappings of a node: a factor of its own becomes several, and the factors that a node merges are dealt to the parts.
fn divide_node(signature: &mut Signature, places: &BTreeMap<NodePlace, usize>, parts: &[Dim]) {
    let mut divided: BTreeMap<FactorId, Vec<FactorId>> = BTreeMap::new();
    for (place, &dim) in places {
        let Some(factors) = place.mapping(signature).map(|mapping| mapping.dims[dim].to_vec()) else {
            continue;
        };
        let dealt: Vec<Vec<FactorId>> = match factors[..] {
            [factor] => {
                let new = divided.entry(factor).or_insert_with(|| {
                    let kind = signature.factors[factor.index()].kind.clone();
                    let first = signature.factors.len();
                    let factor = |size: &Dim| Factor { size: size.clone(), kind: kind.clone() };
                    signature.factors.extend(parts.iter().map(factor));
                    (first..signature.factors.len()).map(FactorId::from_index).collect()
                });
                new.iter().map(|factor| vec![*factor]).collect()
            }
            _ => deal(signature, &factors, parts),
        };
        if let NodePlace::Output(at) = place
            && let Some(dims) = &mut signature.outputs[*at].ty.dims
        {
            dims.splice(dim..=dim, parts.iter().cloned());
        }
        if let Some(mapping) = place.mapping_mut(signature) {
            mapping.dims.splice(dim..=dim, dealt.into_iter().map(DimMapping::from));
        }
    }
    for number in &mut signature.sized {
        let factors = number.factors.iter();
        let replaced = factors.flat_map(|factor| divided.get(factor).cloned().unwrap_or(vec![*factor]));
        number.factors = replaced.collect();
    }
    // Statistics are exchanged along a dimension of the merged tensor.
    for factor in &mut signature.factors {
        if factor.kind == FactorKind::Statistics {
            factor.kind = FactorKind::NeedsReplication(STATISTICS);
        }
    }
    signature.drop_unused();
}

/// The factors of each part: they end where the parts end.
fn deal(signature: &Signature, factors: &[FactorId], parts: &[Dim]) -> Vec<Vec<FactorId>> {
    let mut dealt = Vec::new();
    let mut rest = factors;
    for part in parts {
        let size =
            |count: usize| Dim::product(rest[..count].iter().map(|factor| &signature.factor(*factor).size));
        let count = match dealt.len() + 1 == parts.len() {
            true => rest.len(),
            false => (1..=rest.len()).find(|&count| size(count) == *part).unwrap_or(rest.len()),
        };
        let (own, other) = rest.split_at(count);
        dealt.push(own.to_vec());
        rest = other;
    }
    dealt
}
