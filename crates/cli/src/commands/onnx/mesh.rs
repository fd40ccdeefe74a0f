//! `partita onnx mesh`

use partita::report::{ModelMeshView, findings_json};
use serde_json::json;

use super::load::load;
use super::{has_errors, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::MeshOf;
use crate::output;

pub(super) fn run(arguments: &MeshOf, common: &Common) -> Outcome {
    let loaded = load(&arguments.model, common)?;
    let (meshes, findings) = loaded.meshes(arguments.configuration.as_deref());
    match common.format {
        OutputFormat::Text => {
            print_findings(&loaded.name, &findings, common);
            output::print(&meshes.iter().map(ModelMeshView::render).collect::<String>());
        }
        OutputFormat::Json => {
            let mut report = findings_json(&loaded.name, &findings);
            report["configurations"] = json!(meshes);
            output::print_json(&report);
        }
    }
    Ok(Exit::checked(!has_errors(&findings)))
}
