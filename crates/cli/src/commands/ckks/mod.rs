//! `partita ckks`: one file per command.

mod compile;
mod count;
mod demo;
mod deploy;
mod evaluate;
mod heir;
mod keys;
mod load;
mod lower;
mod measure;
mod parameters;
mod plan;
mod program;
mod report;
mod run;
mod simulate;
mod stopwatch;
mod values;

pub(super) use demo::judge_ckks_example;
use partita::Code;
use partita::ckks::CkksError;

use crate::args::Common;
use crate::ckks_args::CkksCommand;
use crate::exit::Exit;
use crate::input;

pub(super) fn run_ckks(command: &CkksCommand, common: &Common) -> Exit {
    let done = match command {
        CkksCommand::Count(arguments) => count::run_ckks_count(arguments, common),
        CkksCommand::Plan(arguments) => plan::run_ckks_plan(arguments, common),
        CkksCommand::Report(arguments) => report::run_ckks_report(arguments, common),
        CkksCommand::Lower(arguments) => lower::run_ckks_lower(arguments, common),
        CkksCommand::Simulate(arguments) => simulate::run_ckks_simulate(arguments, common),
        CkksCommand::Measure(arguments) => measure::run_ckks_measure(arguments, common),
        CkksCommand::Run(arguments) => run::run_encrypted(arguments, common),
        CkksCommand::Compile(arguments) => compile::run_ckks_compile(arguments, common),
        CkksCommand::Keygen(arguments) => keys::run_ckks_keygen(arguments, common),
        CkksCommand::Encrypt(arguments) => keys::run_ckks_encrypt(arguments, common),
        CkksCommand::Evaluate(arguments) => evaluate::run_ckks_evaluate(arguments, common),
        CkksCommand::Decrypt(arguments) => keys::run_ckks_decrypt(arguments, common),
    };
    Exit::of(done)
}

/// Prints an error and returns the exit code.
pub(super) fn print_ckks_error(error: &CkksError, common: &Common) -> Exit {
    finding(error.code, &error.message, &error.help, common)
}

fn finding(code: Code, message: &str, help: &str, common: &Common) -> Exit {
    input::print_finding(code, message, help, common);
    Exit::Findings
}
