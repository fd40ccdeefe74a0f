//! `partita demo`: the bundled examples through every stage there is.

use std::path::Path;

use partita_base::{Diagnostics, Source};
use partita_hlo::propagation::{self, Settings};
use partita_hlo::rules::{Compat, RuleOptions};
use partita_ir::Module;
use partita_mlir::{ParseOptions, PrintOptions};
use partita_propagate::Options;
use partita_report::{Color, Functions, ModuleView, PropagationView, render_diagnostics};

use super::write;
use crate::args::{Common, OutputFormat};
use crate::{FINDINGS, FINE, USAGE, input, output};

/// An example: its name, what it shows, its text, and the codes it must report.
struct Example {
    name: &'static str,
    about: &'static str,
    text: &'static str,
    errors: &'static [&'static str],
}

macro_rules! example {
    ($name:literal, $about:literal, [$($error:literal),*]) => {
        Example {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../../examples/", $name, ".mlir")),
            errors: &[$($error),*],
        }
    };
}

const EXAMPLES: &[Example] = &[
    example!("mlp", "a two-layer perceptron with its update step, as JAX lowers it", []),
    example!("transformer", "a transformer forward pass on a 2x4 mesh, as JAX lowers it", []),
    example!("shard_map", "a manual computation with a halo exchange, as JAX lowers it", []),
    example!("sub_axes", "a reshape that splits a mesh axis into parts", []),
    example!("conflict", "a product whose operands want one axis on both dimensions of its result", []),
    example!(
        "mistakes",
        "a file with six mistakes, all found in one run",
        ["PA0101", "PA0112", "PA0202", "PA0203", "PA0204", "PA0212"]
    ),
];

pub(super) fn run(out: Option<&Path>, common: &Common) -> u8 {
    if let Some(folder) = out
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        output::error(&format!("cannot make {}: {error}", folder.display()));
        return USAGE;
    }
    let mut verdicts = Vec::new();
    let mut failed = 0;
    for example in EXAMPLES {
        let verdict = judge(example);
        failed += usize::from(!verdict.pass);
        if let Some(folder) = out {
            let files = [(".mlir", example.text), (".txt", verdict.details.as_str())];
            for (ending, text) in files {
                if let Err(code) = write(Some(&folder.join(format!("{}{ending}", example.name))), text) {
                    return code;
                }
            }
        }
        verdicts.push((example, verdict));
    }
    match common.format {
        OutputFormat::Text => {
            for (example, verdict) in &verdicts {
                let mark = if verdict.pass { "ok  " } else { "FAIL" };
                output::print(&format!("{mark}  {:<12} {}\n", example.name, example.about));
                output::print(&indent(&verdict.shown));
            }
            output::print(&format!("{} examples, {failed} failed\n", verdicts.len()));
            if let Some(folder) = out {
                output::print(&format!("written to {}\n", folder.display()));
            }
        }
        OutputFormat::Json => {
            let list: Vec<_> = verdicts
                .iter()
                .map(|(example, verdict)| {
                    serde_json::json!({"name": example.name, "pass": verdict.pass, "details": verdict.details})
                })
                .collect();
            output::print(&format!("{:#}\n", serde_json::Value::from(list)));
        }
    }
    if failed == 0 { FINE } else { FINDINGS }
}

struct Verdict {
    pass: bool,
    /// For the terminal.
    shown: String,
    /// For the files.
    details: String,
}

fn judge(example: &Example) -> Verdict {
    let source =
        Source::new(&format!("examples/{}.mlir", example.name), example.text).expect("examples are short");
    let parsed = partita_mlir::parse(&source, ParseOptions::default());
    let mut diagnostics = parsed.diagnostics;
    diagnostics.append(partita_ir::verify(&parsed.module));
    diagnostics.sort();
    partita_report::add_locations(&parsed.module, &mut diagnostics);
    if example.errors.is_empty() {
        judge_good(&source, &parsed.module, &diagnostics)
    } else {
        judge_bad(example, &source, &diagnostics)
    }
}

/// A good example verifies and prints back unchanged.
fn judge_good(source: &Source, module: &Module, diagnostics: &Diagnostics) -> Verdict {
    if diagnostics.has_errors() {
        let details = input::findings_text(source, diagnostics);
        return Verdict { pass: false, shown: details.clone(), details };
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
    Verdict { pass: same && propagated, details: format!("{shown}\n{details}"), shown }
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

/// A bad example has exactly the mistakes it is meant to have.
fn judge_bad(example: &Example, source: &Source, diagnostics: &Diagnostics) -> Verdict {
    let mut found: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    found.sort();
    let details = render_diagnostics(source, diagnostics, Color::Off);
    let pass = found == example.errors;
    let first = details.split("\n\n").next().unwrap_or_default();
    let shown = format!("found {}; the first reads:\n{first}\n", found.join(" "));
    Verdict { pass, shown, details }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("      {line}\n") }).collect()
}
