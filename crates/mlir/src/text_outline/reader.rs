//! Reads the tokens of one module into an [`Outline`].
//!
//! MLIR forbids a region to define a name that is visible from outside of it. So `%x: type` in parentheses defines an
//! argument unless `%x` is visible, and the latest definition of a name is the one that a use refers to.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Declaration, DeclarationKind, Name, NameKind, Outline, Token, TokenKind, plain_name};

/// An open bracket.
enum Open<'t> {
    Brace(NameScope<'t>),
    /// A parenthesis; whether it follows the label of a block.
    Parenthesis {
        is_label: bool,
    },
    Bracket,
}

/// The names that are defined between braces, or outside of all braces.
#[derive(Default)]
struct NameScope<'t> {
    start: usize,
    values: FxHashMap<&'t str, usize>,
    /// Arguments of the regions of the current op.
    arguments: FxHashMap<&'t str, usize>,
    blocks: FxHashMap<&'t str, usize>,
    /// Names that were used before any definition.
    pending: Vec<usize>,
    /// The declaration that is not closed yet.
    declaration: Option<usize>,
}

impl<'t> NameScope<'t> {
    fn find(&self, kind: NameKind, name: &str) -> Option<usize> {
        let own = if kind == NameKind::Block { &self.blocks } else { &self.values };
        own.get(name).or_else(|| self.arguments.get(name).filter(|_| kind == NameKind::Value)).copied()
    }
}

/// Reads one section of the text.
pub(super) struct OutlineReader<'t, 'o> {
    text: &'t str,
    tokens: &'t [Token],
    outline: &'o mut Outline,
    root: NameScope<'t>,
    open: Vec<Open<'t>>,
    /// Definitions of symbols and aliases, which are visible in the entire section.
    global: FxHashMap<(NameKindKey, &'t str), usize>,
    /// The index of the section's first name.
    first: usize,
    at: usize,
}

/// Symbols and aliases have separate names.
type NameKindKey = bool;

impl<'t, 'o> OutlineReader<'t, 'o> {
    pub(super) fn new(text: &'t str, tokens: &'t [Token], outline: &'o mut Outline) -> Self {
        let first = outline.names.len();
        Self {
            text,
            tokens,
            outline,
            root: NameScope::default(),
            open: Vec::new(),
            global: FxHashMap::default(),
            first,
            at: 0,
        }
    }

    pub(super) fn read(mut self) {
        while let Some(&token) = self.tokens.get(self.at) {
            match token.kind {
                TokenKind::Other(b'{') => {
                    self.open.push(Open::Brace(NameScope { start: token.start, ..NameScope::default() }));
                }
                TokenKind::Other(b'(') => {
                    let is_label = self.before(1).is_some_and(|token| token.kind == TokenKind::Block);
                    self.open.push(Open::Parenthesis { is_label });
                }
                TokenKind::Other(b'[') => self.open.push(Open::Bracket),
                TokenKind::Other(b'}') => self.close_brace(token),
                TokenKind::Other(b')') if matches!(self.open.last(), Some(Open::Parenthesis { .. })) => {
                    self.open.pop();
                }
                TokenKind::Other(b']') if matches!(self.open.last(), Some(Open::Bracket)) => {
                    self.open.pop();
                }
                TokenKind::Word => self.word(token),
                TokenKind::String => self.string(token),
                TokenKind::Symbol => self.symbol(token),
                TokenKind::Alias => self.alias(token),
                TokenKind::Block => self.block(token),
                TokenKind::Value => self.value(token),
                TokenKind::Other(_) | TokenKind::Number => {}
            }
            self.at += 1;
        }
        while !self.open.is_empty() {
            self.close_innermost();
        }
        self.end_declaration(self.tokens.last().map_or(0, |token| token.end));
        self.resolve_global();
    }

    /// The token `count` before the current one.
    fn before(&self, count: usize) -> Option<Token> {
        self.at.checked_sub(count).map(|index| self.tokens[index])
    }

    /// The token `count` after the current one.
    fn after(&self, count: usize) -> Option<Token> {
        self.tokens.get(self.at + count).copied()
    }

    /// Whether the current token is directly in a region, not in parentheses or brackets.
    fn is_in_region(&self) -> bool {
        matches!(self.open.last(), None | Some(Open::Brace(_)))
    }

    /// The innermost scope.
    fn scope(&mut self) -> &mut NameScope<'t> {
        let braces = self.open.iter_mut().rev().find_map(|open| match open {
            Open::Brace(scope) => Some(scope),
            _ => None,
        });
        braces.unwrap_or(&mut self.root)
    }

    /// Closes the innermost brace, and what is open inside of it.
    fn close_brace(&mut self, token: Token) {
        let is_brace = |open: &Open<'_>| matches!(open, Open::Brace(_));
        let Some(innermost) = self.open.iter().rposition(is_brace) else { return };
        self.open.truncate(innermost + 1);
        self.end_declaration(self.before(1).map_or(token.start, |token| token.end));
        if let Some(Open::Brace(scope)) = self.open.last() {
            self.outline.braces.push(scope.start..token.end);
        }
        self.close_innermost();
    }

    /// Closes the innermost bracket. Names that a scope used and does not define may be defined further outside.
    fn close_innermost(&mut self) {
        let Some(Open::Brace(scope)) = self.open.pop() else { return };
        for index in scope.pending.iter().copied() {
            let name = self.outline.names[index];
            match scope.find(name.kind, plain_name(&self.text[name.start..name.end])) {
                Some(definition) => self.outline.names[index].definition = Some(definition),
                None => self.scope().pending.push(index),
            }
        }
    }

    fn end_declaration(&mut self, end: usize) {
        if let Some(open) = self.scope().declaration.take() {
            let extent = &mut self.outline.declarations[open].extent;
            extent.end = end.max(extent.end);
        }
    }

    /// Begins a declaration, which ends the one before it.
    fn declare(&mut self, kind: DeclarationKind, keyword: Token, name: Range<usize>) {
        let end = self.before(1).map_or(keyword.start, |token| token.end.min(keyword.start));
        self.end_declaration(end);
        let extent = keyword.start..name.end.max(keyword.end);
        self.outline.declarations.push(Declaration { kind, name, extent });
        let index = self.outline.declarations.len() - 1;
        self.scope().declaration = Some(index);
    }

    fn word(&mut self, token: Token) {
        if !self.is_in_region() {
            return;
        }
        let Some(kind) = declared_by(token.text(self.text)) else { return };
        if kind == DeclarationKind::Function {
            self.forget_values();
        }
        // A visibility may precede the name.
        let skipped = self.after(1).filter(|next| next.kind == TokenKind::Word).map_or(1, |_| 2);
        match self.after(skipped).filter(|next| next.kind == TokenKind::Symbol) {
            Some(name) => self.declare(kind, token, name.start..name.end),
            None if kind == DeclarationKind::Module => self.declare(kind, token, token.start..token.end),
            None => {}
        }
    }

    /// A function sees no values from outside of it.
    fn forget_values(&mut self) {
        let scope = self.scope();
        scope.values.clear();
        scope.arguments.clear();
    }

    /// The name of an op in generic form, or the symbol that it declares: `sym_name = "main"`.
    fn string(&mut self, token: Token) {
        if self.is_in_region() && token.text(self.text) == "\"func.func\"" {
            self.forget_values();
        }
        let is_name = self.before(1).is_some_and(|token| token.is(b'='))
            && self.before(2).is_some_and(|token| token.text(self.text) == "sym_name");
        if is_name && token.end - token.start > 2 && self.text.as_bytes()[token.end - 1] == b'"' {
            self.define_global(NameKind::Symbol, token.start + 1..token.end - 1);
        }
    }

    fn symbol(&mut self, token: Token) {
        let is_visibility = |token: &Token| matches!(token.text(self.text), "public" | "private" | "nested");
        let keyword = match self.before(1) {
            Some(before) if is_visibility(&before) => self.before(2),
            before => before,
        };
        let is_declared = keyword.is_some_and(|token| declared_by(token.text(self.text)).is_some());
        if is_declared && self.is_in_region() {
            self.define_global(NameKind::Symbol, token.start..token.end);
        } else {
            self.add(NameKind::Symbol, token.start..token.end, None);
        }
    }

    fn alias(&mut self, token: Token) {
        if token.text(self.text).contains('.') {
            // An attribute or a type of a dialect.
            return;
        }
        if self.is_in_region() && self.after(1).is_some_and(|next| next.is(b'=')) {
            self.define_global(NameKind::Alias, token.start..token.end);
            self.declare(DeclarationKind::Alias, token, token.start..token.end);
        } else {
            self.add(NameKind::Alias, token.start..token.end, None);
        }
    }

    fn block(&mut self, token: Token) {
        let index = self.add(NameKind::Block, token.start..token.end, None);
        if self.is_in_region() && self.is_label() {
            self.outline.names[index].definition = Some(index);
            let name = token.text(self.text);
            self.scope().blocks.insert(name, index);
        } else {
            self.scope().pending.push(index);
        }
    }

    /// Whether the current token is the label of a block: a colon follows it or its arguments.
    fn is_label(&self) -> bool {
        let mut depth = 0;
        for token in &self.tokens[self.at + 1..] {
            match token.kind {
                TokenKind::Other(b'(') => depth += 1,
                TokenKind::Other(b')') => depth -= 1,
                TokenKind::Other(b':') if depth == 0 => return true,
                _ if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    fn value(&mut self, token: Token) {
        if self.is_in_region() {
            if let Some(count) = self.result_list() {
                self.define_results(count);
                return;
            }
        } else if let Some(Open::Parenthesis { is_label }) = self.open.last() {
            let is_label = *is_label;
            let is_first = self.before(1).is_some_and(|token| token.is(b'(') || token.is(b','));
            let next = self.after(1);
            let is_typed = next.is_some_and(|next| next.is(b':'));
            // The arguments of a loop: `(%argument = %first, …)`.
            let is_bound = next.is_some_and(|next| next.is(b'='))
                && self.after(2).is_some_and(|next| next.kind == TokenKind::Value);
            let name = token.text(self.text);
            if is_first && (is_bound || is_typed && self.visible(name).is_none()) {
                let index = self.add(NameKind::Value, token.start..token.end, None);
                self.outline.names[index].definition = Some(index);
                let scope = self.scope();
                // Those of a block are visible up to its end, those of an op in its regions.
                let names = if is_label { &mut scope.values } else { &mut scope.arguments };
                names.insert(name, index);
                return;
            }
        }
        let definition = self.visible(plain_name(token.text(self.text)));
        let index = self.add(NameKind::Value, token.start..token.end, definition);
        if definition.is_none() {
            self.scope().pending.push(index);
        }
    }

    /// The definition of a value that is visible here.
    fn visible(&self, name: &str) -> Option<usize> {
        let scopes = self.open.iter().rev().filter_map(|open| match open {
            Open::Brace(scope) => Some(scope),
            _ => None,
        });
        scopes.chain([&self.root]).find_map(|scope| scope.find(NameKind::Value, name))
    }

    /// The number of tokens up to the equals sign, if results are listed here: `%a, %b:2 =`.
    fn result_list(&self) -> Option<usize> {
        let mut count = 1;
        loop {
            if self.after(count)?.is(b':') && self.after(count + 1)?.kind == TokenKind::Number {
                count += 2;
            }
            let token = self.after(count)?;
            if token.is(b'=') {
                return Some(count);
            }
            let next = self.after(count + 1)?;
            // In unfinished text, the results of the next op may follow the comma after an operand.
            let is_on_one_line = !self.text[token.end..next.start].contains('\n');
            if !token.is(b',') || next.kind != TokenKind::Value || !is_on_one_line {
                return None;
            }
            count += 2;
        }
    }

    /// Defines the results in the next `count` tokens.
    fn define_results(&mut self, count: usize) {
        // The regions of the op before have ended.
        self.scope().arguments.clear();
        for token in &self.tokens[self.at..self.at + count] {
            if token.kind == TokenKind::Value {
                let index = self.add(NameKind::Value, token.start..token.end, None);
                self.outline.names[index].definition = Some(index);
                let name = token.text(self.text);
                self.scope().values.insert(name, index);
            }
        }
        self.at += count;
    }

    fn add(&mut self, kind: NameKind, bytes: Range<usize>, definition: Option<usize>) -> usize {
        self.outline.names.push(Name { kind, start: bytes.start, end: bytes.end, definition });
        self.outline.names.len() - 1
    }

    fn define_global(&mut self, kind: NameKind, bytes: Range<usize>) {
        let index = self.add(kind, bytes.clone(), None);
        let name = symbol_name(&self.text[bytes]);
        let definition = *self.global.entry((kind == NameKind::Alias, name)).or_insert(index);
        // The second definition of a name is an error, and not a use of the first.
        self.outline.names[index].definition = Some(if definition == index { definition } else { index });
    }

    /// Symbols and aliases may be used before they are defined.
    fn resolve_global(&mut self) {
        for name in &mut self.outline.names[self.first..] {
            if name.definition.is_none() && matches!(name.kind, NameKind::Symbol | NameKind::Alias) {
                let text = symbol_name(&self.text[name.start..name.end]);
                name.definition = self.global.get(&(name.kind == NameKind::Alias, text)).copied();
            }
        }
        let pending = std::mem::take(&mut self.root.pending);
        for index in pending {
            let name = self.outline.names[index];
            let found = self.root.find(name.kind, plain_name(&self.text[name.start..name.end]));
            self.outline.names[index].definition = found;
        }
    }
}

/// What a keyword declares.
fn declared_by(keyword: &str) -> Option<DeclarationKind> {
    match keyword {
        "module" | "builtin.module" => Some(DeclarationKind::Module),
        "func.func" => Some(DeclarationKind::Function),
        "sdy.mesh" => Some(DeclarationKind::Mesh),
        _ => None,
    }
}

/// A symbol without `@` and quotation marks.
fn symbol_name(name: &str) -> &str {
    let name = name.strip_prefix('@').unwrap_or(name);
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}
