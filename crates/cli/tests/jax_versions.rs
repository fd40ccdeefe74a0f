//! Programs lowered by jax versions other than the pinned one: every command accepts them, and partitioning preserves the results.
//!
//! `oracle/versions.py` writes the texts below `testdata/jax`, one folder per version.

mod command;

use std::fs;

use command::{partita, piped, root};

/// A kind of program that some stage rejects, identified by a string in its text.
struct Exception {
    version: &'static str,
    mark: &'static str,
    /// The stage that rejects it and the code, or a prefix of them.
    stops_at: &'static str,
    why: &'static str,
}

/// A program with a mark must be rejected as its first matching entry states; other programs must pass all stages.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        version: "0.6.2",
        mark: "@SPMDFullToShardShape",
        stops_at: "check: error[PA0514]",
        why: "GSPMD's manual regions are rejected",
    },
    Exception {
        version: "",
        mark: "@xla_ffi_python_cpu_callback",
        stops_at: "verify: error[PA0563]",
        why: "the function of a callback exists only in the process that lowered the program",
    },
    Exception {
        version: "",
        mark: "@ragged_all_to_all",
        stops_at: "verify: error[PA0550]",
        why: "the interpreter does not evaluate this custom call",
    },
];

/// The output of a command on a program, or its first error.
fn output(stage: &str, text: &str) -> Result<String, String> {
    let ended = piped(partita().arg(stage).arg("-"), text.as_bytes());
    let [out, report] = [ended.stdout, ended.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    if ended.status.success() {
        return Ok(out);
    }
    let error =
        report.lines().chain(out.lines()).find(|line| line.starts_with("error") || line.contains("DIFF"));
    Err(format!("{stage}: {}", error.unwrap_or(&report)))
}

/// Runs a program through all stages. A program for n devices must be verified on n devices.
fn read_to_the_end(text: &str) -> Result<(), String> {
    output("check", text)?;
    let propagated = output("propagate", text)?;
    output("check", &propagated).map_err(|error| error.replacen("check", "propagate", 1))?;
    let local = output("partition", text)?;
    output("check", &local).map_err(|error| error.replacen("check", "partition", 1))?;
    let devices = text.split("mhlo.num_partitions = ").nth(1).and_then(|rest| rest.split(' ').next());
    let devices = match devices.expect("jax writes the number of devices") {
        "1" => "1 device".to_string(),
        count => format!("{count} devices"),
    };
    let verdict = output("verify", text)?;
    if verdict.contains(&devices) { Ok(()) } else { Err(format!("verify: not on {devices}: {verdict}")) }
}

fn texts_are_read(version: &str, at_least: usize) {
    let folder = root().join("testdata/jax").join(version);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    assert!(files.len() >= at_least, "expected at least {at_least} texts, found {}", files.len());
    let mut faults = Vec::new();
    let mut met = vec![false; EXCEPTIONS.len()];
    for path in files {
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let fits = |entry: &Exception| {
            (entry.version.is_empty() || entry.version == version) && text.contains(entry.mark)
        };
        let exception = EXCEPTIONS.iter().position(fits);
        match (read_to_the_end(&text), exception) {
            (Ok(()), None) => {}
            (Err(stop), Some(at)) if stop.starts_with(EXCEPTIONS[at].stops_at) => met[at] = true,
            (Ok(()), Some(at)) => {
                faults.push(format!("{name} passes now; remove the entry: {}", EXCEPTIONS[at].why))
            }
            (Err(stop), _) => faults.push(format!("{name}: {stop}")),
        }
    }
    for (entry, met) in EXCEPTIONS.iter().zip(met) {
        if !met && (entry.version.is_empty() || entry.version == version) {
            faults.push(format!("no program contains {}; remove its entry", entry.mark));
        }
    }
    assert!(faults.is_empty(), "jax {version}:\n{}", faults.join("\n"));
}

#[test]
fn jax_0_12_is_read() {
    texts_are_read("0.12.0.1", 35);
}

/// With Shardy and without it, which was the default then.
#[test]
fn jax_0_6_is_read() {
    texts_are_read("0.6.2", 70);
}
