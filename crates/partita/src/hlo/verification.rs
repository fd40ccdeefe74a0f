//! The view of a comparison.

use partita_engine::{Report, Seeds};
use partita_report::{DifferenceView, LargestView, VerificationView};

/// Creates the view of a comparison; `names` are the names of the results.
pub fn verification_view(report: &Report, names: &[String], seeds: Seeds) -> VerificationView {
    let name = |result: usize| names.get(result).cloned();
    let differences = report.differences.iter().map(|each| DifferenceView {
        seed: each.seed,
        result: each.result,
        name: name(each.result),
        device: each.device,
        difference: each.mismatch.to_string(),
        of_largest_element: each.share,
    });
    VerificationView {
        devices: report.devices,
        seeds: seeds.count,
        results: report.results,
        elements: report.elements,
        largest_difference: report.largest.map(|largest| LargestView {
            result: largest.result,
            name: name(largest.result),
            of_largest_element: largest.share,
        }),
        own_rounding: report.own_rounding,
        not_compared: report.unstable.clone(),
        equal: report.differences.is_empty(),
        differences: differences.collect(),
        names: names.to_vec(),
        wrong_results: report.wrong_results(),
    }
}
