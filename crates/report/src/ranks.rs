//! The models of ranks: what they take and return, and what they send.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use partita_base::Id;
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{Mesh, MeshId};
use partita_onnx::partition::{CollectiveUse, Partitioned, Port};
use serde_json::{Value, json};

/// What each rank takes and returns, and what they send.
pub fn render_ranks(mesh: &Mesh, made: &Partitioned) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} ranks on sdy.mesh @mesh = {}", made.models.len(), mesh.to_spec());
    for (side, ports) in [("input", &made.inputs), ("output", &made.outputs)] {
        for port in ports {
            let _ = writeln!(out, "  {side} {}: {} as {}", port.name, port.ty, sharding(mesh, port));
        }
    }
    if made.collectives.is_empty() {
        let _ = writeln!(out, "  nothing is exchanged");
    }
    for ((op, group), (count, bytes)) in collective_totals(made) {
        let _ = writeln!(out, "  {count} {op} among {group}: rank 0 sends {bytes} bytes");
    }
    if let Some(size) = smallest_subgroup(made) {
        let _ = writeln!(
            out,
            "  note: groups of {size} of {} ranks are listed in `partita.group`, which onnxruntime ignores",
            made.models.len()
        );
    }
    out
}

/// The same as JSON, with the part of every rank and every collective.
pub fn ranks_json(mesh: &Mesh, made: &Partitioned) -> Value {
    let ports = |ports: &[Port]| -> Vec<Value> {
        let ranks = made.models.len() as u64;
        let parts = |port: &Port| -> Vec<Value> {
            let range = |rank: u64| {
                let ranges = port.ranges(mesh, rank)?;
                Some(ranges.iter().map(|range| json!([range.start, range.end])).collect::<Value>())
            };
            (0..ranks).map(|rank| range(rank).unwrap_or(Value::Null)).collect()
        };
        ports
                .iter()
                .map(|port| {
                    json!({
                        "name": port.name, "type": port.ty.to_string(), "sharding": sharding(mesh, port), "ranges": parts(port),
                    })
                })
                .collect()
    };
    let collective = |each: &CollectiveUse| {
        json!({
            "op": each.op, "group_size": each.group_size, "bytes": each.bytes, "node": each.node, "for": each.cause,
        })
    };
    json!({
        "mesh": mesh.to_spec().to_string(),
        "ranks": made.models.len(),
        "inputs": ports(&made.inputs),
        "outputs": ports(&made.outputs),
        "collectives": made.collectives.iter().map(collective).collect::<Vec<_>>(),
        "sent_bytes": made.collectives.iter().map(|each| each.bytes).sum::<u64>(),
    })
}

/// The collectives by op and size of their groups: how many, and how many bytes.
pub fn collective_totals(made: &Partitioned) -> BTreeMap<(&str, u64), (u64, u64)> {
    let mut totals: BTreeMap<(&str, u64), (u64, u64)> = BTreeMap::new();
    for each in &made.collectives {
        let total = totals.entry((each.op, each.group_size)).or_default();
        total.0 += 1;
        total.1 += each.bytes;
    }
    totals
}

/// The size of the smallest group that exchanges something and is not all ranks.
fn smallest_subgroup(made: &Partitioned) -> Option<u64> {
    let groups = made.collectives.iter().map(|each| each.group_size);
    groups.filter(|size| *size < made.models.len() as u64).min()
}

/// How a port is cut, as sdy writes it.
fn sharding(mesh: &Mesh, port: &Port) -> String {
    let sharding = port.cuts.sharding(MeshId::from_index(0), mesh);
    sharding.map_or_else(String::new, |sharding| {
        sharding.to_spec(mesh, MeshOrRef::Symbol("mesh".into())).to_string()
    })
}
