//! Every op's signature. One op is one row of `table`; a row names a function of a file beside it.

mod attention;
mod build;
mod call;
mod constant;
mod conv;
mod element;
mod elementwise;
mod gather;
mod layout;
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

use std::fmt;

use crate::proto;
use crate::signature::Signature;
use crate::types::{Dim, TensorType};

pub use element::element_of_output;
pub(crate) use layout::shape_range;

/// Contents of a small tensor that are known before anything runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Contents {
    /// Integers and booleans in row-major order; some may be known by the name of a dimension only.
    Ints(Vec<IntElement>),
    /// Floats in row-major order.
    Floats(Vec<f64>),
}

/// An element of a tensor of integers: a number, or the size of a dimension that is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntElement {
    /// A number.
    Int(i64),
    /// The size of a dimension.
    Size(Dim),
}

/// An input of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operand {
    /// What is known of its type.
    pub ty: TensorType,
    /// Its contents, if they are known and few.
    pub contents: Option<Contents>,
}

/// A node with what is known of its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The node.
    pub node: &'a proto::Node,
    /// The version of the op set that the node is of.
    pub opset: i64,
    /// Its inputs; `None` for one that is left out.
    pub inputs: &'a [Option<Operand>],
}

/// Why a node has no signature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRule {
    /// No such op is known in its name space.
    UnknownOp,
    /// The op is known and cannot have a signature; the text says why.
    Unsupported(&'static str),
    /// The rank of an input is not known.
    UnknownRank(usize),
    /// An input that decides about shapes is not constant.
    NotConstant(usize),
    /// The node is wrong: its attributes, the number or shapes of its inputs.
    Invalid(String),
}

impl fmt::Display for NoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRule::UnknownOp => f.write_str("the op is not known"),
            NoRule::Unsupported(why) => f.write_str(why),
            NoRule::UnknownRank(input) => write!(f, "the rank of input {input} is not known"),
            NoRule::NotConstant(input) => write!(f, "input {input} is not constant"),
            NoRule::Invalid(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NoRule {}

/// The signature of a node.
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

/// The name space and the name of every op that is known.
pub fn op_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    table::TABLE.iter().flat_map(|section| section.rows).map(|row| (row.domain, row.op))
}
