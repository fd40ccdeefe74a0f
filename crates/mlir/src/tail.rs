//! The tails of templates: what comes behind the last piece that names a value or a region.
//!
//! A model repeats its layers. The tails of their ops are the same text, which is read and printed once.

use partita_ir::{CustomPiece, Piece};

/// Where the tail of a template begins.
pub(crate) fn tail_start(pieces: &[Piece]) -> usize {
    pieces.iter().rposition(names_values).map_or(0, |last| last + 1)
}

fn names_values(piece: &Piece) -> bool {
    match piece {
        Piece::Operand(_) | Piece::Operands(_) | Piece::AllOperands | Piece::Values | Piece::Regions => true,
        Piece::Custom(custom) => *custom == CustomPiece::Body,
        Piece::Optional(_, inner) => inner.iter().any(names_values),
        Piece::Literal(_) | Piece::Attr(_) | Piece::AttrDict | Piece::Types(_) | Piece::TypesOfOperands => {
            false
        }
    }
}
