//! Developer tasks.
//!
//! `cargo xtask test` is the whole test command; the others are its parts, and what is run by hand.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to its developer")]

mod bench;
mod comms;
mod confirmed;
mod debug_options;
mod differential;
mod engine;
mod fuzz;
mod fuzz_onnx;
mod fuzz_targets;
mod interp;
mod kinds;
mod lattigo;
mod local_passes;
mod memory;
mod onnx_checker;
mod onnx_engine;
mod onnx_partition;
mod onnx_rules;
mod onnx_text;
mod onnx_vectors;
mod oracle;
mod partition;
mod passes;
mod random;
mod readme_jax;
mod registered;
mod reshard;
mod reshards;
mod schedule;
mod supply;
mod third_party;
mod tidy;
#[path = "../../crates/onnx/tests/vector_format/mod.rs"]
mod vector_format;
mod versions;
mod whole;

use std::process::{Command, ExitCode};

/// What a task returns: a message for the developer when it fails.
type Outcome = Result<(), String>;

const USAGE: &str = "cargo xtask TASK

    test [--quick | --long | --record]
                          everything: tidy, lints, tests, comparison with jaxlib, mutated inputs
                          (--quick leaves out what needs Python; --long adds programs of JAX libraries,
                          the newest jaxlib, and random programs from a new seed, and asks jaxlib also about
                          what it has confirmed before; --record asks that, and rewrites oracle/confirmed)
    tidy                  rules of the repository that no compiler checks
    programs              make the Python environment and the programs that the comparisons share
    differential [--only NAME] [--graphs N] [--seed N]
                          comparison with jaxlib alone: the programs, then random graphs from a seed
    graphs [--graphs N] [--seed N]
                          only random graphs; a new seed each time unless one is given
    reshard [--seed N]    redistribution plans against those of Shardy's pass; a new seed for the sampled pairs unless one
                          is given
    reshards [--count N] [--seed N]
                          all small reshards and random ones; a new seed each time unless one is given
    partition [--only NAME] [--random] [--seed N] [--graphs N]
                          partitioned programs against the programs as they are; with --random only random ones
    readme-jax            the Python of the README, whose programs `partita check` reads
    kinds                 programs of every kind, partitioned, in the interpreter and on XLA
    third-party [--only NAME]
                          programs of JAX libraries: read, printed, propagated, partitioned and run
    versions              small programs lowered with the pinned and the newest jax, propagated as the jaxlib of each does;
                          the newest needs Python 3.12, found on PATH or named by PARTITA_PYTHON_NEW
    memory                the sizes of arguments and results of partitioned programs against XLA's
    interp [--only NAME]  comparison of the interpreter with XLA alone
    engine [--only NAME] [--programs DIR]
                          partitioned programs on XLA's devices, in one process and in two; or those of a folder
    onnx-text             ONNX models as text and JSON, against Google's protobuf
    onnx-vectors FILE     sharding vectors of a file in the format of testdata/onnx/vectors.json
    onnx-rules [--only NAME]
                          signatures and types of ONNX ops on onnx's test cases, cut and run with onnxruntime
    onnx-engine [--only NAME]
                          ONNX models and test cases of single ops on onnxruntime and on the embedded runtime
    onnx-partition [--only NAME] [--seed N] [--trials N] [--thorough]
                          partitioned ONNX models against the models as they are, on onnxruntime
    lattigo [--test | --measure | --measure-bootstrap LOG_N...]
                          fetch the library of Lattigo and print its path; or run the tests that need it; or measure
                          what ops cost, or what bootstraps cost in rings of these degrees, as JSON
    ckks [--slow]         run small networks encrypted, against plain numbers; and a large one
    mutate [--seconds N | --inputs N] [--seed N]
                          mutate texts and models and read them; a new seed each time unless one is given
    fuzz [--minutes N] [--only NAME] [--jobs N]
                          coverage-guided fuzzing of every reader and what follows it; corpora grow under target/fuzz
    bench                 measure against jaxlib and rewrite BENCHMARKS.md
    comms                 count the bytes that devices send, against XLA and Shardy, and rewrite that section
    bless                 accept the current output of the golden tests
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The process that holds onnxruntime is this program again.
    if let [first, library] = arguments.as_slice()
        && first == partita_engine::onnx::SERVE_ARGUMENT
    {
        partita_engine::onnx::serve(library.as_ref());
        return ExitCode::SUCCESS;
    }
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let number = |name: &str| option(name).and_then(|text| text.parse::<u64>().ok());
    let outcome = match arguments.first().map(String::as_str) {
        Some("test") => whole::test(&arguments),
        Some("tidy") => tidy::run(),
        Some("programs") => oracle::all_programs(),
        Some("differential") => {
            let (seed, count) = differential::GRAPHS;
            let graphs = (number("--seed").unwrap_or(seed), number("--graphs").unwrap_or(count));
            differential::run(option("--only").as_deref(), graphs)
        }
        Some("graphs") => {
            let seed = number("--seed").unwrap_or_else(|| fuzz::fresh_seed() % 1_000_000_000);
            passes::agree_on_random_graphs(seed, number("--graphs").unwrap_or(5000))
        }
        Some("reshard") => reshard::run(number("--seed").unwrap_or_else(fuzz::fresh_seed)),
        Some("reshards") => {
            let seed = number("--seed").unwrap_or_else(|| fuzz::fresh_seed() % 1_000_000_000);
            reshards::run(seed, number("--count").unwrap_or(100_000) as usize)
        }
        Some("partition") => {
            let (seed, count) = partition::RANDOM;
            let wanted = (number("--seed").unwrap_or(seed), number("--graphs").unwrap_or(count));
            match arguments.iter().any(|argument| argument == "--random") {
                true => partition::random(wanted.0, wanted.1),
                false => partition::run(option("--only").as_deref(), wanted),
            }
        }
        Some("readme-jax") => readme_jax::runs(),
        Some("kinds") => partition::every_kind().and_then(|()| engine::every_kind_alone()),
        Some("third-party") => third_party::run_all(option("--only").as_deref()),
        Some("versions") => versions::agree_with_jaxlib(),
        Some("memory") => memory::agrees_with_xla(),
        Some("interp") => interp::agrees_with_xla(option("--only").as_deref()),
        Some("engine") => match option("--programs") {
            Some(folder) => engine::runs_a_folder(folder.as_ref(), option("--only").as_deref()),
            None => engine::runs_what_is_partitioned(option("--only").as_deref()),
        },
        Some("onnx-partition") => onnx_partition::run(
            option("--only").as_deref(),
            number("--seed").unwrap_or(1),
            number("--trials").unwrap_or(1),
            arguments.iter().any(|argument| argument == "--thorough"),
        ),
        Some("onnx-text") => onnx_text::agrees_with_protobuf(),
        Some("onnx-vectors") => onnx_vectors::run(arguments.get(1).map(String::as_str)),
        Some("onnx-rules") => onnx_rules::agree_with_onnxruntime(option("--only").as_deref()),
        Some("onnx-engine") => onnx_engine::run_all(option("--only").as_deref()),
        Some("ckks") => lattigo::networks(arguments.iter().any(|argument| argument == "--slow")),
        Some("lattigo") => match arguments.get(1).map(String::as_str) {
            Some("--test") => lattigo::tests(),
            Some("--measure") => lattigo::measures(),
            Some("--measure-bootstrap") => lattigo::measures_bootstraps(&arguments[2..]),
            _ => lattigo::fetches(),
        },
        // Measuring starts this very program again.
        Some(partita_engine::ckks::SERVE_COMMAND) => lattigo::serves(arguments.get(1).map(String::as_str)),
        Some("fuzz") => {
            let minutes = option("--minutes").and_then(|text| text.parse().ok()).unwrap_or(20.0);
            fuzz_targets::run(minutes, option("--only").as_deref(), number("--jobs").unwrap_or(1))
        }
        Some("mutate") => {
            let seed = number("--seed").unwrap_or_else(fuzz::fresh_seed);
            let inputs = number("--inputs");
            let seconds = number("--seconds").unwrap_or(if inputs.is_some() { u64::MAX } else { 60 });
            fuzz::run(seconds.div_ceil(2), inputs, seed)
                .and_then(|()| fuzz_onnx::run(seconds / 2, inputs, seed))
        }
        Some("bench") => bench::run(),
        Some("comms") => comms::run_all(),
        Some("bless") => bless(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn bless() -> Outcome {
    run(Command::new(cargo_path()).args(["test", "--workspace", "--quiet"]).env("BLESS", "1"))
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn cargo(arguments: &[&str]) -> Outcome {
    run(Command::new(cargo_path()).args(arguments))
}

fn run(command: &mut Command) -> Outcome {
    command.current_dir(root());
    let status = command.status().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the repository").to_path_buf()
}

/// The folder for what tasks make.
fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
