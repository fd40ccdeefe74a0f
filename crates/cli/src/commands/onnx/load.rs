//! Reads models.

pub(in crate::commands) use partita::onnx::Model as Loaded;
use partita::onnx::{Finding, ModelFolder, NodeLocation, read_model, read_text};
use partita::{Error, FileKind, Span, code};

use crate::args::Common;
use crate::exit::Exit;
use crate::onnx_args::ModelFile;
use crate::{input, output, reading};

/// Reads a model, or prints the error and returns the exit code.
pub(in crate::commands) fn load_model(argument: &ModelFile, common: &Common) -> Result<Loaded, Exit> {
    let path = &argument.file;
    let is_stdin = path.as_os_str() == "-";
    let name = if is_stdin { "<stdin>".to_string() } else { path.display().to_string() };
    let bytes = reading::read_bytes(path).map_err(|error| {
        output::print_error(&format!("cannot read {name}: {error}"));
        Exit::Usage
    })?;
    // If the file cannot be read as a model and begins like another kind of file, name that kind.
    let kind = FileKind::recognise(&bytes).filter(|kind| *kind != FileKind::OnnxModel);
    let is_text = path.extension().is_some_and(|ending| ending == "textproto");
    let read = match is_text.then(|| String::from_utf8(bytes.clone())) {
        Some(Ok(text)) => read_text(&name, &text),
        Some(Err(_)) => {
            let finding =
                Finding::error(code::ONNX_BROKEN_FILE, NodeLocation::default(), "the text is not UTF-8");
            Err(Error::Model { name: name.clone(), findings: vec![finding] })
        }
        None => read_model(&name, bytes),
    };
    let loaded = read.map_err(|error| match kind.filter(|kind| *kind != FileKind::OnnxText || !is_text) {
        Some(kind) => {
            let found = kind.instead_of("an ONNX model", Span::default());
            let finding = Finding::error(found.code, NodeLocation::default(), found.message);
            let finding = finding.help(found.help.unwrap_or_default());
            input::report_error(&Error::Model { name: name.clone(), findings: vec![finding] }, common)
        }
        None => input::report_error(&error, common),
    })?;
    Ok(Loaded { folder: (!is_stdin).then(|| ModelFolder::of(path)), ..loaded })
}
