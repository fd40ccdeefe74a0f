//! Run-time values.

use crate::{EvalError, EvalResult, Tensor};

/// The value of an SSA value while a program runs.
#[derive(Clone, Debug, PartialEq)]
pub enum RuntimeValue {
    /// A tensor with its elements.
    Tensor(Tensor),
    /// A tuple, or the results of a future.
    Tuple(Vec<RuntimeValue>),
    /// A token, which only orders effects.
    Token,
}

impl RuntimeValue {
    /// The tensor; fails for other values.
    pub fn tensor(&self) -> EvalResult<&Tensor> {
        match self {
            RuntimeValue::Tensor(tensor) => Ok(tensor),
            RuntimeValue::Tuple(_) | RuntimeValue::Token => {
                Err(EvalError::Argument("expected a tensor".into()))
            }
        }
    }

    /// The bytes of all its elements.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            RuntimeValue::Tensor(tensor) => tensor.memory() as u64,
            RuntimeValue::Tuple(values) => values.iter().map(RuntimeValue::memory).sum(),
            RuntimeValue::Token => 0,
        }
    }

    /// All tensors in it, in order.
    pub(crate) fn flatten(self, into: &mut Vec<Tensor>) {
        match self {
            RuntimeValue::Tensor(tensor) => into.push(tensor),
            RuntimeValue::Tuple(values) => values.into_iter().for_each(|value| value.flatten(into)),
            RuntimeValue::Token => {}
        }
    }
}

impl From<Tensor> for RuntimeValue {
    fn from(tensor: Tensor) -> Self {
        RuntimeValue::Tensor(tensor)
    }
}
