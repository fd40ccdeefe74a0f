//! What is wrong with a model, or worth knowing, and where.
//!
//! A model is not a text: a location is a path of names instead of a span.

use std::fmt;

use partita_base::{Code, Severity};

/// Where in a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeLocation {
    /// The graphs and functions around the node, outermost first: `function f`, `node 3 (If) then_branch`. Empty for the main graph.
    pub path: Vec<String>,
    /// The position of the node in its graph.
    pub node: Option<usize>,
    /// The node as people know it: its name, or its op if it has none.
    pub label: Option<String>,
    /// The tensor.
    pub tensor: Option<String>,
    /// The configuration of devices.
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

/// Something found in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of finding.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub location: NodeLocation,
    /// What, in one sentence.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}: {}", self.code, self.location, self.message)
    }
}

impl std::error::Error for Finding {}

impl Finding {
    /// An error.
    pub fn error(code: Code, location: NodeLocation, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, location, message: message.into(), help: None }
    }

    /// A warning.
    pub fn warning(code: Code, location: NodeLocation, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, location, message) }
    }

    /// Adds what to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}
