//! What removes a collective: annotations that were tried, with their effect.

use serde::Serialize;

use crate::comms_groups::CommsGroupView;
use crate::ranked::{push_line, wrapped};
use crate::show::byte_text;
use crate::sources::FileNames;
use crate::suggestions::PriceView;
use crate::visible_line;

/// An annotation that was tried, with what the program costs then.
#[derive(Clone, Debug, Serialize)]
pub struct TriedView {
    /// The line of Python, unless the sharding has no JAX notation.
    pub jax: Option<String>,
    /// The constraint in sdy notation.
    pub sdy: String,
    /// The line of the user's own program after which to add it.
    pub place: Option<String>,
    /// The line of the value in the text.
    pub line: usize,
    /// The first value that it constrains.
    pub value: String,
    /// The number of values that it constrains, one per layer.
    pub values: usize,
    /// Type and sharding without the annotation.
    pub from: String,
    /// Type and sharding with it.
    pub to: String,
    /// The price of the program with it.
    pub after: PriceView,
    /// The bytes that a device still sends in collectives of the group.
    pub left_bytes: u64,
}

/// The answer to the question how to remove a group of collectives.
#[derive(Clone, Debug, Serialize)]
pub struct CommsFixView {
    /// The cheapest annotation that removes all collectives of the group.
    pub removed_by: Option<TriedView>,
    /// The cheapest annotation that leaves some of them, if it makes the program cheaper and none removes them.
    pub reduced_by: Option<TriedView>,
    /// Why no annotation removes them, if none does; otherwise why they are there.
    pub reason: String,
    /// The number of annotations that were tried.
    pub tried: usize,
    /// Whether all candidates were tried; false at the time limit.
    pub is_complete: bool,
}

/// Why collectives with this cause are there, and what no annotation changes about it.
pub fn reason_of_cause(cause: &str) -> &'static str {
    match cause {
        "contracting dimension" => {
            "the product sums over a sharded dimension, so the partial sums of the devices have to be added"
        }
        "reduced dimension" => {
            "the reduction combines a sharded dimension, so the partial results of the devices have to be combined"
        }
        "indexed dimension" => "the op looks up or updates elements of a sharded dimension",
        "window" => "a window or a shift reads elements of neighbouring shards",
        "needs all of a dimension" => "the op needs all of a dimension that its operand has sharded",
        "reshape" => "the reshape does not keep the elements of a shard together",
        "missing rule" => "the op has no factor rule; give it one in a rule file, or an `sdy.sharding_rule`",
        "runs on one device" => "the op runs on one device, which needs all of its operands",
        "result annotation" => {
            "a result is annotated with another sharding than the returned value has; change that annotation"
        }
        "indivisible size" => "the size of a result is not divisible, so it cannot stay sharded; pad it",
        "sharding constraint" => "a sharding constraint demands it; change or remove that constraint",
        "collective in the program" => "the program itself contains the collective",
        _ => "the tensors around the op have shardings that it cannot satisfy together",
    }
}

/// Whether annotations of values can remove a collective with this cause. Others need a rule, or a change of the
/// annotation that demands them.
pub fn can_be_annotated(cause: &str) -> bool {
    !matches!(
        cause,
        "missing rule"
            | "runs on one device"
            | "result annotation"
            | "sharding constraint"
            | "collective in the program"
            | "indivisible size"
    )
}

impl CommsFixView {
    /// The answer for one group, as lines of text.
    pub(crate) fn push_text(
        &self,
        out: &mut String,
        (number, group): (usize, &CommsGroupView),
        before: PriceView,
        files: &FileNames,
        width: usize,
    ) {
        let axes = group.axes.as_deref().unwrap_or_default().join(",");
        let place = match &group.source {
            Some(place) => files.line(place),
            None => format!("line {}", group.line),
        };
        let sent = byte_text(group.bytes);
        let head =
            format!("{number:>2}. {sent}  {} {axes}  {place}", group.collective.unwrap_or("collectives"));
        push_line(out, &visible_line(&head), width);
        let mut line = |text: &str| {
            for part in wrapped(&visible_line(text), width.saturating_sub(4)) {
                push_line(out, &format!("    {part}"), width);
            }
        };
        if self.removed_by.is_none() {
            line(&self.refusal());
        }
        self.annotation().iter().for_each(|code| line(code));
        self.effect(before).iter().for_each(|text| line(text));
    }

    /// The annotation that removes the collectives, or else some of them, as the user writes it.
    pub fn annotation(&self) -> Option<&str> {
        self.removed_by.as_ref().or(self.reduced_by.as_ref()).map(TriedView::code)
    }

    /// Why no annotation removes them, if none does, and what the annotation changes, if there is one. `before` is the price of the
    /// program without it.
    pub fn explanation(&self, before: PriceView) -> Vec<String> {
        let refusal = self.removed_by.is_none().then(|| self.refusal());
        refusal.into_iter().chain(self.effect(before)).collect()
    }

    fn refusal(&self) -> String {
        format!("{}: {}", self.failure(), self.reason)
    }

    fn effect(&self, before: PriceView) -> Vec<String> {
        match (&self.removed_by, &self.reduced_by) {
            (Some(tried), _) => tried.effect("removes it", before),
            (None, Some(tried)) => {
                tried.effect(&format!("leaves {} of it", byte_text(tried.left_bytes)), before)
            }
            (None, None) => Vec::new(),
        }
    }

    fn failure(&self) -> String {
        match (self.tried, self.is_complete) {
            (_, false) => "no annotation was found before the time limit".into(),
            (0, true) => "no annotation to try".into(),
            (1, true) => "the one annotation that was tried does not remove it".into(),
            (tried, true) => format!("none of {tried} annotations removes it"),
        }
    }
}

impl TriedView {
    /// The line of Python. Without a place for it, the user edits the text.
    fn jax_line(&self) -> Option<&str> {
        self.jax.as_deref().filter(|_| self.place.is_some())
    }

    fn code(&self) -> &str {
        self.jax_line().unwrap_or(&self.sdy)
    }

    fn effect(&self, effect: &str, before: PriceView) -> Vec<String> {
        let after_line = match &self.place {
            Some(place) => format!("after {place}"),
            None => format!("after line {}", self.line),
        };
        let more = if self.values > 1 { format!(" and {} more", self.values - 1) } else { String::new() };
        let name = if self.jax_line().is_some() {
            format!("x is {}{more}", self.value)
        } else {
            format!("{}{more}", self.value)
        };
        let change = |before: u64, after: u64| format!("{} → {}", byte_text(before), byte_text(after));
        vec![
            format!("{after_line}; {name}: {} → {}", self.from, self.to),
            format!(
                "{effect}; in total {} sent, peak {}",
                change(before.sent_bytes, self.after.sent_bytes),
                change(before.peak_bytes, self.after.peak_bytes)
            ),
        ]
    }
}
