//! Output is complete, or the command reports an error.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "the counts are part of the result")]

mod command;

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use command::{PRINTING, WRITING, partita, root};

/// Commands that need further files to print anything, or a library that may not be installed, or do not end by themselves.
const APART: &[&str] = &[
    "onnx annotate",
    "checkpoint",
    "ckks run",
    "ckks measure",
    "ckks compile",
    "ckks keygen",
    "ckks encrypt",
    "ckks evaluate",
    "ckks decrypt",
    "lsp",
    "serve",
    "help",
    "onnx help",
    "ckks help",
    "onnx",
    "ckks",
];

fn command(line: &str) -> Command {
    let mut command = partita();
    command.args(line.split(' ')).current_dir(root()).stdin(Stdio::null());
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of our own that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("partita-written-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder can be created");
        Self(path)
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(folder)).expect("readable");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("readable").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A device that is always full, if the system has one.
fn full() -> Option<File> {
    OpenOptions::new().write(true).open("/dev/full").ok()
}

#[test]
fn lost_output_is_an_error_of_every_command() {
    for line in PRINTING {
        let Some(full) = full() else { return };
        let output = command(line).stdout(full).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        let lost = "error: cannot write to standard output: No space left on device";
        assert_eq!(stderr(&output).matches(lost).count(), 1, "{line}: {}", stderr(&output));
    }
}

/// Rust replaces a closed standard output by `/dev/null`.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error() {
    for (line, code) in
        [("show examples/mlp.mlir", 1), ("--version", 1), ("fmt examples/mlp.mlir -o /dev/null", 0)]
    {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_partita")]);
        let output = shell.args(line.split(' ')).current_dir(root()).output().expect("there is a shell");
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
        let is_reported = stderr(&output).contains("error: cannot write to standard output: it is closed");
        assert_eq!(is_reported, code == 1, "{line}: {}", stderr(&output));
    }
}

/// The list above leaves no command out.
#[test]
fn every_command_is_tried() {
    for parent in ["", "onnx", "ckks"] {
        let help = if parent.is_empty() { "--help".into() } else { format!("{parent} --help") };
        let output = command(&help).output().expect("the command starts");
        let text = String::from_utf8(output.stdout).expect("help is text");
        let list = text.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
        let names = list
            .expect("there are commands")
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            let name = format!("{parent} {name}").trim().to_string();
            let is_tried = PRINTING.iter().any(|line| *line == name || line.starts_with(&format!("{name} ")));
            assert!(is_tried || APART.contains(&name.as_str()), "`{name}` is not in the list");
        }
    }
}

#[test]
fn a_broken_pipe_is_not_an_error() {
    for line in ["show examples/mlp.mlir", "fmt examples/transformer.mlir", "--help"] {
        let (reader, writer) = std::io::pipe().expect("a pipe can be created");
        drop(reader);
        let output = command(line).stdout(writer).output().expect("the command starts");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{line}");
    }
}

/// Runs a command whose files may have at most 512 bytes, to simulate a full disk.
fn limited(line: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_partita")]);
    shell.args(line.split(' ')).current_dir(root()).output().expect("there is a shell")
}

#[test]
fn a_file_that_cannot_be_written_completely_does_not_change() {
    let folder = Folder::new("limited");
    let at = |name: &str| folder.0.join(name).display().to_string();
    for line in [
        "fmt examples/mlp.mlir -o",
        "propagate examples/mlp.mlir -o",
        "partition examples/mlp.mlir -o",
        "report examples/mlp.mlir -o",
        "opt examples/mlp.mlir --symbol-dce -o",
        "run examples/mlp.mlir -o",
        "onnx export examples/mlp.textproto --full -o",
        "onnx infer examples/mlp.textproto --mesh x=2 --shard w1=_,x -o",
    ] {
        let file = at(match line.split(' ').take(2).collect::<Vec<_>>()[..] {
            ["run", _] => "file.npz",
            ["onnx", "infer"] => "file.textproto",
            _ => "file",
        });
        fs::write(&file, "old").expect("writable");
        let output = limited(&format!("{line} {file}"));
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        assert!(
            stderr(&output).contains(&format!("error: cannot write {file}: ")),
            "{line}: {}",
            stderr(&output)
        );
        assert_eq!(fs::read_to_string(&file).expect("readable"), "old", "{line}");
        fs::remove_file(&file).expect("removable");
        assert_eq!(folder.names(""), [""; 0], "{line}");
    }
    for line in [
        "demo --out",
        "run examples/mlp.mlir -o",
        "onnx partition examples/mlp.textproto --mesh x=2 --shard w1=_,x -o",
    ] {
        let output = limited(&format!("{line} {}", at("many")));
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        assert_eq!(folder.names(""), [""; 0], "{line}: all files or none");
    }
}

/// Runs a command whose files may have at most `blocks` blocks, with standard output in a file.
fn with_room(blocks: usize, line: &str, stdout: &Path) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_partita")]).args(line.split(' '));
    shell.current_dir(root()).stdin(Stdio::null()).stdout(File::create(stdout).expect("writable"));
    shell.output().expect("there is a shell")
}

/// Numbers of blocks from 0 to more than `length` bytes need, at most about ten. Depending on the shell, a block has 512 or 1024
/// bytes.
fn rooms(length: u64) -> Vec<usize> {
    let most = (length / 512 + 2) as usize;
    let mut rooms: Vec<usize> = (0..=most).step_by(most.div_ceil(8)).chain([most]).collect();
    rooms.dedup();
    rooms
}

/// A write error at any position of a file is reported, and the file keeps its old content.
#[test]
fn a_failed_write_at_any_position_keeps_the_old_file() {
    let folder = Folder::new("rooms");
    let (mut failed, mut written) = (0, 0);
    for (line, name) in WRITING {
        let file = folder.0.join(name);
        let line = format!("{line} {}", file.display());
        let output = command(&line).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        let new = fs::read(&file).expect("readable");
        for blocks in rooms(new.len() as u64) {
            fs::write(&file, "old").expect("writable");
            let output = with_room(blocks, &line, &folder.0.join("stdout"));
            let (now, code) = (fs::read(&file).expect("readable"), output.status.code());
            match code {
                Some(0) => assert!(now == new, "{line} with {blocks} blocks: {} bytes", now.len()),
                _ => {
                    assert_eq!((code, now.as_slice()), (Some(1), &b"old"[..]), "{line}: {}", stderr(&output))
                }
            }
            *if code == Some(0) { &mut written } else { &mut failed } += 1;
            assert_eq!(folder.names(""), [*name, "stdout"], "{line} with {blocks} blocks");
        }
        fs::remove_file(&file).expect("removable");
    }
    eprintln!("{failed} writes to files failed, {written} were complete");
    assert!(failed > 20 && written >= WRITING.len(), "{failed} failed, {written} were complete");
}

/// A write error at any position of standard output is reported.
#[test]
fn a_failed_write_to_standard_output_at_any_position_is_an_error() {
    let folder = Folder::new("stdout-rooms");
    let stdout = folder.0.join("stdout");
    let (mut failed, mut written) = (0, 0);
    for line in PRINTING {
        let plain = command(line).output().expect("the command starts");
        for blocks in rooms(plain.stdout.len() as u64).into_iter().step_by(2) {
            let output = with_room(blocks, line, &stdout);
            let length = fs::metadata(&stdout).expect("it is there").len();
            let is_complete = length == plain.stdout.len() as u64;
            let expected = if is_complete { plain.status.code() } else { Some(1) };
            assert_eq!(output.status.code(), expected, "{line} with {blocks} blocks: {}", stderr(&output));
            *if is_complete { &mut written } else { &mut failed } += 1;
        }
    }
    eprintln!("{failed} writes to standard output failed, {written} were complete");
    assert!(failed > 60, "{failed} failed, {written} were complete");
}

#[test]
fn a_missing_output_folder_is_created() {
    let folder = Folder::new("made");
    let line = format!("run examples/conflict.mlir -o {}", folder.0.join("new/folder").display());
    let output = command(&line).output().expect("the command starts");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(folder.names("new/folder"), ["0.npy"]);
}

#[test]
fn the_suffix_of_the_file_determines_the_format_of_a_model() {
    let folder = Folder::new("text");
    let file = folder.0.join("m.textproto");
    fs::copy(root().join("examples/mlp.textproto"), &file).expect("writable");
    let name = file.display();
    let infer = format!("onnx infer {name} --mesh x=2 --shard w1=_,x -o {name}");
    for line in [
        infer,
        format!("onnx check {name}"),
        format!("onnx strip {name} -o {name}"),
        format!("onnx check {name}"),
    ] {
        let output = command(&line).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        assert!(fs::read_to_string(&file).is_ok_and(|text| text.contains("graph")), "{line}");
    }
}

#[test]
fn streams_and_devices_are_written_directly() {
    let plain = command("fmt examples/mlp.mlir").output().expect("the command starts");
    for target in ["/dev/stdout", "/dev/fd/1", "-"] {
        let output =
            command(&format!("fmt examples/mlp.mlir -o {target}")).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{target}: {}", stderr(&output));
        assert_eq!(output.stdout, plain.stdout, "{target}");
    }
    let output = command("fmt examples/mlp.mlir -o /dev/null").output().expect("the command starts");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    if full().is_some() {
        let output = command("fmt examples/mlp.mlir -o /dev/full").output().expect("the command starts");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("cannot write /dev/full: No space left"), "{}", stderr(&output));
    }
}

/// Whenever the command is killed, the file has its old or its new content.
#[test]
fn a_killed_command_leaves_no_incomplete_file() {
    let folder = Folder::new("killed");
    let file = folder.0.join("out.mlir");
    let line = format!("fmt examples/transformer.mlir -o {}", file.display());
    let start = Instant::now();
    assert!(command(&line).status().expect("the command starts").success());
    let lasts = start.elapsed();
    let new = fs::read(&file).expect("readable");
    for turn in 0..40u32 {
        fs::write(&file, "old").expect("writable");
        let mut child = command(&line).spawn().expect("the command starts");
        std::thread::sleep(delay(turn, lasts));
        child.kill().expect("ours");
        child.wait().expect("it has ended");
        let content = fs::read(&file).expect("readable");
        assert!(content == b"old" || content == new, "turn {turn}: {} bytes", content.len());
    }
}

/// Delays from 0 to a little more than the duration of the command, most of them near its end, when it writes.
fn delay(turn: u32, lasts: Duration) -> Duration {
    if turn < 10 { lasts * turn / 10 } else { lasts * (70 + turn) / 100 }
}

#[test]
fn missing_folders_and_folders_as_files_are_rejected() {
    let folder = Folder::new("refused");
    let name = Path::new(&folder.0).display();
    for (target, why) in [(format!("{name}/no/file"), "No such file"), (format!("{name}"), "Is a directory")]
    {
        let output = command(&format!("report examples/mlp.mlir -o {target}")).output().expect("starts");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(
            stderr(&output).contains(&format!("error: cannot write {target}: {why}")),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(folder.names(""), [""; 0]);
}

/// Colours on a terminal that `script` creates, if it is installed, and no escapes on a dumb terminal.
#[test]
fn a_dumb_terminal_gets_no_escapes() {
    let on_terminal = |term: &str, color: &str| {
        let line = format!("{} check examples/mistakes.mlir --color {color}", env!("CARGO_BIN_EXE_partita"));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env_remove("NO_COLOR").env("TERM", term);
        let output = script.current_dir(root()).stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.contains("PA02").then(|| text.contains('\u{1b}'))
    };
    let Some(colored) = on_terminal("xterm", "auto") else { return };
    assert!(colored);
    assert_eq!(on_terminal("dumb", "auto"), Some(false));
    assert_eq!(on_terminal("dumb", "always"), Some(true));
}
