//! The buffers of one block: when each is allocated, overwritten and freed, and the moment of the peak.

use std::rc::Rc;

use partita_ir::OpId;

use crate::dataflow::{Dataflow, FlowStep, Kind, Source, TensorId};
use crate::fusion::{FusedKernel, Fusion};
use crate::memory::{BodyPeak, Lifetime, LiveTensor, MemoryWalk, Peak, Role};
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

/// A buffer. Positions count the steps of the block from 1; position 0 is before the first.
struct Buffer {
    tensor: LiveTensor,
    birth: usize,
    /// The last position at which it is live.
    death: usize,
    /// Whether this block may overwrite it.
    is_owned: bool,
}

/// What the body of a step adds while the step runs.
#[derive(Clone)]
enum Inner {
    /// The results are live throughout; the peak of the body is added.
    Beside(Rc<Peak>),
    /// The results become live only after the peak of the body.
    Before(Rc<Peak>),
}

/// The peak of a block with everything inside it.
pub(crate) fn block_peak(walk: &MemoryWalk<'_>, flow: &Dataflow, entering: Entering) -> Peak {
    let fusion = Fusion::new(flow);
    let mut buffers = Buffers {
        walk,
        flow,
        fusion: &fusion,
        last: last_reads(flow, &fusion),
        all: Vec::new(),
        of: vec![None; flow.tensors.len()],
    };
    buffers.enter(entering);
    for kernel in &fusion.kernels {
        buffers.kernel(kernel);
    }
    if entering == Entering::Program {
        buffers.leave();
    }
    let inner = flow.steps.iter().map(|step| inner_peak(walk, step.kind, &step.bodies)).collect();
    find_peak(flow, &buffers.all, inner)
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

fn inner_peak(walk: &MemoryWalk<'_>, kind: Kind, bodies: &[Dataflow]) -> Option<Inner> {
    let entering = if kind == Kind::Loop { Entering::Carried } else { Entering::Borrowed };
    let peaks = bodies.iter().map(|body| block_peak(walk, body, entering));
    // The first one if several are equal.
    let most = peaks.reduce(|most, each| if each.bytes > most.bytes { each } else { most })?;
    Some(if kind == Kind::Loop { Inner::Beside(Rc::new(most)) } else { Inner::Before(Rc::new(most)) })
}

struct Buffers<'f> {
    walk: &'f MemoryWalk<'f>,
    flow: &'f Dataflow,
    fusion: &'f Fusion,
    last: Vec<Option<usize>>,
    all: Vec<Buffer>,
    /// The buffer of each tensor of this block.
    of: Vec<Option<usize>>,
}

impl Buffers<'_> {
    /// Allocates arguments and constants.
    fn enter(&mut self, entering: Entering) {
        let end = self.flow.steps.len();
        for &tensor in &self.flow.arguments {
            match entering {
                Entering::Program => {
                    let is_donated = self.walk.donated.contains(&self.flow.tensors[tensor].value);
                    let index = self.make(tensor, Role::Argument, 0);
                    self.all[index].is_owned = is_donated;
                    self.all[index].death = if is_donated { self.last[tensor].unwrap_or(0) } else { end };
                }
                Entering::Carried => {
                    let index = self.make(tensor, Role::Temporary, 0);
                    // The loop counts it.
                    self.all[index].tensor.bytes = 0;
                }
                Entering::Borrowed => {}
            }
        }
        for step in self.flow.steps.iter().filter(|step| step.kind == Kind::Constant) {
            for &tensor in &step.results {
                let index = self.make(tensor, Role::Constant, 0);
                self.all[index].death = end;
            }
        }
    }

    fn make(&mut self, tensor: TensorId, role: Role, birth: usize) -> usize {
        let data = &self.flow.tensors[tensor];
        let death = self.last[tensor].unwrap_or(birth).max(birth);
        let live = LiveTensor { value: data.value, bytes: data.bytes, role };
        self.all.push(Buffer { tensor: live, birth, death, is_owned: role == Role::Temporary });
        self.of[tensor] = Some(self.all.len() - 1);
        self.all.len() - 1
    }

    /// Allocates what a kernel stores, and what it needs while it runs.
    fn kernel(&mut self, kernel: &FusedKernel) {
        let (at, step) = (kernel.at + 1, &self.flow.steps[kernel.at]);
        for (index, &tensor) in kernel.writes.iter().enumerate() {
            if step.kind == Kind::Loop && self.keeps_unchanged(step, index, tensor) {
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
                Some(buffer) => {
                    self.of[tensor] = Some(buffer);
                    // A second result must find the buffer in use.
                    self.all[buffer].death = self.last[tensor].unwrap_or(at).max(at + 1);
                }
                None => {
                    self.make(tensor, Role::Temporary, at);
                }
            }
        }
        let bytes = self.workspace(step.kind, step.op);
        if let Some(&tensor) = step.results.first().filter(|_| bytes > 0) {
            let live = LiveTensor { value: self.flow.tensors[tensor].value, bytes, role: Role::Workspace };
            self.all.push(Buffer { tensor: live, birth: at, death: at, is_owned: false });
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
    fn keeps_unchanged(&mut self, step: &FlowStep, index: usize, tensor: TensorId) -> bool {
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
            self.all[buffer].death = self.all[buffer].death.max(self.last[tensor].unwrap_or(0));
        }
        is_unchanged
    }

    /// The buffer of an operand, if a result can be written over it.
    fn reusable(&self, operand: TensorId, result: TensorId, at: usize) -> Option<usize> {
        let operand = self.fusion.stored(operand);
        let index = self.of[operand]?;
        let (buffer, bytes) = (&self.all[index], self.flow.tensors[result].bytes);
        let is_same_size = self.flow.tensors[operand].bytes == bytes && bytes > 0;
        (is_same_size && buffer.is_owned && buffer.death == at).then_some(index)
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
            match self.of[tensor].map(|index| &mut self.all[index]) {
                Some(buffer) if buffer.is_owned && buffer.tensor.role != Role::Result => {
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

/// The moment of a place at which the most bytes are live.
#[derive(Clone, Copy)]
struct Moment {
    bytes: u128,
    position: usize,
    /// Whether the results of the step are there already.
    has_results: bool,
    /// Whether a body adds to it.
    is_inside: bool,
}

impl Moment {
    fn has(&self, buffer: &Buffer) -> bool {
        let is_born =
            if self.has_results { buffer.birth <= self.position } else { buffer.birth < self.position };
        is_born && self.position <= buffer.death
    }
}

/// The moments of all places of a block, and the peak among them.
fn find_peak(flow: &Dataflow, buffers: &[Buffer], inner: Vec<Option<Inner>>) -> Peak {
    let moments = moments(flow, buffers, &inner);
    let Some(best) =
        moments.iter().copied().reduce(|best, each| if each.bytes > best.bytes { each } else { best })
    else {
        return Peak::default();
    };
    let body = |moment: &Moment| {
        let inner = inner.get(moment.position.checked_sub(1)?)?.as_ref().filter(|_| moment.is_inside);
        inner.map(|(Inner::Beside(peak) | Inner::Before(peak))| peak)
    };
    let is_live = |buffer: &&Buffer| best.has(buffer) && buffer.tensor.bytes > 0;
    let mut live: Vec<LiveTensor> = buffers.iter().filter(is_live).map(|buffer| buffer.tensor).collect();
    let mut at = flow.steps.get(best.position.max(1) - 1).map(|step| step.op);
    if let Some(peak) = body(&best) {
        live.extend(&peak.live);
        at = peak.at.or(at);
    }
    let lifetime = |buffer: &Buffer| {
        // A buffer is live at consecutive moments.
        let birth = moments.partition_point(|moment| {
            moment.position < buffer.birth || (moment.position == buffer.birth && !moment.has_results)
        });
        let end = moments.partition_point(|moment| moment.position <= buffer.death);
        (birth < end).then(|| Lifetime { tensor: buffer.tensor, birth, death: end - 1 })
    };
    let bodies = moments
        .iter()
        .enumerate()
        .filter_map(|(point, moment)| body(moment).map(|peak| BodyPeak { point, live: peak.live.clone() }));
    Peak {
        bytes: best.bytes,
        at,
        live,
        course: moments.iter().map(|moment| moment.bytes).collect(),
        bodies: bodies.collect(),
        lifetimes: buffers.iter().filter_map(lifetime).collect(),
    }
}

/// The decisive moment of each place; place 0 is before the first step.
fn moments(flow: &Dataflow, buffers: &[Buffer], inner: &[Option<Inner>]) -> Vec<Moment> {
    let end = flow.steps.len();
    let (mut births, mut deaths) = (vec![0u128; end + 1], vec![0u128; end + 1]);
    for buffer in buffers {
        let bytes = u128::from(buffer.tensor.bytes);
        births[buffer.birth] += bytes;
        // A buffer that outlives the block is never freed.
        if let Some(died) = deaths.get_mut(buffer.death) {
            *died += bytes;
        }
    }
    let mut live = 0u128;
    let mut moments: Vec<Moment> = Vec::new();
    let mut place = usize::MAX;
    for position in 0..=end {
        let before = live;
        live += births[position];
        let body = position.checked_sub(1).and_then(|step| inner[step].as_ref());
        let moment = match body {
            Some(Inner::Beside(peak)) => {
                Moment { bytes: live + peak.bytes, position, has_results: true, is_inside: peak.bytes > 0 }
            }
            Some(Inner::Before(peak)) if before + peak.bytes > live => {
                Moment { bytes: before + peak.bytes, position, has_results: false, is_inside: true }
            }
            _ => Moment { bytes: live, position, has_results: true, is_inside: false },
        };
        live -= deaths[position];
        let here = position.checked_sub(1).map_or(0, |step| flow.steps[step].place);
        match moments.last_mut() {
            Some(last) if here == place => {
                if moment.bytes > last.bytes {
                    *last = moment;
                }
            }
            _ => moments.push(moment),
        }
        place = here;
    }
    moments
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
