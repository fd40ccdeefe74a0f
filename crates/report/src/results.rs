//! What a program or a model returned, one line for each tensor.

use serde::Serialize;

use crate::view::{View, json_by_name};

/// A result of a program.
#[derive(Clone, Debug, Serialize)]
pub struct ResultView {
    /// What it is called.
    pub result: String,
    /// Its element type.
    pub element: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// What it looks like in one line.
    pub summary: String,
}

/// The results of a program.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsView {
    /// The results in order.
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
    /// What it is called; that of one of several ranks begins with the rank.
    pub name: String,
    /// Its element type.
    #[serde(rename = "type")]
    pub element: &'static str,
    /// Its shape.
    pub shape: Vec<usize>,
    /// What it looks like in one line.
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
