//! Adds annotations to a model, or removes them, as edits of its file.

use partita_base::code;
use serde::Deserialize;

use crate::bodies::{Bodies, GraphPath};
use crate::file::{Edits, Listed, Owner};
use crate::finding::{Finding, NodeLocation};
use crate::infer::is_layout_key;
use crate::proto::{DeviceConfiguration, Model, NodeDeviceConfiguration, ShardingSpec};
use crate::structure::{FIRST_IR, SHARDING_KEY, SpecJson, sharding_key};

/// Annotations as JSON:
///
/// ```json
/// {"configuration": {"name": "two", "num_devices": 2},
///  "specs": [{"node": "fc1", "tensor": "x", "spec": {"device": [0, 1], "sharded_dim": [{"axis": 0, "simple_sharding": [{"num_shards": 2}]}]}},
///            {"node": 3, "stage": 1}],
///  "inputs": [{"tensor": "x", "spec": {"device": [0]}}]}
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotations {
    /// The configuration that the annotations belong to. It replaces one of the same name. Optional if the model has exactly one.
    #[serde(default)]
    pub configuration: Option<ConfigurationJson>,
    /// Annotations of nodes.
    #[serde(default)]
    pub specs: Vec<NodeJson>,
    /// Shardings of model inputs.
    #[serde(default)]
    pub inputs: Vec<InputJson>,
}

/// A configuration, or the name of one that the model already has.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum ConfigurationJson {
    /// A configuration of the model, by name.
    Name(String),
    /// A configuration to add, or to replace the one of the same name.
    Full {
        /// The name that nodes refer to.
        name: String,
        /// The number of devices; they are numbered from 0.
        num_devices: i32,
        /// Display names of the devices: none, or one per device.
        #[serde(default)]
        device: Vec<String>,
    },
}

/// The annotation of one node: a sharding spec, a pipeline stage, or both.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeJson {
    /// The annotated node.
    pub node: NodeName,
    /// The input or output that `spec` describes; given exactly if `spec` is.
    #[serde(default)]
    pub tensor: Option<String>,
    /// The sharding of that tensor.
    #[serde(default)]
    pub spec: Option<SpecJson>,
    /// The pipeline stage of the node.
    #[serde(default)]
    pub stage: Option<i32>,
}

/// A node by its position in the main graph, or by its name anywhere in the model.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum NodeName {
    /// The position in the main graph, from 0.
    Index(usize),
    /// The name; exactly one node must have it.
    Name(String),
}

/// The sharding of one model input.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputJson {
    /// The name of the input.
    pub tensor: String,
    /// Its sharding spec; `tensor_name` is ignored.
    pub spec: SpecJson,
}

fn error(message: impl Into<String>) -> Box<Finding> {
    Box::new(Finding::error(code::ONNX_SPECS_FILE, NodeLocation::default(), message))
}

/// Parses annotations from JSON.
///
/// # Errors
///
/// The JSON error, if the text is not valid.
pub fn read_annotations(text: &str) -> Result<Annotations, Box<Finding>> {
    serde_json::from_str(text).map_err(|cause| error(format!("the annotations cannot be read: {cause}")))
}

/// The edits that add annotations. A spec replaces the one that the tensor already has in this configuration.
///
/// # Errors
///
/// Nodes, inputs and configurations that the model does not have. The structural check of the edited model validates the specs themselves.
pub fn annotate_model(model: &Model, wanted: &Annotations) -> Result<Edits, Vec<Finding>> {
    let mut edits = Edits::default();
    let mut findings = Vec::new();
    let configuration = configuration(model, wanted, &mut edits).map_err(|finding| vec![*finding])?;
    let bodies = Bodies::of(model);
    let mut changed: Vec<(usize, usize, Vec<NodeDeviceConfiguration>)> = Vec::new();
    for entry in &wanted.specs {
        let (body, node) = match find(&bodies, &entry.node) {
            Ok(found) => found,
            Err(finding) => {
                findings.push(*finding);
                continue;
            }
        };
        let at = changed.iter().position(|(b, n, _)| (*b, *n) == (body, node)).unwrap_or_else(|| {
            changed.push((body, node, bodies.list[body].nodes()[node].device_configurations.clone()));
            changed.len() - 1
        });
        let list = &mut changed[at].2;
        let is_own = |annotation: &NodeDeviceConfiguration| {
            annotation.configuration_id.as_deref() == Some(configuration.as_str())
        };
        let own = list.iter().position(is_own).unwrap_or_else(|| {
            list.push(NodeDeviceConfiguration {
                configuration_id: Some(configuration.clone()),
                ..NodeDeviceConfiguration::default()
            });
            list.len() - 1
        });
        list[own].pipeline_stage = entry.stage.or(list[own].pipeline_stage);
        match (&entry.tensor, &entry.spec) {
            (Some(tensor), Some(spec)) => set_spec(&mut list[own], tensor, spec),
            (None, None) if entry.stage.is_some() => {}
            _ => findings
                .push(*error(format!("{:?}: expected a tensor with its spec, or a stage", entry.node))),
        }
    }
    for (body, node, list) in changed {
        edits.set_annotations(bodies.path(body), node, list);
    }
    for input in &wanted.inputs {
        let inputs = model.graph.as_ref().map_or(&[][..], |graph| &graph.input);
        let at = inputs.iter().position(|info| info.name.as_deref() == Some(input.tensor.as_str()));
        match (at, serde_json::to_string(&SpecJson { tensor_name: None, ..input.spec.clone() })) {
            (Some(at), Ok(text)) => {
                let owner = Owner::Value(GraphPath::main(), Listed::Input, at);
                edits.set_metadata(owner, &sharding_key(Some(&configuration)), Some(&text));
            }
            _ => findings.push(*error(format!("the model has no input '{}'", input.tensor))),
        }
    }
    if model.ir_version.is_none_or(|version| version < FIRST_IR) {
        edits.set_ir_version(FIRST_IR);
    }
    if findings.is_empty() { Ok(edits) } else { Err(findings) }
}

fn set_spec(annotation: &mut NodeDeviceConfiguration, tensor: &str, spec: &SpecJson) {
    let spec = ShardingSpec { tensor_name: Some(tensor.to_string()), ..spec.to_proto() };
    let mut specs = annotation.sharding_spec.iter_mut();
    match specs.find(|spec| spec.tensor_name.as_deref() == Some(tensor)) {
        Some(old) => *old = spec,
        None => annotation.sharding_spec.push(spec),
    }
}

/// The name of the configuration that the annotations belong to. Adds the configuration if the model lacks it.
fn configuration(model: &Model, wanted: &Annotations, edits: &mut Edits) -> Result<String, Box<Finding>> {
    let is_called = |name: &str| {
        let name = name.to_string();
        move |configuration: &DeviceConfiguration| configuration.name.as_ref() == Some(&name)
    };
    match &wanted.configuration {
        None => match &model.configuration[..] {
            [DeviceConfiguration { name: Some(name), .. }] => Ok(name.clone()),
            list => Err(error(format!(
                "the model has {} configurations; name one in `configuration`",
                list.len()
            ))),
        },
        Some(ConfigurationJson::Name(name)) => match model.configuration.iter().any(is_called(name)) {
            true => Ok(name.clone()),
            false => Err(error(format!("the model has no configuration '{name}'"))),
        },
        Some(ConfigurationJson::Full { name, num_devices, device }) => {
            let new = DeviceConfiguration {
                name: Some(name.clone()),
                num_devices: Some(*num_devices),
                device: device.clone(),
            };
            let mut list = model.configuration.clone();
            match list.iter_mut().find(|old| is_called(name)(old)) {
                Some(old) => *old = new,
                None => list.push(new),
            }
            edits.set_configurations(list);
            Ok(name.clone())
        }
    }
}

fn find(bodies: &Bodies<'_>, node: &NodeName) -> Result<(usize, usize), Box<Finding>> {
    match node {
        NodeName::Index(index) => {
            let count = bodies.list.first().map_or(0, |main| main.nodes().len());
            if *index < count {
                Ok((0, *index))
            } else {
                Err(error(format!("node index {index} is out of range: the graph has {count} nodes")))
            }
        }
        NodeName::Name(name) => {
            let all = bodies.list.iter().enumerate();
            let mut named = all.flat_map(|(body, list)| {
                let nodes = list.nodes().iter().enumerate();
                nodes.filter(|(_, node)| node.name.as_ref() == Some(name)).map(move |(i, _)| (body, i))
            });
            match (named.next(), named.next()) {
                (Some(found), None) => Ok(found),
                (None, _) => Err(error(format!("the model has no node '{name}'"))),
                (Some(_), Some(_)) => Err(error(format!("several nodes are named '{name}'"))),
            }
        }
    }
}

/// The edits that remove every annotation: configurations, annotations of nodes, and shardings of inputs.
pub fn strip_annotations(model: &Model) -> Edits {
    let mut edits = Edits::default();
    if !model.configuration.is_empty() {
        edits.set_configurations(Vec::new());
    }
    let bodies = Bodies::of(model);
    for (at, body) in bodies.list.iter().enumerate() {
        for (i, node) in body.nodes().iter().enumerate() {
            if !node.device_configurations.is_empty() {
                edits.set_annotations(bodies.path(at), i, Vec::new());
            }
            let keys = node.metadata_props.iter().filter_map(|entry| entry.key.as_deref());
            for key in keys.filter(|key| is_layout_key(key)) {
                edits.set_metadata(Owner::Node(bodies.path(at), i), key, None);
            }
        }
        let Some(graph) = body.graph() else { continue };
        let lists = [
            (Listed::Input, &graph.input),
            (Listed::Output, &graph.output),
            (Listed::Between, &graph.value_info),
        ];
        for (listed, list) in lists {
            for (i, info) in list.iter().enumerate() {
                let keys = info.metadata_props.iter().filter_map(|entry| entry.key.as_deref());
                let is_ours = |key: &&str| {
                    let rest = key.strip_prefix(SHARDING_KEY);
                    is_layout_key(key) || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                for key in keys.filter(is_ours) {
                    edits.set_metadata(Owner::Value(bodies.path(at), listed, i), key, None);
                }
            }
        }
    }
    edits
}
