//! `partita diff`

use std::path::Path;

use partita::code;
use partita::report::{DiffView, ProgramOutline, read_record};

use super::partition::Given;
use super::{load, parse_options};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::output::{self, Timing};
use crate::tool_args::Diff;
use crate::{input, reading};

pub(super) fn run_diff(arguments: &Diff, common: &Common) -> Exit {
    Exit::of(compare(arguments, common))
}

fn compare(arguments: &Diff, common: &Common) -> Outcome {
    let given = Given::read(&arguments.partition, common)?;
    let propagation = given.propagation().notation(arguments.written.notation());
    let mut timing = Timing::default();
    let mut outline = |path: &Path| -> Result<ProgramOutline, Exit> {
        if is_json(path) {
            return recorded(path, common);
        }
        let loaded = load(path, false, common)?;
        let part = loaded.parts[0].clone();
        let program = input::read_module(&loaded, part, parse_options(false, common), &mut timing);
        given.note_module(program.module());
        let made = program.outline(&propagation, &given.partitioning(&arguments.partition), &mut timing);
        made.map_err(|error| input::report_error(&error, common))
    };
    let (before, after) = (outline(&arguments.before)?, outline(&arguments.after)?);
    let view = DiffView::new(&before, &after, arguments.top);
    output::print_view(&view, common);
    given.warn(common);
    timing.report(common);
    Ok(Exit::checked(!(arguments.exit_code && view.differs())))
}

/// Whether a file can only be a record: no MLIR text starts with a brace. A stream can be read only once, so it is a program.
fn is_json(path: &Path) -> bool {
    let is_object = |bytes: Vec<u8>| bytes.trim_ascii_start().first() == Some(&b'{');
    reading::file_length(path).is_some() && reading::read_bytes(path).is_ok_and(is_object)
}

/// Reads the record of a program, or prints why it cannot be read.
fn recorded(path: &Path, common: &Common) -> Result<ProgramOutline, Exit> {
    let text = reading::read_text(path).map_err(|error| {
        output::print_error(&format!("cannot read {}: {error}", path.display()));
        Exit::Usage
    })?;
    read_record(&text).map_err(|error| {
        let message = format!("{}: {}", path.display(), error.message);
        let help = "write a record with `partita export FILE --to json`";
        input::print_finding(code::RECORD_INVALID, &message, help, common);
        Exit::Findings
    })
}
