//! The data of the explorer page: rows, values, shardings and the record of propagation, as columns.

use partita_base::Source;
use partita_hlo::propagation::Run;
use partita_ir::{Module, TypeId, ValueId, ValueName};
use partita_propagate::Trace;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::costs::CostData;
use super::items::{Item, Kind, Place, RowReader};
use super::strings::Strings;
use super::trace::{TraceData, TraceReader};
use crate::labels::TextNames;
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
}

/// The values of the text.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Values {
    name: Vec<u32>,
    r#type: Vec<u32>,
}

/// A type: the element and the sizes, or the entire type as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct TypeData(u32, Option<Vec<u64>>);

/// The data of one module on the explorer page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExplorerView {
    pub(super) strings: Strings,
    rows: Rows,
    values: Values,
    types: Vec<TypeData>,
    places: Vec<Place>,
    /// The types of the results of the entry function.
    results: Vec<u32>,
    pub(super) trace: Option<TraceData>,
    pub(super) costs: Option<CostData>,
    #[serde(skip)]
    pub(super) row_by_span: FxHashMap<u32, usize>,
    #[serde(skip)]
    pub(super) value_by_name: FxHashMap<(u32, Option<u32>), usize>,
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
        view
    }

    /// The ops of a module that was read from a text.
    pub fn of_module(module: &Module, source: &Source) -> Self {
        let mut strings = Strings::default();
        let mut reader = RowReader::new(module, source, &mut strings);
        let items = reader.items();
        let places = std::mem::take(&mut reader.places);
        let mut view = Self { strings, places, ..Self::default() };
        let mut types = FxHashMap::default();
        let mut order = Vec::new();
        view.flatten(items, 0, &mut order);
        for value in order {
            view.add_value(module, source, value, &mut types);
        }
        let results = module.entry_function().map_or(&[][..], |entry| module.func_type(entry).1);
        view.results = results.iter().map(|&ty| view.add_type(module, ty, &mut types)).collect();
        view
    }

    /// Adds the shardings, their record and their explanations, from a propagated module with the same text.
    pub fn add_propagation(
        &mut self,
        module: &Module,
        source: &Source,
        names: &TextNames,
        run: &mut Run,
        trace: &Trace,
    ) {
        let data = TraceReader::read(self, module, source, names, run, trace);
        self.trace = Some(data);
    }

    /// Adds rows and the rows under them; `order` collects the values that they define.
    fn flatten(&mut self, items: Vec<Item>, depth: u32, order: &mut Vec<ValueId>) {
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
        self.rows.count.push(item.count);
        if let Some(span) = item.span {
            self.row_by_span.entry(span).or_insert(row);
        }
    }

    fn add_value(
        &mut self,
        module: &Module,
        source: &Source,
        value: ValueId,
        types: &mut FxHashMap<TypeData, u32>,
    ) {
        let data = module.value(value);
        let ValueName { span, number } = data.name();
        let written = source.slice(span).split([':', '#']).next().unwrap_or_default().trim_end();
        let name = match number {
            Some(number) => format!("{written}#{number}"),
            None => written.to_string(),
        };
        let index = self.add_type(module, data.ty, types);
        self.value_by_name.entry((span.start, number)).or_insert(self.values.name.len());
        let name = self.strings.add(&name);
        self.values.name.push(name);
        self.values.r#type.push(index);
    }

    fn add_type(&mut self, module: &Module, ty: TypeId, types: &mut FxHashMap<TypeData, u32>) -> u32 {
        let context = &module.context;
        let tensor = context.tensor(ty);
        let shape = tensor.and_then(|tensor| tensor.static_shape());
        let text = match tensor.filter(|_| shape.is_some()) {
            Some(tensor) => partita_mlir::type_text(context, tensor.element),
            None => partita_mlir::type_text(context, ty),
        };
        let ty = TypeData(self.strings.add(&text), shape);
        *types.entry(ty.clone()).or_insert_with(|| {
            self.types.push(ty);
            self.types.len() as u32 - 1
        })
    }

    /// The value with a name in the text.
    pub(super) fn value(&self, name: ValueName) -> Option<usize> {
        self.value_by_name.get(&(name.span.start, name.number)).copied().filter(|_| !name.span.is_empty())
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
