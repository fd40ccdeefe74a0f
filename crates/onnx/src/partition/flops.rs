//! The floating-point operations (FLOPs) of the nodes that dominate a model: products that are summed. Each product counts twice, with its
//! addition.

use crate::ops::{NodeProduct, OpWork};
use crate::proto;
use crate::signature::Signature;

/// The shapes of a node's inputs and outputs, in the model or on one rank; `None` if omitted or unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeShapes {
    pub(super) inputs: Vec<Option<Vec<u64>>>,
    pub(super) outputs: Vec<Option<Vec<u64>>>,
}

impl NodeShapes {
    fn input(&self, at: usize) -> Option<&[u64]> {
        self.inputs.get(at)?.as_deref()
    }

    fn result(&self) -> Option<&[u64]> {
        self.outputs.first()?.as_deref()
    }
}

/// What a node multiplies, if it does.
pub(super) fn product_of(node: &proto::Node) -> Option<NodeProduct> {
    match OpWork::of(node) {
        OpWork::Product(product) => Some(product),
        _ => None,
    }
}

impl NodeProduct {
    /// The FLOPs of a node with these shapes; `None` if a size that matters is unknown.
    pub(super) fn flops(
        self,
        node: &proto::Node,
        shapes: &NodeShapes,
        signature: Option<&Signature>,
    ) -> Option<f64> {
        let products = match self {
            Self::Matrices => elements(shapes.result()?) * inner_size(node, shapes.input(0)?)?,
            Self::Windows(weights) => elements(shapes.result()?) * kernel(shapes.input(weights)?)?,
            Self::Transposed => elements(shapes.input(0)?) * kernel(shapes.input(1)?)?,
            Self::Einsum => letters(shapes, signature?)?,
            Self::Attention { past } => attention(node, shapes, past)?,
            Self::ProjectedAttention => {
                let (result, weights) = (shapes.result()?, shapes.input(1)?);
                let rows = elements(result.split_last()?.1);
                let keys = *result.get(1)? as f64 + before(node, shapes, 4, 3)?;
                rows * elements(weights) + 2.0 * keys * elements(result)
            }
            Self::Recurrent => {
                let steps = elements(shapes.input(0)?.split_last()?.1);
                steps * (elements(shapes.input(1)?) + elements(shapes.input(2)?))
            }
            Self::LinearAttention => {
                let state = shapes.input(3).or(shapes.outputs.get(1)?.as_deref())?;
                let size = *state.get(2)? as f64;
                size * (elements(shapes.result()?) + elements(shapes.input(2)?))
            }
        };
        Some(2.0 * products)
    }
}

/// Whether nodes in the bodies of a node multiply.
pub(super) fn multiplies(node: &proto::Node) -> bool {
    let bodies = node.attribute.iter().flat_map(proto::Attribute::subgraphs);
    bodies.flat_map(|body| &body.node).any(|node| product_of(node).is_some() || multiplies(node))
}

fn elements(shape: &[u64]) -> f64 {
    shape.iter().map(|&size| size as f64).product()
}

/// The size of the summed dimension of a matrix product.
fn inner_size(node: &proto::Node, left: &[u64]) -> Option<f64> {
    let transposed = node.attribute("transA").and_then(|attribute| attribute.i).unwrap_or(0) != 0;
    let from_end = if transposed { 2 } else { 1 };
    left.len().checked_sub(from_end).map(|at| left[at] as f64)
}

/// The elements of the weights of one channel.
fn kernel(weights: &[u64]) -> Option<f64> {
    weights.split_first().map(|(_, sizes)| elements(sizes))
}

/// The product of the sizes of all letters; zero for one input, which is only summed. Every dimension has one letter.
fn letters(shapes: &NodeShapes, signature: &Signature) -> Option<f64> {
    let mut sizes = vec![1; signature.factors.len()];
    for (input, mapping) in shapes.inputs.iter().zip(&signature.inputs) {
        for (&size, dim) in input.as_ref()?.iter().zip(&mapping.dims) {
            dim.iter().for_each(|factor| {
                let known = &mut sizes[partita_base::Id::index(*factor)];
                *known = size.max(*known);
            });
        }
    }
    Some(if shapes.inputs.len() > 1 { elements(&sizes) } else { 0.0 })
}

/// The products of queries and keys, and of scores and values. Without keys, they are packed with the queries.
fn attention(node: &proto::Node, shapes: &NodeShapes, past: usize) -> Option<f64> {
    let result = shapes.result()?;
    let is_packed = node.input.get(1).is_none_or(String::is_empty);
    let (queries, keys) = match is_packed {
        true => (elements(result), *result.get(1)?),
        false => {
            let keys = shapes.input(1)?;
            // Heads come before the sequence, or are packed after it.
            (elements(shapes.input(0)?), *keys.get(keys.len().checked_sub(2)?)?)
        }
    };
    Some((keys as f64 + before(node, shapes, past, 2)?) * (queries + elements(result)))
}

/// The number of earlier keys in an optional input.
fn before(node: &proto::Node, shapes: &NodeShapes, input: usize, dim: usize) -> Option<f64> {
    match node.input.get(input).is_none_or(String::is_empty) {
        true => Some(0.0),
        false => Some(*shapes.input(input)?.get(dim)? as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The FLOPs of a node of the default name space, or of `com.microsoft.`.
    fn flops(op: &str, inputs: &[&[u64]], output: &[u64]) -> Option<f64> {
        let (domain, op) = match op.strip_prefix("com.microsoft.") {
            Some(op) => (Some("com.microsoft".to_owned()), op),
            None => (None, op),
        };
        let node = proto::Node {
            op_type: Some(op.to_owned()),
            domain,
            input: (0..inputs.len()).map(|at| format!("i{at}")).collect(),
            ..Default::default()
        };
        let shapes = NodeShapes {
            inputs: inputs.iter().map(|shape| Some(shape.to_vec())).collect(),
            outputs: vec![Some(output.to_vec())],
        };
        product_of(&node)?.flops(&node, &shapes, None)
    }

    /// An op, the shapes of its inputs and of its output, and its FLOPs.
    type Case = (&'static str, &'static [&'static [u64]], &'static [u64], f64);

    #[test]
    fn products_count_what_they_multiply() {
        let cases: &[Case] = &[
            ("MatMul", &[&[2, 4], &[4, 3]], &[2, 3], 2.0 * 24.0),
            ("MatMul", &[&[4], &[4, 3]], &[3], 2.0 * 12.0),
            ("MatMul", &[&[1, 4], &[4, 3]], &[1, 3], 2.0 * 12.0),
            ("MatMul", &[&[4], &[4]], &[], 2.0 * 4.0),
            ("MatMul", &[&[5, 2, 4], &[4, 3]], &[5, 2, 3], 2.0 * 120.0),
            ("com.microsoft.MatMulNBits", &[&[1, 64], &[8, 2, 16], &[16]], &[1, 8], 2.0 * 512.0),
            ("Conv", &[&[1, 4, 8, 8], &[6, 4, 3, 3]], &[1, 6, 6, 6], 2.0 * 216.0 * 36.0),
            // Depthwise.
            ("Conv", &[&[1, 4, 8, 8], &[4, 1, 3, 3]], &[1, 4, 6, 6], 2.0 * 144.0 * 9.0),
            ("ConvTranspose", &[&[1, 4, 8, 8], &[4, 6, 2, 2]], &[1, 6, 16, 16], 2.0 * 256.0 * 24.0),
            // [batch, heads, sequence, size], and the same with packed heads.
            ("Attention", &[&[1, 2, 3, 4], &[1, 2, 5, 4], &[1, 2, 5, 4]], &[1, 2, 3, 4], 2.0 * 240.0),
            ("Attention", &[&[1, 3, 8], &[1, 5, 8], &[1, 5, 8]], &[1, 3, 8], 2.0 * 240.0),
            (
                "com.microsoft.GroupQueryAttention",
                &[&[1, 1, 8], &[1, 1, 4], &[1, 1, 4], &[1, 1, 9, 4]],
                &[1, 1, 8],
                2.0 * 160.0,
            ),
            ("LSTM", &[&[7, 2, 3], &[1, 16, 3], &[1, 16, 4]], &[7, 1, 2, 4], 2.0 * 14.0 * 112.0),
        ];
        for (op, inputs, output, expected) in cases {
            assert_eq!(flops(op, inputs, output), Some(*expected), "{op} of {inputs:?}");
        }
        assert_eq!(flops("Add", &[&[4], &[4]], &[4]), None);
    }

    #[test]
    fn bodies_multiply_too() {
        let node = |op: &str| proto::Node { op_type: Some(op.to_owned()), ..Default::default() };
        let body = proto::Graph { node: vec![node("Add"), node("Gemm")], ..Default::default() };
        let attribute = proto::Attribute { g: Some(body), ..Default::default() };
        assert!(multiplies(&proto::Node { attribute: vec![attribute], ..node("Loop") }));
        assert!(!multiplies(&node("Loop")));
    }
}
