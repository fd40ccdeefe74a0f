//! Finds all test files, and files that no test reads.
//!
//! A file has a header, belongs to one that has (`.out`, `.in`), or is listed in `testdata/data.toml` with the test that reads it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use partita_ir::pass;
use toml::{Table, Value};

use crate::differences::Differences;
use crate::file::TestFile;
use crate::kinds::{self, Chunking, Expected};
use crate::runner::repository_root;

/// The files that describe the others.
const OWN: &[&str] = &["README.md", "data.toml", "differences.toml"];

/// All files with a header, by path.
pub(crate) fn test_files(testdata: &Path) -> Vec<TestFile> {
    paths(testdata).iter().filter_map(|path| TestFile::read(testdata, path)).collect()
}

/// Files that no test reads, and entries of `testdata/data.toml` and `testdata/differences.toml` about files that are gone.
pub fn unread_files() -> Vec<String> {
    let testdata = repository_root().join("testdata");
    let tests = test_files(&testdata);
    let mut read: BTreeSet<PathBuf> = OWN.iter().map(|name| testdata.join(name)).collect();
    for file in &tests {
        read.insert(file.path.clone());
        read.extend(companions(file));
    }
    let data = data(&testdata);
    let mut faults: Vec<String> = data.iter().flat_map(|entry| entry.faults(&testdata)).collect();
    let differences = Differences::read(&testdata).entries;
    let lost = differences.iter().filter(|entry| !tests.iter().any(|file| file.name == entry.file));
    faults.extend(lost.map(|entry| format!("testdata/differences.toml: no such file: {}", entry.shown())));
    for path in paths(&testdata).iter().filter(|path| !read.contains(*path)) {
        let name = path.strip_prefix(&testdata).unwrap_or(path).to_string_lossy().replace('\\', "/");
        if !data.iter().any(|entry| entry.covers(&name)) {
            let cure = "give it a header `// test: KIND` or list it in testdata/data.toml";
            faults.push(format!("testdata/{name}: no test reads it; {cure}"));
        }
    }
    faults
}

/// The files beside a test that belong to it.
fn companions(file: &TestFile) -> Vec<PathBuf> {
    let Some(kind) = kinds::find_kind(&file.header.word) else { return Vec::new() };
    let ending = |test: &kinds::Test| match test.expected {
        Expected::Beside(ending) => Some(ending),
        Expected::None | Expected::Chunk => None,
    };
    let input = (kind.chunking == Chunking::Lines).then_some("in");
    kind.tests.iter().filter_map(ending).chain(input).map(|ending| file.path.with_extension(ending)).collect()
}

/// An entry of `testdata/data.toml`.
struct Data {
    /// A file, or a folder with all that is in it, below `testdata`.
    path: String,
    /// Files below the repository that read it.
    read_by: Vec<String>,
}

impl Data {
    fn covers(&self, name: &str) -> bool {
        name.strip_prefix(&self.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    fn faults(&self, testdata: &Path) -> Vec<String> {
        let mut faults = Vec::new();
        if !testdata.join(&self.path).exists() {
            faults.push(format!("testdata/data.toml: {} does not exist", self.path));
        }
        let name = Path::new(&self.path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for reader in &self.read_by {
            // Most readers contain the full path; some assemble it from parts.
            let text = fs::read_to_string(repository_root().join(reader)).unwrap_or_default();
            if !text.contains(&name) {
                faults.push(format!("testdata/data.toml: {reader} does not mention {}", self.path));
            }
        }
        faults
    }
}

fn data(testdata: &Path) -> Vec<Data> {
    let text = fs::read_to_string(testdata.join("data.toml")).expect("the list of data is readable");
    let table: Table = text.parse().unwrap_or_else(|error| panic!("testdata/data.toml: {error}"));
    let words = |value: Option<&Value>| -> Vec<String> {
        let list = value.and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_string).collect()
    };
    let entry = |entry: &Value| {
        let path = entry.get("path").and_then(Value::as_str).expect("an entry has a path").to_string();
        let read_by = words(entry.get("read_by"));
        assert!(!read_by.is_empty(), "testdata/data.toml: {path} has no reader");
        Data { path, read_by }
    };
    table.get("data").and_then(Value::as_array).into_iter().flatten().map(entry).collect()
}

/// All files below a folder, sorted.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is readable") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Passes that no file tests and no entry excuses, and entries that are not needed.
pub fn passes_without_a_file() -> Vec<String> {
    let testdata = repository_root().join("testdata");
    let files = test_files(&testdata);
    let tested: BTreeSet<String> = files
        .iter()
        .filter(|file| file.header.word == "pass")
        .filter_map(|file| kinds::pass_of(&file.header.argument).ok())
        .map(|(name, _)| name)
        .collect();
    let excused = Differences::read(&testdata).without_file;
    let all = pass::PASSES.iter().chain(partita_hlo::passes()).map(|pass| pass.name);
    let missing = all
        .filter(|name| !tested.contains(*name) && !excused.iter().any(|excused| excused == name))
        .map(|name| format!("{name}: no file has the header `// test: pass {name}`"));
    let idle = excused.iter().filter(|name| tested.contains(*name) || kinds::find_pass(name).is_none()).map(
        |name| format!("testdata/differences.toml: {name} has a file or does not exist; remove its entry"),
    );
    missing.chain(idle).collect()
}
