//! `sdy-inline-meshes`: every sharding contains its mesh, and the symbols are removed.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, OpCode, SdyAttr, names};
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use rustc_hash::FxHashMap;

use super::rewrite_shardings::rewrite_shardings;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-inline-meshes",
    help: "write every mesh inline and drop the mesh symbols",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    let mut meshes: FxHashMap<Box<str>, MeshSpec> = FxHashMap::default();
    let mut kept = Vec::new();
    for &op in &module.block(module.body()).ops {
        if module.op(op).name.code() != Some(OpCode::SdyMesh) {
            kept.push(op);
        } else if let (Some(name), Some(SdyAttr::Mesh(mesh))) =
            (module.symbol_name(op), module.sdy_attr(op, names::MESH))
        {
            meshes.insert(name.into(), mesh.clone());
        }
    }
    module.set_block_ops(module.body(), kept);
    rewrite_shardings(module, |_, spec| match &spec.mesh {
        MeshOrRef::Symbol(name) => {
            let mesh = MeshOrRef::Inline(meshes.get(name)?.clone());
            Some(ShardingSpec { mesh, ..spec.clone() })
        }
        MeshOrRef::Inline(_) => None,
    });
    Ok(())
}
