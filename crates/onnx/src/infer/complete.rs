//! Completes the annotations of a model.

use std::collections::BTreeMap;

use super::answer::{Inferred, NodeSpec, SpecOrigin};
use crate::bodies::{Bodies, GraphPath};
use crate::proto::{Model, NodeDeviceConfiguration};

/// The annotations of every node that gets new specs: the existing ones, followed by the inferred ones.
///
/// A function has one annotation for all of its calls. A spec that differs between calls is omitted.
pub fn complete_annotations(
    model: &Model,
    inferred: &[Inferred],
) -> BTreeMap<(GraphPath, usize), Vec<NodeDeviceConfiguration>> {
    let mut answers: BTreeMap<(GraphPath, usize), Vec<NodeDeviceConfiguration>> = BTreeMap::new();
    let bodies = Bodies::of(model);
    let mut lists: BTreeMap<GraphPath, usize> = BTreeMap::new();
    for at in 0..bodies.list.len() {
        lists.insert(bodies.path(at), at);
    }
    for answer in inferred {
        for specs in agreed(answer).chunk_by(|a, b| a.graph == b.graph && a.node == b.node) {
            let at = (specs[0].graph.clone(), specs[0].node);
            let Some(node) = lists.get(&at.0).and_then(|list| bodies.list[*list].nodes().get(at.1)) else {
                continue;
            };
            let annotations = answers.entry(at).or_insert_with(|| node.device_configurations.clone());
            let found = annotations
                .iter()
                .position(|a| a.configuration_id.as_deref() == Some(&answer.configuration[..]));
            let found = found.unwrap_or_else(|| {
                let configuration_id = Some(answer.configuration.clone());
                annotations
                    .push(NodeDeviceConfiguration { configuration_id, ..NodeDeviceConfiguration::default() });
                annotations.len() - 1
            });
            let own = &mut annotations[found].sharding_spec;
            for spec in specs {
                if !own.iter().any(|other| other.tensor_name.as_deref() == Some(&spec.tensor[..])) {
                    own.push(spec.layout.to_spec(&spec.tensor));
                }
            }
        }
    }
    answers
}

/// The new specs, in order, without those that differ between calls of a function.
fn agreed(answer: &Inferred) -> Vec<&NodeSpec> {
    let mut specs: Vec<&NodeSpec> = answer.specs.iter().collect();
    specs.sort_by(|a, b| (&a.graph, a.node).cmp(&(&b.graph, b.node)));
    let mut kept: Vec<&NodeSpec> = Vec::new();
    for node in specs.chunk_by(|a, b| a.graph == b.graph && a.node == b.node) {
        let mut seen: Vec<&str> = Vec::new();
        for spec in node {
            if seen.contains(&spec.tensor.as_str()) {
                continue;
            }
            seen.push(&spec.tensor);
            let same = node
                .iter()
                .filter(|other| other.tensor == spec.tensor)
                .all(|other| other.layout == spec.layout);
            if same && spec.origin != SpecOrigin::Annotation {
                kept.push(spec);
            }
        }
    }
    kept
}
