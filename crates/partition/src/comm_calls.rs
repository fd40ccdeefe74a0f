//! Ops other than collectives that communicate: those whose bytes are counted, and those that are only listed.

use partita_ir::{Attr, AttrId, Module, OpCode, OpId, OpKind};

/// The other end of a communication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Other devices of the mesh.
    Devices,
    /// The host, or the other end of a channel.
    Host,
}

/// Targets of custom calls whose bytes are counted. Their configuration contains replica groups.
const COUNTED: &[&str] = &["ragged_all_to_all"];

/// Substrings of the lower-case targets of custom calls that communicate but whose bytes are unknown.
const UNCOUNTED: &[(&str, Peer)] = &[
    // GSPMD's boundaries of manual regions.
    ("spmdfulltoshardshape", Peer::Devices),
    ("spmdshardtofullshape", Peer::Devices),
    // Kernels around NCCL, RCCL, NVSHMEM and MPI.
    ("nccl", Peer::Devices),
    ("rccl", Peer::Devices),
    ("nvshmem", Peer::Devices),
    ("mpi_", Peer::Devices),
    ("mpi4jax", Peer::Devices),
    // Targets named like a collective.
    ("allreduce", Peer::Devices),
    ("all_reduce", Peer::Devices),
    ("allgather", Peer::Devices),
    ("all_gather", Peer::Devices),
    ("alltoall", Peer::Devices),
    ("all_to_all", Peer::Devices),
    ("reducescatter", Peer::Devices),
    ("reduce_scatter", Peer::Devices),
    ("collective", Peer::Devices),
    ("sendrecv", Peer::Devices),
    ("send_recv", Peer::Devices),
    // Host functions.
    ("callback", Peer::Host),
    ("tohost", Peer::Host),
    ("todevice", Peer::Host),
];

/// The target of a custom call whose bytes are counted.
pub(crate) fn counted_call_target(module: &Module, op: OpId) -> Option<&'static str> {
    let target = target(module, op)?;
    COUNTED.iter().copied().find(|name| *name == target)
}

/// The replica groups in the configuration of a custom call.
pub(crate) fn groups_of_call(module: &Module, op: OpId) -> Option<AttrId> {
    let config = module.context.find_symbol("backend_config")?;
    let Attr::Dict(entries) = module.attr(op, config)? else { return None };
    let groups = module.context.find_symbol("replica_groups")?;
    entries.iter().find(|(name, _)| *name == groups).map(|(_, attr)| *attr)
}

/// The name of an op that communicates an unknown number of bytes, and its peer.
pub(crate) fn uncounted_communication(module: &Module, op: OpId) -> Option<(String, Peer)> {
    let data = module.op(op);
    match data.name.code()? {
        code if code.kind() == OpKind::Transfer => {
            Some((module.op_name(op).trim_start_matches("stablehlo.").to_string(), Peer::Host))
        }
        OpCode::CustomCall if counted_call_target(module, op).is_none() => {
            let target = target(module, op)?;
            let lower = target.to_lowercase();
            let row = UNCOUNTED.iter().find(|(part, _)| lower.contains(part)).map(|(_, peer)| *peer);
            let peer = row.or_else(|| communicates_by_itself(module, op).then_some(Peer::Devices))?;
            Some((format!("custom_call @{target}"), peer))
        }
        _ => None,
    }
}

/// Whether the configuration of a TPU kernel declares that it communicates.
fn communicates_by_itself(module: &Module, op: OpId) -> bool {
    let config = module.context.find_symbol("backend_config").and_then(|name| module.attr(op, name));
    let Some(Attr::String(text)) = config else { return false };
    let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let wanted = b"\"has_communication\":true";
    text.windows(wanted.len()).any(|window| window == wanted)
}

fn target(module: &Module, op: OpId) -> Option<&str> {
    if module.op(op).name.code() != Some(OpCode::CustomCall) {
        return None;
    }
    let name = module.context.find_symbol("call_target_name")?;
    match module.attr(op, name)? {
        Attr::String(target) => std::str::from_utf8(target).ok(),
        _ => None,
    }
}
