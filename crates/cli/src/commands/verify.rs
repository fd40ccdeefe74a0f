//! `partita verify`

use partita_base::Diagnostics;
use partita_engine::{Failure, Program, Report, Seeds, verify_on};
use serde_json::json;

use super::partition::{Stage, each_module};
use crate::args::{Common, EngineChoice, EngineName, Input, OutputFormat, Partitioning};
use crate::{FINDINGS, FINE, USAGE, engine, input, output};

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
    each_module(arguments, options, common, |stage| {
        let report = stage.timing.stage("run", || {
            let program = Program::new(stage.global, stage.local)?;
            let mut engine = engine::local(choice, program.devices)?;
            let mut reference = engine::reference(reference, choice)?;
            verify_on(&program, seeds, &mut *engine, &mut *reference)
        });
        match report {
            Ok(report) => show(&report, seeds, common),
            Err(failure) => {
                input::print_findings(stage.source, &findings(stage, &failure), common);
                FINDINGS
            }
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

/// Why a comparison could not be made.
pub(super) fn findings(stage: &Stage<'_>, failure: &Failure) -> Diagnostics {
    let span = stage.global.op(stage.global.top()).span;
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(failure.diagnostic(span));
    diagnostics
}
