//! The average over whole planes, by doubling: `log2` rotations for rows, then for columns.
//!
//! The sum ends in the slot of a plane's first value; other slots hold partial sums, so the layout is dirty. The factor
//! `1 / (H * W)` is left to the next linear op, which has to mask anyway.

use std::collections::BTreeSet;

use crate::layout::{Layout, LayoutSpec, Pads};
use crate::program::{Builder, CtId, Step};
use crate::{CkksError, CkksResult};

/// A global average pool of a layout.
#[derive(Clone, Debug)]
pub struct GlobalPool {
    from: Layout,
    shifts: Vec<Doubling>,
}

/// One step of a sum by doubling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubling {
    /// Add the sum to itself, moved.
    Twice { by: u32 },
    /// Add the single values that no doubling reaches, kept from when the sum had that length.
    Rest { by: u32, stage: usize },
    /// The values are now sums along a direction.
    Turn,
}

impl GlobalPool {
    /// The pool of a layout, whose other slots have to be zero.
    pub fn new(from: &Layout) -> CkksResult<GlobalPool> {
        if from.spec().pads == Pads::Dirty {
            return Err(CkksError::new(
                partita_base::code::DIRTY_SLOTS,
                "a plane is summed over dirty slots",
            )
            .help("change the layout first"));
        }
        let spec = from.spec();
        if spec.halo != 0 {
            return Err(CkksError::layout("a plane is summed whose parts hold rows of their neighbours")
                .help("change the layout to one without halo first"));
        }
        let rows = spec.rows.min(spec.shape[1]);
        // Behind the rows and columns of a channel its plane holds zeros, so that a sum may reach there.
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

    /// Rotations; no level is used.
    pub fn rotations(&self) -> usize {
        self.shifts.iter().filter(|shift| **shift != Doubling::Turn).count() * self.from.groups()
    }

    /// Distinct rotations, so keys.
    pub fn keys(&self) -> BTreeSet<u32> {
        let moved = self.shifts.iter().filter_map(|shift| match *shift {
            Doubling::Twice { by } | Doubling::Rest { by, .. } => Some(by),
            Doubling::Turn => None,
        });
        moved.collect()
    }

    /// Where the sums lie: as `[C, 1, 1]`, one ciphertext per group of channels.
    pub fn to(&self) -> CkksResult<Layout> {
        let spec = self.from.spec();
        let shape = [spec.shape[0], 1, 1];
        Layout::new(LayoutSpec { shape, rows: 1, pads: Pads::Dirty, ..spec.clone() })
    }

    /// Adds the steps.
    pub fn lower(&self, builder: &mut Builder, inputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        let parts = self.from.parts();
        if inputs.len() != self.from.ciphertexts() {
            return Err(CkksError::shapes(format!(
                "{} ciphertexts are pooled as {}",
                inputs.len(),
                self.from
            )));
        }
        let mut outputs = Vec::new();
        for group in inputs.chunks(parts) {
            // Parts of rows are added as they are.
            let mut sum = group[0];
            for &part in &group[1..] {
                sum = builder.add(sum, part)?;
            }
            outputs.push(self.double(builder, sum)?);
        }
        Ok(outputs)
    }

    /// Adds the steps that sum the planes of one ciphertext, of which parts of rows were added before.
    pub(crate) fn double(&self, builder: &mut Builder, mut sum: CtId) -> CkksResult<CtId> {
        let mut stages = vec![sum];
        for shift in &self.shifts {
            match *shift {
                Doubling::Turn => stages = vec![sum],
                Doubling::Twice { by } => {
                    let moved = builder.rotate(sum, by)?;
                    sum = builder.push(Step::Add(sum, moved))?;
                    stages.push(sum);
                }
                Doubling::Rest { by, stage } => {
                    let moved = builder.rotate(stages[stage], by)?;
                    sum = builder.push(Step::Add(sum, moved))?;
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
