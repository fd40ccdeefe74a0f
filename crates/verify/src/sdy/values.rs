//! How a value is sharded as far as the text says, and rules that most `sdy` ops share about values.

use std::rc::Rc;

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_ir::{
    Attr, BlockId, Definition, OpCode, OpId, OpName, ResultShardingAttr, Type, TypeId, ValueId, names,
};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{AxisRef, TensorSharding};

use super::shardings::Given;
use super::spans::Written;
use super::{Sdy, types};

/// How a value is sharded.
pub(super) enum Of<'m> {
    /// The text does not say.
    Unsharded,
    /// Wrongly, which is reported where it is written.
    Wrong,
    /// As this says.
    Known(Known<'m>),
}

/// The sharding of a value.
pub(super) struct Known<'m> {
    /// What it means.
    pub(super) sharding: Rc<TensorSharding>,
    /// How its mesh is written.
    pub(super) mesh: &'m MeshOrRef,
}

impl<'m> Sdy<'m> {
    /// How a value is sharded.
    pub(super) fn sharding_of(&mut self, value: ValueId) -> Of<'m> {
        match self.module.value(value).definition {
            Definition::Result { op, index } => {
                let given = self.given_result(op, index as usize);
                self.of_given(given)
            }
            Definition::Argument { block, index } => self.sharding_of_argument(block, index as usize),
        }
    }

    fn of_given(&mut self, given: Option<Given<'m>>) -> Of<'m> {
        let Some(given) = given else { return Of::Unsharded };
        match self.meaning(&given) {
            Some(sharding) => Of::Known(Known { sharding, mesh: &given.spec.mesh }),
            None => Of::Wrong,
        }
    }

    /// The sharding given to a result: most `sdy` ops have it as an attribute of their own, other ops as
    /// an entry of `sdy.sharding`.
    fn given_result(&self, op: OpId, index: usize) -> Option<Given<'m>> {
        let ty = self.module.type_of(self.result(op, index)?);
        match self.module.op(op).name.result_sharding_attr() {
            ResultShardingAttr::Single(name) => self.given(op, name, ty),
            ResultShardingAttr::List(name) => self.given_item(op, name, index, ty),
        }
    }

    fn given_item(&self, op: OpId, name: Symbol, index: usize, ty: TypeId) -> Option<Given<'m>> {
        let (attr, specs) = self.per_value(op, name)?;
        let spec = specs.get(index)?;
        Some(Given { op, attr, written: Written::Item(name, index), spec, ty: Some(ty) })
    }

    fn sharding_of_argument(&mut self, block: BlockId, index: usize) -> Of<'m> {
        let module = self.module;
        let op = module.block_parent(block);
        let is_entry = module.region(module.block(block).region).blocks.first() == Some(&block);
        let OpName::Known(code) = module.op(op).name else { return Of::Unsharded };
        if !is_entry {
            return Of::Unsharded;
        }
        match code {
            OpCode::FuncFunc => {
                let ty = module.func_type(op).0.get(index);
                let given = ty.and_then(|&ty| self.func_given(op, names::ARG_ATTRS, index, ty));
                self.of_given(given)
            }
            OpCode::SdyNamedComputation | OpCode::SdyManualComputation => {
                let Some(&operand) = module.op(op).operands.get(index) else { return Of::Unsharded };
                let given = self.given_item(op, names::IN_SHARDINGS, index, module.type_of(operand));
                let of = self.of_given(given);
                if code == OpCode::SdyManualComputation { self.without_manual_axes(op, of) } else { of }
            }
            // What a loop carries is sharded as its results are.
            OpCode::While => {
                let Some(result) = self.result(op, index) else { return Of::Unsharded };
                match self.edge_of.get(&result) {
                    Some(&edge) => {
                        let given = self.given_result(edge, 0);
                        self.of_given(given)
                    }
                    None => {
                        let given = self.given_result(op, index);
                        self.of_given(given)
                    }
                }
            }
            _ => Of::Unsharded,
        }
    }

    /// Inside a manual computation, only the free axes of a sharding are left.
    fn without_manual_axes(&self, manual: OpId, of: Of<'m>) -> Of<'m> {
        let Of::Known(known) = of else { return of };
        let Some(names) = self.manual_axes.get(&manual) else { return Of::Wrong };
        let mesh = self.meshes.get(known.sharding.mesh());
        let is_free = |axis: &AxisRef| !names.contains(mesh.mesh_axis(axis.axis()).name());
        let mut parts = known.sharding.parts();
        parts.dims.iter_mut().for_each(|dim| {
            dim.axes.retain(is_free);
            if dim.axes.is_empty() && dim.openness == partita_mesh::Openness::Closed {
                dim.priority = None;
            }
        });
        parts.replicated.retain(is_free);
        parts.unreduced.retain(is_free);
        match TensorSharding::new(known.sharding.mesh(), mesh, parts) {
            Ok(sharding) => Of::Known(Known { sharding: Rc::new(sharding), ..known }),
            Err(_) => Of::Wrong,
        }
    }

    /// A result of an op, if it has that many.
    pub(super) fn result(&self, op: OpId, index: usize) -> Option<ValueId> {
        let op = self.module.op(op);
        (index < op.result_count()).then(|| op.result(index))
    }

    /// The operand and result of an op that has one of each and does not change the type.
    pub(super) fn unary(&self, id: OpId, sink: &mut Diagnostics) -> Option<(ValueId, ValueId)> {
        let op = self.module.op(id);
        let (&[input], 1) = (&op.operands[..], op.result_count()) else { return None };
        let result = op.result(0);
        let (from, to) = (self.module.type_of(input), self.module.type_of(result));
        let poison = |ty| matches!(self.module.context.type_of(ty), Type::Poison);
        if from != to && !poison(from) && !poison(to) {
            let message =
                format!("the result is `{}`, but the operand `{}`", self.spell(result), self.spell(input));
            sink.push(self.fault(id, code::RESULT_TYPE, message).help("the op does not change the type"));
        }
        Some((input, result))
    }

    /// Whether a value is a ranked tensor; reports if not.
    pub(super) fn check_ranked(&self, id: OpId, value: ValueId, sink: &mut Diagnostics) -> bool {
        let fits =
            matches!(self.module.context.type_of(self.module.type_of(value)), Type::Tensor(_) | Type::Poison);
        if !fits {
            let message = format!("the operand is `{}`, not a ranked tensor", self.spell(value));
            sink.push(self.fault(id, code::OPERAND_TYPE, message));
        }
        fits
    }

    /// Whether a value has a shape; reports if not.
    pub(super) fn check_shaped(&self, id: OpId, value: ValueId, sink: &mut Diagnostics) -> bool {
        let ty = self.module.type_of(value);
        let fits = types::shaped(&self.module.context, ty).is_some()
            || matches!(self.module.context.type_of(ty), Type::Poison);
        if !fits {
            let message = format!("the operand is `{}`, not a tensor", self.spell(value));
            sink.push(self.fault(id, code::OPERAND_TYPE, message));
        }
        fits
    }

    /// Checks an `sdy.constant`: its value is of the type of its result, a tensor of fixed size.
    pub(super) fn check_constant(&self, id: OpId, sink: &mut Diagnostics) {
        let op = self.module.op(id);
        let Some(result) = op.results().next() else { return };
        let ty = self.module.type_of(result);
        let fixed = match self.module.context.type_of(ty) {
            Type::Tensor(_) => types::static_rank(&self.module.context, ty).is_some(),
            Type::Poison => return,
            _ => false,
        };
        if !fixed {
            let message = format!("the result is `{}`, not a tensor of static shape", self.spell(result));
            sink.push(self.fault(id, code::RESULT_TYPE, message));
            return;
        }
        let given = match self.module.attr(id, names::VALUE) {
            Some(
                Attr::Dense { ty, .. }
                | Attr::DenseStrings { ty, .. }
                | Attr::DenseResource { ty, .. }
                | Attr::Sparse { ty, .. },
            ) => *ty,
            _ => return,
        };
        if given != ty {
            let value = super::spell(&self.module.context, given);
            let message = format!("the result is `{}`, but the value `{value}`", self.spell(result));
            let fault = self.fault(id, code::RESULT_TYPE, message);
            sink.push(fault.label(self.module.attr_span(id, names::VALUE), format!("`{value}`")));
        }
    }

    /// Shows where a value comes from.
    pub(super) fn label(&self, fault: Diagnostic, value: ValueId, text: &str) -> Diagnostic {
        fault.label(self.module.value(value).span, text)
    }
}
