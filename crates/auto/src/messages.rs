//! Sending messages along an edge: the least of cost less message, for every state of the other end.
//!
//! It is most of the work of a bound, so tables have a form of their own for it. States of an end that have the same costs with all states
//! of the other end form a class, and the table has a row or a column per class. Columns lie in blocks, row by row, so
//! that the minima of a block stay in registers.

use rustc_hash::FxHashMap;

/// Columns of a block, and of the last one if few are left.
const WIDE: usize = 8;
const NARROW: usize = 4;

/// The classes of the states of one end.
#[derive(Clone, Debug)]
struct Classes {
    count: usize,
    /// The class of every state; empty if every state is a class of its own.
    of: Vec<u16>,
}

impl Classes {
    /// Of the rows of a table, with the first state of every class.
    fn of_rows(table: &[f64], columns: usize) -> (Self, Vec<usize>) {
        let mut known: FxHashMap<u64, Vec<u16>> = FxHashMap::default();
        let mut firsts: Vec<usize> = Vec::new();
        let mut of = Vec::with_capacity(table.len() / columns);
        let row = |state: usize| &table[state * columns..][..columns];
        for state in 0..table.len() / columns {
            let same = known.entry(hash(row(state))).or_default();
            let class = same.iter().copied().find(|&class| row(firsts[class as usize]) == row(state));
            of.push(class.unwrap_or_else(|| {
                let class = firsts.len() as u16;
                same.push(class);
                firsts.push(state);
                class
            }));
        }
        (Self { count: firsts.len(), of }, firsts)
    }

    fn single(states: usize) -> Self {
        Self { count: states, of: Vec::new() }
    }
}

/// A hash of costs; equal costs have equal hashes.
pub(crate) fn hash(costs: &[f64]) -> u64 {
    let mix =
        |hash: u64, cost: &f64| (hash.rotate_left(5) ^ cost.to_bits()).wrapping_mul(0x517c_c1b7_2722_0a95);
    // Zeros of both signs are equal.
    costs.iter().map(|cost| cost + 0.0).fold(0, |sum, cost| mix(sum, &cost))
}

/// A table in the form for messages from one of its ends to the other.
#[derive(Clone, Debug)]
pub(crate) struct MessageTable {
    from: Classes,
    to: Classes,
    /// Blocks of columns; within a block, a row per class of the sender. Columns beyond the last are infinite.
    blocks: Vec<f64>,
}

/// What sending needs besides the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    from: Vec<f64>,
    to: Vec<f64>,
}

impl MessageTable {
    /// Both directions of a table with a row per state of the first end: from the first to the second, and back. `transposed` has a row
    /// per state of the second.
    pub(crate) fn both(table: &[f64], transposed: &[f64], columns: usize) -> [Self; 2] {
        let rows = transposed.len() / columns;
        let (mut first, mut first_of) = Classes::of_rows(table, columns);
        let (mut second, mut second_of) = Classes::of_rows(transposed, rows);
        if 4 * first.count * second.count > 3 * rows * columns {
            (first, first_of) = (Classes::single(rows), (0..rows).collect());
            (second, second_of) = (Classes::single(columns), (0..columns).collect());
        }
        let there = blocked(first.count, second.count, |row, column| {
            table[first_of[row] * columns + second_of[column]]
        });
        let back = blocked(second.count, first.count, |row, column| {
            transposed[second_of[row] * rows + first_of[column]]
        });
        [
            Self { from: first.clone(), to: second.clone(), blocks: there },
            Self { from: second, to: first, blocks: back },
        ]
    }

    /// The work of sending, in additions at the pace of other loops.
    pub(crate) fn work(&self) -> usize {
        self.blocks.len() / 4 + self.from.of.len() + self.to.of.len() + 16
    }

    /// Sets `to` to the least of the costs less `from`.
    pub(crate) fn send(&self, from: &[f64], to: &mut [f64], scratch: &mut Scratch) {
        let Scratch { from: merged, to: least } = scratch;
        let from = if self.from.of.is_empty() {
            from
        } else {
            merged.clear();
            merged.resize(self.from.count, f64::NEG_INFINITY);
            for (&message, &class) in from.iter().zip(&self.from.of) {
                let most = &mut merged[class as usize];
                *most = if message > *most { message } else { *most };
            }
            &merged[..]
        };
        if self.to.of.is_empty() {
            self.minimise(from, to);
        } else {
            least.resize(self.to.count, 0.0);
            self.minimise(from, least);
            for (message, &class) in to.iter_mut().zip(&self.to.of) {
                *message = least[class as usize];
            }
        }
    }

    fn minimise(&self, from: &[f64], to: &mut [f64]) {
        let mut rest = &self.blocks[..];
        for to in to.chunks_mut(WIDE) {
            let width = width(to.len());
            let (block, others) = rest.split_at(width * from.len());
            rest = others;
            if width == WIDE {
                to.copy_from_slice(&least::<WIDE>(block, from)[..to.len()]);
            } else {
                to.copy_from_slice(&least::<NARROW>(block, from)[..to.len()]);
            }
        }
    }
}

/// The width of a block for this many columns.
fn width(columns: usize) -> usize {
    if columns > NARROW { WIDE } else { NARROW }
}

fn blocked(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut blocks = Vec::with_capacity(rows * (columns + WIDE));
    for start in (0..columns).step_by(WIDE) {
        let width = width(columns - start);
        for row in 0..rows {
            let cost = |column: usize| if column < columns { cost(row, column) } else { f64::INFINITY };
            blocks.extend((start..start + width).map(cost));
        }
    }
    blocks
}

fn least<const WIDTH: usize>(block: &[f64], from: &[f64]) -> [f64; WIDTH] {
    let mut least = [f64::INFINITY; WIDTH];
    for (row, message) in block.chunks_exact(WIDTH).zip(from) {
        for at in 0..WIDTH {
            let cost = row[at] - message;
            least[at] = if cost < least[at] { cost } else { least[at] };
        }
    }
    least
}
