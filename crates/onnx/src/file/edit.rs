//! Edits a file and leaves every other byte unchanged.
//!
//! Decoding and encoding would drop fields of newer versions of the format and copy gigabytes of weights. So the bytes are edited:
//! replaced fields and the lengths of the enclosing messages are encoded again, and everything else is a slice of the old file,
//! in its order, including varints that are longer than necessary.

use std::collections::BTreeMap;
use std::fmt;

use bytes::Bytes;

use super::splice;
use crate::bodies::{GraphPath, Root};
use crate::proto::{DeviceConfiguration, NodeDeviceConfiguration};

/// The list of a graph that describes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Listed {
    /// The inputs of the graph.
    Input,
    /// The outputs of the graph.
    Output,
    /// The intermediate values, `value_info`.
    Between,
}

/// The message whose metadata is edited.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The model itself: `metadata_props` of the file.
    Model,
    /// A graph or function.
    Graph(GraphPath),
    /// A node, by its position.
    Node(GraphPath, usize),
    /// A value, by its position in a list of its graph.
    Value(GraphPath, Listed, usize),
}

/// Why a file was not edited.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The bytes are not a valid model from this offset on.
    Broken(usize),
    /// The model has no such graph, node or value.
    NoSuchElement(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Broken(at) => write!(f, "the file is invalid at byte {at}"),
            EditError::NoSuchElement(what) => write!(f, "the model has no {what}"),
        }
    }
}

impl std::error::Error for EditError {}

/// Edits of a file; the default changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edits {
    pub(super) ir_version: Option<i64>,
    pub(super) configurations: Option<Vec<DeviceConfiguration>>,
    pub(super) annotations: BTreeMap<(GraphPath, usize), Vec<NodeDeviceConfiguration>>,
    pub(super) metadata: BTreeMap<Owner, BTreeMap<String, Option<String>>>,
}

impl Edits {
    /// Sets `ir_version`, the version of the format.
    pub fn set_ir_version(&mut self, version: i64) {
        self.ir_version = Some(version);
    }

    /// Replaces all configurations of the model.
    pub fn set_configurations(&mut self, configurations: Vec<DeviceConfiguration>) {
        self.configurations = Some(configurations);
    }

    /// Replaces all annotations of a node.
    pub fn set_annotations(
        &mut self,
        graph: GraphPath,
        node: usize,
        annotations: Vec<NodeDeviceConfiguration>,
    ) {
        self.annotations.insert((graph, node), annotations);
    }

    /// Sets a metadata property; `None` removes every property of that name.
    pub fn set_metadata(&mut self, owner: Owner, key: &str, value: Option<&str>) {
        self.metadata.entry(owner).or_default().insert(key.to_string(), value.map(str::to_string));
    }

    /// Whether the edits change nothing.
    pub fn is_empty(&self) -> bool {
        *self == Edits::default()
    }

    /// The edited file as consecutive segments. Unchanged bytes are slices of `file`.
    ///
    /// An annotation or configuration that equals the old one at its position keeps its bytes.
    ///
    /// # Errors
    ///
    /// The bytes are not a valid model, or an edited element does not exist.
    pub fn apply(&self, file: &Bytes) -> Result<Vec<Bytes>, EditError> {
        splice::splice_edits(file, &self.plan()?)
    }

    /// The same edits, arranged by the messages that contain them.
    fn plan(&self) -> Result<EditPlan, EditError> {
        let mut plan = EditPlan { ir_version: self.ir_version, ..EditPlan::default() };
        if let Some(list) = &self.configurations {
            plan.lists.insert(number::MODEL_CONFIGURATION, List::Configurations(list.clone()));
        }
        for ((graph, node), list) in &self.annotations {
            let list = List::Annotations(list.clone());
            plan.node(graph, *node).lists.insert(number::NODE_DEVICES, list);
        }
        for (owner, properties) in &self.metadata {
            let (target, field) = match owner {
                Owner::Model => (&mut plan, number::MODEL_METADATA),
                Owner::Node(graph, node) => (plan.node(graph, *node), number::NODE_METADATA),
                Owner::Graph(graph) => {
                    let field = match is_function(graph) {
                        true => number::FUNCTION_METADATA,
                        false => number::GRAPH_METADATA,
                    };
                    (plan.graph(graph), field)
                }
                Owner::Value(graph, listed, index) => {
                    let field = match (is_function(graph), listed) {
                        (false, Listed::Input) => number::GRAPH_INPUT,
                        (false, Listed::Output) => number::GRAPH_OUTPUT,
                        (false, Listed::Between) => number::GRAPH_VALUES,
                        (true, Listed::Between) => number::FUNCTION_VALUES,
                        (true, _) => {
                            let what = "description of inputs and outputs in a function";
                            return Err(EditError::NoSuchElement(what.into()));
                        }
                    };
                    (plan.graph(graph).one_of(field, *index), number::VALUE_METADATA)
                }
            };
            target.metadata = Some((field, properties.clone()));
        }
        Ok(plan)
    }
}

/// The numbers of the fields that lead to editable fields.
mod number {
    pub(super) const MODEL_GRAPH: u32 = 7;
    pub(super) const MODEL_METADATA: u32 = 14;
    pub(super) const MODEL_TRAINING: u32 = 20;
    pub(super) const MODEL_FUNCTIONS: u32 = 25;
    pub(super) const MODEL_CONFIGURATION: u32 = 26;
    pub(super) const TRAINING_INITIALIZATION: u32 = 1;
    pub(super) const TRAINING_ALGORITHM: u32 = 2;
    pub(super) const GRAPH_NODE: u32 = 1;
    pub(super) const GRAPH_INPUT: u32 = 11;
    pub(super) const GRAPH_OUTPUT: u32 = 12;
    pub(super) const GRAPH_VALUES: u32 = 13;
    pub(super) const GRAPH_METADATA: u32 = 16;
    pub(super) const FUNCTION_NODE: u32 = 7;
    pub(super) const FUNCTION_VALUES: u32 = 12;
    pub(super) const FUNCTION_METADATA: u32 = 14;
    pub(super) const NODE_ATTRIBUTE: u32 = 5;
    pub(super) const NODE_METADATA: u32 = 9;
    pub(super) const NODE_DEVICES: u32 = 10;
    pub(super) const ATTRIBUTE_GRAPH: u32 = 6;
    pub(super) const ATTRIBUTE_GRAPHS: u32 = 11;
    pub(super) const VALUE_METADATA: u32 = 4;
}

fn is_function(graph: &GraphPath) -> bool {
    graph.steps.is_empty() && matches!(graph.root, Root::Function(_))
}

/// A list that replaces the one in the file.
#[derive(Clone, Debug)]
pub(super) enum List {
    Configurations(Vec<DeviceConfiguration>),
    Annotations(Vec<NodeDeviceConfiguration>),
}

/// A nested message.
#[derive(Clone, Debug)]
pub(super) enum Child {
    /// A field that is not repeated. If a file contains it several times, protobuf merges the occurrences.
    Single(EditPlan),
    /// Elements of a repeated field, by position.
    Many(BTreeMap<usize, EditPlan>),
}

/// The edits inside one message.
#[derive(Clone, Debug, Default)]
pub(super) struct EditPlan {
    pub(super) ir_version: Option<i64>,
    pub(super) lists: BTreeMap<u32, List>,
    /// The number of the metadata field, and the properties to set or remove.
    pub(super) metadata: Option<(u32, BTreeMap<String, Option<String>>)>,
    pub(super) children: BTreeMap<u32, Child>,
}

impl EditPlan {
    fn single(&mut self, field: u32) -> &mut EditPlan {
        let child = self.children.entry(field).or_insert_with(|| Child::Single(EditPlan::default()));
        match child {
            Child::Single(plan) => plan,
            Child::Many(_) => unreachable!("a field is single or a list, not both"),
        }
    }

    fn one_of(&mut self, field: u32, index: usize) -> &mut EditPlan {
        let child = self.children.entry(field).or_insert_with(|| Child::Many(BTreeMap::new()));
        match child {
            Child::Many(plans) => plans.entry(index).or_default(),
            Child::Single(_) => unreachable!("a field is single or a list, not both"),
        }
    }

    fn graph(&mut self, path: &GraphPath) -> &mut EditPlan {
        let mut plan = match path.root {
            Root::Main => self.single(number::MODEL_GRAPH),
            Root::Initialization(i) => {
                self.one_of(number::MODEL_TRAINING, i).single(number::TRAINING_INITIALIZATION)
            }
            Root::Algorithm(i) => self.one_of(number::MODEL_TRAINING, i).single(number::TRAINING_ALGORITHM),
            Root::Function(i) => self.one_of(number::MODEL_FUNCTIONS, i),
        };
        let mut nodes = match path.root {
            Root::Function(_) => number::FUNCTION_NODE,
            _ => number::GRAPH_NODE,
        };
        for step in &path.steps {
            let attribute = plan.one_of(nodes, step.node).one_of(number::NODE_ATTRIBUTE, step.attribute);
            plan = match step.graph {
                None => attribute.single(number::ATTRIBUTE_GRAPH),
                Some(index) => attribute.one_of(number::ATTRIBUTE_GRAPHS, index),
            };
            nodes = number::GRAPH_NODE;
        }
        plan
    }

    fn node(&mut self, path: &GraphPath, node: usize) -> &mut EditPlan {
        let nodes = if is_function(path) { number::FUNCTION_NODE } else { number::GRAPH_NODE };
        self.graph(path).one_of(nodes, node)
    }
}
