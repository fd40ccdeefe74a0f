//! How the arguments and results of a partitioned program are sharded.

use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use serde::Serialize;

use crate::view::{OneOrList, json_as_declared};

/// The mesh of a program, and the sharding of every argument and result in sdy's notation; `None` where every device holds all of it.
/// Fields are in the order of their names in JSON: a program may be large, and sorting them would copy it.
#[derive(Clone, Debug, Serialize)]
pub struct InterfaceView {
    /// The arguments.
    #[serde(rename = "in")]
    pub inputs: Vec<Option<String>>,
    /// The mesh.
    pub mesh: String,
    /// The results.
    #[serde(rename = "out")]
    pub results: Vec<Option<String>>,
    /// What every device runs, where that is shown too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

impl InterfaceView {
    /// The view of shardings whose meshes are written out.
    pub fn new(mesh: &MeshSpec, inputs: &[Option<ShardingSpec>], results: &[Option<ShardingSpec>]) -> Self {
        let written = |spec: &ShardingSpec| match &spec.mesh {
            // The mesh of the program has a place of its own.
            MeshOrRef::Inline(own) if own == mesh => {
                ShardingSpec { mesh: MeshOrRef::Symbol("mesh".into()), ..spec.clone() }.to_string()
            }
            _ => spec.to_string(),
        };
        let all =
            |specs: &[Option<ShardingSpec>]| specs.iter().map(|spec| spec.as_ref().map(written)).collect();
        Self { mesh: mesh.to_string(), inputs: all(inputs), results: all(results), program: None }
    }

    /// The views of the modules of a file as JSON: alone, if there is one.
    pub fn json_of(views: &[Self]) -> String {
        json_as_declared(&OneOrList::from(views))
    }
}
