//! onnxruntime, in child processes.
//!
//! The running program is started again with [`SERVE_ARGUMENT`]; the child loads the library
//! ([`serve_onnxruntime`](super::serve_onnxruntime)) and answers requests.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use partita_base::{Code, code};
use partita_onnx::proto;
use prost::Message;

use super::remote::{Remote, Service};
use super::{Loadable, Runtime, Session};
use crate::EngineError;
use crate::python::isolated_python;

/// The hidden first argument on which a program that uses [`OnnxRuntime`] must call
/// [`serve_onnxruntime`](super::serve_onnxruntime); the second argument is the path of the library.
pub const SERVE_ARGUMENT: &str = "__onnxruntime";

/// The environment variable with the path of the library.
pub const LIBRARY_VARIABLE: &str = "PARTITA_ONNXRUNTIME";

/// How onnxruntime is run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OnnxRuntimeSettings {
    /// The path of the shared library. The Python package has it in its folder `capi`.
    pub library: PathBuf,
    /// The time limit of the start, and of each request.
    pub timeout: Duration,
}

impl OnnxRuntimeSettings {
    /// Settings for a library, with the time limit of a request.
    pub fn new(library: impl Into<PathBuf>, timeout: Duration) -> Self {
        Self { library: library.into(), timeout }
    }
}

/// onnxruntime on the CPU, with one thread per session.
pub struct OnnxRuntime(Remote);

impl OnnxRuntime {
    /// Starts onnxruntime. Fails if the library does not exist or does not load.
    pub fn start(settings: OnnxRuntimeSettings) -> Result<Self, EngineError> {
        Remote::start(Arc::new(settings)).map(Self)
    }
}

impl Runtime for OnnxRuntime {
    fn name(&self) -> &str {
        "onnxruntime"
    }

    fn prepare_model(&self, model: proto::Model) -> Result<Loadable, EngineError> {
        Ok(Loadable { bytes: model.encode_to_vec().into(), outputs: Vec::new() })
    }

    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        self.0.load(model)
    }
}

impl Service for OnnxRuntimeSettings {
    fn command(&self) -> Result<Command, EngineError> {
        let program = crate::own_program().map_err(|error| {
            EngineError::absent(format!("cannot find the running program's own file: {error}"))
        })?;
        let mut command = Command::new(program);
        command.arg(SERVE_ARGUMENT).arg(&self.library);
        Ok(command)
    }

    fn timeout(&self) -> Duration {
        self.timeout
    }

    fn absent(&self, why: &str) -> EngineError {
        EngineError::absent(format!("cannot load `{}`: {why}", self.library.display()))
    }

    fn refused(&self, code: Code, message: &str) -> EngineError {
        match code == code::ONNX_RUNTIME_LACKS {
            true => EngineError::unsupported(format!("onnxruntime: {message}")),
            false => EngineError::failed(format!("onnxruntime rejected the model: {message}")),
        }
    }

    fn ended(&self, what: &str, said: &str) -> EngineError {
        EngineError::failed(format!("the process of onnxruntime ended during {what}")).output(said)
    }

    fn late(&self, what: &str) -> EngineError {
        EngineError::failed(format!("{what} took longer than {} seconds", self.timeout.as_secs_f64()))
    }
}

/// The path of the library: the given one, else that of [`LIBRARY_VARIABLE`], else the one in the package of a Python.
pub fn find_onnxruntime(given: Option<&Path>, python: &Path) -> Result<PathBuf, EngineError> {
    let variable = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty());
    if let Some(library) = given.map(Path::to_path_buf).or(variable.map(PathBuf::from)) {
        return match library.is_file() {
            // The dynamic loader would search a bare file name in the system's folders, not in the current one.
            true => Ok(std::path::absolute(&library).unwrap_or(library)),
            false => Err(EngineError::absent(format!("library `{}` does not exist", library.display()))),
        };
    }
    in_package(python).ok_or_else(|| {
        EngineError::absent(format!(
            "`{}` has no package onnxruntime, and neither `find_onnxruntime` nor {LIBRARY_VARIABLE} gives the path of its library",
            python.display()
        ))
    })
}

/// The library in the package onnxruntime of a Python.
fn in_package(python: &Path) -> Option<PathBuf> {
    const ASK: &str =
        "import importlib.util as u; print(u.find_spec('onnxruntime').submodule_search_locations[0])";
    let output = isolated_python(python, ASK).output().ok().filter(|output| output.status.success())?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end()).join("capi");
    // A package found relative to the current folder is not an installed one, and loading it would run planted code.
    if !folder.is_absolute() {
        return None;
    }
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let is_library = |name: OsString| {
        let name = name.to_string_lossy().into_owned();
        name.starts_with("libonnxruntime.") || name == "onnxruntime.dll"
    };
    entries.filter(|entry| is_library(entry.file_name())).map(|entry| entry.path()).max()
}
