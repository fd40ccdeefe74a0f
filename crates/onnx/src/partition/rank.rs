//! The state of one rank while its model is built.

use std::ops::Range;

use partita_cost::CollectiveKind;
use partita_mesh::{AxisRef, notation};

use super::build::Build;
use super::mesh_layout::MeshLayout;
use super::rank_mesh::RankMesh;
use crate::graph::ValueId;
use crate::proto;

/// A collective of the partitioned model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectiveUse {
    /// The op of the domain `com.microsoft`.
    pub op: &'static str,
    /// What its cost is computed from.
    pub kind: CollectiveKind,
    /// The bytes that each rank of a group holds before.
    pub before: u64,
    /// The number of ranks that take part.
    pub group_size: u64,
    /// The number of bytes that the first rank sends, with ring algorithms.
    pub bytes: u64,
    /// The position of the node that needs it; `None` for outputs of the model.
    pub node: Option<usize>,
    /// The op or the value that it is for, for reports.
    pub cause: String,
    /// The mesh axes along which the ranks of a group differ, in short notation.
    pub axes: Vec<String>,
    /// The size of each of these axes, and how far apart the numbers of neighbours along it are.
    pub lengths: Vec<(u64, u64)>,
    /// The position in the first rank's model at which its nodes begin.
    pub at: usize,
    /// Whether the first rank takes part. Others exchange data among themselves that it does not need.
    pub takes_part: bool,
}

/// Where the nodes and values of the first rank's model come from.
#[derive(Clone, Debug, Default)]
pub struct FirstRank {
    /// The device of the rank, which is the index of its model.
    pub device: usize,
    /// For every node of the rank, the node of the model that it belongs to; `None` for those of outputs.
    pub nodes: Vec<Option<usize>>,
    /// Values of the rank that are shards of values of the model: name, value and layout.
    pub values: Vec<(String, ValueId, MeshLayout)>,
}

/// One rank whose model is being built.
pub(crate) struct Rank<'r, 'w> {
    pub(crate) rank_mesh: &'r mut RankMesh<'w>,
    /// The position of the rank on the mesh.
    pub(crate) position: u64,
    pub(crate) build: Build,
    pub(crate) collectives: Vec<CollectiveUse>,
    /// The node that is being emitted, and the cause of its collectives.
    pub(crate) node: Option<usize>,
    pub(crate) cause: String,
}

impl Rank<'_, '_> {
    /// Records a collective for reports. Each member of the group holds `before` bytes.
    pub(crate) fn note_collective(
        &mut self,
        kind: CollectiveKind,
        axes: &[AxisRef],
        group_size: u64,
        before: u64,
    ) {
        let mesh = self.rank_mesh.mesh;
        let lengths = axes.iter().rev().map(|&axis| (axis.size(), mesh.stride(axis))).collect();
        self.note_among(kind, axes, lengths, (group_size, before), true);
    }

    /// The same for a group that is not all ranks along `axes`, or that this rank is not in.
    pub(crate) fn note_among(
        &mut self,
        kind: CollectiveKind,
        axes: &[AxisRef],
        lengths: Vec<(u64, u64)>,
        (group_size, before): (u64, u64),
        takes_part: bool,
    ) {
        let op = match kind {
            CollectiveKind::AllToAll => "AllToAll",
            CollectiveKind::AllReduce => "AllReduce",
            // ONNX has no other collectives, so everything else is gathered.
            _ => "AllGather",
        };
        let bytes = kind.sent(before, group_size);
        let (node, cause, at) = (self.node, self.cause.clone(), self.build.nodes.len());
        let mesh = self.rank_mesh.mesh;
        let axes = axes.iter().map(|&axis| notation::axes_notation(mesh, &[axis])).collect();
        self.collectives.push(CollectiveUse {
            op,
            kind,
            before,
            group_size,
            bytes,
            node,
            cause,
            axes,
            lengths,
            at,
            takes_part,
        });
    }

    /// Renames the value `from` to `to`, which must be unused.
    pub(crate) fn alias(&mut self, from: &str, to: &str) {
        match self.build.nodes.last_mut() {
            Some(last) if last.output.len() == 1 && last.output[0] == from => last.output[0] = to.to_owned(),
            _ => self.build.nodes.push(proto::Node {
                input: vec![from.to_owned()],
                output: vec![to.to_owned()],
                op_type: Some("Identity".into()),
                ..Default::default()
            }),
        }
    }
}

/// The local shape: the length of the range of every dimension.
pub(crate) fn range_lengths(ranges: &[Range<u64>]) -> Vec<u64> {
    ranges.iter().map(|range| range.end - range.start).collect()
}
