//! Constraints as changes of the text of a program, which keep everything else as it is written.

use std::collections::BTreeSet;

use partita_base::Id;
use partita_ir::{ValueId, ValueName};
use partita_mlir::text_outline::{Name, NameKind, Outline, plain_name};

use super::{ConstraintOp, Program};

/// Replaces some bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The first byte to replace.
    pub start: usize,
    /// The end of the bytes to replace.
    pub end: usize,
    /// What replaces them.
    pub text: String,
}

impl TextEdit {
    /// Inserts a text before a byte.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { start: at, end: at, text: text.into() }
    }

    /// Replaces some bytes.
    pub fn replace(start: usize, end: usize, text: impl Into<String>) -> Self {
        Self { start, end, text: text.into() }
    }
}

/// The text after some edits. All of them refer to the original text, and none overlap.
///
/// ```
/// use partita::hlo::{TextEdit, apply_edits};
///
/// let edits = [TextEdit::replace(4, 5, "two"), TextEdit::insert(0, "zero ")];
/// assert_eq!(apply_edits("one 2", &edits), "zero one two");
/// ```
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> String {
    let mut sorted: Vec<&TextEdit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.start, edit.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        out.push_str(&text[at..edit.start]);
        out.push_str(&edit.text);
        at = edit.end;
    }
    out.push_str(&text[at..]);
    out
}

impl Program {
    /// The edits that insert a constraint after the definition of a value and make all uses refer to its result. `name`
    /// is the name of the value at its definition, `sharding` is in sdy notation: `<@mesh, [{"x"}, {}]>`. `None` if the
    /// text does not define the value. The outline is that of the entire text.
    pub fn constraint_edits(
        &self,
        outline: &Outline,
        name: ValueName,
        sharding: &str,
    ) -> Option<Vec<TextEdit>> {
        let text = self.source.text();
        let definition = outline.name_at(name.span.start as usize)?;
        let place = self.first_use(name.span.start)? as usize;
        let ty = self.module.type_of(self.named_value(name)?);
        let written = plain_name(&text[outline.names[definition].start..outline.names[definition].end]);
        let value = match name.number {
            Some(number) => format!("{written}#{number}"),
            None => written.to_string(),
        };
        let new = unused_name(text, outline, written);
        let ty = partita_mlir::type_text(&self.module.context, ty);
        let op = format!("{new} = sdy.sharding_constraint {value} {sharding} : {ty}");
        let indent: String = text[line_start(text, place)..place].chars().take_while(is_blank).collect();
        let mut edits = vec![TextEdit::insert(place, format!("{op}\n{indent}"))];
        // The new value is visible in this region only, and so may be the old one in several.
        let around = outline.braces.iter().rfind(|pair| pair.contains(&place));
        let end_of_region = around.map_or(text.len(), |pair| pair.end);
        for index in outline.names_of(definition) {
            let Name { start, end, .. } = outline.names[index];
            let used = &text[start..end];
            // `%0` and `%0#0` are the same value.
            let is_same = used == value || used == plain_name(&value) && value.ends_with("#0");
            if start >= place && start < end_of_region && is_same {
                edits.push(TextEdit::replace(start, end, new.clone()));
            }
        }
        Some(edits)
    }

    /// The edits that remove a constraint and make all uses of its result refer to its operand.
    pub fn removal_edits(&self, outline: &Outline, constraint: ConstraintOp) -> Option<Vec<TextEdit>> {
        let text = self.source.text();
        let (start, next) = (constraint.result.start as usize, constraint.next as usize);
        let definition = outline.name_at(start)?;
        let inside =
            outline.names.iter().enumerate().skip(definition + 1).take_while(|(_, name)| name.start < next);
        let (operand, _) = inside.into_iter().find(|(_, name)| name.kind == NameKind::Value)?;
        let operand = &text[outline.names[operand].start..outline.names[operand].end];
        let end = outline.last_token_end(next);
        let mut edits = vec![TextEdit::replace(start, end_of_removal(text, start, end), "")];
        for index in outline.names_of(definition).filter(|&index| index != definition) {
            let Name { start, end, .. } = outline.names[index];
            edits.push(TextEdit::replace(start, end, operand));
        }
        Some(edits)
    }

    /// The value with a name of the text.
    pub(super) fn named_value(&self, name: ValueName) -> Option<ValueId> {
        let values = (0..self.module.value_count()).map(ValueId::from_index);
        let is_named = |value: &ValueId| {
            let found = self.module.value(*value).name();
            !found.span.is_empty() && found.span.start == name.span.start && found.number == name.number
        };
        // The argument of a loop belongs to its condition and to its body, which comes last.
        values.filter(is_named).last()
    }
}

fn is_blank(c: &char) -> bool {
    c.is_whitespace()
}

/// The first byte of the line that contains an offset.
fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |end| end + 1)
}

/// A name for the constrained value that the text does not have yet.
fn unused_name(text: &str, outline: &Outline, name: &str) -> String {
    let values = outline.names.iter().filter(|name| name.kind == NameKind::Value);
    let used: BTreeSet<&str> = values.map(|name| plain_name(&text[name.start..name.end])).collect();
    let base = format!("%sharded_{}", name.trim_start_matches('%'));
    let numbered = (1..).map(|number| format!("{base}_{number}"));
    let mut names = std::iter::once(base.clone()).chain(numbered);
    names.find(|name| !used.contains(name.as_str())).unwrap_or(base)
}

/// Removes the line as well, if nothing else is on it.
fn end_of_removal(text: &str, start: usize, end: usize) -> usize {
    let before = &text[line_start(text, start)..start];
    let next = text[end..].find('\n').map_or(text.len(), |length| end + length + 1);
    if !before.trim().is_empty() || !text[end..next].trim().is_empty() {
        return end;
    }
    // The next line keeps its own indentation, so that of this line goes.
    let indent = text[next..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    next + indent.min(before.len())
}
