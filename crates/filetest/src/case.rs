//! A file, one test of it, and what is expected of every chunk.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::file::{Chunk, TestFile};
use crate::kinds::{Chunking, Expected, Test, TestKind};

const SEPARATOR: &str = "// -----\n";

/// A file, one test of it, and what is expected of every chunk.
pub(crate) struct FileCase<'a> {
    pub(crate) file: &'a TestFile,
    pub(crate) kind: &'static TestKind,
    pub(crate) test: &'static Test,
    pub(crate) ranges: Vec<Range<usize>>,
    /// The file of the expected text, and the text; `None` if the chunks themselves state what must hold.
    pub(crate) expected: Option<(PathBuf, String)>,
    program: Option<&'a Path>,
}

impl<'a> FileCase<'a> {
    /// A case for every test of the file's kind.
    pub(crate) fn of(file: &'a TestFile, kind: &'static TestKind, program: Option<&'a Path>) -> Vec<Self> {
        let case = |test: &'static Test| {
            let path = match test.expected {
                Expected::None => None,
                Expected::Chunk => Some(file.path.clone()),
                Expected::Beside(ending) => Some(file.path.with_extension(ending)),
            };
            // Blessing creates a file that does not exist yet.
            let expected = path.map(|path| {
                let text = fs::read_to_string(&path).unwrap_or_default();
                (path, text)
            });
            Self { file, kind, test, ranges: file.ranges(kind), expected, program }
        };
        kind.tests.iter().map(case).collect()
    }

    /// A chunk, counted from 0.
    pub(crate) fn chunk(&self, index: usize) -> Chunk<'a> {
        let mut chunk = self.file.chunk(self.kind, self.ranges[index].clone(), index + 1);
        chunk.program = self.program;
        chunk
    }

    /// The positions of the expected texts of the chunks.
    pub(crate) fn expected_ranges(&self) -> Vec<Range<usize>> {
        match (&self.expected, self.test.expected, self.kind.chunking) {
            (None, ..) => Vec::new(),
            (_, Expected::Chunk, _) => self.ranges.clone(),
            (Some((_, text)), _, Chunking::Separated) => partita_mlir::split_chunks(text),
            (Some((_, text)), _, Chunking::Lines) => transcripts(text),
        }
    }

    /// The file of expected texts, with `texts` in their place.
    pub(crate) fn rewritten(&self, texts: &[String]) -> String {
        match (self.test.expected, self.kind.chunking) {
            (Expected::Beside(_), Chunking::Lines) => texts.concat(),
            (Expected::Beside(_), Chunking::Separated) => texts.join(SEPARATOR),
            _ => {
                let mut text = self.file.text.clone();
                for (range, new) in self.ranges.iter().zip(texts).rev() {
                    text.replace_range(range.clone(), new);
                }
                text
            }
        }
    }
}

/// The parts of a text that begin with a command.
fn transcripts(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("$ partita ") {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}
