//! The programs that one build of the workspace makes: the command, and the tests of every crate.
//!
//! Tasks start these files themselves. `cargo test --package …` would choose other features of shared dependencies than
//! the build of the entire workspace does, compile half of it again for that, and wait for every other step that
//! builds.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;

use crate::oracle::READY_VARIABLE;
use crate::{Outcome, cargo_path, root, target};

/// An executable that cargo built.
#[derive(Debug, PartialEq, Eq)]
struct Executable {
    package: String,
    /// The name of cargo's target.
    name: String,
    is_test: bool,
    path: PathBuf,
    /// The folder of the package, in which cargo starts its tests.
    folder: PathBuf,
}

/// All executables of one build, and the native module of the Python package.
pub(crate) struct Built {
    programs: Vec<Executable>,
    native_module: Option<PathBuf>,
}

impl Built {
    /// Builds the workspace; cargo's progress is visible.
    pub(crate) fn build() -> Result<Self, String> {
        println!("building the tests");
        let start = Instant::now();
        let mut command = Command::new(cargo_path());
        // Not `--all-targets`, which would compile unit tests also in the crates that leave them to `suite`.
        // `--lib` adds the native module of the Python package, which no program needs.
        command.args(["build", "--workspace", "--lib", "--bins", "--tests"]);
        command.arg("--message-format=json-render-diagnostics");
        command.current_dir(root()).stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
        if !output.status.success() {
            return Err("the workspace does not build".into());
        }
        println!("built in {:.0} s", start.elapsed().as_secs_f64());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let list = list();
        fs::write(&list, &text).map_err(|error| format!("{}: {error}", list.display()))?;
        Ok(Self::of(&text))
    }

    /// The executables of the build before the steps; a step that is started alone builds them.
    pub(crate) fn find() -> Result<Self, String> {
        if std::env::var_os(READY_VARIABLE).is_none() {
            return Self::build();
        }
        let list = list();
        let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        Ok(Self::of(&text))
    }

    /// The executables among cargo's messages, of which there is one per line.
    fn of(messages: &str) -> Self {
        let program = |line: &str| {
            let message: Value = serde_json::from_str(line).ok()?;
            // `path+file:///folder/crates/cli#partita-cli@0.1.0`; the name is left out where it is that of the folder.
            let (folder, name) = message["package_id"].as_str()?.rsplit_once('#')?;
            let package =
                name.split_once('@').map_or_else(|| folder.rsplit('/').next(), |(name, _)| Some(name));
            Some(Executable {
                package: package?.to_string(),
                name: message["target"]["name"].as_str()?.to_string(),
                is_test: message["profile"]["test"].as_bool()?,
                path: message["executable"].as_str()?.into(),
                folder: Path::new(message["manifest_path"].as_str()?).parent()?.into(),
            })
        };
        let library = |line: &str| {
            let message: Value = serde_json::from_str(line).ok()?;
            let is_native =
                message["target"]["name"] == "partita_python" && message["profile"]["test"] == false;
            Some(message["filenames"].get(0).filter(|_| is_native)?.as_str()?.into())
        };
        let native_module = messages.lines().find_map(library);
        Self { programs: messages.lines().filter_map(program).collect(), native_module }
    }

    /// The command line.
    pub(crate) fn partita(&self) -> Result<&Path, String> {
        let is_command = |program: &&Executable| program.name == "partita" && !program.is_test;
        let found = self.programs.iter().find(is_command).ok_or("the build made no `partita`")?;
        Ok(&found.path)
    }

    /// The native module of the Python package.
    pub(crate) fn native_module(&self) -> Result<&Path, String> {
        self.native_module.as_deref().ok_or_else(|| "the build made no native module of Python".into())
    }

    /// A test program, to be started in the folder of its package as cargo does.
    pub(crate) fn test(&self, package: &str, name: &str) -> Result<Command, String> {
        let is_wanted =
            |program: &&Executable| program.is_test && program.package == package && program.name == name;
        let program = self.programs.iter().find(is_wanted);
        Ok(started(program.ok_or_else(|| format!("the build made no test `{name}` of {package}"))?))
    }

    /// Runs all test programs, two at a time, because many of them wait for commands that they start; of the runs with
    /// hostile inputs only one in `one_in`. A failure does not stop the others.
    pub(crate) fn run_tests(&self, one_in: Option<NonZeroUsize>) -> Outcome {
        let left = Mutex::new(self.programs.iter().filter(|program| program.is_test));
        let failed = Mutex::new(Vec::new());
        let work = || {
            while let Some(program) = next(&left) {
                let name = format!("{}/{}", program.package, program.name);
                let mut command = started(program);
                command.envs(one_in.map(|count| ("PARTITA_ONE_IN", count.to_string())));
                let output = command.output();
                let succeeded = output.as_ref().is_ok_and(|output| output.status.success());
                println!("{name}\n{}", shown(output));
                if !succeeded {
                    failed.lock().expect("no thread panics").push(name);
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(work);
            work();
        });
        let failed = failed.into_inner().expect("no thread panics");
        if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
    }
}

/// The next item of an iterator that several threads share. The lock is released before the item is used.
fn next<T>(left: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    left.lock().expect("no thread panics").next()
}

/// The output of a test program, or why it could not be started.
fn shown(output: io::Result<Output>) -> String {
    match output {
        Ok(output) => {
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
        }
        Err(error) => format!("cannot start: {error}"),
    }
}

fn list() -> PathBuf {
    target().join("built.json")
}

fn started(program: &Executable) -> Command {
    let mut command = Command::new(&program.path);
    command.arg("--quiet").current_dir(&program.folder);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executables_are_found_among_messages() {
        let messages = r#"{"reason":"compiler-artifact","package_id":"path+file:///r/crates/cli#partita-cli@0.1.0","manifest_path":"/r/crates/cli/Cargo.toml","target":{"name":"ckks"},"profile":{"test":true},"executable":"/r/target/ckks-1"}
{"reason":"compiler-artifact","package_id":"path+file:///r/crates/ir#partita-ir@0.1.0","manifest_path":"/r/crates/ir/Cargo.toml","target":{"name":"partita_ir"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","package_id":"path+file:///r/xtask#0.1.0","manifest_path":"/r/xtask/Cargo.toml","target":{"name":"xtask"},"profile":{"test":false},"executable":"/r/target/xtask"}
{"reason":"build-finished","success":true}"#;
        let built = Built::of(messages);
        let found: Vec<_> = built
            .programs
            .iter()
            .map(|program| (&*program.package, &*program.name, program.is_test))
            .collect();
        assert_eq!(found, [("partita-cli", "ckks", true), ("xtask", "xtask", false)]);
        assert_eq!(built.programs[0].folder, Path::new("/r/crates/cli"));
        assert!(built.test("partita-cli", "ckks").is_ok() && built.test("partita-ckks", "ckks").is_err());
        assert!(built.partita().is_err());
    }
}
