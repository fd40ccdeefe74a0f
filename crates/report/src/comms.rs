//! What a partitioned program sends.

use std::collections::BTreeMap;

use serde::Serialize;

/// A collective.
#[derive(Clone, Debug, Serialize)]
pub struct CollectiveView {
    /// What it is, as `all_gather`.
    pub collective: &'static str,
    /// The axes of the mesh along which devices talk.
    pub axes: Vec<String>,
    /// How many devices talk to each other.
    pub group: u64,
    /// Bytes that each device sends, each time.
    pub bytes: u64,
    /// How often it is done, loops counted once.
    pub times: u64,
    /// Whether it is in a loop.
    pub in_loop: bool,
    /// The line of the text that it is there for.
    pub line: usize,
    /// The op there.
    pub op: String,
}

/// Collectives that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TotalView {
    /// What they have in common.
    pub name: String,
    /// How many there are.
    pub count: u64,
    /// Bytes that each device sends, loops counted once.
    pub bytes: u64,
}

/// All collectives of a program.
#[derive(Clone, Debug, Serialize)]
pub struct CommsView {
    /// One after the other.
    pub collectives: Vec<CollectiveView>,
    /// Totals of each kind, the most bytes first.
    pub by_kind: Vec<TotalView>,
    /// Totals of the axes that collectives go along. One along several axes counts for these together.
    pub by_axes: Vec<TotalView>,
    /// Bytes that each device sends, loops counted once.
    pub bytes: u64,
}

impl CommsView {
    /// The view of some collectives.
    pub fn new(collectives: Vec<CollectiveView>) -> Self {
        let axes = |each: &CollectiveView| match each.axes.is_empty() {
            true => "none".to_string(),
            false => each.axes.join(", "),
        };
        Self {
            by_kind: totals(&collectives, |each| each.collective.to_string()),
            by_axes: totals(&collectives, axes),
            bytes: collectives.iter().map(CollectiveView::sent).fold(0, u64::saturating_add),
            collectives,
        }
    }

    /// The view as text.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for each in &self.collectives {
            let (bytes, line) = (each.bytes, each.line);
            out += &format!(
                "{:<18} {:>4} devices  {bytes:>12} B{}  line {line}: {}\n",
                each.collective,
                each.group,
                each.repeated(),
                each.op
            );
        }
        let count = self.collectives.len();
        out + &format!("{count} collectives, {} B sent per device; loops counted once\n", self.bytes)
    }
}

/// Totals by name, the most bytes first.
fn totals(collectives: &[CollectiveView], name: impl Fn(&CollectiveView) -> String) -> Vec<TotalView> {
    let mut totals: BTreeMap<String, TotalView> = BTreeMap::new();
    for each in collectives {
        let total = totals.entry(name(each)).or_default();
        total.count = total.count.saturating_add(each.times);
        total.bytes = total.bytes.saturating_add(each.sent());
    }
    let mut totals: Vec<TotalView> =
        totals.into_iter().map(|(name, total)| TotalView { name, ..total }).collect();
    totals.sort_by_key(|total| std::cmp::Reverse(total.bytes));
    totals
}

impl CollectiveView {
    /// Bytes that each device sends in all, loops counted once.
    pub fn sent(&self) -> u64 {
        self.bytes.saturating_mul(self.times)
    }

    /// How often it is done, where that is not once.
    pub(crate) fn repeated(&self) -> String {
        let calls = if self.times == 1 { String::new() } else { format!(" x{}", self.times) };
        let turns = if self.in_loop { " per turn of a loop" } else { "" };
        format!("{calls}{turns}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_count_calls() {
        let view = |collective, axes: &[&str], bytes, times| CollectiveView {
            collective,
            axes: axes.iter().map(ToString::to_string).collect(),
            group: 2,
            bytes,
            times,
            in_loop: false,
            line: 1,
            op: String::new(),
        };
        let all = CommsView::new(vec![
            view("all_gather", &["x"], 8, 1),
            view("all_reduce", &["x", "y"], 16, 3),
            view("all_gather", &["x", "y"], 4, 1),
        ]);
        let total = |name: &str, count, bytes| TotalView { name: name.into(), count, bytes };
        assert_eq!(all.bytes, 60);
        assert_eq!(all.by_kind, [total("all_reduce", 3, 48), total("all_gather", 2, 12)]);
        assert_eq!(all.by_axes, [total("x, y", 4, 52), total("x", 1, 8)]);
    }
}
