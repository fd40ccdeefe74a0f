//! Which steps share a kernel, as XLA fuses them, and which tensors are stored.
//!
//! The rules, from the last step to the first:
//!
//! - A step whose users all are in one kernel is computed in that kernel, and its result is not stored.
//! - A step whose users are in several kernels is computed in each of them if reading its operands again costs no more
//!   than storing its result and reading that.
//! - A tensor that a product, a collective, a loop or a custom call reads is stored.
//! - A reduction starts a kernel, with everything before it that the first rules allow. A reduction of rows, whose
//!   result only one kernel uses, is computed in that kernel: softmax and normalisations read their operand once.
//! - A returned tensor is stored, and kernels that use it compute it again rather than wait for it.
//! - Kernels that are independent of each other, read the same tensor and have the same size are one kernel.

use std::collections::{BTreeMap, BTreeSet};

use partita_ir::Module;
use rustc_hash::FxHashMap;

use crate::dataflow::{Dataflow, Kind, TensorId};
use crate::matrix_views::{MatrixOrder, needed_order};

/// A kernel: the steps that it computes, and the tensors that it reads and writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FusedKernel {
    /// The step that it runs at: the last one whose result it stores.
    pub(crate) at: usize,
    /// All its steps, in order. A step may belong to several kernels.
    pub(crate) steps: Vec<usize>,
    /// The stored tensors that it reads, with the bytes that it reads of each.
    pub(crate) reads: BTreeMap<TensorId, u64>,
    /// The tensors that it stores.
    pub(crate) writes: Vec<TensorId>,
    /// Whether it keeps rows while it reduces them; such a kernel does not overwrite its operands.
    pub(crate) keeps_rows: bool,
    /// The operands of a product that are copied for it, and for later products, into another order of dimensions.
    pub(crate) copies: Vec<OperandCopy>,
}

/// A copy of a tensor in an order in which products can read it.
#[derive(Clone, Debug)]
pub(crate) struct OperandCopy {
    /// Which operand of the first product it is.
    pub(crate) operand: usize,
    pub(crate) bytes: u64,
    /// The position after the last product that reads it.
    pub(crate) until: usize,
}

/// The kernels of a block and the tensors between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fusion {
    /// In the order in which they run.
    pub(crate) kernels: Vec<FusedKernel>,
    /// For each tensor, whether it is in memory.
    pub(crate) is_stored: Vec<bool>,
    /// For each tensor that a free transpose renames, the tensor that is stored instead.
    renamed: Vec<Option<TensorId>>,
}

/// What is computed from nothing counts in at most this many kernels: lists of more would take quadratic memory.
const MAX_COMPUTED: usize = 64;

/// A step is computed in at most this many kernels; otherwise its result is stored.
const MAX_COPIES: usize = 6;

impl Fusion {
    /// Groups the steps of a block into kernels. The bodies of its loops and branches have their own.
    pub(crate) fn new(module: &Module, flow: &Dataflow) -> Self {
        let homes = Homes::new(flow);
        let mut kernels: BTreeMap<usize, FusedKernel> = BTreeMap::new();
        for (at, step) in flow.steps.iter().enumerate() {
            for &home in &homes.of[at] {
                let kernel =
                    kernels.entry(home).or_insert_with(|| FusedKernel { at: home, ..FusedKernel::default() });
                kernel.steps.push(at);
                kernel.keeps_rows |= home != at && matches!(step.kind, Kind::Reduce { .. });
                if home == at {
                    kernel.writes.extend(step.results.iter().filter(|&&tensor| homes.is_stored[tensor]));
                }
            }
        }
        let mut fusion = Self { kernels: Vec::new(), is_stored: homes.is_stored, renamed: homes.renamed };
        for kernel in kernels.values_mut() {
            kernel.reads = fusion.reads(flow, &homes.of, kernel);
        }
        fusion.kernels = merge_siblings(flow, kernels);
        fusion.note_copies(module, flow);
        fusion
    }

    /// Finds the operands that products cannot read as they are stored. A kernel of elementwise ops writes its result in
    /// the order that its users need; other tensors are copied once for each order.
    fn note_copies(&mut self, module: &Module, flow: &Dataflow) {
        let mut made: FxHashMap<(TensorId, MatrixOrder), (usize, usize)> = FxHashMap::default();
        for index in 0..self.kernels.len() {
            let at = self.kernels[index].at;
            let step = &flow.steps[at];
            if step.kind != Kind::Product {
                continue;
            }
            for (operand, &tensor) in step.operands.iter().enumerate() {
                let tensor = self.stored(tensor);
                let data = &flow.tensors[tensor];
                let kind = flow.maker(tensor).map(|maker| flow.steps[maker].kind);
                let is_in_any_order = !data.is_returned
                    && kind.is_some_and(|kind| kind.takes_operands() && kind != Kind::Update);
                if is_in_any_order {
                    continue;
                }
                let Some(order) = needed_order(module, step.op, operand, data.value) else { continue };
                let copies = self.kernels[index].copies.len();
                let (first, copy) = *made.entry((tensor, order)).or_insert((index, copies));
                if (first, copy) == (index, copies) {
                    self.kernels[index].copies.push(OperandCopy {
                        operand,
                        bytes: data.bytes,
                        until: at + 1,
                    });
                }
                self.kernels[first].copies[copy].until = at + 1;
            }
        }
    }

    /// The tensor in memory that holds a tensor.
    pub(crate) fn stored(&self, mut tensor: TensorId) -> TensorId {
        while let Some(other) = self.renamed[tensor] {
            tensor = other;
        }
        tensor
    }

    fn reads(
        &self,
        flow: &Dataflow,
        homes: &[BTreeSet<usize>],
        kernel: &FusedKernel,
    ) -> BTreeMap<TensorId, u64> {
        let mut reads = BTreeMap::new();
        for &at in &kernel.steps {
            let step = &flow.steps[at];
            let own: u64 =
                step.results.iter().map(|&tensor| flow.tensors[tensor].bytes).fold(0, u64::saturating_add);
            for (index, tensor) in step.uses().enumerate() {
                let computed_here = flow.maker(tensor).is_some_and(|maker| homes[maker].contains(&kernel.at));
                let tensor = self.stored(tensor);
                if computed_here || !self.is_stored[tensor] {
                    continue;
                }
                let all = flow.tensors[tensor].bytes;
                let bytes = match step.kind {
                    Kind::Slice => all.min(own),
                    // Only what is overwritten is touched, and that counts as written.
                    Kind::Update if index == 0 => 0,
                    _ => all,
                };
                let read = reads.entry(tensor).or_insert(0);
                *read = bytes.max(*read);
            }
        }
        reads
    }
}

/// In which kernels each step is computed. A kernel has the number of the step that it runs at.
struct Homes {
    of: Vec<BTreeSet<usize>>,
    is_stored: Vec<bool>,
    renamed: Vec<Option<TensorId>>,
}

impl Homes {
    fn new(flow: &Dataflow) -> Self {
        let mut homes = Self {
            of: vec![BTreeSet::new(); flow.steps.len()],
            is_stored: vec![true; flow.tensors.len()],
            renamed: vec![None; flow.tensors.len()],
        };
        for at in (0..flow.steps.len()).rev() {
            homes.place(flow, at);
        }
        homes
    }

    /// Decides where a step is computed, after all its users.
    fn place(&mut self, flow: &Dataflow, at: usize) {
        let step = &flow.steps[at];
        let results = step.results.iter().map(|&tensor| &flow.tensors[tensor]);
        let is_returned = results.clone().any(|tensor| tensor.is_returned);
        let users: BTreeSet<usize> = results.flat_map(|tensor| tensor.users.iter().copied()).collect();
        let takes = |user: usize| {
            // An update overwrites its first operand, which therefore must be in memory.
            let first = flow.steps[user].operands.first();
            let overwrites = flow.steps[user].kind == Kind::Update
                && first.is_some_and(|first| step.results.contains(first));
            flow.steps[user].kind.takes_operands() && !overwrites
        };
        let is_end = |user: &usize| flow.steps[*user].kind == Kind::End;
        let needs_memory = users.iter().filter(|user| !is_end(user)).any(|&user| !takes(user));
        let around: BTreeSet<usize> = users.iter().flat_map(|&user| self.of[user].iter().copied()).collect();
        let is_free = |user: &usize| flow.steps[*user].kind == Kind::Product;
        match step.kind {
            Kind::Alias | Kind::End | Kind::Constant => {}
            // Loops carry it, and callers receive it; other users compute it.
            Kind::Nothing => {
                let carried = |user: &usize| matches!(flow.steps[*user].kind, Kind::Loop);
                let is_stored = is_returned || users.iter().any(carried);
                self.set_stored(flow, at, is_stored);
                if around.len() <= MAX_COMPUTED {
                    self.of[at] = around;
                }
                if is_stored {
                    self.of[at].insert(at);
                }
            }
            // Dead code is removed.
            _ if users.is_empty() && !is_returned && step.kind.takes_operands() => {
                self.set_stored(flow, at, false)
            }
            // A product reads its operands in any order of dimensions.
            Kind::Transpose if !is_returned && users.iter().all(is_free) => {
                self.set_stored(flow, at, false);
                self.renamed[step.results[0]] = step.operands.first().copied();
            }
            Kind::Reduce { rows: true } if !is_returned && !needs_memory && around.len() == 1 => {
                self.set_stored(flow, at, false);
                self.of[at] = around;
            }
            Kind::Pointwise | Kind::Slice | Kind::Transpose
                if !needs_memory
                    && self.is_cheaper_again(flow, at, around.len() + usize::from(is_returned)) =>
            {
                self.set_stored(flow, at, is_returned);
                self.of[at] = around;
                if is_returned {
                    self.of[at].insert(at);
                }
            }
            _ => {
                self.of[at].insert(at);
            }
        }
    }

    fn set_stored(&mut self, flow: &Dataflow, at: usize, is_stored: bool) {
        for &tensor in &flow.steps[at].results {
            self.is_stored[tensor] = is_stored;
        }
    }

    /// Whether computing a step in each of `copies` kernels moves at most as many bytes as storing its result.
    fn is_cheaper_again(&self, flow: &Dataflow, at: usize, copies: usize) -> bool {
        let step = &flow.steps[at];
        let bytes = |tensor: TensorId| u128::from(flow.tensors[tensor].bytes);
        let out: u128 = step.results.iter().map(|&tensor| bytes(tensor)).sum();
        let is_nothing =
            |tensor: TensorId| flow.maker(tensor).is_some_and(|at| flow.steps[at].kind == Kind::Nothing);
        let all: u128 =
            step.operands.iter().filter(|&&each| !is_nothing(each)).map(|&each| bytes(each)).sum();
        let read = if step.kind == Kind::Slice { all.min(out) } else { all };
        let copies_wide = copies as u128;
        copies <= 1 || (copies <= MAX_COPIES && copies_wide * read <= read + (copies_wide + 1) * out)
    }
}

/// Joins kernels that do not depend on each other, read the same large tensor and have the same size.
fn merge_siblings(flow: &Dataflow, kernels: BTreeMap<usize, FusedKernel>) -> Vec<FusedKernel> {
    let mut first_read: BTreeMap<TensorId, usize> = BTreeMap::new();
    for kernel in kernels.values() {
        for &tensor in kernel.reads.keys() {
            first_read.entry(tensor).or_insert(kernel.at);
        }
    }
    let mut siblings =
        Siblings { level_of: BTreeMap::new(), made_at: BTreeMap::new(), leaders: BTreeMap::new() };
    let mut merged: BTreeMap<usize, FusedKernel> = BTreeMap::new();
    for (at, kernel) in kernels {
        let keys = siblings.keys(flow, &kernel);
        let leader =
            keys.iter().find_map(|key| siblings.leaders.get(key)).and_then(|leader| merged.remove(leader));
        let kernel = match leader {
            Some(leader) => {
                // The joint kernel runs early if all that it reads is there, or late if none of its results is read
                // before.
                let is_early =
                    kernel.reads.keys().all(|tensor| siblings.made_at.get(tensor) < Some(&leader.at));
                let is_late =
                    leader.writes.iter().all(|tensor| first_read.get(tensor).is_none_or(|&read| read > at));
                if is_early {
                    join(kernel, leader)
                } else if is_late {
                    join(leader, kernel)
                } else {
                    merged.insert(leader.at, leader);
                    kernel
                }
            }
            None => kernel,
        };
        siblings.note(&kernel, keys);
        merged.insert(kernel.at, kernel);
    }
    merged.into_values().collect()
}

/// The level of a kernel in the graph, the tensor that it mainly reads, its size, and whether it reduces.
type SiblingKey = (usize, TensorId, u64, bool);

struct Siblings {
    level_of: BTreeMap<TensorId, usize>,
    made_at: BTreeMap<TensorId, usize>,
    leaders: BTreeMap<SiblingKey, usize>,
}

impl Siblings {
    /// What kernels must have in common to be joined, for each of the largest tensors that this one reads. Empty for
    /// kernels that are not joined.
    fn keys(&mut self, flow: &Dataflow, kernel: &FusedKernel) -> Vec<SiblingKey> {
        let levels = kernel.reads.keys().filter_map(|tensor| self.level_of.get(tensor));
        let level = levels.max().map_or(0, |level| level + 1);
        for &tensor in &kernel.writes {
            self.level_of.insert(tensor, level);
        }
        let is_reduction = match flow.steps[kernel.at].kind {
            Kind::Reduce { .. } => true,
            Kind::Pointwise => false,
            _ => return Vec::new(),
        };
        let most = kernel.reads.values().copied().max().unwrap_or(0);
        let size = kernel.writes.iter().map(|&tensor| flow.tensors[tensor].bytes).max().unwrap_or(0);
        // Reductions of one tensor are computed together, whatever their results.
        let size = if is_reduction { 0 } else { size };
        let largest = kernel.reads.iter().filter(|(_, bytes)| **bytes == most);
        largest.map(|(&tensor, _)| (level, tensor, size, is_reduction)).collect()
    }

    fn note(&mut self, kernel: &FusedKernel, keys: Vec<SiblingKey>) {
        for &tensor in &kernel.writes {
            self.made_at.insert(tensor, kernel.at);
        }
        for key in keys {
            self.leaders.insert(key, kernel.at);
        }
    }
}

/// One kernel that does the work of two. Steps that both compute are computed once.
fn join(first: FusedKernel, mut second: FusedKernel) -> FusedKernel {
    second.steps.extend(first.steps);
    second.steps.sort_unstable();
    second.steps.dedup();
    for (tensor, bytes) in first.reads {
        let read = second.reads.entry(tensor).or_insert(0);
        *read = bytes.max(*read);
    }
    second.writes.extend(first.writes);
    second.keeps_rows |= first.keeps_rows;
    second
}
