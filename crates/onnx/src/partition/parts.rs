//! Dimensions that are sharded part by part, so that a `Split` needs no communication.
//!
//! Models fuse products: the columns of one weight are the queries, the keys and the values, and a `Split` follows. With contiguous shards its
//! outputs would begin inside shards. But the weight is a constant, so a rank may as well store its shard of the queries, then that of the keys, then
//! that of the values: it computes its shards of all outputs. A value with such a dimension is in its usual order when it is replicated.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use partita_base::Id;
use partita_mesh::gcd;
use partita_rule::FactorId;

use super::capture::captured_names;
use super::emit::known_integers;
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

    /// Adds dimensions to a value behind one of its dimensions.
    pub(super) fn move_dims(&mut self, value: ValueId, behind: usize, count: usize) {
        if let Some(parts) = self.0.get_mut(&value).filter(|parts| parts.dim > behind) {
            parts.dim += count;
        }
    }
}

/// Finds the nodes that divide a dimension whose elements come from constants, and gives them signatures in which shards of all parts pass through:
/// a `Split`, several `Slice`s that take one part each, or a `Reshape` to parts that contiguous shards would cross. All parts must be divisible by the
/// number of devices, so that no sharding is uneven. `axes` are the sizes of the mesh axes.
pub fn shard_by_parts(typed: &mut TypedGraph<'_>, axes: &[u64]) {
    if axes.iter().product::<u64>() < 2 {
        return;
    }
    let bodies = typed.graph.nodes.iter().flat_map(|(_, node)| captured_names(node.proto));
    let captured = bodies.filter_map(|name| typed.graph.find(name));
    let seen: BTreeSet<ValueId> = captured.chain(typed.graph.outputs.iter().copied()).collect();
    let mut divided = DividedInputs { typed, seen, axes, alone: BTreeMap::new(), sliced: BTreeSet::new() };
    let found = typed.order.iter().filter_map(|&id| divided.of_node(id));
    let mut found: Vec<DividedDim> = found.collect();
    keep_agreeing(typed, &mut found);
    for divided in found {
        let is_taken = |(value, _): &(ValueId, usize)| {
            typed.parts.get(*value).is_some_and(|parts| parts.sizes != divided.sizes)
        };
        if let Some(parts) = typed.parts.get(divided.input) {
            // Another node divides the value alike. All slices were changed with the first one.
            let is_alike = parts.dim == divided.axis && parts.sizes == divided.sizes;
            if is_alike && !matches!(divided.division, Division::Slices(_)) {
                divided.pass_through(typed);
            }
            continue;
        }
        if divided.source.chain.iter().any(is_taken) {
            continue;
        }
        for &(value, dim) in &divided.source.chain {
            typed.parts.0.insert(value, Parts { dim, sizes: Arc::clone(&divided.sizes) });
        }
        divided.pass_through(typed);
    }
}

/// A dimension whose elements come from constants, and the nodes that divide it.
struct DividedDim {
    node: NodeId,
    input: ValueId,
    axis: usize,
    sizes: Arc<[u64]>,
    /// Divides the sizes of all parts.
    common: u64,
    division: Division,
    source: Rc<ConstantChain>,
}

/// Finds the inputs whose dimensions nodes divide. What is known about an input is found once, not for each of its uses.
struct DividedInputs<'t, 'm> {
    typed: &'t TypedGraph<'m>,
    /// The values that the graph returns or that bodies capture.
    seen: BTreeSet<ValueId>,
    axes: &'t [u64],
    /// Where the elements of a dimension come from that single nodes divide into parts of these sizes.
    alone: BTreeMap<(ValueId, usize, Vec<u64>), Option<Rc<ConstantChain>>>,
    /// The inputs of slices.
    sliced: BTreeSet<ValueId>,
}

impl DividedInputs<'_, '_> {
    /// The dimension that a node divides, if its elements come from constants. The slices of an input are found with the first one.
    fn of_node(&mut self, id: NodeId) -> Option<DividedDim> {
        let node = &self.typed.graph.nodes[id];
        let input = node.inputs.first().copied().flatten().filter(|_| node.proto.name_space().is_empty())?;
        let (axis, sizes, division, source) = match divided_alone(self.typed, id, self.axes) {
            Some((axis, sizes, division)) => {
                let key = (input, axis, sizes);
                let source = match self.alone.get(&key) {
                    Some(known) => known.clone(),
                    None => {
                        let source = self.source_alone(&key).map(Rc::new);
                        self.alone.insert(key.clone(), source.clone());
                        source
                    }
                };
                (axis, key.2, division, source?)
            }
            None if node.proto.standard_op() == Some("Slice") && self.sliced.insert(input) => {
                let (axis, slices) = sliced_sizes(self.typed, input)?;
                let sizes: Vec<u64> = slices.iter().map(|part| part.size).collect();
                let source = Rc::new(self.source(input, axis, &sizes)?);
                (axis, sizes, Division::Slices(slices), source)
            }
            None => return None,
        };
        let common = sizes.iter().copied().fold(0, gcd);
        Some(DividedDim { node: id, input, axis, sizes: sizes.into(), common, division, source })
    }

    /// Where the elements of a dimension come from, if all nodes that read it divide it alike or replicate it.
    fn source_alone(&self, (input, axis, sizes): &(ValueId, usize, Vec<u64>)) -> Option<ConstantChain> {
        let is_alike = |other: NodeId| {
            let divided = divided_alone(self.typed, other, self.axes);
            divided.is_some_and(|(along, parts, _)| along == *axis && parts == *sizes)
        };
        let mut uses = reading_uses(self.typed, *input);
        let is_alike =
            uses.all(|(other, at)| at == 0 && is_alike(other) || replicates(self.typed, other, at, *axis));
        if is_alike { self.source(*input, *axis, sizes) } else { None }
    }

    /// Where the elements of a dimension come from, if they come from constants and every device can have a share of each part.
    fn source(&self, input: ValueId, axis: usize, sizes: &[u64]) -> Option<ConstantChain> {
        let common = sizes.iter().copied().fold(0, gcd);
        if common == 0 || !common.is_multiple_of(self.axes.iter().product()) {
            return None;
        }
        let uses = reading_uses(self.typed, input).count();
        constant_chain(self.typed, &self.seen, (input, axis), uses)
    }
}

/// The dimension of its first input that a node divides by itself, and the sizes of its parts.
fn divided_alone(typed: &TypedGraph<'_>, id: NodeId, axes: &[u64]) -> Option<(usize, Vec<u64>, Division)> {
    let node = typed.graph.nodes[id].proto;
    let (divided, division) = match node.standard_op() {
        Some("Split") => (split_sizes(typed, id)?, Division::Split),
        Some("Reshape") => (reshaped_sizes(typed, id, axes)?, Division::Reshape),
        _ => return None,
    };
    Some((divided.0, divided.1, division))
}

/// Whether a node takes a dimension of an input replicated, and so in its usual order.
fn replicates(typed: &TypedGraph<'_>, id: NodeId, input: usize, dim: usize) -> bool {
    let Ok(signature) = &typed.signatures[id] else { return true };
    let needs_it =
        |factor: &FactorId| matches!(signature.factor(*factor).kind, FactorKind::NeedsReplication(_));
    let dims = signature.inputs.get(input).and_then(|mapping| mapping.dims.get(dim));
    dims.is_none_or(|factors| factors.iter().all(needs_it))
}

/// Drops dimensions with a constant that another use needs in its usual order. Exporters merge equal constants, such as biases that are zero.
fn keep_agreeing(typed: &TypedGraph<'_>, found: &mut Vec<DividedDim>) {
    loop {
        let mut users: BTreeSet<(ValueId, NodeId, &[u64])> = BTreeSet::new();
        for divided in found.iter() {
            let of = |&(value, node): &(ValueId, NodeId)| (value, node, &divided.sizes[..]);
            users.extend(divided.source.shared.iter().map(of));
        }
        let agrees = |divided: &DividedDim| {
            divided.source.shared.iter().all(|&(value, _)| {
                let uses = |(id, _): &(NodeId, usize)| users.contains(&(value, *id, &divided.sizes[..]));
                typed.graph.values[value].uses.iter().all(uses)
            })
        };
        let kept: Vec<bool> = found.iter().map(agrees).collect();
        if kept.iter().all(|kept| *kept) {
            return;
        }
        let mut kept = kept.into_iter();
        found.retain(|_| kept.next() == Some(true));
    }
}

impl DividedDim {
    /// Lets the shards of all parts pass through the nodes that divide the dimension.
    fn pass_through(self, typed: &mut TypedGraph<'_>) {
        let Self { node, axis, sizes, common, division, .. } = self;
        match division {
            Division::Split => {
                if let Ok(signature) = &mut typed.signatures[node] {
                    pass_parts(signature, axis, &sizes, common);
                }
            }
            Division::Reshape => {
                if let Ok(signature) = &mut typed.signatures[node] {
                    signature.inputs[0].dims[axis].rotate_left(1);
                }
            }
            Division::Slices(slices) => {
                let total = sizes.iter().sum();
                for part in slices {
                    if let Ok(signature) = &mut typed.signatures[part.node] {
                        pass_slice(signature, axis, &part, total, common);
                    }
                }
            }
        }
    }
}

/// How a dimension is divided into parts.
enum Division {
    Split,
    Reshape,
    Slices(Vec<SlicedPart>),
}

/// A `Slice` that takes one part.
struct SlicedPart {
    node: NodeId,
    start: u64,
    size: u64,
}

/// The uses of a value except those that read only its shape, which does not depend on the order of elements.
fn reading_uses<'t>(
    typed: &'t TypedGraph<'_>,
    value: ValueId,
) -> impl Iterator<Item = (NodeId, usize)> + use<'t> {
    let reads = |&(id, at): &(NodeId, usize)| {
        let Ok(signature) = &typed.signatures[id] else { return true };
        let mut factors =
            signature.inputs.get(at).into_iter().flat_map(|mapping| mapping.factors()).peekable();
        factors.peek().is_none() || factors.any(|factor| signature.factor(factor).kind != FactorKind::Unread)
    };
    typed.graph.values[value].uses.iter().copied().filter(reads)
}

/// The dimension of a value that all of its uses, which are `Slice`s, divide into parts without a rest, and these in their order.
fn sliced_sizes(typed: &TypedGraph<'_>, value: ValueId) -> Option<(usize, Vec<SlicedPart>)> {
    // The others may be symbolic.
    let dims = typed.types[value].dims.as_ref()?;
    let (mut axis, mut parts) = (None, Vec::new());
    for (id, at) in reading_uses(typed, value) {
        let node = &typed.graph.nodes[id];
        if at != 0 || node.proto.standard_op() != Some("Slice") {
            return None;
        }
        typed.signatures[id].as_ref().ok()?;
        let number = |input: usize| match known_integers(typed, node.inputs.get(input).copied().flatten()?)?[..]
        {
            [number] => Some(number),
            _ => None,
        };
        let (start, end, along) = (number(1)?, number(2)?, number(3)?);
        let has_steps = node.inputs.get(4).is_some_and(Option::is_some);
        if has_steps && number(4)? != 1 {
            return None;
        }
        let along = usize::try_from(if along < 0 { along + dims.len() as i64 } else { along }).ok()?;
        let length = i64::try_from(dims.get(along)?.known()?).ok()?;
        let place = |number: i64| if number < 0 { number + length } else { number }.clamp(0, length) as u64;
        let (start, end) = (place(start), place(end));
        if end <= start || *axis.get_or_insert(along) != along {
            return None;
        }
        parts.push(SlicedPart { node: id, start, size: end - start });
    }
    let axis = axis?;
    parts.sort_by_key(|part| part.start);
    let mut next = 0;
    for part in &parts {
        if part.start != next {
            return None;
        }
        next += part.size;
    }
    (parts.len() > 1 && Some(next) == dims[axis].known()).then_some((axis, parts))
}

/// The dimension that a `Reshape` divides into parts that contiguous shards would cross, such as the three of queries, keys and values, and their
/// sizes. A number of parts that an axis divides is sharded itself, like that of heads.
fn reshaped_sizes(typed: &TypedGraph<'_>, id: NodeId, axes: &[u64]) -> Option<(usize, Vec<u64>)> {
    let signature = typed.signatures[id].as_ref().ok()?;
    let dims = &signature.inputs.first()?.dims;
    let is_alone = |factor: &FactorId| {
        let dims = &signature.outputs[0].mapping.dims;
        dims.iter().filter(|dim| dim.contains(factor)).all(|dim| dim.len() == 1)
    };
    dims.iter().enumerate().find_map(|(axis, factors)| {
        let [major, minor @ ..] = &factors[..] else { return None };
        let size = |factor: &FactorId| signature.factor(*factor).size.known();
        let (count, first) = (size(major)?, size(minor.first()?)?);
        let is_crossed = axes.iter().all(|axis| *axis == 1 || !count.is_multiple_of(*axis));
        let is_even = first.is_multiple_of(axes.iter().product());
        let part = minor.iter().try_fold(1u64, |part, factor| part.checked_mul(size(factor)?))?;
        (is_crossed && is_even && factors.iter().all(is_alone))
            .then(|| (axis, vec![part; usize::try_from(count).unwrap_or(0)]))
    })
}

/// The dimension that a `Split` divides, and the sizes of its outputs.
fn split_sizes(typed: &TypedGraph<'_>, id: NodeId) -> Option<(usize, Vec<u64>)> {
    let signature = typed.signatures[id].as_ref().ok()?;
    if signature.outputs.len() < 2 {
        return None;
    }
    let is_split =
        |factor: &FactorId| matches!(signature.factor(*factor).kind, FactorKind::NeedsReplication(_));
    let axis = signature.inputs.first()?.dims.iter().position(|dim| dim.iter().any(is_split))?;
    let size = |output: &crate::signature::Output| output.ty.dims.as_ref()?.get(axis)?.known();
    Some((axis, signature.outputs.iter().map(size).collect::<Option<_>>()?))
}

/// Where the elements of a dimension come from.
struct ConstantChain {
    /// All values with the dimension.
    chain: Vec<(ValueId, usize)>,
    /// The constants among them that have other uses, with the node that uses them here.
    shared: Vec<(ValueId, NodeId)>,
}

/// The values whose dimension passes unchanged from constants to that of the first one, which has this many uses. `None` if anything else depends on
/// the order of its elements.
fn constant_chain(
    typed: &TypedGraph<'_>,
    seen: &BTreeSet<ValueId>,
    (first, dim): (ValueId, usize),
    uses: usize,
) -> Option<ConstantChain> {
    let (mut chain, mut shared) = (Vec::new(), Vec::new());
    let mut open: Vec<(ValueId, usize, Option<NodeId>)> = vec![(first, dim, None)];
    while let Some((value, dim, user)) = open.pop() {
        let info = &typed.graph.values[value];
        let allowed = if user.is_none() { uses } else { 1 };
        let is_constant = !matches!(info.source, ValueSource::Node(..)) && info.initializer.is_some();
        match user {
            _ if seen.contains(&value) => return None,
            Some(user) if is_constant && info.uses.len() > 1 => shared.push((value, user)),
            _ if reading_uses(typed, value).count() != allowed => return None,
            _ => {}
        }
        chain.push((value, dim));
        match info.source {
            ValueSource::Node(id, output)
                if typed.graph.nodes[id].proto.standard_op() != Some("Constant") =>
            {
                let inputs = inputs_along(typed, id, output, dim)?;
                open.extend(inputs.into_iter().map(|(value, dim)| (value, dim, Some(id))));
            }
            ValueSource::Node(..) => {}
            _ if is_constant => {}
            _ => return None,
        }
    }
    Some(ConstantChain { chain, shared })
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

/// Lets shards of a part that a `Slice` takes pass through. Its start and end are `common` times a factor that is not sharded.
fn pass_slice(signature: &mut Signature, axis: usize, part: &SlicedPart, total: u64, common: u64) {
    let shared = FactorId::from_index(signature.factors.len());
    signature.factors.push(Factor { size: Dim::Known(common), kind: FactorKind::PassThrough });
    let Signature { factors, inputs, outputs, sized, .. } = signature;
    for (dim, size) in [(&mut inputs[0].dims[axis], total), (&mut outputs[0].mapping.dims[axis], part.size)] {
        for factor in dim.iter() {
            factors[factor.index()].size = Dim::Known(size / common);
        }
        dim.insert(0, shared);
    }
    for (input, number) in [(1, part.start), (2, part.start + part.size)] {
        let multiple = FactorId::from_index(factors.len());
        factors.push(Factor {
            size: Dim::Known(number / common),
            kind: FactorKind::NeedsReplication("the position of a part"),
        });
        let location = NumberLocation::Element { input, at: 0 };
        sized.push(SizedNumber { location, factors: vec![shared, multiple] });
    }
}
