//! `gather` and `scatter`, and the ops that are special cases of them.

use partita_ir::RecordAttr;
use partita_rule::{FactorKind, RuleSpec};

use super::draft::{At, Draft, Travel};
use super::view::{OpView, Shape, dim_indices};

use FactorKind::{NeedReplication, PassThrough, Reduction};

/// The dimension numbers that a gather and a scatter have in common.
struct Numbers {
    /// Dimensions of the result or of the updates along which slices extend.
    window: Vec<usize>,
    /// Dimensions of the operand of which a slice has one element, and which the result omits.
    collapsed: Vec<usize>,
    /// Dimensions of the operand that correspond to dimensions of the indices, in order.
    batching: Vec<usize>,
    /// The corresponding dimensions of the indices.
    indices_batching: Vec<usize>,
    /// The dimension of the indices along which an index vector extends.
    index_vector: usize,
}

impl Numbers {
    fn read(record: &RecordAttr, names: [&str; 4]) -> Option<Self> {
        let list = |name: &str| dim_indices(record.ints(name));
        let [window, collapsed, batching, indices_batching] = names;
        Some(Self {
            window: list(window)?,
            collapsed: list(collapsed)?,
            batching: list(batching)?,
            indices_batching: list(indices_batching)?,
            index_vector: usize::try_from(record.int("index_vector_dim")).ok()?,
        })
    }

    /// The dimensions of the operand along which slices extend, in order.
    fn sliced(&self, rank: usize) -> impl Iterator<Item = usize> + '_ {
        (0..rank).filter(|dim| !self.collapsed.contains(dim) && !self.batching.contains(dim))
    }

    /// The dimensions of the indices except that of the index vectors.
    fn batch(&self, rank: usize) -> impl Iterator<Item = usize> + '_ {
        (0..rank).filter(|dim| *dim != self.index_vector)
    }

    /// The dimension of the operand that corresponds to a dimension of the indices.
    fn operand_batch(&self, indices: usize) -> Option<usize> {
        let position = self.indices_batching.iter().position(|&dim| dim == indices)?;
        self.batching.get(position).copied()
    }
}

/// `gather`: a lookup along a sharded dimension yields partial results, which are added up.
pub(super) fn gather(view: &OpView<'_>) -> Option<RuleSpec> {
    let names =
        ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims"];
    let numbers = Numbers::read(view.record("dimension_numbers")?, names)?;
    let (operand, indices, result) = (view.operand(0)?, view.operand(1)?, view.result(0)?);
    let mut rule = view.draft();
    let (mut sliced, mut batch) = (numbers.sliced(operand.len()), numbers.batch(indices.len()));
    for (dim, &size) in result.iter().enumerate() {
        if numbers.window.contains(&dim) {
            let from = sliced.next()?;
            add_slice(&mut rule, *operand.get(from)?, size, [At::Operand(0, from), At::Result(0, dim)]);
        } else {
            let from = batch.next()?;
            let with = numbers.operand_batch(from).map(|dim| At::Operand(0, dim));
            rule.add(PassThrough, size, with.into_iter().chain([At::Operand(1, from), At::Result(0, dim)]));
        }
    }
    for &dim in &numbers.collapsed {
        add_looked_up(&mut rule, operand, dim)?;
    }
    if let Some(&size) = indices.get(numbers.index_vector) {
        rule.add(NeedReplication, size, [At::Operand(1, numbers.index_vector)]);
    }
    // `dynamic_gather` takes the sizes of the slices as an operand.
    for (index, shape) in view.operands.iter().enumerate().skip(2) {
        for (dim, &size) in shape.iter().enumerate() {
            rule.add(NeedReplication, size, [At::Operand(index, dim)]);
        }
    }
    rule.finish()
}

/// Adds a dimension along which slices extend: full slices pass through, single elements are looked up, anything
/// in between must be replicated.
fn add_slice(rule: &mut Draft, size: u64, slice: u64, [from, to]: [At; 2]) {
    if slice == size {
        rule.add(PassThrough, size, [from, to]);
    } else if slice == 1 {
        rule.add(Reduction, size, [from]);
        rule.add(NeedReplication, slice, [to]);
    } else {
        rule.add_travel(NeedReplication, size, Travel::Blocked, [from, to]);
    }
}

/// Adds a dimension of the first operand from which one element is taken.
fn add_looked_up(rule: &mut Draft, operand: &Shape, dim: usize) -> Option<()> {
    let size = *operand.get(dim)?;
    rule.add(if size == 1 { NeedReplication } else { Reduction }, size, [At::Operand(0, dim)]);
    Some(())
}

/// `scatter`: the operands are the inputs, the indices and one update per input.
pub(super) fn scatter(view: &OpView<'_>) -> Option<RuleSpec> {
    let names = [
        "update_window_dims",
        "inserted_window_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
    ];
    let numbers = Numbers::read(view.record("scatter_dimension_numbers")?, names)?;
    let count = view.operands.len().checked_sub(1)? / 2;
    if count == 0 || view.operands.len() != 2 * count + 1 || view.results.len() != count {
        return None;
    }
    let (input, indices, update) = (view.operand(0)?, view.operand(count)?, view.operand(count + 1)?);
    let targets = |dim: usize| (0..count).flat_map(move |i| [At::Operand(i, dim), At::Result(i, dim)]);
    let updates = |dim: usize| (0..count).map(move |i| At::Operand(count + 1 + i, dim));
    let combined = if view.facts.0 { Reduction } else { NeedReplication };
    let mut rule = view.draft();
    let (mut sliced, mut batch) = (numbers.sliced(input.len()), numbers.batch(indices.len()));
    for (dim, &size) in update.iter().enumerate() {
        if numbers.window.contains(&dim) {
            let to = sliced.next()?;
            let full = *input.get(to)?;
            if full == size {
                rule.add(PassThrough, size, targets(to).chain(updates(dim)));
            } else {
                rule.add(NeedReplication, full, targets(to));
                rule.add(NeedReplication, size, updates(dim));
            }
        } else {
            let from = batch.next()?;
            let places = updates(dim).chain([At::Operand(count, from)]);
            match numbers.operand_batch(from) {
                Some(to) => rule.add(PassThrough, size, targets(to).chain(places)),
                None => rule.add(combined, size, places),
            }
        }
    }
    for &dim in &numbers.collapsed {
        rule.add(PassThrough, *input.get(dim)?, targets(dim));
    }
    if let Some(&size) = indices.get(numbers.index_vector) {
        rule.add(NeedReplication, size, [At::Operand(count, numbers.index_vector)]);
    }
    rule.finish()
}

/// `torch_index_select`: dimension `dim` of the operand is replaced by those of the index past `batch_dims`.
pub(super) fn torch_index_select(view: &OpView<'_>) -> Option<RuleSpec> {
    let (dim, batch) = (view.dim("dim")?, view.dim("batch_dims")?);
    let (operand, index) = (view.operand(0)?, view.operand(1)?);
    let picked = index.len().checked_sub(batch)?;
    let mut rule = view.draft();
    for (from, &size) in operand.iter().enumerate() {
        match from.cmp(&dim) {
            std::cmp::Ordering::Less => {
                let with = (from < batch).then_some(At::Operand(1, from));
                rule.add(
                    PassThrough,
                    size,
                    with.into_iter().chain([At::Operand(0, from), At::Result(0, from)]),
                );
            }
            std::cmp::Ordering::Equal => {
                for (place, &size) in index.iter().enumerate().skip(batch) {
                    let to = dim + place - batch;
                    rule.add(PassThrough, size, [At::Operand(1, place), At::Result(0, to)]);
                }
                add_looked_up(&mut rule, operand, dim)?;
            }
            std::cmp::Ordering::Greater => {
                rule.add(PassThrough, size, [At::Operand(0, from), At::Result(0, from + picked - 1)]);
            }
        }
    }
    rule.finish()
}
