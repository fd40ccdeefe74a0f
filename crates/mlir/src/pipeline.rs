//! Pass pipelines as text: `builtin.module(sdy-import-pipeline, func.func(canonicalize{a=b}))`.

use partita_base::{Cursor, Span, SyntaxError, SyntaxResult, code};

/// One element of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PipelineItem {
    /// A pass with its options.
    Pass {
        /// The name of the pass, such as `sdy-close-shardings`.
        name: String,
        /// Options in text order; a flag without value is `true`.
        options: Vec<(String, String)>,
        /// The span of the name.
        span: Span,
    },
    /// Passes that run on the ops with one name: `func.func(…)`.
    Nested {
        /// The name of the op, or `any`.
        anchor: String,
        /// The passes that run on each op.
        items: Vec<PipelineItem>,
        /// The span of the name.
        span: Span,
    },
}

/// Parses a pipeline. An outer `builtin.module(…)` is a [`PipelineItem::Nested`] like any other.
pub fn parse_pipeline(text: &str) -> SyntaxResult<Vec<PipelineItem>> {
    let mut cursor = Cursor::new(text);
    let items = items(&mut cursor)?;
    if !cursor.at_end() {
        return Err(cursor.expected("`,` or the end of the pipeline"));
    }
    Ok(items)
}

fn items(c: &mut Cursor<'_>) -> SyntaxResult<Vec<PipelineItem>> {
    let mut list = Vec::new();
    while !c.at_end() && c.peek() != b')' {
        list.push(item(c)?);
        if !c.eat(b',') {
            break;
        }
    }
    Ok(list)
}

fn item(c: &mut Cursor<'_>) -> SyntaxResult<PipelineItem> {
    let start = c.start();
    let name = name(c);
    let span = c.span_from(start);
    if name.is_empty() {
        return Err(c.expected("a pass name"));
    }
    if c.eat(b'(') {
        let items = c.nested(items)?;
        c.expect(b')')?;
        return Ok(PipelineItem::Nested { anchor: name, items, span });
    }
    let options = if c.eat(b'{') { options(c)? } else { Vec::new() };
    Ok(PipelineItem::Pass { name, options, span })
}

/// Pass names may contain `-`.
fn name(c: &mut Cursor<'_>) -> String {
    c.skip_trivia();
    let start = c.pos();
    while c.peek_raw().is_ascii_alphanumeric() || matches!(c.peek_raw(), b'-' | b'_' | b'.') {
        c.advance(1);
    }
    c.text()[start..c.pos()].to_string()
}

/// Parses `a=b c=d flag}`; a value may be in braces or quotes.
fn options(c: &mut Cursor<'_>) -> SyntaxResult<Vec<(String, String)>> {
    let mut list = Vec::new();
    loop {
        if c.eat(b'}') {
            return Ok(list);
        }
        let key = name(c);
        if key.is_empty() {
            return Err(c.expected("an option name or `}`"));
        }
        let value = if c.eat(b'=') { value(c)? } else { "true".to_string() };
        list.push((key, value));
    }
}

fn value(c: &mut Cursor<'_>) -> SyntaxResult<String> {
    let start = c.pos();
    match c.peek_raw() {
        b'"' | b'\'' => {
            let quote = c.peek_raw();
            c.advance(1);
            while c.peek_raw() != quote {
                if c.pos() >= c.text().len() {
                    let span = Span::new(start, start + 1);
                    return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "this quote is not closed")));
                }
                c.advance(1);
            }
            c.advance(1);
            Ok(c.text()[start + 1..c.pos() - 1].to_string())
        }
        b'{' => {
            let mut depth = 0;
            loop {
                match c.peek_raw() {
                    b'{' => depth += 1,
                    b'}' => depth -= 1,
                    0 => {
                        let span = Span::new(start, start + 1);
                        return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "this `{` is not closed")));
                    }
                    _ => {}
                }
                c.advance(1);
                if depth == 0 {
                    return Ok(c.text()[start + 1..c.pos() - 1].to_string());
                }
            }
        }
        _ => {
            while !matches!(c.peek_raw(), b' ' | b'}' | 0) {
                c.advance(1);
            }
            Ok(c.text()[start..c.pos()].to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_passes_with_options() {
        let items = parse_pipeline("builtin.module(a-b{x=1 flag s={p q}},func.func(c),d)").unwrap();
        let [PipelineItem::Nested { anchor, items, .. }] = &items[..] else { panic!("{items:?}") };
        assert_eq!(anchor, "builtin.module");
        assert_eq!(items.len(), 3);
        let PipelineItem::Pass { options, .. } = &items[0] else { panic!("{items:?}") };
        let expect = |k: &str, v: &str| (k.to_string(), v.to_string());
        assert_eq!(options, &[expect("x", "1"), expect("flag", "true"), expect("s", "p q")]);
    }

    #[test]
    fn bad_pipelines_are_errors() {
        for text in ["a(", "a)", "a{x=1", "a{=}", ",", "a{x=\"}", "a{x={}"] {
            assert!(parse_pipeline(text).is_err(), "{text}");
        }
        assert!(parse_pipeline(&"(".repeat(100_000)).is_err());
        assert!(parse_pipeline(&"a(".repeat(100_000)).is_err());
        assert_eq!(parse_pipeline("").unwrap(), []);
    }
}
