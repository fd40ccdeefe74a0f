//! Exchanges halos: elements that a rank needs from neighbouring shards.

use std::ops::Range;

use partita_cost::CollectiveKind;
use partita_mesh::AxisRef;
use partita_place::shards;

use super::build::int_attribute;
use super::carrier::sent_bytes;
use super::mesh_layout::{shard_index, shard_range};
use super::node::Shard;
use super::rank::Rank;

/// The largest number of elements that any shard needs from the previous and from the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Borders {
    pub(crate) before: u64,
    pub(crate) after: u64,
}

/// What ranks exchange along a dimension, so that each has the elements it reads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exchange {
    /// Halos: adjacent shards have all that is needed.
    Near(Borders),
    /// All shards of the dimension.
    All,
}

impl Exchange {
    /// The exchange for a dimension of this size in which shard `i` reads the indices `need(i)`.
    pub(crate) fn of(size: u64, count: u64, need: &dyn Fn(u64) -> Range<u64>) -> Self {
        let own = |at: u64| shard_range(size, count, at);
        let borders = borders(count, own, need);
        let is_near = (0..count).all(|i| {
            let (own, need) = (own(i), need(i));
            // Every shard sends as much as any shard needs, and no shard needs more than its neighbours have.
            own.end - own.start >= borders.before.max(borders.after)
                && need.start < own.end
                && need.end > own.start
        });
        if is_near { Exchange::Near(borders) } else { Exchange::All }
    }
}

impl Rank<'_, '_> {
    /// Fetches the indices `need(i)` of one dimension, where `i` is the index of this rank's shard. All ranks evaluate `need` for all
    /// shards, so that they agree on the exchange. Updates `shard`.
    pub(crate) fn fetch(&mut self, shard: &mut Shard, dim: usize, need: &dyn Fn(u64) -> Range<u64>) {
        let axes = shard.layout.0[dim].clone();
        let needed = need(shard_index(self.rank_mesh.mesh, &axes, self.position));
        match Exchange::of(shard.shape[dim], shards(&axes), need) {
            Exchange::Near(borders) => shard.name = self.exchange(shard, dim, &axes, borders, &needed),
            Exchange::All => {
                let gathered =
                    self.gather_local(&shard.name, shard.global(), dim, &shard.layout, shard.local_shape());
                shard.name = self.build.slice(&gathered, dim, needed.start, needed.end);
            }
        }
        shard.ranges[dim] = needed;
    }

    /// Exchanges halos: `before` indices from the end of the previous shard, `after` from the start of the next one.
    fn exchange(
        &mut self,
        shard: &Shard,
        dim: usize,
        axes: &[AxisRef],
        Borders { before, after }: Borders,
        needed: &Range<u64>,
    ) -> String {
        let own = shard.ranges[dim].clone();
        let length = own.end - own.start;
        let inside = needed.start.max(own.start) - own.start..needed.end.min(own.end) - own.start;
        let kept = if inside == (0..length) {
            shard.name.clone()
        } else {
            self.build.slice(&shard.name, dim, inside.start, inside.end)
        };
        if before + after == 0 {
            return kept;
        }
        // ONNX has no exchange between neighbours: the halos of all ranks are gathered, and each rank selects
        // its own.
        // Every rank contributes its end, then its start.
        let mut shown = Vec::new();
        if before > 0 {
            shown.push(self.build.slice(&shard.name, dim, length - before, length));
        }
        if after > 0 {
            shown.push(self.build.slice(&shard.name, dim, 0, after));
        }
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        let shown = self.build.concat(&shown, dim);
        let group = self.rank_mesh.group(axes, self.position);
        let count = group.len() as u64;
        let local = shard.local_shape();
        let rest = local.iter().enumerate().filter(|(d, _)| *d != dim).map(|(_, &size)| size);
        let bytes = sent_bytes(shard.element, rest.chain([before + after]));
        self.note_collective(CollectiveKind::AllGather, axes, count, bytes);
        let attributes = vec![int_attribute("axis", dim as i64), int_attribute("group_size", count as i64)];
        let all = self.build.exchange("AllGather", &shown, shard.element, &group, attributes);
        let at = shard_index(self.rank_mesh.mesh, axes, self.position);
        let width = before + after;
        let mut segments = Vec::new();
        if needed.start < own.start {
            let end = (at - 1) * width + before;
            segments.push(self.build.slice(&all, dim, end - (own.start - needed.start), end));
        }
        segments.push(kept);
        if needed.end > own.end {
            let start = (at + 1) * width + before;
            segments.push(self.build.slice(&all, dim, start, start + needed.end - own.end));
        }
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        self.build.concat(&segments, dim)
    }
}

/// The halos that all shards exchange.
fn borders(count: u64, own: impl Fn(u64) -> Range<u64>, need: &dyn Fn(u64) -> Range<u64>) -> Borders {
    (0..count).fold(Borders::default(), |borders, i| {
        let (own, need) = (own(i), need(i));
        Borders {
            before: borders.before.max(own.start.saturating_sub(need.start)),
            after: borders.after.max(need.end.saturating_sub(own.end)),
        }
    })
}
