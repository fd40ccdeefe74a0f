//! Compares the result of a chunk with what is expected.

use std::ops::Range;

use crate::case::FileCase;
use crate::compare::first_difference;
use crate::differences::Entry;
use crate::file::Chunk;
use crate::found::Found;
use crate::kinds::Author;
use crate::runner::display_path;

/// The failures of a chunk.
pub(crate) struct Judgement {
    /// A failure that blessing cannot fix: an error, or an unexplained difference from an oracle.
    pub(crate) oracle: Option<String>,
    /// A change of a text that Partita itself produced.
    pub(crate) ours: Option<String>,
    /// The text to write when blessing: the expected one if it still holds.
    pub(crate) text: String,
    /// Whether the result differs from the oracle's.
    pub(crate) differs: bool,
}

/// Compares a chunk; `range` is the position of its expected text.
pub(crate) fn judge_chunk(
    case: &FileCase,
    chunk: &Chunk,
    range: Range<usize>,
    outcome: &Result<Found, String>,
    entry: Option<&Entry>,
) -> Judgement {
    let place = place(chunk);
    let expected = case.expected.as_ref().map_or("", |(_, text)| &text[range.clone()]);
    let mismatch = mismatch(case, range, outcome);
    let is_ours = case.test.author == Author::Partita;
    let difference = match outcome {
        Err(message) => Some(format!("  {message}")),
        Ok(Found { disagreement: Some(message), .. }) => Some(format!("  {message}")),
        Ok(_) => mismatch.clone().filter(|_| !is_ours),
    };
    let found = outcome.as_ref().map_or_else(String::as_str, |found| &found.text);
    let oracle = match (&difference, entry) {
        (None, _) => None,
        (Some(message), None) => Some(format!("{place}\n{message}{}", refusal(case))),
        (Some(message), Some(entry)) => entry.found.as_ref().filter(|part| !found.contains(*part)).map(|part| {
            format!("{place}\n{message}\n  differs otherwise than testdata/differences.toml expects, which is `{part}`")
        }),
    };
    let ours = mismatch.filter(|_| is_ours);
    let text = if ours.is_some() { found } else { expected }.to_string();
    let ours = ours.map(|message| format!("{place}\n{message}\n  BLESS=1 accepts what is found"));
    Judgement { oracle, ours, text, differs: difference.is_some() }
}

/// The note that blessing does not accept a difference from an oracle, and how to ask the oracle again.
fn refusal(case: &FileCase) -> String {
    match case.test.author {
        Author::Oracle(how) if std::env::var_os("BLESS").is_some() => {
            format!("\n  not blessed: the expected text is {how}")
        }
        _ => String::new(),
    }
}

fn place(chunk: &Chunk) -> String {
    let title = if chunk.title.is_empty() { format!("chunk {}", chunk.number) } else { chunk.title.into() };
    format!("testdata/{}:{}: {title}", chunk.file, chunk.line)
}

/// The first line that differs from the expected text, with its place.
fn mismatch(case: &FileCase, range: Range<usize>, outcome: &Result<Found, String>) -> Option<String> {
    let ((path, text), Ok(found)) = (case.expected.as_ref()?, outcome) else { return None };
    let compared = case.test.compared;
    let difference = first_difference(&compared(&text[range.clone()]), &compared(&found.text))?;
    let line = text[..range.start].matches('\n').count() + difference.line + 1;
    Some(format!("  {}:{line}:\n{}", display_path(path), difference.message))
}
