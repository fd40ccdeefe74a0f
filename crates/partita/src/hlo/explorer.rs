//! The data of the explorer page.

use std::collections::BTreeMap;

use partita_base::Id;
use partita_ir::{Definition, Module, OpId, ValueId};
use partita_partition::{BodyPeak, Lifetime, LiveTensor, Memory, Role, ShardOrigin};
use partita_report::{BodyView, BufferView, CollectiveView, ExplorerView, PlacedCollective, PlacedCosts};

use super::memory::places;
use super::{Partitioned, Program, Propagated};

impl Program {
    /// The rows of the explorer page.
    pub fn explorer(&self) -> ExplorerView {
        ExplorerView::of_module(&self.module, &self.source)
    }
}

impl Propagated {
    /// The explorer page up to propagation: rows, shardings, and the record that explains them.
    pub fn explorer(&self) -> ExplorerView {
        let mut view = self.program.explorer();
        self.solution.borrow_mut().explore(&self.program.source, &mut view);
        view
    }
}

impl Partitioned {
    /// The collectives and buffers of the local program, placed in the original text.
    pub(super) fn placed_costs(
        &self,
        collectives: &[(CollectiveView, OpId)],
        memory: &Memory,
    ) -> PlacedCosts {
        let local = &self.local.module;
        let origins = self.local.origins();
        let ranks = ranks_of_main_ops(self);
        let places_of_ops: BTreeMap<OpId, usize> =
            local.walk(local.top()).into_iter().enumerate().map(|(at, op)| (op, at)).collect();
        let placed = collectives.iter().map(|(traffic, op)| {
            let span = local.op(*op).span.start;
            let at = places_of_ops.get(op).copied().unwrap_or(0);
            let data = local.op(*op);
            let text = |value: Option<ValueId>| {
                value.map_or_else(String::new, |value| tensor_text(local, &origins, value))
            };
            PlacedCollective {
                span,
                before: ranks.get(&span).is_some_and(|&main| at < main),
                traffic: traffic.clone(),
                tensors: (text(data.operands.first().copied()), text(data.results().next())),
            }
        });
        let buffer = |tensor: &LiveTensor, live: (usize, usize)| self.buffer(&origins, tensor, live);
        PlacedCosts {
            collectives: placed.collect(),
            points: places(local).map(|op| local.op(op).span.start).collect(),
            buffers: memory
                .lifetimes
                .iter()
                .map(|Lifetime { tensor, birth, death }| buffer(tensor, (*birth, *death)))
                .collect(),
            bodies: memory
                .bodies
                .iter()
                .map(|BodyPeak { point, live }| BodyView {
                    point: *point,
                    buffers: live.iter().map(|tensor| buffer(tensor, (*point, *point))).collect(),
                })
                .collect(),
        }
    }

    fn buffer(
        &self,
        origins: &[Option<ShardOrigin>],
        tensor: &LiveTensor,
        live: (usize, usize),
    ) -> BufferView {
        let local = &self.local.module;
        let origin = origins.get(tensor.value.index()).and_then(Option::as_ref);
        let span = match local.value(tensor.value).definition {
            Definition::Result { op, .. } => Some(local.op(op).span.start),
            Definition::Argument { .. } => None,
        };
        BufferView {
            bytes: tensor.bytes,
            role: match tensor.role {
                Role::Argument => 0,
                Role::Result => 1,
                Role::Constant => 2,
                Role::Temporary | Role::Workspace => 3,
            },
            value: origin.map(|origin| self.local.sharded.module().value(origin.value).name().into()),
            span,
            local_type: partita_mlir::type_text(&local.context, local.type_of(tensor.value)),
            live,
        }
    }
}

/// The position, in the local program, of the op that does the work of each op of the text: the first one of the same name.
fn ranks_of_main_ops(partitioned: &Partitioned) -> BTreeMap<u32, usize> {
    let (local, original) = (&partitioned.local.module, &partitioned.program.module);
    let names: BTreeMap<u32, &str> = original
        .walk(original.top())
        .into_iter()
        .map(|op| (original.op(op).span.start, original.op_name(op)))
        .collect();
    let mut ranks = BTreeMap::new();
    for (at, op) in local.walk(local.top()).into_iter().enumerate() {
        let span = local.op(op).span.start;
        if names.get(&span).is_some_and(|name| *name == local.op_name(op)) {
            ranks.entry(span).or_insert(at);
        }
    }
    ranks
}

/// The global type and axes of a value of the local program, or else its local type.
fn tensor_text(module: &Module, origins: &[Option<ShardOrigin>], value: ValueId) -> String {
    let ty = module.type_of(value);
    let element =
        module.context.tensor(ty).map(|tensor| partita_mlir::type_text(&module.context, tensor.element));
    match (origins.get(value.index()).and_then(Option::as_ref), element) {
        (Some(origin), Some(element)) => format!("{element}[{}]{}", origin.dims, origin.partial),
        _ => partita_mlir::type_text(&module.context, ty),
    }
}
