//! `partita onnx mesh`

use std::collections::BTreeMap;
use std::fmt::Write as _;

use partita_base::{Id, code};
use partita_mesh::spec::MeshOrRef;
use partita_mesh::{Mesh, MeshId, TensorSharding};
use partita_onnx::infer::{Inferred, Options, forward};
use partita_onnx::layout::{Layout, layouts_to_mesh};
use partita_onnx::{Finding, Place, infer_types};
use serde_json::{Value, json};

use super::load::load;
use super::{has_errors, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::MeshOf;
use crate::output;

/// A tensor with its sharding as sdy writes it.
type Sharded = (String, String);

pub(super) fn run(arguments: &MeshOf, common: &Common) -> Outcome {
    let loaded = load(&arguments.model, common)?;
    let typed = infer_types(&loaded.model);
    let chosen = loaded.model.configuration.iter().filter(|configuration| {
        arguments.configuration.is_none() || configuration.name == arguments.configuration
    });
    let mut findings = Vec::new();
    let mut answers: Vec<(String, Mesh, Vec<Sharded>)> = Vec::new();
    let mut any = false;
    for configuration in chosen {
        any = true;
        let inferred = forward(&loaded.model, &typed, configuration, Options::default());
        match mesh_of(&inferred) {
            Ok((mesh, shardings)) => answers.push((inferred.configuration, mesh, shardings)),
            Err(finding) => findings.push(*finding),
        }
    }
    if !any {
        let message = "the model has no such configuration of devices";
        findings.push(Finding::error(code::ONNX_NO_CONFIGURATION, Place::default(), message));
    }
    match common.format {
        OutputFormat::Text => {
            print_findings(&loaded.name, &findings, common);
            output::print(&text(&answers));
        }
        OutputFormat::Json => {
            let mut report = partita_report::findings_json(&loaded.name, &findings);
            if let Some(map) = report.as_object_mut() {
                map.insert("configurations".to_string(), answers.iter().map(json_of).collect());
            }
            output::print_json(&report);
        }
    }
    Ok(Exit::checked(!has_errors(&findings)))
}

/// One mesh for the specs of all nodes, those that are left out included.
fn mesh_of(inferred: &Inferred) -> Result<(Mesh, Vec<Sharded>), Box<Finding>> {
    let mut names: Vec<&str> = Vec::new();
    let mut layouts: Vec<&Layout> = Vec::new();
    let mut places: Vec<&Place> = Vec::new();
    let mut seen: BTreeMap<&str, Vec<&Layout>> = BTreeMap::new();
    for spec in &inferred.specs {
        let own = seen.entry(&spec.tensor).or_default();
        if !own.contains(&&spec.layout) {
            own.push(&spec.layout);
            names.push(&spec.tensor);
            layouts.push(&spec.layout);
            places.push(&spec.place);
        }
    }
    let id = MeshId::from_index(0);
    let (mesh, shardings) = layouts_to_mesh(&layouts, inferred.num_devices, id).map_err(|(at, why)| {
        let place = Place {
            tensor: names.get(at).map(|name| name.to_string()),
            ..places.get(at).copied().cloned().unwrap_or_default()
        };
        let message = format!("the specs are on no common mesh: {why} ({})", why.name());
        Box::new(Finding::error(code::ONNX_NO_MESH, place, message))
    })?;
    let written =
        |sharding: &TensorSharding| sharding.to_spec(&mesh, MeshOrRef::Symbol("mesh".into())).to_string();
    let shardings =
        names.iter().zip(&shardings).map(|(name, sharding)| (name.to_string(), written(sharding))).collect();
    Ok((mesh, shardings))
}

fn text(answers: &[(String, Mesh, Vec<Sharded>)]) -> String {
    let mut out = String::new();
    for (configuration, mesh, shardings) in answers {
        let _ = writeln!(out, "configuration '{configuration}': sdy.mesh @mesh = {}", mesh.to_spec());
        for (name, sharding) in shardings {
            let _ = writeln!(out, "  {name}: {sharding}");
        }
    }
    out
}

fn json_of((configuration, mesh, shardings): &(String, Mesh, Vec<Sharded>)) -> Value {
    let tensors: Vec<Value> =
        shardings.iter().map(|(name, sharding)| json!({"tensor": name, "sharding": sharding})).collect();
    json!({ "configuration": configuration, "mesh": mesh.to_spec().to_string(), "tensors": tensors })
}
