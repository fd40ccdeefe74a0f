//! Checks pipeline stages: no stage uses a value of a later one.

use std::collections::BTreeSet;

use partita_base::code;

use super::findings::Findings;
use super::order::Reads;
use crate::bodies::Bodies;
use crate::finding::{Finding, NodeLocation};
use crate::proto::Node;

/// Only this many configurations with stages are checked: each takes a traversal of the graph.
const MOST_CONFIGURATIONS: usize = 64;

/// Reports nodes that use values of later stages, also through nodes without a stage.
pub(super) fn check_stages(bodies: &Bodies<'_>, reads: &[Reads<'_>], findings: &mut Findings) {
    for (at, (body, reads)) in bodies.list.iter().zip(reads).enumerate() {
        let nodes = body.nodes();
        let configurations: BTreeSet<&str> = nodes
            .iter()
            .flat_map(|node| &node.device_configurations)
            .filter(|annotation| annotation.pipeline_stage.is_some())
            .map(|annotation| annotation.configuration_id.as_deref().unwrap_or_default())
            .collect();
        for configuration in configurations.into_iter().take(MOST_CONFIGURATIONS) {
            if findings.is_full() {
                return;
            }
            // The latest stage that a node belongs to or depends on, with the node that has this stage. Nodes that come before their producers
            // have already been reported.
            let mut latest: Vec<Option<(i32, usize)>> = vec![None; nodes.len()];
            for (i, node) in nodes.iter().enumerate() {
                let own = stage(node, configuration);
                let read = reads[i].iter().filter(|(maker, _)| *maker < i);
                let worst = read.filter_map(|(maker, name)| Some((latest[*maker]?, *name))).max();
                if let (Some(own), Some(((later, origin), name))) = (own, worst)
                    && later > own
                {
                    let location = NodeLocation {
                        tensor: Some(name.to_string()),
                        configuration: Some(configuration.to_string()),
                        ..bodies.node_location(at, i)
                    };
                    let message =
                        format!("stage {own} uses '{name}', which depends on node {origin} of stage {later}");
                    findings.push(Finding::error(code::ONNX_STAGE_ORDER, location, message));
                }
                latest[i] = own.map(|own| (own, i)).or(worst.map(|(latest, _)| latest));
            }
        }
    }
}

fn stage(node: &Node, configuration: &str) -> Option<i32> {
    let mut annotations = node.device_configurations.iter();
    annotations
        .find(|annotation| {
            annotation.configuration_id.as_deref().unwrap_or_default() == configuration
                && annotation.pipeline_stage.is_some()
        })?
        .pipeline_stage
}
