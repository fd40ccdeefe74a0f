//! `partita onnx check`

use partita_base::Severity;
use partita_onnx::check;
use partita_onnx::file::check_external;
use partita_onnx::structure::check_structure;
use partita_onnx::{Finding, infer_types};

use super::load::{Loaded, load};
use super::{has_errors, mode, print_findings};
use crate::args::{Common, OutputFormat};
use crate::onnx_args::{Model, Rules};
use crate::output::{self, Timing};
use crate::{FINDINGS, FINE};

pub(super) fn run(argument: &Model, deny_warnings: bool, rules: &Rules, common: &Common) -> Result<u8, u8> {
    let mut timing = Timing::default();
    let mut loaded = timing.stage("read", || load(argument, common))?;
    let mut findings = std::mem::take(&mut loaded.findings);
    findings.extend(timing.stage("check", || all_findings(&loaded, rules)));
    print_findings(&loaded.name, &findings, common);
    timing.report(common);
    let warnings = findings.iter().any(|finding| finding.severity == Severity::Warning);
    let failed = has_errors(&findings) || deny_warnings && warnings;
    if !failed && common.format == OutputFormat::Text {
        let nodes = loaded.model.graph.as_ref().map_or(0, |graph| graph.node.len());
        output::print(&format!("{}: {nodes} nodes, no errors\n", loaded.name));
    }
    Ok(if failed { FINDINGS } else { FINE })
}

/// Everything wrong with a model.
pub(super) fn all_findings(loaded: &Loaded, rules: &Rules) -> Vec<Finding> {
    let mut findings = check_structure(&loaded.model);
    let options = check::Options {
        mode: mode(rules),
        configuration: rules.configuration.clone(),
        ..check::Options::default()
    };
    findings.extend(check::check_model(&loaded.model, &infer_types(&loaded.model), &options));
    if let Some(folder) = &loaded.folder {
        findings.extend(check_external(&loaded.model, |location| folder.size(location)));
    }
    findings
}
