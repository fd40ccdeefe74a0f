//! The example of ONNX in `partita demo`.

use bytes::Bytes;
use partita_engine::onnx::{Arrays, Embedded};
use partita_onnx::file::{Detail, Limits, from_text, read, to_text};
use partita_onnx::infer_types;
use partita_report::{Color, render_findings};
use prost::Message as _;

use super::load::Loaded;
use super::runtime::draw_others;
use super::spread::{ranks, with_contents};
use super::{check, has_errors, infer, partition, verify};
use crate::args::Common;
use crate::commands::demo::Verdict;
use crate::onnx_args::{Infer, Model, OnMesh, Rules, Spreading};

/// Checks a model, completes its annotations, partitions it and runs all ranks against the whole.
pub(in crate::commands) fn judge(text: &str, common: &Common) -> Verdict {
    judged(text, common).unwrap_or_else(Verdict::failed)
}

fn judged(text: &str, common: &Common) -> Result<Verdict, String> {
    let name = "examples/mlp.textproto";
    let findings = |findings: &[partita_onnx::Finding]| render_findings(name, findings, Color::Off);
    let stopped = |stage: &str| format!("the {stage} of {name} failed\n");
    let bytes = Bytes::from(from_text(text).map_err(|finding| findings(&[*finding]))?);
    let file = read(&bytes, &Limits::default()).map_err(|finding| findings(&[*finding]))?;
    let mut loaded =
        Loaded { name: name.into(), bytes, model: file.model, findings: file.findings, folder: None };

    let rules = Rules { strict: false, lenient: false, configuration: None };
    let found = check::all_findings(&loaded, &rules);
    if has_errors(&found) {
        return Err(findings(&found));
    }
    let nodes = loaded.model.graph.as_ref().map_or(0, |graph| graph.node.len());
    let mut shown = format!("{nodes} nodes, mesh x=2, w1 by its columns; checked, no errors\n");

    let on = OnMesh { mesh: Some("x=2".into()), device_ids: None, shard: vec!["w1=_,x".into()] };
    let mesh = infer::mesh("x=2", None, common).map_err(|_| stopped("mesh"))?;
    infer::add_configuration(&mut loaded.model, Some(&mesh), None);
    let arguments = Infer {
        model: Model { file: name.into() },
        output: None,
        rules,
        propagate: true,
        on: on.clone(),
        explain: true,
    };
    let typed = infer_types(&loaded.model);
    let answers = infer::infer(&loaded.model, &typed, Some(mesh), &arguments, common)
        .map_err(|_| stopped("inference"))?
        .map_err(|found| findings(&found))?;
    shown.push_str(&infer::text(&answers, false));
    let mut details = infer::text(&answers, true);

    let spreading = Spreading {
        configuration: None,
        on,
        propagate: true,
        dim: Vec::new(),
        whole_outputs: false,
        topology: None,
    };
    let spread = ranks(&loaded, &spreading, common).map_err(|_| stopped("partition"))?;
    let partitioned = partition::text(&spread.mesh, &spread.made);
    shown.push_str(&partitioned);
    details.push_str(&partitioned);

    let whole = with_contents(&loaded).map_err(|_| stopped("model"))?;
    let types: Vec<_> = spread.made.inputs.iter().map(|port| (port.name.clone(), port.ty.clone())).collect();
    let mut inputs = Arrays::new();
    draw_others(&mut inputs, &types, 0).map_err(|error| format!("{error}\n"))?;
    let compared = verify::compare(&whole, &spread, &inputs, &Embedded::new());
    let (expected, differences) = compared.map_err(|error| format!("{error}\n"))?;
    let elements = expected.values().map(|array| array.shape().iter().product::<usize>()).sum();
    let verdict = verify::text(&expected, elements, &differences, spread.made.models.len());
    shown.push_str(&verdict);
    details.push_str(&verdict);

    let mut files = vec![
        (".textproto".to_string(), text.to_string()),
        (".partition.json".to_string(), format!("{:#}\n", partition::report(&spread.mesh, &spread.made))),
    ];
    for (rank, model) in spread.made.models.iter().enumerate() {
        files.push((format!(".rank{rank}.textproto"), to_text(&model.encode_to_vec(), Detail::Full)));
    }
    Ok(Verdict { pass: differences.is_empty(), shown, details, files })
}
