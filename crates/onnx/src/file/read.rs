//! From bytes to a model.

use bytes::Bytes;
use partita_base::code;
use prost::Message;

use super::scan::{self, Fault, What};
use crate::finding::{Finding, NodeLocation};
use crate::proto::Model;

/// What a file may hold.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReadLimits {
    /// How deeply messages may nest, at most [`ReadLimits::MAX_DEPTH`]. A graph in an attribute of a node takes three levels.
    pub depth: usize,
    /// How many messages there may be: nodes, attributes, dimensions, …. Bounds the memory that a small hostile file can cost.
    pub parts: usize,
}

partita_base::setters! { ReadLimits { depth: usize, parts: usize } }

impl ReadLimits {
    /// Messages never nest deeper: the decoder underneath allows a hundred levels.
    pub const MAX_DEPTH: usize = 96;

    /// The newest version of the format that is known here.
    pub const NEWEST_IR: i64 = 14;
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self { depth: Self::MAX_DEPTH, parts: 4 << 20 }
    }
}

/// A model and what is odd about its file.
#[derive(Clone, Debug)]
pub struct ReadModel {
    /// The model. Its large contents point into the bytes it was read from.
    pub model: Model,
    /// Warnings.
    pub findings: Vec<Finding>,
}

/// Reads a model. Nothing is copied but names and small fields.
///
/// # Errors
///
/// What makes the bytes no model, with the byte and the field at which it shows.
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
            finding.help("a model is a ModelProto; tensors and graphs by themselves are not read"),
        ));
    }
    let Some(version) = model.ir_version else {
        let finding =
            error(code::ONNX_NO_MODEL, "the file does not say which version of the format it is".into());
        return Err(Box::new(finding.help("set ir_version")));
    };
    let mut findings = Vec::new();
    if version > ReadLimits::NEWEST_IR {
        let message = format!(
            "the model is of version {version} of the format, of which {} is the newest known here",
            ReadLimits::NEWEST_IR
        );
        findings.push(
            Finding::warning(code::ONNX_NEWER, NodeLocation::default(), message)
                .help("unknown fields are kept but not understood"),
        );
    }
    Ok(ReadModel { model, findings })
}

fn describe(bytes: &[u8], fault: &Fault) -> Box<Finding> {
    let location = if fault.path.is_empty() { String::new() } else { format!(", in {}", fault.path) };
    let (code, what) = match &fault.what {
        What::Broken(reason) => (code::ONNX_BROKEN_FILE, (*reason).to_string()),
        What::Mismatch { expected } => (code::ONNX_BROKEN_FILE, format!("the field is not {expected}")),
        What::NotUtf8 => (code::ONNX_BROKEN_FILE, "the text is not UTF-8".to_string()),
        What::TooDeep => (code::ONNX_NESTING, "messages nest too deeply".to_string()),
        What::TooManyParts => (code::ONNX_NESTING, "there are too many parts".to_string()),
    };
    let finding = Finding::error(
        code,
        NodeLocation::default(),
        format!("{what}, at byte {} of {}{location}", fault.at, bytes.len()),
    );
    let looks_like_text = bytes.iter().take(64).all(|byte| matches!(byte, 9 | 10 | 13 | 32..=126));
    let is_text = code == code::ONNX_BROKEN_FILE && looks_like_text;
    let advice = "this looks like text; text of the format is read from files that end in .textproto";
    Box::new(if is_text { finding.help(advice) } else { finding })
}
