//! Which axes cut which factor of a node.
//!
//! The inputs are brought into the form the node states, so the inputs say what is cut, the largest first; outputs add what
//! costs nothing. An axis cuts one factor at most, and only factors that the node can work on in parts are cut.

use partita_base::Id;
use partita_mesh::axis_list::push_axis;
use partita_mesh::{AxisRef, gcd};
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
    unnest(signature, &mut chosen);
    chosen
}

/// The cuts of a tensor that follow from those of its factors.
pub(crate) fn cuts_of(mapping: &TensorMapping, chosen: &[Axes]) -> Cuts {
    let dim = |factors: &Vec<FactorId>| {
        let mut axes = Axes::new();
        factors
            .iter()
            .flat_map(|factor| &chosen[factor.index()])
            .for_each(|&axis| push_axis(&mut axes, axis));
        axes
    };
    Cuts(mapping.dims.iter().map(dim).collect())
}

/// Hands the axes of a dimension to its factors, major to minor. What does not divide a factor that is not the last is lost,
/// and so is everything behind a factor that is not cut to the end: it would be strided.
fn project(signature: &Signature, factors: &[FactorId], axes: &[AxisRef]) -> Vec<(FactorId, Axes)> {
    let mut rest: Vec<AxisRef> = axes.iter().rev().copied().collect();
    let mut found = Vec::new();
    for (at, &factor) in factors.iter().enumerate() {
        let mut own = Axes::new();
        if at + 1 == factors.len() {
            own.extend(rest.drain(..).rev());
        } else {
            let Some(mut left) = signature.factor(factor).size.known() else { break };
            while let Some(&axis) = rest.last() {
                let shared = gcd(left, axis.size());
                if shared <= 1 {
                    break;
                }
                rest.pop();
                match axis.split(shared) {
                    Some((major, minor)) => {
                        own.push(major);
                        rest.push(minor);
                    }
                    None => own.push(axis),
                }
                left /= shared;
            }
            if left > 1 {
                rest.clear();
            }
        }
        if !own.is_empty() {
            found.push((factor, own));
        }
    }
    found
}

/// Takes back cuts of factors that come after one that is not cut to the end, in any tensor: parts of such a dimension
/// would not be contiguous.
fn unnest(signature: &Signature, chosen: &mut [Axes]) {
    let outputs = signature.outputs.iter().map(|output| &output.mapping);
    let tensors: Vec<&TensorMapping> = signature.inputs.iter().chain(outputs).collect();
    loop {
        let mut changed = false;
        for dim in tensors.iter().flat_map(|tensor| &tensor.dims) {
            let mut is_open = false;
            for factor in dim {
                let at = factor.index();
                if is_open && !chosen[at].is_empty() {
                    chosen[at].clear();
                    changed = true;
                }
                let size = signature.factors[at].size.known();
                is_open |= size != Some(shards(&chosen[at]));
            }
        }
        if !changed {
            return;
        }
    }
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
