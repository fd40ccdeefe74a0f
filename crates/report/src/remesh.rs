//! What no longer divides when a program gets a mesh of other sizes.

use serde::Serialize;

use crate::Table;
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
}

impl View for RemeshView {
    /// A table; empty if everything divides.
    fn text(&self) -> String {
        if self.indivisible.is_empty() {
            return String::new();
        }
        const MOST: usize = 20;
        let mut table = Table::default();
        table.row(["tensor", "dim", "size", "shards", "nearest that divide", ""].map(String::from));
        for row in self.indivisible.iter().take(MOST) {
            let nearest: Vec<String> = row.nearest.iter().map(u64::to_string).collect();
            table.row([
                row.tensor.clone(),
                row.dim.to_string(),
                row.size.to_string(),
                row.shards.to_string(),
                nearest.join(" or "),
                row.short.clone(),
            ]);
        }
        let count = match self.indivisible.len() {
            1 => "1 annotated dimension no longer divides".to_string(),
            count => format!("{count} annotated dimensions no longer divide"),
        };
        let more = match self.indivisible.len().saturating_sub(MOST) {
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
}
