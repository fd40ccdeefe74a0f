//! Every list of nodes in a model: the main graph, the training graphs, the functions, and the graphs inside their nodes.

use crate::finding::NodeLocation;
use crate::proto;

/// Where a list of nodes hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// The graph of the model.
    Main,
    /// The graph of a training that makes initial values.
    Initialization(usize),
    /// The graph of a training that makes one step.
    Algorithm(usize),
    /// A function of the model.
    Function(usize),
}

/// From a list of nodes to a graph in an attribute of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphStep {
    /// The position of the node.
    pub node: usize,
    /// The position of the attribute.
    pub attribute: usize,
    /// Which of the attribute's graphs; `None` for the one that stands alone.
    pub graph: Option<usize>,
}

impl GraphStep {
    /// The step to a subgraph that is known by the name of its attribute and its position in
    /// [`Attribute::subgraphs`](proto::Attribute::subgraphs).
    pub fn find(nodes: &[proto::Node], node: usize, attribute: &str, index: usize) -> Option<GraphStep> {
        let attributes = &nodes.get(node)?.attribute;
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

/// The address of a list of nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphPath {
    /// Where it begins.
    pub root: Root,
    /// The way from there.
    pub steps: Vec<GraphStep>,
}

impl GraphPath {
    /// Whether it is the main graph.
    pub fn is_main(&self) -> bool {
        self.steps.is_empty() && self.root == Root::Main
    }

    /// The graph of the model.
    pub fn main() -> Self {
        Self { root: Root::Main, steps: Vec::new() }
    }
}

/// What holds a list of nodes.
#[derive(Clone, Copy, Debug)]
pub enum Holder<'m> {
    /// A graph.
    Graph(&'m proto::Graph),
    /// A function.
    Function(&'m proto::Function),
}

/// A list of nodes.
#[derive(Clone, Copy, Debug)]
pub struct GraphBody<'m> {
    /// What holds it.
    pub holder: Holder<'m>,
    /// Where it hangs, if not in a node.
    pub root: Root,
    /// The list and the step from there that leads to it; always earlier in [`Bodies::list`].
    pub parent: Option<(usize, GraphStep)>,
}

impl<'m> GraphBody<'m> {
    /// The nodes.
    pub fn nodes(&self) -> &'m [proto::Node] {
        match self.holder {
            Holder::Graph(graph) => &graph.node,
            Holder::Function(function) => &function.node,
        }
    }

    /// The graph, if it is one.
    pub fn graph(&self) -> Option<&'m proto::Graph> {
        match self.holder {
            Holder::Graph(graph) => Some(graph),
            Holder::Function(_) => None,
        }
    }
}

/// All lists of nodes of a model, each after the one it hangs in.
#[derive(Clone, Debug, Default)]
pub struct Bodies<'m> {
    /// The lists; the main graph is the first, if there is one.
    pub list: Vec<GraphBody<'m>>,
}

impl<'m> Bodies<'m> {
    /// Finds all.
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

    /// The address of a list.
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

    /// Where a list is, for people.
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

    /// Where a node is, for people.
    pub fn node_location(&self, body: usize, node: usize) -> NodeLocation {
        let label = label(&self.list[body].nodes()[node]);
        NodeLocation { node: Some(node), label: Some(label.to_string()), ..self.location(body) }
    }
}

/// What people call a node.
fn label(node: &proto::Node) -> &str {
    node.name.as_deref().filter(|name| !name.is_empty()).unwrap_or_else(|| node.op())
}

/// Where a tensor with contents is: a location that is put into words only when needed.
#[derive(Clone, Copy, Debug)]
pub struct TensorLocation<'m> {
    body: usize,
    node: Option<usize>,
    name: Option<&'m str>,
}

impl TensorLocation<'_> {
    /// The location, for people.
    pub fn location(&self, bodies: &Bodies<'_>) -> NodeLocation {
        let location = match self.node {
            Some(node) => bodies.node_location(self.body, node),
            None => bodies.location(self.body),
        };
        NodeLocation { tensor: self.name.filter(|name| !name.is_empty()).map(str::to_string), ..location }
    }
}

impl<'m> Bodies<'m> {
    /// Every tensor with contents: initialisers, sparse ones, and those in attributes.
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

/// The tensors that a sparse one is made of.
fn parts(sparse: &proto::SparseTensor) -> impl Iterator<Item = &proto::Tensor> {
    sparse.values.iter().chain(&sparse.indices)
}
