//! Plaintexts, computed when they are needed.

use std::sync::Arc;

use partita_base::{Id, code, ids};
use rustc_hash::FxHashMap;

use super::Plain;
use crate::linear::{LinearMap, LinearOp};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

ids! {
    /// A [`PlaintextSource`] of a program.
    SourceId;
}

/// What the plaintexts of a program are computed from.
#[derive(Clone, Debug)]
pub enum PlaintextSource {
    /// The diagonals of a linear map.
    Map(Arc<Diagonals>),
    /// One number per channel of a layout, or per value.
    Bias {
        /// The layout of the channels.
        layout: SlotLayout,
        /// The numbers, one per channel, or one per value, row-major.
        values: Arc<[f64]>,
        /// A factor of all numbers.
        scale: f64,
    },
}

/// A linear op between two layouts, as far as its diagonals depend on it.
#[derive(Clone, Debug)]
pub struct Diagonals {
    /// The op with its weights.
    pub op: LinearOp,
    /// The layout of the input.
    pub from: SlotLayout,
    /// The layout of the output.
    pub to: SlotLayout,
    /// Shifts by which inputs are added to themselves before anything else.
    pub copies: Vec<u32>,
}

type Table = Arc<Vec<Option<[u32; 3]>>>;

/// Computes the plaintexts of a program. Caches a few tables, but no plaintexts.
pub struct Plaintexts<'a> {
    sources: &'a [PlaintextSource],
    slots: usize,
    tables: FxHashMap<(usize, bool, u32), Table>,
}

impl<'a> Plaintexts<'a> {
    /// The most tables that are cached.
    const KEPT: usize = 64;

    /// Plaintexts for a program of this many slots with these sources.
    pub fn new(sources: &'a [PlaintextSource], slots: usize) -> Self {
        Self { sources, slots, tables: FxHashMap::default() }
    }

    /// Computes a plaintext, one number per slot.
    pub fn get(&mut self, plain: Plain) -> CkksResult<Vec<f64>> {
        match plain {
            Plain::Constant(value) => Ok(vec![value; self.slots]),
            Plain::Diagonal { source, pair: [input, output], steps: [baby, giant] } => {
                let Some(PlaintextSource::Map(map)) = self.sources.get(source.index()) else {
                    return Err(missing(source, "map"));
                };
                let in_range =
                    (input as usize) < map.from.ciphertexts() && (output as usize) < map.to.ciphertexts();
                if !in_range || map.from.slots() != self.slots {
                    return Err(missing(source, "ciphertext of the map"));
                }
                let map = Arc::clone(map);
                let ins = self.table(source, false, input, || map.input_values(input as usize));
                let outs = self.table(source, true, output, || map.to.values_of(output as usize));
                let offset = (baby as usize + giant as usize) % self.slots;
                let parts = [input as usize % map.from.parts(), output as usize % map.to.parts()];
                Ok(map.diagonal(&ins, &outs, parts, offset, giant as usize))
            }
            Plain::Addend { source, output } => {
                let Some(PlaintextSource::Bias { layout, values, scale }) = self.sources.get(source.index())
                else {
                    return Err(missing(source, "bias"));
                };
                let fits = (output as usize) < layout.ciphertexts() && layout.slots() == self.slots;
                let [channels, h, w] = layout.shape();
                let plane = if values.len() == channels { [0, 0] } else { [h, w] };
                if !fits || (plane != [0, 0] && values.len() != channels * h * w) {
                    return Err(missing(source, "ciphertext of the bias"));
                }
                let at = |value: [u32; 3]| {
                    let [c, i, j] = value.map(|n| n as usize);
                    let index = if plane == [0, 0] { c } else { (c * h + i) * w + j };
                    values[index] * scale
                };
                let table = self.table(source, true, output, || layout.values_of(output as usize));
                Ok(table.iter().map(|value| value.map_or(0.0, at)).collect())
            }
        }
    }

    fn table(
        &mut self,
        source: SourceId,
        is_output: bool,
        ciphertext: u32,
        make: impl FnOnce() -> Vec<Option<[u32; 3]>>,
    ) -> Table {
        if self.tables.len() >= Self::KEPT {
            self.tables.clear();
        }
        Arc::clone(
            self.tables.entry((source.index(), is_output, ciphertext)).or_insert_with(|| Arc::new(make())),
        )
    }
}

fn missing(source: SourceId, what: &str) -> CkksError {
    CkksError::new(code::BAD_SLOT_PROGRAM, format!("@{} is not a {what} of this program", source.index()))
}

impl LinearMap {
    /// The data that its plaintexts are computed from.
    pub(crate) fn diagonals(&self) -> Diagonals {
        let (op, from, to) = (self.op.clone(), self.from.clone(), self.to.clone());
        Diagonals { op, from, to, copies: self.copy_shifts() }
    }
}

impl Diagonals {
    /// The value in each slot of an input once its copies are made.
    fn input_values(&self, ciphertext: usize) -> Vec<Option<[u32; 3]>> {
        let mut values = self.from.values_of(ciphertext);
        let slots = values.len();
        for &shift in &self.copies {
            let before = values.clone();
            for (slot, value) in values.iter_mut().enumerate() {
                *value = value.or(before[(slot + shift as usize) % slots]);
            }
        }
        values
    }

    /// The factors of the input rotated by the baby step. `offset` is the entire rotation; the sum is then
    /// rotated by `giant`, so factors are shifted by that much.
    fn diagonal(
        &self,
        ins: &[Option<[u32; 3]>],
        outs: &[Option<[u32; 3]>],
        [input_part, output_part]: [usize; 2],
        offset: usize,
        giant: usize,
    ) -> Vec<f64> {
        let slots = ins.len();
        let index = |value: [u32; 3]| value.map(|n| n as usize);
        let mut plain = vec![0.0; slots];
        for (slot, out) in outs.iter().enumerate() {
            // A row that two parts hold is read from only one of them.
            let from = ins[(slot + offset) % slots]
                .filter(|from| self.from.part_to_read(from[1] as usize, output_part) == input_part);
            if let (Some(out), Some(from)) = (out, from) {
                plain[(slot + giant) % slots] = self.op.weight(index(*out), index(from));
            }
        }
        plain
    }
}
