//! Rules in einsum-like notation: `"i k, k j -> i j"`.
//!
//! Tensors are separated by commas, dimensions by spaces. A dimension is a factor, several in parentheses from
//! major to minor, `1` for a dimension of size 1 without a counterpart, or `...` for all dimensions
//! at this position; those are the same in every tensor that has `...`.

use partita_base::{Span, SyntaxError, SyntaxResult, code};

/// An index into [`Notation::factors`].
pub(super) type Factor = usize;

/// One dimension as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DimNote {
    /// Factors, major to minor.
    Factors(Vec<Factor>),
    /// `1`
    One,
    /// `...`
    Rest,
}

/// A rule as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notation {
    pub(super) operands: Vec<Vec<DimNote>>,
    pub(super) results: Vec<Vec<DimNote>>,
    /// The names of the factors, in order of appearance.
    pub(super) factors: Vec<Box<str>>,
}

impl Notation {
    /// Reads a rule. Spans are offsets into `text`.
    pub(super) fn parse(text: &str) -> SyntaxResult<Self> {
        let Some((before, after)) = text.split_once("->") else {
            return Err(error(0..text.len(), "expected `->` between operands and results"));
        };
        let mut notation = Self::default();
        notation.operands = notation.tensors(before, 0)?;
        notation.results = notation.tensors(after, before.len() + 2)?;
        Ok(notation)
    }

    /// The factor of a name.
    pub(super) fn factor(&self, name: &str) -> Option<Factor> {
        self.factors.iter().position(|known| &**known == name)
    }

    fn intern(&mut self, name: &str) -> Factor {
        self.factor(name).unwrap_or_else(|| {
            self.factors.push(name.into());
            self.factors.len() - 1
        })
    }

    fn tensors(&mut self, text: &str, mut offset: usize) -> SyntaxResult<Vec<Vec<DimNote>>> {
        let mut tensors = Vec::new();
        for part in text.split(',') {
            tensors.push(self.tensor(part, offset)?);
            offset += part.len() + 1;
        }
        Ok(tensors)
    }

    fn tensor(&mut self, text: &str, offset: usize) -> SyntaxResult<Vec<DimNote>> {
        let mut dims: Vec<DimNote> = Vec::new();
        // The factors since an open parenthesis, and where that is.
        let mut group: Option<(usize, Vec<Factor>)> = None;
        let mut used: Vec<Factor> = Vec::new();
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let start = at;
            let word = text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').count();
            at += if text[at..].starts_with("...") { 3 } else { word.max(first.len_utf8()) };
            let token = &text[start..at];
            let span = offset + start..offset + at;
            match (token, &mut group) {
                ("(", None) => group = Some((start, Vec::new())),
                (")", Some((_, factors))) if !factors.is_empty() => {
                    dims.push(DimNote::Factors(std::mem::take(factors)));
                    group = None;
                }
                ("1", None) => dims.push(DimNote::One),
                ("...", None) if !dims.contains(&DimNote::Rest) => dims.push(DimNote::Rest),
                (_, group) if first.is_ascii_alphabetic() || first == '_' => {
                    let factor = self.intern(token);
                    if used.contains(&factor) {
                        let message = format!("factor `{token}` appears twice in one tensor");
                        return Err(Box::new(SyntaxError::new(code::FACTOR_REUSED, to_span(span), message)));
                    }
                    used.push(factor);
                    match group {
                        Some((_, factors)) => factors.push(factor),
                        None => dims.push(DimNote::Factors(vec![factor])),
                    }
                }
                _ if first.is_whitespace() => {}
                _ => return Err(error(span, format!("unexpected `{token}` in a rule"))),
            }
        }
        match group {
            Some((start, _)) => Err(error(offset + start..offset + start + 1, "this `(` is not closed")),
            None => Ok(dims),
        }
    }
}

fn to_span(range: std::ops::Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

fn error(range: std::ops::Range<usize>, message: impl Into<String>) -> Box<SyntaxError> {
    let error = SyntaxError::new(code::SYNTAX, to_span(range), message);
    Box::new(error.help("write a rule as \"i k, k j -> i j\"; `(a b)` is one dimension of two factors"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_of_every_kind() {
        let rule = Notation::parse("... (a b) 1, -> ... a_2").unwrap();
        assert_eq!(rule.operands[0], [DimNote::Rest, DimNote::Factors(vec![0, 1]), DimNote::One]);
        assert_eq!(rule.operands[1], []);
        assert_eq!(rule.results, [vec![DimNote::Rest, DimNote::Factors(vec![2])]]);
    }

    #[test]
    fn mistakes_are_located() {
        let at = |text: &str| Notation::parse(text).unwrap_err().span.range();
        assert_eq!(at("i j"), 0..3);
        assert_eq!(at("i i -> i"), 2..3);
        assert_eq!(at("i, (j -> k"), 3..4);
        assert_eq!(at("i -> j, ?"), 8..9);
        assert_eq!(at("i -> 2"), 5..6);
        assert_eq!(at("... ... -> i"), 4..7);
        assert_eq!(at("() -> i"), 1..2);
        assert_eq!(at("é -> i"), 0..2);
    }
}
