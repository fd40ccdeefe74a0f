//! What inference finds.

use crate::bodies::GraphPath;
use crate::finding::{Finding, Place};
use crate::layout::{Layout, Transfer};

/// Where a spec comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The node itself has it.
    Annotation,
    /// The node that makes the value.
    Producer,
    /// An input of the model, which is unsharded unless its metadata says otherwise.
    ModelInput,
    /// An initialiser, which is unsharded.
    Initializer,
    /// A value of the graph around this one.
    Outer,
    /// The rule of the op, from the specs of its inputs.
    Rule,
    /// Propagation through the whole model.
    Propagation,
    /// What the node needs to go with its other inputs.
    Need,
}

impl Origin {
    /// The origin in words.
    pub fn text(self) -> &'static str {
        match self {
            Origin::Annotation => "the annotation of the node",
            Origin::Producer => "the node that makes it",
            Origin::ModelInput => "an input of the model",
            Origin::Initializer => "an initialiser",
            Origin::Outer => "the graph around",
            Origin::Rule => "the rule of the op",
            Origin::Propagation => "propagation",
            Origin::Need => "what the other inputs need",
        }
    }
}

/// The spec of one input or output of one node.
#[derive(Clone, Debug)]
pub struct NodeSpec {
    /// The list that the node is in.
    pub graph: GraphPath,
    /// The node.
    pub node: usize,
    /// The input or output.
    pub tensor: String,
    /// Whether it is an output.
    pub is_output: bool,
    /// Where its shards are.
    pub layout: Layout,
    /// Where the spec comes from.
    pub origin: Origin,
    /// Where that is, for people.
    pub place: Place,
}

/// A value that changes its layout between two nodes, or in a node that delivers it in another form.
#[derive(Clone, Debug)]
pub struct Reshard {
    /// The value.
    pub value: String,
    /// The node that wants it in another form.
    pub place: Place,
    /// How it is.
    pub from: Layout,
    /// How it shall be.
    pub to: Layout,
    /// How it gets there.
    pub transfer: Transfer,
}

/// What inference finds for one configuration of devices.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// The configuration.
    pub configuration: String,
    /// How many devices it has.
    pub num_devices: u64,
    /// The specs of all inputs and outputs, annotated ones included, in the order of the nodes.
    pub specs: Vec<NodeSpec>,
    /// Where values change their layouts.
    pub reshards: Vec<Reshard>,
    /// What is wrong or worth knowing.
    pub findings: Vec<Finding>,
}

impl Inferred {
    /// The specs that the model leaves out.
    pub fn missing(&self) -> impl Iterator<Item = &NodeSpec> {
        self.specs.iter().filter(|spec| spec.origin != Origin::Annotation)
    }
}
