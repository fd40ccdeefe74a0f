//! Truncated texts: one diagnostic about the truncation instead of all its consequences.

use std::ops::Range;

use partita_base::{Diagnostic, Diagnostics, Span, code};

/// If a text with errors ends inside a construct, puts a diagnostic about that first and drops its consequences: undefined aliases
/// whose definitions the missing end would contain, and errors in the last line.
pub(super) fn explain(text: &str, range: Range<usize>, found: Diagnostics) -> Diagnostics {
    let Some((start, what)) = unfinished(&text[range.clone()], &found, range.clone()) else { return found };
    let end = range.start + text[range.clone()].trim_end().len();
    let last_line = text[..end].rfind('\n').map_or(range.start, |at| at + 1);
    let message = format!("the text ends inside {what}: the file is probably truncated");
    let mut all = Diagnostics::default();
    let mut truncated = Diagnostic::error(code::TRUNCATED, start, message)
        .label(Span::new(end, end), "the text ends here")
        .help("write the file again; if it is complete, add the missing closing bracket");
    if lacks_one_brace(&text[range.clone()]) {
        truncated = truncated.fix(Span::new(range.end, range.end), "}\n");
    }
    all.push(truncated);
    let follows = |each: &Diagnostic| {
        matches!(each.code, code::UNKNOWN_ALIAS | code::BLOCK) || each.span.end as usize >= last_line
    };
    found.iter().filter(|each| !follows(each)).for_each(|each| all.push(each.clone()));
    all
}

/// Whether the text ends with a complete line and lacks exactly the brace that ends a function or a module. Then the
/// last op before the end is the terminator, or a function of the module.
fn lacks_one_brace(text: &str) -> bool {
    let (open, _) = open_brackets(text);
    let last = text.trim_end().lines().next_back().unwrap_or_default().trim_start();
    let is_end = last.starts_with('}') || last.contains("return");
    text.ends_with('\n') && is_end && matches!(open[..], [brace] if text.as_bytes()[brace] == b'{')
}

/// The positions of brackets that are not closed; and the last function, with the number of brackets that were open
/// before it.
fn open_brackets(text: &str) -> (Vec<usize>, Option<(usize, usize)>) {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut function: Option<(usize, usize)> = None;
    let mut pos = 0;
    while pos < bytes.len() {
        match bytes[pos] {
            b'"' => {
                pos += 1;
                while pos < bytes.len() && bytes[pos] != b'"' && bytes[pos] != b'\n' {
                    pos += if bytes[pos] == b'\\' { 2 } else { 1 };
                }
            }
            b'/' if bytes.get(pos + 1) == Some(&b'/') => {
                while pos < bytes.len() && bytes[pos] != b'\n' {
                    pos += 1;
                }
            }
            b'{' | b'[' | b'(' => open.push(pos),
            close @ (b'}' | b']' | b')') => {
                let matches = |open: u8| matches!((open, close), (b'{', b'}') | (b'[', b']') | (b'(', b')'));
                if open.last().is_some_and(|&last| matches(bytes[last])) {
                    open.pop();
                }
            }
            b'f' if bytes[pos..].starts_with(b"func.func") => function = Some((pos, open.len())),
            _ => {}
        }
        pos += 1;
    }
    (open, function)
}

/// The span of the outermost construct that does not end, and its name.
fn unfinished(text: &str, found: &Diagnostics, range: Range<usize>) -> Option<(Span, &'static str)> {
    let at = |start: usize, length: usize| Span::new(range.start + start, range.start + start + length);
    let (open, function) = open_brackets(text);
    if let Some(&outermost) = open.first() {
        let line = text[..outermost].rfind('\n').map_or(0, |at| at + 1);
        return Some(match function {
            Some((start, before)) if open.len() > before => (at(start, "func.func".len()), "a function"),
            _ if text[line..].starts_with(['#', '!']) => {
                (at(line, outermost - line), "the definition of an alias")
            }
            _ if text[line..].trim_start().starts_with("module") => (at(outermost, 1), "a module"),
            _ => (at(outermost, 1), "an op"),
        });
    }
    // Locations are defined after everything that uses them.
    let end = range.start + text.trim_end().len();
    let of_the_end = |each: &Diagnostic| each.code == code::UNKNOWN_ALIAS || each.span.end as usize >= end;
    let missing: Vec<&Diagnostic> = found.iter().filter(|each| each.code == code::UNKNOWN_ALIAS).collect();
    let is_truncated = !text.ends_with('\n') && missing.len() > 1 && found.iter().all(of_the_end);
    missing.first().filter(|_| is_truncated).map(|first| (first.span, "the definitions of aliases"))
}
