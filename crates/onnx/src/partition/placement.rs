//! Chooses the axes that shard each factor of a node: `partita-place`, applied to the factors of a signature.

use std::rc::Rc;

use partita_base::Id;
use partita_cost::Work;
use partita_mesh::MeshId;
use partita_place::{Abilities, Around, Axes, DimFactors, Factors, Offer, Role, choose_placement};
use partita_rule::{DimMapping, FactorId, TensorMapping};

use super::lower::{Plain, may_shard};
use super::mesh_layout::MeshLayout;
use super::prices::{KeptShards, Prices, inside_bits, partial_kind, requantises};
use super::rank_mesh::RankMesh;
use super::reshard::GlobalTensor;
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};

/// An input or output of a node.
pub(crate) struct NodeTensor<'a> {
    pub(crate) global: GlobalTensor<'a>,
    /// The factors of its dimensions; `None` for a tensor that the node needs replicated.
    pub(crate) mapping: Option<&'a TensorMapping>,
    /// For an input: the layouts in which it is available, empty if any is free. For an output: the preferred layout.
    pub(crate) layouts: Vec<MeshLayout>,
    /// Whether it is a constant, which ranks store in its first layout, or is computed from constants only.
    pub(crate) is_stored: bool,
}

/// The placement of a node.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    factors: Rc<Factors>,
    /// The axes of every factor of the signature.
    pub(crate) axes: Vec<Axes>,
}

impl Choice {
    /// Whether no factor is sharded.
    pub(crate) fn is_replicated(&self) -> bool {
        self.axes.iter().all(|axes| axes.is_empty())
    }

    /// The layout in which the node reads input `at`.
    pub(crate) fn input(&self, at: usize) -> MeshLayout {
        MeshLayout::from(self.factors.layout(at, &self.axes).dims.into_vec())
    }

    /// The layout in which the node produces output `at`, before partial results are combined.
    pub(crate) fn output(&self, at: usize) -> MeshLayout {
        self.input(self.factors.operands + at)
    }

    /// The axes along which the node produces partial results of output `at`.
    pub(crate) fn partial(&self, at: usize) -> Axes {
        self.factors.layout(self.factors.operands + at, &self.axes).partial
    }
}

/// Chooses the axes of every factor. `inputs` and `outputs` are in the order of the node.
pub(crate) fn choose_axes(
    plain: &Plain<'_>,
    [inputs, outputs]: [&[Option<NodeTensor<'_>>]; 2],
    rank_mesh: &mut RankMesh<'_>,
) -> Choice {
    let signature = plain.signature;
    let tensors: Vec<Option<&NodeTensor<'_>>> = inputs.iter().chain(outputs).map(Option::as_ref).collect();
    let factors = factors(signature, &tensors, inputs.len());
    let mesh = rank_mesh.id;
    let around: Vec<Around<'_>> = tensors.iter().map(|tensor| around(*tensor, mesh)).collect();
    let (device_mesh, links) = (rank_mesh.mesh, rank_mesh.hardware.links.clone());
    let abilities = Abilities { partial: true, windows: true, work: work(signature, &factors, &tensors) };
    let kept = kept_shards(signature, inputs, outputs);
    let mut prices = Prices {
        rank_mesh,
        kept: &kept,
        tensors: &tensors,
        operands: inputs.len(),
        partial: partial_kind(signature),
        partial_element: requantises(signature).then_some(ElementType::Int32),
        inside: &|assignment| inside_bits(plain, &factors, assignment, &tensors, (device_mesh, &links)),
        may_shard: &|factor, shards| {
            let id = FactorId::from_index(factor);
            super::mesh_layout::fills_all_shards(factors.sizes[factor], shards)
                && may_shard(plain, id, shards)
        },
    };
    let axes = choose_placement(&factors, abilities, mesh, &around, &mut prices);
    Choice { factors: Rc::new(factors), axes }
}

/// The shards of weights that all other inputs agree with: their inner dimension is sharded alike, so every rank multiplies what it has, and the
/// results are summed. Gathering inputs and weights may send less, but would undo what the shardings of the weights are for: no rank stores or
/// multiplies all of them.
fn kept_shards(
    signature: &Signature,
    inputs: &[Option<NodeTensor<'_>>],
    outputs: &[Option<NodeTensor<'_>>],
) -> Vec<KeptShards> {
    let mut kept = Vec::new();
    for (at, weight) in inputs.iter().enumerate() {
        let Some(weight) = weight.as_ref().filter(|weight| weight.is_stored) else { continue };
        let (Some(mapping), Some(stored)) = (weight.mapping, weight.layouts.first()) else { continue };
        for (dim, (axes, factors)) in stored.0.iter().zip(&mapping.dims).enumerate() {
            let Some(&factor) = factors.first().filter(|_| !axes.is_empty()) else { continue };
            let is_summed = matches!(
                signature.factor(factor).kind,
                FactorKind::Lookup | FactorKind::Reduction(Combine::Sum | Combine::Requantised)
            );
            let others = inputs.iter().enumerate().filter(|(other, _)| *other != at);
            let agrees = |input: &NodeTensor<'_>| agrees_with(input, factor, axes);
            let is_wanted_elsewhere =
                |output: &NodeTensor<'_>| output.layouts.iter().any(|layout| layout.uses_any(axes));
            if is_summed
                && others.filter_map(|(_, input)| input.as_ref()).all(agrees)
                && !outputs.iter().flatten().any(is_wanted_elsewhere)
            {
                kept.push(KeptShards { input: at, dim, axes: axes.clone() });
            }
        }
    }
    kept
}

/// Whether an input is sharded along a factor by these axes, or lacks both.
fn agrees_with(input: &NodeTensor<'_>, factor: FactorId, axes: &Axes) -> bool {
    let dim = input.mapping.and_then(|mapping| mapping.dims.iter().position(|dim| dim.contains(&factor)));
    match dim {
        Some(dim) => {
            let is_first = input.mapping.is_some_and(|mapping| mapping.dims[dim].first() == Some(&factor));
            is_first && input.layouts.iter().any(|layout| layout.0.get(dim) == Some(axes))
        }
        None => input.layouts.iter().all(|layout| !layout.uses_any(axes)),
    }
}

fn around<'a>(tensor: Option<&'a NodeTensor<'a>>, mesh: MeshId) -> Around<'a> {
    let Some(tensor) = tensor else { return Around { bytes: 0, offers: Vec::new() } };
    let offer =
        |layout: &'a MeshLayout| Offer { mesh, dims: &layout.0, is_replicated: layout.is_replicated() };
    let bytes = tensor.global.element_bytes().saturating_mul(tensor.global.shape.iter().product());
    Around { bytes, offers: tensor.layouts.iter().map(offer).collect() }
}

/// The factors of a signature in the form that placement uses. A dimension of unknown size is not sharded, and neither are its factors: the
/// dimension may have size 1 and be broadcast, and shards of a merged dimension would not be contiguous.
pub(super) fn factors(
    signature: &Signature,
    tensors: &[Option<&NodeTensor<'_>>],
    operands: usize,
) -> Factors {
    let mut roles: Vec<Role> = signature.factors.iter().map(|factor| role(&factor.kind)).collect();
    let mut dims = |tensor: &Option<&NodeTensor<'_>>| -> Vec<DimFactors> {
        let Some(tensor) = tensor else { return Vec::new() };
        let rank = tensor.global.shape.len();
        let Some(mapping) = tensor.mapping.filter(|mapping| mapping.dims.len() == rank) else {
            return vec![DimFactors::new(); rank];
        };
        let mut dim = |(size, factors): (&Dim, &DimMapping)| -> DimFactors {
            let is_known = |factor: &FactorId| signature.factor(*factor).size.known().is_some();
            if size.known().is_none() || !factors.iter().all(is_known) {
                factors.iter().for_each(|factor| roles[factor.index()] = Role::Replicated);
            }
            factors.iter().map(|factor| factor.index()).collect()
        };
        tensor.global.dims.iter().zip(&mapping.dims).map(&mut dim).collect()
    };
    let tensors: Vec<Vec<DimFactors>> = tensors.iter().map(&mut dims).collect();
    // A diagonal is not sharded.
    for tensor in &tensors {
        let mut seen = vec![false; roles.len()];
        for &factor in tensor.iter().flatten() {
            if std::mem::replace(&mut seen[factor], true) {
                roles[factor] = Role::Replicated;
            }
        }
    }
    let sizes = signature.factors.iter().map(|factor| factor.size.known().unwrap_or(1)).collect();
    Factors::with_roles(sizes, roles, tensors, operands)
}

fn role(kind: &FactorKind) -> Role {
    match kind {
        FactorKind::Reduction(_) | FactorKind::Lookup => Role::Reduction,
        FactorKind::Window(_) => Role::Window,
        FactorKind::NeedsReplication(_) => Role::Replicated,
        // The lowering of the op determines whether these may be sharded.
        FactorKind::PassThrough
        | FactorKind::Generated
        | FactorKind::Unread
        | FactorKind::Statistics
        | FactorKind::Ordered(_) => Role::PassThrough,
    }
}

/// What bounds the time of a node: arithmetic if its factors span more elements than its largest tensor has.
fn work(signature: &Signature, factors: &Factors, tensors: &[Option<&NodeTensor<'_>>]) -> Work {
    let elements = |tensor: &&NodeTensor<'_>| -> u128 {
        tensor.global.shape.iter().map(|&size| u128::from(size)).product()
    };
    let largest = tensors.iter().flatten().map(elements).max().unwrap_or(0);
    let space = factors.sizes.iter().fold(1u128, |space, &size| space.saturating_mul(size.into()));
    if signature.factors.iter().any(|factor| factor.kind == FactorKind::Lookup) {
        Work::LookUp
    } else if space > largest {
        Work::Arithmetic
    } else {
        Work::Memory
    }
}
