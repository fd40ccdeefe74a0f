//! The debug options of the propagation passes, which record where axes come from, compared with jaxlib.

use std::fs;
use std::path::Path;

use partita_hlo::propagation::{Dump, run_with_dumps};
use partita_ir::{Attr, Module, OpCode, OpId, SdyAttr, names};
use partita_mlir::{PrintOptions, print};
use serde_json::{Value, json};

use crate::confirmed::Digest;
use crate::differential::{check_same_text, file_name, mlir_files};
use crate::oracle::Server;
use crate::passes::{Stage, find_pass, parse_text, pipeline_text, run_passes};
use crate::{Outcome, target};

const ORIGINS: (&str, &str) = ("debug-sharding-origins", "true");
const STEPS: (&str, &str) = ("debug-propagation-edge-sharding", "true");
const KEEP: (&str, &str) = ("keep-sharding-rules", "true");

/// Runs that record the propagation steps: through the passes of the pipeline, and with the other propagation pass.
pub(crate) const STEP_STAGES: &[&[Stage]] = &[
    &[
        ("sdy-import-pipeline", &[]),
        ("sdy-flatten-call-graph", &[]),
        ("sdy-import-func-calls", &[]),
        ("symbol-dce", &[]),
        ("sdy-apply-sharding-constraints", &[STEPS]),
        ("sdy-sharding-group-import", &[]),
        ("sdy-user-priority-propagate", &[STEPS]),
        ("sdy-sink-data-flow-edges", &[("sink-debug-propagation-edge-sharding", "true")]),
    ],
    &[
        ("sdy-import-pipeline", &[("dedup-functions-fully", "true")]),
        ("sdy-add-func-data-flow-edges", &[]),
        ("sdy-op-priority-propagate", &[STEPS]),
    ],
];

/// Runs that record origins: through the passes of the pipeline, and, together with steps, in the other propagation
/// passes.
pub(crate) const ORIGIN_STAGES: &[&[Stage]] = &[
    &[
        ("sdy-import-pipeline", &[]),
        ("sdy-flatten-call-graph", &[]),
        ("sdy-import-func-calls", &[]),
        ("symbol-dce", &[]),
        ("sdy-apply-sharding-constraints", &[ORIGINS]),
        ("sdy-sharding-group-import", &[]),
        ("sdy-user-priority-propagate", &[ORIGINS, KEEP]),
        ("sdy-sink-data-flow-edges", &[("sink-debug-sharding-origins", "true")]),
    ],
    &[("sdy-import-pipeline", &[]), ("sdy-basic-propagate", &[ORIGINS, STEPS])],
    &[("sdy-import-pipeline", &[]), ("sdy-aggressive-propagate", &[ORIGINS, STEPS])],
];

/// The runs for a program. Graphs named `graph_` have shardings that Shardy records no origin for; with origins it
/// nearly always crashes on them, so they are run with steps only.
pub(crate) fn debug_stages(program: &str) -> impl Iterator<Item = &'static &'static [Stage]> {
    let origins = if program.starts_with("graph_") { &[] } else { ORIGIN_STAGES };
    STEP_STAGES.iter().chain(origins)
}

/// Whether a stage records origins or steps.
pub(crate) fn records_debug_info((_, options): Stage) -> bool {
    options.iter().any(|option| *option == ORIGINS || *option == STEPS)
}

/// A text in which the moves of each step are sorted: Shardy prints those of one axis in the order of a hash table.
pub(crate) fn with_sorted_moves(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{step-").and_then(|at| Some(at + rest[at..].find(" = [{")? + 5)) {
        let Some(length) = rest[at..].find("}]}") else { break };
        let mut moves: Vec<&str> = rest[at..at + length].split("}, {").collect();
        moves.sort_unstable();
        out += &rest[..at];
        out += &moves.join("}, {");
        rest = &rest[at + length..];
    }
    out + rest
}

/// Whether a stage records origins.
pub(crate) fn records_origins((_, options): Stage) -> bool {
    options.contains(&ORIGINS)
}

/// Whether every axis in a module has an origin. Shardy reads invalid memory when an axis without one propagates, and
/// its output is then arbitrary.
pub(crate) fn every_axis_has_an_origin(module: &Module) -> bool {
    let name = module.context.find_symbol("sdy.sharding_origins");
    let known = |dict: Option<&Attr>| match dict {
        Some(Attr::Dict(entries)) => entries.len(),
        _ => 0,
    };
    let in_dict = |dict: &[(partita_base::Symbol, partita_ir::AttrId)]| {
        let entry = dict.iter().find(|(key, _)| Some(*key) == name);
        known(entry.map(|(_, attr)| module.context.attr_of(*attr)))
    };
    let op_is_known = |op: OpId| match module.op(op).name.code() {
        Some(OpCode::FuncFunc) => module.func_args(op).iter().enumerate().all(|(index, _)| {
            let spec = module.func_sharding(op, names::ARG_ATTRS, index);
            spec.is_none_or(|spec| {
                spec.dims.iter().map(|dim| dim.axes.len()).sum::<usize>()
                    <= in_dict(module.value_attrs(op, names::ARG_ATTRS, index))
            })
        }),
        Some(OpCode::SdyDataFlowEdge | OpCode::SdyShardingConstraint) => {
            let dict = name.and_then(|name| module.attr(op, name));
            match module.sdy_attr(op, names::SHARDING) {
                Some(SdyAttr::Sharding(spec)) => {
                    spec.dims.iter().map(|dim| dim.axes.len()).sum::<usize>() <= known(dict)
                }
                _ => true,
            }
        }
        // Shardy does not record a reshard as the origin of its sharding.
        Some(OpCode::SdyReshard) => false,
        _ => {
            let dicts = match name.and_then(|name| module.attr(op, name)) {
                Some(Attr::Array(dicts)) => &dicts[..],
                _ => &[],
            };
            module.result_shardings(op).iter().enumerate().all(|(index, spec)| {
                spec.dims.iter().map(|dim| dim.axes.len()).sum::<usize>()
                    <= known(dicts.get(index).map(|dict| module.context.attr_of(*dict)))
            })
        }
    };
    module.walk(module.top()).into_iter().all(op_is_known)
}

/// The passes before propagation.
const IMPORT: &[Stage] = &[
    ("sdy-import-pipeline", &[]),
    ("sdy-flatten-call-graph", &[]),
    ("sdy-import-func-calls", &[]),
    ("symbol-dce", &[]),
    ("sdy-apply-sharding-constraints", &[]),
    ("sdy-sharding-group-import", &[]),
];

const DUMPING: &str = "sdy-user-priority-propagate";

/// Whether a program has user priorities: modules are dumped between two of them.
fn has_dumps(text: &str) -> bool {
    text.contains("}p")
}

/// Adds our dumps between user priorities to a digest.
pub(crate) fn add_dumps(digest: &mut Digest, program: &str, text: &str) -> Outcome {
    if !has_dumps(text) {
        return Ok(());
    }
    let dumps = run_passes(program, text, IMPORT).and_then(|mut module| dumps_of(&mut module, String::new()));
    match dumps {
        Ok(dumps) => dumps.iter().for_each(|dump| {
            digest.add(&dump.name);
            digest.add(&print(&dump.module, PrintOptions::default()));
        }),
        Err(message) => digest.add(&message),
    }
    Ok(())
}

/// Whether our dumps between user priorities are those of jaxlib; `None` where there are none to compare.
pub(crate) fn same_dumps(server: &mut Server, program: &str, text: &str) -> Result<Option<Outcome>, String> {
    if !has_dumps(text) {
        return Ok(None);
    }
    // The steps `differential` and `graphs` may run at the same time, and both compare dumps.
    let folder = target().join(format!("dumps/{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut pipelines: Vec<String> =
        IMPORT.iter().map(|stage| pipeline_text(*stage)).collect::<Result<_, _>>()?;
    let directory = folder.display().to_string();
    pipelines.push(format!("builtin.module({DUMPING}{{module-dump-directory={directory}}})"));
    let question = json!({"cmd": "steps", "text": text, "pipelines": pipelines, "allow_unregistered": true, "reparse": true});
    let Some(answer) = server.ask(question)?.filter(|answer| answer["ok"] == true) else { return Ok(None) };
    let texts: Vec<&Value> = answer["texts"].as_array().into_iter().flatten().collect();
    if texts.len() < pipelines.len() {
        return Ok(None);
    }
    let before = texts[..IMPORT.len()].iter().rev().find_map(|text| text.as_str()).unwrap_or(text);
    Ok(Some(compare_dumps(program, before, &folder, directory)))
}

fn dumps_of(module: &mut Module, directory: String) -> Result<Vec<Dump>, String> {
    let options = [("module-dump-directory".to_string(), directory)];
    run_with_dumps(find_pass(DUMPING)?, module, &options)
        .map_err(|found| format!("{DUMPING} failed: {found:?}"))
}

fn compare_dumps(program: &str, before: &str, folder: &Path, directory: String) -> Outcome {
    let dumps = dumps_of(&mut parse_text(program, before)?, directory)?;
    let theirs = mlir_files(folder)?;
    let names: Vec<String> = theirs.iter().map(|path| file_name(path)).collect();
    let mut ours: Vec<String> = dumps.iter().map(|dump| dump.name.clone()).collect();
    ours.sort();
    if names != ours {
        return Err(format!("jaxlib writes {names:?}, we write {ours:?}"));
    }
    for dump in &dumps {
        let path = folder.join(&dump.name);
        let expected = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if !expected.starts_with("\"builtin.module\"") {
            check_same_text(&expected, &print(&dump.module, PrintOptions::default()))?;
        }
    }
    Ok(())
}
