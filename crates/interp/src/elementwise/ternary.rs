//! `select` and `clamp`, whose outer operands may be scalars.

use super::{Binary, binary};
use crate::{Data, EvalError, EvalResult, Tensor};

/// Where `pred` holds the element of `on_true`, elsewhere that of `on_false`.
pub(crate) fn select(pred: &Tensor, on_true: &Tensor, on_false: &Tensor) -> EvalResult<Tensor> {
    let choices = pred.bools()?;
    super::binary::check_pair(on_true, on_false)?;
    if pred.rank() == 0 {
        return Ok(if choices[0] { on_true.clone() } else { on_false.clone() });
    }
    if pred.shape != on_true.shape {
        return Err(EvalError::Argument("the predicate and the branches have different shapes".into()));
    }
    macro_rules! chosen {
        ($($class:ident)+) => {
            match (&on_true.data, &on_false.data) {
                $((Data::$class(a), Data::$class(b)) => {
                    let pairs = choices.iter().zip(a.iter().zip(b.iter()));
                    Data::from(pairs.map(|(&first, (&a, &b))| if first { a } else { b }).collect::<Vec<_>>())
                })+
                _ => unreachable!("one element type has one storage class"),
            }
        };
    }
    let data = chosen!(Bool Int F32 F64 C64 C128);
    Ok(Tensor { element: on_true.element, shape: on_true.shape.clone(), data })
}

/// Computes `minimum(maximum(operand, min), max)`.
pub(crate) fn clamp(min: &Tensor, operand: &Tensor, max: &Tensor) -> EvalResult<Tensor> {
    let broadcast = |bound: &Tensor| {
        if bound.rank() == 0 && operand.rank() > 0 {
            Tensor::splat(bound, &operand.shape)
        } else {
            Ok(bound.clone())
        }
    };
    let raised = binary(Binary::Maximum, operand, &broadcast(min)?)?;
    binary(Binary::Minimum, &raised, &broadcast(max)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    #[test]
    fn a_scalar_predicate_chooses_a_full_tensor() {
        let a = Tensor::new(Element::I32, vec![2], vec![1i64, 2]);
        let b = Tensor::new(Element::I32, vec![2], vec![3i64, 4]);
        assert_eq!(select(&Tensor::bool(false), &a, &b), Ok(b.clone()));
        let pred = Tensor::new(Element::Bool, vec![2], vec![true, false]);
        let mixed = select(&pred, &a, &b).unwrap();
        assert_eq!(mixed.ints().unwrap(), [1, 4]);
    }
}
