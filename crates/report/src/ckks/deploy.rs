//! The steps of client and server: what was done, and the files that were written.

use serde_json::{Map, Value, json};

use crate::show::byte_text;
use crate::view::View;

/// A figure of a step.
#[derive(Clone, Debug)]
pub enum DeployFigure {
    /// A number of things, or of bytes.
    Count(u64),
    /// A time in seconds, or a rate.
    Real(f64),
    /// The id of a key.
    Name(String),
}

/// A file of a deployment.
#[derive(Clone, Debug)]
pub struct DeployedFile {
    /// Where it was written, as named by the user.
    pub path: String,
    /// What it holds.
    pub kind: &'static str,
    /// Its size.
    pub bytes: u64,
}

/// One step of client or server.
#[derive(Clone, Debug)]
pub struct DeployView {
    /// Why no secret values may be encrypted, if security was waived.
    pub insecurity: Option<String>,
    /// What was done, one line each.
    pub lines: Vec<String>,
    /// The same for programs.
    pub figures: Vec<(&'static str, DeployFigure)>,
    /// The files that were written.
    pub files: Vec<DeployedFile>,
}

impl View for DeployView {
    fn text(&self) -> String {
        let warning = self.insecurity.iter().map(|why| format!("INSECURE (`Safety::InsecureTest`): {why}\n"));
        let lines = self.lines.iter().map(|line| format!("{line}\n"));
        let files = self.files.iter().map(|file| {
            let DeployedFile { path, kind, bytes } = file;
            format!("{path}: {kind}, {}\n", byte_text(*bytes))
        });
        warning.chain(lines).chain(files).collect()
    }

    fn json(&self) -> String {
        let figures = self.figures.iter().map(|(name, figure)| {
            let value = match figure {
                DeployFigure::Count(count) => json!(count),
                DeployFigure::Real(real) => json!(real),
                DeployFigure::Name(name) => json!(name),
            };
            ((*name).to_string(), value)
        });
        let mut fields: Map<String, Value> = figures.collect();
        let files =
            self.files.iter().map(|file| json!({"path": file.path, "kind": file.kind, "bytes": file.bytes}));
        fields.insert("secure".into(), json!(self.insecurity.is_none()));
        fields.insert("files".into(), files.collect());
        format!("{:#}\n", Value::Object(fields))
    }
}
