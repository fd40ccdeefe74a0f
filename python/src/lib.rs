//! `partita._native`: the native module of the Python package.
//!
//! It is thin. Texts, bytes and options come in; texts and the JSON of the views of `partita::report` go out, so that the command line
//! and Python show the same figures. The classes that users see are in Python.

mod binary;
mod ckks;
mod command;
mod drawing;
mod failure;
mod hardware;
mod onnx;
mod program;
mod search;
mod worker;

use pyo3::prelude::*;

/// The functions and classes of the native module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::binary::decode_program;
    #[pymodule_export]
    use crate::ckks::Network;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::drawing::draw_sharding;
    #[pymodule_export]
    use crate::onnx::{Model, Ranks};
    #[pymodule_export]
    use crate::program::Program;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
