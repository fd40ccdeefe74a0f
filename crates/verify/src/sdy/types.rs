//! The shape of a type as `sdy` sees it.

use partita_ir::{Context, Dim, Type, TypeId};
use partita_mesh::Subject;

/// The shape of a type that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shaped {
    /// The number of dimensions, if it is fixed.
    pub(super) rank: Option<usize>,
    /// Whether every size is static.
    pub(super) is_static: bool,
}

/// The shape of a tensor, vector or buffer.
pub(super) fn shaped_type(context: &Context, ty: TypeId) -> Option<Shaped> {
    match context.type_of(ty) {
        Type::Tensor(tensor) => {
            let is_static = !tensor.shape.contains(&Dim::Dynamic);
            Some(Shaped { rank: Some(tensor.rank()), is_static })
        }
        Type::UnrankedTensor(_) => Some(Shaped { rank: None, is_static: false }),
        Type::Verbatim(text) => shaped_text(context.text(*text)),
        _ => None,
    }
}

/// The rank of a type whose shape is static.
pub(super) fn static_rank(context: &Context, ty: TypeId) -> Option<usize> {
    shaped_type(context, ty).filter(|shaped| shaped.is_static)?.rank
}

/// What a sharding of a value of this type is checked against. A tuple of one value counts as that
/// value.
pub(super) fn sharding_subject(context: &Context, ty: TypeId) -> Subject {
    match context.type_of(ty) {
        Type::Poison => Subject::Unknown,
        Type::Tuple(parts) => match parts[..] {
            [part] => shaped_subject(context, part),
            _ => Subject::Tuple(parts.len()),
        },
        _ => shaped_subject(context, ty),
    }
}

fn shaped_subject(context: &Context, ty: TypeId) -> Subject {
    match shaped_type(context, ty) {
        Some(Shaped { rank: Some(rank), .. }) => Subject::Ranked(rank),
        Some(Shaped { rank: None, .. }) => Subject::Unranked,
        None => Subject::NotShaped,
    }
}

/// Parses the shape of `vector<[4]x8xf32>` or `memref<?xf32, …>`.
fn shaped_text(text: &str) -> Option<Shaped> {
    let (word, mut rest) = text.split_once('<')?;
    if word != "vector" && word != "memref" {
        return None;
    }
    if rest.starts_with("*x") {
        return Some(Shaped { rank: None, is_static: false });
    }
    let (mut rank, mut is_static) = (0, true);
    while let Some((size, tail)) = rest.split_once('x') {
        let digits = size.trim_start_matches('[').trim_end_matches(']');
        match digits {
            "?" => is_static = false,
            _ if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {}
            _ => break,
        }
        rank += 1;
        rest = tail;
    }
    Some(Shaped { rank: Some(rank), is_static })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_types_kept_as_text() {
        let shape = |rank, is_static| Some(Shaped { rank, is_static });
        assert_eq!(shaped_text("vector<f32>"), shape(Some(0), true));
        assert_eq!(shaped_text("vector<[4]x2xf32>"), shape(Some(2), true));
        assert_eq!(shaped_text("memref<?x2xf32, strided<[1, 2]>>"), shape(Some(2), false));
        assert_eq!(shaped_text("memref<*xf32>"), shape(None, false));
        assert_eq!(shaped_text("memref<2xindex>"), shape(Some(1), true));
        assert_eq!(shaped_text("matrix<2xf32>"), None);
    }
}
