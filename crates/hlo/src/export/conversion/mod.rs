//! Changes the types of a program's values, op by op.
//!
//! A pass that gives values other types visits every op once, outer before inner and in text order, and either converts
//! it or leaves it unchanged. A converted op uses its operands with their new types, an unchanged one uses them with
//! the types they had. Where a value does not have the type that a user needs, an `unrealized_conversion_cast` after
//! its definition replaces it, as in MLIR's dialect conversion.

mod build;
mod infer;

use partita_base::{Diagnostic, Diagnostics, Span};
use partita_ir::{Attr, BlockId, Definition, LocId, Module, OpCode, OpId, SdyAttr, TypeId, ValueId};
use rustc_hash::FxHashMap;

pub(super) use build::integers;
pub(super) use infer::inferred_shapes;

/// Diagnostics of a single error, which ends a pass.
pub(super) fn single_diagnostic(fault: Diagnostic) -> Diagnostics {
    let mut found = Diagnostics::default();
    found.push(fault);
    found
}

/// The conversion of one op by a pass. It adds the op or its replacement with [`Conversion::emit`].
pub(super) trait Convert {
    /// Converts an op or leaves it unchanged. Nested ops are visited later.
    fn convert(&mut self, conversion: &mut Conversion<'_>, op: OpId) -> Result<(), Diagnostics>;
}

/// The casts after one definition. MLIR puts each right after it, so that the last one created comes first. Those that
/// unchanged ops need it creates at the end, ordered by the index of the value.
#[derive(Default)]
struct CastsBehind {
    for_converted: Vec<OpId>,
    for_others: Vec<(u32, OpId)>,
}

impl CastsBehind {
    fn add(&mut self, index: u32, cast: OpId, user: User) {
        match user {
            User::Converted => self.for_converted.push(cast),
            User::Left => self.for_others.push((index, cast)),
        }
    }

    /// A converted op needs a cast that was created for unchanged ops, so it is created before the end.
    fn need(&mut self, cast: OpId) {
        if let Some(at) = self.for_others.iter().position(|(_, other)| *other == cast) {
            self.for_others.remove(at);
            self.for_converted.push(cast);
        }
    }

    fn in_order(mut self) -> impl Iterator<Item = OpId> {
        self.for_others.sort_unstable();
        let others = self.for_others.into_iter().rev().map(|(_, cast)| cast);
        others.chain(self.for_converted.into_iter().rev())
    }
}

/// Whether the user of a value is converted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Converted,
    Left,
}

/// A module during a conversion of types.
pub(super) struct Conversion<'m> {
    pub(super) module: &'m mut Module,
    /// The values that replace others.
    replaced: FxHashMap<ValueId, ValueId>,
    /// The original types of values whose types were changed.
    before: FxHashMap<ValueId, TypeId>,
    /// The casts of values, by value and target type.
    casts: FxHashMap<(ValueId, TypeId), OpId>,
    /// The casts of the arguments of a block.
    first: FxHashMap<BlockId, CastsBehind>,
    /// The casts of the results of an op.
    behind: FxHashMap<OpId, CastsBehind>,
    /// The ops of the block that is being written.
    out: Vec<OpId>,
    /// The location and span of new ops: those of the op being converted.
    cause: (LocId, Span),
}

impl<'m> Conversion<'m> {
    /// Converts the ops in the regions of `root`.
    pub(super) fn run(module: &'m mut Module, root: OpId, pass: &mut dyn Convert) -> Result<(), Diagnostics> {
        let cause = (module.op(root).loc, module.op(root).span);
        let mut conversion = Self {
            module,
            replaced: FxHashMap::default(),
            before: FxHashMap::default(),
            casts: FxHashMap::default(),
            first: FxHashMap::default(),
            behind: FxHashMap::default(),
            out: Vec::new(),
            cause,
        };
        conversion.regions(root, pass)
    }

    /// Converts the ops in the regions of an op.
    fn regions(&mut self, op: OpId, pass: &mut dyn Convert) -> Result<(), Diagnostics> {
        for region in self.module.op(op).regions.clone() {
            for block in self.module.region(region).blocks.clone() {
                let outer = std::mem::take(&mut self.out);
                self.ops(self.module.block(block).ops.clone(), pass)?;
                self.finish(block);
                self.out = outer;
            }
        }
        Ok(())
    }

    /// Converts the ops of a block except its terminator into the block that is being written.
    pub(super) fn ops_but_last(&mut self, block: BlockId, pass: &mut dyn Convert) -> Result<(), Diagnostics> {
        let mut ops = self.module.block(block).ops.clone();
        ops.pop();
        self.ops(ops, pass)
    }

    fn ops(&mut self, ops: Vec<OpId>, pass: &mut dyn Convert) -> Result<(), Diagnostics> {
        for op in ops {
            self.cause = (self.module.op(op).loc, self.module.op(op).span);
            let listed = self.out.len();
            pass.convert(self, op)?;
            // The regions of an op belong to the op that replaced it.
            for index in listed..self.out.len() {
                let made = self.out[index];
                if made == op || self.module.op(op).regions.is_empty() {
                    self.regions(made, pass)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the ops of a block, each followed by the casts of its results.
    fn finish(&mut self, block: BlockId) {
        let mut ops = Vec::with_capacity(self.out.len());
        ops.extend(self.first.remove(&block).into_iter().flat_map(CastsBehind::in_order));
        for op in std::mem::take(&mut self.out) {
            ops.push(op);
            ops.extend(self.behind.remove(&op).into_iter().flat_map(CastsBehind::in_order));
        }
        self.module.set_block_ops(block, ops);
    }

    /// Adds an op to the block that is being written.
    pub(super) fn emit(&mut self, op: OpId) {
        self.out.push(op);
    }

    /// Replaces a value by another in ops that are visited later.
    pub(super) fn replace(&mut self, old: ValueId, new: ValueId) {
        self.replaced.insert(old, new);
    }

    /// Changes the type of a value.
    pub(super) fn set_type(&mut self, value: ValueId, ty: TypeId) {
        let before = self.module.type_of(value);
        if before != ty {
            self.before.entry(value).or_insert(before);
            self.module.set_type(value, ty);
        }
    }

    /// The original type of a value.
    pub(super) fn type_before(&self, value: ValueId) -> TypeId {
        self.before.get(&value).copied().unwrap_or_else(|| self.module.type_of(value))
    }

    /// The value that replaces a value, or the value itself.
    pub(super) fn current(&self, mut value: ValueId) -> ValueId {
        while let Some(&other) = self.replaced.get(&value) {
            value = other;
        }
        value
    }

    /// The replacement of a value in a converted op, with this type; a cast if it has another type.
    pub(super) fn value_of_type(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        self.value_for(value, ty, User::Converted)
    }

    fn value_for(&mut self, value: ValueId, ty: TypeId, user: User) -> ValueId {
        let value = self.current(value);
        if self.module.type_of(value) == ty {
            return value;
        }
        let definition = self.module.value(value).definition;
        let ((loc, span), index) = match definition {
            Definition::Result { op, index } => ((self.module.op(op).loc, self.module.op(op).span), index),
            Definition::Argument { index, .. } => {
                ((self.module.value(value).loc, self.module.value(value).span), index)
            }
        };
        let known = self.casts.get(&(value, ty)).copied();
        let op = known.unwrap_or_else(|| {
            let code = OpCode::BuiltinUnrealizedConversionCast;
            self.module.build(code, &[value], &[ty], &[], loc, span)
        });
        let behind = match definition {
            Definition::Result { op, .. } => self.behind.entry(op).or_default(),
            Definition::Argument { block, .. } => self.first.entry(block).or_default(),
        };
        if known.is_none() {
            behind.add(index, op, user);
            self.casts.insert((value, ty), op);
        } else if user == User::Converted {
            behind.need(op);
        }
        self.module.op(op).result(0)
    }

    /// An attribute of an op, by name.
    pub(super) fn attr(&self, op: OpId, name: &str) -> Option<&Attr> {
        self.module.attr(op, self.module.context.find_symbol(name)?)
    }

    /// An attribute of an op that is of the `sdy` dialect.
    pub(super) fn sdy_attr(&self, op: OpId, name: &str) -> Option<&SdyAttr> {
        self.module.sdy_attr(op, self.module.context.find_symbol(name)?)
    }

    /// A list of integers of an op.
    pub(super) fn int_list(&self, op: OpId, name: &str) -> Option<&[i64]> {
        match self.attr(op, name)? {
            Attr::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    /// Leaves an op unchanged: it uses its operands with their original types.
    pub(super) fn leave(&mut self, op: OpId) {
        for index in 0..self.module.op(op).operands.len() {
            let operand = self.module.op(op).operands[index];
            let ty = self.type_before(operand);
            self.module.op_mut(op).operands[index] = self.value_for(operand, ty, User::Left);
        }
        self.emit(op);
    }

    /// Sets the operands of an op and the types of its results.
    pub(super) fn change(&mut self, op: OpId, operands: &[ValueId], types: &[TypeId]) {
        self.module.op_mut(op).operands = operands.into();
        let results: Vec<ValueId> = self.module.op(op).results().collect();
        for (result, &ty) in results.into_iter().zip(types) {
            self.set_type(result, ty);
        }
        self.emit(op);
    }
}
