//! Ranked tables: groups in descending order of bytes, with shares and bars, as wide as the terminal.

use crate::visible_line;

/// How a long list is summarised. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListOptions {
    /// What the members of a group have in common.
    pub by: By,
    /// The number of groups to list.
    pub top: usize,
    /// Whether to list every member in program order, without groups.
    pub all: bool,
    /// The number of columns.
    pub width: usize,
    /// The last line of a shortened list: how to get more.
    pub hint: &'static str,
}

partita_base::setters! { ListOptions { by: By, top: usize, all: bool, width: usize, hint: &'static str } }

impl ListOptions {
    /// Adds the last line, after an empty one.
    pub(crate) fn push_hint(&self, out: &mut String) {
        if !self.hint.is_empty() {
            out.push('\n');
            push_line(out, self.hint, self.width);
        }
    }
}

impl Default for ListOptions {
    fn default() -> Self {
        Self { by: By::Source, top: 12, all: false, width: 100, hint: "" }
    }
}

/// What the members of a group have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// The line of the user's own program, over all layers.
    #[default]
    Source,
    /// The repeated part of the model.
    Layer,
    /// The mesh axes.
    Axis,
    /// The kind: of a collective its name, of a tensor its role.
    Kind,
}

impl By {
    /// The word in output: `source`.
    pub fn name(self) -> &'static str {
        match self {
            By::Source => "source",
            By::Layer => "layer",
            By::Axis => "axis",
            By::Kind => "kind",
        }
    }
}

/// A row of a ranked table.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankedRow {
    pub(crate) bytes: u64,
    /// How many times: executions or tensors.
    pub(crate) times: u64,
    /// Short cells, which are shown in full.
    pub(crate) cells: Vec<String>,
    /// The place, shortened at its beginning if it is long.
    pub(crate) place: String,
    /// A name of any length, shortened at its beginning to what is left of the line.
    pub(crate) name: String,
    /// Whether a long name keeps its beginning rather than its end.
    pub(crate) keeps_start: bool,
}

/// Rows in descending order of bytes, under headings.
pub(crate) struct Ranked {
    /// The headings of the columns: of bytes, of times, of the cells, and of the place with its name.
    pub(crate) headings: [&'static str; 2],
    pub(crate) cell_headings: Vec<&'static str>,
    pub(crate) place_heading: &'static str,
    pub(crate) rows: Vec<RankedRow>,
    /// The text of a number of bytes, or of what rows count instead.
    pub(crate) figure: fn(u64) -> String,
    /// What shares are relative to.
    pub(crate) total: u64,
    /// The number of rows to show.
    pub(crate) top: usize,
    /// The number of columns.
    pub(crate) width: usize,
    /// What is counted in a group: `group` or `layer`.
    pub(crate) rest: &'static str,
    /// The cells that are left out: the first where names would have little space, the others where places would.
    pub(crate) optional: &'static [usize],
}

/// The most columns of a bar.
const WIDEST_BAR: usize = 16;
/// The narrowest bar that is worth its space.
const NARROWEST_BAR: usize = 3;
/// What a name keeps before bars shrink.
const NAME_SHARE: usize = 26;
/// What a name keeps before a cell is left out.
const NARROWEST_NAME: usize = 16;
/// The most columns of a file position.
const WIDEST_PLACE: usize = 32;
/// The fewest columns that a table is laid out for.
const NARROWEST: usize = 40;

impl Ranked {
    /// The table as text. No line is longer than the width.
    pub(crate) fn render(&self) -> String {
        let width = self.width.max(NARROWEST);
        let shown = &self.rows[..self.top.min(self.rows.len())];
        let rest = &self.rows[shown.len()..];
        let mut lines: Vec<Line> = shown.iter().map(|row| self.line(row)).collect();
        if !rest.is_empty() {
            let plural = if rest.len() == 1 { "" } else { "s" };
            let bytes = rest.iter().fold(0, |all: u64, row| all.saturating_add(row.bytes));
            let times = rest.iter().fold(0, |all: u64, row| all.saturating_add(row.times));
            let mut line = self.line(&RankedRow { bytes, times, ..RankedRow::default() });
            line.remark = Some(format!("in {} more {}{plural}", rest.len(), self.rest));
            lines.push(line);
        }
        let most = shown.iter().map(|row| row.bytes).max().unwrap_or(0);
        self.laid_out(&lines, most, width)
    }

    fn line(&self, row: &RankedRow) -> Line {
        Line {
            bytes: row.bytes,
            figures: [(self.figure)(row.bytes), share(row.bytes, self.total), format!("{}×", row.times)],
            cells: row.cells.iter().map(|cell| visible_line(cell).into_owned()).collect(),
            place: from_end(&visible_line(&row.place), WIDEST_PLACE),
            name: visible_line(&row.name).into_owned(),
            keeps_start: row.keeps_start,
            remark: None,
        }
    }

    fn laid_out(&self, lines: &[Line], most: u64, width: usize) -> String {
        let widest = |cell: &dyn Fn(&Line) -> usize| lines.iter().map(cell).max().unwrap_or(0);
        let figure = |at: usize, heading: &str| widest(&|line| count(&line.figures[at])).max(count(heading));
        let figures = [figure(0, self.headings[0]), figure(1, "share"), figure(2, self.headings[1])];
        let cell = |at: usize| widest(&|line| line.cells.get(at).map_or(0, |cell| count(cell)));
        let place = widest(&|line| count(&line.place)).max(count(self.place_heading));
        let name = widest(&|line| count(&line.name));
        let mut columns: Vec<(usize, usize)> = (self.cell_headings.iter().enumerate())
            .map(|(at, heading)| (at, cell(at).max(count(heading))))
            .collect();
        // Two spaces between columns; a bar has one before it.
        let fixed = |columns: &[(usize, usize)]| {
            let cells: usize = columns.iter().map(|(_, width)| width + 2).sum();
            figures.iter().sum::<usize>() + 4 + cells + place + 2
        };
        for (rank, optional) in self.optional.iter().enumerate() {
            let wanted = if rank == 0 && name > 0 { name.min(NARROWEST_NAME) + 2 } else { 0 };
            if width < fixed(&columns) + wanted {
                columns.retain(|(at, _)| at != optional);
            }
        }
        let names = if name == 0 { 0 } else { name.min(NAME_SHARE) + 2 };
        let free = width.saturating_sub(fixed(&columns) + names);
        let bar = if free > NARROWEST_BAR { (free - 1).min(WIDEST_BAR) } else { 0 };
        let mut out = String::new();
        let mut heading = format!("{:>1$}", self.headings[0], figures[0]);
        heading += &format!("  {:>1$}", "share", figures[1]);
        if bar > 0 {
            heading += &" ".repeat(bar + 1);
        }
        heading += &format!("  {:>1$}", self.headings[1], figures[2]);
        for &(at, width) in &columns {
            heading += &format!("  {:<width$}", self.cell_headings[at]);
        }
        heading += &format!("  {}", self.place_heading);
        push_line(&mut out, &heading, width);
        for line in lines {
            let mut text =
                format!("{:>1$}  {2:>3$}", line.figures[0], figures[0], line.figures[1], figures[1]);
            if bar > 0 {
                text += &format!(" {:<bar$}", bar_text(line.bytes, most, bar, line.remark.is_some()));
            }
            text += &format!("  {:>1$}", line.figures[2], figures[2]);
            if let Some(remark) = &line.remark {
                text += &format!("  {remark}");
            } else {
                for &(at, width) in &columns {
                    text += &format!("  {:<width$}", line.cells.get(at).map_or("", String::as_str));
                }
                text += &format!("  {:<place$}", line.place);
                let left = width.saturating_sub(count(&text) + 2);
                if !line.name.is_empty() && left > 0 {
                    // A name that keeps its beginning is shortened with its line.
                    let name = if line.keeps_start { line.name.clone() } else { shortened(&line.name, left) };
                    text += &format!("  {name}");
                }
            }
            push_line(&mut out, &text, width);
        }
        out
    }
}

/// A row as text.
struct Line {
    bytes: u64,
    /// Bytes, share and times.
    figures: [String; 3],
    cells: Vec<String>,
    place: String,
    name: String,
    keeps_start: bool,
    /// Replaces the cells of the row for the rest.
    remark: Option<String>,
}

/// Adds a line without trailing spaces, shortened to a number of columns.
pub(crate) fn push_line(out: &mut String, line: &str, width: usize) {
    let line = line.trim_end();
    if count(line) <= width {
        out.push_str(line);
    } else {
        out.extend(line.chars().take(width.saturating_sub(1)));
        out.push('…');
    }
    out.push('\n');
}

/// A text in lines of at most `width` columns, broken at spaces.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("begins with one");
        match line.is_empty() {
            true => line.push_str(word),
            false if count(line) + 1 + count(word) <= width => *line += &format!(" {word}"),
            false => lines.push(format!("  {word}")),
        }
    }
    lines
}

/// A name stack without its first components, as many as do not fit: `…/attn/dot`, `transpose(…/attn/dot)`.
pub(crate) fn shortened(name: &str, width: usize) -> String {
    if count(name) <= width {
        return name.to_string();
    }
    if let Some(inner) = name.strip_prefix("transpose(").filter(|_| width > "transpose(…)".len() + 8) {
        return format!("transpose({}", shortened(inner, width - "transpose(".len()));
    }
    let mut rest = name;
    while let Some((_, after)) = rest.split_once('/') {
        if count(after) + 2 <= width {
            return format!("…/{after}");
        }
        rest = after;
    }
    from_end(name, width)
}

/// The end of a text, marked if something is missing before it.
pub(crate) fn from_end(text: &str, width: usize) -> String {
    let length = count(text);
    if length <= width {
        return text.to_string();
    }
    let mut out = String::from("…");
    out.extend(text.chars().skip(length - width.saturating_sub(1)));
    out
}

fn count(text: &str) -> usize {
    text.chars().count()
}

/// A share in per cent: `47 %`, `<1 %`.
pub(crate) fn share(bytes: u64, total: u64) -> String {
    if total == 0 || bytes == 0 {
        return "0 %".into();
    }
    let percent = (u128::from(bytes) * 200 / u128::from(total)).div_ceil(2);
    if u128::from(bytes) * 100 < u128::from(total) { "<1 %".into() } else { format!("{percent} %") }
}

/// A bar of at most `width` columns, in eighths of a column.
fn bar_text(bytes: u64, most: u64, width: usize, is_rest: bool) -> String {
    // The rest may be larger than every row; its bar would be the longest one and mean little.
    if most == 0 || is_rest {
        return String::new();
    }
    let eighths = u128::from(bytes) * (width as u128) * 8 / u128::from(most);
    let eighths = usize::try_from(eighths).unwrap_or(usize::MAX).min(width * 8);
    let mut bar = "█".repeat(eighths / 8);
    bar.extend([' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'].get(eighths % 8).filter(|part| **part != ' '));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::byte_text;

    fn table(width: usize, top: usize) -> String {
        let row = |bytes: u64, name: &str| RankedRow {
            bytes,
            times: 48,
            cells: vec!["all_reduce".into(), "model".into()],
            place: "model.py:88".into(),
            name: name.into(),
            keeps_start: false,
        };
        let rows = vec![
            row(3 << 30, "transpose(jvp(layers_*))/attn/bqhe,hed->bqd/dot_general"),
            row(1 << 30, "layers_*/mlp/dot_general"),
            row(1 << 20, "x"),
            row(1 << 10, "y"),
        ];
        let total = rows.iter().map(|row| row.bytes).sum();
        let ranked = Ranked {
            headings: ["sent", "times"],
            cell_headings: vec!["collective", "axes"],
            place_heading: "source",
            rows,
            figure: byte_text,
            total,
            top,
            width,
            rest: "group",
            optional: &[1],
        };
        ranked.render()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in NARROWEST..160 {
            for line in table(width, 3).lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn names_keep_their_end_and_bars_shrink() {
        let narrow = table(64, 3);
        assert!(narrow.contains("…/dot_general") && !narrow.contains("axes"), "{narrow}");
        let bars = |text: &str| text.chars().filter(|c| *c == '█').count();
        assert!(bars(&table(120, 3)) > bars(&narrow), "{narrow}");
        assert!(table(100, 3).contains("75 %") && table(100, 3).contains("<1 %"));
    }

    #[test]
    fn the_rest_is_one_row() {
        assert!(
            table(100, 2).lines().last().unwrap().ends_with("96×  in 2 more groups"),
            "{}",
            table(100, 2)
        );
        assert_eq!(table(100, 4).lines().count(), 5);
    }
}
