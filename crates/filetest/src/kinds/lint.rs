//! `// test: lint`: the lints that a partitioned program has.
//!
//! The line after the header is what the file shows. The codes of lints are written at the end of the lines they belong to; a program
//! without any has none.

use std::collections::BTreeMap;

use partita::hlo::{LINTS, Partitioning, Thresholds, partition, read};
use partita_base::{Code, code};

use super::{Author, Chunking, Expected, Test, TestKind, everything};
use crate::annotations;
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "lint",
    chunking: Chunking::Separated,
    tests: &[Test { run, expected: Expected::Chunk, author: Author::Partita, compared: everything }],
    fewest: 30,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    if chunk.title.is_empty() {
        return Err("expected a line with what the program shows".into());
    }
    let text = annotations::strip_annotations(chunk.text);
    let program = read(chunk.file, &text).map_err(|error| error.to_string())?;
    let partitioned = partition(program, &Partitioning::default()).map_err(|error| error.to_string())?;
    let mut found = partitioned.found().clone();
    found.append(partitioned.lint(&Thresholds::default(), &mut ()));
    let mut codes: BTreeMap<usize, Vec<Code>> = BTreeMap::new();
    for each in found.iter().filter(|each| LINTS.iter().any(|lint| lint.code == each.code)) {
        if each.help.is_none() && each.code >= code::SILENT_REPLICATION {
            return Err(format!("{} has no help", each.code));
        }
        codes.entry(partitioned.source().position(each.span.start).line).or_default().push(each.code);
    }
    codes.values_mut().for_each(|codes| codes.sort());
    Ok(Found { text: annotations::annotate_lines(&text, &codes), disagreement: None })
}
