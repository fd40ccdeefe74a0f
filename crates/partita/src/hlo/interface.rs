//! How arguments and results lie, as JSON.

use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use partita_partition::Interface;
use serde_json::{Value, json};

/// `{"mesh": …, "in": […], "out": […]}` in sdy's notation.
pub fn interface_json(interface: &Interface) -> Value {
    let sharding = |sharding: &Option<ShardingSpec>| match sharding {
        Some(spec) => {
            let named = match &spec.mesh {
                // The mesh of the program has a place of its own.
                MeshOrRef::Inline(mesh) if *mesh == interface.mesh => {
                    ShardingSpec { mesh: MeshOrRef::Symbol("mesh".into()), ..spec.clone() }
                }
                _ => spec.clone(),
            };
            Value::String(named.to_string())
        }
        None => Value::Null,
    };
    json!({
        "mesh": interface.mesh.to_string(),
        "in": interface.inputs.iter().map(sharding).collect::<Vec<_>>(),
        "out": interface.results.iter().map(sharding).collect::<Vec<_>>(),
    })
}
