//! The contents of an ONNX model that concern sharding.

use std::collections::BTreeMap;

use partita_onnx::TensorType;
use partita_onnx::bodies::{Bodies, Holder};
use partita_onnx::proto::{self, Model, ShardingSpec, SimpleDim};
use partita_onnx::structure::{SHARDING_KEY, SpecJson};
use serde::Serialize;

use crate::view::{View, json_as_declared};
use crate::visible_line;

/// A summary of a model.
#[derive(Clone, Debug, Serialize)]
pub struct ModelView {
    /// The version of the ONNX format.
    pub ir_version: Option<i64>,
    /// The name of the tool that wrote the model; empty if the file does not state it.
    pub producer: String,
    /// The op sets with their versions; the default one is `ai.onnx`.
    pub opsets: BTreeMap<String, i64>,
    /// The inputs of the main graph, in order.
    pub inputs: Vec<ModelTensorView>,
    /// The outputs of the main graph, in order.
    pub outputs: Vec<ModelTensorView>,
    /// The number of initialisers of the main graph.
    pub initializers: usize,
    /// The number of nodes of each op, in all graphs and functions.
    pub ops: BTreeMap<String, usize>,
    /// The names of the functions that the model defines.
    pub functions: Vec<String>,
    /// The configurations of devices.
    pub configurations: Vec<ConfigurationView>,
    /// The annotations of nodes.
    pub annotations: Vec<AnnotationView>,
}

/// An input or output.
#[derive(Clone, Debug, Serialize)]
pub struct ModelTensorView {
    /// The name of the tensor.
    pub name: String,
    /// Its type, such as `f32[4,n]`.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its shardings by metadata property: `partita.sharding` or `partita.sharding.NAME`.
    pub shardings: BTreeMap<String, String>,
}

/// A set of devices.
#[derive(Clone, Debug, Serialize)]
pub struct ConfigurationView {
    /// The name that annotations refer to.
    pub name: String,
    /// The number of devices.
    pub num_devices: Option<i32>,
    /// The names of the devices; empty if they have none.
    pub device: Vec<String>,
}

/// The annotation of a node for one configuration.
#[derive(Clone, Debug, Serialize)]
pub struct AnnotationView {
    /// The position and name of the node, as messages show it.
    pub node: String,
    /// The name of the configuration.
    pub configuration: String,
    /// The pipeline stage that the node is assigned to.
    pub stage: Option<i32>,
    /// Tensors with their specs, as text and in full.
    pub specs: Vec<SpecView>,
}

/// How a tensor is sharded.
#[derive(Clone, Debug, Serialize)]
pub struct SpecView {
    /// The name of the tensor.
    pub tensor: String,
    /// The spec in one line, as [`spec_text`] writes it.
    pub text: String,
    /// The complete spec.
    pub spec: SpecJson,
}

impl View for ModelView {
    fn text(&self) -> String {
        self.render()
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl ModelView {
    /// Summarises a model.
    pub fn new(model: &Model) -> Self {
        let bodies = Bodies::of(model);
        let mut ops: BTreeMap<String, usize> = BTreeMap::new();
        let mut annotations = Vec::new();
        for (at, body) in bodies.list.iter().enumerate() {
            for (i, node) in body.nodes().iter().enumerate() {
                let name = match node.name_space() {
                    "" => node.op().to_string(),
                    space => format!("{space}.{}", node.op()),
                };
                *ops.entry(name).or_default() += 1;
                for annotation in &node.device_configurations {
                    annotations.push(AnnotationView {
                        node: bodies.node_location(at, i).to_string(),
                        configuration: annotation.configuration_id.clone().unwrap_or_default(),
                        stage: annotation.pipeline_stage,
                        specs: annotation.sharding_spec.iter().map(spec_view).collect(),
                    });
                }
            }
        }
        let graph = model.graph.as_ref();
        let tensors = |list: &[proto::ValueInfo]| list.iter().map(tensor_view).collect();
        let function = |body: &partita_onnx::bodies::GraphBody<'_>| match body.holder {
            Holder::Function(function) => Some(function.name.clone().unwrap_or_default()),
            Holder::Graph(_) => None,
        };
        let producer = [&model.producer_name, &model.producer_version];
        let domain = |domain: &Option<String>| match domain.as_deref() {
            None | Some("") => "ai.onnx".to_string(),
            Some(domain) => domain.to_string(),
        };
        ModelView {
            ir_version: model.ir_version,
            producer: producer.into_iter().flatten().cloned().collect::<Vec<_>>().join(" "),
            opsets: model
                .opset_import
                .iter()
                .map(|set| (domain(&set.domain), set.version.unwrap_or(0)))
                .collect(),
            inputs: graph.map_or_else(Vec::new, |graph| tensors(&graph.input)),
            outputs: graph.map_or_else(Vec::new, |graph| tensors(&graph.output)),
            initializers: graph.map_or(0, |graph| graph.initializer.len()),
            ops,
            functions: bodies.list.iter().filter_map(function).collect(),
            configurations: model.configuration.iter().map(configuration_view).collect(),
            annotations,
        }
    }

    /// The summary as text.
    pub fn render(&self) -> String {
        let mut out = String::new();
        let mut line = |text: String| out.push_str(&(visible_line(&text) + "\n"));
        let version = self.ir_version.map_or("?".into(), |version| version.to_string());
        let opsets: Vec<String> =
            self.opsets.iter().map(|(name, version)| format!("{name} {version}")).collect();
        line(format!("format {version}, op sets {}", opsets.join(", ")));
        for (what, list) in [("input", &self.inputs), ("output", &self.outputs)] {
            for tensor in list {
                line(format!("{what} {}: {}", tensor.name, tensor.ty));
                for (key, text) in &tensor.shardings {
                    line(format!("  {key}: {text}"));
                }
            }
        }
        let nodes: usize = self.ops.values().sum();
        let ops: Vec<String> = self.ops.iter().map(|(op, count)| format!("{op} {count}")).collect();
        line(format!("{nodes} nodes: {}", ops.join(", ")));
        line(format!("{} initialisers, {} functions", self.initializers, self.functions.len()));
        for configuration in &self.configurations {
            let count = configuration.num_devices.map_or("?".into(), |count| count.to_string());
            let names = match configuration.device.is_empty() {
                true => String::new(),
                false => format!(" ({})", configuration.device.join(", ")),
            };
            line(format!("configuration '{}': {count} devices{names}", configuration.name));
        }
        for annotation in &self.annotations {
            let stage = annotation.stage.map_or(String::new(), |stage| format!(", stage {stage}"));
            line(format!("{} on '{}'{stage}", annotation.node, annotation.configuration));
            for spec in &annotation.specs {
                line(format!("  {}: {}", spec.tensor, spec.text));
            }
        }
        out
    }
}

fn tensor_view(info: &proto::ValueInfo) -> ModelTensorView {
    let ty = info
        .r#type
        .as_ref()
        .map(|ty| TensorType::from_proto(ty).map_or("not a tensor".into(), |ty| ty.to_string()));
    let properties =
        info.metadata_props.iter().filter_map(|entry| Some((entry.key.clone()?, entry.value.clone()?)));
    ModelTensorView {
        name: info.name.clone().unwrap_or_default(),
        ty: ty.unwrap_or_else(|| "?".into()),
        shardings: properties.filter(|(key, _)| key.starts_with(SHARDING_KEY)).collect(),
    }
}

fn configuration_view(configuration: &proto::DeviceConfiguration) -> ConfigurationView {
    ConfigurationView {
        name: configuration.name.clone().unwrap_or_default(),
        num_devices: configuration.num_devices,
        device: configuration.device.clone(),
    }
}

fn spec_view(spec: &ShardingSpec) -> SpecView {
    SpecView {
        tensor: spec.tensor_name.clone().unwrap_or_default(),
        text: spec_text(spec),
        spec: SpecJson { tensor_name: None, ..SpecJson::from_proto(spec) },
    }
}

/// A spec in one line: `axis 0 in 2, axis 1 in 4·2 of 6·8 on {0,1} {2,3}`.
pub fn spec_text(spec: &ShardingSpec) -> String {
    let known = |number: Option<i64>| number.map_or("?".to_string(), |number| number.to_string());
    let axes: Vec<String> = spec
        .sharded_dim
        .iter()
        .map(|dim| {
            let shards: Vec<String> = dim.simple_sharding.iter().map(|part| known(part.num_shards)).collect();
            let size = |part: &proto::SimpleShardedDim| match &part.dim {
                Some(SimpleDim::Value(value)) => value.to_string(),
                Some(SimpleDim::Param(name)) => name.clone(),
                None => "?".to_string(),
            };
            let sizes: Vec<String> = dim.simple_sharding.iter().map(size).collect();
            let of = match sizes.iter().all(|size| size == "?") {
                true => String::new(),
                false => format!(" of {}", sizes.join("·")),
            };
            format!("axis {} in {}{of}", known(dim.axis), shards.join("·"))
        })
        .collect();
    let groups = &spec.index_to_device_group_map;
    let holder = |device: &i64| match groups.iter().find(|group| group.key == Some(*device)) {
        Some(group) => {
            let members: Vec<String> = group.value.iter().map(i64::to_string).collect();
            format!("{{{}}}", members.join(","))
        }
        None => device.to_string(),
    };
    // A spec may list thousands of devices, and this is one line.
    const SHOWN: usize = 64;
    let mut devices: Vec<String> = spec.device.iter().take(SHOWN).map(holder).collect();
    if spec.device.len() > SHOWN {
        devices.push("…".into());
    }
    let axes = if axes.is_empty() { "replicated".to_string() } else { axes.join(", ") };
    format!("{axes} on {}", devices.join(" "))
}
