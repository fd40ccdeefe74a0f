//! Command lines and their expected output: the files of `testdata` with the header `# test: command`, and the sessions in README.md
//! and the how-tos. `BLESS=1` accepts the current output.

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use command::root;
use partita_filetest::{check_commands, without_rounding, words};

fn partita(arguments: &[String], input: &[u8]) -> Output {
    let mut command = command::partita();
    // The output must not depend on an installed XLA.
    command.args(arguments).current_dir(root()).env("PARTITA_PYTHON", "/nonexistent/python");
    command::piped(&mut command, input)
}

#[test]
fn commands_print_the_expected_output() {
    let report = check_commands(Path::new(env!("CARGO_BIN_EXE_partita")));
    assert!(report.failures.is_empty(), "{} failures\n{}", report.failures.len(), report.failures.join("\n"));
}

/// Every `console` block of the README and the how-tos shows the current output of its command.
#[test]
fn sessions_in_pages_are_current() {
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

/// Runs the sessions of a page and returns their number.
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
