//! The models of ranks: what they take, return and send.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use partita_base::Id;
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{Mesh, MeshId};
use partita_onnx::Finding;
use partita_onnx::partition::{Achieved, CollectiveUse, LostSharding, Partitioned, Port, PortStage, Share};
use serde::Serialize;
use serde_json::{Value, json};

use crate::finding::finding_value;
use crate::view::{View, counted};

/// The models of ranks.
#[derive(Clone, Debug)]
pub struct RanksView<'m> {
    /// The mesh whose devices are the ranks.
    pub mesh: &'m Mesh,
    /// The models, the sharding of inputs and outputs, and every collective.
    pub made: &'m Partitioned,
    /// The files of every rank, if they were written.
    pub files: Option<Vec<RankFileView>>,
    /// Whether large weights are in external files.
    pub has_external_data: bool,
    /// How shardings are written.
    pub notation: Notation,
    /// The warnings about the model and the given shardings. They are in the JSON form only.
    pub warnings: Vec<Finding>,
}

/// The files of one rank.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RankFileView {
    /// The file name of the model.
    pub model: String,
    /// The file name of its external data, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The size of the external data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_bytes: Option<u64>,
    /// The files of weights that it has in common with other ranks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared_data: Vec<String>,
}

impl View for RanksView<'_> {
    /// What each rank takes, returns and sends.
    fn text(&self) -> String {
        let mut out = rendered(self.mesh, self.made, self.notation);
        if self.has_external_data {
            out.push_str("  large weights are in rankN.onnx.data beside rankN.onnx");
            let is_shared = |file: &RankFileView| !file.shared_data.is_empty();
            out.push_str(match self.files.iter().flatten().any(is_shared) {
                true => ", those of several ranks in sharedN.onnx.data\n",
                false => "\n",
            });
        }
        out
    }

    /// The same with the shard of every rank and every collective.
    fn json(&self) -> String {
        let mut value = value(self.mesh, self.made, self.notation);
        if let Some(files) = &self.files {
            value["files"] = json!(files);
        }
        value["warnings"] = warnings_value(&self.warnings, self.made);
        format!("{value:#}\n")
    }
}

fn rendered(mesh: &Mesh, made: &Partitioned, notation: Notation) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} ranks on sdy.mesh @mesh = {}", made.models.len(), mesh.to_spec());
    for (side, ports) in [("input", &made.inputs), ("output", &made.outputs)] {
        for port in ports {
            let ranks =
                port.on.as_ref().map(|on| format!(" on ranks {}", list(&on.devices))).unwrap_or_default();
            let _ = writeln!(out, "  {side} {}: {}{ranks}", port.name, written(mesh, port, notation));
        }
    }
    for stage in &made.stages {
        let _ = writeln!(out, "  stage on ranks {}: {}", list(&stage.devices), stage.mesh.to_spec());
    }
    if made.collectives.is_empty() {
        let _ = writeln!(out, "  no collectives");
    }
    out.push_str(&collective_lines(made));
    out.push_str(&achieved_lines(made));
    let is_dynamic = |port: &Port| port.ty.dims.iter().flatten().any(|dim| dim.known().is_none());
    if made.inputs.iter().chain(&made.outputs).any(is_dynamic) {
        let _ = writeln!(out, "  note: sizes that are unknown until run time count as 1");
    }
    out.push_str(&subgroup_line(made));
    out
}

/// The line about groups that onnxruntime cannot form, if there are any.
fn subgroup_line(made: &Partitioned) -> String {
    subgroup_note(made).map(|note| format!("  note: {note}\n")).unwrap_or_default()
}

/// What users of onnxruntime's own collectives have to know about groups of some of the ranks.
fn subgroup_note(made: &Partitioned) -> Option<String> {
    let (size, ranks) = (smallest_subgroup(made)?, made.models.len());
    Some(format!(
        "groups of {size} of {ranks} ranks are listed in `partita.group`, which onnxruntime ignores"
    ))
}

/// The warnings about a partition: findings, and a note without a code.
fn warnings_value(findings: &[Finding], made: &Partitioned) -> Value {
    let note = subgroup_note(made).map(|message| json!({"code": null, "severity": "warning", "message": message, "help": null, "place": null}));
    findings.iter().map(finding_value).chain(note).collect()
}

fn value(mesh: &Mesh, made: &Partitioned, notation: Notation) -> Value {
    let ports = |ports: &[Port]| -> Vec<Value> {
        let ranks = made.models.len() as u64;
        let parts = |port: &Port| -> Vec<Value> {
            let range = |rank: u64| {
                let ranges = port.ranges(mesh, rank)?;
                let bounds = |range: &Option<Range<u64>>| match range {
                    Some(range) => json!([range.start, range.end]),
                    None => Value::Null,
                };
                Some(ranges.iter().map(bounds).collect::<Value>())
            };
            (0..ranks).map(|rank| range(rank).unwrap_or(Value::Null)).collect()
        };
        ports
                .iter()
                .map(|port| {
                    let mut value = json!({
                        "name": port.name, "type": port.ty.to_string(), "sharding": sharding(mesh, port), "ranges": parts(port),
                    });
                    if let Some(on) = &port.on {
                        value["ranks"] = json!(on.devices);
                    }
                    if notation != Notation::Short {
                        value["notation"] = json!(written(mesh, port, notation));
                    }
                    value
                })
                .collect()
    };
    let collective = |each: &CollectiveUse| {
        json!({
            "op": each.op, "axes": each.axes, "group_size": each.group_size, "bytes": each.bytes, "node": each.node, "for": each.cause,
        })
    };
    let stage = |stage: &PortStage| json!({"ranks": stage.devices, "mesh": stage.mesh.to_spec().to_string()});
    let mut value = json!({
        "mesh": mesh.to_spec().to_string(),
        "ranks": made.models.len(),
        "inputs": ports(&made.inputs),
        "outputs": ports(&made.outputs),
        "collectives": made.collectives.iter().map(collective).collect::<Vec<_>>(),
        "achieved": achieved_value(made),
        "sent_bytes": made.collectives.iter().map(|each| each.bytes).sum::<u64>(),
    });
    if !made.stages.is_empty() {
        value["stages"] = made.stages.iter().map(stage).collect();
    }
    value
}

/// Ranks, separated by commas.
fn list(ranks: &[u64]) -> String {
    ranks.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn achieved_value(made: &Partitioned) -> Value {
    let Achieved { flops, uncounted, bodies: _, weight_bytes, lost } = &made.achieved;
    // All amounts are integers, which a reader expects for bytes.
    let share = |share: &Share| {
        json!({
            "total": share.total as u64, "sharded": share.sharded as u64, "on_first_rank": share.on_first_rank as u64,
        })
    };
    let lost = lost
        .as_ref()
        .map(|lost| json!({"node": lost.node, "op": lost.op, "tensor": lost.tensor, "axes": lost.axes, "reason": lost.reason}));
    json!({"flops": share(flops), "uncounted_products": uncounted, "weight_bytes": share(weight_bytes), "lost": lost})
}

/// The share of the work and of the weights that is sharded, and where a sharding is lost.
fn achieved_lines(made: &Partitioned) -> String {
    let Achieved { flops, uncounted, bodies, weight_bytes, lost } = &made.achieved;
    let mut out = String::new();
    for (what, share) in [("FLOPs", flops), ("weight bytes", weight_bytes)] {
        if share.total > 0.0 {
            let (sharded, first) =
                (percent(share.sharded, share.total), percent(share.on_first_rank, share.total));
            let _ = writeln!(out, "  {sharded} of the {what} are sharded: {first} on rank 0");
        }
    }
    if *uncounted > 0 {
        let _ = writeln!(out, "  note: nodes with products of unknown size, not counted: {uncounted}");
    }
    if *bodies > 0 {
        let _ = writeln!(
            out,
            "  note: the FLOPs of control flow are those of both branches and of every iteration; where the number of iterations is unknown, of one"
        );
    }
    if let Some(LostSharding { axes, node, op, tensor, reason }) = lost {
        let along = match axes.len() {
            0 => "runs on every rank".to_owned(),
            _ => format!("runs on every rank along {}", axes.join(", ")),
        };
        let _ = writeln!(out, "  note: node {node} ({op}) {along}, with '{tensor}' gathered:");
        let _ = writeln!(out, "    {reason}");
    }
    out
}

/// A share in percent. Only nothing is 0 and only everything is 100.
fn percent(part: f64, total: f64) -> String {
    let share = 100.0 * part / total;
    match part == 0.0 || part == total || share == share.round() {
        true => format!("{share:.0}%"),
        false if share > 100.0 => format!("{share:.1}%"),
        false => format!("{:.1}%", share.clamp(0.1, 99.9)),
    }
}

/// The number of collectives and the bytes they send, by op and group size.
fn collective_totals(made: &Partitioned) -> BTreeMap<(&str, u64), (u64, u64)> {
    let mut totals: BTreeMap<(&str, u64), (u64, u64)> = BTreeMap::new();
    for each in &made.collectives {
        let total = totals.entry((each.op, each.group_size)).or_default();
        total.0 += 1;
        total.1 += each.bytes;
    }
    totals
}

/// One line per op and group size.
fn collective_lines(made: &Partitioned) -> String {
    let mut out = String::new();
    for ((op, group), (count, bytes)) in collective_totals(made) {
        let is_same = |each: &&CollectiveUse| (each.op, each.group_size) == (op, group);
        let is_everywhere = made.collectives.iter().filter(is_same).all(|each| each.takes_part);
        // With stages, rank 0 need not take part. A rank between two others exchanges data with both.
        let sender = match made.stages.is_empty() {
            false => "the first rank sends",
            true if is_everywhere => "rank 0 sends",
            true => "a rank sends up to",
        };
        let _ = writeln!(out, "  {count} {op} among {group}: {sender} {bytes} bytes");
    }
    out
}

/// The size of the smallest group of a collective that does not contain all ranks.
fn smallest_subgroup(made: &Partitioned) -> Option<u64> {
    let groups = made.collectives.iter().map(|each| each.group_size);
    groups.filter(|size| *size < made.models.len() as u64).min()
}

/// The sharding of an input or output in sdy notation.
fn sharding(mesh: &Mesh, port: &Port) -> String {
    let mesh = port.mesh(mesh);
    let sharding = port.layout.to_sharding(MeshId::from_index(0), mesh);
    sharding.map_or_else(String::new, |sharding| {
        sharding.to_spec(mesh, MeshOrRef::Symbol("mesh".into())).to_string()
    })
}

/// The type and the sharding of an input or output.
fn written(mesh: &Mesh, port: &Port, notation: Notation) -> String {
    let mesh = port.mesh(mesh);
    let sharding = port.layout.to_sharding(MeshId::from_index(0), mesh);
    match (sharding, port.ty.element, &port.ty.dims) {
        (Some(sharding), Some(element), Some(dims)) => {
            MeshSharding::unnamed(mesh, &sharding).tensor_text(notation, element.text(), dims)
        }
        _ => port.ty.to_string(),
    }
}

/// A comparison of a model with its ranks.
#[derive(Clone, Debug)]
pub struct RanksVerificationView<'m> {
    /// The compared ranks.
    pub made: &'m Partitioned,
    /// The number of outputs of the model.
    pub outputs: usize,
    /// The number of compared elements.
    pub elements: usize,
    /// The largest difference between two numbers, as a fraction of the largest number of their output.
    pub largest: f64,
    /// Whether that is due to numbers that the model rounds to steps: with other last digits before, its own outputs differ as much.
    pub is_rounded: bool,
    /// The outputs that differ by more than is allowed, each with a description of the difference.
    pub differences: Vec<(String, String)>,
    /// The sizes that were chosen for dimensions without one.
    pub sizes: Vec<(String, u64)>,
    /// The warnings about the model and the given shardings. They are in the JSON form only.
    pub warnings: Vec<Finding>,
}

impl RanksVerificationView<'_> {
    /// One line if all outputs are equal, else one line per different output.
    pub fn render(&self) -> String {
        let Self { made, outputs, elements, largest, is_rounded, differences, .. } = self;
        if !differences.is_empty() {
            return differences.iter().map(|(_, difference)| format!("DIFFERENT: {difference}\n")).collect();
        }
        let ranks = made.models.len();
        let largest = match *largest {
            0.0 => "no difference".to_owned(),
            share => format!("largest difference {share:.1e} of the largest element"),
        };
        let reason = if *is_rounded { ", as between runs of the model with other roundings" } else { "" };
        let [outputs, elements, ranks] = [(*outputs, "output"), (*elements, "element"), (ranks, "rank")]
            .map(|(count, noun)| counted(count as u64, noun));
        format!("equal: {outputs}, {elements}, on {ranks}; {largest}{reason}\n")
    }
}

impl View for RanksVerificationView<'_> {
    /// The comparison, and the collectives of the ranks.
    fn text(&self) -> String {
        let mut out = self.render();
        if !self.sizes.is_empty() {
            let sizes: Vec<String> = self.sizes.iter().map(|(name, size)| format!("{name}={size}")).collect();
            let _ = writeln!(out, "  sizes of this run: {}; the models of ranks take any", sizes.join(" "));
        }
        out.push_str(&collective_lines(self.made));
        out.push_str(&achieved_lines(self.made));
        out.push_str(&subgroup_line(self.made));
        out
    }

    fn json(&self) -> String {
        let Self { made, outputs, elements, largest, is_rounded, differences, sizes, warnings } = self;
        let difference =
            |(output, difference): &(String, String)| json!({"output": output, "difference": difference});
        let sizes: serde_json::Map<String, Value> =
            sizes.iter().map(|(name, size)| (name.clone(), json!(size))).collect();
        let json = json!({
            "sizes": sizes, "ranks": made.models.len(), "outputs": outputs, "elements": elements, "equal": differences.is_empty(),
            "largest_difference": if largest.is_finite() { json!(largest) } else { json!(null) },
            "is_rounded": is_rounded, "collectives": made.collectives.len(), "achieved": achieved_value(made), "differences": differences.iter().map(difference).collect::<Vec<_>>(),
            "warnings": warnings_value(warnings, made),
        });
        format!("{json:#}\n")
    }
}
