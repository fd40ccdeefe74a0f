//! Runs the command, for all tests of it.

#![allow(dead_code, reason = "every test uses some of it")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the repository exists")
}

/// The command without colours.
pub(crate) fn partita() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_partita"));
    command.env("NO_COLOR", "1");
    command
}

/// Runs a command with something piped in.
pub(crate) fn piped(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The command may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("writing does not panic");
    output
}
