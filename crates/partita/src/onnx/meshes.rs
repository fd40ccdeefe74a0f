//! Finds named meshes for the specs of a model.

use std::collections::BTreeMap;

use partita_base::{Id, code};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{MeshId, TensorSharding};
use partita_onnx::infer::{InferOptions, Inferred, infer_forward};
use partita_onnx::layout::{DeviceLayout, layouts_to_mesh};
use partita_onnx::{Finding, NodeLocation, infer_types};
use partita_report::{ModelMeshView, ModelShardingView};

use super::Model;

impl Model {
    /// The common mesh of all specs of a configuration, for the given configuration or for all; and the errors for
    /// those that have none.
    pub fn meshes(&self, configuration: Option<&str>) -> (Vec<ModelMeshView>, Vec<Finding>) {
        let typed = infer_types(&self.model);
        let (mut found, mut findings) = (Vec::new(), Vec::new());
        let is_meant = |name: Option<&str>| configuration.is_none() || name == configuration;
        for configuration in &self.model.configuration {
            if is_meant(configuration.name.as_deref()) {
                let inferred = infer_forward(&self.model, &typed, configuration, InferOptions::default());
                match mesh_of(&inferred) {
                    Ok(mesh) => found.push(mesh),
                    Err(finding) => findings.push(*finding),
                }
            }
        }
        if found.is_empty() && findings.is_empty() {
            let message = "the model has no matching configuration of devices";
            findings.push(Finding::error(code::ONNX_NO_CONFIGURATION, NodeLocation::default(), message));
        }
        (found, findings)
    }
}

/// A common mesh for the specs of all nodes, including those that were inferred.
fn mesh_of(inferred: &Inferred) -> Result<ModelMeshView, Box<Finding>> {
    let mut names: Vec<&str> = Vec::new();
    let mut layouts: Vec<&DeviceLayout> = Vec::new();
    let mut locations: Vec<&NodeLocation> = Vec::new();
    let mut seen: BTreeMap<&str, Vec<&DeviceLayout>> = BTreeMap::new();
    for spec in &inferred.specs {
        let own = seen.entry(&spec.tensor).or_default();
        if !own.contains(&&spec.layout) {
            own.push(&spec.layout);
            names.push(&spec.tensor);
            layouts.push(&spec.layout);
            locations.push(&spec.location);
        }
    }
    let id = MeshId::from_index(0);
    let (mesh, shardings) = layouts_to_mesh(&layouts, inferred.num_devices, id).map_err(|(at, why)| {
        let location = NodeLocation {
            tensor: names.get(at).map(|name| name.to_string()),
            ..locations.get(at).copied().cloned().unwrap_or_default()
        };
        let message = format!("the specs have no common mesh: {why} ({})", why.name());
        Box::new(Finding::error(code::ONNX_NO_MESH, location, message))
    })?;
    let written =
        |sharding: &TensorSharding| sharding.to_spec(&mesh, MeshOrRef::Symbol("mesh".into())).to_string();
    let tensor = |(name, sharding): (&&str, &TensorSharding)| ModelShardingView {
        tensor: name.to_string(),
        sharding: written(sharding),
    };
    Ok(ModelMeshView {
        configuration: inferred.configuration.clone(),
        mesh: mesh.to_spec().to_string(),
        tensors: names.iter().zip(&shardings).map(tensor).collect(),
    })
}
