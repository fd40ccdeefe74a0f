//! The results of a program or a model, one line per tensor.

use serde::Serialize;

use crate::view::{View, json_by_name};

/// A result of a program.
#[derive(Clone, Debug, Serialize)]
pub struct ResultView {
    /// The name of the result.
    pub result: String,
    /// The element type.
    pub element: String,
    /// The global shape.
    pub shape: Vec<usize>,
    /// A summary of the elements in one line.
    pub summary: String,
}

/// The results of a program.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsView {
    /// The results, in the order of the program.
    pub results: Vec<ResultView>,
}

impl View for ResultsView {
    fn text(&self) -> String {
        self.results.iter().map(|each| format!("{}: {}\n", each.result, each.summary)).collect()
    }

    fn json(&self) -> String {
        json_by_name(self)
    }
}

/// An output of a model.
#[derive(Clone, Debug, Serialize)]
pub struct OutputView {
    /// The name of the output, prefixed with the rank if there are several.
    pub name: String,
    /// The element type.
    #[serde(rename = "type")]
    pub element: &'static str,
    /// The global shape.
    pub shape: Vec<usize>,
    /// A summary of the elements in one line.
    pub summary: String,
}

/// The outputs of a model.
#[derive(Clone, Debug, Serialize)]
pub struct OutputsView {
    /// The outputs, rank by rank.
    pub outputs: Vec<OutputView>,
}

impl View for OutputsView {
    fn text(&self) -> String {
        self.outputs.iter().map(|each| format!("{}: {}\n", each.name, each.summary)).collect()
    }

    fn json(&self) -> String {
        json_by_name(self)
    }
}
