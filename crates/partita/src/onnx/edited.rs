//! Adds annotations to the files of models, and removes them. No other byte changes.

use bytes::Bytes;
use partita_base::code;
use partita_onnx::annotate::{annotate_model, read_annotations, strip_annotations};
use partita_onnx::file::{EditError, Edits};
use partita_onnx::structure::check_structure;
use partita_onnx::{Finding, NodeLocation};

use super::{Model, has_errors, refused};
use crate::Error;

/// The file of a model to which annotations were added.
#[derive(Clone, Debug)]
pub struct AnnotatedFile {
    /// The file, in segments to be written in order.
    pub segments: Vec<Bytes>,
    /// Warnings that the annotations caused.
    pub findings: Vec<Finding>,
}

impl Model {
    /// Adds annotations in JSON; errors refer to them as `name`.
    pub fn annotate(&self, name: &str, specs: &str) -> Result<AnnotatedFile, Error> {
        let wanted = read_annotations(specs).map_err(|finding| refused(name, vec![*finding]))?;
        let edits = annotate_model(&self.model, &wanted).map_err(|findings| refused(name, findings))?;
        let changed = self.changed(&edits).map_err(|error| {
            let finding = Finding::error(code::ONNX_SPECS_FILE, NodeLocation::default(), error.to_string());
            refused(name, vec![finding])
        })?;
        match has_errors(&changed.findings) {
            true => Err(refused(&self.name, changed.findings)),
            false => Ok(changed),
        }
    }

    /// The file without annotations, in segments to be written in order.
    pub fn strip(&self) -> Result<Vec<Bytes>, EditError> {
        strip_annotations(&self.model).apply(&self.bytes)
    }

    /// The changed file, and the findings that the change caused.
    fn changed(&self, edits: &Edits) -> Result<AnnotatedFile, EditError> {
        let segments = edits.apply(&self.bytes)?;
        let mut model = self.model.clone();
        edits.apply_to(&mut model)?;
        let before = check_structure(&self.model);
        let mut findings = check_structure(&model);
        findings.retain(|finding| !before.contains(finding));
        Ok(AnnotatedFile { segments, findings })
    }
}
