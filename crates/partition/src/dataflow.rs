//! The steps of a program in one list, with calls expanded: what fusion, memory and time are computed from.
//!
//! A compiler inlines functions before it fuses, so an estimate must see through calls, and through the named computations
//! that the import makes of them. Loops and branches keep their bodies as lists of their own. Ops that only rename their operand have a step without results: their result is the
//! same tensor.

use partita_hlo::loop_trip_counts;
use partita_ir::{Attr, BlockId, Computed, DenseData, FunctionTable, Module, OpCode, OpId, OpKind, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::memory::bytes_of_type;
use crate::ops::view::dims_attr;

/// The most steps of a program after calls are expanded. Further calls count as single ops.
const MAX_STEPS: usize = 1 << 20;

/// A tensor of a [`Dataflow`].
pub(crate) type TensorId = usize;

/// How a step can share a kernel with others, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Renames its operand, or does nothing.
    Alias,
    /// Computed by each user from nothing: splats, iotas and what depends on them alone.
    Nothing,
    /// A constant with distinct elements.
    Constant,
    /// Computes each element of its result from few elements of its operands.
    Pointwise,
    /// Reads as many elements as it returns: slices and gathers.
    Slice,
    /// A transpose: pointwise, or free beside a product, which reads and writes in any order.
    Transpose,
    /// Sums up rows (`true`: along minor dimensions) or others.
    Reduce { rows: bool },
    /// Overwrites a part of its first operand.
    Update,
    /// A matrix product or a convolution.
    Product,
    /// Sends data.
    Collective,
    /// It has a body that may run many times.
    Loop,
    /// A branch, or another op with a body that runs once.
    Branch,
    /// A kernel of its own: a sort, a custom call.
    Own,
    /// Ends a block.
    End,
}

impl Kind {
    /// Whether a kernel that computes this can compute its operands as well.
    pub(crate) fn takes_operands(self) -> bool {
        matches!(
            self,
            Kind::Pointwise
                | Kind::Slice
                | Kind::Transpose
                | Kind::Reduce { .. }
                | Kind::Update
                | Kind::Nothing
        )
    }
}

/// Where a tensor comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// An argument of the block.
    Argument,
    /// Outside of the body.
    Outside,
    /// This step.
    Step(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct FlowTensor {
    /// The value that it was made for.
    pub(crate) value: ValueId,
    pub(crate) bytes: u64,
    pub(crate) source: Source,
    /// The steps that use it, in order, each once per use.
    pub(crate) users: Vec<usize>,
    /// Whether the block returns it.
    pub(crate) is_returned: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct FlowStep {
    pub(crate) op: OpId,
    pub(crate) kind: Kind,
    pub(crate) operands: Vec<TensorId>,
    /// What its bodies use from outside.
    pub(crate) captured: Vec<TensorId>,
    pub(crate) results: Vec<TensorId>,
    /// The position in the outermost block of the op that this step belongs to, from 1.
    pub(crate) place: usize,
    pub(crate) bodies: Vec<Dataflow>,
}

/// The steps of one block, calls expanded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dataflow {
    pub(crate) tensors: Vec<FlowTensor>,
    pub(crate) steps: Vec<FlowStep>,
    pub(crate) arguments: Vec<TensorId>,
    /// What the block returns.
    pub(crate) results: Vec<TensorId>,
}

/// The iterations of loops, by op; absent if unknown.
pub(crate) type Trips = FxHashMap<OpId, u64>;

/// The steps of the entry function; `None` without one.
pub(crate) fn dataflow_of_entry(module: &Module) -> Option<Dataflow> {
    let entry = module.entry_function()?;
    let block = body_of(module, entry)?;
    let mut expansion = Expansion { module, functions: FunctionTable::new(module), left: MAX_STEPS };
    Some(expansion.block(block).0)
}

/// The iterations of all loops that have a known number of them.
pub(crate) fn trips(module: &Module) -> Trips {
    loop_trip_counts(module).into_iter().collect()
}

fn body_of(module: &Module, op: OpId) -> Option<BlockId> {
    let &region = module.op(op).regions.first()?;
    module.region(region).blocks.first().copied()
}

struct Expansion<'m> {
    module: &'m Module,
    functions: FunctionTable,
    /// How many more steps may be made.
    left: usize,
}

/// A block in the course of expansion: the outermost one, or that of a function.
struct Frame {
    block: BlockId,
    next: usize,
    /// The tensors of the block's values. A named computation may use those of the blocks around it.
    of: FxHashMap<ValueId, TensorId>,
    /// The function, or the named computation, and the call that is being expanded; `None` for the outermost block.
    call: Option<(OpId, OpId)>,
}

/// A value from outside that a body uses, and its tensor in the body.
type Captured = Vec<(ValueId, TensorId)>;

impl<'m> Expansion<'m> {
    /// Expands a block. Values of other blocks that it uses are listed.
    fn block(&mut self, block: BlockId) -> (Dataflow, Captured) {
        let module = self.module;
        let mut flow = Dataflow::default();
        let mut captured = Captured::new();
        let mut outside: FxHashMap<ValueId, TensorId> = FxHashMap::default();
        let mut of = FxHashMap::default();
        for &value in &module.block(block).args {
            let tensor = flow.add(module, value, Source::Argument);
            flow.arguments.push(tensor);
            of.insert(value, tensor);
        }
        let mut active: FxHashSet<OpId> = FxHashSet::default();
        let mut frames = vec![Frame { block, next: 0, of, call: None }];
        let mut place = 0;
        while let Some(frame) = frames.last_mut() {
            let Some(&op) = module.block(frame.block).ops.get(frame.next) else {
                frames.pop();
                continue;
            };
            frame.next += 1;
            if frame.call.is_none() {
                place += 1;
            }
            let known = |value| frames.iter().rev().find_map(|frame| frame.of.get(&value).copied());
            let mut find = |value: ValueId, flow: &mut Dataflow| {
                known(value).unwrap_or_else(|| {
                    *outside.entry(value).or_insert_with(|| {
                        let tensor = flow.add(module, value, Source::Outside);
                        captured.push((value, tensor));
                        tensor
                    })
                })
            };
            let data = module.op(op);
            let operands: Vec<TensorId> = data.operands.iter().map(|&value| find(value, &mut flow)).collect();
            let computation = (data.name.code() == Some(OpCode::SdyNamedComputation)).then_some(op);
            let called = self.functions.callee(module, op).or(computation);
            if let Some(function) = called.filter(|function| !active.contains(function)) {
                let body = body_of(module, function).filter(|_| self.left > 0);
                if let Some(body) = body {
                    active.insert(function);
                    let of = module.block(body).args.iter().copied().zip(operands).collect();
                    frames.push(Frame { block: body, next: 0, of, call: Some((function, op)) });
                    continue;
                }
            }
            self.left = self.left.saturating_sub(1);
            if data.name.code().is_some_and(|code| code.kind() == OpKind::Terminator) {
                let ended = frames.pop().and_then(|frame| frame.call);
                match (ended, frames.last_mut()) {
                    (Some((function, call)), Some(caller)) => {
                        active.remove(&function);
                        caller.of.extend(module.op(call).results().zip(operands));
                        flow.push(FlowStep::new(call, Kind::Alias, place));
                    }
                    _ => {
                        for &tensor in &operands {
                            flow.tensors[tensor].is_returned = true;
                        }
                        flow.results.clone_from(&operands);
                        flow.push(FlowStep { operands, ..FlowStep::new(op, Kind::End, place) });
                    }
                }
                continue;
            }
            let mut step = FlowStep { operands, ..FlowStep::new(op, Kind::Alias, place) };
            step.kind = self.kind(&flow, &step);
            if has_bodies(step.kind) {
                for &region in &data.regions {
                    for &inner in &module.region(region).blocks {
                        let (body, used) = self.block(inner);
                        for (value, _) in used {
                            step.captured.push(find(value, &mut flow));
                        }
                        step.bodies.push(body);
                    }
                }
            }
            let at = flow.steps.len();
            let results: Vec<TensorId> = if step.kind == Kind::Alias {
                step.operands.clone()
            } else {
                step.results =
                    data.results().map(|value| flow.add(module, value, Source::Step(at))).collect();
                step.results.clone()
            };
            if let Some(frame) = frames.last_mut() {
                frame.of.extend(data.results().zip(results));
            }
            flow.push(step);
        }
        (flow, captured)
    }

    fn kind(&self, flow: &Dataflow, step: &FlowStep) -> Kind {
        let kind = kind_of_op(self.module, step.op);
        let producer = |tensor: TensorId| match flow.tensors[tensor].source {
            Source::Step(at) => Some(flow.steps[at].kind),
            _ => None,
        };
        let is_nothing = |&tensor: &TensorId| producer(tensor) == Some(Kind::Nothing);
        match kind {
            Kind::Pointwise if !step.operands.is_empty() && step.operands.iter().all(is_nothing) => {
                Kind::Nothing
            }
            // A product writes its result in any order of dimensions.
            Kind::Transpose if step.operands.iter().any(|&each| producer(each) == Some(Kind::Product)) => {
                Kind::Alias
            }
            // An alias needs an operand for every result.
            Kind::Alias if self.module.op(step.op).result_count() > step.operands.len() => Kind::Own,
            _ => kind,
        }
    }
}

fn has_bodies(kind: Kind) -> bool {
    matches!(kind, Kind::Loop | Kind::Branch)
}

impl FlowStep {
    fn new(op: OpId, kind: Kind, place: usize) -> Self {
        let none = Vec::new;
        FlowStep { op, kind, operands: none(), captured: none(), results: none(), place, bodies: Vec::new() }
    }

    /// Everything that it reads.
    pub(crate) fn uses(&self) -> impl Iterator<Item = TensorId> + '_ {
        self.operands.iter().chain(&self.captured).copied()
    }
}

impl Dataflow {
    fn add(&mut self, module: &Module, value: ValueId, source: Source) -> TensorId {
        let bytes = bytes_of_type(module, module.type_of(value)).unwrap_or(0);
        self.tensors.push(FlowTensor { value, bytes, source, users: Vec::new(), is_returned: false });
        self.tensors.len() - 1
    }

    fn push(&mut self, step: FlowStep) {
        let at = self.steps.len();
        if step.kind != Kind::Alias {
            step.uses().for_each(|tensor| self.tensors[tensor].users.push(at));
        }
        self.steps.push(step);
    }

    /// The step that makes a tensor.
    pub(crate) fn maker(&self, tensor: TensorId) -> Option<usize> {
        match self.tensors[tensor].source {
            Source::Step(at) => Some(at),
            _ => None,
        }
    }
}

/// The kind of an op, as far as its operands do not matter.
fn kind_of_op(module: &Module, op: OpId) -> Kind {
    let Some(code) = module.op(op).name.code() else { return Kind::Own };
    match code.traits().computed {
        Computed::Constant if is_splat(module, op) => Kind::Nothing,
        Computed::Constant => Kind::Constant,
        Computed::FromNothing => Kind::Nothing,
        Computed::Repeated if has_one_element(module, op) => Kind::Nothing,
        Computed::Repeated | Computed::ByElement => Kind::Pointwise,
        Computed::Renamed => Kind::Alias,
        Computed::Selected => Kind::Slice,
        Computed::Transposed => Kind::Transpose,
        Computed::Reduced => Kind::Reduce { rows: reduces_rows(module, op) },
        Computed::Updated => Kind::Update,
        Computed::Product => Kind::Product,
        Computed::Loop => Kind::Loop,
        Computed::Branch => Kind::Branch,
        Computed::ByKind => match code.kind() {
            OpKind::Elementwise => Kind::Pointwise,
            OpKind::Collective => Kind::Collective,
            OpKind::SdyCollective | OpKind::Annotation | OpKind::Edge => Kind::Alias,
            OpKind::Terminator => Kind::End,
            OpKind::Bitcast | OpKind::DeviceId | OpKind::Transfer | OpKind::Computation | OpKind::Other => {
                Kind::Own
            }
        },
    }
}

fn is_splat(module: &Module, op: OpId) -> bool {
    let value = module.context.find_symbol("value").and_then(|name| module.attr(op, name));
    matches!(value, Some(Attr::Dense { data: DenseData::Splat(_), .. }))
}

/// Whether the first operand has one element, which users of a broadcast keep in a register.
fn has_one_element(module: &Module, op: OpId) -> bool {
    let first = module.op(op).operands.first();
    let shape = first.and_then(|&value| module.context.tensor(module.type_of(value))?.static_shape());
    shape.is_some_and(|shape| shape.iter().all(|&size| size == 1))
}

/// The longest rows that one block of threads keeps in its registers, in elements.
const MAX_ROW: u64 = 32_768;

/// Whether a reduction is along minor dimensions that one block of threads can keep.
fn reduces_rows(module: &Module, op: OpId) -> bool {
    let first = module.op(op).operands.first();
    let shape = first.and_then(|&value| module.context.tensor(module.type_of(value))?.static_shape());
    let Some(shape) = shape else { return false };
    let mut dims = dims_attr(module, op, "dimensions");
    dims.sort_unstable();
    let first = shape.len().saturating_sub(dims.len());
    let is_minor = dims.iter().enumerate().all(|(at, &dim)| dim == first + at);
    let length = shape[first..].iter().fold(1u64, |all, &size| all.saturating_mul(size));
    is_minor && !dims.is_empty() && length <= MAX_ROW
}
