//! Which axes cut which factor of a node.
//!
//! The inputs are brought into the form the node states, so the inputs say what is cut, the largest first; outputs add what
//! costs nothing. An axis cuts one factor at most, and only factors that the node can work on in parts are cut.

use partita_base::Id;
use partita_mesh::AxisRef;
use partita_rule::projection::{FactorAxes, Share, project_dim, remove_strided, unproject_dim};
use partita_rule::{FactorId, TensorMapping};

use super::cuts::{Axes, Cuts, fills, shards};
use crate::signature::Signature;

/// A tensor around a node.
pub(crate) struct Around<'a> {
    pub(crate) mapping: &'a TensorMapping,
    /// How the node states it.
    pub(crate) cuts: &'a Cuts,
    pub(crate) elements: u64,
    pub(crate) is_output: bool,
}

/// The axes of every factor. `may_cut` says whether a factor may be cut in so many shards.
pub(crate) fn place(
    signature: &Signature,
    around: &[Around<'_>],
    may_cut: &dyn Fn(FactorId, u64) -> bool,
) -> Vec<Axes> {
    let mut order: Vec<&Around<'_>> = around.iter().collect();
    order.sort_by_key(|tensor| (tensor.is_output, std::cmp::Reverse(tensor.elements)));
    let mut chosen: Vec<Axes> = vec![Axes::new(); signature.factors.len()];
    let (compound, twice) = (compound_factors(signature), repeated_factors(signature));
    for tensor in order {
        for (dim, axes) in tensor.mapping.dims.iter().zip(&tensor.cuts.0) {
            for (factor, axes) in project(signature, dim, axes) {
                let at = factor.index();
                let Some(size) = signature.factors[at].size.known() else { continue };
                let free: Axes = axes.into_iter().take_while(|axis| !is_used(&chosen, at, *axis)).collect();
                let count = shards(&free);
                let lines_up = !compound[at] || size.is_multiple_of(count);
                // A factor is in the tensor first seen with it as it should be; later ones may only refine it.
                let refines = free.len() > chosen[at].len() && free.starts_with(&chosen[at]);
                if refines && lines_up && !twice[at] && fills(size, count) && may_cut(factor, count) {
                    chosen[at] = free;
                }
            }
        }
    }
    let outputs = signature.outputs.iter().map(|output| &output.mapping);
    let dims = signature.inputs.iter().chain(outputs).flat_map(|tensor| &tensor.dims);
    let size = |factor: usize| signature.factors[factor].size.known();
    remove_strided(dims.map(|dim| dim.iter().map(|factor| factor.index())), size, &mut chosen);
    chosen
}

/// The cuts of a tensor that follow from those of its factors.
pub(crate) fn cuts_of(signature: &Signature, mapping: &TensorMapping, chosen: &[Axes]) -> Cuts {
    let factor = |factor: &FactorId| FactorAxes {
        size: signature.factor(*factor).size.known(),
        own: &chosen[factor.index()],
        overflow: &[],
    };
    let dim = |factors: &Vec<FactorId>| unproject_dim(factors.iter().map(factor));
    Cuts(mapping.dims.iter().map(dim).collect())
}

/// The axes of every factor of a dimension that gets some. What no factor can use is left out.
fn project(signature: &Signature, factors: &[FactorId], axes: &[AxisRef]) -> Vec<(FactorId, Axes)> {
    let mut found: Vec<(FactorId, Axes)> = factors.iter().map(|&factor| (factor, Axes::new())).collect();
    let sizes = factors.iter().map(|&factor| signature.factor(factor).size.known());
    project_dim(sizes, axes, |position, axis, share| match share {
        Share::Own => found[position].1.push(axis),
        Share::Overflow => {}
    });
    found.retain(|(_, axes)| !axes.is_empty());
    found
}

/// Which factors a tensor has twice: a diagonal is not cut.
fn repeated_factors(signature: &Signature) -> Vec<bool> {
    let mut twice = vec![false; signature.factors.len()];
    let outputs = signature.outputs.iter().map(|output| &output.mapping);
    for tensor in signature.inputs.iter().chain(outputs) {
        let mut seen = vec![false; signature.factors.len()];
        for factor in tensor.factors() {
            twice[factor.index()] |= std::mem::replace(&mut seen[factor.index()], true);
        }
    }
    twice
}

/// Which factors share a dimension with another.
fn compound_factors(signature: &Signature) -> Vec<bool> {
    let mut compound = vec![false; signature.factors.len()];
    let outputs = signature.outputs.iter().map(|output| &output.mapping);
    for dim in signature.inputs.iter().chain(outputs).flat_map(|tensor| &tensor.dims) {
        if dim.len() > 1 {
            dim.iter().for_each(|factor| compound[factor.index()] = true);
        }
    }
    compound
}

fn is_used(chosen: &[Axes], factor: usize, axis: AxisRef) -> bool {
    chosen.iter().enumerate().any(|(other, axes)| {
        other != factor && axes.iter().any(|used| used.overlaps(axis) || !used.can_coexist(axis))
    })
}
