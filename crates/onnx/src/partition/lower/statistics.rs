//! Lowers normalisations along a sharded dimension: statistics are combined across ranks, everything else is local.

use partita_base::Id;
use partita_place::Axes;
use partita_rule::FactorId;

use super::super::build::LocalSize;
use super::super::node::Shard;
use super::{LocalNode, Plain, Rank, by_kind, same};
use crate::signature::{Factor, FactorKind};
use crate::types::ElementType;

/// Sums in these types are as accurate as those of the op.
fn is_wide(element: Option<ElementType>) -> bool {
    matches!(element, Some(ElementType::Float | ElementType::Double))
}

fn is_statistics(plain: &Plain<'_>, factor: FactorId) -> bool {
    let element = plain.signature.outputs.first().and_then(|output| output.ty.element);
    // Means divide by the number of elements along all dimensions.
    let is_counted = |factor: &Factor| factor.kind != FactorKind::Statistics || factor.size.known().is_some();
    plain.signature.factor(factor).kind == FactorKind::Statistics
        && is_wide(element)
        && plain.signature.factors.iter().all(is_counted)
}

/// The default, and normalised dimensions of wide types.
pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    is_statistics(plain, factor) || by_kind(plain, factor, shards)
}

/// The default, and all dimensions that are quantised together.
pub(super) fn may_quantize(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    plain.signature.factor(factor).kind == FactorKind::Statistics || by_kind(plain, factor, shards)
}

/// The dimensions of the first input along which statistics are computed, their axes, and their number of elements.
struct Along {
    dims: Vec<usize>,
    axes: Axes,
    count: u64,
}

fn along(node: &LocalNode<'_>, input: &Shard) -> Option<Along> {
    let is_sharded = node.sharded_factors().any(|(_, kind)| *kind == FactorKind::Statistics);
    let mapping = &node.signature.inputs.first()?.dims;
    let is_stat = |factor: &FactorId| node.signature.factor(*factor).kind == FactorKind::Statistics;
    let dims: Vec<usize> = (0..mapping.len()).filter(|&dim| mapping[dim].iter().any(is_stat)).collect();
    let factors = dims.iter().flat_map(|&dim| &mapping[dim]);
    let axes = factors.flat_map(|factor| node.chosen[factor.index()].clone()).collect();
    let count = dims.iter().map(|&dim| input.shape[dim]).product();
    is_sharded.then_some(Along { dims, axes, count })
}

impl Along {
    /// The sum over all ranks.
    fn sum(&self, rank: &mut Rank<'_, '_>, value: &str, shard: &Shard) -> String {
        let local = rank.build.reduce("ReduceSum", value, &self.dims, true);
        let mut shape = shard.local_shape();
        self.dims.iter().for_each(|&dim| shape[dim] = 1);
        rank.all_sum(&local, &shape, shard.element, &self.axes)
    }

    fn mean(&self, rank: &mut Rank<'_, '_>, value: &str, shard: &Shard) -> Option<String> {
        let sum = self.sum(rank, value, shard);
        let count = rank.build.scalar(shard.element, self.count as f64)?;
        Some(rank.build.binary("Div", &sum, &count))
    }
}

/// The input minus its maximum, the sum of the exponentials, and the exponentials.
fn exponentials(rank: &mut Rank<'_, '_>, node: &LocalNode<'_>) -> Option<[String; 3]> {
    let input = node.inputs.first()?.clone()?;
    let along = along(node, &input)?;
    // The maximum over all ranks, not of the shard: exponentials of different ranks are only comparable with
    // one reference, and none of them overflows.
    let local = rank.build.reduce("ReduceMax", &input.name, &along.dims, true);
    let mut shape = input.local_shape();
    along.dims.iter().for_each(|&dim| shape[dim] = 1);
    let largest = rank.all_combine(&local, &shape, input.element, &along.axes, "ReduceMax");
    let less = rank.build.binary("Sub", &input.name, &largest);
    let exponential = rank.build.unary("Exp", &less);
    let sum = along.sum(rank, &exponential, &input);
    Some([less, sum, exponential])
}

pub(super) fn softmax(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some(Some(output)) = node.outputs.first().cloned() else { return };
    let Some([_, sum, exponential]) = exponentials(rank, node) else { return same(rank, node) };
    let result = rank.build.binary("Div", &exponential, &sum);
    rank.alias(&result, &output.name);
}

pub(super) fn log_softmax(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some(Some(output)) = node.outputs.first().cloned() else { return };
    let Some([less, sum, _]) = exponentials(rank, node) else { return same(rank, node) };
    let logarithm = rank.build.unary("Log", &sum);
    let result = rank.build.binary("Sub", &less, &logarithm);
    rank.alias(&result, &output.name);
}

pub(super) fn layer_normalization(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    if normalize(rank, node, true).is_none() {
        same(rank, node);
    }
}

pub(super) fn rms_normalization(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    if normalize(rank, node, false).is_none() {
        same(rank, node);
    }
}

/// `DynamicQuantizeLinear`: the range of all elements gives the scale and the zero point, so a rank needs only the smallest and the largest
/// element of the others.
pub(super) fn dynamic_quantize(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let input = node.inputs.first().cloned().flatten();
    let Some((input, along)) = input.and_then(|input| Some((input.clone(), along(node, &input)?))) else {
        return same(rank, node);
    };
    // One collective: the smallest element is the negative of the largest negated one.
    let negated = rank.build.unary("Neg", &input.name);
    let ends = [&input.name, &negated].map(|value| {
        let largest = rank.build.reduce("ReduceMax", value, &along.dims, true);
        rank.build.reshape(&largest, &[LocalSize::Known(1)])
    });
    let ends = rank.build.concat(&[&ends[0], &ends[1]], 0);
    let ends = rank.all_combine(&ends, &[2], input.element, &along.axes, "ReduceMax");
    let (largest, smallest) = (rank.build.slice(&ends, 0, 0, 1), rank.build.slice(&ends, 0, 1, 2));
    let smallest = rank.build.unary("Neg", &smallest);
    let range = rank.build.concat(&[&largest, &smallest], 0);
    // The op itself computes scale and zero point, so that they are rounded as in the source model.
    let names: [String; 3] = std::array::from_fn(|_| rank.build.name(&input.name));
    let mut proto = node.proto.clone();
    proto.name = Some(names[0].clone());
    proto.input = vec![range];
    proto.output = names.to_vec();
    rank.build.nodes.push(proto);
    let [_, scale, zero_point] = names;
    let quantised = [&*input.name, &scale, &zero_point];
    let quantised = rank.build.op("QuantizeLinear", &input.name, &quantised, Vec::new());
    for (output, result) in node.outputs.iter().zip([quantised, scale, zero_point]) {
        if let Some(output) = output {
            rank.alias(&result, &output.name);
        }
    }
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + bias`; without the mean for a root mean square.
fn normalize(rank: &mut Rank<'_, '_>, node: &LocalNode<'_>, subtracts_mean: bool) -> Option<()> {
    let input = node.inputs.first()?.clone()?;
    let along = along(node, &input)?;
    let epsilon = node.proto.attribute("epsilon").and_then(|attribute| attribute.f).unwrap_or(1e-5);
    let (mean, centred) = if subtracts_mean {
        let mean = along.mean(rank, &input.name, &input)?;
        let centred = rank.build.binary("Sub", &input.name, &mean);
        (Some(mean), centred)
    } else {
        (None, input.name.clone())
    };
    let square = rank.build.binary("Mul", &centred, &centred);
    let variance = along.mean(rank, &square, &input)?;
    let epsilon = rank.build.scalar(input.element, f64::from(epsilon))?;
    let variance = rank.build.binary("Add", &variance, &epsilon);
    let deviation = rank.build.unary("Sqrt", &variance);
    let inverse = rank.build.unary("Reciprocal", &deviation);
    let mut result = rank.build.binary("Mul", &centred, &inverse);
    for (input, op) in [(1, "Mul"), (2, "Add")] {
        if let Some(Some(shard)) = node.inputs.get(input) {
            result = rank.build.binary(op, &result, &shard.name);
        }
    }
    let results = [Some(result), mean, Some(inverse)];
    for (output, result) in node.outputs.iter().zip(results) {
        if let (Some(output), Some(result)) = (output, result) {
            rank.alias(&result, &output.name);
        }
    }
    Some(())
}
