//! The collectives of a program in groups, ranked by bytes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::comms::{CauseView, CollectiveView, CommsView, most_sent, total_seconds};
use crate::comms_fixes::CommsFixView;
use crate::cost::seconds_text;
use crate::layers::{MergedName, merged_layers, split_layer};
use crate::ranked::{By, ListOptions, Ranked, RankedRow, push_line, wrapped};
use crate::show::byte_text;
use crate::sources::{FileNames, PlaceView, short_stack};
use crate::suggestions::PriceView;
use crate::view::{View, json_by_name};
use crate::visible_line;

/// Collectives that have something in common. Fields in which they differ are absent.
#[derive(Clone, Debug, Serialize)]
pub struct CommsGroupView {
    /// The maximum number of bytes that one device sends.
    pub bytes: u64,
    /// The seconds of all executions, if the hardware is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
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
    /// The lines of all of them in the text.
    #[serde(skip)]
    pub lines: Vec<usize>,
}

/// The collectives of a program, summarised.
#[derive(Debug)]
pub struct CommsSummary<'v> {
    view: &'v CommsView,
    options: ListOptions,
    /// What removes the largest groups by source line, and the price of the program; empty if that was not asked for.
    fixes: Option<(PriceView, Vec<CommsFixView>)>,
}

impl CommsView {
    /// The collectives in groups.
    pub fn summary(&self, options: ListOptions) -> CommsSummary<'_> {
        CommsSummary { view: self, options, fixes: None }
    }

    /// The groups of the collectives, in descending order of bytes.
    pub fn groups(&self, by: By) -> Vec<CommsGroupView> {
        self.groups_with_members(by).into_iter().map(|(group, _)| group).collect()
    }

    /// The groups, each with the indices of its collectives in program order.
    pub(crate) fn groups_with_members(&self, by: By) -> Vec<(CommsGroupView, Vec<usize>)> {
        let mut members = Members::new();
        for (index, each) in self.collectives.iter().enumerate() {
            members.entry(key(each, by)).or_default().push((index, each));
        }
        let members = if by == By::Layer { equal_layers(members) } else { members };
        let mut groups: Vec<(CommsGroupView, Vec<usize>)> = members
            .into_values()
            .map(|members| {
                let (indices, views): (Vec<usize>, Vec<&CollectiveView>) = members.into_iter().unzip();
                (group(&views, by), indices)
            })
            .collect();
        groups.sort_by_key(|(group, _)| (std::cmp::Reverse(group.bytes), group.line));
        groups
    }

    /// Where a group is, and its name there, as in a table of such groups.
    pub(crate) fn place_of(&self, group: &CommsGroupView, by: By, files: &FileNames) -> GroupPlace {
        let of = |place: String| GroupPlace { place, name: String::new(), keeps_start: false };
        match (by, &group.source) {
            (By::Source, Some(place)) => {
                let name = group.name_stack.as_deref().map(short_stack).unwrap_or_default();
                GroupPlace { name, ..of(files.line(place)) }
            }
            (By::Source, None) => GroupPlace {
                name: group.op.clone(),
                keeps_start: true,
                ..of(format!("{} {}", self.place, group.line))
            },
            (By::Layer, _) => of(group.layer.clone().unwrap_or_else(|| "outside of layers".into())),
            (By::Axis, _) => of(group_axes(group)),
            (By::Kind, _) => of(group.collective.unwrap_or("-").into()),
        }
    }
}

/// Where a group of collectives is in the user's program.
pub(crate) struct GroupPlace {
    pub(crate) place: String,
    /// The name at the place; may be empty.
    pub(crate) name: String,
    /// Whether a long name keeps its beginning rather than its end.
    pub(crate) keeps_start: bool,
}

/// The axes of a group as in a table.
fn group_axes(group: &CommsGroupView) -> String {
    group.axes.as_ref().map_or_else(|| "-".into(), |axes| axes_text(axes))
}

/// What the members of a group have in common.
fn key(each: &CollectiveView, by: By) -> Vec<String> {
    match by {
        By::Kind => vec![each.collective.into()],
        By::Axis => each.axes.clone(),
        By::Layer => each.origin.layer.iter().cloned().collect(),
        By::Source => {
            let mut key = vec![each.collective.into(), each.cause.name.into(), each.axes.join(",")];
            match each.origin.common_key() {
                Some(common) => key.extend(common),
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
    let stacks: Vec<_> = members.iter().filter_map(|each| each.origin.named()).collect();
    let has_one_name = by == By::Source && stacks.len() == members.len();
    if has_one_name {
        stacks.iter().for_each(|(name, layer)| names.add(name, *layer));
    }
    let line = |each: &CollectiveView| each.origin.source.as_ref().map(|at| (at.file.clone(), at.line));
    CommsGroupView {
        bytes: most_sent(members.iter().copied()),
        seconds: total_seconds(members),
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
        lines: members.iter().map(|each| each.line).collect(),
    }
}

/// Groups of collectives by what they have in common.
type Members<'v> = BTreeMap<Vec<String>, Vec<(usize, &'v CollectiveView)>>;

/// Layers of equal traffic as one group.
fn equal_layers(layers: Members<'_>) -> Members<'_> {
    let mut merged = Members::new();
    for (mut key, members) in layers {
        if let Some(layer) = key.pop() {
            let sent = most_sent(members.iter().map(|(_, each)| *each));
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
            out += &self.view.list(width);
            self.push_fixes(&mut out);
            return out;
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
        self.push_fixes(&mut out);
        out
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithGroups<'v> {
            #[serde(flatten)]
            view: &'v CommsView,
            grouped_by: &'static str,
            groups: Vec<CommsGroupView>,
            #[serde(skip_serializing_if = "Option::is_none")]
            fixes: Option<Vec<FixedGroup<'v>>>,
        }
        #[derive(Serialize)]
        struct FixedGroup<'v> {
            group: CommsGroupView,
            fix: &'v CommsFixView,
        }
        let by = self.options.by;
        let fixed = |(group, fix)| FixedGroup { group, fix };
        let fixes = self.fixes.as_ref();
        json_by_name(&WithGroups {
            view: self.view,
            grouped_by: by.name(),
            groups: self.view.groups(by),
            fixes: fixes
                .map(|(_, fixes)| self.view.groups(By::Source).into_iter().zip(fixes).map(fixed).collect()),
        })
    }
}

impl CommsSummary<'_> {
    /// Adds what removes the largest groups by source line, in their order, and the price of the program.
    pub fn with_fixes(self, price: PriceView, fixes: Vec<CommsFixView>) -> Self {
        Self { fixes: Some((price, fixes)), ..self }
    }

    fn push_fixes(&self, out: &mut String) {
        let Some((price, fixes)) = &self.fixes else { return };
        let (files, groups) = (self.view.file_names(), self.view.groups(By::Source));
        let tried: usize = fixes.iter().map(|fix| fix.tried).sum();
        let title = format!("what removes them, by source line; {tried} annotations were tried one by one");
        for line in wrapped(&title, self.options.width) {
            push_line(out, &line, self.options.width);
        }
        for (number, (group, fix)) in groups.iter().zip(fixes).enumerate() {
            out.push('\n');
            fix.push_text(out, (number + 1, group), *price, &files, self.options.width);
        }
    }

    fn table(&self, by: By, top: usize, width: usize) -> String {
        let files = self.view.file_names();
        let row = |group: &CommsGroupView| {
            let mut row = RankedRow { bytes: group.bytes, times: group.times, ..RankedRow::default() };
            if by == By::Source {
                row.cells = vec![group.collective.unwrap_or("-").into(), group_axes(group)];
                row.cells.push(group.cause.map_or("-", |cause| cause.short).into());
            }
            row.cells.extend(group.seconds.map(seconds_text));
            let GroupPlace { place, name, keeps_start } = self.view.place_of(group, by, &files);
            (row.place, row.name, row.keeps_start) = (place, name, keeps_start);
            row
        };
        let groups = self.view.groups(by);
        let mut headings = if by == By::Source { vec!["collective", "axes", "cause"] } else { Vec::new() };
        headings.extend(groups.iter().any(|group| group.seconds.is_some()).then_some("time"));
        Ranked {
            headings: ["sent", "times"],
            cell_headings: headings,
            place_heading: by.name(),
            rows: groups.iter().map(row).collect(),
            figure: byte_text,
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
