//! The traffic of the collectives in a local program.

use std::sync::Arc;

use partita_base::Span;
use partita_cost::CollectiveKind;
use partita_hlo::{RunCounts, Runs};
use partita_ir::{Attr, AttrId, DenseData, Module, OpCode, OpId, ReplicaGroups, ValueId};
use rustc_hash::FxHashMap;

use crate::comm_calls::{self, Peer};

/// One collective and the bytes that it sends.
#[derive(Clone, Debug)]
pub struct CollectiveTraffic {
    /// The op without its dialect, such as `all_gather`.
    pub name: &'static str,
    /// How many devices communicate: those of one replica group, or all sources and targets of a permutation.
    pub group: u64,
    /// For a permutation, the number of pairs of different devices.
    pub pairs: Option<u64>,
    /// The kind, as far as its cost depends on it.
    pub kind: CollectiveKind,
    /// The bytes of a device that it starts with.
    pub before: u64,
    /// The most bytes that one device sends per execution.
    pub bytes: u64,
    /// The devices that send, if not all do; `None` also for permutations of more than 65,536 pairs.
    pub senders: Option<Arc<[u64]>>,
    /// How many times it executes.
    pub runs: Runs,
    /// The op of the global program that causes it.
    pub span: Span,
    /// The op of the local program.
    pub op: OpId,
}

/// An op that communicates a number of bytes that the program does not state.
#[derive(Clone, Debug)]
pub struct Uncounted {
    /// The op, such as `custom_call @target`.
    pub name: String,
    /// The other end.
    pub peer: Peer,
    /// How many times it executes.
    pub runs: Runs,
    /// The op of the global program that causes it.
    pub span: Span,
    /// The op of the local program.
    pub op: OpId,
}

/// All communication of a module.
#[derive(Clone, Debug, Default)]
pub struct Comms {
    /// The collectives that the entry function reaches, in text order.
    pub collectives: Vec<CollectiveTraffic>,
    /// Other ops that communicate.
    pub uncounted: Vec<Uncounted>,
}

/// The most pairs of a permutation whose senders are listed. Longer lists would take more memory than the
/// program.
const MAX_LISTED_PAIRS: usize = 1 << 16;

/// Lists everything that a local program sends.
pub fn list_comms(module: &Module) -> Comms {
    let counts = RunCounts::new(module);
    let mut reader = TrafficReader { module, sizes: FxHashMap::default(), moves: FxHashMap::default() };
    let mut found = Comms::default();
    for function in module.functions() {
        for op in module.walk(function) {
            let runs = counts.of(op);
            if runs.calls == 0 {
                continue;
            }
            if let Some(collective) = reader.collective(op, runs) {
                found.collectives.push(collective);
            } else if let Some((name, peer)) = comm_calls::uncounted_communication(module, op) {
                found.uncounted.push(Uncounted { name, peer, runs, span: module.op(op).span, op });
            }
        }
    }
    found
}

/// Lists the collectives that the entry function reaches, in text order.
pub fn list_collectives(module: &Module) -> Vec<CollectiveTraffic> {
    list_comms(module).collectives
}

/// Reads the attributes of collectives. Programs repeat few distinct groupings many times, so each is decoded
/// once.
struct TrafficReader<'m> {
    module: &'m Module,
    sizes: FxHashMap<AttrId, Option<u64>>,
    moves: FxHashMap<AttrId, Moves>,
}

/// A decoded permutation.
#[derive(Clone)]
struct Moves {
    pairs: u64,
    devices: u64,
    senders: Option<Arc<[u64]>>,
}

/// The name and kind of a collective with replica groups.
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

impl TrafficReader<'_> {
    fn collective(&mut self, op: OpId, runs: Runs) -> Option<CollectiveTraffic> {
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
            return Some(CollectiveTraffic {
                name,
                group,
                pairs,
                kind,
                before,
                bytes,
                senders,
                runs,
                span,
                op,
            });
        }
        let group = self.group_size(op, code);
        let (name, kind, before) = match code {
            OpCode::CustomCall => {
                // The sizes are run-time values: at most all of the first operand is sent, as in a broadcast.
                let name = comm_calls::counted_call_target(self.module, op)?;
                let sent = data.operands.first().map_or(0, |&operand| bytes(self.module, operand));
                (name, CollectiveKind::CollectiveBroadcast, sent)
            }
            _ => in_groups(code).map(|(name, kind)| (name, kind, before))?,
        };
        let bytes = kind.sent(before, group);
        let span = data.span;
        Some(CollectiveTraffic {
            name,
            group,
            pairs: None,
            kind,
            before,
            bytes,
            senders: None,
            runs,
            span,
            op,
        })
    }

    /// The number of devices in a replica group.
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
        // With a channel and without global device ids, a group contains all partitions of its replicas.
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
        senders: (pairs.len() <= MAX_LISTED_PAIRS).then(|| senders.collect()),
    }
}

/// The pairs of a permutation, from source to target.
fn source_target_pairs(module: &Module, attr: AttrId) -> Vec<(i64, i64)> {
    let number = |bytes: &[u8]| bytes.try_into().map_or(-1, i64::from_le_bytes);
    match module.context.attr_of(attr) {
        Attr::Dense { data: DenseData::Full(bytes), .. } => {
            bytes.chunks_exact(16).map(|pair| (number(&pair[..8]), number(&pair[8..]))).collect()
        }
        // A splat: all numbers are equal, so a device sends to itself.
        _ => Vec::new(),
    }
}

/// How many devices run the module; 1 if it does not state a number.
fn partitions(module: &Module) -> u64 {
    let name = module.context.find_symbol("mhlo.num_partitions");
    match name.and_then(|name| module.attr(module.top(), name)) {
        Some(Attr::Integer { value, .. }) => u64::try_from(*value).unwrap_or(1),
        _ => 1,
    }
}

fn bytes(module: &Module, value: ValueId) -> u64 {
    let (shape, bits) = crate::local_values::shape_and_bits(module, value);
    // An `i1` takes a byte.
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
