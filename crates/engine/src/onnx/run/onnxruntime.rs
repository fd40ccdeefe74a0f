//! onnxruntime, in processes of their own.
//!
//! This same program is started again with [`SERVE_ARGUMENT`], loads the library there ([`serve`](super::serve)) and answers requests.

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

/// The hidden first argument with which a program that uses [`OnnxRuntime`] must call [`serve`](super::serve); the
/// second is the library.
pub const SERVE_ARGUMENT: &str = "__onnxruntime";

/// The variable that names the library.
pub const LIBRARY_VARIABLE: &str = "PARTITA_ONNXRUNTIME";

/// How onnxruntime is run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OnnxRuntimeSettings {
    /// The library, as the Python package has it in its folder `capi`.
    pub library: PathBuf,
    /// How long starting, and each request, may take.
    pub timeout: Duration,
}

impl OnnxRuntimeSettings {
    /// A library, and how long a request may take.
    pub fn new(library: impl Into<PathBuf>, timeout: Duration) -> Self {
        Self { library: library.into(), timeout }
    }
}

/// onnxruntime on the CPU, one thread for each session.
pub struct OnnxRuntime(Remote);

impl OnnxRuntime {
    /// Starts onnxruntime. Fails when the library is not there or is none.
    pub fn start(settings: OnnxRuntimeSettings) -> Result<Self, EngineError> {
        Remote::start(Arc::new(settings)).map(Self)
    }
}

impl Runtime for OnnxRuntime {
    fn name(&self) -> &str {
        "onnxruntime"
    }

    fn form(&self, model: proto::Model) -> Result<Loadable, EngineError> {
        Ok(Loadable { bytes: model.encode_to_vec().into(), outputs: Vec::new() })
    }

    fn load(&self, model: Loadable) -> Result<Box<dyn Session>, EngineError> {
        self.0.load(model)
    }
}

impl Service for OnnxRuntimeSettings {
    fn command(&self) -> Result<Command, EngineError> {
        let program = std::env::current_exe().map_err(|error| {
            EngineError::absent(format!("this program does not know where it is: {error}"))
        })?;
        let mut command = Command::new(program);
        command.arg(SERVE_ARGUMENT).arg(&self.library);
        Ok(command)
    }

    fn timeout(&self) -> Duration {
        self.timeout
    }

    fn absent(&self, why: &str) -> EngineError {
        EngineError::absent(format!("`{}` does not load: {why}", self.library.display()))
    }

    fn refused(&self, code: Code, message: &str) -> EngineError {
        match code == code::ONNX_RUNTIME_LACKS {
            true => EngineError::unsupported(format!("onnxruntime: {message}")),
            false => EngineError::failed(format!("onnxruntime does not run the model: {message}")),
        }
    }

    fn ended(&self, what: &str, said: &str) -> EngineError {
        EngineError::failed(format!("the process of onnxruntime ended during {what}")).output(said)
    }

    fn late(&self, what: &str) -> EngineError {
        EngineError::failed(format!("{what} took longer than {} seconds", self.timeout.as_secs_f64()))
    }
}

/// Where the library is: as given, else as [`LIBRARY_VARIABLE`] says, else in the package of a Python.
pub fn find_onnxruntime(given: Option<&Path>, python: &Path) -> Result<PathBuf, EngineError> {
    let variable = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty());
    if let Some(library) = given.map(Path::to_path_buf).or(variable.map(PathBuf::from)) {
        return match library.is_file() {
            // The loader looks for a bare file name in other places than the current folder.
            true => Ok(std::path::absolute(&library).unwrap_or(library)),
            false => Err(EngineError::absent(format!("there is no library `{}`", library.display()))),
        };
    }
    in_package(python).ok_or_else(|| {
        EngineError::absent(format!(
            "`{}` has no package onnxruntime, and neither `find_onnxruntime` nor {LIBRARY_VARIABLE} names its library",
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
    // A package that is found relative to the current folder is one that somebody put there, not one that is installed.
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
