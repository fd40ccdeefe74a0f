//! Developer tasks.
//!
//! `cargo xtask test` runs all tests; the other tasks are its steps, or are run by hand.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to its developer")]

mod arguments;
mod bench;
mod bench_against;
mod book;
mod browser;
mod built;
mod bytecode;
mod comms;
mod confirmed;
mod debug_options;
mod differential;
mod engine;
mod fuzz;
mod fuzz_onnx;
mod fuzz_targets;
mod heir;
mod interp;
mod kinds;
mod lattigo;
mod local_passes;
mod memory;
mod onnx_checker;
mod onnx_engine;
mod onnx_partition;
mod onnx_plans;
mod onnx_rules;
mod onnx_text;
mod onnx_vectors;
mod oracle;
mod partition;
mod passes;
mod python;
mod random;
mod readme_jax;
mod registered;
mod reshard;
mod reshards;
mod schedule;
mod seal;
mod supply;
mod test_command;
mod third_party;
mod tidy;
#[path = "../../crates/onnx/tests/vector_format/mod.rs"]
mod vector_format;
mod versions;
mod words;

use std::process::{Command, ExitCode};

use clap::Parser;

use crate::arguments::{Arguments, Task};

/// What a task returns: a message for the developer when it fails.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The process that runs onnxruntime is this program, started with another argument.
    if let [first, library] = arguments.as_slice()
        && first == partita_engine::onnx::SERVE_ARGUMENT
    {
        partita_engine::onnx::serve_onnxruntime(library.as_ref());
        return ExitCode::SUCCESS;
    }
    // So is the process that runs Lattigo.
    let outcome = match arguments.as_slice() {
        [first, library] if first == partita_engine::ckks::SERVE_COMMAND => {
            lattigo::serve_library(library.as_ref())
        }
        _ => run_task(Arguments::parse().task),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run_task(task: Task) -> Outcome {
    // Short enough to be typed when a run has to be repeated.
    let fresh = || fuzz::fresh_seed() % 1_000_000_000;
    match task {
        Task::Test(wanted) => test_command::run_all_tests(&wanted),
        Task::Tests { one_in } => built::Built::find()?.run_tests(one_in),
        Task::Tidy => tidy::run(),
        Task::Programs => oracle::all_programs(),
        Task::Differential { only, random } => {
            differential::compare_with_jaxlib(only.only.as_deref(), random.or(differential::GRAPHS))
        }
        Task::Graphs(random) => {
            let (seed, count) = random.or((fresh(), passes::GRAPHS));
            passes::agree_on_random_graphs(seed, count)
        }
        Task::Reshard { seed } => reshard::compare_plan_costs(seed.seed.unwrap_or_else(fresh)),
        Task::Reshards { count, seed } => {
            reshards::compare_collectives(seed.seed.unwrap_or_else(fresh), count)
        }
        Task::Partition { only, random_only, random } => match (random_only, random.or(partition::RANDOM)) {
            (true, (seed, count)) => partition::compare_random_programs(seed, count),
            (false, random) => partition::compare_programs(only.only.as_deref(), random),
        },
        Task::Python(wanted) => python::run_tests(&wanted),
        Task::Wheel => python::build_and_test_wheel(),
        Task::ReadmeJax => readme_jax::run_pages(),
        Task::Kinds => partition::every_kind().and_then(|()| engine::every_kind_alone()),
        Task::ThirdParty(only) => third_party::run_all(only.only.as_deref()),
        Task::Bytecode { all } => bytecode::agrees_with_jaxlib(all),
        Task::Versions => versions::agree_with_jaxlib(),
        Task::Memory => memory::agrees_with_xla(),
        Task::Interp(only) => interp::agrees_with_xla(only.only.as_deref()),
        Task::Engine { only, programs: Some(folder) } => engine::runs_a_folder(&folder, only.only.as_deref()),
        Task::Engine { only, programs: None } => engine::runs_what_is_partitioned(only.only.as_deref()),
        Task::OnnxText => onnx_text::agrees_with_protobuf(),
        Task::OnnxVectors { file } => onnx_vectors::run_vectors(&file),
        Task::OnnxRules(only) => onnx_rules::agree_with_onnxruntime(only.only.as_deref()),
        Task::OnnxEngine(only) => onnx_engine::run_all(only.only.as_deref()),
        Task::OnnxPartition { only, seed, trials, thorough } => {
            onnx_partition::compare_models(only.only.as_deref(), seed, trials, thorough)
        }
        Task::OnnxPlans(only) => onnx_plans::compare_plans(only.only.as_deref()),
        Task::Browser(wanted) => browser::run(&wanted),
        Task::Lattigo(wanted) => lattigo::run_task(&wanted),
        Task::Seal { test } => seal::run_task(test),
        Task::Ckks { slow } => lattigo::run_networks(slow),
        Task::Mutate { seconds, inputs, seed } => {
            let seed = seed.seed.unwrap_or_else(fresh);
            let seconds = seconds.unwrap_or(if inputs.is_some() { u64::MAX } else { 60 });
            fuzz::mutate_texts(seconds.div_ceil(2), inputs, seed)
                .and_then(|()| fuzz_onnx::mutate_models(seconds / 2, inputs, seed))
        }
        Task::Fuzz { minutes, only, jobs } => fuzz_targets::run_targets(minutes, only.only.as_deref(), jobs),
        Task::Book { pages } => book::build_book(pages),
        Task::Bench { against: Some(program) } => bench_against::compare_builds(&program),
        Task::Bench { against: None } => bench::write_benchmarks(),
        Task::Comms => comms::run_all(),
        Task::Bless => bless(),
    }
}

fn bless() -> Outcome {
    run(Command::new(cargo_path())
        .args(["test", "--workspace", "--quiet", "--no-fail-fast"])
        .env("BLESS", "1"))
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn cargo(arguments: &[&str]) -> Outcome {
    run(Command::new(cargo_path()).args(arguments))
}

fn run(command: &mut Command) -> Outcome {
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let status = command.status().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask is a folder of the repository").to_path_buf()
}

/// The folder for the files that tasks create.
fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
