//! Inserts new ops and replaces values by their results.

use partita_base::{Id, Symbol};
use partita_ir::{Attr, AttrId, BlockId, Definition, Module, OpCode, OpId, SdyAttr, ValueId, names};
use partita_mesh::spec::{AxisSpec, ShardingSpec};
use rustc_hash::{FxHashMap, FxHashSet};

use super::shardings;

/// A module and the ops that are to be inserted into it.
///
/// Ops are created immediately, so that the shardings of their results can be read, but enter the lists of their blocks
/// only at the end, all together: one insertion at a time would be quadratic. A new op may be inserted next to another
/// new op.
pub(super) struct Editor<'m> {
    pub(super) module: &'m mut Module,
    first: FxHashMap<BlockId, Vec<OpId>>,
    before: FxHashMap<OpId, Vec<OpId>>,
    after: FxHashMap<OpId, Vec<OpId>>,
    removed: FxHashSet<OpId>,
    blocks: FxHashSet<BlockId>,
    replaced: FxHashMap<ValueId, ValueId>,
    /// Whether each op is in `before`, `after` or `removed`, by its number. Nearly all are not, and need no look-ups.
    is_anchor: Vec<bool>,
}

impl<'m> Editor<'m> {
    pub(super) fn new(module: &'m mut Module) -> Self {
        Self {
            module,
            first: FxHashMap::default(),
            before: FxHashMap::default(),
            after: FxHashMap::default(),
            removed: FxHashSet::default(),
            blocks: FxHashSet::default(),
            replaced: FxHashMap::default(),
            is_anchor: Vec::new(),
        }
    }

    fn mark_anchor(&mut self, op: OpId) {
        if self.is_anchor.len() <= op.index() {
            self.is_anchor.resize(self.module.op_count().max(op.index() + 1), false);
        }
        self.is_anchor[op.index()] = true;
    }

    /// Replaces the operands of an op by their replacements. Called when an op is visited, which is after
    /// the ops that it depends on.
    pub(super) fn update_operands(&mut self, op: OpId) {
        if self.replaced.is_empty() {
            return;
        }
        for operand in &mut self.module.op_mut(op).operands {
            if let Some(&value) = self.replaced.get(operand) {
                *operand = value;
            }
        }
    }

    /// Replaces `old` by `new` in all ops visited from now on.
    pub(super) fn replace(&mut self, old: ValueId, new: ValueId) {
        self.replaced.insert(old, new);
    }

    /// Removes an op from its block.
    pub(super) fn remove(&mut self, op: OpId) {
        self.removed.insert(op);
        self.mark_anchor(op);
        self.blocks.extend(self.module.op(op).block);
    }

    /// Puts a new op before another, after those put there earlier.
    pub(super) fn put_before(&mut self, anchor: OpId, op: OpId) {
        self.enter_block(self.module.op(anchor).block, op);
        self.before.entry(anchor).or_default().push(op);
        self.mark_anchor(anchor);
    }

    /// Puts new ops right after another, before those put there earlier.
    pub(super) fn put_after(&mut self, anchor: OpId, ops: &[OpId]) {
        if ops.is_empty() {
            return;
        }
        for &op in ops {
            self.enter_block(self.module.op(anchor).block, op);
        }
        self.after.entry(anchor).or_default().extend(ops.iter().rev());
        self.mark_anchor(anchor);
    }

    /// Puts a new op right after the definition of a value, before those put there earlier.
    pub(super) fn put_after_value(&mut self, value: ValueId, op: OpId) {
        match self.module.value(value).definition {
            Definition::Result { op: anchor, .. } => self.put_after(anchor, &[op]),
            Definition::Argument { block, .. } => {
                self.enter_block(Some(block), op);
                self.first.entry(block).or_default().push(op);
            }
        }
    }

    fn enter_block(&mut self, block: Option<BlockId>, op: OpId) {
        self.module.set_block(op, block);
        self.blocks.extend(block);
    }

    /// Inserts and removes all ops.
    pub(super) fn finish(mut self) {
        let mut blocks: Vec<BlockId> = self.blocks.iter().copied().collect();
        blocks.sort_unstable();
        for block in blocks {
            let ops = self.module.block(block).ops.clone();
            let mut placed = Vec::with_capacity(ops.len() + 4);
            for op in self.first.remove(&block).into_iter().flatten().rev() {
                self.place(op, &mut placed);
            }
            for op in ops {
                self.place(op, &mut placed);
            }
            self.module.set_block_ops(block, placed);
        }
    }

    /// Lists an op with the new ops before and after it. The recursion is shallow: few new ops are next to new ops.
    fn place(&mut self, op: OpId, placed: &mut Vec<OpId>) {
        if !self.is_anchor.get(op.index()).copied().unwrap_or(false) {
            placed.push(op);
            return;
        }
        for new in self.before.remove(&op).into_iter().flatten() {
            self.place(new, placed);
        }
        if !self.removed.contains(&op) {
            placed.push(op);
        }
        for new in self.after.remove(&op).into_iter().flatten().rev() {
            self.place(new, placed);
        }
    }

    /// Creates an op with one operand and a result of the same type, with the location of another op.
    fn build(&mut self, code: OpCode, input: ValueId, attrs: &[(Symbol, AttrId)], cause: OpId) -> OpId {
        let (loc, span) = (self.module.op(cause).loc, self.module.op(cause).span);
        let ty = self.module.type_of(input);
        self.module.build(code, &[input], &[ty], attrs, loc, span)
    }

    /// Creates a detached `sdy.reshard`.
    pub(super) fn reshard(&mut self, input: ValueId, sharding: ShardingSpec, cause: OpId) -> OpId {
        let attr = shardings::single_attr(self.module, sharding);
        self.build(OpCode::SdyReshard, input, &[(names::SHARDING, attr)], cause)
    }

    /// Creates a detached `sdy.all_reduce`.
    pub(super) fn all_reduce(
        &mut self,
        input: ValueId,
        axes: Vec<AxisSpec>,
        sharding: ShardingSpec,
        cause: OpId,
    ) -> OpId {
        self.collective(
            OpCode::SdyAllReduce,
            "reduction_axes",
            input,
            SdyAttr::AxisRefs(axes),
            sharding,
            cause,
        )
    }

    /// Creates a detached collective with axes and a sharding of its own.
    pub(super) fn collective(
        &mut self,
        code: OpCode,
        name: &str,
        input: ValueId,
        axes: SdyAttr,
        sharding: ShardingSpec,
        cause: OpId,
    ) -> OpId {
        let name = self.module.context.symbol(name);
        let axes = self.module.context.attr(Attr::Sdy(Box::new(axes)));
        let sharding = shardings::single_attr(self.module, sharding);
        self.build(code, input, &[(name, axes), (names::OUT_SHARDING, sharding)], cause)
    }

    /// Creates a detached `sdy.collective_permute`.
    pub(super) fn collective_permute(&mut self, input: ValueId, sharding: ShardingSpec, cause: OpId) -> OpId {
        let sharding = shardings::single_attr(self.module, sharding);
        self.build(OpCode::SdyCollectivePermute, input, &[(names::OUT_SHARDING, sharding)], cause)
    }

    /// The result of an op that has one.
    pub(super) fn result(&self, op: OpId) -> ValueId {
        self.module.op(op).result(0)
    }
}
