//! Makes a Python with SEAL, and runs client and server with it.

use std::path::PathBuf;

use partita_engine::ckks::SEAL_VARIABLE;

use crate::built::Built;
use crate::{Outcome, oracle, run};

/// The Python, made on first use. `partita` finds it beside the folder it was built in.
pub(crate) fn python() -> Result<PathBuf, String> {
    oracle::environment("seal", "oracle/seal.txt")
}

/// Makes the Python and prints its path, or runs the tests that need it.
pub(crate) fn run_task(test: bool) -> Outcome {
    match python() {
        Ok(python) if test => run(Built::find()?.test("partita-cli", "deploy")?.env(SEAL_VARIABLE, python)),
        Ok(python) => {
            println!("{}", python.display());
            Ok(())
        }
        // There is no wheel for every system.
        Err(why) if test => {
            println!("SEAL is skipped: {why}");
            Ok(())
        }
        Err(why) => Err(why),
    }
}
