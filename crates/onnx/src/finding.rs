//! Errors and warnings about a model, and their locations.
//!
//! A model is not a text, so a location is a path of names instead of a span.

use std::fmt;

use partita_base::{Code, Severity};

/// A location in a model: of a node, a tensor, or the model itself by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeLocation {
    /// The enclosing graphs and functions, outermost first: `function f`, `node 3 (If) then_branch`. Empty for the main graph.
    pub path: Vec<String>,
    /// The position of the node in its graph.
    pub node: Option<usize>,
    /// The name of the node, or its op if it has no name.
    pub label: Option<String>,
    /// The name of the tensor.
    pub tensor: Option<String>,
    /// The name of the configuration of devices.
    pub configuration: Option<String>,
}

impl fmt::Display for NodeLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.path.clone();
        match (self.node, &self.label) {
            (Some(node), Some(label)) => parts.push(format!("node {node} ({label})")),
            (Some(node), None) => parts.push(format!("node {node}")),
            (None, _) => {}
        }
        parts.extend(self.tensor.iter().map(|tensor| format!("tensor '{tensor}'")));
        parts.extend(self.configuration.iter().map(|name| format!("configuration '{name}'")));
        if parts.is_empty() { f.write_str("model") } else { f.write_str(&parts.join(", ")) }
    }
}

/// An error or warning about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The error code.
    pub code: Code,
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// Where it was found.
    pub location: NodeLocation,
    /// The message: one sentence without a full stop.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}: {}", self.code, self.location, self.message)
    }
}

impl std::error::Error for Finding {}

impl Finding {
    /// Creates an error.
    pub fn error(code: Code, location: NodeLocation, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, location, message: message.into(), help: None }
    }

    /// Creates a warning.
    pub fn warning(code: Code, location: NodeLocation, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, location, message) }
    }

    /// Sets the help text.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}
