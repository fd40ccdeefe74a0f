//! Triangles: an op that compares the position in a row with that in a column.

use super::{LocalNode, Rank, same};

/// How far the diagonal moves in this rank's part of the result.
fn shift(node: &LocalNode<'_>) -> i64 {
    let Some(Some(output)) = node.outputs.first() else { return 0 };
    match &output.ranges[..] {
        [.., rows, columns] => rows.start as i64 - columns.start as i64,
        _ => 0,
    }
}

/// The diagonal is an input, so it is moved by an addition.
pub(super) fn trilu(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let shift = shift(node);
    if shift != 0 {
        let amount = rank.build.integers(&[shift], true);
        let diagonal = match node.inputs.get(1) {
            Some(Some(shard)) => rank.build.binary("Add", &shard.name.clone(), &amount),
            _ => amount,
        };
        node.proto.input.truncate(1);
        node.inputs.truncate(1);
        node.proto.input.push(diagonal);
        node.inputs.push(None);
    }
    same(rank, node);
}
