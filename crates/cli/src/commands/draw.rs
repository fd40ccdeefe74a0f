//! `partita draw`

use partita::Source;
use partita::mesh::Meshes;
use partita::notation::{mesh_text, read_mesh, read_sharding, sharding_text_of_rank};
use partita::report::{DrawView, DrawingsView};

use super::{reshard, why};
use crate::args::{Common, Input};
use crate::exit::{Exit, Outcome};
use crate::tool_args::Draw;
use crate::{input, output};

pub(super) fn run_draw(arguments: &Draw, common: &Common) -> Exit {
    let Draw { subject, value, mesh, tensor, propagation, .. } = arguments;
    match (value, mesh, tensor) {
        (Some(value), ..) => {
            let input = Input { mesh: mesh.clone(), ..Input::of_file(subject) };
            let asked = why::Asked { input: &input, propagation, written: arguments.written };
            why::answer(&asked, common, |propagated| propagated.draw(value), DrawingsView)
        }
        (None, Some(mesh), Some(tensor)) => Exit::of(draw_sharding(arguments, mesh, tensor, common)),
        _ => Exit::Usage,
    }
}

/// Draws a sharding of the command line.
fn draw_sharding(arguments: &Draw, axes: &str, tensor: &str, common: &Common) -> Outcome {
    let report = |text: &str, name: &str, found| match Source::new(name, text) {
        Ok(source) => {
            input::print_findings(&source, &found, common);
            Exit::Findings
        }
        Err(_) => Exit::Usage,
    };
    let (shape, _) = reshard::read_type(tensor).map_err(|found| report(tensor, "--type", found))?;
    let element = tensor.split('[').next().unwrap_or_default();
    let text = mesh_text(axes, arguments.device_ids.as_deref());
    let mesh = read_mesh(&text).map_err(|found| report(&text, "--mesh", found))?;
    let mut meshes = Meshes::default();
    let id = meshes.define("mesh", mesh).expect("the only mesh");
    let text = sharding_text_of_rank(&arguments.subject.to_string_lossy(), shape.len());
    let sharding = read_sharding(&text, id, meshes.get(id), shape.len());
    let sharding = sharding.map_err(|found| report(&text, "SPEC", found))?;
    let view = DrawView::new(element, &shape, meshes.get(id), &sharding);
    output::print_view(&view.with_notation(arguments.written.notation()), common);
    Ok(Exit::Fine)
}
