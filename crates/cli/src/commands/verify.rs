//! `partita verify`

use partita::hlo::{Allowed, Check, Seeds, verification_view, verify_on};

use super::partition::each_module;
use crate::args::{Common, Verify};
use crate::exit::Exit;
use crate::{engine, input, output, progress};

pub(super) fn run_verify(arguments: &Verify, common: &Common) -> Exit {
    let Verify { input, partition, engine: choice, reference, .. } = arguments;
    let seeds = Seeds { first: arguments.seed, count: arguments.seeds };
    let check = Check::from(seeds).allowed(allowed(arguments));
    if let Some(message) = engine::find_misused_option(choice, Some(*reference), &common.budget) {
        output::print_error(&message);
        return Exit::Usage;
    }
    each_module(input, partition, common, |partitioned, timing| {
        let report = timing.stage("run", || {
            let program = partitioned.runnable()?;
            let run = || {
                let mut engine = engine::start_local(choice, program.devices, common.limits)?;
                let mut reference = engine::start_reference(*reference, choice, common.limits)?;
                let count = check.seeds.count as usize;
                let mut watch = |done| progress::set_count(done as usize, count, "sets of inputs");
                watch(0);
                verify_on(&program, check, &mut *engine, &mut *reference, &mut watch)
            };
            let report = run().map_err(|failure| partitioned.failed(&failure))?;
            Ok((report, program.result_names))
        });
        match report {
            Ok((report, names)) => {
                let view = verification_view(&report, &names, check.seeds);
                output::print_view(&view, common);
                Exit::checked(view.equal)
            }
            Err(error) => input::report_error(&error, common),
        }
    })
}

/// The tolerances given by the options; without any, only rounding is allowed.
fn allowed(arguments: &Verify) -> Allowed {
    match (arguments.rtol, arguments.atol) {
        (None, None) => Allowed::Rounding,
        (rtol, atol) => Allowed::Within { relative: rtol.unwrap_or(0.0), absolute: atol.unwrap_or(0.0) },
    }
}
