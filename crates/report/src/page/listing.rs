//! The program text, with the shardings of its values next to each line.

use std::collections::BTreeMap;

use super::frame::{count_text, escape_html};
use super::notation::Colors;
use crate::explained_propagation::{ExplainedPropagationView, ListedValue};
use crate::program::ProgramView;
use crate::why::Mark;

/// The values of a line with more of them are collapsed.
const MOST_SHOWN: usize = 8;

/// The legend of the listing.
const LEGEND: &str = "<p class=\"soft\">Next to each line are the values that it defines: <code>16@x</code> is a dimension of size 16 that is \
sharded along the mesh axis <code>x</code>, <code>?</code> marks an open dimension. Each name links to its explanation.</p>\n";

/// Renders the listing. `anchor` is the prefix of the ids of explanations.
pub(super) fn program_table(
    program: &ProgramView,
    propagation: Option<&ExplainedPropagationView>,
    colors: &Colors<'_>,
    anchor: &str,
) -> String {
    let mut by_line: BTreeMap<usize, Vec<&ListedValue>> = BTreeMap::new();
    for value in propagation.iter().flat_map(|propagation| &propagation.values) {
        by_line.entry(value.line).or_default().push(value);
    }
    let mut out = String::new();
    if propagation.is_some() {
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
            escape_html(&line.text),
            values_of_line(values, colors, anchor),
        );
    }
    out += "</table>\n";
    if program.aliases > 0 {
        let lines = count_text(program.aliases, "line");
        out += &format!("<p class=\"soft\">{lines} of aliases and the locations of ops are omitted.</p>\n");
    }
    if program.left_out > 0 {
        let (lines, most) = (count_text(program.left_out, "more line"), ProgramView::MOST);
        out += &format!("<p class=\"warn\">{lines} omitted: a page shows at most {most}.</p>\n");
    }
    out
}

/// A line number, linked to the line if the page lists it.
pub(super) fn line_link(program: &ProgramView, line: usize) -> String {
    match program.lines.binary_search_by_key(&line, |shown| shown.line) {
        Ok(_) => format!("<a href=\"#L{line}\">line {line}</a>"),
        Err(_) => format!("line {line}"),
    }
}

/// A position, with a link if it starts with a line number: `line 12, train.py:3:4`.
pub(super) fn place_link(program: &ProgramView, place: &str) -> String {
    let rest = place.strip_prefix("line ").unwrap_or_default();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[..digits].parse() {
        Ok(line) => line_link(program, line) + &escape_html(&rest[digits..]),
        Err(_) => escape_html(place),
    }
}

fn values_of_line(values: &[&ListedValue], colors: &Colors<'_>, anchor: &str) -> String {
    let all: Vec<String> = values.iter().map(|value| value_html(value, colors, anchor)).collect();
    if all.len() <= MOST_SHOWN {
        return all.join("<br>");
    }
    let sharded = values.iter().filter(|value| value.is_sharded).count();
    format!(
        "<details><summary>{}, {sharded} sharded</summary>{}</details>",
        count_text(all.len(), "value"),
        all.join("<br>")
    )
}

fn value_html(value: &ListedValue, colors: &Colors<'_>, anchor: &str) -> String {
    let name = escape_html(&value.name);
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
    if value.is_sharded {
        format!("{name} {}{mark}", colors.short(&value.short))
    } else {
        format!("<span class=\"soft\">{name} {}</span>", colors.short(&value.short))
    }
}
