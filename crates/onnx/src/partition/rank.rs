//! What one rank has while its model is made.

use std::ops::Range;

use partita_cost::CollectiveKind;

use super::build::Build;
use super::world::World;
use crate::proto;

/// A collective of the partitioned model, as its ranks do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectiveUse {
    /// Its op.
    pub op: &'static str,
    /// How many ranks are in it together.
    pub group_size: u64,
    /// How many bytes the first rank sends, if all is done in rings.
    pub bytes: u64,
    /// The node of the model that needs it, by position; none for what leaves the model.
    pub node: Option<usize>,
    /// What for.
    pub cause: String,
}

/// One rank whose model is being made.
pub(crate) struct Rank<'r, 'w> {
    pub(crate) world: &'r mut World<'w>,
    /// The position on the mesh.
    pub(crate) position: u64,
    pub(crate) build: Build,
    pub(crate) collectives: Vec<CollectiveUse>,
    /// The node that is being made, and why something moves.
    pub(crate) node: Option<usize>,
    pub(crate) cause: String,
}

impl Rank<'_, '_> {
    /// Writes down a collective for the reports. Each of the group holds `before` bytes.
    pub(crate) fn note_collective(&mut self, kind: CollectiveKind, group_size: u64, before: u64) {
        let op = match kind {
            CollectiveKind::AllToAll => "AllToAll",
            CollectiveKind::AllReduce => "AllReduce",
            // Whatever else is sent is gathered: these are the collectives that there are.
            _ => "AllGather",
        };
        let bytes = kind.sent(before, group_size);
        let (node, cause) = (self.node, self.cause.clone());
        self.collectives.push(CollectiveUse { op, group_size, bytes, node, cause });
    }

    /// Gives the value `from` the name `to`, which nothing else has.
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

/// The length of every range.
pub(crate) fn lengths(ranges: &[Range<u64>]) -> Vec<u64> {
    ranges.iter().map(|range| range.end - range.start).collect()
}
