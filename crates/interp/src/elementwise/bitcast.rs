//! Reinterprets bit patterns as another type.

use crate::{Element, EvalError, EvalResult, Tensor};

/// Reads the bits of the operand as another element type. Where the widths differ, the minor-most dimension appears
/// or disappears, least significant bits first.
pub(crate) fn bitcast_convert(operand: &Tensor, to: Element, shape: &[usize]) -> EvalResult<Tensor> {
    let (from_bits, to_bits) = (operand.element.bits(), to.bits());
    let bits = operand.bits();
    let fits = |per: u32| {
        let count = bits.len() * from_bits as usize / to_bits.max(1) as usize;
        per > 0 && crate::element_count(shape) == Some(count)
    };
    let bad = || {
        EvalError::Argument(format!(
            "the operand of {} does not match a result of {}",
            operand.element.name(),
            to.name()
        ))
    };
    if from_bits == to_bits {
        if !fits(1) {
            return Err(bad());
        }
        Ok(Tensor::from_bits(to, shape, &bits))
    } else if from_bits > to_bits {
        let per = from_bits / to_bits;
        if from_bits % to_bits != 0 || !fits(per) {
            return Err(bad());
        }
        let mask = (1u128 << to_bits) - 1;
        let parts: Vec<u128> =
            bits.iter().flat_map(|bits| (0..per).map(move |k| bits >> (k * to_bits) & mask)).collect();
        Ok(Tensor::from_bits(to, shape, &parts))
    } else {
        let per = to_bits / from_bits;
        if to_bits % from_bits != 0 || !fits(per) {
            return Err(bad());
        }
        let joined: Vec<u128> = bits
            .chunks_exact(per as usize)
            .map(|parts| parts.iter().rev().fold(0, |bits, part| bits << from_bits | part))
            .collect();
        Ok(Tensor::from_bits(to, shape, &joined))
    }
}
