//! Comparison of the interpreter with XLA's CPU backend.

use std::fs;
use std::path::Path;
use std::process::Command;

use partita_base::Source;
use partita_interp::{Element, Limits, Tensor, Tolerance, compare, run as evaluate};
use partita_mlir::{ParseOptions, parse};
use partita_npy::{NpyError, npy, npz};
use serde_json::Value;

use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::oracle::{self, report_verdict};
use crate::{Outcome, root, run, target};

/// Cases where XLA deviates from the specification, or where the specification allows several results; each must still
/// differ.
const DEVIATIONS: &[(&str, &str)] = &[
    (
        "convert_complex_f32",
        "XLA converts a complex number to i1 by its real part alone; the specification by both",
    ),
    (
        "convert_complex_f64",
        "XLA converts a complex number to i1 by its real part alone; the specification by both",
    ),
    ("power_complex_f32", "XLA gives NaN for zero to the power of a complex number; the limit is zero"),
    ("power_complex_f64", "XLA gives NaN for zero to the power of a complex number; the limit is zero"),
];

/// Reads archives that NumPy wrote, and lets NumPy read one that is written from them.
fn shares_archives_with_numpy() -> Outcome {
    const LIMIT: u64 = 1 << 20;
    let folder = target().join("npz");
    let script = |task: &str| {
        run(Command::new(oracle::python()?).arg(root().join("oracle/npz.py")).arg(task).arg(&folder))
    };
    script("make")?;
    let read = |name: &str| -> Result<Vec<Tensor>, String> {
        let bytes = fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let archive = npz::Archive::open(&bytes).map_err(|error| error.to_string())?;
        let members = (0..archive.names().count()).map(|index| archive.member(index, LIMIT));
        let tensors: Result<Vec<Tensor>, NpyError> =
            members.map(|member| npy::read(&member?, None)).collect();
        tensors.map_err(|error| error.to_string())
    };
    let (stored, deflated) = (read("stored.npz")?, read("deflated.npz")?);
    if stored.is_empty() || stored != deflated {
        return Err("the deflated archive differs from the stored one".into());
    }
    let named = stored.iter().enumerate().map(|(number, tensor)| (format!("arr_{number}"), tensor));
    let ours = npz::write(named).map_err(|error| error.to_string())?;
    fs::write(folder.join("ours.npz"), ours).map_err(|error| error.to_string())?;
    script("check")?;
    println!("archives of NumPy: {} members read, written and read again", stored.len());
    Ok(())
}

/// Runs the cases whose names contain `only`. XLA computes only those whose results it has not confirmed before.
pub(crate) fn agrees_with_xla(only: Option<&str>) -> Outcome {
    shares_archives_with_numpy()?;
    let folder = target().join("interp");
    let pattern = only.map_or("*".to_string(), |only| format!("*{only}*"));
    let mut confirmed = Confirmed::of("interp")?;
    let mut failures: Vec<String> = Vec::new();
    let (mut passed, mut unknown) = (0, Vec::new());
    for case in &cases(&folder, &["--only", &pattern, "--inputs"], &mut failures)? {
        match confirmed.get(&digest(&folder, case, &outcome(&folder, case))?) {
            Some(_) => passed += 1,
            None => unknown.push(case_name(case).to_string()),
        }
    }
    if !unknown.is_empty() {
        let names = folder.join("names.txt");
        fs::write(&names, unknown.join("\n")).map_err(|error| format!("{}: {error}", names.display()))?;
        for case in &cases(&folder, &["--names", &names.to_string_lossy()], &mut failures)? {
            let name = case_name(case);
            let got = outcome(&folder, case);
            let digest = digest(&folder, case, &got)?;
            let agreed = got.and_then(|got| check(&folder, case, &got));
            let deviation = DEVIATIONS.iter().find(|(listed, _)| *listed == name);
            match (agreed, deviation) {
                (Ok(()), None) | (Err(_), Some(_)) => {
                    passed += 1;
                    confirmed.keep(&digest, Confirmation { passed: 1, lost: 0 });
                }
                (Ok(()), Some((_, reason))) => failures.push(format!("{name}: listed ({reason}) but agrees")),
                (Err(message), None) => failures.push(format!("{name}: {message}")),
            }
        }
    }
    // `verdict` prints only the first ones.
    let list = folder.join("failures.txt");
    fs::write(&list, failures.join("\n")).map_err(|error| format!("{}: {error}", list.display()))?;
    report_verdict("programs compared with XLA", passed, &failures)?;
    if only.is_none() { confirmed.finish("programs in the interpreter") } else { Ok(()) }
}

/// The cases that the script writes; those that XLA refuses are failures.
fn cases(folder: &Path, arguments: &[&str], failures: &mut Vec<String>) -> Result<Vec<Value>, String> {
    let script = root().join("oracle/interp_cases.py");
    run(Command::new(oracle::python()?).arg(script).arg(folder).args(arguments))?;
    let text = fs::read_to_string(folder.join("index.json")).map_err(|error| error.to_string())?;
    let index: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    for refused in index["refused"].as_array().into_iter().flatten() {
        failures.push(format!("XLA refuses {}: {}", refused["name"], refused["error"]));
    }
    Ok(index["cases"].as_array().cloned().unwrap_or_default())
}

fn case_name(case: &Value) -> &str {
    case["name"].as_str().unwrap_or_default()
}

fn text_of(folder: &Path, case: &Value) -> Result<String, String> {
    let path = folder.join(format!("{}.mlir", case_name(case)));
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What the interpreter computes.
fn outcome(folder: &Path, case: &Value) -> Result<Vec<Tensor>, String> {
    let source = Source::new(case_name(case), text_of(folder, case)?)
        .map_err(|_| "the text is too large".to_string())?;
    let parsed = parse(&source, ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().next() {
        return Err(format!("[{}] {}", error.code, error.message));
    }
    let inputs = tensors(folder, case, "in", &case["inputs"])?;
    evaluate(&parsed.module, "main", &inputs, Limits::default())
        .map_err(|fault| format!("[{}] {}: {}", fault.error.code(), fault.op, fault.error.message()))
}

/// The digest of the program, its inputs, the tolerance, and our results.
fn digest(folder: &Path, case: &Value, got: &Result<Vec<Tensor>, String>) -> Result<Digest, String> {
    let mut digest = Digest::new()?;
    digest.add(&text_of(folder, case)?);
    digest.add(&format!("{:?} {:?}", case["ulps"].as_f64(), case["absolute"].as_f64()));
    for tensor in tensors(folder, case, "in", &case["inputs"])?.iter().chain(got.iter().flatten()) {
        digest.add(&format!("{tensor:?}"));
    }
    digest.add(got.as_ref().err().map_or("", String::as_str));
    Ok(digest)
}

/// Whether results are those of XLA.
fn check(folder: &Path, case: &Value, got: &[Tensor]) -> Outcome {
    let expected = tensors(folder, case, "out", &case["outputs"])?;
    if got.len() != expected.len() {
        return Err(format!("expected {} results, found {}", expected.len(), got.len()));
    }
    let (ulps, absolute) = (case["ulps"].as_f64().unwrap_or(0.0), case["absolute"].as_f64().unwrap_or(0.0));
    for (number, (expected, got)) in expected.iter().zip(got).enumerate() {
        // XLA flushes subnormal results to zero.
        let tolerance = Tolerance {
            absolute: absolute.max(smallest_normal(expected.element)),
            ..Tolerance::ulps(expected.element, ulps)
        };
        compare(expected, got, tolerance).map_err(|mismatch| format!("result {number}: {mismatch}"))?;
    }
    Ok(())
}

fn smallest_normal(element: Element) -> f64 {
    match element.part() {
        Element::F64 => f64::MIN_POSITIVE,
        Element::Float(_) => f32::MIN_POSITIVE.into(),
        _ => 0.0,
    }
}

fn tensors(folder: &Path, case: &Value, kind: &str, elements: &Value) -> Result<Vec<Tensor>, String> {
    let elements = elements.as_array().into_iter().flatten();
    elements
        .enumerate()
        .map(|(number, element)| {
            let path = folder.join(format!("{}.{kind}{number}.npy", case_name(case)));
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let element = element.as_str().and_then(Element::parse);
            npy::read(&bytes, element).map_err(|error| format!("{}: {error}", path.display()))
        })
        .collect()
}
