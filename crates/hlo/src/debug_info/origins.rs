//! `sdy.sharding_origins`: which annotation each axis of each value comes from.
//!
//! Origins are the inputs and outputs of functions, sharding constraints and the boundaries of manual computations. A
//! sharding annotated on an op itself does not count: its axes have no origin, also where they are propagated to.
//! jaxlib reads memory out of bounds there, so there is nothing to reproduce.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, Definition, Module, OpCode, OpId, OpKind, SdyAttr, ValueId, names};
use partita_mesh::spec::{AxisSpec, ShardingSpec};
use rustc_hash::{FxHashMap, FxHashSet};

use super::edges::set_func_attr;
use crate::import::ValueShardings;
use crate::propagation::{Calls, flow_of};

/// The annotation that an axis comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Input(usize),
    Output(usize),
    Constraint(usize),
    ManualInput { computation: usize, index: usize },
    ManualOutput { computation: usize, index: usize },
}

impl Display for Origin {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Input(index) => write!(f, "input: {index}"),
            Origin::Output(index) => write!(f, "output: {index}"),
            Origin::Constraint(number) => write!(f, "constraint_{number}"),
            Origin::ManualInput { computation, index } => write!(f, "mc_{computation}_input: {index}"),
            Origin::ManualOutput { computation, index } => write!(f, "mc_{computation}_output: {index}"),
        }
    }
}

/// The origins of the axes of all values.
pub(crate) struct Origins {
    /// The result of the edge that holds the sharding of a value.
    kept_at: FxHashMap<ValueId, ValueId>,
    /// By the value that holds the sharding. The first origin of an axis counts.
    of: BTreeMap<ValueId, Vec<(AxisSpec, Origin)>>,
    /// The origin that each edge, constraint or argument is itself.
    own: FxHashMap<ValueId, Origin>,
}

impl Origins {
    /// Names constraints and manual computations, and collects the origins of the annotated axes.
    pub(crate) fn at_start(module: &mut Module) -> Self {
        let mut origins =
            Self { kept_at: edges_behind(module), of: BTreeMap::new(), own: FxHashMap::default() };
        origins.name_constraints(module);
        origins.name_computations(module);
        for func in module.functions().collect::<Vec<_>>() {
            origins.add_function(module, func);
        }
        origins
    }

    /// The value that holds the sharding of a value: the result of its edge, or the value itself.
    pub(crate) fn keeper(&self, value: ValueId) -> ValueId {
        self.kept_at.get(&value).copied().unwrap_or(value)
    }

    /// Records that an axis was propagated from one value to another.
    pub(crate) fn propagate_axis(&mut self, axis: AxisSpec, from: ValueId, to: ValueId) {
        let Some(known) = self.of.get(&self.keeper(from)) else { return };
        let exact = known.iter().find(|(other, _)| *other == axis);
        // It may be a part of a recorded axis, or contain one.
        let origin = exact.or_else(|| known.iter().find(|(other, _)| related(other, &axis)));
        if let Some(&(_, origin)) = origin {
            self.insert(to, axis, origin);
        }
    }

    fn insert(&mut self, value: ValueId, axis: AxisSpec, origin: Origin) {
        let axes = self.of.entry(self.keeper(value)).or_default();
        if axes.iter().all(|(known, _)| *known != axis) {
            axes.push((axis, origin));
        }
    }

    fn insert_all(&mut self, value: ValueId, spec: &ShardingSpec, origin: Origin) {
        for axis in spec.dims.iter().flat_map(|dim| &dim.axes) {
            self.insert(value, axis.clone(), origin);
        }
    }

    fn name_constraints(&mut self, module: &mut Module) {
        let shardings = ValueShardings::new(module);
        let is_constraint = |op: &OpId| module.op(*op).name.code() == Some(OpCode::SdyShardingConstraint);
        let constraints: Vec<OpId> = module.walk(module.top()).into_iter().filter(is_constraint).collect();
        for (number, op) in constraints.into_iter().enumerate() {
            let origin = Origin::Constraint(number);
            let (operand, result) = (module.op(op).operands[0], module.op(op).result(0));
            self.own.insert(result, origin);
            for value in [result, operand] {
                let place = shardings.place(module, value);
                if let Some(spec) = place.and_then(|place| shardings.get(module, place)) {
                    self.insert_all(value, &spec, origin);
                }
            }
            set_string(module, op, ORIGIN_NAME, &origin.to_string());
        }
    }

    fn name_computations(&mut self, module: &mut Module) {
        let shardings = ValueShardings::new(module);
        for (computation, op) in manual_computations(module).into_iter().enumerate() {
            let body = module.op(op).regions.first().and_then(|&region| module.region(region).blocks.first());
            let args = body.map_or_else(Vec::new, |&block| module.block(block).args.clone());
            for (index, (spec, arg)) in list(module, op, names::IN_SHARDINGS).iter().zip(args).enumerate() {
                let origin = Origin::ManualInput { computation, index };
                self.own.insert(self.keeper(arg), origin);
                self.insert_all(arg, spec, origin);
                let Some(&source) = module.op(op).operands.get(index) else { continue };
                let place = shardings.place(module, source);
                if let Some(spec) = place.and_then(|place| shardings.get(module, place)) {
                    self.insert_all(source, &spec, origin);
                }
            }
            let results: Vec<ValueId> = module.op(op).results().collect();
            for (index, (spec, result)) in
                list(module, op, names::OUT_SHARDINGS).iter().zip(results).enumerate()
            {
                let origin = Origin::ManualOutput { computation, index };
                self.own.insert(self.keeper(result), origin);
                self.insert_all(result, spec, origin);
            }
            set_string(module, op, ORIGIN_NAME, &format!("mc_{computation}"));
        }
    }

    fn add_function(&mut self, module: &Module, func: OpId) {
        for (index, &arg) in module.func_args(func).iter().enumerate() {
            self.own.insert(arg, Origin::Input(index));
            if let Some(spec) = module.func_sharding(func, names::ARG_ATTRS, index) {
                self.insert_all(arg, spec, Origin::Input(index));
            }
        }
        for (index, &value) in returned(module, func).iter().enumerate() {
            if let Some(spec) = module.func_sharding(func, names::RES_ATTRS, index) {
                self.insert_all(value, spec, Origin::Output(index));
            }
        }
    }

    /// Writes all origins into the module; at the origin itself, as `self`.
    pub(crate) fn write(self, module: &mut Module) {
        let live: FxHashSet<OpId> = module.walk(module.top()).into_iter().collect();
        let name = names::SDY_SHARDING_ORIGINS;
        for (&value, axes) in &self.of {
            let owner = match module.value(value).definition {
                Definition::Result { op, .. } => op,
                Definition::Argument { block, .. } => module.block_parent(block),
            };
            if !live.contains(&owner) {
                continue;
            }
            // Of several function results that are this value, Shardy writes at the first of MLIR's list of uses: the
            // last.
            let func = enclosing_function(module, owner);
            let last = func.and_then(|func| {
                Some((func, returned(module, func).iter().rposition(|&returned| returned == value)?))
            });
            if let Some((func, index)) = last {
                let attr = dict(module, axes, Some(Origin::Output(index)));
                set_func_attr(module, func, names::RES_ATTRS, index, name, attr);
            }
            let attr = dict(module, axes, self.own.get(&value).copied());
            self.write_at(module, value, name, attr);
        }
    }

    fn write_at(&self, module: &mut Module, value: ValueId, name: Symbol, attr: AttrId) {
        match module.value(value).definition {
            Definition::Argument { block, index } => {
                let func = module.block_parent(block);
                if module.op(func).name.code() == Some(OpCode::FuncFunc) {
                    set_func_attr(module, func, names::ARG_ATTRS, index as usize, name, attr);
                }
            }
            Definition::Result { op, index } => match module.op(op).name.code() {
                Some(OpCode::SdyShardingConstraint | OpCode::SdyDataFlowEdge) => {
                    module.set_attr(op, name, attr);
                }
                _ => {
                    let empty = module.context.attr(Attr::Dict([].into()));
                    let mut dicts = match module.attr(op, name) {
                        Some(Attr::Array(dicts)) => dicts.to_vec(),
                        _ => Vec::new(),
                    };
                    dicts.resize(module.op(op).result_count(), empty);
                    dicts[index as usize] = attr;
                    let list = module.context.attr(Attr::Array(dicts.into()));
                    module.set_attr(op, name, list);
                }
            },
        }
    }
}

const ORIGIN_NAME: &str = "sdy.sharding_origin_name";

/// The axes of a value with their origins; `own` is written as `self`.
fn dict(module: &mut Module, axes: &[(AxisSpec, Origin)], own: Option<Origin>) -> AttrId {
    let mut entries = Vec::with_capacity(axes.len());
    for (axis, origin) in axes {
        let key = module.context.symbol(&axis.to_string().replace('"', ""));
        let text = if Some(*origin) == own { "self".to_string() } else { origin.to_string() };
        entries.push((key, module.context.attr(Attr::String(text.into_bytes().into()))));
    }
    module.sort_attrs(&mut entries);
    module.context.attr(Attr::Dict(entries.into()))
}

fn set_string(module: &mut Module, op: OpId, name: &str, text: &str) {
    let name = module.context.symbol(name);
    let attr = module.context.attr(Attr::String(text.as_bytes().into()));
    module.set_attr(op, name, attr);
}

/// Whether one of two references names a part of the other.
fn related(a: &AxisSpec, b: &AxisSpec) -> bool {
    if a.name != b.name {
        return false;
    }
    let (Some(a), Some(b)) = (a.part, b.part) else { return true };
    let contains = |outer: partita_mesh::spec::SubAxis, inner: partita_mesh::spec::SubAxis| {
        outer.pre <= inner.pre && inner.pre.saturating_mul(inner.size) <= outer.pre.saturating_mul(outer.size)
    };
    contains(a, b) || contains(b, a)
}

/// The manual computations, inner ones before outer ones.
fn manual_computations(module: &Module) -> Vec<OpId> {
    let mut found = Vec::new();
    // The computations around the current op.
    let mut around: Vec<OpId> = Vec::new();
    for op in module.walk(module.top()) {
        while let Some(outer) = around.pop_if(|outer| !is_inside(module, op, *outer)) {
            found.push(outer);
        }
        if module.op(op).name.code() == Some(OpCode::SdyManualComputation) {
            around.push(op);
        }
    }
    found.extend(around.into_iter().rev());
    found
}

fn is_inside(module: &Module, op: OpId, outer: OpId) -> bool {
    std::iter::successors(module.parent(op), |&op| module.parent(op)).any(|parent| parent == outer)
}

fn enclosing_function(module: &Module, op: OpId) -> Option<OpId> {
    let is_func = |op: &OpId| module.op(*op).name.code() == Some(OpCode::FuncFunc);
    std::iter::successors(Some(op), |&op| module.parent(op)).find(is_func)
}

/// The values that a function returns.
fn returned(module: &Module, func: OpId) -> &[ValueId] {
    let block = module.op(func).regions.first().and_then(|&region| module.region(region).blocks.last());
    let terminator = block.and_then(|&block| module.block(block).ops.last());
    terminator.map_or(&[], |&op| &module.op(op).operands)
}

fn list(module: &Module, op: OpId, name: Symbol) -> Vec<ShardingSpec> {
    match module.sdy_attr(op, name) {
        Some(SdyAttr::ShardingPerValue(specs)) => specs.clone(),
        _ => Vec::new(),
    }
}

/// The result of the edge for each value whose sharding an edge holds.
fn edges_behind(module: &Module) -> FxHashMap<ValueId, ValueId> {
    let walk = module.walk(module.top());
    let calls = Calls::new(module);
    let mut kept_at = FxHashMap::default();
    for op in walk {
        if module.op(op).name.code().is_some_and(|code| code.kind() == OpKind::Edge)
            && let Some(flow) = flow_of(module, op, &calls)
        {
            let result = module.op(op).result(0);
            kept_at.extend(flow.same.into_iter().map(|value| (value, result)));
        }
    }
    kept_at
}
