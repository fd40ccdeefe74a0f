//! What a node computes and moves, in a model or on a rank: plans and estimates of time are made of it.

use partita_base::Id;
use partita_cost::{Device, Kernel, MatrixProduct, Precision};

use super::flops::{NodeShapes, product_of};
use crate::graph::{NodeId, ValueId};
use crate::memory::byte_size;
use crate::ops::OpWork;
use crate::signature::Signature;
use crate::typing::TypedGraph;

/// The work of a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeWork {
    /// Bytes read of each input; 0 for omitted ones and those of unknown size.
    pub(crate) reads: Vec<f64>,
    /// Bytes written.
    pub(crate) writes: f64,
    /// Scalar instructions.
    pub(crate) instructions: f64,
    /// Its matrix product, if it has one.
    pub(crate) product: Option<MatrixProduct>,
}

impl NodeWork {
    /// The kernel that does it.
    pub(crate) fn kernel(&self) -> Kernel {
        let bytes = self.reads.iter().sum::<f64>() + self.writes;
        Kernel { product: self.product, instructions: self.instructions, bytes, ..Kernel::default() }
    }
}

/// The work of a node; `None` if it takes no time: constants, shapes, results that are known, and changes of a shape.
pub(crate) fn node_work(typed: &TypedGraph<'_>, id: NodeId, device: &Device) -> Option<NodeWork> {
    let node = &typed.graph.nodes[id];
    let work = OpWork::of(node.proto);
    if matches!(work, OpWork::Nothing | OpWork::View) || is_folded(typed, id) {
        return None;
    }
    let bytes = |value: &Option<ValueId>| {
        value.and_then(|value| byte_size(typed, value)).map_or(0.0, |bytes| bytes as f64)
    };
    let writes: f64 = node.outputs.iter().map(bytes).sum();
    let mut reads: Vec<f64> = node.inputs.iter().map(bytes).collect();
    if work == OpWork::Selects
        && let Some(first) = reads.first_mut()
    {
        *first = first.min(writes);
    }
    let product = product(typed, id);
    let instructions = match product {
        Some(_) => 0.0,
        None if work == OpWork::Function => elements(typed, id) * device.function,
        None => elements(typed, id),
    };
    Some(NodeWork { reads, writes, instructions, product })
}

/// Whether all results of a node are known numbers, as those of arithmetic on shapes are.
pub(crate) fn is_folded(typed: &TypedGraph<'_>, id: NodeId) -> bool {
    let outputs = &typed.graph.nodes[id].outputs;
    outputs.iter().flatten().count() > 0
        && outputs.iter().flatten().all(|&output| typed.contents[output].is_some())
}

/// The elements of the largest tensor of a node.
fn elements(typed: &TypedGraph<'_>, id: NodeId) -> f64 {
    let node = &typed.graph.nodes[id];
    let count = |value: &ValueId| {
        let shape = typed.types[*value].shape()?;
        Some(shape.iter().map(|&size| size as f64).product::<f64>())
    };
    node.inputs.iter().chain(&node.outputs).flatten().filter_map(count).fold(0.0, f64::max)
}

/// The product of a node as one of matrices: rows are in its first input, columns in its second, and what is left of
/// its FLOPs is the depth.
fn product(typed: &TypedGraph<'_>, id: NodeId) -> Option<MatrixProduct> {
    let node = &typed.graph.nodes[id];
    let signature = typed.signatures[id].as_ref().ok()?;
    let shape = |value: &Option<ValueId>| typed.types[(*value)?].shape();
    let of = |values: &[Option<ValueId>]| values.iter().map(shape).collect::<Vec<_>>();
    let shapes = NodeShapes { inputs: of(&node.inputs), outputs: of(&node.outputs) };
    let flops = product_of(node.proto)?.flops(node.proto, &shapes, Some(signature))?;
    let sizes = [Part::Batch, Part::Rows, Part::Columns].map(|part| part.size(signature));
    let result = sizes.iter().map(|&size| size as f64).product::<f64>();
    let element = node.inputs.first().copied().flatten().and_then(|value| typed.types[value].element);
    let [batch, rows, columns] = sizes;
    let depth = ((flops / 2.0 / result).round() as u64).max(1);
    let precision = Precision::of_bits(element.map_or(32, |element| element.bits()));
    Some(MatrixProduct { batch, rows, columns, depth, precision })
}

/// A part of the result of a matrix product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Batch,
    Rows,
    Columns,
}

impl Part {
    /// The product of the sizes of all factors of this part.
    fn size(self, signature: &Signature) -> u64 {
        let has = |at: usize, factor: usize| {
            let mapping = signature.inputs.get(at);
            mapping.is_some_and(|mapping| mapping.factors().any(|other| other.index() == factor))
        };
        let in_result = |factor: usize| {
            let mut outputs = signature.outputs.iter();
            outputs.next().is_some_and(|first| first.mapping.factors().any(|other| other.index() == factor))
        };
        let is_own = |factor: usize| match (has(0, factor), has(1, factor)) {
            (true, true) => self == Part::Batch,
            (true, false) => self == Part::Rows,
            _ => self == Part::Columns,
        };
        let factors = signature.factors.iter().enumerate();
        factors
            .filter(|(at, _)| in_result(*at) && is_own(*at))
            .map(|(_, factor)| factor.size.known().unwrap_or(1).max(1))
            .fold(1, u64::saturating_mul)
    }
}
