//! Folding ranges: braces, comments and runs of aliases over several lines.

use lsp_types::{FoldingRange, FoldingRangeKind};

use crate::document::Document;

/// The ranges of a document that can be folded.
pub(crate) fn folds(document: &Document) -> Vec<FoldingRange> {
    let lines = document.lines();
    let mut found = Vec::new();
    for pair in &document.outline().braces {
        let (first, last) = (lines.line(pair.start), lines.line(pair.end.saturating_sub(1)));
        // The closing brace stays visible.
        if last > first + 1 {
            found.push(fold(first, last - 1, None));
        }
    }
    found.extend(runs(document, |line| line.starts_with("//"), FoldingRangeKind::Comment));
    found.extend(runs(document, |line| line.starts_with("#loc"), FoldingRangeKind::Region));
    found.sort_by_key(|fold| (fold.start_line, fold.end_line));
    found
}

/// Runs of at least two lines of a kind.
fn runs(document: &Document, is_kind: impl Fn(&str) -> bool, kind: FoldingRangeKind) -> Vec<FoldingRange> {
    let (text, lines) = (document.text(), document.lines());
    let mut found = Vec::new();
    let mut start = None;
    for line in 0..=lines.lines() {
        let range = lines.line_start(text, line)..lines.line_start(text, line + 1);
        if is_kind(text[range].trim_start()) {
            start.get_or_insert(line);
        } else if let Some(first) = start.take()
            && line > first + 1
        {
            found.push(fold(first, line - 1, Some(kind.clone())));
        }
    }
    found
}

fn fold(first: usize, last: usize, kind: Option<FoldingRangeKind>) -> FoldingRange {
    FoldingRange { start_line: first as u32, end_line: last as u32, kind, ..FoldingRange::default() }
}
