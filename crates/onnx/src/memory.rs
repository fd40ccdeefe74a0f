//! Estimates the peak memory of a model from the lifetimes of its tensors.
//!
//! The model of lifetimes is that of StableHLO programs: inputs and weights live throughout, an intermediate value from
//! the node that computes it to the last one that uses it, outputs to the end. Nodes that only change a shape share the
//! memory of their input. The peak of a branch is added to what is live outside; so is that of a loop, beside its
//! results.

use std::rc::Rc;

use partita_base::IdVec;
pub use partita_cost::{BufferRole, LiveTensor};
use partita_cost::{Inner, Lifetime, Peak, peak_of};

use crate::graph::{GraphId, NodeId, ValueId, ValueSource};
use crate::ops::OpWork;
use crate::partition::captured_names;
use crate::proto;
use crate::typing::{TypedGraph, TypedModel};

/// A value of one graph of a typed model.
pub type GraphValueId = (GraphId, ValueId);

/// The memory that a model needs. The points of the course are before the first node, and during each node in the
/// topological order of the main graph.
#[derive(Clone, Debug)]
pub struct ModelMemory {
    /// The peak, the tensors that are live then, largest first, and the memory over the nodes.
    pub peak: Peak<GraphValueId, NodeId>,
    /// The total bytes of the inputs.
    pub inputs: u64,
    /// The total bytes of the outputs.
    pub outputs: u64,
    /// The total bytes of the weights.
    pub weights: u64,
    /// The number of values of unknown size, which are not counted.
    pub uncounted: usize,
}

impl ModelMemory {
    /// The bytes of a role at the peak.
    pub fn of(&self, role: BufferRole) -> u64 {
        let bytes = self.peak.live.iter().filter(|tensor| tensor.role == role).map(|tensor| tensor.bytes);
        bytes.fold(0, u64::saturating_add)
    }
}

/// Estimates the memory that a model needs.
pub fn estimate_model_memory(typed: &TypedModel<'_>) -> ModelMemory {
    let main = &typed.main;
    let mut peak = walk_graph(main, true);
    peak.live.sort_by_key(|tensor| (std::cmp::Reverse(tensor.bytes), tensor.role, tensor.value));
    let sum = |values: &mut dyn Iterator<Item = ValueId>| {
        values.filter_map(|value| byte_size(main, value)).fold(0, u64::saturating_add)
    };
    let is_weight = |value: &ValueId| is_weight(main, *value);
    ModelMemory {
        inputs: sum(&mut main.graph.inputs.iter().copied().filter(|value| !is_weight(value))),
        outputs: sum(&mut main.graph.outputs.iter().copied()),
        weights: sum(&mut main.graph.values.ids().filter(is_weight)),
        uncounted: main.graph.values.ids().filter(|&value| byte_size(main, value).is_none()).count(),
        peak,
    }
}

/// The graph of a typed model with an id.
pub fn find_graph<'t, 'm>(typed: &'t TypedGraph<'m>, id: GraphId) -> Option<&'t TypedGraph<'m>> {
    if typed.id == id {
        return Some(typed);
    }
    typed.bodies.values().chain(typed.calls.values()).find_map(|body| find_graph(body, id))
}

/// The bytes of a value; `None` if its type is unknown.
pub fn byte_size(typed: &TypedGraph<'_>, value: ValueId) -> Option<u64> {
    let ty = &typed.types[value];
    ty.element?.bytes_of(ty.shape()?)
}

/// Whether a value is stored in the model.
pub fn is_weight(typed: &TypedGraph<'_>, value: ValueId) -> bool {
    let value = &typed.graph.values[value];
    value.initializer.is_some() || matches!(value.source, ValueSource::SparseInitializer(_))
}

/// Whether the first output of a node shares the memory of its first input.
pub(crate) fn is_view(node: &proto::Node) -> bool {
    OpWork::of(node) == OpWork::View
}

/// The buffers of one graph.
struct Buffers<'t, 'm> {
    typed: &'t TypedGraph<'m>,
    all: Vec<Lifetime<GraphValueId>>,
    /// The buffer of each value.
    of: IdVec<ValueId, Option<usize>>,
    /// The point of the last use of each value.
    last: IdVec<ValueId, usize>,
}

fn walk_graph(typed: &TypedGraph<'_>, is_main: bool) -> Peak<GraphValueId, NodeId> {
    let graph = &typed.graph;
    let end = typed.order.len();
    let (of, last) = (IdVec::filled(None, graph.values.len()), last_uses(typed));
    let mut buffers = Buffers { typed, all: Vec::new(), of, last };
    for (id, value) in graph.values.iter() {
        match value.source {
            _ if is_weight(typed, id) => buffers.make(id, BufferRole::Constant, 0, end),
            ValueSource::Input(_) if is_main => buffers.make(id, BufferRole::Argument, 0, end),
            // The node around a body counts its inputs and what it captures.
            _ => {}
        }
    }
    let mut inner = Vec::with_capacity(end);
    for (at, &id) in typed.order.iter().enumerate() {
        buffers.node(id, at + 1, end);
        inner.push(body_peak(typed, id));
    }
    if is_main {
        buffers.outputs(end);
    }
    peak_of(&typed.order, |node| node + 1, &buffers.all, &inner)
}

/// The point of the last use of each value, counted from 1; 0 without a use.
pub(crate) fn last_uses(typed: &TypedGraph<'_>) -> IdVec<ValueId, usize> {
    let mut last = IdVec::filled(0, typed.graph.values.len());
    for (at, &id) in typed.order.iter().enumerate() {
        let node = &typed.graph.nodes[id];
        let captured = captured_names(node.proto).into_iter().filter_map(|name| typed.graph.find(name));
        for value in node.inputs.iter().flatten().copied().chain(captured) {
            last[value] = at + 1;
        }
    }
    last
}

/// What the largest body of a node needs, if it has any.
fn body_peak(typed: &TypedGraph<'_>, id: NodeId) -> Option<Inner<GraphValueId, NodeId>> {
    let bodies = typed.bodies.range((id, "", 0)..).take_while(|((owner, ..), _)| *owner == id);
    let bodies = bodies.map(|(_, body)| body).chain(typed.calls.get(&id));
    let mut most = bodies.map(|body| walk_graph(body, false)).max_by_key(|peak| peak.bytes)?;
    // Its nodes are not those of this graph.
    most.at = None;
    let is_loop = matches!(typed.graph.nodes[id].proto.standard_op(), Some("Loop" | "Scan"));
    Some(if is_loop { Inner::Beside(Rc::new(most)) } else { Inner::Before(Rc::new(most)) })
}

impl Buffers<'_, '_> {
    fn make(&mut self, value: ValueId, role: BufferRole, birth: usize, death: usize) {
        let bytes = byte_size(self.typed, value).unwrap_or(0);
        let tensor = LiveTensor { value: (self.typed.id, value), bytes, role };
        self.of[value] = Some(self.all.len());
        self.all.push(Lifetime { tensor, birth, death });
    }

    /// Allocates the outputs of a node.
    fn node(&mut self, id: NodeId, at: usize, end: usize) {
        let node = &self.typed.graph.nodes[id];
        let is_constant = node.proto.standard_op() == Some("Constant");
        let shared = node.inputs.first().copied().flatten().and_then(|input| self.of[input]);
        for (index, output) in node.outputs.iter().enumerate() {
            let Some(output) = *output else { continue };
            let last = self.last[output].max(at);
            match shared.filter(|_| index == 0 && is_view(node.proto)) {
                Some(buffer) => {
                    self.of[output] = Some(buffer);
                    self.all[buffer].death = self.all[buffer].death.max(last);
                }
                None if is_constant => self.make(output, BufferRole::Constant, 0, end),
                None => self.make(output, BufferRole::Temporary, at, last),
            }
        }
    }

    /// Keeps what the model returns. An input, a weight or a second copy is copied.
    fn outputs(&mut self, end: usize) {
        for &value in &self.typed.graph.outputs {
            match self.of[value].map(|buffer| &mut self.all[buffer]) {
                Some(buffer) if buffer.tensor.role == BufferRole::Temporary => {
                    (buffer.tensor.role, buffer.death) = (BufferRole::Result, end);
                }
                _ => self.make(value, BufferRole::Result, end, end),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{ReadLimits, from_text, read_model};
    use crate::typing::infer_types;

    #[test]
    fn weights_live_throughout_and_values_to_their_last_use() {
        let text = include_str!("../../../examples/mlp.textproto");
        let file = from_text(text).expect("the example is valid");
        let read = read_model(&file.into(), &ReadLimits::default()).expect("the example is valid");
        let typed = infer_types(&read.model);
        let memory = estimate_model_memory(&typed);
        let weights = memory.weights;
        assert!(weights > 0 && memory.inputs > 0 && memory.outputs > 0);
        assert!(memory.peak.course.iter().all(|&bytes| bytes >= u128::from(weights + memory.inputs)));
        assert_eq!(memory.peak.course.len(), typed.main.order.len() + 1);
        let live: u64 = memory.peak.live.iter().map(|tensor| tensor.bytes).sum();
        assert_eq!(u128::from(live), memory.peak.bytes);
    }
}
