//! Hover: what is known about the value, symbol or error at a position.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use partita::hlo::text_outline::{Name, NameKind};
use partita::report::{Mark, OriginView, WhyView};

use crate::markdown::code_block;
use crate::settings::ServerSettings;
use crate::snapshot::{PlacedValue, Snapshot};

/// The maximum number of different shardings of a value that are shown.
const MAX_SHARDINGS: usize = 4;

/// The maximum number of steps shown on the way of an axis.
const MAX_HOPS: usize = 3;

/// The maximum number of bytes shown of a definition.
const MAX_DEFINITION: usize = 400;

/// The hover at an offset; `None` if nothing is known there.
pub(crate) fn hover(snapshot: &Snapshot<'_>, settings: &ServerSettings, offset: usize) -> Option<Hover> {
    let outline = snapshot.document.outline();
    let name = outline.name_at(offset).map(|index| outline.names[index]);
    let mut text = name.map(|name| describe(snapshot, &name)).unwrap_or_default();
    for code in snapshot.codes_at(offset) {
        if let Some(page) = (settings.page)(code) {
            if !text.is_empty() {
                text.push_str("\n---\n\n");
            }
            text.push_str(page);
        }
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text.clone() });
    let range = name.map(|name| snapshot.document.range(name.start, name.end));
    (!text.is_empty()).then_some(Hover { contents, range })
}

fn describe(snapshot: &Snapshot<'_>, name: &Name) -> String {
    let values = snapshot.values_of(name);
    if values.is_empty() { definition(snapshot, name) } else { describe_values(&values) }
}

/// The text of a definition, for names of which nothing else is known.
fn definition(snapshot: &Snapshot<'_>, name: &Name) -> String {
    let document = snapshot.document;
    let outline = document.outline();
    let Some(definition) = name.definition.map(|index| outline.names[index]) else { return String::new() };
    let text = document.text();
    let line = document.lines().line(definition.start);
    let (start, next) =
        (document.lines().line_start(text, line), document.lines().line_start(text, line + 1));
    let mut end = next.min(start + MAX_DEFINITION);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let dots = if end < next { " …" } else { "" };
    let count = match outline.names_of(name.definition.unwrap_or_default()).count() - 1 {
        1 => "1 use".to_string(),
        count => format!("{count} uses"),
    };
    let of_value =
        if name.kind == NameKind::Value { "; its sharding is unknown while the file has errors" } else { "" };
    format!("{}\n{count}{of_value}\n", code_block("mlir", &format!("{}{dots}", text[start..end].trim())))
}

fn describe_values(values: &[PlacedValue<'_>]) -> String {
    let mut text = String::new();
    for placed in values.iter().take(MAX_SHARDINGS) {
        if !text.is_empty() {
            text.push_str("\n---\n\n");
        }
        text.push_str(&describe_value(placed));
    }
    if values.len() > MAX_SHARDINGS {
        text.push_str(&format!("\n---\n\n{} more\n", values.len() - MAX_SHARDINGS));
    }
    text
}

fn describe_value(placed: &PlacedValue<'_>) -> String {
    let value = &placed.value;
    let mut text = code_block("mlir", &format!("{} : {}", value.name, value.r#type));
    let Some(sharding) = &value.sharding else {
        text.push_str("\nnot sharded: no axis reaches this value\n");
        text.push_str(&on_one_device(placed));
        return text;
    };
    let source = match value.mark {
        Some(Mark::Given) => "given",
        Some(Mark::Extended) => "given, and extended by propagation",
        Some(Mark::Propagated) | None => "propagated",
    };
    let missing = "cannot be expressed";
    let notations = format!(
        "jax    {}\nsdy    {}\ngspmd  {}",
        sharding.jax.as_deref().unwrap_or(missing),
        sharding.sdy,
        sharding.gspmd.as_deref().unwrap_or(missing)
    );
    text.push_str(&format!("\nsharding, {source}:\n\n{}", code_block("", &notations)));
    text.push_str(&on_one_device(placed));
    let views = placed.section.propagated.explain_definition(value, MAX_HOPS);
    let view = views.iter().find(|view| view.short == value.short);
    let why = view.map(explanation).unwrap_or_default();
    if !why.is_empty() {
        text.push_str(&format!("\nwhy:\n\n{}", code_block("", &why)));
    }
    text
}

/// The shape and size on one device.
fn on_one_device(placed: &PlacedValue<'_>) -> String {
    let Some(bytes) = placed.value.local_bytes_text() else { return String::new() };
    let sizes: Vec<String> = placed.value.local_shape.iter().map(u64::to_string).collect();
    let shape = if sizes.is_empty() { "a scalar".to_string() } else { format!("`{}`", sizes.join("x")) };
    format!("\non each device: {shape}, {bytes}\n")
}

/// The origin of every axis, one per line.
fn explanation(view: &WhyView) -> String {
    let mut lines = Vec::new();
    for dim in &view.dims {
        for origin in &dim.origins {
            let is_own = origin.hops.is_empty();
            let source = if is_own { "given here".to_string() } else { path(origin) };
            lines.push(format!("{}: {} {source}", dim.heading(), origin.axis));
        }
    }
    lines.join("\n")
}

/// The annotation that an axis comes from, and the ops on the way.
fn path(origin: &OriginView) -> String {
    let mut steps: Vec<String> =
        origin.hops.iter().map(|hop| format!("by {} ({})", hop.op, hop.place)).collect();
    if origin.hops_left_out > 0 {
        steps.insert(MAX_HOPS / 3, format!("… {} more", origin.hops_left_out));
    }
    let given = format!("from {} dimension {} ({})", origin.value, origin.dim, origin.place);
    format!("{given}\n  {}", steps.join("\n  "))
}
