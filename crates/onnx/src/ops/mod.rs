//! The signature of every op. Each op is one row of `table`, which refers to a function in a file beside it.

mod attention;
mod build;
mod call;
mod constant;
mod contrib;
mod conv;
mod element;
mod elementwise;
mod gather;
mod integers;
mod layout;
mod linear;
mod loss;
mod matmul;
mod norm;
mod pool;
mod quantise;
mod recurrent;
mod reduction;
mod reshape;
mod rows;
mod signal;
mod table;
mod window;
mod work;

use std::fmt;

use crate::proto;
use crate::signature::Signature;
use crate::types::{Dim, TensorType};

pub use element::element_of_output;
pub(crate) use integers::Integers;
pub(crate) use layout::shape_range;
pub(crate) use linear::{Linear, linear_form};
pub(crate) use work::{NodeProduct, OpWork};

/// Contents of a small tensor, known before the model runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Integers and booleans in row-major order; some may be symbolic sizes.
    Ints(Vec<IntElement>),
    /// Floats in row-major order.
    Floats(Vec<f64>),
}

/// An element of an integer tensor: a number, or a symbolic size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntElement {
    /// A known number.
    Int(i64),
    /// The size of a dimension, which may be symbolic or unknown.
    Size(Dim),
}

/// An input of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operand {
    /// The type, as far as known.
    pub ty: TensorType,
    /// The contents, if known and small.
    pub contents: Option<Contents>,
}

/// A node with the types of its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The node in the file.
    pub node: &'a proto::Node,
    /// The op set version that defines the op.
    pub opset: i64,
    /// Its inputs; `None` for an omitted one.
    pub inputs: &'a [Option<Operand>],
}

/// Why a node has no signature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRule {
    /// The op is unknown in its name space.
    UnknownOp,
    /// The op has no signature, for the given reason.
    Unsupported(&'static str),
    /// The rank of this input is unknown.
    UnknownRank(usize),
    /// This input determines shapes and is not constant.
    NotConstant(usize),
    /// The node is invalid: its attributes, or the number or shapes of its inputs.
    Invalid(String),
}

impl fmt::Display for NoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRule::UnknownOp => f.write_str("unknown op"),
            NoRule::Unsupported(why) => f.write_str(why),
            NoRule::UnknownRank(input) => write!(f, "the rank of input {input} is unknown"),
            NoRule::NotConstant(input) => write!(f, "input {input} is not constant"),
            NoRule::Invalid(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NoRule {}

/// Derives the signature of a node.
pub fn node_signature(call: &Call<'_>) -> Result<Signature, NoRule> {
    let row = table::find_row(call.node.name_space(), call.node.op()).ok_or(NoRule::UnknownOp)?;
    let mut signature = (row.rule)(call)?;
    for (at, output) in signature.outputs.iter_mut().enumerate() {
        output.ty.element = output.ty.element.or_else(|| element_of_output(call, at));
    }
    Ok(signature)
}

/// The reference page of all ops, as Markdown.
pub fn reference_page() -> String {
    table::reference_page()
}

/// The name space and the name of every known op.
pub fn op_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    table::TABLE.iter().flat_map(|section| section.rows).map(|row| (row.domain, row.op))
}
