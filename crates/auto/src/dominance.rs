//! How much dearer one state of a variable is than another, whatever its neighbours choose.
//!
//! Most pairs of states differ in the first columns of their tables, so a few columns are compared before all of them.

/// Columns that are compared first.
const PICKED: usize = 8;
/// Differences below this, relative to what was added up, may be rounding.
const ROUNDING: f64 = 2e-11;

/// A table with a row per state, and a few of its columns side by side.
pub(crate) struct RowPairs<'t> {
    table: &'t [f64],
    columns: usize,
    picked: Vec<[f64; PICKED]>,
}

impl<'t> RowPairs<'t> {
    pub(crate) fn new(table: &'t [f64], states: usize) -> Self {
        let columns = table.len() / states;
        let pick = |row: &[f64]| std::array::from_fn(|at| row[at * columns / PICKED]);
        Self { table, columns, picked: table.chunks_exact(columns).map(pick).collect() }
    }

    fn row(&self, state: usize) -> &[f64] {
        &self.table[state * self.columns..][..self.columns]
    }

    /// How much dearer `by` is at most; combinations that `other` does not allow count for nothing.
    fn worst(&self, by: usize, other: usize) -> f64 {
        most_dearer(self.row(by), self.row(other))
    }

    /// How much dearer it is in a few columns: never more than in all.
    fn picked_worst(&self, by: usize, other: usize) -> f64 {
        let (by, other) = (&self.picked[by], &self.picked[other]);
        let mut most = f64::NEG_INFINITY;
        for at in 0..PICKED {
            let difference = by[at] - other[at];
            if difference > most {
                most = difference;
            }
        }
        most
    }
}

/// The largest difference. Where both numbers are infinite the difference is none, and no comparison with it holds.
fn most_dearer(by: &[f64], other: &[f64]) -> f64 {
    const LANES: usize = 4;
    let larger = |most: f64, difference: f64| if difference > most { difference } else { most };
    let mut lanes = [f64::NEG_INFINITY; LANES];
    let (by_chunks, other_chunks) = (by.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest = by_chunks.remainder().iter().zip(other_chunks.remainder());
    let mut most = rest.fold(f64::NEG_INFINITY, |most, (by, other)| larger(most, by - other));
    for (by, other) in by_chunks.zip(other_chunks) {
        for at in 0..LANES {
            lanes[at] = larger(lanes[at], by[at] - other[at]);
        }
    }
    for lane in lanes {
        most = larger(most, lane);
    }
    most
}

/// Whether the edges of state `by` cost at most `slack` more than those of `other`, whatever the neighbours choose.
pub(crate) fn dearer_at_most(tables: &[RowPairs<'_>], by: usize, other: usize, slack: f64) -> bool {
    let (mut picked, mut size) = (0.0, slack.abs());
    for table in tables {
        let worst = table.picked_worst(by, other);
        if worst == f64::INFINITY {
            return false;
        }
        picked += worst;
        size += worst.abs();
    }
    if slack - picked < -ROUNDING * size {
        return false;
    }
    let mut left = slack;
    for table in tables {
        left -= table.worst(by, other);
        if left == f64::NEG_INFINITY {
            return false;
        }
    }
    left >= 0.0
}
