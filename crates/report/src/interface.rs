//! The shardings of the arguments and results of a partitioned program.

use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use serde::Serialize;

use crate::view::{OneOrList, json_as_declared};

/// The mesh of a program, and the sharding of every argument and result in sdy notation; `None` for replicated ones.
/// Fields are declared in alphabetical order of their JSON names: a program may be large, and sorting the fields would copy it.
#[derive(Clone, Debug, Serialize)]
pub struct InterfaceView {
    /// The shardings of the arguments.
    #[serde(rename = "in")]
    pub inputs: Vec<Option<String>>,
    /// The mesh of the program, in sdy notation.
    pub mesh: String,
    /// The shardings of the results.
    #[serde(rename = "out")]
    pub results: Vec<Option<String>>,
    /// The text of the local program, if it is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

impl InterfaceView {
    /// Creates the view from shardings with inline meshes.
    pub fn new(mesh: &MeshSpec, inputs: &[Option<ShardingSpec>], results: &[Option<ShardingSpec>]) -> Self {
        let written = |spec: &ShardingSpec| match &spec.mesh {
            // The mesh of the program has its own field, so refer to it by name.
            MeshOrRef::Inline(own) if own == mesh => {
                ShardingSpec { mesh: MeshOrRef::Symbol("mesh".into()), ..spec.clone() }.to_string()
            }
            _ => spec.to_string(),
        };
        let all =
            |specs: &[Option<ShardingSpec>]| specs.iter().map(|spec| spec.as_ref().map(written)).collect();
        Self { mesh: mesh.to_string(), inputs: all(inputs), results: all(results), program: None }
    }

    /// The views of the modules of a file as JSON: an object for one module, a list for several.
    pub fn json_of(views: &[Self]) -> String {
        json_as_declared(&OneOrList::from(views))
    }
}
