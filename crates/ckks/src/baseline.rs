//! What others would do: full-slot and half-slot kernels, a greedy mesh, utilisation first. Printed beside our own figures.

use rustc_hash::FxHashMap;

use crate::layout::Layout;
use crate::linear::{self, Channels, LinearOp, Window};
use crate::{CkksError, CkksResult};

/// The mesh of a convolution and the rolls inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// `x` for output channels, `y` for input channels, `z` for rows.
    pub mesh: [u64; 3],
    /// Channel positions rolled over in a block.
    pub channels: u64,
}

impl Block {
    fn cells(&self) -> u64 {
        self.mesh.iter().product()
    }

    /// A block of more than half the slots: every roll is two rotations and a mask, `x*y*z * 2D`.
    pub fn full_slot(&self) -> u64 {
        self.cells() * 2 * self.channels
    }

    /// A block of at most half the slots, copied once: `x*y*z * (D + 1)`.
    pub fn half_slot(&self) -> u64 {
        self.cells() * (self.channels + 1)
    }

    /// Rolls of so many taps, once for every input: `y*z * (taps - 1)`.
    pub fn tap_rolls(&self, taps: u64) -> u64 {
        let [_, y, z] = self.mesh;
        y * z * taps.saturating_sub(1)
    }

    /// Cut in two until a block of `block` slots fills at most half of a ciphertext, as the half-slot kernel needs: channels
    /// while there are several, then rows.
    #[must_use]
    pub fn halved(mut self, block: u64, slots: u64) -> Block {
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

    /// Baby and giant steps in every cell: `x*y*z * (b + g)`.
    pub fn meta_kernel(&self, babies: u64, giants: u64) -> u64 {
        self.cells() * (babies + giants)
    }

    /// Baby steps once per input, giant steps once per output: `z * (y * (k*k*b - 1 + rho) + x * (g - 1))`.
    pub fn shared(&self, kernel: u64, babies: u64, giants: u64, copies: u64) -> u64 {
        let [x, y, z] = self.mesh;
        z * (y * (kernel * kernel * babies - 1 + copies) + x * (giants - 1))
    }

    /// Both in every cell, copies once per input: `z * (x*y * (k*k*b - 1 + g - 1) + y * rho)`.
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

/// Rotations of a matrix of `n` diagonals by one copy and equal baby and giant steps.
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
pub fn gather(m: u64) -> u64 {
    m.saturating_sub(1)
}

/// The mesh a greedy closed form picks for a convolution, and the blocks it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GreedyMesh {
    /// `x`, `y`, `z`.
    pub mesh: [u64; 3],
    /// Blocks of input, weight and output.
    pub shards: [u64; 3],
}

/// ANT-ACE's closed form: a plane larger than a ciphertext is cut along its rows and every channel stands alone; otherwise
/// as few blocks of whole channels as fit and divide evenly.
pub fn greedy_mesh(features: u64, channels: u64, h: u64, w: u64, slots: u64) -> CkksResult<GreedyMesh> {
    if [features, channels, h, w, slots].contains(&0) {
        return Err(CkksError::shapes("a size of a convolution is zero"));
    }
    if [features, channels, h, w].iter().any(|&n| n > 1 << 24) {
        return Err(CkksError::new(partita_base::code::SLOT_LIMIT, "a size of a convolution exceeds 2^24"));
    }
    let too_large = || CkksError::new(partita_base::code::SLOT_LIMIT, "the sizes of a convolution overflow");
    let plane = h.checked_mul(w).ok_or_else(too_large)?;
    let [x, y, z] = if plane >= slots {
        let z = plane.div_ceil(slots);
        if !h.is_multiple_of(z) {
            let message = format!("{h} rows are not divisible by z={z}");
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

/// What the greedy mesh costs with full-slot and half-slot kernels, one tap after the other: full-slot rolls where a block is larger
/// than half the slots, else half-slot ones.
pub fn greedy_rotations(op: &LinearOp, slots: u64) -> CkksResult<u64> {
    let ([c, h, w], [f, _, _]) = (op.input().map(|n| n as u64), op.output().map(|n| n as u64));
    let GreedyMesh { mesh, .. } = greedy_mesh(f, c, h, w, slots)?;
    let [x, y, z] = mesh;
    let taps = (op.window().kernel[0] * op.window().kernel[1]) as u64;
    let channels = (c / y).max(f / x);
    let block = Block { mesh, channels };
    // Taps are rolled once per input; channel rolls are done for every cell.
    let rolls = if channels == 1 {
        0
    } else if channels * (h / z) * w * 2 > slots {
        block.full_slot()
    } else {
        block.half_slot()
    };
    Ok(rolls + block.tap_rolls(taps))
}

/// Utilisation first: exact planes without padding, as many channels in a ciphertext as fit.
pub fn utilisation_first(shape: [usize; 3], slots: usize) -> CkksResult<Layout> {
    Layout::dense(shape, [shape[1], shape[2]], slots)
}

/// Rotations of linear ops between layouts of exact planes, by our own shared kernel; every shape is counted once.
#[derive(Clone, Debug, Default)]
pub struct UtilisationFirst {
    known: FxHashMap<Shape, CkksResult<u64>>,
}

type Shape = ([usize; 3], [usize; 3], Window, Channels, usize);

impl UtilisationFirst {
    /// What an op takes. Where rows or columns change, the result stands where the window leaves it, which is free; the next
    /// layer is counted as if its input were dense again.
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
        Ok(linear::count(op, &from, &to)?.rotations as u64)
    }
}
