//! Shardy's passes in jaxlib against ours: each pass alone, on the text that the pass before it printed, and complete
//! pipelines.

use std::fs;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_ir::Module;
use partita_ir::pass::{self, Anchor, PassInfo};
use partita_mlir::{ParseOptions, PrintOptions, UnknownDialects, parse_range, print};
use serde_json::json;

use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::differential::{UNSUPPORTED, check_same_text, file_name, mlir_files};
use crate::local_passes::{self, LocalPasses};
use crate::oracle::{self, Graphs, Jaxlib, report_verdict};
use crate::{Outcome, debug_options};

/// A pass with its options.
pub(crate) type Stage = (&'static str, &'static [(&'static str, &'static str)]);

/// The passes of the propagation pipeline, one after the other.
const STAGES: &[Stage] = &[
    ("symbol-dce", &[]),
    ("sdy-lift-inlined-meshes", &[]),
    ("sdy-remove-size-one-axes", &[]),
    ("sdy-propagate-sharding-from-func-to-call", &[]),
    ("sdy-constant-or-scalar-splitter", &[]),
    ("symbol-dce", &[]),
    ("sdy-manual-axes-cleanup", &[]),
    ("sdy-add-data-flow-edges", &[]),
    ("sdy-flatten-call-graph", &[]),
    ("symbol-dce", &[]),
    ("sdy-import-func-calls", &[]),
    ("symbol-dce", &[]),
    ("sdy-apply-sharding-constraints", &[]),
    ("sdy-sharding-group-import", &[]),
    ("sdy-pre-order-funcs", &[]),
    ("sdy-user-priority-propagate", &[("keep-sharding-rules", "true")]),
    ("sdy-export-named-computations", &[]),
    ("sdy-propagate-to-func-results", &[]),
    ("sdy-unflatten-call-graph", &[]),
    ("symbol-dce", &[]),
    ("sdy-insert-func-call-reshards", &[]),
    ("sdy-constant-or-scalar-merger", &[]),
    ("sdy-sink-data-flow-edges", &[]),
    ("sdy-remove-sharding-groups", &[]),
    ("sdy-sharding-constraint-to-reshard", &[]),
    ("sdy-update-non-divisible-input-output-shardings", &[]),
    ("sdy-remove-sub-axes-in-input-output-shardings", &[]),
    ("sdy-close-shardings", &[]),
    ("sdy-insert-explicit-reshards", &[]),
    ("sdy-insert-explicit-reshards", &[("enable-full-version", "true")]),
    ("sdy-reshard-to-collectives", &[]),
    ("sdy-drop-sharding-rules", &[]),
    ("sdy-inline-meshes", &[]),
    ("sdy-lift-inlined-meshes", &[]),
    ("sdy-drop-sharding-and-mesh", &[]),
];

/// The other treatment of calls, and the other propagation passes.
const DEDUP_STAGES: &[Stage] = &[
    ("sdy-import-pipeline", &[("dedup-functions-fully", "true")]),
    ("sdy-add-func-data-flow-edges", &[]),
    ("sdy-pre-order-funcs", &[]),
    ("sdy-basic-propagate", &[("keep-sharding-rules", "true"), ("conservative-propagation", "true")]),
    ("sdy-aggressive-propagate", &[("propagation-strategy", "basic-then-aggressive")]),
    ("sdy-op-priority-propagate", &[]),
    ("sdy-propagate-to-func-results", &[]),
    ("sdy-sink-func-data-flow-edges", &[]),
    ("sdy-unflatten-call-graph", &[("dedup-functions-fully", "true")]),
    ("symbol-dce", &[]),
    ("sdy-insert-func-call-reshards", &[]),
    ("sdy-export-pipeline", &[]),
];

/// The pipelines that lead to a program with explicit collectives.
const COLLECTIVE_STAGES: &[Stage] = &[
    ("sdy-propagation-pipeline", &[]),
    ("sdy-export-pipeline", &[("enable-insert-explicit-collectives", "true")]),
];

/// Passes that none of the lists above contains.
const ALONE: &[Stage] = &[
    ("strip-debuginfo", &[]),
    ("sdy-explicit-gather-scatter-batching", &[]),
    ("sdy-populate-op-sharding-rules", &[("conservative-propagation", "true")]),
    ("sdy-drop-sharding-rules", &[]),
    ("sdy-remove-propagation-debug-info", &[]),
];

/// The forms of the corpus that one pipeline makes of the plain text.
const PIPELINES: &[(&str, &[Stage])] = &[
    ("rules", &[("sdy-populate-op-sharding-rules", &[])]),
    ("propagated", &[("sdy-propagation-pipeline", &[])]),
    (
        "collectives",
        &[
            ("sdy-propagation-pipeline", &[]),
            ("sdy-insert-explicit-reshards", &[("enable-full-version", "true")]),
            ("sdy-reshard-to-collectives", &[]),
        ],
    ),
    ("inlined", &[("sdy-propagation-pipeline", &[]), ("sdy-inline-meshes", &[])]),
];

/// Hand-written texts of the corpus on which a pass of jaxlib ends the process.
const CRASHES: &[&str] = &["text_collectives", "text_functions", "text_sdy_regions"];

/// Every pass alone and every pipeline, on the plain texts among `files`.
pub(crate) fn agree_with_jaxlib(files: &[PathBuf]) -> Outcome {
    let plain: Vec<&PathBuf> =
        files.iter().filter(|path| file_name(path).matches('.').count() == 1).collect();
    let mut comparison = PassComparison::of("programs")?;
    for path in &plain {
        let program = file_name(path);
        let questions =
            Questions { lists: lists(debug_options::debug_stages(&program)), dumps: true, local: true };
        comparison.program(path, &questions)?;
    }
    comparison.local.verdict()?;
    comparison.failures.extend(comparison.crashed.iter().map(|program| format!("{program}: jaxlib crashed")));
    comparison.print_note_counts();
    report_verdict("runs of single passes", comparison.passed, &comparison.failures)?;
    comparison.confirmed.finish("passes on JAX programs")?;
    let (mut passed, mut failures) = (0, Vec::new());
    for path in &plain {
        for (what, outcome) in pipelines(path)? {
            match outcome {
                Ok(()) => passed += 1,
                Err(message) => failures.push(format!("{what}: {message}")),
            }
        }
    }
    report_verdict("runs of pipelines", passed, &failures)
}

fn lists(noted: impl Iterator<Item = &'static &'static [Stage]>) -> Vec<&'static [Stage]> {
    [STAGES, DEDUP_STAGES, COLLECTIVE_STAGES, ALONE].into_iter().chain(noted.copied()).collect()
}

/// The passes to local programs are compared on every 25th random graph only: on most graphs they end the process of
/// jaxlib, which takes seconds to start again.
const LOCAL_EVERY: usize = 25;

/// How many random graphs are compared where no number is given.
pub(crate) const GRAPHS: u64 = 5000;

/// The same on random graphs, of which jaxlib must accept nearly all.
pub(crate) fn agree_on_random_graphs(seed: u64, count: u64) -> Outcome {
    let mut comparison = PassComparison::of("graphs")?;
    let files = mlir_files(&oracle::graphs(Graphs::Any, seed, count)?)?;
    for (at, path) in files.iter().enumerate() {
        // The others are not made for debug options: what Shardy notes about them depends on memory addresses.
        let made_for_notes = file_name(path).starts_with("borders_");
        let program = file_name(path);
        let noted = debug_options::debug_stages(&program).filter(|_| made_for_notes);
        let questions =
            Questions { lists: lists(noted), dumps: made_for_notes, local: at % LOCAL_EVERY == 0 };
        comparison.program(path, &questions)?;
    }
    comparison.local.verdict()?;
    println!(
        "random graphs: {} from seed {seed}; jaxlib gave no answer {} times; crashed now: {:?}",
        files.len(),
        comparison.lost,
        comparison.crashed
    );
    report_verdict("runs of passes on random graphs", comparison.passed, &comparison.failures)?;
    comparison.print_note_counts();
    comparison.confirmed.finish("passes on random graphs")?;
    if comparison.lost * 20 > files.len() { Err("jaxlib answers for too few of them".into()) } else { Ok(()) }
}

/// The questions about one program.
struct Questions {
    lists: Vec<&'static [Stage]>,
    dumps: bool,
    local: bool,
}

impl Questions {
    /// The digest of our answers, each pass on the text after the pass before it. [`PassComparison::stages`] starts
    /// each pass from jaxlib's text instead; as long as every answer agrees, these are the same texts.
    fn digest(&self, program: &str, text: &str) -> Result<Digest, String> {
        let mut digest = Digest::new()?;
        digest.add(program);
        digest.add(text);
        for stages in &self.lists {
            let mut before = text.to_string();
            for stage in *stages {
                digest.add(&pipeline_text(*stage)?);
                match run_passes(program, &before, &[*stage]) {
                    Ok(module) => before = print(&module, PrintOptions::default()),
                    Err(message) => {
                        digest.add(&message);
                        break;
                    }
                }
                digest.add(&before);
            }
        }
        if self.dumps {
            debug_options::add_dumps(&mut digest, program, text)?;
        }
        if self.local {
            local_passes::add_answers(&mut digest, program, text);
        }
        Ok(digest)
    }
}

struct PassComparison {
    confirmed: Confirmed,
    jaxlib: Jaxlib,
    /// Texts that jaxlib cannot parse, or on which it ends its process.
    lost: usize,
    /// Programs on which it ended in this run and that [`CRASHES`] does not list.
    crashed: Vec<String>,
    /// Runs in which jaxlib ended its process for a debug option.
    crashed_in_notes: usize,
    /// Runs in which an axis had no origin.
    unknown: usize,
    passed: usize,
    failures: Vec<String>,
    local: LocalPasses,
}

impl PassComparison {
    fn of(step: &str) -> Result<Self, String> {
        Ok(Self {
            confirmed: Confirmed::of(step)?,
            jaxlib: Jaxlib::default(),
            lost: 0,
            crashed: Vec::new(),
            crashed_in_notes: 0,
            unknown: 0,
            passed: 0,
            failures: Vec::new(),
            local: LocalPasses::default(),
        })
    }

    /// Compares all answers about a program, unless jaxlib has confirmed ours before.
    fn program(&mut self, path: &Path, questions: &Questions) -> Outcome {
        let program = file_name(path);
        if is_unsupported(&program) {
            return Ok(());
        }
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let digest = questions.digest(&program, &text)?;
        if let Some(Confirmation { passed, lost }) = self.confirmed.get(&digest) {
            self.passed += passed;
            self.lost += lost;
            return Ok(());
        }
        let (passed, lost, wrong) = (self.checks(), self.lost, self.wrong());
        for stages in &questions.lists {
            self.stages(&program, &text, stages)?;
        }
        if questions.dumps
            && let Some(outcome) = debug_options::same_dumps(self.jaxlib.server()?, &program, &text)?
        {
            self.note(&format!("dumps of {program}"), outcome);
        }
        let is_ours = !questions.local || self.local.compare(self.jaxlib.server()?, &program, &text)?;
        if is_ours && self.wrong() == wrong {
            let (passed, lost) = (self.checks() - passed, self.lost - lost);
            self.confirmed.keep(&digest, Confirmation { passed, lost });
        }
        Ok(())
    }

    fn checks(&self) -> usize {
        self.passed + self.local.passed()
    }

    fn wrong(&self) -> usize {
        self.failures.len() + self.local.failed()
    }

    fn print_note_counts(&self) {
        println!(
            "runs with debug options: jaxlib crashed {} times; {} have axes without an origin, not compared",
            self.crashed_in_notes, self.unknown
        );
    }

    fn note(&mut self, what: &str, outcome: Outcome) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(message) => self.failures.push(format!("{what}: {message}")),
        }
    }

    /// Compares stage by stage; each starts from jaxlib's text, so one difference does not hide another.
    fn stages(&mut self, program: &str, text: &str, stages: &[Stage]) -> Outcome {
        let server = self.jaxlib.server()?;
        let pipelines: Vec<String> =
            stages.iter().map(|stage| pipeline_text(*stage)).collect::<Result<_, _>>()?;
        let notes = stages.iter().any(|stage| debug_options::records_debug_info(*stage));
        let question = json!({"cmd": "steps", "text": text, "pipelines": pipelines, "allow_unregistered": true,
            "reparse": notes});
        let mut answer = server.ask(question.clone())?;
        if answer.is_none() && !notes {
            // A crash may be the late effect of the question before; the second try has a new process.
            answer = server.ask(question)?;
        }
        let Some(answer) = answer else {
            if notes {
                self.crashed_in_notes += 1;
            } else if !is_listed(CRASHES, program) {
                self.crashed.push(program.to_string());
                self.lost += 1;
            }
            return Ok(());
        };
        if answer["ok"] != true {
            self.lost += usize::from(stages.len() == STAGES.len());
            return Ok(());
        }
        let mut before = text.to_string();
        for (stage, after) in stages.iter().zip(answer["texts"].as_array().into_iter().flatten()) {
            let expected = after.as_str().unwrap_or(&before);
            let mut expected = expected.to_string();
            if expected.starts_with("\"builtin.module\"") {
                // MLIR prints modules in this form if they do not verify; later passes then run on invalid input, so
                // the comparison stops.
                if !debug_options::records_debug_info(*stage) {
                    break;
                }
                expected = print(&parse_text(program, &expected)?, PrintOptions::default());
            }
            let ours = run_passes(program, &before, &[*stage]);
            if let Ok(module) = &ours
                && debug_options::records_origins(*stage)
                && !debug_options::every_axis_has_an_origin(module)
            {
                self.unknown += 1;
                break;
            }
            let outcome = ours.and_then(|ours| {
                let ours = print(&ours, PrintOptions::default());
                match debug_options::records_debug_info(*stage) {
                    true => check_same_text(
                        &debug_options::with_sorted_moves(&expected),
                        &debug_options::with_sorted_moves(&ours),
                    ),
                    false => check_same_text(&expected, &ours),
                }
            });
            self.note(&format!("{} on {program}", stage.0), outcome);
            if let Some(after) = after.as_str() {
                before = after.to_string();
            }
        }
        Ok(())
    }
}

/// The texts after our pipelines, against those that jaxlib printed when the corpus was lowered.
fn pipelines(path: &Path) -> Result<Vec<(String, Outcome)>, String> {
    let program = file_name(path);
    if is_unsupported(&program) {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut outcomes = Vec::new();
    for (form, stages) in PIPELINES {
        let made = path.with_extension(format!("{form}.mlir"));
        if !made.exists() {
            // jaxlib refused the program.
            continue;
        }
        let expected = fs::read_to_string(&made).map_err(|error| error.to_string())?;
        let ours = run_passes(&program, &text, stages);
        let outcome =
            ours.and_then(|ours| check_same_text(&expected, &print(&ours, PrintOptions::default())));
        outcomes.push((format!("{form} of {program}"), outcome));
    }
    Ok(outcomes)
}

fn is_listed(list: &[&str], program: &str) -> bool {
    list.iter().any(|name| program.strip_suffix(".mlir") == Some(name))
}

fn is_unsupported(program: &str) -> bool {
    UNSUPPORTED.iter().any(|(name, _)| program.strip_suffix(".mlir") == Some(name))
}

pub(crate) fn find_pass(pass: &str) -> Result<&'static PassInfo, String> {
    let mut all = pass::PASSES.iter().chain(partita_hlo::passes());
    all.find(|info| info.name == pass).ok_or_else(|| format!("there is no pass {pass}"))
}

/// A stage as a pipeline that jaxlib reads.
pub(crate) fn pipeline_text((pass, options): Stage) -> Result<String, String> {
    let options: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!("{{{}}}", options.join(" ")) };
    Ok(match find_pass(pass)?.anchor {
        Anchor::Func => format!("builtin.module(func.func({pass}{options}))"),
        Anchor::Module | Anchor::Any => format!("builtin.module({pass}{options})"),
    })
}

pub(crate) fn parse_text(program: &str, text: &str) -> Result<Module, String> {
    let source = Source::new(program, text).map_err(|_| "the text is too large".to_string())?;
    let options = ParseOptions::default().unknown_dialects(UnknownDialects::Keep);
    Ok(parse_range(&source, 0..text.len(), options).module)
}

/// The module after our passes.
pub(crate) fn run_passes(program: &str, text: &str, stages: &[Stage]) -> Result<Module, String> {
    let mut module = parse_text(program, text)?;
    for (pass, options) in stages {
        let options: Vec<(String, String)> =
            options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        (find_pass(pass)?.run)(&mut module, &options).map_err(|found| {
            let first = found.iter().next().map(|found| format!("[{}] {}", found.code, found.message));
            format!("{pass} failed: {}", first.unwrap_or_default())
        })?;
    }
    Ok(module)
}
