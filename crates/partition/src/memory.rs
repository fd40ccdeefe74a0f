//! How much memory a program needs at once: which tensors are there at the same time.
//!
//! The model:
//!
//! - A tensor is there from the op that makes it to the last op that uses it; during an op its operands and results are there
//!   together. Nothing is fused, and nothing is made anew to save room.
//! - Arguments of the program are there all the time, or, where the file or the user donates them, to their last use. Results are there to the end; one
//!   that is an argument that is kept, a constant, or the same as another result is a copy.
//! - A constant whose elements are written out is there as long as its block runs. What is made from nothing (constants that repeat an
//!   element, counted elements, one element everywhere) takes no memory: its users make it as they go. It does where it is returned or
//!   carried by a loop.
//! - Reshapes, bitcasts and ops that return what they are given share the memory of their operand. `dynamic_update_slice` and
//!   `scatter` write over an operand that nobody uses afterwards.
//! - A loop has one set of carried tensors: those it starts from, or a copy where these are needed afterwards. The most that its
//!   body needs comes on top of what is there outside, and so does the most that a branch or a called function needs. The body of a
//!   manual computation counts as it is written, for one device.

use std::rc::Rc;

use partita_base::IdVec;
use partita_ir::{Attr, BlockId, Definition, DenseData, Module, OpCode, OpId, Type, TypeId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

/// What becomes of the memory of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// The caller keeps those that the program does not donate: `jax.buffer_donor` where a result of the same size takes its place,
    /// and `tf.aliasing_output`.
    Kept,
    /// The program may use that of all arguments after their last use.
    Donated,
}

/// What a tensor is to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The program is given it.
    Argument,
    /// The program returns it.
    Result,
    /// It is written out in the program.
    Constant,
    /// It is made on the way.
    Temporary,
}

/// A tensor that is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveTensor {
    /// The value that it was made for.
    pub value: ValueId,
    /// How large it is.
    pub bytes: u64,
    /// What it is to the program.
    pub role: Role,
}

/// The memory that a program needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The most bytes that are needed at once.
    pub peak: u64,
    /// The op during which that is so, the innermost one.
    pub at: Option<OpId>,
    /// What is there then, the largest first.
    pub live: Vec<LiveTensor>,
    /// The most that is needed before the entry function's first op and during each of its ops.
    pub course: Vec<u64>,
    /// How many arguments are donated.
    pub donated: usize,
    /// Bytes of all arguments.
    pub arguments: u64,
    /// Bytes of all results.
    pub results: u64,
    /// Values of dynamic shape, which are not counted.
    pub uncounted: usize,
}

impl Memory {
    /// Bytes at the peak of tensors of a role.
    pub fn of(&self, role: Role) -> u64 {
        let bytes = self.live.iter().filter(|tensor| tensor.role == role).map(|tensor| tensor.bytes);
        bytes.fold(0, u64::saturating_add)
    }
}

/// The memory that the entry function of a module needs.
pub fn memory(module: &Module, arguments: Arguments) -> Memory {
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
        donated: count,
        arguments: total(inputs),
        results: total(outputs),
        uncounted: values.filter(is_dynamic).count(),
    }
}

/// The bytes of a value of a type; none where its shape is dynamic.
fn bytes_of_type(module: &Module, ty: TypeId) -> Option<u64> {
    match module.context.type_of(ty) {
        Type::Tensor(tensor) => {
            let bits = match module.element_bits(tensor.element) {
                // A truth value takes a byte.
                Some(1) => 8,
                bits => bits.unwrap_or(0),
            };
            let sizes = tensor.static_shape()?;
            // Nothing is in a tensor with a dimension of size 0, however large the others.
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

/// The arguments whose memory the program may use.
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
    // An alias names its result; a donor takes any that is left.
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

/// The functions that are called, each after all that it calls.
fn callees_first(module: &Module, entry: OpId) -> Vec<(&str, OpId)> {
    let by_name: FxHashMap<&str, OpId> =
        module.functions().filter_map(|function| Some((module.symbol_name(function)?, function))).collect();
    let mut seen: FxHashSet<OpId> = FxHashSet::from_iter([entry]);
    // A function stays on the stack until all that it calls is done.
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

/// The place, in the block that defines it, of the op that uses a value last or holds the op that does.
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

/// The most that a block needs at once.
#[derive(Clone, Debug, Default)]
struct Peak {
    bytes: u128,
    at: Option<OpId>,
    live: Vec<LiveTensor>,
    /// What is needed at each place of the block, of which 0 is before its first op.
    course: Vec<u128>,
}

/// Whose the arguments of a block are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entering {
    /// They come from outside the program.
    Program,
    /// They are tensors of the op around, which counts them; they may be written over.
    Carried,
    /// They are tensors of the op around that others may use.
    Borrowed,
}

/// A piece of memory, from the op that makes it to the one after which it is free.
struct Storage {
    tensor: LiveTensor,
    birth: usize,
    death: usize,
    /// Whether it is this block's to write over.
    owned: bool,
}

/// What an op with a body adds while it runs.
#[derive(Clone)]
enum Inner {
    /// The results are there all the time, the peak comes on top.
    Beside(Rc<Peak>),
    /// The results are there only behind the peak.
    Before(Rc<Peak>),
}

struct Analysis<'m> {
    module: &'m Module,
    last: IdVec<ValueId, Option<usize>>,
    /// Of the functions that are called, by name.
    functions: FxHashMap<&'m str, Rc<Peak>>,
    /// The arguments of the program that it may write over.
    donated: FxHashSet<ValueId>,
}

/// The storages of one block.
#[derive(Default)]
struct Storages {
    all: Vec<Storage>,
    /// Which of them a value is in. Values of other blocks are in none.
    of: FxHashMap<ValueId, usize>,
}

impl Analysis<'_> {
    /// The largest peak of the bodies of an op.
    fn region_of(&self, op: OpId, entering: Entering) -> Peak {
        let regions = self.module.op(op).regions.iter();
        let blocks = regions.flat_map(|&region| self.module.region(region).blocks.iter());
        let peaks = blocks.map(|&block| self.block(block, entering));
        // The first of equal ones.
        peaks.fold(Peak::default(), |most, each| if each.bytes > most.bytes { each } else { most })
    }

    /// The peak of a block.
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

    /// Gives a value memory of its own.
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

    /// Lets a value be in the memory of another.
    fn share(&self, storages: &mut Storages, value: ValueId, other: ValueId) {
        if let Some(&index) = storages.of.get(&other) {
            storages.of.insert(value, index);
            let storage = &mut storages.all[index];
            storage.death = storage.death.max(self.last[value].unwrap_or(0));
        }
    }

    /// Gives the results of an op memory, and says what its bodies need.
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

    /// Puts a result where an operand is, if nobody needs that any more.
    fn overwrite(&self, storages: &mut Storages, result: ValueId, operand: ValueId, at: usize) {
        let same_type = self.module.type_of(result) == self.module.type_of(operand);
        match storages.of.get(&operand).map(|&index| (index, &storages.all[index])) {
            Some((index, storage)) if same_type && storage.owned && storage.death == at => {
                storages.of.insert(result, index);
                // Another result finds it in use.
                storages.all[index].death = self.last[result].unwrap_or(at).max(at + 1);
            }
            _ => {
                self.make(storages, result, Role::Temporary, at);
            }
        }
    }

    /// Makes results of what the program returns.
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

/// Whether a constant has different elements, so that the program holds them.
fn is_written_out(module: &Module, op: OpId) -> bool {
    let value = module.context.find_symbol("value").and_then(|name| module.attr(op, name));
    !matches!(value, Some(Attr::Dense { data: DenseData::Splat(_), .. }))
}

/// Whether an op makes what its users can make as easily.
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
        // Ops of sdy that speak only of shardings.
        Some(code) => code.kind().is_identity(),
        None => false,
    }
}

/// The moment of a block at which most is needed.
fn peak(ops: &[OpId], storages: &[Storage], inner: Vec<Option<Inner>>) -> Peak {
    let mut births = vec![0u128; inner.len()];
    let mut deaths = vec![0u128; inner.len()];
    for storage in storages {
        let bytes = u128::from(storage.tensor.bytes);
        births[storage.birth] += bytes;
        // One that outlives the block is never freed.
        if let Some(died) = deaths.get_mut(storage.death) {
            *died += bytes;
        }
    }
    let mut live = 0u128;
    let mut best: (u128, usize, bool) = (0, 0, false);
    let mut course = Vec::with_capacity(inner.len());
    for (at, inner) in inner.iter().enumerate() {
        let before = live;
        live += births[at];
        let (most, inside) = match inner {
            Some(Inner::Beside(peak)) => (live + peak.bytes, peak.bytes > 0),
            Some(Inner::Before(peak)) if before + peak.bytes > live => (before + peak.bytes, true),
            _ => (live, false),
        };
        course.push(most);
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
    Peak { bytes, at: op, live, course }
}
