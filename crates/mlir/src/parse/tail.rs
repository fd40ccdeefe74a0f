//! The tails of ops: what stands behind the last operand, attributes and types.
//!
//! A model repeats its layers, and with them tails such as `, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<8x4xf32>`. One that was read
//! before is not read again.

use partita_base::{Cursor, Span, SyntaxResult};
use partita_ir::{CustomPiece, OpCode, Piece, TypeId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Parser;
use super::attr::Entries;
use super::op::Parts;

/// Longer tails are rarely alike.
const LONGEST: usize = 256;

/// Deeper inside, a tail that was right before may nest too much.
const DEEPEST: u32 = Cursor::MAX_DEPTH - LONGEST as u32 / 2;

/// What a tail says.
struct Tail {
    /// The attributes; their places count from where the tail begins.
    attrs: Entries,
    operand_types: SmallVec<[TypeId; 4]>,
    result_types: SmallVec<[TypeId; 2]>,
}

/// The tails read so far, by op, number of operands and text.
#[derive(Default)]
pub(super) struct Tails<'s>(FxHashMap<(OpCode, usize, &'s str), Tail>);

impl<'s> Parser<'s> {
    /// Reads the rest of an op, in which no value and no region is named, with `read`; or finds that the same text was read before.
    pub(super) fn tail(
        &mut self,
        code: OpCode,
        parts: &mut Parts<'s>,
        read: impl FnOnce(&mut Self, &mut Parts<'s>) -> SyntaxResult<()>,
    ) -> SyntaxResult<()> {
        let is_plain = parts.attrs.is_empty() && parts.operand_types.is_empty() && self.c.depth() < DEEPEST;
        let Some(text) = tail_text(&self.c).filter(|_| is_plain) else { return read(self, parts) };
        let start = self.c.pos();
        let key = (code, parts.uses.len(), text);
        if let Some(tail) = self.tails.0.get(&key) {
            parts
                .attrs
                .extend(tail.attrs.iter().map(|&(name, attr, span)| (name, attr, span.shifted(start))));
            parts.operand_types.extend_from_slice(&tail.operand_types);
            parts.result_types.extend_from_slice(&tail.result_types);
            self.c.advance(text.len());
            return Ok(());
        }
        let found = self.diagnostics.errors() + self.diagnostics.warnings();
        read(self, parts)?;
        // Aliases are counted wherever they are used.
        let has_aliases = text.bytes().any(|byte| matches!(byte, b'#' | b'!'));
        let is_read = self.c.pos() == start + text.len() && !has_aliases;
        if is_read && self.diagnostics.errors() + self.diagnostics.warnings() == found {
            let place = |span: Span| Span::new(span.start as usize - start, span.end as usize - start);
            let tail = Tail {
                attrs: parts.attrs.iter().map(|&(name, attr, span)| (name, attr, place(span))).collect(),
                operand_types: parts.operand_types.clone(),
                result_types: parts.result_types.clone(),
            };
            self.tails.0.insert(key, tail);
        }
        Ok(())
    }
}

/// Where the tail of a template begins.
pub(super) fn tail_start(pieces: &[Piece]) -> usize {
    pieces.iter().rposition(names_values).map_or(0, |last| last + 1)
}

fn names_values(piece: &Piece) -> bool {
    match piece {
        Piece::Operand(_) | Piece::Operands(_) | Piece::AllOperands | Piece::Values | Piece::Regions => true,
        Piece::Custom(custom) => *custom == CustomPiece::Body,
        Piece::Optional(_, inner) => inner.iter().any(names_values),
        Piece::Literal(_) | Piece::Attr(_) | Piece::AttrDict | Piece::Types(_) | Piece::TypesOfOperands => {
            false
        }
    }
}

/// The text up to the end of the line, but for a location and blanks at its end.
fn tail_text<'s>(cursor: &Cursor<'s>) -> Option<&'s str> {
    let rest = &cursor.text()[cursor.pos()..];
    let line = rest[..rest.bytes().take(2 * LONGEST).position(|byte| byte == b'\n')?].trim_ascii_end();
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
