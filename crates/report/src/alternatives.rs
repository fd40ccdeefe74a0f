//! What the alternatives to a sharding would have cost.

use serde::Serialize;

use crate::cost::seconds_text;
use crate::plan::PlanFigures;
use crate::show::byte_text;
use crate::table::Table;

/// A sharding of a value, and what the program costs with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlternativeView {
    /// Type and sharding in short notation.
    pub sharding: String,
    /// Whether the program has it.
    pub current: bool,
    /// What the program costs; absent if it cannot be partitioned.
    #[serde(flatten)]
    pub figures: Option<PlanFigures>,
}

/// The shardings that a value could have, the fastest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlternativesView {
    /// The name of the hardware.
    pub hardware: String,
    /// The shardings that were tried.
    pub tried: Vec<AlternativeView>,
    /// The number of shardings that were not tried, because they differ most.
    pub left_out: usize,
}

impl AlternativesView {
    /// The table as text.
    pub(crate) fn render(&self) -> String {
        let mut table = Table::default();
        table.row(["alternatives", "step", "sent", "collectives", "peak", ""].map(String::from));
        for each in &self.tried {
            let mark = if each.current { "as it is" } else { "" };
            let cells = match &each.figures {
                Some(PlanFigures { step_seconds, peak_bytes, sent_bytes, collectives }) => [
                    seconds_text(*step_seconds),
                    byte_text(*sent_bytes),
                    collectives.to_string(),
                    byte_text(*peak_bytes),
                ],
                None => ["cannot be partitioned".into(), String::new(), String::new(), String::new()],
            };
            let [step, sent, collectives, peak] = cells;
            table.row([each.sharding.clone(), step, sent, collectives, peak, mark.to_string()]);
        }
        let mut text = table.render("");
        if self.left_out > 0 {
            text += &format!("{} others differ more and were not tried\n", self.left_out);
        }
        text
    }
}
