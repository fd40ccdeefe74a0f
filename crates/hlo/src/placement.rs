//! Insertion and removal of ops, carried out for all blocks at once.

use partita_base::Id;
use partita_ir::{BlockId, Definition, Module, OpId, ValueId};

/// Pending changes to the lists of ops of a module's blocks. Applying them together takes one pass over each block;
/// applying them one by one would be quadratic.
#[derive(Default)]
pub(crate) struct Placement {
    first: Vec<(BlockId, OpId)>,
    before: Vec<(OpId, OpId)>,
    after: Vec<(OpId, OpId)>,
    removed: Vec<OpId>,
}

impl Placement {
    /// Puts an op before another, after those put there earlier.
    pub(crate) fn before(&mut self, anchor: OpId, op: OpId) {
        self.before.push((anchor, op));
    }

    /// Puts an op right after the definition of a value, before those put there earlier.
    pub(crate) fn after_value(&mut self, module: &Module, value: ValueId, op: OpId) {
        match module.value(value).definition {
            Definition::Result { op: anchor, .. } => self.after.push((anchor, op)),
            Definition::Argument { block, .. } => self.first.push((block, op)),
        }
    }

    /// Removes an op from its block. One that is also put at another position moves there.
    pub(crate) fn remove(&mut self, op: OpId) {
        self.removed.push(op);
    }

    /// Applies the changes to all blocks.
    pub(crate) fn apply(mut self, module: &mut Module) {
        let anchors = self.before.iter().chain(&self.after).map(|(anchor, _)| *anchor);
        let mut blocks: Vec<BlockId> = self.first.iter().map(|(block, _)| *block).collect();
        blocks.extend(anchors.chain(self.removed.iter().copied()).filter_map(|op| module.op(op).block));
        if blocks.is_empty() {
            return;
        }
        blocks.sort_unstable();
        blocks.dedup();
        let marks = Marks::new(&self, module.op_count());
        // The sorts are stable: ops at one position stay in the order in which they were put there.
        self.first.sort_by_key(|(block, _)| *block);
        self.before.sort_by_key(|(anchor, _)| *anchor);
        self.after.sort_by_key(|(anchor, _)| *anchor);
        let beside = self.before.iter().chain(&self.after);
        let beside = beside.filter_map(|&(anchor, op)| Some((module.op(anchor).block?, op)));
        let entering: Vec<(BlockId, OpId)> = self.first.iter().copied().chain(beside).collect();
        for block in blocks {
            let ops = self.place(block, &module.block(block).ops, &marks);
            module.block_mut(block).ops = ops;
        }
        // Removals come first: an op that moves is removed and inserted.
        for &op in &self.removed {
            module.set_block(op, None);
        }
        for (block, op) in entering {
            module.set_block(op, Some(block));
        }
    }

    /// The new list of one block. A removed op may still be an anchor.
    fn place(&self, block: BlockId, ops: &[OpId], marks: &Marks) -> Vec<OpId> {
        let mut placed = Vec::with_capacity(ops.len() + self.before.len() + self.after.len());
        placed.extend(at(&self.first, block).iter().rev().map(|(_, op)| *op));
        for &op in ops {
            let mark = marks.get(op);
            if mark & BEFORE != 0 {
                placed.extend(at(&self.before, op).iter().map(|(_, op)| *op));
            }
            if mark & REMOVED == 0 {
                placed.push(op);
            }
            if mark & AFTER != 0 {
                placed.extend(at(&self.after, op).iter().rev().map(|(_, op)| *op));
            }
        }
        placed
    }
}

const BEFORE: u8 = 1;
const AFTER: u8 = 2;
const REMOVED: u8 = 4;

/// The pending changes at each op. A table of all ops would cost more than a few changes.
enum Marks {
    Few(Vec<(OpId, u8)>),
    Many(Vec<u8>),
}

impl Marks {
    fn new(placement: &Placement, ops: usize) -> Self {
        let before = placement.before.iter().map(|(anchor, _)| (*anchor, BEFORE));
        let after = placement.after.iter().map(|(anchor, _)| (*anchor, AFTER));
        let removed = placement.removed.iter().map(|op| (*op, REMOVED));
        let all = before.chain(after).chain(removed);
        if placement.before.len() + placement.after.len() + placement.removed.len() > ops / 64 {
            let mut marks = vec![0; ops];
            all.for_each(|(op, mark)| marks[op.index()] |= mark);
            return Marks::Many(marks);
        }
        let mut marks: Vec<(OpId, u8)> = all.collect();
        marks.sort_unstable();
        marks.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 |= next.1;
            }
            same
        });
        Marks::Few(marks)
    }

    fn get(&self, op: OpId) -> u8 {
        match self {
            Marks::Few(marks) => marks.binary_search_by_key(&op, |(op, _)| *op).map_or(0, |at| marks[at].1),
            Marks::Many(marks) => marks[op.index()],
        }
    }
}

/// The entries of one place in a sorted list.
fn at<K: Ord + Copy>(list: &[(K, OpId)], key: K) -> &[(K, OpId)] {
    let start = list.partition_point(|(other, _)| *other < key);
    let length = list[start..].iter().take_while(|(other, _)| *other == key).count();
    &list[start..start + length]
}
