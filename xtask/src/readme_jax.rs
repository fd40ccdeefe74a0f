//! The Python of the README, run as it stands there. What it writes must be read by `partita check`.

use std::fs;
use std::process::Command;

use crate::built::Built;
use crate::{Outcome, oracle, root, run, target};

/// Runs every block of Python in the README in one folder, and checks the programs that are there afterwards.
pub(crate) fn runs() -> Outcome {
    let readme = fs::read_to_string(root().join("README.md")).map_err(|error| error.to_string())?;
    let blocks: Vec<&str> =
        readme.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    if blocks.is_empty() {
        return Err("the README has no Python".into());
    }
    let folder = target().join("readme-jax");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let python = oracle::python()?;
    for (index, block) in blocks.iter().enumerate() {
        let script = format!("block{index}.py");
        fs::write(folder.join(&script), block).map_err(failed)?;
        // As on a laptop: one device.
        let mut command = Command::new(&python);
        command.arg(&script).current_dir(&folder).env("JAX_PLATFORMS", "cpu").env_remove("XLA_FLAGS");
        let output = command.output().map_err(failed)?;
        if !output.status.success() {
            return Err(format!("block {index} fails:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    let entries = fs::read_dir(&folder).map_err(failed)?.flatten().map(|entry| entry.path());
    let mut programs: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "mlir")).collect();
    programs.sort();
    if programs.is_empty() {
        return Err("the Python of the README writes no program".into());
    }
    let built = Built::find()?;
    for program in &programs {
        run(Command::new(built.partita()?).args(["check", "--deny-warnings"]).arg(program))?;
    }
    println!("{} blocks of Python, {} programs", blocks.len(), programs.len());
    Ok(())
}
