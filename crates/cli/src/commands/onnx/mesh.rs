//! `partita onnx mesh`

use partita::report::ModelMeshesView;

use super::load::load;
use super::{has_errors, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::MeshOf;
use crate::output;

pub(super) fn run(arguments: &MeshOf, common: &Common) -> Outcome {
    let loaded = load(&arguments.model, common)?;
    let (meshes, findings) = loaded.meshes(arguments.only.configuration.as_deref());
    if common.format == OutputFormat::Text {
        print_findings(&loaded.name, &findings, common);
    }
    output::show(&ModelMeshesView { name: &loaded.name, meshes: &meshes, findings: &findings }, common);
    Ok(Exit::checked(!has_errors(&findings)))
}
