//! Aliases, and the amount of text they expand to.
//!
//! Attributes and types are shared, so a text of thirty lines in which each alias uses the previous one twice is parsed at once. The
//! printer expands aliases, and would print a gigabyte. The parser therefore counts the expanded size and limits it. Locations are
//! printed as aliases again and do not count.

use partita_base::{Cursor, Span, SyntaxError, SyntaxResult, code};
use partita_ir::{AttrId, TypeId};

use super::Parser;

/// The definition of an alias.
#[derive(Clone, Copy)]
pub(super) struct Alias<T> {
    pub(super) value: T,
    /// The size of its text in bytes with all aliases expanded; saturates at [`u64::MAX`].
    length: u64,
    /// The nesting depth of its text with all aliases expanded.
    depth: u32,
}

/// The number of bytes that aliases expand to.
pub(super) struct Expansion {
    /// In the module so far.
    total: u64,
    limit: u64,
    /// In the alias definition being parsed. It counts where that alias is used.
    definition: Option<Definition>,
}

#[derive(Clone, Copy)]
struct Definition {
    bytes: u64,
    /// The nesting depth at which the definition begins.
    begin: u32,
    deepest: u32,
}

impl Expansion {
    pub(super) fn new(limit: u64) -> Self {
        Self { total: 0, limit, definition: None }
    }
}

impl Parser<'_> {
    /// Counts a use of an alias.
    fn expand<T>(&mut self, alias: Alias<T>, span: Span) -> SyntaxResult<T> {
        let depth = self.c.depth() + alias.depth;
        if depth > Cursor::MAX_DEPTH {
            let message = format!("aliases nest more than {} levels deep", Cursor::MAX_DEPTH);
            return Err(Box::new(SyntaxError::new(code::NESTING, span, message)));
        }
        let expansion = &mut self.expansion;
        if let Some(definition) = &mut expansion.definition {
            definition.bytes = definition.bytes.saturating_add(alias.length);
            definition.deepest = definition.deepest.max(depth - definition.begin);
            return Ok(alias.value);
        }
        expansion.total = expansion.total.saturating_add(alias.length);
        if expansion.total <= expansion.limit {
            return Ok(alias.value);
        }
        let name = &self.c.text()[span.range()];
        let message = match alias.length {
            u64::MAX => format!("`{name}` expands to more than {} bytes of text", u64::MAX),
            length => {
                let total = expansion.total;
                format!("`{name}` expands to {length} bytes of text, all aliases so far to {total}")
            }
        };
        let message = format!("{message}; the limit is {}", expansion.limit);
        let help = "use aliases that expand to less text, or raise `Limits::expansion`";
        Err(Box::new(SyntaxError::new(code::ALIAS_EXPANSION, span, message).help(help)))
    }

    /// The attribute behind `#name` at a place where the printer expands it; `None` if there is no such alias.
    pub(super) fn use_attr_alias(&mut self, name: &str, span: Span) -> SyntaxResult<Option<AttrId>> {
        self.attr_aliases.get(name).copied().map(|alias| self.expand(alias, span)).transpose()
    }

    /// The type behind `!name`; `None` if there is no such alias.
    pub(super) fn use_type_alias(&mut self, name: &str, span: Span) -> SyntaxResult<Option<TypeId>> {
        self.type_aliases.get(name).copied().map(|alias| self.expand(alias, span)).transpose()
    }

    /// Parses the right-hand side of an alias definition and counts its expanded size.
    fn aliased<T>(&mut self, read: impl FnOnce(&mut Self) -> SyntaxResult<T>) -> SyntaxResult<Alias<T>> {
        let start = self.c.start();
        let begin = self.c.depth();
        self.expansion.definition = Some(Definition { bytes: 0, begin, deepest: 0 });
        let value = read(self);
        let inside = self.expansion.definition.take().unwrap_or(Definition { bytes: 0, begin, deepest: 0 });
        let own = self.c.pos().saturating_sub(start) as u64;
        value.map(|value| Alias { value, length: inside.bytes.saturating_add(own), depth: inside.deepest })
    }

    /// Parses an attribute inside a location, which is printed once, not at every use of the location.
    pub(super) fn attr_of_loc(&mut self) -> SyntaxResult<AttrId> {
        let definition = self.expansion.definition.take();
        let attr = self.attr(None);
        self.expansion.definition = definition;
        attr
    }

    pub(super) fn attr_alias_definition(&mut self) -> SyntaxResult<()> {
        let (name, span) = self.alias_name('#')?;
        let alias = self.aliased(|parser| parser.attr(None))?;
        if self.attr_aliases.insert(name, alias).is_some() {
            self.error(code::ALIAS_REDEFINED, span, format!("the alias `#{name}` is defined twice"));
        }
        Ok(())
    }

    pub(super) fn type_alias_definition(&mut self) -> SyntaxResult<()> {
        let (name, span) = self.alias_name('!')?;
        let alias = self.aliased(Self::ty)?;
        if self.type_aliases.insert(name, alias).is_some() {
            self.error(code::ALIAS_REDEFINED, span, format!("the alias `!{name}` is defined twice"));
        }
        Ok(())
    }
}

impl<'s> Parser<'s> {
    /// Parses `#name =` or `!name =`.
    fn alias_name(&mut self, sigil: char) -> SyntaxResult<(&'s str, Span)> {
        let start = self.c.start();
        self.c.advance(1);
        let name = self.c.suffix_id();
        let span = self.c.span_from(start);
        self.c.expect(b'=')?;
        if name.contains('.') {
            let message = format!("the alias name `{sigil}{name}` must not contain a dot");
            return Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)));
        }
        Ok((name, span))
    }
}
