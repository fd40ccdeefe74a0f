//! All fuzz targets in one program, so that it is built once. With the feature `libfuzzer`, libFuzzer has the `main`
//! function and `cargo xtask fuzz` runs this; without, the program tries the files it is given.
//!
//! | argument | what is done |
//! | --- | --- |
//! | `--list` | prints the names of the targets |
//! | `--seeds=DIR` | writes the inputs that each target starts from into a folder of its name |
//! | `--target=NAME --state=DIR` | fuzzes one target; failures and the current input are kept in the folder |
//!
//! What begins with one dash is for libFuzzer.

#![cfg_attr(feature = "libfuzzer", no_main)]
#![cfg_attr(not(feature = "libfuzzer"), allow(dead_code, reason = "only libFuzzer changes inputs"))]

mod memory;
#[cfg(feature = "libfuzzer")]
mod mutate;
mod seeds;
mod targets;
mod worker;

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use targets::FuzzTarget;
use worker::Worker;

#[global_allocator]
static ALLOCATOR: memory::Bounded = memory::Bounded;

struct Session {
    target: &'static FuzzTarget,
    worker: Mutex<Worker>,
}

static SESSION: OnceLock<Session> = OnceLock::new();

/// The value of `--name=value`.
fn option(name: &str) -> Option<String> {
    let prefix = format!("--{name}=");
    std::env::args().find_map(|argument| argument.strip_prefix(&prefix).map(str::to_string))
}

fn fail(message: &str) -> ! {
    eprintln!("partita-fuzz: {message}");
    std::process::exit(2)
}

/// The target of this run. Requests that need no fuzzing are answered, and end the process.
fn start() {
    if std::env::args().any(|argument| argument == "--list") {
        targets::TARGETS.iter().for_each(|target| println!("{}", target.name));
        std::process::exit(0);
    }
    if let Some(folder) = option("seeds") {
        match seeds::write_all(&PathBuf::from(folder)) {
            Ok(()) => std::process::exit(0),
            Err(error) => fail(&format!("cannot write seeds: {error}")),
        }
    }
    let name = option("target").unwrap_or_default();
    let Some(target) = targets::TARGETS.iter().find(|target| target.name == name) else {
        fail(&format!("unknown target `{name}`; --list prints them"));
    };
    let Some(state) = option("state") else { fail("--state=DIR is missing") };
    let worker = Worker::new(target, PathBuf::from(state)).unwrap_or_else(|error| fail(&error.to_string()));
    let _ = SESSION.set(Session { target, worker: Mutex::new(worker) });
}

fn session() -> &'static Session {
    SESSION.get().expect("libFuzzer initialises before it runs")
}

#[cfg(not(feature = "libfuzzer"))]
fn main() {
    start();
    let files = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    for file in files {
        match std::fs::read(&file) {
            Ok(input) => session().worker.lock().expect("one thread calls this").examine(&input),
            Err(error) => fail(&format!("{file}: {error}")),
        }
    }
}

#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_target!(init: start(), |input: &[u8]| {
    session().worker.lock().expect("one thread calls this").examine(input);
});

#[cfg(feature = "libfuzzer")]
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(session().target, data, size, max_size, seed)
});
