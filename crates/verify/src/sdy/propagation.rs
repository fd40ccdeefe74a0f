//! Checks propagation edges on ops: the record of what propagation did.

use std::collections::BTreeSet;

use partita_base::{Diagnostics, Symbol, code};
use partita_ir::{Attr, OpId, OpKind, SdyAttr, ValueId, names};
use partita_mesh::text::Quoted;
use partita_mesh::{MeshId, MeshKind};
use partita_rule::edges::{EdgeNode, EdgeValueRef, PropagationEdges};

use super::Sdy;
use super::values::ValueSharding;

impl Sdy<'_> {
    /// Checks `sdy.propagation_edges` on an op: they refer to its values, at least one of which is sharded,
    /// and to axes of their common mesh. What must hold for edges on any op is checked with the
    /// attribute.
    pub(super) fn check_propagation_edges(&mut self, id: OpId, sink: &mut Diagnostics) {
        let name = names::SDY_PROPAGATION_EDGES;
        let Some(SdyAttr::Edges(edges)) = self.module.sdy_attr(id, name) else {
            sink.push(self.wrong_kind(id, name, "`#sdy.propagation_edges<…>`"));
            return;
        };
        let op = self.module.op(id);
        // The operands of a data-flow edge are the values that flow into it: the initial value of a loop and what its body returns.
        let is_flow = op.name.code().is_some_and(|code| code.kind() == OpKind::Edge);
        let operands = if is_flow { usize::MAX } else { op.operands.len() };
        let errors = edges.check_against(operands, op.result_count());
        for error in &errors {
            sink.push(self.attr_fault(id, name, error.code(), error).help(error.help()));
        }
        self.check_edge_meshes(id, edges, errors.is_empty(), sink);
    }

    fn check_edge_meshes(
        &mut self,
        id: OpId,
        edges: &PropagationEdges,
        complete: bool,
        sink: &mut Diagnostics,
    ) {
        let name = names::SDY_PROPAGATION_EDGES;
        let mut common: Option<MeshId> = None;
        let values: BTreeSet<EdgeValueRef> = referenced(edges).collect();
        for value in values {
            let Some(value) = self.edge_value(id, value) else { continue };
            let mesh = match self.sharding_of(value) {
                ValueSharding::Known(known) => known.sharding.mesh(),
                ValueSharding::Unsharded => continue,
                ValueSharding::Wrong => return,
            };
            match common {
                None => common = Some(mesh),
                Some(other) if other == mesh || self.is_empty(mesh) => {}
                Some(other) if self.is_empty(other) => common = Some(mesh),
                Some(_) => {
                    let message = "the edges refer to values on different meshes";
                    let fault = self.attr_fault(id, name, code::EDGES_MESHES, message);
                    sink.push(fault.help("use one mesh for all values that the edges refer to"));
                    return;
                }
            }
        }
        let Some(mesh) = common else {
            if complete {
                let message = "none of the values that the edges refer to is sharded";
                let fault = self.attr_fault(id, name, code::EDGES_WITHOUT_SHARDING, message);
                sink.push(fault.help("give the op its sharding, or remove the edges"));
            }
            return;
        };
        for details in edges.steps.iter().flat_map(|step| &step.axes) {
            if self.meshes.get(mesh).find(&details.axis.name).is_none() {
                let message = format!("the mesh of the values has no axis {}", Quoted(&details.axis.name));
                sink.push(self.attr_fault(id, name, code::EDGES_AXIS, message));
            }
        }
    }

    fn is_empty(&self, mesh: MeshId) -> bool {
        self.meshes.get(mesh).kind() == MeshKind::Empty
    }

    fn edge_value(&self, id: OpId, value: EdgeValueRef) -> Option<ValueId> {
        let index = usize::try_from(value.index).ok()?;
        match value.node {
            EdgeNode::Operand => self.module.op(id).operands.get(index).copied(),
            EdgeNode::Result => self.result(id, index),
        }
    }

    /// Checks an attribute that lists edges, one entry per value that an op with regions passes on.
    pub(super) fn check_edge_lists(&self, id: OpId, name: Symbol, sink: &mut Diagnostics) {
        let is_edges = |attr: &Attr| matches!(attr, Attr::Sdy(attr) if matches!(**attr, SdyAttr::Edges(_)));
        let fits = match self.module.attr(id, name) {
            Some(Attr::Array(items)) => items.iter().all(|&item| is_edges(self.module.context.attr_of(item))),
            _ => false,
        };
        if !fits {
            sink.push(self.wrong_kind(id, name, "a list of `#sdy.propagation_edges<…>`"));
        }
    }
}

fn referenced(edges: &PropagationEdges) -> impl Iterator<Item = EdgeValueRef> {
    let details = edges.steps.iter().flat_map(|step| &step.axes);
    details.flat_map(|details| std::iter::once(details.source).chain(details.targets.iter().copied()))
}
