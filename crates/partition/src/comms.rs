//! What the collectives of a local program move.

use std::sync::Arc;

use partita_base::Span;
use partita_cost::CollectiveKind;
use partita_hlo::{RunCounts, Runs};
use partita_ir::{Attr, AttrId, DenseData, Module, OpCode, OpId, ReplicaGroups, ValueId};
use rustc_hash::FxHashMap;

use crate::comm_calls::{self, Talk};

/// One collective.
#[derive(Clone, Debug)]
pub struct Collective {
    /// The op, as `all_gather`.
    pub name: &'static str,
    /// How many devices talk to each other: those of one replica group, or all that a permutation moves something between.
    pub group: u64,
    /// Of a permutation, the pairs of different devices.
    pub pairs: Option<u64>,
    /// The most bytes that one device sends, each time.
    pub bytes: u64,
    /// The devices that send, if not all do; of more than 65,536 devices it is not known.
    pub senders: Option<Arc<[u64]>>,
    /// How many times it runs.
    pub runs: Runs,
    /// The op of the global program that it is for.
    pub span: Span,
    /// The op of the local program.
    pub op: OpId,
}

/// An op that sends something whose bytes the program does not tell.
#[derive(Clone, Debug)]
pub struct Uncounted {
    /// The op, as `custom_call @target`.
    pub name: String,
    /// With what it communicates.
    pub talk: Talk,
    /// How many times it runs.
    pub runs: Runs,
    /// The op of the global program that it is for.
    pub span: Span,
    /// The op of the local program.
    pub op: OpId,
}

/// What a module sends.
#[derive(Clone, Debug, Default)]
pub struct Comms {
    /// The collectives that the entry function reaches, in text order.
    pub collectives: Vec<Collective>,
    /// Other ops that communicate.
    pub uncounted: Vec<Uncounted>,
}

/// The most pairs of a permutation of which the senders are listed.
const MOST_LISTED: usize = 1 << 16;

/// All that a local program sends.
pub fn comms(module: &Module) -> Comms {
    let counts = RunCounts::new(module);
    let mut reader = Reader { module, sizes: FxHashMap::default(), moves: FxHashMap::default() };
    let mut found = Comms::default();
    for function in module.functions() {
        for op in module.walk(function) {
            let runs = counts.of(op);
            if runs.calls == 0 {
                continue;
            }
            if let Some(collective) = reader.collective(op, runs) {
                found.collectives.push(collective);
            } else if let Some((name, talk)) = comm_calls::uncounted(module, op) {
                found.uncounted.push(Uncounted { name, talk, runs, span: module.op(op).span, op });
            }
        }
    }
    found
}

/// All collectives of a module that the entry function reaches, in text order.
pub fn collectives(module: &Module) -> Vec<Collective> {
    comms(module).collectives
}

/// Reads the attributes of collectives. Programs repeat a few groupings many times: each is looked at once.
struct Reader<'m> {
    module: &'m Module,
    sizes: FxHashMap<AttrId, Option<u64>>,
    moves: FxHashMap<AttrId, Moves>,
}

/// What a permutation does.
#[derive(Clone)]
struct Moves {
    pairs: u64,
    devices: u64,
    senders: Option<Arc<[u64]>>,
}

/// The name and the kind of a collective in groups.
fn in_groups(code: OpCode) -> Option<(&'static str, CollectiveKind)> {
    Some(match code {
        OpCode::AllGather => ("all_gather", CollectiveKind::AllGather),
        OpCode::AllReduce => ("all_reduce", CollectiveKind::AllReduce),
        OpCode::CrossReplicaSum => ("cross-replica-sum", CollectiveKind::AllReduce),
        OpCode::ReduceScatter => ("reduce_scatter", CollectiveKind::ReduceScatter),
        OpCode::AllToAll => ("all_to_all", CollectiveKind::AllToAll),
        OpCode::CollectiveBroadcast => ("collective_broadcast", CollectiveKind::CollectiveBroadcast),
        _ => return None,
    })
}

impl Reader<'_> {
    fn collective(&mut self, op: OpId, runs: Runs) -> Option<Collective> {
        let data = self.module.op(op);
        let before: u64 =
            data.operands.iter().fold(0, |all, &operand| all.saturating_add(bytes(self.module, operand)));
        let code = data.name.code()?;
        if code == OpCode::CollectivePermute {
            let moves = self.moves(op);
            let kind = CollectiveKind::CollectivePermute;
            let bytes = if moves.pairs == 0 { 0 } else { kind.sent(before, moves.devices) };
            let (name, span) = ("collective_permute", data.span);
            let (group, pairs, senders) = (moves.devices, Some(moves.pairs), moves.senders);
            return Some(Collective { name, group, pairs, bytes, senders, runs, span, op });
        }
        let group = self.group_size(op, code);
        let (name, kind, before) = match code {
            OpCode::CustomCall => {
                // Sizes are values of the run: at most all of the first operand goes to others, as in a broadcast.
                let name = comm_calls::counted(self.module, op)?;
                let sent = data.operands.first().map_or(0, |&operand| bytes(self.module, operand));
                (name, CollectiveKind::CollectiveBroadcast, sent)
            }
            _ => in_groups(code).map(|(name, kind)| (name, kind, before))?,
        };
        let bytes = kind.sent(before, group);
        Some(Collective { name, group, pairs: None, bytes, senders: None, runs, span: data.span, op })
    }

    /// How many devices a replica group has.
    fn group_size(&mut self, op: OpId, code: OpCode) -> u64 {
        let module = self.module;
        let attr = |name: &str| module.context.find_symbol(name).and_then(|name| module.op(op).attr(name));
        let groups = match code {
            OpCode::CustomCall => comm_calls::groups_of_call(module, op),
            _ => attr("replica_groups"),
        };
        let Some(groups) = groups else { return 1 };
        let size = *self.sizes.entry(groups).or_insert_with(|| match module.groups_of_attr(groups) {
            Ok(groups) => ReplicaGroups::size(&groups),
            Err(_) => Some(1),
        });
        let has_channel = matches!(attr("channel_handle").map(|attr| module.context.attr_of(attr)),
            Some(Attr::Record(record)) if record.int("handle") > 0);
        // With a channel and without global ids, a group has all partitions of its replicas.
        let all_partitions = has_channel
            && matches!(code, OpCode::AllGather | OpCode::AllReduce | OpCode::ReduceScatter)
            && attr("use_global_device_ids").is_none();
        match size {
            Some(size) if all_partitions => size.saturating_mul(partitions(module)),
            Some(size) => size,
            None => partitions(module),
        }
        .max(1)
    }

    fn moves(&mut self, op: OpId) -> Moves {
        let module = self.module;
        let none = Moves { pairs: 0, devices: 0, senders: None };
        let pairs = module.context.find_symbol("source_target_pairs");
        let Some(pairs) = pairs.and_then(|name| module.op(op).attr(name)) else { return none };
        self.moves.entry(pairs).or_insert_with(|| moves(&source_target_pairs(module, pairs))).clone()
    }
}

fn moves(pairs: &[(i64, i64)]) -> Moves {
    let moving = pairs.iter().filter(|(from, to)| from != to);
    let mut devices: Vec<i64> = moving.clone().flat_map(|&(from, to)| [from, to]).collect();
    devices.sort_unstable();
    devices.dedup();
    let senders = moving.clone().filter_map(|&(from, _)| u64::try_from(from).ok());
    Moves {
        pairs: moving.clone().count() as u64,
        devices: devices.len() as u64,
        senders: (pairs.len() <= MOST_LISTED).then(|| senders.collect()),
    }
}

/// The pairs of a permutation, from source to target.
fn source_target_pairs(module: &Module, attr: AttrId) -> Vec<(i64, i64)> {
    let number = |bytes: &[u8]| bytes.try_into().map_or(-1, i64::from_le_bytes);
    match module.context.attr_of(attr) {
        Attr::Dense { data: DenseData::Full(bytes), .. } => {
            bytes.chunks_exact(16).map(|pair| (number(&pair[..8]), number(&pair[8..]))).collect()
        }
        // All numbers are equal: a device sends to itself.
        _ => Vec::new(),
    }
}

/// How many devices run the module, if it tells.
fn partitions(module: &Module) -> u64 {
    let name = module.context.find_symbol("mhlo.num_partitions");
    match name.and_then(|name| module.attr(module.top(), name)) {
        Some(Attr::Integer { value, .. }) => u64::try_from(*value).unwrap_or(1),
        _ => 1,
    }
}

fn bytes(module: &Module, value: ValueId) -> u64 {
    let (shape, bits) = crate::values::facts(module, value);
    // A truth value takes a byte.
    let bits = if bits == 1 { 8 } else { bits };
    shape.iter().fold(bits, |all, &size| all.saturating_mul(size)).div_ceil(8)
}

#[cfg(test)]
mod tests {
    use partita_ir::OpKind;

    use super::*;

    #[test]
    fn every_collective_of_the_op_table_is_counted() {
        for code in OpCode::all() {
            let counted = in_groups(code).is_some() || code == OpCode::CollectivePermute;
            assert_eq!(counted, code.kind() == OpKind::Collective, "{}", code.name());
        }
    }
}
