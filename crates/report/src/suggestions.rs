//! Annotations that make a program send less and need less memory.

use serde::Serialize;

use crate::show::byte_text;
use crate::view::{View, json_as_declared};
use crate::visible_line;

/// What a program costs on each device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PriceView {
    /// The maximum number of bytes that one device sends.
    pub sent_bytes: u64,
    /// The peak memory.
    pub peak_bytes: u64,
}

/// One annotation, with the prices before and after it.
#[derive(Clone, Debug, Serialize)]
pub struct SuggestionView {
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
    /// The side of the conflict that it favours.
    pub from_side: String,
    /// The reason why that side lost.
    pub reason: String,
    /// The number of the conflict among all conflicts.
    pub conflict_number: usize,
    /// The number of conflicts.
    pub conflicts: usize,
    /// The price without the annotation, and with all previous ones.
    pub before: PriceView,
    /// The price with it.
    pub after: PriceView,
}

/// The annotations that improve a program.
#[derive(Clone, Debug, Serialize)]
pub struct SuggestView {
    /// The price of the program.
    pub before: PriceView,
    /// The price with all annotations.
    pub after: PriceView,
    /// The annotations in the order in which they were chosen.
    pub suggestions: Vec<SuggestionView>,
    /// The number of conflicts of the program.
    pub conflicts: usize,
    /// The number of programs that were priced.
    pub trials: usize,
    /// The reason why the search ended: `no improvement`, `trial limit` or `time limit`.
    pub stopped: &'static str,
    /// The smallest improvement that counts, as a share.
    pub margin: f64,
}

impl View for SuggestView {
    fn text(&self) -> String {
        let mut out = self.headline();
        for (index, each) in self.suggestions.iter().enumerate() {
            out.push_str(&format!("\n{:>2}. {}", index + 1, each.text()));
        }
        if self.trials > 0 || self.stopped != "no improvement" {
            let trials = if self.trials == 1 { "1 trial".into() } else { format!("{} trials", self.trials) };
            let end = match self.stopped {
                "no improvement" => format!(
                    "no further constraint improves bytes and peak together by {} %",
                    self.margin * 100.0
                ),
                other => format!("stopped at the {other}, so there may be better ones"),
            };
            out.push_str(&format!("\n{trials}; {end}\n"));
        }
        out
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

impl SuggestView {
    fn headline(&self) -> String {
        let (a, b) = (self.before, self.after);
        let now =
            format!("{} sent and a peak of {} per device", byte_text(a.sent_bytes), byte_text(a.peak_bytes));
        match (self.suggestions.len(), self.conflicts) {
            (0, 0) => format!("no conflicts, so nothing to suggest\n{now}\n"),
            (0, _) if self.stopped != "no improvement" => format!("no improvement found\n{now}\n"),
            (0, 1) => format!("no constraint at the conflict improves the program\n{now}\n"),
            (0, count) => format!("no constraint at the {count} conflicts improves the program\n{now}\n"),
            (count, _) => format!(
                "{count} annotation{} {} traffic from {} to {}\nand peak memory from {} to {} per device\n",
                if count == 1 { "" } else { "s" },
                match (b.sent_bytes <= a.sent_bytes && b.peak_bytes <= a.peak_bytes, count == 1) {
                    (true, true) => "reduces",
                    (true, false) => "reduce",
                    (false, true) => "changes",
                    (false, false) => "change",
                },
                byte_text(a.sent_bytes),
                byte_text(b.sent_bytes),
                byte_text(a.peak_bytes),
                byte_text(b.peak_bytes)
            ),
        }
    }
}

impl SuggestionView {
    fn text(&self) -> String {
        // Without a line of Python, the user edits the text.
        let jax = self.jax.as_ref().filter(|_| self.place.is_some());
        let place = match &self.place {
            Some(place) => format!("{place}  (line {} of the program)", self.line),
            None => format!("line {}", self.line),
        };
        let code = jax.unwrap_or(&self.sdy);
        let change = |before: u64, after: u64| {
            let sign = if after <= before { "−" } else { "+" };
            format!("{sign}{}", byte_text(before.abs_diff(after)))
        };
        let name = if jax.is_some() { format!("x is {}", self.value) } else { self.value.clone() };
        let more = if self.values > 1 {
            format!(" and {} more on this line", self.values - 1)
        } else {
            String::new()
        };
        let lines = [
            place,
            format!("      {code}"),
            format!(
                "    {} sent, {} peak",
                change(self.before.sent_bytes, self.after.sent_bytes),
                change(self.before.peak_bytes, self.after.peak_bytes)
            ),
            format!("    {name}{more}: {} → {}", self.from, self.to),
            format!(
                "    decides conflict {} of {}: {}",
                self.conflict_number, self.conflicts, self.from_side
            ),
            format!("    but {}", self.reason),
        ];
        lines.iter().map(|line| format!("{}\n", visible_line(line))).collect()
    }
}
