//! Python modules in the current folder are never loaded by child processes.
//!
//! People verify a downloaded model in its own folder; other files in that folder must not be executed.

#![cfg(unix)]

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Python code that leaves a file when it runs.
const TRAP: &str = "open('trap.txt', 'a').write(__name__)\n";

/// Modules that a child process imports: the standard library, and the packages it needs.
const MODULES: [&str; 10] =
    ["json", "math", "re", "struct", "site", "ctypes", "importlib", "numpy", "jax", "sitecustomize"];

/// Creates a folder with a program, a model and modules that must not run.
fn trapped(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("onnxruntime/capi")).expect("writable");
    for module in MODULES {
        fs::write(folder.join(format!("{module}.py")), TRAP).expect("writable");
    }
    fs::write(folder.join("onnxruntime/__init__.py"), TRAP).expect("writable");
    fs::write(folder.join("onnxruntime/capi/libonnxruntime.so.9"), "not a library").expect("writable");
    for file in ["mlp.mlir", "mlp.textproto"] {
        fs::copy(command::root().join("examples").join(file), folder.join(file)).expect("an example");
    }
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = command::partita();
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("PARTITA_PYTHON")
        .env_remove("PARTITA_ONNXRUNTIME");
    command.env("PYTHONPATH", "").output().expect("the command runs")
}

/// Whether a Python is installed; without one there is no child process to test.
fn is_python_installed() -> bool {
    std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

#[test]
fn the_trap_works() {
    if !is_python_installed() {
        return;
    }
    let folder = trapped("trap-works");
    let mut plain = std::process::Command::new("python3");
    plain.args(["-c", "import json"]).current_dir(&folder).output().expect("it starts");
    assert!(folder.join("trap.txt").exists(), "`python3 -c` loads modules of the current folder");
}

#[test]
fn xla_loads_nothing_from_the_current_folder() {
    let folder = trapped("trap-xla");
    run(&folder, &["verify", "mlp.mlir", "--engine", "xla", "--python", "python3"]);
    assert!(!folder.join("trap.txt").exists());
}

#[test]
fn onnxruntime_is_not_searched_in_the_current_folder() {
    let folder = trapped("trap-onnxruntime");
    let arguments = ["onnx", "verify", "mlp.textproto", "--mesh", "x=2", "--shard", "w1=_,x"];
    let output =
        run(&folder, &[&arguments[..], &["--runtime", "onnxruntime", "--python", "python3"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!folder.join("trap.txt").exists());
    assert!(!stderr.contains("cannot load"), "{stderr}");
}
