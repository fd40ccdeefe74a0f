//! Plans: annotations as values, baselines from the structure of a program, the annotations that suffice, lines of JAX, and
//! the plans of experts.

use partita::hlo::{self, Program};
use partita::mesh::{Mesh, MeshId};
use partita::notation::parse_mesh;
use partita::plans::{self, Annotations, Baseline, Given, Structure};

mod annotations;
mod baselines;
mod experts;
mod jax_lines;
mod kept_annotations;
mod laws;
mod limits;
mod loops;
mod many_axes;
mod minimise;
mod onnx_models;
mod rediscovery;
mod unsearched;

const MLP: &str = include_str!("../../../../examples/mlp.mlir");
const TRANSFORMER: &str = include_str!("../../../../examples/transformer.mlir");
const MACHINE: &str = include_str!("../../../../testdata/auto/machine.toml");

fn read(text: &str) -> Program {
    hlo::read("test.mlir", text).unwrap()
}

fn on_mesh(text: &str, mesh: &str) -> (Program, MeshId) {
    let bare = read(text);
    let bare = Annotations::none(&bare).apply(&bare, Given::Removed);
    let mesh: Mesh = parse_mesh(mesh, None).unwrap();
    plans::with_mesh(bare, &mesh).unwrap()
}

fn auto_program(name: &str) -> String {
    let path = format!("{}/../../testdata/auto/{name}.mlir", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn baseline(program: &Program, mesh: MeshId, name: &str) -> Vec<Baseline> {
    let structure = Structure::new(program).unwrap();
    let all = plans::baselines(program, &structure, mesh);
    all.into_iter().filter(|baseline| baseline.name == name).collect()
}

/// The arguments in sdy notation, without the mesh.
fn arguments(plan: &Annotations) -> Vec<String> {
    let text = |sharding: &Option<_>| match sharding {
        Some(sharding) => {
            let text = plan.meshes.to_spec(sharding).to_string();
            text.trim_start_matches("<@mesh, ").trim_end_matches('>').to_string()
        }
        None => "none".to_string(),
    };
    plan.arguments.iter().map(text).collect()
}
