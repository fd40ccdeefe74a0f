//! The tensors at the peak of memory in groups, ranked by bytes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::layers::{
    Layers, MergedName, argument_components, given_name, merge_key, merged_layers, split_layer,
};
use crate::memory::{MemoryView, TensorView};
use crate::ranked::{By, ListOptions, Ranked, RankedRow, push_line, wrapped};
use crate::show::byte_text;
use crate::sources::{FileNames, PlaceView, name_layers, short_stack};
use crate::view::{View, json_as_declared};
use crate::visible_line;

/// Tensors at the peak that have something in common. Fields in which they differ are absent.
#[derive(Clone, Debug, Serialize)]
pub struct TensorGroupView {
    /// The bytes of all of them on one device.
    pub bytes: u64,
    /// The number of tensors.
    pub tensors: usize,
    /// `argument`, `result`, `constant` or `temporary`.
    pub role: Option<&'static str>,
    /// The global type and sharding, or the local type of a value that exists only in the local program.
    pub tensor: Option<String>,
    /// The mesh axes that shard them.
    pub axes: Option<Vec<String>>,
    /// The position of the op that defines the first one, if all are on one line.
    pub source: Option<PlaceView>,
    /// The name of an argument, or the name stack of the op; the numbers of layers are ranges.
    pub name: Option<String>,
    /// The layer, or the range of layers.
    pub layer: Option<String>,
    /// The line of the op that defines the first one in the text; absent for an argument.
    pub line: Option<usize>,
}

/// The memory of a program, summarised.
#[derive(Debug)]
pub struct MemorySummary<'v> {
    view: &'v MemoryView,
    options: ListOptions,
    limit: Option<u64>,
}

impl MemoryView {
    /// The tensors at the peak in groups, compared with the memory of a device if that is given.
    pub fn summary(&self, options: ListOptions, limit: Option<u64>) -> MemorySummary<'_> {
        MemorySummary { view: self, options, limit }
    }

    /// Recognises layers in the names of arguments and ops.
    pub fn name_layers(&mut self) {
        name_layers(self.all_tensors.iter_mut().map(|tensor| &mut tensor.origin));
        let named = self.all_tensors.iter().map(|tensor| argument_name(tensor).map(argument_components));
        let named: Vec<Option<Vec<String>>> = named.collect();
        let layers = Layers::new(named.iter().flatten().map(Vec::as_slice));
        for (tensor, components) in self.all_tensors.iter_mut().zip(named) {
            if let Some(layer) = components.and_then(|components| layers.find(&components)) {
                tensor.origin.layer = Some(layer);
            }
        }
    }

    /// The groups of the tensors at the peak, in descending order of bytes.
    pub fn groups(&self, by: By) -> Vec<TensorGroupView> {
        let mut members = Members::new();
        for tensor in &self.all_tensors {
            members.entry(key(tensor, by)).or_default().push(tensor);
        }
        let members = if by == By::Layer { equal_layers(members) } else { members };
        let mut groups: Vec<TensorGroupView> =
            members.into_values().map(|members| group(&members, by)).collect();
        groups.sort_by_cached_key(|group| (std::cmp::Reverse(group.bytes), group.line, group.name.clone()));
        groups
    }
}

/// Groups of tensors by what they have in common.
type Members<'v> = BTreeMap<Vec<String>, Vec<&'v TensorView>>;

/// The name of an argument in the user's own program, or in the text.
fn argument_name(tensor: &TensorView) -> Option<&str> {
    tensor.name.as_deref().filter(|_| tensor.made_by.is_none()).map(given_name)
}

fn key(tensor: &TensorView, by: By) -> Vec<String> {
    match by {
        By::Kind => vec![tensor.role.into()],
        By::Axis => axes(tensor),
        By::Layer => tensor.origin.layer.iter().cloned().collect(),
        By::Source => {
            let mut key = vec![tensor.role.to_string(), shown_type(tensor).to_string()];
            match (argument_name(tensor), tensor.origin.common_key(), &tensor.made_by) {
                (Some(name), _, _) => key.push(merge_key(name, tensor.origin.layer.as_deref())),
                (None, Some(common), _) => key.extend(common),
                (None, None, Some(op)) => key.push(op.op.clone()),
                (None, None, None) => {}
            }
            key
        }
    }
}

/// The global type and sharding, or the local type.
fn shown_type(tensor: &TensorView) -> &str {
    tensor.tensor.as_deref().unwrap_or(&tensor.local_type)
}

/// Layers of equal size as one group.
fn equal_layers(layers: Members<'_>) -> Members<'_> {
    let mut merged = Members::new();
    for (mut key, members) in layers {
        if let Some(layer) = key.pop() {
            key.extend([
                split_layer(&layer).0.to_string(),
                sum(&members).to_string(),
                members.len().to_string(),
            ]);
        }
        merged.entry(key).or_default().extend(members);
    }
    merged
}

fn sum(members: &[&TensorView]) -> u64 {
    members.iter().fold(0, |all, tensor| all.saturating_add(tensor.bytes))
}

/// The axes in the notation of a tensor: `x` and `y` of `f32[64@x,32@y]`.
fn axes(tensor: &TensorView) -> Vec<String> {
    let text = tensor.tensor.as_deref().unwrap_or_default();
    let parts = text.split('@').skip(1);
    parts.filter_map(|part| part.split([',', ']']).next()).map(str::to_string).collect()
}

fn group(members: &[&TensorView], by: By) -> TensorGroupView {
    let first = members[0];
    let all = |is_same: &dyn Fn(&TensorView) -> bool| members.iter().all(|each| is_same(each));
    let line = |each: &TensorView| each.origin.source.as_ref().map(|at| (at.file.clone(), at.line));
    let name = |tensor: &TensorView| {
        argument_name(tensor).map(str::to_string).or_else(|| tensor.origin.name_stack.clone())
    };
    let layer = |tensor: &TensorView| tensor.origin.layer.clone();
    let names: Vec<(String, Option<String>)> =
        members.iter().filter_map(|tensor| Some((name(tensor)?, layer(tensor)))).collect();
    let has_one_name = by == By::Source && names.len() == members.len();
    let mut merged = MergedName::default();
    names.iter().filter(|_| has_one_name).for_each(|(name, layer)| merged.add(name, layer.as_deref()));
    TensorGroupView {
        bytes: sum(members),
        tensors: members.len(),
        role: all(&|each| each.role == first.role).then_some(first.role),
        tensor: Some(shown_type(first).to_string())
            .filter(|_| all(&|each| shown_type(each) == shown_type(first))),
        axes: all(&|each| axes(each) == axes(first)).then(|| axes(first)),
        source: first.origin.source.clone().filter(|_| all(&|each| line(each) == line(first))),
        name: has_one_name.then(|| merged.text()),
        layer: merged_layers(members.iter().map(|each| each.origin.layer.as_deref())),
        line: first.made_by.as_ref().map(|op| op.node.unwrap_or(op.line)),
    }
}

impl View for MemorySummary<'_> {
    fn text(&self) -> String {
        let ListOptions { by, top, all, width, .. } = self.options;
        let mut out = String::new();
        for line in [self.headline(), self.view.roles_line()].iter().flat_map(|line| wrapped(line, width)) {
            push_line(&mut out, &visible_line(&line), width);
        }
        if all {
            let lists = self.view.render_figures() + &self.view.render_tensors(&self.view.all_tensors);
            lists.lines().for_each(|line| push_line(&mut out, line, width));
            return out + &self.view.uncounted_line();
        }
        if !self.view.all_tensors.is_empty() && top > 0 {
            out.push('\n');
            out += &self.table(by, top, width);
        }
        out += &self.view.uncounted_line();
        if !self.view.all_tensors.is_empty() && top > 0 {
            self.options.push_hint(&mut out);
        }
        out
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithGroups<'v> {
            #[serde(flatten)]
            view: &'v MemoryView,
            limit: Option<u64>,
            fits: Option<bool>,
            grouped_by: &'static str,
            groups: Vec<TensorGroupView>,
        }
        let by = self.options.by;
        json_as_declared(&WithGroups {
            view: self.view,
            limit: self.limit,
            fits: self.limit.map(|_| self.fits()),
            grouped_by: by.name(),
            groups: self.view.groups(by),
        })
    }
}

impl MemorySummary<'_> {
    /// Whether the peak is within the memory of a device. True without a limit.
    pub fn fits(&self) -> bool {
        self.limit.is_none_or(|limit| self.view.per_device.peak <= limit)
    }

    /// What is missing if the peak does not fit: `the peak of 91.2 GiB exceeds 80.0 GiB by 11.2 GiB`.
    pub fn shortage(&self) -> Option<String> {
        let peak = self.view.per_device.peak;
        let limit = self.limit.filter(|&limit| peak > limit)?;
        let [peak, most, more] = [peak, limit, peak - limit].map(byte_text);
        Some(format!("the peak of {peak} exceeds {most} by {more}"))
    }

    /// The names of the files that tensors and the peak come from.
    fn file_names(&self) -> FileNames {
        let origins = self.view.all_tensors.iter().map(|tensor| &tensor.origin);
        let origins = origins.chain(self.view.at.iter().map(|at| &at.origin));
        FileNames::new(origins.filter_map(|origin| origin.source.as_ref()))
    }

    fn headline(&self) -> String {
        let view = self.view;
        let limit = self.limit.map(|limit| format!(" of {}", byte_text(limit))).unwrap_or_default();
        let plural = if view.devices == 1 { "" } else { "s" };
        let at = view.at.as_ref().map(|at| match &at.origin.source {
            Some(place) => {
                let name = at.origin.name_stack.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
                format!(", at {}{name}, line {}", self.file_names().line(place), at.line)
            }
            None => format!(", during {}, line {}", at.op, at.line),
        });
        let peak = byte_text(view.per_device.peak);
        format!("peak {peak}{limit} on each of {} device{plural}{}", view.devices, at.unwrap_or_default())
    }

    fn table(&self, by: By, top: usize, width: usize) -> String {
        let files = self.file_names();
        let row = |group: &TensorGroupView| {
            let mut row =
                RankedRow { bytes: group.bytes, times: group.tensors as u64, ..RankedRow::default() };
            match by {
                By::Source => {
                    row.cells = vec![group.tensor.clone().unwrap_or_else(|| "-".into())];
                    row.place = match (&group.source, group.line) {
                        _ if group.role == Some("argument") => "argument".into(),
                        (Some(place), _) => files.line(place),
                        (None, Some(line)) => format!("line {line}"),
                        (None, None) => group.role.unwrap_or("-").into(),
                    };
                    let role = group.role.filter(|role| matches!(*role, "result" | "constant"));
                    let role = role.map(|role| format!("{role} ")).unwrap_or_default();
                    row.name = role + &group.name.as_deref().map(short_stack).unwrap_or_default();
                }
                By::Layer => row.place = group.layer.clone().unwrap_or_else(|| "outside of layers".into()),
                By::Axis => {
                    let axes = group.axes.clone().unwrap_or_default();
                    row.place = if axes.is_empty() { "replicated".into() } else { axes.join(",") };
                }
                By::Kind => row.place = group.role.unwrap_or("-").into(),
            }
            row
        };
        let groups = self.view.groups(by);
        Ranked {
            headings: ["size", "count"],
            cell_headings: if by == By::Source { vec!["tensor"] } else { Vec::new() },
            place_heading: by.name(),
            rows: groups.iter().map(row).collect(),
            figure: byte_text,
            total: self.view.per_device.peak,
            top,
            width,
            rest: "group",
            optional: &[0],
        }
        .render()
    }
}
