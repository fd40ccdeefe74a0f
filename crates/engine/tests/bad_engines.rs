//! Engines that die, hang or send invalid messages. Shell scripts take the place of Python.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use partita_base::code;
use partita_engine::{EngineError, XlaEngine, XlaSettings};
use partita_interp::Tensor;

const HELLO: &str = "echo '{\"jax\": \"0.10.2\"}'";

/// A script cannot run while any process has it open for writing, and a process that is just being started inherits all
/// open files. Tests must therefore run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine that runs a script.
fn start(name: &str, script: &str, processes: usize) -> Result<XlaEngine, EngineError> {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
    XlaEngine::start(
        XlaSettings::default().python(path).processes(processes).timeout(Duration::from_secs(2)),
        2,
    )
}

fn run(engine: &mut XlaEngine) -> Result<Vec<Vec<Tensor>>, EngineError> {
    engine.run("module {}", &[vec![], vec![]])
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let _alone = alone();
    let script = format!("{HELLO}\nread line\necho one >&2\necho two >&2\nexit 1");
    let mut engine = start("dies", &script, 1).expect("it starts");
    assert_eq!(engine.version(), "0.10.2");
    for _ in 0..2 {
        let error = run(&mut engine).expect_err("it dies");
        assert_eq!(error.code, code::ENGINE_FAILED);
        assert_eq!(error.message, "its process ended during the run");
        assert_eq!(error.output, ["one", "two"]);
    }
}

#[test]
fn an_engine_that_hangs_is_stopped() {
    let _alone = alone();
    // The process that the script starts keeps the pipes open after the script has ended.
    let mut engine = start("hangs", &format!("{HELLO}\nread line\nsleep 30"), 2).expect("it starts");
    let begin = Instant::now();
    let error = run(&mut engine).expect_err("it hangs");
    assert_eq!(error.message, "the run took longer than 2 seconds");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());

    let error = start("hangs-at-once", "exec sleep 30", 1).err().expect("it hangs");
    assert_eq!(error.code, code::ENGINE_ABSENT);
    assert!(error.message.ends_with("the start took longer than 2 seconds"), "{}", error.message);
}

#[test]
fn an_engine_without_jax_is_absent() {
    let _alone = alone();
    let script = "echo '{\"absent\": \"it has no jax: No module named jax\"}'";
    for processes in [1, 2] {
        let error = start("no-jax", script, processes).err().expect("it has no jax");
        assert_eq!(error.code, code::ENGINE_ABSENT);
        assert!(error.message.ends_with("cannot run XLA: it has no jax: No module named jax"), "{error:?}");
    }
}

#[test]
fn nonsense_is_an_error() {
    let _alone = alone();
    for (name, answer) in [
        ("text", "hello"),
        ("no-results", "{\"bytes\": 0}"),
        ("too-few", "{\"results\": [{\"element\": \"f32\", \"shape\": [2]}], \"bytes\": 0}"),
        ("unknown", "{\"results\": [{\"element\": \"f33\", \"shape\": []}], \"bytes\": 0}"),
        ("truncated", "{\"results\": [], \"bytes\": 1000000000000}"),
    ] {
        let mut engine = start(name, &format!("{HELLO}\nread line\necho '{answer}'"), 1).expect("it starts");
        let error = run(&mut engine).expect_err(name);
        assert_eq!(error.code, code::ENGINE_FAILED, "{name}");
    }
}

#[test]
fn what_one_of_several_refuses_is_reported_at_once() {
    let _alone = alone();
    let script = format!(
        "{HELLO}\nread line\nif [ \"$4\" = 1 ]; then printf '%s\\n' '{{\"error\": \"no\\nbecause\"}}'; fi\nexec sleep 30"
    );
    let mut engine = start("refuses", &script, 2).expect("it starts");
    let begin = Instant::now();
    let error = run(&mut engine).expect_err("it refuses");
    assert_eq!(error.message, "XLA cannot run the program: no");
    assert_eq!(error.output, ["because"]);
    assert!(begin.elapsed() < Duration::from_secs(2));
}
