//! `partita comms`

use partita_base::Source;
use partita_partition::{Collective, collectives};
use serde_json::json;

use super::partition::each_module;
use crate::args::{Common, Input, OutputFormat, Partitioning};
use crate::{FINE, output};

pub(super) fn run(arguments: &Input, options: &Partitioning, common: &Common) -> u8 {
    each_module(arguments, options, common, |stage| {
        let all = collectives(&stage.local.module);
        match common.format {
            OutputFormat::Json => output::print(&json(&all, stage.source)),
            OutputFormat::Text => output::print(&text(&all, stage.source)),
        }
        FINE
    })
}

/// The line and text of the op that a collective is for.
fn cause(collective: &Collective, source: &Source) -> (usize, String) {
    let line = source.position(collective.span.start).line;
    let text = source.text().lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
    let name = text.split_once(" = ").map_or(text, |(_, op)| op);
    (line, name.chars().take(60).collect())
}

fn text(all: &[Collective], source: &Source) -> String {
    let mut out = String::new();
    for each in all {
        let (line, text) = cause(each, source);
        let calls = if each.times == 1 { String::new() } else { format!(" x{}", each.times) };
        let turns = if each.in_loop { " per turn of a loop" } else { "" };
        let times = format!("{calls}{turns}");
        out += &format!(
            "{:<18} {:>4} devices  {:>12} B{times}  line {line}: {text}\n",
            each.name, each.group, each.bytes
        );
    }
    let total: u64 = all.iter().map(|each| each.bytes.saturating_mul(each.times)).sum();
    out + &format!("{} collectives, {total} B sent per device; loops counted once\n", all.len())
}

fn json(all: &[Collective], source: &Source) -> String {
    let list: Vec<_> = all
        .iter()
        .map(|each| {
            let (line, text) = cause(each, source);
            json!({
                "collective": each.name,
                "group": each.group,
                "bytes": each.bytes,
                "times": each.times,
                "in_loop": each.in_loop,
                "line": line,
                "op": text,
            })
        })
        .collect();
    let total: u64 = all.iter().map(|each| each.bytes.saturating_mul(each.times)).sum();
    format!("{:#}\n", json!({ "collectives": list, "bytes": total }))
}
