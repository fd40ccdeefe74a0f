//! The commands of the README and of the book print what the pages show. `BLESS=1` accepts what they print now.

mod command;
mod page;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use command::root;
use partita_filetest::{split_command_line, without_rounding};

/// Lines of `sh` blocks that this test does not run, by their beginning, and where they are run or why not.
const NOT_RUN_HERE: &[(&str, &str)] = &[
    ("partita ckks compile ", "the test `deploy` runs the steps of client and server"),
    ("partita ckks keygen ", "the same"),
    ("partita ckks encrypt ", "the same"),
    ("partita ckks evaluate ", "the same"),
    ("partita ckks decrypt ", "the same"),
    ("partita serve ", "does not end by itself; `serve` starts it"),
    ("cargo install --path crates/cli", "builds what the tests have built already"),
    ("cargo vendor ", "needs a network"),
    ("cargo build --profile dist ", "builds what the tests have built already"),
    ("RUSTFLAGS=", "builds what the tests have built already"),
    ("rustup target add ", "needs a network"),
    ("mkdir -p .cargo && mv vendor-config.toml ", "changes the configuration of cargo"),
    ("tar czf ", "packs the vendored sources"),
    ("strip target/", "needs the static binary"),
    ("partita man --out ", "writes to the home folder; the test `formats` writes pages"),
    ("partita completions bash > ", "writes to the home folder"),
    ("dot -Tsvg ", "needs Graphviz; the test `formats` reads the graph"),
    ("partita checkpoint reshard ", "needs a checkpoint; the test `tensor_files` writes one"),
    ("partita diff before.json ", "testdata/cli/export.cmd compares with a record"),
    ("partita reduce big.mlir ", "needs sdy_opt; testdata/cli/reduce.cmd runs a command"),
    ("cargo run --release -- demo", "`demo` is a test of this crate"),
    ("cargo xtask ", "tasks are what runs the tests; `names_of_tasks_exist` of xtask checks their names"),
    ("cargo test -p partita-", "subsets of `cargo xtask tests`"),
    (
        "pip install ./python ",
        "builds what the tests have built already; `cargo xtask wheel` installs a wheel",
    ),
    ("cargo doc ", "a step of `cargo xtask test`"),
    ("heir-opt ", "needs the tools of HEIR; `cargo xtask ckks` has them read exported programs"),
    (
        "partita ckks lower examples/mnist.toml --slots 4096 --stage heir",
        "writes files; `command` lists such a line",
    ),
    (
        "partita onnx run examples/mlp.textproto --mesh x=2,y=2 ",
        "needs onnxruntime; `cargo xtask onnx-engine` runs ranks as processes",
    ),
    ("partita ckks run ", "needs the library of Lattigo; `cargo xtask ckks` runs it"),
];

#[test]
fn sessions_show_what_commands_print() {
    let pages = page::documents(&root());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut sessions = 0;
        while let Some(path) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            sessions += check_sessions(path);
        }
        sessions
    };
    let sessions: usize = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work), scope.spawn(work)];
        workers
            .into_iter()
            .map(|worker| worker.join().expect("every page shows what its commands print"))
            .sum()
    });
    assert!(sessions >= 30, "only {sessions} sessions were found");
}

/// The arguments with a scratch file after every `-o`: a page shows a short name, but no test writes beside the sources.
fn outside_the_repository(mut arguments: Vec<String>) -> Vec<String> {
    for position in 1..arguments.len() {
        if arguments[position - 1] == "-o" && arguments[position] != "-" {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
            fs::create_dir_all(&folder).expect("writable");
            arguments[position] = folder.join(&arguments[position]).to_string_lossy().into_owned();
        }
    }
    arguments
}

/// Runs the sessions of a page that need no Python; returns their number.
fn check_sessions(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("readable");
    let mut sessions = 0;
    let updated = page::with_outputs(&text, |line| {
        if page::needs_python(line) {
            return None;
        }
        let arguments = line.strip_prefix("partita ");
        let arguments = arguments.unwrap_or_else(|| panic!("{}: no test runs `{line}`", path.display()));
        assert!(!line.contains('|'), "{}: no test runs the pipe `{line}`", path.display());
        sessions += 1;
        let mut command = command::partita();
        // What is printed must not depend on whether this machine has XLA.
        command
            .args(outside_the_repository(split_command_line(arguments)))
            .current_dir(root())
            .env("PARTITA_PYTHON", "/nonexistent/python");
        let output = command::piped(&mut command, b"");
        Some([output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat())
    });
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &updated).expect("writable");
    } else {
        let [text, updated] = [&text, &updated].map(|text| without_rounding(text));
        assert_eq!(text, updated, "{}: run `cargo xtask bless`", path.display());
    }
    sessions
}

#[test]
fn other_blocks_are_files_or_run_elsewhere() {
    for path in page::documents(&root()) {
        let text = fs::read_to_string(&path).expect("readable");
        for block in page::blocks(&text) {
            let first = block.text.lines().next().unwrap_or_default();
            match block.kind {
                // A copy of an example names it; `cargo xtask readme-jax` runs it, and every other block of Python.
                "python" => {
                    let name = first.trim_start_matches("# ").split([':', ' ']).next().unwrap_or_default();
                    if name.starts_with("examples/") {
                        let file = fs::read_to_string(root().join(name)).expect("the example exists");
                        assert_eq!(block.text, file, "{}: differs from {name}", path.display());
                    }
                }
                // A program that is shown in full is an example.
                "mlir" if first.starts_with("// examples/") => {
                    let name = first.trim_start_matches("// ");
                    let file = fs::read_to_string(root().join(name)).expect("the example exists");
                    assert_eq!(block.text, file, "{}: differs from {name}", path.display());
                }
                "toml" if first.starts_with("# examples/") => {
                    let name = first.trim_start_matches("# ");
                    let file = fs::read_to_string(root().join(name)).expect("the example exists");
                    let shown = block.text.split_once('\n').map_or("", |(_, rest)| rest);
                    assert_eq!(shown, file, "{}: differs from {name}", path.display());
                }
                // A change that is shown leads to the fixed example.
                "diff" => {
                    let fixed = fs::read_to_string(root().join("examples/jax/train_fixed.py"))
                        .expect("the example exists");
                    for line in block.text.lines().map(|line| &line[1..]) {
                        assert!(
                            fixed.lines().any(|known| known == line),
                            "{}: `{line}` is not in the example",
                            path.display()
                        );
                    }
                }
                "sh" => {
                    for line in block.text.lines().filter(|line| !line.is_empty()) {
                        let is_listed = NOT_RUN_HERE.iter().any(|(start, _)| line.starts_with(start));
                        assert!(is_listed, "{}: no test runs `{line}`", path.display());
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn blocks_and_sessions_are_found() {
    let text = "a\n```console\n$ partita x\nold\n```\nb\n```text\n$ no\n```\n";
    let updated = page::with_outputs(text, |line| Some(format!("ran {line}\n\n")));
    assert_eq!(updated, "a\n```console\n$ partita x\nran partita x\n```\nb\n```text\n$ no\n```\n");
    assert!(
        page::needs_python("partita comms f | python budget.py")
            && !page::needs_python("partita show python.mlir")
    );
}
