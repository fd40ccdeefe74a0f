//! Finds the shared library.

use std::path::{Path, PathBuf};

use super::error::CkksTrouble;
use crate::EngineError;

/// The environment variable with the path of the library, used if the caller gives none.
pub const LIBRARY_VARIABLE: &str = "PARTITA_LATTIGO";

/// The file name of the library, in a folder `lattigo` next to the build output.
pub const LIBRARY_FILE: &str = "lattigo-linux.so";

/// The given library, else that of the environment variable, else the one that `cargo
/// xtask lattigo` fetched into the folder in which this program was built.
pub fn locate_library(named: Option<&Path>) -> Result<PathBuf, EngineError> {
    let variable = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty());
    let named = named.map(Path::to_path_buf).or(variable.map(PathBuf::from));
    let found = match &named {
        // The dynamic loader would search a bare file name in the system's folders, not in the current one.
        Some(path) => path.is_file().then(|| std::path::absolute(path).unwrap_or_else(|_| path.clone())),
        None => std::env::current_exe().ok().and_then(|program| beside(&program)),
    };
    found.ok_or_else(|| {
        let message = match named {
            Some(path) => format!("cannot find the Lattigo library at `{}`", path.display()),
            None => "cannot find the Lattigo library".to_string(),
        };
        EngineError::ckks(CkksTrouble::Absent, message)
    })
}

/// The library next to a built program; test programs are one folder deeper.
fn beside(program: &Path) -> Option<PathBuf> {
    let folders = program.ancestors().skip(2).take(2);
    folders.map(|folder| folder.join("lattigo").join(LIBRARY_FILE)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_is_named() {
        let error = locate_library(Some(Path::new("/nonexistent/lattigo.so"))).expect_err("it is not there");
        assert_eq!(error.kind(), CkksTrouble::Absent);
        assert!(error.message.contains("/nonexistent/lattigo.so"), "{error}");
        assert!(beside(Path::new("/nonexistent/debug/partita")).is_none());
    }
}
