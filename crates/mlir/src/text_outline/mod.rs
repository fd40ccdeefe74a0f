//! The names of a text: where each is defined and used. Found from tokens alone, so that it works while a file does not
//! parse.

mod reader;
mod token;

pub use token::{Token, TokenKind, tokens};

use std::ops::Range;

use reader::OutlineReader;

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// The result of an op or an argument of a block.
    Value,
    /// A function, a mesh or a module.
    Symbol,
    /// An alias of an attribute, a type or a location.
    Alias,
    /// The label of a block, such as `^bb0`.
    Block,
}

/// A name in the text.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// What it refers to.
    pub kind: NameKind,
    /// Its first byte.
    pub start: usize,
    /// The end of its bytes, after the number of a result.
    pub end: usize,
    /// The index of the name that defines it: its own for a definition, `None` if there is no definition.
    pub definition: Option<usize>,
}

/// What a declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationKind {
    /// `module @name`
    Module,
    /// `func.func @name`
    Function,
    /// `sdy.mesh @name`
    Mesh,
    /// `#name = …` or `!name = …`
    Alias,
}

/// A module, function, mesh or alias that the text declares.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// The bytes of the name; those of the keyword for a module without one.
    pub name: Range<usize>,
    /// All of its bytes.
    pub extent: Range<usize>,
}

/// The names, declarations and braces of a text, each in text order.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// All names.
    pub names: Vec<Name>,
    /// All declarations.
    pub declarations: Vec<Declaration>,
    /// The bytes of each pair of braces.
    pub braces: Vec<Range<usize>>,
    /// The ends of all tokens.
    token_ends: Vec<usize>,
}

impl Outline {
    /// Reads a text, which may have several modules separated by lines `// -----`.
    pub fn new(text: &str) -> Self {
        let mut outline = Self::default();
        let all = tokens(text);
        outline.token_ends = all.iter().map(|token| token.end).collect();
        let mut rest = &all[..];
        for section in crate::split_chunks(text) {
            let count = rest.partition_point(|token| token.start < section.end);
            let (inside, after) = rest.split_at(count);
            OutlineReader::new(text, inside, &mut outline).read();
            rest = after;
        }
        outline.braces.sort_by_key(|pair| pair.start);
        outline.declarations.sort_by_key(|declaration| (declaration.extent.start, declaration.name.start));
        outline
    }

    /// The index of the name at an offset. Between two names, it is the one on the right.
    pub fn name_at(&self, offset: usize) -> Option<usize> {
        let after = self.names.partition_point(|name| name.start <= offset);
        let index = after.checked_sub(1)?;
        (offset <= self.names[index].end).then_some(index)
    }

    /// The indices of all names with a definition, which is included, in text order.
    pub fn names_of(&self, definition: usize) -> impl Iterator<Item = usize> {
        (0..self.names.len()).filter(move |&index| self.names[index].definition == Some(definition))
    }

    /// Whether a name is a definition.
    pub fn is_definition(&self, index: usize) -> bool {
        self.names[index].definition == Some(index)
    }

    /// The end of the last token that ends at or before an offset.
    pub fn last_token_end(&self, offset: usize) -> usize {
        let count = self.token_ends.partition_point(|&end| end <= offset);
        count.checked_sub(1).map_or(0, |index| self.token_ends[index])
    }
}

/// The name of a value without the number of the result.
pub fn plain_name(name: &str) -> &str {
    name.split('#').next().unwrap_or(name)
}
