//! Comparison of the interpreter with XLA's CPU backend.

use std::fs;
use std::path::Path;
use std::process::Command;

use partita_base::Source;
use partita_interp::{Element, Limits, Tensor, Tolerance, compare, npy, npz, run as evaluate};
use partita_mlir::{ParseOptions, parse};
use serde_json::Value;

use crate::oracle::{self, verdict};
use crate::{Outcome, root, run, target};

/// Cases where XLA does not do what the specification says, or where it leaves room; each must still differ.
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

/// Archives that NumPy wrote are read, and one that is written from them is what NumPy reads.
fn shares_archives_with_numpy() -> Outcome {
    const LIMIT: u64 = 1 << 20;
    let folder = target().join("npz");
    let script = |task: &str| {
        run(Command::new(oracle::python()?).arg(root().join("oracle/npz.py")).arg(task).arg(&folder))
    };
    script("make")?;
    let read = |name: &str| -> Result<Vec<Tensor>, String> {
        let bytes = fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let archive = npz::Archive::open(&bytes)?;
        let members = (0..archive.names().count()).map(|index| archive.member(index, LIMIT));
        members.map(|member| npy::read(&member?, None)).collect()
    };
    let (stored, deflated) = (read("stored.npz")?, read("deflated.npz")?);
    if stored.is_empty() || stored != deflated {
        return Err("a deflated archive does not hold what the stored one does".into());
    }
    let named = stored.iter().enumerate().map(|(number, tensor)| (format!("arr_{number}"), tensor));
    fs::write(folder.join("ours.npz"), npz::write(named)?).map_err(|error| error.to_string())?;
    script("check")?;
    println!("archives of NumPy: {} members read, written and read again", stored.len());
    Ok(())
}

/// Runs the cases whose names contain `only`.
pub(crate) fn agrees_with_xla(only: Option<&str>) -> Outcome {
    shares_archives_with_numpy()?;
    let folder = target().join("interp");
    let pattern = only.map_or("*".to_string(), |only| format!("*{only}*"));
    run(Command::new(oracle::python()?)
        .arg(root().join("oracle/interp_cases.py"))
        .arg(&folder)
        .args(["--only", &pattern]))?;
    let text = fs::read_to_string(folder.join("index.json")).map_err(|error| error.to_string())?;
    let index: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut failures: Vec<String> = Vec::new();
    let mut passed = 0;
    for refused in index["refused"].as_array().into_iter().flatten() {
        failures.push(format!("XLA refuses {}: {}", refused["name"], refused["error"]));
    }
    for case in index["cases"].as_array().into_iter().flatten() {
        let name = case["name"].as_str().unwrap_or_default();
        let outcome = check(&folder, name, case);
        let deviation = DEVIATIONS.iter().find(|(listed, _)| *listed == name);
        match (outcome, deviation) {
            (Ok(()), None) | (Err(_), Some(_)) => passed += 1,
            (Ok(()), Some((_, reason))) => failures.push(format!("{name}: listed ({reason}) but agrees")),
            (Err(message), None) => failures.push(format!("{name}: {message}")),
        }
    }
    // Only the first are shown.
    let list = folder.join("failures.txt");
    fs::write(&list, failures.join("\n")).map_err(|error| format!("{}: {error}", list.display()))?;
    verdict("programs compared with XLA", passed, &failures)
}

fn check(folder: &Path, name: &str, case: &Value) -> Outcome {
    let text = fs::read_to_string(folder.join(format!("{name}.mlir"))).map_err(|error| error.to_string())?;
    let source = Source::new(name, text).map_err(|_| "the text is too large".to_string())?;
    let parsed = parse(&source, ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().next() {
        return Err(format!("[{}] {}", error.code, error.message));
    }
    let inputs = tensors(folder, name, "in", &case["inputs"])?;
    let expected = tensors(folder, name, "out", &case["outputs"])?;
    let got = evaluate(&parsed.module, "main", &inputs, Limits::default())
        .map_err(|fault| format!("[{}] {}: {}", fault.error.code(), fault.op, fault.error.message()))?;
    if got.len() != expected.len() {
        return Err(format!("{} results instead of {}", got.len(), expected.len()));
    }
    let (ulps, absolute) = (case["ulps"].as_f64().unwrap_or(0.0), case["absolute"].as_f64().unwrap_or(0.0));
    for (number, (expected, got)) in expected.iter().zip(&got).enumerate() {
        // XLA takes subnormal results for zero.
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

fn tensors(folder: &Path, name: &str, kind: &str, elements: &Value) -> Result<Vec<Tensor>, String> {
    let elements = elements.as_array().into_iter().flatten();
    elements
        .enumerate()
        .map(|(number, element)| {
            let path = folder.join(format!("{name}.{kind}{number}.npy"));
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let element = element.as_str().and_then(Element::parse);
            npy::read(&bytes, element).map_err(|error| format!("{}: {error}", path.display()))
        })
        .collect()
}
