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

    /// The table in at most `width` columns: as several tables, one below the other, that all begin with the first
    /// column. Columns without content are left out. A column that is wider alone stays so.
    pub fn render_within(&self, width: usize) -> String {
        let wide = self.render("");
        if wide.lines().all(|line| line.chars().count() <= width) {
            return wide;
        }
        let columns = self.rows.first().map_or(0, Vec::len);
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        let of = |columns: &[usize]| {
            let rows = self.rows.iter().map(|row| columns.iter().map(|&column| cell(row, column)).collect());
            Table { rows: rows.collect() }.render("")
        };
        let is_used = |&column: &usize| {
            self.rows.iter().skip(1).any(|row| !matches!(cell(row, column).as_str(), "" | "-"))
        };
        let mut bands: Vec<Vec<usize>> = Vec::new();
        for column in (1..columns).filter(is_used) {
            let with_last = bands.last().map(|band| [band.as_slice(), &[column]].concat());
            let fits = |band: &Vec<usize>| of(band).lines().all(|line| line.chars().count() <= width);
            match with_last.filter(fits) {
                Some(band) => *bands.last_mut().expect("there is a band") = band,
                None => bands.push(vec![0, column]),
            }
        }
        bands.iter().map(|band| of(band)).collect::<Vec<_>>().join("\n")
    }
}
