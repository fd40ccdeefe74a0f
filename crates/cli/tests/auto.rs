//! `partita auto` as a command: Ctrl-C ends the search and keeps the best plan.
#![cfg(unix)]

mod command;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long something may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Layers whose weights do not fit on a device, so that the solver has to search for long.
fn deep_program(layers: usize) -> String {
    let mut text = String::from("func.func @main(%x: tensor<64x96xf32>");
    for layer in 0..layers {
        text += &format!(", %u{layer}: tensor<96x192xf32>, %d{layer}: tensor<192x96xf32>");
    }
    text += ") -> tensor<64x96xf32> {\n";
    let mut last = "%x".to_string();
    for layer in 0..layers {
        text += &format!(
            "  %h{layer} = stablehlo.dot_general {last}, %u{layer}, contracting_dims = [1] x [0] : (tensor<64x96xf32>, tensor<96x192xf32>) -> tensor<64x192xf32>\n  \
             %t{layer} = stablehlo.tanh %h{layer} : tensor<64x192xf32>\n  \
             %o{layer} = stablehlo.dot_general %t{layer}, %d{layer}, contracting_dims = [1] x [0] : (tensor<64x192xf32>, tensor<192x96xf32>) -> tensor<64x96xf32>\n"
        );
        last = format!("%o{layer}");
    }
    text + &format!("  return {last} : tensor<64x96xf32>\n}}\n")
}

fn signal(child: &Child) {
    let id = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
}

/// Whether a process has a handler for SIGINT. Before, the signal would end it.
fn handles_interrupts(child: &Child) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{}/status", child.id())) else { return false };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

fn json(arguments: &[&str]) -> Value {
    let output = command::partita().current_dir(command::root()).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The memory of a plan is what `cost` estimates for it, with arguments that are kept and with arguments that are reused.
#[test]
fn donated_arguments_count_as_in_cost() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    fs::create_dir_all(&folder).unwrap();
    let output = folder.join("donated.mlir");
    let output = output.to_str().unwrap();
    let mesh = ["--mesh", "x=4", "--format", "json", "-o", output];
    let peaks = [&[][..], &["--donate"]].map(|donate| {
        let found = json(&[&["auto", "testdata/auto/fsdp.mlir"], &mesh[..], donate].concat());
        let cost = json(&[&["cost", output, "--format", "json"], donate].concat());
        assert_eq!(found["peak_bytes"], cost["peak_bytes"], "{donate:?}");
        found["peak_bytes"].as_u64().unwrap()
    });
    assert!(peaks[1] < peaks[0], "{peaks:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_keeps_the_best_plan() {
    // A shell starts background jobs with SIGINT ignored, and children inherit that. A signal that has a handler gets its
    // default action back when a child starts.
    let default = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, default).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    fs::create_dir_all(&folder).unwrap();
    let (file, output) = (folder.join("deep.mlir"), folder.join("planned.mlir"));
    fs::write(&file, deep_program(12)).unwrap();
    let _ = fs::remove_file(&output);
    // This number of rounds takes days.
    let mut child = command::partita()
        .arg("auto")
        .arg(&file)
        .args([
            "--mesh",
            "x=2,y=2,z=2",
            "--hardware",
            "h200x8",
            "--memory",
            "500KiB",
            "--rounds",
            "1000000000",
            "--format",
            "json",
            "-o",
        ])
        .arg(&output)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !handles_interrupts(&child) {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    }
    // Into the search.
    std::thread::sleep(Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none(), "the search was not long enough to be interrupted");
    signal(&child);
    let stopped = Instant::now();
    let ended = child.wait().unwrap();
    assert!(stopped.elapsed() < PATIENCE);
    let (mut text, mut errors) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(ended.code(), Some(0), "{errors}");
    let view: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(view["certificate"]["reason"], "cancelled", "{}", view["certificate"]);
    assert_eq!(view["certificate"]["answer"], "plan", "{}", view["certificate"]);
    assert!(view["peak_bytes"].as_u64().is_some_and(|bytes| bytes <= 500 << 10), "{view}");
    assert!(view["step_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{view}");
    // The plan is written, and it is a program that can be partitioned.
    let checked = command::partita().args(["partition"]).arg(&output).output().unwrap();
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));
}
