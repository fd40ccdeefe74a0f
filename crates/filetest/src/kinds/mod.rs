//! The kinds of file tests, one module each. To add one: a module with a `KIND`, its row here, its row in `testdata/README.md`.

mod canonical;
pub(crate) mod command;
mod lint;
mod module;
mod partition;
mod pass;
mod ranks;
mod roundtrip;
mod rules;
mod verify;

pub(crate) use pass::{find_pass, pass_of};

use crate::file::Chunk;
use crate::found::Found;

/// All kinds.
pub(crate) const KINDS: &[&TestKind] = &[
    &canonical::KIND,
    &command::KIND,
    &lint::KIND,
    &partition::KIND,
    &pass::KIND,
    &ranks::KIND,
    &roundtrip::KIND,
    &rules::KIND,
    &verify::KIND,
];

/// How files with one word in their header are tested.
pub(crate) struct TestKind {
    /// The word after `// test:` that selects this kind.
    pub(crate) word: &'static str,
    pub(crate) chunking: Chunking,
    /// The tests that every chunk is run through.
    pub(crate) tests: &'static [Test],
    /// The least number of chunks that are tested, so that tests that are no longer found are noticed.
    pub(crate) fewest: usize,
}

/// How a file is divided into chunks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chunking {
    /// By lines `// -----`.
    Separated,
    /// Every line after the header is a chunk: a command.
    Lines,
}

/// A test of a chunk.
pub(crate) struct Test {
    /// Runs a chunk: its result, or why there is none.
    pub(crate) run: fn(&Chunk) -> Result<Found, String>,
    pub(crate) expected: Expected,
    pub(crate) author: Author,
    /// Reduces a text to what is compared.
    pub(crate) compared: fn(&str) -> String,
}

/// Where the expected text is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    /// There is none: the chunk states what must hold.
    None,
    /// The chunk itself.
    Chunk,
    /// The file with this ending beside it, divided as the file is.
    Beside(&'static str),
}

/// Where the expected text comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Author {
    /// Ours: `BLESS=1` rewrites it.
    Partita,
    /// An oracle's: how to ask it again.
    Oracle(&'static str),
}

/// The kind that a header selects.
pub(crate) fn find_kind(word: &str) -> Option<&'static TestKind> {
    KINDS.iter().copied().find(|kind| kind.word == word)
}

/// All of a text is compared.
fn everything(text: &str) -> String {
    text.to_string()
}
