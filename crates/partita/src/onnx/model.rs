//! Reads a model and checks it.

use std::fmt;
use std::ops::Range;

use bytes::Bytes;
use partita_base::code;
use partita_engine::EngineError;
use partita_engine::ModelFolder;
use partita_engine::onnx::{Array, External, load_external};
use partita_onnx::check::{self, CheckOptions};
use partita_onnx::file::{ReadLimits, check_external, from_text, locate_external};
use partita_onnx::structure::check_structure;
use partita_onnx::{Finding, NodeLocation, infer_types, proto};

use super::refused;
use crate::Error;

/// A model and its file.
#[derive(Clone)]
pub struct Model {
    /// The name of the model in errors.
    pub name: String,
    /// The bytes of the file; edits are applied to them.
    pub bytes: Bytes,
    /// The decoded file.
    pub model: proto::Model,
    /// Warnings about the file.
    pub findings: Vec<Finding>,
    /// The folder of the external data; `None` for a model without a file, such as standard input.
    pub folder: Option<ModelFolder>,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads a model from the bytes of a `.onnx` file; errors refer to it as `name`.
pub fn read_model(name: &str, bytes: impl Into<Bytes>) -> Result<Model, Error> {
    let bytes = bytes.into();
    match partita_onnx::file::read_model(&bytes, &ReadLimits::default()) {
        Ok(read) => {
            let (model, findings) = (read.model, read.findings);
            Ok(Model { name: name.to_string(), bytes, model, findings, folder: None })
        }
        Err(finding) => Err(refused(name, vec![*finding])),
    }
}

/// Reads a model from protobuf text.
pub fn read_text(name: &str, text: &str) -> Result<Model, Error> {
    read_model(name, from_text(text).map_err(|finding| refused(name, vec![*finding]))?)
}

impl Model {
    /// All errors and warnings about the graph, its configurations, and every spec, by itself and against its op.
    pub fn check(&self, options: &CheckOptions) -> Vec<Finding> {
        let mut findings = check_structure(&self.model);
        findings.extend(check::check_model(&self.model, &infer_types(&self.model), options));
        if let Some(folder) = &self.folder {
            findings.extend(check_external(&self.model, |location| folder.size(location)));
        }
        findings
    }

    /// The model with all external contents loaded into it.
    pub fn with_contents(&self) -> Result<proto::Model, EngineError> {
        let mut model = self.model.clone();
        load_external(&mut model, &mut |external| self.read_external(external))?;
        Ok(model)
    }

    /// Reads contents from an external file.
    pub(super) fn read_external(&self, external: &External<'_>) -> Result<Bytes, String> {
        let folder =
            self.folder.as_ref().ok_or("external data needs a model path; standard input has none")?;
        let end = match external.length {
            Some(length) => external.offset.checked_add(length).ok_or("offset and length overflow")?,
            None => folder.size(external.location)?,
        };
        folder.read(external.location, external.offset..end).map(Bytes::from)
    }

    /// Loads the contents of all initialisers into the model. Of each file, only the bytes that the shapes need are
    /// read.
    pub fn load_initializers(&mut self) -> Result<(), Error> {
        let (folder, graph) = (&self.folder, &mut self.model.graph);
        let tensors = graph.iter_mut().flat_map(|graph| &mut graph.initializer);
        for tensor in tensors.filter(|tensor| tensor.is_external()) {
            let location = NodeLocation { tensor: tensor.name.clone(), ..NodeLocation::default() };
            let missing =
                |why: String| Box::new(Finding::error(code::ONNX_EXTERNAL_DATA, location.clone(), why));
            let contents = locate_external(tensor, &location).and_then(|external| {
                let location = external.location;
                let folder = folder.as_ref().ok_or_else(|| {
                    missing("external data needs a model path; standard input has none".into())
                })?;
                let file = |why: String| missing(format!("external data file '{location}': {why}"));
                let size = folder.size(location).map_err(file)?;
                let range = external.range(size).ok_or_else(|| file("it ends too early".into()))?;
                folder.read(location, range).map_err(file)
            });
            let contents = contents.map_err(|finding| refused(&self.name, vec![*finding]))?;
            tensor.raw_data = Some(Bytes::from(contents));
            tensor.external_data.clear();
            tensor.data_location = Some(proto::DataLocation::Default as i32);
        }
        Ok(())
    }
}

/// The contents of an initialiser, in the model or in an external file of the folder, packed as in files.
pub(super) fn tensor_contents(folder: Option<&ModelFolder>, tensor: &proto::Tensor) -> Result<Bytes, String> {
    if !tensor.is_external() {
        let array = Array::from_proto(tensor).map_err(|error| error.to_string())?;
        return Ok(array.to_proto("").raw_data.unwrap_or_default());
    }
    let (folder, location, range) = find_contents(folder, tensor)?;
    folder.read(location, range).map(Bytes::from)
}

/// The size of an initialiser's contents. Of an external file only the size is read.
pub(super) fn measure_contents(folder: Option<&ModelFolder>, tensor: &proto::Tensor) -> Result<u64, String> {
    match &tensor.raw_data {
        Some(raw) if !tensor.is_external() => Ok(raw.len() as u64),
        _ => find_contents(folder, tensor).map(|(_, _, range)| range.end - range.start),
    }
}

/// The file and the byte range of external contents.
pub(super) fn find_contents<'f, 't>(
    folder: Option<&'f ModelFolder>,
    tensor: &'t proto::Tensor,
) -> Result<(&'f ModelFolder, &'t str, Range<u64>), String> {
    let external = locate_external(tensor, &NodeLocation::default()).map_err(|finding| finding.message)?;
    let folder = folder.ok_or("external data needs a model path; standard input has none")?;
    let size = folder.size(external.location)?;
    let range = external.range(size).ok_or("its external data ends too early")?;
    Ok((folder, external.location, range))
}
