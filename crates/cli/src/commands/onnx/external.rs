//! Weights that lie in files beside a model, brought into it.

use bytes::Bytes;
use partita_base::code;
use partita_onnx::file::locate;
use partita_onnx::{Finding, Place, proto};

use super::load::Loaded;
use super::print_findings;
use crate::FINDINGS;
use crate::args::Common;

/// Brings the contents of all initialisers into the model, or prints why that cannot be done and gives the exit code.
/// Of each file only what the shapes need is read.
pub(super) fn load_initializers(loaded: &mut Loaded, common: &Common) -> Result<(), u8> {
    let (folder, graph) = (&loaded.folder, &mut loaded.model.graph);
    let tensors = graph.iter_mut().flat_map(|graph| &mut graph.initializer);
    for tensor in tensors.filter(|tensor| tensor.is_external()) {
        let place = Place { tensor: tensor.name.clone(), ..Place::default() };
        let missing = |why: String| Box::new(Finding::error(code::ONNX_EXTERNAL_DATA, place.clone(), why));
        let contents = locate(tensor, &place).and_then(|external| {
            let location = external.location;
            let folder = folder.as_ref().ok_or_else(|| missing("standard input lies in no folder".into()))?;
            let file = |why: String| missing(format!("the file '{location}' of external data: {why}"));
            let size = folder.size(location).map_err(file)?;
            let range = external.range(size).ok_or_else(|| file("it ends too early".into()))?;
            folder.read(location, range).map_err(file)
        });
        match contents {
            Ok(contents) => {
                tensor.raw_data = Some(Bytes::from(contents));
                tensor.external_data.clear();
                tensor.data_location = Some(proto::DataLocation::Default as i32);
            }
            Err(finding) => {
                print_findings(&loaded.name, &[*finding], common);
                return Err(FINDINGS);
            }
        }
    }
    Ok(())
}
