//! The comparison of the partitioned program with the unpartitioned one.

use std::fmt::Write as _;

use serde::Serialize;

use crate::view::{View, counted, json_by_name};

/// The maximum number of listed differences.
const LISTED: usize = 10;

/// The result of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct VerificationView {
    /// The number of devices that ran the partitioned program.
    pub devices: usize,
    /// The number of input sets.
    pub seeds: u64,
    /// The number of results.
    pub results: usize,
    /// The number of compared elements.
    pub elements: u64,
    /// The largest difference due to rounding.
    pub largest_difference: Option<LargestView>,
    /// The rounding error of the reference itself, relative to the largest element, if it was measured.
    pub own_rounding: Option<f64>,
    /// Results that cannot be compared, because rounding alone changes them as much as an error would.
    pub not_compared: Vec<usize>,
    /// Whether all differences are due to rounding.
    pub equal: bool,
    /// All other differences.
    pub differences: Vec<DifferenceView>,
    /// The names of the results.
    #[serde(skip)]
    pub names: Vec<String>,
    /// The number of results that differ.
    #[serde(skip)]
    pub wrong_results: usize,
}

/// The largest difference due to rounding.
#[derive(Clone, Debug, Serialize)]
pub struct LargestView {
    /// The index of the result.
    pub result: usize,
    /// The name of the result.
    pub name: Option<String>,
    /// The difference relative to the largest element.
    pub of_largest_element: f64,
}

/// A difference that is not due to rounding.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceView {
    /// The seed of the inputs.
    pub seed: u64,
    /// The index of the result.
    pub result: usize,
    /// The name of the result.
    pub name: Option<String>,
    /// The id of the device whose result differs.
    pub device: usize,
    /// The difference as text.
    pub difference: String,
    /// The difference relative to the largest element.
    pub of_largest_element: f64,
}

impl View for VerificationView {
    fn text(&self) -> String {
        self.render()
    }

    fn json(&self) -> String {
        json_by_name(self)
    }
}

impl VerificationView {
    /// The differences, followed by the summary line.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for each in self.differences.iter().take(LISTED) {
            let _ = writeln!(
                out,
                "{} on device {} with seed {}: {}; {:.1e} of the largest element",
                self.name(each.result),
                each.device,
                each.seed,
                each.difference,
                each.of_largest_element
            );
        }
        if let Some(more) = self.differences.len().checked_sub(LISTED).filter(|&more| more > 0) {
            let _ = writeln!(out, "and {more} more differences");
        }
        if !self.not_compared.is_empty() {
            let list: Vec<&str> = self.not_compared.iter().map(|&result| self.name(result)).collect();
            let _ = writeln!(
                out,
                "not compared, because rounding alone can change these results as much as an error: {}",
                list.join(", ")
            );
        }
        out + &self.summary() + "\n"
    }

    fn name(&self, result: usize) -> &str {
        self.names.get(result).map_or("", String::as_str)
    }

    /// The result in one line.
    fn summary(&self) -> String {
        let share = |each: &&DifferenceView| each.of_largest_element;
        let wrong = self.differences.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
        let (verdict, largest) = match (wrong, &self.largest_difference) {
            (Some(worst), _) => (
                format!("DIFFERENT: {} of", self.wrong_results),
                Some((worst.result, worst.of_largest_element)),
            ),
            (None, Some(largest)) => {
                let largest = (largest.result, largest.of_largest_element);
                ("equal within rounding:".to_string(), Some(largest))
            }
            (None, None) if self.not_compared.is_empty() => ("equal:".to_string(), None),
            (None, None) => ("equal within rounding:".to_string(), None),
        };
        let mut line = format!(
            "{verdict} {}, {}, {} against one, {} of inputs",
            counted(self.results as u64, "result"),
            counted(self.elements, "element"),
            counted(self.devices as u64, "device"),
            counted(self.seeds, "set")
        );
        if let Some((result, share)) = largest {
            let _ = write!(
                line,
                "; largest difference {share:.1e} of the largest element ({})",
                self.name(result)
            );
        }
        if let Some(rounding) = self.own_rounding {
            let _ = write!(line, ", the reference's own rounding {rounding:.1e}");
        }
        line
    }
}
