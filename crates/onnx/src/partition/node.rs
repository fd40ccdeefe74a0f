//! A node on one rank: the shards of its inputs and outputs.

use std::ops::Range;

use partita_base::Id;
use partita_mesh::Mesh;
use partita_mesh::axis_list::shard_count;
use partita_place::Axes;
use partita_rule::FactorId;

use super::build::LocalSize;
use super::mesh_layout::{MeshLayout, shard_index, shard_range};
use super::rank::range_lengths;
use super::reshard::GlobalTensor;
use super::unmerge::{like_merged, merged_sizes};
use crate::proto;
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

/// One rank's shard of a tensor.
#[derive(Clone, Debug)]
pub(crate) struct Shard {
    pub(crate) name: String,
    pub(crate) element: ElementType,
    /// The global shape, with 1 for sizes that are unknown until run time.
    pub(crate) shape: Vec<u64>,
    /// The sizes as the model states them.
    pub(crate) dims: Vec<Dim>,
    pub(crate) layout: MeshLayout,
    /// The index range of this rank, per dimension.
    pub(crate) ranges: Vec<Range<u64>>,
    /// For every dimension of the model, how many of these it is merged of; empty if all are single.
    pub(crate) merged: Vec<usize>,
}

impl Shard {
    pub(crate) fn local_shape(&self) -> Vec<u64> {
        range_lengths(&self.ranges)
    }

    /// The global shape as the node has it, with merged dimensions.
    pub(crate) fn node_shape(&self) -> Vec<u64> {
        let mut apart = self.shape.iter().copied();
        match self.merged.is_empty() {
            true => self.shape.clone(),
            false => self.merged.iter().map(|&count| apart.by_ref().take(count).product()).collect(),
        }
    }

    /// The dimension that an attribute of the node refers to, counted from the end if it is negative; the first of those that it is merged of.
    pub(crate) fn dim_of_axis(&self, axis: i64) -> Option<usize> {
        let rank = if self.merged.is_empty() { self.shape.len() } else { self.merged.len() };
        let axis = if axis < 0 { axis + rank as i64 } else { axis };
        let axis = usize::try_from(axis).ok().filter(|axis| *axis < rank)?;
        Some(if self.merged.is_empty() { axis } else { self.merged[..axis].iter().sum() })
    }

    /// The sizes of the shard as the node has it, with merged dimensions. Those that are unknown until run time are its own.
    pub(crate) fn node_sizes(&self) -> Vec<LocalSize> {
        let local = self.local_shape();
        match self.merged.is_empty() {
            true => self.global().local_sizes(&local),
            false => like_merged(&merged_sizes(&self.merged, &self.dims, &local)),
        }
    }

    /// The tensor that this is a shard of. Nodes exchange only dimensions that are not in parts.
    pub(crate) fn global(&self) -> GlobalTensor<'_> {
        GlobalTensor { shape: &self.shape, dims: &self.dims, parts: None, element: self.element }
    }
}

/// A node as one rank runs it.
pub(crate) struct LocalNode<'a> {
    pub(crate) signature: &'a Signature,
    /// The axes of every factor.
    pub(crate) chosen: &'a [Axes],
    pub(crate) mesh: &'a Mesh,
    pub(crate) position: u64,
    /// The node to emit; its inputs are those of this rank.
    pub(crate) proto: proto::Node,
    /// `None` for omitted inputs.
    pub(crate) inputs: Vec<Option<Shard>>,
    /// The contents of inputs that are small constants.
    pub(crate) contents: Vec<Option<Vec<i64>>>,
    /// The outputs before partial results are combined; `None` for unused ones.
    pub(crate) outputs: Vec<Option<Shard>>,
}

impl LocalNode<'_> {
    /// The number of shards of a factor, and the index of this rank's shard.
    pub(crate) fn shard(&self, factor: FactorId) -> (u64, u64) {
        let axes = &self.chosen[factor.index()];
        (shard_count(axes), shard_index(self.mesh, axes, self.position))
    }

    /// The index range of a factor on this rank.
    pub(crate) fn range(&self, factor: FactorId) -> Option<Range<u64>> {
        let (count, at) = self.shard(factor);
        Some(shard_range(self.signature.factor(factor).size.known()?, count, at))
    }

    /// The sharded factors with their kinds.
    pub(crate) fn sharded_factors(&self) -> impl Iterator<Item = (FactorId, &FactorKind)> {
        let factors = self.signature.factors.iter().enumerate();
        factors
            .filter(|(at, _)| !self.chosen[*at].is_empty())
            .map(|(at, factor)| (FactorId::from_index(at), &factor.kind))
    }

    /// The dimension of an input that contains a factor.
    pub(crate) fn input_dim(&self, input: usize, factor: FactorId) -> Option<usize> {
        self.signature.inputs.get(input)?.dims.iter().position(|dim| dim.contains(&factor))
    }

    /// Sets an attribute, replacing one of the same name.
    pub(crate) fn set(&mut self, attribute: proto::Attribute) {
        self.proto.attribute.retain(|old| old.name != attribute.name);
        self.proto.attribute.push(attribute);
    }
}
