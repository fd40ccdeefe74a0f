//! The collectives of a program in groups, ranked by bytes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::comms::{CauseView, CollectiveView, CommsView, most_sent};
use crate::layers::{MergedName, merge_key, merged_layers, split_layer};
use crate::ranked::{By, ListOptions, Ranked, RankedRow, push_line, wrapped};
use crate::sources::{PlaceView, short_stack};
use crate::view::{View, json_by_name};
use crate::visible_line;

/// Collectives that have something in common. Fields in which they differ are absent.
#[derive(Clone, Debug, Serialize)]
pub struct CommsGroupView {
    /// The maximum number of bytes that one device sends.
    pub bytes: u64,
    /// The number of executions.
    pub times: u64,
    /// The number of collectives in the program.
    pub collectives: usize,
    /// The kind.
    pub collective: Option<&'static str>,
    /// The mesh axes.
    pub axes: Option<Vec<String>>,
    /// The reason for the collectives.
    pub cause: Option<CauseView>,
    /// The position of the first one in the user's own program, if all are on one line.
    pub source: Option<PlaceView>,
    /// The name stack; the numbers of layers are ranges.
    pub name_stack: Option<String>,
    /// The layer, or the range of layers.
    pub layer: Option<String>,
    /// The line of the first one in the text.
    pub line: usize,
    /// The op that requires the first one.
    pub op: String,
}

/// The collectives of a program, summarised.
#[derive(Debug)]
pub struct CommsSummary<'v> {
    view: &'v CommsView,
    options: ListOptions,
}

impl CommsView {
    /// The collectives in groups.
    pub fn summary(&self, options: ListOptions) -> CommsSummary<'_> {
        CommsSummary { view: self, options }
    }

    /// The groups of the collectives, in descending order of bytes.
    pub fn groups(&self, by: By) -> Vec<CommsGroupView> {
        let mut members = Members::new();
        for each in &self.collectives {
            members.entry(key(each, by)).or_default().push(each);
        }
        let members = if by == By::Layer { equal_layers(members) } else { members };
        let mut groups: Vec<CommsGroupView> =
            members.into_values().map(|members| group(&members, by)).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.bytes), group.line));
        groups
    }
}

/// What the members of a group have in common.
fn key(each: &CollectiveView, by: By) -> Vec<String> {
    match by {
        By::Kind => vec![each.collective.into()],
        By::Axis => each.axes.clone(),
        By::Layer => each.origin.layer.iter().cloned().collect(),
        By::Source => {
            let mut key = vec![each.collective.into(), each.cause.name.into(), each.axes.join(",")];
            match &each.origin.source {
                Some(place) => {
                    let name = each.origin.name_stack.as_deref().unwrap_or_default();
                    key.extend([place.file.clone(), place.line.to_string(), merge_key(name)]);
                }
                // Without a location, ops of equal text are the same op of several layers.
                None => key.extend([each.pattern.clone(), each.bytes.to_string()]),
            }
            key
        }
    }
}

fn group(members: &[&CollectiveView], by: By) -> CommsGroupView {
    let first = members[0];
    let all = |is_same: &dyn Fn(&CollectiveView) -> bool| members.iter().all(|each| is_same(each));
    let mut names = MergedName::default();
    let stacks: Vec<&str> = members.iter().filter_map(|each| each.origin.name_stack.as_deref()).collect();
    let has_one_name = by == By::Source && stacks.len() == members.len();
    if has_one_name {
        stacks.iter().for_each(|name| names.add(name));
    }
    let line = |each: &CollectiveView| each.origin.source.as_ref().map(|at| (at.file.clone(), at.line));
    CommsGroupView {
        bytes: most_sent(members.iter().copied()),
        times: members.iter().fold(0, |times, each| times.saturating_add(each.runs.times)),
        collectives: members.len(),
        collective: all(&|each| each.collective == first.collective).then_some(first.collective),
        axes: all(&|each| each.axes == first.axes).then(|| first.axes.clone()),
        cause: all(&|each| each.cause == first.cause).then_some(first.cause),
        source: first.origin.source.clone().filter(|_| all(&|each| line(each) == line(first))),
        name_stack: has_one_name.then(|| names.text()),
        layer: merged_layers(members.iter().map(|each| each.origin.layer.as_deref())),
        line: first.line,
        op: first.op.clone(),
    }
}

/// Groups of collectives by what they have in common.
type Members<'v> = BTreeMap<Vec<String>, Vec<&'v CollectiveView>>;

/// Layers of equal traffic as one group.
fn equal_layers(layers: Members<'_>) -> Members<'_> {
    let mut merged = Members::new();
    for (mut key, members) in layers {
        if let Some(layer) = key.pop() {
            let sent = most_sent(members.iter().copied());
            key.extend([split_layer(&layer).0.to_string(), sent.to_string(), members.len().to_string()]);
        }
        merged.entry(key).or_default().extend(members);
    }
    merged
}

/// The text of an op with every value name as `%`, and without its location.
pub fn op_pattern(op: &str) -> String {
    let mut out = String::new();
    let op = op.rsplit_once(" loc(").map_or(op, |(op, _)| op);
    let mut parts = op.split('%');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let name = part.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '#')).unwrap_or(part.len());
        out.push('%');
        out.push_str(&part[name..]);
    }
    out
}

impl View for CommsSummary<'_> {
    fn text(&self) -> String {
        let ListOptions { by, top, all, width, .. } = self.options;
        let mut out = String::new();
        for line in wrapped(&visible_line(&self.view.headline()), width) {
            push_line(&mut out, &line, width);
        }
        if all {
            return out + &self.view.list(width);
        }
        if !self.view.collectives.is_empty() && top > 0 {
            out.push('\n');
            out += &self.table(by, top, width);
        }
        for each in &self.view.uncounted {
            let line = format!("not counted: {}", self.view.uncounted_text(each));
            push_line(&mut out, &visible_line(&line), width);
        }
        if !self.view.collectives.is_empty() && top > 0 {
            self.options.push_hint(&mut out);
        }
        out
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithGroups<'v> {
            #[serde(flatten)]
            view: &'v CommsView,
            grouped_by: &'static str,
            groups: Vec<CommsGroupView>,
        }
        let by = self.options.by;
        json_by_name(&WithGroups { view: self.view, grouped_by: by.name(), groups: self.view.groups(by) })
    }
}

impl CommsSummary<'_> {
    fn table(&self, by: By, top: usize, width: usize) -> String {
        let files = self.view.file_names();
        let row = |group: &CommsGroupView| {
            let mut row = RankedRow { bytes: group.bytes, times: group.times, ..RankedRow::default() };
            let axes = || group.axes.as_ref().map_or_else(|| "-".into(), |axes| axes_text(axes));
            match by {
                By::Source => {
                    row.cells = vec![group.collective.unwrap_or("-").into(), axes()];
                    row.cells.push(group.cause.map_or("-", |cause| cause.short).into());
                    match &group.source {
                        Some(place) => {
                            row.place = files.line(place);
                            row.name = group.name_stack.as_deref().map(short_stack).unwrap_or_default();
                        }
                        None => {
                            row.place = format!("line {}", group.line);
                            row.name = group.op.clone();
                            row.keeps_start = true;
                        }
                    }
                }
                By::Layer => {
                    row.place = group.layer.clone().unwrap_or_else(|| "outside of layers".into());
                }
                By::Axis => row.place = axes(),
                By::Kind => row.place = group.collective.unwrap_or("-").into(),
            }
            row
        };
        let groups = self.view.groups(by);
        Ranked {
            headings: ["sent", "times"],
            cell_headings: if by == By::Source { vec!["collective", "axes", "cause"] } else { Vec::new() },
            place_heading: by.name(),
            rows: groups.iter().map(row).collect(),
            total: self.view.bytes,
            top,
            width,
            rest: "group",
            optional: &[2, 1],
        }
        .render()
    }
}

/// Axes as in a table.
fn axes_text(axes: &[String]) -> String {
    if axes.is_empty() { "-".into() } else { axes.join(",") }
}
