//! Runs files of ONNX sharding vectors, one line per vector.

use std::fs;

use partita_onnx::vectors;

use crate::Outcome;

/// Runs the vectors of a file; fails if any fails.
pub(crate) fn run(path: Option<&str>) -> Outcome {
    let path = path.ok_or("onnx-vectors needs a file")?;
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    let all = vectors::read(&text).map_err(|error| format!("{path}: {error}"))?;
    let mut failed = 0;
    for (id, vector) in &all {
        // A mistake of ours is one failed line as well.
        let verdict =
            std::panic::catch_unwind(|| vectors::run(vector)).unwrap_or_else(|_| Err("it panicked".into()));
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
