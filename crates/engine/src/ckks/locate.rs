//! Where the library lies.

use std::path::{Path, PathBuf};

use super::error::CkksTrouble;
use crate::EngineError;

/// The variable that names the library where the command line does not.
pub const LIBRARY_VARIABLE: &str = "PARTITA_LATTIGO";

/// The library's file, in a folder `lattigo` beside what is built.
pub const LIBRARY_FILE: &str = "lattigo-linux.so";

/// The library: what the command line names, else what the variable names, else what `cargo xtask lattigo` fetched into
/// the folder that our own program was built in.
pub fn locate(named: Option<&Path>) -> Result<PathBuf, EngineError> {
    let variable = std::env::var_os(LIBRARY_VARIABLE).filter(|value| !value.is_empty());
    let named = named.map(Path::to_path_buf).or(variable.map(PathBuf::from));
    let found = match &named {
        // The loader looks for a bare file name in other places than the current folder.
        Some(path) => path.is_file().then(|| std::path::absolute(path).unwrap_or_else(|_| path.clone())),
        None => std::env::current_exe().ok().and_then(|program| beside(&program)),
    };
    found.ok_or_else(|| {
        let message = match named {
            Some(path) => format!("there is no library of Lattigo at `{}`", path.display()),
            None => "there is no library of Lattigo".to_string(),
        };
        EngineError::ckks(CkksTrouble::Absent, message)
    })
}

/// The library in a folder of a program that was built: tests lie one folder deeper.
fn beside(program: &Path) -> Option<PathBuf> {
    let folders = program.ancestors().skip(2).take(2);
    folders.map(|folder| folder.join("lattigo").join(LIBRARY_FILE)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_is_named() {
        let error = locate(Some(Path::new("/nonexistent/lattigo.so"))).expect_err("it is not there");
        assert_eq!(error.kind(), CkksTrouble::Absent);
        assert!(error.message.contains("/nonexistent/lattigo.so"), "{error}");
        assert!(beside(Path::new("/nonexistent/debug/partita")).is_none());
    }
}
