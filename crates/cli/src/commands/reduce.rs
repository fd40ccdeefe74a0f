//! `partita reduce`

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use partita::Source;
use partita::hlo::{Program, ReduceOptions, Seeds, UnknownDialects};
use partita::report::View;

use super::partition::Given;
use super::{load, parse_options, write};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::input;
use crate::output::{self, Timing};
use crate::reduce_args::Reduce;

/// The first code of a lint. Lints are run only to find one of them.
const FIRST_LINT: &str = "PA0800";

pub(super) fn run_reduce(arguments: &Reduce, common: &Common) -> Exit {
    Exit::of(reduce(arguments, common))
}

fn reduce(arguments: &Reduce, common: &Common) -> Outcome {
    let given = Given::read(&arguments.partition, common)?;
    let loaded = load(&arguments.file, false, common)?;
    let mut timing = Timing::default();
    let reading = parse_options(false, common);
    let program = Program::read_as_written(&loaded.source, loaded.parts[0].clone(), reading, &mut timing);
    if program.found().has_errors() && arguments.keep_code.is_none() && arguments.keep.is_none() {
        input::print_findings(program.source(), program.found(), common);
        return Err(Exit::Findings);
    }
    let scratch = Scratch::new()?;
    let mut keep = |text: &str| has_property(arguments, &given, &scratch, text, common);
    let options = ReduceOptions::default().max_trials(arguments.max_trials);
    let reduced = program.reduce(&mut keep, options, &mut timing);
    let reduced = reduced.map_err(|error| input::report_error(&error, common))?;
    output::eprint_text(&reduced.view.text());
    write(arguments.output.as_deref(), reduced.text)?;
    timing.report(common);
    Ok(Exit::Fine)
}

/// Whether a program has the property that the options name.
fn has_property(arguments: &Reduce, given: &Given, scratch: &Scratch, text: &str, common: &Common) -> bool {
    if let Some(command) = &arguments.keep {
        return scratch.succeeds(command, text);
    }
    let Ok(source) = Source::new("<reduced>", text) else { return false };
    let options = parse_options(false, common).unknown_dialects(UnknownDialects::Keep);
    let program = Program::read_part(&source, 0..text.len(), options, &mut ());
    let (propagation, partitioning) = (given.propagation(), given.partitioning(&arguments.partition));
    match arguments.keep_code {
        Some(code) => {
            let is_lint = code.to_string().as_str() >= FIRST_LINT;
            program.codes(&propagation, &partitioning, is_lint).contains(&code)
        }
        None => program.differs(&propagation, &partitioning, Seeds { first: 0, count: 2 }),
    }
}

/// A folder for the programs that a command is tried with. It is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Exit> {
        let folder = std::env::temp_dir().join(format!("partita-reduce-{}", std::process::id()));
        match fs::create_dir_all(&folder) {
            Ok(()) => Ok(Self(folder)),
            Err(error) => {
                output::print_error(&format!("cannot create {}: {error}", folder.display()));
                Err(Exit::Findings)
            }
        }
    }

    /// Runs a command on a program; what it prints is dropped.
    fn succeeds(&self, command: &str, text: &str) -> bool {
        let path = self.0.join("reduced.mlir");
        if fs::write(&path, text).is_err() {
            return false;
        }
        let stdin = if command.contains("{}") { Stdio::null() } else { stdin_from(&path) };
        let line = command.replace("{}", &path.to_string_lossy());
        let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        shell.args([if cfg!(windows) { "/C" } else { "-c" }, &line]);
        let status = shell.stdin(stdin).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }
}

fn stdin_from(path: &Path) -> Stdio {
    File::open(path).map_or_else(|_| Stdio::null(), Stdio::from)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
