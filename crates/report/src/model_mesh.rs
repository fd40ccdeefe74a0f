//! The named mesh that fits the specs of an ONNX model.

use std::fmt::Write as _;

use partita_onnx::Finding;
use serde::Serialize;

use crate::finding::findings_value;
use crate::view::View;

/// The mesh that fits all specs of one configuration of devices.
#[derive(Clone, Debug, Serialize)]
pub struct ModelMeshView {
    /// The name of the configuration.
    pub configuration: String,
    /// The mesh in sdy notation.
    pub mesh: String,
    /// Every tensor that has a spec, with one entry for each of its different shardings.
    pub tensors: Vec<ModelShardingView>,
}

/// The sharding of one tensor.
#[derive(Clone, Debug, Serialize)]
pub struct ModelShardingView {
    /// The name of the tensor.
    pub tensor: String,
    /// Its sharding in sdy notation.
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

/// The meshes of the configurations of a model, and why others have none.
#[derive(Clone, Debug)]
pub struct ModelMeshesView<'m> {
    /// The name of the model in messages.
    pub name: &'m str,
    /// One mesh for each configuration that has one.
    pub meshes: &'m [ModelMeshView],
    /// Why the other configurations have none.
    pub findings: &'m [Finding],
}

impl View for ModelMeshesView<'_> {
    fn text(&self) -> String {
        self.meshes.iter().map(ModelMeshView::render).collect()
    }

    fn json(&self) -> String {
        let mut report = findings_value(self.name, self.findings);
        report["configurations"] = serde_json::json!(self.meshes);
        format!("{report:#}\n")
    }
}
