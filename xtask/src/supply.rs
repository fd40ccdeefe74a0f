//! Third-party packages: those of Rust, as `deny.toml` allows them, and those of Python, pinned by hashes. Nothing here
//! needs a network.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use toml::Table;

use crate::{Outcome, cargo_path, root};

/// The only place packages of Rust come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The lists of packages of Python.
const PYTHON: &[&str] = &[
    "requirements.txt",
    "seal.txt",
    "oldest.txt",
    "newest.txt",
    "lattigo.txt",
    "heir.txt",
    "wheel.txt",
    "third_party/requirements.txt",
];

/// Adds a fault for every package that is not allowed.
pub(crate) fn check(faults: &mut Vec<String>) -> Outcome {
    let policy = table(&root().join("deny.toml"))?;
    locked(&table(&root().join("Cargo.lock"))?, &policy, faults);
    licences(&policy, faults)?;
    for list in PYTHON {
        let path = root().join("oracle").join(list);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        faults.extend(unpinned(&text).into_iter().map(|line| format!("oracle/{list}: no hash: {line}")));
    }
    advisories(faults)
}

fn table(path: &Path) -> Result<Table, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", path.display()))
}

/// The strings of a list.
fn strings<'t>(table: &'t Table, section: &str, key: &str) -> Vec<&'t str> {
    let list = table.get(section).and_then(|section| section.get(key)).and_then(toml::Value::as_array);
    let text = |value: &'t toml::Value| value.as_str().or_else(|| value.get("name")?.as_str());
    list.into_iter().flatten().filter_map(text).collect()
}

/// Packages are those of the registry, with checksums, and there is one version of each.
fn locked(lock: &Table, policy: &Table, faults: &mut Vec<String>) {
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in lock.get("package").and_then(toml::Value::as_array).into_iter().flatten() {
        let field = |key: &str| package.get(key).and_then(toml::Value::as_str);
        let name = field("name").unwrap_or_default();
        *versions.entry(name).or_default() += 1;
        // Packages of the workspace have no source.
        match (field("source"), field("checksum")) {
            (None, None) | (Some(REGISTRY), Some(_)) => {}
            (source, _) => faults.push(format!("Cargo.lock: {name} is from {source:?}")),
        }
    }
    let skipped = strings(policy, "bans", "skip");
    for (name, count) in versions {
        if count > 1 && !skipped.contains(&name) {
            faults.push(format!("Cargo.lock: expected one version of {name}, found {count}"));
        }
    }
}

/// Every package that is built on this system has a licence that is allowed.
fn licences(policy: &Table, faults: &mut Vec<String>) -> Outcome {
    let host = Command::new("rustc").arg("-vV").output().map_err(|error| error.to_string())?;
    let host = String::from_utf8_lossy(&host.stdout).into_owned();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let output = Command::new(cargo_path())
        .args(["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(root())
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        if reason.contains("--locked") {
            faults.push(format!("Cargo.lock: expected the packages of Cargo.toml: {}", reason.trim()));
            return Ok(());
        }
        println!("licences: packages are not downloaded; skipped");
        return Ok(());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let allowed = strings(policy, "licenses", "allow");
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(licence, &allowed) {
            faults.push(format!("Cargo.lock: {} has the licence {licence:?}", package["name"]));
        }
    }
    Ok(())
}

/// Whether one of the choices of an SPDX expression has only licences that are allowed. `/` is an old way to write
/// `OR`.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ");
    let mut words: Vec<String> = Vec::new();
    for word in expression.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
        match (word, words.last_mut()) {
            ("WITH", Some(last)) => *last += " WITH ",
            (word, Some(last)) if last.ends_with(" WITH ") => *last += word,
            (word, _) => words.push(word.to_string()),
        }
    }
    let mut rest = words.as_slice();
    any(&mut rest, allowed) && rest.is_empty()
}

/// Parses choices separated by `OR`. All of them are read, also after one that is allowed, so that the rest of the
/// words stays aligned.
fn any(words: &mut &[String], allowed: &[&str]) -> bool {
    let mut is_fine = all(words, allowed);
    while words.first().is_some_and(|word| word == "OR") {
        *words = &words[1..];
        is_fine |= all(words, allowed);
    }
    is_fine
}

/// Parses terms joined by `AND`, which binds more tightly than `OR`.
fn all(words: &mut &[String], allowed: &[&str]) -> bool {
    let mut is_fine = one(words, allowed);
    while words.first().is_some_and(|word| word == "AND") {
        *words = &words[1..];
        is_fine &= one(words, allowed);
    }
    is_fine
}

/// Parses a licence or an expression in parentheses.
fn one(words: &mut &[String], allowed: &[&str]) -> bool {
    let Some((word, rest)) = words.split_first() else { return false };
    *words = rest;
    if word != "(" {
        return allowed.contains(&word.as_str());
    }
    let is_fine = any(words, allowed);
    match words.split_first() {
        Some((word, rest)) if word == ")" => {
            *words = rest;
            is_fine
        }
        _ => false,
    }
}

/// The requirements of a list that name no file by its hash.
fn unpinned(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_pinned = |line: &str| line.contains("==") && line.contains("--hash=sha256:");
    lines
        .filter(|line| !is_pinned(line))
        .map(|line| line.split_whitespace().next().unwrap_or_default().to_string())
        .collect()
}

/// Known vulnerabilities of packages, if cargo-deny and its database are installed.
fn advisories(faults: &mut Vec<String>) -> Outcome {
    let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
    let home = home.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")));
    let has_database = home.is_some_and(|home| home.join("advisory-dbs").exists());
    let deny = Command::new(cargo_path()).args(["deny", "--version"]).output();
    if !has_database || !deny.is_ok_and(|output| output.status.success()) {
        println!("advisories: cargo-deny or its database is not installed; skipped");
        return Ok(());
    }
    let checked = Command::new(cargo_path())
        .args(["deny", "--offline", "check", "advisories"])
        .current_dir(root())
        .status();
    if !checked.is_ok_and(|status| status.success()) {
        faults.push("Cargo.lock: `cargo deny check advisories` fails".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_expressions() {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
        for fine in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_allowed(fine, &allowed), "{fine}");
        }
        for wrong in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND NCSA",
            "GPL-2.0 WITH x",
            "(MIT",
            "MIT MIT",
        ] {
            assert!(!is_allowed(wrong, &allowed), "{wrong}");
        }
    }

    #[test]
    fn requirements_have_hashes() {
        let fine =
            "# a list\na==1 \\\n    --hash=sha256:00 \\\n    --hash=sha256:11\nb==2 --hash=sha256:22\n";
        assert_eq!(unpinned(fine), Vec::<String>::new());
        assert_eq!(unpinned("a==1\nb>=2 --hash=sha256:22\n"), ["a==1", "b>=2"]);
    }

    #[test]
    fn packages_of_other_places_are_found() {
        let lock = "[[package]]\nname = \"a\"\nsource = \"git+https://x\"\n[[package]]\nname = \"b\"\n[[package]]\nname = \"b\"\n";
        let mut faults = Vec::new();
        locked(&lock.parse().expect("TOML"), &Table::new(), &mut faults);
        assert_eq!(faults.len(), 2, "{faults:?}");
        let policy: Table = "[bans]\nskip = [{ name = \"b\" }]".parse().expect("TOML");
        faults.clear();
        locked(&lock.parse().expect("TOML"), &policy, &mut faults);
        assert_eq!(faults.len(), 1, "{faults:?}");
    }
}
