//! Rules of the repository that no compiler checks.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, root};

/// Which crates a crate may depend on, as in ARCHITECTURE.md. A crate may also use what these may use.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("auto", &["base"]),
    ("mesh", &["base"]),
    ("cost", &["base"]),
    ("rule", &["mesh", "base"]),
    ("ir", &["rule", "mesh", "base"]),
    ("verify", &["ir", "rule", "mesh", "base"]),
    ("mlir", &["ir", "rule", "mesh", "base"]),
    ("interp", &["ir", "mesh", "base"]),
    ("npy", &["interp", "ir", "base"]),
    ("propagate", &["rule", "mesh", "base"]),
    ("reshard", &["cost", "mesh", "base"]),
    ("place", &["auto", "reshard", "cost", "rule", "mesh", "base"]),
    ("hlo", &["propagate", "ir", "rule", "mesh", "base"]),
    ("partition", &["verify", "place", "reshard", "cost", "hlo", "propagate", "ir", "rule", "mesh", "base"]),
    ("lint", &["partition", "cost", "hlo", "ir", "mesh", "base"]),
    ("onnx", &["place", "reshard", "cost", "propagate", "rule", "mesh", "base"]),
    ("ckks", &["onnx", "propagate", "rule", "mesh", "base"]),
    ("engine", &["onnx", "partition", "npy", "interp", "hlo", "mlir", "ir", "rule", "mesh", "base"]),
    ("filecheck", &[]),
    (
        "report",
        &["auto", "ckks", "onnx", "reshard", "hlo", "propagate", "mlir", "ir", "rule", "mesh", "base"],
    ),
    (
        "partita",
        &[
            "engine",
            "filecheck",
            "ckks",
            "onnx",
            "lint",
            "partition",
            "npy",
            "interp",
            "place",
            "reshard",
            "auto",
            "cost",
            "hlo",
            "propagate",
            "report",
            "mlir",
            "verify",
            "ir",
            "rule",
            "mesh",
            "base",
        ],
    ),
    (
        "filetest",
        &["partita", "engine", "onnx", "partition", "interp", "hlo", "mlir", "verify", "ir", "base"],
    ),
    // It contains only tests.
    ("suite", &[]),
    // The language server, the page server and the command use the façade alone, which proves that the façade is complete.
    ("lsp", &["partita"]),
    ("serve", &["partita"]),
    ("cli", &["serve", "lsp", "partita"]),
];

/// Crates that may touch files, the environment and processes.
const SHELLS: &[&str] = &["cli", "engine", "filetest"];

/// Crates that render no output: text and JSON are written in `report`.
const WITHOUT_VIEWS: &[&str] = &["cli", "partita"];

/// Crates that name no op of any dialect.
const CORE: &[&str] = &["base", "auto", "mesh", "rule", "propagate", "cost", "reshard", "place"];

pub(crate) fn run() -> Outcome {
    let mut faults = Vec::new();
    crates_follow_the_table(&mut faults)?;
    unit_tests_are_compiled(&mut faults)?;
    libraries_keep_to_themselves(&mut faults)?;
    views_are_made_in_report(&mut faults)?;
    types_can_grow(&mut faults)?;
    errors_are_errors(&mut faults)?;
    tables_have_no_default(&mut faults)?;
    codes_have_pages(&mut faults)?;
    texts_are_clean(&mut faults)?;
    architecture_names_what_exists(&mut faults)?;
    crate::supply::check(&mut faults)?;
    crate::words::check(&mut faults)?;
    for fault in &faults {
        println!("{fault}");
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len())) }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// All files below a folder with one of these endings.
fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn crates_follow_the_table(faults: &mut Vec<String>) -> Outcome {
    let folder = root().join("crates");
    let present: BTreeSet<String> = fs::read_dir(&folder)
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let listed: BTreeSet<String> = DEPENDENCIES.iter().map(|(name, _)| (*name).to_string()).collect();
    for name in present.symmetric_difference(&listed) {
        faults.push(format!("crates/{name}: the table of dependencies and the folders differ"));
    }
    for (name, allowed) in DEPENDENCIES {
        let manifest = folder.join(name).join("Cargo.toml");
        if !manifest.exists() {
            continue;
        }
        for dependency in foreign_dependencies(&read(&manifest)?, allowed) {
            faults.push(format!("crates/{name} may not depend on {dependency}"));
        }
        if !folder.join(name).join("README.md").exists() {
            faults.push(format!("crates/{name} has no README.md"));
        }
    }
    // The native module of Python uses the façade, and the command for `python -m partita`.
    let python = read(&root().join("python/Cargo.toml"))?;
    for dependency in foreign_dependencies(&python, &["cli", "partita"]) {
        faults.push(format!("python may not depend on {dependency}"));
    }
    Ok(())
}

/// The crates of the workspace that a manifest names outside of its tests, and that it may not.
fn foreign_dependencies(manifest: &str, allowed: &[&str]) -> Vec<String> {
    // Tests may use any crate.
    let shipped = manifest.split("[dev-dependencies]").next().unwrap_or_default();
    let dependency = |line: &str| {
        // The façade has no prefix.
        let package = line.split(['.', ' ', '=']).next().unwrap_or_default();
        let name = package.strip_prefix("partita-").or((package == "partita").then_some(package))?;
        (!allowed.contains(&name)).then(|| name.to_string())
    };
    shipped.lines().filter_map(dependency).collect()
}

/// A crate that leaves its unit tests to `suite` must be listed there; otherwise no program would run them, without any
/// failure.
fn unit_tests_are_compiled(faults: &mut Vec<String>) -> Outcome {
    let folder = root().join("crates");
    let suite = read(&folder.join("suite/Cargo.toml"))?;
    for (name, _) in DEPENDENCIES.iter().filter(|(name, _)| *name != "suite") {
        let leaves_tests =
            read(&folder.join(name).join("Cargo.toml"))?.lines().any(|line| line == "test = false");
        let is_listed = suite.lines().any(|line| line == format!("path = \"../{name}/src/lib.rs\""));
        if leaves_tests != is_listed {
            faults.push(format!(
                "crates/{name}: `test = false` and the tests of crates/suite/Cargo.toml differ"
            ));
        }
    }
    Ok(())
}

fn libraries_keep_to_themselves(faults: &mut Vec<String>) -> Outcome {
    for (name, _) in DEPENDENCIES {
        for path in files(&root().join("crates").join(name).join("src"), &[".rs"])? {
            let text = read(&path)?;
            if !text.starts_with("//!") && !text.starts_with("// ") {
                faults.push(format!("{}: expected a comment on its content in the first line", shown(&path)));
            }
            if *name != "cli" && text.lines().any(names_an_option) {
                faults.push(format!(
                    "{}: a message names an option; only the command has options",
                    shown(&path)
                ));
            }
            if !SHELLS.contains(name) {
                for word in ["std::fs", "std::env", "std::process", "std::net"] {
                    // The page server listens on loopback.
                    if text.contains(word) && (*name, word) != ("serve", "std::net") {
                        faults.push(format!("{}: uses {word}; only the shells may", shown(&path)));
                    }
                }
            }
            if CORE.contains(name) {
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                for word in ["\"stablehlo.", "\"chlo.", "\"onnx"] {
                    if code.contains(word) {
                        faults.push(format!("{}: the core names an op: {word}", shown(&path)));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The command and the façade depend on nothing that writes JSON, and make no tables.
fn views_are_made_in_report(faults: &mut Vec<String>) -> Outcome {
    for name in WITHOUT_VIEWS {
        let folder = root().join("crates").join(name);
        let manifest = read(&folder.join("Cargo.toml"))?;
        let shipped = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        if shipped.lines().any(|line| line.starts_with("serde")) {
            faults.push(format!("crates/{name} may not depend on serde: JSON is made in crates/report"));
        }
        for path in files(&folder.join("src"), &[".rs"])? {
            let text = read(&path)?;
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                if let Some(what) = makes_a_view(line) {
                    faults.push(format!("{}: {what}; views are made in crates/report", shown(&path)));
                }
            }
        }
    }
    Ok(())
}

/// Public options and errors are `#[non_exhaustive]`, and ops are distinguished by the facts of their table row, not by
/// their names.
fn types_can_grow(faults: &mut Vec<String>) -> Outcome {
    for (name, _) in DEPENDENCIES {
        for path in files(&root().join("crates").join(name).join("src"), &[".rs"])? {
            let text = read(&path)?;
            let lines: Vec<&str> = text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                let above = lines[..number].iter().rev().take_while(|line| line.starts_with("#["));
                if must_grow(line) && !above.into_iter().any(|line| *line == "#[non_exhaustive]") {
                    faults.push(format!("{}:{}: is not #[non_exhaustive]", shown(&path), number + 1));
                }
                if line.contains(".name().starts_with(\"") {
                    faults.push(format!(
                        "{}:{}: matches an op by a part of its name",
                        shown(&path),
                        number + 1
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Whether a line declares a public type for options or errors.
fn must_grow(line: &str) -> bool {
    let declared = ["pub struct ", "pub enum "].iter().find_map(|start| line.strip_prefix(start));
    let name =
        declared.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).unwrap_or_default();
    ["Options", "Settings", "Error"].iter().any(|ending| name.ends_with(ending))
}

/// Public types that are named as errors implement `std::error::Error`, so that callers can box them and ask for their cause.
fn errors_are_errors(faults: &mut Vec<String>) -> Outcome {
    for (name, _) in DEPENDENCIES {
        let paths = files(&root().join("crates").join(name).join("src"), &[".rs"])?;
        let texts = paths.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        for (path, text) in paths.iter().zip(&texts) {
            for error in text.lines().filter_map(named_as_error) {
                if !texts.iter().any(|text| implements_error(text, error)) {
                    faults.push(format!("{}: `{error}` does not implement `std::error::Error`", shown(path)));
                }
            }
        }
    }
    Ok(())
}

/// The public type that a line declares, if its name is that of an error.
fn named_as_error(line: &str) -> Option<&str> {
    let declared = ["pub struct ", "pub enum "].iter().find_map(|start| line.strip_prefix(start))?;
    let name = declared.split(|c: char| !c.is_alphanumeric()).next()?;
    // A policy for what is unknown, not an error.
    let is_error = name != "UnknownDialects"
        && (name.starts_with("Unknown")
            || ["Error", "Failure", "Fault"].iter().any(|ending| name.ends_with(ending)));
    is_error.then_some(name)
}

fn implements_error(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let implemented = line.strip_prefix("impl").and_then(|line| line.split_once("Error for "));
        implemented.is_some_and(|(path, of)| {
            path.ends_with([' ', ':']) && of.split(|c: char| !c.is_alphanumeric()).next() == Some(name)
        })
    })
}

/// The functions that match on all ops, each with its file. A new op must not compile until it has a row in each of them.
const TABLES: &[(&str, &str)] = &[
    ("crates/interp/src/dispatch.rs", "kernel"),
    ("crates/hlo/src/rules/table.rs", "row_of"),
    ("crates/partition/src/ops/table.rs", "op_row"),
];

fn tables_have_no_default(faults: &mut Vec<String>) -> Outcome {
    for (path, function) in TABLES {
        match body_of(&read(&root().join(path))?, function) {
            None => faults.push(format!("{path}: has no function `{function}`, the table of ops")),
            Some(body) if body.lines().any(is_default) => {
                faults.push(format!(
                    "{path}: the table `{function}` has a default: new ops would go unnoticed"
                ));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The lines of a function at the top of a file.
fn body_of<'t>(text: &'t str, function: &str) -> Option<&'t str> {
    let start = text.find(&format!("fn {function}("))?;
    let body = &text[start..];
    Some(&body[..body.find("\n}\n")?])
}

/// Whether a line is a match arm for everything else: a wildcard, or a name for any op, with or without a condition.
fn is_default(line: &str) -> bool {
    let arm = line.trim_start();
    let binds = |(pattern, _): (&str, &str)| {
        let name = pattern.split(" if ").next().unwrap_or_default().trim();
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    arm.starts_with("| _") || arm.starts_with("_ if ") || arm.split_once("=>").is_some_and(binds)
}

/// What a line of code does that only `report` may.
fn makes_a_view(line: &str) -> Option<&'static str> {
    let placeholders = line.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let pads = |placeholder: &str| {
        placeholder.split_once(':').is_some_and(|(_, form)| form.starts_with(['<', '>', '^']))
    };
    let words = [("json!", "makes JSON"), ("println!", "prints"), (" Table::default()", "makes a table")];
    let named = words.iter().find(|(word, _)| line.contains(word)).map(|(_, what)| *what);
    named.or(placeholders.into_iter().any(pads).then_some("aligns columns"))
}

/// Whether a line of code contains an option of the command line. Options of other programs do not count.
fn names_an_option(line: &str) -> bool {
    let is_ours = !line.trim_start().starts_with("//") && !line.contains("stablehlo-translate");
    let is_letter = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    is_ours && [" --", "`--", "\"--"].iter().any(|start| line.split(start).skip(1).any(is_letter))
}

/// Every code has a page that starts with it and shows an example and a cure; every page has a code.
fn codes_have_pages(faults: &mut Vec<String>) -> Outcome {
    let folder = root().join("docs/errors");
    let mut pages: BTreeSet<String> = files(&folder, &[".md"])?
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    for (code, title) in partita_base::code::ALL {
        let name = code.to_string();
        if !pages.remove(&name) {
            faults.push(format!("docs/errors/{name}.md is missing: {title}"));
            continue;
        }
        let text = read(&folder.join(format!("{name}.md")))?;
        if text.lines().next() != Some(&format!("# {name}: {title}")) {
            faults.push(format!("docs/errors/{name}.md does not begin with `# {name}: {title}`"));
        }
        for heading in ["## Cause", "## Example", "## Cure"] {
            if !text.contains(heading) {
                faults.push(format!("docs/errors/{name}.md has no `{heading}`"));
            }
        }
    }
    faults.extend(pages.iter().map(|page| format!("docs/errors/{page}.md has no error code")));
    Ok(())
}

/// No unfinished work, no paths of one machine.
fn texts_are_clean(faults: &mut Vec<String>) -> Outcome {
    let listed = Command::new("git").args(["ls-files"]).current_dir(root()).output();
    let Ok(listed) = listed else { return Ok(()) };
    let forbidden = ["/root/", "/home/", "/work/", "/tmp/"];
    for file in String::from_utf8_lossy(&listed.stdout).lines() {
        let path = root().join(file);
        if file.ends_with(".lock") || file.starts_with("testdata/") || file == "xtask/src/tidy.rs" {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            for word in forbidden {
                if line.contains(word) {
                    faults.push(format!("{file}:{}: names a path of one machine", number + 1));
                }
            }
            if line.contains("FIXME") || line.contains("XXX") {
                faults.push(format!("{file}:{}: unfinished work", number + 1));
            }
        }
    }
    Ok(())
}

/// The page that lists which file answers a question about the code.
const WHERE_TO_LOOK: &str = "docs/book/src/contributing/where-to-look.md";

/// ARCHITECTURE.md lists every crate. Every file that it or the list of places names in backticks exists.
fn architecture_names_what_exists(faults: &mut Vec<String>) -> Outcome {
    let text = read(&root().join("ARCHITECTURE.md"))?;
    for (name, _) in DEPENDENCIES {
        if !text.contains(&format!("`{name}`")) {
            faults.push(format!("ARCHITECTURE.md does not mention the crate `{name}`"));
        }
    }
    names_what_exists("ARCHITECTURE.md", &text, faults);
    names_what_exists(WHERE_TO_LOOK, &read(&root().join(WHERE_TO_LOOK))?, faults);
    Ok(())
}

fn names_what_exists(page: &str, text: &str, faults: &mut Vec<String>) {
    for word in text.split('`').skip(1).step_by(2) {
        let is_path =
            word.contains('/') && !word.contains(' ') && !word.contains("::") && !word.contains('<');
        if is_path && !root().join(word).exists() {
            faults.push(format!("{page} names `{word}`, which does not exist"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{body_of, implements_error, is_default, makes_a_view, must_grow, named_as_error};

    #[test]
    fn errors_without_the_trait_are_found() {
        assert_eq!(named_as_error("pub struct UnknownLint {"), Some("UnknownLint"));
        assert_eq!(named_as_error("pub enum Error<'a> {"), Some("Error"));
        assert_eq!(named_as_error("pub(crate) enum LoadError {"), None);
        let text = "impl std::error::Error for SpecFault {}\nimpl From<PlanError> for Fault {}";
        assert!(implements_error(text, "SpecFault") && !implements_error(text, "Fault"));
        assert!(implements_error("impl Error for Fault {", "Fault"));
        assert!(!implements_error("impl DisplayError for Fault {", "Fault"));
    }

    #[test]
    fn defaults_of_tables_are_found() {
        let text = "fn row(code: OpCode) -> Row {\n    match code {\n        Add => SAME,\n        _ => NONE,\n    }\n}\nfn other() {\n}\n";
        assert!(body_of(text, "row").is_some_and(|body| body.lines().any(is_default)));
        assert!(body_of(text, "other").is_some_and(|body| !body.lines().any(is_default)));
        assert!(body_of(text, "kernel").is_none());
    }

    #[test]
    fn options_and_errors_are_found() {
        assert!(must_grow("pub struct PlanOptions {") && must_grow("pub enum Error {"));
        assert!(must_grow("pub struct Options<'a> {"));
        assert!(!must_grow("pub struct Plan {") && !must_grow("pub(crate) enum LoadError {"));
    }

    #[test]
    fn lines_that_make_views_are_found() {
        assert_eq!(makes_a_view(r#"let value = json!({"a": 1});"#), Some("makes JSON"));
        assert_eq!(makes_a_view(r#"print(&format!("{name:<12} {about}"))"#), Some("aligns columns"));
        assert_eq!(makes_a_view(r#"format!("{:>width$}", name)"#), Some("aligns columns"));
        assert_eq!(makes_a_view(r#"format!("{name}: {why:.1}") // fine"#), None);
    }
}
