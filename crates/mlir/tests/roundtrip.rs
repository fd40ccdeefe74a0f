//! Text in, canonical text out: every file under `testdata/roundtrip` prints back unchanged, and every
//! file under `testdata/roundtrip/in` prints as its `.out` says. The expected text is MLIR's own.

use std::fs;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_mlir::{ParseOptions, PrintOptions, parse, print, split};

fn testdata(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(testdata(folder))
        .expect("the folder of test data exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no test data in {folder}");
    files
}

/// A chunk without the comment lines before its first op.
fn body(chunk: &str) -> &str {
    let mut rest = chunk;
    while let Some(line) = rest.lines().next()
        && (line.starts_with("//") || line.is_empty())
    {
        rest = rest.get(line.len() + 1..).unwrap_or("");
    }
    rest
}

fn chunks(text: &str) -> Vec<String> {
    split(text).into_iter().map(|range| body(&text[range]).to_string()).collect()
}

/// What our printer makes of a text, or what is wrong with it.
fn canonical(name: &str, text: &str) -> Result<String, String> {
    let source = Source::new(name, text).expect("test data is short");
    let parsed = parse(&source, ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().next() {
        let at = source.position(error.span.start);
        return Err(format!("{}:{}: [{}] {}", at.line, at.column, error.code, error.message));
    }
    Ok(print(&parsed.module, PrintOptions::default()))
}

/// Valid MLIR that JAX and Shardy never print and that Partita refuses with a code. An entry that starts
/// to work must be removed.
const UNSUPPORTED: &[(&str, usize, &str)] = &[
    ("builtin_attrs.mlir", 1, "PA0015"),  // numbers of type f80 and f128
    ("builtin_attrs.mlir", 18, "PA0015"), // affine maps
    ("builtin_attrs.mlir", 21, "PA0015"), // distinct attributes
    ("constants.mlir", 39, "PA0015"),     // vector constants
    ("func.mlir", 9, "PA0010"),           // custom forms of the dialect cf
    ("func.mlir", 10, "PA0010"),
    ("aliases.mlir", 3, "PA0015"),
    ("generic_builtin_attrs.mlir", 1, "PA0015"),
    ("generic_builtin_attrs.mlir", 18, "PA0015"),
    ("generic_builtin_attrs.mlir", 21, "PA0015"),
    ("generic_constants.mlir", 39, "PA0015"),
    ("names_forward.mlir", 1, "PA0010"),
    ("names_forward.mlir", 2, "PA0010"),
];

/// Ops of the dialect cf are kept in the generic form they come in.
const KEPT_GENERIC: &[(&str, usize)] = &[("generic_func.mlir", 9), ("generic_func.mlir", 10)];

fn compare(name: &str, number: usize, input: &str, expected: &str, failures: &mut Vec<String>) {
    let result = canonical(name, input);
    if let Some((.., code)) = UNSUPPORTED.iter().find(|(file, chunk, _)| *file == name && *chunk == number) {
        if !result.as_ref().is_err_and(|error| error.contains(code)) {
            failures.push(format!("{name} chunk {number} is listed with {code}: {result:?}"));
        }
        return;
    }
    if KEPT_GENERIC.contains(&(name, number)) {
        if !result.is_ok_and(|text| text.contains("\"cf.")) {
            failures.push(format!("{name} chunk {number} is listed as kept in generic form"));
        }
        return;
    }
    match result {
        Err(error) => failures.push(format!("{name} chunk {number}: {error}\n{input}")),
        Ok(printed) if printed.trim_end() != expected.trim_end() => {
            let differ = expected.lines().zip(printed.lines()).find(|(a, b)| a != b);
            failures.push(format!("{name} chunk {number}: {differ:#?}"));
        }
        Ok(_) => {}
    }
}

#[test]
fn canonical_text_prints_back_unchanged() {
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files("roundtrip") {
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        for (number, chunk) in chunks(&text).iter().enumerate() {
            compare(&name, number, chunk, chunk, &mut failures);
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{} of {count} chunks:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 200, "only {count} chunks");
}

#[test]
fn other_spellings_print_canonically() {
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files("roundtrip/in") {
        let text = fs::read_to_string(&path).expect("readable");
        let expected = fs::read_to_string(path.with_extension("out")).expect("every input has its output");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let (inputs, outputs) = (chunks(&text), chunks(&expected));
        assert_eq!(inputs.len(), outputs.len(), "{name}");
        for (number, (input, output)) in inputs.iter().zip(&outputs).enumerate() {
            compare(&name, number, input, output, &mut failures);
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{} of {count} chunks:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 200, "only {count} chunks");
}
