//! What no longer divides when a program gets a mesh of other sizes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Table;
use crate::layers::{Layers, MergedName, argument_components, given_name, merge_key};
use crate::view::{View, json_as_declared};

/// A dimension that the axes of its annotation divided on the mesh of the file, and do not divide on the new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndivisibleView {
    /// The name of the tensor.
    pub tensor: String,
    /// Type and sharding in short notation.
    pub short: String,
    /// The dimension, from 0.
    pub dim: usize,
    /// The size of the dimension.
    pub size: u64,
    /// The number of shards on the new mesh.
    pub shards: u64,
    /// The largest smaller size and the smallest larger size that are divisible.
    pub nearest: Vec<u64>,
}

/// All annotated dimensions that a new mesh no longer divides.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RemeshView {
    /// In the order of the program.
    pub indivisible: Vec<IndivisibleView>,
}

impl RemeshView {
    /// Adds a dimension.
    pub fn add(&mut self, tensor: String, short: String, dim: usize, size: u64, shards: u64) {
        let below = size / shards * shards;
        let above = below.checked_add(shards);
        let nearest = [(below > 0).then_some(below), above].into_iter().flatten().collect();
        self.indivisible.push(IndivisibleView { tensor, short, dim, size, shards, nearest });
    }

    /// Dimensions that differ in the number of their layer only, as one: the name of all, how many, and the first.
    fn folds(&self) -> Vec<(String, usize, &IndivisibleView)> {
        let names: Vec<&str> = self.indivisible.iter().map(|row| given_name(&row.tensor)).collect();
        let components: Vec<Vec<String>> = names.iter().map(|name| argument_components(name)).collect();
        let layers = Layers::new(components.iter().map(Vec::as_slice));
        let mut index: BTreeMap<(String, &str, usize), usize> = BTreeMap::new();
        let mut folds: Vec<(MergedName, usize, &IndivisibleView)> = Vec::new();
        for ((row, name), components) in self.indivisible.iter().zip(names).zip(&components) {
            let layer = layers.find(components);
            let at =
                *index.entry((merge_key(name, layer.as_deref()), &row.short, row.dim)).or_insert_with(|| {
                    folds.push((MergedName::default(), 0, row));
                    folds.len() - 1
                });
            folds[at].0.add(name, layer.as_deref());
            folds[at].1 += 1;
        }
        let shown = |name: MergedName, count, row: &IndivisibleView| {
            if count == 1 { row.tensor.clone() } else { name.text() }
        };
        folds.into_iter().map(|(name, count, row)| (shown(name, count, row), count, row)).collect()
    }
}

impl View for RemeshView {
    /// A table; empty if everything divides.
    fn text(&self) -> String {
        if self.indivisible.is_empty() {
            return String::new();
        }
        const MOST: usize = 20;
        let folds = self.folds();
        let mut table = Table::default();
        table.row(["tensor", "dim", "size", "shards", "nearest that divide", ""].map(String::from));
        for (name, count, row) in folds.iter().take(MOST) {
            let nearest: Vec<String> = row.nearest.iter().map(u64::to_string).collect();
            let times = if *count > 1 { format!("{count}× ") } else { String::new() };
            table.row([
                name.clone(),
                row.dim.to_string(),
                row.size.to_string(),
                row.shards.to_string(),
                nearest.join(" or "),
                times + &row.short,
            ]);
        }
        let count = match self.indivisible.len() {
            1 => "1 annotated dimension no longer divides".to_string(),
            count => format!("{count} annotated dimensions no longer divide"),
        };
        let more = match folds.iter().skip(MOST).map(|(_, count, _)| count).sum::<usize>() {
            0 => String::new(),
            more => format!("  … {more} more\n"),
        };
        format!("{count} on this mesh:\n{}{more}", table.render("  "))
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_sizes_divide() {
        let mut view = RemeshView::default();
        view.add("a".into(), "f32[10@x]".into(), 0, 10, 4);
        view.add("b".into(), "f32[3@x]".into(), 0, 3, 4);
        let nearest: Vec<&[u64]> = view.indivisible.iter().map(|row| &row.nearest[..]).collect();
        assert_eq!(nearest, [&[8, 12][..], &[4]]);
    }

    #[test]
    fn layers_are_one_row() {
        let mut view = RemeshView::default();
        for layer in 0..48 {
            view.add(format!("%arg{layer} (p['layer{layer}']['w'])"), "f32[10@x]".into(), 0, 10, 4);
        }
        view.add("%arg48 (x)".into(), "f32[10@x]".into(), 0, 10, 4);
        let text = view.text();
        assert!(text.starts_with("49 annotated dimensions no longer divide"), "{text}");
        assert!(text.contains("  p['layer0..47']['w']") && text.contains("48× f32[10@x]"), "{text}");
        assert!(text.contains("  %arg48 (x)") && text.lines().count() == 4, "{text}");
    }
}
