//! `partita onnx check`

use partita::Severity;
use partita::onnx::CheckOptions;
use partita::report::no_errors_line;

use super::load::load_model;
use super::{has_errors, mode, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::{Check, Rules};
use crate::output::{self, Timing};

pub(super) fn run_onnx_check(arguments: &Check, common: &Common) -> Outcome {
    let Check { model, deny_warnings, rules } = arguments;
    let mut timing = Timing::default();
    let mut loaded = timing.stage("read", || load_model(model, common))?;
    let mut findings = std::mem::take(&mut loaded.findings);
    findings.extend(timing.stage("check", || loaded.check(&options(rules))));
    print_findings(&loaded.name, &findings, common);
    timing.report(common);
    let warnings = findings.iter().any(|finding| finding.severity == Severity::Warning);
    let failed = has_errors(&findings) || *deny_warnings && warnings;
    if !failed && common.format == OutputFormat::Text {
        let nodes = loaded.model.graph.as_ref().map_or(0, |graph| graph.node.len());
        output::print_text(&no_errors_line(&loaded.name, 1, nodes, "node"));
    }
    Ok(Exit::checked(!failed))
}

/// The options of the check.
fn options(rules: &Rules) -> CheckOptions {
    CheckOptions::default()
        .mode(mode(rules, CheckOptions::default().mode))
        .configuration(rules.only.configuration.clone())
}
