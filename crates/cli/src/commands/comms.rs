//! `partita comms`

use std::time::{Duration, Instant};

use partita::hlo::{CommsFixes, Partitioned};

use super::cost::read_machine;
use super::partition::{Given, each_module};
use super::summary;
use crate::args::{Common, Comms};
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Timing};

pub(super) fn run_comms(arguments: &Comms, common: &Common) -> Exit {
    let options = summary::options(&arguments.list);
    let machine = arguments.partition.hardware.as_deref().map(|name| read_machine(name, common)).transpose();
    let machine = match machine {
        Ok(machine) => machine,
        Err(exit) => return exit,
    };
    each_module(&arguments.input, &arguments.partition, common, |partitioned, timing| {
        let comms = partitioned.comms_on(machine.as_ref());
        let mut view = comms.summary(options);
        if arguments.fix {
            match find_fixes(arguments, partitioned, common, timing) {
                Ok(CommsFixes { price, fixes, .. }) => view = view.with_fixes(price, fixes),
                Err(code) => return code,
            }
        }
        output::print_view(&view, common);
        Exit::Fine
    })
}

/// Tries annotations for the largest groups, within the time limit.
fn find_fixes(
    arguments: &Comms,
    partitioned: &Partitioned,
    common: &Common,
    timing: &mut Timing,
) -> Result<CommsFixes, Exit> {
    let given = Given::read(&arguments.partition, common)?;
    let propagation = given.propagation().notation(arguments.written.notation());
    let partitioning = given.partitioning(&arguments.partition);
    let is_over = time_limit(arguments.time_limit);
    let top = arguments.list.top;
    let fixes = partitioned.program().fix_comms(&propagation, &partitioning, top, &is_over, timing);
    fixes.map_err(|error| input::report_error(&error, common))
}

/// Whether a number of seconds from now is over.
pub(super) fn time_limit(seconds: f64) -> impl Fn() -> bool {
    let limit = Duration::try_from_secs_f64(seconds).ok();
    let end = limit.and_then(|limit| Instant::now().checked_add(limit));
    move || end.is_some_and(|end| Instant::now() >= end)
}
