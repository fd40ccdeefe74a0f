//! Windows onto a dimension that is cut: every device gets the indices it needs, wherever they are.
//!
//! This one mechanism serves everything that looks across the border of a shard: slices, padding,
//! concatenation, reversal, the halo of convolutions and pooling, and blocks of another size.

use partita_ir::ValueId;
use partita_mesh::MeshId;

use crate::devices;
use crate::emit::Emitter;
use crate::layout::{Axes, shards};

/// One dimension of a local value.
#[derive(Clone, Debug)]
pub(crate) struct CutDim {
    pub(crate) mesh: MeshId,
    pub(crate) dim: usize,
    /// The axes that cut it; none if every device holds all of it.
    pub(crate) axes: Axes,
    /// Its size in the global tensor.
    pub(crate) size: u64,
}

/// How the blocks that make up a window reach the device that needs them.
enum Route {
    /// All windows lie within the same distance from their device's block.
    Shifted { offset: i64, width: u64 },
    /// Every device gets some blocks, one per exchange, from the first that its window touches on.
    Sent { first: Vec<i64>, exchanges: Vec<Exchange> },
    /// No window holds anything.
    Nothing,
    /// Every device gets everything.
    Gathered,
}

/// One block for every device that needs one.
struct Exchange {
    /// The indices of the blocks that anybody needs.
    from: u64,
    to: u64,
    /// Pairs of shards; a device sends to one other in each round.
    rounds: Vec<Vec<(u64, u64)>>,
}

impl Exchange {
    /// How many indices a device sends.
    fn traffic(&self) -> i64 {
        let moves = |pairs: &&Vec<(u64, u64)>| pairs.iter().any(|(from, to)| from != to);
        (self.rounds.iter().filter(moves).count() as u64 * (self.to - self.from)) as i64
    }
}

/// Windows of one width, and the size of what they look onto.
struct Useful<'a> {
    size: i64,
    starts: &'a [i64],
    width: i64,
    /// How much of each window is of use; all when empty.
    needed: &'a [i64],
}

impl Useful<'_> {
    /// The indices of a shard's window that exist and are of use; `None` when there are none.
    fn range(&self, shard: usize) -> Option<(i64, i64)> {
        let start = self.starts[shard];
        let needed = self.needed.get(shard).copied().unwrap_or(self.width);
        let (from, to) = (start.max(0), (start + needed).min(self.size));
        (from < to).then_some((from, to))
    }

    /// The shards with something in their windows, and what.
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
        cut: &CutDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
    ) -> ValueId {
        self.window_in_part(value, cut, axes, starts, width, &[])
    }

    /// The same when shard `i` needs only the first `needed[i]` indices of its window; all when the list is empty.
    pub(crate) fn window_in_part(
        &mut self,
        value: ValueId,
        cut: &CutDim,
        axes: &Axes,
        starts: &[i64],
        width: u64,
        needed: &[i64],
    ) -> ValueId {
        if cut.axes.is_empty() {
            let index = self.shard_index(cut.mesh, axes);
            return self.window_of_whole(value, cut.dim, index, starts, width);
        }
        assert!(cut.axes == *axes, "a window keeps the axes of its dimension");
        let block = self.shape(value)[cut.dim];
        let useful = Useful { size: cut.size as i64, starts, width: width as i64, needed };
        match route(&useful, block) {
            Route::Nothing => {
                let (mut shape, element) = (self.shape(value), self.element(value));
                shape[cut.dim] = width;
                self.zeros(&shape, element)
            }
            Route::Shifted { offset, width: around } => {
                let around = self.shifted(value, cut, block, offset, around);
                let table: Vec<i64> =
                    (0..).zip(starts).map(|(shard, start)| start - offset - shard * block as i64).collect();
                self.cut_out(around, cut, &useful, table)
            }
            Route::Gathered => {
                let whole = self.all_gather(cut.mesh, value, cut.dim, &cut.axes);
                let index = self.shard_index(cut.mesh, axes);
                self.window_of_whole(whole, cut.dim, index, starts, width)
            }
            Route::Sent { first, exchanges } => {
                let pieces: Vec<ValueId> =
                    exchanges.iter().map(|exchange| self.exchanged(value, cut, exchange)).collect();
                let buffer = self.concatenate(&pieces, cut.dim);
                let table: Vec<i64> =
                    starts.iter().zip(&first).map(|(start, first)| start - first * block as i64).collect();
                self.cut_out(buffer, cut, &useful, table)
            }
        }
    }

    /// The windows of a buffer that begin at the places of a table. What is of no use may be anything.
    fn cut_out(&mut self, buffer: ValueId, cut: &CutDim, useful: &Useful<'_>, table: Vec<i64>) -> ValueId {
        let room = self.shape(buffer)[cut.dim] as i64;
        let begins = || (0..table.len()).filter(|&shard| useful.range(shard).is_some()).map(|i| table[i]);
        let low = begins().map(|start| -start).max().unwrap_or(0).max(0);
        let high = begins().map(|start| start + useful.width - room).max().unwrap_or(0).max(0);
        let first = begins().next().unwrap_or(0);
        let same = begins().all(|start| start == first);
        let buffer = self.pad_arbitrary(buffer, cut.dim, low, high);
        let first = (first + low) as u64;
        if same {
            return self.slice(buffer, cut.dim, first, first + useful.width as u64);
        }
        let table: Vec<i64> = table.iter().map(|start| start + low).collect();
        let index = self.shard_index(cut.mesh, &cut.axes);
        let start = self.look_up(&table, index);
        self.dynamic_slice(buffer, cut.dim, start, useful.width as u64)
    }

    /// A window when every device holds the whole dimension.
    fn window_of_whole(
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

    /// Makes a dimension longer at its ends.
    fn pad_arbitrary(&mut self, value: ValueId, dim: usize, low: i64, high: i64) -> ValueId {
        if (low, high) == (0, 0) {
            return value;
        }
        let element = self.element(value);
        let zero = self.zeros(&[], element);
        self.pad(value, zero, dim, [low, high, 0])
    }

    /// A window that lies `offset` from the start of every device's block.
    fn shifted(&mut self, value: ValueId, cut: &CutDim, block: u64, offset: i64, width: u64) -> ValueId {
        let (block, end) = (block as i64, offset + width as i64);
        let count = shards(&cut.axes) as i64;
        let pieces: Vec<ValueId> = (offset.div_euclid(block)..=(end - 1).div_euclid(block))
            .map(|distance| {
                let from = offset.max(distance * block) - distance * block;
                let to = end.min((distance + 1) * block) - distance * block;
                let piece = self.slice(value, cut.dim, from as u64, to as u64);
                if distance == 0 {
                    return piece;
                }
                let targets = (0..count).filter(|target| (0..count).contains(&(target + distance)));
                let pairs: Vec<(u64, u64)> =
                    targets.map(|target| ((target + distance) as u64, target as u64)).collect();
                if pairs.is_empty() {
                    let (shape, element) = (self.shape(piece), self.element(piece));
                    return self.zeros(&shape, element);
                }
                let pairs = devices::pairs(self.mesh(cut.mesh), &cut.axes, &pairs);
                self.permute(piece, &pairs)
            })
            .collect();
        self.concatenate(&pieces, cut.dim)
    }

    /// The dimension from an index on, then what comes before it. All blocks are full. Every device gets the end of one block
    /// and the beginning of the next, each in one exchange: where its own block is one of them, there is one exchange.
    pub(crate) fn rotate(&mut self, value: ValueId, cut: &CutDim, first: u64) -> ValueId {
        let (block, count) = (self.shape(value)[cut.dim], shards(&cut.axes));
        let pieces: Vec<ValueId> = turned(block, first)
            .into_iter()
            .map(|(distance, from, to)| {
                let piece = self.slice(value, cut.dim, from, to);
                if distance % count == 0 {
                    return piece;
                }
                let pairs: Vec<(u64, u64)> =
                    (0..count).map(|target| ((target + distance) % count, target)).collect();
                let pairs = devices::pairs(self.mesh(cut.mesh), &cut.axes, &pairs);
                self.permute(piece, &pairs)
            })
            .collect();
        self.concatenate(&pieces, cut.dim)
    }

    /// The block that every device gets in one or several rounds; at most one of them is for it.
    fn exchanged(&mut self, value: ValueId, cut: &CutDim, exchange: &Exchange) -> ValueId {
        let block = self.shape(value)[cut.dim];
        let value = self.slice(value, cut.dim, exchange.from, exchange.to);
        let mut result: Option<ValueId> = None;
        for pairs in &exchange.rounds {
            let all = devices::pairs(self.mesh(cut.mesh), &cut.axes, pairs);
            let stays = pairs.iter().all(|(from, to)| from == to);
            let sent = if stays { value } else { self.permute(value, &all) };
            result = Some(match result {
                None => sent,
                Some(before) => {
                    let mut table = vec![0; shards(&cut.axes) as usize];
                    pairs.iter().for_each(|&(_, to)| table[to as usize] = 1);
                    let index = self.shard_index(cut.mesh, &cut.axes);
                    let mine = self.look_up(&table, index);
                    let zero = self.constant_index(0);
                    let mine = self.compare("NE", mine, zero);
                    self.select(mine, sent, before)
                }
            });
        }
        let result = result.unwrap_or(value);
        self.pad_arbitrary(result, cut.dim, exchange.from as i64, (block - exchange.to) as i64)
    }

    /// How many indices of a dimension of this size and block a device sends so that all get their windows.
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

/// What a device holds after a rotation: how many blocks away, and which indices of that block.
fn turned(block: u64, first: u64) -> Vec<(u64, u64, u64)> {
    let (distance, offset) = (first / block, first % block);
    let pieces = [(distance, offset, block), (distance + 1, 0, offset)];
    pieces.into_iter().filter(|(_, from, to)| from < to).collect()
}

/// How many elements of other blocks a window holds that lies `offset` from the start of its device's block.
fn foreign(offset: i64, width: i64, block: i64, shards: i64) -> i64 {
    let overlap = |from: i64, to: i64| ((offset + width).min(to) - offset.max(from)).max(0);
    overlap((1 - shards) * block, shards * block) - overlap(0, block)
}

/// How to bring windows together, moving as little as possible.
fn route(useful: &Useful<'_>, block: u64) -> Route {
    let (count, block) = (useful.starts.len() as i64, block as i64);
    let everything = (count - 1) * block;
    // What covers all windows, relative to their blocks.
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

/// Who sends what so that every device gets the block of this number of those its window touches.
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
        match rounds.iter_mut().find(|round| round.iter().all(|(from, _)| *from != pair.0)) {
            Some(round) => round.push(pair),
            None => rounds.push(vec![pair]),
        }
    }
    // Nobody needs anything: any piece will do.
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
        // Two indices of sixteen in four shards: the first shard has them.
        let starts = [0, 1, 2, 3];
        assert_eq!(Emitter::window_traffic(1, 4, &starts, 1, &[]), 0);
        assert!(matches!(route(&useful(0, &starts, 1), 4), Route::Nothing));
        // The last two go to the first shard alone, and only they.
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
        // 15 indices in 8 shards of 2; the windows begin in odd places.
        let starts: Vec<i64> = (1..=8).map(|shard| 15 - shard * 2).collect();
        let Route::Sent { first, exchanges } = route(&useful(15, &starts, 2), 2) else { panic!("sent") };
        assert_eq!((first[0], first[7]), (6, -1));
        assert_eq!(exchanges.len(), 2);
    }

    #[test]
    fn windows_near_their_blocks_are_cut_out_of_a_shift() {
        // 17 indices in 4 shards of 5; windows of 3 with stride 2 that overlap the blocks.
        let starts = [-2, 4, 8, 14];
        assert!(matches!(route(&useful(17, &starts, 7), 5), Route::Shifted { .. }));
        assert_eq!(Emitter::window_traffic(17, 5, &starts, 7, &[]), 3);
    }

    #[test]
    fn a_rotation_moves_what_leaves_its_block() {
        // 16 indices in 4 shards of 4, rotated by 1 either way, by a block, and by more.
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
