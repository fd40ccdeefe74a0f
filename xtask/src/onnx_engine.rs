//! ONNX models on both runtimes, against the results of onnxruntime's Python package and of the standard's test cases.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use partita_engine::EngineError;
use partita_engine::onnx::{
    Array, Arrays, Closeness, Embedded, LIBRARY_VARIABLE, OnnxRuntime, OnnxRuntimeSettings, Runtime,
    compare_arrays, find_onnxruntime, run_model,
};
use partita_onnx::proto;
use prost::Message;

use crate::built::Built;
use crate::oracle::{self, report_verdict};
use crate::{Outcome, run};

/// Models that the embedded runtime does not run, and the reason.
const NOT_EMBEDDED: &[(&str, &str)] =
    &[("four_bits", "it has no weights of four bits"), ("quantised", "it has no QLinearConv")];

/// Cases whose expected results are not exact.
const INEXACT: &[(&str, &str)] = &[
    ("test_averagepool_2d_ceil_last_window_starts_on_pad", "written with four digits"),
    (
        "test_dynamicquantizelinear_expanded",
        "a quotient halfway between two integers may be rounded either way",
    ),
];

/// A run with fewer correct test cases of single ops fails.
const ENOUGH_EMBEDDED: usize = 800;
const ENOUGH_ONNXRUNTIME: usize = 1200;

/// Runs the models and cases whose names contain `only`.
pub(crate) fn run_all(only: Option<&str>) -> Outcome {
    let python = oracle::python()?;
    let library = find_onnxruntime(None, &python).map_err(|error| error.to_string())?;
    let built = Built::find()?;
    for package in ["partita-engine", "partita"] {
        let mut test = built.test(package, "onnxruntime")?;
        run(test.env(LIBRARY_VARIABLE, &library).env("PARTITA_PYTHON", &python))?;
    }
    let settings = OnnxRuntimeSettings::new(library, Duration::from_secs(60));
    let onnxruntime = OnnxRuntime::start(settings).map_err(|error| error.to_string())?;
    let embedded = Embedded::new();
    models(&oracle::script_output("onnx_models.py", "onnx-models")?, only, &onnxruntime, &embedded)?;
    let cases = oracle::script_output("onnx_node_cases.py", "onnx-node-cases")?;
    single_ops(&cases, only, &embedded, ENOUGH_EMBEDDED, true)?;
    single_ops(&cases, only, &onnxruntime, ENOUGH_ONNXRUNTIME, false)
}

fn models(folder: &Path, only: Option<&str>, onnxruntime: &OnnxRuntime, embedded: &Embedded) -> Outcome {
    let (mut passed, mut failures) = (0, Vec::new());
    for path in case_folders(folder, only)? {
        let case = OnnxCase::read(&path)?;
        let missing = NOT_EMBEDDED.iter().find(|(name, _)| *name == case.name);
        for runtime in [onnxruntime as &dyn Runtime, embedded] {
            let missing = missing.filter(|_| runtime.name() == embedded.name());
            match (case.run(runtime), missing) {
                (Answer::Right, None) => passed += 1,
                (Answer::Right, Some(_)) => {
                    failures.push(format!("{}: listed as not run, but it runs", case.name))
                }
                (Answer::Refused(_), Some((name, why))) => {
                    println!("{name} is not run by {}: {why}", runtime.name())
                }
                (Answer::Refused(error), None) => {
                    failures.push(format!("{} on {}: {error}", case.name, runtime.name()));
                }
                (Answer::Wrong(what), _) => {
                    failures.push(format!("{} on {}: {what}", case.name, runtime.name()))
                }
            }
        }
    }
    report_verdict("models on both runtimes", passed, &failures)
}

/// Cases of single ops. Results must be correct or refused. Unless `strict`, wrong ones are only counted: onnxruntime
/// is the reference, and differs from the standard in places.
fn single_ops(
    folder: &Path,
    only: Option<&str>,
    runtime: &dyn Runtime,
    enough: usize,
    strict: bool,
) -> Outcome {
    let (mut passed, mut failures) = (0, Vec::new());
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for path in case_folders(folder, only)? {
        let case = OnnxCase::read(&path)?;
        if case.is_random() || INEXACT.iter().any(|(name, _)| *name == case.name) {
            continue;
        }
        match case.run(runtime) {
            Answer::Right => passed += 1,
            Answer::Refused(error) => *refused.entry(error.code.to_string()).or_default() += 1,
            Answer::Wrong(what) => failures.push(format!("{}: {what}", case.name)),
        }
    }
    println!("{}: refused {refused:?}", runtime.name());
    if !strict {
        println!("{}: {} results are not those of the standard's test cases", runtime.name(), failures.len());
        failures.clear();
    }
    report_verdict(&format!("test cases of single ops on {}", runtime.name()), passed, &failures)?;
    if only.is_none() && passed < enough {
        return Err(format!("only {passed} cases"));
    }
    Ok(())
}

pub(crate) fn case_folders(folder: &Path, only: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| only.is_none_or(|only| path.to_string_lossy().contains(only)));
    folders.sort();
    Ok(folders)
}

/// A model with inputs and expected outputs.
pub(crate) struct OnnxCase {
    pub(crate) name: String,
    pub(crate) model: proto::Model,
    pub(crate) inputs: Arrays,
    expected: Arrays,
}

enum Answer {
    Right,
    Refused(EngineError),
    Wrong(String),
}

impl OnnxCase {
    pub(crate) fn read(folder: &Path) -> Result<OnnxCase, String> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::read(folder.join("model.onnx")).map_err(|error| format!("{name}: {error}"))?;
        let model = proto::Model::decode(&bytes[..]).map_err(|error| format!("{name}: {error}"))?;
        Ok(OnnxCase { model, inputs: tensors(folder, "input")?, expected: tensors(folder, "output")?, name })
    }

    /// Whether its results are random.
    pub(crate) fn is_random(&self) -> bool {
        ["bernoulli", "training_dropout", "random"].iter().any(|random| {
            self.name.contains(random) && (*random != "random" || self.name.contains("test_random"))
        })
    }

    fn run(&self, runtime: &dyn Runtime) -> Answer {
        let results = match run_model(&self.model, &self.inputs, runtime) {
            Ok(results) => results,
            Err(error) => return Answer::Refused(error),
        };
        match compare_arrays(&self.expected, &results, &Closeness::of) {
            Ok(differences) => match differences.first() {
                None => Answer::Right,
                Some(first) => {
                    let what = first.mismatch.as_ref().map_or("missing".into(), ToString::to_string);
                    Answer::Wrong(format!("`{}`: {what}", first.name))
                }
            },
            Err(error) => Answer::Refused(error),
        }
    }
}

fn tensors(folder: &Path, kind: &str) -> Result<Arrays, String> {
    let mut arrays = Arrays::new();
    for index in 0.. {
        let path = folder.join(format!("{kind}_{index}.pb"));
        let Ok(bytes) = fs::read(&path) else { break };
        let describe = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let tensor = proto::Tensor::decode(&bytes[..]).map_err(|error| describe(&error))?;
        let array = Array::from_proto(&tensor).map_err(|error| describe(&error))?;
        arrays.insert(tensor.name.unwrap_or_default(), array);
    }
    Ok(arrays)
}
