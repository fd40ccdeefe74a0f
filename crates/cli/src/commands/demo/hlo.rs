//! The StableHLO examples.

use partita::hlo::{self, PrintOptions, Program, UnknownDialects};
use partita::report::{Color, ModuleView, PartitionedBrief, render_diagnostics};
use partita::{Diagnostics, Error, Severity, Source};

use super::Verdict;
use crate::input;

/// An example: its name, a description, its text, the codes it must report, and the code of its rejection if it cannot be
/// partitioned.
pub(super) struct Example {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) text: &'static str,
    errors: &'static [&'static str],
    refused: Option<&'static str>,
}

macro_rules! example {
    ($name:literal, $about:literal, [$($error:literal),*], $refused:expr) => {
        Example {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../../../examples/", $name, ".mlir")),
            errors: &[$($error),*],
            refused: $refused,
        }
    };
}

pub(super) const EXAMPLES: &[Example] = &[
    example!("mlp", "a two-layer perceptron with its update step, as JAX lowers it", [], None),
    example!("transformer", "a transformer forward pass on a 2x4 mesh, as JAX lowers it", [], None),
    example!("shard_map", "a manual computation with a halo exchange, as JAX lowers it", [], None),
    // Its meshes have 4 and 32 devices, so there is no local program for both.
    example!("sub_axes", "a reshape that splits a mesh axis into sub-axes", [], Some("PA0227")),
    example!(
        "conflict",
        "a matrix product whose operands request one axis for both dimensions of its result",
        [],
        None
    ),
    example!(
        "mistakes",
        "a file with six errors, all found in one run",
        ["PA0101", "PA0112", "PA0202", "PA0203", "PA0204", "PA0212"],
        None
    ),
];

pub(super) fn judge_hlo_example(example: &Example) -> Verdict {
    let source =
        Source::new(&format!("examples/{}.mlir", example.name), example.text).expect("examples are short");
    let program = Program::read_part(&source, 0..example.text.len(), UnknownDialects::Keep, &mut ());
    let mut verdict = if example.errors.is_empty() {
        match program.checked() {
            Ok(program) => judge_good(example, &program),
            Err(error) => Verdict::failed(text_of(&error)),
        }
    } else {
        judge_bad(example, &source, program.found())
    };
    verdict.files.push((".mlir".into(), example.text.into()));
    verdict.files.push((".html".into(), super::super::report::page_of(&source)));
    verdict
}

/// The diagnostics of an error, without the summary line.
fn text_of(error: &Error) -> String {
    match error {
        Error::Text { source, found } => input::findings_text(source, found),
        error => error.to_string(),
    }
}

/// Checks that a valid example verifies, prints back unchanged, and gives the same results on all devices as on one.
fn judge_good(example: &Example, program: &Program) -> Verdict {
    let (source, module) = (program.source(), program.module());
    let debug_info = source.text().contains(" loc(");
    let same =
        hlo::print_as(module, PrintOptions::default().generic(false).debug_info(debug_info)) == source.text();
    let view = ModuleView::new(module);
    let mut shown = view.brief(same);
    let mut details = view.render();
    let mut files = Vec::new();
    let propagated = match propagate(program) {
        Ok((summary, text)) => {
            shown.push_str(&summary);
            details = format!("{details}\n{text}");
            true
        }
        Err(error) => {
            shown.push_str(&text_of(&error));
            false
        }
    };
    let ran = match (partitioned(program), example.refused) {
        (Ok((summary, local, is_equal)), None) => {
            shown.push_str(&summary);
            files.push((".local.mlir".into(), local));
            is_equal
        }
        (Ok((summary, _, _)), Some(code)) => {
            shown.push_str(&format!("{summary}but {code} was expected\n"));
            false
        }
        (Err(error), refused) => {
            let codes: Vec<String> = error.codes().iter().map(ToString::to_string).collect();
            let is_expected = !codes.is_empty() && codes.iter().all(|code| Some(code.as_str()) == refused);
            match &error {
                Error::Text { found, .. } if is_expected => {
                    let first = found.iter().find(|found| found.severity == Severity::Error);
                    let message = first.map_or("", |first| &first.message);
                    shown.push_str(&format!("not partitioned: {message} ({})\n", codes[0]));
                }
                error => shown.push_str(&text_of(error)),
            }
            is_expected
        }
    };
    let details = format!("{shown}\n{details}");
    Verdict { pass: same && propagated && ran, details, shown, files }
}

/// Propagates shardings. Returns a summary of a line or two, and the text of the annotated module.
fn propagate(program: &Program) -> Result<(String, String), Error> {
    let annotated = program.clone().annotate(&hlo::Propagation::default(), &mut ())?;
    let summary = annotated.view().brief();
    let module = annotated.into_module(&mut ())?;
    let found = hlo::check_module(&module);
    if found.has_errors() {
        return Err(Error::Text { source: program.source().clone(), found });
    }
    Ok((summary, hlo::print(&module)))
}

/// Partitions a module and compares a run on all devices with a run on one. Returns a summary of a line or two, the local program, and
/// whether the results are equal.
fn partitioned(program: &Program) -> Result<(String, String, bool), Error> {
    let partitioned = hlo::partition(program.clone(), &hlo::Partitioning::default())?;
    let comms = partitioned.comms();
    let report = partitioned.verify(hlo::Seeds { first: 0, count: 1 })?;
    let brief = PartitionedBrief {
        collectives: comms.collectives.len(),
        bytes: comms.bytes,
        equal: report.differences.is_empty(),
        results: report.results,
        elements: report.elements,
        devices: report.devices,
    };
    Ok((brief.render(), partitioned.text(), brief.equal))
}

/// Checks that an invalid example reports exactly the expected codes.
fn judge_bad(example: &Example, source: &Source, diagnostics: &Diagnostics) -> Verdict {
    let mut found: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    found.sort();
    let details = render_diagnostics(source, diagnostics, Color::Off);
    let pass = found == example.errors;
    let first = details.split("\n\n").next().unwrap_or_default();
    let shown = format!("found {}; the first diagnostic:\n{first}\n", found.join(" "));
    Verdict { pass, shown, details, files: Vec::new() }
}
