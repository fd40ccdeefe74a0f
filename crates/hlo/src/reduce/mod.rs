//! Makes a module smaller, one edit at a time: for finding a small program with the property of a large one.
//!
//! An edit removes a range of sites of one kind, such as ops or results. The module that results may be invalid; the caller
//! verifies it and decides whether to keep it.

mod ops;
mod signature;
mod sizes;

use std::ops::Range;

use partita_ir::Module;

pub use sizes::{integer_sizes, replace_integer};

/// The kinds of sites that can be removed, in the order in which they are tried: first those that remove most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceEdit {
    /// A function replaces the entry function; all functions that it does not need are erased.
    OtherFunction,
    /// Results of the entry function.
    Results,
    /// Ops of the entry function; arguments of the function replace their results.
    OpsByArguments,
    /// Unused arguments of the entry function.
    Arguments,
    /// Ops in any function; an operand of equal type replaces each result.
    OpsByOperands,
    /// Attributes of a dialect, on ops, arguments and results.
    Attributes,
}

impl ReduceEdit {
    /// All kinds, in order.
    pub const ALL: [ReduceEdit; 6] = [
        ReduceEdit::OtherFunction,
        ReduceEdit::Results,
        ReduceEdit::OpsByArguments,
        ReduceEdit::Arguments,
        ReduceEdit::OpsByOperands,
        ReduceEdit::Attributes,
    ];

    /// The number of sites of this kind.
    pub fn count(self, module: &Module) -> usize {
        match self {
            ReduceEdit::OtherFunction => signature::other_functions(module).len(),
            ReduceEdit::Results => signature::result_count(module),
            ReduceEdit::OpsByArguments => ops::entry_ops(module).len(),
            ReduceEdit::OpsByOperands => ops::bypassed_ops(module).len(),
            ReduceEdit::Arguments => signature::unused_arguments(module).len(),
            ReduceEdit::Attributes => ops::attribute_sites(module).len(),
        }
    }

    /// Removes a range of sites, and then everything that is unused.
    pub fn apply(self, module: &mut Module, range: Range<usize>) {
        match self {
            ReduceEdit::OtherFunction => signature::enter_function(module, range),
            ReduceEdit::Results => signature::remove_results(module, range),
            ReduceEdit::OpsByArguments => ops::replace_by_arguments(module, range),
            ReduceEdit::OpsByOperands => ops::replace_by_operands(module, range),
            ReduceEdit::Arguments => signature::remove_arguments(module, range),
            ReduceEdit::Attributes => ops::remove_attributes(module, range),
        }
        crate::export::erase_unused(module);
    }
}
