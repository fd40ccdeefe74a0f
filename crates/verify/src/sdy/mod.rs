//! Checks everything `sdy`: meshes, shardings, rules, manual computations, collectives, edges and groups.
//!
//! One pass over the ops of a module. Ops of any dialect may have shardings, so every op is visited. A
//! program repeats the same few shardings thousands of times: each is checked once per type and context
//! ([`shardings`]), and only an invalid one is parsed again from the source text, so that the error points
//! at the axis at fault ([`spans`]).
//!
//! The crate accepts what Shardy accepts, except for what is meaningless; the tests list those
//! differences. Where the specification demands more than Shardy enforces, the result is a warning.

mod attrs;
mod axes;
mod collectives;
mod edges;
mod groups;
mod manual;
mod meshes;
mod named;
mod propagation;
mod rules;
mod shardings;
mod spans;
mod types;
mod values;

use std::rc::Rc;

use partita_base::{Code, Diagnostic, Diagnostics, IdVec, Span, Symbol, code};
use rustc_hash::FxHashMap;

use partita_ir::{Definition, Module, OpCode, OpId, OpName, SdyAttr, ValueId, names};

use crate::check::VerifyRun;
use crate::spell::spell_type;

/// Checks the rules of the `sdy` dialect for a module, given its ops from the outside in.
pub(crate) fn check_ops(run: &VerifyRun<'_>, ops: &[OpId], sink: &mut Diagnostics) {
    let mut sdy = Sdy::new(run, ops);
    sdy.meshes = meshes::Table::read(run.module, ops, &sdy.places, sink);
    for &op in ops {
        sdy.check_op(op, sink);
    }
}

/// The enclosing ops of an op that matter to its checks.
#[derive(Clone, Copy)]
struct OpContext {
    /// The module whose symbols the op sees.
    scope: OpId,
    /// The innermost `sdy.manual_computation` around the op.
    manual: Option<OpId>,
    /// The innermost `sdy.named_computation` around the op.
    named: Option<OpId>,
}

/// The state of the checks of one module.
struct Sdy<'m> {
    run: &'m VerifyRun<'m>,
    module: &'m Module,
    places: IdVec<OpId, OpContext>,
    meshes: meshes::Table,
    shardings: shardings::Memo,
    attrs: attrs::Seen,
    rules: rules::Memo,
    groups: groups::Shapes,
    /// The number of uses of each value; counted only if the module has data-flow edges.
    uses: Option<IdVec<ValueId, u32>>,
    /// The manual axes of each manual computation.
    manual_axes: FxHashMap<OpId, manual::AxisNames<'m>>,
    /// The data-flow edge of each value that has one.
    edge_of: FxHashMap<ValueId, OpId>,
}

impl<'m> Sdy<'m> {
    fn new(run: &'m VerifyRun<'m>, ops: &[OpId]) -> Self {
        let module = run.module;
        let top = OpContext { scope: module.top(), manual: None, named: None };
        let mut places = IdVec::filled(top, module.op_count());
        let mut edge_of = FxHashMap::default();
        let mut manual_axes = FxHashMap::default();
        let mut has_edges = false;
        for &op in ops {
            let mut place = module.parent(op).map_or(top, |parent| inside(module, &places, parent));
            match module.op(op).name {
                OpName::Known(OpCode::BuiltinModule) => place.scope = op,
                OpName::Known(OpCode::SdyDataFlowEdge) => {
                    has_edges = true;
                    edge_of.extend(module.op(op).operands.first().map(|&input| (input, op)));
                }
                OpName::Known(OpCode::SdyFuncDataFlowEdge) => has_edges = true,
                OpName::Known(OpCode::SdyManualComputation) => {
                    if let Some(SdyAttr::ManualAxes(axes)) = module.sdy_attr(op, names::MANUAL_AXES) {
                        manual_axes.insert(op, Rc::new(axes.iter().map(|axis| &**axis).collect()));
                    }
                }
                _ => {}
            }
            places[op] = place;
        }
        Sdy {
            run,
            module,
            places,
            meshes: meshes::Table::default(),
            shardings: shardings::Memo::default(),
            attrs: attrs::Seen::default(),
            rules: rules::Memo::default(),
            groups: groups::Shapes::default(),
            uses: has_edges.then(|| count_uses(module, ops)),
            manual_axes,
            edge_of,
        }
    }

    fn check_op(&mut self, id: OpId, sink: &mut Diagnostics) {
        let op = self.module.op(id);
        self.check_attrs(id, sink);
        for &(name, _) in &op.attrs {
            match name {
                names::SDY_SHARDING => self.check_result_shardings(id, sink),
                names::SDY_SHARDING_RULE => self.check_rule(id, sink),
                names::SDY_PROPAGATION_EDGES => self.check_propagation_edges(id, sink),
                names::SDY_BLOCK_ARG_PROPAGATION_EDGES | names::SDY_RESULT_PROPAGATION_EDGES => {
                    self.check_edge_lists(id, name, sink);
                }
                _ => {}
            }
        }
        if let Some(named) = self.places[id].named {
            self.check_isolation(id, named, sink);
        }
        if let OpName::Known(code) = op.name {
            self.check_known(id, code, sink);
        }
    }

    fn check_known(&mut self, id: OpId, code: OpCode, sink: &mut Diagnostics) {
        match code {
            OpCode::FuncFunc => self.check_func_shardings(id, sink),
            OpCode::SdyMesh => self.check_mesh_parent(id, sink),
            OpCode::SdyShardingConstraint | OpCode::SdyReshard => self.check_constraint(id, sink),
            OpCode::SdyShardingGroup => self.check_group(id, sink),
            OpCode::SdyManualComputation => self.check_manual(id, sink),
            OpCode::SdyNamedComputation => self.check_named(id, sink),
            OpCode::SdyConstant => self.check_constant(id, sink),
            OpCode::SdyDataFlowEdge => self.check_data_flow_edge(id, sink),
            OpCode::SdyFuncDataFlowEdge => self.check_func_data_flow_edge(id, sink),
            OpCode::SdyPropagationBarrier => self.check_barrier(id, sink),
            _ => {
                if let Some(collective) = code.traits().reshards {
                    self.check_collective(id, collective, sink);
                }
            }
        }
    }

    /// An error about an op, with the op's name in front.
    fn fault(&self, id: OpId, code: Code, message: impl std::fmt::Display) -> Diagnostic {
        let (span, name) = (self.module.op(id).span, self.module.op_name(id));
        Diagnostic::error(code, span, format!("{name}: {message}"))
    }

    /// An error about an attribute of an op.
    fn attr_fault(&self, id: OpId, attr: Symbol, code: Code, message: impl std::fmt::Display) -> Diagnostic {
        Diagnostic { span: self.module.attr_span(id, attr), ..self.fault(id, code, message) }
    }

    /// The span of an axis in an attribute that consists of axis lists. Diagnostics that are only counted
    /// need no exact span.
    fn axis_place(&self, id: OpId, attr: Symbol, list: usize, index: usize, sink: &Diagnostics) -> Span {
        match sink.dropped() {
            0 => spans::axis_span(self.module, id, attr, list, index),
            _ => self.module.attr_span(id, attr),
        }
    }

    /// Reports that an attribute does not have the kind that its name requires.
    fn wrong_kind(&self, id: OpId, attr: Symbol, wanted: &str) -> Diagnostic {
        let message = format!("expected `{}` to be {wanted}", self.module.context.text(attr));
        self.attr_fault(id, attr, code::ATTRIBUTE_KIND, message)
    }

    /// The type of a value in MLIR syntax.
    fn spell(&self, value: ValueId) -> String {
        spell_type(&self.module.context, self.module.type_of(value))
    }
}

/// The context of the ops directly inside `parent`.
fn inside(module: &Module, places: &IdVec<OpId, OpContext>, parent: OpId) -> OpContext {
    let place = places[parent];
    match module.op(parent).name {
        OpName::Known(OpCode::SdyManualComputation) => OpContext { manual: Some(parent), ..place },
        OpName::Known(OpCode::SdyNamedComputation) => OpContext { named: Some(parent), ..place },
        _ => place,
    }
}

/// The context of the definition of a value.
fn around(module: &Module, places: &IdVec<OpId, OpContext>, value: ValueId) -> OpContext {
    match module.value(value).definition {
        Definition::Result { op, .. } => places[op],
        Definition::Argument { block, .. } => inside(module, places, module.block_parent(block)),
    }
}

fn count_uses(module: &Module, ops: &[OpId]) -> IdVec<ValueId, u32> {
    let mut uses = IdVec::filled(0, module.value_count());
    for operand in ops.iter().flat_map(|&op| &module.op(op).operands) {
        uses[*operand] += 1;
    }
    uses
}

/// The symbol of an inherent attribute of a registered op.
fn attr_symbol(module: &Module, id: OpId, name: &str) -> Option<Symbol> {
    let attrs = &module.op(id).name.code()?.info().attrs;
    attrs.iter().find(|attr| attr.name == name).map(|attr| attr.symbol)
}

/// `1 result`, `2 results`.
fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
