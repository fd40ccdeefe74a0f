//! The sharding of a value according to the text, and checks of values that most `sdy` ops share.

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

/// The sharding of a value, as far as the text defines one.
pub(super) enum ValueSharding<'m> {
    /// The text has no sharding for it.
    Unsharded,
    /// The sharding is invalid, which is reported where it is written.
    Wrong,
    /// The sharding is valid.
    Known(KnownSharding<'m>),
}

/// A valid sharding of a value.
pub(super) struct KnownSharding<'m> {
    /// The resolved sharding.
    pub(super) sharding: Rc<TensorSharding>,
    /// How it refers to its mesh.
    pub(super) mesh: &'m MeshOrRef,
}

impl<'m> Sdy<'m> {
    /// The sharding of a value according to the text.
    pub(super) fn sharding_of(&mut self, value: ValueId) -> ValueSharding<'m> {
        match self.module.value(value).definition {
            Definition::Result { op, index } => {
                let given = self.given_result(op, index as usize);
                self.of_given(given)
            }
            Definition::Argument { block, index } => self.sharding_of_argument(block, index as usize),
        }
    }

    fn of_given(&mut self, given: Option<Given<'m>>) -> ValueSharding<'m> {
        let Some(given) = given else { return ValueSharding::Unsharded };
        match self.resolve_cached(&given) {
            Some(sharding) => ValueSharding::Known(KnownSharding { sharding, mesh: &given.spec.mesh }),
            None => ValueSharding::Wrong,
        }
    }

    /// The sharding of a result as written: most `sdy` ops have an attribute of their own for it, other
    /// ops an entry of `sdy.sharding`.
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

    fn sharding_of_argument(&mut self, block: BlockId, index: usize) -> ValueSharding<'m> {
        let module = self.module;
        let op = module.block_parent(block);
        let is_entry = module.region(module.block(block).region).blocks.first() == Some(&block);
        let OpName::Known(code) = module.op(op).name else { return ValueSharding::Unsharded };
        if !is_entry {
            return ValueSharding::Unsharded;
        }
        match code {
            OpCode::FuncFunc => {
                let ty = module.func_type(op).0.get(index);
                let given = ty.and_then(|&ty| self.func_given(op, names::ARG_ATTRS, index, ty));
                self.of_given(given)
            }
            OpCode::SdyNamedComputation | OpCode::SdyManualComputation => {
                let Some(&operand) = module.op(op).operands.get(index) else {
                    return ValueSharding::Unsharded;
                };
                let given = self.given_item(op, names::IN_SHARDINGS, index, module.type_of(operand));
                let of = self.of_given(given);
                if code == OpCode::SdyManualComputation { self.without_manual_axes(op, of) } else { of }
            }
            // Values carried by a loop have the shardings of its results.
            OpCode::While => {
                let Some(result) = self.result(op, index) else { return ValueSharding::Unsharded };
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
            _ => ValueSharding::Unsharded,
        }
    }

    /// Removes the manual axes of a sharding, as seen inside the manual computation.
    fn without_manual_axes(&self, manual: OpId, of: ValueSharding<'m>) -> ValueSharding<'m> {
        let ValueSharding::Known(known) = of else { return of };
        let Some(names) = self.manual_axes.get(&manual) else { return ValueSharding::Wrong };
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
            Ok(sharding) => ValueSharding::Known(KnownSharding { sharding: Rc::new(sharding), ..known }),
            Err(_) => ValueSharding::Wrong,
        }
    }

    /// The result of an op at an index, if there is one.
    pub(super) fn result(&self, op: OpId, index: usize) -> Option<ValueId> {
        let op = self.module.op(op);
        (index < op.result_count()).then(|| op.result(index))
    }

    /// The operand and result of an op that has one of each and keeps the type.
    pub(super) fn unary(&self, id: OpId, sink: &mut Diagnostics) -> Option<(ValueId, ValueId)> {
        let op = self.module.op(id);
        let (&[input], 1) = (&op.operands[..], op.result_count()) else { return None };
        let result = op.result(0);
        let (from, to) = (self.module.type_of(input), self.module.type_of(result));
        let poison = |ty| matches!(self.module.context.type_of(ty), Type::Poison);
        if from != to && !poison(from) && !poison(to) {
            let message = format!(
                "the result has type `{}`, but the operand has type `{}`",
                self.spell(result),
                self.spell(input)
            );
            sink.push(
                self.fault(id, code::RESULT_TYPE, message)
                    .help("this op does not change the type of its operand"),
            );
        }
        Some((input, result))
    }

    /// Whether a value is a ranked tensor; reports an error if not.
    pub(super) fn check_ranked(&self, id: OpId, value: ValueId, sink: &mut Diagnostics) -> bool {
        let fits =
            matches!(self.module.context.type_of(self.module.type_of(value)), Type::Tensor(_) | Type::Poison);
        if !fits {
            let message = format!("expected a ranked tensor as the operand, found `{}`", self.spell(value));
            sink.push(self.fault(id, code::OPERAND_TYPE, message));
        }
        fits
    }

    /// Whether a value has a shape; reports an error if not.
    pub(super) fn check_shaped(&self, id: OpId, value: ValueId, sink: &mut Diagnostics) -> bool {
        let ty = self.module.type_of(value);
        let fits = types::shaped_type(&self.module.context, ty).is_some()
            || matches!(self.module.context.type_of(ty), Type::Poison);
        if !fits {
            let message = format!("expected a tensor as the operand, found `{}`", self.spell(value));
            sink.push(self.fault(id, code::OPERAND_TYPE, message));
        }
        fits
    }

    /// Checks an `sdy.constant`: its value has the type of its result, a tensor of static shape.
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
            let message = format!("expected a result of static shape, found `{}`", self.spell(result));
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
            let value = super::spell_type(&self.module.context, given);
            let message =
                format!("the result has type `{}`, but the value has type `{value}`", self.spell(result));
            let fault = self.fault(id, code::RESULT_TYPE, message);
            sink.push(fault.label(self.module.attr_span(id, names::VALUE), format!("`{value}`")));
        }
    }

    /// Labels the definition of a value.
    pub(super) fn label(&self, fault: Diagnostic, value: ValueId, text: &str) -> Diagnostic {
        fault.label(self.module.value(value).span, text)
    }
}
