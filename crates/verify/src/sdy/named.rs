//! Checks named computations, and what they have in common with manual ones: a body of one block.

use partita_base::{Diagnostic, Diagnostics, Span, code};
use partita_ir::{OpId, ValueId, names};

use super::{Sdy, around, plural};

/// The only block of a named or manual computation.
pub(super) struct ComputationBody<'m> {
    /// Its arguments; empty if their number is wrong.
    pub(super) args: &'m [ValueId],
    /// The values it returns; empty if their number is wrong.
    pub(super) returned: &'m [ValueId],
    /// The span of its terminator.
    pub(super) end: Span,
}

impl<'m> Sdy<'m> {
    /// The body of a computation, if it has one block; reports arguments and returned values that do not
    /// match the operands and results in number.
    pub(super) fn body(&self, id: OpId, sink: &mut Diagnostics) -> Option<ComputationBody<'m>> {
        let op = self.module.op(id);
        let &[region] = &op.regions[..] else { return None };
        let &[block] = &self.module.region(region).blocks[..] else { return None };
        let block = self.module.block(block);
        let end = self.module.op(*block.ops.last()?);
        let mut body = ComputationBody { args: &block.args, returned: &end.operands, end: end.span };
        if body.args.len() != op.operands.len() {
            let (args, operands) =
                (plural(body.args.len(), "argument"), plural(op.operands.len(), "operand"));
            let message = format!("the body has {args} for {operands}");
            sink.push(self.fault(id, code::REGION_SHAPE, message));
            body.args = &[];
        }
        if body.returned.len() != op.result_count() {
            let (values, results) =
                (plural(body.returned.len(), "value"), plural(op.result_count(), "result"));
            let message = format!("the body returns {values} for {results}");
            sink.push(self.fault(id, code::REGION_SHAPE, message));
            body.returned = &[];
        }
        Some(body)
    }

    /// Checks an `sdy.named_computation`: its body has its operands as arguments and returns its results.
    pub(super) fn check_named(&mut self, id: OpId, sink: &mut Diagnostics) {
        let op = self.module.op(id);
        let results: Vec<ValueId> = op.results().collect();
        for (name, values, side) in
            [(names::IN_SHARDINGS, &op.operands[..], "operand"), (names::OUT_SHARDINGS, &results, "result")]
        {
            let Some((_, specs)) = self.per_value(id, name) else { continue };
            self.check_count(id, name, specs.len(), values.len(), side, sink);
            for given in self.given_list(id, name, values) {
                self.check_sharding(&given, sink);
            }
        }
        let Some(body) = self.body(id, sink) else { return };
        let differs = |&(&a, &b): &(&ValueId, &ValueId)| self.module.type_of(a) != self.module.type_of(b);
        for (&operand, &arg) in op.operands.iter().zip(body.args).filter(differs) {
            let message = format!(
                "the body has an argument `{}` for an operand `{}`",
                self.spell(arg),
                self.spell(operand)
            );
            let span = self.module.value(arg).span;
            sink.push(Diagnostic { span, ..self.fault(id, code::REGION_SHAPE, message) });
        }
        for (&result, &value) in results.iter().zip(body.returned).filter(differs) {
            let message =
                format!("the body returns `{}` for a result `{}`", self.spell(value), self.spell(result));
            sink.push(Diagnostic { span: body.end, ..self.fault(id, code::REGION_SHAPE, message) });
        }
    }

    /// Checks that the body of a named computation uses no value from outside.
    pub(super) fn check_isolation(&self, id: OpId, named: OpId, sink: &mut Diagnostics) {
        for (index, &operand) in self.module.op(id).operands.iter().enumerate() {
            if around(self.module, &self.places, operand).named == Some(named) {
                continue;
            }
            let message = format!("operand {index} is defined outside the enclosing sdy.named_computation");
            let fault = self.fault(id, code::ISOLATION, message);
            let help = "pass the value to the computation as an operand";
            sink.push(self.label(fault, operand, "defined here").help(help));
        }
    }
}
