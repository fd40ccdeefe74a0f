//! Commands that get less memory than they need. Rust ends a process whose allocation fails, so there may be no message; but nothing that
//! was there is lost, no file is left in parts, and nothing but success is reported as success.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, reason = "how much was tried is part of the result")]

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use command::{WRITING, partita, root};

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("partita-starved-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a temporary folder can be made");
    folder
}

/// Runs a command in so many KiB of address space.
fn starved(kib: u64, line: &str) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -c 0; ulimit -v {kib} && exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_partita")]).args(line.split(' ')).env("NO_COLOR", "1");
    // Rust's standard library reports an allocation that fails with a backtrace, and waits for itself when there is no memory for that.
    shell.env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    shell.current_dir(root()).stdin(Stdio::null()).output().expect("there is a shell")
}

/// The least address space in which a command does something at all, and that in which it ends well, in steps of this.
const STEP: u64 = 512;

/// Commands do their work between these two; what is between fails at one allocation or another.
fn least(line: &str, mut enough: u64, fails: impl Fn(&Output) -> bool) -> u64 {
    let mut little = 0;
    while enough - little > STEP {
        let middle = (little + enough) / 2;
        match fails(&starved(middle, line)) {
            true => little = middle,
            false => enough = middle,
        }
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
        let enough = least(&line, 4 << 20, |output| output.status.code() != Some(0));
        let begins = least("--version", enough, |output| output.status.code() != Some(0));
        for step in 0..=TRIES {
            fs::write(&file, "old").expect("writable");
            let kib = begins + (enough - begins) * step / TRIES;
            let output = starved(kib, &line);
            let now = fs::read(&file).expect("the file is there");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => assert!(now == new, "{line} in {kib} KiB: {} bytes", now.len()),
                // By a signal, or with a message.
                code => assert!(now == b"old", "{line} in {kib} KiB: {code:?}, {} bytes: {said}", now.len()),
            }
            match output.status.code() {
                Some(0) => fine += 1,
                Some(_) => refused += 1,
                None => ended += 1,
            }
            only_ours(&folder, name);
        }
        fs::remove_file(&file).expect("removable");
    }
    fs::remove_dir_all(&folder).expect("removable");
    eprintln!("{ended} runs were ended by a signal, {refused} refused, {fine} had enough");
    assert!(ended + refused > WRITING.len(), "{ended} ended, {refused} refused, {fine} had enough");
}

/// How many sizes are tried for each command.
const TRIES: u64 = 12;

/// A process that is ended may leave its temporary file, under a name that shows what it is, and nothing else.
fn only_ours(folder: &Path, name: &str) {
    for entry in fs::read_dir(folder).expect("readable").flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        if other != name {
            assert!(other.starts_with(".partita-") && other.ends_with(".tmp"), "{other}");
            fs::remove_file(entry.path()).expect("removable");
        }
    }
}
