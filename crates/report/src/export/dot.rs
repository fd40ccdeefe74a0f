//! A graph in the language of Graphviz: functions and layers are clusters, nodes have the colours of the axes that shard them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::palette::axis_fill;
use crate::explorer::{GraphNode, GraphView, GroupKind};
use crate::show::byte_text;
use crate::visible_line;

/// Whether equal layers are drawn once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Of the layers with the same ops, one is drawn.
    Layers,
    /// Every op is drawn.
    Off,
}

impl GraphView {
    /// The graph in the language of Graphviz.
    pub fn dot(&self, folding: Folding) -> String {
        Writer::new(self, folding).write()
    }

    /// The group of each group's nodes, in order, with the nodes of inner groups.
    fn nodes_by_group(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut all: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for node in 0..self.nodes.len() {
            for group in self.path(node) {
                all.entry(group).or_default().push(node);
            }
        }
        all
    }
}

struct Writer<'g> {
    graph: &'g GraphView,
    /// The node that is drawn for each node.
    drawn: Vec<usize>,
    /// The number of layers that a drawn group represents.
    layers: BTreeMap<usize, usize>,
    /// The number of arguments or results that a drawn node represents.
    copies: BTreeMap<usize, usize>,
    out: String,
}

impl<'g> Writer<'g> {
    fn new(graph: &'g GraphView, folding: Folding) -> Self {
        let drawn = (0..graph.nodes.len()).collect();
        let mut writer =
            Self { graph, drawn, layers: BTreeMap::new(), copies: BTreeMap::new(), out: String::new() };
        if folding == Folding::Layers {
            writer.fold_layers();
        }
        writer
    }

    /// Draws, of the layers with equal ops, the first one.
    fn fold_layers(&mut self) {
        let members = self.graph.nodes_by_group();
        let ops = |group: usize| -> Vec<&str> {
            members[&group].iter().map(|&node| self.graph.nodes[node].op.as_str()).collect()
        };
        for (repeat, _) in
            self.graph.groups.iter().enumerate().filter(|(_, group)| group.kind == GroupKind::Repeat)
        {
            let is_layer = |group: &usize| self.graph.groups[*group].parent == Some(repeat);
            let layers: Vec<usize> = members.keys().copied().filter(is_layer).collect();
            let mut templates: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
            for &layer in &layers {
                let template = *templates.entry(ops(layer)).or_insert(layer);
                *self.layers.entry(template).or_default() += 1;
                if template != layer {
                    for (&node, &first) in members[&layer].iter().zip(&members[&template]) {
                        self.drawn[node] = first;
                    }
                }
            }
        }
        self.fold_interface();
        // A layer of a layer leads to the first layer in two steps; nodes refer to earlier ones only.
        for node in 0..self.drawn.len() {
            self.drawn[node] = self.drawn[self.drawn[node]];
        }
    }

    /// Draws arguments of one sharding with the same users once, and results of one sharding of the same op.
    fn fold_interface(&mut self) {
        let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.graph.nodes.len()];
        for (user, node) in self.graph.nodes.iter().enumerate() {
            for input in &node.inputs {
                users[input.node].insert(self.drawn[user]);
            }
        }
        let mut first = BTreeMap::new();
        for (at, node) in self.graph.nodes.iter().enumerate() {
            let around: Vec<usize> = match node.op.as_str() {
                "argument" => users[at].iter().copied().collect(),
                "result" => node.inputs.iter().map(|input| self.drawn[input.node]).collect(),
                _ => continue,
            };
            let short = node.values.first().map_or("", |value| value.short.as_str());
            let known = *first.entry((node.op.as_str(), node.group, short, around)).or_insert(at);
            self.drawn[at] = known;
            *self.copies.entry(known).or_default() += 1;
        }
    }

    fn write(mut self) -> String {
        let axes: Vec<String> = self.graph.mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
        let title = format!("{}  {}", self.graph.name, axes.join(", "));
        let _ = writeln!(self.out, "digraph {} {{", quoted(&self.graph.name));
        let _ = writeln!(self.out, "  graph [label={}, labelloc=t, fontname=Helvetica];", quoted(&title));
        self.out.push_str(
            "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", fontname=Helvetica, fontsize=10];\n",
        );
        self.out.push_str("  edge [color=\"#5d6772\", fontname=Helvetica, fontsize=9];\n");
        self.legend();
        self.group(None, 1);
        self.edges();
        self.out.push_str("}\n");
        self.out
    }

    /// A box for each axis of the mesh.
    fn legend(&mut self) {
        if self.graph.mesh.is_empty() {
            return;
        }
        self.out.push_str("  subgraph cluster_mesh {\n    label=\"mesh axes\";\n");
        for (axis, (name, size)) in self.graph.mesh.iter().enumerate() {
            let label = quoted(&format!("{name}={size}"));
            let _ = writeln!(self.out, "    axis{axis} [label={label}, fillcolor=\"{}\"];", axis_fill(axis));
        }
        self.out.push_str("  }\n");
    }

    /// The nodes of a group and the groups in it. Recursion follows the nesting of groups.
    fn group(&mut self, group: Option<usize>, depth: usize) {
        let indent = "  ".repeat(depth);
        for (at, node) in self.graph.nodes.iter().enumerate() {
            if node.group == group && self.drawn[at] == at {
                let copies = self.copies.get(&at).copied().unwrap_or(1);
                let _ = writeln!(self.out, "{indent}n{at} [{}];", attributes(node, copies));
            }
        }
        for inner in 0..self.graph.groups.len() {
            if self.graph.groups[inner].parent != group || !self.is_drawn(inner) {
                continue;
            }
            let title = match self.layers.get(&inner) {
                Some(&count) if count > 1 => format!("{} ({count} layers)", self.graph.groups[inner].title),
                _ => self.graph.groups[inner].title.clone(),
            };
            let _ = writeln!(self.out, "{indent}subgraph cluster_{inner} {{");
            let _ = writeln!(self.out, "{indent}  label={};", quoted(&title));
            self.group(Some(inner), depth + 1);
            let _ = writeln!(self.out, "{indent}}}");
        }
    }

    fn is_drawn(&self, group: usize) -> bool {
        (0..self.graph.nodes.len())
            .any(|node| self.drawn[node] == node && self.graph.path(node).contains(&group))
    }

    fn edges(&mut self) {
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        for (to, node) in self.graph.nodes.iter().enumerate() {
            edges.extend(node.inputs.iter().map(|input| (self.drawn[input.node], self.drawn[to])));
        }
        for (from, to) in edges {
            // From one layer to the next, if both are drawn as one.
            let style = if from >= to { " [style=dashed, constraint=false]" } else { "" };
            let _ = writeln!(self.out, "  n{from} -> n{to}{style};");
        }
    }
}

fn attributes(node: &GraphNode, copies: usize) -> String {
    let title =
        if copies > 1 { format!("{} and {} more", node.title, copies - 1) } else { node.title.clone() };
    let mut lines = vec![title];
    lines.extend(node.values.iter().map(|value| value.short.clone()));
    lines.extend(node.place.clone());
    lines.extend(node.collectives.iter().map(|each| {
        let axes = each.axes.join(",");
        format!("{} {axes} {}", each.collective, byte_text(each.sent()))
    }));
    let mut out = format!("label={}", quoted(&lines.join("\n")));
    let axes = node.values.first().map_or(&[][..], |value| &value.axes);
    if !axes.is_empty() {
        let fills: Vec<String> = axes.iter().map(|&axis| axis_fill(axis)).collect();
        let _ = write!(out, ", fillcolor=\"{}\"", fills.join(":"));
    }
    if !node.collectives.is_empty() {
        out.push_str(", color=\"#c2410c\", penwidth=2");
    }
    out
}

/// A string of the language; line ends become its escape for centred lines.
fn quoted(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| visible_line(line).replace('\\', "\\\\").replace('"', "\\\"")).collect();
    format!("\"{}\"", lines.join("\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }
}
