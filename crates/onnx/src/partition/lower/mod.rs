//! What a node becomes on one rank: mostly itself. The others are rows of [`table`].

mod lookup;
mod offset;
mod sized;
mod spelled;
mod statistics;
mod table;
mod window;

use partita_rule::FactorId;
pub(crate) use window::reads_inside;

use super::build::is_float;
use super::node::LocalNode;
use super::rank::Rank;
use crate::proto;
use crate::signature::{Combine, FactorKind, Signature};

/// What is asked before anything is cut.
pub(crate) struct Plain<'a> {
    pub(crate) node: &'a proto::Node,
    pub(crate) signature: &'a Signature,
    /// The shapes of the inputs; empty for those that are left out.
    pub(crate) shapes: &'a [Vec<u64>],
}

/// How a node is made on one rank.
#[derive(Clone, Copy)]
pub(crate) struct LoweringRow {
    /// The op, in the default name space.
    pub(crate) op: &'static str,
    /// Whether a factor may be cut into so many shards, beyond or against what its kind says.
    pub(crate) may_shard: fn(&Plain<'_>, FactorId, u64) -> bool,
    /// Makes the nodes. The node of [`LocalNode`] is the one of the model with the inputs of this rank; the names of
    /// the outputs are those of [`LocalNode::outputs`].
    pub(crate) lower: fn(&mut Rank<'_, '_>, &mut LocalNode<'_>),
}

/// Whether a factor of a node may be cut into so many shards.
pub(crate) fn may_shard(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    match row(plain.node) {
        Some(row) => (row.may_shard)(plain, factor, shards),
        // The attributes of these ops list what belongs to features; rows are independent.
        None if plain.node.name_space() == "ai.onnx.ml" => {
            let first = plain.signature.inputs.first().and_then(|input| input.dims.first());
            by_kind(plain, factor, shards) && first.is_some_and(|dim| dim.contains(&factor))
        }
        None => by_kind(plain, factor, shards),
    }
}

/// Makes the nodes of a node on one rank.
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

/// Shards that do not depend on each other, and partial results that can be combined.
fn by_kind(plain: &Plain<'_>, factor: FactorId, _: u64) -> bool {
    match plain.signature.factor(factor).kind {
        FactorKind::PassThrough | FactorKind::Unread => true,
        FactorKind::Reduction(Combine::Sum | Combine::Max | Combine::Min | Combine::Prod) => true,
        // Integers of these were rounded by each rank, which no combination can take back.
        FactorKind::Reduction(Combine::Mean | Combine::Norm2 | Combine::LogSumExp) => {
            plain.signature.outputs.iter().all(|output| output.ty.element.is_some_and(is_float))
        }
        FactorKind::NeedsReplication(_)
        | FactorKind::Generated
        | FactorKind::Window(_)
        | FactorKind::Lookup
        | FactorKind::Statistics
        | FactorKind::Ordered(_) => false,
    }
}

/// Like [`by_kind`], and what is made from nothing can be made in parts.
fn generated_too(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    plain.signature.factor(factor).kind == FactorKind::Generated || by_kind(plain, factor, shards)
}

/// Like [`by_kind`], and what depends on the position: the op is told where its shard begins.
fn ordered_too(plain: &Plain<'_>, factor: FactorId, shards: u64) -> bool {
    matches!(plain.signature.factor(factor).kind, FactorKind::Ordered(_)) || by_kind(plain, factor, shards)
}

/// Nothing is cut.
fn never(_: &Plain<'_>, _: FactorId, _: u64) -> bool {
    false
}

/// The node as it is, with parts of its inputs.
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
    use crate::types::{Dim, ElementType, TensorType};

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
            let plain = Plain { node: &node, signature: &signature, shapes: &[] };
            assert_eq!(may_shard(&plain, FactorId::from_index(0), 2), expected, "{combine:?} of {element:?}");
        }
    }
}
