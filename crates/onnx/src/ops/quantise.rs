//! Signatures of quantisation with given scales.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule, element_of_output};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

const BLOCK: &str = "all elements of a block share one scale";

/// `QuantizeLinear`: the zero point gives the element type.
pub(super) fn quantize(call: &Call<'_>) -> Result<Signature, NoRule> {
    linear(call, element_of_output(call, 0))
}

/// `DequantizeLinear`: the scale gives the element type.
pub(super) fn dequantize(call: &Call<'_>) -> Result<Signature, NoRule> {
    linear(call, element_of_output(call, 0))
}

/// One scale in total, one per element of an axis, or one per block along it.
fn linear(call: &Call<'_>, element: Option<ElementType>) -> Result<Signature, NoRule> {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let scale = call.dims(1)?;
    if scale.is_empty() || (scale.len() == 1 && scale[0] == Dim::Known(1) && dims.len() != 1) {
        let axes = rule.pass_all(0)?;
        rule.output(element, axes);
        return rule.finish();
    }
    let axis = call.axis_attribute(1, dims.len()).or_else(|error| match dims.len() {
        1 => Ok(0),
        _ => Err(error),
    })?;
    if scale.len() == 1 {
        let axes = rule.pass_all(0)?;
        for input in [1, 2] {
            if call.has(input) && call.dims(input)?.len() == 1 {
                rule.broadcast(input, 0, &axes[axis])?;
            }
        }
        rule.output(element, axes);
        return rule.finish();
    }
    if scale.len() != dims.len() {
        return call.invalid(format!(
            "scales of rank {} do not fit an input of rank {}",
            scale.len(),
            dims.len()
        ));
    }
    let block = call.count("block_size", 1)?;
    let mut axes = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        let parts = if dim == axis {
            let (blocks, factors) = match size.quotient(&Dim::Known(block)) {
                Some(blocks) => {
                    let blocks = rule.new_dim(blocks, FactorKind::PassThrough);
                    // A shard within a block is a smaller block with the same scale.
                    let inner = match block {
                        1 => rule.new_replicated(Dim::Known(1), BLOCK),
                        _ => rule.new_dim(Dim::Known(block), FactorKind::PassThrough),
                    };
                    rule.sized_attribute("block_size", &inner);
                    let factors = [blocks.factors.clone(), inner.factors].concat();
                    (blocks, factors)
                }
                None => {
                    let count = size.known().map_or(Dim::Unknown, |size| Dim::Known(size.div_ceil(block)));
                    (rule.new_replicated(count, BLOCK), rule.new_replicated(size.clone(), BLOCK).factors)
                }
            };
            factors.iter().for_each(|factor| rule.add(0, dim, *factor));
            axes.push(RuleDim { size: size.clone(), factors });
            blocks
        } else {
            let kept = rule.pass(0, dim)?;
            axes.push(kept.clone());
            kept
        };
        for input in [1, 2] {
            if call.has(input) {
                call.dims_of_rank(input, dims.len())?;
                rule.join(input, dim, &parts)?;
            }
        }
    }
    rule.output(element, axes);
    rule.finish()
}
