//! Finds the span of an element inside an attribute.
//!
//! Only needed once there is an error to report: the attribute is parsed again from the text. An element
//! that is not in the text, because the attribute is an alias or a pass created it, gets the span of the
//! entire attribute.

use partita_base::{Cursor, Span, Symbol};
use partita_ir::{Module, OpId, names};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::text::{MeshSpans, ShardingSpans, parse_mesh_spans, parse_sharding_spans};

/// The largest number of bytes of a list that is searched for an item. Without the limit, a hostile file
/// with many mistakes in one long list would take quadratic time.
const MAX_SEARCH: usize = 1 << 18;

/// How a sharding or mesh is written on its op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// It is the value of an attribute.
    Value(Symbol),
    /// It is the item at this index of an attribute that is a list.
    Item(Symbol, usize),
    /// It is the `sdy.sharding` of an argument or result of a function.
    OfValue(Symbol, usize),
    /// It is nested inside an attribute.
    Within(Symbol),
}

impl Written {
    /// The name of the op's attribute.
    pub(super) fn attr(self) -> Symbol {
        match self {
            Written::Value(attr)
            | Written::Item(attr, _)
            | Written::OfValue(attr, _)
            | Written::Within(attr) => attr,
        }
    }
}

/// The spans of a sharding as written on its op.
pub(super) fn sharding_spans(
    module: &Module,
    op: OpId,
    written: Written,
    spec: &ShardingSpec,
) -> ShardingSpans {
    let found = value_start(module, op, written).and_then(|(text, at)| {
        let body = at + body_offset(&text[at..], "sharding")?;
        parse_sharding_spans(&mut Cursor::at(text, body)).ok()
    });
    match found {
        Some((read, spans)) if read == *spec => spans,
        _ => {
            let full = full_span(module, op, written);
            let inline = MeshSpans { full, ..MeshSpans::default() };
            ShardingSpans { full, mesh: full, inline, ..ShardingSpans::default() }
        }
    }
}

/// The spans of a mesh as written on its op.
pub(super) fn mesh_spans(module: &Module, op: OpId, written: Written) -> MeshSpans {
    let found = value_start(module, op, written).and_then(|(text, at)| {
        let body = at + body_offset(&text[at..], "mesh")?;
        parse_mesh_spans(&mut Cursor::at(text, body)).ok()
    });
    match found {
        Some((_, spans)) => spans,
        None => MeshSpans { full: full_span(module, op, written), ..MeshSpans::default() },
    }
}

/// The span of axis `index` of list `list` in an attribute that consists of axis lists. An attribute that
/// is a single list counts as list 0.
pub(super) fn axis_span(module: &Module, op: OpId, attr: Symbol, list: usize, index: usize) -> Span {
    let find = || {
        let (text, at) = value_start(module, op, Written::Value(attr))?;
        let open = at + text[at..].find(['[', '{'])?;
        let braces = match text.as_bytes()[open] {
            b'[' => {
                let item = nth_item(text, open, list)?;
                item + text[item..].find('{')?
            }
            _ => open,
        };
        let item = nth_item(text, braces, index)?;
        Some(Span::new(item, item_end(text, item)))
    };
    find().unwrap_or_else(|| module.attr_span(op, attr))
}

/// The span of a sharding or mesh as a unit.
fn full_span(module: &Module, op: OpId, written: Written) -> Span {
    match value_start(module, op, written) {
        Some((text, at)) if !matches!(written, Written::Value(_) | Written::Within(_)) => {
            Span::new(at, item_end(text, at))
        }
        _ => module.attr_span(op, written.attr()),
    }
}

/// The source text and the offset at which the value begins.
fn value_start(module: &Module, op: OpId, written: Written) -> Option<(&str, usize)> {
    let text = module.source.as_ref()?.text();
    let span = module.attr_span(op, written.attr());
    if span == module.op(op).span || text.get(span.range()).is_none() {
        return None;
    }
    let at = span.start as usize;
    let at = match written {
        Written::Within(_) => return None,
        Written::Value(_) => at,
        Written::Item(_, index) => nth_item(text, at + text[span.range()].find('[')?, index)?,
        Written::OfValue(lists, index) => {
            let dictionary = value_dictionary(module, op, text, lists, index)?;
            entry_start(text, dictionary, "sdy.sharding")?
        }
    };
    Some((text, at))
}

/// The offset of the dictionary of an argument or result of a function.
fn value_dictionary(module: &Module, op: OpId, text: &str, lists: Symbol, index: usize) -> Option<usize> {
    let signature = module.attr_span(op, names::FUNCTION_TYPE);
    let list = module.attr_span(op, lists);
    let custom = signature.start < list.start && list.end <= signature.end;
    if !custom {
        let item = nth_item(text, list.start as usize, index)?;
        return (text.as_bytes()[item] == b'{').then_some(item);
    }
    let mut open = signature.start as usize;
    if lists == names::RES_ATTRS {
        let mut cursor = Cursor::at(text, group_end(text, open)?);
        cursor.eat_str("->");
        open = cursor.start();
    }
    let mut at = nth_item(text, open, index)?;
    loop {
        match *text.as_bytes().get(at)? {
            b'{' => return Some(at),
            b'<' | b'(' | b'[' => at = group_end(text, at)?,
            b',' | b')' => return None,
            _ => at = token_end(text, at),
        }
    }
}

/// The offset of the value of `key` in the dictionary at `open`.
fn entry_start(text: &str, open: usize, key: &str) -> Option<usize> {
    let mut index = 0;
    loop {
        let item = nth_item(text, open, index)?;
        let mut cursor = Cursor::at(text, item);
        let found = match cursor.peek() {
            b'"' => cursor.string().ok().flatten().is_some_and(|name| *name == *key.as_bytes()),
            _ => cursor.word() == key,
        };
        if found {
            return cursor.eat(b'=').then(|| cursor.start());
        }
        index += 1;
    }
}

/// The offset of `<` in a value: `#sdy.sharding<…>`, `#sdy<sharding<…>>` or bare `<…>`.
fn body_offset(value: &str, mnemonic: &str) -> Option<usize> {
    if value.starts_with('<') {
        return Some(0);
    }
    let rest = value.strip_prefix("#sdy").and_then(|rest| rest.strip_prefix(['.', '<']))?;
    let rest = rest.trim_start().strip_prefix(mnemonic)?.trim_start();
    rest.starts_with('<').then(|| value.len() - rest.len())
}

/// The offset of item `n` of the bracketed list at `open`, unless it is more than [`MAX_SEARCH`] bytes away.
fn nth_item(text: &str, open: usize, n: usize) -> Option<usize> {
    if !matches!(text.as_bytes().get(open), Some(b'[' | b'{' | b'(' | b'<')) {
        return None;
    }
    let mut at = open + 1;
    for _ in 0..n {
        at = item_stop(text, at);
        if text.as_bytes().get(at) != Some(&b',') || at - open > MAX_SEARCH {
            return None;
        }
        at += 1;
    }
    let at = Cursor::at(text, at).start();
    match text.as_bytes().get(at) {
        None | Some(b']' | b'}' | b')' | b'>') => None,
        Some(_) => Some(at),
    }
}

/// The offset of the end of the item at `at`, without trailing blanks.
fn item_end(text: &str, at: usize) -> usize {
    let item = &text[at..item_stop(text, at)];
    at + item.trim_end().len()
}

/// The offset of the comma or bracket after the item at `at`.
fn item_stop(text: &str, mut at: usize) -> usize {
    while let Some(&byte) = text.as_bytes().get(at) {
        at = match byte {
            b',' | b']' | b'}' | b')' | b'>' => return at,
            b'[' | b'{' | b'(' | b'<' => group_end(text, at).unwrap_or(text.len()),
            _ => token_end(text, at),
        };
    }
    text.len()
}

/// The offset after the bracket that closes the one at `open`.
fn group_end(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (open, 0usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'[' | b'{' | b'(' | b'<' => {
                depth += 1;
                at += 1;
            }
            b']' | b'}' | b')' | b'>' => {
                depth = depth.checked_sub(1)?;
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at = token_end(text, at),
        }
    }
    None
}

/// The offset after a string, an arrow, a comment or a single character.
fn token_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    if rest.starts_with("->") {
        return at + 2;
    }
    if rest.starts_with("//") {
        return at + rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with('"') {
        let mut cursor = Cursor::at(text, at);
        if let Ok(Some(_)) = cursor.string() {
            return cursor.pos();
        }
    }
    at + rest.chars().next().map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(text: &str, n: usize) -> &str {
        let at = nth_item(text, 0, n).unwrap();
        &text[at..item_end(text, at)]
    }

    #[test]
    fn items_of_nested_lists() {
        let text = r#"[<@m, [{"a,]"}, {}]>, // one, two
            () -> (f32 , i32) , {x = [1, 2]} ]"#;
        assert_eq!(item(text, 0), r#"<@m, [{"a,]"}, {}]>"#);
        assert_eq!(item(text, 1), "() -> (f32 , i32)");
        assert_eq!(item(text, 2), "{x = [1, 2]}");
        assert_eq!(nth_item(text, 0, 3), None);
        assert_eq!(nth_item("[]", 0, 0), None);
    }

    #[test]
    fn entries_of_dictionaries() {
        let text = r#"{a.b = [1, 2], "sdy.sharding" = #sdy.sharding<@m, []>}"#;
        let at = entry_start(text, 0, "sdy.sharding").unwrap();
        assert!(text[at..].starts_with("#sdy.sharding<"));
        assert_eq!(entry_start(text, 0, "sdy.other"), None);
    }

    #[test]
    fn bodies_of_values() {
        assert_eq!(body_offset("<@m, []>", "sharding"), Some(0));
        assert_eq!(body_offset("#sdy.sharding<@m, []>", "sharding"), Some(13));
        assert_eq!(body_offset("#sdy<sharding <@m, []>>", "sharding"), Some(14));
        assert_eq!(body_offset("#alias", "sharding"), None);
    }
}
