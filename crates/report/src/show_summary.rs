//! A short form of what is in a module: repeated layers folded, the largest arguments and results.

use std::collections::BTreeMap;

use crate::Table;
use crate::layers::{Layers, MergedName, argument_components, merge_key};
use crate::ranked::{ListOptions, from_end, push_line, wrapped};
use crate::show::{FunctionView, ModuleView, ModulesView, ValueView, byte_text};
use crate::view::View;
use crate::visible_line;

/// The modules of a file, summarised.
#[derive(Debug)]
pub struct ModulesSummary<'v> {
    view: &'v ModulesView,
    options: ListOptions,
}

impl ModulesView {
    /// The contents with repeated layers as one line, and at most the given number of lines for the arguments and for the
    /// results of each function.
    pub fn summary(&self, options: ListOptions) -> ModulesSummary<'_> {
        ModulesSummary { view: self, options }
    }
}

impl View for ModulesSummary<'_> {
    fn text(&self) -> String {
        if self.options.all {
            let mut out = String::new();
            self.view
                .text()
                .lines()
                .for_each(|line| push_line(&mut out, &visible_line(line), self.options.width));
            return out;
        }
        let texts: Vec<String> = self.view.0.iter().map(|module| summarised(module, &self.options)).collect();
        texts.join("\n")
    }

    fn json(&self) -> String {
        self.view.json()
    }
}

fn summarised(module: &ModuleView, options: &ListOptions) -> String {
    let mut out = String::new();
    let mut is_shortened = false;
    for line in module.header_lines() {
        push_line(&mut out, &visible_line(&line), options.width);
    }
    let (mut private, mut shown) = (Vec::new(), Table::default());
    for function in &module.functions {
        if function.visibility == "private" && module.functions.len() > 1 {
            private.push(function);
            continue;
        }
        push_line(&mut out, &visible_line(&function.header()), options.width);
        let mut rows = Vec::new();
        for (values, arrow) in [(&function.args, ""), (&function.results, "-> ")] {
            is_shortened |= add_rows(&mut rows, values, arrow, options.top);
        }
        for line in laid_out(&rows, options.width).lines() {
            push_line(&mut out, line, options.width);
        }
    }
    // Private functions are JAX's own: `relu`, `_where`. Their arguments are listed on request.
    private.sort_by_key(|function| std::cmp::Reverse(function.ops));
    is_shortened |= !private.is_empty();
    for function in private.iter().take(options.top) {
        let types = |values: &[ValueView]| {
            let texts: Vec<&str> = values.iter().map(ValueView::written).collect();
            texts.join(", ")
        };
        shown.row([
            function.header(),
            format!("({}) -> ({})", types(&function.args), types(&function.results)),
        ]);
    }
    for line in shown.render("").lines() {
        push_line(&mut out, line, options.width);
    }
    if let Some(more) = private.len().checked_sub(options.top).filter(|more| *more > 0) {
        push_line(&mut out, &format!("{more} more private functions"), options.width);
    }
    for line in module.footer_lines().iter().flat_map(|line| wrapped(&visible_line(line), options.width)) {
        push_line(&mut out, &line, options.width);
    }
    if is_shortened {
        options.push_hint(&mut out);
    }
    out
}

/// Values of equal type and sharding whose names differ in numbers only.
struct Fold<'v> {
    first: &'v ValueView,
    name: MergedName,
    count: u64,
}

impl Fold<'_> {
    fn bytes(&self) -> u64 {
        self.first.local_bytes.unwrap_or(0).saturating_mul(self.count)
    }
}

/// Adds a row per fold: all of them in order, or the largest ones. Returns whether anything is folded or left out.
fn add_rows(rows: &mut Vec<[String; 5]>, values: &[ValueView], arrow: &str, top: usize) -> bool {
    let mut index: BTreeMap<(String, &str, Option<&str>), usize> = BTreeMap::new();
    let mut folds: Vec<Fold<'_>> = Vec::new();
    let components = |value: &ValueView| value.source_name.as_deref().map(argument_components);
    let names: Vec<Vec<String>> = values.iter().map(|value| components(value).unwrap_or_default()).collect();
    let layers = Layers::new(names.iter().map(Vec::as_slice));
    for (value, components) in values.iter().zip(&names) {
        let layer = layers.find(components);
        // A value with no name but its own is not one of several layers; results may have none at all.
        let own = || format!("\u{0}{}", value.name);
        let name = value.source_name.as_deref().map_or_else(own, |name| merge_key(name, layer.as_deref()));
        let at = *index.entry((name, &value.short, value.sharding.as_deref())).or_insert_with(|| {
            folds.push(Fold { first: value, name: MergedName::default(), count: 0 });
            folds.len() - 1
        });
        folds[at].count += 1;
        folds[at].name.add(value.source_name.as_deref().unwrap_or_default(), layer.as_deref());
    }
    let count = folds.len();
    if count > top {
        folds.sort_by_key(|fold| std::cmp::Reverse(fold.bytes()));
    }
    let rest = folds.split_off(top.min(count));
    for fold in &folds {
        let value = fold.first;
        let name = match (&value.source_name, fold.count) {
            (Some(source), 1) if value.name.is_empty() => source.clone(),
            (Some(source), 1) => format!("{} ({source})", value.name),
            (Some(_), _) => fold.name.text(),
            (None, _) => value.name.clone(),
        };
        let each = value.local_bytes.filter(|_| fold.count > 1).map(byte_text);
        let each = each.map(|each| format!("{} × {each}", fold.count)).unwrap_or_default();
        let bytes = value.local_bytes.map(|_| byte_text(fold.bytes())).unwrap_or_default();
        let local = value.local_text().unwrap_or_default();
        rows.push([format!("{arrow}{name}"), value.written().to_string(), local, bytes, each]);
    }
    if !rest.is_empty() {
        let bytes = rest.iter().fold(0, |all: u64, fold| all.saturating_add(fold.bytes()));
        let count: u64 = rest.iter().map(|fold| fold.count).sum();
        rows.push([
            format!("{arrow}{count} more"),
            String::new(),
            String::new(),
            byte_text(bytes),
            String::new(),
        ]);
    }
    !rest.is_empty() || folds.iter().any(|fold| fold.count > 1)
}

/// Rows as a table. Where it is too wide, it has no local shapes, and then shorter names.
fn laid_out(rows: &[[String; 5]], width: usize) -> String {
    let table = |has_local: bool, longest: usize| {
        let mut table = Table::default();
        for [name, short, local, bytes, each] in rows {
            let local = Some(local.clone()).filter(|_| has_local);
            let (arrow, name) = if name.starts_with("-> ") { name.split_at(3) } else { ("", &**name) };
            let name = format!("{arrow}{}", from_end(name, longest - arrow.len()));
            let cells = [name, short.clone()].into_iter().chain(local);
            table.row(cells.chain([bytes.clone(), each.clone()]));
        }
        table.render("  ")
    };
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let full = table(true, usize::MAX);
    if widest(&full) <= width {
        return full;
    }
    let narrow = table(false, usize::MAX);
    let over = widest(&narrow).saturating_sub(width);
    let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    if over == 0 { narrow } else { table(false, longest.saturating_sub(over).max(16)) }
}

impl FunctionView {
    /// `func public @main  (22 ops)`
    pub(crate) fn header(&self) -> String {
        let space = if self.visibility.is_empty() { "" } else { " " };
        let plural = if self.ops == 1 { "" } else { "s" };
        format!("func {}{space}@{}  ({} op{plural})", self.visibility, self.name, self.ops)
    }
}
