//! Runs all chunks at once and compares what is found with what is expected.
//!
//! `PARTITA_FILE=TEXT` selects the files whose path contains the text. `BLESS=1` accepts what is found where the expected text is ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::case::FileCase;
use crate::differences::{Differences, Entry};
use crate::found::Found;
use crate::inventory;
use crate::judge::{Judgement, judge_chunk};
use crate::kinds::{self, Author};

/// The result of a run.
pub struct Report {
    /// Every chunk that fails, with its position; and errors in the test files themselves.
    pub failures: Vec<String>,
    /// How many times a test was run on a chunk, by kind.
    pub chunks: BTreeMap<&'static str, usize>,
}

/// The folder of the repository.
pub(crate) fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository exists")
}

/// Tests all files except those of commands.
pub fn check_files() -> Report {
    check(None)
}

/// Tests the files of commands with a built program. Cargo passes the path of a program to the tests of its own package only.
pub fn check_commands(program: &Path) -> Report {
    check(Some(program))
}

fn check(program: Option<&Path>) -> Report {
    let testdata = repository_root().join("testdata");
    let differences = Differences::read(&testdata);
    let selection = std::env::var("PARTITA_FILE").ok();
    let is_selected = |name: &str| selection.as_ref().is_none_or(|part| name.contains(part.as_str()));
    let mut files = inventory::test_files(&testdata);
    files.retain(|file| (file.header.word == "command") == program.is_some() && is_selected(&file.name));
    let mut report = Report { failures: Vec::new(), chunks: BTreeMap::new() };
    let mut cases = Vec::new();
    for file in &files {
        match kinds::find_kind(&file.header.word) {
            Some(kind) => cases.extend(FileCase::of(file, kind, program)),
            None => {
                report.failures.push(format!("testdata/{}:1: unknown kind `{}`", file.name, file.header.word))
            }
        }
    }
    let mut used = BTreeSet::new();
    for (case, outcomes) in cases.iter().zip(run_all(&cases)) {
        finish(case, outcomes, &differences, &mut used, &mut report);
    }
    let unused = |(index, entry): &(usize, &Entry)| {
        files.iter().any(|file| file.name == entry.file) && !used.contains(index)
    };
    for (_, entry) in differences.entries.iter().enumerate().filter(unused) {
        report
            .failures
            .push(format!("testdata/differences.toml: {} differs no longer; remove it", entry.shown()));
    }
    if selection.is_some() && report.chunks.is_empty() {
        report.failures.push("PARTITA_FILE selects no file".into());
    }
    if selection.is_none() {
        report.failures.extend(too_few(&report.chunks, program.is_some()));
    }
    report
}

/// Kinds with fewer chunks than expected.
fn too_few(chunks: &BTreeMap<&str, usize>, commands: bool) -> Vec<String> {
    let of = |word: &str| chunks.get(word).copied().unwrap_or_default();
    let kinds = kinds::KINDS.iter().filter(|kind| (kind.word == "command") == commands);
    kinds
        .filter(|kind| of(kind.word) < kind.fewest)
        .map(|kind| {
            format!("{}: expected at least {} chunks, found {}", kind.word, kind.fewest, of(kind.word))
        })
        .collect()
}

type Outcome = Result<Found, String>;

/// The result of every chunk of every case.
fn run_all(cases: &[FileCase]) -> Vec<Vec<Outcome>> {
    let jobs: Vec<(usize, usize)> = cases
        .iter()
        .enumerate()
        .flat_map(|(case, of)| (0..of.ranges.len()).map(move |chunk| (case, chunk)))
        .collect();
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<(usize, usize), Outcome>> = Mutex::default();
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (case, chunk) = (&cases[job.0], cases[job.0].chunk(job.1));
            let outcome = catch_unwind(AssertUnwindSafe(|| (case.test.run)(&chunk)));
            let outcome = outcome.unwrap_or_else(|_| Err("panicked".into()));
            done.lock().expect("no panic while held").insert(*job, outcome);
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(2, |count| count.get());
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let mut outcomes: Vec<Vec<Outcome>> = cases.iter().map(|_| Vec::new()).collect();
    for ((case, _), outcome) in done.into_inner().expect("no panic while held") {
        outcomes[case].push(outcome);
    }
    outcomes
}

/// Compares, blesses and reports one case.
fn finish(
    case: &FileCase,
    outcomes: Vec<Outcome>,
    differences: &Differences,
    used: &mut BTreeSet<usize>,
    report: &mut Report,
) {
    let bless = std::env::var_os("BLESS").is_some() && case.test.author == Author::Partita;
    let ranges = case.expected_ranges();
    if let Some((path, _)) = &case.expected
        && ranges.len() != outcomes.len()
        && !bless
    {
        let (expected, found) = (outcomes.len(), ranges.len());
        report.failures.push(format!("{}: expected {expected} chunks, found {found}", display_path(path)));
        return;
    }
    *report.chunks.entry(case.kind.word).or_default() += outcomes.len();
    let mut texts = Vec::new();
    for (index, outcome) in outcomes.into_iter().enumerate() {
        let chunk = case.chunk(index);
        let entry = differences.entries.iter().position(|entry| entry.is_of(&chunk));
        let range = ranges.get(index).cloned().unwrap_or_default();
        let judged = judge_chunk(case, &chunk, range, &outcome, entry.map(|at| &differences.entries[at]));
        used.extend(entry.filter(|_| judged.differs));
        let Judgement { oracle, ours, text, .. } = judged;
        report.failures.extend(oracle.into_iter().chain(ours.filter(|_| !bless)));
        texts.push(text);
    }
    if let Some((path, text)) = &case.expected
        && bless
        && case.rewritten(&texts) != *text
    {
        fs::write(path, case.rewritten(&texts)).expect("the expected text can be written");
    }
}

/// A path below the repository.
pub(crate) fn display_path(path: &Path) -> String {
    path.strip_prefix(repository_root()).unwrap_or(path).display().to_string()
}
