//! Checks data-flow edges and propagation barriers.

use partita_base::{Diagnostics, code};
use partita_ir::{Attr, Definition, OpCode, OpId, OpKind, OpName, ValueId, dialect_of, names};

use super::{Sdy, attr_symbol, types};

/// `BOTH`, the direction of a barrier that blocks nothing.
const BOTH: i128 = 3;

impl Sdy<'_> {
    /// Checks an `sdy.data_flow_edge`. It holds the sharding of a value that an op with regions passes on,
    /// so that value must have no other use, and its sharding must not be stored elsewhere.
    pub(super) fn check_data_flow_edge(&mut self, id: OpId, sink: &mut Diagnostics) {
        let Some((input, result)) = self.unary(id, sink) else { return };
        if let Some(given) = self.given(id, names::SHARDING, self.module.type_of(result)) {
            self.check_sharding(&given, sink);
        }
        self.check_edge(id, input, sink);
        if let Definition::Result { op, .. } = self.module.value(input).definition
            && let OpName::Known(code) = self.module.op(op).name
            && dialect_of(code.name()) == "sdy"
            && code.kind() != OpKind::Computation
        {
            let message =
                format!("unexpected edge on a value of {}, which is not a data-flow op", code.name());
            let fault = self.fault(id, code::EDGE_SOURCE, message);
            let help = "put edges on results and arguments of ops with regions only";
            sink.push(self.label(fault, input, "defined here").help(help));
        }
    }

    /// Checks an `sdy.func_data_flow_edge`, whose input is an argument of a function or the result of a
    /// call.
    pub(super) fn check_func_data_flow_edge(&mut self, id: OpId, sink: &mut Diagnostics) {
        let Some((input, _)) = self.unary(id, sink) else { return };
        self.check_edge(id, input, sink);
        let (source, fits) = match self.module.value(input).definition {
            Definition::Argument { block, .. } => (self.module.block_parent(block), OpCode::FuncFunc),
            Definition::Result { op, .. } => (op, OpCode::FuncCall),
        };
        if self.module.op(source).name != OpName::Known(fits) {
            let source = self.module.op_name(source);
            let message = format!("expected an operand of a function or a call, found one of {source}");
            let fault = self.fault(id, code::EDGE_SOURCE, message);
            sink.push(self.label(fault, input, "defined here"));
        }
    }

    fn check_edge(&self, id: OpId, input: ValueId, sink: &mut Diagnostics) {
        let ty = self.module.type_of(input);
        if !self.check_shaped(id, input, sink) {
            return;
        }
        if types::shaped_type(&self.module.context, ty).is_some_and(|shaped| !shaped.is_static) {
            let message = format!("expected an input of static shape, found `{}`", self.spell(input));
            sink.push(self.fault(id, code::OPERAND_TYPE, message));
        }
        let uses = self.uses.as_ref().map_or(0, |uses| uses[input]);
        if uses > 1 {
            let message = format!("the input has {uses} uses; only its edge may use it");
            let fault = self.fault(id, code::EDGE_USERS, message);
            sink.push(self.label(fault, input, "defined here").help("use the result of the edge instead"));
        }
    }

    /// Checks an `sdy.propagation_barrier`.
    pub(super) fn check_barrier(&self, id: OpId, sink: &mut Diagnostics) {
        let Some((input, _)) = self.unary(id, sink) else { return };
        self.check_ranked(id, input, sink);
        let Some(name) = attr_symbol(self.module, id, "allowed_direction") else { return };
        if let Some(Attr::Integer { value: BOTH, .. }) = self.module.attr(id, name) {
            let message = "the barrier allows both directions, so it has no effect";
            let fault = self.attr_fault(id, name, code::BARRIER_OPEN, message);
            sink.push(fault.help("write NONE, FORWARD or BACKWARD, or remove the barrier"));
        }
    }
}
