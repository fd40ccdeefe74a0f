//! Which ops make the same value on every device without reading any: constants and what is made of them.

use partita_ir::{Attr, Definition, Module, OpCode, OpId, ValueId};
use rustc_hash::FxHashSet;

use super::call_graph::Functions;
use crate::class::is_elementwise;

/// The functions and named computations that are constant whenever their arguments are.
pub(super) struct ConstantBodies {
    functions: FxHashSet<OpId>,
    /// Names of computations of which at least one is not constant.
    computations: FxHashSet<Box<[u8]>>,
}

impl ConstantBodies {
    /// Looks at all bodies; `order` has callees first.
    pub(super) fn new(module: &Module, functions: &Functions, order: &[OpId]) -> Self {
        let mut bodies = Self { functions: FxHashSet::default(), computations: FxHashSet::default() };
        for &func in order {
            let mut constant = true;
            // Inner before outer, so that a computation is known before the op that holds it.
            for op in module.walk(func).into_iter().rev().filter(|op| *op != func) {
                if !bodies.keeps_constant(module, functions, op) {
                    constant = false;
                    bodies.blame(module, func, op);
                }
            }
            if constant {
                bodies.functions.insert(func);
            }
        }
        bodies
    }

    /// Every named computation around a bad op is not constant either.
    fn blame(&mut self, module: &Module, func: OpId, op: OpId) {
        let mut around = module.parent(op);
        while let Some(parent) = around.filter(|parent| *parent != func) {
            if module.op(parent).name.code() == Some(OpCode::SdyNamedComputation)
                && let Some(name) = computation_name(module, parent)
            {
                self.computations.insert(name);
            }
            around = module.parent(parent);
        }
    }

    /// Whether an op may stand in a constant body.
    fn keeps_constant(&self, module: &Module, functions: &Functions, op: OpId) -> bool {
        use OpCode as C;
        match module.op(op).name.code() {
            Some(C::FuncReturn | C::SdyReturn | C::SdyShardingGroup) => true,
            _ => self.makes_constant(module, functions, op),
        }
    }

    /// Whether an op's results are constant if its operands are.
    fn makes_constant(&self, module: &Module, functions: &Functions, op: OpId) -> bool {
        use OpCode as C;
        match module.op(op).name.code() {
            Some(C::SdyConstant | C::Iota | C::BroadcastInDim | C::Reshape | C::Slice) => true,
            Some(C::FuncCall) => {
                functions.callee(module, op).is_some_and(|callee| self.functions.contains(&callee))
            }
            Some(C::SdyNamedComputation) => {
                computation_name(module, op).is_some_and(|name| !self.computations.contains(&name))
            }
            _ => {
                is_elementwise(module, op) && module.op(op).name.code() != Some(OpCode::SdyShardingConstraint)
            }
        }
    }

    /// The constant ops and the scalar expansions below a function, as two sets.
    pub(super) fn find(&self, module: &Module, functions: &Functions, func: OpId) -> Constants {
        let mut found = Constants { constants: FxHashSet::default(), expansions: FxHashSet::default() };
        for op in module.walk(func) {
            let constant = self.makes_constant(module, functions, op)
                && module.op(op).operands.iter().all(|&operand| found.is_constant(module, operand));
            if constant {
                found.constants.insert(op);
            } else if module.op(op).name.code() == Some(OpCode::BroadcastInDim)
                && is_scalar(module, module.op(op).operands[0])
            {
                found.expansions.insert(op);
            }
        }
        found
    }
}

/// The ops of one function that may be copied for each of their uses.
pub(super) struct Constants {
    constants: FxHashSet<OpId>,
    /// Broadcasts of scalars that are not constant.
    expansions: FxHashSet<OpId>,
}

impl Constants {
    /// Whether a value is the result of a constant op.
    pub(super) fn is_constant(&self, module: &Module, value: ValueId) -> bool {
        defining_op(module, value).is_some_and(|op| self.constants.contains(&op))
    }

    /// Whether an op is constant, its operands included.
    pub(super) fn has_constant(&self, op: OpId) -> bool {
        self.constants.contains(&op)
    }

    /// Whether an op is constant or expands a scalar.
    pub(super) fn contains(&self, op: OpId) -> bool {
        self.constants.contains(&op) || self.expansions.contains(&op)
    }

    /// Lets a copy count as what its original is.
    pub(super) fn add_copy(&mut self, original: OpId, copy: OpId) {
        for set in [&mut self.constants, &mut self.expansions] {
            if set.contains(&original) {
                set.insert(copy);
            }
        }
    }
}

/// The op whose result a value is.
pub(super) fn defining_op(module: &Module, value: ValueId) -> Option<OpId> {
    match module.value(value).definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { .. } => None,
    }
}

/// Whether a value is a tensor of rank 0.
pub(super) fn is_scalar(module: &Module, value: ValueId) -> bool {
    module.context.tensor(module.type_of(value)).is_some_and(|tensor| tensor.shape.is_empty())
}

fn computation_name(module: &Module, op: OpId) -> Option<Box<[u8]>> {
    match module.attr(op, module.context.find_symbol("name")?)? {
        Attr::String(name) => Some(name.clone()),
        _ => None,
    }
}
