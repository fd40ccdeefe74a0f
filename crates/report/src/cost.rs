//! The time and memory of a program on described hardware, and what they are made of.

use std::collections::BTreeMap;

use partita_base::time_text;
use serde::Serialize;

use crate::layers::{MergedName, merged_layers, split_layer};
use crate::memory::FigureView;
use crate::ranked::{By, ListOptions, Ranked, RankedRow, push_line, wrapped};
use crate::show::byte_text;
use crate::sources::{FileNames, PlaceView, SourceView, short_stack};
use crate::view::{View, json_as_declared};
use crate::{Table, visible_line};

/// A kernel or a collective with its time.
#[derive(Clone, Debug, Serialize)]
pub struct TaskView {
    /// `product`, `fused`, `other`, or the kind of a collective.
    pub kind: &'static str,
    /// The op whose result it computes.
    pub op: String,
    /// Seconds of one execution.
    pub seconds: f64,
    /// The number of executions.
    pub times: u64,
    /// Whether `times` is for one iteration of a loop of unknown trip count.
    pub per_turn: bool,
    /// The number of ops that the kernel computes.
    pub ops: usize,
    /// Bytes read and written; of a collective, bytes sent.
    pub bytes: u64,
    /// Operations of the matrix unit.
    pub flops: f64,
    /// The mesh axes of a collective.
    pub axes: Vec<String>,
    /// The line of the op in the text.
    pub line: usize,
    /// The text of that line without the names of values, which is equal for the same op of several layers; only of ops
    /// without a file position.
    #[serde(skip)]
    pub pattern: String,
    /// The op's origin in the user's own program.
    #[serde(flatten)]
    pub origin: SourceView,
    /// Picoseconds of all executions.
    #[serde(skip)]
    pub picoseconds: u64,
    /// The position of the op in the text.
    #[serde(skip)]
    pub span: u32,
    /// Whether devices communicate.
    #[serde(skip)]
    pub is_collective: bool,
}

/// The parts of the time of a step, in seconds.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TimePartsView {
    /// All kernels.
    pub compute: f64,
    /// Matrix products and convolutions.
    pub products: f64,
    /// Kernels of fused elementwise ops, reductions and data movement.
    pub fused: f64,
    /// Other kernels.
    pub other: f64,
    /// All collectives.
    pub communication: f64,
    /// The communication during which nothing is computed.
    pub exposed_communication: f64,
    /// The communication behind computation.
    pub hidden_communication: f64,
    /// The time of the host. It overlaps with the devices: the longer of the two is the time of a step.
    pub host: f64,
}

/// The seconds of a step under each assumption about overlap.
#[derive(Clone, Debug, Default, Serialize)]
pub struct OverlapView {
    /// Collectives and kernels alternate.
    pub none: f64,
    /// Collectives have a stream of their own and wait for their operands.
    pub streams: f64,
    /// The longer of the two totals.
    pub ideal: f64,
}

/// The time and memory of one step.
#[derive(Clone, Debug, Serialize)]
pub struct StepCostView {
    /// The name of the hardware.
    pub hardware: String,
    /// The number of devices of the program.
    pub devices: u64,
    /// The assumption about overlap: `none`, `streams` or `ideal`.
    pub overlap: &'static str,
    /// Seconds of one step.
    pub step_seconds: f64,
    /// The maximum number of bytes in use at the same time on a device.
    pub peak_bytes: u64,
    /// The memory of a device.
    pub memory_bytes: u64,
    /// Operations of the matrix unit of one device.
    pub flops: f64,
    /// The share of the nominal peak of the matrix unit that is used: MFU.
    pub utilisation: f64,
    /// What the time is made of.
    pub time: TimePartsView,
    /// The time of a step under each assumption.
    pub step_seconds_by_overlap: OverlapView,
    /// What the memory is made of.
    pub memory: FigureView,
    /// Kernels and collectives in the order in which they start.
    pub tasks: Vec<TaskView>,
}

/// Tasks that have something in common. Fields in which they differ are absent.
#[derive(Clone, Debug, Serialize)]
pub struct CostGroupView {
    /// Seconds of all of them.
    pub seconds: f64,
    /// The number of executions.
    pub times: u64,
    /// What the tasks do, if all of them do the same.
    pub kind: Option<&'static str>,
    /// The mesh axes.
    pub axes: Option<Vec<String>>,
    /// The position of the first one in the user's own program, if all are on one line.
    pub source: Option<PlaceView>,
    /// The name stack; the numbers of layers are ranges.
    pub name_stack: Option<String>,
    /// The layer, or the range of layers.
    pub layer: Option<String>,
    /// The line of the first one in the text.
    pub line: usize,
    /// The op of the first one.
    pub op: String,
    #[serde(skip)]
    picoseconds: u64,
}

/// The cost of a program, summarised.
#[derive(Debug)]
pub struct CostSummary<'v> {
    view: &'v StepCostView,
    options: ListOptions,
}

/// A number of seconds with a unit that suits it.
pub(crate) fn seconds_text(seconds: f64) -> String {
    time_text(picoseconds(seconds))
}

/// A number of seconds in the unit of all times that are added up or shown.
pub(crate) fn picoseconds(seconds: f64) -> u64 {
    (seconds * 1e12) as u64
}

impl StepCostView {
    /// The tasks in groups.
    pub fn summary(&self, options: ListOptions) -> CostSummary<'_> {
        CostSummary { view: self, options }
    }

    /// Whether the peak is within the memory of a device.
    pub fn fits(&self) -> bool {
        self.peak_bytes <= self.memory_bytes
    }

    /// The groups of the tasks, in descending order of time.
    pub fn groups(&self, by: By) -> Vec<CostGroupView> {
        let mut members = Members::new();
        for task in &self.tasks {
            members.entry(key(task, by)).or_default().push(task);
        }
        let members = if by == By::Layer { equal_layers(members) } else { members };
        let mut groups: Vec<CostGroupView> =
            members.into_values().map(|members| group(&members, by)).collect();
        groups.sort_by_key(|group| (std::cmp::Reverse(group.picoseconds), group.line));
        groups
    }

    fn headline(&self) -> String {
        let plural = if self.devices == 1 { "" } else { "s" };
        format!(
            "step {} on each of {} device{plural} ({}), {:.1} % of the peak FLOP/s; peak memory {} of {}",
            seconds_text(self.step_seconds),
            self.devices,
            self.hardware,
            100.0 * self.utilisation,
            byte_text(self.peak_bytes),
            byte_text(self.memory_bytes)
        )
    }

    fn parts_line(&self) -> String {
        let TimePartsView { compute, products, fused, other, communication, .. } = self.time;
        let parts = [("products", products), ("fused kernels", fused), ("other kernels", other)];
        let parts = parts.iter().filter(|(_, seconds)| *seconds > 0.0);
        let parts: Vec<String> =
            parts.map(|(name, seconds)| format!("{name} {}", seconds_text(*seconds))).collect();
        let mut out = format!("compute {}", seconds_text(compute));
        if !parts.is_empty() {
            out += &format!(" ({})", parts.join(", "));
        }
        if communication > 0.0 {
            out += &format!(
                ", communication {} ({} exposed, {} hidden)",
                seconds_text(communication),
                seconds_text(self.time.exposed_communication),
                seconds_text(self.time.hidden_communication)
            );
        }
        out + &format!("; the host takes {}", seconds_text(self.time.host))
    }

    fn overlap_line(&self) -> Option<String> {
        let OverlapView { none, streams, ideal } = self.step_seconds_by_overlap;
        let [none, streams, ideal] = [none, streams, ideal].map(seconds_text);
        let line = format!("step by overlap: none {none}, streams {streams}, ideal {ideal}");
        (self.time.communication > 0.0).then_some(line)
    }
}

/// Groups of tasks by what they have in common.
type Members<'v> = BTreeMap<Vec<String>, Vec<&'v TaskView>>;

fn key(task: &TaskView, by: By) -> Vec<String> {
    match by {
        By::Kind => vec![task.kind.into()],
        By::Axis => task.axes.clone(),
        By::Layer => task.origin.layer.iter().cloned().collect(),
        By::Source => {
            let mut key = vec![task.kind.to_string(), task.axes.join(",")];
            match task.origin.common_key() {
                Some(common) => key.extend(common),
                // Without a location, ops of equal text are the same op of several layers.
                None => key.extend([task.op.clone(), task.pattern.clone(), task.bytes.to_string()]),
            }
            key
        }
    }
}

fn sum(members: &[&TaskView]) -> u64 {
    members.iter().fold(0, |all, task| all.saturating_add(task.picoseconds))
}

/// Layers of equal time as one group.
fn equal_layers(layers: Members<'_>) -> Members<'_> {
    let mut merged = Members::new();
    for (mut key, members) in layers {
        if let Some(layer) = key.pop() {
            let total = sum(&members).to_string();
            key.extend([split_layer(&layer).0.to_string(), total, members.len().to_string()]);
        }
        merged.entry(key).or_default().extend(members);
    }
    merged
}

fn group(members: &[&TaskView], by: By) -> CostGroupView {
    let first = members[0];
    let all = |is_same: &dyn Fn(&TaskView) -> bool| members.iter().all(|each| is_same(each));
    let line = |each: &TaskView| each.origin.source.as_ref().map(|at| (at.file.clone(), at.line));
    let stacks: Vec<_> = members.iter().filter_map(|each| each.origin.named()).collect();
    let has_one_name = by == By::Source && stacks.len() == members.len();
    let mut names = MergedName::default();
    stacks.iter().filter(|_| has_one_name).for_each(|(name, layer)| names.add(name, *layer));
    let picoseconds = sum(members);
    CostGroupView {
        seconds: picoseconds as f64 / 1e12,
        times: members.iter().fold(0, |times, each| times.saturating_add(each.times)),
        kind: all(&|each| each.kind == first.kind).then_some(first.kind),
        axes: all(&|each| each.axes == first.axes).then(|| first.axes.clone()),
        source: first.origin.source.clone().filter(|_| all(&|each| line(each) == line(first))),
        name_stack: has_one_name.then(|| names.text()),
        layer: merged_layers(members.iter().map(|each| each.origin.layer.as_deref())),
        line: first.line,
        op: first.op.clone(),
        picoseconds,
    }
}

impl View for CostSummary<'_> {
    fn text(&self) -> String {
        let ListOptions { by, top, all, width, .. } = self.options;
        let mut out = String::new();
        let lines = [Some(self.view.headline()), Some(self.view.parts_line()), self.view.overlap_line()];
        for line in lines.iter().flatten().flat_map(|line| wrapped(line, width)) {
            push_line(&mut out, &visible_line(&line), width);
        }
        if self.view.tasks.is_empty() {
            return out;
        }
        if all {
            return out + &self.list(width);
        }
        if top > 0 {
            out.push('\n');
            out += &self.table(by, top, width);
            self.options.push_hint(&mut out);
        }
        out
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithCostGroups<'v> {
            #[serde(flatten)]
            view: &'v StepCostView,
            fits: bool,
            grouped_by: &'static str,
            groups: Vec<CostGroupView>,
        }
        let by = self.options.by;
        let (view, groups) = (self.view, self.view.groups(by));
        json_as_declared(&WithCostGroups { view, fits: view.fits(), grouped_by: by.name(), groups })
    }
}

impl CostSummary<'_> {
    fn file_names(&self) -> FileNames {
        FileNames::new(self.view.tasks.iter().filter_map(|task| task.origin.source.as_ref()))
    }

    /// Every task in the order in which it starts, one per line.
    fn list(&self, width: usize) -> String {
        let (mut out, mut table, files) = (String::new(), Table::default(), self.file_names());
        for task in &self.view.tasks {
            let place = task.origin.source.as_ref().map(|place| format!(", {}", files.line(place)));
            let times = if task.times == 1 { String::new() } else { format!(" x{}", task.times) };
            table.row([
                format!("{}{times}", seconds_text(task.seconds)),
                task.kind.to_string(),
                byte_text(task.bytes),
                if task.flops > 0.0 {
                    format!("{:.1} GFLOP", task.flops / 1e9)
                } else {
                    format!("{} op{}", task.ops, if task.ops == 1 { "" } else { "s" })
                },
                format!("line {}{}: {}", task.line, place.unwrap_or_default(), task.op),
            ]);
        }
        for line in table.render("").lines() {
            push_line(&mut out, line, width);
        }
        out
    }

    fn table(&self, by: By, top: usize, width: usize) -> String {
        let files = self.file_names();
        let row = |group: &CostGroupView| {
            let mut row = RankedRow { bytes: group.picoseconds, times: group.times, ..RankedRow::default() };
            let axes = group.axes.clone().unwrap_or_default();
            match by {
                By::Source => {
                    row.cells = vec![group.kind.unwrap_or("-").into()];
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
                By::Layer => row.place = group.layer.clone().unwrap_or_else(|| "outside of layers".into()),
                By::Axis => row.place = if axes.is_empty() { "kernels".into() } else { axes.join(",") },
                By::Kind => row.place = group.kind.unwrap_or("-").into(),
            }
            row
        };
        let groups = self.view.groups(by);
        Ranked {
            headings: ["time", "times"],
            cell_headings: if by == By::Source { vec!["kind"] } else { Vec::new() },
            place_heading: by.name(),
            rows: groups.iter().map(row).collect(),
            figure: time_text,
            total: groups.iter().fold(0, |all, group| all.saturating_add(group.picoseconds)),
            top,
            width,
            rest: "group",
            optional: &[0],
        }
        .render()
    }
}
