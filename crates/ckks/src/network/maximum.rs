//! Max pools on plain tensors: by the polynomials that ciphertexts use, and exactly.

use crate::kernels::Sign;
use crate::linear::Window;

/// A pool of a tensor.
pub(super) struct Pool<'a> {
    pub(super) window: &'a Window,
    pub(super) input: [usize; 3],
    pub(super) output: [usize; 3],
}

impl Pool<'_> {
    /// The row (`d` = 0) or column (`d` = 1) that a tap reads; `None` outside the input.
    fn source(&self, d: usize, out: usize, tap: usize) -> Option<usize> {
        let window = self.window;
        let from = (out * window.stride[d] + tap * window.dilation[d]).checked_sub(window.before[d])?;
        (from < self.input[1 + d]).then_some(from)
    }

    /// As on ciphertexts: rows, then columns, in pairs; padding counts as zero. Values are divided by the
    /// divisor before they are compared.
    pub(super) fn by_sign(&self, x: &[f64], sign: &Sign, divisor: f64) -> Vec<f64> {
        let ([channels, h, w], [_, ho, wo]) = (self.input, self.output);
        let [rows, columns] = self.window.kernel;
        let mut between = Vec::with_capacity(channels * ho * w);
        for (channel, i, column) in places([channels, ho, w]) {
            let tap =
                |tap| self.source(0, i, tap).map_or(0.0, |row| x[(channel * h + row) * w + column] / divisor);
            between.push(tournament((0..rows).map(tap).collect(), sign));
        }
        let mut made = Vec::with_capacity(channels * ho * wo);
        for (channel, i, j) in places([channels, ho, wo]) {
            let tap =
                |tap| self.source(1, j, tap).map_or(0.0, |column| between[(channel * ho + i) * w + column]);
            made.push(tournament((0..columns).map(tap).collect(), sign) * divisor);
        }
        made
    }

    /// The exact maxima; `None` if one is negative and its window includes padding, which counts as zero on
    /// ciphertexts.
    pub(super) fn exact(&self, x: &[f64]) -> Option<Vec<f64>> {
        let [_, h, w] = self.input;
        let mut made = Vec::with_capacity(self.output.iter().product());
        for (channel, i, j) in places(self.output) {
            let [rows, columns] = self.window.kernel;
            let rows: Vec<usize> = (0..rows).filter_map(|tap| self.source(0, i, tap)).collect();
            let columns: Vec<usize> = (0..columns).filter_map(|tap| self.source(1, j, tap)).collect();
            let values = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
            let values = values.map(|(row, column)| x[(channel * h + row) * w + column]);
            let largest = values.fold(f64::NEG_INFINITY, f64::max);
            let is_inside = [rows.len(), columns.len()] == self.window.kernel;
            if !is_inside && largest < 0.0 {
                return None;
            }
            made.push(largest);
        }
        Some(made)
    }
}

fn places([c, h, w]: [usize; 3]) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..c).flat_map(move |c| (0..h).flat_map(move |i| (0..w).map(move |j| (c, i, j))))
}

/// The maximum of several values, compared in pairs.
fn tournament(mut values: Vec<f64>, sign: &Sign) -> f64 {
    let larger = |a: f64, b: f64| b + (a - b) * (0.5 + 0.5 * sign.at(a - b));
    while values.len() > 1 {
        values = values.chunks(2).map(|pair| pair.iter().copied().reduce(larger).unwrap_or(0.0)).collect();
    }
    values.pop().unwrap_or(0.0)
}
