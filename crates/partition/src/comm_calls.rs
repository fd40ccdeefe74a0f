//! Ops other than collectives that communicate: which of them are counted, and which are only named.

use partita_ir::{Attr, AttrId, Module, OpCode, OpId, OpKind};

/// With what an op communicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// Other devices.
    Devices,
    /// The host, or whatever is at the other end of a channel.
    Host,
}

/// Targets of custom calls whose bytes are counted. They have replica groups in their configuration.
const COUNTED: &[&str] = &["ragged_all_to_all"];

/// Custom calls that communicate and are not counted, by what their target contains in lower case.
const UNCOUNTED: &[(&str, Talk)] = &[
    // GSPMD's borders of manual regions, and its reshards.
    ("spmdfulltoshardshape", Talk::Devices),
    ("spmdshardtofullshape", Talk::Devices),
    // Kernels around NCCL, RCCL, NVSHMEM and MPI.
    ("nccl", Talk::Devices),
    ("rccl", Talk::Devices),
    ("nvshmem", Talk::Devices),
    ("mpi_", Talk::Devices),
    ("mpi4jax", Talk::Devices),
    // Anything that is called like a collective.
    ("allreduce", Talk::Devices),
    ("all_reduce", Talk::Devices),
    ("allgather", Talk::Devices),
    ("all_gather", Talk::Devices),
    ("alltoall", Talk::Devices),
    ("all_to_all", Talk::Devices),
    ("reducescatter", Talk::Devices),
    ("reduce_scatter", Talk::Devices),
    ("collective", Talk::Devices),
    ("sendrecv", Talk::Devices),
    ("send_recv", Talk::Devices),
    // Functions of the host.
    ("callback", Talk::Host),
    ("tohost", Talk::Host),
    ("todevice", Talk::Host),
];

/// The name of a custom call whose bytes are counted.
pub(crate) fn counted(module: &Module, op: OpId) -> Option<&'static str> {
    let target = target(module, op)?;
    COUNTED.iter().copied().find(|name| *name == target)
}

/// The replica groups that a custom call has in its configuration.
pub(crate) fn groups_of_call(module: &Module, op: OpId) -> Option<AttrId> {
    let config = module.context.find_symbol("backend_config")?;
    let Attr::Dict(entries) = module.attr(op, config)? else { return None };
    let groups = module.context.find_symbol("replica_groups")?;
    entries.iter().find(|(name, _)| *name == groups).map(|(_, attr)| *attr)
}

/// The name of an op that communicates and is not counted, and with what it does.
pub(crate) fn uncounted(module: &Module, op: OpId) -> Option<(String, Talk)> {
    let data = module.op(op);
    match data.name.code()? {
        code if code.kind() == OpKind::Transfer => {
            Some((module.op_name(op).trim_start_matches("stablehlo.").to_string(), Talk::Host))
        }
        OpCode::CustomCall if counted(module, op).is_none() => {
            let target = target(module, op)?;
            let lower = target.to_lowercase();
            let row = UNCOUNTED.iter().find(|(part, _)| lower.contains(part)).map(|(_, talk)| *talk);
            let talk = row.or_else(|| communicates_by_itself(module, op).then_some(Talk::Devices))?;
            Some((format!("custom_call @{target}"), talk))
        }
        _ => None,
    }
}

/// Whether a kernel for a TPU has communication in it, by its configuration.
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
