//! `partita verify`

use partita::hlo::{Report, Seeds};
use partita_engine::verify_watched;
use serde_json::json;

use super::partition::each_module;
use crate::args::{Common, EngineChoice, EngineName, Input, OutputFormat, Partitioning};
use crate::{FINDINGS, FINE, USAGE, engine, input, output, progress};

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    seeds: Seeds,
    (choice, reference): (&EngineChoice, EngineName),
    common: &Common,
) -> u8 {
    if let Some(message) = engine::misused(choice, Some(reference)) {
        output::error(&message);
        return USAGE;
    }
    each_module(arguments, options, common, |partitioned, timing| {
        let report = timing.stage("run", || {
            let program = partitioned.runnable()?;
            let run = || {
                let mut engine = engine::local(choice, program.devices)?;
                let mut reference = engine::reference(reference, choice)?;
                let mut watch = |done| progress::count(done as usize, seeds.count as usize, "sets of inputs");
                watch(0);
                verify_watched(&program, seeds, &mut *engine, &mut *reference, &mut watch)
            };
            run().map_err(|failure| partitioned.failed(&failure))
        });
        match report {
            Ok(report) => show(&report, seeds, common),
            Err(error) => input::refuse(&error, common),
        }
    })
}

fn show(report: &Report, seeds: Seeds, common: &Common) -> u8 {
    if common.format == OutputFormat::Json {
        let differences: Vec<_> = report
            .differences
            .iter()
            .map(|each| {
                json!({
                    "seed": each.seed,
                    "result": each.result,
                    "device": each.device,
                    "difference": each.mismatch.to_string(),
                })
            })
            .collect();
        let view = json!({
            "devices": report.devices,
            "seeds": seeds.count,
            "results": report.results,
            "elements": report.elements,
            "only_rounding": report.only_rounding,
            "equal": report.differences.is_empty(),
            "differences": differences,
        });
        output::print(&format!("{view:#}\n"));
    } else {
        for each in &report.differences {
            output::print(&format!(
                "result {} on device {} with seed {}: {}\n",
                each.result, each.device, each.seed, each.mismatch
            ));
        }
        let verdict = match (report.differences.is_empty(), report.only_rounding) {
            (true, false) => "equal",
            (true, true) => "equal in f64, apart by rounding as written",
            (false, _) => "DIFFERENT",
        };
        output::print(&format!(
            "{verdict}: {} results, {} elements, {} devices against one, {} sets of inputs\n",
            report.results, report.elements, report.devices, seeds.count
        ));
    }
    if report.differences.is_empty() { FINE } else { FINDINGS }
}
