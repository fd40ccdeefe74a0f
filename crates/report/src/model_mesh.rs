//! The named mesh that the specs of an ONNX model are on.

use std::fmt::Write as _;

use serde::Serialize;

/// The mesh that all specs of one configuration of devices are on.
#[derive(Clone, Debug, Serialize)]
pub struct ModelMeshView {
    /// The configuration.
    pub configuration: String,
    /// The mesh as sdy writes it.
    pub mesh: String,
    /// Every tensor that has a spec; once for each of its shardings.
    pub tensors: Vec<ModelShardingView>,
}

/// The sharding of one tensor.
#[derive(Clone, Debug, Serialize)]
pub struct ModelShardingView {
    /// The tensor.
    pub tensor: String,
    /// Its sharding as sdy writes it.
    pub sharding: String,
}

impl ModelMeshView {
    /// A line for the mesh, and one for each tensor.
    pub fn render(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "configuration '{}': sdy.mesh @mesh = {}", self.configuration, self.mesh);
        for ModelShardingView { tensor, sharding } in &self.tensors {
            let _ = writeln!(out, "  {tensor}: {sharding}");
        }
        out
    }
}
