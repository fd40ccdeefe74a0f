//! Every file of `testdata/partition` is partitioned and computes what the program as it is does.
//!
//! The first line says what the file shows. A line `// collectives: all_to_all=2, all_gather=0` says how many
//! collectives of a kind the local program has; `// pad-io` lets arguments and results be padded; `// not run: …` says why
//! the program is only partitioned.

use std::path::Path;

use partita_base::Source;
use partita_engine::{Seeds, verify};
use partita_interp::Limits;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{Options, collectives, partition};

fn check(name: &str, text: &str) -> Result<(), String> {
    let source = Source::new(name, text).map_err(|_| "too large")?;
    let parsed = parse(&source, ParseOptions::default());
    let global = parsed.module;
    let mut found = parsed.diagnostics;
    found.append(partita_verify::verify(&global));
    if found.has_errors() {
        return Err(format!("the file has errors: {:?}", found.iter().next().map(|error| &error.message)));
    }
    let directives: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// ")).collect();
    let pad_io = directives.contains(&"pad-io");
    let local = partition(&global, &Options { pad_io, ..Options::default() })
        .map_err(|found| format!("{:?}", found.iter().next().map(|error| &error.message)))?;
    let invalid = partita_verify::verify(&local.module);
    if invalid.has_errors() {
        return Err(format!("invalid: {:?}", invalid.iter().next().map(|error| &error.message)));
    }
    let counts = directives.iter().find_map(|line| line.strip_prefix("collectives: "));
    for expected in counts.into_iter().flat_map(|counts| counts.split(", ")) {
        let (kind, count) = expected.split_once('=').ok_or("a count is written all_gather=0")?;
        let found = collectives(&local.module).iter().filter(|each| each.name == kind).count();
        if found.to_string() != count {
            return Err(format!("{found} {kind}, expected {count}"));
        }
    }
    if directives.iter().any(|line| line.starts_with("not run: ")) {
        return Ok(());
    }
    let report = verify(&global, &local, Seeds { first: 0, count: 3 }, Limits::default())
        .map_err(|failure| format!("{failure:?}"))?;
    match report.differences.first() {
        Some(difference) => Err(format!("{difference:?}")),
        None if report.elements == 0 => Err("nothing was compared".into()),
        None => Ok(()),
    }
}

#[test]
fn local_programs_compute_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/partition");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(text.starts_with("// "), "{} begins with what it shows", path.display());
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        count += 1;
        if let Err(message) = check(&name, &text) {
            failures.push(format!("{name}: {message}"));
        }
    }
    assert!(failures.is_empty(), "{} of {count} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 30, "only {count} files");
}

/// Every valid module of the other file tests is partitioned or refused; none makes the partitioner panic.
#[test]
fn every_valid_module_is_partitioned_or_refused() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")];
    let (mut partitioned, mut refused) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for part in text.split("// -----").filter(|_| path.extension().is_some_and(|end| end == "mlir")) {
                let source = Source::new(&path.display().to_string(), part).expect("short");
                let parsed = parse(&source, ParseOptions::default());
                if parsed.diagnostics.has_errors() || partita_verify::verify(&parsed.module).has_errors() {
                    continue;
                }
                match partition(&parsed.module, &Options::default()) {
                    Ok(local) => {
                        let found = partita_verify::verify(&local.module);
                        let first = found.iter().next().map(|error| &error.message);
                        assert!(!found.has_errors(), "{}: {first:?} in\n{part}", path.display());
                        partitioned += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(partitioned > 300 && refused > 0, "{partitioned} partitioned, {refused} refused");
}
