//! The rotations that a linear op needs between two slot layouts, from shapes alone.
//!
//! A value that is read from slot `u` and needed in slot `t` requires a rotation by `u - t`. This offset is a
//! sum of three: one that depends on the two channels, one on the two rows and one on the two columns. Which
//! sums occur between a pair of ciphertexts does not depend on any weight. If the input is periodic, offsets
//! count only modulo its period.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::op::{Channels, LinearOp};
use super::view::View;
use crate::slot_layout::{ChannelPlace, SlotLayout};

/// The modulus of offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    /// The modulus.
    pub(crate) length: usize,
    /// Whether rotations by further periods are equivalent, as is the case if the period divides the slots.
    /// Otherwise only the offset in `0..length` may be used.
    pub(crate) any: bool,
}

/// How an offset is composed of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Planes; rows with the share of interleaved channels; columns likewise.
    Direction,
    /// Channels; rows; columns. For ops in which a channel determines its partner.
    Channel,
    /// What changes from channel to channel of the output; from row to row; from column to column. For views: rows of
    /// the output may be columns of the input.
    Output,
}

/// The offsets of an op between two layouts.
pub(crate) struct Offsets {
    pub(crate) period: Period,
    /// Every distinct offset as the sum of three parts.
    pub(crate) terms: Vec<[i64; 3]>,
    /// Distinct sets of offsets, as indices into `terms`.
    pub(crate) sets: Vec<Vec<u32>>,
    /// Input ciphertext, output ciphertext, set; sorted.
    pub(crate) pairs: Vec<(u32, u32, u32)>,
    /// Whether an op that views values moves each input ciphertext as a unit, with all its values, wherever it goes.
    pub(crate) moves_units: bool,
}

type Place3 = [i64; 3];

impl Offsets {
    pub(crate) fn new(
        op: &LinearOp,
        from: &SlotLayout,
        to: &SlotLayout,
        period: Period,
        grouping: Grouping,
    ) -> Offsets {
        if let Some(view) = op.as_view() {
            return view_offsets(view, [from, to], period, grouping);
        }
        let (mut channel_sets, channel_pairs) = channel_offsets(op, from, to, grouping);
        if period.any {
            close_circle(&mut channel_sets, period.length as i64);
        }
        let (row_sets, row_pairs) = row_offsets(op, from, to);
        let columns = column_offsets(op, from, to);
        let mut terms = Vec::new();
        let mut term_of: Vec<u32> = vec![u32::MAX; period.length];
        let mut sets: Vec<Vec<u32>> = Vec::new();
        let mut made: FxHashMap<(usize, usize), u32> = FxHashMap::default();
        let mut pairs = Vec::new();
        for &((zi, zo), rows) in &row_pairs {
            for &((gi, go), channels) in &channel_pairs {
                let set = *made.entry((channels, rows)).or_insert_with(|| {
                    let set =
                        combine(&channel_sets[channels], &row_sets[rows], &columns, period, |r, term| {
                            if term_of[r] == u32::MAX {
                                term_of[r] = terms.len() as u32;
                                terms.push(term);
                            }
                            term_of[r]
                        });
                    sets.push(set);
                    sets.len() as u32 - 1
                });
                let input = (gi * from.parts() + zi) as u32;
                let output = (go * to.parts() + zo) as u32;
                pairs.push((input, output, set));
            }
        }
        pairs.retain(|&(_, _, set)| !sets[set as usize].is_empty());
        pairs.sort_unstable();
        Offsets { period, terms, sets, pairs, moves_units: false }
    }

    /// The offset of a term, reduced by the period.
    pub(crate) fn value(&self, term: u32) -> usize {
        let [a, b, c] = self.terms[term as usize];
        (a + b + c).rem_euclid(self.period.length as i64) as usize
    }
}

/// If channels fill a period, rolling them is cyclic: half of the offsets equal others.
fn close_circle(sets: &mut [Vec<Place3>], length: i64) {
    let distinct = |f: &dyn Fn(i64) -> i64| {
        sets.iter().flatten().map(|place| f(place[0])).collect::<BTreeSet<_>>().len()
    };
    if distinct(&|k| k.rem_euclid(length)) < distinct(&|k| k) {
        for set in sets {
            for place in set.iter_mut() {
                place[0] = place[0].rem_euclid(length);
            }
            set.sort_unstable();
            set.dedup();
        }
    }
}

/// The sums of one offset each, reduced by the period, without repetition. `term_index` gives the index of an
/// offset.
fn combine(
    channels: &[Place3],
    rows: &[i64],
    columns: &[i64],
    period: Period,
    mut term_index: impl FnMut(usize, Place3) -> u32,
) -> Vec<u32> {
    let length = period.length as i64;
    let mut seen = vec![false; period.length];
    let mut set = Vec::new();
    for &[k, dr, dc] in channels {
        for &row in rows {
            for &column in columns {
                let (row, column) = (row + dr, column + dc);
                let sum = k + row + column;
                let r = sum.rem_euclid(length);
                if !std::mem::replace(&mut seen[r as usize], true) {
                    // If the period must not be exceeded, the excess is subtracted from the channel part.
                    let k = if period.any { k } else { k + r - sum };
                    set.push(term_index(r as usize, [k, row, column]));
                }
            }
        }
    }
    set.sort_unstable();
    set
}

/// Distinct sets of offsets between channels, and the set of each pair of channel groups.
#[expect(clippy::type_complexity, reason = "two tables that are taken apart at once")]
fn channel_offsets(
    op: &LinearOp,
    from: &SlotLayout,
    to: &SlotLayout,
    grouping: Grouping,
) -> (Vec<Vec<Place3>>, Vec<((usize, usize), usize)>) {
    let point = |layout: &SlotLayout, place: ChannelPlace| channel_point(layout, place, grouping);
    let mut by_pair: BTreeMap<(usize, usize), Vec<Place3>> = BTreeMap::new();
    let mut sets: Vec<Vec<Place3>> = Vec::new();
    let mut index: FxHashMap<Vec<Place3>, usize> = FxHashMap::default();
    let mut pairs = Vec::new();
    let mut intern = |mut set: Vec<Place3>| {
        set.sort_unstable();
        set.dedup();
        *index.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() - 1
        })
    };
    if op.channels() == Channels::Groups(1) {
        // All channels of two groups meet, so a set depends only on the positions in the two groups.
        let (ins, outs) = (group_points(from, &point), group_points(to, &point));
        let mut known: FxHashMap<(&[Place3], &[Place3]), usize> = FxHashMap::default();
        for (gi, a) in ins.iter().enumerate() {
            for (go, b) in outs.iter().enumerate() {
                let set = *known.entry((a, b)).or_insert_with(|| intern(differences(a, b)));
                pairs.push(((gi, go), set));
            }
        }
    } else {
        for f in 0..op.output()[0] {
            let target = to.channel(f);
            let b = point(to, target);
            for c in op.sources(f) {
                let source = from.channel(c);
                let a = point(from, source);
                by_pair.entry((source.group, target.group)).or_default().push([
                    a[0] - b[0],
                    a[1] - b[1],
                    a[2] - b[2],
                ]);
            }
        }
        for (pair, set) in by_pair {
            pairs.push((pair, intern(set)));
        }
    }
    (sets, pairs)
}

/// The slot of a channel's first value, as the sum of three.
fn channel_point(layout: &SlotLayout, place: ChannelPlace, grouping: Grouping) -> Place3 {
    let plane = (place.plane * layout.plane_slots()) as i64;
    let (row, column) =
        ((place.row * layout.spec().plane[1]) as i64, (place.column * layout.gap_step()) as i64);
    match grouping {
        Grouping::Direction => [plane, row, column],
        Grouping::Channel | Grouping::Output => [plane + row + column, 0, 0],
    }
}

/// The points of every channel group, sorted.
fn group_points(
    layout: &SlotLayout,
    point: &impl Fn(&SlotLayout, ChannelPlace) -> Place3,
) -> Vec<Vec<Place3>> {
    let mut groups = vec![Vec::new(); layout.groups()];
    for c in 0..layout.shape()[0] {
        let place = layout.channel(c);
        groups[place.group].push(point(layout, place));
    }
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}

/// All differences of two sets of points; the difference of two boxes is a box.
fn differences(a: &[Place3], b: &[Place3]) -> Vec<Place3> {
    if let (Some(a), Some(b)) = (as_box(a), as_box(b)) {
        let [x, y, z] = [0, 1, 2].map(|d| line_differences(&a[d], &b[d]));
        let mut set = Vec::with_capacity(x.len() * y.len() * z.len());
        for &x in &x {
            for &y in &y {
                set.extend(z.iter().map(|&z| [x, y, z]));
            }
        }
        return set;
    }
    let mut set = BTreeSet::new();
    for a in a {
        set.extend(b.iter().map(|b| [a[0] - b[0], a[1] - b[1], a[2] - b[2]]));
    }
    set.into_iter().collect()
}

/// The sides of a set of points that is a box.
fn as_box(points: &[Place3]) -> Option<[Vec<i64>; 3]> {
    let sides = [0, 1, 2].map(|d| {
        let mut side: Vec<i64> = points.iter().map(|point| point[d]).collect();
        side.sort_unstable();
        side.dedup();
        side
    });
    (sides.iter().map(Vec::len).product::<usize>() == points.len()).then_some(sides)
}

/// All differences of two sorted sets of numbers.
fn line_differences(a: &[i64], b: &[i64]) -> Vec<i64> {
    let step = |line: &[i64]| {
        let step = line.get(1).map(|next| next - line[0]);
        line.windows(2).all(|w| Some(w[1] - w[0]) == step).then_some(step)
    };
    if let (Some(x), Some(y)) = (step(a), step(b))
        && let Some(step) = x.or(y).filter(|&s| x.is_none_or(|x| x == s) && y.is_none_or(|y| y == s))
    {
        let (low, high) = (a[0] - b[b.len() - 1], a[a.len() - 1] - b[0]);
        return (0..=(high - low) / step).map(|n| low + n * step).collect();
    }
    let set: BTreeSet<i64> = a.iter().flat_map(|a| b.iter().map(move |b| a - b)).collect();
    set.into_iter().collect()
}

/// Distinct sets of offsets between rows, and the set of each pair of row parts.
#[expect(clippy::type_complexity, reason = "two tables that are taken apart at once")]
fn row_offsets(
    op: &LinearOp,
    from: &SlotLayout,
    to: &SlotLayout,
) -> (Vec<Vec<i64>>, Vec<((usize, usize), usize)>) {
    let mut by_pair: BTreeMap<(usize, usize), BTreeSet<i64>> = BTreeMap::new();
    for zo in 0..to.parts() {
        for out in to.rows_of(zo) {
            let t = to.row_slot(zo, out) as i64;
            for row in (0..op.window().kernel[0]).filter_map(|tap| op.source(0, out, tap)) {
                let zi = from.part_to_read(row, zo);
                by_pair.entry((zi, zo)).or_default().insert(from.row_slot(zi, row) as i64 - t);
            }
        }
    }
    let mut sets: Vec<Vec<i64>> = Vec::new();
    let mut pairs = Vec::new();
    for (pair, set) in by_pair {
        let set: Vec<i64> = set.into_iter().collect();
        let index = sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        pairs.push((pair, index));
    }
    // Larger sets first, so that offsets are composed as within a ciphertext rather than as across its
    // boundary.
    pairs.sort_by_key(|&(_, set)| std::cmp::Reverse(sets[set].len()));
    (sets, pairs)
}

fn column_offsets(op: &LinearOp, from: &SlotLayout, to: &SlotLayout) -> Vec<i64> {
    let mut set = BTreeSet::new();
    for out in 0..op.output()[2] {
        for tap in 0..op.window().kernel[1] {
            if let Some(column) = op.source(1, out, tap) {
                set.insert((column * from.column_stride()) as i64 - (out * to.column_stride()) as i64);
            }
        }
    }
    set.into_iter().collect()
}

/// The ciphertext and the slot of every value of a tensor, by tables of its dimensions.
struct ValuePlaces {
    shape: [usize; 3],
    /// By channel: its first ciphertext and its slot.
    channels: Vec<(usize, Place3)>,
    /// By row: its part and its slot.
    rows: Vec<(usize, i64)>,
    column_stride: usize,
}

impl ValuePlaces {
    fn of(layout: &SlotLayout, grouping: Grouping) -> ValuePlaces {
        let shape @ [c, h, _] = layout.shape();
        let channel = |c: usize| {
            let place = layout.channel(c);
            (place.group * layout.parts(), channel_point(layout, place, grouping))
        };
        let row = |h: usize| {
            let part = h / layout.spec().rows;
            (part, layout.row_slot(part, h) as i64)
        };
        ValuePlaces {
            shape,
            channels: (0..c).map(channel).collect(),
            rows: (0..h).map(row).collect(),
            column_stride: layout.column_stride(),
        }
    }

    /// Ciphertext and slot of the value with this index, row-major.
    fn at(&self, index: usize) -> (u32, Place3) {
        let [_, h, w] = self.shape;
        let (first, [plane, row, column]) = self.channels[index / (h * w)];
        let (part, slot) = self.rows[index / w % h];
        ((first + part) as u32, [plane, row + slot, column + (index % w * self.column_stride) as i64])
    }

    /// The number of values in each ciphertext.
    fn counts(&self, ciphertexts: usize) -> Vec<usize> {
        let mut counts = vec![0; ciphertexts];
        for &(first, _) in &self.channels {
            self.rows.iter().for_each(|&(part, _)| counts[first + part] += self.shape[2]);
        }
        counts
    }
}

/// The offsets of a view, by visiting all of its values: they have no structure that is known in advance.
fn view_offsets(view: &View, [from, to]: [&SlotLayout; 2], period: Period, grouping: Grouping) -> Offsets {
    let (ins, outs) = (ValuePlaces::of(from, grouping), ValuePlaces::of(to, grouping));
    let length = period.length as i64;
    let mut terms: Vec<Place3> = Vec::new();
    let mut term_of = vec![u32::MAX; period.length];
    // For each pair of ciphertexts, its terms and how many values they move.
    let mut found: FxHashMap<(u32, u32), (FxHashSet<u32>, usize)> = FxHashMap::default();
    let [_, rows, columns] = to.shape();
    // The offsets of the first value of a channel and of a row.
    let mut begun = [0, 0];
    for (n, source) in view.sources().enumerate() {
        let ((input, a), (output, b)) = (ins.at(source), outs.at(n));
        let mut parts = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let sum: i64 = parts.iter().sum();
        if grouping == Grouping::Output {
            if n % (rows * columns) == 0 {
                begun[0] = sum;
            }
            if n % columns == 0 {
                begun[1] = sum;
            }
            parts = [begun[0], begun[1] - begun[0], sum - begun[1]];
        }
        let r = sum.rem_euclid(length);
        if !period.any {
            parts[0] += r - sum;
        }
        let term = &mut term_of[r as usize];
        if *term == u32::MAX {
            *term = terms.len() as u32;
            terms.push(parts);
        }
        let (set, count) = found.entry((input, output)).or_default();
        set.insert(*term);
        *count += 1;
    }
    if period.any {
        let distinct =
            |f: &dyn Fn(i64) -> i64| terms.iter().map(|term| f(term[0])).collect::<BTreeSet<_>>().len();
        if distinct(&|k| k.rem_euclid(length)) < distinct(&|k| k) {
            terms.iter_mut().for_each(|term| term[0] = term[0].rem_euclid(length));
        }
    }
    let held = ins.counts(from.ciphertexts());
    let moves_units =
        found.iter().all(|((input, _), (set, count))| set.len() == 1 && *count == held[*input as usize]);
    let mut sets: Vec<Vec<u32>> = Vec::new();
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut found: Vec<((u32, u32), Vec<u32>)> = found
        .into_iter()
        .map(|(pair, (set, _))| {
            let mut set: Vec<u32> = set.into_iter().collect();
            set.sort_unstable();
            (pair, set)
        })
        .collect();
    found.sort_unstable();
    let pairs = found.into_iter().map(|((input, output), set)| {
        let set = *known.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() as u32 - 1
        });
        (input, output, set)
    });
    let pairs = pairs.collect();
    Offsets { period, terms, sets, pairs, moves_units }
}
