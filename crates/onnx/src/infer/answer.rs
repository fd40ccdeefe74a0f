//! What inference finds.

use crate::bodies::GraphPath;
use crate::finding::{Finding, NodeLocation};
use crate::layout::{DeviceLayout, Transfer};

/// Where a spec comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecOrigin {
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

impl SpecOrigin {
    /// The origin in words.
    pub fn text(self) -> &'static str {
        match self {
            SpecOrigin::Annotation => "the annotation of the node",
            SpecOrigin::Producer => "the node that makes it",
            SpecOrigin::ModelInput => "an input of the model",
            SpecOrigin::Initializer => "an initialiser",
            SpecOrigin::Outer => "the graph around",
            SpecOrigin::Rule => "the rule of the op",
            SpecOrigin::Propagation => "propagation",
            SpecOrigin::Need => "what the other inputs need",
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
    pub layout: DeviceLayout,
    /// Where the spec comes from.
    pub origin: SpecOrigin,
    /// Where that is, for people.
    pub location: NodeLocation,
}

/// A value that changes its layout between two nodes, or in a node that delivers it in another form.
#[derive(Clone, Debug)]
pub struct Reshard {
    /// The value.
    pub value: String,
    /// The node that wants it in another form.
    pub location: NodeLocation,
    /// How it is.
    pub from: DeviceLayout,
    /// How it shall be.
    pub to: DeviceLayout,
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
        self.specs.iter().filter(|spec| spec.origin != SpecOrigin::Annotation)
    }
}
