//! `testdata/differences.toml`: where Partita differs from an oracle, and why.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::file::Chunk;

/// The table.
pub(crate) struct Differences {
    pub(crate) entries: Vec<Entry>,
    /// Passes without a file of their own, and why.
    pub(crate) without_file: Vec<String>,
}

/// A chunk whose answer is not the oracle's.
pub(crate) struct Entry {
    /// The path below `testdata`.
    pub(crate) file: String,
    pub(crate) chunk: Which,
    /// A part of what is found instead.
    pub(crate) found: Option<String>,
    pub(crate) why: String,
}

/// How an entry names a chunk.
#[derive(PartialEq, Eq)]
pub(crate) enum Which {
    Title(String),
    /// From 1.
    Number(usize),
}

impl Entry {
    pub(crate) fn is_of(&self, chunk: &Chunk) -> bool {
        self.file == chunk.file
            && match &self.chunk {
                Which::Title(title) => title == chunk.title,
                Which::Number(number) => *number == chunk.number,
            }
    }

    /// The entry in one line.
    pub(crate) fn shown(&self) -> String {
        match &self.chunk {
            Which::Title(title) => format!("{}: {title} ({})", self.file, self.why),
            Which::Number(number) => format!("{}: chunk {number} ({})", self.file, self.why),
        }
    }
}

impl Differences {
    pub(crate) fn read(testdata: &Path) -> Self {
        let path = testdata.join("differences.toml");
        let text = fs::read_to_string(&path).expect("the table of differences is readable");
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let entries = list(&table, "difference").map(entry).collect();
        let without_file = list(&table, "without_file").map(|table| {
            assert!(!word(table, "why").is_empty(), "an entry explains itself");
            word(table, "pass")
        });
        Self { entries, without_file: without_file.collect() }
    }
}

fn list<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

fn word(table: &Table, key: &str) -> String {
    let value = table.get(key).and_then(Value::as_str);
    value.unwrap_or_else(|| panic!("expected `{key}` as text in {table:?}")).to_string()
}

fn entry(table: &Table) -> Entry {
    let chunk = match table.get("chunk") {
        Some(Value::String(title)) => Which::Title(title.clone()),
        Some(Value::Integer(number)) => Which::Number(*number as usize),
        _ => panic!("expected `chunk` as a title or a number in {table:?}"),
    };
    let found = table.get("found").and_then(Value::as_str).map(str::to_string);
    Entry { file: word(table, "file"), chunk, found, why: word(table, "why") }
}
