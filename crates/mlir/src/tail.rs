//! The tail of a template: the elements after the last one that names a value or a region.
//!
//! A model repeats its layers. The tails of their ops are identical text, which is parsed and printed once.

use partita_ir::{CustomElement, FormatElement};

/// The index of the first element of the tail of a template.
pub(crate) fn tail_start(elements: &[FormatElement]) -> usize {
    elements.iter().rposition(names_values).map_or(0, |last| last + 1)
}

fn names_values(element: &FormatElement) -> bool {
    match element {
        FormatElement::Operand(_)
        | FormatElement::Operands(_)
        | FormatElement::AllOperands
        | FormatElement::Values
        | FormatElement::Regions => true,
        FormatElement::Custom(custom) => *custom == CustomElement::Body,
        FormatElement::Optional(_, inner) => inner.iter().any(names_values),
        FormatElement::Literal(_)
        | FormatElement::Attr(_)
        | FormatElement::AttrDict
        | FormatElement::Types(_)
        | FormatElement::TypesOfOperands => false,
    }
}
