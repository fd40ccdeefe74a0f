//! Lowers linear maps to steps of a program.

use std::collections::BTreeMap;
use std::sync::Arc;

use partita_base::code;

use super::{Builder, CtId, Plain, PlaintextSource, SlotStep};
use crate::linear::{Bundle, LinearMap};
use crate::{CkksError, CkksResult};

/// Whether rotations are shared between the cells of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// Baby steps once per input, giant steps once per output.
    #[default]
    Shared,
    /// Each pair of an input and an output has its own. For comparison.
    PerCell,
}

/// The sum of linear maps to one layout, such as a residual of two convolutions or the operands of a
/// concatenation.
pub fn lower_sum(
    builder: &mut Builder,
    maps: &[(Arc<LinearMap>, Vec<CtId>)],
    reuse: Reuse,
) -> CkksResult<Vec<CtId>> {
    let Some((first, _)) = maps.first() else {
        return Err(CkksError::shapes("expected at least one linear map of a sum, found none"));
    };
    let mut outputs: Vec<Option<CtId>> = vec![None; first.to.ciphertexts()];
    for (map, inputs) in maps {
        if map.to.shape() != first.to.shape() || map.to.ciphertexts() != outputs.len() {
            return Err(CkksError::shapes("expected linear maps to one layout"));
        }
        for (output, made) in lower_one(builder, map, inputs, reuse, &mut Rolled::default())? {
            let sum = &mut outputs[output as usize];
            *sum = Some(match *sum {
                Some(sum) => builder.add(sum, made)?,
                None => made,
            });
        }
    }
    fill_missing_outputs(builder, outputs, maps[0].1[0])
}

/// Ciphertexts that were already copied or rotated: by source and amount. Without sharing between cells, also
/// by the other side of the cell.
#[derive(Default)]
pub(crate) struct Rolled {
    copied: BTreeMap<(CtId, Vec<u32>), CtId>,
    babies: BTreeMap<(CtId, Option<u32>, u32), CtId>,
}

/// The outputs, with zeros where nothing was computed.
pub(crate) fn fill_missing_outputs(
    builder: &mut Builder,
    outputs: Vec<Option<CtId>>,
    some: CtId,
) -> CkksResult<Vec<CtId>> {
    let level = outputs.iter().flatten().map(|&id| builder.type_of(id).level).min();
    let mut made = Vec::with_capacity(outputs.len());
    for output in outputs {
        made.push(match output {
            Some(output) => output,
            None => zero(builder, some, level)?,
        });
    }
    Ok(made)
}

impl Bundle {
    /// Adds the steps of all maps; rotated inputs serve all of them. Results are in the order of the maps.
    pub fn lower(&self, builder: &mut Builder, inputs: &[CtId]) -> CkksResult<Vec<Vec<CtId>>> {
        let mut rolled = Rolled::default();
        let mut results = Vec::new();
        for map in self.maps() {
            if !self.is_shared() {
                rolled = Rolled::default();
            }
            let mut outputs: Vec<Option<CtId>> = vec![None; map.to.ciphertexts()];
            for (output, made) in lower_one(builder, map, inputs, Reuse::Shared, &mut rolled)? {
                outputs[output as usize] = Some(made);
            }
            results.push(fill_missing_outputs(builder, outputs, inputs[0])?);
        }
        Ok(results)
    }
}

/// A ciphertext of zeros at a level, for an output that reads only padding.
fn zero(builder: &mut Builder, some: CtId, level: Option<u32>) -> CkksResult<CtId> {
    let some = builder.settled(some)?;
    let zero = builder.push(SlotStep::Sub(some, some))?;
    match level {
        Some(to) if to < builder.type_of(zero).level => builder.push(SlotStep::Drop { of: zero, to }),
        _ => Ok(zero),
    }
}

impl LinearMap {
    /// Adds the steps that compute the map; the results are rescaled.
    pub fn lower(self: &Arc<Self>, builder: &mut Builder, inputs: &[CtId]) -> CkksResult<Vec<CtId>> {
        lower_sum(builder, &[(Arc::clone(self), inputs.to_vec())], Reuse::Shared)
    }
}

fn lower_one(
    builder: &mut Builder,
    map: &LinearMap,
    inputs: &[CtId],
    reuse: Reuse,
    rolled: &mut Rolled,
) -> CkksResult<BTreeMap<u32, CtId>> {
    let (sums, mut outputs) = map_products(builder, map, inputs, map.pairs.clone(), reuse, rolled)?;
    finish_sums(builder, map, sums, &mut outputs)?;
    Ok(outputs)
}

/// Sums of products by output and giant step, or by output, giant step and cell.
pub(crate) type Sums = BTreeMap<(u32, u32, u32), CtId>;

/// The products of all pairs of inputs and outputs that a map connects, in this order, unless output after
/// output holds fewer ciphertexts. Returns unfinished sums, and the outputs that are already finished.
pub(crate) fn map_products(
    builder: &mut Builder,
    map: &LinearMap,
    inputs: &[CtId],
    mut pairs: Vec<(u32, u32, u32)>,
    reuse: Reuse,
    rolled: &mut Rolled,
) -> CkksResult<(Sums, BTreeMap<u32, CtId>)> {
    if inputs.len() != map.from.ciphertexts() || builder.slots() != map.from.slots() {
        return Err(CkksError::shapes(format!(
            "expected {} ciphertexts, found {}",
            map.from.ciphertexts(),
            inputs.len()
        )));
    }
    if map.is_gather {
        return Ok((Sums::new(), gather(builder, map, inputs, &pairs)?));
    }
    if map.op.weights().is_none() {
        return Err(CkksError::new(code::BAD_SLOT_PROGRAM, "cannot lower a linear op without weights")
            .help("add weights; only counting works without them"));
    }
    let source = builder.source(PlaintextSource::Map(Arc::new(map.diagonals())));
    let inputs = copied(builder, map, inputs, rolled)?;
    if map.by_output() {
        pairs.sort_by_key(|&(i, j, _)| (j, i));
    }
    let mut sums = Sums::new();
    let mut outputs: BTreeMap<u32, CtId> = BTreeMap::new();
    for (n, &(i, j, set)) in pairs.iter().enumerate() {
        let (of_input, of_output) = if reuse == Reuse::PerCell { (Some(j), i) } else { (None, 0) };
        for &term in &map.sets[set as usize] {
            let (baby, giant) = map.split.steps[term as usize];
            let key = (inputs[&i], of_input, baby);
            let rotated = match rolled.babies.get(&key) {
                Some(&rotated) => rotated,
                None => {
                    let rotated = builder.rotate(inputs[&i], baby)?;
                    rolled.babies.insert(key, rotated);
                    rotated
                }
            };
            let by = Plain::Diagonal { source, pair: [i, j], steps: [baby, giant] };
            let product = builder.push(SlotStep::MulPlain { of: rotated, by })?;
            let sum = match sums.get(&(j, giant, of_output)) {
                Some(&sum) => builder.push(SlotStep::Add(sum, product))?,
                None => product,
            };
            sums.insert((j, giant, of_output), sum);
        }
        if map.by_output() && pairs.get(n + 1).is_none_or(|next| next.1 != j) {
            finish_sums(builder, map, std::mem::take(&mut sums), &mut outputs)?;
        }
    }
    Ok((sums, outputs))
}

/// Rotates sums by their giant steps and adds them up.
pub(crate) fn finish_sums(
    builder: &mut Builder,
    map: &LinearMap,
    sums: Sums,
    outputs: &mut BTreeMap<u32, CtId>,
) -> CkksResult<()> {
    let mut made: BTreeMap<u32, CtId> = BTreeMap::new();
    for ((j, giant, _), sum) in sums {
        let rotated = builder.rotate(sum, giant)?;
        let output = match made.get(&j) {
            Some(&output) => builder.push(SlotStep::Add(output, rotated))?,
            None => rotated,
        };
        made.insert(j, output);
    }
    for (j, mut output) in made {
        output = builder.settled(output)?;
        for &shift in &map.folds {
            let rotated = builder.rotate(output, shift)?;
            output = builder.push(SlotStep::Add(output, rotated))?;
        }
        outputs.insert(j, output);
    }
    Ok(())
}

/// The inputs that are used, with their copies made.
fn copied(
    builder: &mut Builder,
    map: &LinearMap,
    inputs: &[CtId],
    rolled: &mut Rolled,
) -> CkksResult<BTreeMap<u32, CtId>> {
    let shifts = map.copy_shifts();
    let mut made = BTreeMap::new();
    for &(i, _, _) in &map.pairs {
        if made.contains_key(&i) {
            continue;
        }
        let key = (inputs[i as usize], shifts.clone());
        if let Some(&known) = rolled.copied.get(&key) {
            made.insert(i, known);
            continue;
        }
        let mut input = builder.settled(inputs[i as usize])?;
        for &shift in &shifts {
            let rotated = builder.rotate(input, shift)?;
            input = builder.push(SlotStep::Add(input, rotated))?;
        }
        rolled.copied.insert(key, input);
        made.insert(i, input);
    }
    Ok(made)
}

/// Moves entire ciphertexts and adds them.
fn gather(
    builder: &mut Builder,
    map: &LinearMap,
    inputs: &[CtId],
    pairs: &[(u32, u32, u32)],
) -> CkksResult<BTreeMap<u32, CtId>> {
    let mut outputs: BTreeMap<u32, CtId> = BTreeMap::new();
    let mut rotated: BTreeMap<(u32, u32), CtId> = BTreeMap::new();
    for &(i, j, set) in pairs {
        let by = map.gather_offset(set);
        let moved = match rotated.get(&(i, by)) {
            Some(&moved) => moved,
            None => builder.rotate(inputs[i as usize], by)?,
        };
        rotated.insert((i, by), moved);
        let output = match outputs.get(&j) {
            Some(&output) => builder.add(output, moved)?,
            None => moved,
        };
        outputs.insert(j, output);
    }
    Ok(outputs)
}
