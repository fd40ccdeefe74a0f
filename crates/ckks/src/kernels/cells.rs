//! The full-slot and the half-slot kernel of convolutions, for comparison only.
//!
//! Both work on a mesh `[x, y, z]` whose blocks are exact planes, one after the other, and roll the channels of
//! a block in every cell of the mesh: nothing is shared between cells. A block of more than half the slots
//! rolls by two rotations, one for the channels that stay within the block and one for those that wrap around;
//! masks are part of the weights. A block of at most half the slots is first copied after itself, so that a
//! roll is one rotation. The published formulas also count the roll by 0; [`CellConv::rotations`] is what the
//! program does.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::baseline::ConvMesh;
use crate::linear::{Choice, Copying, LinearMap, LinearOp};
use crate::program::{Builder, CtId, Plain, PlaintextSource, SlotStep, SourceId};
use crate::sharding::OpSharding;
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// How channels are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolls {
    /// Two rotations for each roll.
    FullSlot,
    /// A copy, then one rotation for each roll; 1x1 windows only.
    HalfSlot,
}

/// A convolution of stride 1 that preserves rows and columns.
#[derive(Clone, Debug)]
pub struct CellConv {
    map: Arc<LinearMap>,
    block: ConvMesh,
    rolls: Rolls,
    /// Rotations that bring the value under a tap to its output.
    taps: BTreeSet<u32>,
    /// Slots per block.
    length: usize,
}

impl CellConv {
    /// The convolution on a mesh of ciphertexts with this many slots.
    pub fn new(op: &LinearOp, mesh: [usize; 3], slots: usize, rolls: Rolls) -> CkksResult<CellConv> {
        let ([c, h, w], [f, ..]) = (op.input(), op.output());
        let [x, y, z] = mesh;
        let sizes = |shape: [usize; 3]| shape.map(|n| n as u64);
        OpSharding::checked_conv(sizes(mesh), sizes(op.input()), sizes(op.output()), 1, slots)?;
        let window = op.window();
        let across = z > 1 && window.kernel[0] > 1;
        let is_point = window.kernel == [1, 1];
        if window.stride != [1, 1] || op.output()[1..] != [h, w] || across {
            return Err(CkksError::shapes(
                "this kernel requires stride 1, unchanged rows and columns, and unsplit windows",
            )
            .help("use the kernels that plans use"));
        }
        if rolls == Rolls::HalfSlot && !is_point {
            return Err(CkksError::shapes("the half-slot kernel requires a 1x1 window")
                .help("use the full-slot kernel"));
        }
        let plane = [h / z, w];
        let from = SlotLayout::split(op.input(), plane, y, z, slots)?;
        let to = SlotLayout::split(op.output(), plane, x, z, slots)?;
        let copying = match rolls {
            Rolls::FullSlot => Copying::Never,
            Rolls::HalfSlot => Copying::Behind,
        };
        let map = LinearMap::new(op, &from, &to, Choice { copying, ..Choice::default() })?;
        let channels = (c / y).max(f / x);
        let offset = |d: usize, tap: usize| (tap * window.dilation[d]) as i64 - window.before[d] as i64;
        let columns = |row: usize| (0..window.kernel[1]).map(move |column| (row, column));
        let taps = (0..window.kernel[0])
            .flat_map(columns)
            .map(|(row, column)| offset(0, row) * w as i64 + offset(1, column))
            .map(|by| by.rem_euclid(slots as i64) as u32);
        let block = ConvMesh { mesh: sizes(mesh), channels: channels as u64 };
        let length = channels * plane[0] * plane[1];
        Ok(CellConv { taps: taps.collect(), map: Arc::new(map), block, rolls, length })
    }

    /// The layout of the input.
    pub fn from(&self) -> &SlotLayout {
        self.map.from()
    }

    /// The layout of the output.
    pub fn to(&self) -> &SlotLayout {
        self.map.to()
    }

    /// The mesh and the rolls, for the published formulas.
    pub fn block(&self) -> ConvMesh {
        self.block
    }

    /// The rotations of the program: two or one for every roll except by 0, in every cell; copies in every
    /// cell; taps once per input.
    pub fn rotations(&self) -> u64 {
        let [x, y, z] = self.block.mesh;
        let rolls = self.turns().iter().filter(|(turn, _)| *turn != 0).count() as u64;
        let copies = u64::from(self.rolls == Rolls::HalfSlot);
        let taps = self.taps.iter().filter(|&&tap| tap != 0).count() as u64;
        x * y * z * (rolls + copies) + y * z * taps
    }

    /// The rotations that all rolls of a block need, the one by 0 included, each with the taps multiplied
    /// before it. On small planes, two sums of a tap and a roll may be equal; the first serves both.
    fn turns(&self) -> Vec<(u32, Vec<u32>)> {
        let slots = self.from().slots();
        let plane = self.length / self.block.channels as usize;
        let mut turns = BTreeSet::new();
        for channel in 0..self.block.channels as usize {
            turns.insert((channel * plane) as u32);
            if self.rolls == Rolls::FullSlot && channel > 0 {
                turns.insert(((slots - self.length + channel * plane) % slots) as u32);
            }
        }
        let mut done = BTreeSet::new();
        let mut fresh = |turn: u32| {
            let is_new = |tap: &u32| done.insert((tap + turn) % slots as u32);
            (turn, self.taps.iter().copied().filter(is_new).collect::<Vec<u32>>())
        };
        turns.into_iter().map(&mut fresh).filter(|(_, taps)| !taps.is_empty()).collect()
    }

    /// Adds the steps, cell after cell.
    pub fn lower(&self, builder: &mut Builder, inputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        if inputs.len() != self.from().ciphertexts() || builder.slots() != self.from().slots() {
            return Err(CkksError::shapes(format!(
                "expected {} ciphertexts, found {}",
                self.from().ciphertexts(),
                inputs.len()
            )));
        }
        let source = builder.source(PlaintextSource::Map(Arc::new(self.map.diagonals())));
        let mut tapped: Vec<Vec<(u32, CtId)>> = Vec::new();
        for &input in inputs {
            let input = builder.settled(input)?;
            let roll = |&tap: &u32| Ok((tap, builder.rotate(input, tap)?));
            tapped.push(self.taps.iter().map(roll).collect::<CkksResult<_>>()?);
        }
        let [x, y, z] = self.block.mesh.map(|n| n as usize);
        let mut outputs = Vec::with_capacity(x * z);
        for (group, part) in (0..x * z).map(|output| (output / z, output % z)) {
            let mut sum: Option<CtId> = None;
            for input in (0..y).map(|y| y * z + part) {
                let pair = [input as u32, (group * z + part) as u32];
                let made = match self.rolls {
                    Rolls::FullSlot => self.full_cell(builder, source, pair, &tapped[input])?,
                    Rolls::HalfSlot => self.half_cell(builder, source, pair, tapped[input][0].1)?,
                };
                sum = Some(added(builder, sum, made)?);
            }
            let sum = sum.ok_or_else(|| CkksError::shapes("expected a mesh with at least one cell"))?;
            outputs.push(builder.settled(sum)?);
        }
        Ok(outputs)
    }

    /// Products first, then the two rotations of every roll.
    fn full_cell(
        &self,
        builder: &mut Builder,
        source: SourceId,
        pair: [u32; 2],
        tapped: &[(u32, CtId)],
    ) -> CkksResult<CtId> {
        let mut cell: Option<CtId> = None;
        for (turn, taps) in self.turns() {
            let mut sum: Option<CtId> = None;
            for &(tap, of) in tapped.iter().filter(|(tap, _)| taps.contains(tap)) {
                let by = Plain::Diagonal { source, pair, steps: [tap, turn] };
                let product = builder.push(SlotStep::MulPlain { of, by })?;
                sum = Some(added(builder, sum, product)?);
            }
            if let Some(sum) = sum {
                let rolled = builder.rotate(sum, turn)?;
                cell = Some(added(builder, cell, rolled)?);
            }
        }
        cell.ok_or_else(|| CkksError::shapes("expected a kernel with at least one tap"))
    }

    /// A copy after the block, then one rotation for every roll.
    fn half_cell(
        &self,
        builder: &mut Builder,
        source: SourceId,
        pair: [u32; 2],
        input: CtId,
    ) -> CkksResult<CtId> {
        let mut copied = input;
        for shift in self.map.copy_shifts() {
            let moved = builder.rotate(input, shift)?;
            copied = builder.push(SlotStep::Add(copied, moved))?;
        }
        let mut cell: Option<CtId> = None;
        for (turn, _) in self.turns() {
            let of = builder.rotate(copied, turn)?;
            let by = Plain::Diagonal { source, pair, steps: [turn, 0] };
            let product = builder.push(SlotStep::MulPlain { of, by })?;
            cell = Some(added(builder, cell, product)?);
        }
        cell.ok_or_else(|| CkksError::shapes("expected a block with at least one channel"))
    }
}

fn added(builder: &mut Builder, sum: Option<CtId>, more: CtId) -> CkksResult<CtId> {
    match sum {
        Some(sum) => builder.push(SlotStep::Add(sum, more)),
        None => Ok(more),
    }
}
