//! Checks sharding groups: tensors that must have one sharding.

use partita_base::{Diagnostic, Diagnostics, code};
use rustc_hash::FxHashMap;

use partita_ir::{Attr, OpId, Type, ValueId};

use super::{Sdy, attr_symbol};

/// The first member of each group.
#[derive(Default)]
pub(super) struct Shapes {
    first: FxHashMap<(OpId, i128), ValueId>,
}

impl Sdy<'_> {
    /// Checks an `sdy.sharding_group`. Tensors with one sharding should have one shape; a group with
    /// several shapes is accepted here but cannot be propagated.
    pub(super) fn check_group(&mut self, id: OpId, sink: &mut Diagnostics) {
        let &[input] = &self.module.op(id).operands[..] else { return };
        if !self.check_ranked(id, input, sink) {
            return;
        }
        let Some(name) = attr_symbol(self.module, id, "group_id") else { return };
        let Some(&Attr::Integer { value: group, .. }) = self.module.attr(id, name) else { return };
        let first = *self.groups.first.entry((self.places[id].scope, group)).or_insert(input);
        let shape = |value| match self.module.context.type_of(self.module.type_of(value)) {
            Type::Tensor(tensor) => Some(&tensor.shape),
            _ => None,
        };
        if let (Some(a), Some(b)) = (shape(first), shape(input))
            && a != b
        {
            let message = format!(
                "sharding group {group} has tensors of different shapes, `{}` and `{}`",
                self.spell(first),
                self.spell(input)
            );
            let fault = Diagnostic::warning(code::GROUP_SHAPES, self.module.op(id).span, message)
                .help("put tensors of different shapes into different groups");
            sink.push(self.label(fault, first, "first member of the group"));
        }
    }
}
