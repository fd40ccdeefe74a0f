//! The hardware that times are estimated for.

use partita::Source;
use partita::hlo::{Machine, Overlap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure;

/// The name of a preset, or the path of a description and its text in TOML.
pub(crate) type Hardware = (String, Option<String>);

/// The machine of a preset or of a description.
pub(crate) fn read_machine(py: Python<'_>, (name, text): Hardware) -> PyResult<Machine> {
    let Some(text) = text else {
        let help = "add a number of devices, as in h200x8, or pass the path of a TOML file";
        return Machine::preset(&name)
            .map_err(|unknown| failure::unusable(py, &format!("{unknown}; {help}")));
    };
    let source = Source::new(&name, text)
        .map_err(|_| PyValueError::new_err(format!("{name} is longer than {} bytes", Source::MAX_BYTES)))?;
    Machine::parse(source.text()).map_err(|found| failure::to_python(py, &failure::of_text(&source, found)))
}

/// The assumption about overlap of a name.
pub(crate) fn overlap(py: Python<'_>, name: &str) -> PyResult<Overlap> {
    let known = Overlap::ALL.into_iter().find(|overlap| overlap.name() == name);
    known.ok_or_else(|| {
        failure::unusable(py, &format!("unknown overlap {name:?}; use 'none', 'streams' or 'ideal'"))
    })
}
