//! `# test: command`: every line is the arguments of a command. `NAME.in` is piped in, `NAME.out` is what is printed and the exit code.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Author, Chunking, Expected, Test, TestKind};
use crate::file::Chunk;
use crate::found::Found;
use crate::runner::repository_root;

pub(super) const KIND: TestKind = TestKind {
    word: "command",
    chunking: Chunking::Lines,
    tests: &[Test {
        run,
        expected: Expected::Beside("out"),
        author: Author::Partita,
        compared: without_rounding,
    }],
    fewest: 289,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    let program = chunk.program.ok_or("commands are run by the tests of partita-cli")?;
    let line = chunk.text.trim_end();
    let input = fs::read(chunk.path.with_extension("in")).unwrap_or_default();
    let output = piped(program, &split_command_line(line), input)
        .map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(format!("$ partita {line}\n{output}").into())
}

/// Runs the command, with something piped in; what it prints and its exit code.
fn piped(program: &Path, arguments: &[String], input: Vec<u8>) -> std::io::Result<String> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(repository_root()).env("NO_COLOR", "1").env_remove("COLUMNS");
    // What is printed does not depend on whether there is an XLA.
    command.env("PARTITA_PYTHON", "/nonexistent/python");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // The command may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output()?;
    writer.join().expect("writing does not panic");
    let [printed, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    Ok(format!("{printed}{errors}exit {}\n", output.status.code().unwrap_or(-1)))
}

/// Splits at spaces; single quotes keep an argument together.
pub fn split_command_line(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut started) = (false, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                started = true;
            }
            ' ' if !quoted => {
                if started {
                    words.push(std::mem::take(&mut word));
                }
                started = false;
            }
            c => {
                word.push(c);
                started = true;
            }
        }
    }
    if started {
        words.push(word);
    }
    words
}

/// A text without how far results are apart by rounding, which depends on the instructions that a processor has.
pub fn without_rounding(text: &str) -> String {
    let line = |line: &str| match line.split_once("; largest difference ") {
        Some((before, _)) => before.replacen("equal within rounding", "equal", 1),
        None => line.to_string(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
