//! The program with the shardings of its values beside it.

use std::collections::BTreeMap;

use super::frame::{count, escaped};
use super::notation::Colors;
use crate::program::ProgramView;
use crate::spread::{PlacedValue, SpreadView};
use crate::why::Mark;

/// A line with more values shows them when asked.
const MOST_BESIDE: usize = 8;

/// How to read what is beside the lines.
const LEGEND: &str = "<p class=\"soft\">Beside each line is what it names: <code>16@x</code> is a dimension of size 16 that is \
split along the mesh axis <code>x</code>, <code>?</code> marks a dimension that may be split further. A name leads to the reason.</p>\n";

/// `anchor` begins the names of explanations.
pub(super) fn listing(
    program: &ProgramView,
    spread: Option<&SpreadView>,
    colors: &Colors<'_>,
    anchor: &str,
) -> String {
    let mut by_line: BTreeMap<usize, Vec<&PlacedValue>> = BTreeMap::new();
    for value in spread.iter().flat_map(|spread| &spread.values) {
        by_line.entry(value.line).or_default().push(value);
    }
    let mut out = String::new();
    if spread.is_some() {
        out += LEGEND;
    }
    out += "<table class=\"code\">\n";
    for line in &program.lines {
        let number = line.line;
        let more = match line.left_out {
            0 => String::new(),
            more => format!("<i> … {more} more characters</i>"),
        };
        let values = by_line.get(&number).map_or(&[][..], Vec::as_slice);
        out += &format!(
            "<tr id=\"L{number}\"><td class=\"l\">{number}</td><td class=\"t\">{}{more}</td><td class=\"v\">{}</td></tr>\n",
            escaped(&line.text),
            beside(values, colors, anchor),
        );
    }
    out += "</table>\n";
    if program.aliases > 0 {
        let lines = count(program.aliases, "line");
        out += &format!("<p class=\"soft\">{lines} of aliases and the locations of ops are not shown.</p>\n");
    }
    if program.left_out > 0 {
        let (lines, most) = (count(program.left_out, "more line"), ProgramView::MOST);
        out += &format!("<p class=\"warn\">{lines} left out: a page shows at most {most}.</p>\n");
    }
    out
}

/// A line of the program, linked where the page lists it.
pub(super) fn line_link(program: &ProgramView, line: usize) -> String {
    match program.lines.binary_search_by_key(&line, |shown| shown.line) {
        Ok(_) => format!("<a href=\"#L{line}\">line {line}</a>"),
        Err(_) => format!("line {line}"),
    }
}

/// A place that may begin with a line: `line 12, train.py:3:4`.
pub(super) fn place_link(program: &ProgramView, place: &str) -> String {
    let rest = place.strip_prefix("line ").unwrap_or_default();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..digits].parse() {
        Ok(line) => line_link(program, line) + &escaped(&rest[digits..]),
        Err(_) => escaped(place),
    }
}

fn beside(values: &[&PlacedValue], colors: &Colors<'_>, anchor: &str) -> String {
    let all: Vec<String> = values.iter().map(|value| placed(value, colors, anchor)).collect();
    if all.len() <= MOST_BESIDE {
        return all.join("<br>");
    }
    let sharded = values.iter().filter(|value| value.is_sharded).count();
    format!(
        "<details><summary>{}, {sharded} sharded</summary>{}</details>",
        count(all.len(), "value"),
        all.join("<br>")
    )
}

fn placed(value: &PlacedValue, colors: &Colors<'_>, anchor: &str) -> String {
    let name = escaped(&value.name);
    let name = match value.explanation {
        Some(number) => format!("<a href=\"#{anchor}{number}\">{name}</a>"),
        None => name,
    };
    let mark = match value.mark.filter(|_| value.is_sharded) {
        Some(Mark::Given) => " <i>given</i>",
        Some(Mark::Extended) => " <i>given and propagated</i>",
        Some(Mark::Propagated) => " <i>propagated</i>",
        None => "",
    };
    match value.is_sharded {
        true => format!("{name} {}{mark}", colors.short(&value.short)),
        false => format!("<span class=\"soft\">{name} {}</span>", colors.short(&value.short)),
    }
}
