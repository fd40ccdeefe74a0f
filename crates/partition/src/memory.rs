//! Estimates the peak memory of a program from the lifetimes of its tensors.
//!
//! The model:
//!
//! - A tensor lives from the op that defines it to the last op that uses it; during an op, its operands and
//!   results are live together. Nothing is fused, and nothing is rematerialised to save memory.
//! - Arguments of the program live throughout or, if the file or the user donates them, to their last use.
//!   Results live to the end; a result that is also a kept argument, a constant or another result is a copy.
//! - A constant with distinct elements lives as long as its block runs. Values computed from nothing (splat
//!   constants, iotas, broadcasts of one element) take no memory, because their users compute them on the fly,
//!   unless they are returned or carried by a loop.
//! - Reshapes, bitcasts and ops that return their operands share the memory of their operand.
//!   `dynamic_update_slice` and `scatter` overwrite an operand that has no later use.
//! - A loop has one set of carried tensors: the initial ones, or a copy where these are used afterwards. The
//!   peak of its body is added to what is live outside, and so is the peak of a branch or a called function.
//!   The body of a manual computation counts as written, for one device.

use std::rc::Rc;

use partita_base::IdVec;
use partita_ir::{Attr, BlockId, Definition, DenseData, Module, OpCode, OpId, Type, TypeId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether the caller keeps the memory of arguments while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// The caller keeps those that the program does not donate: with `jax.buffer_donor` where a result of the
    /// same size takes its place, and with `tf.aliasing_output`.
    Kept,
    /// The program may reuse the memory of every argument after its last use.
    Donated,
}

/// The role of a tensor in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// An argument of the entry function.
    Argument,
    /// A result of the entry function.
    Result,
    /// A constant with distinct elements.
    Constant,
    /// Any other value.
    Temporary,
}

/// A tensor that is live at the peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveTensor {
    /// The value that it was allocated for.
    pub value: ValueId,
    /// Its size.
    pub bytes: u64,
    /// Argument, result, constant or temporary.
    pub role: Role,
}

/// A buffer of the entry function and the points at which it is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifetime {
    /// The tensor that it was allocated for.
    pub tensor: LiveTensor,
    /// The first point of [`Memory::course`] at which it is live.
    pub birth: usize,
    /// The last one.
    pub death: usize,
}

/// What the body of an op adds at the point of the op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPeak {
    /// The point of [`Memory::course`].
    pub point: usize,
    /// Whether the results of the op become live only after the peak of its body.
    pub before_results: bool,
    /// The tensors that are live at the peak of the body.
    pub live: Vec<LiveTensor>,
}

/// The memory that a program needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The most bytes that are live at once.
    pub peak: u64,
    /// The innermost op during which the peak occurs; `None` before the first op.
    pub at: Option<OpId>,
    /// The tensors that are live at the peak, largest first.
    pub live: Vec<LiveTensor>,
    /// The peak before the entry function's first op, and then during each of its ops.
    pub course: Vec<u64>,
    /// The buffers of the entry function: what is live at each point of the course, together with the bodies.
    pub lifetimes: Vec<Lifetime>,
    /// The bodies that determine the memory at their point, in order.
    pub bodies: Vec<BodyPeak>,
    /// How many arguments are donated.
    pub donated: usize,
    /// The total bytes of the arguments.
    pub arguments: u64,
    /// The total bytes of the results.
    pub results: u64,
    /// The number of values of dynamic shape, which are not counted.
    pub uncounted: usize,
}

impl Memory {
    /// The bytes of a role at the peak.
    pub fn of(&self, role: Role) -> u64 {
        let bytes = self.live.iter().filter(|tensor| tensor.role == role).map(|tensor| tensor.bytes);
        bytes.fold(0, u64::saturating_add)
    }
}

/// Estimates the memory that the entry function of a module needs.
pub fn estimate_memory(module: &Module, arguments: Arguments) -> Memory {
    let entry = module.entry_function();
    let Some(entry) = entry else { return Memory::default() };
    let donated = donated(module, entry, arguments);
    let count = donated.len();
    let mut analysis = Analysis { module, last: last_uses(module), functions: FxHashMap::default(), donated };
    for (name, function) in callees_first(module, entry) {
        let peak = analysis.region_of(function, Entering::Borrowed);
        analysis.functions.insert(name, Rc::new(peak));
    }
    let peak = analysis.region_of(entry, Entering::Program);
    let (inputs, outputs) = module.func_type(entry);
    let total = |types: &[TypeId]| {
        types.iter().filter_map(|&ty| bytes_of_type(module, ty)).fold(0, u64::saturating_add)
    };
    let mut live = peak.live;
    live.sort_by_key(|tensor| (std::cmp::Reverse(tensor.bytes), tensor.role, tensor.value));
    let values = module.walk(module.top()).into_iter().flat_map(|op| module.op(op).results());
    let is_dynamic = |value: &ValueId| bytes_of_type(module, module.type_of(*value)).is_none();
    Memory {
        peak: clamp(peak.bytes),
        at: peak.at,
        live,
        course: peak.course.into_iter().map(clamp).collect(),
        lifetimes: peak.lifetimes,
        bodies: peak.bodies,
        donated: count,
        arguments: total(inputs),
        results: total(outputs),
        uncounted: values.filter(is_dynamic).count(),
    }
}

/// The bytes of a value of a type; `None` if its shape is dynamic.
fn bytes_of_type(module: &Module, ty: TypeId) -> Option<u64> {
    match module.context.type_of(ty) {
        Type::Tensor(tensor) => {
            let bits = match module.element_bits(tensor.element) {
                // An `i1` takes a byte.
                Some(1) => 8,
                bits => bits.unwrap_or(0),
            };
            let sizes = tensor.static_shape()?;
            // A tensor with a dimension of size 0 is empty, however large the others.
            if sizes.contains(&0) {
                return Some(0);
            }
            let bits = sizes.iter().fold(u128::from(bits), |all, &size| all.saturating_mul(size.into()));
            Some(clamp(bits.div_ceil(8)))
        }
        Type::Tuple(types) => {
            types.iter().try_fold(0u64, |all, &ty| Some(all.saturating_add(bytes_of_type(module, ty)?)))
        }
        _ => Some(0),
    }
}

fn clamp(bytes: u128) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// The arguments whose memory the program may reuse.
fn donated(module: &Module, entry: OpId, arguments: Arguments) -> FxHashSet<ValueId> {
    let values = module.func_args(entry);
    if arguments == Arguments::Donated {
        return values.iter().copied().collect();
    }
    let (inputs, outputs) = module.func_type(entry);
    let size = |ty: TypeId| bytes_of_type(module, ty);
    let mut results: Vec<Option<u64>> = outputs.iter().map(|&ty| size(ty)).collect();
    let number = |index: usize, name: &str| {
        let name = module.context.find_symbol(name)?;
        let entries = module.value_attrs(entry, names::ARG_ATTRS, index);
        match module.context.attr_of(entries.iter().find(|(key, _)| *key == name)?.1) {
            Attr::Integer { value, .. } => Some(*value),
            _ => None,
        }
    };
    let mut found = FxHashSet::default();
    // An alias names its result; a donor takes any result of its size that is left.
    for (index, &ty) in inputs.iter().enumerate() {
        let result = number(index, "tf.aliasing_output").and_then(|result| usize::try_from(result).ok());
        let Some(result) = result.filter(|&result| result < results.len()) else { continue };
        if results[result].is_some() && results[result] == size(ty) {
            results[result] = None;
            found.extend(values.get(index));
        }
    }
    for (index, &ty) in inputs.iter().enumerate() {
        if number(index, "jax.buffer_donor").is_none_or(|donor| donor == 0) || size(ty).is_none() {
            continue;
        }
        if let Some(result) = results.iter_mut().find(|result| **result == size(ty)) {
            *result = None;
            found.extend(values.get(index));
        }
    }
    found
}

/// The functions that are called, callees before callers.
fn callees_first(module: &Module, entry: OpId) -> Vec<(&str, OpId)> {
    let by_name: FxHashMap<&str, OpId> =
        module.functions().filter_map(|function| Some((module.symbol_name(function)?, function))).collect();
    let mut seen: FxHashSet<OpId> = FxHashSet::from_iter([entry]);
    // A function stays on the stack until all of its callees are done.
    let (mut order, mut stack) = (Vec::new(), vec![("", entry, module.walk(entry).into_iter())]);
    while let Some((name, function, ops)) = stack.last_mut() {
        let called = ops.find_map(|op| {
            let name = callee(module, op)?;
            by_name.get(name).filter(|callee| seen.insert(**callee)).map(|&callee| (name, callee))
        });
        match called {
            Some((name, callee)) => stack.push((name, callee, module.walk(callee).into_iter())),
            None => {
                if *function != entry {
                    order.push((*name, *function));
                }
                stack.pop();
            }
        }
    }
    order
}

fn callee(module: &Module, op: OpId) -> Option<&str> {
    if module.op(op).name.code() != Some(OpCode::FuncCall) {
        return None;
    }
    match module.attr(op, names::CALLEE)? {
        Attr::SymbolRef(path) => path.first().map(|&name| module.context.text(name)),
        _ => None,
    }
}

/// For each value, the place in its defining block of the last op that uses it or contains a use.
fn last_uses(module: &Module) -> IdVec<ValueId, Option<usize>> {
    let walk = module.walk(module.top());
    let mut place: IdVec<OpId, usize> = IdVec::filled(0, module.op_count());
    for &op in &walk {
        for &region in &module.op(op).regions {
            for &block in &module.region(region).blocks {
                let ops = module.block(block).ops.iter().enumerate();
                // Place 0 is before the first op.
                ops.for_each(|(at, &inner)| place[inner] = at + 1);
            }
        }
    }
    let mut last: IdVec<ValueId, Option<usize>> = IdVec::filled(None, module.value_count());
    for &op in &walk {
        for &value in &module.op(op).operands {
            let home = match module.value(value).definition {
                Definition::Result { op, .. } => module.op(op).block,
                Definition::Argument { block, .. } => Some(block),
            };
            let mut user = op;
            while module.op(user).block != home {
                match module.parent(user) {
                    Some(parent) => user = parent,
                    None => break,
                }
            }
            last[value] = last[value].max(Some(place[user]));
        }
    }
    last
}

/// The peak of a block.
#[derive(Clone, Debug, Default)]
struct Peak {
    bytes: u128,
    at: Option<OpId>,
    live: Vec<LiveTensor>,
    /// The live bytes at each place of the block; place 0 is before its first op.
    course: Vec<u128>,
    /// The buffers of the block.
    lifetimes: Vec<Lifetime>,
    /// The bodies that determine the memory at their place.
    bodies: Vec<BodyPeak>,
}

/// The owner of a block's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entering {
    /// The caller of the program.
    Program,
    /// The enclosing op, which counts them; the block may overwrite them.
    Carried,
    /// The enclosing op; others may use them, so the block must not overwrite them.
    Borrowed,
}

/// A buffer, from the op that defines it to the one after which it is free.
struct Storage {
    tensor: LiveTensor,
    birth: usize,
    death: usize,
    /// Whether this block may overwrite it.
    owned: bool,
}

/// What the body of an op adds while the op runs.
#[derive(Clone)]
enum Inner {
    /// The results are live throughout; the peak of the body is added.
    Beside(Rc<Peak>),
    /// The results become live only after the peak of the body.
    Before(Rc<Peak>),
}

struct Analysis<'m> {
    module: &'m Module,
    last: IdVec<ValueId, Option<usize>>,
    /// The peaks of called functions, by name.
    functions: FxHashMap<&'m str, Rc<Peak>>,
    /// The program's arguments that it may overwrite.
    donated: FxHashSet<ValueId>,
}

/// The buffers of one block.
#[derive(Default)]
struct Storages {
    all: Vec<Storage>,
    /// The buffer of each value. Values of other blocks have none.
    of: FxHashMap<ValueId, usize>,
}

impl Analysis<'_> {
    /// The largest peak among the bodies of an op.
    fn region_of(&self, op: OpId, entering: Entering) -> Peak {
        let regions = self.module.op(op).regions.iter();
        let blocks = regions.flat_map(|&region| self.module.region(region).blocks.iter());
        let peaks = blocks.map(|&block| self.block(block, entering));
        // The first one if several are equal.
        peaks.fold(Peak::default(), |most, each| if each.bytes > most.bytes { each } else { most })
    }

    /// Walks a block once, tracking which buffers are live.
    fn block(&self, block: BlockId, entering: Entering) -> Peak {
        let ops = &self.module.block(block).ops;
        let end = ops.len();
        let mut storages = Storages::default();
        for &value in &self.module.block(block).args {
            match entering {
                Entering::Program => {
                    let donated = self.donated.contains(&value);
                    let death = if donated { self.last[value].unwrap_or(0) } else { end };
                    let index = self.make(&mut storages, value, Role::Argument, 0);
                    (storages.all[index].death, storages.all[index].owned) = (death, donated);
                }
                Entering::Carried => {
                    let index = self.make(&mut storages, value, Role::Temporary, 0);
                    storages.all[index].tensor.bytes = 0;
                }
                Entering::Borrowed => {}
            }
        }
        let mut inner: Vec<Option<Inner>> = vec![None];
        for (at, &op) in ops.iter().enumerate() {
            inner.push(self.op(&mut storages, op, at + 1, end));
        }
        if entering == Entering::Program
            && let Some(&last) = ops.last()
        {
            self.returned(&mut storages, last, end);
        }
        peak(ops, &storages.all, inner)
    }

    /// Allocates a buffer for a value.
    fn make(&self, storages: &mut Storages, value: ValueId, role: Role, birth: usize) -> usize {
        let bytes = bytes_of_type(self.module, self.module.type_of(value)).unwrap_or(0);
        let death = self.last[value].unwrap_or(birth).max(birth);
        storages.all.push(Storage {
            tensor: LiveTensor { value, bytes, role },
            birth,
            death,
            owned: role == Role::Temporary,
        });
        storages.of.insert(value, storages.all.len() - 1);
        storages.all.len() - 1
    }

    /// Places a value into the buffer of another.
    fn share(&self, storages: &mut Storages, value: ValueId, other: ValueId) {
        if let Some(&index) = storages.of.get(&other) {
            storages.of.insert(value, index);
            let storage = &mut storages.all[index];
            storage.death = storage.death.max(self.last[value].unwrap_or(0));
        }
    }

    /// Allocates the results of an op, and returns what its bodies need.
    fn op(&self, storages: &mut Storages, op: OpId, at: usize, end: usize) -> Option<Inner> {
        let (module, data) = (self.module, self.module.op(op));
        let code = data.name.code();
        match code {
            Some(OpCode::Constant | OpCode::SdyConstant) if is_written_out(module, op) => {
                for result in data.results() {
                    let index = self.make(storages, result, Role::Constant, at);
                    (storages.all[index].birth, storages.all[index].death) = (0, end);
                }
            }
            _ if is_made_from_nothing(module, op) => {
                let index = self.make(storages, data.result(0), Role::Temporary, at);
                (storages.all[index].tensor.bytes, storages.all[index].owned) = (0, false);
            }
            _ if shares_memory(module, op) => {
                for (result, &operand) in data.results().zip(&data.operands) {
                    self.share(storages, result, operand);
                }
            }
            Some(OpCode::While | OpCode::DynamicUpdateSlice | OpCode::Scatter) => {
                for (result, &operand) in data.results().zip(&data.operands) {
                    self.overwrite(storages, result, operand, at);
                }
            }
            _ => data.results().for_each(|result| {
                self.make(storages, result, Role::Temporary, at);
            }),
        }
        match code? {
            OpCode::While => Some(Inner::Beside(Rc::new(self.region_of(op, Entering::Carried)))),
            OpCode::If | OpCode::Case | OpCode::SdyManualComputation | OpCode::SdyNamedComputation => {
                Some(Inner::Before(Rc::new(self.region_of(op, Entering::Borrowed))))
            }
            OpCode::FuncCall => Some(Inner::Before(self.functions.get(callee(module, op)?)?.clone())),
            _ => None,
        }
    }

    /// Places a result into the buffer of an operand that has no later use.
    fn overwrite(&self, storages: &mut Storages, result: ValueId, operand: ValueId, at: usize) {
        let same_type = self.module.type_of(result) == self.module.type_of(operand);
        match storages.of.get(&operand).map(|&index| (index, &storages.all[index])) {
            Some((index, storage)) if same_type && storage.owned && storage.death == at => {
                storages.of.insert(result, index);
                // Extends the lifetime, so that another result finds the buffer in use.
                storages.all[index].death = self.last[result].unwrap_or(at).max(at + 1);
            }
            _ => {
                self.make(storages, result, Role::Temporary, at);
            }
        }
    }

    /// Allocates what the program returns.
    fn returned(&self, storages: &mut Storages, op: OpId, end: usize) {
        for &value in &self.module.op(op).operands {
            match storages.of.get(&value).map(|&index| &mut storages.all[index]) {
                Some(storage) if storage.owned && storage.tensor.role != Role::Result => {
                    storage.tensor.role = Role::Result;
                }
                _ => {
                    self.make(storages, value, Role::Result, end);
                }
            }
        }
    }
}

/// Whether a constant has distinct elements, which the program must store.
fn is_written_out(module: &Module, op: OpId) -> bool {
    let value = module.context.find_symbol("value").and_then(|name| module.attr(op, name));
    !matches!(value, Some(Attr::Dense { data: DenseData::Splat(_), .. }))
}

/// Whether users can compute the result of an op on the fly.
fn is_made_from_nothing(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    match data.name.code() {
        Some(OpCode::Constant | OpCode::SdyConstant | OpCode::Iota) => true,
        Some(OpCode::BroadcastInDim | OpCode::Broadcast) => {
            let shape = |value| module.context.tensor(module.type_of(value))?.static_shape();
            data.operands
                .first()
                .and_then(|&operand| shape(operand))
                .is_some_and(|shape| shape.iter().all(|&size| size == 1))
        }
        _ => false,
    }
}

/// Whether the results of an op are its operands, or the same elements in the same order.
fn shares_memory(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    match data.name.code() {
        Some(
            OpCode::Reshape | OpCode::BitcastConvert | OpCode::OptimizationBarrier | OpCode::GetTupleElement,
        ) => true,
        // sdy ops that only describe shardings.
        Some(code) => code.kind().is_identity(),
        None => false,
    }
}

/// The moment of a block at which the most bytes are live.
fn peak(ops: &[OpId], storages: &[Storage], inner: Vec<Option<Inner>>) -> Peak {
    let mut births = vec![0u128; inner.len()];
    let mut deaths = vec![0u128; inner.len()];
    for storage in storages {
        let bytes = u128::from(storage.tensor.bytes);
        births[storage.birth] += bytes;
        // A buffer that outlives the block is never freed.
        if let Some(died) = deaths.get_mut(storage.death) {
            *died += bytes;
        }
    }
    let mut live = 0u128;
    let mut best: (u128, usize, bool) = (0, 0, false);
    let mut course = Vec::with_capacity(inner.len());
    let mut bodies = Vec::new();
    for (at, inner) in inner.iter().enumerate() {
        let before = live;
        live += births[at];
        let (most, inside) = match inner {
            Some(Inner::Beside(peak)) => (live + peak.bytes, peak.bytes > 0),
            Some(Inner::Before(peak)) if before + peak.bytes > live => (before + peak.bytes, true),
            _ => (live, false),
        };
        course.push(most);
        if let Some(Inner::Beside(peak) | Inner::Before(peak)) = inner.as_ref().filter(|_| inside) {
            let before_results = matches!(inner, Some(Inner::Before(_)));
            bodies.push(BodyPeak { point: at, before_results, live: peak.live.clone() });
        }
        if most > best.0 {
            best = (most, at, inside);
        }
        live -= deaths[at];
    }
    let (bytes, at, inside) = best;
    let inner = inner.into_iter().nth(at).flatten().filter(|_| inside);
    let is_before = matches!(inner, Some(Inner::Before(_)));
    let is_live = |storage: &&Storage| {
        let born = if is_before { storage.birth < at } else { storage.birth <= at };
        born && at <= storage.death && storage.tensor.bytes > 0
    };
    let mut live: Vec<LiveTensor> = storages.iter().filter(is_live).map(|storage| storage.tensor).collect();
    let mut op = ops.get(at.max(1) - 1).copied();
    if let Some(Inner::Beside(peak) | Inner::Before(peak)) = inner {
        live.extend(&peak.live);
        op = peak.at.or(op);
    }
    let lifetimes =
        storages.iter().map(|&Storage { tensor, birth, death, .. }| Lifetime { tensor, birth, death });
    Peak { bytes, at: op, live, course, lifetimes: lifetimes.collect(), bodies }
}
