//! Where new ops go and which ones leave, carried out for all blocks at once.

use partita_ir::{BlockId, Definition, Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Changes to the lists of ops of a module's blocks that are still to be made.
#[derive(Default)]
pub(crate) struct Placement {
    first: FxHashMap<BlockId, Vec<OpId>>,
    before: FxHashMap<OpId, Vec<OpId>>,
    after: FxHashMap<OpId, Vec<OpId>>,
    removed: FxHashSet<OpId>,
}

impl Placement {
    /// Puts an op before another and behind those put there earlier.
    pub(crate) fn before(&mut self, anchor: OpId, op: OpId) {
        self.before.entry(anchor).or_default().push(op);
    }

    /// Puts an op right behind the definition of a value, before those put there earlier.
    pub(crate) fn after_value(&mut self, module: &Module, value: ValueId, op: OpId) {
        let list = match module.value(value).definition {
            Definition::Result { op, .. } => self.after.entry(op).or_default(),
            Definition::Argument { block, .. } => self.first.entry(block).or_default(),
        };
        list.push(op);
    }

    /// Takes an op out. One that is also put somewhere moves there.
    pub(crate) fn remove(&mut self, op: OpId) {
        self.removed.insert(op);
    }

    /// Makes the changes.
    pub(crate) fn apply(mut self, module: &mut Module) {
        if self.first.is_empty() && self.before.is_empty() && self.after.is_empty() && self.removed.is_empty()
        {
            return;
        }
        let mut changed = Vec::new();
        for block in blocks(module) {
            let ops = &module.block(block).ops;
            if self.first.contains_key(&block) || ops.iter().any(|op| self.is_affected(*op)) {
                changed.push((block, self.place(block, ops)));
            }
        }
        // First every op leaves its old block: one that moves must not be taken out of its new one.
        for (block, _) in &changed {
            module.set_block_ops(*block, Vec::new());
        }
        for (block, ops) in changed {
            module.set_block_ops(block, ops);
        }
    }

    fn is_affected(&self, op: OpId) -> bool {
        self.before.contains_key(&op) || self.after.contains_key(&op) || self.removed.contains(&op)
    }

    /// The new list of one block. Its anchors are used up; one that leaves may still be an anchor.
    fn place(&mut self, block: BlockId, ops: &[OpId]) -> Vec<OpId> {
        let mut placed = Vec::with_capacity(ops.len());
        placed.extend(self.first.remove(&block).into_iter().flatten().rev());
        for &op in ops {
            placed.extend(self.before.remove(&op).into_iter().flatten());
            if !self.removed.contains(&op) {
                placed.push(op);
            }
            placed.extend(self.after.remove(&op).into_iter().flatten().rev());
        }
        placed
    }
}

/// All blocks of the module, outer before inner.
fn blocks(module: &Module) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    for op in module.walk(module.top()) {
        for &region in &module.op(op).regions {
            blocks.extend(&module.region(region).blocks);
        }
    }
    blocks
}
