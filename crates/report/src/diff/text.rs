//! The difference between two programs as text: totals, collectives, shardings.

use super::{ChangedGroup, ChangedValue, DiffView, SideView};
use crate::show::byte_text;
use crate::visible_line;

/// Longer lines are broken.
const WIDTH: usize = 80;

/// The totals of both programs, the collectives that differ and the shardings that differ.
pub(super) fn diff_text(view: &DiffView) -> String {
    let mut out = String::new();
    if view.differs() {
        totals(view, &mut out);
        collectives(view, &mut out);
        shardings(view, &mut out);
    } else {
        out.push_str("no differences in shardings, collectives and memory\n");
    }
    out
}

fn totals(view: &DiffView, out: &mut String) {
    let (a, b) = (&view.before, &view.after);
    let mut row = |name: &str, before: &str, after: &str, change: &str| {
        let line = format!("{name:<16}  {before:>12}  {after:>12}  {change:>8}");
        out.push_str(&format!("{}\n", line.trim_end()));
    };
    row("", "before", "after", "");
    if a.mesh != b.mesh {
        row("mesh", &mesh(a), &mesh(b), "");
    }
    let bytes = |before: u64, after: u64| (byte_text(before), byte_text(after), percent(before, after));
    for (name, before, after) in
        [("sent per device", a.sent_bytes, b.sent_bytes), ("peak memory", a.peak_bytes, b.peak_bytes)]
    {
        let (before, after, change) = bytes(before, after);
        row(name, &before, &after, &change);
    }
    let change = match i128::from(b.collectives) - i128::from(a.collectives) {
        0 => String::new(),
        change => signed(change, |count| count.to_string()),
    };
    row("collectives", &a.collectives.to_string(), &b.collectives.to_string(), &change);
}

fn mesh(side: &SideView) -> String {
    let axes: Vec<String> = side.mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
    visible_line(&axes.join(",")).into_owned()
}

/// A change in percent, to one digit if it is small.
fn percent(before: u64, after: u64) -> String {
    if before == after {
        return String::new();
    }
    if before == 0 {
        return "new".into();
    }
    let change = (after as f64 - before as f64) / before as f64 * 100.0;
    let size = change.abs();
    let sign = if change < 0.0 { "−" } else { "+" };
    if size < 9.95 { format!("{sign}{size:.1} %") } else { format!("{sign}{size:.0} %") }
}

/// A number with its sign; `text` formats its absolute value.
fn signed(change: i128, text: impl Fn(u64) -> String) -> String {
    let sign = if change < 0 { "−" } else { "+" };
    format!("{sign}{}", text(u64::try_from(change.unsigned_abs()).unwrap_or(u64::MAX)))
}

fn collectives(view: &DiffView, out: &mut String) {
    if view.collectives.is_empty() {
        return;
    }
    out.push('\n');
    let shown = &view.collectives[..view.collectives.len().min(view.top)];
    let cells: Vec<[String; 5]> = shown.iter().map(group_cells).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2), width(3)];
    for [change, times, kind, axes, place] in &cells {
        let [w0, w1, w2, w3] = widths;
        out.push_str(&format!("{change:>w0$}  {times:>w1$}  {kind:<w2$}  {axes:<w3$}  {place}\n"));
    }
    more(view.collectives.len() - shown.len(), "groups of collectives", out);
}

fn group_cells(group: &ChangedGroup) -> [String; 5] {
    let change = i128::from(group.bytes_after) - i128::from(group.bytes_before);
    let times = if group.times_before == group.times_after {
        format!("{}×", group.times_before)
    } else {
        format!("{}× → {}×", group.times_before, group.times_after)
    };
    let axes = visible_line(&group.axes.join(",")).into_owned();
    [signed(change, byte_text), times, group.collective.into(), axes, visible_line(&group.place).into_owned()]
}

fn more(count: usize, what: &str, out: &mut String) {
    if count > 0 {
        out.push_str(&format!("… {count} more {what}\n"));
    }
}

/// A line of the list of shardings: values with the same change are one line.
struct Line<'v> {
    first: &'v ChangedValue,
    values: usize,
}

fn shardings(view: &DiffView, out: &mut String) {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for value in &view.shardings {
        let is_same = |line: &&mut Line<'_>| {
            line.first.role == "value"
                && value.role == "value"
                && line.first.before == value.before
                && line.first.after == value.after
        };
        match lines.iter_mut().find(is_same) {
            Some(line) => line.values += 1,
            None => lines.push(Line { first: value, values: 1 }),
        }
    }
    out.push('\n');
    match view.shardings.len() {
        0 => out.push_str("no sharding changed"),
        1 => out.push_str("1 sharding changed"),
        count => out.push_str(&format!("{count} shardings changed")),
    }
    let only = |count: usize, of: &SideView| match count {
        0 => String::new(),
        1 => format!("1 value is only in {}\n", visible_line(&of.name)),
        count => format!("{count} values are only in {}\n", visible_line(&of.name)),
    };
    out.push('\n');
    // Named arguments and results first, then the most frequent changes.
    lines.sort_by_key(|line| (line.first.role == "value", std::cmp::Reverse(line.values)));
    for Line { first, values } in lines.iter().take(view.top) {
        let name = match &first.source_name {
            Some(source) => source.clone(),
            None if first.name_before == first.name_after => first.name_before.clone(),
            None => format!("{} → {}", first.name_before, first.name_after),
        };
        let more = if *values > 1 { format!(" and {} more", values - 1) } else { String::new() };
        let place = first.place.as_ref().filter(|_| first.role == "value");
        let place = place.map(|place| format!("  {place}")).unwrap_or_default();
        out.push_str(&format!("  {}\n", visible_line(&format!("{name}{more}{place}"))));
        let change = format!("    {} → {}", visible_line(&first.before), visible_line(&first.after));
        let local = format!("local {} → {}", sizes(&first.local_before), sizes(&first.local_after));
        let fits = change.chars().count() + local.chars().count() + 2 <= WIDTH;
        out.push_str(&format!("{change}{}{local}\n", if fits { ", " } else { ",\n    " }));
    }
    more(lines.len().saturating_sub(view.top), "kinds of changes", out);
    out.push_str(&only(view.only_before, &view.before));
    out.push_str(&only(view.only_after, &view.after));
}

fn sizes(shape: &[u64]) -> String {
    if shape.is_empty() {
        return "scalar".into();
    }
    shape.iter().map(u64::to_string).collect::<Vec<_>>().join("×")
}
