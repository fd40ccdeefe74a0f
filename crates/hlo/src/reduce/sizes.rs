//! Edits of sizes. A size occurs in many types and attributes, which must change together, so it is replaced in the text.

use std::collections::BTreeSet;

use partita_ir::{Module, OpCode, SdyAttr, Type, names};

/// The sizes of all tensors and mesh axes of a module, largest first.
pub fn integer_sizes(module: &Module) -> Vec<u64> {
    let mut sizes = BTreeSet::new();
    for (_, ty) in module.context.types() {
        if let Type::Tensor(tensor) = ty {
            sizes.extend(tensor.static_shape().into_iter().flatten());
        }
    }
    for &op in &module.block(module.body()).ops {
        if module.op(op).name.code() == Some(OpCode::SdyMesh)
            && let Some(SdyAttr::Mesh(mesh)) = module.sdy_attr(op, names::MESH)
        {
            sizes.extend(mesh.axes.iter().filter_map(|axis| u64::try_from(axis.size).ok()));
        }
    }
    sizes.into_iter().rev().filter(|&size| size > 1).collect()
}

/// A text with another integer in all places where an integer can be a size: in shapes, lists and attributes, but not in names,
/// strings or decimal fractions.
pub fn replace_integer(text: &str, from: u64, to: u64) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let (mut at, mut is_string) = (0, false);
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'"' && (at == 0 || bytes[at - 1] != b'\\') {
            is_string = !is_string;
        }
        if is_string || !byte.is_ascii_digit() {
            let length = text[at..].chars().next().map_or(1, char::len_utf8);
            out.push_str(&text[at..at + length]);
            at += length;
            continue;
        }
        let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &text[at..at + length];
        let is_size = begins_integer(&bytes[..at]) && ends_integer(&bytes[at + length..]);
        if is_size && digits.parse() == Ok(from) {
            out.push_str(&to.to_string());
        } else {
            out.push_str(digits);
        }
        at += length;
    }
    out
}

/// Whether an integer that is a size may follow.
fn begins_integer(before: &[u8]) -> bool {
    match before {
        [.., b'<' | b'[' | b',' | b' ' | b'(' | b'=' | b'{' | b':'] => true,
        // Within a shape, `8x16`.
        [.., last, b'x'] => last.is_ascii_digit() || *last == b'?',
        _ => false,
    }
}

/// Whether an integer may end here.
fn ends_integer(after: &[u8]) -> bool {
    matches!(after.first(), None | Some(b'x' | b'>' | b']' | b',' | b' ' | b')' | b'}' | b':' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_change_together() {
        let text = r#"sdy.mesh @m4 = <["x4"=4]> %4 = f(%a4) {dims = array<i64: 4, 14>} : tensor<4x4x?x4xf32>, 4.0, "4""#;
        let changed = r#"sdy.mesh @m4 = <["x4"=2]> %4 = f(%a4) {dims = array<i64: 2, 14>} : tensor<2x2x?x2xf32>, 4.0, "4""#;
        assert_eq!(replace_integer(text, 4, 2), changed);
    }
}
