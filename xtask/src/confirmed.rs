//! Comparisons that an oracle has confirmed before, so that it is asked only about what is new.
//!
//! A digest covers everything that determines a comparison: the packages of the oracle, the program, the questions, and
//! our answers. An oracle that agreed once agrees again; when anything changes, the digest changes and the oracle is
//! asked. `cargo xtask test --long` always asks. `cargo xtask test --record` rewrites the lists under
//! `oracle/confirmed`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use crate::{Outcome, root, target};

/// The environment variable that states how the lists are used: [`ASK_ALL`], [`RECORD`], or unset.
pub(crate) const VARIABLE: &str = "PARTITA_CONFIRMED";
/// The lists are not read: every question is asked.
pub(crate) const ASK_ALL: &str = "ask";
/// The lists are not read, and are replaced by what this run confirms.
pub(crate) const RECORD: &str = "record";

/// Every eighth partitioned program is run even if it was confirmed: the code that shards the inputs, exchanges data
/// and joins the results is ours, and the digest does not cover it.
const ALWAYS_RUN: usize = 8;

/// The hash of everything that determines a comparison.
#[derive(Clone)]
pub(crate) struct Digest(FxHasher);

impl Digest {
    /// Starts with the packages of the oracle, so that an upgrade invalidates every entry.
    pub(crate) fn new() -> Result<Self, String> {
        let packages = root().join("oracle/requirements.txt");
        let packages =
            fs::read_to_string(&packages).map_err(|error| format!("{}: {error}", packages.display()))?;
        let mut digest = Self(FxHasher::default());
        digest.add(&packages);
        Ok(digest)
    }

    pub(crate) fn add(&mut self, text: &str) {
        self.add_bytes(text.as_bytes());
    }

    /// The digest as text, for the name of a file.
    pub(crate) fn hex(&self) -> String {
        format!("{:016x}", self.0.finish())
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        // With the length, two texts have a different digest than their concatenation.
        self.0.write_usize(bytes.len());
    }
}

/// The outcome of a comparison in which nothing differed.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Confirmation {
    /// Checks that agreed.
    pub(crate) passed: usize,
    /// Questions that the oracle did not answer.
    pub(crate) lost: usize,
}

/// The list of one step.
pub(crate) struct Confirmed {
    path: PathBuf,
    known: BTreeMap<u64, Confirmation>,
    seen: BTreeMap<u64, Confirmation>,
    asked: usize,
    records: bool,
}

impl Confirmed {
    /// The list of a step, or an empty one where the oracle is to be asked about everything.
    pub(crate) fn of(step: &str) -> Result<Self, String> {
        let path = root().join(format!("oracle/confirmed/{step}.txt"));
        let mode = mode();
        let known = match mode.as_str() {
            ASK_ALL | RECORD => BTreeMap::new(),
            _ if !path.exists() => BTreeMap::new(),
            _ => {
                let text =
                    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                parse(&text)
                    .map_err(|line| format!("{}: expected three numbers, found `{line}`", path.display()))?
            }
        };
        Ok(Self { path, known, seen: BTreeMap::new(), asked: 0, records: mode == RECORD })
    }

    /// The outcome when the oracle was asked before; `None` for a new question.
    pub(crate) fn get(&mut self, digest: &Digest) -> Option<Confirmation> {
        let digest = digest.0.finish();
        let found = self.known.get(&digest).copied()?;
        self.seen.insert(digest, found);
        Some(found)
    }

    /// As [`Confirmed::get`], for the `number`th partitioned program; `None` also for those that are always run.
    pub(crate) fn get_run(&mut self, digest: &Digest, number: usize) -> Option<Confirmation> {
        if number.is_multiple_of(ALWAYS_RUN) { None } else { self.get(digest) }
    }

    /// Records that the oracle was asked and agreed.
    pub(crate) fn keep(&mut self, digest: &Digest, confirmation: Confirmation) {
        self.asked += 1;
        self.seen.insert(digest.0.finish(), confirmation);
    }

    /// Prints how much was asked, and writes the list when recording.
    pub(crate) fn finish(self, what: &str) -> Outcome {
        println!("{what}: the oracle was asked about {} of {}", self.asked, self.seen.len());
        if !self.records {
            return Ok(());
        }
        let mut text = String::new();
        for (digest, Confirmation { passed, lost }) in &self.seen {
            let _ = writeln!(text, "{digest:016x} {passed} {lost}");
        }
        let folder = self.path.parent().expect("the path names a file in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&self.path, text))
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// The file in which a script of the oracle keeps its own answers; one that does not exist when every question is to be
/// asked.
pub(crate) fn kept_answers(file: &str) -> PathBuf {
    match mode().as_str() {
        ASK_ALL | RECORD => target().join("no-answers"),
        _ => recorded_answers(file),
    }
}

/// Copies the answers that a script wrote to the recorded ones, when recording.
pub(crate) fn record_answers(written: &Path, file: &str) -> Outcome {
    if mode() != RECORD {
        return Ok(());
    }
    let path = recorded_answers(file);
    fs::copy(written, &path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(())
}

fn recorded_answers(file: &str) -> PathBuf {
    root().join("oracle/confirmed").join(file)
}

/// Whether oracles are asked about what they have answered before.
pub(crate) fn asks_all() -> bool {
    matches!(mode().as_str(), ASK_ALL | RECORD)
}

fn mode() -> String {
    std::env::var(VARIABLE).unwrap_or_default()
}

fn parse(text: &str) -> Result<BTreeMap<u64, Confirmation>, String> {
    let line = |line: &str| {
        let mut words = line.split(' ');
        let digest = u64::from_str_radix(words.next()?, 16).ok()?;
        let mut number = || words.next()?.parse().ok();
        Some((digest, Confirmation { passed: number()?, lost: number()? }))
    };
    text.lines().map(|text| line(text).ok_or_else(|| text.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_depends_on_every_text_and_where_it_ends() {
        let of = |texts: &[&str]| {
            let mut digest = Digest(FxHasher::default());
            texts.iter().for_each(|text| digest.add(text));
            digest.0.finish()
        };
        let different =
            [of(&["ab", "c"]), of(&["a", "bc"]), of(&["abc"]), of(&["c", "ab"]), of(&["ab", "d"])];
        for (at, one) in different.iter().enumerate() {
            assert!(different.iter().skip(at + 1).all(|other| one != other), "{at}");
        }
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
    }

    #[test]
    fn lists_are_read_as_they_are_written() {
        let confirmation = Confirmation { passed: 71, lost: 1 };
        assert_eq!(parse("00000000000000ff 71 1\n"), Ok(BTreeMap::from([(255, confirmation)])));
        assert_eq!(parse("00000000000000ff 71"), Err("00000000000000ff 71".into()));
    }
}
