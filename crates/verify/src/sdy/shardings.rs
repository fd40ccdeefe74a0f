//! Checks shardings of functions, of ops of any dialect and of constraints: each against its mesh, its
//! value and the manual computations around it.

use std::rc::Rc;

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::text::Quoted;
use partita_mesh::{ReductionOp, ShardingError, ShardingPart, Subject, TensorSharding};
use rustc_hash::FxHashMap;

use partita_ir::{Attr, AttrId, OpId, SdyAttr, TypeId, ValueId, names};

use super::meshes::MeshLookup;
use super::spans::{self, Written};
use super::values::ValueSharding;
use super::{Sdy, plural, types};

/// A sharding as written: its place, and the type it applies to.
#[derive(Clone, Copy)]
pub(super) struct Given<'m> {
    /// The op that has it.
    pub(super) op: OpId,
    /// The attribute that holds it.
    pub(super) attr: AttrId,
    /// How it is written there.
    pub(super) written: Written,
    /// The sharding as written.
    pub(super) spec: &'m ShardingSpec,
    /// The type of the value; `None` on an op without results.
    pub(super) ty: Option<TypeId>,
}

/// Everything that the validity and the meaning of a sharding depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    attr: AttrId,
    index: usize,
    ty: Option<TypeId>,
    scope: OpId,
    manual: Option<OpId>,
}

/// The resolved shardings; `None` for an invalid one.
#[derive(Default)]
pub(super) struct Memo {
    known: FxHashMap<Key, Option<Rc<TensorSharding>>>,
}

/// The errors of a sharding.
#[derive(Default)]
struct Faults {
    errors: Vec<ShardingError>,
    bound: Vec<Bound>,
}

/// An axis of a sharding that is manual in an enclosing computation.
struct Bound {
    place: ShardingPart,
    name: Box<str>,
    manual: OpId,
}

impl<'m> Sdy<'m> {
    /// The resolved sharding, or `None` if it is invalid; reports nothing.
    pub(super) fn resolve_cached(&mut self, given: &Given<'m>) -> Option<Rc<TensorSharding>> {
        let key = self.key(given);
        if let Some(known) = self.shardings.known.get(&key) {
            return known.clone();
        }
        let sharding = self.resolve(given).ok().map(Rc::new);
        self.shardings.known.insert(key, sharding.clone());
        sharding
    }

    /// The resolved sharding; reports every error.
    pub(super) fn check_sharding(
        &mut self,
        given: &Given<'m>,
        sink: &mut Diagnostics,
    ) -> Option<Rc<TensorSharding>> {
        let sharding = self.resolve_cached(given);
        if sharding.is_none()
            && let Err(faults) = self.resolve(given)
        {
            self.report(given, faults, sink);
        }
        sharding
    }

    fn key(&self, given: &Given<'m>) -> Key {
        let place = self.places[given.op];
        let index = match given.written {
            Written::Item(_, index) => index,
            Written::Value(_) | Written::OfValue(..) | Written::Within(_) => 0,
        };
        Key { attr: given.attr, index, ty: given.ty, scope: place.scope, manual: place.manual }
    }

    fn resolve(&mut self, given: &Given<'m>) -> Result<TensorSharding, Faults> {
        let subject = match given.ty {
            Some(ty) => types::sharding_subject(&self.module.context, ty),
            None => Subject::NoValue,
        };
        let mesh = match self.find_mesh(given.op, &given.spec.mesh) {
            MeshLookup::Mesh(mesh) => mesh,
            MeshLookup::Wrong => return Err(Faults::default()),
            MeshLookup::Missing(name) => {
                return Err(Faults {
                    errors: vec![self.meshes.unknown_mesh(self.module, name)],
                    bound: Vec::new(),
                });
            }
        };
        let bound = self.bound_axes(given);
        match TensorSharding::resolve(given.spec, mesh, self.meshes.get(mesh), subject) {
            Ok(sharding) if bound.is_empty() => Ok(sharding),
            Ok(_) => Err(Faults { errors: Vec::new(), bound }),
            Err(errors) => Err(Faults { errors, bound }),
        }
    }

    /// The axes of a sharding that are manual in an enclosing computation.
    fn bound_axes(&self, given: &Given<'m>) -> Vec<Bound> {
        let mut bound = Vec::new();
        let mut around = self.places[given.op].manual;
        while let Some(manual) = around {
            if let Some(names) = self.manual_axes.get(&manual) {
                let is_bound = |(_, name): &(ShardingPart, &str)| names.contains(name);
                let to_bound =
                    |(place, name): (ShardingPart, &str)| Bound { place, name: name.into(), manual };
                bound.extend(mentioned(given.spec).filter(is_bound).map(to_bound));
            }
            around = self.places[manual].manual;
        }
        bound
    }

    fn report(&self, given: &Given<'m>, faults: Faults, sink: &mut Diagnostics) {
        // Diagnostics that are only counted need no exact span.
        let written = if sink.dropped() > 0 { Written::Within(given.written.attr()) } else { given.written };
        let spans = spans::sharding_spans(self.module, given.op, written, given.spec);
        for error in &faults.errors {
            sink.push(error.to_diagnostic(&spans));
        }
        for Bound { place, name, manual } in faults.bound {
            let message = format!("axis {} is already manual here", Quoted(&name));
            let fault = Diagnostic::error(code::AXIS_BOUND, spans.get(place), message)
                .label(self.module.attr_span(manual, names::MANUAL_AXES), "this computation makes it manual")
                .help("inside a manual computation, shard along its free axes only");
            sink.push(fault);
        }
    }

    /// The sharding that is the value of an attribute of an op.
    pub(super) fn given(&self, op: OpId, name: Symbol, ty: TypeId) -> Option<Given<'m>> {
        let attr = self.module.op(op).attr(name)?;
        let Attr::Sdy(sdy) = self.module.context.attr_of(attr) else { return None };
        let SdyAttr::Sharding(spec) = &**sdy else { return None };
        Some(Given { op, attr, written: Written::Value(name), spec, ty: Some(ty) })
    }

    /// The shardings that an attribute of an op lists for these values. Surplus entries and values without
    /// an entry are ignored.
    pub(super) fn given_list(&self, op: OpId, name: Symbol, values: &[ValueId]) -> Vec<Given<'m>> {
        let Some((attr, specs)) = self.per_value(op, name) else { return Vec::new() };
        let given = |(index, (spec, &value))| {
            let ty = Some(self.module.type_of(value));
            Given { op, attr, written: Written::Item(name, index), spec, ty }
        };
        specs.iter().zip(values).enumerate().map(given).collect()
    }

    /// The shardings that an attribute of an op lists.
    pub(super) fn per_value(&self, op: OpId, name: Symbol) -> Option<(AttrId, &'m [ShardingSpec])> {
        let attr = self.module.op(op).attr(name)?;
        let Attr::Sdy(sdy) = self.module.context.attr_of(attr) else { return None };
        let SdyAttr::ShardingPerValue(specs) = &**sdy else { return None };
        Some((attr, specs))
    }

    /// The sharding of an argument or result of a function, if the attribute is one.
    pub(super) fn func_given(
        &self,
        func: OpId,
        lists: Symbol,
        index: usize,
        ty: TypeId,
    ) -> Option<Given<'m>> {
        let entries = self.module.value_attrs(func, lists, index);
        let &(_, attr) = entries.iter().find(|(name, _)| *name == names::SDY_SHARDING)?;
        let Attr::Sdy(sdy) = self.module.context.attr_of(attr) else { return None };
        let SdyAttr::Sharding(spec) = &**sdy else { return None };
        Some(Given { op: func, attr, written: Written::OfValue(lists, index), spec, ty: Some(ty) })
    }

    /// Checks the shardings of a function's arguments and results.
    pub(super) fn check_func_shardings(&mut self, func: OpId, sink: &mut Diagnostics) {
        let (inputs, results) = self.module.func_type(func);
        for (lists, types, what) in
            [(names::ARG_ATTRS, inputs, "argument"), (names::RES_ATTRS, results, "result")]
        {
            if self.module.op(func).attr(lists).is_none() {
                continue;
            }
            for (index, &ty) in types.iter().enumerate() {
                let entries = self.module.value_attrs(func, lists, index);
                if !entries.iter().any(|(name, _)| *name == names::SDY_SHARDING) {
                    continue;
                }
                match self.func_given(func, lists, index, ty) {
                    Some(given) => {
                        self.check_sharding(&given, sink);
                    }
                    None => {
                        let message =
                            format!("expected `sdy.sharding` of {what} {index} to be `#sdy.sharding<…>`");
                        sink.push(self.attr_fault(func, lists, code::ATTRIBUTE_KIND, message));
                    }
                }
            }
        }
    }

    /// Checks `sdy.sharding` on an op: one sharding per result.
    pub(super) fn check_result_shardings(&mut self, op: OpId, sink: &mut Diagnostics) {
        let name = names::SDY_SHARDING;
        let Some((attr, specs)) = self.per_value(op, name) else {
            sink.push(self.wrong_kind(op, name, "`#sdy.sharding_per_value<[…]>`"));
            return;
        };
        let count = self.module.op(op).result_count();
        // The sharding of an op without results may still name the devices that it runs on.
        if let (0, [spec]) = (count, specs) {
            let given = Given { op, attr, written: Written::Item(name, 0), spec, ty: None };
            self.check_sharding(&given, sink);
            return;
        }
        if self.check_count(op, name, specs.len(), count, "result", sink) {
            for (index, value) in self.module.op(op).results().enumerate() {
                let ty = Some(self.module.type_of(value));
                let given = Given { op, attr, written: Written::Item(name, index), spec: &specs[index], ty };
                self.check_sharding(&given, sink);
            }
        }
    }

    /// Whether a list of shardings has the expected length; reports an error if not.
    pub(super) fn check_count(
        &self,
        op: OpId,
        name: Symbol,
        given: usize,
        wanted: usize,
        what: &str,
        sink: &mut Diagnostics,
    ) -> bool {
        if given != wanted {
            let list = self.module.context.text(name);
            let expected = plural(wanted, "sharding");
            let message = format!("expected {expected} in `{list}` (one per {what}), found {given}");
            let fault = self.attr_fault(op, name, code::SHARDING_COUNT, message);
            sink.push(fault.help(format!("write one sharding per {what}")));
        }
        given == wanted
    }

    /// Checks a sharding constraint or a reshard.
    pub(super) fn check_constraint(&mut self, op: OpId, sink: &mut Diagnostics) {
        let Some((input, result)) = self.unary(op, sink) else { return };
        let Some(given) = self.given(op, names::SHARDING, self.module.type_of(result)) else { return };
        let Some(sharding) = self.check_sharding(&given, sink) else { return };
        self.check_reduction_operator(op, input, &sharding, sink);
    }

    /// Partial values that are not sums come from the op that produced them: a constraint may keep or
    /// combine them, but neither create them nor change how they combine.
    fn check_reduction_operator(
        &mut self,
        op: OpId,
        input: ValueId,
        sharding: &TensorSharding,
        sink: &mut Diagnostics,
    ) {
        let (before, operator) = match self.sharding_of(input) {
            ValueSharding::Known(known) => {
                (known.sharding.unreduced_axes().to_vec(), known.sharding.reduction())
            }
            ValueSharding::Wrong | ValueSharding::Unsharded => (Vec::new(), ReductionOp::Sum),
        };
        let (after, wanted) = (sharding.unreduced_axes(), sharding.reduction());
        let kept = |axis: &_| before.contains(axis);
        let message = if operator != wanted && after.iter().any(kept) {
            format!("partial values that combine by {operator} cannot combine by {wanted} from here on")
        } else if wanted != ReductionOp::Sum && !after.iter().all(kept) {
            format!("a value cannot become partial with `{wanted}`")
        } else {
            return;
        };
        sink.push(self.attr_fault(op, names::SHARDING, code::REDUCTION_OPERATOR, message));
    }
}

/// The axes that a sharding mentions, with their places.
fn mentioned(spec: &ShardingSpec) -> impl Iterator<Item = (ShardingPart, &str)> {
    let dims = spec.dims.iter().enumerate().flat_map(|(d, dim)| {
        dim.axes.iter().enumerate().map(move |(i, axis)| (ShardingPart::DimAxis(d, i), &*axis.name))
    });
    let replicated =
        spec.replicated.iter().enumerate().map(|(i, axis)| (ShardingPart::Replicated(i), &*axis.name));
    let unreduced =
        spec.unreduced.iter().enumerate().map(|(i, axis)| (ShardingPart::Unreduced(i), &*axis.name));
    dims.chain(replicated).chain(unreduced)
}
