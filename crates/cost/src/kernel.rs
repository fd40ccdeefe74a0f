//! The time of one kernel: a roofline with tiles, vector instructions and a floor.

use crate::Cost;
use crate::device::{Device, Precision};

/// A matrix product, or a convolution seen as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatrixProduct {
    /// The number of independent products.
    pub batch: u64,
    /// Rows of the result.
    pub rows: u64,
    /// Columns of the result.
    pub columns: u64,
    /// The length of the sums.
    pub depth: u64,
    /// The precision of the factors.
    pub precision: Precision,
}

impl MatrixProduct {
    /// Multiplications and additions.
    pub fn flops(&self) -> f64 {
        2.0 * self.batch as f64 * self.rows as f64 * self.columns as f64 * self.depth as f64
    }

    /// Whether a library computes it, in workspace of its own, rather than code of the compiler. XLA measures both: the
    /// library is faster for long products with many tiles, and for short ones of full precision.
    pub fn is_for_library(&self, device: &Device) -> bool {
        let tile = device.tile[0].saturating_mul(device.tile[1]);
        let is_narrow = self.rows.min(self.columns) <= device.tile[1];
        let seconds = device.library[self.precision.index()];
        self.rows.saturating_mul(self.columns) > tile
            && !is_narrow
            && self.seconds(device).max(self.bytes() / device.bandwidth) >= seconds
    }

    /// The bytes of both factors and the result.
    fn bytes(&self) -> f64 {
        let [batch, rows, columns, depth] =
            [self.batch, self.rows, self.columns, self.depth].map(|size| size as f64);
        batch * (rows * depth + depth * columns + rows * columns) * (1u32 << self.precision.index()) as f64
    }

    /// Seconds on the matrix unit. Partial tiles cost as much as full ones, and the last round of tiles as much as
    /// the others. The tile is turned and halved where that wastes less, as libraries do.
    fn seconds(&self, device: &Device) -> f64 {
        let rate = device.peak(self.precision) * device.efficiency;
        let [long, short] = device.tile;
        let shapes =
            [[long, short], [short, long], [long, short / 2], [short / 2, long], [short / 2, short / 2]];
        let depth = self.depth.next_multiple_of(device.depth.max(1)) as f64;
        let time = |tile: [u64; 2]| {
            let [rows, columns] = tile.map(|size| size.max(1));
            let tiles =
                self.rows.div_ceil(rows) as f64 * self.columns.div_ceil(columns) as f64 * self.batch as f64;
            let units = device.units.max(1) as f64;
            // Few tiles are divided along their depth; many run in rounds.
            let rounds = if tiles < units { (tiles / units).max(0.5) } else { (tiles / units).ceil() };
            // A small tile reads its factors again more often, which costs a tenth per halving.
            let small = (long * short) as f64 / (rows * columns) as f64;
            let penalty = 1.0 + 0.1 * small.log2().max(0.0);
            2.0 * rounds * units * (rows * columns) as f64 * depth * penalty / rate
        };
        shapes.into_iter().map(time).fold(f64::INFINITY, f64::min)
    }
}

/// What one kernel does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kernel {
    /// Its matrix product, if it has one.
    pub product: Option<MatrixProduct>,
    /// Scalar instructions of the vector unit.
    pub instructions: f64,
    /// Bytes read and written.
    pub bytes: f64,
    /// Bytes that are read and written once more by helper kernels, to prepare operands.
    pub prepared: f64,
}

impl Kernel {
    /// The time on a device.
    pub fn time(&self, device: &Device) -> Cost {
        let arithmetic = self.product.map_or(0.0, |product| product.seconds(device))
            + self.instructions / device.instructions;
        let mut seconds = device.kernels(1.0, arithmetic, self.bytes);
        if self.prepared > 0.0 {
            seconds += device.kernels(1.0, 0.0, 2.0 * self.prepared);
        }
        Cost::from_seconds(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Machine;

    #[test]
    fn kernels_alike_take_as_long_as_each_of_them() {
        let device = Machine::preset("h200").expect("a preset").device;
        for (instructions, bytes) in [(1e9, 1e6), (1e6, 1e9), (0.0, 0.0)] {
            let kernel = Kernel { instructions, bytes, ..Kernel::default() };
            let all = device.kernels(3.0, 3.0 * instructions / device.instructions, 3.0 * bytes);
            assert!((all - 3.0 * kernel.time(&device).seconds()).abs() < 1e-12, "{instructions} {bytes}");
        }
    }
}
