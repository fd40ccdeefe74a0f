//! Reads a model from bytes.

use bytes::Bytes;
use partita_base::code;
use prost::Message;

use super::scan::{self, Fault, What};
use crate::finding::{Finding, NodeLocation};
use crate::proto::Model;

/// Limits on what a file may contain.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReadLimits {
    /// Nesting depth of messages, at most [`ReadLimits::MAX_DEPTH`]. A subgraph in an attribute adds three levels.
    pub depth: usize,
    /// Number of messages: nodes, attributes, dimensions, …. Bounds the memory that a small hostile file can use.
    pub parts: usize,
}

partita_base::setters! { ReadLimits { depth: usize, parts: usize } }

impl ReadLimits {
    /// Upper bound for [`depth`](Self::depth), below the hundred levels that the decoder allows.
    pub const MAX_DEPTH: usize = 96;

    /// The newest known version of the format.
    pub const NEWEST_IR: i64 = 14;
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { depth: Self::MAX_DEPTH, parts: 4 << 20 }
    }
}

/// A model and the warnings about its file.
#[derive(Clone, Debug)]
pub struct ReadModel {
    /// The model. Large contents are slices of the bytes it was read from.
    pub model: Model,
    /// Warnings about the file.
    pub findings: Vec<Finding>,
}

/// Reads a model. Only names and small fields are copied.
///
/// # Errors
///
/// Why the bytes are not a model, with the byte offset and the field.
pub fn read_model(bytes: &Bytes, limits: &ReadLimits) -> Result<ReadModel, Box<Finding>> {
    let error = |code, message: String| Box::new(Finding::error(code, NodeLocation::default(), message));
    if bytes.is_empty() {
        return Err(error(code::ONNX_NO_MODEL, "the file is empty".into()));
    }
    scan::scan_model(bytes, limits).map_err(|fault| describe(bytes, &fault))?;
    let model = Model::decode(bytes.clone())
        .map_err(|cause| error(code::ONNX_BROKEN_FILE, format!("the file cannot be decoded: {cause}")))?;
    if model.graph.is_none() {
        let finding = error(code::ONNX_NO_MODEL, "the file has no graph".into());
        return Err(Box::new(
            finding.help("expected a ModelProto; separate tensors and graphs are not supported"),
        ));
    }
    let Some(version) = model.ir_version else {
        let finding = error(code::ONNX_NO_MODEL, "the file has no ir_version".into());
        return Err(Box::new(finding.help("set ir_version")));
    };
    let mut findings = Vec::new();
    if version > ReadLimits::NEWEST_IR {
        let message = format!(
            "the model has version {version} of the format, newer than {}, the latest supported one",
            ReadLimits::NEWEST_IR
        );
        findings.push(
            Finding::warning(code::ONNX_NEWER, NodeLocation::default(), message)
                .help("unknown fields are kept, but ignored"),
        );
    }
    Ok(ReadModel { model, findings })
}

fn describe(bytes: &[u8], fault: &Fault) -> Box<Finding> {
    let location = if fault.path.is_empty() { String::new() } else { format!(", in {}", fault.path) };
    let (code, what) = match &fault.what {
        What::Broken(reason) => (code::ONNX_BROKEN_FILE, (*reason).to_string()),
        What::Mismatch { expected } => (code::ONNX_BROKEN_FILE, format!("expected {expected}")),
        What::NotUtf8 => (code::ONNX_BROKEN_FILE, "the text is not UTF-8".to_string()),
        What::TooDeep => (code::ONNX_NESTING, "messages nest too deeply".to_string()),
        What::TooManyParts => (code::ONNX_NESTING, "there are too many messages".to_string()),
    };
    let finding = Finding::error(
        code,
        NodeLocation::default(),
        format!("{what}, at byte {} of {}{location}", fault.at, bytes.len()),
    );
    let looks_like_text = bytes.iter().take(64).all(|byte| matches!(byte, 9 | 10 | 13 | 32..=126));
    let is_text = code == code::ONNX_BROKEN_FILE && looks_like_text;
    let advice = "this looks like text; name the file .textproto to read it as text";
    Box::new(if is_text { finding.help(advice) } else { finding })
}
