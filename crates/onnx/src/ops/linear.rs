//! Ops that are linear: applied to partial sums, they yield partial sums of their result. A column of the op table.

use super::table::{TABLE, find_row};
use crate::proto;

/// In which inputs the results of an op are linear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linear {
    /// In all inputs together: partial sums of every input yield partial sums of the result. An input that is complete contributes
    /// once.
    Together,
    /// In the first input. The others are parameters.
    First,
    /// In each of the first inputs, this many, while the others are complete: a product.
    Each(usize),
    /// In the first input, if the second is a constant without zeros: a quotient. Partial sums have other signs than their sum, so that
    /// a quotient by zero would be lost.
    ByConstant,
    /// In the first input, if the type of the result holds all its values.
    Widening,
}

impl Linear {
    /// What may hold partial sums, for the reference page.
    fn note(self) -> &'static str {
        match self {
            Linear::Together => "all inputs; one that is complete enters on one rank",
            Linear::First => "the first input",
            Linear::Each(_) => "one factor of the product",
            Linear::ByConstant => "the first input, if the second is a constant without zeros",
            Linear::Widening => "the input, if the new type holds all values of its own",
        }
    }
}

/// How the op of a node is linear, if it is.
pub(crate) fn linear_form(node: &proto::Node) -> Option<Linear> {
    find_row(node.name_space(), node.op())?.linear
}

/// The section of the reference page.
pub(super) fn reference_section() -> String {
    let mut section = String::from(
        "\n## Partial sums\n\nA sharded contraction leaves partial sums of floats, which are finished where that costs least. Linear ops may \
         keep them.\n\n| ops | what may hold partial sums |\n| --- | --- |\n",
    );
    // The op set has each of these names once; the page lists them in alphabetical order.
    let mut rows: Vec<(&str, Linear)> = (TABLE.iter().flat_map(|section| section.rows))
        .filter_map(|row| Some((row.op, row.linear?)))
        .collect();
    rows.sort_unstable_by_key(|(op, _)| *op);
    for kind in [Linear::Together, Linear::First, Linear::Each(2), Linear::ByConstant, Linear::Widening] {
        let ops = rows.iter().filter(|(_, linear)| linear.note() == kind.note());
        let ops: Vec<String> = ops.map(|(op, _)| format!("`{op}`")).collect();
        section += &format!("| {} | {} |\n", ops.join(", "), kind.note());
    }
    section
}
