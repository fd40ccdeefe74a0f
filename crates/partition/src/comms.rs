//! What the collectives of a local program move.

use partita_base::Span;
use partita_ir::{Attr, DenseData, Module, OpCode, OpId, ValueId, names};

/// One collective.
#[derive(Clone, Debug)]
pub struct Collective {
    /// The op, as `all_gather`.
    pub name: &'static str,
    /// How many devices talk to each other.
    pub group: u64,
    /// Bytes that each device sends, each time.
    pub bytes: u64,
    /// How often its function is called from the entry function, loops counted once.
    pub times: u64,
    /// Whether it is in a loop, and so done again and again.
    pub in_loop: bool,
    /// The op of the global program that it is for.
    pub span: Span,
    /// The op of the local program.
    pub op: OpId,
}

/// All collectives of a module that the entry function reaches, in text order.
pub fn collectives(module: &Module) -> Vec<Collective> {
    let times = calls(module);
    let mut found = Vec::new();
    for (function, times) in module.functions().zip(times) {
        if times > 0 {
            let ops = module.walk(function);
            found.extend(ops.into_iter().filter_map(|op| collective(module, op, times)));
        }
    }
    found
}

/// How often every function is called. A module that does not say where it begins begins at every function that
/// nobody calls.
fn calls(module: &Module) -> Vec<u64> {
    let functions: Vec<OpId> = module.functions().collect();
    let number = |name: &str| functions.iter().position(|&each| module.symbol_name(each) == Some(name));
    let callees: Vec<Vec<usize>> = functions
        .iter()
        .map(|&function| {
            let ops = module.walk(function);
            ops.into_iter().filter_map(|op| number(callee(module, op)?)).collect()
        })
        .collect();
    let mut callers = vec![0usize; functions.len()];
    callees.iter().flatten().for_each(|&callee| callers[callee] += 1);
    let mut times: Vec<u64> = callers.iter().map(|&callers| u64::from(callers == 0)).collect();
    // A function is done when all its callers are; those that call themselves never are.
    let mut ready: Vec<usize> = (0..functions.len()).filter(|&function| callers[function] == 0).collect();
    if let Some(main) = partita_hlo::entry_function(module) {
        times.iter_mut().zip(&functions).for_each(|(times, &each)| *times = u64::from(each == main));
    }
    while let Some(function) = ready.pop() {
        for &callee in &callees[function] {
            times[callee] = times[callee].saturating_add(times[function]);
            callers[callee] -= 1;
            if callers[callee] == 0 {
                ready.push(callee);
            }
        }
    }
    times
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

fn collective(module: &Module, op: OpId, times: u64) -> Option<Collective> {
    let data = module.op(op);
    let before: u64 = data.operands.iter().map(|&operand| bytes(module, operand)).sum();
    let group = group_size(module, op).unwrap_or(1).max(1);
    let others = before - before / group;
    let (name, bytes) = match data.name.code()? {
        OpCode::AllGather => ("all_gather", before * (group - 1)),
        OpCode::AllReduce => ("all_reduce", 2 * others),
        OpCode::ReduceScatter => ("reduce_scatter", others),
        OpCode::AllToAll => ("all_to_all", others),
        OpCode::CollectivePermute => ("collective_permute", if moves(module, op) { before } else { 0 }),
        OpCode::CollectiveBroadcast => ("collective_broadcast", before),
        _ => return None,
    };
    Some(Collective { name, group, bytes, times, in_loop: is_in_loop(module, op), span: data.span, op })
}

fn bytes(module: &Module, value: ValueId) -> u64 {
    let (shape, bits) = crate::values::facts(module, value);
    // A truth value takes a byte.
    let bits = if bits == 1 { 8 } else { bits };
    shape.iter().fold(bits, |all, &size| all.saturating_mul(size)).div_ceil(8)
}

/// The size of the first replica group.
fn group_size(module: &Module, op: OpId) -> Option<u64> {
    let name = module.context.find_symbol("replica_groups")?;
    let Attr::Dense { ty, .. } = module.attr(op, name)? else { return None };
    module.context.tensor(*ty)?.shape.get(1)?.size()
}

/// Whether a permutation sends anything to another device.
fn moves(module: &Module, op: OpId) -> bool {
    let pairs = module.context.find_symbol("source_target_pairs").and_then(|name| module.attr(op, name));
    match pairs {
        Some(Attr::Dense { data: DenseData::Full(bytes), .. }) => {
            bytes.chunks(16).any(|pair| pair.len() == 16 && pair[..8] != pair[8..])
        }
        _ => false,
    }
}

fn is_in_loop(module: &Module, op: OpId) -> bool {
    let mut at = op;
    while let Some(parent) = module.parent(at) {
        if module.op(parent).name.code() == Some(OpCode::While) {
            return true;
        }
        at = parent;
    }
    false
}
