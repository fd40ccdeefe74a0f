//! Formatting: the canonical text of a file.

use lsp_types::TextEdit;
use partita::hlo::text_outline::{TokenKind, tokens};
use partita::hlo::{ParseOptions, PrintOptions, Program, UnknownDialects, print_as, split_modules};
use partita::{Limits, Source};

use crate::changed::Changed;
use crate::document::Document;
use crate::worker::on_large_stack;

/// Why a file is not formatted.
pub(crate) enum Refused {
    /// It does not parse; the diagnostics have the reasons.
    Errors,
    /// MLIR's text form has no place for comments, so that they would be lost.
    Comments(usize),
}

/// The edit that makes a document canonical; none if it is.
pub(crate) fn format(document: &Document, limits: Limits) -> Result<Vec<TextEdit>, Refused> {
    let comments = comments(document);
    if comments > 0 {
        return Err(Refused::Comments(comments));
    }
    let source = document.source();
    let text = on_large_stack(|| canonical(source, limits)).flatten().ok_or(Refused::Errors)?;
    let changed = Changed::between(document.text(), &text);
    if changed.is_none() {
        return Ok(Vec::new());
    }
    // Edits are at the boundaries of characters.
    let (mut old, mut new) = changed.sections();
    while !document.text().is_char_boundary(old.start) {
        (old.start, new.start) = (old.start - 1, new.start - 1);
    }
    while !document.text().is_char_boundary(old.end) {
        (old.end, new.end) = (old.end + 1, new.end + 1);
    }
    Ok(vec![TextEdit::new(document.range(old.start, old.end), text[new].to_string())])
}

/// The number of comments apart from the separators of modules.
fn comments(document: &Document) -> usize {
    let text = document.text();
    let mut end = 0;
    let mut count = 0;
    let ends = tokens(text).into_iter().map(|token| (token.start, token.end));
    for (start, next) in ends.chain([(text.len(), text.len())]) {
        let lines = text[end..start].lines().map(str::trim);
        count += lines.filter(|line| line.starts_with("//") && *line != "// -----").count();
        end = next;
    }
    count
}

/// The canonical text, or `None` if there are errors. Locations are kept if there are any.
fn canonical(source: &Source, limits: Limits) -> Option<String> {
    let text = source.text();
    let all = tokens(text);
    let has_locations = all
        .windows(2)
        .any(|pair| pair[0].kind == TokenKind::Word && pair[0].text(text) == "loc" && pair[1].is(b'('));
    let options = ParseOptions::default().unknown_dialects(UnknownDialects::Keep).limits(limits);
    let mut sections = Vec::new();
    for part in split_modules(text) {
        let program = Program::read_unverified(source, part, options, &mut ());
        if program.found().has_errors() {
            return None;
        }
        sections.push(print_as(program.module(), PrintOptions::default().debug_info(has_locations)));
    }
    Some(sections.join("// -----\n"))
}
