//! Quantised products whose inner dimension is sharded: ranks sum integers, and the complete sum is scaled and rounded as the op does it.

use partita_base::Id;
use partita_place::Axes;
use partita_rule::FactorId;

use super::super::build::LocalSize;
use super::super::node::Shard;
use super::{LocalNode, Plain, Rank, by_kind, same, window};
use crate::signature::{Combine, FactorKind};
use crate::types::ElementType;

const SUM: FactorKind = FactorKind::Reduction(Combine::Requantised);

/// The default, and an inner dimension whose products are summed as 32-bit integers.
pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    let element = plain.signature.outputs.first().and_then(|output| output.ty.element);
    let is_byte = matches!(element, Some(ElementType::Int8 | ElementType::Uint8));
    // Scales and zero points of both operands and of the result; without one of them the sum cannot be scaled.
    let is_complete = (0..8).all(|at| plain.node.input.get(at).is_some_and(|name| !name.is_empty()));
    plain.signature.factor(factor).kind == SUM && is_byte && is_complete || by_kind(plain, factor, shards)
}

/// The same for a convolution.
pub(super) fn may_shard_conv(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    match plain.signature.factor(factor).kind == SUM {
        true => may_shard(plain, factor, shards),
        false => window::may_shard(plain, factor, shards),
    }
}

/// The axes along which the products are summed.
fn summed(node: &LocalNode<'_>) -> Axes {
    let factors = node.sharded_factors().filter(|(_, kind)| **kind == SUM);
    factors.flat_map(|(factor, _)| node.chosen[factor.index()].clone()).collect()
}

fn name(node: &LocalNode<'_>, input: usize) -> Option<String> {
    Some(node.inputs.get(input)?.as_ref()?.name.clone())
}

/// `QLinearMatMul`.
pub(super) fn matmul(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let axes = summed(node);
    if axes.is_empty() || lower_matmul(rank, node, &axes).is_none() {
        same(rank, node);
    }
}

fn lower_matmul(rank: &mut Rank<'_, '_>, node: &LocalNode<'_>, axes: &Axes) -> Option<()> {
    let output = node.outputs.first()?.clone()?;
    let input = |at: usize| name(node, at);
    let operands = [input(0)?, input(3)?, input(2)?, input(5)?];
    let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
    let products = rank.build.op("MatMulInteger", &output.name, &operands, Vec::new());
    let sum = rank.all_sum(&products, &output.local_shape(), ElementType::Int32, axes);
    let factor = scale(rank, [&input(1)?, &input(4)?, &input(6)?]);
    let factor = match has_one_scale(node)? {
        true => rank.build.reshape(&factor, &[]),
        false => factor,
    };
    requantise(rank, &sum, &factor, &input(7)?, &output);
    Some(())
}

/// `QLinearConv`.
pub(super) fn conv(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    window::fetch_windows(rank, node);
    let axes = summed(node);
    if axes.is_empty() || lower_conv(rank, node, &axes).is_none() {
        same(rank, node);
    }
}

fn lower_conv(rank: &mut Rank<'_, '_>, node: &LocalNode<'_>, axes: &Axes) -> Option<()> {
    let output = node.outputs.first()?.clone()?;
    let input = |at: usize| name(node, at);
    let products = convolved(rank, node, &output)?;
    let mut sum = rank.all_sum(&products, &output.local_shape(), ElementType::Int32, axes);
    if let Some(bias) = input(8) {
        let bias = along_channels(rank, &bias, &output);
        sum = rank.build.binary("Add", &sum, &bias);
    }
    let factor = scale(rank, [&input(1)?, &input(4)?, &input(6)?]);
    let factor = match has_one_scale(node)? {
        true => rank.build.reshape(&factor, &[]),
        false => along_channels(rank, &factor, &output),
    };
    requantise(rank, &sum, &factor, &input(7)?, &output);
    Some(())
}

/// The convolution of integers with the weights of this rank.
fn convolved(rank: &mut Rank<'_, '_>, node: &LocalNode<'_>, output: &Shard) -> Option<String> {
    let input = |at: usize| name(node, at);
    let (data, weights) = (input(0)?, node.inputs.get(3)?.as_ref()?);
    let (data_zero, zero) = (rank.build.reshape(&input(2)?, &[]), node.inputs.get(5)?.as_ref()?);
    let attributes = node.proto.attribute.clone();
    let convolve = |rank: &mut Rank<'_, '_>, weights: &str, zero: &[&str]| {
        let operands = [&[data.as_str(), weights, &data_zero], zero].concat();
        rank.build.op("ConvInteger", &output.name, &operands, attributes.clone())
    };
    if zero.shape.iter().all(|&size| size == 1) {
        let zero = rank.build.reshape(&zero.name, &[]);
        return Some(convolve(rank, &weights.name, &[&zero]));
    }
    let products = convolve(rank, &weights.name, &[]);
    let is_zero = node.contents.get(5)?.as_ref().is_some_and(|zeros| zeros.iter().all(|&zero| zero == 0));
    if is_zero {
        return Some(products);
    }
    // Engines have one zero point of the weights. Those of the channels are subtracted afterwards, each times the sum of the data
    // under the kernel.
    let mut kernel = weights.local_shape();
    kernel[0] = 1;
    let count = usize::try_from(kernel.iter().product::<u64>()).ok()?;
    let dims = kernel.iter().map(|&size| size as i64).collect();
    let ones = rank.build.constant("ones", ElementType::Uint8, dims, vec![1; count].into());
    let data_sums = convolve(rank, &ones, &[]);
    let zeros = rank.build.cast(&zero.name, ElementType::Int32);
    let zeros = along_channels(rank, &zeros, output);
    let excess = rank.build.binary("Mul", &data_sums, &zeros);
    Some(rank.build.binary("Sub", &products, &excess))
}

/// Whether the weights have one scale in total.
fn has_one_scale(node: &LocalNode<'_>) -> Option<bool> {
    Some(node.inputs.get(4)?.as_ref()?.shape.iter().all(|&size| size == 1))
}

/// A vector with an element per channel, in the rank of the output.
fn along_channels(rank: &mut Rank<'_, '_>, vector: &str, output: &Shard) -> String {
    let local = output.local_shape();
    let size = |dim: usize| LocalSize::Known(if dim == 1 { local[1] } else { 1 });
    let shape: Vec<LocalSize> = (0..local.len()).map(size).collect();
    rank.build.reshape(vector, &shape)
}

/// The factor of the sum: the scales of both operands, divided by that of the result.
fn scale(rank: &mut Rank<'_, '_>, [a, b, result]: [&str; 3]) -> String {
    let [a, b, result] = [a, b, result].map(|scale| rank.build.cast(scale, ElementType::Float));
    let both = rank.build.binary("Mul", &a, &b);
    rank.build.binary("Div", &both, &result)
}

/// Scales and rounds a sum of integers, in the order of onnxruntime, so that the results are equal.
fn requantise(rank: &mut Rank<'_, '_>, sum: &str, factor: &str, zero: &str, output: &Shard) {
    let sum = rank.build.cast(sum, ElementType::Float);
    let scaled = rank.build.binary("Mul", &sum, factor);
    let one = rank.build.integers(&[1], true);
    let one = rank.build.cast(&one, ElementType::Float);
    let zero = rank.build.reshape(zero, &[]);
    let result = rank.build.op("QuantizeLinear", &output.name, &[&scaled, &one, &zero], Vec::new());
    rank.alias(&result, &output.name);
}
