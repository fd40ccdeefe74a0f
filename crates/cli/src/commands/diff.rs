//! `partita diff`

use partita::report::{DiffView, ProgramOutline};

use super::partition::Given;
use super::{load, parse_options};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::input;
use crate::output::{self, Timing};
use crate::tool_args::Diff;

pub(super) fn run_diff(arguments: &Diff, common: &Common) -> Exit {
    Exit::of(compare(arguments, common))
}

fn compare(arguments: &Diff, common: &Common) -> Outcome {
    let given = Given::read(&arguments.partition, common)?;
    let propagation = given.propagation().notation(arguments.written.notation());
    let mut timing = Timing::default();
    let mut outline = |path| -> Result<ProgramOutline, Exit> {
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
