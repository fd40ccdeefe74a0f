//! Ops that are linear: applied to partial sums, they yield partial sums of their result.

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
    /// In the first input, if the second is a constant: a quotient. Partial sums have other signs than their sum, so that a quotient by
    /// zero would be lost.
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
            Linear::ByConstant => "the first input, if the second is a constant",
            Linear::Widening => "the input, if the new type holds all values of its own",
        }
    }
}

/// One row of the table.
struct LinearRow {
    op: &'static str,
    linear: Linear,
}

/// The ops of the default name space that are linear.
const ROWS: &[LinearRow] = &[
    row("Add", Linear::Together),
    row("Cast", Linear::Widening),
    row("Concat", Linear::Together),
    row("Conv", Linear::Each(2)),
    row("ConvTranspose", Linear::Each(2)),
    row("DepthToSpace", Linear::First),
    row("Div", Linear::ByConstant),
    row("Einsum", Linear::Each(usize::MAX)),
    row("Expand", Linear::First),
    row("Flatten", Linear::First),
    row("Gather", Linear::First),
    row("Gemm", Linear::Each(2)),
    row("GlobalAveragePool", Linear::First),
    row("Identity", Linear::First),
    row("MatMul", Linear::Each(2)),
    row("Mean", Linear::Together),
    row("Mul", Linear::Each(2)),
    row("Neg", Linear::First),
    row("ReduceMean", Linear::First),
    row("ReduceSum", Linear::First),
    row("Reshape", Linear::First),
    row("Slice", Linear::First),
    row("SpaceToDepth", Linear::First),
    row("Split", Linear::First),
    row("Squeeze", Linear::First),
    row("Sub", Linear::Together),
    row("Sum", Linear::Together),
    row("Tile", Linear::First),
    row("Transpose", Linear::First),
    row("Unsqueeze", Linear::First),
];

const fn row(op: &'static str, linear: Linear) -> LinearRow {
    LinearRow { op, linear }
}

/// How the op of a node is linear, if it is.
pub(crate) fn linear_form(node: &proto::Node) -> Option<Linear> {
    let is_default = node.name_space().is_empty();
    ROWS.iter().find(|row| is_default && row.op == node.op()).map(|row| row.linear)
}

/// The section of the reference page.
pub(super) fn reference_section() -> String {
    let mut section = String::from(
        "\n## Partial sums\n\nA sharded contraction leaves partial sums of floats, which are finished where that costs least. Linear ops may \
         keep them.\n\n| ops | what may hold partial sums |\n| --- | --- |\n",
    );
    for kind in [Linear::Together, Linear::First, Linear::Each(2), Linear::ByConstant, Linear::Widening] {
        let ops =
            ROWS.iter().filter(|row| row.linear.note() == kind.note()).map(|row| format!("`{}`", row.op));
        section += &format!("| {} | {} |\n", ops.collect::<Vec<_>>().join(", "), kind.note());
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::table::find_row;

    #[test]
    fn linear_ops_are_in_the_op_table_in_alphabetical_order() {
        assert!(ROWS.iter().all(|row| find_row("", row.op).is_some()));
        assert!(ROWS.is_sorted_by_key(|row| row.op));
    }
}
