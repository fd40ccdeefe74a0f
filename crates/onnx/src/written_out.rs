//! Counts the nodes that a model has after inlining, without inlining it.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::proto;

/// Maximum number of nodes after inlining, unless [`GROWTH`] times the nodes of the model are more.
pub const MAX_NODES: u64 = 1 << 16;

/// How many times larger a large model may become.
pub const GROWTH: u64 = 16;

/// The key by which a node refers to a function: name space, name, overload.
type Key<'m> = (&'m str, &'m str, &'m str);

/// The number of nodes after inlining, and its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenOut {
    /// The number of nodes, saturating at [`u64::MAX`].
    pub nodes: u64,
    /// The maximum for this model.
    pub limit: u64,
}

impl WrittenOut {
    /// Counts the nodes of a model. Recursive calls count once; they are rejected elsewhere.
    pub fn of(model: &proto::Model) -> Self {
        let functions: FxHashMap<Key<'_>, &proto::Function> =
            model.functions.iter().map(|function| (key_of(function), function)).collect();
        let mut count = NodeCounter { functions, known: FxHashMap::default() };
        let main = model.graph.as_ref().map_or(&[][..], |graph| &graph.node);
        let own = model.functions.iter().map(|function| own_nodes(&function.node)).chain([own_nodes(main)]);
        let own = own.fold(0, u64::saturating_add);
        for function in &model.functions {
            count.function(function);
        }
        Self { nodes: count.nodes(main), limit: MAX_NODES.max(own.saturating_mul(GROWTH)) }
    }

    /// Whether the limit is exceeded.
    pub fn is_too_large(self) -> bool {
        self.nodes > self.limit
    }
}

fn key_of(function: &proto::Function) -> Key<'_> {
    let domain = function.domain.as_deref().unwrap_or_default();
    let domain = if domain == "ai.onnx" { "" } else { domain };
    (domain, function.name.as_deref().unwrap_or_default(), function.overload.as_deref().unwrap_or_default())
}

/// The nodes of a body, including nested ones. The reader limits the nesting depth.
fn own_nodes(nodes: &[proto::Node]) -> u64 {
    let inner = nodes.iter().flat_map(|node| &node.attribute).flat_map(proto::Attribute::subgraphs);
    inner.fold(nodes.len() as u64, |sum, body| sum.saturating_add(own_nodes(&body.node)))
}

struct NodeCounter<'m> {
    functions: FxHashMap<Key<'m>, &'m proto::Function>,
    known: FxHashMap<Key<'m>, u64>,
}

impl<'m> NodeCounter<'m> {
    /// Counts the nodes of a function after those it calls, without recursion.
    fn function(&mut self, root: &'m proto::Function) {
        let mut stack = vec![(root, false)];
        while let Some((function, is_visited)) = stack.pop() {
            let key = key_of(function);
            if is_visited {
                let nodes = self.nodes(&function.node);
                self.known.insert(key, nodes);
            } else if let Entry::Vacant(entry) = self.known.entry(key) {
                // Counts as zero until it has been counted, which ends recursion.
                entry.insert(0);
                stack.push((function, true));
                let mut callees = Vec::new();
                self.callees(&function.node, &mut callees);
                stack.extend(callees.into_iter().map(|callee| (callee, false)));
            }
        }
    }

    fn callee(&self, node: &'m proto::Node) -> Option<&'m proto::Function> {
        let key = (node.name_space(), node.op(), node.overload.as_deref().unwrap_or_default());
        self.functions.get(&key).copied()
    }

    fn callees(&self, nodes: &'m [proto::Node], found: &mut Vec<&'m proto::Function>) {
        for node in nodes {
            found.extend(self.callee(node));
            for body in node.attribute.iter().flat_map(proto::Attribute::subgraphs) {
                self.callees(&body.node, found);
            }
        }
    }

    /// The nodes of a body whose functions have been counted.
    fn nodes(&self, nodes: &'m [proto::Node]) -> u64 {
        nodes.iter().fold(0, |sum, node| {
            let called = self.callee(node).and_then(|function| self.known.get(&key_of(function)));
            let bodies = node.attribute.iter().flat_map(proto::Attribute::subgraphs);
            let inner = bodies.fold(0u64, |sum, body| sum.saturating_add(self.nodes(&body.node)));
            sum.saturating_add(1).saturating_add(called.copied().unwrap_or(0)).saturating_add(inner)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str) -> proto::Node {
        proto::Node { op_type: Some(name.into()), domain: Some("own".into()), ..Default::default() }
    }

    /// Functions `f0`, `f1`, …, each of which calls the next one twice, and a graph that calls the first.
    fn twice(levels: usize) -> proto::Model {
        let function = |level: usize| proto::Function {
            name: Some(format!("f{level}")),
            domain: Some("own".into()),
            node: vec![call(&format!("f{}", level + 1)); 2],
            ..Default::default()
        };
        let graph = proto::Graph { node: vec![call("f0")], ..Default::default() };
        proto::Model {
            graph: Some(graph),
            functions: (0..levels).map(function).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn nodes_are_counted_without_being_written() {
        assert_eq!(WrittenOut::of(&twice(3)), WrittenOut { nodes: 1 + 2 + 4 + 8, limit: MAX_NODES });
        assert!(!WrittenOut::of(&twice(14)).is_too_large());
        assert!(WrittenOut::of(&twice(16)).is_too_large());
        assert_eq!(WrittenOut::of(&twice(100)).nodes, u64::MAX);
        assert_eq!(crate::inline::inline_functions(&twice(20)), Err(crate::inline::InlineError::TooMany));
    }

    #[test]
    fn circles_end() {
        let mut model = twice(2);
        model.functions[1].node.push(call("f0"));
        assert!(WrittenOut::of(&model).nodes < 20);
    }
}
