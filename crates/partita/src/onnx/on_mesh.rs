//! A mesh, and shardings of some tensors on it.

use partita_base::{Diagnostics, Id, code};
use partita_mesh::{Mesh, MeshId, TensorSharding};
use partita_onnx::structure::nearest;
use partita_onnx::{Finding, Place, TypedModel, proto};

use super::refused;
use crate::Error;
use crate::notation::{mesh_text, read_mesh, read_sharding, sharding_text_of_rank};
use crate::text::source;

/// A mesh, and shardings of some tensors on it. Errors call these texts `mesh` and `shard`.
#[derive(Clone, Debug, Default)]
pub struct OnMesh {
    /// The axes, major to minor, such as `x=4,y=2`; by default a mesh that the annotations of the model are on.
    pub mesh: Option<String>,
    /// The devices in the order of the mesh, such as `3,2,1,0`.
    pub device_ids: Option<String>,
    /// How tensors are sharded, such as `w=[{"x"}, {}]` or `w=x,_`.
    pub shard: Vec<String>,
}

fn wrong(name: &str, text: &str, found: Diagnostics) -> Error {
    match source(name, text) {
        Ok(source) => Error::Text { source, found },
        Err(too_long) => too_long,
    }
}

impl OnMesh {
    /// The mesh, if one is given.
    pub fn read_mesh(&self) -> Result<Option<Mesh>, Error> {
        let read = |axes: &String| {
            let text = mesh_text(axes, self.device_ids.as_deref());
            read_mesh(&text).map_err(|found| wrong("mesh", &text, found))
        };
        self.mesh.as_ref().map(read).transpose()
    }

    /// The shardings of tensors of a model that errors call `name`.
    pub(super) fn read_shardings(
        &self,
        mesh: &Mesh,
        typed: &TypedModel<'_>,
        name: &str,
    ) -> Result<Vec<(String, TensorSharding)>, Error> {
        self.shard.iter().map(|argument| sharding(argument, mesh, typed, name)).collect()
    }
}

fn sharding(
    argument: &str,
    mesh: &Mesh,
    typed: &TypedModel<'_>,
    model: &str,
) -> Result<(String, TensorSharding), Error> {
    let Some((name, text)) = argument.split_once('=') else {
        let message = format!("`{argument}` is not a tensor and a sharding");
        let help = "write --shard 'NAME=[{\"x\"}, {}]'";
        let finding = Finding::error(code::ONNX_SHARD_ARGUMENT, Place::default(), message).help(help);
        return Err(refused(model, vec![finding]));
    };
    let graph = &typed.main;
    let rank = graph.graph.find(name).and_then(|value| graph.types[value].rank());
    let Some(rank) = rank else {
        let place = Place { tensor: Some(name.to_string()), ..Place::default() };
        let is_there = graph.graph.find(name).is_some();
        let message = match is_there {
            true => "the rank of the tensor is not known",
            false => "the main graph has no tensor of this name",
        };
        let mut finding = Finding::error(code::ONNX_SHARD_ARGUMENT, place, message);
        let known = graph.graph.values.iter().map(|(_, value)| value.name);
        if let Some(near) = nearest(name, known).filter(|_| !is_there) {
            finding = finding.help(format!("did you mean '{near}'?"));
        }
        return Err(refused(model, vec![finding]));
    };
    let text = sharding_text_of_rank(text, rank);
    let read = read_sharding(&text, MeshId::from_index(0), mesh, rank);
    Ok((name.to_string(), read.map_err(|found| wrong("shard", &text, found))?))
}

/// Adds a configuration for a mesh that is given, unless the model has one of as many devices, or of the name that is wanted.
/// Whether one was added.
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
