//! Every list of nodes in a model: the main graph, training graphs, functions, and subgraphs of their nodes.

use crate::finding::NodeLocation;
use crate::proto;

/// The top-level owner of a list of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// The graph of the model.
    Main,
    /// The graph that initialises training, by position in `training_info`.
    Initialization(usize),
    /// The graph of one training step, by position in `training_info`.
    Algorithm(usize),
    /// A function, by position in `functions`.
    Function(usize),
}

/// One step down: from a list of nodes to a subgraph of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphStep {
    /// The position of the node in the list.
    pub node: usize,
    /// The position of the attribute in the node.
    pub attribute: usize,
    /// The position in `graphs` of the attribute; `None` for its field `g`.
    pub graph: Option<usize>,
}

impl GraphStep {
    /// The step to a subgraph, given the name of its attribute and its position in
    /// [`Attribute::subgraphs`](proto::Attribute::subgraphs).
    pub fn find(nodes: &[proto::Node], node: usize, attribute: &str, index: usize) -> Option<GraphStep> {
        Self::of_node(nodes.get(node)?, node, attribute, index)
    }

    /// As [`GraphStep::find`], for the node at this position.
    pub(crate) fn of_node(
        proto: &proto::Node,
        node: usize,
        attribute: &str,
        index: usize,
    ) -> Option<GraphStep> {
        let attributes = &proto.attribute;
        let at = attributes.iter().position(|a| a.name.as_deref() == Some(attribute))?;
        let graph = match (&attributes[at].g, index) {
            (Some(_), 0) => None,
            (Some(_), index) => Some(index - 1),
            (None, index) => Some(index),
        };
        attributes[at].subgraphs().nth(index)?;
        Some(GraphStep { node, attribute: at, graph })
    }
}

/// The path to a list of nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphPath {
    /// The top-level list.
    pub root: Root,
    /// The steps down from there, outermost first.
    pub steps: Vec<GraphStep>,
}

impl GraphPath {
    /// Whether this is the path of the main graph.
    pub fn is_main(&self) -> bool {
        self.steps.is_empty() && self.root == Root::Main
    }

    /// The path of the main graph.
    pub fn main() -> Self {
        Self { root: Root::Main, steps: Vec::new() }
    }
}

/// The message that contains a list of nodes.
#[derive(Clone, Copy, Debug)]
pub enum Holder<'m> {
    /// The main graph, a training graph or a subgraph.
    Graph(&'m proto::Graph),
    /// A function of the model.
    Function(&'m proto::Function),
}

/// A list of nodes and how it is reached.
#[derive(Clone, Copy, Debug)]
pub struct GraphBody<'m> {
    /// The message that contains it.
    pub holder: Holder<'m>,
    /// The top-level owner.
    pub root: Root,
    /// For a subgraph: the enclosing list, which comes earlier in [`Bodies::list`], and the step down from it.
    pub parent: Option<(usize, GraphStep)>,
}

impl<'m> GraphBody<'m> {
    /// The nodes, in the order of the file.
    pub fn nodes(&self) -> &'m [proto::Node] {
        match self.holder {
            Holder::Graph(graph) => &graph.node,
            Holder::Function(function) => &function.node,
        }
    }

    /// The graph; `None` for a function.
    pub fn graph(&self) -> Option<&'m proto::Graph> {
        match self.holder {
            Holder::Graph(graph) => Some(graph),
            Holder::Function(_) => None,
        }
    }
}

/// All lists of nodes of a model. A list comes after the one that encloses it.
#[derive(Clone, Debug, Default)]
pub struct Bodies<'m> {
    /// The lists; the main graph comes first, if there is one.
    pub list: Vec<GraphBody<'m>>,
}

impl<'m> Bodies<'m> {
    /// Collects all lists of a model.
    pub fn of(model: &'m proto::Model) -> Self {
        let mut this = Bodies::default();
        if let Some(graph) = &model.graph {
            this.add(GraphBody { holder: Holder::Graph(graph), root: Root::Main, parent: None });
        }
        for (i, training) in model.training_info.iter().enumerate() {
            let graphs = [
                (&training.initialization, Root::Initialization(i)),
                (&training.algorithm, Root::Algorithm(i)),
            ];
            for (graph, root) in graphs {
                if let Some(graph) = graph {
                    this.add(GraphBody { holder: Holder::Graph(graph), root, parent: None });
                }
            }
        }
        for (i, function) in model.functions.iter().enumerate() {
            let root = Root::Function(i);
            this.add(GraphBody { holder: Holder::Function(function), root, parent: None });
        }
        this
    }

    fn add(&mut self, body: GraphBody<'m>) {
        let mut at = self.list.len();
        self.list.push(body);
        while let Some(body) = self.list.get(at).copied() {
            for (node, proto) in body.nodes().iter().enumerate() {
                for (attribute, value) in proto.attribute.iter().enumerate() {
                    let one = value.g.iter().map(|graph| (None, graph));
                    let many = value.graphs.iter().enumerate().map(|(i, graph)| (Some(i), graph));
                    for (graph, proto) in one.chain(many) {
                        let step = GraphStep { node, attribute, graph };
                        let parent = Some((at, step));
                        self.list.push(GraphBody { holder: Holder::Graph(proto), root: body.root, parent });
                    }
                }
            }
            at += 1;
        }
    }

    /// The path to a list.
    pub fn path(&self, body: usize) -> GraphPath {
        let mut steps = Vec::new();
        let mut at = body;
        while let Some((parent, step)) = self.list[at].parent {
            steps.push(step);
            at = parent;
        }
        steps.reverse();
        GraphPath { root: self.list[at].root, steps }
    }

    /// The location of a list, for messages.
    pub fn location(&self, body: usize) -> NodeLocation {
        let mut path = Vec::new();
        let mut at = body;
        while let Some((parent, step)) = self.list[at].parent {
            let node = &self.list[parent].nodes()[step.node];
            let attribute = node.attribute[step.attribute].name.as_deref().unwrap_or("?");
            let index = step.graph.map_or(String::new(), |index| format!("[{index}]"));
            path.push(format!("node {} ({}) {attribute}{index}", step.node, label(node)));
            at = parent;
        }
        match self.list[at].root {
            Root::Main => {}
            Root::Initialization(i) => path.push(format!("training {i} initialization")),
            Root::Algorithm(i) => path.push(format!("training {i} algorithm")),
            Root::Function(_) => {
                if let Holder::Function(function) = self.list[at].holder {
                    path.push(format!("function {}", function.name.as_deref().unwrap_or("?")));
                }
            }
        }
        path.reverse();
        NodeLocation { path, ..NodeLocation::default() }
    }

    /// The location of a node, for messages.
    pub fn node_location(&self, body: usize, node: usize) -> NodeLocation {
        let label = label(&self.list[body].nodes()[node]);
        NodeLocation { node: Some(node), label: Some(label.to_string()), ..self.location(body) }
    }
}

/// The name that messages use for a node: its own, or that of its op.
fn label(node: &proto::Node) -> &str {
    node.name.as_deref().filter(|name| !name.is_empty()).unwrap_or_else(|| node.op())
}

/// The location of a tensor with contents. It is formatted only when a message needs it.
#[derive(Clone, Copy, Debug)]
pub struct TensorLocation<'m> {
    body: usize,
    node: Option<usize>,
    name: Option<&'m str>,
}

impl TensorLocation<'_> {
    /// The location, for messages.
    pub fn location(&self, bodies: &Bodies<'_>) -> NodeLocation {
        let location = match self.node {
            Some(node) => bodies.node_location(self.body, node),
            None => bodies.location(self.body),
        };
        NodeLocation { tensor: self.name.filter(|name| !name.is_empty()).map(str::to_string), ..location }
    }
}

impl<'m> Bodies<'m> {
    /// Every tensor with contents: dense and sparse initialisers, and tensors in attributes.
    pub fn tensors(&self) -> impl Iterator<Item = (TensorLocation<'m>, &'m proto::Tensor)> {
        self.list.iter().enumerate().flat_map(|(body, list)| {
            let graph = list.graph();
            let dense = graph.into_iter().flat_map(|graph| &graph.initializer);
            let sparse = graph.into_iter().flat_map(|graph| &graph.sparse_initializer).flat_map(parts);
            let fixed = dense.chain(sparse).map(move |tensor| (None, tensor));
            let attributes = list.nodes().iter().enumerate().flat_map(|(node, proto)| {
                proto.attribute.iter().flat_map(move |attribute| {
                    let sparse = attribute.sparse_tensor.iter().chain(&attribute.sparse_tensors);
                    let dense = attribute.t.iter().chain(&attribute.tensors);
                    dense.chain(sparse.flat_map(parts)).map(move |tensor| (Some(node), tensor))
                })
            });
            fixed.chain(attributes).map(move |(node, tensor)| {
                (TensorLocation { body, node, name: tensor.name.as_deref() }, tensor)
            })
        })
    }
}

/// The tensors that make up a sparse tensor.
fn parts(sparse: &proto::SparseTensor) -> impl Iterator<Item = &proto::Tensor> {
    sparse.values.iter().chain(&sparse.indices)
}
