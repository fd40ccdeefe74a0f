//! Checks the annotations of nodes.

use std::collections::BTreeSet;

use partita_base::{Severity, code};

use super::devices::Configurations;
use super::findings::Findings;
use super::nearest::nearest_name;
use super::spec::check_spec;
use crate::bodies::Bodies;
use crate::finding::{Finding, NodeLocation};
use crate::graph::Graph;
use crate::proto::{NodeDeviceConfiguration, ShardingSpec, TensorShape, TypeValue};
use crate::types::{Dim, TensorType};

/// Reports errors in the annotations of all nodes.
pub(super) fn check_annotations(
    bodies: &Bodies<'_>,
    graphs: &[Graph<'_>],
    configurations: &Configurations<'_>,
    findings: &mut Findings,
) {
    for (at, (body, graph)) in bodies.list.iter().zip(graphs).enumerate() {
        for (i, node) in body.nodes().iter().enumerate() {
            if node.device_configurations.is_empty() {
                continue;
            }
            if findings.is_full() {
                return;
            }
            let own: BTreeSet<&str> = node.input.iter().chain(&node.output).map(String::as_str).collect();
            let mut seen = BTreeSet::new();
            let mut tensors = BTreeSet::new();
            for annotation in &node.device_configurations {
                let id = annotation.configuration_id.as_deref().unwrap_or_default();
                let location = NodeLocation {
                    configuration: (!id.is_empty()).then(|| id.to_string()),
                    ..bodies.node_location(at, i)
                };
                if !seen.insert(id) && !id.is_empty() {
                    let message = format!("the node has two annotations for configuration '{id}'");
                    findings.push(Finding::warning(
                        code::ONNX_ANNOTATION_REPEATED,
                        location.clone(),
                        message,
                    ));
                }
                let devices = configuration(annotation, &location, configurations, findings);
                for spec in &annotation.sharding_spec {
                    let name = spec.tensor_name.as_deref().unwrap_or_default();
                    let location = NodeLocation {
                        tensor: (!name.is_empty()).then(|| name.to_string()),
                        ..location.clone()
                    };
                    if !tensors.insert((id, name)) && !name.is_empty() {
                        let message = format!("the node annotates '{name}' twice");
                        findings.push(Finding::error(code::ONNX_TENSOR_REPEATED, location.clone(), message));
                    }
                    on_node(&own, name, &location, findings);
                    let dims = declared_dims(graph, name);
                    check_one(spec, dims.as_deref(), devices, &location, findings);
                }
            }
        }
    }
}

/// Checks the reference to a configuration and returns its number of devices.
fn configuration(
    annotation: &NodeDeviceConfiguration,
    location: &NodeLocation,
    configurations: &Configurations<'_>,
    findings: &mut Findings,
) -> Option<u64> {
    if let Some(stage) = annotation.pipeline_stage.filter(|stage| *stage < 0) {
        let message = format!("the pipeline stage must not be negative, found {stage}");
        findings.push(Finding::error(code::ONNX_STAGE_NEGATIVE, location.clone(), message));
    }
    let id = annotation.configuration_id.as_deref().unwrap_or_default();
    if id.is_empty() {
        let message = "the annotation has no configuration_id";
        findings.push(Finding::error(code::ONNX_CONFIGURATION_ABSENT, location.clone(), message));
        return None;
    }
    let Some(devices) = configurations.get(id) else {
        let message = format!("the model has no configuration '{id}'");
        let finding = Finding::error(code::ONNX_CONFIGURATION_UNKNOWN, location.clone(), message);
        let near = if findings.are_few() { nearest_name(id, configurations.keys().copied()) } else { None };
        let help = match near {
            Some(name) => format!("did you mean '{name}'?"),
            None if configurations.is_empty() => {
                "the model has no configurations; some tools that extract or merge models drop them".into()
            }
            None => "add it to the configurations of the model".into(),
        };
        findings.push(finding.help(help));
        return None;
    };
    *devices
}

/// Checks that a spec describes an input or output of its node.
fn on_node(own: &BTreeSet<&str>, name: &str, location: &NodeLocation, findings: &mut Findings) {
    if name.is_empty() {
        let message = "the sharding spec has no tensor_name";
        findings.push(Finding::error(code::ONNX_TENSOR_ABSENT, location.clone(), message));
        return;
    }
    if !own.contains(name) {
        let message = format!("'{name}' is neither an input nor an output of the node");
        let finding = Finding::error(code::ONNX_TENSOR_UNKNOWN, location.clone(), message);
        let near = if findings.are_few() { nearest_name(name, own.iter().copied()) } else { None };
        findings.push(match near {
            Some(near) => finding
                .help(format!("did you mean '{near}'? Some tools rename values, but not their annotations")),
            None => finding,
        });
    }
}

/// Reports the faults of a spec.
pub(super) fn check_one(
    spec: &ShardingSpec,
    dims: Option<&[Dim]>,
    devices: Option<u64>,
    location: &NodeLocation,
    findings: &mut Findings,
) {
    for fault in check_spec(spec, dims, devices) {
        let mut finding = match fault.severity() {
            Severity::Error => Finding::error(fault.code(), location.clone(), fault.to_string()),
            Severity::Warning => Finding::warning(fault.code(), location.clone(), fault.to_string()),
        };
        finding.help = fault.help();
        findings.push(finding);
    }
}

/// Tensors that declare more dimensions are treated as tensors of unknown rank.
const MOST_DIMENSIONS: usize = 64;

/// The dimensions that the file declares for a value.
pub(super) fn declared_dims(graph: &Graph<'_>, name: &str) -> Option<Vec<Dim>> {
    let value = &graph.values[graph.find(name)?];
    if let Some(tensor) = value.initializer {
        if tensor.dims.len() > MOST_DIMENSIONS {
            return None;
        }
        let size = |size: &i64| u64::try_from(*size).map_or(Dim::Unknown, Dim::Known);
        return Some(tensor.dims.iter().map(size).collect());
    }
    let ty = value.declared?;
    if let Some(TypeValue::Tensor(TensorShape { shape: Some(shape), .. })) = &ty.value
        && shape.dim.len() > MOST_DIMENSIONS
    {
        return None;
    }
    TensorType::from_proto(ty)?.dims
}
