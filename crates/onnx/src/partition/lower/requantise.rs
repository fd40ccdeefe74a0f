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

/// The inputs that every quantised product has: data, weights, and the scales and zero points of both and of the result.
const REQUIRED: usize = 8;

/// The default, and an inner dimension whose products are summed as 32-bit integers.
pub(super) fn may_shard(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    let element = plain.signature.outputs.first().and_then(|output| output.ty.element);
    let is_byte = matches!(element, Some(ElementType::Int8 | ElementType::Uint8));
    // Without one of them the sum cannot be scaled.
    let is_complete = (0..REQUIRED).all(|at| plain.node.input.get(at).is_some_and(|name| !name.is_empty()));
    plain.signature.factor(factor).kind == SUM && is_byte && is_complete || by_kind(plain, factor, shards)
}

/// The same for a convolution.
pub(super) fn may_shard_conv(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    match plain.signature.factor(factor).kind == SUM {
        true => may_shard(plain, factor, shards),
        false => window::may_shard(plain, factor, shards),
    }
}

/// A quantised product whose inner dimension is sharded.
struct SummedProduct {
    data: Shard,
    data_scale: Shard,
    data_zero: Shard,
    weights: Shard,
    weights_scale: Shard,
    weights_zero: Shard,
    scale: Shard,
    zero: Shard,
    bias: Option<Shard>,
    output: Shard,
    axes: Axes,
}

impl SummedProduct {
    /// `None` if this rank computes the product as the op does: nothing is summed, or nothing uses the result.
    ///
    /// A product that is summed is never emitted as its op, which would leave out the sum.
    fn of(node: &LocalNode<'_>) -> Option<Self> {
        let factors = node.sharded_factors().filter(|(_, kind)| **kind == SUM);
        let axes: Axes = factors.flat_map(|(factor, _)| node.chosen[factor.index()].clone()).collect();
        let output = node.outputs.first().cloned().flatten()?;
        if axes.is_empty() {
            return None;
        }
        let bias = node.inputs.get(REQUIRED).cloned().flatten();
        let required = node.inputs.iter().take(REQUIRED).cloned().collect::<Option<Vec<Shard>>>();
        let required = required.and_then(|inputs| <[Shard; REQUIRED]>::try_from(inputs).ok());
        let [data, data_scale, data_zero, weights, weights_scale, weights_zero, scale, zero] =
            required.expect("`may_shard` allows a sum only if all required inputs are present");
        Some(Self {
            data,
            data_scale,
            data_zero,
            weights,
            weights_scale,
            weights_zero,
            scale,
            zero,
            bias,
            output,
            axes,
        })
    }

    /// The factor of the sum: the scales of both operands, divided by that of the result.
    fn factor(&self, rank: &mut Rank<'_, '_>) -> String {
        let scales = [&self.data_scale, &self.weights_scale, &self.scale];
        let [data, weights, result] = scales.map(|scale| rank.build.cast(&scale.name, ElementType::Float));
        let both = rank.build.binary("Mul", &data, &weights);
        let factor = rank.build.binary("Div", &both, &result);
        if is_single(&self.weights_scale) { rank.build.reshape(&factor, &[]) } else { factor }
    }

    /// Adds what all ranks have.
    fn sum(&self, rank: &mut Rank<'_, '_>, products: &str) -> String {
        rank.all_sum(products, &self.output.local_shape(), ElementType::Int32, &self.axes)
    }

    /// Scales and rounds a sum of integers, in the order of onnxruntime, so that the results are equal.
    fn requantise(&self, rank: &mut Rank<'_, '_>, sum: &str, factor: &str) {
        let sum = rank.build.cast(sum, ElementType::Float);
        let scaled = rank.build.binary("Mul", &sum, factor);
        let one = rank.build.integers(&[1], true);
        let one = rank.build.cast(&one, ElementType::Float);
        let zero = rank.build.reshape(&self.zero.name, &[]);
        let result = rank.build.op("QuantizeLinear", &self.output.name, &[&scaled, &one, &zero], Vec::new());
        rank.alias(&result, &self.output.name);
    }
}

/// `QLinearMatMul`.
pub(super) fn matmul(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let Some(product) = SummedProduct::of(node) else { return same(rank, node) };
    let operands = [&product.data, &product.weights, &product.data_zero, &product.weights_zero];
    let operands = operands.map(|operand| operand.name.as_str());
    let products = rank.build.op("MatMulInteger", &product.output.name, &operands, Vec::new());
    let sum = product.sum(rank, &products);
    let factor = product.factor(rank);
    product.requantise(rank, &sum, &factor);
}

/// `QLinearConv`.
pub(super) fn conv(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    window::fetch_windows(rank, node);
    let Some(product) = SummedProduct::of(node) else { return same(rank, node) };
    let products = convolved(rank, node, &product);
    let mut sum = product.sum(rank, &products);
    if let Some(bias) = &product.bias {
        let bias = along_channels(rank, &bias.name, &product.output);
        sum = rank.build.binary("Add", &sum, &bias);
    }
    let mut factor = product.factor(rank);
    if !is_single(&product.weights_scale) {
        factor = along_channels(rank, &factor, &product.output);
    }
    product.requantise(rank, &sum, &factor);
}

/// The convolution of integers with the weights of this rank.
fn convolved(rank: &mut Rank<'_, '_>, node: &LocalNode<'_>, product: &SummedProduct) -> String {
    let SummedProduct { data, weights, weights_zero: zero, output, .. } = product;
    let data_zero = rank.build.reshape(&product.data_zero.name, &[]);
    let attributes = node.proto.attribute.clone();
    let convolve = |rank: &mut Rank<'_, '_>, weights: &str, zero: &[&str]| {
        let operands = [&[data.name.as_str(), weights, &data_zero], zero].concat();
        rank.build.op("ConvInteger", &output.name, &operands, attributes.clone())
    };
    if is_single(zero) {
        let zero = rank.build.reshape(&zero.name, &[]);
        return convolve(rank, &weights.name, &[&zero]);
    }
    let products = convolve(rank, &weights.name, &[]);
    let is_zero =
        |zeros: &Option<Vec<i64>>| zeros.as_ref().is_some_and(|all| all.iter().all(|&zero| zero == 0));
    if node.contents.get(5).is_some_and(is_zero) {
        return products;
    }
    // Engines have one zero point of the weights. Those of the channels are subtracted afterwards, each times the sum of the data
    // under the kernel.
    let mut kernel = weights.local_shape();
    kernel[0] = 1;
    let count = kernel.iter().product::<u64>() as usize;
    let dims = kernel.iter().map(|&size| size as i64).collect();
    let ones = rank.build.constant("ones", ElementType::Uint8, dims, vec![1; count].into());
    let data_sums = convolve(rank, &ones, &[]);
    let zeros = rank.build.cast(&zero.name, ElementType::Int32);
    let zeros = along_channels(rank, &zeros, output);
    let excess = rank.build.binary("Mul", &data_sums, &zeros);
    rank.build.binary("Sub", &products, &excess)
}

/// Whether a scale or a zero point has one element in total.
fn is_single(parameter: &Shard) -> bool {
    parameter.shape.iter().all(|&size| size == 1)
}

/// A vector with an element per channel, in the rank of the output.
fn along_channels(rank: &mut Rank<'_, '_>, vector: &str, output: &Shard) -> String {
    let local = output.local_shape();
    let size = |dim: usize| LocalSize::Known(if dim == 1 { local[1] } else { 1 });
    let shape: Vec<LocalSize> = (0..local.len()).map(size).collect();
    rank.build.reshape(vector, &shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto;
    use crate::signature::{Factor, Output, Signature};
    use crate::types::{Dim, TensorType};

    #[test]
    fn a_product_without_a_parameter_is_not_summed() {
        let output = Output { ty: TensorType::new(ElementType::Uint8, &[2, 3]), ..Output::default() };
        let signature = Signature {
            factors: vec![Factor { size: Dim::Known(4), kind: SUM }],
            outputs: vec![output],
            ..Signature::default()
        };
        for missing in [None, Some(2), Some(7)] {
            let name = |at: usize| if missing == Some(at) { String::new() } else { format!("i{at}") };
            let input = (0..REQUIRED).map(name).collect();
            let node = proto::Node { op_type: Some("QLinearMatMul".into()), input, ..proto::Node::default() };
            let element = Some(ElementType::Uint8);
            let plain = Plain { node: &node, signature: &signature, shapes: &[], element, opset: 21 };
            assert_eq!(may_shard(&plain, FactorId::from_index(0), 2), missing.is_none(), "{missing:?}");
        }
    }
}
