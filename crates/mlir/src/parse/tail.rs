//! Parses the tail of an op: the attributes and types after the last operand.
//!
//! A model repeats its layers, and with them tails such as `, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<8x4xf32>`. A tail that was
//! parsed before is looked up instead of parsed again, and its number is the form of all ops that have it.

use partita_base::{Cursor, Id, Span, SyntaxResult};
use partita_ir::{FormId, OpCode, TypeId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Parser;
use super::attr::Entries;
use super::op::Parts;

/// The length in bytes up to which tails are remembered; longer ones rarely repeat.
const LONGEST: usize = 256;

/// The nesting depth up to which tails are remembered. Deeper inside, a tail that was valid elsewhere may exceed the limit.
const DEEPEST: u32 = Cursor::MAX_DEPTH - LONGEST as u32 / 2;

/// A parsed tail.
struct Tail<'s> {
    key: Key<'s>,
    /// The attributes; their spans are relative to the start of the tail.
    attrs: Entries,
    operand_types: SmallVec<[TypeId; 4]>,
    result_types: SmallVec<[TypeId; 2]>,
    /// The tail that followed this one when it was last parsed.
    next: Option<usize>,
}

/// An op, the number of its operands, and the text of its tail.
type Key<'s> = (OpCode, usize, &'s str);

/// The tails parsed so far.
#[derive(Default)]
pub(super) struct Tails<'s> {
    tails: Vec<Tail<'s>>,
    numbers: FxHashMap<Key<'s>, usize>,
    /// The tail that was parsed last.
    last: Option<usize>,
}

impl<'s> Tails<'s> {
    /// The tail that is probably next: ops usually follow one another as in the previous layer.
    fn expected(&self) -> Option<usize> {
        self.tails[self.last?].next
    }

    /// The op that is probably next.
    pub(super) fn expected_op(&self) -> Option<OpCode> {
        self.expected().map(|number| self.tails[number].key.0)
    }

    /// The tail at the cursor, if it is the expected one. A lookup by its text would take several times longer.
    fn expected_at(&self, cursor: &Cursor<'s>, code: OpCode, operands: usize) -> Option<usize> {
        let number = self.expected()?;
        let (expected_code, expected_operands, text) = self.tails[number].key;
        let rest = cursor.text().as_bytes()[cursor.pos()..].strip_prefix(text.as_bytes())?;
        let is_complete = rest.starts_with(b"\n") || rest.starts_with(b" loc(");
        (is_complete && expected_code == code && expected_operands == operands).then_some(number)
    }

    /// Records that a tail was parsed.
    fn note(&mut self, number: usize) {
        if let Some(last) = self.last.replace(number) {
            self.tails[last].next = Some(number);
        }
    }
}

impl<'s> Parser<'s> {
    /// Parses the rest of an op, which names no value and no region, with `read`, or finds that the same text was parsed before.
    pub(super) fn tail(
        &mut self,
        code: OpCode,
        parts: &mut Parts<'s>,
        read: impl FnOnce(&mut Self, &mut Parts<'s>) -> SyntaxResult<()>,
    ) -> SyntaxResult<()> {
        if !parts.attrs.is_empty() || !parts.operand_types.is_empty() || self.c.depth() >= DEEPEST {
            return read(self, parts);
        }
        if let Some(number) = self.tails.expected_at(&self.c, code, parts.uses.len()) {
            self.use_tail(number, parts);
            return Ok(());
        }
        let Some(text) = tail_text(&self.c) else { return read(self, parts) };
        let key = (code, parts.uses.len(), text);
        if let Some(&number) = self.tails.numbers.get(&key) {
            self.use_tail(number, parts);
            return Ok(());
        }
        self.new_tail(key, parts, read)
    }

    /// Uses a tail that was parsed before for the text at the cursor.
    fn use_tail(&mut self, number: usize, parts: &mut Parts<'s>) {
        let start = self.c.pos();
        let tail = &self.tails.tails[number];
        for &(name, attr, span) in &tail.attrs {
            parts.attrs.push((name, attr, span.shifted(start)));
        }
        parts.operand_types = SmallVec::from_slice(&tail.operand_types);
        parts.result_types = SmallVec::from_slice(&tail.result_types);
        self.c.advance(tail.key.2.len());
        parts.form = Some(FormId::from_index(number));
        self.tails.note(number);
    }

    /// Parses a tail that may occur again.
    fn new_tail(
        &mut self,
        key: Key<'s>,
        parts: &mut Parts<'s>,
        read: impl FnOnce(&mut Self, &mut Parts<'s>) -> SyntaxResult<()>,
    ) -> SyntaxResult<()> {
        let (start, text) = (self.c.pos(), key.2);
        let found = self.diagnostics.errors() + self.diagnostics.warnings();
        read(self, parts)?;
        // Aliases count at every use, so a tail with aliases is not remembered.
        let is_read = self.c.pos() == start + text.len() && !has_aliases(text);
        if is_read && self.diagnostics.errors() + self.diagnostics.warnings() == found {
            let place = |span: Span| Span::new(span.start as usize - start, span.end as usize - start);
            let number = self.tails.tails.len();
            self.tails.tails.push(Tail {
                key,
                attrs: parts.attrs.iter().map(|&(name, attr, span)| (name, attr, place(span))).collect(),
                operand_types: parts.operand_types.clone(),
                result_types: parts.result_types.clone(),
                next: None,
            });
            self.tails.numbers.insert(key, number);
            parts.form = Some(FormId::from_index(number));
            self.tails.note(number);
        }
        Ok(())
    }
}

/// Whether a text may use an alias: `#name` or `!name`, whereas attributes and types of dialects are `#dialect.name` or `#dialect<…>`.
fn has_aliases(text: &str) -> bool {
    text.split(['#', '!']).skip(1).any(|rest| {
        let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        !rest[name..].starts_with(['.', '<'])
    })
}

/// The text up to the end of the line, without a trailing location and blanks.
fn tail_text<'s>(cursor: &Cursor<'s>) -> Option<&'s str> {
    let rest = &cursor.text()[cursor.pos()..];
    let rest = &rest[..rest.floor_char_boundary(2 * LONGEST)];
    let line = rest[..rest.find('\n')?].trim_ascii_end();
    let text = match line.ends_with(')').then(|| line.rfind(" loc(")).flatten() {
        Some(location) => line[..location].trim_ascii_end(),
        None => line,
    };
    (!text.is_empty() && text.len() <= LONGEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use partita_base::{Source, code};

    use crate::{ParseOptions, Parsed, parse};

    fn read(lines: &[&str]) -> (Source, Parsed) {
        let head = "func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x2xf32>) {";
        let text = format!("{head}\n{}\nreturn\n}}\n", lines.join("\n"));
        let source = Source::new("t", text).expect("short");
        let parsed = parse(&source, ParseOptions::default());
        (source, parsed)
    }

    #[test]
    fn attributes_have_their_own_places() {
        let tail = ", dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>";
        let lines = [
            format!("%0 = stablehlo.transpose %a{tail}"),
            format!("%1 = stablehlo.transpose %a{tail} loc(\"x\")"),
        ];
        let (source, Parsed { module, diagnostics }) = read(&[&lines[0], &lines[1]]);
        assert!(diagnostics.is_empty());
        let name = module.context.find_symbol("permutation").expect("it is read");
        let ops: Vec<_> =
            module.walk(module.top()).into_iter().filter(|&op| module.op(op).attr(name).is_some()).collect();
        let spans: Vec<_> = ops.iter().map(|&op| module.attr_span(op, name)).collect();
        assert_eq!(spans.len(), 2);
        assert!(spans.iter().all(|&span| source.slice(span) == "[1, 0]"));
        assert_ne!(spans[0], spans[1]);
    }

    #[test]
    fn dialect_attributes_are_not_aliases() {
        assert!(!super::has_aliases("{sdy.sharding = #sdy.sharding<@m, [{}]>} : !stablehlo.token"));
        assert!(!super::has_aliases(" {a = #stablehlo<precision DEFAULT>} : tensor<2xf32>"));
        for text in ["{a = #name}", " : !t", "{a = #a.b<#c>}", "{a = #sdy.sharding<@m, []>, b = #c-d.e}", "#"]
        {
            assert!(super::has_aliases(text), "{text}");
        }
    }

    #[test]
    fn a_known_tail_is_held_against_its_operands() {
        let tail = ", dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>";
        let lines =
            [format!("%0 = stablehlo.transpose %a{tail}"), format!("%1 = stablehlo.transpose %b{tail}")];
        let (_, parsed) = read(&[&lines[0], &lines[1]]);
        let codes: Vec<_> = parsed.diagnostics.iter().map(|each| each.code).collect();
        assert_eq!(codes, [code::TYPE_OF_USE]);
    }

    #[test]
    fn a_mistake_is_found_as_often_as_it_is_made() {
        let line = "stablehlo.negate %a {k = 1 : i32, k = 2 : i32} : tensor<2x3xf32>";
        let lines = [format!("%0 = {line}"), format!("%1 = {line}")];
        let (_, parsed) = read(&[&lines[0], &lines[1]]);
        assert_eq!(parsed.diagnostics.errors(), 2);
    }
}
