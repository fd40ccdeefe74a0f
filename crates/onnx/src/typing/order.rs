//! Topological order of nodes.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use partita_base::{Id, IdVec};

use crate::graph::{Graph, NodeId, ValueSource};
use crate::proto;

/// The nodes in topological order, as close to the order of the file as possible, and those on or after a cycle.
pub(super) fn topological_order(graph: &Graph<'_>) -> (Vec<NodeId>, Vec<NodeId>) {
    let mut waiting: IdVec<NodeId, usize> = IdVec::default();
    let mut followers: IdVec<NodeId, Vec<NodeId>> = IdVec::default();
    for _ in graph.nodes.ids() {
        waiting.push(0);
        followers.push(Vec::new());
    }
    for id in graph.nodes.ids() {
        let node = &graph.nodes[id];
        let captured = node.proto.attribute.iter().flat_map(proto::Attribute::subgraphs).flat_map(free_names);
        let captured = captured.filter_map(|name| graph.find(name));
        let before: BTreeSet<NodeId> = (node.inputs.iter().flatten().copied().chain(captured))
            .filter_map(|value| match graph.values[value].source {
                ValueSource::Node(maker, _) => Some(maker),
                _ => None,
            })
            .collect();
        waiting[id] = before.len();
        for maker in before {
            followers[maker].push(id);
        }
    }
    let mut ready: BinaryHeap<Reverse<NodeId>> =
        graph.nodes.ids().filter(|id| waiting[*id] == 0).map(Reverse).collect();
    let mut order = Vec::with_capacity(graph.nodes.len());
    while let Some(Reverse(id)) = ready.pop() {
        order.push(id);
        for &follower in &followers[id] {
            waiting[follower] -= 1;
            if waiting[follower] == 0 {
                ready.push(Reverse(follower));
            }
        }
    }
    let mut done = vec![false; graph.nodes.len()];
    order.iter().for_each(|id| done[id.index()] = true);
    let stuck = graph.nodes.ids().filter(|id| !done[id.index()]).collect();
    (order, stuck)
}

/// The names that a graph uses and does not define.
pub(super) fn free_names(graph: &proto::Graph) -> BTreeSet<&str> {
    let mut read: BTreeSet<&str> = BTreeSet::new();
    for node in &graph.node {
        read.extend(node.input.iter().map(String::as_str).filter(|name| !name.is_empty()));
        for body in node.attribute.iter().flat_map(proto::Attribute::subgraphs) {
            read.extend(free_names(body));
        }
    }
    read.extend(graph.output.iter().filter_map(|info| info.name.as_deref()));
    let made = graph.node.iter().flat_map(|node| node.output.iter().map(String::as_str));
    let inputs = graph.input.iter().filter_map(|info| info.name.as_deref());
    let constants = graph.initializer.iter().filter_map(|tensor| tensor.name.as_deref());
    let sparse = graph.sparse_initializer.iter().filter_map(|tensor| tensor.values.as_ref()?.name.as_deref());
    for name in made.chain(inputs).chain(constants).chain(sparse) {
        read.remove(name);
    }
    read
}
