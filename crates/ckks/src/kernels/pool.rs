//! The average over entire planes, by doubling: `log2` rotations for rows, then for columns.
//!
//! The sum ends in the slot of a plane's first value; other slots hold partial sums, so the layout is dirty.
//! The factor `1 / (H * W)` is left to the next linear op, which has to mask anyway.

use std::collections::BTreeSet;

use crate::program::{Builder, CtId, SlotStep};
use crate::slot_layout::{Pads, SlotLayout, SlotLayoutSpec};
use crate::{CkksError, CkksResult};

/// A global average pool of a layout.
#[derive(Clone, Debug)]
pub struct GlobalPool {
    from: SlotLayout,
    shifts: Vec<Doubling>,
}

/// One step of a sum by doubling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubling {
    /// Adds the sum to itself, rotated.
    Twice { by: u32 },
    /// Adds the single values that doubling does not reach, kept from the stage when the sum had that length.
    Rest { by: u32, stage: usize },
    /// Continues with the other direction; the values are now sums along the first.
    Turn,
}

impl GlobalPool {
    /// The pool of a layout whose other slots are zero.
    pub fn new(from: &SlotLayout) -> CkksResult<GlobalPool> {
        if from.spec().pads == Pads::Dirty {
            return Err(CkksError::new(
                partita_base::code::DIRTY_SLOTS,
                "cannot sum a plane with dirty slots",
            )
            .help("repack to a layout without dirty slots first"));
        }
        let spec = from.spec();
        if spec.halo != 0 {
            return Err(CkksError::layout("cannot sum a plane whose parts have a halo")
                .help("repack to a layout without a halo first"));
        }
        let rows = spec.rows.min(spec.shape[1]);
        // After the rows and columns of a channel, its plane holds zeros, so a sum may extend there.
        let room = [spec.plane[0] / spec.gap[0], spec.plane[1] / spec.gap[1]];
        let mut shifts = Vec::new();
        for (size, room, stride) in
            [(rows, room[0], from.row_stride()), (spec.shape[2], room[1], from.column_stride())]
        {
            double(size, room, stride, &mut shifts);
            shifts.push(Doubling::Turn);
        }
        Ok(GlobalPool { from: from.clone(), shifts })
    }

    /// The factor that the next linear op has to apply.
    pub fn factor(&self) -> f64 {
        let [_, h, w] = self.from.shape();
        1.0 / (h * w) as f64
    }

    /// The number of rotations; no level is used.
    pub fn rotations(&self) -> usize {
        self.shifts.iter().filter(|shift| **shift != Doubling::Turn).count() * self.from.groups()
    }

    /// The distinct amounts of rotations, each of which needs a key.
    pub fn keys(&self) -> BTreeSet<u32> {
        let moved = self.shifts.iter().filter_map(|shift| match *shift {
            Doubling::Twice { by } | Doubling::Rest { by, .. } => Some(by),
            Doubling::Turn => None,
        });
        moved.collect()
    }

    /// The layout of the sums: `[C, 1, 1]`, one ciphertext per channel group.
    pub fn to(&self) -> CkksResult<SlotLayout> {
        let spec = self.from.spec();
        let shape = [spec.shape[0], 1, 1];
        SlotLayout::new(SlotLayoutSpec { shape, rows: 1, pads: Pads::Dirty, ..spec.clone() })
    }

    /// Adds the steps.
    pub fn lower(&self, builder: &mut Builder, inputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        let parts = self.from.parts();
        if inputs.len() != self.from.ciphertexts() {
            return Err(CkksError::shapes(format!(
                "expected {} ciphertexts of {}, found {}",
                self.from.ciphertexts(),
                self.from,
                inputs.len()
            )));
        }
        let mut outputs = Vec::new();
        for group in inputs.chunks(parts) {
            // Row parts are added directly.
            let mut sum = group[0];
            for &part in &group[1..] {
                sum = builder.add(sum, part)?;
            }
            outputs.push(self.double(builder, sum)?);
        }
        Ok(outputs)
    }

    /// Adds the steps that sum the planes of one ciphertext, whose row parts were added before.
    pub(crate) fn double(&self, builder: &mut Builder, mut sum: CtId) -> CkksResult<CtId> {
        let mut stages = vec![sum];
        for shift in &self.shifts {
            match *shift {
                Doubling::Turn => stages = vec![sum],
                Doubling::Twice { by } => {
                    let moved = builder.rotate(sum, by)?;
                    sum = builder.push(SlotStep::Add(sum, moved))?;
                    stages.push(sum);
                }
                Doubling::Rest { by, stage } => {
                    let moved = builder.rotate(stages[stage], by)?;
                    sum = builder.push(SlotStep::Add(sum, moved))?;
                }
            }
        }
        Ok(sum)
    }
}

/// The steps that sum `size` values `stride` apart, where `room` values may be read without harm.
fn double(size: usize, room: usize, stride: usize, shifts: &mut Vec<Doubling>) {
    if size.next_power_of_two() <= room {
        let mut length = 1;
        while length < size {
            shifts.push(Doubling::Twice { by: (length * stride) as u32 });
            length *= 2;
        }
        return;
    }
    let mut length = 1;
    while length * 2 <= size {
        shifts.push(Doubling::Twice { by: (length * stride) as u32 });
        length *= 2;
    }
    let mut done = length;
    for stage in (0..length.ilog2() as usize).rev() {
        if size - done >= 1 << stage {
            shifts.push(Doubling::Rest { by: (done * stride) as u32, stage });
            done += 1 << stage;
        }
    }
}
