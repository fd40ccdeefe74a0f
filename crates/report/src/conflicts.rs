//! The conflicts of a program in groups, ranked by the bytes that they cost.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::comms::CommsView;
use crate::layers::MergedName;
use crate::propagation::PropagationView;
use crate::ranked::{ListOptions, push_line, shortened, wrapped};
use crate::show::byte_text;
use crate::sources::{FileNames, short_stack};
use crate::view::{View, json_as_declared};
use crate::visible_line;
use crate::why_view::BlameView;

/// The causes of collectives that follow from a conflict at their op. Other collectives have their own cause there.
const CAUSES: [&str; 4] = ["conflict", "reshape", "window", "needs all of a dimension"];

/// The most conflicts of an op that are explained.
const EXPLAINED: usize = 2;

/// Conflicts on one line of the user's own program, over all layers.
#[derive(Clone, Debug, Serialize)]
pub struct ConflictGroupView {
    /// The bytes that each device sends because of them, if that was computed.
    pub sent: Option<u64>,
    /// The bytes on one device of the values that keep their axis.
    pub tensor_bytes: u64,
    /// The number of conflicts.
    pub conflicts: usize,
    /// The number of ops that have them.
    pub ops: usize,
    /// The name of the op.
    pub op: String,
    /// The position: a line of the user's own program, or of the text.
    pub place: String,
    /// The name stack; the numbers of layers are ranges.
    pub name_stack: Option<String>,
    /// The indices of the first op's conflicts in the list of conflicts.
    pub first: Vec<usize>,
}

/// The conflicts of a propagation, summarised.
#[derive(Debug)]
pub struct ConflictSummary<'v> {
    view: &'v PropagationView,
    options: ListOptions,
}

impl PropagationView {
    /// The conflicts in groups.
    pub fn conflict_summary(&self, options: ListOptions) -> ConflictSummary<'_> {
        ConflictSummary { view: self, options }
    }

    /// Adds to each conflict the bytes that its op sends because of conflicts, from the communication of the partitioned
    /// program.
    pub fn add_costs(&mut self, comms: &CommsView) {
        let mut sent: BTreeMap<usize, u64> = BTreeMap::new();
        for each in comms.collectives.iter().filter(|each| CAUSES.contains(&each.cause.name)) {
            let bytes = sent.entry(each.line).or_default();
            *bytes = bytes.saturating_add(each.sent());
        }
        for conflict in &mut self.conflicts {
            conflict.sent = conflict.line.map(|line| sent.get(&line).copied().unwrap_or(0));
        }
    }

    /// The conflicts by source line, in descending order of bytes sent, then of tensor bytes.
    pub fn conflict_groups(&self) -> Vec<ConflictGroupView> {
        // The conflicts of an op have one price, so they stay together.
        let mut ops: BTreeMap<(Option<usize>, &str), Vec<usize>> = BTreeMap::new();
        for (index, conflict) in self.conflicts.iter().enumerate() {
            ops.entry((conflict.line, &conflict.place)).or_default().push(index);
        }
        let mut members: BTreeMap<Vec<String>, Vec<Vec<usize>>> = BTreeMap::new();
        for conflicts in ops.into_values() {
            members.entry(self.key(&conflicts)).or_default().push(conflicts);
        }
        let files = FileNames::new(self.conflicts.iter().filter_map(|each| each.source.source.as_ref()));
        let mut groups: Vec<ConflictGroupView> =
            members.values().map(|ops| self.group(ops, &files)).collect();
        groups.sort_by_key(|group| {
            let bytes = (group.sent.unwrap_or(0), group.tensor_bytes);
            (std::cmp::Reverse(bytes), group.first[0])
        });
        groups
    }

    /// What the conflicts of an op have in common with those of the same op in other layers.
    fn key(&self, conflicts: &[usize]) -> Vec<String> {
        let first = &self.conflicts[conflicts[0]];
        let mut key = vec![first.op.clone()];
        match (first.source.common_key(), first.line) {
            (Some(common), _) => key.extend(common),
            // Without a location, equal dimensions and sizes suggest the same op of several layers.
            (None, Some(_)) => key.extend(conflicts.iter().map(|&index| {
                let BlameView { axis, from_dim, to_dim, factor, tensor_bytes, .. } = &self.conflicts[index];
                format!("{axis} {from_dim} {to_dim} {factor} {tensor_bytes}")
            })),
            (None, None) => key.push(first.place.clone()),
        }
        key
    }

    fn group(&self, ops: &[Vec<usize>], files: &FileNames) -> ConflictGroupView {
        let of_ops = || ops.iter().map(|conflicts| &self.conflicts[conflicts[0]]);
        let all = || ops.iter().flatten().map(|&index| &self.conflicts[index]);
        let first = &self.conflicts[ops[0][0]];
        let sent: Vec<u64> = of_ops().filter_map(|conflict| conflict.sent).collect();
        let stacks: Vec<_> = of_ops().filter_map(|each| each.source.named()).collect();
        let mut names = MergedName::default();
        stacks.iter().for_each(|(name, layer)| names.add(name, *layer));
        ConflictGroupView {
            sent: (!sent.is_empty())
                .then(|| sent.iter().fold(0, |all: u64, bytes| all.saturating_add(*bytes))),
            tensor_bytes: all().fold(0, |all: u64, each| all.saturating_add(each.tensor_bytes)),
            conflicts: all().count(),
            ops: ops.len(),
            op: first.op.clone(),
            place: match (&first.source.source, first.line) {
                (Some(place), _) => files.line(place),
                (None, Some(line)) => format!("line {line}"),
                (None, None) => first.place.clone(),
            },
            name_stack: (!stacks.is_empty()).then(|| names.text()),
            first: ops[0].clone(),
        }
    }
}

impl View for ConflictSummary<'_> {
    fn text(&self) -> String {
        let ListOptions { top, all, width, .. } = self.options;
        if all || self.view.conflicts.is_empty() {
            return self.view.render_conflicts();
        }
        let groups = self.view.conflict_groups();
        let mut out = String::new();
        let headline = self.headline(&groups);
        wrapped(&headline, width).iter().for_each(|line| push_line(&mut out, line, width));
        let figures: Vec<[String; 2]> = groups.iter().map(figures).collect();
        let widest = |at: usize| figures.iter().take(top).map(|f| f[at].chars().count()).max().unwrap_or(0);
        let widths = [widest(0), widest(1)];
        for (group, [bytes, times]) in groups.iter().zip(&figures).take(top) {
            out.push('\n');
            let mut line = format!("{bytes:>0$}  {times:>1$}", widths[0], widths[1]);
            line += &format!("  {}  {}", group.place, group.op);
            let left = width.saturating_sub(line.chars().count() + 2);
            if let Some(name) = group.name_stack.as_ref().filter(|_| left > 8) {
                line += &format!("  {}", shortened(&short_stack(&visible_line(name)), left));
            }
            push_line(&mut out, &visible_line(&line), width);
            for &index in group.first.iter().take(EXPLAINED) {
                let lines = self.view.conflicts[index].explanation();
                for line in lines.iter().flat_map(|line| wrapped(line, width.saturating_sub(4))) {
                    push_line(&mut out, &format!("    {line}"), width);
                }
            }
            if let Some(more) = group.first.len().checked_sub(EXPLAINED).filter(|more| *more > 0) {
                let plural = if more == 1 { "" } else { "s" };
                push_line(&mut out, &format!("    {more} more conflict{plural} of this op"), width);
            }
        }
        if let Some(more) = groups.len().checked_sub(top).filter(|more| *more > 0) {
            let count: usize = groups[top..].iter().map(|group| group.conflicts).sum();
            let plural = if more == 1 { "" } else { "s" };
            out += &format!("\n{count} conflicts in {more} more group{plural}\n");
        }
        self.options.push_hint(&mut out);
        out
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct WithGroups<'v> {
            #[serde(flatten)]
            view: &'v PropagationView,
            conflict_groups: Vec<ConflictGroupView>,
        }
        json_as_declared(&WithGroups { view: self.view, conflict_groups: self.view.conflict_groups() })
    }
}

/// What a group costs, and how many times.
fn figures(group: &ConflictGroupView) -> [String; 2] {
    let bytes = match group.sent {
        Some(sent) if sent > 0 => format!("{} sent", byte_text(sent)),
        _ => format!("{} of tensors", byte_text(group.tensor_bytes)),
    };
    [bytes, format!("{}×", group.ops)]
}

impl ConflictSummary<'_> {
    fn headline(&self, groups: &[ConflictGroupView]) -> String {
        let count = self.view.conflicts.len();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let places = format!(" at {} source line{}", groups.len(), plural(groups.len()));
        let priced: Vec<u64> = groups.iter().filter_map(|group| group.sent).collect();
        let sent = priced.iter().fold(0, |all: u64, bytes| all.saturating_add(*bytes));
        let cost = match (priced.is_empty(), sent) {
            (true, _) => "; ranked by the size of their tensors, as what they send is unknown".into(),
            (false, 0) => {
                "; ranked by the size of their tensors, as no device sends anything for them".into()
            }
            (false, sent) => format!(", for which each device sends {}", byte_text(sent)),
        };
        format!("{count} conflict{}{places}{cost}", plural(count))
    }
}

impl BlameView {
    /// The two sides of a conflict, their shardings if the user has a notation for them, and the reason, a line each.
    fn explanation(&self) -> Vec<String> {
        let Self { from, axis, from_dim, to, to_dim, .. } = self;
        let sides = format!("{from} has {axis} on dimension {from_dim}; {to} does not on dimension {to_dim}");
        let lines = [Some(sides), self.written_sides(), Some(self.reason.clone())];
        lines.into_iter().flatten().map(|line| visible_line(&line).into_owned()).collect()
    }
}
