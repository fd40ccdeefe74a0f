//! One file of `testdata`: its header and its chunks.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::annotations;
use crate::kinds::{Chunking, TestKind};

/// The line `// test: KIND ARGUMENT` at the top of a file or chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the kind.
    pub word: String,
    /// What follows it, such as a pass and its options.
    pub argument: String,
}

impl Header {
    /// Reads a line; `None` if it is not a header.
    pub fn parse(line: &str) -> Option<Self> {
        // A byte order mark must be the first character of the file that tests it.
        let line = line.trim_start_matches('\u{feff}');
        let rest = line.strip_prefix("// test: ").or_else(|| line.strip_prefix("# test: "))?.trim();
        let (word, argument) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(Self { word: word.into(), argument: argument.into() })
    }
}

/// A file with a header.
pub struct TestFile {
    /// The path below `testdata`.
    pub name: String,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) header: Header,
}

impl TestFile {
    /// Reads a file; `None` if it is not text or has no header.
    pub(crate) fn read(testdata: &Path, path: &Path) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        let header = Header::parse(text.lines().next()?)?;
        let name = path.strip_prefix(testdata).unwrap_or(path).to_string_lossy().replace('\\', "/");
        Some(Self { name, path: path.into(), text, header })
    }

    /// Where the chunks are.
    pub(crate) fn ranges(&self, kind: &TestKind) -> Vec<Range<usize>> {
        match kind.chunking {
            Chunking::Separated => partita_mlir::split_chunks(&self.text),
            Chunking::Lines => lines(&self.text).skip(1).collect(),
        }
    }

    /// One chunk; `number` counts from 1.
    pub(crate) fn chunk<'a>(&'a self, kind: &TestKind, range: Range<usize>, number: usize) -> Chunk<'a> {
        let line = self.text[..range.start].matches('\n').count() + 1;
        let text = &self.text[range];
        let own = text.lines().take_while(|line| comment(line).is_some()).find_map(Header::parse);
        let title = match kind.chunking {
            Chunking::Separated => annotations::strip_annotation(title(text)),
            Chunking::Lines => text.trim_end(),
        };
        let argument = own.map_or_else(|| self.header.argument.clone(), |header| header.argument);
        Chunk { file: &self.name, path: &self.path, number, line, text, title, argument, program: None }
    }
}

/// A part of a file that is tested on its own.
pub struct Chunk<'a> {
    /// The file's path below `testdata`.
    pub file: &'a str,
    pub(crate) path: &'a Path,
    /// Which chunk of the file, from 1.
    pub number: usize,
    /// The line of the file at which it begins, from 1.
    pub line: usize,
    /// The full text, including comments.
    pub text: &'a str,
    /// The first comment that is not a directive, or nothing.
    pub title: &'a str,
    /// What follows the kind in the header of the chunk, or else of the file.
    pub argument: String,
    /// The built command, where there is one.
    pub program: Option<&'a Path>,
}

impl<'a> Chunk<'a> {
    /// The comments before the first op, without their marks.
    pub fn comments(&self) -> impl Iterator<Item = &'a str> {
        comments(self.text)
    }

    /// The values of the directive `// KEY: VALUE` among these comments.
    pub fn directives(&self, key: &str) -> Vec<&'a str> {
        let value = |comment: &'a str| comment.strip_prefix(key)?.strip_prefix(": ");
        self.comments().filter_map(value).collect()
    }

    /// The first directive that is not among `known`. A sentence is not taken for one: it begins with a capital letter.
    pub(crate) fn unknown_directive(&self, known: &[&str]) -> Option<&'a str> {
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == ' ' || c == '-');
        let name = |comment: &'a str| comment.split_once(": ").map(|(name, _)| name);
        let mut comments = self.comments();
        comments.find(|comment| name(comment).is_some_and(|name| is_name(name) && !known.contains(&name)))
    }

    /// The text up to the first op, and the rest.
    pub(crate) fn split_comments(&self) -> (&'a str, &'a str) {
        let is_comment = |line: &&str| comment(line).is_some();
        let end = self.text.split_inclusive('\n').take_while(is_comment).map(str::len).sum();
        self.text.split_at(end)
    }
}

/// The text of a comment; `None` for any other line.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start_matches('\u{feff}');
    line.strip_prefix("//").or_else(|| line.strip_prefix("# ")).map(str::trim)
}

/// The comments at the top of a text.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map_while(comment)
}

fn title(text: &str) -> &str {
    let is_directive = |comment: &&str| comment.starts_with("test: ") || comment.starts_with("jaxlib: ");
    comments(text).find(|comment| !is_directive(comment)).unwrap_or_default()
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds;

    #[test]
    fn headers_are_read_behind_a_byte_order_mark_too() {
        let header = |line| Header::parse(line).map(|header| (header.word, header.argument));
        assert_eq!(header("// test: pass a{b=c}"), Some(("pass".into(), "a{b=c}".into())));
        assert_eq!(header("# test: ranks"), Some(("ranks".into(), String::new())));
        assert_eq!(header("\u{feff}// test: canonical"), Some(("canonical".into(), String::new())));
        assert_eq!(header("// tests: pass"), None);
    }

    #[test]
    fn a_chunk_has_a_place_a_title_and_directives() {
        let text = "// test: pass a\nx\n// -----\n// A title.\n// test: pass b\n// key: 1\ny\n// key: 2\n";
        let header = Header { word: "pass".into(), argument: "a".into() };
        let file = TestFile { name: "f".into(), path: "f".into(), text: text.into(), header };
        let kind = kinds::find_kind("pass").expect("the kind exists");
        let ranges = file.ranges(kind);
        let chunk = file.chunk(kind, ranges[1].clone(), 2);
        assert_eq!((chunk.line, chunk.title, chunk.argument.as_str()), (4, "A title.", "b"));
        assert_eq!(chunk.directives("key"), ["1"]);
        assert_eq!(chunk.unknown_directive(&["test"]), Some("key: 1"));
        assert_eq!(chunk.split_comments().1, "y\n// key: 2\n");
        assert_eq!(file.chunk(kind, ranges[0].clone(), 1).argument, "a");
    }
}
