//! How ops use the integers of their inputs: a column of the op table, from which generated inputs get their ranges.

use super::table::find_row;
use crate::proto;

/// How an op uses the integers of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integers {
    /// The elements of the first inputs, this many, reach the outputs unchanged. The others are indices, sizes or other parameters.
    Moved(usize),
    /// The first inputs, this many, are numbers to compute with, of any value. The others are indices, sizes or other parameters.
    Numbers(usize),
    /// The first input is a number to compute with, the second one divides it.
    Quotient,
    /// As indices, sizes, masks or anything else.
    Unknown,
}

impl Integers {
    /// How a node uses integers.
    pub(crate) fn of(node: &proto::Node) -> Self {
        find_row(node.name_space(), node.op()).map_or(Self::Unknown, |row| row.integers)
    }
}
