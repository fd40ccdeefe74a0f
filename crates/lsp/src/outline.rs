//! The names of a text: where each is defined and used. Found from tokens alone, so that it works while a file does not
//! parse.

use std::ops::Range;

use crate::outline_reader::OutlineReader;
use crate::token::tokens;

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
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
pub(crate) struct Name {
    pub(crate) kind: NameKind,
    /// The bytes of the name, with the number of a result.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The index of the name that defines it: its own for a definition, `None` if there is no definition.
    pub(crate) definition: Option<usize>,
}

/// What a declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclarationKind {
    Module,
    Function,
    Mesh,
    Alias,
}

/// A module, function, mesh or alias that the text declares.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) kind: DeclarationKind,
    /// The bytes of the name; those of the keyword for a module without one.
    pub(crate) name: Range<usize>,
    /// All of its bytes.
    pub(crate) extent: Range<usize>,
}

/// The names, declarations and braces of a text, each in text order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) names: Vec<Name>,
    pub(crate) declarations: Vec<Declaration>,
    /// The bytes of each pair of braces.
    pub(crate) braces: Vec<Range<usize>>,
    /// The ends of all tokens.
    token_ends: Vec<usize>,
}

impl Outline {
    /// Reads a text, which may have several modules separated by lines `// -----`.
    pub(crate) fn new(text: &str) -> Self {
        let mut outline = Self::default();
        let all = tokens(text);
        outline.token_ends = all.iter().map(|token| token.end).collect();
        let mut rest = &all[..];
        for section in partita::hlo::split_modules(text) {
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
    pub(crate) fn name_at(&self, offset: usize) -> Option<usize> {
        let after = self.names.partition_point(|name| name.start <= offset);
        let index = after.checked_sub(1)?;
        (offset <= self.names[index].end).then_some(index)
    }

    /// The indices of all names with a definition, which is included, in text order.
    pub(crate) fn names_of(&self, definition: usize) -> impl Iterator<Item = usize> {
        (0..self.names.len()).filter(move |&index| self.names[index].definition == Some(definition))
    }

    /// Whether a name is a definition.
    pub(crate) fn is_definition(&self, index: usize) -> bool {
        self.names[index].definition == Some(index)
    }

    /// The end of the last token that ends at or before an offset.
    pub(crate) fn last_token_end(&self, offset: usize) -> usize {
        let count = self.token_ends.partition_point(|&end| end <= offset);
        count.checked_sub(1).map_or(0, |index| self.token_ends[index])
    }
}

/// The name of a value without the number of the result.
pub(crate) fn plain_name(name: &str) -> &str {
    name.split('#').next().unwrap_or(name)
}
