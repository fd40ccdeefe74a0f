//! Command lines and what they print. `testdata/cli/NAME.cmd` holds the arguments (one command per line),
//! `NAME.in` what is piped in, `NAME.out` the exit code and output; `BLESS=1` rewrites the last. The sessions in
//! README.md are run the same way.

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use command::root;

fn partita(arguments: &[String], input: &[u8]) -> Output {
    let mut command = command::partita();
    // What is printed does not depend on whether there is an XLA.
    command.args(arguments).current_dir(root()).env("PARTITA_PYTHON", "/nonexistent/python");
    command::piped(&mut command, input)
}

/// Splits at spaces; single quotes keep an argument together.
fn words(line: &str) -> Vec<String> {
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

fn transcript(line: &str, input: &[u8]) -> String {
    let output = partita(&words(line), input);
    let mut text = format!("$ partita {line}\n");
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    text.push_str(&format!("exit {}\n", output.status.code().unwrap_or(-1)));
    text
}

/// A text without how far results are apart by rounding, which depends on the instructions that a processor has.
fn without_rounding(text: &str) -> String {
    let line = |line: &str| match line.split_once("; largest difference ") {
        Some((before, _)) => before.replacen("equal within rounding", "equal", 1),
        None => line.to_string(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn commands_print_what_they_did() {
    let folder = root().join("testdata/cli");
    let mut commands: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cmd"))
        .collect();
    commands.sort();
    assert!(!commands.is_empty());
    let mut failures = Vec::new();
    for path in commands {
        let input = fs::read(path.with_extension("in")).unwrap_or_default();
        let lines = fs::read_to_string(&path).expect("readable");
        let actual: String = lines.lines().map(|line| transcript(line, &input)).collect();
        let expected = path.with_extension("out");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &actual).expect("writable");
        } else if without_rounding(&fs::read_to_string(&expected).unwrap_or_default())
            != without_rounding(&actual)
        {
            failures.push(format!("{}:\n{actual}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every `console` block of the README and the how-tos shows what its command prints today.
#[test]
fn sessions_in_pages_are_true() {
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join("docs/how-to"))
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .collect();
    pages.sort();
    let readme = root().join("README.md");
    assert!(check_sessions(&readme) >= 2, "the README has sessions");
    pages.iter().for_each(|page| {
        check_sessions(page);
    });
}

/// Runs the sessions of a page; how many there are.
fn check_sessions(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("readable");
    let mut updated = String::new();
    let mut rest = text.as_str();
    let mut sessions = 0;
    while let Some(at) = rest.find("```console\n$ partita ") {
        let (before, block) = rest.split_at(at);
        let end = block[3..].find("```").expect("the block ends") + 3;
        let line = block.lines().nth(1).expect("a command").trim_start_matches("$ partita ");
        let output = partita(&words(line), b"");
        let shown =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        updated.push_str(before);
        updated.push_str(&format!("```console\n$ partita {line}\n{}\n", shown.trim_end()));
        rest = &block[end..];
        sessions += 1;
    }
    updated.push_str(rest);
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &updated).expect("writable");
    } else {
        let [text, updated] = [&text, &updated].map(|text| without_rounding(text));
        assert_eq!(text, updated, "{}: run `cargo xtask bless`", path.display());
    }
    sessions
}
