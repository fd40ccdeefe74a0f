//! The ops of a program as a graph in groups: functions, scopes, repeated layers, bodies of ops.
//!
//! The groups are those of the listing, so that a layer has one name on the page and in the files of other viewers.

use std::collections::BTreeMap;

use partita_base::{Id, Source};
use partita_ir::{Definition, Module, OpId, ValueId, ValueName};
use rustc_hash::FxHashMap;

use super::items::{Item, Kind, RowReader};
use super::strings::Strings;
use crate::comms::CollectiveView;
use crate::outline::{OutlinedValue, ProgramOutline};

/// A body with at most this many ops, such as the sum of a reduction, is a part of its op.
const SMALL_BODY: usize = 3;

/// What the nodes of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// The arguments, ops and results of one function.
    Function,
    /// Ops of one scope of the user's program, or the arguments or results of a function.
    Scope,
    /// Groups that differ only in numbers: the layers of a model.
    Repeat,
    /// The ops inside an op, such as the body of a loop.
    Body,
}

/// A group of nodes.
#[derive(Clone, Debug)]
pub struct GraphGroup {
    /// The group around it.
    pub parent: Option<usize>,
    /// The name: of a function, a scope or an op.
    pub title: String,
    /// What its nodes have in common.
    pub kind: GroupKind,
}

/// A value that a node defines.
#[derive(Clone, Debug)]
pub struct GraphValue {
    /// The name in the text.
    pub name: String,
    /// Type and axes in short notation, or the type alone.
    pub short: String,
    /// The shape on one device; `None` if it is unknown.
    pub local_shape: Option<Vec<u64>>,
    /// The mesh axes that shard it, as indices into the mesh.
    pub axes: Vec<usize>,
}

/// An edge into a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphInput {
    /// The node that defines the value.
    pub node: usize,
    /// Which of its values.
    pub output: usize,
}

/// An op, an argument or a result.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The name of the op, `argument` or `result`.
    pub op: String,
    /// The name of the op without its dialect, or of the argument or result.
    pub title: String,
    /// The innermost group.
    pub group: Option<usize>,
    /// The line in the text.
    pub line: usize,
    /// The line of the user's own program.
    pub place: Option<String>,
    /// The values that it defines.
    pub values: Vec<GraphValue>,
    /// The values that it uses, in the order of operands.
    pub inputs: Vec<GraphInput>,
    /// The collectives that it requires.
    pub collectives: Vec<CollectiveView>,
    /// The function that it calls.
    pub callee: Option<String>,
}

/// The graph of a program with its shardings and collectives.
#[derive(Clone, Debug)]
pub struct GraphView {
    /// The name of the file.
    pub name: String,
    /// The axes of the mesh and their sizes.
    pub mesh: Vec<(String, u64)>,
    /// Groups; a group follows the one around it.
    pub groups: Vec<GraphGroup>,
    /// Nodes in the order of the text.
    pub nodes: Vec<GraphNode>,
}

impl GraphView {
    /// Reads a module and what is recorded about it.
    pub fn new(module: &Module, source: &Source, outline: &ProgramOutline) -> Self {
        let mut strings = Strings::default();
        let items = RowReader::new(module, source, &mut strings).items();
        let mut reader = GraphReader::new(module, source, outline);
        reader.read_items(&items, None);
        reader.connect();
        reader.place_collectives(&outline.comms.collectives);
        reader.view
    }

    /// The names of the groups around a node, outermost first.
    pub(crate) fn path(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = self.nodes[node].group;
        while let Some(group) = at {
            path.push(group);
            at = self.groups[group].parent;
        }
        path.reverse();
        path
    }
}

struct GraphReader<'a> {
    module: &'a Module,
    source: &'a Source,
    known: BTreeMap<&'a str, &'a OutlinedValue>,
    ops: FxHashMap<u32, OpId>,
    /// The op of each node; `None` for arguments and results.
    node_ops: Vec<Option<OpId>>,
    nodes_of_ops: FxHashMap<OpId, usize>,
    defined: FxHashMap<ValueId, GraphInput>,
    /// `@f/` in front of the names of values of a function that is not the entry function.
    prefix: String,
    function: Option<OpId>,
    view: GraphView,
}

impl<'a> GraphReader<'a> {
    fn new(module: &'a Module, source: &'a Source, outline: &'a ProgramOutline) -> Self {
        let mut ops = FxHashMap::default();
        for op in module.walk(module.top()) {
            ops.entry(module.op(op).span.start).or_insert(op);
        }
        let mut known = BTreeMap::new();
        for value in &outline.values {
            known.entry(value.name.as_str()).or_insert(value);
        }
        let (name, mesh) = (outline.name.clone(), outline.mesh.clone());
        Self {
            module,
            source,
            known,
            ops,
            node_ops: Vec::new(),
            nodes_of_ops: FxHashMap::default(),
            defined: FxHashMap::default(),
            prefix: String::new(),
            function: None,
            view: GraphView { name, mesh, groups: Vec::new(), nodes: Vec::new() },
        }
    }

    /// Recursion follows the nesting of groups and regions, which the parser limits.
    fn read_items(&mut self, items: &[Item], group: Option<usize>) {
        for item in items {
            match item.kind {
                Kind::Function => self.read_function(item),
                Kind::Group | Kind::Repeat => {
                    let kind = if item.kind == Kind::Group { GroupKind::Scope } else { GroupKind::Repeat };
                    let inner = self.add_group(group, &item.title, kind);
                    self.read_items(&item.children, Some(inner));
                }
                Kind::Argument => self.read_argument(item, group),
                Kind::Result => self.read_result(item, group),
                Kind::Op => self.read_op(item, group),
                // Not in programs: lines without meaning, and repackings of ciphertexts.
                Kind::Text | Kind::Repack => {}
            }
        }
    }

    fn add_group(&mut self, parent: Option<usize>, title: &str, kind: GroupKind) -> usize {
        self.view.groups.push(GraphGroup { parent, title: title.into(), kind });
        self.view.groups.len() - 1
    }

    fn read_function(&mut self, item: &Item) {
        let op = item.span.and_then(|span| self.ops.get(&span).copied());
        let is_entry = op.is_some() && op == self.module.entry_function();
        self.prefix = if is_entry { String::new() } else { format!("@{}/", item.title) };
        self.function = op;
        let group = self.add_group(None, &item.title, GroupKind::Function);
        self.read_items(&item.children, Some(group));
    }

    fn read_argument(&mut self, item: &Item, group: Option<usize>) {
        let Some(value) = values_of(item).next() else { return };
        let values = vec![self.value(value)];
        let title = if item.title.is_empty() { values[0].name.clone() } else { item.title.clone() };
        let node = self.add_node(None, "argument", title, item.line, group, values);
        self.defined.insert(value, GraphInput { node, output: 0 });
    }

    fn read_result(&mut self, item: &Item, group: Option<usize>) {
        let name = format!("result#{}", item.count);
        let Some(known) = self.known.get(name.as_str()).copied() else { return };
        let values = vec![self.described(name.clone(), known)];
        let title = if item.title.is_empty() { name } else { item.title.clone() };
        let node = self.add_node(None, "result", title, item.line, group, values);
        let blocks = self.function.into_iter().flat_map(|function| &self.module.op(function).regions);
        let last = blocks.flat_map(|&region| &self.module.region(region).blocks).last();
        let returned = last.and_then(|&block| self.module.block(block).ops.last());
        let operand = returned.and_then(|&op| self.module.op(op).operands.get(item.count));
        let input = operand.and_then(|value| self.defined.get(value).copied());
        self.view.nodes[node].inputs.extend(input);
    }

    fn read_op(&mut self, item: &Item, group: Option<usize>) {
        let defining = values_of(item).next().map(|value| self.module.value(value).definition);
        let op = match defining {
            Some(Definition::Result { op, .. }) => Some(op),
            _ => item.span.and_then(|span| self.ops.get(&span).copied()),
        };
        let Some(op) = op else { return };
        // Results of the main function are nodes of their own.
        let is_return = self.module.op(op).result_count() == 0
            && self.module.parent(op) == self.module.entry_function()
            && item.children.is_empty();
        if is_return && self.prefix.is_empty() {
            return;
        }
        let values: Vec<GraphValue> = values_of(item).map(|value| self.value(value)).collect();
        let title = item.title.rsplit('.').next().unwrap_or_default().to_string();
        let node = self.add_node(Some(op), &item.title, title, item.line, group, values);
        for (output, value) in values_of(item).enumerate() {
            self.defined.insert(value, GraphInput { node, output });
        }
        self.nodes_of_ops.insert(op, node);
        if count_ops(&item.children) > SMALL_BODY {
            let title = format!("{} in line {}", self.view.nodes[node].title, item.line);
            let body = self.add_group(group, &title, GroupKind::Body);
            self.read_items(&item.children, Some(body));
        }
    }

    fn add_node(
        &mut self,
        op: Option<OpId>,
        name: &str,
        title: String,
        line: usize,
        group: Option<usize>,
        values: Vec<GraphValue>,
    ) -> usize {
        let place = values.first().and_then(|value| self.known.get(value.name.as_str())?.place.clone());
        self.node_ops.push(op);
        let callee = op
            .and_then(|op| self.module.callee_name(op))
            .map(|name| self.module.context.text(name).to_string());
        self.view.nodes.push(GraphNode {
            op: name.into(),
            title,
            group,
            line,
            place,
            values,
            inputs: Vec::new(),
            collectives: Vec::new(),
            callee,
        });
        self.view.nodes.len() - 1
    }

    fn value(&self, value: ValueId) -> GraphValue {
        let data = self.module.value(value);
        let ValueName { span, number } = data.name();
        let written = self.source.slice(span).split([':', '#']).next().unwrap_or_default().trim_end();
        let number = number.map(|number| format!("#{number}")).unwrap_or_default();
        let name = format!("{}{written}{number}", self.prefix);
        match self.known.get(name.as_str()) {
            Some(known) => self.described(name, known),
            None => {
                let short = partita_mlir::type_text(&self.module.context, data.ty);
                GraphValue { name, short, local_shape: None, axes: Vec::new() }
            }
        }
    }

    fn described(&self, name: String, known: &OutlinedValue) -> GraphValue {
        let axes = sharding_axes(&known.short, &self.view.mesh);
        GraphValue { name, short: known.short.clone(), local_shape: Some(known.local_shape.clone()), axes }
    }

    /// Adds the edges: an argument of a body comes from the op around it.
    fn connect(&mut self) {
        for node in 0..self.view.nodes.len() {
            let Some(op) = self.node_ops[node] else { continue };
            for &operand in &self.module.op(op).operands {
                let found = self.defined.get(&operand).copied().or_else(|| {
                    let Definition::Argument { block, .. } = self.module.value(operand).definition else {
                        return None;
                    };
                    let owner = self.nodes_of_ops.get(&self.module.block_parent(block))?;
                    Some(GraphInput { node: *owner, output: 0 })
                });
                self.view.nodes[node].inputs.extend(found);
            }
        }
    }

    /// Gives every collective to the first op in its line.
    fn place_collectives(&mut self, collectives: &[CollectiveView]) {
        let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, node) in self.view.nodes.iter().enumerate() {
            if self.node_ops[at].is_some() {
                lines.entry(node.line).or_insert(at);
            }
        }
        for each in collectives {
            if let Some(&node) = lines.get(&each.line) {
                self.view.nodes[node].collectives.push(each.clone());
            }
        }
    }
}

/// The values that a row of a program defines.
fn values_of(item: &Item) -> impl Iterator<Item = ValueId> + '_ {
    item.values.iter().map(|&index| ValueId::from_index(index))
}

fn count_ops(items: &[Item]) -> usize {
    items.iter().map(|item| 1 + count_ops(&item.children)).sum()
}

/// The mesh axes in a type such as `f32[8@x,16@(x,y)]`, as indices into the mesh.
fn sharding_axes(short: &str, mesh: &[(String, u64)]) -> Vec<usize> {
    let mut axes: Vec<usize> = Vec::new();
    let sharded = short.split('@').skip(1);
    let words = sharded.flat_map(|text| {
        let mut depth = 0i32;
        let end = text.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0 && matches!(c, ',' | ']')
        });
        text[..end.unwrap_or(text.len())].split(['(', ')', ',', ':', '?', ' '])
    });
    for word in words {
        if let Some(axis) = mesh.iter().position(|(name, _)| name == word)
            && !axes.contains(&axis)
        {
            axes.push(axis);
        }
    }
    axes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_of_a_type_are_found() {
        let mesh = [("data".to_string(), 4), ("model".to_string(), 2)];
        assert_eq!(sharding_axes("f32[8@data,16]", &mesh), [0]);
        assert_eq!(sharding_axes("f32[8@(model,data),16]", &mesh), [1, 0]);
        assert_eq!(sharding_axes("f32[8@model:(1)2,4@data?]", &mesh), [1, 0]);
        assert_eq!(sharding_axes("f32[8@(model:(1)2,data),4]", &mesh), [1, 0]);
        assert_eq!(sharding_axes("f32[8]", &mesh), Vec::<usize>::new());
    }
}
