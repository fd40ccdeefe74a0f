//! Names of values: scopes, forward references, redefinitions.

use partita_base::{Diagnostic, Span, SyntaxError, SyntaxResult, code};
use partita_ir::{Type, TypeId, ValueId};
use rustc_hash::FxHashMap;

use super::Parser;

/// The definition of a name: `count` consecutive values.
#[derive(Clone, Copy)]
struct Named {
    first: Option<ValueId>,
    count: u32,
    /// The isolated scope it belongs to.
    isolated: u32,
    span: Span,
}

/// A use of a value whose type has not been parsed yet.
#[derive(Clone, Copy)]
pub(super) struct Use<'s> {
    pub(super) name: &'s str,
    pub(super) number: u32,
    pub(super) span: Span,
    /// `None` if the value is not defined (yet).
    value: Option<ValueId>,
}

struct Forward<'s> {
    name: &'s str,
    number: u32,
    placeholder: ValueId,
    span: Span,
    scope: u32,
    resolved: Option<ValueId>,
}

struct Scope {
    undo_start: usize,
    /// The innermost isolated scope around this one, or this one. Only its names are visible.
    isolated: u32,
    /// Whether this scope is isolated itself. Its names need not be undone: no other scope has its number.
    is_isolated: bool,
    /// The index of the first forward reference of this isolated scope.
    forward_start: usize,
    /// The number of ops when this isolated scope began.
    first_op: usize,
}

/// The names visible at the current position.
#[derive(Default)]
pub(super) struct ValueScopes<'s> {
    names: FxHashMap<&'s str, Named>,
    /// Definitions of names that are numbers, by number; most names are.
    numbers: Vec<Option<Named>>,
    /// The definitions of names before an inner scope redefined them.
    undo: Vec<(&'s str, Option<Named>)>,
    scopes: Vec<Scope>,
    /// The number of isolated scopes so far.
    isolated: u32,
    forwards: Vec<Forward<'s>>,
    /// Unresolved forward references by name and result number.
    open_forwards: FxHashMap<(&'s str, u32), usize>,
}

impl<'s> ValueScopes<'s> {
    pub(super) fn enter_isolated(&mut self, first_op: usize) {
        self.isolated += 1;
        let (isolated, forward_start) = (self.isolated, self.forwards.len());
        let undo_start = self.undo.len();
        self.scopes.push(Scope { undo_start, isolated, is_isolated: true, forward_start, first_op });
    }

    pub(super) fn enter(&mut self) {
        let outer = self.scopes.last().expect("the file is a scope");
        let (isolated, forward_start, first_op) = (outer.isolated, outer.forward_start, outer.first_op);
        let undo_start = self.undo.len();
        self.scopes.push(Scope { undo_start, isolated, is_isolated: false, forward_start, first_op });
    }

    pub(super) fn leave(&mut self) {
        let scope = self.scopes.pop().expect("scopes nest");
        while self.undo.len() > scope.undo_start
            && let Some((name, old)) = self.undo.pop()
        {
            self.set(name, old);
        }
    }

    fn depth(&self) -> u32 {
        self.scopes.len() as u32 - 1
    }

    fn scope(&self) -> &Scope {
        self.scopes.last().expect("the file is a scope")
    }

    /// The definition of a name that is visible at the current position.
    fn visible(&self, name: &str) -> Option<Named> {
        let named = match small_number(name) {
            Some(number) => self.numbers.get(number).copied().flatten(),
            None => self.names.get(name).copied(),
        };
        named.filter(|named| named.isolated == self.scope().isolated)
    }

    /// Sets or removes the definition of a name and returns the old one, which may belong to a scope that has ended.
    fn set(&mut self, name: &'s str, named: Option<Named>) -> Option<Named> {
        let Some(number) = small_number(name) else {
            return match named {
                Some(named) => self.names.insert(name, named),
                None => self.names.remove(name),
            };
        };
        if self.numbers.len() <= number {
            self.numbers.resize(number + 1, None);
        }
        std::mem::replace(&mut self.numbers[number], named)
    }
}

/// The number that a name spells, if it is small enough for a table and no other name spells the same number.
fn small_number(name: &str) -> Option<usize> {
    const DIGITS: usize = 6;
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > DIGITS || bytes.starts_with(b"0") && bytes.len() > 1 {
        return None;
    }
    bytes.iter().try_fold(0, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| 10 * number + usize::from(digit))
    })
}

impl<'s> Parser<'s> {
    /// Leaves a scope that no name crosses: forward references that are still unresolved are errors.
    pub(super) fn leave_isolated(&mut self) {
        let scope = self.values.scopes.last().expect("scopes nest");
        let (start, first_op) = (scope.forward_start, scope.first_op);
        let forwards: Vec<Forward<'s>> = self.values.forwards.drain(start..).collect();
        self.values.leave();
        if forwards.is_empty() {
            return;
        }
        let mut replacements: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        for forward in &forwards {
            match forward.resolved {
                Some(value) => {
                    replacements.insert(forward.placeholder, value);
                }
                None => {
                    let name = forward.name;
                    self.values.open_forwards.remove(&(name, forward.number));
                    let diagnostic = Diagnostic::error(
                        code::UNDEFINED_VALUE,
                        forward.span,
                        format!("`%{name}` is not defined"),
                    );
                    self.diagnostics.push(diagnostic);
                    let poison = self.m.context.ty(Type::Poison);
                    self.m.set_type(forward.placeholder, poison);
                }
            }
        }
        self.m.replace_operands(first_op..self.m.op_count(), |operand| replacements.get(&operand).copied());
    }

    /// Parses `%name` or `%name#2`.
    pub(super) fn value_use(&mut self) -> SyntaxResult<Use<'s>> {
        if self.c.peek() != b'%' {
            return Err(self.c.expected("a value such as `%0`"));
        }
        let start = self.c.pos();
        self.c.advance(1);
        let name = self.c.suffix_id();
        if name.is_empty() {
            let span = self.c.span_from(start);
            return Err(Box::new(SyntaxError::new(code::SYNTAX, span, "expected a value name after `%`")));
        }
        let mut number = 0;
        if self.c.peek_raw() == b'#' {
            let at = self.c.pos();
            self.c.advance(1);
            let digits = self.c.suffix_id();
            let Ok(parsed) = digits.parse() else {
                let span = self.c.span_from(at);
                return Err(Box::new(SyntaxError::new(
                    code::SYNTAX,
                    span,
                    "expected a result number after `#`",
                )));
            };
            number = parsed;
        }
        let span = self.c.span_from(start);
        let value = match self.values.visible(name) {
            Some(named) if number < named.count => Some(match named.first {
                Some(first) => self.m.nth_value(first, number),
                None => self.poison_value(span),
            }),
            Some(named) => {
                let message =
                    format!("result number {number} is out of range: `%{name}` has {} results", named.count);
                let diagnostic =
                    Diagnostic::error(code::UNDEFINED_VALUE, span, message).label(named.span, "defined here");
                self.diagnostics.push(diagnostic);
                Some(self.poison_value(span))
            }
            None => None,
        };
        Ok(Use { name, number, span, value })
    }

    /// Parses `%a, %b`; stops before a comma that no value follows.
    pub(super) fn value_uses(&mut self) -> SyntaxResult<Vec<Use<'s>>> {
        let mut uses = Vec::new();
        if self.c.peek() != b'%' {
            return Ok(uses);
        }
        loop {
            uses.push(self.value_use()?);
            let before = self.c.pos();
            if !self.c.eat(b',') || self.c.peek() != b'%' {
                self.c.rewind(before);
                return Ok(uses);
            }
        }
    }

    fn poison_value(&mut self, span: Span) -> ValueId {
        let poison = self.m.context.ty(Type::Poison);
        self.m.create_placeholder(poison, span)
    }

    /// The value of a use with the given type.
    pub(super) fn resolve(&mut self, used: &Use<'s>, ty: TypeId) -> ValueId {
        let Some(value) = used.value else { return self.forward(used, ty) };
        let actual = self.m.type_of(value);
        if actual != ty && *self.m.context.type_of(actual) != Type::Poison {
            let (has, wants) = (self.type_text(actual), self.type_text(ty));
            let message = format!("`%{}` has type {has} but is used with type {wants}", used.name);
            let defined = self.m.value(value).span;
            let diagnostic =
                Diagnostic::error(code::TYPE_OF_USE, used.span, message).label(defined, "defined here");
            self.diagnostics.push(diagnostic);
            return self.poison_value(used.span);
        }
        value
    }

    fn forward(&mut self, used: &Use<'s>, ty: TypeId) -> ValueId {
        let start = self.values.scopes.last().expect("the file is a scope").forward_start;
        if let Some(&index) = self.values.open_forwards.get(&(used.name, used.number))
            && index >= start
        {
            return self.values.forwards[index].placeholder;
        }
        let placeholder = self.m.create_placeholder(ty, used.span);
        let scope = self.values.depth();
        let (name, number, span) = (used.name, used.number, used.span);
        self.values.open_forwards.insert((name, number), self.values.forwards.len());
        self.values.forwards.push(Forward { name, number, placeholder, span, scope, resolved: None });
        placeholder
    }

    /// Defines a name for `count` values from `first` on; `None` if the op could not be parsed.
    pub(super) fn define(&mut self, name: &'s str, first: Option<ValueId>, count: u32, span: Span) {
        let Scope { isolated, is_isolated, .. } = *self.values.scope();
        let old = self.values.set(name, Some(Named { first, count, isolated, span }));
        if let Some(old) = old
            && old.isolated == isolated
        {
            let message = format!("redefinition of `%{name}`");
            let diagnostic =
                Diagnostic::error(code::REDEFINED_VALUE, span, message).label(old.span, "first defined here");
            self.diagnostics.push(diagnostic);
        }
        if old.is_some() || !is_isolated {
            self.values.undo.push((name, old));
        }
        if !self.values.open_forwards.is_empty() {
            self.resolve_forwards(name, first, count, span);
        }
    }

    fn resolve_forwards(&mut self, name: &'s str, first: Option<ValueId>, count: u32, span: Span) {
        let start = self.values.scopes.last().expect("the file is a scope").forward_start;
        let depth = self.values.depth();
        let mut wrong = Vec::new();
        for number in 0..count {
            let Some(&index) = self.values.open_forwards.get(&(name, number)) else { continue };
            // A definition in an inner region is not visible outside of it.
            if index < start || self.values.forwards[index].scope < depth {
                continue;
            }
            self.values.open_forwards.remove(&(name, number));
            let forward = &mut self.values.forwards[index];
            let value = first.map(|first| self.m.nth_value(first, forward.number));
            let value = value.unwrap_or(forward.placeholder);
            forward.resolved = Some(value);
            let (uses, has) = (self.m.type_of(forward.placeholder), self.m.type_of(value));
            if uses != has && *self.m.context.type_of(has) != Type::Poison {
                wrong.push((forward.span, has, uses));
            }
        }
        for (used, has, uses) in wrong {
            let (has, uses) = (self.type_text(has), self.type_text(uses));
            let message = format!("`%{name}` has type {has} but is used with type {uses}");
            let diagnostic = Diagnostic::error(code::TYPE_OF_USE, used, message).label(span, "defined here");
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn type_text(&self, ty: TypeId) -> String {
        crate::print::type_text(&self.m.context, ty)
    }
}
