//! Windows onto a sharded dimension: every device gets the index range it needs, wherever it is stored.
//!
//! This one mechanism serves every op that reads across shard boundaries: slices, padding, concatenation,
//! reversal, the halos of convolutions and pooling, and changes of the block size. [`route`] chooses the
//! cheapest of four ways to collect the windows; all windows have the same width, because every device runs the
//! same program.

use partita_ir::ValueId;
use partita_mesh::MeshId;
use partita_mesh::axis_list::shard_count;

use crate::devices;
use crate::emit::Emitter;
use crate::local_layout::Axes;

/// One dimension of a local value and how it is sharded.
#[derive(Clone, Debug)]
pub(crate) struct LocalDim {
    pub(crate) mesh: MeshId,
    pub(crate) dim: usize,
    /// The axes that shard it; none if every device holds all of it.
    pub(crate) axes: Axes,
    /// Its global size.
    pub(crate) size: u64,
}

/// How the blocks that make up the windows reach the devices that need them.
enum Route {
    /// All windows are within a fixed range around the block of their device, so neighbours exchange slices.
    Shifted { offset: i64, width: u64 },
    /// Every device receives one block per exchange, starting with the first block that its window touches.
    Sent { first: Vec<i64>, exchanges: Vec<Exchange> },
    /// No window contains an existing index.
    Nothing,
    /// Every device gathers the entire dimension.
    Gathered,
}

/// One block for every device that needs one.
struct Exchange {
    /// The range of indices of each block that any device needs.
    from: u64,
    to: u64,
    /// Pairs of shards; in one round a shard sends to at most one other.
    rounds: Vec<Vec<(u64, u64)>>,
}

impl Exchange {
    /// How many indices a device sends, at most.
    fn traffic(&self) -> i64 {
        let moves = |pairs: &&Vec<(u64, u64)>| pairs.iter().any(|(from, to)| from != to);
        (self.rounds.iter().filter(moves).count() as u64 * (self.to - self.from)) as i64
    }
}

/// Windows of one width onto a dimension.
struct Useful<'a> {
    size: i64,
    starts: &'a [i64],
    width: i64,
    /// How many leading indices of each window are needed; all if the list is empty.
    needed: &'a [i64],
}

impl Useful<'_> {
    /// The indices of a shard's window that exist and are needed; `None` if there are none.
    fn range(&self, shard: usize) -> Option<(i64, i64)> {
        let start = self.starts[shard];
        let needed = self.needed.get(shard).copied().unwrap_or(self.width);
        let (from, to) = (start.max(0), (start + needed).min(self.size));
        (from < to).then_some((from, to))
    }

    /// The shards with a nonempty window, and its range.
    fn ranges(&self) -> impl Iterator<Item = (usize, (i64, i64))> + '_ {
        (0..self.starts.len()).filter_map(|shard| Some((shard, self.range(shard)?)))
    }
}

impl Emitter {
    /// The indices `starts[i] .. starts[i] + width` of a dimension for the device with shard `i` along `axes`
    /// (the axes of the dimension itself, if it has any). Indices outside the dimension give arbitrary values.
    pub(crate) fn window(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
    ) -> ValueId {
        self.window_in_part(value, local_dim, axes, starts, width, &[])
    }

    /// The same if shard `i` needs only the first `needed[i]` indices of its window; all if the list is empty.
    pub(crate) fn window_in_part(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
        needed: &[i64],
    ) -> ValueId {
        if local_dim.axes.is_empty() {
            let index = self.shard_index(local_dim.mesh, axes);
            return self.window_of_replicated(value, local_dim.dim, index, starts, width);
        }
        assert!(local_dim.axes == *axes, "a window keeps the axes of its dimension");
        let block = self.shape(value)[local_dim.dim];
        let useful = Useful { size: local_dim.size as i64, starts, width: width as i64, needed };
        match route(&useful, block) {
            Route::Nothing => {
                let (mut shape, element) = (self.shape(value), self.element(value));
                shape[local_dim.dim] = width;
                self.zeros(&shape, element)
            }
            Route::Shifted { offset, width: around } => {
                let around = self.shifted(value, local_dim, block, offset, around);
                let table: Vec<i64> =
                    (0..).zip(starts).map(|(shard, start)| start - offset - shard * block as i64).collect();
                self.extract_windows(around, local_dim, &useful, table)
            }
            Route::Gathered => {
                let gathered = self.all_gather(local_dim.mesh, value, local_dim.dim, &local_dim.axes);
                let index = self.shard_index(local_dim.mesh, axes);
                self.window_of_replicated(gathered, local_dim.dim, index, starts, width)
            }
            Route::Sent { first, exchanges } => {
                let slices: Vec<ValueId> =
                    exchanges.iter().map(|exchange| self.exchanged(value, local_dim, exchange)).collect();
                let buffer = self.concatenate(&slices, local_dim.dim);
                let table: Vec<i64> =
                    starts.iter().zip(&first).map(|(start, first)| start - first * block as i64).collect();
                self.extract_windows(buffer, local_dim, &useful, table)
            }
        }
    }

    /// Takes the window that begins at `table[i]` out of the buffer of shard `i`. Elements that are not needed
    /// are arbitrary.
    fn extract_windows(
        &mut self,
        buffer: ValueId,
        local_dim: &LocalDim,
        useful: &Useful<'_>,
        table: Vec<i64>,
    ) -> ValueId {
        let room = self.shape(buffer)[local_dim.dim] as i64;
        let begins = || (0..table.len()).filter(|&shard| useful.range(shard).is_some()).map(|i| table[i]);
        let low = begins().map(|start| -start).max().unwrap_or(0).max(0);
        let high = begins().map(|start| start + useful.width - room).max().unwrap_or(0).max(0);
        let first = begins().next().unwrap_or(0);
        let same = begins().all(|start| start == first);
        let buffer = self.pad_arbitrary(buffer, local_dim.dim, low, high);
        let first = (first + low) as u64;
        if same {
            return self.slice(buffer, local_dim.dim, first, first + useful.width as u64);
        }
        let table: Vec<i64> = table.iter().map(|start| start + low).collect();
        let index = self.shard_index(local_dim.mesh, &local_dim.axes);
        let start = self.look_up(&table, index);
        self.dynamic_slice(buffer, local_dim.dim, start, useful.width as u64)
    }

    /// The windows of a dimension that every device holds entirely.
    fn window_of_replicated(
        &mut self,
        value: ValueId,
        dim: usize,
        index: ValueId,
        starts: &[i64],
        width: u64,
    ) -> ValueId {
        let size = self.shape(value)[dim] as i64;
        let low = starts.iter().map(|start| -start).max().unwrap_or(0).max(0);
        let high = starts.iter().map(|start| start + width as i64 - size).max().unwrap_or(0).max(0);
        let padded = self.pad_arbitrary(value, dim, low, high);
        let table: Vec<i64> = starts.iter().map(|start| start + low).collect();
        if let Some(&first) = table.first().filter(|first| table.iter().all(|start| start == *first)) {
            return self.slice(padded, dim, first as u64, first as u64 + width);
        }
        let start = self.look_up(&table, index);
        self.dynamic_slice(padded, dim, start, width)
    }

    /// Extends a dimension at its ends. The added elements are never used; they are zeros.
    fn pad_arbitrary(&mut self, value: ValueId, dim: usize, low: i64, high: i64) -> ValueId {
        if (low, high) == (0, 0) {
            return value;
        }
        let element = self.element(value);
        let zero = self.zeros(&[], element);
        self.pad(value, zero, dim, [low, high, 0])
    }

    /// A window that begins `offset` after the start of every device's own block.
    fn shifted(
        &mut self,
        value: ValueId,
        local_dim: &LocalDim,
        block: u64,
        offset: i64,
        width: u64,
    ) -> ValueId {
        let (block, end) = (block as i64, offset + width as i64);
        let count = shard_count(&local_dim.axes) as i64;
        let slices: Vec<ValueId> = (offset.div_euclid(block)..=(end - 1).div_euclid(block))
            .map(|distance| {
                let from = offset.max(distance * block) - distance * block;
                let to = end.min((distance + 1) * block) - distance * block;
                let slice = self.slice(value, local_dim.dim, from as u64, to as u64);
                if distance == 0 {
                    return slice;
                }
                let targets = (0..count).filter(|target| (0..count).contains(&(target + distance)));
                let pairs: Vec<(u64, u64)> =
                    targets.map(|target| ((target + distance) as u64, target as u64)).collect();
                // All devices would receive from beyond the mesh. Those elements are not part of the dimension.
                if pairs.is_empty() {
                    let (shape, element) = (self.shape(slice), self.element(slice));
                    return self.zeros(&shape, element);
                }
                let pairs = devices::device_pairs(self.mesh(local_dim.mesh), &local_dim.axes, &pairs);
                self.permute(slice, &pairs)
            })
            .collect();
        self.concatenate(&slices, local_dim.dim)
    }

    /// Rotates a dimension so that index `first` comes first. There is no padding. Every device receives the
    /// end of one block and the beginning of the next, each in one exchange; if one of these blocks is its own,
    /// a single exchange is left.
    pub(crate) fn rotate(&mut self, value: ValueId, local_dim: &LocalDim, first: u64) -> ValueId {
        let (block, count) = (self.shape(value)[local_dim.dim], shard_count(&local_dim.axes));
        let slices: Vec<ValueId> = turned(block, first)
            .into_iter()
            .map(|(distance, from, to)| {
                let slice = self.slice(value, local_dim.dim, from, to);
                if distance % count == 0 {
                    return slice;
                }
                let pairs: Vec<(u64, u64)> =
                    (0..count).map(|target| ((target + distance) % count, target)).collect();
                let pairs = devices::device_pairs(self.mesh(local_dim.mesh), &local_dim.axes, &pairs);
                self.permute(slice, &pairs)
            })
            .collect();
        self.concatenate(&slices, local_dim.dim)
    }

    /// The block that each device receives. A device may have to send to several others, which takes several
    /// rounds; each device receives in at most one of them.
    fn exchanged(&mut self, value: ValueId, local_dim: &LocalDim, exchange: &Exchange) -> ValueId {
        let block = self.shape(value)[local_dim.dim];
        let value = self.slice(value, local_dim.dim, exchange.from, exchange.to);
        let mut result: Option<ValueId> = None;
        for pairs in &exchange.rounds {
            let all = devices::device_pairs(self.mesh(local_dim.mesh), &local_dim.axes, pairs);
            let stays = pairs.iter().all(|(from, to)| from == to);
            let sent = if stays { value } else { self.permute(value, &all) };
            result = Some(match result {
                None => sent,
                Some(before) => {
                    let mut table = vec![0; shard_count(&local_dim.axes) as usize];
                    pairs.iter().for_each(|&(_, to)| table[to as usize] = 1);
                    let index = self.shard_index(local_dim.mesh, &local_dim.axes);
                    let mine = self.look_up(&table, index);
                    let zero = self.constant_index(0);
                    let mine = self.compare("NE", mine, zero);
                    self.select(mine, sent, before)
                }
            });
        }
        let result = result.unwrap_or(value);
        self.pad_arbitrary(result, local_dim.dim, exchange.from as i64, (block - exchange.to) as i64)
    }

    /// How many indices of a dimension of this size and block a device sends to collect all windows.
    pub(crate) fn window_traffic(size: u64, block: u64, starts: &[i64], width: u64, needed: &[i64]) -> u64 {
        let shards = starts.len() as i64;
        match route(&Useful { size: size as i64, starts, width: width as i64, needed }, block) {
            Route::Nothing => 0,
            Route::Shifted { offset, width } => foreign(offset, width as i64, block as i64, shards) as u64,
            Route::Sent { exchanges, .. } => exchanges.iter().map(Exchange::traffic).sum::<i64>() as u64,
            Route::Gathered => (shards - 1) as u64 * block,
        }
    }
}

/// The slices that a device holds after a rotation: how many blocks away each is, and its index range there.
fn turned(block: u64, first: u64) -> Vec<(u64, u64, u64)> {
    let (distance, offset) = (first / block, first % block);
    let slices = [(distance, offset, block), (distance + 1, 0, offset)];
    slices.into_iter().filter(|(_, from, to)| from < to).collect()
}

/// How many elements from other blocks a window contains that begins `offset` after its device's block.
fn foreign(offset: i64, width: i64, block: i64, shards: i64) -> i64 {
    let overlap = |from: i64, to: i64| ((offset + width).min(to) - offset.max(from)).max(0);
    overlap((1 - shards) * block, shards * block) - overlap(0, block)
}

/// Chooses the route that sends the fewest elements. Ties go to the shift, which needs no table of devices.
fn route(useful: &Useful<'_>, block: u64) -> Route {
    let (count, block) = (useful.starts.len() as i64, block as i64);
    let everything = (count - 1) * block;
    // The range that covers all windows, relative to the block of each device.
    let relative = || {
        useful.ranges().map(|(shard, (from, to))| (from - shard as i64 * block, to - shard as i64 * block))
    };
    let (Some(offset), Some(end)) =
        (relative().map(|each| each.0).min(), relative().map(|each| each.1).max())
    else {
        return Route::Nothing;
    };
    let shifted = foreign(offset, end - offset, block, count);
    let shift = Route::Shifted { offset, width: (end - offset) as u64 };
    if shifted == 0 {
        return shift;
    }
    let first: Vec<i64> = useful.starts.iter().map(|start| start.div_euclid(block)).collect();
    let most = useful.ranges().map(|(shard, (_, to))| (to - 1).div_euclid(block) - first[shard] + 1).max();
    let exchanges: Vec<Exchange> =
        (0..most.unwrap_or(0)).map(|number| exchange(useful, block, &first, number)).collect();
    let exchanged: i64 = exchanges.iter().map(Exchange::traffic).sum();
    if shifted <= exchanged && shifted <= everything {
        return shift;
    }
    if exchanged >= everything {
        return Route::Gathered;
    }
    Route::Sent { first, exchanges }
}

/// The transfers that give every device block `number` of those that its window touches.
fn exchange(useful: &Useful<'_>, block: i64, first: &[i64], number: i64) -> Exchange {
    let (mut begin, mut end) = (block, 0);
    let mut rounds: Vec<Vec<(u64, u64)>> = Vec::new();
    for (target, (from, to)) in useful.ranges() {
        let source = first[target] + number;
        let (from, to) = ((from - source * block).max(0), (to - source * block).min(block));
        if from >= to {
            continue;
        }
        (begin, end) = (begin.min(from), end.max(to));
        let pair = (source as u64, target as u64);
        // In a collective_permute a device sends to at most one other, so a block with several targets takes
        // several rounds; the first round in which the source is idle is used.
        match rounds.iter_mut().find(|round| round.iter().all(|(from, _)| *from != pair.0)) {
            Some(round) => round.push(pair),
            None => rounds.push(vec![pair]),
        }
    }
    // No device needs this block: any slice will do.
    let (begin, end) = if begin < end { (begin, end) } else { (0, block) };
    Exchange { from: begin as u64, to: end as u64, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn useful(size: i64, starts: &[i64], width: i64) -> Useful<'_> {
        Useful { size, starts, width, needed: &[] }
    }

    #[test]
    fn windows_beyond_the_end_move_nothing() {
        // One index of sixteen in four shards: the first shard has it.
        let starts = [0, 1, 2, 3];
        assert_eq!(Emitter::window_traffic(1, 4, &starts, 1, &[]), 0);
        assert!(matches!(route(&useful(0, &starts, 1), 4), Route::Nothing));
        // The last two indices go to the first shard, and nothing else is sent.
        assert_eq!(Emitter::window_traffic(16, 4, &[14, 16, 18, 20], 2, &[]), 2);
    }

    #[test]
    fn a_halo_of_one_is_a_shift() {
        let starts: Vec<i64> = (0..4).map(|shard| shard * 4 - 1).collect();
        assert!(matches!(route(&useful(16, &starts, 6), 4), Route::Shifted { offset: -1, width: 6 }));
        assert_eq!(Emitter::window_traffic(16, 4, &starts, 6, &[]), 2);
    }

    #[test]
    fn blocks_in_reverse_order_are_sent() {
        // 15 indices in 8 shards of 2; the windows begin at odd indices.
        let starts: Vec<i64> = (1..=8).map(|shard| 15 - shard * 2).collect();
        let Route::Sent { first, exchanges } = route(&useful(15, &starts, 2), 2) else { panic!("sent") };
        assert_eq!((first[0], first[7]), (6, -1));
        assert_eq!(exchanges.len(), 2);
    }

    #[test]
    fn windows_near_their_blocks_are_sliced_from_a_shift() {
        // 17 indices in 4 shards of 5; windows of 3 with stride 2 that overlap the blocks.
        let starts = [-2, 4, 8, 14];
        assert!(matches!(route(&useful(17, &starts, 7), 5), Route::Shifted { .. }));
        assert_eq!(Emitter::window_traffic(17, 5, &starts, 7, &[]), 3);
    }

    #[test]
    fn a_rotation_moves_what_leaves_its_block() {
        // 16 indices in 4 shards of 4, rotated by 1 in either direction, by one block, and by more.
        assert_eq!(turned(4, 1), [(0, 1, 4), (1, 0, 1)]);
        assert_eq!(turned(4, 15), [(3, 3, 4), (4, 0, 3)]);
        assert_eq!(turned(4, 4), [(1, 0, 4)]);
        assert_eq!(turned(4, 6), [(1, 2, 4), (2, 0, 2)]);
    }

    #[test]
    fn windows_of_everything_are_gathered() {
        assert!(Emitter::window_traffic(8, 4, &[0, 0], 8, &[]) == 4);
    }
}
