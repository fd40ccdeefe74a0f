//! `partita onnx annotate`

use bytes::Bytes;
use partita_base::code;
use partita_onnx::annotate::{annotate, read_annotations};
use partita_onnx::file::Edits;
use partita_onnx::structure::check_structure;
use partita_onnx::{Finding, Place};

use super::load::{Loaded, load};
use super::write::{refuse_mixed_output, write_pieces};
use super::{has_errors, print_findings};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::onnx_args::Annotate;
use crate::{output, reading};

pub(super) fn run(arguments: &Annotate, common: &Common) -> Outcome {
    let Annotate { model, specs, output: target } = arguments;
    refuse_mixed_output(target, common)?;
    let loaded = load(model, common)?;
    let text = reading::read_text(specs).map_err(|error| {
        output::error(&format!("cannot read {}: {error}", specs.display()));
        Exit::Usage
    })?;
    let wrong = |name: &str, findings: &[Finding]| {
        print_findings(name, findings, common);
        Exit::Findings
    };
    let name = specs.display().to_string();
    let wanted = read_annotations(&text).map_err(|finding| wrong(&name, &[*finding]))?;
    let edits = annotate(&loaded.model, &wanted).map_err(|findings| wrong(&name, &findings))?;
    let (pieces, findings) = changed(&loaded, &edits).map_err(|finding| wrong(&name, &[*finding]))?;
    if has_errors(&findings) {
        return Err(wrong(&loaded.name, &findings));
    }
    if common.format == OutputFormat::Json {
        print_findings(&loaded.name, &findings, common);
    } else if !findings.is_empty() {
        output::eprint_rendered(&partita_report::render_findings(
            &loaded.name,
            &findings,
            output::color(common),
        ));
    }
    write_pieces(target, &pieces).map(|()| Exit::Fine)
}

/// The changed file, and what is wrong with it that was not wrong before.
fn changed(loaded: &Loaded, edits: &Edits) -> Result<(Vec<Bytes>, Vec<Finding>), Box<Finding>> {
    let broken = |message: String| Box::new(Finding::error(code::ONNX_SPECS_FILE, Place::default(), message));
    let pieces = edits.apply(&loaded.bytes).map_err(|error| broken(error.to_string()))?;
    let mut model = loaded.model.clone();
    edits.apply_to(&mut model).map_err(|error| broken(error.to_string()))?;
    let before = check_structure(&loaded.model);
    let mut after = check_structure(&model);
    after.retain(|finding| !before.contains(finding));
    Ok((pieces, after))
}
