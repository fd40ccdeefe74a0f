//! The rows of an ONNX model, and its run.

use partita_base::Id;
use partita_onnx::graph::ValueSource;
use partita_onnx::infer::Record;
use partita_onnx::memory::is_weight;
use partita_onnx::{Dim, GraphId, NodeId, TypedGraph, TypedModel, ValueId, proto};
use partita_propagate::TensorId;
use rustc_hash::FxHashMap;

use super::folds::fold;
use super::items::{Item, Kind, Place, named_group, scopes};
use super::model::{ExplorerView, Size, ValueKey, Words};
use super::strings::Strings;
use super::trace::RecordedRun;
use crate::model_answers::{ModelAnswers, ModelNames};

/// The most characters of the attributes of a node.
const LONGEST: usize = 160;

/// The rows of a page by node, to place costs.
#[derive(Clone, Debug, Default)]
pub struct RowKeys {
    nodes: FxHashMap<(GraphId, NodeId), u32>,
}

impl RowKeys {
    /// The key of the row of the graph itself.
    pub const GRAPH: u32 = 0;

    /// The key of the row of a node of the main graph.
    pub fn node(node: usize) -> u32 {
        node as u32 + 1
    }

    /// The key of a value.
    pub fn value(graph: GraphId, value: ValueId) -> ValueKey {
        ValueKey(value.index() as u32, Some(graph.index() as u32))
    }
}

/// Reads a model as items.
struct ModelReader<'t, 'm> {
    main: &'t TypedGraph<'m>,
    keys: RowKeys,
    strings: Strings,
    places: Vec<Place>,
    /// The values in the order in which items refer to them.
    values: Vec<(&'t TypedGraph<'m>, ValueId)>,
    index: FxHashMap<(GraphId, ValueId), usize>,
}

impl<'t, 'm> ModelReader<'t, 'm> {
    fn value(&mut self, typed: &'t TypedGraph<'m>, value: ValueId) -> usize {
        let values = &mut self.values;
        *self.index.entry((typed.id, value)).or_insert_with(|| {
            values.push((typed, value));
            values.len() - 1
        })
    }

    fn graph(&mut self, title: &str) -> Item {
        let main = self.main;
        let mut item = Item::leaf(Kind::Function);
        (item.title, item.span) = (title.to_string(), Some(RowKeys::GRAPH));
        let inputs = main.graph.inputs.iter().copied().filter(|&value| !is_weight(main, value));
        let inputs: Vec<Item> = inputs.map(|value| self.argument(main, value)).collect();
        let weights = main.graph.values.ids().filter(|&value| is_weight(main, value));
        let weights: Vec<Item> = weights.map(|value| self.argument(main, value)).collect();
        let count = weights.len();
        item.children = named_group("input", inputs);
        let mut group = named_group("weight", weights);
        group.iter_mut().for_each(|group| {
            let children = std::mem::take(&mut group.children);
            group.children = if count > 12 { fold(children) } else { children };
        });
        item.children.extend(group);
        let nodes = self.nodes(main);
        item.children.extend(fold(nodes));
        item
    }

    fn argument(&mut self, typed: &'t TypedGraph<'m>, value: ValueId) -> Item {
        let mut item = Item::leaf(Kind::Argument);
        item.values = vec![self.value(typed, value)];
        let name = typed.graph.values[value].name;
        item.scopes = if name.contains('/') { scopes(name) } else { scopes(&name.replace('.', "/")) }.into();
        // Each weight differs, so that no sequence of them counts as repeated.
        item.sign = (value.index() as u32, 1);
        item
    }

    /// The nodes of a graph, with their bodies.
    fn nodes(&mut self, typed: &'t TypedGraph<'m>) -> Vec<Item> {
        let mut items = Vec::new();
        // Recursion follows the nesting of bodies, which is limited when types are inferred.
        for (id, node) in typed.graph.nodes.iter() {
            let mut item = Item::leaf(Kind::Op);
            let op = node.proto.op();
            item.line = id.index();
            item.title = op.to_string();
            item.text = format!("{op} {}", attributes(node.proto)).trim_end().to_string();
            let outputs = node.outputs.iter().flatten().copied();
            item.values = outputs.map(|value| self.value(typed, value)).collect();
            let inputs = node.inputs.iter().flatten().copied();
            let inputs = inputs.filter(|&value| typed.graph.values[value].source != ValueSource::Missing);
            item.operands = inputs.map(|value| self.value(typed, value)).collect();
            let key = match typed.id == self.main.id {
                true => RowKeys::node(id.index()),
                false => (self.main.graph.nodes.len() + 1 + self.keys.nodes.len()) as u32,
            };
            self.keys.nodes.insert((typed.id, id), key);
            item.span = Some(key);
            let name = node.proto.name.as_deref().filter(|name| !name.is_empty());
            let name = name.or_else(|| node.proto.output.first().map(String::as_str)).unwrap_or_default();
            item.scopes = scopes(name).into();
            if name.contains('/') {
                let name = Some(self.strings.add(name));
                self.places.push(Place { file: None, line: 0, column: 0, name });
                item.loc = Some(self.places.len() as u32 - 1);
            }
            item.sign = (self.strings.add(op), 0);
            item.children = self.bodies(typed, id);
            items.push(item);
        }
        items
    }

    fn bodies(&mut self, typed: &'t TypedGraph<'m>, id: NodeId) -> Vec<Item> {
        let bodies = typed.bodies.range((id, "", 0)..).take_while(|((owner, ..), _)| *owner == id);
        let named = bodies.map(|((_, name, _), body)| ((*name).to_string(), body));
        let called = typed.calls.get(&id).map(|body| ("function".to_string(), body));
        let mut out = Vec::new();
        for (name, body) in named.chain(called).collect::<Vec<_>>() {
            let inputs: Vec<Item> =
                body.graph.inputs.iter().map(|&value| self.argument(body, value)).collect();
            let mut children = named_group("input", inputs);
            children.extend(fold(self.nodes(body)));
            out.push(Item::group(name, children));
        }
        out
    }
}

impl ExplorerView {
    /// The nodes of a model, in the order of the file.
    pub fn of_model(typed: &TypedModel<'_>, title: &str) -> (Self, RowKeys) {
        let mut reader = ModelReader {
            main: &typed.main,
            keys: RowKeys::default(),
            strings: Strings::default(),
            places: Vec::new(),
            values: Vec::new(),
            index: FxHashMap::default(),
        };
        let root = reader.graph(title);
        let ModelReader { keys, strings, places, values, .. } = reader;
        let words = Words { place: "node", op: "node", program: "graph", language: "ONNX" };
        let mut view = Self::default();
        (view.strings, view.places, view.words) = (strings, places, Some(words));
        for index in view.fill(vec![root]) {
            let (typed, value) = values[index];
            let ty = &typed.types[value];
            let sizes = ty.dims.as_ref().map(|dims| dims.iter().map(size).collect());
            let text = match (ty.element, &ty.dims) {
                (Some(element), Some(_)) => element.text().to_string(),
                _ => ty.to_string(),
            };
            let ty = view.add_type(&text, sizes);
            view.add_value(RowKeys::value(typed.id, value), typed.graph.values[value].name, ty);
        }
        (view, keys)
    }

    /// Adds the shardings of a model, their record and their explanations.
    pub fn add_model_run(&mut self, typed: &TypedModel<'_>, keys: &RowKeys, record: &mut Record) {
        let Some(mut answers) = ModelAnswers::new(typed, record) else { return };
        let row = |at: &(GraphId, NodeId)| keys.nodes.get(at).and_then(|&key| self.row_at(key));
        let conflicts =
            answers.node_conflicts().into_iter().map(|(at, view)| (at.and_then(|at| row(&at)), view));
        let conflicts = conflicts.collect();
        let names = ModelNames::new(typed, record);
        let all = || (0..record.initial.len()).map(TensorId::from_index);
        let value = |tensor| {
            let (typed, value) = names.value(tensor)?;
            self.value(RowKeys::value(typed.id, value))
        };
        let values: Vec<Option<usize>> = all().map(value).collect();
        let name = |tensor: TensorId| values[tensor.index()].is_none().then(|| names.tensor(tensor));
        let tensor_names = all().map(name).collect();
        let rows = record.ops.iter().map(row).collect();
        let mut tensor_of = vec![-1; self.value_count()];
        for (tensor, value) in values.iter().enumerate() {
            if let Some(value) = value {
                tensor_of[*value] = tensor as i64;
            }
        }
        let annotated = all().map(|tensor| record.is_annotated(tensor)).collect();
        let solution = &mut record.solution;
        let Some(trace) = solution.outcome.trace.as_ref() else { return };
        self.add_run(RecordedRun {
            problem: &mut solution.problem,
            trace,
            outcome: &solution.outcome,
            values,
            names: tensor_names,
            annotated,
            rows,
            tensor_of,
            more: Vec::new(),
            results: Vec::new(),
            conflicts,
        });
    }
}

fn size(dim: &Dim) -> Size {
    match dim.known() {
        Some(size) => Size::Number(size),
        None => Size::Name(crate::visible_line(&dim.to_string()).into_owned()),
    }
}

/// The attributes of a node that fit on a line: numbers, short lists and texts.
fn attributes(node: &proto::Node) -> String {
    let text = |attribute: &proto::Attribute| {
        let name = attribute.name.as_deref().unwrap_or_default();
        let value = match attribute {
            proto::Attribute { i: Some(number), .. } => number.to_string(),
            proto::Attribute { f: Some(number), .. } => number.to_string(),
            proto::Attribute { s: Some(text), .. } => format!("\"{}\"", String::from_utf8_lossy(text)),
            proto::Attribute { ints, .. } if !ints.is_empty() => format!("{ints:?}"),
            proto::Attribute { floats, .. } if !floats.is_empty() => format!("{floats:?}"),
            _ => return None,
        };
        Some(format!("{name}={value}"))
    };
    let all: Vec<String> = node.attribute.iter().filter_map(text).collect();
    let all = all.join(" ");
    match all.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &all[..end]),
        None => all,
    }
}
