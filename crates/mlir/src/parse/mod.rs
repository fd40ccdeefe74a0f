//! The parser: one pass over the text, building the module on the way.
//!
//! After a syntax error it skips to what looks like the next op and continues, so that one run reports
//! every mistake. The values that an unreadable op would have defined become poison, which suppresses
//! errors about their uses.

mod alias;
mod attr;
mod dense;
mod dialect_attr;
mod fragment;
mod loc;
mod op;
mod region;
mod resource;
mod special;
mod tail;
mod template;
mod truncated;
mod types;
mod values;

use std::ops::Range;

use partita_base::{
    Cursor, Diagnostic, Diagnostics, Limits, Source, Span, Symbol, SyntaxError, SyntaxResult, code,
};
use partita_ir::{Attr, AttrId, Context, LocId, Module, OpCode, OpId, OpName, TypeId, ValueId};
use rustc_hash::FxHashMap;

use alias::{Alias, Expansion};
use loc::LocFixup;
use region::Labels;
use tail::Tails;
use values::ValueScopes;

pub(crate) use fragment::{attr_fragment, type_fragment};
pub use types::MAX_RANK;

/// What to do with ops, attributes and types of unknown dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum UnknownDialects {
    /// Keep them unchanged.
    #[default]
    Keep,
    /// Report them as errors.
    Reject,
}

/// Options of the parser.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// What to do with unknown dialects.
    pub unknown_dialects: UnknownDialects,
    /// Limits on how much aliases may expand to; the module keeps them for the passes over it.
    pub limits: Limits,
}

partita_base::setters! { ParseOptions { unknown_dialects: UnknownDialects, limits: Limits } }

impl From<UnknownDialects> for ParseOptions {
    fn from(unknown_dialects: UnknownDialects) -> Self {
        Self { unknown_dialects, ..Self::default() }
    }
}

/// The parsed module and all diagnostics.
pub struct Parsed {
    /// The module; complete only if there are no errors.
    pub module: Module,
    /// Diagnostics in text order.
    pub diagnostics: Diagnostics,
}

/// Parses the module in `source`.
pub fn parse(source: &Source, options: ParseOptions) -> Parsed {
    parse_range(source, 0..source.text().len(), options)
}

/// Parses the module in a range of a text, for texts that hold several.
pub fn parse_range(source: &Source, range: Range<usize>, options: ParseOptions) -> Parsed {
    let module = Module::new(Context::default());
    let mut parser = Parser::new(Cursor::at(&source.text()[..range.end], range.start), module, options);
    parser.expansion = Expansion::new(options.limits.alias_text_of(range.len()));
    parser.m.source = Some(source.clone());
    parser.m.limits = options.limits;
    parser.m.reserve(room_for_ops(&source.text()[range.clone()]));
    parser.file();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort();
    if diagnostics.has_errors() && !parser.gave_up {
        diagnostics = truncated::explain(source.text(), range, diagnostics);
    }
    Parsed { module: parser.m, diagnostics }
}

/// The number of ops to make room for: most have a line of their own, and passes add up to half as many. Memory that stays unused
/// costs nothing, but a text of empty lines must not reserve much of it.
fn room_for_ops(text: &str) -> usize {
    const SHORT_LINE: usize = 40;
    let lines = text.bytes().filter(|&byte| byte == b'\n').count();
    lines.min(text.len() / SHORT_LINE) / 2 * 3
}

/// The ranges of a text between lines that are `// -----`.
pub fn split_chunks(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "// -----" {
            parts.push(start..line_start);
            start = line_start + line.len();
        }
        line_start += line.len();
    }
    parts.push(start..text.len());
    parts
}

pub(crate) struct Parser<'s> {
    c: Cursor<'s>,
    m: Module,
    diagnostics: Diagnostics,
    options: ParseOptions,
    values: ValueScopes<'s>,
    attr_aliases: FxHashMap<&'s str, Alias<AttrId>>,
    type_aliases: FxHashMap<&'s str, Alias<TypeId>>,
    /// How much the aliases used so far expand to.
    expansion: Expansion,
    /// Types by their text: a module repeats the same few types.
    type_cache: FxHashMap<&'s str, TypeId>,
    tails: Tails<'s>,
    loc_fixups: Vec<LocFixup<'s>>,
    /// The dialect whose ops may be written without a prefix here.
    default_dialect: &'static str,
    /// The block labels of the region being parsed.
    labels: Labels<'s>,
    /// Set when parsing on is pointless: the nesting is too deep, aliases expand to too much, or there are too many errors.
    gave_up: bool,
}

impl<'s> Parser<'s> {
    /// A parser that adds to a module. Aliases may not expand to any text.
    fn new(c: Cursor<'s>, m: Module, options: ParseOptions) -> Self {
        Parser {
            c,
            m,
            diagnostics: Diagnostics::default(),
            options,
            values: ValueScopes::default(),
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            type_cache: FxHashMap::default(),
            tails: Tails::default(),
            loc_fixups: Vec::new(),
            expansion: Expansion::new(0),
            default_dialect: "builtin",
            labels: Labels::default(),
            gave_up: false,
        }
    }

    fn file(&mut self) {
        let body = self.m.body();
        self.values.enter_isolated(0);
        while !self.c.at_end() {
            let start = self.c.pos();
            let result = match self.c.peek() {
                b'#' => self.attr_alias_definition(),
                b'!' => self.type_alias_definition(),
                b'{' if self.c.eat_str("{-#") => self.resources(),
                _ => self.op(body),
            };
            if let Err(error) = result {
                self.report(*error);
                if self.gave_up {
                    break;
                }
                self.recover(start);
                // A stray bracket does not close anything here.
                while matches!(self.c.peek(), b'}' | b')' | b']' | b'>') {
                    self.c.advance(1);
                }
            }
        }
        self.leave_isolated();
        self.resolve_loc_fixups();
        let ops = &self.m.block(body).ops;
        if let [only] = ops[..]
            && self.m.op(only).name == OpName::Known(OpCode::BuiltinModule)
        {
            self.m.set_top(only);
        }
    }

    /// Reports an error, unless it is a consequence of giving up.
    fn report(&mut self, error: SyntaxError) {
        if self.gave_up {
            return;
        }
        let is_limit = error.code == code::NESTING || error.code == code::ALIAS_EXPANSION;
        self.gave_up = is_limit || self.diagnostics.errors() >= Diagnostics::LIMIT;
        self.diagnostics.push(error);
    }

    fn error(&mut self, code: partita_base::Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    /// Skips from an error inside the op that starts at `start` to the start of the next op of the same
    /// block, or to the bracket that closes the block.
    fn recover(&mut self, start: usize) {
        let text = self.c.text().as_bytes();
        let error_at = self.c.pos();
        let mut pos = start;
        let mut depth = 0i64;
        let mut fresh_line = false;
        while pos < text.len() {
            match text[pos] {
                b'"' => {
                    // A string ends on its line; an unterminated one ends with the line.
                    pos += 1;
                    while pos < text.len() && text[pos] != b'"' && text[pos] != b'\n' {
                        pos += if text[pos] == b'\\' { 2 } else { 1 };
                    }
                    if pos < text.len() && text[pos] == b'\n' {
                        continue;
                    }
                    fresh_line = false;
                }
                b'/' if text.get(pos + 1) == Some(&b'/') => {
                    while pos < text.len() && text[pos] != b'\n' {
                        pos += 1;
                    }
                    continue;
                }
                b'{' => {
                    depth += 1;
                    fresh_line = false;
                }
                b'}' if depth <= 0 && pos >= error_at => break,
                b'}' => {
                    depth -= 1;
                    fresh_line = false;
                }
                b'\n' => fresh_line = true,
                b' ' | b'\t' | b'\r' => {}
                byte => {
                    let opens_op = byte == b'%' || byte == b'_' || byte.is_ascii_alphabetic() || byte == b'^';
                    let opens_file_item = byte == b'#' || byte == b'!';
                    if fresh_line && depth <= 0 && pos > error_at && (opens_op || opens_file_item) {
                        break;
                    }
                    fresh_line = false;
                }
            }
            if fresh_line && depth <= 0 && pos > error_at && text.get(pos + 1) == Some(&b'"') {
                pos += 1;
                break;
            }
            pos += 1;
        }
        self.c.rewind(pos.min(text.len()).max(error_at));
    }

    fn symbol(&mut self, text: &str) -> Symbol {
        self.m.context.symbol(text)
    }

    fn intern(&mut self, attr: Attr) -> AttrId {
        self.m.context.attr(attr)
    }

    fn i64_attr(&mut self, value: i64) -> AttrId {
        let ty = self.m.context.int_type(64);
        self.intern(Attr::Integer { value: value.into(), ty })
    }

    fn i32_attr(&mut self, value: i64) -> AttrId {
        let ty = self.m.context.int_type(32);
        self.intern(Attr::Integer { value: value.into(), ty })
    }

    fn bool_attr(&mut self, value: bool) -> AttrId {
        let ty = self.m.context.int_type(1);
        self.intern(Attr::Integer { value: value.into(), ty })
    }

    fn string_attr(&mut self, text: &[u8]) -> AttrId {
        self.intern(Attr::String(text.into()))
    }

    fn ints_attr(&mut self, values: &[i64]) -> AttrId {
        let element = self.m.context.int_type(64);
        self.intern(Attr::DenseArray { element, values: values.into() })
    }

    /// Parses `@name` or `@"any text"`.
    fn symbol_name(&mut self) -> SyntaxResult<std::borrow::Cow<'s, str>> {
        if self.c.peek() != b'@' {
            return Err(self.c.expected("a symbol such as `@name`"));
        }
        self.c.advance(1);
        if self.c.peek_raw() == b'"' {
            return self.c.expect_text("a symbol name");
        }
        let start = self.c.pos();
        let word = match self.c.peek_raw() {
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => self.c.word(),
            _ => "",
        };
        if word.is_empty() {
            let span = Span::new(start - 1, start);
            return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "expected a name after `@`")));
        }
        Ok(word.into())
    }
}

/// An op or value whose location may only be defined at the end of the file.
#[derive(Clone, Copy)]
enum Located {
    Op(OpId),
    Value(ValueId),
}

impl Located {
    fn set(self, module: &mut Module, loc: LocId) {
        match self {
            Located::Op(op) => {
                module.set_loc(op, loc);
                let results: Vec<ValueId> = module.op(op).results().collect();
                for result in results {
                    module.value_mut(result).loc = loc;
                }
            }
            Located::Value(value) => module.value_mut(value).loc = loc,
        }
    }
}
