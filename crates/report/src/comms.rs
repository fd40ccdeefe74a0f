//! The communication of a partitioned program.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::cost::seconds_text;
use crate::ranked::push_line;
use crate::show::byte_text;
use crate::sources::{FileNames, SourceView};
use crate::view::{View, json_by_name};
use crate::{Table, visible_line};

/// A collective of the local program.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CollectiveView {
    /// The kind, such as `all_gather`.
    pub collective: &'static str,
    /// The mesh axes along which devices communicate.
    pub axes: Vec<String>,
    /// The number of devices per group.
    pub group: u64,
    /// For a permutation, the number of pairs of different devices.
    pub pairs: Option<u64>,
    /// The maximum number of bytes that one device sends per execution.
    pub bytes: u64,
    /// The seconds of one execution, if the hardware is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The devices that send; `None` if all do.
    #[serde(skip)]
    pub senders: Option<Arc<[u64]>>,
    /// The number of executions.
    #[serde(flatten)]
    pub runs: RunsView,
    /// The line of the op that requires the collective.
    pub line: usize,
    /// The text of that op.
    pub op: String,
    /// That text without the names of values, which is equal for the same op of several layers; only of ops without a
    /// file position.
    #[serde(skip)]
    pub pattern: String,
    /// The reason for the collective, such as `contracting dimension`.
    pub cause: CauseView,
    /// The origin of that op in the user's own program.
    #[serde(flatten)]
    pub origin: SourceView,
}

/// The reason for a collective; in JSON its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CauseView {
    /// The name, such as `contracting dimension`.
    pub name: &'static str,
    /// The name in a narrow table, such as `contraction`.
    pub short: &'static str,
}

impl Serialize for CauseView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// The number of executions of an op.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct RunsView {
    /// The number of executions if every loop ran one iteration.
    pub calls: u64,
    /// The number of executions, with the trip counts of loops. A loop of unknown trip count counts as one iteration.
    pub times: u64,
    /// Whether the op is in a loop.
    pub in_loop: bool,
    /// Whether `times` is for one iteration of a loop of unknown trip count.
    pub per_turn: bool,
}

/// An op that communicates an unknown number of bytes.
#[derive(Clone, Debug, Serialize)]
pub struct UncountedView {
    /// The kind, such as `custom_call @target`.
    pub name: String,
    /// The other side: `devices` or `host`.
    pub with: &'static str,
    /// The number of executions.
    #[serde(flatten)]
    pub runs: RunsView,
    /// The line of the op that requires it.
    pub line: usize,
    /// The text of that op.
    pub op: String,
    /// The origin of that op in the user's own program.
    #[serde(flatten)]
    pub origin: SourceView,
}

/// The total of collectives with a common kind or common axes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TotalView {
    /// The common kind or axes.
    pub name: String,
    /// The number of executions.
    pub count: u64,
    /// The maximum number of bytes that one device sends.
    pub bytes: u64,
    /// The share of these bytes for one iteration of a loop of unknown trip count.
    pub per_turn_bytes: u64,
}

/// All collectives of a program.
#[derive(Clone, Debug, Serialize)]
pub struct CommsView {
    /// The number of devices.
    pub devices: u64,
    /// Names and sizes of the mesh axes, major first.
    pub mesh: Vec<(String, u64)>,
    /// The collectives in program order.
    pub collectives: Vec<CollectiveView>,
    /// Other ops that communicate.
    pub uncounted: Vec<UncountedView>,
    /// Totals by kind, in descending order of bytes.
    pub by_kind: Vec<TotalView>,
    /// Totals by axes. A collective along several axes counts for the combination.
    pub by_axes: Vec<TotalView>,
    /// The maximum number of bytes that one device sends.
    pub bytes: u64,
    /// The share of these bytes for one iteration of a loop of unknown trip count.
    pub per_turn_bytes: u64,
    /// What a number of a place in the program counts: lines of a text, or nodes of a model.
    #[serde(skip)]
    pub place: &'static str,
}

impl View for CommsView {
    fn text(&self) -> String {
        self.render()
    }

    fn json(&self) -> String {
        json_by_name(self)
    }
}

impl CommsView {
    /// Creates the view and computes the totals.
    pub fn new(collectives: Vec<CollectiveView>, uncounted: Vec<UncountedView>) -> Self {
        let axes = |each: &CollectiveView| {
            if each.axes.is_empty() { "none".to_string() } else { each.axes.join(", ") }
        };
        let all: Vec<&CollectiveView> = collectives.iter().collect();
        let TotalView { bytes, per_turn_bytes, .. } = total(String::new(), &all);
        Self {
            by_kind: totals(&collectives, |each| each.collective.to_string()),
            by_axes: totals(&collectives, axes),
            bytes,
            per_turn_bytes,
            collectives,
            uncounted,
            devices: 1,
            mesh: Vec::new(),
            place: "line",
        }
    }

    /// Adds the mesh.
    pub fn on_mesh(self, devices: u64, mesh: Vec<(String, u64)>) -> Self {
        Self { devices, mesh, ..self }
    }

    /// The view as text: the totals, and every collective in program order.
    pub fn render(&self) -> String {
        self.headline() + "\n" + &self.list(usize::MAX)
    }

    /// The totals in one line: devices, collectives, bytes.
    pub(crate) fn headline(&self) -> String {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let axes: Vec<String> = self.mesh.iter().map(|(name, size)| format!("{name}={size}")).collect();
        let axes = if axes.is_empty() { String::new() } else { format!(" ({})", axes.join(", ")) };
        let devices = format!("{} device{}{axes}", self.devices, plural(self.devices));
        let count = self.collectives.len() as u64;
        if count == 0 {
            return format!("{devices}: no collectives{}", self.reservations());
        }
        let times = self.collectives.iter().fold(0, |all: u64, each| all.saturating_add(each.runs.times));
        let times = if times == count { String::new() } else { format!(", executed {times} times") };
        let seconds = total_seconds(&self.collectives.iter().collect::<Vec<_>>());
        let time = seconds.map(|seconds| format!(", {}", seconds_text(seconds))).unwrap_or_default();
        format!(
            "{devices}: {count} collective{}{times}, {} sent per device and step{time}{}",
            plural(count),
            byte_text(self.bytes),
            self.reservations()
        )
    }

    /// The names of the files that collectives come from.
    pub(crate) fn file_names(&self) -> FileNames {
        FileNames::new(self.collectives.iter().filter_map(|each| each.origin.source.as_ref()))
    }

    /// Every collective in program order, one per line.
    pub(crate) fn list(&self, width: usize) -> String {
        let (mut out, mut table, files) = (String::new(), Table::default(), self.file_names());
        let widest = self.collectives.iter().map(|each| byte_text(each.bytes).len()).max().unwrap_or(0);
        for each in &self.collectives {
            let place = each.origin.source.as_ref().map(|place| format!(", {}", files.line(place)));
            table.row([
                each.collective.to_string(),
                each.participants().trim().to_string(),
                if each.axes.is_empty() { "-".into() } else { each.axes.join(",") },
                format!(
                    "{:>widest$}{}{}",
                    byte_text(each.bytes),
                    each.seconds.map(|seconds| format!(", {}", seconds_text(seconds))).unwrap_or_default(),
                    each.runs.repeated()
                ),
                each.cause.short.to_string(),
                format!("line {}{}: {}", each.line, place.unwrap_or_default(), each.op),
            ]);
        }
        for line in table.render("").lines() {
            push_line(&mut out, line, width);
        }
        for each in &self.uncounted {
            push_line(&mut out, &visible_line(&format!("not counted: {}", self.uncounted_text(each))), width);
        }
        out
    }

    /// An op that communicates an unknown number of bytes, in one line.
    pub(crate) fn uncounted_text(&self, each: &UncountedView) -> String {
        let UncountedView { name, with, line, op, .. } = each;
        format!("{name} ({with}){}  line {line}: {op}", each.runs.repeated())
    }

    /// The restrictions of the total, as the end of a sentence.
    pub(crate) fn reservations(&self) -> String {
        let mut out = String::new();
        if self.per_turn_bytes > 0 {
            let bytes = byte_text(self.per_turn_bytes);
            out += &format!("; {bytes} of these are for one iteration of a loop of unknown trip count");
        }
        if !self.uncounted.is_empty() {
            out += &format!("; {} not counted", self.uncounted.len());
        }
        out
    }
}

/// Totals by name, in descending order of bytes.
fn totals(collectives: &[CollectiveView], name: impl Fn(&CollectiveView) -> String) -> Vec<TotalView> {
    let mut groups: BTreeMap<String, Vec<&CollectiveView>> = BTreeMap::new();
    for each in collectives {
        groups.entry(name(each)).or_default().push(each);
    }
    let mut totals: Vec<TotalView> = groups.into_iter().map(|(name, group)| total(name, &group)).collect();
    totals.sort_by_key(|total| std::cmp::Reverse(total.bytes));
    totals
}

fn total(name: String, all: &[&CollectiveView]) -> TotalView {
    TotalView {
        name,
        count: all.iter().fold(0, |count, each| count.saturating_add(each.runs.times)),
        bytes: most_sent(all.iter().copied()),
        per_turn_bytes: most_sent(all.iter().copied().filter(|each| each.runs.per_turn)),
    }
}

/// The seconds of all executions; `None` if the hardware is not given.
pub(crate) fn total_seconds(all: &[&CollectiveView]) -> Option<f64> {
    // `sum` of none is -0.
    all.iter().try_fold(0.0, |total, each| Some(total + each.seconds? * each.runs.times as f64))
}

/// The maximum number of bytes that one device sends in some collectives.
pub(crate) fn most_sent<'v>(all: impl Iterator<Item = &'v CollectiveView>) -> u64 {
    most_bytes(all.map(|each| (each.sent(), each.senders.as_deref())))
}

/// The maximum number of bytes that one device sends, from the bytes of every collective and the devices that send in it, unless all
/// do: a permutation counts only for its senders.
pub fn most_bytes<'s>(all: impl Iterator<Item = (u64, Option<&'s [u64]>)>) -> u64 {
    let mut by_all = 0u64;
    let mut by_device: Vec<u64> = Vec::new();
    for (sent, senders) in all {
        let Some(senders) = senders else {
            by_all = by_all.saturating_add(sent);
            continue;
        };
        for device in senders.iter().filter_map(|&device| usize::try_from(device).ok()) {
            if by_device.len() <= device {
                by_device.resize(device + 1, 0);
            }
            by_device[device] = by_device[device].saturating_add(sent);
        }
    }
    by_all.saturating_add(by_device.into_iter().max().unwrap_or(0))
}

impl CollectiveView {
    /// The maximum number of bytes that one device sends in all executions.
    pub fn sent(&self) -> u64 {
        self.bytes.saturating_mul(self.runs.times)
    }

    /// The number of participating devices or pairs of devices.
    pub(crate) fn participants(&self) -> String {
        match self.pairs {
            Some(pairs) => format!("{pairs:>4} pairs"),
            None => format!("{:>4} devices", self.group),
        }
    }
}

impl RunsView {
    /// The number of executions as a suffix; empty for a single one.
    pub(crate) fn repeated(self) -> String {
        let times = if self.times == 1 { String::new() } else { format!(" x{}", self.times) };
        let turns = if self.per_turn { " per loop iteration" } else { "" };
        format!("{times}{turns}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(collective: &'static str, axes: &[&str], bytes: u64, times: u64) -> CollectiveView {
        let axes = axes.iter().map(ToString::to_string).collect();
        let runs = RunsView { calls: 1, times, ..RunsView::default() };
        CollectiveView { collective, axes, group: 2, bytes, runs, ..CollectiveView::default() }
    }

    fn total(name: &str, count: u64, bytes: u64) -> TotalView {
        TotalView { name: name.into(), count, bytes, per_turn_bytes: 0 }
    }

    #[test]
    fn totals_count_executions() {
        let all = [
            view("all_gather", &["x"], 8, 1),
            view("all_reduce", &["x", "y"], 16, 3),
            view("all_gather", &["x", "y"], 4, 1),
        ];
        let all = CommsView::new(all.to_vec(), Vec::new());
        assert_eq!(all.bytes, 60);
        assert_eq!(all.by_kind, [total("all_reduce", 3, 48), total("all_gather", 2, 12)]);
        assert_eq!(all.by_axes, [total("x, y", 4, 52), total("x", 1, 8)]);
    }

    #[test]
    fn different_senders_are_not_added_up() {
        let permute = |bytes, senders: &[u64]| CollectiveView {
            senders: Some(senders.into()),
            pairs: Some(senders.len() as u64),
            ..view("collective_permute", &["x"], bytes, 1)
        };
        let sent = |all: &[CollectiveView]| CommsView::new(all.to_vec(), Vec::new()).bytes;
        assert_eq!(sent(&[permute(32, &[3]), permute(32, &[0, 1, 2])]), 32);
        assert_eq!(sent(&[permute(32, &[3]), permute(8, &[0, 3])]), 40);
        assert_eq!(sent(&[permute(32, &[3]), view("all_gather", &["x"], 5, 2), permute(8, &[0])]), 42);
    }

    #[test]
    fn unknown_trip_counts_are_reported() {
        let mut inside = view("all_reduce", &["x"], 16, 2);
        (inside.runs.in_loop, inside.runs.per_turn) = (true, true);
        let all = CommsView::new(vec![inside, view("all_gather", &["x"], 4, 1)], Vec::new());
        assert_eq!((all.bytes, all.per_turn_bytes), (36, 32));
        assert!(all.render().contains("16 B x2 per loop iteration  "), "{}", all.render());
    }
}
