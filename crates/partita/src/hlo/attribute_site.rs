//! Where the text has, or would have, the sharding of an argument, a result or a constraint.

use std::ops::Range;

use partita_mlir::text_outline::{Token, TokenKind};

use super::TextEdit;

/// The attributes of an argument or a result of a function.
#[derive(Clone, Debug)]
pub(super) struct AttributeSite {
    /// The bytes of the type.
    ty: Range<usize>,
    /// The braces around the attributes, if there are any.
    braces: Option<Range<usize>>,
    /// The key and the value of the sharding.
    sharding: Option<Attribute>,
    /// Whether a type without attributes must be put in parentheses to get some.
    is_bare: bool,
    /// Whether there is a sharding of GSPMD.
    pub(super) has_gspmd: bool,
}

/// An attribute in a dictionary.
#[derive(Clone, Debug)]
struct Attribute {
    value: Range<usize>,
    /// What separates it from the attribute before or after it: the bytes to remove along with it.
    removed: Range<usize>,
    is_only_one: bool,
}

impl AttributeSite {
    /// The attributes after the type that begins with token number `at`.
    pub(super) fn after_type(text: &str, all: &[Token], at: usize) -> Option<Self> {
        let end = end_of_type(text, all, at)?;
        let ty = all[at].start..all[end - 1].end;
        let mut site = Self { ty, braces: None, sharding: None, is_bare: false, has_gspmd: false };
        if all.get(end).is_some_and(|token| token.is(b'{')) {
            let close = matching(text, all, end)?;
            site.braces = Some(all[end].start..all[close].end);
            site.read_attributes(text, &all[end + 1..close]);
        }
        Some(site)
    }

    /// Finds the sharding among the tokens of a dictionary.
    fn read_attributes(&mut self, text: &str, inside: &[Token]) {
        let mut at = 0;
        let mut before: Option<usize> = None;
        while at < inside.len() {
            let key = inside[at];
            let end = end_of_entry(text, inside, at);
            let name = key.text(text).trim_matches('"');
            self.has_gspmd |= name == "mhlo.sharding";
            if name == "sdy.sharding" && end > at + 2 {
                let value = inside[at + 2].start..inside[end - 1].end;
                let next = inside.get(end + 1).map(|token| token.start);
                let removed = match (before, next) {
                    (_, Some(next)) => key.start..next,
                    (Some(before), None) => before..value.end,
                    (None, None) => key.start..value.end,
                };
                let is_only_one = before.is_none() && next.is_none();
                self.sharding = Some(Attribute { value, removed, is_only_one });
            }
            before = Some(inside[end - 1].end);
            at = end + 1;
        }
    }

    /// The edits that make `sharding`, such as `<@mesh, [{}]>`, the annotation.
    pub(super) fn set(&self, text: &str, sharding: &str) -> Vec<TextEdit> {
        let value = format!("#sdy.sharding{sharding}");
        if let Some(known) = &self.sharding {
            return vec![TextEdit::replace(known.value.start, known.value.end, value)];
        }
        let entry = format!("sdy.sharding = {value}");
        match &self.braces {
            Some(braces) => {
                let is_empty = text[braces.start + 1..braces.end - 1].trim().is_empty();
                let rest = if is_empty { "" } else { ", " };
                vec![TextEdit::insert(braces.start + 1, format!("{entry}{rest}"))]
            }
            None if self.is_bare => vec![
                TextEdit::insert(self.ty.start, "("),
                TextEdit::insert(self.ty.end, format!(" {{{entry}}})")),
            ],
            None => vec![TextEdit::insert(self.ty.end, format!(" {{{entry}}}"))],
        }
    }

    /// The edits that remove the annotation; `None` if there is none.
    pub(super) fn removal(&self) -> Option<Vec<TextEdit>> {
        let known = self.sharding.as_ref()?;
        let range = match &self.braces {
            Some(braces) if known.is_only_one => self.ty.end..braces.end,
            _ => known.removed.clone(),
        };
        Some(vec![TextEdit::replace(range.start, range.end, "")])
    }
}

/// The attributes of a result of the function whose text begins at `start`.
pub(super) fn result_site(text: &str, all: &[Token], start: usize, index: usize) -> Option<AttributeSite> {
    let first = all.partition_point(|token| token.start < start);
    if all.get(first)?.kind == TokenKind::String {
        return None;
    }
    let name = (first..all.len()).find(|&at| all[at].kind == TokenKind::Symbol)?;
    let arguments = matching(text, all, name + 1)?;
    if !all.get(arguments + 1)?.is(b'-') || !all.get(arguments + 2)?.is(b'>') {
        return None;
    }
    let results = arguments + 3;
    if !all.get(results)?.is(b'(') {
        let mut site = AttributeSite::after_type(text, all, results)?;
        // What follows is the body of the function.
        (site.braces, site.sharding, site.has_gspmd, site.is_bare) = (None, None, false, true);
        return (index == 0).then_some(site);
    }
    let end = matching(text, all, results)?;
    let mut at = results + 1;
    for _ in 0..index {
        at = end_of_entry(text, &all[..end], at) + 1;
    }
    if at < end { AttributeSite::after_type(text, all, at) } else { None }
}

/// The bytes of the sharding of the constraint whose result has its name at `start`.
pub(super) fn constraint_sharding(text: &str, all: &[Token], start: usize) -> Option<Range<usize>> {
    let first = all.partition_point(|token| token.start < start);
    let op = (first..all.len().min(first + 4)).find(|&at| {
        let name = all[at].text(text);
        name.trim_matches('"') == "sdy.sharding_constraint"
    })?;
    let open = (op + 1..all.len()).find(|&at| all[at].is(b'<'))?;
    if all.get(open + 1)?.is(b'{') {
        // Generic form: `<{sharding = #sdy.sharding<…>}>`.
        let close = matching(text, all, open + 1)?;
        let key = (open + 2..close).find(|&at| all[at].text(text) == "sharding")?;
        let value = (key + 1..close).find(|&at| all[at].is(b'<'))?;
        let end = matching(text, all, value)?;
        return Some(all[value].start..all[end].end);
    }
    let close = matching(text, all, open)?;
    Some(all[open].start..all[close].end)
}

/// The token after a type: at the same depth, a brace, a comma, the end of a list, or a location.
fn end_of_type(text: &str, all: &[Token], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(token) = all.get(at) {
        match token.kind {
            TokenKind::Other(b'{' | b',' | b')' | b'}') => break,
            TokenKind::Word if matches!(token.text(text), "loc" | "attributes") => break,
            TokenKind::Other(b'<' | b'(' | b'[') => at = matching(text, all, at)? + 1,
            _ => at += 1,
        }
    }
    (at > from && at < all.len()).then_some(at)
}

/// The end of an entry of a list: the comma after it, or the end of the list.
fn end_of_entry(text: &str, list: &[Token], from: usize) -> usize {
    let mut at = from;
    while let Some(token) = list.get(at) {
        match token.kind {
            TokenKind::Other(b',') => break,
            TokenKind::Other(b'{' | b'<' | b'(' | b'[') => {
                at = matching(text, list, at).map_or(list.len(), |close| close + 1);
            }
            _ => at += 1,
        }
    }
    at.min(list.len())
}

/// The token that closes the bracket which token number `open` opens.
fn matching(text: &str, all: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in all.iter().enumerate().skip(open) {
        let TokenKind::Other(byte) = token.kind else { continue };
        match byte {
            b'{' | b'<' | b'(' | b'[' => depth += 1,
            // The arrow of a function type closes nothing.
            b'>' if text[..token.start].ends_with('-') => {}
            b'}' | b'>' | b')' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        if depth == 0 {
            return None;
        }
    }
    None
}
