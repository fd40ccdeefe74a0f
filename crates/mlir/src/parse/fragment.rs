//! Parses single attributes and types into a module that is being built from another format.

use partita_base::{Cursor, SyntaxResult};
use partita_ir::{AttrId, Context, Module, TypeId};

use super::{ParseOptions, Parser};

/// Parses a text that is one attribute.
pub(crate) fn attr_fragment(module: &mut Module, text: &str) -> SyntaxResult<AttrId> {
    fragment(module, text, |parser| parser.attr(None))
}

/// Parses a text that is one type.
pub(crate) fn type_fragment(module: &mut Module, text: &str) -> SyntaxResult<TypeId> {
    fragment(module, text, |parser| parser.ty())
}

/// Lends the module to a parser of its own, so that the result is interned in the context of the module.
fn fragment<T>(
    module: &mut Module,
    text: &str,
    read: impl FnOnce(&mut Parser<'_>) -> SyntaxResult<T>,
) -> SyntaxResult<T> {
    let lent = std::mem::replace(module, Module::new(Context::default()));
    let mut parser = Parser::new(Cursor::at(text, 0), lent, ParseOptions::default());
    let value = read(&mut parser);
    let value = match value {
        Ok(_) if !parser.c.at_end() => Err(parser.c.expected("the end of the text")),
        value => value,
    };
    *module = parser.m;
    value
}
