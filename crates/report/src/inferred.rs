//! The inferred specs of an ONNX model.

use std::fmt::Write as _;

use partita_onnx::bodies::GraphPath;
use partita_onnx::infer::{Inferred, NodeSpec, SpecOrigin};
use partita_onnx::layout::DeviceLayout;
use partita_onnx::structure::SpecJson;
use partita_onnx::{Finding, NodeLocation};
use serde_json::{Value, json};

use crate::finding::findings_value;
use crate::view::View;

/// The inferred specs of a model, with all findings.
#[derive(Clone, Debug)]
pub struct InferredView<'m> {
    /// The name of the model in messages.
    pub name: &'m str,
    /// Errors and warnings about the specs.
    pub findings: Vec<Finding>,
    /// The inferred specs of each configuration.
    pub answers: &'m [Inferred],
    /// Whether the text has a line per spec with its origin, instead of a few lines per configuration.
    pub explain: bool,
}

impl View for InferredView<'_> {
    fn text(&self) -> String {
        rendered(self.answers, self.explain)
    }

    fn json(&self) -> String {
        format!("{:#}\n", self.value())
    }
}

fn rendered(answers: &[Inferred], explain: bool) -> String {
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
                    let _ = writeln!(out, "  {}", where_is(&spec.location));
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
                where_is(&reshard.location),
                reshard.from,
                reshard.to,
                reshard.transfer.name()
            );
        }
    }
    out
}

impl InferredView<'_> {
    fn value(&self) -> Value {
        let Self { name, findings, answers, .. } = self;
        let spec_json = |layout: &DeviceLayout| {
            json!(SpecJson { tensor_name: None, ..SpecJson::from_proto(&layout.to_spec("")) })
        };
        let answer = |answer: &Inferred| {
            let specs = answer.specs.iter().map(|spec| {
            json!({
                "path": spec.location.path, "node": spec.node, "label": spec.location.label, "tensor": spec.tensor,
                "side": if spec.is_output { "output" } else { "input" },
                "spec": spec_json(&spec.layout), "origin": origin(spec),
            })
        });
            let reshards = answer.reshards.iter().map(|reshard| {
                json!({
                    "value": reshard.value, "path": reshard.location.path, "node": reshard.location.node,
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
        let mut report = findings_value(name, findings);
        report["configurations"] = answers.iter().map(answer).collect();
        report
    }
}

fn where_is(location: &NodeLocation) -> String {
    NodeLocation { configuration: None, ..location.clone() }.to_string()
}

fn origin(spec: &NodeSpec) -> &'static str {
    match spec.origin {
        SpecOrigin::Annotation => "annotated",
        origin => origin.text(),
    }
}
