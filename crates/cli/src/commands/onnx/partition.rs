//! `partita onnx partition`

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use bytes::Bytes;
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{Mesh, MeshId};
use partita_onnx::partition::{CollectiveUse, Partitioned, Port};
use prost::Message as _;
use serde_json::{Value, json};

use super::load::load;
use super::spread::{Ranks, ranks};
use super::write::write_pieces;
use crate::args::{Common, OutputFormat};
use crate::onnx_args::{Model, Spreading};
use crate::output::{self, Timing};
use crate::{FINE, USAGE};

pub(super) fn run(
    model: &Model,
    spreading: &Spreading,
    folder: Option<&Path>,
    common: &Common,
) -> Result<u8, u8> {
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load(model, common))?;
    let Ranks { mesh, made } = timing.stage("partition", || ranks(&loaded, spreading, common))?;
    let report = report(&mesh, &made);
    if let Some(folder) = folder {
        timing.stage("write", || write(folder, &made, &report))?;
    }
    match common.format {
        OutputFormat::Json => output::print(&format!("{report:#}\n")),
        OutputFormat::Text => output::print(&text(&mesh, &made)),
    }
    timing.report(common);
    Ok(FINE)
}

fn write(folder: &Path, made: &Partitioned, report: &Value) -> Result<(), u8> {
    std::fs::create_dir_all(folder).map_err(|error| {
        output::error(&format!("cannot make {}: {error}", folder.display()));
        USAGE
    })?;
    for (rank, model) in made.models.iter().enumerate() {
        write_pieces(&folder.join(format!("rank{rank}.onnx")), &[Bytes::from(model.encode_to_vec())])?;
    }
    write_pieces(&folder.join("partition.json"), &[Bytes::from(format!("{report:#}\n"))])
}

/// The collectives by op and size of their groups: how many, and how many bytes.
pub(super) fn totals(collectives: &[CollectiveUse]) -> BTreeMap<(&str, u64), (u64, u64)> {
    let mut totals: BTreeMap<(&str, u64), (u64, u64)> = BTreeMap::new();
    for each in collectives {
        let total = totals.entry((each.op, each.group_size)).or_default();
        total.0 += 1;
        total.1 += each.bytes;
    }
    totals
}

pub(super) fn text(mesh: &Mesh, made: &Partitioned) -> String {
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
    for ((op, group), (count, bytes)) in totals(&made.collectives) {
        let _ = writeln!(out, "  {count} {op} among {group}: rank 0 sends {bytes} bytes");
    }
    out
}

/// How a port is cut, as sdy writes it.
fn sharding(mesh: &Mesh, port: &Port) -> String {
    use partita_base::Id;
    let sharding = port.cuts.sharding(MeshId::from_index(0), mesh);
    sharding.map_or_else(String::new, |sharding| {
        sharding.to_spec(mesh, MeshOrRef::Symbol("mesh".into())).to_string()
    })
}

pub(super) fn report(mesh: &Mesh, made: &Partitioned) -> Value {
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
