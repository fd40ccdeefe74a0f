//! The pages about propagation show what they say: the example is reported, the cure is not.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What `partita propagate` reports about a module.
fn findings(module: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_partita"))
        .args(["propagate", "-", "--color", "never"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("piped").write_all(module.as_bytes()).expect("the command reads");
    let output = child.wait_with_output().expect("the command ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_about_propagation_show_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut tried = 0;
    for entry in fs::read_dir(folder).expect("the pages are there") {
        let path = entry.expect("readable").path();
        let code = path.file_stem().expect("a file").to_string_lossy().into_owned();
        if !code.starts_with("PA04") {
            continue;
        }
        let page = fs::read_to_string(&path).expect("readable");
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let block = |part: &str| {
            let (_, rest) = part.split_once("```mlir\n")?;
            Some(rest.split_once("```").expect("the block ends").0.to_string())
        };
        let (Some(example), Some(cure)) = (block(example), block(cure)) else { continue };
        let found = findings(&example);
        assert!(found.contains(&format!("[{code}]")), "{code}: the example reports\n{found}");
        let found = findings(&cure);
        assert!(!found.contains("[PA"), "{code}: the cure reports\n{found}");
        tried += 1;
    }
    assert!(tried >= 6, "only {tried} pages have examples");
}
