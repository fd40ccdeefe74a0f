//! The passes, pipelines and options that jaxlib registers for Shardy, against the recorded list of them.
//!
//! That Partita has all of them is a test of `partita-hlo`, which reads the recorded list and needs no Python.

use std::fs;
use std::process::{Command, Stdio};

use crate::oracle::{self, report_verdict};
use crate::{Outcome, root};

const RECORDED: &str = "testdata/passes/registered.txt";

/// The list in jaxlib is the recorded one. With `BLESS=1` it becomes the recorded one.
pub(crate) fn list_is_recorded() -> Outcome {
    let script = root().join("oracle/registered.py");
    let output = Command::new(oracle::python()?)
        .arg(script)
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("cannot list the passes of jaxlib: {error}"))?;
    let listed = String::from_utf8_lossy(&output.stdout);
    let path = root().join(RECORDED);
    if std::env::var_os("BLESS").is_some() {
        return fs::write(path, &*listed).map_err(|error| error.to_string());
    }
    let recorded = fs::read_to_string(path).map_err(|error| format!("{RECORDED}: {error}"))?;
    let missing = recorded.lines().filter(|line| !listed.lines().any(|other| other == *line));
    let new = listed.lines().filter(|line| !recorded.lines().any(|other| other == *line));
    let failures: Vec<String> = missing
        .map(|line| format!("recorded, but jaxlib does not register: {line}"))
        .chain(new.map(|line| format!("registered in jaxlib, but not recorded: {line}")))
        .collect();
    let found = listed.lines().count();
    if found == 0 {
        return Err("jaxlib registers no passes of Shardy".into());
    }
    report_verdict("registered passes and pipelines", found.saturating_sub(failures.len()), &failures)
}
