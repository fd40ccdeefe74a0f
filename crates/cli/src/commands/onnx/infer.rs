//! `partita onnx infer`

use std::fmt::Write as _;

use partita_base::{Diagnostics, Id, Source, code};
use partita_mesh::{Mesh, MeshId};
use partita_onnx::bodies::GraphPath;
use partita_onnx::file::Edits;
use partita_onnx::infer::{Given, Inferred, NodeSpec, Options, Origin, completed, forward, spread};
use partita_onnx::structure::{FIRST_IR, SpecJson};
use partita_onnx::{Finding, Place, TypedModel, infer_types, proto};
use serde_json::{Value, json};

use super::load::{Loaded, load};
use super::write::write_pieces;
use super::{has_errors, print_findings};
use crate::args::{Common, OutputFormat};
use crate::commands::reshard::{mesh_text, read_mesh, read_sharding, sharding_text};
use crate::input;
use crate::onnx_args::Infer;
use crate::output::{self, Timing};
use crate::{FINDINGS, FINE, USAGE};

pub(super) fn run(arguments: &Infer, common: &Common) -> Result<u8, u8> {
    let mut timing = Timing::default();
    let mut loaded = timing.stage("read", || load(&arguments.model, common))?;
    let given_mesh = arguments
        .on
        .mesh
        .as_deref()
        .map(|axes| mesh(axes, arguments.on.device_ids.as_deref(), common))
        .transpose()?;
    let added =
        add_configuration(&mut loaded.model, given_mesh.as_ref(), arguments.rules.configuration.as_deref());
    let typed = timing.stage("types", || infer_types(&loaded.model));
    let answers = timing.stage("infer", || infer(&loaded.model, &typed, given_mesh, arguments, common))?;
    let answers = match answers {
        Ok(answers) => answers,
        Err(findings) => {
            print_findings(&loaded.name, &findings, common);
            return Ok(FINDINGS);
        }
    };
    let findings: Vec<Finding> = answers.iter().flat_map(|answer| answer.findings.iter().cloned()).collect();
    match common.format {
        OutputFormat::Text => {
            print_findings(&loaded.name, &findings, common);
            output::print(&text(&answers, arguments.explain || arguments.output.is_none()));
        }
        OutputFormat::Json => output::print(&format!("{:#}\n", report(&loaded.name, &answers, &findings))),
    }
    if has_errors(&findings) {
        return Ok(FINDINGS);
    }
    if let Some(target) = &arguments.output {
        let pieces = timing.stage("write", || edits(&loaded, &answers, added).apply(&loaded.bytes));
        let pieces = pieces.map_err(|error| {
            output::error(&format!("{}: {error}", loaded.name));
            USAGE
        })?;
        write_pieces(target, &pieces)?;
    }
    timing.report(common);
    Ok(FINE)
}

/// What changes in the file.
fn edits(loaded: &Loaded, answers: &[Inferred], added: bool) -> Edits {
    let mut edits = Edits::default();
    if added {
        edits.set_configurations(loaded.model.configuration.clone());
        if loaded.model.ir_version.unwrap_or(0) < FIRST_IR {
            edits.set_ir_version(FIRST_IR);
        }
    }
    for ((graph, node), annotations) in completed(&loaded.model, answers) {
        edits.set_annotations(graph, node, annotations);
    }
    edits
}

/// Adds a configuration for a mesh that is given, unless the model has one of as many devices.
pub(super) fn add_configuration(model: &mut proto::Model, mesh: Option<&Mesh>, wanted: Option<&str>) -> bool {
    let Some(mesh) = mesh else { return false };
    let Ok(num_devices) = i32::try_from(mesh.device_count()) else { return false };
    let named = |configuration: &proto::DeviceConfiguration| match wanted {
        Some(name) => configuration.name.as_deref() == Some(name),
        None => configuration.num_devices == Some(num_devices),
    };
    if model.configuration.iter().any(named) {
        return false;
    }
    let name = wanted.unwrap_or("mesh").to_string();
    model.configuration.push(proto::DeviceConfiguration {
        name: Some(name),
        num_devices: Some(num_devices),
        device: Vec::new(),
    });
    true
}

type Answers = Result<Vec<Inferred>, Vec<Finding>>;

pub(super) fn infer(
    model: &proto::Model,
    typed: &TypedModel<'_>,
    mesh: Option<Mesh>,
    arguments: &Infer,
    common: &Common,
) -> Result<Answers, u8> {
    let devices = mesh.as_ref().map(Mesh::device_count);
    let chosen: Vec<&proto::DeviceConfiguration> = (model.configuration.iter())
        .filter(|configuration| match &arguments.rules.configuration {
            Some(name) => configuration.name.as_ref() == Some(name),
            None => {
                devices.is_none_or(|devices| configuration.num_devices.map(i64::from) == Some(devices as i64))
            }
        })
        .collect();
    if chosen.is_empty() {
        let message = match &arguments.rules.configuration {
            Some(name) => format!("the model has no configuration '{name}'"),
            None => "the model has no configuration of devices".to_string(),
        };
        let help = "give a mesh with --mesh, or add a configuration with `partita onnx annotate`";
        return Ok(Err(vec![
            Finding::error(code::ONNX_NO_CONFIGURATION, Place::default(), message).help(help),
        ]));
    }
    let options = Options { mode: super::mode(&arguments.rules), ..Options::default() };
    if !arguments.propagate && mesh.is_none() {
        return Ok(Ok(chosen
            .into_iter()
            .map(|configuration| forward(model, typed, configuration, options))
            .collect()));
    }
    let given = match mesh {
        Some(mesh) => match shardings(&mesh, typed, &arguments.on.shard, common)? {
            Ok(shardings) => Some(Given { mesh, shardings }),
            Err(finding) => return Ok(Err(vec![finding])),
        },
        None => None,
    };
    if let Some(given) = &given
        && let Some(other) =
            chosen.iter().find(|c| c.num_devices.map(i64::from) != Some(given.mesh.device_count() as i64))
    {
        let message =
            format!("the mesh has {} devices, the configuration another number", given.mesh.device_count());
        let place = Place { configuration: other.name.clone(), ..Place::default() };
        return Ok(Err(vec![Finding::error(code::ONNX_SHARD_ARGUMENT, place, message)]));
    }
    let mut answers = Vec::new();
    for configuration in chosen {
        match spread(model, typed, configuration, given.as_ref(), options) {
            Ok(spread) => answers.push(spread.inferred),
            Err(findings) => return Ok(Err(findings)),
        }
    }
    Ok(Ok(answers))
}

pub(super) fn mesh(axes: &str, device_ids: Option<&str>, common: &Common) -> Result<Mesh, u8> {
    let text = mesh_text(axes, device_ids);
    read_mesh(&text).map_err(|found| {
        report_argument("--mesh", &text, &found, common);
        FINDINGS
    })
}

/// Prints what is wrong with an argument.
fn report_argument(name: &str, text: &str, found: &Diagnostics, common: &Common) {
    match Source::new(name, text) {
        Ok(source) => input::print_findings(&source, found, common),
        Err(_) => output::error(&format!("{name} is too long")),
    }
}

/// The shardings of the command line: `NAME=[{"x"}, {}]` or `NAME=x,_`.
pub(super) fn shardings(
    mesh: &Mesh,
    typed: &TypedModel<'_>,
    given: &[String],
    common: &Common,
) -> Result<Result<Vec<(String, partita_mesh::TensorSharding)>, Finding>, u8> {
    let mut shardings = Vec::new();
    for argument in given {
        let place = |name: &str| Place { tensor: Some(name.to_string()), ..Place::default() };
        let Some((name, text)) = argument.split_once('=') else {
            let message = format!("`{argument}` is not a tensor and a sharding");
            let help = "write --shard 'NAME=[{\"x\"}, {}]'";
            return Ok(Err(Finding::error(code::ONNX_SHARD_ARGUMENT, Place::default(), message).help(help)));
        };
        let graph = &typed.main;
        let rank = graph.graph.find(name).and_then(|value| graph.types[value].rank());
        let Some(rank) = rank else {
            let message = "the main graph has no such tensor of known rank";
            return Ok(Err(Finding::error(code::ONNX_SHARD_ARGUMENT, place(name), message)));
        };
        let text = sharding_text(text);
        let id = MeshId::from_index(0);
        let sharding = read_sharding(&text, id, mesh, rank).map_err(|found| {
            report_argument("--shard", &text, &found, common);
            FINDINGS
        })?;
        shardings.push((name.to_string(), sharding));
    }
    Ok(Ok(shardings))
}

pub(super) fn text(answers: &[Inferred], explain: bool) -> String {
    let mut out = String::new();
    for answer in answers {
        let missing = answer.missing().count();
        let _ = writeln!(
            out,
            "configuration '{}': {} specs, {missing} of them inferred, {} implicit reshards",
            answer.configuration,
            answer.specs.len(),
            answer.reshards.len()
        );
        if explain {
            let mut last: Option<(&GraphPath, usize)> = None;
            for spec in &answer.specs {
                if last != Some((&spec.graph, spec.node)) {
                    let _ = writeln!(out, "  {}", where_is(&spec.place));
                    last = Some((&spec.graph, spec.node));
                }
                let side = if spec.is_output { "→" } else { "←" };
                let _ = writeln!(out, "    {side} {}: {} ({})", spec.tensor, spec.layout, origin(spec));
            }
        }
        for reshard in &answer.reshards {
            let _ = writeln!(
                out,
                "  reshard of {} at {}: {} to {}, {}",
                reshard.value,
                where_is(&reshard.place),
                reshard.from,
                reshard.to,
                reshard.transfer.name()
            );
        }
    }
    out
}

fn where_is(place: &Place) -> String {
    Place { configuration: None, ..place.clone() }.to_string()
}

fn origin(spec: &NodeSpec) -> &'static str {
    match spec.origin {
        Origin::Annotation => "annotated",
        origin => origin.text(),
    }
}

fn report(file: &str, answers: &[Inferred], findings: &[Finding]) -> Value {
    let spec_json = |layout: &partita_onnx::layout::Layout| {
        json!(SpecJson { tensor_name: None, ..SpecJson::from_proto(&layout.to_spec("")) })
    };
    let answer = |answer: &Inferred| {
        let specs = answer.specs.iter().map(|spec| {
            json!({
                "path": spec.place.path, "node": spec.node, "label": spec.place.label, "tensor": spec.tensor,
                "side": if spec.is_output { "output" } else { "input" },
                "spec": spec_json(&spec.layout), "origin": origin(spec),
            })
        });
        let reshards = answer.reshards.iter().map(|reshard| {
            json!({
                "value": reshard.value, "path": reshard.place.path, "node": reshard.place.node,
                "from": spec_json(&reshard.from), "to": spec_json(&reshard.to), "collective": reshard.transfer.name(),
            })
        });
        json!({
            "configuration": answer.configuration,
            "num_devices": answer.num_devices,
            "specs": specs.collect::<Vec<_>>(),
            "reshards": reshards.collect::<Vec<_>>(),
        })
    };
    let mut report = partita_report::findings_json(file, findings);
    if let Some(map) = report.as_object_mut() {
        map.insert("configurations".to_string(), answers.iter().map(answer).collect());
    }
    report
}
