//! Exchanges halos: elements that a rank needs from the shards of other ranks.
//!
//! onnxruntime's collectives send the same number of elements to every member of a group. An exchange among all ranks therefore grows with
//! their number, and exchanges among pairs of ranks do not: a rank meets each neighbour once.

use std::collections::BTreeMap;
use std::ops::Range;

use partita_cost::{CollectiveKind, Cost, LinkGroup};
use partita_mesh::AxisRef;
use partita_mesh::axis_list::shard_count;
use partita_reshard::link_group;

use super::build::int_attribute;
use super::carrier::sent_bytes;
use super::mesh_layout::{shard_index, shard_range};
use super::node::Shard;
use super::rank::Rank;

/// A rank that reads from more shards than this gathers all of them. This bounds the work of comparing exchanges.
const MOST_SOURCES: u64 = 8;

/// The shards of a dimension and what each reads of it.
#[derive(Clone, Copy)]
pub(crate) struct Reads<'n> {
    /// The size of the dimension.
    pub(crate) size: u64,
    /// The number of its shards.
    pub(crate) count: u64,
    /// The indices that a shard reads.
    pub(crate) need: &'n dyn Fn(u64) -> Range<u64>,
}

/// Two shards, the first before the second, that send each other this many indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    shards: [u64; 2],
    width: u64,
}

/// What ranks exchange along a dimension, so that each has the indices it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exchange {
    /// Nothing: every shard has what it reads.
    Nothing,
    /// Pairs of shards, phase after phase. A shard is in at most one pair of a phase.
    Pairs(Vec<Vec<Pair>>),
    /// Every shard sends this many indices to each other one.
    Slots(u64),
    /// All shards are gathered.
    All,
}

impl Reads<'_> {
    fn own(&self, at: u64) -> Range<u64> {
        shard_range(self.size, self.count, at)
    }

    /// The shards that have indices of a nonempty range.
    fn sources(&self, needed: &Range<u64>) -> Range<u64> {
        let block = self.size.div_ceil(self.count);
        match needed.is_empty() {
            true => 0..0,
            false => needed.start / block..(needed.end - 1) / block + 1,
        }
    }

    /// What shard `to` reads of shard `from`.
    fn sent(&self, from: u64, to: u64) -> Range<u64> {
        intersection(&self.own(from), &(self.need)(to))
    }

    /// The indices that shard `from` sends to shard `to`, which are `width` if it has that many, and contain what `to` reads.
    fn shown(&self, from: u64, to: u64, width: u64) -> Range<u64> {
        let (own, sent) = (self.own(from), self.sent(from, to));
        let start = if sent.is_empty() { own.start } else { sent.start };
        let end = (start + width).min(own.end);
        own.start.max(end.saturating_sub(width))..end
    }

    /// All pairs of shards of which one reads the other; `None` if there are too many.
    fn pairs(&self) -> Option<Vec<Pair>> {
        let mut widths: BTreeMap<[u64; 2], u64> = BTreeMap::new();
        for to in 0..self.count {
            let sources = self.sources(&(self.need)(to));
            if sources.end - sources.start > MOST_SOURCES {
                return None;
            }
            for from in sources.filter(|&from| from != to) {
                let sent = self.sent(from, to);
                let width = widths.entry([from.min(to), from.max(to)]).or_default();
                *width = (*width).max(sent.end - sent.start);
            }
        }
        Some(widths.into_iter().map(|(shards, width)| Pair { shards, width }).collect())
    }

    /// The exchange that takes the least time; that of fewer collectives if two take the same. `bytes` are those of this many indices.
    ///
    /// All ranks must agree, so neither depends on the rank.
    pub(crate) fn cheapest(&self, bytes: &dyn Fn(u64) -> u64, links: &LinkGroup) -> Exchange {
        let Some(pairs) = self.pairs() else { return Exchange::All };
        let Some(width) = pairs.iter().map(|pair| pair.width).max() else { return Exchange::Nothing };
        let mut phases: BTreeMap<(u64, u64), Vec<Pair>> = BTreeMap::new();
        for pair in pairs {
            let distance = pair.shards[1] - pair.shards[0];
            // Of two blocks of `distance` shards, a phase pairs all of the first with all of the second.
            phases.entry((distance, pair.shards[0] / distance % 2)).or_default().push(pair);
        }
        let phases: Vec<Vec<Pair>> = phases.into_values().collect();
        let block = self.size.div_ceil(self.count);
        // The first of equals is the one with the fewest nodes.
        let forms = [Exchange::All, Exchange::Pairs(phases), Exchange::Slots(width)];
        let best = forms.into_iter().min_by_key(|form| form.time(self.count, block, bytes, links));
        best.unwrap_or(Exchange::All)
    }
}

impl Exchange {
    /// The time for the rank that sends most.
    fn time(&self, count: u64, block: u64, bytes: &dyn Fn(u64) -> u64, links: &LinkGroup) -> Cost {
        match self {
            Exchange::Nothing => Cost::default(),
            Exchange::Pairs(phases) => {
                let one = |phase: &Vec<Pair>| {
                    CollectiveKind::AllGather.time(bytes(widest(phase)), 2, links.joined_link())
                };
                phases.iter().map(one).fold(Cost::default(), |sum, each| sum + each)
            }
            Exchange::Slots(width) => {
                links.time(CollectiveKind::AllToAll, bytes(*width).saturating_mul(count)).cost
            }
            Exchange::All => links.time(CollectiveKind::AllGather, bytes(block)).cost,
        }
    }

    /// The bytes that the rank sends that sends most.
    pub(crate) fn sent(&self, reads: &Reads<'_>, bytes: &dyn Fn(u64) -> u64) -> u64 {
        let count = reads.count;
        match self {
            Exchange::Nothing => 0,
            Exchange::Pairs(phases) => phases.iter().map(|phase| bytes(widest(phase))).sum(),
            Exchange::Slots(width) => {
                CollectiveKind::AllToAll.sent(bytes(*width).saturating_mul(count), count)
            }
            Exchange::All => CollectiveKind::AllGather.sent(bytes(reads.size.div_ceil(count)), count),
        }
    }
}

fn widest(phase: &[Pair]) -> u64 {
    phase.iter().map(|pair| pair.width).max().unwrap_or(0)
}

fn intersection(a: &Range<u64>, b: &Range<u64>) -> Range<u64> {
    let start = a.start.max(b.start);
    start..a.end.min(b.end).max(start)
}

impl Rank<'_, '_> {
    /// Fetches the indices `need(i)` of one dimension, where `i` is the index of this rank's shard. All ranks evaluate `need` for all
    /// shards, so that they agree on the exchange. Updates `shard`.
    pub(crate) fn fetch(&mut self, shard: &mut Shard, dim: usize, need: &dyn Fn(u64) -> Range<u64>) {
        let axes = shard.layout.0[dim].clone();
        let reads = Reads { size: shard.shape[dim], count: shard_count(&axes), need };
        let me = shard_index(self.rank_mesh.mesh, &axes, self.position);
        let needed = need(me);
        // The sizes of the largest shard: those of this rank may differ from those of others.
        let local = shard.layout.local_shape(&shard.shape);
        let bytes = |width: u64| {
            let sizes = local.iter().enumerate().map(|(at, &size)| if at == dim { width } else { size });
            sent_bytes(shard.element, sizes)
        };
        let links = link_group(&self.rank_mesh.hardware.links, self.rank_mesh.mesh, &axes);
        let exchange = reads.cheapest(&bytes, &links);
        let halo = Halo { shard, dim, axes: &axes, reads, me };
        let received = match &exchange {
            Exchange::All => {
                let gathered =
                    self.gather_local(&shard.name, shard.global(), dim, &shard.layout, shard.local_shape());
                shard.name = self.build.slice(&gathered, dim, needed.start, needed.end);
                shard.ranges[dim] = needed;
                return;
            }
            Exchange::Nothing => BTreeMap::new(),
            Exchange::Pairs(phases) => {
                let mut received = BTreeMap::new();
                phases.iter().for_each(|phase| received.extend(self.meet(&halo, phase)));
                received
            }
            Exchange::Slots(width) => self.exchange_slots(&halo, *width),
        };
        let mut segments = Vec::new();
        for from in reads.sources(&needed) {
            match received.get(&from) {
                Some(name) => segments.push(name.clone()),
                None => segments.push(self.own_indices(&halo, reads.sent(me, me))),
            }
        }
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        shard.name = self.build.concat(&segments, dim);
        shard.ranges[dim] = needed;
    }

    /// One phase of an exchange among pairs: what this rank reads, by the shard that it comes from.
    fn meet(&mut self, halo: &Halo<'_>, phase: &[Pair]) -> Option<(u64, String)> {
        let Halo { shard, dim, axes, reads, me } = *halo;
        let own = phase.iter().find(|pair| pair.shards.contains(&me));
        let noted = own.or_else(|| phase.iter().max_by_key(|pair| pair.width))?;
        let mut local = shard.local_shape();
        local[dim] = noted.width;
        self.note_pair(axes, sent_bytes(shard.element, local), own.is_some());
        let Some(&Pair { shards: pair, width }) = own else {
            self.build.skip_collective();
            return None;
        };
        let group = self.rank_mesh.group(axes, self.position);
        let group = pair.map(|member| group[member as usize]);
        let partner = usize::from(pair[0] == me);
        let other = pair[partner];
        let shown = self.shown(halo, other, width);
        let attributes = vec![int_attribute("axis", dim as i64), int_attribute("group_size", 2)];
        let both = self.build.exchange("AllGather", &shown, shard.element, &group, attributes);
        let (sent, theirs) = (reads.sent(other, me), reads.shown(other, me, width));
        let start = partner as u64 * width + sent.start.saturating_sub(theirs.start);
        let length = sent.end - sent.start;
        (length > 0).then(|| (other, self.build.slice(&both, dim, start, start + length)))
    }

    /// One exchange among all shards: what this rank reads, by the shard that it comes from.
    fn exchange_slots(&mut self, halo: &Halo<'_>, width: u64) -> BTreeMap<u64, String> {
        let Halo { shard, dim, axes, reads, me } = *halo;
        let rows: Vec<String> = (0..reads.count)
            .map(|to| {
                let slot = match to == me || reads.sent(me, to).is_empty() {
                    true => self.halo_zeros(halo, width),
                    false => self.shown(halo, to, width),
                };
                self.build.unsqueeze(&slot)
            })
            .collect();
        let rows = self.build.concat(&rows.iter().map(String::as_str).collect::<Vec<_>>(), 0);
        let group = self.rank_mesh.group(axes, self.position);
        let mut local = shard.local_shape();
        local[dim] = width;
        let bytes = sent_bytes(shard.element, local).saturating_mul(reads.count);
        self.note_collective(CollectiveKind::AllToAll, axes, reads.count, bytes);
        let attributes = vec![int_attribute("group_size", reads.count as i64)];
        let all = self.build.exchange("AllToAll", &rows, shard.element, &group, attributes);
        let mut received = BTreeMap::new();
        for from in reads.sources(&(reads.need)(me)).filter(|&from| from != me) {
            let (sent, theirs) = (reads.sent(from, me), reads.shown(from, me, width));
            let start = sent.start - theirs.start;
            let own = [(0, from, from + 1), (dim + 1, start, start + sent.end - sent.start)];
            let row = self.build.slices(&all, &own);
            received.insert(from, self.build.squeeze(&row, 0));
        }
        received
    }

    /// The `width` indices that this rank sends to shard `to`. A smaller shard ends with zeros, which nothing reads.
    fn shown(&mut self, halo: &Halo<'_>, to: u64, width: u64) -> String {
        let range = halo.reads.shown(halo.me, to, width);
        let missing = width - (range.end - range.start);
        let own = self.own_indices(halo, range);
        if missing == 0 {
            return own;
        }
        let zeros = self.halo_zeros(halo, missing);
        self.build.concat(&[&own, &zeros], halo.dim)
    }

    fn halo_zeros(&mut self, halo: &Halo<'_>, width: u64) -> String {
        let mut local = halo.shard.local_shape();
        local[halo.dim] = width;
        let sizes = halo.shard.global().local_sizes(&local);
        self.build.zeros_like(halo.shard.element, &halo.shard.name, &sizes)
    }

    /// Indices of this rank's shard.
    fn own_indices(&mut self, halo: &Halo<'_>, range: Range<u64>) -> String {
        let own = halo.reads.own(halo.me);
        match range == own {
            true => halo.shard.name.clone(),
            false => {
                self.build.slice(&halo.shard.name, halo.dim, range.start - own.start, range.end - own.start)
            }
        }
    }

    /// Records an exchange between two of the shards along `axes`, each of which has `before` bytes.
    fn note_pair(&mut self, axes: &[AxisRef], before: u64, takes_part: bool) {
        // Some pair is on both sides of the longest link.
        let mesh = self.rank_mesh.mesh;
        let farthest = axes.iter().max_by_key(|&&axis| mesh.stride(axis));
        let lengths = farthest.map(|&axis| {
            let half = 1 << (axis.size().ilog2().max(1) - 1);
            (2, mesh.stride(axis) * half)
        });
        let lengths = lengths.into_iter().collect();
        self.note_among(CollectiveKind::AllGather, axes, lengths, (2, before), takes_part);
    }
}

/// A shard along a dimension whose shards are exchanged.
#[derive(Clone, Copy)]
struct Halo<'h> {
    shard: &'h Shard,
    dim: usize,
    axes: &'h [AxisRef],
    reads: Reads<'h>,
    /// The index of this rank's shard.
    me: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(count: u64) -> LinkGroup {
        let mut links = LinkGroup::default();
        links.add(partita_cost::Link::new(0.00001, 100.0).expect("a valid link"), count);
        links
    }

    /// Every shard reads `before` and `after` its own indices.
    fn near(size: u64, count: u64, before: u64, after: u64) -> (Exchange, u64) {
        let need = |at| {
            let own = shard_range(size, count, at);
            own.start.saturating_sub(before)..(own.end + after).min(size)
        };
        let reads = Reads { size, count, need: &need };
        let bytes = |width| width * 1000;
        let exchange = reads.cheapest(&bytes, &links(count));
        let sent = exchange.sent(&reads, &bytes);
        (exchange, sent)
    }

    #[test]
    fn a_rank_sends_its_borders_to_its_neighbours_only() {
        for (count, expected) in [(2, 1000), (3, 2000), (4, 2000), (8, 2000), (64, 2000)] {
            let (exchange, sent) = near(64 * 4, count, 1, 1);
            assert_eq!(sent, expected, "{count}: {exchange:?}");
            assert_eq!(matches!(exchange, Exchange::Slots(_)), count == 3, "{count}");
        }
        assert_eq!(near(16, 4, 0, 0), (Exchange::Nothing, 0));
    }

    #[test]
    fn borders_may_be_wider_than_a_shard() {
        let (exchange, sent) = near(16, 8, 3, 0);
        let Exchange::Pairs(phases) = exchange else { panic!("{exchange:?}") };
        let widths: Vec<u64> = phases.iter().map(|phase| widest(phase)).collect();
        assert_eq!((widths, sent), (vec![2, 2, 1, 1], 6000));
        for phase in &phases {
            let mut seen: Vec<u64> = phase.iter().flat_map(|pair| pair.shards).collect();
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "{phase:?}");
        }
        assert_eq!(near(16, 8, 16, 16).0, Exchange::All);
    }

    #[test]
    fn what_is_sent_contains_what_is_read() {
        for (size, count) in [(17, 4), (9, 8), (13, 3), (40, 5)] {
            for (before, after) in [(0, 2), (2, 0), (1, 3), (5, 5)] {
                let need = |at| {
                    let own = shard_range(size, count, at);
                    own.start.saturating_sub(before)..(own.end + after).min(size)
                };
                let reads = Reads { size, count, need: &need };
                for pair in reads.pairs().unwrap() {
                    for [from, to] in [pair.shards, [pair.shards[1], pair.shards[0]]] {
                        let (sent, shown) = (reads.sent(from, to), reads.shown(from, to, pair.width));
                        assert!(shown.end - shown.start <= pair.width);
                        assert!(sent.is_empty() || shown.start <= sent.start && sent.end <= shown.end);
                    }
                }
            }
        }
    }
}
