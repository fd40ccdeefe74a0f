//! `partita lit`: runs test files of MLIR tools.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use partita::filecheck::{
    CheckFile, CheckOptions, TestCommand, TestFileError, expected_errors, test_commands,
};
use partita::report::{TestFailureView, TestFileView, TestFilesView};

use crate::args::Common;
use crate::exit::Exit;
use crate::{output, progress, reading};

/// Programs that `partita opt` replaces.
const OPT_TOOLS: &[&str] = &["sdy_opt", "sdy-opt", "mlir-opt", "stablehlo-opt"];

/// The flag that compares diagnostics with those that the file expects.
const VERIFY: &str = "--verify-diagnostics";

/// The most lines of a command's errors that a failure shows.
const SHOWN_LINES: usize = 12;

pub(super) fn run_lit(files: &[PathBuf], common: &Common) -> Exit {
    let mut view = TestFilesView::default();
    progress::begin_stage("tests");
    for (index, file) in files.iter().enumerate() {
        progress::set_count(index, files.len(), "files");
        let failure = run_test(file).err();
        view.push(TestFileView { file: file.display().to_string(), failure });
    }
    progress::end_stage();
    output::print_view(&view, common);
    Exit::checked(view.failed == 0)
}

fn failure(line: usize, message: impl Into<String>, details: Vec<String>) -> TestFailureView {
    TestFailureView { line, message: message.into(), details }
}

fn mistake(error: TestFileError) -> TestFailureView {
    failure(error.line, format!("[{}] {}", partita::code::BAD_TEST_FILE, error.message), Vec::new())
}

/// What a command printed.
struct Printed {
    text: Vec<u8>,
    errors: Vec<u8>,
    succeeded: bool,
}

fn run_test(path: &Path) -> Result<(), TestFailureView> {
    let text = reading::read_text(path)
        .map_err(|error| failure(1, format!("cannot read it: {error}"), Vec::new()))?;
    let scratch = std::env::temp_dir().join(format!("partita-lit-{}", std::process::id()));
    let commands =
        test_commands(&text, &path.to_string_lossy(), &scratch.to_string_lossy()).map_err(mistake)?;
    let mut input: Vec<u8> = Vec::new();
    for command in &commands {
        let program = command.words[0].rsplit('/').next().unwrap_or_default();
        let printed = if program == "FileCheck" {
            let found = run_checks(command, &text, &input);
            match (found, command.fails) {
                (Ok(()), false) => Printed { text: Vec::new(), errors: Vec::new(), succeeded: true },
                (Err(_), true) => Printed { text: Vec::new(), errors: Vec::new(), succeeded: false },
                (Err(failure), false) => return Err(failure),
                (Ok(()), true) => {
                    return Err(failure(
                        command.line,
                        "the checks hold, but `not` expects a failure",
                        Vec::new(),
                    ));
                }
            }
        } else if OPT_TOOLS.contains(&program) {
            run_opt(command, &text, &input)?
        } else {
            let message = format!("[{}] unknown program `{program}`", partita::code::BAD_TEST_FILE);
            let known = format!("known are {}, FileCheck and not", OPT_TOOLS.join(", "));
            return Err(failure(command.line, message, vec![known]));
        };
        if printed.succeeded == command.fails {
            let what = if command.fails { "succeeds, but `not` expects a failure" } else { "fails" };
            let shown = String::from_utf8_lossy(&printed.errors)
                .lines()
                .filter(|line| !line.trim().is_empty())
                .take(SHOWN_LINES)
                .map(str::to_string)
                .collect();
            return Err(failure(command.line, format!("`{}` {what}", command.words.join(" ")), shown));
        }
        input = if command.pipes { printed.text } else { Vec::new() };
    }
    Ok(())
}

fn run_checks(command: &TestCommand, test: &str, input: &[u8]) -> Result<(), TestFailureView> {
    let bad = |message| mistake(TestFileError::at(command.line, message));
    let options = CheckOptions::parse(&command.words[1..]).map_err(bad)?;
    let checks = CheckFile::parse(test, options).map_err(mistake)?;
    checks.check(&String::from_utf8_lossy(input)).map_err(|found| {
        let place = format!("output line {}: {}", found.text_line, found.text.trim());
        failure(found.line, found.message, vec![found.check, place])
    })
}

/// Runs `partita opt` with the arguments of another tool.
fn run_opt(command: &TestCommand, test: &str, input: &[u8]) -> Result<Printed, TestFailureView> {
    let broken = |error: std::io::Error| {
        failure(command.line, format!("cannot run `partita opt`: {error}"), Vec::new())
    };
    let program = std::env::current_exe().map_err(broken)?;
    let mut child = Command::new(program)
        .arg("opt")
        .args(command.words[1..].iter().map(|word| long_flag(word)).filter(|word| word != VERIFY))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(broken)?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // The command may end without reading its input; then nothing is lost.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let done = child.wait_with_output().map_err(broken)?;
    let mut text = done.stdout;
    if command.merges_errors {
        text.extend_from_slice(&done.stderr);
    }
    let mut succeeded = done.status.success();
    if command.words.iter().any(|word| long_flag(word) == VERIFY) {
        let expected = expected_errors(test).map_err(mistake)?;
        let found = error_lines(&String::from_utf8_lossy(&done.stderr));
        if let Some(line) = expected.difference(&found).next() {
            return Err(failure(*line, "an error is expected here, but none is reported", Vec::new()));
        }
        succeeded |= !expected.is_empty() && found == expected;
    }
    Ok(Printed { text, errors: done.stderr, succeeded })
}

/// The lines of the errors that the command printed: the places after their messages.
fn error_lines(printed: &str) -> BTreeSet<usize> {
    let mut is_error = false;
    let mut lines = BTreeSet::new();
    for line in printed.lines() {
        if line.starts_with("error") || line.starts_with("warning") {
            is_error = line.starts_with("error");
        } else if let Some(place) = line.trim_start().strip_prefix("--> ").filter(|_| is_error) {
            lines.extend(place.rsplit(':').nth(1).and_then(|line| line.parse::<usize>().ok()));
        }
    }
    lines
}

/// Tools of LLVM accept one dash in front of long names.
fn long_flag(word: &str) -> String {
    let name = word.trim_start_matches('-');
    let is_short = !word.starts_with('-') || word.starts_with("--") || name.len() < 2 || word == "-o";
    if is_short { word.to_string() } else { format!("-{word}") }
}
