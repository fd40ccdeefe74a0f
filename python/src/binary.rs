//! Programs in binary form.

use partita::{Limits, Source, hlo};
use pyo3::prelude::*;

use crate::failure;
use crate::worker::work;

/// The text of a program in MLIR bytecode, a portable artefact of StableHLO, or a file of `jax.export`; `None` for other bytes.
#[pyfunction]
pub(crate) fn decode_program(py: Python<'_>, name: String, data: Vec<u8>) -> PyResult<Option<String>> {
    work(py, move |_| match hlo::decode(&data, Limits::default()) {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(text)),
        Some(Err(found)) => {
            // Bytes have no line to show.
            let source = Source::new(&name, "").expect("an empty text is short");
            Err(failure::of_text(&source, found))
        }
    })
}
