//! `partita onnx mesh`

use partita::report::ModelMeshesView;

use super::load::load_model;
use super::{has_errors, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::MeshOf;
use crate::output;

pub(super) fn run_onnx_mesh(arguments: &MeshOf, common: &Common) -> Outcome {
    let loaded = load_model(&arguments.model, common)?;
    let (meshes, findings) = loaded.meshes(arguments.only.configuration.as_deref());
    if common.format == OutputFormat::Text {
        print_findings(&loaded.name, &findings, common);
    }
    output::print_view(&ModelMeshesView { name: &loaded.name, meshes: &meshes, findings: &findings }, common);
    Ok(Exit::checked(!has_errors(&findings)))
}
