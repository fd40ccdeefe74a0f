//! Runs files of ONNX sharding vectors, one line per vector.

use std::fs;
use std::path::Path;

use crate::{Outcome, vector_format};

/// Runs the vectors of a file; fails if any fails.
pub(crate) fn run_vectors(path: &Path) -> Outcome {
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let path = path.display();
    let all = vector_format::read(&text).map_err(|error| format!("{path}: {error}"))?;
    let mut failed = 0;
    for (id, vector) in &all {
        // A panic fails its vector, not the run.
        let verdict = std::panic::catch_unwind(|| vector_format::run(vector))
            .unwrap_or_else(|_| Err("panicked".into()));
        match verdict {
            Ok(()) => println!("ok      {id}"),
            Err(why) => {
                failed += 1;
                println!("FAILED  {id}: {why}");
            }
        }
    }
    println!("{} passed, {failed} failed", all.len() - failed);
    if failed == 0 { Ok(()) } else { Err(format!("{failed} vectors of {path} failed")) }
}
