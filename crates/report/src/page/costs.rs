//! The communication and memory of the partitioned program.

use super::course::course_svg;
use super::frame::{count_text, escape_html, html_table};
use super::listing::line_link;
use super::notation::Colors;
use super::view::CourseView;
use crate::comms::{CommsView, TotalView, UncountedView};
use crate::memory::{MemoryView, WhereView};
use crate::program::ProgramView;
use crate::show::byte_text;

/// The maximum number of collectives on a page.
const MOST_LISTED: usize = 2000;

pub(super) fn comms_section(view: &CommsView, program: &ProgramView, colors: &Colors<'_>) -> String {
    let uncounted = uncounted(view, program);
    if view.collectives.is_empty() {
        return "<p>No communication: the program has no collectives.</p>\n".to_string() + &uncounted;
    }
    let mut out = format!(
        "<p>{}; each device sends at most {}. {}</p>\n",
        count_text(view.collectives.len(), "collective"),
        byte_text(view.bytes),
        match view.per_turn_bytes {
            0 => "All loop iterations are counted.".to_string(),
            some => format!(
                "Of these, {} are for one iteration of a loop of unknown trip count.",
                byte_text(some)
            ),
        }
    );
    out += &uncounted;
    out += "<h3>By kind</h3>\n";
    out += &totals("kind", &view.by_kind, |name| format!("<code>{}</code>", escape_html(name)));
    out += "<h3>By mesh axis</h3>\n";
    out += &totals("axes", &view.by_axes, |name| {
        name.split(", ").map(|axis| colors.axis(axis)).collect::<Vec<_>>().join(", ")
    });
    out += "<h3>All collectives</h3>\n";
    let row = |each: &crate::comms::CollectiveView| {
        let axes: Vec<String> = each.axes.iter().map(|axis| colors.axis(axis)).collect();
        vec![
            format!("<code>{}</code>", escape_html(each.collective)),
            axes.join(", "),
            each.participants().trim().to_string(),
            format!("{}{}", byte_text(each.bytes), escape_html(&each.runs.repeated())),
            line_link(program, each.line),
            format!("<code>{}</code>", escape_html(&each.op)),
        ]
    };
    let rows: Vec<Vec<String>> = view.collectives.iter().take(MOST_LISTED).map(row).collect();
    out += &html_table(&["collective", "axes", "#participants", "#sent by each", "caused by", ""], &rows);
    if let Some(more) = view.collectives.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
        out += &format!(
            "<p class=\"warn\">{more} more are omitted; <code>partita comms</code> lists all.</p>\n"
        );
    }
    out
}

/// The ops that communicate but are not in the totals.
fn uncounted(view: &CommsView, program: &ProgramView) -> String {
    if view.uncounted.is_empty() {
        return String::new();
    }
    let row = |each: &UncountedView| {
        vec![
            format!("<code>{}</code>{}", escape_html(&each.name), escape_html(&each.runs.repeated())),
            each.with.to_string(),
            line_link(program, each.line),
            format!("<code>{}</code>", escape_html(&each.op)),
        ]
    };
    let rows: Vec<Vec<String>> = view.uncounted.iter().take(MOST_LISTED).map(row).collect();
    "<h3>Not counted</h3>\n".to_string() + &html_table(&["op", "with", "caused by", ""], &rows)
}

fn totals(what: &str, totals: &[TotalView], name: impl Fn(&str) -> String) -> String {
    let row = |total: &TotalView| vec![name(&total.name), total.count.to_string(), byte_text(total.bytes)];
    let rows: Vec<Vec<String>> = totals.iter().map(row).collect();
    html_table(&[what, "#count", "#sent by each device"], &rows)
}

pub(super) fn memory_section(view: &MemoryView, course: &CourseView, program: &ProgramView) -> String {
    let at = view.at.as_ref().map(|at| format!(", during {}", place(program, at))).unwrap_or_default();
    let mut out = format!(
        "<p>Peak <b>{}</b> on each of {}{at}; {} for the unpartitioned program on one device. Ops are not fused; arguments are {}.</p>\n",
        byte_text(view.per_device.peak),
        count_text(usize::try_from(view.devices).unwrap_or(usize::MAX), "device"),
        byte_text(view.unpartitioned.peak),
        match (view.donated, view.donated_arguments) {
            (true, _) => "donated".into(),
            (false, 0) => "kept".into(),
            (false, donated) => format!("kept, except for {donated} donated ones"),
        }
    );
    out += &course_svg(course);
    let rows: Vec<Vec<String>> = view
        .figures()
        .into_iter()
        .map(|(name, local, global)| vec![escape_html(name), byte_text(local), byte_text(global)])
        .collect();
    out += &html_table(&["", "#each device", "#unpartitioned"], &rows);
    if !view.tensors.is_empty() {
        out += &format!("<h3>{} of {} tensors at the peak</h3>\n", view.tensors.len(), view.live);
    }
    let code = |text: &Option<String>| match text {
        Some(text) => format!("<code>{}</code>", escape_html(text)),
        None => "–".into(),
    };
    let row = |tensor: &crate::memory::TensorView| {
        vec![
            byte_text(tensor.bytes),
            tensor.role.to_string(),
            code(&tensor.name),
            code(&tensor.tensor),
            code(&Some(tensor.local_type.clone())),
            tensor.made_by.as_ref().map(|at| place(program, at)).unwrap_or_default(),
        ]
    };
    let rows: Vec<Vec<String>> = view.tensors.iter().map(row).collect();
    out += &html_table(&["#bytes", "role", "value", "global tensor", "on a device", "defined by"], &rows);
    if view.uncounted > 0 {
        out +=
            &format!("<p class=\"warn\">{} values of dynamic shape are not counted.</p>\n", view.uncounted);
    }
    out
}

fn place(program: &ProgramView, at: &WhereView) -> String {
    let location = at.location.as_ref().map(|place| format!(", {}", escape_html(place))).unwrap_or_default();
    format!("<code>{}</code> ({}{location})", escape_html(&at.op), line_link(program, at.line))
}
