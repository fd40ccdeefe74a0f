//! The Python code of the README and the book: blocks of Python, sessions that start Python, and the examples that
//! Python lowers.
//!
//! Everything runs in a copy of the repository's `examples`, as on a laptop: one device, nothing from this repository
//! on Python's path.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::built::Built;
use crate::{Outcome, oracle, root, run, target};

#[path = "../../crates/cli/tests/page/mod.rs"]
mod page;

/// Makes the locations of lowered examples independent of where the repository is: `examples/jax/train.py:8`.
const LOCATIONS: (&str, &str) = ("JAX_HLO_SOURCE_FILE_CANONICALIZATION_REGEX", "^.*/(?=examples/)");

/// Lowers the examples again, then runs the Python of every page. `BLESS=1` accepts the new texts.
pub(crate) fn run_pages() -> Outcome {
    let folder = target().join("readme-jax");
    let failed = |error: io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    copy(&root().join("examples"), &folder.join("examples")).map_err(failed)?;
    let built = Built::find()?;
    let runner = PageRunner { folder: &folder, python: &oracle::python()?, partita: built.partita()? };
    let examples = runner.lower_examples()?;
    let mut blocks = 0;
    let mut sessions = 0;
    for path in page::documents(&root()) {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        blocks += runner.run_blocks(&path, &text)?;
        sessions += runner.run_sessions(&path, &text)?;
    }
    runner.check_programs()?;
    if blocks == 0 || sessions == 0 {
        return Err("expected blocks of Python and sessions that use it in the pages".into());
    }
    println!("{examples} examples, {blocks} blocks of Python, {sessions} sessions");
    Ok(())
}

/// The folder in which pages are run, and the programs that they start.
struct PageRunner<'p> {
    folder: &'p Path,
    python: &'p Path,
    partita: &'p Path,
}

impl PageRunner<'_> {
    fn python(&self, script: &Path) -> Outcome {
        let mut command = Command::new(self.python);
        command.arg(script).current_dir(self.folder);
        command.env("JAX_PLATFORMS", "cpu").env_remove("XLA_FLAGS").env(LOCATIONS.0, LOCATIONS.1);
        let output = command.output().map_err(|error| format!("{}: {error}", self.python.display()))?;
        if output.status.success() {
            Ok(())
        } else {
            Err(format!("{} fails:\n{}", script.display(), String::from_utf8_lossy(&output.stderr)))
        }
    }

    /// Every script under `examples/jax` writes the program that is beside it.
    fn lower_examples(&self) -> Result<usize, String> {
        let entries = fs::read_dir(root().join("examples/jax")).map_err(|error| error.to_string())?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut scripts: Vec<String> = names.filter(|name| name.ends_with(".py")).collect();
        scripts.sort();
        for script in &scripts {
            let program = Path::new("examples/jax").join(script.replace(".py", ".mlir"));
            let [made, kept] = [self.folder.join(&program), root().join(&program)];
            fs::remove_file(&made).map_err(|error| format!("{}: {error}", made.display()))?;
            self.python(&Path::new("examples/jax").join(script))?;
            run(Command::new(self.partita).args(["check", "--deny-warnings"]).arg(&made))?;
            let [new, old] = [&made, &kept].map(|path| fs::read_to_string(path).unwrap_or_default());
            if new != old && std::env::var_os("BLESS").is_some() {
                fs::write(&kept, new).map_err(|error| format!("{}: {error}", kept.display()))?;
            } else if new != old {
                return Err(format!("{} differs from the output of {script}", program.display()));
            }
        }
        Ok(scripts.len())
    }

    /// `partita check` accepts the programs that the Python of pages wrote.
    fn check_programs(&self) -> Outcome {
        let entries = fs::read_dir(self.folder).map_err(|error| error.to_string())?;
        let mut programs: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        programs.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
        if programs.is_empty() {
            return Err("expected a program from the Python of the pages, found none".into());
        }
        for program in &programs {
            run(Command::new(self.partita).args(["check", "--deny-warnings"]).arg(program))?;
        }
        Ok(())
    }

    /// Runs the blocks of Python of a page. One that begins with the name of a file, `# budget.py`, becomes that file
    /// instead, for the sessions that follow; a copy of an example has been run already.
    fn run_blocks(&self, path: &Path, text: &str) -> Result<usize, String> {
        let blocks = page::blocks(text).into_iter().filter(|block| block.kind == "python");
        let mut run = 0;
        for (index, block) in blocks.enumerate() {
            run += 1;
            let first = block.text.lines().next().unwrap_or_default();
            let named = first.trim_start_matches("# ").split([':', ' ']).next().unwrap_or_default();
            if named.starts_with("examples/") {
                continue;
            }
            let is_file = named.ends_with(".py");
            let name = if is_file { named.to_string() } else { format!("block{index}.py") };
            let script = self.folder.join(&name);
            fs::write(&script, block.text).map_err(|error| format!("{}: {error}", script.display()))?;
            if !is_file {
                self.python(Path::new(&name)).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        Ok(run)
    }

    /// Runs the sessions of a page that start Python, and compares their output with the page.
    fn run_sessions(&self, path: &Path, text: &str) -> Result<usize, String> {
        let mut sessions = 0;
        let updated = page::with_outputs(text, |line| {
            if !page::needs_python(line) {
                return None;
            }
            sessions += 1;
            Some(self.shell(line))
        });
        if updated != text && std::env::var_os("BLESS").is_some() {
            fs::write(path, updated).map_err(|error| format!("{}: {error}", path.display()))?;
        } else if updated != text {
            return Err(format!("{} differs from the output of its sessions:\n{updated}", path.display()));
        }
        Ok(sessions)
    }

    /// What a command line prints, in a shell that finds `python` and `partita`.
    fn shell(&self, line: &str) -> String {
        let line = line.replace("python ", "\"$PYTHON\" ").replace("partita ", "\"$PARTITA\" ");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(self.folder).env("NO_COLOR", "1");
        command.env("PYTHON", self.python).env("PARTITA", self.partita).env("JAX_PLATFORMS", "cpu");
        command.env(LOCATIONS.0, LOCATIONS.1);
        match command.output() {
            Ok(output) => [output.stdout, output.stderr]
                .map(|text| String::from_utf8_lossy(&text).into_owned())
                .concat(),
            Err(error) => format!("cannot start: {error}"),
        }
    }
}

/// Copies a folder and everything in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().expect("an entry of a folder has a name"));
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
