//! Ops that work element by element, with broadcasting.

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};

use super::{Call, NoRule};
use crate::signature::{Factor, FactorKind, Output, Signature};
use crate::types::{Dim, TensorType};

/// Inputs are aligned at their last dimensions; a dimension of size 1 goes with any other and has no factor there.
pub(super) fn broadcast(call: &Call<'_>) -> Result<Signature, NoRule> {
    let mut shapes: Vec<&[Dim]> = Vec::new();
    for (i, input) in call.inputs.iter().enumerate() {
        let dims = input.as_ref().and_then(|input| input.ty.dims.as_deref());
        shapes.push(dims.ok_or(NoRule::UnknownRank(i))?);
    }
    let rank = shapes.iter().map(|dims| dims.len()).max().unwrap_or(0);
    let mut inputs: Vec<TensorMapping> =
        shapes.iter().map(|dims| TensorMapping::new(vec![Vec::new(); dims.len()])).collect();
    let (mut factors, mut dims, mut mapping) = (Vec::new(), Vec::new(), Vec::new());
    for dim in 0..rank {
        let sizes: Vec<(usize, usize, &Dim)> = (shapes.iter().enumerate())
            .filter_map(|(i, dims)| {
                let own = (dim + dims.len()).checked_sub(rank)?;
                (dims[own] != Dim::Known(1)).then_some((i, own, &dims[own]))
            })
            .collect();
        let Some(size) = sizes.iter().map(|(_, _, size)| *size).find(|size| size.known().is_some()) else {
            let size = sizes.first().map_or(Dim::Known(1), |(_, _, size)| (*size).clone());
            let factor = FactorId::from_index(factors.len());
            mapping.push(if sizes.is_empty() { Vec::new() } else { vec![factor] });
            if !sizes.is_empty() {
                factors.push(Factor { size: size.clone(), kind: FactorKind::PassThrough });
            }
            for (input, own, _) in sizes {
                inputs[input].dims[own].push(factor);
            }
            dims.push(size);
            continue;
        };
        let factor = FactorId::from_index(factors.len());
        factors.push(Factor { size: size.clone(), kind: FactorKind::PassThrough });
        for &(input, own, other) in &sizes {
            if other.known().is_some() && other != size {
                let op = call.node.op();
                return Err(NoRule::Invalid(format!("{op} of sizes {size} and {other} in one dimension")));
            }
            inputs[input].dims[own].push(factor);
        }
        mapping.push(vec![factor]);
        dims.push(size.clone());
    }
    let element = call.inputs.iter().flatten().find_map(|input| input.ty.element);
    let ty = TensorType { element, dims: Some(dims) };
    let output = Output { ty, mapping: TensorMapping { dims: mapping } };
    Ok(Signature { factors, inputs, outputs: vec![output], once: Vec::new() })
}
