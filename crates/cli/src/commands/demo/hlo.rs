//! The examples of StableHLO.

use partita_base::{Diagnostics, Source};
use partita_engine::{Interpreter, Program, Seeds, verify_on};
use partita_hlo::propagation::{self, Settings};
use partita_hlo::rules::{Compat, RuleOptions};
use partita_ir::Module;
use partita_mlir::{ParseOptions, PrintOptions};
use partita_partition::{collectives, partition};
use partita_propagate::Options;
use partita_report::{Color, Functions, ModuleView, PropagationView, render_diagnostics};

use super::Verdict;
use crate::input;

/// An example: its name, what it shows, its text, the codes it must report, and the one it must be refused with where it
/// cannot be partitioned.
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
    // Its meshes have 4 and 32 devices: no one program is for both.
    example!("sub_axes", "a reshape that splits a mesh axis into parts", [], Some("PA0227")),
    example!("conflict", "a product whose operands want one axis on both dimensions of its result", [], None),
    example!(
        "mistakes",
        "a file with six mistakes, all found in one run",
        ["PA0101", "PA0112", "PA0202", "PA0203", "PA0204", "PA0212"],
        None
    ),
];

pub(super) fn judge(example: &Example) -> Verdict {
    let source =
        Source::new(&format!("examples/{}.mlir", example.name), example.text).expect("examples are short");
    let parsed = partita_mlir::parse(&source, ParseOptions::default());
    let mut diagnostics = parsed.diagnostics;
    diagnostics.append(partita_ir::verify(&parsed.module));
    diagnostics.sort();
    partita_report::add_locations(&parsed.module, &mut diagnostics);
    let mut verdict = if example.errors.is_empty() {
        judge_good(example, &source, &parsed.module, &diagnostics)
    } else {
        judge_bad(example, &source, &diagnostics)
    };
    verdict.files.push((".mlir".into(), example.text.into()));
    verdict
}

/// A good example verifies, prints back unchanged, and computes on its devices what it computes on one.
fn judge_good(example: &Example, source: &Source, module: &Module, diagnostics: &Diagnostics) -> Verdict {
    if diagnostics.has_errors() {
        let details = input::findings_text(source, diagnostics);
        return Verdict { pass: false, shown: details.clone(), details, files: Vec::new() };
    }
    let debug_info = source.text().contains(" loc(");
    let same = partita_mlir::print(module, PrintOptions { generic: false, debug_info }) == source.text();
    let view = ModuleView::new(module);
    let meshes: Vec<String> = view
        .meshes
        .iter()
        .map(|mesh| {
            mesh.axes.iter().map(|(name, size)| format!("{name}={size}")).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let mut shown = format!(
        "{} ops, mesh {}; verified, {}\n",
        view.ops,
        meshes.join(" and "),
        if same { "printed back unchanged" } else { "but printed differently" }
    );
    let mut details = view.render();
    let mut files = Vec::new();
    let propagated = match propagate(source, module) {
        Ok((summary, text)) => {
            shown.push_str(&summary);
            details = format!("{details}\n{text}");
            true
        }
        Err(findings) => {
            shown.push_str(&findings);
            false
        }
    };
    let ran = match (partitioned(module), example.refused) {
        (Ok((summary, local, is_equal)), None) => {
            shown.push_str(&summary);
            files.push((".local.mlir".into(), local));
            is_equal
        }
        (Ok((summary, _, _)), Some(code)) => {
            shown.push_str(&format!("{summary}but {code} was due\n"));
            false
        }
        (Err(found), refused) => {
            let codes: Vec<String> = found.iter().map(|found| found.code.to_string()).collect();
            let is_due = !codes.is_empty() && codes.iter().all(|code| Some(code.as_str()) == refused);
            match found.iter().find(|_| is_due) {
                Some(first) => {
                    shown.push_str(&format!("not partitioned: {} ({})\n", first.message, first.code))
                }
                None => shown.push_str(&input::findings_text(source, &found)),
            }
            is_due
        }
    };
    let details = format!("{shown}\n{details}");
    Verdict { pass: same && propagated && ran, details, shown, files }
}

/// Propagates shardings; what came of it in a line or two, and the annotated module.
fn propagate(source: &Source, module: &Module) -> Result<(String, String), String> {
    let mut module = module.clone();
    let findings = |diagnostics: Diagnostics| input::findings_text(source, &diagnostics);
    let functions = Functions::new(&module);
    let options = Options { trace: true, ..Options::default() };
    let settings =
        Settings { rules: RuleOptions { compat: Compat::Full, ..RuleOptions::default() }, options };
    propagation::prepare(&mut module, Compat::Full).map_err(findings)?;
    let mut run = propagation::run(&mut module, &settings);
    let trace = run.outcome.trace.take().unwrap_or_default();
    let view = PropagationView::new(&module, source, &functions, &mut run, &trace);
    let sharded = view.values.iter().filter(|value| value.is_sharded()).count();
    let conflicts = match view.conflicts.len() {
        0 => "no conflicts".to_string(),
        1 => "1 conflict".to_string(),
        count => format!("{count} conflicts"),
    };
    let mut summary = format!(
        "propagated in {} steps: {sharded} of {} values sharded, {conflicts}\n",
        view.steps,
        view.values.len()
    );
    if let Some(conflict) = view.conflicts.first() {
        summary.push_str(&conflict.render_conflict());
    }
    propagation::apply(&mut module, &run);
    propagation::finish(&mut module).map_err(findings)?;
    let found = partita_ir::verify(&module);
    if found.has_errors() {
        return Err(findings(found));
    }
    Ok((summary, partita_mlir::print(&module, PrintOptions::default())))
}

/// Partitions a module and runs it on all devices against one: what came of it in a line or two, the local program, and
/// whether the results are equal.
fn partitioned(module: &Module) -> Result<(String, String, bool), Diagnostics> {
    let mut sharded = module.clone();
    let local = partition(&mut sharded, &partita_partition::Options::default())?;
    let all = collectives(&local.module);
    let sent: u64 = all.iter().map(|each| each.bytes.saturating_mul(each.times)).sum();
    let seeds = Seeds { first: 0, count: 1 };
    let report = Program::new(module, &local).and_then(|program| {
        verify_on(&program, seeds, &mut Interpreter::default(), &mut Interpreter::default())
    });
    let report = report.map_err(|failure| {
        let mut found = Diagnostics::default();
        found.push(failure.diagnostic(module.op(module.top()).span));
        found
    })?;
    let is_equal = report.differences.is_empty();
    let summary = format!(
        "partitioned: {} collectives, {sent} B sent per device\n{}: {} results, {} elements, {} devices against one\n",
        all.len(),
        if is_equal { "equal" } else { "DIFFERENT" },
        report.results,
        report.elements,
        report.devices,
    );
    Ok((summary, partita_mlir::print(&local.module, PrintOptions::default()), is_equal))
}

/// A bad example has exactly the mistakes it is meant to have.
fn judge_bad(example: &Example, source: &Source, diagnostics: &Diagnostics) -> Verdict {
    let mut found: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    found.sort();
    let details = render_diagnostics(source, diagnostics, Color::Off);
    let pass = found == example.errors;
    let first = details.split("\n\n").next().unwrap_or_default();
    let shown = format!("found {}; the first reads:\n{first}\n", found.join(" "));
    Verdict { pass, shown, details, files: Vec::new() }
}
