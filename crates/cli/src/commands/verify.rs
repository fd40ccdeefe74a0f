//! `partita verify`

use partita::hlo::{Allowed, Check, Report, Seeds, verify_on};
use serde_json::json;

use super::partition::each_module;
use crate::args::{Common, OutputFormat, Verify};
use crate::exit::Exit;
use crate::{engine, input, output, progress};

pub(super) fn run(arguments: &Verify, common: &Common) -> Exit {
    let Verify { input, partition, engine: choice, reference, .. } = arguments;
    let seeds = Seeds { first: arguments.seed, count: arguments.seeds };
    let check = Check { seeds, allowed: allowed(arguments) };
    if let Some(message) = engine::misused(choice, Some(*reference), &common.budget) {
        output::error(&message);
        return Exit::Usage;
    }
    each_module(input, partition, common, |partitioned, timing| {
        let report = timing.stage("run", || {
            let program = partitioned.runnable()?;
            let run = || {
                let mut engine = engine::local(choice, program.devices, common.limits)?;
                let mut reference = engine::reference(*reference, choice, common.limits)?;
                let count = check.seeds.count as usize;
                let mut watch = |done| progress::count(done as usize, count, "sets of inputs");
                watch(0);
                verify_on(&program, check, &mut *engine, &mut *reference, &mut watch)
            };
            let report = run().map_err(|failure| partitioned.failed(&failure))?;
            Ok((report, program.result_names))
        });
        match report {
            Ok((report, names)) => show(&report, &names, check.seeds, common),
            Err(error) => input::refuse(&error, common),
        }
    })
}

/// What is allowed by options; only rounding where none is given.
fn allowed(arguments: &Verify) -> Allowed {
    match (arguments.rtol, arguments.atol) {
        (None, None) => Allowed::Rounding,
        (rtol, atol) => Allowed::Within { relative: rtol.unwrap_or(0.0), absolute: atol.unwrap_or(0.0) },
    }
}

/// How many differences are listed.
const LISTED: usize = 10;

fn show(report: &Report, names: &[String], seeds: Seeds, common: &Common) -> Exit {
    if common.format == OutputFormat::Json {
        output::print_json(&as_json(report, names, seeds));
    } else {
        let name = |result: usize| names.get(result).map_or("", String::as_str);
        for each in report.differences.iter().take(LISTED) {
            output::print(&format!(
                "{} on device {} with seed {}: {}; {:.1e} of the largest element\n",
                name(each.result),
                each.device,
                each.seed,
                each.mismatch,
                each.share
            ));
        }
        if let Some(more) = report.differences.len().checked_sub(LISTED).filter(|&more| more > 0) {
            output::print(&format!("and {more} more differences\n"));
        }
        if !report.unstable.is_empty() {
            let list: Vec<&str> = report.unstable.iter().map(|&result| name(result)).collect();
            output::print(&format!(
                "not compared, because rounding alone changes them as much as an error would: {}\n",
                list.join(", ")
            ));
        }
        output::print(&format!("{}\n", summary(report, names, seeds)));
    }
    Exit::checked(report.differences.is_empty())
}

/// The outcome in one line that separates rounding from errors.
fn summary(report: &Report, names: &[String], seeds: Seeds) -> String {
    let wrong = report.differences.iter().max_by(|a, b| a.share.total_cmp(&b.share));
    let (verdict, largest) = match (wrong, report.largest) {
        (Some(worst), _) => {
            (format!("DIFFERENT: {} of", report.wrong_results()), Some((worst.result, worst.share)))
        }
        (None, Some(largest)) => {
            ("equal within rounding:".to_string(), Some((largest.result, largest.share)))
        }
        (None, None) if report.unstable.is_empty() => ("equal:".to_string(), None),
        (None, None) => ("equal within rounding:".to_string(), None),
    };
    let mut line = format!(
        "{verdict} {} results, {} elements, {} devices against one, {} sets of inputs",
        report.results, report.elements, report.devices, seeds.count
    );
    if let Some((result, share)) = largest {
        let name = names.get(result).map_or("", String::as_str);
        line += &format!("; largest difference {share:.1e} of the largest element ({name})");
    }
    if let Some(rounding) = report.own_rounding {
        line += &format!(", the reference's own rounding {rounding:.1e}");
    }
    line
}

fn as_json(report: &Report, names: &[String], seeds: Seeds) -> serde_json::Value {
    let differences: Vec<_> = report
        .differences
        .iter()
        .map(|each| {
            json!({
                "seed": each.seed,
                "result": each.result,
                "name": names.get(each.result),
                "device": each.device,
                "difference": each.mismatch.to_string(),
                "of_largest_element": each.share,
            })
        })
        .collect();
    let largest = report.largest.map(|largest| {
        json!({
            "result": largest.result,
            "name": names.get(largest.result),
            "of_largest_element": largest.share,
        })
    });
    json!({
        "devices": report.devices,
        "seeds": seeds.count,
        "results": report.results,
        "elements": report.elements,
        "largest_difference": largest,
        "own_rounding": report.own_rounding,
        "not_compared": report.unstable,
        "equal": report.differences.is_empty(),
        "differences": differences,
    })
}
