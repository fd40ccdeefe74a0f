//! The implicit broadcasting of CHLO.

use crate::movement::broadcast_in_dim;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Tensor};

/// Broadcasts the operands of a `chlo.broadcast_*` op to one shape.
pub(crate) fn operands(view: OpView<'_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let rank = operands.iter().map(|operand| operand.rank()).max().unwrap_or(0);
    let given =
        view.attr_id("broadcast_dimensions").map(|_| view.ints("broadcast_dimensions")).transpose()?;
    let mut shape = vec![1usize; rank];
    let mut places = Vec::new();
    for operand in operands {
        // Without a list, trailing dimensions are aligned; a list maps the dimensions of the operand of lower rank.
        let dims: Vec<i64> = match &given {
            Some(dims) if operand.rank() < rank => dims.clone(),
            _ => (rank - operand.rank()..rank).map(|d| d as i64).collect(),
        };
        if dims.len() != operand.rank() || dims.iter().any(|&d| d < 0 || d as usize >= rank) {
            return Err(EvalError::Argument("the broadcast dimensions do not match the operands".into()));
        }
        for (&d, &size) in dims.iter().zip(&operand.shape) {
            let slot = &mut shape[d as usize];
            if *slot == 1 {
                *slot = size;
            } else if size != 1 && size != *slot {
                return Err(EvalError::Argument(format!("cannot broadcast sizes {size} and {slot}")));
            }
        }
        places.push(dims);
    }
    let broadcast = operands.iter().zip(&places).map(|(operand, dims)| {
        if operand.shape == shape { Ok((*operand).clone()) } else { broadcast_in_dim(operand, dims, &shape) }
    });
    broadcast.collect()
}
