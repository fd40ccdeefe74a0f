//! Where a piece of an attribute stands in the source text.
//!
//! Only needed once something is wrong: the attribute is read again from the text. What cannot be found
//! there, because it is behind an alias or a pass made it, is answered with the span of the whole
//! attribute.

use partita_base::{Cursor, Span, Symbol};
use partita_ir::{Module, OpId, names};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::text::{MeshSpans, ShardingSpans, parse_mesh_spans, parse_sharding_spans};

/// How many bytes of a list are searched for one of its items, so that a hostile file with many mistakes
/// in one long list costs no more than one with many mistakes.
const FAR: usize = 1 << 18;

/// How a sharding or mesh is written on its op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// As the value of an attribute.
    Whole(Symbol),
    /// As one of the list that an attribute is.
    Item(Symbol, usize),
    /// As `sdy.sharding` of an argument or result of a function.
    OfValue(Symbol, usize),
    /// Somewhere inside an attribute.
    Within(Symbol),
}

impl Written {
    /// The attribute of the op.
    pub(super) fn attr(self) -> Symbol {
        match self {
            Written::Whole(attr)
            | Written::Item(attr, _)
            | Written::OfValue(attr, _)
            | Written::Within(attr) => attr,
        }
    }
}

/// The places of a sharding's pieces.
pub(super) fn sharding(module: &Module, op: OpId, written: Written, spec: &ShardingSpec) -> ShardingSpans {
    let found = start(module, op, written).and_then(|(text, at)| {
        let body = at + body_offset(&text[at..], "sharding")?;
        parse_sharding_spans(&mut Cursor::at(text, body)).ok()
    });
    match found {
        Some((read, spans)) if read == *spec => spans,
        _ => {
            let whole = whole(module, op, written);
            let inline = MeshSpans { whole, ..MeshSpans::default() };
            ShardingSpans { whole, mesh: whole, inline, ..ShardingSpans::default() }
        }
    }
}

/// The places of a mesh's pieces.
pub(super) fn mesh(module: &Module, op: OpId, written: Written) -> MeshSpans {
    let found = start(module, op, written).and_then(|(text, at)| {
        let body = at + body_offset(&text[at..], "mesh")?;
        parse_mesh_spans(&mut Cursor::at(text, body)).ok()
    });
    match found {
        Some((_, spans)) => spans,
        None => MeshSpans { whole: whole(module, op, written), ..MeshSpans::default() },
    }
}

/// The place of axis `index` of list `list` in an attribute made of lists of axes. An attribute that is
/// one list has the list 0.
pub(super) fn axis(module: &Module, op: OpId, attr: Symbol, list: usize, index: usize) -> Span {
    let find = || {
        let (text, at) = start(module, op, Written::Whole(attr))?;
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

fn whole(module: &Module, op: OpId, written: Written) -> Span {
    match start(module, op, written) {
        Some((text, at)) if !matches!(written, Written::Whole(_) | Written::Within(_)) => {
            Span::new(at, item_end(text, at))
        }
        _ => module.attr_span(op, written.attr()),
    }
}

/// The text, and where in it the value begins.
fn start(module: &Module, op: OpId, written: Written) -> Option<(&str, usize)> {
    let text = module.source.as_ref()?.text();
    let span = module.attr_span(op, written.attr());
    if span == module.op(op).span || text.get(span.range()).is_none() {
        return None;
    }
    let at = span.start as usize;
    let at = match written {
        Written::Within(_) => return None,
        Written::Whole(_) => at,
        Written::Item(_, index) => nth_item(text, at + text[span.range()].find('[')?, index)?,
        Written::OfValue(lists, index) => {
            let dictionary = value_dictionary(module, op, text, lists, index)?;
            entry(text, dictionary, "sdy.sharding")?
        }
    };
    Some((text, at))
}

/// Where the dictionary of an argument or result of a function begins.
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
            _ => at = after_token(text, at),
        }
    }
}

/// Where the value of a key of the dictionary at `open` begins.
fn entry(text: &str, open: usize, key: &str) -> Option<usize> {
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

/// How far behind the start of a value its `<` is: `#sdy.sharding<…>`, `#sdy<sharding<…>>` or bare `<…>`.
fn body_offset(value: &str, mnemonic: &str) -> Option<usize> {
    if value.starts_with('<') {
        return Some(0);
    }
    let rest = value.strip_prefix("#sdy").and_then(|rest| rest.strip_prefix(['.', '<']))?;
    let rest = rest.trim_start().strip_prefix(mnemonic)?.trim_start();
    rest.starts_with('<').then(|| value.len() - rest.len())
}

/// Where item `n` of the bracketed list at `open` begins, unless that is too far away.
fn nth_item(text: &str, open: usize, n: usize) -> Option<usize> {
    if !matches!(text.as_bytes().get(open), Some(b'[' | b'{' | b'(' | b'<')) {
        return None;
    }
    let mut at = open + 1;
    for _ in 0..n {
        at = item_stop(text, at);
        if text.as_bytes().get(at) != Some(&b',') || at - open > FAR {
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

/// Where the item at `at` ends.
fn item_end(text: &str, at: usize) -> usize {
    let item = &text[at..item_stop(text, at)];
    at + item.trim_end().len()
}

/// Where the comma or bracket behind the item at `at` is.
fn item_stop(text: &str, mut at: usize) -> usize {
    while let Some(&byte) = text.as_bytes().get(at) {
        at = match byte {
            b',' | b']' | b'}' | b')' | b'>' => return at,
            b'[' | b'{' | b'(' | b'<' => group_end(text, at).unwrap_or(text.len()),
            _ => after_token(text, at),
        };
    }
    text.len()
}

/// The position behind the bracket that closes the one at `open`.
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
            _ => at = after_token(text, at),
        }
    }
    None
}

/// The position behind a string, an arrow, a comment or a single character.
fn after_token(text: &str, at: usize) -> usize {
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
        let at = entry(text, 0, "sdy.sharding").unwrap();
        assert!(text[at..].starts_with("#sdy.sharding<"));
        assert_eq!(entry(text, 0, "sdy.other"), None);
    }

    #[test]
    fn bodies_of_values() {
        assert_eq!(body_offset("<@m, []>", "sharding"), Some(0));
        assert_eq!(body_offset("#sdy.sharding<@m, []>", "sharding"), Some(13));
        assert_eq!(body_offset("#sdy<sharding <@m, []>>", "sharding"), Some(14));
        assert_eq!(body_offset("#alias", "sharding"), None);
    }
}
