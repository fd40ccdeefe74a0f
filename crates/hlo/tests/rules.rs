//! The rules of ops, against what Shardy says.
//!
//! Every `testdata/rules/*.mlir` has beside it what Shardy's own pass makes of it, `.out` and, with
//! conservative propagation, `.conservative.out`. With `PARTITA_CORPUS` set to a folder of programs, each
//! `NAME.mlir` there is compared with `NAME.rules.mlir` as well.

use std::fs;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_hlo::rules::PASSES;
use partita_mlir::{ParseOptions, PrintOptions, parse, print};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    files
}

/// What the pass makes of a text.
fn populated(name: &str, text: &str, conservative: bool) -> Result<String, String> {
    let source = Source::new(name, text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().next() {
        let at = source.position(error.span.start);
        return Err(format!("{}:{}: [{}] {}", at.line, at.column, error.code, error.message));
    }
    let mut module = parsed.module;
    let pass =
        PASSES.iter().find(|pass| pass.name == "sdy-populate-op-sharding-rules").expect("the pass is there");
    let options = [("conservative-propagation".to_string(), conservative.to_string())];
    (pass.run)(&mut module, &options).map_err(|found| format!("{found:?}"))?;
    Ok(print(&module, PrintOptions::default()))
}

/// The first line that differs, if the texts do.
fn difference(name: &str, expected: &str, result: Result<String, String>) -> Option<String> {
    let found = match result {
        Ok(found) => found,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    if found.trim_end() == expected.trim_end() {
        return None;
    }
    let differ: Vec<_> = expected.lines().zip(found.lines()).filter(|(a, b)| a != b).collect();
    let first = differ.first().map(|(a, b)| format!("expected {a}\n   found {b}")).unwrap_or_default();
    Some(format!("{name}: {} lines differ\n{first}", differ.len()))
}

#[test]
fn every_op_has_the_rule_that_shardy_gives_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rules");
    let mut failures = Vec::new();
    let mut functions = 0;
    for path in files(&folder) {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("readable");
        functions += text.matches("func.func").count();
        for (extension, conservative) in [("out", false), ("conservative.out", true)] {
            let expected =
                fs::read_to_string(path.with_extension(extension)).expect("every input has its outputs");
            failures.extend(difference(&name, &expected, populated(&name, &text, conservative)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(functions > 1000, "only {functions} functions");
}

/// Programs whose answer cannot be compared, and why.
const NOT_COMPARED: &[(&str, &str)] = &[("text_attributes", "`distinct` attributes are not read")];

#[test]
#[allow(clippy::print_stderr, reason = "a test that has nothing to do says so")]
fn programs_get_the_rules_that_shardy_gives_them() {
    let Some(folder) = std::env::var_os("PARTITA_CORPUS") else {
        eprintln!("skipped: set PARTITA_CORPUS to a folder with NAME.mlir and NAME.rules.mlir");
        return;
    };
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files(Path::new(&folder)) {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let expected = path.with_extension("rules.mlir");
        if !expected.exists() || NOT_COMPARED.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable");
        let expected = fs::read_to_string(expected).expect("readable");
        failures.extend(difference(&name, &expected, populated(&name, &text, false)));
        count += 1;
    }
    eprintln!("{count} programs compared, {} differ", failures.len());
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 0, "no programs in the folder");
}
