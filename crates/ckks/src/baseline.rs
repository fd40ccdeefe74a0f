//! Published alternatives, for comparison: full-slot and half-slot kernels, a greedy mesh, utilisation first.

use rustc_hash::FxHashMap;

use crate::linear::{self, Channels, LinearOp, Window};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// The mesh of a convolution and the number of channel rolls in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConvMesh {
    /// `x` for output channels, `y` for input channels, `z` for rows.
    pub mesh: [u64; 3],
    /// Channel positions that a block is rolled over.
    pub channels: u64,
}

impl ConvMesh {
    fn cells(&self) -> u64 {
        self.mesh.iter().product()
    }

    /// Rotations if a block fills more than half the slots: every roll takes two rotations and a mask, `x*y*z *
    /// 2D`.
    pub fn full_slot(&self) -> u64 {
        self.cells() * 2 * self.channels
    }

    /// Rotations if a block fills at most half the slots and is copied once: `x*y*z * (D + 1)`.
    pub fn half_slot(&self) -> u64 {
        self.cells() * (self.channels + 1)
    }

    /// Rotations for the taps, once per input: `y*z * (taps - 1)`.
    pub fn tap_rolls(&self, taps: u64) -> u64 {
        let [_, y, z] = self.mesh;
        y * z * taps.saturating_sub(1)
    }

    /// Halves blocks until one of `block` slots fills at most half a ciphertext, as the half-slot kernel
    /// requires: first channels, then rows.
    #[must_use]
    pub fn halved(mut self, block: u64, slots: u64) -> ConvMesh {
        let mut block = block;
        while block.saturating_mul(2) > slots && block > 1 {
            if self.channels > 1 {
                let halves = self.channels.div_ceil(2);
                block = block.div_ceil(self.channels).saturating_mul(halves);
                self.channels = halves;
                self.mesh = [self.mesh[0] * 2, self.mesh[1] * 2, self.mesh[2]];
            } else {
                block = block.div_ceil(2);
                self.mesh[2] *= 2;
            }
        }
        self
    }

    /// Rotations with baby and giant steps in every cell: `x*y*z * (b + g)`.
    pub fn meta_kernel(&self, babies: u64, giants: u64) -> u64 {
        self.cells() * (babies + giants)
    }

    /// The same as it is published: on blocks halved until one fills at most half a ciphertext, with the steps for
    /// the channels of an entire block, of which the baby steps are the largest divisor up to the square root.
    pub fn published_meta_kernel(&self, block: u64, slots: u64) -> u64 {
        let is_divisor = |n: &u64| self.channels.is_multiple_of(*n);
        let babies = (1..=self.channels.isqrt()).rev().find(is_divisor).unwrap_or(1);
        self.halved(block, slots).meta_kernel(babies, self.channels / babies)
    }

    /// Rotations with baby steps once per input, giant steps once per output: `z * (y * (k*k*b - 1 + rho) + x *
    /// (g - 1))`.
    pub fn shared(&self, kernel: u64, babies: u64, giants: u64, copies: u64) -> u64 {
        let [x, y, z] = self.mesh;
        z * (y * (kernel * kernel * babies - 1 + copies) + x * (giants - 1))
    }

    /// Rotations with both in every cell, copies once per input: `z * (x*y * (k*k*b - 1 + g - 1) + y * rho)`.
    pub fn unshared(&self, kernel: u64, babies: u64, giants: u64, copies: u64) -> u64 {
        let [x, y, z] = self.mesh;
        z * (x * y * (kernel * kernel * babies - 1 + giants - 1) + y * copies)
    }

    /// Rotations that copy a block until it fills the slots, `log2(S / (D * P))`.
    pub fn copies(&self, plane: u64, slots: u64) -> u64 {
        (slots / (self.channels * plane)).max(1).ilog2().into()
    }

    /// The fewest rotations of the shared kernel over all `b * g = D`, with its `(b, g)`.
    pub fn best_shared(&self, kernel: u64, copies: u64) -> (u64, [u64; 2]) {
        let splits = (1..=self.channels).filter(|b| self.channels.is_multiple_of(*b));
        splits
            .map(|b| (self.shared(kernel, b, self.channels / b, copies), [b, self.channels / b]))
            .min()
            .unwrap_or((0, [1, 1]))
    }
}

/// Rotations of a matrix of `n` diagonals with one copy and equal numbers of baby and giant steps.
pub fn halevi_shoup(n: u64) -> u64 {
    let babies = (1..).find(|b| b * b >= n).unwrap_or(1);
    1 + (babies - 1) + (n.div_ceil(babies) - 1)
}

/// Rotations of a matrix-vector product in interleaved row blocks: `ceil(log2 rep) + bs + gs + ps - 3`.
pub fn interleaved_gemv(repetitions: u64, babies: u64, giants: u64, parts: u64) -> u64 {
    let log = u64::from(repetitions.max(1).next_power_of_two().ilog2());
    log + (babies - 1) + (giants - 1) + (parts - 1)
}

/// Rotations that gather `m` zero-padded blocks into one, for each output.
pub fn gather_rotations(m: u64) -> u64 {
    m.saturating_sub(1)
}

/// The mesh that a greedy closed form chooses for a convolution, and the resulting blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GreedyMesh {
    /// `x`, `y`, `z`.
    pub mesh: [u64; 3],
    /// Blocks of input, weight and output.
    pub shards: [u64; 3],
}

/// ANT-ACE's closed form: a plane larger than a ciphertext is split along its rows, with one channel per block;
/// otherwise the fewest blocks of entire channels that fit and divide evenly.
pub fn greedy_mesh(features: u64, channels: u64, h: u64, w: u64, slots: u64) -> CkksResult<GreedyMesh> {
    if [features, channels, h, w, slots].contains(&0) {
        return Err(CkksError::shapes("every size of a convolution must be at least 1"));
    }
    if [features, channels, h, w].iter().any(|&n| n > 1 << 24) {
        return Err(CkksError::new(
            partita_base::code::SLOT_LIMIT,
            "sizes of a convolution must be at most 2^24",
        ));
    }
    let too_large = || {
        CkksError::new(partita_base::code::SLOT_LIMIT, "the product of the sizes of a convolution overflows")
    };
    let plane = h.checked_mul(w).ok_or_else(too_large)?;
    let [x, y, z] = if plane >= slots {
        let z = plane.div_ceil(slots);
        if !h.is_multiple_of(z) {
            let message = format!("expected a multiple of z={z} rows, found {h}");
            return Err(CkksError::new(partita_base::code::AXIS_DOES_NOT_DIVIDE, message)
                .help(format!("pad the rows to {}", h.div_ceil(z) * z)));
        }
        [features, channels, z]
    } else {
        let blocks = |n: u64| {
            let least = n.checked_mul(plane).ok_or_else(too_large)?.div_ceil(slots);
            Ok((least..=n).find(|parts| n.is_multiple_of(*parts)).unwrap_or(n))
        };
        [blocks(features)?, blocks(channels)?, 1]
    };
    Ok(GreedyMesh { mesh: [x, y, z], shards: [y * z, x * y, x * z] })
}

/// The cost of the greedy mesh with full-slot and half-slot kernels, one tap after the other: full-slot rolls
/// if a block is larger than half the slots, else half-slot ones.
pub fn greedy_rotations(op: &LinearOp, slots: u64) -> CkksResult<u64> {
    let ([c, h, w], [f, _, _]) = (op.input().map(|n| n as u64), op.output().map(|n| n as u64));
    let GreedyMesh { mesh, .. } = greedy_mesh(f, c, h, w, slots)?;
    let [x, y, z] = mesh;
    let taps = (op.window().kernel[0] * op.window().kernel[1]) as u64;
    let channels = (c / y).max(f / x);
    let block = ConvMesh { mesh, channels };
    // Taps are rolled once per input; channel rolls are performed in every cell.
    let rolls = if channels == 1 {
        0
    } else if channels * (h / z) * w * 2 > slots {
        block.full_slot()
    } else {
        block.half_slot()
    };
    Ok(rolls + block.tap_rolls(taps))
}

/// Utilisation first: exact planes without padding, as many channels per ciphertext as fit.
pub fn utilisation_first(shape: [usize; 3], slots: usize) -> CkksResult<SlotLayout> {
    SlotLayout::dense(shape, [shape[1], shape[2]], slots)
}

/// The rotations of linear ops between layouts of exact planes, with our shared kernel; cached by shape.
#[derive(Clone, Debug, Default)]
pub struct UtilisationFirst {
    known: FxHashMap<Shape, CkksResult<u64>>,
}

type Shape = ([usize; 3], [usize; 3], Window, Channels, usize);

impl UtilisationFirst {
    /// The rotations of an op. If rows or columns change, the result stays where the window leaves it, which is
    /// free; the next layer is counted as if its input were dense again.
    pub fn rotations(&mut self, op: &LinearOp, slots: usize) -> CkksResult<u64> {
        let key = (op.input(), op.output(), *op.window(), op.channels(), slots);
        self.known.entry(key).or_insert_with(|| Self::count(op, slots)).clone()
    }

    fn count(op: &LinearOp, slots: usize) -> CkksResult<u64> {
        let (input, output) = (op.input(), op.output());
        let from = utilisation_first(input, slots)?;
        let is_dense = output[1..] == input[1..] || output[1..] == [1, 1];
        let to = if is_dense {
            utilisation_first(output, slots)?
        } else {
            from.strided(output, op.window().stride)?
        };
        Ok(linear::linear_cost(op, &from, &to)?.rotations as u64)
    }
}
