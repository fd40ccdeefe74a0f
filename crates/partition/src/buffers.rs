//! The buffers of one block: when each is allocated, overwritten and freed, and the moment of the peak.

use std::rc::Rc;

use partita_cost::{Inner, peak_of};
use partita_ir::{OpId, ValueId};

use crate::dataflow::{Dataflow, FlowStep, Kind, Source, TensorId};
use crate::fusion::{FusedKernel, Fusion};
use crate::memory::{Lifetime, LiveTensor, MemoryWalk, Peak, Role};
use crate::op_work::{product_work, scratch};

/// The owner of a block's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entering {
    /// The caller of the program.
    Program,
    /// The enclosing op, which counts them; the block may overwrite them.
    Carried,
    /// The enclosing op; others may use them, so the block must not overwrite them.
    Borrowed,
}

impl Entering {
    /// The owner of the arguments of a body of an op of this kind.
    pub(crate) fn body_of(kind: Kind) -> Self {
        if kind == Kind::Loop { Entering::Carried } else { Entering::Borrowed }
    }
}

/// When the tensors of a block are in memory, by position of its steps.
pub(crate) struct BlockLives {
    /// The first and the last position of each tensor; `None` for those that take no memory.
    pub(crate) spans: Vec<Option<(usize, usize)>>,
    /// The results of loops whose bodies return what they receive: they take no memory beside their operands.
    pub(crate) unchanged: Vec<TensorId>,
}

/// When the tensors of a block are in memory if buffers are reused as [`block_peak`] assumes. A tensor that is overwritten ends where
/// the other one begins. The bodies of loops and branches are not in it.
pub(crate) fn block_lives(
    walk: &MemoryWalk<'_>,
    flow: &Dataflow,
    fusion: &Fusion,
    entering: Entering,
) -> BlockLives {
    Buffers::of_block(walk, flow, fusion, entering).lives
}

/// The peak of a block with everything inside it.
pub(crate) fn block_peak(walk: &MemoryWalk<'_>, flow: &Dataflow, entering: Entering) -> Peak {
    let fusion = Fusion::new(walk.module, flow);
    let buffers = Buffers::of_block(walk, flow, &fusion, entering);
    let inner: Vec<_> = flow.steps.iter().map(|step| inner_peak(walk, step.kind, &step.bodies)).collect();
    let ops: Vec<OpId> = flow.steps.iter().map(|step| step.op).collect();
    peak_of(&ops, |step| flow.steps[step].place, &buffers.all, &inner)
}

/// The position of the last kernel that reads each tensor.
pub(crate) fn last_reads(flow: &Dataflow, fusion: &Fusion) -> Vec<Option<usize>> {
    let mut last = vec![None; flow.tensors.len()];
    for kernel in &fusion.kernels {
        for &tensor in kernel.reads.keys() {
            last[tensor] = last[tensor].max(Some(kernel.at + 1));
        }
    }
    for &tensor in &flow.results {
        last[fusion.stored(tensor)] = Some(flow.steps.len());
    }
    last
}

fn inner_peak(walk: &MemoryWalk<'_>, kind: Kind, bodies: &[Dataflow]) -> Option<Inner<ValueId, OpId>> {
    let peaks = bodies.iter().map(|body| block_peak(walk, body, Entering::body_of(kind)));
    // The first one if several are equal.
    let most = peaks.reduce(|most, each| if each.bytes > most.bytes { each } else { most })?;
    Some(if kind == Kind::Loop { Inner::Beside(Rc::new(most)) } else { Inner::Before(Rc::new(most)) })
}

struct Buffers<'f> {
    walk: &'f MemoryWalk<'f>,
    flow: &'f Dataflow,
    fusion: &'f Fusion,
    last: Vec<Option<usize>>,
    /// All buffers. Positions count the steps of the block from 1; position 0 is before the first.
    all: Vec<Lifetime>,
    /// Whether this block may overwrite each buffer.
    is_owned: Vec<bool>,
    /// The buffer of each tensor of this block.
    of: Vec<Option<usize>>,
    /// The tensor that each buffer holds; `None` if it holds no tensor of the block.
    holds: Vec<Option<TensorId>>,
    lives: BlockLives,
}

impl<'f> Buffers<'f> {
    fn of_block(
        walk: &'f MemoryWalk<'f>,
        flow: &'f Dataflow,
        fusion: &'f Fusion,
        entering: Entering,
    ) -> Self {
        let count = flow.tensors.len();
        let mut buffers = Self {
            walk,
            flow,
            fusion,
            last: last_reads(flow, fusion),
            all: Vec::new(),
            is_owned: Vec::new(),
            of: vec![None; count],
            holds: Vec::new(),
            lives: BlockLives { spans: vec![None; count], unchanged: Vec::new() },
        };
        buffers.enter(entering);
        for kernel in &fusion.kernels {
            buffers.kernel(kernel);
        }
        if entering == Entering::Program {
            buffers.leave();
        }
        buffers
    }

    /// Allocates arguments and constants.
    fn enter(&mut self, entering: Entering) {
        let end = self.flow.steps.len();
        for &tensor in &self.flow.arguments {
            match entering {
                Entering::Program => {
                    let is_donated = self.walk.donated.contains(&self.flow.tensors[tensor].value);
                    let index = self.make(tensor, Role::Argument, 0);
                    self.is_owned[index] = is_donated;
                    self.set_death(index, if is_donated { self.last[tensor].unwrap_or(0) } else { end });
                }
                Entering::Carried => {
                    let index = self.make(tensor, Role::Temporary, 0);
                    // The loop counts it.
                    self.all[index].tensor.bytes = 0;
                    self.lives.spans[tensor] = None;
                }
                Entering::Borrowed => {}
            }
        }
        for step in self.flow.steps.iter().filter(|step| step.kind == Kind::Constant) {
            for &tensor in &step.results {
                let index = self.make(tensor, Role::Constant, 0);
                self.set_death(index, end);
            }
        }
    }

    fn make(&mut self, tensor: TensorId, role: Role, birth: usize) -> usize {
        let data = &self.flow.tensors[tensor];
        let death = self.last[tensor].unwrap_or(birth).max(birth);
        let live = LiveTensor { value: data.value, bytes: data.bytes, role };
        let index = self.push(Lifetime { tensor: live, birth, death }, role == Role::Temporary);
        self.of[tensor] = Some(index);
        // A result that is a copy of another tensor begins after all reads of that one.
        if role != Role::Result {
            self.holds[index] = Some(tensor);
            self.lives.spans[tensor] = Some((birth, death));
        }
        index
    }

    fn push(&mut self, buffer: Lifetime, is_owned: bool) -> usize {
        self.all.push(buffer);
        self.is_owned.push(is_owned);
        self.holds.push(None);
        self.all.len() - 1
    }

    /// Frees a buffer at another position, with what it holds.
    fn set_death(&mut self, buffer: usize, death: usize) {
        self.all[buffer].death = death;
        if let Some(span) = self.holds[buffer].and_then(|tensor| self.lives.spans[tensor].as_mut()) {
            span.1 = death;
        }
    }

    /// Writes a tensor over what a buffer holds.
    fn overwrite(&mut self, buffer: usize, tensor: TensorId, at: usize) {
        let old = self.holds[buffer].replace(tensor);
        let begin = old.and_then(|old| Some((old, self.lives.spans[old]?.0)));
        if let Some((old, begin)) = begin {
            self.lives.spans[old] = (begin < at).then(|| (begin, at - 1));
        }
        self.of[tensor] = Some(buffer);
        // What a loop counts has no memory in its body.
        self.lives.spans[tensor] = (self.all[buffer].tensor.bytes > 0).then_some((at, at));
        // A second result must find the buffer in use.
        self.set_death(buffer, self.last[tensor].unwrap_or(at).max(at + 1));
    }

    /// Allocates what a kernel stores, and what it needs while it runs.
    fn kernel(&mut self, kernel: &FusedKernel) {
        let (at, step) = (kernel.at + 1, &self.flow.steps[kernel.at]);
        for (index, &tensor) in kernel.writes.iter().enumerate() {
            if step.kind == Kind::Loop && self.keeps_unchanged(step, index, tensor, at) {
                continue;
            }
            let overwritten: Vec<TensorId> = match step.kind {
                Kind::Update | Kind::Loop => step.operands.get(index).copied().into_iter().collect(),
                Kind::Pointwise if !kernel.keeps_rows => {
                    kernel.reads.keys().copied().filter(|&tensor| !self.is_merged_product(tensor)).collect()
                }
                _ => Vec::new(),
            };
            match overwritten.into_iter().find_map(|operand| self.reusable(operand, tensor, at)) {
                Some(buffer) => self.overwrite(buffer, tensor, at),
                None => {
                    self.make(tensor, Role::Temporary, at);
                }
            }
        }
        for copy in &kernel.copies {
            let Some(&operand) = step.operands.get(copy.operand) else { continue };
            let value = self.flow.tensors[self.fusion.stored(operand)].value;
            let live = LiveTensor { value, bytes: copy.bytes, role: Role::Workspace };
            self.push(Lifetime { tensor: live, birth: at, death: copy.until }, false);
        }
        let bytes = self.workspace(step.kind, step.op);
        if let Some(&tensor) = step.results.first().filter(|_| bytes > 0) {
            let live = LiveTensor { value: self.flow.tensors[tensor].value, bytes, role: Role::Workspace };
            self.push(Lifetime { tensor: live, birth: at, death: at }, false);
        }
    }

    /// Whether a tensor is the result of one of several products of one operand. XLA computes these as one product,
    /// so their results are parts of one buffer.
    fn is_merged_product(&self, tensor: TensorId) -> bool {
        let is_product = |at: usize| self.flow.steps[at].kind == Kind::Product;
        let Some(at) = self.flow.maker(tensor).filter(|&at| is_product(at)) else { return false };
        let is_shared = |operand: &TensorId| {
            self.flow.tensors[*operand].users.iter().filter(|&&user| is_product(user)).nth(1).is_some()
        };
        self.flow.steps[at].operands.iter().any(is_shared)
    }

    /// Lets a result of a loop be its operand, if the body returns what it receives.
    fn keeps_unchanged(&mut self, step: &FlowStep, index: usize, tensor: TensorId, at: usize) -> bool {
        let returned =
            step.bodies.last().and_then(|body| Some((body.results.get(index)?, body.arguments.get(index)?)));
        let Some((buffer, operand)) = step
            .operands
            .get(index)
            .and_then(|&operand| Some((self.of[self.fusion.stored(operand)]?, operand)))
        else {
            return false;
        };
        let is_unchanged = returned.is_some_and(|(result, argument)| result == argument);
        if is_unchanged && self.fusion.is_stored[operand] {
            self.of[tensor] = Some(buffer);
            let last = self.last[tensor];
            self.set_death(buffer, self.all[buffer].death.max(last.unwrap_or(0)));
            // What is computed from nothing is computed in the body too.
            if self.all[buffer].death >= at {
                self.lives.spans[tensor] = Some((at, last.unwrap_or(at)));
                self.lives.unchanged.push(tensor);
            }
        }
        is_unchanged
    }

    /// The buffer of an operand, if a result can be written over it.
    fn reusable(&self, operand: TensorId, result: TensorId, at: usize) -> Option<usize> {
        let operand = self.fusion.stored(operand);
        let index = self.of[operand]?;
        let (buffer, bytes) = (&self.all[index], self.flow.tensors[result].bytes);
        let is_same_size = self.flow.tensors[operand].bytes == bytes && bytes > 0;
        (is_same_size && self.is_owned[index] && buffer.death == at).then_some(index)
    }

    fn workspace(&self, kind: Kind, op: OpId) -> u64 {
        let Some(device) = self.walk.device else { return 0 };
        match kind {
            Kind::Product => product_work(self.walk.module, op, device).map_or(0, |work| {
                work.prepared.saturating_add(if work.needs_workspace { device.workspace } else { 0 })
            }),
            Kind::Own => scratch(self.walk.module, op),
            _ => 0,
        }
    }

    /// Allocates what the program returns.
    fn leave(&mut self) {
        let end = self.flow.steps.len();
        for &tensor in &self.flow.results {
            let tensor = self.fusion.stored(tensor);
            let own = self.of[tensor].filter(|&index| self.is_owned[index]);
            match own.map(|index| &mut self.all[index]) {
                Some(buffer) if buffer.tensor.role != Role::Result => {
                    buffer.tensor.role = Role::Result;
                    buffer.death = end;
                }
                _ => {
                    self.make(tensor, Role::Result, end);
                }
            }
        }
    }
}

/// Whether an update can write into its first operand: it is the last to read it, and the block owns it.
pub(crate) fn updates_in_place(
    flow: &Dataflow,
    fusion: &Fusion,
    last: &[Option<usize>],
    kernel: &FusedKernel,
    owns_arguments: bool,
) -> bool {
    let Some(&first) = flow.steps[kernel.at].operands.first() else { return false };
    let first = fusion.stored(first);
    let is_owned = match flow.tensors[first].source {
        Source::Step(at) => flow.steps[at].kind != Kind::Constant,
        Source::Argument => owns_arguments,
        Source::Outside => false,
    };
    is_owned && last[first] == Some(kernel.at + 1)
}
