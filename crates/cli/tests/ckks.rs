//! Networks on ciphertexts: encrypted with Lattigo where its library is, against plain numbers; and what is refused.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use partita_engine::ckks::{LIBRARY_FILE, LIBRARY_VARIABLE, locate};
use serde_json::Value;

/// Also runs what takes a minute.
const SLOW_VARIABLE: &str = "PARTITA_SLOW";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn partita(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_partita"))
        .args(arguments.split_whitespace())
        .current_dir(root())
        .env("NO_COLOR", "1")
        .output()
        .expect("the command ends")
}

/// The library where there is one. A library that is named must be there.
fn library() -> Option<PathBuf> {
    match locate(None) {
        Ok(library) => Some(library),
        Err(error) => {
            assert!(std::env::var_os(LIBRARY_VARIABLE).is_none(), "{error}");
            let note = format!("left out: no {LIBRARY_FILE}; `cargo xtask lattigo` fetches it\n");
            let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
            None
        }
    }
}

/// Runs a network encrypted; gives the report.
fn encrypted(network: &str, options: &str) -> Option<Value> {
    let library = library()?;
    let command = format!("ckks run testdata/ckks/nets/{network} {options} --format json --lattigo");
    let output = partita(&format!("{command} {}", library.display()));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{network}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["equal"], true, "{report}");
    assert!(report["error"].as_f64().expect("a number") < 1e-3, "{report}");
    Some(report)
}

#[test]
fn one_by_one_convolutions_of_the_worked_examples() {
    let Some(report) = encrypted("e1.toml", "--slots 1024") else { return };
    assert!(report["rotations"].as_u64().expect("a number") <= 11, "{report}");
    encrypted("e3.toml", "--slots 1024");
}

#[test]
fn rows_are_cut_and_windows_reach_across() {
    // Two parts of 32 rows each.
    encrypted("halo.toml", "--slots 2048");
}

#[test]
fn a_gap_is_closed() {
    encrypted("strided.toml", "--slots 1024");
}

#[test]
fn a_residual_block() {
    encrypted("residual.toml", "--slots 1024 --log-n 13");
}

#[test]
fn a_small_network_end_to_end() {
    let Some(report) = encrypted("mnist.toml", "--slots 4096") else { return };
    assert_eq!(report["ring"], 1 << 14);
}

#[test]
fn many_channels_in_a_large_ring() {
    if std::env::var_os(SLOW_VARIABLE).is_some() {
        let Some(report) = encrypted("e2.toml", "--slots 32768 --log-n 16") else { return };
        assert!(report["rotations"].as_u64().expect("a number") <= 91, "{report}");
    }
}

#[test]
fn insecure_parameters_are_refused() {
    let refused = partita("ckks run testdata/ckks/nets/mnist.toml --slots 2048 --log-n 12");
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{text}");
    assert!(text.contains("PA0583") && text.contains("--insecure-test"), "{text}");
}

#[test]
fn a_plan_is_a_page_of_its_own() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plan.html");
    let command = format!("ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --html {}", path.display());
    assert!(partita(&command).status.success());
    let page = std::fs::read_to_string(&path).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page.contains("<td>conv2</td>"), "{page}");
    assert!(!page.contains("http") && !page.contains("<script"), "{page}");
}

#[test]
fn a_model_is_simulated() {
    let output = partita("ckks simulate testdata/ckks/nets/small.textproto --slots 512 --format json");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &report["equal"]), (Some(0), &Value::Bool(true)), "{report}");
    assert_eq!(report["rotations"], report["planned"]);
}
