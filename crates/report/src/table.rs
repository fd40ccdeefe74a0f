//! Text in aligned columns.

use crate::visible_line;

/// The widest column; longer cells push what follows aside. Formatting refuses widths beyond 16 bits, and one long cell should not
/// fill every row with spaces.
const WIDEST: usize = 1000;

/// Rows of cells; every column is as wide as its widest cell.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row. Cells are shown on one line each, whatever is in them.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| visible_line(&cell).into_owned()).collect());
    }

    /// The text: two spaces between columns, none at the end of a line.
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
