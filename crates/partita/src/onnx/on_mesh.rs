//! A mesh, and shardings of some tensors on it.

use partita_base::{Id, code};
use partita_mesh::{Mesh, MeshId, TensorSharding};
use partita_onnx::structure::nearest_name;
use partita_onnx::{Finding, NodeLocation, TypedModel, proto};

use super::refused;
use crate::Error;
use crate::notation::Sharding;

/// A mesh, and shardings of some tensors on it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OnMesh {
    /// The mesh that the shardings refer to.
    pub mesh: Mesh,
    /// The names of tensors of the main graph, each with its sharding.
    pub shardings: Vec<(String, Sharding)>,
}

impl OnMesh {
    /// A mesh without shardings.
    pub fn new(mesh: Mesh) -> Self {
        Self { mesh, shardings: Vec::new() }
    }

    /// Adds the sharding of a tensor.
    #[must_use]
    pub fn shard(mut self, tensor: impl Into<String>, sharding: Sharding) -> Self {
        self.shardings.push((tensor.into(), sharding));
        self
    }
}

/// Resolves the given shardings of tensors; errors refer to the model as `name`.
pub(super) fn read_shardings(
    on: Option<&OnMesh>,
    typed: &TypedModel<'_>,
    name: &str,
) -> Result<Vec<(String, TensorSharding)>, Error> {
    let Some(OnMesh { mesh, shardings }) = on else { return Ok(Vec::new()) };
    let read = |(tensor, sharding): &(String, Sharding)| {
        let dimensions = dimension_count(tensor, typed).map_err(|finding| refused(name, vec![*finding]))?;
        Ok((tensor.clone(), sharding.on(mesh, MeshId::from_index(0), dimensions)?))
    };
    shardings.iter().map(read).collect()
}

/// The number of dimensions of a tensor of the main graph.
fn dimension_count(name: &str, typed: &TypedModel<'_>) -> Result<usize, Box<Finding>> {
    let graph = &typed.main;
    let value = graph.graph.find(name);
    if let Some(dimensions) = value.and_then(|value| graph.types[value].rank()) {
        return Ok(dimensions);
    }
    let location = NodeLocation { tensor: Some(name.to_string()), ..NodeLocation::default() };
    let message = match value {
        Some(_) => "the number of dimensions of the tensor is unknown",
        None => "the main graph has no tensor of this name",
    };
    let mut finding = Finding::error(code::ONNX_SHARD_ARGUMENT, location, message);
    let known = graph.graph.values.iter().map(|(_, value)| value.name);
    if let Some(near) = nearest_name(name, known).filter(|_| value.is_none()) {
        finding = finding.help(format!("did you mean '{near}'?"));
    }
    Err(Box::new(finding))
}

/// Adds a configuration for the given mesh, unless the model has one with the wanted name, or with the same number of
/// devices if no name is wanted. Returns whether one was added.
pub fn add_configuration(model: &mut proto::Model, mesh: Option<&Mesh>, wanted: Option<&str>) -> bool {
    let Some(mesh) = mesh else { return false };
    let Ok(num_devices) = i32::try_from(mesh.device_count()) else { return false };
    let named = |configuration: &proto::DeviceConfiguration| match wanted {
        Some(name) => configuration.name.as_deref() == Some(name),
        None => configuration.num_devices == Some(num_devices),
    };
    if model.configuration.iter().any(named) {
        return false;
    }
    let name = wanted.unwrap_or("mesh").to_string();
    model.configuration.push(proto::DeviceConfiguration {
        name: Some(name),
        num_devices: Some(num_devices),
        device: Vec::new(),
    });
    true
}
