//! Lowers a node to the nodes of one rank. Most nodes stay the same; the exceptions are the rows of [`table`].

mod lookup;
mod offset;
mod ordered;
mod requantise;
mod shape;
mod sized;
mod spelled;
mod statistics;
mod strided;
mod table;
mod transposed;
mod window;

use partita_rule::FactorId;
pub(crate) use window::reads_inside;

use super::build::is_float;
use super::node::LocalNode;
use super::rank::Rank;
use crate::graph::NodeId;
use crate::proto;
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};
use crate::typing::TypedGraph;

/// A node before placement.
pub(crate) struct Plain<'a> {
    pub(crate) node: &'a proto::Node,
    pub(crate) signature: &'a Signature,
    /// The shapes of the inputs, with 1 for sizes that are unknown until run time; empty for omitted ones.
    pub(crate) shapes: &'a [Vec<u64>],
    /// The element type of the first input.
    pub(crate) element: Option<ElementType>,
    /// The version of the default op set.
    pub(crate) opset: i64,
}

/// How an op is lowered.
#[derive(Clone, Copy)]
pub(crate) struct LoweringRow {
    /// The op, in the default name space.
    pub(crate) op: &'static str,
    /// Whether a factor may be sharded into this many shards. Overrides the default for its kind.
    pub(crate) may_shard: fn(&Plain<'_>, FactorId, u64) -> bool,
    /// Emits the nodes. [`LocalNode::proto`] is the node of the model with the inputs of this rank; the outputs are named by
    /// [`LocalNode::outputs`].
    pub(crate) lower: fn(&mut Rank<'_, '_>, &mut LocalNode<'_>),
    /// Which dimensions the nodes depend on, unless only factors that pass through are sharded.
    pub(crate) by_shape: ByShape,
    /// The number of bytes that a shard contributes per row along the dimension in which the op works; all shards gather them.
    pub(crate) contributes: Option<fn(&Plain<'_>) -> u64>,
    /// Rewrites the attributes of a node that runs on replicated inputs, if engines misread them. The dimensions are those of the first input.
    pub(crate) spell: Option<fn(&mut proto::Node, &Signature, &[Dim])>,
}

/// Which dimensions of tensors the nodes that a node becomes depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByShape {
    /// On none.
    No,
    /// On that of the first input which the attribute `axis` names.
    Axis,
    /// On any.
    All,
}

/// A row for an op that exchanges only what the kinds of its factors imply.
const fn plain_row(
    op: &'static str,
    may_shard: fn(&Plain<'_>, FactorId, u64) -> bool,
    lower: fn(&mut Rank<'_, '_>, &mut LocalNode<'_>),
) -> LoweringRow {
    LoweringRow { op, may_shard, lower, by_shape: ByShape::All, contributes: None, spell: None }
}

/// The number of bytes that a shard contributes per row along the dimension in which the op works, if the op determines it.
pub(crate) fn contributed_bytes(plain: &Plain<'_>) -> Option<u64> {
    row(plain.node)?.contributes.map(|bytes| bytes(plain))
}

/// Rewrites the attributes of a copy of this node that runs on replicated inputs, if engines misread them.
pub fn spell_attributes(typed: &TypedGraph<'_>, id: NodeId, copy: &mut proto::Node) {
    let spell = row(copy).and_then(|row| row.spell);
    let first = typed.graph.nodes[id].inputs.first().copied().flatten();
    if let (Some(spell), Ok(signature), Some(first)) = (spell, &typed.signatures[id], first) {
        spell(copy, signature, typed.types[first].dims.as_deref().unwrap_or_default());
    }
}

/// Which dimensions the nodes that a node becomes depend on, unless only factors that pass through are sharded.
pub(crate) fn lowered_by_shape(node: &proto::Node) -> ByShape {
    row(node).map_or(ByShape::No, |row| row.by_shape)
}

/// Whether a factor of a node may be sharded into this many shards.
pub(crate) fn may_shard(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    match row(plain.node) {
        Some(row) => (row.may_shard)(plain, factor, shards),
        // The attributes of these ops have entries per feature of the first input, so only its rows may be sharded, and other inputs.
        None if plain.node.name_space() == "ai.onnx.ml" => {
            let features =
                plain.signature.inputs.first().into_iter().flat_map(|input| input.dims.iter().skip(1));
            by_kind(plain, factor, shards) && !features.flatten().any(|other| *other == factor)
        }
        None => by_kind(plain, factor, shards),
    }
}

/// Emits the nodes of one rank for a node of the model.
pub(crate) fn lower_node(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    sized::set_sizes(rank, node);
    match row(&node.proto) {
        Some(row) => (row.lower)(rank, node),
        None => same(rank, node),
    }
}

fn row(node: &proto::Node) -> Option<&'static LoweringRow> {
    table::ROWS.iter().find(|row| node.name_space().is_empty() && row.op == node.op())
}

/// Whether shards are independent of each other, or partial results can be combined.
fn by_kind(plain: &Plain<'_>, factor: FactorId, _: u64) -> bool {
    match plain.signature.factor(factor).kind {
        FactorKind::PassThrough | FactorKind::Unread => true,
        FactorKind::Reduction(Combine::Sum | Combine::Max | Combine::Min | Combine::Prod) => true,
        // Every rank would round its integer result, and no combination can undo that.
        FactorKind::Reduction(Combine::Mean | Combine::Norm2 | Combine::LogSumExp) => {
            plain.signature.outputs.iter().all(|output| output.ty.element.is_some_and(is_float))
        }
        FactorKind::Reduction(Combine::Requantised)
        | FactorKind::NeedsReplication(_)
        | FactorKind::Generated
        | FactorKind::Window(_)
        | FactorKind::Lookup
        | FactorKind::Statistics
        | FactorKind::Ordered(_) => false,
    }
}

/// Like [`by_kind`], but generated dimensions may be sharded too.
fn generated_too(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    plain.signature.factor(factor).kind == FactorKind::Generated || by_kind(plain, factor, shards)
}

/// Like [`by_kind`], but ordered dimensions may be sharded too: lowering passes the offset of the shard to the op.
fn ordered_too(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    matches!(plain.signature.factor(factor).kind, FactorKind::Ordered(_)) || by_kind(plain, factor, shards)
}

/// Never shards a factor.
fn never(_: &Plain<'_>, _: FactorId, _: u64) -> bool {
    false
}

/// Emits the node unchanged, with shards of its inputs.
fn same(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let output = |shard: &Option<super::node::Shard>| {
        shard.as_ref().map_or_else(String::new, |shard| shard.name.clone())
    };
    let mut proto = node.proto.clone();
    proto.input = (node.proto.input.iter().zip(&node.inputs))
        .map(|(name, shard)| shard.as_ref().map_or_else(|| name.clone(), |shard| shard.name.clone()))
        .collect();
    proto.output = node.outputs.iter().map(output).collect();
    rank.build.nodes.push(proto);
}

#[cfg(test)]
mod tests {
    use partita_base::Id;

    use super::*;
    use crate::signature::{Factor, Output};
    use crate::types::{Dim, TensorType};

    #[test]
    fn means_of_integers_are_not_made_in_parts() {
        for (combine, element, expected) in [
            (Combine::Mean, ElementType::Float, true),
            (Combine::Mean, ElementType::Int32, false),
            (Combine::Norm2, ElementType::Int64, false),
            (Combine::Sum, ElementType::Int32, true),
        ] {
            let kind = FactorKind::Reduction(combine);
            let output = Output { ty: TensorType::new(element, &[]), ..Output::default() };
            let signature = Signature {
                factors: vec![Factor { size: Dim::Known(4), kind }],
                outputs: vec![output],
                ..Signature::default()
            };
            let node = proto::Node { op_type: Some("ReduceMean".into()), ..proto::Node::default() };
            let plain =
                Plain { node: &node, signature: &signature, shapes: &[], element: Some(element), opset: 18 };
            assert_eq!(may_shard(&plain, FactorId::from_index(0), 2), expected, "{combine:?} of {element:?}");
        }
    }
}
