//! `partita ckks`: one file per command.

mod count;
mod demo;
mod load;
mod lower;
mod parameters;
mod plan;
mod program;
mod run;
mod simulate;
mod values;

pub(super) use demo::judge as judge_example;
use partita_base::Code;
use partita_ckks::CkksError;

use crate::args::Common;
use crate::ckks_args::CkksCommand;
use crate::exit::Exit;
use crate::input;

pub(super) fn run(command: &CkksCommand, common: &Common) -> Exit {
    let done = match command {
        CkksCommand::Count { network, ring } => count::run(network, ring, common),
        CkksCommand::Plan { network, ring, html } => plan::run(network, ring, html.as_deref(), common),
        CkksCommand::Lower { network, passes, seed, stage } => {
            lower::run(network, passes, *seed, *stage, common)
        }
        CkksCommand::Simulate { network, values, passes, program } => {
            simulate::run(network, values, passes, program.as_deref(), common)
        }
        CkksCommand::Run(arguments) => run::run(arguments, common),
    };
    Exit::of(done)
}

/// Prints why something cannot be done.
pub(super) fn refuse(error: &CkksError, common: &Common) -> Exit {
    finding(error.code, &error.message, &error.help, common)
}

fn finding(code: Code, message: &str, help: &str, common: &Common) -> Exit {
    input::print_finding(code, message, help, common);
    Exit::Findings
}
