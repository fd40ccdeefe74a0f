//! The difference between two programs, or between two annotations of one: shardings, collectives, memory.

mod align;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::comms::CollectiveView;
use crate::location::file_and_line;
use crate::outline::{OutlinedValue, ProgramOutline, ValueRole};
use crate::view::{View, json_as_declared};

/// The totals of one of the two programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// The name of the file.
    pub name: String,
    /// The axes of the mesh and their sizes.
    pub mesh: Vec<(String, u64)>,
    /// The maximum number of bytes that one device sends.
    pub sent_bytes: u64,
    /// The peak memory of each device.
    pub peak_bytes: u64,
    /// The number of collectives that are executed.
    pub collectives: u64,
}

/// How many collectives of one kind, axes and cause each program executes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedGroup {
    /// The kind, such as `all_gather`.
    pub collective: &'static str,
    /// The mesh axes.
    pub axes: Vec<String>,
    /// The line that causes them: of the user's own program if it is recorded, else of the text.
    pub place: String,
    /// Executions before.
    pub times_before: u64,
    /// Executions after.
    pub times_after: u64,
    /// Bytes that one device sends before.
    pub bytes_before: u64,
    /// Bytes that one device sends after.
    pub bytes_after: u64,
}

/// A value whose sharding differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedValue {
    /// `argument`, `result` or `value`.
    pub role: &'static str,
    /// The name in the user's own program, if there is one.
    pub source_name: Option<String>,
    /// The name in the text of the first program.
    pub name_before: String,
    /// The name in the text of the second program.
    pub name_after: String,
    /// The line of the user's own program.
    pub place: Option<String>,
    /// Type and sharding before.
    pub before: String,
    /// Type and sharding after.
    pub after: String,
    /// The local shape before.
    pub local_before: Vec<u64>,
    /// The local shape after.
    pub local_after: Vec<u64>,
}

/// The difference between two programs.
#[derive(Clone, Debug, Serialize)]
pub struct DiffView {
    /// The totals of the first program.
    pub before: SideView,
    /// The totals of the second program.
    pub after: SideView,
    /// The groups of collectives that differ, in descending order of the difference in bytes.
    pub collectives: Vec<ChangedGroup>,
    /// The shardings that differ: arguments, results, other values.
    pub shardings: Vec<ChangedValue>,
    /// Values of the first program that the second one does not have.
    pub only_before: usize,
    /// Values of the second program that the first one does not have.
    pub only_after: usize,
    /// The number of rows of each list in the text.
    #[serde(skip)]
    pub top: usize,
}

impl View for DiffView {
    fn text(&self) -> String {
        text::diff_text(self)
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl DiffView {
    /// Compares two programs.
    pub fn new(before: &ProgramOutline, after: &ProgramOutline, top: usize) -> Self {
        let pairs = matched_values(&before.values, &after.values);
        let mut shardings: Vec<(ValueRole, ChangedValue)> = pairs
            .iter()
            .map(|&(a, b)| (&before.values[a], &after.values[b]))
            .filter(|(a, b)| a.short != b.short || a.local_shape != b.local_shape)
            .map(|(a, b)| (a.role, changed_value(a, b)))
            .collect();
        shardings.sort_by_key(|(role, _)| *role);
        Self {
            before: side(before),
            after: side(after),
            collectives: changed_groups(before, after, &pairs),
            shardings: shardings.into_iter().map(|(_, changed)| changed).collect(),
            only_before: before.values.len() - pairs.len(),
            only_after: after.values.len() - pairs.len(),
            top,
        }
    }

    /// Whether shardings, collectives or memory differ.
    pub fn differs(&self) -> bool {
        let totals =
            |side: &SideView| (side.mesh.clone(), side.sent_bytes, side.peak_bytes, side.collectives);
        totals(&self.before) != totals(&self.after)
            || !self.collectives.is_empty()
            || !self.shardings.is_empty()
            || self.only_before + self.only_after > 0
    }
}

fn side(program: &ProgramOutline) -> SideView {
    let times = program.comms.collectives.iter().map(|each| each.runs.times);
    SideView {
        name: program.name.clone(),
        mesh: program.mesh.clone(),
        sent_bytes: program.comms.bytes,
        peak_bytes: program.peak,
        collectives: times.fold(0, u64::saturating_add),
    }
}

/// The indices of values that are the same in both programs.
fn matched_values(before: &[OutlinedValue], after: &[OutlinedValue]) -> Vec<(usize, usize)> {
    // Names and lines of values change with every op that is added. Arguments and results have stable names.
    let key = |value: &OutlinedValue| {
        let name = (value.role != ValueRole::Inner).then(|| value.source_name.clone()).flatten();
        (value.role, value.op.clone(), value.r#type.clone(), name)
    };
    let keys = |values: &[OutlinedValue]| values.iter().map(key).collect::<Vec<_>>();
    align::align_keys(&keys(before), &keys(after)).unwrap_or_else(|| {
        let named = |value: &OutlinedValue| (value.name.clone(), value.r#type.clone());
        let known: BTreeMap<_, usize> =
            after.iter().enumerate().map(|(at, value)| (named(value), at)).collect();
        let mut pairs: Vec<(usize, usize)> = before
            .iter()
            .enumerate()
            .filter_map(|(at, value)| Some((at, *known.get(&named(value))?)))
            .collect();
        // A name that occurs several times matches once.
        let mut seen = std::collections::BTreeSet::new();
        pairs.retain(|(_, b)| seen.insert(*b));
        pairs
    })
}

fn changed_value(a: &OutlinedValue, b: &OutlinedValue) -> ChangedValue {
    ChangedValue {
        role: match a.role {
            ValueRole::Argument => "argument",
            ValueRole::Result => "result",
            ValueRole::Inner => "value",
        },
        source_name: a.source_name.clone(),
        name_before: a.name.clone(),
        name_after: b.name.clone(),
        place: a.place.clone(),
        before: a.written.clone(),
        after: b.written.clone(),
        local_before: a.local_shape.clone(),
        local_after: b.local_shape.clone(),
    }
}

/// Executions and bytes of a group in one program.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sent {
    times: u64,
    bytes: u64,
}

fn changed_groups(
    before: &ProgramOutline,
    after: &ProgramOutline,
    pairs: &[(usize, usize)],
) -> Vec<ChangedGroup> {
    // Lines of the second program that have a matching definition in the first one, in the text and in the user's own
    // program: an added line moves all lines after it.
    let lines: BTreeMap<usize, usize> =
        pairs.iter().map(|&(a, b)| (after.values[b].line, before.values[a].line)).collect();
    let sources: BTreeMap<&str, &str> = pairs
        .iter()
        .filter_map(|&(a, b)| Some((after.values[b].place.as_deref()?, before.values[a].place.as_deref()?)))
        .collect();
    let source =
        |each: &CollectiveView| each.origin.source.as_ref().map(|at| file_and_line(&at.file, at.line));
    let mut groups: BTreeMap<(String, &'static str, Vec<String>), [Sent; 2]> = BTreeMap::new();
    let mut add = |place: String, each: &CollectiveView, index: usize| {
        let sent = &mut groups.entry((place, each.collective, each.axes.clone())).or_default()[index];
        sent.times = sent.times.saturating_add(each.runs.times);
        sent.bytes = sent.bytes.saturating_add(each.sent());
    };
    for each in &before.comms.collectives {
        add(source(each).unwrap_or_else(|| format!("line {}", each.line)), each, 0);
    }
    for each in &after.comms.collectives {
        let place = match (source(each), lines.get(&each.line)) {
            (Some(place), _) => sources.get(&*place).map_or(place.clone(), ToString::to_string),
            (None, Some(line)) => format!("line {line}"),
            (None, None) => format!("line {} of {}", each.line, after.name),
        };
        add(place, each, 1);
    }
    let changed = groups.into_iter().filter(|(_, [before, after])| before != after);
    let mut changed: Vec<ChangedGroup> = changed
        .map(|((place, collective, axes), [before, after])| ChangedGroup {
            collective,
            axes,
            place,
            times_before: before.times,
            times_after: after.times,
            bytes_before: before.bytes,
            bytes_after: after.bytes,
        })
        .collect();
    changed.sort_by_key(|group| std::cmp::Reverse(group.bytes_before.abs_diff(group.bytes_after)));
    changed
}
