//! The data of the explorer page: rows, values, shardings and the record of propagation, as columns.

use partita_base::{Id, Source};
use partita_ir::{Module, TypeId, ValueId, ValueName};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::costs::CostData;
use super::items::{Item, Kind, Place, RowReader};
#[cfg(feature = "ckks")]
use super::plan::PlanData;
use super::strings::Strings;
use super::trace::TraceData;
use crate::program::ProgramView;

/// The rows of the listing in order. The rows under a row are those that follow it with a larger depth.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Rows {
    kind: Vec<Kind>,
    depth: Vec<u32>,
    line: Vec<usize>,
    title: Vec<u32>,
    text: Vec<String>,
    /// An index into the places, or -1.
    place: Vec<i64>,
    /// The number of values that the row defines: consecutive values, in row order.
    values: Vec<usize>,
    /// The number of groups of a repeat, or the index of a result.
    count: Vec<usize>,
    /// The values that each row reads, if the text does not name them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operands: Vec<Vec<usize>>,
}

/// The words of a front end. The page has those of StableHLO unless others are given.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Words {
    /// What the number of a row counts: a line, a node, a layer.
    pub(super) place: &'static str,
    /// What the rows that compute are called.
    pub(super) op: &'static str,
    /// What the listing is: a function, a graph, a network.
    pub(super) program: &'static str,
    /// The language of an op's text.
    pub(super) language: &'static str,
}

/// A value in its front end: a position and a number, which identify it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueKey(pub u32, pub Option<u32>);

impl From<ValueName> for ValueKey {
    fn from(name: ValueName) -> Self {
        // No value is at the end of the longest text.
        if name.span.is_empty() { Self(u32::MAX, None) } else { Self(name.span.start, name.number) }
    }
}

/// A size: a number, or the name of a symbolic one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(super) enum Size {
    Number(u64),
    #[cfg_attr(not(feature = "onnx"), expect(dead_code, reason = "only models have sizes with names"))]
    Name(String),
}

/// The values of the text.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Values {
    name: Vec<u32>,
    r#type: Vec<u32>,
}

/// A type: the element and the sizes, or the entire type as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct TypeData(pub(super) u32, pub(super) Option<Vec<Size>>);

/// The data of one module on the explorer page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExplorerView {
    pub(super) strings: Strings,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Words>,
    rows: Rows,
    values: Values,
    types: Vec<TypeData>,
    pub(super) places: Vec<Place>,
    /// The types of the results of the entry function.
    results: Vec<u32>,
    pub(super) trace: Option<TraceData>,
    pub(super) costs: Option<CostData>,
    /// The plan of a network on ciphertexts.
    #[cfg(feature = "ckks")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<PlanData>,
    #[serde(skip)]
    pub(super) row_by_span: FxHashMap<u32, usize>,
    #[serde(skip)]
    pub(super) value_by_name: FxHashMap<ValueKey, usize>,
    #[serde(skip)]
    known_types: FxHashMap<TypeData, u32>,
}

impl ExplorerView {
    /// The lines of a text without a meaning, such as an invalid program.
    pub fn of_text(program: &ProgramView) -> Self {
        let mut view = Self::default();
        for line in &program.lines {
            let mut item = Item::leaf(Kind::Text);
            (item.line, item.text) = (line.line, line.text.clone());
            view.push(&item, 0);
        }
        view.rows.operands.clear();
        view
    }

    /// The ops of a module that was read from a text.
    pub fn of_module(module: &Module, source: &Source) -> Self {
        let mut strings = Strings::default();
        let mut reader = RowReader::new(module, source, &mut strings);
        let items = reader.items();
        let places = std::mem::take(&mut reader.places);
        let mut view = Self { strings, places, ..Self::default() };
        for value in view.fill(items) {
            view.add_module_value(module, source, ValueId::from_index(value));
        }
        let results = module.entry_function().map_or(&[][..], |entry| module.func_type(entry).1);
        view.results = results.iter().map(|&ty| view.add_module_type(module, ty)).collect();
        view
    }

    /// Adds all rows. Returns the values that they define, in order.
    pub(super) fn fill(&mut self, items: Vec<Item>) -> Vec<usize> {
        let mut order = Vec::new();
        self.flatten(items, 0, &mut order);
        // Operands are given as values of the front end; the page counts the values of its rows.
        if self.rows.operands.iter().all(Vec::is_empty) {
            self.rows.operands.clear();
        }
        let place: FxHashMap<usize, usize> =
            order.iter().enumerate().map(|(at, &value)| (value, at)).collect();
        for operands in &mut self.rows.operands {
            *operands = operands.iter().filter_map(|value| place.get(value).copied()).collect();
        }
        order
    }

    /// Adds rows and the rows under them; `order` collects the values that they define.
    fn flatten(&mut self, items: Vec<Item>, depth: u32, order: &mut Vec<usize>) {
        // Recursion follows the nesting of regions and of at most a few scopes.
        for mut item in items {
            let children = std::mem::take(&mut item.children);
            self.push(&item, depth);
            order.extend(&item.values);
            self.flatten(children, depth + 1, order);
        }
    }

    fn push(&mut self, item: &Item, depth: u32) {
        let row = self.rows.kind.len();
        self.rows.kind.push(item.kind);
        self.rows.depth.push(depth);
        self.rows.line.push(item.line);
        let title = self.strings.add(&item.title);
        self.rows.title.push(title);
        self.rows.text.push(crate::visible_line(&item.text).into_owned());
        self.rows.place.push(item.loc.map_or(-1, i64::from));
        self.rows.values.push(item.values.len());
        self.rows.operands.push(item.operands.clone());
        self.rows.count.push(item.count);
        if let Some(span) = item.span {
            self.row_by_span.entry(span).or_insert(row);
        }
    }

    fn add_module_value(&mut self, module: &Module, source: &Source, value: ValueId) {
        let data = module.value(value);
        let ValueName { span, number } = data.name();
        let written = source.slice(span).split([':', '#']).next().unwrap_or_default().trim_end();
        let name = match number {
            Some(number) => format!("{written}#{number}"),
            None => written.to_string(),
        };
        let ty = self.add_module_type(module, data.ty);
        self.add_value(ValueKey(span.start, number), &name, ty);
    }

    fn add_module_type(&mut self, module: &Module, ty: TypeId) -> u32 {
        let context = &module.context;
        let tensor = context.tensor(ty);
        let shape = tensor.and_then(|tensor| tensor.static_shape());
        let text = match tensor.filter(|_| shape.is_some()) {
            Some(tensor) => partita_mlir::type_text(context, tensor.element),
            None => partita_mlir::type_text(context, ty),
        };
        self.add_type(&text, shape.map(|shape| shape.into_iter().map(Size::Number).collect()))
    }

    /// Adds the next value.
    pub(super) fn add_value(&mut self, key: ValueKey, name: &str, ty: u32) {
        self.value_by_name.entry(key).or_insert(self.values.name.len());
        let name = self.strings.add(name);
        self.values.name.push(name);
        self.values.r#type.push(ty);
    }

    /// The index of a type: an element with sizes, or an entire type.
    pub(super) fn add_type(&mut self, text: &str, sizes: Option<Vec<Size>>) -> u32 {
        let ty = TypeData(self.strings.add(text), sizes);
        *self.known_types.entry(ty.clone()).or_insert_with(|| {
            self.types.push(ty);
            self.types.len() as u32 - 1
        })
    }

    /// The value with a name in the text.
    pub(super) fn value(&self, name: impl Into<ValueKey>) -> Option<usize> {
        self.value_by_name.get(&name.into()).copied()
    }

    /// The row of the op at a position of the text.
    pub(super) fn row_at(&self, span: u32) -> Option<usize> {
        self.row_by_span.get(&span).copied()
    }

    /// The first op of each line.
    pub(super) fn op_rows_by_line(&self) -> FxHashMap<usize, usize> {
        let mut rows = FxHashMap::default();
        for (row, &line) in self.rows.line.iter().enumerate() {
            if matches!(self.rows.kind[row], Kind::Op | Kind::Function) {
                rows.entry(line).or_insert(row);
            }
        }
        rows
    }

    /// The number of values.
    pub(super) fn value_count(&self) -> usize {
        self.values.name.len()
    }
}
