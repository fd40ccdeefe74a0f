//! The ONNX example of `partita demo`.

use partita::onnx::{CheckOptions, Detail, Inference, OnMesh, RankPartition, has_errors, read_text, to_text};
use partita::report::{Color, View as _, render_findings};
use partita::{Error, notation};
use prost::Message as _;

use crate::commands::demo::Verdict;

/// Checks a model, completes its annotations, partitions it and compares its ranks with the unpartitioned model.
pub(in crate::commands) fn judge_onnx_example(text: &str) -> Verdict {
    try_example(text).unwrap_or_else(|error| Verdict::failed(format!("{error}\n")))
}

fn try_example(text: &str) -> Result<Verdict, Error> {
    let model = read_text("examples/mlp.textproto", text)?;
    let found = model.check(&CheckOptions::default());
    if has_errors(&found) {
        return Ok(Verdict::failed(render_findings(&model.name, &found, Color::Off)));
    }
    let nodes = model.model.graph.as_ref().map_or(0, |graph| graph.node.len());
    let mut shown = format!("{nodes} nodes, mesh x=2, w1 by its columns; checked, no errors\n");

    let on = Some(OnMesh::new(notation::parse_mesh("x=2", None)?).shard("w1", "_,x".parse()?));
    let inference = Inference::default().on(on.clone()).propagate(true);
    let completed = model.clone().infer(&inference, &mut ())?;
    shown.push_str(&completed.view(false).text());
    let mut details = completed.view(true).text();

    let ranks = model.partition(&RankPartition::default().on(on).propagate(true))?;
    let verified = ranks.verify(&model, 0)?;
    for text in [ranks.view().text(), verified.view(&ranks).render()] {
        shown.push_str(&text);
        details.push_str(&text);
    }

    let mut files = vec![
        (".textproto".to_string(), text.to_string()),
        (".partition.json".to_string(), ranks.view().json()),
    ];
    for (rank, model) in ranks.made.models.iter().enumerate() {
        files.push((format!(".rank{rank}.textproto"), to_text(&model.encode_to_vec(), Detail::Full)));
    }
    Ok(Verdict { pass: verified.differences.is_empty(), shown, details, files })
}
