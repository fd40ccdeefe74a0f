//! Lowers loops to slot programs.
//!
//! [`lower_loops`] executes the shards of a [`LoopForm`] in order, each over all of its cells: the loops determine
//! which blocks are loaded and written, a [`Kernel`] what is computed from them.

use std::collections::BTreeMap;

use partita_base::code;

use crate::indexer::{Access, Accessor};
use crate::kernels::{
    differences, lower_activation, max_by_tournament, products, residual_add, scale_ciphertexts,
};
use crate::linear::LinearMap;
use crate::loop_form::{LoopForm, Role};
use crate::loop_kernel::Kernel;
use crate::loops::{Action, LoopShard};
use crate::program::{
    Builder, CtId, PlaintextSource, Program, Reuse, Rolled, SlotStep, fill_missing_outputs, finish_sums,
    map_products,
};
use crate::{CkksError, CkksResult};

/// The slot program of loops whose inputs and bootstrapped values have this level, and the sources of its
/// plaintexts.
pub(crate) fn lower_loops(
    form: &LoopForm,
    kernels: &[Kernel],
    slots: usize,
    top: u32,
) -> CkksResult<(Program, Vec<PlaintextSource>)> {
    if form.shards.len() != kernels.len() {
        let message = format!("expected {} shards, found {}", kernels.len(), form.shards.len());
        return Err(CkksError::new(code::BAD_SLOT_PROGRAM, message));
    }
    let mut lowering = Lowering::new(form, slots, top)?;
    let last_write: BTreeMap<&str, usize> =
        form.shards.iter().enumerate().filter_map(|(n, shard)| Some((written(shard)?, n))).collect();
    for (n, (shard, kernel)) in form.shards.iter().zip(kernels).enumerate() {
        let cells = Cells::of(form, shard)?;
        lowering.shard(&cells, kernel)?;
        let written = cells.write.array.as_str();
        // Sums are not ciphertexts yet.
        let is_made = !matches!(kernel, Kernel::Products { is_last: false, .. });
        if is_made && last_write[written] == n {
            lowering.close(written)?;
        }
    }
    let Some(output) = form.output() else {
        return Err(CkksError::new(code::BAD_SLOT_PROGRAM, "the program has no output array"));
    };
    let outputs = lowering.ciphertexts(&output.name)?;
    lowering.builder.finish(&outputs)
}

/// The array that a shard writes.
fn written(shard: &LoopShard) -> Option<&str> {
    shard.body.iter().find_map(|statement| match &statement.action {
        Action::Write(accessor, _) => Some(accessor.array.as_str()),
        Action::Load(_) | Action::Compute { .. } => None,
    })
}

/// The contents of a block.
#[derive(Clone, Debug)]
enum BlockState {
    /// Not written yet, which counts as zeros.
    Zero,
    /// A finished ciphertext.
    Made(CtId),
    /// Sums from which a ciphertext will be computed, by giant step.
    Sums(BTreeMap<u32, CtId>),
}

/// The blocks that the runs of a body access.
struct Cells<'a> {
    shard: &'a LoopShard,
    /// The arrays of ciphertexts that are loaded, in body order.
    loads: Vec<&'a str>,
    /// The block that is written.
    write: &'a Accessor,
    /// The loaded blocks and the written block of every run, one run after the other.
    blocks: Vec<usize>,
}

impl<'a> Cells<'a> {
    fn of(form: &LoopForm, shard: &'a LoopShard) -> CkksResult<Cells<'a>> {
        // An array that is not declared is a plaintext, and part of the kernel.
        let is_declared = |accessor: &Accessor| form.arrays.iter().any(|array| array.name == accessor.array);
        let mut loads: Vec<&'a Accessor> = Vec::new();
        let mut write = None;
        for statement in &shard.body {
            match &statement.action {
                Action::Load(accessor) if is_declared(accessor) => loads.push(accessor),
                Action::Write(accessor, _) if write.is_none() => write = Some(accessor),
                Action::Write(..) => return Err(fault(shard, "writes twice")),
                Action::Load(_) | Action::Compute { .. } => {}
            }
        }
        let write = write.ok_or_else(|| fault(shard, "writes nothing"))?;
        let mut blocks = Vec::new();
        shard.run(&mut |action, at| {
            if matches!(action, Action::Write(..)) {
                let touched = loads.iter().chain([&write]);
                blocks.extend(touched.map(|accessor| accessor.indexer.at(at) as usize));
            }
        });
        let loads = loads.into_iter().map(|accessor| accessor.array.as_str()).collect();
        Ok(Cells { shard, loads, write, blocks })
    }

    /// The loaded blocks and the written block of every run.
    fn runs(&self) -> impl Iterator<Item = (&[usize], usize)> {
        let runs = self.blocks.chunks_exact(self.loads.len() + 1);
        runs.filter_map(|run| run.split_last().map(|(&written, loaded)| (loaded, written)))
    }

    /// The only array that is loaded.
    fn read(&self) -> CkksResult<&'a str> {
        match self.loads[..] {
            [read] => Ok(read),
            _ => Err(fault(self.shard, format!("expected 1 loaded array, found {}", self.loads.len()))),
        }
    }
}

fn fault(shard: &LoopShard, what: impl std::fmt::Display) -> CkksError {
    CkksError::new(code::BAD_SLOT_PROGRAM, format!("{}: {what}", shard.name))
}

/// A slot program under construction.
struct Lowering<'a> {
    builder: Builder,
    top: u32,
    arrays: BTreeMap<&'a str, Vec<BlockState>>,
    /// For every array that a map writes, a ciphertext from which zeros can be computed.
    zeros: BTreeMap<&'a str, CtId>,
}

impl<'a> Lowering<'a> {
    fn new(form: &'a LoopForm, slots: usize, top: u32) -> CkksResult<Lowering<'a>> {
        let mut builder = Builder::new(slots);
        let mut arrays = BTreeMap::new();
        for array in &form.arrays {
            let count = array.layout.ciphertexts();
            let blocks = match array.role {
                Role::Input => builder.inputs(count, top)?.into_iter().map(BlockState::Made).collect(),
                Role::Inner | Role::Output => vec![BlockState::Zero; count],
            };
            arrays.insert(array.name.as_str(), blocks);
        }
        Ok(Lowering { builder, top, arrays, zeros: BTreeMap::new() })
    }

    fn shard(&mut self, cells: &Cells<'a>, kernel: &Kernel) -> CkksResult<()> {
        let made = match kernel {
            Kernel::Products { map, is_last } => return self.products(cells, map, *is_last),
            Kernel::Finish { map, bias } => return self.finish(cells, map, bias.as_ref()),
            Kernel::Sum | Kernel::Difference | Kernel::Product => {
                let combine = match kernel {
                    Kernel::Difference => differences,
                    Kernel::Product => products,
                    _ => residual_add,
                };
                let mut operands = self.operands(cells)?.into_iter();
                let first = operands.next().unwrap_or_default();
                operands.try_fold(first, |made, next| combine(&mut self.builder, &made, &next))?
            }
            Kernel::Double { pool, times } => {
                let sums = self.operand(cells)?;
                let sums = sums.into_iter().map(|sum| pool.double(&mut self.builder, sum));
                let sums: Vec<CtId> = sums.collect::<CkksResult<_>>()?;
                match times {
                    Some(times) => scale_ciphertexts(&mut self.builder, &sums, *times)?,
                    None => sums,
                }
            }
            Kernel::Apply(activation) => {
                let values = self.operand(cells)?;
                lower_activation(&mut self.builder, &values, activation)?
            }
            Kernel::Largest(sign) => {
                let taps = self.operands(cells)?;
                max_by_tournament(&mut self.builder, taps, sign)?
            }
            Kernel::Bootstrap => {
                let values = self.operand(cells)?.into_iter();
                let fresh = values.map(|value| {
                    let of = self.builder.settled(value)?;
                    self.builder.push(SlotStep::Bootstrap { of, to: self.top })
                });
                fresh.collect::<CkksResult<_>>()?
            }
        };
        for ((_, written), made) in cells.runs().zip(made) {
            self.write(cells, written, made)?;
        }
        Ok(())
    }

    /// The ciphertexts of a finished array.
    fn ciphertexts(&self, array: &str) -> CkksResult<Vec<CtId>> {
        (0..self.arrays[array].len()).map(|block| self.ciphertext(array, block)).collect()
    }

    fn ciphertext(&self, array: &str, block: usize) -> CkksResult<CtId> {
        let what = match self.arrays[array].get(block) {
            Some(BlockState::Made(id)) => return Ok(*id),
            Some(BlockState::Zero) => "is read before it is written",
            Some(BlockState::Sums(_)) => "is read before its sums are finished",
            None => "does not exist",
        };
        Err(CkksError::new(code::BAD_SLOT_PROGRAM, format!("block {block} of {array} {what}")))
    }

    /// For every loaded array, its ciphertext in every run.
    fn operands(&self, cells: &Cells<'_>) -> CkksResult<Vec<Vec<CtId>>> {
        let of = |(n, array): (usize, &&str)| {
            cells.runs().map(|(loaded, _)| self.ciphertext(array, loaded[n])).collect()
        };
        cells.loads.iter().enumerate().map(of).collect()
    }

    /// The ciphertext of the only loaded array, in every run.
    fn operand(&self, cells: &Cells<'_>) -> CkksResult<Vec<CtId>> {
        let read = cells.read()?;
        cells.runs().map(|(loaded, _)| self.ciphertext(read, loaded[0])).collect()
    }

    fn block(&mut self, cells: &Cells<'_>, block: usize) -> CkksResult<&mut BlockState> {
        let array = cells.write.array.as_str();
        let blocks = self.arrays.get_mut(array);
        let found = blocks.and_then(|blocks| blocks.get_mut(block));
        found.ok_or_else(|| fault(cells.shard, format!("block {block} of {array} does not exist")))
    }

    /// Stores a ciphertext, or adds it to the block.
    fn write(&mut self, cells: &Cells<'_>, block: usize, made: CtId) -> CkksResult<()> {
        let made = match (cells.write.access, &*self.block(cells, block)?) {
            (Access::Update, &BlockState::Made(sum)) => self.builder.add(sum, made)?,
            _ => made,
        };
        *self.block(cells, block)? = BlockState::Made(made);
        Ok(())
    }

    /// The products of a map for the pairs of blocks that the loops visit.
    fn products(&mut self, cells: &Cells<'a>, map: &LinearMap, is_last: bool) -> CkksResult<()> {
        let read = cells.read()?;
        let inputs = self.ciphertexts(read)?;
        let visited = cells.runs().filter_map(|(loaded, written)| map.pair(loaded[0], written));
        let pairs: Vec<(u32, u32, u32)> = visited.collect();
        // A cell may connect nothing and then has no products, but every connection needs a cell.
        let mut sorted = pairs.clone();
        sorted.sort_unstable();
        if sorted != map.pairs {
            let count = map.pairs.len();
            let message =
                format!("expected the loops to visit each of {count} pairs of connected blocks once");
            return Err(fault(cells.shard, message));
        }
        if let Some(&input) = inputs.first() {
            self.zeros.entry(cells.write.array.as_str()).or_insert(input);
        }
        let (sums, mut outputs) =
            map_products(&mut self.builder, map, &inputs, pairs, Reuse::Shared, &mut Rolled::default())?;
        if is_last {
            finish_sums(&mut self.builder, map, sums, &mut outputs)?;
        } else {
            for ((output, giant, _), sum) in sums {
                let block = self.block(cells, output as usize)?;
                match block {
                    BlockState::Sums(sums) => drop(sums.insert(giant, sum)),
                    _ => *block = BlockState::Sums(BTreeMap::from([(giant, sum)])),
                }
            }
        }
        for (output, made) in outputs {
            self.write(cells, output as usize, made)?;
        }
        Ok(())
    }

    /// Computes ciphertexts from sums and adds a bias. If outputs are computed one after the other, their sums
    /// are already finished.
    fn finish(
        &mut self,
        cells: &Cells<'a>,
        map: &LinearMap,
        bias: Option<&PlaintextSource>,
    ) -> CkksResult<()> {
        let read = cells.read()?;
        let mut sums = BTreeMap::new();
        let mut outputs = BTreeMap::new();
        for (loaded, written) in cells.runs() {
            match self.arrays[read].get(loaded[0]) {
                Some(BlockState::Sums(giants)) => {
                    sums.extend(giants.iter().map(|(&giant, &sum)| ((written as u32, giant, 0), sum)));
                }
                Some(&BlockState::Made(made)) => drop(outputs.insert(written as u32, made)),
                Some(BlockState::Zero) => {}
                None => {
                    return Err(fault(cells.shard, format!("block {} of {read} does not exist", loaded[0])));
                }
            }
        }
        finish_sums(&mut self.builder, map, sums, &mut outputs)?;
        let zero = self.zeros.get(read).copied();
        if let Some(zero) = zero {
            self.zeros.entry(cells.write.array.as_str()).or_insert(zero);
        }
        if let (Some(bias), Some(zero)) = (bias, zero) {
            let made = (0..map.to().ciphertexts() as u32).map(|output| outputs.get(&output).copied());
            let made = fill_missing_outputs(&mut self.builder, made.collect(), zero)?;
            let source = self.builder.source(bias.clone());
            outputs = (0..).zip(self.builder.add_bias(source, &made)?).collect();
        }
        for (output, made) in outputs {
            self.write(cells, output as usize, made)?;
        }
        Ok(())
    }

    /// Prepares a fully written array for reading: creates zeros, and brings all blocks to one level.
    fn close(&mut self, array: &'a str) -> CkksResult<()> {
        let Some(blocks) = self.arrays.get_mut(array) else { return Ok(()) };
        let builder = &mut self.builder;
        let mut made: Vec<Option<CtId>> = Vec::with_capacity(blocks.len());
        for block in &*blocks {
            made.push(match block {
                BlockState::Made(id) => Some(builder.settled(*id)?),
                BlockState::Zero | BlockState::Sums(_) => None,
            });
        }
        let made = match self.zeros.get(array) {
            Some(&zero) => fill_missing_outputs(builder, made, zero)?,
            None => made.into_iter().collect::<Option<_>>().ok_or_else(|| {
                CkksError::new(code::BAD_SLOT_PROGRAM, format!("a block of {array} is never written"))
            })?,
        };
        let lowest = made.iter().map(|&id| builder.type_of(id).level).min().unwrap_or(0);
        for (block, id) in blocks.iter_mut().zip(made) {
            *block = BlockState::Made(match builder.type_of(id).level {
                level if level > lowest => builder.push(SlotStep::Drop { of: id, to: lowest })?,
                _ => id,
            });
        }
        Ok(())
    }
}
