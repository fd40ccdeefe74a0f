//! Errors of the library as exceptions.

use partita::report::{diagnostics_json, findings_json};
use partita::{Diagnostics, Error, Source};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception for an error: `partita.PartitaError`, with the rendered text, the codes, and the diagnostics as JSON.
pub(crate) fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    let codes: Vec<String> = error.codes().iter().map(ToString::to_string).collect();
    let diagnostics = match error {
        Error::Text { source, found } => diagnostics_json(source, found),
        Error::Model { name, findings } => findings_json(name, findings),
        _ => String::new(),
    };
    let class = match error {
        Error::Question(_) => "UnknownNameError",
        _ => "PartitaError",
    };
    create(py, class, &error.to_string(), codes, diagnostics)
}

/// The exception for an argument that cannot be used.
pub(crate) fn unusable(py: Python<'_>, text: &str) -> PyErr {
    create(py, "UsageError", text, Vec::new(), String::new())
}

/// The exception for a bug of Partita.
pub(crate) fn internal(py: Python<'_>, message: &str) -> PyErr {
    let text = format!("internal error: {message}; please report the program and this message");
    create(py, "PartitaError", &text, Vec::new(), String::new())
}

/// Diagnostics that include an error, as an error.
pub(crate) fn of_text(source: &Source, found: Diagnostics) -> Error {
    Error::Text { source: source.clone(), found }
}

fn create(py: Python<'_>, class: &str, text: &str, codes: Vec<String>, diagnostics: String) -> PyErr {
    let class = py.import("partita._errors").and_then(|errors| errors.getattr(class));
    match class.and_then(|class| class.call1((text, codes, diagnostics))) {
        Ok(exception) => PyErr::from_value(exception),
        // The native module was loaded without its package.
        Err(_) => PyRuntimeError::new_err(text.to_string()),
    }
}
