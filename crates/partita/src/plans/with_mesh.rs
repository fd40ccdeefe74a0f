//! The mesh of a plan, in a program that has another one or none.

use partita_base::Span;
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mesh::{Mesh, MeshId};

use crate::Error;
use crate::hlo::{Program, set_device_count};

/// The program with this mesh, and the id of the mesh among the program's meshes. A mesh with axes that the program has
/// already is replaced; the result is verified, so an annotation on an axis that no longer exists is an error. A program
/// without a mesh gets one named `mesh`.
pub fn with_mesh(mut program: Program, mesh: &Mesh) -> Result<(Program, MeshId), Error> {
    let module = &mut program.module;
    let name = match mesh_op(module) {
        Some((op, old)) => {
            if !old.same_axes(mesh) {
                let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Mesh(mesh.to_spec()))));
                module.set_attr(op, names::MESH, attr);
                // JAX repeats the sizes here.
                let copy = module.context.symbol("stablehlo.mesh");
                module.remove_attr(op, copy);
            }
            module.symbol_name(op).unwrap_or_default().to_string()
        }
        None => add_mesh(module, mesh),
    };
    set_device_count(module, mesh.device_count());
    let found = partita_verify::verify(module);
    if found.has_errors() {
        program.add(found);
        return Err(Error::in_text(&program.source, program.found));
    }
    let id = program.module.meshes().find(&name).expect("the mesh was just defined");
    Ok((program, id))
}

/// The first mesh with axes.
fn mesh_op(module: &Module) -> Option<(OpId, Mesh)> {
    module.block(module.body()).ops.iter().find_map(|&op| {
        let is_mesh = module.op(op).name.code() == Some(OpCode::SdyMesh);
        let Some(SdyAttr::Mesh(spec)) = module.sdy_attr(op, names::MESH).filter(|_| is_mesh) else {
            return None;
        };
        let mesh = Mesh::from_spec(spec).ok()?;
        (!mesh.axes().is_empty()).then_some((op, mesh))
    })
}

/// Defines a mesh with a name that is not in use.
fn add_mesh(module: &mut Module, mesh: &Mesh) -> String {
    let used: Vec<String> = {
        let ops = module.block(module.body()).ops.iter();
        ops.filter_map(|&op| module.symbol_name(op)).map(str::to_string).collect()
    };
    let mut name = "mesh".to_string();
    for number in 0.. {
        if !used.contains(&name) {
            break;
        }
        name = format!("mesh_{number}");
    }
    let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Mesh(mesh.to_spec()))));
    let symbol = module.context.attr(Attr::String(name.as_bytes().into()));
    let loc = module.context.unknown_loc();
    let attrs = [(names::SYM_NAME, symbol), (names::MESH, attr)];
    let op = module.build(OpCode::SdyMesh, &[], &[], &attrs, loc, Span::default());
    module.insert(module.body(), 0, op);
    name
}
