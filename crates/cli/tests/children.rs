//! Child processes end with the command or at their time limit, together with all processes that they started.

#![cfg(target_os = "linux")]

mod command;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time within which a process must end.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Creates a folder with a program and a shell script in the role of Python.
fn folder(name: &str, python: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("children").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("writable");
    fs::copy(command::root().join("examples/conflict.mlir"), folder.join("program.mlir"))
        .expect("an example");
    let script = folder.join("python");
    fs::write(&script, format!("#!/bin/sh\n{python}")).expect("writable");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("ours");
    folder
}

/// The command that starts the script.
fn verify(folder: &Path) -> Command {
    let mut command = command::partita();
    let arguments = ["verify", "program.mlir", "--engine", "xla", "--python", "./python", "--timeout", "3"];
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Waits for a file with a process id and returns the id.
fn number_in(path: &Path) -> u32 {
    let begun = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        match text.trim().parse() {
            Ok(number) if text.ends_with('\n') => return number,
            _ => assert!(begun.elapsed() < Duration::from_secs(20), "{} is not written", path.display()),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process is running; a zombie is not.
fn runs(number: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

fn assert_ends(number: u32, what: &str) {
    let begun = Instant::now();
    while runs(number) {
        assert!(begun.elapsed() < TIME_LIMIT, "{what} still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A Python that runs the first line of the given script, as the real one does, and then blocks without running any thread.
const HANGS: &str = r#"first=$(printf '%s\n' "$3" | head -n 1)
exec python3 -I -c "$first
import ctypes, os
with open('python.pid', 'w') as file: print(os.getpid(), file=file)
ctypes.PyDLL(None).sleep(600)"
"#;

#[test]
fn a_hanging_child_ends_with_the_command() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let folder = folder("killed", HANGS);
    let mut parent = verify(&folder).spawn().expect("it starts");
    let child = number_in(&folder.join("python.pid"));
    assert!(runs(child));
    // A SIGKILL, as from the out-of-memory killer: the command cannot clean up.
    parent.kill().expect("it runs");
    parent.wait().expect("it ends");
    assert_ends(child, "the child of a killed command");
}

#[test]
fn processes_started_by_a_child_end_with_it() {
    let folder = folder("grandchild", "sleep 600 &\necho $! > sleep.pid\necho $$ > shell.pid\nsleep 600\n");
    let begun = Instant::now();
    let output = verify(&folder).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("took longer than 3 seconds"), "{stderr}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    assert_ends(number_in(&folder.join("shell.pid")), "the child");
    assert_ends(number_in(&folder.join("sleep.pid")), "the process that the child started");
}

#[test]
fn an_endless_line_is_rejected_with_little_memory() {
    let folder = folder("line", "head -c 3000000000 /dev/zero | tr '\\0' a\n");
    let plain = verify(&folder);
    let mut bounded = Command::new("sh");
    // 1.5 GB of address space; the line has 3 GB.
    bounded
        .args(["-c", "ulimit -v 1500000 && exec \"$0\" \"$@\""])
        .arg(plain.get_program())
        .args(plain.get_args());
    let output =
        bounded.current_dir(&folder).env("NO_COLOR", "1").stdin(Stdio::null()).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("a line of more than 16777216 bytes") && stderr.contains("error[PA0"),
        "{stderr}"
    );
}

#[test]
fn the_last_lines_of_endless_output_are_shown() {
    let folder = folder("complaints", "head -c 50000000 /dev/zero | tr '\\0' x >&2\necho the end >&2\n");
    let output = verify(&folder).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the end") && stderr.len() < 20_000, "{} bytes", stderr.len());
}
