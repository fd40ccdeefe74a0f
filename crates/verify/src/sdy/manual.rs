//! Checks manual computations.
//!
//! The body of a manual computation sees values that are local with respect to the manual axes and global
//! with respect to the free axes. The shardings of operands and results determine the local shapes: the
//! body must follow the manual axes; propagation may add free ones.

use std::cell::OnceCell;
use std::rc::Rc;

use partita_base::{Diagnostic, Diagnostics, Severity, Span, Symbol, code};
use partita_mesh::text::{Quoted, ShardingSpans};
use partita_mesh::{AxisRef, MeshAxis, MeshId, MeshKind, ShardingPart, TensorSharding};
use rustc_hash::FxHashSet;

use partita_ir::{Dim, OpId, SdyAttr, TensorType, Type, TypeId, ValueId, names};

use super::shardings::Given;
use super::{Sdy, spans, types};

/// The names of the manual axes of one computation.
pub(super) type AxisNames<'m> = Rc<FxHashSet<&'m str>>;

/// A manual computation under check.
struct Manual<'m> {
    id: OpId,
    /// The manual axes as written.
    axes: &'m [Box<str>],
    names: AxisNames<'m>,
}

/// A value that enters or leaves a manual computation.
struct Crossing<'m> {
    given: Given<'m>,
    sharding: Rc<TensorSharding>,
    /// The type outside.
    ty: TypeId,
    /// `operand 0` or `result 0`.
    what: String,
    spans: OnceCell<ShardingSpans>,
}

impl<'m> Sdy<'m> {
    /// Checks an `sdy.manual_computation`.
    pub(super) fn check_manual(&mut self, id: OpId, sink: &mut Diagnostics) {
        let op = self.module.op(id);
        let Some(SdyAttr::ManualAxes(axes)) = self.module.sdy_attr(id, names::MANUAL_AXES) else { return };
        let manual = Manual { id, axes, names: self.manual_axes.get(&id).cloned().unwrap_or_default() };
        self.check_nesting(&manual, sink);
        let results: Vec<ValueId> = op.results().collect();
        let inside = self.crossings(id, names::IN_SHARDINGS, &op.operands, "operand", sink);
        let outside = self.crossings(id, names::OUT_SHARDINGS, &results, "result", sink);
        let all: Vec<&Crossing<'m>> = inside.iter().chain(&outside).flatten().collect();
        if let Some(mesh) = self.common_mesh(&manual, &all, sink) {
            self.check_manual_axes(&manual, mesh, sink);
            self.warn_of_partial_axes(&manual, &all, sink);
        }
        for crossing in all {
            self.check_manual_first(&manual, crossing, sink);
            self.check_divisible(&manual, crossing, sink);
        }
        self.check_body(&manual, (&inside, &outside), sink);
    }

    /// The operands or results with their shardings; `None` for a value whose sharding is invalid.
    fn crossings(
        &mut self,
        id: OpId,
        name: Symbol,
        values: &[ValueId],
        side: &str,
        sink: &mut Diagnostics,
    ) -> Vec<Option<Crossing<'m>>> {
        let Some((_, specs)) = self.per_value(id, name) else { return Vec::new() };
        self.check_count(id, name, specs.len(), values.len(), side, sink);
        let given = self.given_list(id, name, values);
        let crossing = |(index, (given, &value)): (usize, (Given<'m>, &ValueId))| {
            let sharding = self.check_sharding(&given, sink)?;
            let ty = self.module.type_of(value);
            Some(Crossing { given, sharding, ty, what: format!("{side} {index}"), spans: OnceCell::new() })
        };
        given.into_iter().zip(values).enumerate().map(crossing).collect()
    }

    fn spans<'a>(&self, crossing: &'a Crossing<'m>) -> &'a ShardingSpans {
        let Given { op, written, spec, .. } = crossing.given;
        crossing.spans.get_or_init(|| spans::sharding_spans(self.module, op, written, spec))
    }

    fn axis_span(&self, manual: &Manual<'m>, i: usize, sink: &Diagnostics) -> Span {
        self.axis_place(manual.id, names::MANUAL_AXES, 0, i, sink)
    }

    /// Checks that no axis is manual in nested computations.
    fn check_nesting(&self, manual: &Manual<'m>, sink: &mut Diagnostics) {
        let mut around = self.places[manual.id].manual;
        while let Some(outer) = around {
            let is_bound =
                |name: &str| self.manual_axes.get(&outer).is_some_and(|bound| bound.contains(name));
            for (i, axis) in manual.axes.iter().enumerate().filter(|(_, axis)| is_bound(axis)) {
                let message = format!("axis {} is already manual here", Quoted(axis));
                let fault = Diagnostic::error(code::AXIS_BOUND, self.axis_span(manual, i, sink), message)
                    .label(
                        self.module.attr_span(outer, names::MANUAL_AXES),
                        "this computation makes it manual",
                    )
                    .help("give nested computations different manual axes");
                sink.push(fault);
            }
            around = self.places[outer].manual;
        }
    }

    /// The mesh that all shardings share, ignoring empty meshes; the empty mesh if there is no other, and
    /// `None` if there is no sharding.
    fn common_mesh(
        &self,
        manual: &Manual<'m>,
        crossings: &[&Crossing<'m>],
        sink: &mut Diagnostics,
    ) -> Option<MeshId> {
        let is_empty = |mesh| self.meshes.get(mesh).kind() == MeshKind::Empty;
        let mut common: &Crossing<'m> = crossings.first()?;
        for crossing in crossings {
            let (mesh, first) = (crossing.sharding.mesh(), common.sharding.mesh());
            if is_empty(first) {
                common = crossing;
            } else if mesh != first && !is_empty(mesh) {
                let message = format!(
                    "sdy.manual_computation: {} is on mesh {}, but {} is on {}",
                    crossing.what, crossing.given.spec.mesh, common.what, common.given.spec.mesh
                );
                let fault = Diagnostic::error(code::MANUAL_MESHES, self.spans(crossing).mesh, message)
                    .label(self.spans(common).mesh, "first mesh")
                    .help("use one mesh for all shardings of a manual computation");
                // Without manual axes, the body does not depend on the meshes.
                sink.push(if manual.axes.is_empty() { as_warning(fault) } else { fault });
                return None;
            }
        }
        Some(common.sharding.mesh())
    }

    /// Checks that manual axes belong to the mesh and are in its order.
    fn check_manual_axes(&self, manual: &Manual<'m>, mesh: MeshId, sink: &mut Diagnostics) {
        let mesh = self.meshes.get(mesh);
        let mut before = None;
        for (i, name) in manual.axes.iter().enumerate() {
            let Some(axis) = mesh.find(name) else {
                let message = format!("the mesh has no axis {}, which is listed as manual", Quoted(name));
                let span = self.axis_span(manual, i, sink);
                sink.push(Diagnostic::error(code::MANUAL_AXIS_UNKNOWN, span, message));
                continue;
            };
            if before.is_some_and(|before| axis <= before) {
                let message = if before == Some(axis) {
                    format!("manual axis {} is listed more than once", Quoted(name))
                } else {
                    format!("manual axis {} is not in the order of the mesh", Quoted(name))
                };
                let span = self.axis_span(manual, i, sink);
                let fault = Diagnostic::warning(code::MANUAL_AXES_ORDER, span, message);
                sink.push(fault.help("list manual axes once, in the order of the mesh"));
            }
            before = Some(axis);
        }
    }

    /// Warns about a sharding that mentions only a sub-axis of a manual axis; the rest is treated as replicated.
    /// A sharding that does not mention the axis at all is what JAX prints for a replicated tensor.
    fn warn_of_partial_axes(&self, manual: &Manual<'m>, crossings: &[&Crossing<'m>], sink: &mut Diagnostics) {
        for crossing in crossings {
            let Some((axis, size)) = self.partial_axis(manual, &crossing.sharding) else { continue };
            let message = format!(
                "the sharding of {} mentions {size} of the {} devices along manual axis {}",
                crossing.what,
                axis.size(),
                Quoted(axis.name())
            );
            let fault = Diagnostic::warning(code::MANUAL_AXIS_PARTIAL, self.spans(crossing).full, message);
            sink.push(
                fault.help("shard a dimension along the rest of the axis, or add it to replicated={…}"),
            );
        }
    }

    /// The first manual axis of which a sharding mentions only some sub-axes, and their total size.
    fn partial_axis(&self, manual: &Manual<'m>, sharding: &TensorSharding) -> Option<(&MeshAxis, u64)> {
        let mesh = self.meshes.get(sharding.mesh());
        mesh.axis_ids().find_map(|id| {
            let parts = sharding.axes().filter(|axis| axis.axis() == id).map(AxisRef::size);
            let size = parts.reduce(u64::saturating_mul)?;
            let axis = mesh.mesh_axis(id);
            (manual.names.contains(axis.name()) && size != axis.size()).then_some((axis, size))
        })
    }

    fn is_manual(&self, manual: &Manual<'m>, sharding: &TensorSharding, axis: AxisRef) -> bool {
        manual.names.contains(self.meshes.get(sharding.mesh()).mesh_axis(axis.axis()).name())
    }

    /// Checks that the manual axes come first in every dimension.
    fn check_manual_first(&self, manual: &Manual<'m>, crossing: &Crossing<'m>, sink: &mut Diagnostics) {
        let sharding = &crossing.sharding;
        let is_manual = |axis: &AxisRef| self.is_manual(manual, sharding, *axis);
        for (d, dim) in sharding.dims().iter().enumerate() {
            let Some(free) = dim.axes.iter().position(|axis| !is_manual(axis)) else { continue };
            let Some(i) = (free + 1..dim.axes.len()).find(|&i| is_manual(&dim.axes[i])) else { continue };
            let mesh = self.meshes.get(sharding.mesh());
            let message = format!(
                "manual axis {} follows free axis {} in dimension {d} of {}",
                mesh.axis_spec(dim.axes[i]),
                mesh.axis_spec(dim.axes[free]),
                crossing.what
            );
            let place = |i| self.spans(crossing).get(ShardingPart::DimAxis(d, i));
            let fault = Diagnostic::error(code::MANUAL_AFTER_FREE, place(i), message)
                .label(place(free), "free axis")
                .help("list manual axes before free axes in every dimension");
            sink.push(fault);
        }
    }

    /// Checks that every dimension is divisible by its manual axes.
    fn check_divisible(&self, manual: &Manual<'m>, crossing: &Crossing<'m>, sink: &mut Diagnostics) {
        let Type::Tensor(tensor) = self.module.context.type_of(crossing.ty) else { return };
        for (d, size) in tensor.shape.iter().enumerate() {
            let shards = self.manual_shards(manual, &crossing.sharding, d);
            let Some(size) = size.size().filter(|size| !size.is_multiple_of(shards)) else { continue };
            let message = format!(
                "size {size} of dimension {d} of {} is not divisible by {shards}, the size of its manual axes",
                crossing.what
            );
            let spans = self.spans(crossing);
            let span = spans.dims.get(d).map_or(spans.full, |dim| dim.full);
            sink.push(Diagnostic::error(code::MANUAL_INDIVISIBLE, span, message));
        }
    }

    /// The number of shards that the manual axes divide a dimension into.
    fn manual_shards(&self, manual: &Manual<'m>, sharding: &TensorSharding, d: usize) -> u64 {
        let Some(dim) = sharding.dims().get(d) else { return 1 };
        let along = dim.axes.iter().filter(|axis| self.is_manual(manual, sharding, **axis));
        along.fold(1, |product, axis| product.saturating_mul(axis.size()))
    }

    /// Checks the arguments and returned values of the body against the operands and results.
    fn check_body(
        &self,
        manual: &Manual<'m>,
        (inside, outside): (&[Option<Crossing<'m>>], &[Option<Crossing<'m>>]),
        sink: &mut Diagnostics,
    ) {
        let Some(body) = self.body(manual.id, sink) else { return };
        for (crossing, &arg) in inside.iter().zip(body.args) {
            if let Some(crossing) = crossing {
                let span = self.module.value(arg).span;
                self.check_local(manual, crossing, arg, ("the body has an argument", span), sink);
            }
        }
        for (crossing, &value) in outside.iter().zip(body.returned) {
            if let Some(crossing) = crossing {
                self.check_local(manual, crossing, value, ("the body returns", body.end), sink);
            }
        }
    }

    fn check_local(
        &self,
        manual: &Manual<'m>,
        crossing: &Crossing<'m>,
        inner: ValueId,
        (how, span): (&str, Span),
        sink: &mut Diagnostics,
    ) {
        let context = &self.module.context;
        let inner_ty = self.module.type_of(inner);
        let expected = match context.type_of(crossing.ty) {
            _ if matches!(context.type_of(inner_ty), Type::Poison) => None,
            Type::Tensor(tensor) => {
                let Some(shape) = self.local_shape(manual, crossing, tensor) else { return };
                let fits = context.tensor(inner_ty).is_some_and(|inner| {
                    inner.shape[..] == shape[..]
                        && inner.element == tensor.element
                        && inner.encoding.is_none()
                });
                (!fits).then(|| spell_tensor(&shape, &super::spell_type(context, tensor.element)))
            }
            // Tuples are not inspected.
            Type::Tuple(_) | Type::Poison => None,
            _ if types::shaped_type(context, crossing.ty).is_some() => Some("tensor<…>".into()),
            _ => (inner_ty != crossing.ty).then(|| super::spell_type(context, crossing.ty)),
        };
        if let Some(expected) = expected {
            let message = format!(
                "{how} `{}`, but the local type of {} is `{expected}`",
                self.spell(inner),
                crossing.what
            );
            let fault = Diagnostic::error(code::NOT_LOCAL, span, message)
                .label(self.spans(crossing).full, format!("sharding of {}", crossing.what))
                .help(format!("write `{expected}` in the body"));
            sink.push(fault);
        }
    }

    /// The shape of a value in the body; `None` if the manual axes do not divide it.
    fn local_shape(
        &self,
        manual: &Manual<'m>,
        crossing: &Crossing<'m>,
        tensor: &TensorType,
    ) -> Option<Vec<Dim>> {
        let local = |(d, size): (usize, &Dim)| match *size {
            Dim::Dynamic => Some(Dim::Dynamic),
            Dim::Static(size) => {
                let shards = self.manual_shards(manual, &crossing.sharding, d);
                size.is_multiple_of(shards).then(|| Dim::Static(size / shards))
            }
        };
        tensor.shape.iter().enumerate().map(local).collect()
    }
}

/// Turns an error into a warning.
fn as_warning(fault: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..fault }
}

fn spell_tensor(shape: &[Dim], element: &str) -> String {
    let mut out = String::from("tensor<");
    for dim in shape {
        match dim.size() {
            Some(size) => out.push_str(&size.to_string()),
            None => out.push('?'),
        }
        out.push('x');
    }
    out + element + ">"
}
