//! The named mesh that the specs of an ONNX model are on.

use std::fmt::Write as _;

use partita_onnx::Finding;
use serde::Serialize;

use crate::finding::findings_value;
use crate::view::View;

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

/// The meshes of all configurations of a model, and why others have none.
#[derive(Clone, Debug)]
pub struct ModelMeshesView<'m> {
    /// What the model is called.
    pub name: &'m str,
    /// The meshes.
    pub meshes: &'m [ModelMeshView],
    /// What is wrong.
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
