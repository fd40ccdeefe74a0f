//! The changes that MLIR's greedy rewriter makes to a function besides applying patterns.
//!
//! Some of Shardy's passes run that driver on each function, and it tidies the function whether or not a pattern
//! applies. To print the same text, the corresponding passes have to do the same: constants move to
//! the front of the innermost region they may not leave, and equal ones are merged; unused ops without effect are
//! erased, as are unreachable blocks; ops are folded. None of StableHLO's and sdy's ops folds, a few of CHLO's do.

use std::collections::hash_map::Entry;

use partita_ir::{
    Attr, AttrId, BlockId, Definition, DenseData, Module, OpCode, OpId, OpName, RegionId, Type, TypeId,
    ValueId, names,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

use crate::class;

/// Tidies a function until nothing changes.
pub(super) fn tidy_function(module: &mut Module, func: OpId) {
    loop {
        Constants::default().hoist(module, func);
        let erased = erase_dead(module, func);
        let folded = fold(module, func);
        if !erased && !folded && !remove_unreachable(module, func) {
            return;
        }
    }
}

/// What equal constants have in common: the region they belong to, value and type. Constants of different dialects
/// are not merged, and each dialect has one op for them.
type Key = (BlockId, OpCode, AttrId, TypeId);

/// The ops of a block in their new order.
#[derive(Default)]
struct Order {
    /// Constants moved to the front, each before those moved earlier.
    front: Vec<OpId>,
    /// The ops that stay, in their old order.
    rest: Vec<OpId>,
}

/// The constants of a function found so far, in the order of a walk.
#[derive(Default)]
struct Constants {
    first: FxHashMap<Key, OpId>,
    kept: FxHashSet<OpId>,
    merged: FxHashMap<ValueId, ValueId>,
    orders: FxHashMap<BlockId, Order>,
    /// The blocks of `orders`, in the order of the walk.
    blocks: Vec<BlockId>,
    moved: bool,
}

impl Constants {
    fn hoist(mut self, module: &mut Module, func: OpId) {
        for op in module.walk(func).into_iter().skip(1) {
            let Some(block) = module.op(op).block else { continue };
            match constant(module, op) {
                Some((code, value)) => self.add(module, block, op, (code, value)),
                None => self.order(block).rest.push(op),
            }
        }
        if self.moved || !self.merged.is_empty() {
            self.apply(module, func);
        }
    }

    fn order(&mut self, block: BlockId) -> &mut Order {
        let blocks = &mut self.blocks;
        self.orders.entry(block).or_insert_with(|| {
            blocks.push(block);
            Order::default()
        })
    }

    /// Merges a constant with an equal one, or finds its position. One that already follows a kept constant, or starts
    /// its block, stays where it is. As in MLIR, merged constants and those that leave their block get an unknown
    /// location.
    fn add(&mut self, module: &mut Module, block: BlockId, op: OpId, (code, value): (OpCode, AttrId)) {
        self.order(block);
        let home = home(module, block);
        let result = module.op(op).result(0);
        let unknown = module.context.unknown_loc();
        match self.first.entry((home, code, value, module.type_of(result))) {
            Entry::Occupied(first) => {
                let first = *first.get();
                module.op_mut(first).loc = unknown;
                self.merged.insert(result, module.op(first).result(0));
                return;
            }
            Entry::Vacant(entry) => {
                entry.insert(op);
                self.kept.insert(op);
            }
        }
        let last = self.order(home).rest.last().copied();
        if block == home && last.is_none_or(|last| self.kept.contains(&last)) {
            self.order(home).rest.push(op);
            return;
        }
        if block != home {
            module.op_mut(op).loc = unknown;
        }
        self.order(home).front.push(op);
        self.moved = true;
    }

    fn apply(mut self, module: &mut Module, func: OpId) {
        // First every op is removed from its old block: one that moves must not be removed from its new one.
        for &block in &self.blocks {
            module.set_block_ops(block, Vec::new());
        }
        for block in std::mem::take(&mut self.blocks) {
            if let Some(Order { front, rest }) = self.orders.remove(&block) {
                module.set_block_ops(block, front.into_iter().rev().chain(rest).collect());
            }
        }
        for op in module.walk(func) {
            for operand in &mut module.op_mut(op).operands {
                if let Some(&value) = self.merged.get(operand) {
                    *operand = value;
                }
            }
        }
    }
}

/// The code and the value of a constant. `sdy.constant` does not count, so that its copies are not merged.
fn constant(module: &Module, op: OpId) -> Option<(OpCode, AttrId)> {
    let op = module.op(op);
    let code = op.name.code()?;
    let is_constant = matches!(code, OpCode::Constant | OpCode::ChloConstant | OpCode::FuncConstant);
    if is_constant && op.result_count() == 1 { Some((code, op.attr(names::VALUE)?)) } else { None }
}

/// The block that the constants of a block move to: the entry of the innermost region around it that is isolated
/// from above. An unknown op counts as isolated, because it might be.
fn home(module: &Module, block: BlockId) -> BlockId {
    let mut region = module.block(block).region;
    loop {
        let owner = module.op(module.region(region).op);
        let isolated = match owner.name {
            OpName::Known(OpCode::SdyNamedComputation | OpCode::ChloScan) | OpName::Other(_) => true,
            OpName::Known(code) => code.traits().isolated,
        };
        match owner.block {
            Some(block) if !isolated => region = module.block(block).region,
            _ => return module.region(region).blocks[0],
        }
    }
}

/// Erases dead ops, users before the producers of their operands.
fn erase_dead(module: &mut Module, func: OpId) -> bool {
    let ops = module.walk(func);
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    for &op in &ops {
        for &operand in &module.op(op).operands {
            *uses.entry(operand).or_default() += 1;
        }
    }
    let mut dead: FxHashSet<OpId> = FxHashSet::default();
    for &op in ops.iter().skip(1).rev() {
        if module.op(op).results().any(|result| uses.get(&result).is_some_and(|count| *count > 0)) {
            continue;
        }
        if !class::is_erasable(module, op) && constant(module, op).is_none() {
            continue;
        }
        for inner in module.walk(op) {
            if dead.insert(inner) {
                for operand in &module.op(inner).operands {
                    if let Some(count) = uses.get_mut(operand) {
                        *count -= 1;
                    }
                }
            }
        }
    }
    for &op in &ops {
        if let (true, Some(block)) = (dead.contains(&op), module.op(op).block) {
            let rest = module.block(block).ops.iter().copied().filter(|op| !dead.contains(op)).collect();
            module.set_block_ops(block, rest);
        }
    }
    !dead.is_empty()
}

/// Folds ops: constants become the last operand of commutative ops, and a constant in the shape of a
/// value of static shape becomes a constant.
fn fold(module: &mut Module, func: OpId) -> bool {
    let mut changed = false;
    for op in module.walk(func) {
        changed |= match module.op(op).name.code() {
            Some(OpCode::ChloConstantLike) => fold_constant_like(module, op).is_some(),
            Some(code) if code.traits().mlir_commutative => {
                let swap = match module.op(op).operands[..] {
                    [lhs, rhs] => is_constant(module, lhs) && !is_constant(module, rhs),
                    _ => false,
                };
                if swap {
                    module.op_mut(op).operands.swap(0, 1);
                }
                swap
            }
            _ => false,
        };
    }
    changed
}

fn is_constant(module: &Module, value: ValueId) -> bool {
    match module.value(value).definition {
        Definition::Result { op, .. } => constant(module, op).is_some(),
        Definition::Argument { .. } => false,
    }
}

/// Turns a constant in the shape of a value into one of that shape, if the shape is static.
fn fold_constant_like(module: &mut Module, op: OpId) -> Option<()> {
    let ty = module.type_of(module.op(op).results().next()?);
    module.context.tensor(ty)?.static_shape()?;
    let (little_endian, element) = match *module.attr(op, names::VALUE)? {
        Attr::Integer { value, ty } => (value.to_le_bytes(), ty),
        Attr::Float { bits, ty } => (u128::from(bits).to_le_bytes(), ty),
        _ => return None,
    };
    let bytes = match module.context.type_of(element) {
        Type::Integer { width, .. } => width.div_ceil(8),
        Type::Float(kind) => kind.bits().div_ceil(8),
        _ => return None,
    };
    let data = DenseData::Splat(little_endian.get(..bytes as usize)?.into());
    let value = module.context.attr(Attr::Dense { ty, data });
    module.rename(op, OpCode::ChloConstant);
    let folded = module.op_mut(op);
    folded.operands.clear();
    folded.attrs = smallvec![(names::VALUE, value)];
    Some(())
}

/// Removes the blocks that no branch leads to.
fn remove_unreachable(module: &mut Module, func: OpId) -> bool {
    let mut changed = false;
    for op in module.walk(func) {
        for region in module.op(op).regions.clone() {
            let blocks = module.region(region).blocks.clone();
            if blocks.len() < 2 {
                continue;
            }
            let reached = reachable(module, region);
            let limbo = module.create_region();
            for block in blocks.into_iter().filter(|block| !reached.contains(block)) {
                module.move_block(block, limbo);
                changed = true;
            }
        }
    }
    changed
}

fn reachable(module: &Module, region: RegionId) -> FxHashSet<BlockId> {
    let mut reached = FxHashSet::default();
    let mut open = vec![module.region(region).blocks[0]];
    while let Some(block) = open.pop() {
        if reached.insert(block) {
            let ops = &module.block(block).ops;
            open.extend(ops.iter().flat_map(|&op| &module.op(op).successors));
        }
    }
    reached
}
