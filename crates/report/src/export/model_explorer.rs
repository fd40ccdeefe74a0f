//! A graph in the JSON format of Model Explorer: one graph for each function, with shardings as attributes of nodes and outputs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::palette::axis_fill;
use crate::explorer::{GraphNode, GraphView, GroupKind};
use crate::show::byte_text;
use crate::view::json_as_declared;

#[derive(Serialize)]
struct Collection {
    label: String,
    graphs: Vec<Graph>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Graph {
    id: String,
    nodes: Vec<ExplorerNode>,
    group_node_attributes: BTreeMap<String, BTreeMap<String, String>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ExplorerNode {
    id: String,
    label: String,
    namespace: String,
    subgraph_ids: Vec<String>,
    attrs: Vec<KeyValue>,
    incoming_edges: Vec<Edge>,
    outputs_metadata: Vec<Output>,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<Style>,
}

#[derive(Serialize)]
struct KeyValue {
    key: String,
    value: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Edge {
    source_node_id: String,
    source_node_output_id: String,
    target_node_input_id: String,
}

#[derive(Serialize)]
struct Output {
    id: String,
    attrs: Vec<KeyValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Style {
    background_color: String,
}

impl GraphView {
    /// The graph in the format of Model Explorer.
    pub fn model_explorer(&self) -> String {
        let functions = self.groups.iter().enumerate().filter(|(_, group)| group.kind == GroupKind::Function);
        let graphs = functions.map(|(function, group)| Graph {
            id: group.title.clone(),
            nodes: self.nodes_of(function),
            group_node_attributes: BTreeMap::from([(String::new(), self.facts())]),
        });
        json_as_declared(&Collection { label: self.name.clone(), graphs: graphs.collect() })
    }

    /// What is shown while no node is selected.
    fn facts(&self) -> BTreeMap<String, String> {
        let axes: Vec<String> = self.mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
        let collectives = self.nodes.iter().flat_map(|node| &node.collectives).count();
        BTreeMap::from([
            ("mesh".to_string(), axes.join(", ")),
            ("collectives".to_string(), collectives.to_string()),
        ])
    }

    fn nodes_of(&self, function: usize) -> Vec<ExplorerNode> {
        let inside = (0..self.nodes.len()).map(|node| (node, self.path(node)));
        let inside = inside.filter(|(_, path)| path.first() == Some(&function));
        inside
            .map(|(at, path)| {
                let titles: Vec<&str> =
                    path.iter().skip(1).map(|&group| self.groups[group].title.as_str()).collect();
                explorer_node(at, &self.nodes[at], titles.join("/"))
            })
            .collect()
    }
}

fn pair(key: &str, value: impl Into<String>) -> KeyValue {
    KeyValue { key: key.into(), value: value.into() }
}

fn explorer_node(at: usize, node: &GraphNode, namespace: String) -> ExplorerNode {
    let mut attrs = vec![pair("op", &*node.op), pair("line", node.line.to_string())];
    attrs.extend(node.place.as_ref().map(|place| pair("source", &**place)));
    attrs.extend(node.values.first().map(|value| pair("sharding", &*value.short)));
    for each in &node.collectives {
        let bytes = byte_text(each.sent());
        attrs.push(pair(each.collective, format!("{}: {bytes}, {}", each.axes.join(", "), each.cause.name)));
    }
    let outputs = node.values.iter().enumerate().map(|(index, value)| {
        let mut attrs = vec![pair("__tensor_tag", &*value.name), pair("sharding", &*value.short)];
        attrs.extend(value.local_shape.as_ref().map(|shape| {
            let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
            pair("local shape", sizes.join("x"))
        }));
        Output { id: index.to_string(), attrs }
    });
    let edges = node.inputs.iter().enumerate().map(|(index, input)| Edge {
        source_node_id: input.node.to_string(),
        source_node_output_id: input.output.to_string(),
        target_node_input_id: index.to_string(),
    });
    let axis = node.values.first().and_then(|value| value.axes.first().copied());
    ExplorerNode {
        id: at.to_string(),
        label: node.title.clone(),
        namespace,
        subgraph_ids: node.callee.iter().cloned().collect(),
        attrs,
        incoming_edges: edges.collect(),
        outputs_metadata: outputs.collect(),
        style: axis.map(|axis| Style { background_color: axis_fill(axis) }),
    }
}
