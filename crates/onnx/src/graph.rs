//! A graph with resolved names.

use partita_base::{Id, IdVec, ids};
use rustc_hash::FxHashMap;

use crate::partition::captured_names;
use crate::proto;

ids! {
    /// A value of one [`Graph`].
    ValueId;
    /// A node of one [`Graph`], in the order of the file.
    NodeId;
    /// A graph of one typed model: the main graph, or a body as it is used by one node.
    GraphId;
}

impl Default for GraphId {
    /// The main graph, which is typed first.
    fn default() -> Self {
        Self::from_index(0)
    }
}

/// Where a value is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// An input of the graph, by position; an initialiser of the same name is its default value.
    Input(usize),
    /// An initialiser that is not an input, by position.
    Initializer(usize),
    /// A sparse initialiser, by position.
    SparseInitializer(usize),
    /// An output of a node: the node and the position of the output.
    Node(NodeId, usize),
    /// A value of an enclosing graph.
    Outer,
    /// The value is not defined.
    Missing,
}

/// A named value of a graph.
#[derive(Clone, Debug)]
pub struct GraphValue<'m> {
    /// The name, unique in the graph.
    pub name: &'m str,
    /// Where it is defined.
    pub source: ValueSource,
    /// The initialiser of the same name, if there is one.
    pub initializer: Option<&'m proto::Tensor>,
    /// The type that the file declares.
    pub declared: Option<&'m proto::Type>,
    /// The nodes that use it, with the position of the input.
    pub uses: Vec<(NodeId, usize)>,
}

/// A node with resolved inputs and outputs.
#[derive(Clone, Debug)]
pub struct Node<'m> {
    /// The node in the file.
    pub proto: &'m proto::Node,
    /// Its inputs; `None` for an omitted one.
    pub inputs: Vec<Option<ValueId>>,
    /// Its outputs; `None` for an unused one.
    pub outputs: Vec<Option<ValueId>>,
}

/// A graph with resolved names.
///
/// The file may be invalid: a name may be defined twice (the first definition wins), used before its definition, or never defined.
/// The structural check reports these.
#[derive(Clone, Debug, Default)]
pub struct Graph<'m> {
    /// All values, in the order of their first mention.
    pub values: IdVec<ValueId, GraphValue<'m>>,
    /// All nodes, in the order of the file.
    pub nodes: IdVec<NodeId, Node<'m>>,
    /// The inputs of the graph.
    pub inputs: Vec<ValueId>,
    /// The outputs of the graph.
    pub outputs: Vec<ValueId>,
    names: FxHashMap<&'m str, ValueId>,
}

impl<'m> Graph<'m> {
    /// Resolves the names of a graph. `is_outer` returns whether an enclosing graph defines a name.
    pub fn new(graph: &'m proto::Graph, is_outer: impl Fn(&str) -> bool) -> Self {
        let mut this = Graph::default();
        for (i, info) in graph.input.iter().enumerate() {
            let name = info.name.as_deref().unwrap_or_default();
            let id = this.value(name, ValueSource::Input(i));
            this.values[id].declared = info.r#type.as_ref();
            this.inputs.push(id);
        }
        for (i, tensor) in graph.initializer.iter().enumerate() {
            let id = this.value(tensor.name.as_deref().unwrap_or_default(), ValueSource::Initializer(i));
            this.values[id].initializer.get_or_insert(tensor);
        }
        for (i, tensor) in graph.sparse_initializer.iter().enumerate() {
            let name = tensor.values.as_ref().and_then(|values| values.name.as_deref());
            this.value(name.unwrap_or_default(), ValueSource::SparseInitializer(i));
        }
        this.add_nodes(&graph.node, &is_outer);
        for info in graph.value_info.iter().chain(&graph.output) {
            if let Some(&id) = info.name.as_deref().and_then(|name| this.names.get(name)) {
                this.declare(id, info.r#type.as_ref());
            }
        }
        for info in &graph.output {
            // A body may return a value of the enclosing graph.
            let name = info.name.as_deref().unwrap_or_default();
            let source = if is_outer(name) { ValueSource::Outer } else { ValueSource::Missing };
            let id = this.value(name, source);
            this.outputs.push(id);
        }
        this
    }

    /// Resolves the names in the body of a function.
    pub fn of_function(function: &'m proto::Function) -> Self {
        let mut this = Graph::default();
        for (i, name) in function.input.iter().enumerate() {
            let id = this.value(name, ValueSource::Input(i));
            this.inputs.push(id);
        }
        this.add_nodes(&function.node, |_| false);
        for info in &function.value_info {
            if let Some(&id) = info.name.as_deref().and_then(|name| this.names.get(name)) {
                this.values[id].declared = info.r#type.as_ref();
            }
        }
        for name in &function.output {
            let id = this.value(name, ValueSource::Missing);
            this.outputs.push(id);
        }
        this
    }

    /// Looks up a value by name.
    pub fn find(&self, name: &str) -> Option<ValueId> {
        self.names.get(name).copied()
    }

    /// Stores a declared type unless the value already has one with a shape. An output may be declared in `value_info` too, and either
    /// declaration may lack the shape.
    fn declare(&mut self, id: ValueId, ty: Option<&'m proto::Type>) {
        let has_shape = |ty: &proto::Type| match &ty.value {
            Some(proto::TypeValue::Tensor(tensor)) => tensor.shape.is_some(),
            other => other.is_some(),
        };
        let declared = &mut self.values[id].declared;
        if declared.is_none() || ty.is_some_and(has_shape) && !declared.is_some_and(has_shape) {
            *declared = ty;
        }
    }

    fn add_nodes(&mut self, nodes: &'m [proto::Node], is_outer: impl Fn(&str) -> bool) {
        for proto in nodes {
            let id = self.nodes.push(Node { proto, inputs: Vec::new(), outputs: Vec::new() });
            for (i, name) in proto.output.iter().enumerate() {
                let made = (!name.is_empty()).then(|| self.value(name, ValueSource::Node(id, i)));
                self.nodes[id].outputs.push(made);
            }
        }
        for id in self.nodes.ids() {
            for (i, name) in self.nodes[id].proto.input.iter().enumerate() {
                let read = (!name.is_empty()).then(|| {
                    let source = if is_outer(name) { ValueSource::Outer } else { ValueSource::Missing };
                    self.value(name, source)
                });
                if let Some(value) = read {
                    self.values[value].uses.push((id, i));
                }
                self.nodes[id].inputs.push(read);
            }
            // What the bodies of a node capture from further out passes through this graph.
            for name in captured_names(self.nodes[id].proto) {
                if is_outer(name) {
                    self.value(name, ValueSource::Outer);
                }
            }
        }
    }

    /// The value of a name; a new one is defined by `source`.
    fn value(&mut self, name: &'m str, source: ValueSource) -> ValueId {
        *self.names.entry(name).or_insert_with(|| {
            let value = GraphValue { name, source, initializer: None, declared: None, uses: Vec::new() };
            self.values.push(value)
        })
    }
}
