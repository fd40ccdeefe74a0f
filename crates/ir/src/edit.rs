//! Edits a module: uses, cloning, insertion.
//!
//! A module keeps no use lists. A transform that needs them builds [`Uses`] and updates it with the changes it
//! makes. To insert many ops, rebuild the op list of a block in one sweep; a single insertion takes time
//! linear in the length of the block.

use partita_base::{Id, Span, Symbol};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{
    Attr, AttrId, BlockId, LocId, Module, NewOp, OpCode, OpId, OpName, RegionId, TypeId, ValueId, ValueName,
    names,
};

/// A use of a value: an op and the index of its operand.
pub type Use = (OpId, u32);

/// All uses of all values, in text order.
#[derive(Clone, Debug)]
pub struct Uses {
    by_value: Vec<SmallVec<[Use; 2]>>,
}

impl Uses {
    /// Collects the uses below the module's top op.
    pub fn new(module: &Module) -> Self {
        let mut uses = Self { by_value: vec![SmallVec::new(); module.value_count()] };
        for op in module.walk(module.top()) {
            uses.add_op(module, op);
        }
        uses
    }

    /// The uses of a value, in text order.
    pub fn of(&self, value: ValueId) -> &[Use] {
        self.by_value.get(value.index()).map_or(&[], |uses| uses)
    }

    /// Adds the operands of an op that was created or put back.
    pub fn add_op(&mut self, module: &Module, op: OpId) {
        for (index, operand) in module.op(op).operands.iter().enumerate() {
            if self.by_value.len() <= operand.index() {
                self.by_value.resize(module.value_count(), SmallVec::new());
            }
            self.by_value[operand.index()].push((op, index as u32));
        }
    }

    /// Removes the operands of an op that is about to be erased or changed.
    pub fn remove_op(&mut self, module: &Module, op: OpId) {
        for operand in &module.op(op).operands {
            self.by_value[operand.index()].retain(|(user, _)| *user != op);
        }
    }

    /// Replaces `old` by `new` in every use that `wanted` selects.
    pub fn replace(
        &mut self,
        module: &mut Module,
        old: ValueId,
        new: ValueId,
        mut wanted: impl FnMut(&Module, Use) -> bool,
    ) {
        if self.by_value.len() < module.value_count() {
            self.by_value.resize(module.value_count(), SmallVec::new());
        }
        let uses = std::mem::take(&mut self.by_value[old.index()]);
        for used in uses {
            if wanted(module, used) {
                module.set_operand(used.0, used.1 as usize, new);
                self.by_value[new.index()].push(used);
            } else {
                self.by_value[old.index()].push(used);
            }
        }
    }

    /// Replaces `old` by `new` in every use.
    pub fn replace_all(&mut self, module: &mut Module, old: ValueId, new: ValueId) {
        self.replace(module, old, new, |_, _| true);
    }
}

/// Values that are to be replaced by others.
#[derive(Clone, Debug, Default)]
pub struct Replacements {
    /// The replacement of each value, by value.
    by_value: Vec<Option<ValueId>>,
}

impl Replacements {
    /// Replaces `old` by `new`, or by the replacement of `new`.
    pub fn insert(&mut self, module: &Module, old: ValueId, new: ValueId) {
        if self.by_value.len() <= old.index() {
            self.by_value.resize(module.value_count(), None);
        }
        self.by_value[old.index()] = Some(new);
    }

    /// The replacement of a value, if it has one.
    pub fn get(&self, value: ValueId) -> Option<ValueId> {
        let mut new = self.next(value)?;
        while let Some(next) = self.next(new) {
            new = next;
        }
        Some(new)
    }

    fn next(&self, value: ValueId) -> Option<ValueId> {
        self.by_value.get(value.index()).copied().flatten()
    }

    /// Whether no value is replaced.
    pub fn is_empty(&self) -> bool {
        self.by_value.is_empty()
    }

    /// Replaces the operands of the first `ops` ops that were created. This includes detached ops, which no walk visits.
    pub fn apply(&self, module: &mut Module, ops: usize) {
        if self.is_empty() {
            return;
        }
        module.replace_operands(0..ops, |operand| self.get(operand));
    }
}

/// Maps the values and blocks of the original to those of a copy.
///
/// Most copies consist of one op or a few, which a short list serves best.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    few: SmallVec<[(ValueId, ValueId); Copies::FEW]>,
    many: FxHashMap<ValueId, ValueId>,
    /// Copies of blocks that ops may branch to.
    blocks: FxHashMap<BlockId, BlockId>,
}

impl Copies {
    const FEW: usize = 16;

    /// The copy of a value, or the value itself.
    pub fn value(&self, value: ValueId) -> ValueId {
        let found = self.few.iter().find(|(from, _)| *from == value).map(|(_, to)| *to);
        found
            .or_else(|| if self.many.is_empty() { None } else { self.many.get(&value).copied() })
            .unwrap_or(value)
    }

    /// Records that `to` is the copy of `from`.
    pub fn add(&mut self, from: ValueId, to: ValueId) {
        if self.few.len() < Self::FEW {
            self.few.push((from, to));
        } else {
            self.many.insert(from, to);
        }
    }

    fn block(&self, block: BlockId) -> BlockId {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl Module {
    /// Creates a detached op of the table.
    pub fn build(
        &mut self,
        code: OpCode,
        operands: &[ValueId],
        result_types: &[TypeId],
        attrs: &[(Symbol, AttrId)],
        loc: LocId,
        span: Span,
    ) -> OpId {
        self.create_op(NewOp {
            name: OpName::Known(code),
            operands: operands.into(),
            result_types,
            attrs: attrs.into(),
            loc,
            span,
        })
    }

    /// Gives a value the name that another has in the source text.
    pub fn copy_name(&mut self, from: ValueId, to: ValueId) {
        let ValueName { span, number } = self.value(from).name();
        let value = self.value_mut(to);
        (value.span, value.number) = (span, number);
    }

    /// Copies an op with all its regions. Operands are replaced by their copies; the results and everything
    /// inside are added to `copies`. The copy is detached.
    pub fn clone_op(&mut self, op: OpId, copies: &mut Copies) -> OpId {
        let old = self.op(op);
        let (regions, successors, properties) = (old.regions.clone(), old.successors.clone(), old.properties);
        let form = self.form(op);
        let results = self.result_range(op);
        let result_types: SmallVec<[TypeId; 4]> = old.results().map(|result| self.type_of(result)).collect();
        let copy = self.create_op(NewOp {
            name: old.name,
            operands: old.operands.iter().map(|&operand| copies.value(operand)).collect(),
            result_types: &result_types,
            attrs: old.attrs.clone(),
            loc: old.loc,
            span: old.span,
        });
        for (from, to) in results.zip(self.result_range(copy)) {
            let (from, to) = (ValueId::from_index(from), ValueId::from_index(to));
            copies.add(from, to);
            self.copy_name(from, to);
        }
        for &region in &regions {
            let new = self.add_region(copy);
            self.clone_region_into(region, new, copies);
        }
        let new = self.op_mut(copy);
        new.properties = properties;
        new.successors = successors.into_iter().map(|block| copies.block(block)).collect();
        // A copy is like the original, since copies of values have the types of the originals.
        form.into_iter().for_each(|form| self.set_form(copy, form));
        copy
    }

    /// Copies the blocks of one region to the end of another.
    pub fn clone_region_into(&mut self, from: RegionId, to: RegionId, copies: &mut Copies) {
        let blocks = self.region(from).blocks.clone();
        let mut pairs: SmallVec<[(BlockId, BlockId); 2]> = SmallVec::new();
        for &block in &blocks {
            let span = self.block(block).span;
            let new = self.add_block(to, span);
            pairs.push((block, new));
            for arg in self.block(block).args.clone() {
                let value = self.value(arg).clone();
                let copy = self.add_arg(new, value.ty, value.span, value.loc);
                copies.add(arg, copy);
            }
        }
        let branches = |block: &BlockId| {
            self.block(*block).ops.last().is_some_and(|&last| !self.op(last).successors.is_empty())
        };
        if blocks.iter().any(branches) {
            copies.blocks.extend(pairs.iter().copied());
        }
        for (block, new) in pairs {
            for op in self.block(block).ops.clone() {
                let copy = self.clone_op(op, copies);
                self.append(new, copy);
            }
        }
    }

    /// The position of an op in its block, in time linear in the length of the block.
    pub fn position(&self, op: OpId) -> Option<(BlockId, usize)> {
        let block = self.op(op).block?;
        Some((block, self.block(block).ops.iter().position(|other| *other == op)?))
    }

    /// Inserts an op right before another.
    pub fn insert_before(&mut self, anchor: OpId, op: OpId) {
        let (block, at) = self.position(anchor).expect("the anchor is in a block");
        self.insert(block, at, op);
    }

    /// Inserts an op right after another.
    pub fn insert_after(&mut self, anchor: OpId, op: OpId) {
        let (block, at) = self.position(anchor).expect("the anchor is in a block");
        self.insert(block, at + 1, op);
    }

    /// Replaces the ops of a block; ops that are no longer listed are erased.
    pub fn set_block_ops(&mut self, block: BlockId, ops: Vec<OpId>) {
        // Many passes rewrite every block and change only a few.
        let stays = |op: &OpId| self.op(*op).block == Some(block);
        if self.block(block).ops == ops && ops.iter().all(stays) {
            return;
        }
        for old in std::mem::take(&mut self.block_mut(block).ops) {
            self.set_block(old, None);
        }
        for &op in &ops {
            self.set_block(op, Some(block));
        }
        self.block_mut(block).ops = ops;
    }

    /// The function with a symbol name, if there is one.
    pub fn find_function(&self, name: &str) -> Option<OpId> {
        self.functions().find(|&func| self.symbol_name(func) == Some(name))
    }

    /// Whether an op defines a symbol that is not visible outside the module.
    pub fn is_private(&self, op: OpId) -> bool {
        let visibility = self.attr(op, names::SYM_VISIBILITY);
        self.symbol_name(op).is_some()
            && matches!(visibility, Some(Attr::String(text)) if &**text == b"private")
    }

    /// The function named `main`, or the only one. Propagation and the export passes treat its arguments and results specially, as Shardy
    /// does; a module of several functions may have none.
    pub fn main_function(&self) -> Option<OpId> {
        self.find_function("main").or_else(|| {
            let mut functions = self.functions();
            functions.next().filter(|_| functions.next().is_none())
        })
    }

    /// The function that a run starts with: the main one, or else the first that is not private, because passes may drop private ones.
    /// `None` only for a module without functions.
    pub fn entry_function(&self) -> Option<OpId> {
        let public = || self.functions().find(|&func| !self.is_private(func));
        self.main_function().or_else(public).or_else(|| self.functions().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    #[test]
    fn a_replacement_may_be_replaced_itself() {
        let mut module = Module::new(Context::default());
        let ty = module.context.int_type(32);
        let loc = module.context.unknown_loc();
        let mut make = |operands: &[ValueId]| {
            let op = module.build(OpCode::Negate, operands, &[ty], &[], loc, Span::default());
            (op, module.op(op).result(0))
        };
        let [a, b, c] = [(); 3].map(|()| make(&[]).1);
        let (old, _) = make(&[a, b]);
        let (new, _) = make(&[a]);
        let mut replaced = Replacements::default();
        replaced.insert(&module, a, b);
        replaced.insert(&module, b, c);
        replaced.apply(&mut module, new.index());
        assert_eq!(module.op(old).operands[..], [c, c]);
        assert_eq!(module.op(new).operands[..], [a]);
        assert_eq!((replaced.get(a), replaced.get(c)), (Some(c), None));
    }
}
