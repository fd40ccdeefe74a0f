//! Commands with less memory than they need. Rust aborts a process whose allocation fails, so there may be no message; but no existing
//! file is lost, no file is incomplete, and no failure is reported as success.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, reason = "the counts are part of the result")]

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use command::{WRITING, partita, root};

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("partita-starved-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a temporary folder can be created");
    folder
}

/// Runs a command with `kib` KiB of address space.
fn starved(kib: u64, line: &str) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -c 0; ulimit -v {kib} && exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_partita")]).args(line.split(' ')).env("NO_COLOR", "1");
    // With backtraces enabled, Rust's standard library can deadlock when an allocation fails: the backtrace allocates too.
    shell.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    // With one arena, glibc takes what is needed. By default each thread reserves 64 MiB, and where it cannot, every small
    // allocation becomes a mapping of its own, which takes ten times as long.
    shell.env("MALLOC_ARENA_MAX", "1");
    shell.current_dir(root()).stdin(Stdio::null()).output().expect("there is a shell")
}

/// The resolution of the search, in KiB.
const STEP: u64 = 64;

/// More than any of the commands needs, in KiB. The test fails if a command needs more.
const MOST: u64 = 512 << 10;

/// The smallest address space in which a command succeeds, by bisection.
fn least(line: &str) -> u64 {
    let (mut little, mut enough) = (0, MOST);
    while enough - little > STEP {
        let middle = (little + enough) / 2;
        if starved(middle, line).status.success() {
            enough = middle;
        } else {
            little = middle;
        }
    }
    // Addresses are random, so what a command needs varies by a few pages from run to run.
    while !starved(enough, line).status.success() {
        enough += STEP;
        assert!(enough <= MOST, "{line} fails in {MOST} KiB");
    }
    enough
}

#[test]
fn a_command_without_memory_loses_nothing() {
    let folder = folder();
    let (mut ended, mut refused, mut fine) = (0, 0, 0);
    for (line, name) in WRITING {
        let file = folder.join(name);
        let line = format!("{line} {}", file.display());
        let output =
            partita().args(line.split(' ')).current_dir(root()).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{line}");
        let new = fs::read(&file).expect("readable");
        let enough = least(&line);
        for step in 0..=TRIES {
            fs::write(&file, "old").expect("writable");
            let kib = enough - SHORT * step / TRIES;
            let output = starved(kib, &line);
            let now = fs::read(&file).expect("the file is there");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => assert!(now == new, "{line} in {kib} KiB: {} bytes", now.len()),
                // Killed by a signal, or failed with a message.
                code => {
                    assert!(now == b"old", "{line} in {kib} KiB: {code:?}, {} bytes: {stderr}", now.len())
                }
            }
            match output.status.code() {
                Some(0) => fine += 1,
                Some(_) => refused += 1,
                None => ended += 1,
            }
            remove_temporary_files(&folder, name);
        }
        fs::remove_file(&file).expect("removable");
    }
    fs::remove_dir_all(&folder).expect("removable");
    eprintln!(
        "{ended} runs were killed by a signal, {refused} failed with a message, {fine} had enough memory"
    );
    assert!(ended + refused > WRITING.len(), "{ended} killed, {refused} failed, {fine} had enough memory");
}

/// How much less than enough a command gets, at most, in KiB: most of what it allocates after it has started.
const SHORT: u64 = 2048;

/// The number of sizes to try for each command.
const TRIES: u64 = 12;

/// Asserts that the folder contains only the output and temporary files, which a killed process leaves, and removes the latter.
fn remove_temporary_files(folder: &Path, name: &str) {
    for entry in fs::read_dir(folder).expect("readable").flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        if other != name {
            assert!(other.starts_with(".partita-") && other.ends_with(".tmp"), "{other}");
            fs::remove_file(entry.path()).expect("removable");
        }
    }
}
