//! The answers of `why` and `why-not`, as data and as text.

use std::fmt::Write;

use serde::Serialize;

use crate::Table;
use crate::alternatives::AlternativesView;
use crate::sources::SourceView;
use crate::view::{OneOrList, View, json_by_name};

/// The source of the sharding of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// An annotation in the text.
    Given,
    /// An annotation that propagation extended.
    Extended,
    /// Propagation alone.
    Propagated,
}

/// One step on the path of an axis.
#[derive(Clone, Debug, Serialize)]
pub struct HopView {
    /// The value that received the axis.
    pub value: String,
    /// The dimension of that value.
    pub dim: usize,
    /// The op that propagated the axis.
    pub op: String,
    /// The factor of the op's rule, with its size.
    pub factor: Option<String>,
    /// The position of the op.
    pub place: String,
    /// The round of propagation: priorities and strategy.
    pub layer: String,
}

/// The origin of one axis of a dimension.
#[derive(Clone, Debug, Serialize)]
pub struct OriginView {
    /// The axis in short notation.
    pub axis: String,
    /// The annotated value.
    pub value: String,
    /// The annotated dimension.
    pub dim: usize,
    /// The position of the annotation.
    pub place: String,
    /// The priority of the annotation.
    pub priority: u64,
    /// The path from there to the value.
    pub hops: Vec<HopView>,
    /// The number of omitted hops in the middle of the path.
    #[serde(skip_serializing_if = "is_zero")]
    pub hops_left_out: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A dimension and the origins of its axes.
#[derive(Clone, Debug, Serialize)]
pub struct DimView {
    /// The index of the dimension, from 0.
    pub dim: usize,
    /// The global size; `None` if it is not a number.
    pub size: Option<u64>,
    /// The origin of each axis, major first.
    pub origins: Vec<OriginView>,
}

/// The explanation of the sharding of a value.
#[derive(Clone, Debug, Serialize)]
pub struct WhyView {
    /// The name of the value.
    pub value: String,
    /// Type and sharding in short notation.
    pub short: String,
    /// Type and sharding in the notation of the user, unless that is the short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// All dimensions, or the requested one.
    pub dims: Vec<DimView>,
    /// The factor tables of the op that defines it, one per step.
    pub tables: Vec<String>,
    /// What other shardings would cost, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<AlternativesView>,
}

/// An op that does not propagate an axis from one of its tensors to another.
#[derive(Clone, Debug, Serialize)]
pub struct BlameView {
    /// The name of the op.
    pub op: String,
    /// The position of the op.
    pub place: String,
    /// The axis in short notation.
    pub axis: String,
    /// The value that has the axis.
    pub from: String,
    /// The dimension that has it.
    pub from_dim: usize,
    /// The value that does not have the axis.
    pub to: String,
    /// The dimension that does not have it.
    pub to_dim: usize,
    /// The factor that connects both dimensions.
    pub factor: String,
    /// The reason why the axis does not propagate.
    pub reason: String,
    /// The line of the op in the text; absent for a conflict outside of ops.
    pub line: Option<usize>,
    /// The bytes of the value that has the axis, on one device.
    pub tensor_bytes: u64,
    /// The bytes that each device sends for the op because of conflicts, if that was computed.
    pub sent: Option<u64>,
    /// Type and sharding of both values in the notation of the user, unless that is the short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notations: Option<[String; 2]>,
    /// The origin of the op in the user's own program.
    #[serde(flatten)]
    pub source: SourceView,
}

/// An op without a factor rule, which therefore does not propagate an axis.
#[derive(Clone, Debug, Serialize)]
pub struct BarrierView {
    /// The name of the op, with the target of a call.
    pub op: String,
    /// The position of the op.
    pub place: String,
    /// The value that has the axis.
    pub from: String,
    /// The dimension that has it.
    pub from_dim: usize,
}

/// The explanation why a dimension of a value is not sharded along an axis.
#[derive(Clone, Debug, Serialize)]
pub struct WhyNotView {
    /// The name of the value.
    pub value: String,
    /// Type and sharding in short notation.
    pub short: String,
    /// Type and sharding in the notation of the user, unless that is the short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The index of the dimension, from 0.
    pub dim: usize,
    /// The axis in short notation.
    pub axis: String,
    /// Whether the dimension does have the axis.
    pub present: bool,
    /// The reason in the sharding of the value itself, if there is one.
    pub own: Option<String>,
    /// The adjacent ops that do not propagate the axis.
    pub blames: Vec<BlameView>,
    /// Ops without a rule that have the axis on their other side.
    pub without_rule: Vec<BarrierView>,
    /// Values that use the axis, if no adjacent op has it.
    pub elsewhere: Vec<String>,
}

/// The answers to one question, one for each tensor with the given name.
#[derive(Clone, Debug)]
pub struct AnswersView<V>(pub Vec<V>);

impl View for AnswersView<WhyView> {
    fn text(&self) -> String {
        self.0.iter().map(WhyView::render).collect::<Vec<_>>().join("\n")
    }

    fn json(&self) -> String {
        json_by_name(&OneOrList::from(&self.0[..]))
    }
}

impl View for AnswersView<WhyNotView> {
    fn text(&self) -> String {
        self.0.iter().map(WhyNotView::render).collect::<Vec<_>>().join("\n")
    }

    fn json(&self) -> String {
        json_by_name(&OneOrList::from(&self.0[..]))
    }
}

impl DimView {
    /// The dimension with its size: `dimension 0 (4)`. A size that is not a number is left out.
    pub fn heading(&self) -> String {
        match self.size {
            None => format!("dimension {}", self.dim),
            Some(size) => format!("dimension {} ({size})", self.dim),
        }
    }
}

impl WhyView {
    /// The explanation as text.
    pub fn render(&self) -> String {
        let mut out = format!("{} is {}\n", self.value, self.notation.as_ref().unwrap_or(&self.short));
        for dim in &self.dims {
            if dim.origins.is_empty() {
                let _ = writeln!(out, "{}: no axes", dim.heading());
                continue;
            }
            for origin in &dim.origins {
                let _ = writeln!(out, "{}: {}", dim.heading(), origin.axis);
                let priority = if origin.priority > 0 {
                    format!(", priority {}", origin.priority)
                } else {
                    String::new()
                };
                let _ = writeln!(
                    out,
                    "  given on {} dimension {} at {}{priority}",
                    origin.value, origin.dim, origin.place
                );
                let mut table = Table::default();
                for hop in &origin.hops {
                    let factor = hop.factor.as_ref().map(|f| format!(" along {f}")).unwrap_or_default();
                    table.row([
                        format!("-> {} dimension {}", hop.value, hop.dim),
                        format!("by {}{factor}", hop.op),
                        format!("({})", hop.place),
                        format!("[{}]", hop.layer),
                    ]);
                }
                out.push_str(&table.render("  "));
            }
        }
        for table in &self.tables {
            out.push('\n');
            out.push_str(table);
        }
        if let Some(alternatives) = &self.alternatives {
            out.push('\n');
            out.push_str(&alternatives.render());
        }
        out
    }
}

impl BlameView {
    /// Both values with their shardings in the notation of the user, if there is one.
    pub(crate) fn written_sides(&self) -> Option<String> {
        let [from, to] = self.notations.as_ref()?;
        Some(format!("{} is {from}; {} is {to}", self.from, self.to))
    }

    /// The conflict in three lines, and the shardings in the notation of the user in another one.
    pub fn render_conflict(&self) -> String {
        let sides = self.written_sides().map(|sides| format!("  {sides}\n")).unwrap_or_default();
        format!(
            "{} ({}), factor {}:\n  {} has {} on dimension {}; {} does not on dimension {}\n{sides}  {}\n",
            self.op,
            self.place,
            self.factor,
            self.from,
            self.axis,
            self.from_dim,
            self.to,
            self.to_dim,
            self.reason
        )
    }

    /// The op and the reason, in two lines.
    pub fn render(&self) -> String {
        format!(
            "{} ({}) has {} on {} dimension {}, along {}:\n  {}\n",
            self.op, self.place, self.axis, self.from, self.from_dim, self.factor, self.reason
        )
    }
}

impl WhyNotView {
    /// The explanation as text.
    pub fn render(&self) -> String {
        let mut out = format!("{} is {}\n", self.value, self.notation.as_ref().unwrap_or(&self.short));
        if self.present {
            let _ = writeln!(out, "dimension {} has {}; use `why` instead", self.dim, self.axis);
            return out;
        }
        let _ = writeln!(out, "dimension {} does not have {}:", self.dim, self.axis);
        if let Some(own) = &self.own {
            let _ = writeln!(out, "  {own}");
        }
        for blame in &self.blames {
            for line in blame.render().lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        for BarrierView { op, place, from, from_dim } in &self.without_rule {
            let _ = writeln!(
                out,
                "  {op} ({place}) has {} on {from} dimension {from_dim}, but no factor rule to propagate it:\n    \
                 give the op an `sdy.sharding_rule`, or add a rule for its target to a rule file (`Propagation::rules`)",
                self.axis
            );
        }
        if self.blames.is_empty() && self.own.is_none() && self.without_rule.is_empty() {
            out.push_str(
                "  no adjacent op has this axis along the dimension, so nothing propagates it here\n",
            );
        }
        if !self.elsewhere.is_empty() {
            let _ = writeln!(out, "  {} is on {}", self.axis, self.elsewhere.join(", "));
        }
        out
    }
}
