//! Text in aligned columns.

use crate::visible_line;

/// The maximum width of a column; longer cells shift the cells after them. Rust's formatting rejects widths beyond 16 bits, and one
/// long cell should not fill every row with spaces.
const WIDEST: usize = 1000;

/// Rows of cells. Each column is as wide as its widest cell.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row. Line breaks in cells are escaped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| visible_line(&cell).into_owned()).collect());
    }

    /// The table as text, with two spaces between columns and none at the end of a line.
    pub fn render(&self, indent: &str) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).min(WIDEST)).collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::from(indent);
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(&format!("{cell:<width$}  "));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}
