//! Reading models.

use std::io::Read as _;

use bytes::Bytes;
use partita_base::code;
use partita_engine::ModelFolder;
use partita_onnx::file::{Limits, from_text, read};
use partita_onnx::{Finding, Place, proto};

use super::print_findings;
use crate::args::Common;
use crate::onnx_args::Model;
use crate::{FINDINGS, USAGE, output};

/// A model and where it came from.
pub(super) struct Loaded {
    /// What people call it.
    pub(super) name: String,
    /// The file as it is.
    pub(super) bytes: Bytes,
    pub(super) model: proto::Model,
    /// What was odd about the file.
    pub(super) findings: Vec<Finding>,
    /// Where external data lies; standard input lies nowhere.
    pub(super) folder: Option<ModelFolder>,
}

/// Reads a model, or prints why that cannot be done and gives the exit code.
pub(super) fn load(argument: &Model, common: &Common) -> Result<Loaded, u8> {
    let path = &argument.file;
    let is_stdin = path.as_os_str() == "-";
    let name = if is_stdin { "<stdin>".to_string() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let result = if is_stdin {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|read| bytes = read)
    };
    if let Err(error) = result {
        output::error(&format!("cannot read {name}: {error}"));
        return Err(USAGE);
    }
    let is_text = path.extension().is_some_and(|ending| ending == "textproto");
    let bytes = match is_text {
        true => String::from_utf8(bytes)
            .map_err(|_| {
                Box::new(Finding::error(code::ONNX_BROKEN_FILE, Place::default(), "the text is not UTF-8"))
            })
            .and_then(|text| from_text(&text)),
        false => Ok(bytes),
    };
    let read = bytes.map(Bytes::from).and_then(|bytes| Ok((read(&bytes, &Limits::default())?, bytes)));
    match read {
        Ok((read, bytes)) => {
            let folder = (!is_stdin).then(|| ModelFolder::of(path));
            Ok(Loaded { name, bytes, model: read.model, findings: read.findings, folder })
        }
        Err(finding) => {
            print_findings(&name, &[*finding], common);
            Err(FINDINGS)
        }
    }
}
