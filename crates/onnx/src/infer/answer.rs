//! The result of inference.

use crate::bodies::GraphPath;
use crate::finding::{Finding, NodeLocation};
use crate::layout::{DeviceLayout, Transfer};

/// Where a spec comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecOrigin {
    /// The annotation of the node.
    Annotation,
    /// The node that produces the value.
    Producer,
    /// A model input, which is unsharded unless its metadata gives a sharding.
    ModelInput,
    /// An initialiser, which is unsharded.
    Initializer,
    /// A value of an enclosing graph.
    Outer,
    /// The rule of the op, applied to the specs of its inputs.
    Rule,
    /// Propagation through the entire model.
    Propagation,
    /// The node needs this layout to match its other inputs.
    Need,
}

impl SpecOrigin {
    /// The origin, for messages.
    pub fn text(self) -> &'static str {
        match self {
            SpecOrigin::Annotation => "the annotation of the node",
            SpecOrigin::Producer => "the producing node",
            SpecOrigin::ModelInput => "a model input",
            SpecOrigin::Initializer => "an initialiser",
            SpecOrigin::Outer => "the enclosing graph",
            SpecOrigin::Rule => "the rule of the op",
            SpecOrigin::Propagation => "propagation",
            SpecOrigin::Need => "required by the other inputs",
        }
    }
}

/// The spec of one input or output of one node.
#[derive(Clone, Debug)]
pub struct NodeSpec {
    /// The graph or function that contains the node.
    pub graph: GraphPath,
    /// The position of the node in it.
    pub node: usize,
    /// The name of the input or output.
    pub tensor: String,
    /// Whether the tensor is an output of the node.
    pub is_output: bool,
    /// The layout that the spec describes.
    pub layout: DeviceLayout,
    /// Where the spec comes from.
    pub origin: SpecOrigin,
    /// The location of the node, for messages.
    pub location: NodeLocation,
}

/// A change of a value's layout between two nodes, or between the result of a node and its annotated output.
#[derive(Clone, Debug)]
pub struct Reshard {
    /// The name of the value.
    pub value: String,
    /// The node that requires the new layout.
    pub location: NodeLocation,
    /// The layout before.
    pub from: DeviceLayout,
    /// The layout after.
    pub to: DeviceLayout,
    /// The collective that performs the reshard.
    pub transfer: Transfer,
}

/// The specs inferred for one configuration of devices.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// The name of the configuration.
    pub configuration: String,
    /// The number of devices in it.
    pub num_devices: u64,
    /// The specs of all inputs and outputs, including annotated ones, in the order of the nodes.
    pub specs: Vec<NodeSpec>,
    /// The reshards between nodes.
    pub reshards: Vec<Reshard>,
    /// Errors and warnings about the specs.
    pub findings: Vec<Finding>,
}

impl Inferred {
    /// The specs that the model does not have.
    pub fn missing(&self) -> impl Iterator<Item = &NodeSpec> {
        self.specs.iter().filter(|spec| spec.origin != SpecOrigin::Annotation)
    }
}
