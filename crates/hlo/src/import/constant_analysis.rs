//! Finds the ops whose results are constant: constants and computations on them.

use partita_base::Id;
use partita_ir::{Attr, Definition, Module, Op, OpCode, OpId, ValueId};
use rustc_hash::FxHashSet;

use super::call_graph::Functions;
use crate::class::is_elementwise;

/// The functions and named computations that are constant whenever their arguments are.
#[derive(Default)]
pub(super) struct ConstantBodies {
    functions: FxHashSet<OpId>,
    /// Names of computations of which at least one is not constant.
    computations: FxHashSet<Box<[u8]>>,
}

impl ConstantBodies {
    /// Analyses all bodies; `order` has callees first. Functions that are `never_called` are searched only for
    /// named computations.
    pub(super) fn new(
        module: &Module,
        functions: &Functions,
        order: &[OpId],
        never_called: impl Fn(OpId) -> bool,
        has_computations: bool,
    ) -> Self {
        let mut bodies = Self::default();
        for &func in order.iter().filter(|&&func| has_computations || !never_called(func)) {
            let mut constant = true;
            // Inner before outer, so that a computation is classified before the op that holds it.
            for op in module.walk(func).into_iter().rev().filter(|op| *op != func) {
                if !bodies.keeps_constant(module, functions, op) {
                    constant = false;
                    if !has_computations {
                        break;
                    }
                    bodies.mark_not_constant(module, func, op);
                }
            }
            if constant {
                bodies.functions.insert(func);
            }
        }
        bodies
    }

    /// Marks every named computation around an op that is not constant.
    fn mark_not_constant(&mut self, module: &Module, func: OpId, op: OpId) {
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

    /// Whether an op may be in a constant body.
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
            Some(C::SdyShardingConstraint) => false,
            _ => is_elementwise(module, op),
        }
    }

    /// Finds the constant ops and the scalar expansions among the ops of a function.
    pub(super) fn find_constants(
        &self,
        module: &Module,
        functions: &Functions,
        ops: &[OpId],
        found: &mut Constants,
    ) {
        found.kinds.resize(module.op_count(), ConstantKind::Other);
        found.values.resize(module.value_count(), ConstantKind::Other);
        for &op in ops {
            let data = module.op(op);
            // Operands first: this test fails more often and is cheaper.
            let constant = data.operands.iter().all(|&operand| found.is_constant(operand))
                && self.makes_constant(module, functions, op);
            let is_expansion =
                || module.code(op) == Some(OpCode::BroadcastInDim) && is_scalar(module, data.operands[0]);
            if constant {
                found.set(op, data, ConstantKind::Constant);
            } else if is_expansion() {
                found.set(op, data, ConstantKind::Expansion);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ConstantKind {
    #[default]
    Other,
    Constant,
    /// A broadcast of a scalar that is not constant.
    Expansion,
}

/// The ops that may be copied for each of their uses.
#[derive(Default)]
pub(super) struct Constants {
    kinds: Vec<ConstantKind>,
    /// The kind of the op that defines each value. Far smaller than the values themselves, each of which is asked for often.
    values: Vec<ConstantKind>,
}

impl Constants {
    fn kind(&self, op: OpId) -> ConstantKind {
        self.kinds.get(op.index()).copied().unwrap_or_default()
    }

    fn set(&mut self, id: OpId, op: &Op, kind: ConstantKind) {
        self.kinds[id.index()] = kind;
        op.results().for_each(|result| self.values[result.index()] = kind);
    }

    fn value_kind(&self, value: ValueId) -> ConstantKind {
        self.values.get(value.index()).copied().unwrap_or_default()
    }

    /// Whether a value is the result of a constant op.
    fn is_constant(&self, value: ValueId) -> bool {
        self.value_kind(value) == ConstantKind::Constant
    }

    /// Whether a value is the result of an op that is constant or expands a scalar.
    pub(super) fn defines(&self, value: ValueId) -> bool {
        self.value_kind(value) != ConstantKind::Other
    }

    /// Whether an op is constant, its operands included.
    pub(super) fn has_constant(&self, op: OpId) -> bool {
        self.kind(op) == ConstantKind::Constant
    }

    /// Whether an op is constant or expands a scalar.
    pub(super) fn contains(&self, op: OpId) -> bool {
        self.kind(op) != ConstantKind::Other
    }
}

/// The op that defines a value; `None` for block arguments.
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
