//! Run-time values.

use crate::{EvalError, EvalResult, Tensor};

/// What an SSA value stands for while a program runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A tensor.
    Tensor(Tensor),
    /// A tuple, or what a future will give.
    Tuple(Vec<Value>),
    /// A token, which only orders effects.
    Token,
}

impl Value {
    /// The tensor it is.
    pub fn tensor(&self) -> EvalResult<&Tensor> {
        match self {
            Value::Tensor(tensor) => Ok(tensor),
            Value::Tuple(_) | Value::Token => Err(EvalError::Argument("a tensor is needed here".into())),
        }
    }

    /// The bytes of all its elements.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Value::Tensor(tensor) => tensor.memory() as u64,
            Value::Tuple(values) => values.iter().map(Value::memory).sum(),
            Value::Token => 0,
        }
    }

    /// All tensors in it, in order.
    pub(crate) fn flatten(self, into: &mut Vec<Tensor>) {
        match self {
            Value::Tensor(tensor) => into.push(tensor),
            Value::Tuple(values) => values.into_iter().for_each(|value| value.flatten(into)),
            Value::Token => {}
        }
    }
}

impl From<Tensor> for Value {
    fn from(tensor: Tensor) -> Self {
        Value::Tensor(tensor)
    }
}
