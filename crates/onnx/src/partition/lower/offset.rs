//! Lowers `Trilu`, which compares row and column positions.

use super::{LocalNode, Rank, same};

/// The offset of the diagonal in this rank's shard of the result.
fn shift(node: &LocalNode<'_>) -> i64 {
    let Some(Some(output)) = node.outputs.first() else { return 0 };
    match &output.ranges[..] {
        [.., rows, columns] => rows.start as i64 - columns.start as i64,
        _ => 0,
    }
}

/// The diagonal is an input, so the offset is added to it.
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
