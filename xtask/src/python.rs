//! The Python package: its tests with the native module of the workspace's build, and its wheel in a fresh environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arguments::Python;
use crate::built::Built;
use crate::{Outcome, oracle, root, run, target};

/// The name under which every Python from 3.10 on finds the native module.
const NATIVE: &str = "_native.abi3.so";

/// The packages that build wheels and that the tests of a wheel need, pinned by hashes.
const WHEEL_TOOLS: &str = "oracle/wheel.txt";

/// Tests the package as the workspace's build makes it, in the environment with jax.
pub(crate) fn run_tests(wanted: &Python) -> Outcome {
    let folder = target().join("python");
    assemble(&folder, Built::find()?.native_module()?)?;
    if wanted.third_party {
        let python = oracle::environment("third-party", "oracle/third_party/requirements.txt")?;
        let only = wanted.only.only.as_deref().unwrap_or("");
        return run(with_package(&python, &folder).arg(root().join("python/tests/third_party.py")).arg(only));
    }
    let tests = root().join("python/tests/run.py");
    if wanted.versions {
        return run_tests_with_other_versions(&folder, &tests);
    }
    run(with_package(&oracle::python()?, &folder).arg(tests).args(&wanted.only.only))
}

/// Tests the package with the oldest jax that it supports, and the newest.
fn run_tests_with_other_versions(folder: &Path, tests: &Path) -> Outcome {
    let oldest = oracle::environment("oracle-oldest", "oracle/oldest.txt")?;
    let newest = oracle::newest_python()?;
    if newest.is_none() {
        println!("{}", oracle::NO_NEW_PYTHON);
    }
    for python in std::iter::once(oldest).chain(newest) {
        let version =
            "import platform, jax; print('jax', jax.__version__, 'on Python', platform.python_version())";
        run(Command::new(&python).args(["-c", version]))?;
        run(with_package(&python, folder).arg(tests).args(["test_jax", "test_processes"]))?;
    }
    Ok(())
}

/// A Python that finds the package, but not the sources of it.
fn with_package(python: &Path, folder: &Path) -> Command {
    let mut command = Command::new(python);
    command.current_dir(target()).env("PYTHONPATH", folder).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Copies the package into a folder: the files of Python, and the native module.
fn assemble(folder: &Path, native: &Path) -> Outcome {
    let package = folder.join("partita");
    let failed = |error: std::io::Error| format!("{}: {error}", package.display());
    if package.exists() {
        fs::remove_dir_all(&package).map_err(failed)?;
    }
    fs::create_dir_all(&package).map_err(failed)?;
    for entry in fs::read_dir(root().join("python/partita")).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, package.join(name)).map_err(failed)?;
        }
    }
    // A link would do, but Python maps the file, and the next build writes it.
    fs::copy(native, package.join(NATIVE)).map_err(failed)?;
    Ok(())
}

/// Builds a wheel and tests it in an environment that has nothing else, then in one with jax and onnx.
pub(crate) fn build_and_test_wheel() -> Outcome {
    let tools = oracle::environment("wheel-tools", WHEEL_TOOLS)?;
    let folder = target().join("wheels");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let maturin = tools.with_file_name("maturin");
    // The profile and the stripping of symbols are in `python/pyproject.toml`.
    run(Command::new(maturin)
        .args(["build", "--manifest-path"])
        .arg(root().join("python/Cargo.toml"))
        .arg("--out")
        .arg(&folder))?;
    let wheel = only_file(&folder)?;
    let size = fs::metadata(&wheel).map_err(failed)?.len();
    println!("{}: {:.1} MB", wheel.display(), size as f64 / 1e6);
    let python = fresh_environment(&wheel)?;
    let tests = root().join("python/tests");
    run(Command::new(&python).current_dir(target()).arg(tests.join("run.py")).arg("test_text"))?;
    let large = oracle::bench_model("transformer", 48, "data=4,model=2")?;
    run(Command::new(&python).current_dir(target()).arg(tests.join("overhead.py")).arg(large))?;
    for listed in ["oracle/requirements.txt", WHEEL_TOOLS] {
        pip(&python, &["--require-hashes", "--no-deps", "-r"], &root().join(listed))?;
    }
    run(Command::new(&python).current_dir(target()).arg(tests.join("run.py")))
}

/// An environment with a wheel alone.
fn fresh_environment(wheel: &Path) -> Result<PathBuf, String> {
    let folder = target().join("wheel-test");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    run(Command::new(oracle::base_python()).args(["-m", "venv"]).arg(&folder))?;
    let python = folder.join("bin/python");
    pip(&python, &["--no-deps", "--no-index"], wheel)?;
    Ok(python)
}

fn pip(python: &Path, options: &[&str], what: &Path) -> Outcome {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(options);
    run(command.arg(what))
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = entries.flatten().map(|entry| entry.path());
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(format!("expected one wheel in {}", folder.display())),
    }
}
