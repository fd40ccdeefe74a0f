//! Estimates the peak memory of a program from the lifetimes of its tensors.
//!
//! The model:
//!
//! - Only tensors between kernels are in memory: `fusion.rs` has the rules. A tensor lives from the kernel that stores
//!   it to the last kernel that reads it. Nothing is rematerialised to save memory.
//! - Arguments of the program live throughout or, if the file or the user donates them, to their last use.
//!   Results live to the end; a result that is also a kept argument, a constant or another result is a copy.
//! - A constant with distinct elements lives as long as its block runs. Values computed from nothing (splat
//!   constants, iotas, broadcasts of one element) take no memory, because their users compute them on the fly,
//!   unless they are returned or carried by a loop.
//! - Reshapes, bitcasts, ops that return their operands and transposes beside products share the memory of their operand.
//!   `dynamic_update_slice`, `scatter` and kernels of elementwise ops overwrite an operand of the same size that has no
//!   later use.
//! - A loop has one set of carried tensors: the initial ones, or a copy where these are used afterwards. The
//!   peak of its body is added to what is live outside, and so is the peak of a branch. Calls are expanded.
//!   The body of a manual computation counts as written, for one device.
//! - An operand whose order a product cannot read is copied, and the copy lives until the last product that reads it.
//! - With a machine, long products have its workspace, and convolutions and sorts have copies of their operands.

use partita_cost::{Device, Machine};
use partita_ir::{Attr, Module, OpId, Type, TypeId, ValueId, names};
use rustc_hash::FxHashSet;

use crate::buffers::{Entering, block_peak};
use crate::dataflow::dataflow_of_entry;

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
pub use partita_cost::BufferRole as Role;

/// A tensor that is live at the peak.
pub type LiveTensor = partita_cost::LiveTensor<ValueId>;

/// A buffer of the entry function and the points of [`Memory::course`] at which it is live.
pub type Lifetime = partita_cost::Lifetime<ValueId>;

/// What the body of an op adds at a point of [`Memory::course`].
pub type BodyPeak = partita_cost::BodyPeak<ValueId>;

/// The peak of a block.
pub(crate) type Peak = partita_cost::Peak<ValueId, OpId>;

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
    /// The bytes of a role at the peak. Workspace counts as temporary too.
    pub fn of(&self, role: Role) -> u64 {
        let is_of = |own: Role| own == role || (own == Role::Workspace && role == Role::Temporary);
        let bytes = self.live.iter().filter(|tensor| is_of(tensor.role)).map(|tensor| tensor.bytes);
        bytes.fold(0, u64::saturating_add)
    }
}

/// Estimates the memory that the entry function of a module needs, beside what depends on the hardware.
pub fn estimate_memory(module: &Module, arguments: Arguments) -> Memory {
    estimate_memory_on(module, arguments, None)
}

/// Estimates the memory that the entry function of a module needs on a machine.
pub fn estimate_memory_on(module: &Module, arguments: Arguments, machine: Option<&Machine>) -> Memory {
    let Some((entry, flow)) = module.entry_function().zip(dataflow_of_entry(module)) else {
        return Memory::default();
    };
    let donated = donated(module, entry, arguments);
    let count = donated.len();
    let walk = MemoryWalk { module, donated, device: machine.map(|machine| &machine.device) };
    let peak = block_peak(&walk, &flow, Entering::Program);
    let (inputs, outputs) = module.func_type(entry);
    let total = |types: &[TypeId]| {
        types.iter().filter_map(|&ty| bytes_of_type(module, ty)).fold(0, u64::saturating_add)
    };
    let Peak { bytes, at, mut live, course, lifetimes, bodies } = peak;
    live.sort_by_key(|tensor| (std::cmp::Reverse(tensor.bytes), tensor.role, tensor.value));
    let values = module.walk(module.top()).into_iter().flat_map(|op| module.op(op).results());
    let is_dynamic = |value: &ValueId| bytes_of_type(module, module.type_of(*value)).is_none();
    Memory {
        peak: clamp(bytes),
        at,
        live,
        course: course.into_iter().map(clamp).collect(),
        lifetimes,
        bodies,
        donated: count,
        arguments: total(inputs),
        results: total(outputs),
        uncounted: values.filter(is_dynamic).count(),
    }
}

/// What the walk over a program needs.
pub(crate) struct MemoryWalk<'m> {
    pub(crate) module: &'m Module,
    /// The program's arguments that it may overwrite.
    pub(crate) donated: FxHashSet<ValueId>,
    pub(crate) device: Option<&'m Device>,
}

/// The bytes of a value of a type; `None` if its shape is dynamic.
pub(crate) fn bytes_of_type(module: &Module, ty: TypeId) -> Option<u64> {
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

pub(crate) fn clamp(bytes: u128) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// The arguments whose memory the program may reuse.
pub(crate) fn donated(module: &Module, entry: OpId, arguments: Arguments) -> FxHashSet<ValueId> {
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
