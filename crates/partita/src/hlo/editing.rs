//! What an editor asks about positions of the text: the values defined there, and where an edit goes.

use std::ops::Range;

use partita_base::{Id, Span};
use partita_ir::{Definition, Module, OpCode, OpId, Value, ValueId, ValueName};
use partita_report::{DefinedValue, WhyView};

use super::{Program, Propagated};

/// A `sdy.sharding_constraint` of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConstraintOp {
    /// The name of its result.
    pub result: Span,
    /// The first byte of the next op.
    pub next: u32,
}

impl Propagated {
    /// The program as it was read.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The values that are defined in a range of the text, with their shardings, in text order. A value of a function
    /// that is called several times is listed once for each different sharding.
    pub fn defined_values(&self, range: Range<u32>) -> Vec<DefinedValue> {
        self.solution.borrow_mut().defined_values(&self.program.source, range)
    }

    /// Explains the sharding of a value that is defined in the text, once for each different sharding. Paths are
    /// shortened to `most_hops` hops.
    pub fn explain_definition(&self, value: &DefinedValue, most_hops: usize) -> Vec<WhyView> {
        let at = ValueName { span: value.span, number: value.number };
        self.solution.borrow_mut().explain_definition(&self.program.source, at, most_hops)
    }
}

impl Program {
    /// The first byte of the op before which a new op may use a value: the one after the definition of a result, or the
    /// first of the block of an argument. `definition` is the first byte of the value's name.
    pub fn first_use(&self, definition: u32) -> Option<u32> {
        let module = &self.module;
        let values = (0..module.value_count()).map(ValueId::from_index);
        let named = values.map(|value| module.value(value)).filter(|value| {
            let span = value.span;
            !span.is_empty() && span.start == definition
        });
        let place = |value: &Value| match value.definition {
            Definition::Result { op, .. } => next_op(module, op),
            Definition::Argument { block, .. } => Some(op_start(module, *module.block(block).ops.first()?)),
        };
        // The argument of a loop belongs to its condition and to its body, which comes last.
        named.filter_map(place).last()
    }

    /// The sharding constraints of the text, in order.
    pub fn constraints(&self) -> Vec<ConstraintOp> {
        let module = &self.module;
        let ops = module.walk(module.top());
        let is_constraint = |op: &OpId| module.op(*op).name.code() == Some(OpCode::SdyShardingConstraint);
        let constraint = |op: OpId| {
            let result = module.value(module.op(op).results().next()?).span;
            Some(ConstraintOp { result, next: next_op(module, op)? })
        };
        ops.iter().copied().filter(is_constraint).filter_map(constraint).collect()
    }
}

/// The first byte of the next op in the same block.
fn next_op(module: &Module, op: OpId) -> Option<u32> {
    let ops = &module.block(module.op(op).block?).ops;
    let index = ops.iter().position(|&other| other == op)?;
    Some(op_start(module, *ops.get(index + 1)?))
}

/// The first byte of an op: of its results, if it has any.
fn op_start(module: &Module, op: OpId) -> u32 {
    let data = module.op(op);
    let result = data.results().next().map(|value| module.value(value).span);
    let starts = result.filter(|span| !span.is_empty()).map(|span| span.start);
    starts.map_or(data.span.start, |start| start.min(data.span.start))
}
